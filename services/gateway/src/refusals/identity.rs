//! The refusals of routes that sign in and change players.

use utoipa::IntoResponses;

use super::{Refusals, refusals};
use crate::fault::MAYBE_TRADED;

/// A route that takes a name or credentials, of which nobody else may have the same.
pub(crate) struct Registering;

impl IntoResponses for Registering {
    fn responses() -> Refusals {
        refusals(&[(
            "409",
            "Somebody has this name, or one that looks like it, this address or this device key",
            (
                "ALREADY_EXISTS",
                "NAME_TAKEN",
                "somebody has this name or one that looks like it: choose another",
            ),
        )])
    }
}

/// A route that signs in to an account.
pub(crate) struct SigningIn;

impl IntoResponses for SigningIn {
    fn responses() -> Refusals {
        refusals(&[(
            "401",
            "There is no such account, or the secret is wrong",
            (
                "UNAUTHENTICATED",
                "WRONG_CREDENTIALS",
                "there is no account with these credentials: check them, or register",
            ),
        )])
    }
}

/// A route that trades a refresh token.
pub(crate) struct Refreshing;

impl IntoResponses for Refreshing {
    fn responses() -> Refusals {
        refusals(&[
            (
                "401",
                "The refresh token is not good, or was used before",
                (
                    "UNAUTHENTICATED",
                    "REFRESH_TOKEN_REUSED",
                    "this refresh token was used before, so all that came of it have ended: sign in again",
                ),
            ),
            (
                "504",
                "No answer came in time; the token may have been traded",
                ("DEADLINE_EXCEEDED", "DEADLINE_EXCEEDED", MAYBE_TRADED),
            ),
        ])
    }
}

/// A route that makes a guest an account.
pub(crate) struct OfGuest;

impl IntoResponses for OfGuest {
    fn responses() -> Refusals {
        refusals(&[(
            "422",
            "The caller is no guest",
            (
                "FAILED_PRECONDITION",
                "NOT_A_GUEST",
                "this player has an account already",
            ),
        )])
    }
}
