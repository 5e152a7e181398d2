//! Sets of squares in one machine word.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use crate::direction::Direction;
use crate::square::Square;

/// A set of squares: bit *n* stands for the square with index *n*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bitboard(u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);

    /// The set with these bits.
    #[inline]
    #[must_use]
    pub const fn new(bits: u64) -> Self {
        Self(bits)
    }

    /// The bits of the set.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether no square is in the set.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares are in the set.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the square is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bit().0 != 0
    }

    /// Whether the two sets share a square.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The square of a set that holds one; the lowest of a larger set.
    #[inline]
    pub(crate) const fn square(self) -> Square {
        Square::at(self.0.trailing_zeros())
    }

    /// Every square moved one step along a diagonal.
    ///
    /// What leaves the board lands on bits that are no squares, so the answer has to be cut down
    /// to squares of the board before it is used.
    #[inline]
    #[must_use]
    pub const fn step(self, direction: Direction) -> Self {
        Self(self.0.rotate_left(direction.turn()))
    }

    /// The squares of the set that lie below the lowest square of `mark`, which is not empty.
    #[inline]
    pub(crate) const fn below(self, mark: Self) -> Self {
        Self(self.0 & (mark.0 & mark.0.wrapping_neg()).wrapping_sub(1))
    }

    /// The squares of the set that lie above the highest square of `mark`, which is not empty.
    #[inline]
    pub(crate) const fn above(self, mark: Self) -> Self {
        Self(self.0 & u64::MAX.wrapping_shl(64 - mark.0.leading_zeros()))
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Goes through the squares of the set, the lowest first.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::at(self.0.trailing_zeros());
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | square.bit())
    }
}
