//! Moves.

use std::fmt;
use std::ops::Deref;

use crate::bitboard::Bitboard;
use crate::square::Square;

/// A legal move of some position, with every square it lands on.
///
/// Two moves that visit different squares are different, even if they take the same pieces and end
/// on the same square (rule book §2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: Square,
    landings: Path,
    captured: Path,
    crowns: bool,
}

impl Move {
    /// A move of one step that takes nothing.
    pub(crate) fn quiet(from: Square, to: Square, crowns: bool) -> Self {
        Self {
            from,
            landings: Path::new(&[to]),
            captured: Path::default(),
            crowns,
        }
    }

    /// A capture; both lists are of the same length, which is not 0.
    pub(crate) fn capture(
        from: Square,
        landings: &[Square],
        captured: &[Square],
        crowns: bool,
    ) -> Self {
        Self {
            from,
            landings: Path::new(landings),
            captured: Path::new(captured),
            crowns,
        }
    }

    /// Where the piece comes from.
    #[must_use]
    pub const fn from(&self) -> Square {
        self.from
    }

    /// The squares on which the piece lands, in turn; at least one.
    #[must_use]
    pub fn landings(&self) -> &[Square] {
        &self.landings
    }

    /// Where the piece ends.
    #[must_use]
    pub fn to(&self) -> Square {
        self.landings.last().copied().unwrap_or(self.from)
    }

    /// The squares of the pieces taken, in the order in which they are jumped.
    #[must_use]
    pub fn captured(&self) -> &[Square] {
        &self.captured
    }

    /// Whether the move takes anything.
    #[must_use]
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// Whether a man is crowned.
    #[must_use]
    pub const fn crowns(&self) -> bool {
        self.crowns
    }

    /// What the move changes on the board.
    #[must_use]
    pub fn effect(&self) -> Effect {
        Effect {
            from: self.from,
            to: self.to(),
            taken: self.captured.iter().copied().collect(),
            crowns: self.crowns,
        }
    }
}

/// What a move changes on the board, without the way it takes: all that a search has to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Effect {
    /// The pieces that are jumped; a man with a shield among them stays and loses the shield.
    pub taken: Bitboard,
    /// Where the piece comes from.
    pub from: Square,
    /// Where the piece ends.
    pub to: Square,
    /// Whether a man is crowned.
    pub crowns: bool,
}

/// The longest series of captures: each jumps a piece of its own that stands off the edge of the
/// board, and a 10×10 board has so many squares off its edge.
pub(crate) const LONGEST: usize = 32;

/// A short list of squares without an allocation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Path {
    squares: [Square; LONGEST],
    length: u8,
}

impl Path {
    fn new(squares: &[Square]) -> Self {
        let mut path = Self::default();
        for (place, square) in path.squares.iter_mut().zip(squares) {
            *place = *square;
            path.length += 1;
        }
        path
    }
}

impl Default for Path {
    fn default() -> Self {
        Self {
            squares: [Square::default(); LONGEST],
            length: 0,
        }
    }
}

impl Deref for Path {
    type Target = [Square];

    fn deref(&self) -> &[Square] {
        &self.squares[..usize::from(self.length)]
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
