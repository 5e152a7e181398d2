//! Players and how they sign in.

use prost_types::Timestamp;
use proto::players::v1 as players;
use proto::players::v1::credentials::Kind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fault::Fault;

/// A player as others see it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "id": "0198f0c2a1b27e6c8d5f3a4b5c6d7e8f", "name": "Ann", "guest": false,
    "created_at_ms": 1_780_000_000_000_i64, "deleted": false,
}))]
pub(crate) struct Player {
    /// The player's id; never given to anybody else.
    id: String,
    /// What the player is called; left out once deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Whether it is a guest.
    guest: bool,
    /// Since when there is this player.
    created_at_ms: i64,
    /// Whether the player was deleted.
    deleted: bool,
}

impl TryFrom<Option<players::Player>> for Player {
    type Error = Fault;

    fn try_from(player: Option<players::Player>) -> Result<Self, Fault> {
        let player = player.ok_or_else(|| Fault::bad_answer("no player"))?;
        Ok(Self {
            id: player.id,
            name: Some(player.name).filter(|name| !name.is_empty()),
            guest: player.guest,
            created_at_ms: millis(player.created_at)?,
            deleted: player.deleted,
        })
    }
}

/// What a signed-in player holds.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Tokens {
    /// Goes with each request, as `authorization: Bearer TOKEN`.
    access_token: String,
    /// When the access token expires.
    expires_at_ms: i64,
    /// Gets the next tokens, once.
    refresh_token: String,
}

impl TryFrom<Option<players::Tokens>> for Tokens {
    type Error = Fault;

    fn try_from(tokens: Option<players::Tokens>) -> Result<Self, Fault> {
        let tokens = tokens.ok_or_else(|| Fault::bad_answer("no tokens"))?;
        Ok(Self {
            access_token: tokens.access_token,
            expires_at_ms: millis(tokens.expires_at)?,
            refresh_token: tokens.refresh_token,
        })
    }
}

fn millis(time: Option<Timestamp>) -> Result<i64, Fault> {
    let time = time.ok_or_else(|| Fault::bad_answer("no time"))?;
    Ok(time.seconds * 1000 + i64::from(time.nanos / 1_000_000))
}

/// A player who has signed in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SignedIn {
    /// The player.
    pub(crate) player: Player,
    /// The tokens.
    pub(crate) tokens: Tokens,
}

/// How an account signs in: either a device key, or an address and a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"email": "ann@example.org", "password": "correct horse"}))]
pub(crate) struct Credentials {
    /// A secret of 32 to 256 random characters that an app keeps on the device.
    device_key: Option<String>,
    /// An address; no letter is sent to it.
    email: Option<String>,
    /// The password: 8 to 256 characters.
    password: Option<String>,
}

impl TryFrom<Credentials> for players::Credentials {
    type Error = Fault;

    fn try_from(credentials: Credentials) -> Result<Self, Fault> {
        let kind = match (
            credentials.device_key,
            credentials.email,
            credentials.password,
        ) {
            (Some(key), None, None) => Kind::Device(players::DeviceKey { key }),
            (None, Some(email), Some(password)) => {
                Kind::Email(players::EmailPassword { email, password })
            }
            _ => {
                let message = "give either a device_key, or an email with a password";
                let reason = "DEVICE_KEY_OR_EMAIL";
                return Err(Fault::malformed_field("credentials", reason, message));
            }
        };
        Ok(Self { kind: Some(kind) })
    }
}

/// A new account, or what makes a guest one.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "credentials": {"email": "ann@example.org", "password": "correct horse"}, "name": "Ann",
}))]
pub(crate) struct Account {
    /// How it will sign in.
    pub(crate) credentials: Credentials,
    /// What it is called: 2 to 24 characters of any script. If left out, a guest keeps its name, and
    /// for others one is made up.
    #[serde(default)]
    pub(crate) name: String,
}

/// A refresh token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RefreshToken {
    /// The refresh token last given.
    pub(crate) refresh_token: String,
}

/// Another display name.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ann"}))]
pub(crate) struct Rename {
    /// The name: 2 to 24 characters of any script.
    pub(crate) name: String,
}

/// It is done.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Done {}
