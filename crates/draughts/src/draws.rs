//! Draw rules, as data (rule book §4).

use crate::bitboard::Bitboard;
use crate::history::History;
use crate::outcome::Reason;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::side::Side;
use crate::square::Square;

/// A rule that ends a game in a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// What the rule waits for.
    pub condition: DrawCondition,
    /// The reason it gives.
    pub reason: Reason,
}

/// What a draw rule waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawCondition {
    /// The same full position, side to move included, has stood this many times.
    Repetition {
        /// How often the position has to appear; the start counts as an appearance.
        times: usize,
    },
    /// So many plies in a row moved kings and took nothing.
    KingMoves {
        /// How many plies, both sides counted.
        plies: u32,
    },
    /// A class of few pieces has lasted for so many plies.
    Ending {
        /// The class.
        class: Ending,
        /// How many plies, both sides counted; the position in which the class arises is ply 0.
        plies: u32,
    },
    /// One king each and nothing else, the two on the diagonals either side of the main road.
    DoubleRoad,
}

impl DrawRule {
    /// Whether the rule ends the game in this position.
    pub(crate) fn holds(self, position: &Position, history: &History) -> bool {
        match self.condition {
            DrawCondition::Repetition { times } => history.appearances() >= times,
            DrawCondition::KingMoves { plies } => history.king_plies >= plies,
            DrawCondition::Ending { class, plies } => {
                class.covers(position) && history.ending_plies >= plies
            }
            DrawCondition::DoubleRoad => double_road(position),
        }
    }
}

/// A class of few pieces in which a game may last only so long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// No men; three kings or more against exactly one.
    ThreeKings,
    /// A lone king against exactly three pieces, at least one of them a king.
    ThreeAgainstOne,
    /// A lone king against two pieces, at least one of them a king, or against one king.
    TwoAgainstOne,
}

impl Ending {
    /// The class that the position belongs to, among those that the ruleset limits.
    #[must_use]
    pub fn of(position: &Position, ruleset: &Ruleset) -> Option<Self> {
        ruleset
            .draw_rules
            .iter()
            .find_map(|rule| match rule.condition {
                DrawCondition::Ending { class, .. } if class.covers(position) => Some(class),
                _ => None,
            })
    }

    /// Whether the position belongs to the class, whichever side the lone king is on.
    #[must_use]
    pub fn covers(self, position: &Position) -> bool {
        [Side::White, Side::Black].into_iter().any(|lone| {
            let few = |pieces: Bitboard| pieces.count();
            if few(position.pieces(lone)) != 1 || few(position.kings(lone)) != 1 {
                return false;
            }
            let pieces = few(position.pieces(lone.other()));
            let kings = few(position.kings(lone.other()));
            match self {
                Self::ThreeKings => kings >= 3 && pieces == kings,
                Self::ThreeAgainstOne => pieces == 3 && kings >= 1,
                Self::TwoAgainstOne => matches!(pieces, 1 | 2) && kings >= 1,
            }
        })
    }
}

/// The diagonal g1–a7 below the main road of an 8×8 board.
const LOWER_ROAD: Bitboard = diagonal(6, 0);
/// The diagonal h2–b8 above it. The rule's source prints the mirror image of both, which runs over
/// light squares; the rule book reads it as these two.
const UPPER_ROAD: Bitboard = diagonal(7, 1);

/// Seven squares up and to the left.
const fn diagonal(file: u8, rank: u8) -> Bitboard {
    let mut bits = 0;
    let mut step = 0;
    while step < 7 {
        if let Some(square) = Square::new(file - step, rank + step) {
            bits |= square.bit().bits();
        }
        step += 1;
    }
    Bitboard::new(bits)
}

/// Whether each side has one king and nothing else, the two on the diagonals either side of the main
/// road (rule book §4, `double_road`).
#[must_use]
pub fn double_road(position: &Position) -> bool {
    let white = position.pieces(Side::White);
    let black = position.pieces(Side::Black);
    white.count() == 1
        && black.count() == 1
        && position.kings(Side::White) == white
        && position.kings(Side::Black) == black
        && ((white.meets(LOWER_ROAD) && black.meets(UPPER_ROAD))
            || (white.meets(UPPER_ROAD) && black.meets(LOWER_ROAD)))
}
