//! The refusals of boosts, of the shop, and of what bots say of positions.

use utoipa::IntoResponses;

use super::{Refusals, refusals};

/// A route about what a player may do in a game.
pub(crate) struct Sitting;

impl IntoResponses for Sitting {
    fn responses() -> Refusals {
        refusals(&[(
            "403",
            "The player does not sit in this game",
            (
                "PERMISSION_DENIED",
                "NOT_YOUR_GAME",
                "you are not playing in this game",
            ),
        )])
    }
}

/// A route that uses a boost.
pub(crate) struct Boosting;

impl IntoResponses for Boosting {
    fn responses() -> Refusals {
        refusals(&[
            (
                "409",
                "The game has moved on: read it and try again",
                (
                    "ABORTED",
                    "STALE_ACTION",
                    "the game is at another action: read it and try again",
                ),
            ),
            (
                "422",
                "The boost cannot be used, and nothing is spent: NO_BOOSTS_IN_THIS_MODE, GAME_OVER, \
                 NOT_YOUR_TURN, LIMIT_REACHED, NOT_IN_INVENTORY, NO_TARGET, NOT_YOUR_MAN, IS_KING, \
                 ALREADY_SHIELDED, SHIELD_ALREADY_PLACED, OPPONENT_HAS_NO_MOVE, ILLEGAL_MOVE or \
                 AMBIGUOUS_MOVE",
                (
                    "FAILED_PRECONDITION",
                    "NOT_IN_INVENTORY",
                    "you have no rocket: buy one in the shop",
                ),
            ),
            (
                "503",
                "It is not known yet whether it could be paid for, or a service does not answer \
                 just now: repeat the request",
                (
                    "UNAVAILABLE",
                    "BOOST_IN_FLIGHT",
                    "the boost is still being paid for: repeat the call",
                ),
            ),
        ])
    }
}

/// A route that buys something.
pub(crate) struct Buying;

impl IntoResponses for Buying {
    fn responses() -> Refusals {
        refusals(&[
            (
                "404",
                "There is no such offer",
                ("NOT_FOUND", "UNKNOWN_OFFER", "there is no such offer"),
            ),
            (
                "409",
                "Something else was bought with this request id",
                (
                    "ALREADY_EXISTS",
                    "REQUEST_ID_TAKEN",
                    "another purchase was made with this request id",
                ),
            ),
            (
                "422",
                "Nothing is bought: NOT_ENOUGH_COINS, or PRICE_CHANGED when it costs something else \
                 than expected",
                (
                    "FAILED_PRECONDITION",
                    "NOT_ENOUGH_COINS",
                    "this costs 80 coins and you have 30",
                ),
            ),
        ])
    }
}

/// A route about one position.
pub(crate) struct OfPosition;

impl IntoResponses for OfPosition {
    fn responses() -> Refusals {
        refusals(&[
            (
                "404",
                "There is no such ruleset",
                ("NOT_FOUND", "UNKNOWN_RULESET", "there is no such ruleset"),
            ),
            (
                "422",
                "There is no move in this position",
                (
                    "FAILED_PRECONDITION",
                    "GAME_OVER",
                    "the game is over in this position",
                ),
            ),
        ])
    }
}
