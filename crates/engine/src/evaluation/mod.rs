//! What a position is worth at a glance, where nothing can be taken.

mod giveaway;
mod normal;

use draughts::{Bitboard, Direction, Objective, Position, Ruleset, Side};

use crate::score::Score;

/// What a position is worth at a glance to the side to move. Who has no move is not asked.
#[must_use]
pub fn evaluate(position: &Position, ruleset: &Ruleset) -> Score {
    let white = match ruleset.objective {
        Objective::Normal => normal::for_white(position, ruleset),
        Objective::Giveaway => giveaway::for_white(position, ruleset),
    };
    Score::centimen(match position.side_to_move() {
        Side::White => white,
        Side::Black => -white,
    })
}

/// How many quiet moves the men of a side have, and how many of the men have none.
fn mobility(position: &Position, ruleset: &Ruleset, side: Side) -> (i32, i32) {
    let free = ruleset.board.squares() & !position.occupied();
    let men = position.men(side);
    let reach = Direction::forward(side).map(|direction| men.step(direction) & free);
    let movers = Direction::forward(side).map(|direction| free.step(direction.back()) & men);
    let moves = count(reach[0]) + count(reach[1]);
    (moves, count(men) - count(movers[0] | movers[1]))
}

fn count(squares: Bitboard) -> i32 {
    // No board has so many squares that it matters.
    squares.count() as i32
}
