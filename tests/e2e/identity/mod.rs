//! Who calls: nobody gets in without a token, and a player's token is good for that player alone.

mod accounts;
mod gates;
mod keys;
mod raw;

use proto::players::v1 as players;
use proto::players::v1::credentials::Kind;
use tonic::Status;

use crate::harness::Client;

/// Somebody who has signed in.
struct SignedIn {
    id: String,
    name: String,
    access: String,
    refresh: String,
}

impl SignedIn {
    fn new(player: Option<players::Player>, tokens: Option<players::Tokens>) -> Self {
        let (player, tokens) = (player.unwrap(), tokens.unwrap());
        Self {
            id: player.id,
            name: player.name,
            access: tokens.access_token,
            refresh: tokens.refresh_token,
        }
    }
}

/// A new guest.
async fn guest(client: &mut Client) -> SignedIn {
    let request = players::SignInAsGuestRequest {};
    let answer = client.players.sign_in_as_guest(request).await.unwrap();
    let answer = answer.into_inner();
    SignedIn::new(answer.player, answer.tokens)
}

async fn register(
    client: &mut Client,
    credentials: players::Credentials,
    name: &str,
) -> Result<SignedIn, Status> {
    let request = players::RegisterRequest {
        credentials: Some(credentials),
        name: name.to_owned(),
    };
    let answer = client.players.register(request).await?.into_inner();
    Ok(SignedIn::new(answer.player, answer.tokens))
}

async fn sign_in(
    client: &mut Client,
    credentials: players::Credentials,
) -> Result<SignedIn, Status> {
    let request = players::SignInRequest {
        credentials: Some(credentials),
    };
    let answer = client.players.sign_in(request).await?.into_inner();
    Ok(SignedIn::new(answer.player, answer.tokens))
}

async fn refresh(client: &mut Client, token: &str) -> Result<players::Tokens, Status> {
    let request = players::RefreshRequest {
        refresh_token: token.to_owned(),
    };
    let answer = client.players.refresh(request).await?.into_inner();
    Ok(answer.tokens.unwrap())
}

fn email(email: &str, password: &str) -> players::Credentials {
    let (email, password) = (email.to_owned(), password.to_owned());
    players::Credentials {
        kind: Some(Kind::Email(players::EmailPassword { email, password })),
    }
}

fn device(key: &str) -> players::Credentials {
    let key = key.to_owned();
    players::Credentials {
        kind: Some(Kind::Device(players::DeviceKey { key })),
    }
}
