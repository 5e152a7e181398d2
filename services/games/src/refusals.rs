//! Refusals as callers hear them.

use platform::Fault;

use crate::game::Refusal;

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
        Refusal::NotRated => Fault::refused(
            "NOT_RATED",
            "the game has no result that counts for the ratings",
        ),
        Refusal::NoOffer => Fault::refused("NO_OFFER", "the opponent has no draw offer open"),
    }
}

/// The game changed under every attempt.
pub(crate) fn contended() -> Fault {
    Fault::stale(
        "CONTENDED",
        "the game keeps changing: look at it again and retry",
    )
}
