//! Which moves are legal.
//!
//! Sets of squares find the quiet moves and the pieces that can jump; a recursive [walk](capture)
//! then follows each series of captures to its ends. What becomes of the moves is up to a
//! [`Sink`]: they are counted, or kept with or without the squares in between.

mod capture;
mod quiet;
mod sink;

use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::moves::{Effect, Move};
use crate::position::Position;
use crate::ruleset::{CaptureChoice, Ruleset};
use sink::{Counter, Longest, Sink};

/// Every legal move.
pub(crate) fn moves(position: &Position, ruleset: &Ruleset) -> Vec<Move> {
    let scene = Scene::new(position, ruleset);
    let mut moves = Vec::new();
    if !scene.captures(&mut moves) {
        scene.quiets(|effect| moves.push(Move::quiet(effect.from, effect.to, effect.crowns)));
    }
    moves
}

/// The effect of every legal move, added to `effects`; one for each sequence of landing squares.
pub(crate) fn effects(position: &Position, ruleset: &Ruleset, effects: &mut Vec<Effect>) {
    let scene = Scene::new(position, ruleset);
    if !scene.captures(effects) {
        scene.quiets(|effect| effects.push(effect));
    }
}

/// The effect of every capture, added to `effects`, if there is one; else how many quiet moves
/// there are.
pub(crate) fn captures_or_count(
    position: &Position,
    ruleset: &Ruleset,
    effects: &mut Vec<Effect>,
) -> Option<u64> {
    let scene = Scene::new(position, ruleset);
    if scene.captures(effects) {
        None
    } else {
        Some(scene.count_quiets())
    }
}

/// Leaves one of each group of equal effects. Only captures of two pieces or more can be equal.
pub(crate) fn merge(effects: &mut Vec<Effect>) {
    if effects.iter().any(|effect| effect.taken.count() > 1) {
        effects.sort_unstable();
        effects.dedup();
    }
}

/// How many legal moves there are, each sequence of landing squares counted once.
pub(crate) fn count(position: &Position, ruleset: &Ruleset) -> u64 {
    let scene = Scene::new(position, ruleset);
    let mut counter = Counter::default();
    if scene.captures(&mut counter) {
        counter.count()
    } else {
        scene.count_quiets()
    }
}

/// Whether there is a legal move.
pub(crate) fn any(position: &Position, ruleset: &Ruleset) -> bool {
    let scene = Scene::new(position, ruleset);
    scene.can_capture() || scene.count_quiets() > 0
}

/// The position as the side to move sees it.
struct Scene<'r> {
    ruleset: &'r Ruleset,
    board: Bitboard,
    occupied: Bitboard,
    men: Bitboard,
    kings: Bitboard,
    enemies: Bitboard,
    last_row: Bitboard,
    forward: [Direction; 2],
}

impl<'r> Scene<'r> {
    #[inline]
    fn new(position: &Position, ruleset: &'r Ruleset) -> Self {
        let side = position.side_to_move();
        Self {
            ruleset,
            board: ruleset.board.squares(),
            occupied: position.occupied(),
            men: position.men(side),
            kings: position.kings(side),
            enemies: position.pieces(side.other()),
            last_row: ruleset.board.last_row(side),
            forward: Direction::forward(side),
        }
    }

    /// The free squares.
    #[inline]
    fn free(&self) -> Bitboard {
        self.board & !self.occupied
    }

    /// Gives every capture that may be chosen to the sink; says whether there is one.
    #[inline]
    fn captures<S: Sink>(&self, sink: &mut S) -> bool {
        match self.ruleset.capture_choice {
            CaptureChoice::Any => self.walk_captures(sink),
            CaptureChoice::Most => self.walk_captures(&mut Longest::new(sink)),
        }
    }
}
