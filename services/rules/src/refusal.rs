//! The one place where refusals of the rules become errors of the API.

use draughts::combat::Refused;
use draughts::{MoveError, PlayError};
use platform::Fault;

/// There is no such ruleset.
pub(crate) fn unknown_ruleset(id: &str) -> Fault {
    let message = format!("there is no ruleset `{id}`: see ListRulesets");
    Fault::not_found("UNKNOWN_RULESET", message)
}

/// A field that has to be given.
pub(crate) fn missing(field: &str, message: &str) -> Fault {
    Fault::malformed(field, "MISSING_FIELD", message)
}

/// A field that does not go with the others.
pub(crate) fn needless(field: &str, message: &str) -> Fault {
    Fault::malformed(field, "NEEDLESS_FIELD", message)
}

/// A move that is not played.
pub(crate) fn of_play(error: &PlayError) -> Fault {
    match error {
        PlayError::Over(_) => Fault::refused("GAME_OVER", error.to_string()),
        PlayError::Move(error) => of_move(error, "move", error.to_string()),
    }
}

/// A boost that cannot be used; the field is that of the move that sabotage would make.
pub(crate) fn of_boost(refused: &Refused, field: &str) -> Fault {
    match refused {
        Refused::IllegalMove(error) => of_move(error, field, refused.to_string()),
        other => Fault::refused(boost_reason(other), other.to_string()),
    }
}

fn of_move(error: &MoveError, field: &str, message: String) -> Fault {
    match error {
        MoveError::Unreadable { .. } => Fault::malformed(field, "MALFORMED_MOVE", message),
        MoveError::Illegal { .. } => Fault::refused("ILLEGAL_MOVE", message),
        MoveError::Ambiguous { .. } => Fault::refused("AMBIGUOUS_MOVE", message)
            .with("candidates", &error.candidates_text().join(" ")),
    }
}

/// The rule book's reason in capitals.
pub(crate) const fn boost_reason(refused: &Refused) -> &'static str {
    match refused {
        Refused::GameOver => "GAME_OVER",
        Refused::NotATarget => "NOT_A_TARGET",
        Refused::NotYourMan => "NOT_YOUR_MAN",
        Refused::IsKing => "IS_KING",
        Refused::AlreadyShielded => "ALREADY_SHIELDED",
        Refused::ShieldAlreadyPlaced => "SHIELD_ALREADY_PLACED",
        Refused::OpponentHasNoMove => "OPPONENT_HAS_NO_MOVE",
        Refused::IllegalMove(_) => "ILLEGAL_MOVE",
    }
}
