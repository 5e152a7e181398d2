//! Signing in and out. These need no token: the gateway asks in its own name, and says from where.

use std::net::IpAddr;

use axum::Json;
use axum::extract::State;
use platform::{Channel, NeverTwice};
use proto::players::v1 as players;
use proto::players::v1::players_service_client::PlayersServiceClient;
use tonic::Code;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::client::{CLIENT, ClientAddress};
use crate::extract::Body;
use crate::fault::Fault;
use crate::model::{Account, Credentials, Done, RefreshToken, SignedIn, Tokens};
use crate::refusals::{Asking, Refreshing, Registering, SigningIn, WithBody};

/// Makes a new guest, who needs nothing: a player that is known by its refresh token alone.
#[utoipa::path(
    post,
    path = "/v1/sign-in/guest",
    tag = "sign-in",
    security(()),
    responses((status = 200, description = "The guest", body = SignedIn), Asking)
)]
pub(super) async fn sign_in_as_guest(
    State(app): State<App>,
    ClientAddress(client): ClientAddress,
) -> Result<Json<SignedIn>, Fault> {
    let request = players::SignInAsGuestRequest {};
    let answer = ask(&app, client, request, |mut players, request| async move {
        players.sign_in_as_guest(request).await
    })
    .await?;
    signed_in(answer.player, answer.tokens)
}

/// Makes a new account.
#[utoipa::path(
    post,
    path = "/v1/register",
    tag = "sign-in",
    security(()),
    request_body = Account,
    responses(
        (status = 200, description = "The account", body = SignedIn),
        WithBody,
        Registering,
        Asking,
    )
)]
pub(super) async fn register(
    State(app): State<App>,
    ClientAddress(client): ClientAddress,
    Body(account): Body<Account>,
) -> Result<Json<SignedIn>, Fault> {
    let request = players::RegisterRequest {
        credentials: Some(account.credentials.try_into()?),
        name: account.name,
    };
    let answer = ask(&app, client, request, |mut players, request| async move {
        players.register(request).await
    })
    .await?;
    signed_in(answer.player, answer.tokens)
}

/// Signs in to an account.
#[utoipa::path(
    post,
    path = "/v1/sign-in",
    tag = "sign-in",
    security(()),
    request_body = Credentials,
    responses(
        (status = 200, description = "The account", body = SignedIn),
        WithBody,
        Asking,
        // Last: of two promises for one status the later one counts.
        SigningIn,
    )
)]
pub(super) async fn sign_in(
    State(app): State<App>,
    ClientAddress(client): ClientAddress,
    Body(credentials): Body<Credentials>,
) -> Result<Json<SignedIn>, Fault> {
    let request = players::SignInRequest {
        credentials: Some(credentials.try_into()?),
    };
    let answer = ask(&app, client, request, |mut players, request| async move {
        players.sign_in(request).await
    })
    .await?;
    signed_in(answer.player, answer.tokens)
}

/// Trades a refresh token for new tokens. It is good once: if it is used again, everything that came
/// of it ends. So of all requests this one must not be repeated with the same token.
#[utoipa::path(
    post,
    path = "/v1/refresh",
    tag = "sign-in",
    security(()),
    request_body = RefreshToken,
    responses(
        (status = 200, description = "The next tokens", body = Tokens),
        WithBody,
        Asking,
        Refreshing,
    )
)]
pub(super) async fn refresh(
    State(app): State<App>,
    ClientAddress(client): ClientAddress,
    Body(token): Body<RefreshToken>,
) -> Result<Json<Tokens>, Fault> {
    let message = players::RefreshRequest {
        refresh_token: token.refresh_token,
    };
    let mut request = forwarded(&app, client, message);
    request.extensions_mut().insert(NeverTwice);
    let answer = app.sign_in.clone().refresh(request).await;
    let answer = answer.map_err(|status| match status.code() {
        // Nothing cancels a call but its deadline.
        Code::DeadlineExceeded | Code::Cancelled => Fault::maybe_traded(),
        _ => status.into(),
    });
    Ok(Json(answer?.into_inner().tokens.try_into()?))
}

/// Signs out: the refresh token and all that came of the same sign-in end. Access tokens stay good
/// until they expire. It can be repeated.
#[utoipa::path(
    post,
    path = "/v1/sign-out",
    tag = "sign-in",
    security(()),
    request_body = RefreshToken,
    responses((status = 200, description = "Signed out", body = Done), WithBody, Asking)
)]
pub(super) async fn sign_out(
    State(app): State<App>,
    ClientAddress(client): ClientAddress,
    Body(token): Body<RefreshToken>,
) -> Result<Json<Done>, Fault> {
    let request = players::SignOutRequest {
        refresh_token: token.refresh_token,
    };
    ask(&app, client, request, |mut players, request| async move {
        players.sign_out(request).await
    })
    .await?;
    Ok(Json(Done {}))
}

/// Asks in the gateway's own name, for whoever is at this address.
async fn ask<M, A, F>(
    app: &App,
    client: Option<IpAddr>,
    message: M,
    call: impl FnOnce(PlayersServiceClient<Channel>, Request<M>) -> F,
) -> Result<A, Fault>
where
    F: Future<Output = Result<Response<A>, Status>>,
{
    let request = forwarded(app, client, message);
    Ok(call(app.sign_in.clone(), request).await?.into_inner())
}

fn forwarded<M>(app: &App, client: Option<IpAddr>, message: M) -> Request<M> {
    let mut request = Request::new(message);
    request.set_timeout(app.limits.call);
    if let Some(address) = client.and_then(|client| client.to_string().parse().ok()) {
        request.metadata_mut().insert(CLIENT, address);
    }
    request
}

fn signed_in(
    player: Option<players::Player>,
    tokens: Option<players::Tokens>,
) -> Result<Json<SignedIn>, Fault> {
    Ok(Json(SignedIn {
        player: player.try_into()?,
        tokens: tokens.try_into()?,
    }))
}
