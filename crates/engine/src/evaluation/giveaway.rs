//! The evaluation of games whose objective is to have nothing left.
//!
//! This is not the other game negated. Fewer pieces are better, but whoever can still move freely
//! chooses what is taken and when, and whoever runs out of harmless moves has to take.

use draughts::{Position, Ruleset, Side};

use super::{count, mobility};

/// What a man costs.
const MAN: i32 = 100;
/// What a king costs that flies: it is made to take from afar, but it also gives itself away from
/// afar, so it costs no more than a man once there is little else.
const FLYING_KING: i32 = 150;
/// What a king costs that does not fly.
const SHORT_KING: i32 = 110;
/// What each quiet move of a man is worth.
const MOVE: i32 = 6;

/// What the position is worth to White.
pub(super) fn for_white(position: &Position, ruleset: &Ruleset) -> i32 {
    of(position, ruleset, Side::White) - of(position, ruleset, Side::Black)
}

fn of(position: &Position, ruleset: &Ruleset, side: Side) -> i32 {
    let king = if ruleset.flying_kings() {
        FLYING_KING
    } else {
        SHORT_KING
    };
    let (moves, _) = mobility(position, ruleset, side);
    MOVE * moves - MAN * count(position.men(side)) - king * count(position.kings(side))
}
