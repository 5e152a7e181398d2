//! The one place where refusals become errors of the API.

use std::time::Duration;

use platform::Fault;
use store::records::Error;

use crate::names::MalformedName;
use crate::roster::Taken;
use crate::sessions::Refused;

/// The records do not answer, or not well.
pub(crate) fn away(error: Error) -> Fault {
    let message = "players cannot be looked up now; it is safe to repeat the call";
    unavailable(error, message)
}

/// The same, of a refresh token that may be worth nothing any more.
pub(crate) fn maybe_traded(error: Error) -> Fault {
    let message = "players cannot be looked up now, so it is not known whether the token was \
                   traded: if it was, using it again ends the session";
    unavailable(error, message)
}

fn unavailable(error: Error, message: &str) -> Fault {
    match error {
        Error::Unavailable(cause) => {
            tracing::warn!(%cause, "the records are away");
            Fault::unavailable("RECORDS_UNAVAILABLE", message)
        }
        error => {
            tracing::error!(%error, "the records failed");
            Fault::internal("the service failed; the fault is logged")
        }
    }
}

pub(crate) fn malformed_name(malformed: &MalformedName) -> Fault {
    Fault::malformed("name", "MALFORMED_NAME", malformed.to_string())
}

pub(crate) fn taken(taken: Taken) -> Fault {
    match taken {
        Taken::Name => Fault::already_exists(
            "NAME_TAKEN",
            "somebody has this name or one that looks like it: choose another",
        ),
        Taken::Email => Fault::already_exists(
            "EMAIL_TAKEN",
            "there is an account with this address: sign in to it",
        ),
        Taken::DeviceKey => Fault::already_exists(
            "DEVICE_KEY_TAKEN",
            "there is an account with this device key: sign in to it",
        ),
        Taken::Contended => Fault::stale("CONTENDED", "somebody was faster: try again"),
    }
}

pub(crate) fn refresh_refused(refused: Refused) -> Fault {
    match refused {
        Refused::Unknown => Fault::unauthenticated(
            "UNKNOWN_REFRESH_TOKEN",
            "this refresh token is not good any more: sign in again",
        ),
        Refused::Reused => Fault::unauthenticated(
            "REFRESH_TOKEN_REUSED",
            "this refresh token was used before, so all that came of it have ended: sign in again",
        ),
    }
}

pub(crate) fn wrong_credentials() -> Fault {
    Fault::unauthenticated(
        "WRONG_CREDENTIALS",
        "there is no account with these credentials: check them, or register",
    )
}

pub(crate) fn too_many_attempts(wait: Duration) -> Fault {
    // Rounded up: whoever waits that long is let in.
    let wait_ms = wait.as_millis().saturating_add(1);
    Fault::exhausted(
        "TOO_MANY_ATTEMPTS",
        format!(
            "too many attempts: try again in {} s",
            wait_ms.div_ceil(1000)
        ),
    )
    .with("retry_after_ms", &wait_ms)
}

pub(crate) fn unknown_player() -> Fault {
    Fault::not_found("UNKNOWN_PLAYER", "there is no such player")
}

pub(crate) fn not_a_player() -> Fault {
    Fault::denied(
        "NOT_A_PLAYER",
        "a player does this for itself: send the player's own token",
    )
}

pub(crate) fn not_a_guest() -> Fault {
    Fault::refused("NOT_A_GUEST", "this player has an account already")
}

pub(crate) fn failed(what: &str, error: &anyhow::Error) -> Fault {
    tracing::error!(error = format!("{error:#}"), "{what}");
    Fault::internal("the service failed; the fault is logged")
}
