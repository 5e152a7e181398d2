//! The refusals of ratings, queues and invites.

use utoipa::IntoResponses;

use super::{Promise, Refusals, refusals};

const UNREADABLE_QUERY: Promise = (
    "400",
    "The request cannot be read",
    (
        "INVALID_ARGUMENT",
        "MALFORMED_QUERY",
        "page_size: invalid digit found in string",
    ),
);

/// A route that takes a query and names nothing in its path.
pub(crate) struct WithQuery;

impl IntoResponses for WithQuery {
    fn responses() -> Refusals {
        refusals(&[UNREADABLE_QUERY])
    }
}

/// A route about one pool of ratings.
pub(crate) struct OfPool;

impl IntoResponses for OfPool {
    fn responses() -> Refusals {
        refusals(&[
            UNREADABLE_QUERY,
            (
                "404",
                "There is no such pool",
                ("NOT_FOUND", "UNKNOWN_POOL", "there is no such pool"),
            ),
        ])
    }
}

/// A route about one queue.
pub(crate) struct OfQueue;

impl IntoResponses for OfQueue {
    fn responses() -> Refusals {
        refusals(&[
            UNREADABLE_QUERY,
            (
                "404",
                "There is no such mode",
                ("NOT_FOUND", "UNKNOWN_MODE", "there is no such mode"),
            ),
            (
                "422",
                "The player cannot wait there now",
                (
                    "FAILED_PRECONDITION",
                    "IN_RATED_GAME",
                    "finish your rated game first",
                ),
            ),
        ])
    }
}

/// A route about one invite.
pub(crate) struct OfInvite;

impl IntoResponses for OfInvite {
    fn responses() -> Refusals {
        refusals(&[(
            "404",
            "There is no such invite",
            ("NOT_FOUND", "UNKNOWN_INVITE", "there is no such invite"),
        )])
    }
}

/// A route that makes an invite.
pub(crate) struct Inviting;

impl IntoResponses for Inviting {
    fn responses() -> Refusals {
        refusals(&[
            (
                "404",
                "There is no such mode",
                ("NOT_FOUND", "UNKNOWN_MODE", "there is no such mode"),
            ),
            (
                "409",
                "Another invite was made with this request id",
                (
                    "ALREADY_EXISTS",
                    "REQUEST_ID_TAKEN",
                    "another invite was made with this request id",
                ),
            ),
        ])
    }
}

/// A route that answers an invite or takes it back.
pub(crate) struct Answering;

impl IntoResponses for Answering {
    fn responses() -> Refusals {
        refusals(&[
            (
                "403",
                "It is not the caller's to do",
                (
                    "PERMISSION_DENIED",
                    "NOT_YOUR_INVITE",
                    "this is another player's invite",
                ),
            ),
            (
                "422",
                "The invite is not open any more, or the caller's own",
                (
                    "FAILED_PRECONDITION",
                    "INVITE_NOT_OPEN",
                    "the invite is not open any more",
                ),
            ),
        ])
    }
}

/// A route that draws a picture from its path alone.
pub(crate) struct OfPicture;

impl IntoResponses for OfPicture {
    fn responses() -> Refusals {
        refusals(&[(
            "400",
            "The request cannot be read",
            (
                "INVALID_ARGUMENT",
                "MALFORMED_CODE",
                "a code has letters and digits alone",
            ),
        )])
    }
}
