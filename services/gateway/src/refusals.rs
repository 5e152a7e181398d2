//! The refusals that the API's description promises, by what a route does.

mod combat;
mod identity;
mod meeting;

use std::collections::BTreeMap;

use serde_json::{Value, json};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema as _};

pub(crate) use self::combat::{Boosting, Buying, OfPosition, Sitting};
pub(crate) use self::identity::{OfGuest, Refreshing, Registering, SigningIn};
pub(crate) use self::meeting::{
    Answering, Inviting, OfInvite, OfPicture, OfPool, OfQueue, WithQuery,
};
use crate::fault::ErrorBody;

type Refusals = BTreeMap<String, RefOr<Response>>;

/// A status, when it comes, and an example: code, reason, message.
type Promise = (
    &'static str,
    &'static str,
    (&'static str, &'static str, &'static str),
);

/// A route that asks a service.
pub(crate) struct Asking;

impl IntoResponses for Asking {
    fn responses() -> Refusals {
        refusals(&[
            (
                "401",
                "Nobody knows who asks: send a token that has not expired",
                (
                    "UNAUTHENTICATED",
                    "NO_TOKEN",
                    "sign in first, and send `authorization: Bearer TOKEN` with each call",
                ),
            ),
            (
                "429",
                "More is asked than can be served now; wait and try again",
                (
                    "RESOURCE_EXHAUSTED",
                    "OVERLOADED",
                    "too many calls at once: wait and retry",
                ),
            ),
            (
                "500",
                "The service failed",
                (
                    "INTERNAL",
                    "INTERNAL",
                    "the service failed; the fault is logged",
                ),
            ),
            (
                "503",
                "A service does not answer just now; try again",
                (
                    "UNAVAILABLE",
                    "UNAVAILABLE",
                    "the service behind this does not answer just now; try again",
                ),
            ),
            (
                "504",
                "A service did not answer in time; it is safe to repeat the request",
                (
                    "DEADLINE_EXCEEDED",
                    "DEADLINE_EXCEEDED",
                    "the service behind this did not answer in time; it is safe to repeat",
                ),
            ),
        ])
    }
}

/// A route about one game.
pub(crate) struct OfGame;

impl IntoResponses for OfGame {
    fn responses() -> Refusals {
        refusals(&[
            (
                "400",
                "The request cannot be read",
                (
                    "INVALID_ARGUMENT",
                    "MALFORMED_QUERY",
                    "notation: unknown variant `roman`, expected `algebraic` or `numeric`",
                ),
            ),
            (
                "404",
                "There is no such game",
                ("NOT_FOUND", "UNKNOWN_GAME", "there is no such game"),
            ),
        ])
    }
}

/// A route about one player. Every name is a player's: nobody is unknown.
pub(crate) struct OfPlayer;

impl IntoResponses for OfPlayer {
    fn responses() -> Refusals {
        refusals(&[(
            "400",
            "The request cannot be read",
            (
                "INVALID_ARGUMENT",
                "MALFORMED_NAME",
                "player_id takes 1 to 64 of A-Z a-z 0-9 _ - .",
            ),
        )])
    }
}

/// A route about one player, who must be one.
pub(crate) struct UnknownPlayer;

impl IntoResponses for UnknownPlayer {
    fn responses() -> Refusals {
        refusals(&[(
            "404",
            "There is no such player",
            ("NOT_FOUND", "UNKNOWN_PLAYER", "there is no such player"),
        )])
    }
}

/// A route that takes a body.
pub(crate) struct WithBody;

impl IntoResponses for WithBody {
    fn responses() -> Refusals {
        refusals(&[
            (
                "400",
                "The request cannot be read",
                (
                    "INVALID_ARGUMENT",
                    "MALFORMED_BODY",
                    "ply: invalid type: string \"one\", expected u32 at line 1 column 13",
                ),
            ),
            (
                "413",
                "The body is longer than 64 KiB",
                (
                    "INVALID_ARGUMENT",
                    "BODY_TOO_LARGE",
                    "a body may have 65536 bytes at most",
                ),
            ),
            (
                "415",
                "The body is not said to be JSON",
                (
                    "INVALID_ARGUMENT",
                    "NOT_JSON",
                    "send JSON, with the header content-type: application/json",
                ),
            ),
        ])
    }
}

/// A route that creates a game.
pub(crate) struct Creating;

impl IntoResponses for Creating {
    fn responses() -> Refusals {
        refusals(&[(
            "409",
            "Another game was created with this request id",
            (
                "ALREADY_EXISTS",
                "REQUEST_ID_TAKEN",
                "another game was created with this request id",
            ),
        )])
    }
}

/// A route that acts in a game.
pub(crate) struct Acting;

impl IntoResponses for Acting {
    fn responses() -> Refusals {
        refusals(&[
            (
                "403",
                "The player does not sit in this game",
                (
                    "PERMISSION_DENIED",
                    "NOT_YOUR_GAME",
                    "you are not playing in this game",
                ),
            ),
            (
                "409",
                "The game has moved on: read it and try again",
                (
                    "ABORTED",
                    "STALE_PLY",
                    "the game is at another ply: read it and try again",
                ),
            ),
            (
                "422",
                "The rules of the game refuse it",
                (
                    "FAILED_PRECONDITION",
                    "ILLEGAL_MOVE",
                    "c3-c5 is not a legal move here",
                ),
            ),
        ])
    }
}

/// A route that opens a WebSocket.
pub(crate) struct Upgrading;

impl IntoResponses for Upgrading {
    fn responses() -> Refusals {
        refusals(&[
            (
                "403",
                "The page that opens it is of another origin than the gateway's, and its operator \
                 does not list that",
                (
                    "PERMISSION_DENIED",
                    "ORIGIN_NOT_ALLOWED",
                    "pages of this origin may not open WebSockets here",
                ),
            ),
            (
                "426",
                "The request is not one for a WebSocket",
                (
                    "FAILED_PRECONDITION",
                    "WEBSOCKET_REQUIRED",
                    "this is a WebSocket: connect to it with a WebSocket client",
                ),
            ),
        ])
    }
}

/// A route that looks whether the services are ready.
pub(crate) struct Probing;

impl IntoResponses for Probing {
    fn responses() -> Refusals {
        refusals(&[(
            "503",
            "Some are not; `fields` names each with what is the matter",
            (
                "UNAVAILABLE",
                "NOT_READY",
                "something that is needed is not ready",
            ),
        )])
    }
}

fn refusals(promises: &[Promise]) -> Refusals {
    promises
        .iter()
        .map(|(status, when, example)| ((*status).to_owned(), refusal(when, *example)))
        .collect()
}

fn refusal(when: &str, (code, reason, message): (&str, &str, &str)) -> RefOr<Response> {
    let example: Value = json!({"error": {"code": code, "reason": reason, "message": message}});
    let content = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name(ErrorBody::name())))
        .example(Some(example))
        .build();
    ResponseBuilder::new()
        .description(when)
        .content("application/json", content)
        .build()
        .into()
}
