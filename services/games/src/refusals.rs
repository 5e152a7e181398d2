//! Refusals as callers hear them.

use platform::Fault;

use crate::game::{Lack, Refusal};

/// The one place where refusals of the core become errors of the API.
pub(crate) fn refuse(refusal: &Refusal) -> Fault {
    match refusal {
        Refusal::NotYourGame => {
            Fault::denied("NOT_YOUR_GAME", "you do not play this side of this game")
        }
        Refusal::GameOver => Fault::refused("GAME_OVER", "the game is over"),
        Refusal::NotYourTurn => Fault::refused("NOT_YOUR_TURN", "it is the opponent's turn"),
        Refusal::StalePly { ply } => Fault::stale(
            "STALE_PLY",
            format!("the game is at ply {ply}: look at it again, then send expected_ply = {ply}"),
        )
        .with("ply", ply),
        Refusal::TooLateToAbort => Fault::refused(
            "TOO_LATE_TO_ABORT",
            "a game can be taken back only before your first move and the second ply: resign instead",
        ),
        Refusal::NotWithBots => {
            Fault::refused("NOT_WITH_BOTS", "a draw is agreed on by two people")
        }
        Refusal::OfferOpen => {
            Fault::refused("OFFER_OPEN", "a draw offer is open already: answer it")
        }
        Refusal::StaleAction { actions } => Fault::stale(
            "STALE_ACTION",
            format!(
                "the game is at action {actions}: look at it again, then send expected_action = {actions}"
            ),
        )
        .with("action", actions),
        Refusal::BoostInFlight => boost_in_flight(),
        Refusal::LimitReached => Fault::refused(
            "LIMIT_REACHED",
            "you have used this boost as often as you may in a game",
        ),
        Refusal::NoBoosts => Fault::refused(
            "NO_BOOSTS_IN_THIS_MODE",
            "there are no boosts in this game: they are for games of combat",
        ),
        // Jobs alone command what these refuse, and no caller is told of it.
        Refusal::NotCalled => Fault::internal("no such boost is being paid for"),
        Refusal::NotRated => Fault::internal("the game has no result that counts for the ratings"),
        Refusal::NoOffer => Fault::refused("NO_OFFER", "the opponent has no draw offer open"),
    }
}

/// A boost is being paid for, and it is not known yet whether it can be.
pub(crate) fn boost_in_flight() -> Fault {
    Fault::unavailable(
        "BOOST_IN_FLIGHT",
        "a boost is being paid for, and the clock stands still: repeat the call in a moment",
    )
}

/// A boost cannot be had.
pub(crate) fn lacking(lack: Lack) -> Fault {
    match lack {
        Lack::NotInInventory => Fault::refused(
            "NOT_IN_INVENTORY",
            "you have none of this boost: buy it first",
        ),
        Lack::ShopUnavailable => Fault::unavailable(
            "SHOP_UNAVAILABLE",
            "boosts cannot be paid for now, and nothing was spent: it is safe to repeat the call",
        ),
    }
}

/// The game changed under every attempt.
pub(crate) fn contended() -> Fault {
    Fault::stale(
        "CONTENDED",
        "the game keeps changing: look at it again and retry",
    )
}
