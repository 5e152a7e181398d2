//! Squares, in one space of indices that serves both boards.
//!
//! Two rows share eleven indices: five dark squares of the lower row, one index that is no square,
//! five dark squares of the upper row. So a diagonal step is the same distance from every square,
//! and a step over the edge ends on an index that is no square. An 8×8 board is the part of the
//! space that its rows and files cover.
//!
//! ```text
//! rank 4   22  23  24  25  26  (27)
//! rank 3     17  18  19  20  21
//! rank 2   11  12  13  14  15  (16)
//! rank 1     6   7   8   9   10
//! rank 0   0   1   2   3   4   (5)
//! ```

use std::fmt;

use crate::bitboard::Bitboard;
use crate::board::BoardSize;

/// Indices that two neighbouring rows take up together.
const PAIR: u8 = 11;
/// Where the upper of the two rows begins.
const UPPER: u8 = 6;

/// A dark square of a 10×10 board; those of an 8×8 board are among them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Square(u8);

impl Square {
    /// How many indices the space has, those that are no squares included.
    pub const INDICES: usize = 55;

    /// The dark square on a file and a rank, both counted from 0.
    ///
    /// `None` for a light square and for one that a 10×10 board does not have.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file >= 10 || rank >= 10 || !(file + rank).is_multiple_of(2) {
            return None;
        }
        Some(Self(PAIR * (rank / 2) + UPPER * (rank % 2) + file / 2))
    }

    /// The square of an index that is known to be one.
    #[inline]
    pub(crate) const fn at(index: u32) -> Self {
        Self(index as u8)
    }

    /// Its place in the common space of both boards, from 0 to 54.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, counted from 0 on the left as White sees the board.
    #[must_use]
    pub const fn file(self) -> u8 {
        let place = self.0 % PAIR;
        let upper = place / UPPER;
        2 * (place - UPPER * upper) + upper
    }

    /// The rank, counted from 0 at White's side.
    #[must_use]
    pub const fn rank(self) -> u8 {
        2 * (self.0 / PAIR) + self.0 % PAIR / UPPER
    }

    /// A board on which only this square is taken.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> Bitboard {
        Bitboard::new(1 << self.0)
    }

    /// The number of the square, counted row by row from Black's side, left to right as White sees
    /// it (rule book §1). Means nothing for a square that the board does not have.
    #[must_use]
    pub const fn number(self, board: BoardSize) -> u8 {
        let edge = board.edge();
        (edge - 1 - self.rank()) * (edge / 2) + self.file() / 2 + 1
    }

    /// The square that carries a number, if the board has it.
    #[must_use]
    pub const fn from_number(number: u8, board: BoardSize) -> Option<Self> {
        let edge = board.edge();
        let row_length = edge / 2;
        if number == 0 || number > edge * row_length {
            return None;
        }
        let rank = edge - 1 - (number - 1) / row_length;
        Self::new((number - 1) % row_length * 2 + rank % 2, rank)
    }
}

/// Writes the square in algebraic notation, such as `c3` or `j10`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file());
        write!(f, "{file}{}", self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_comes_back_from_its_file_and_rank() {
        let mut seen = 0;
        for rank in 0..10 {
            for file in 0..10 {
                if let Some(square) = Square::new(file, rank) {
                    assert_eq!((square.file(), square.rank()), (file, rank));
                    seen += 1;
                }
            }
        }
        assert_eq!(seen, 50);
    }

    #[test]
    fn numbers_follow_the_rule_book() {
        for (board, number, name) in [
            (BoardSize::Ten, 1, "b10"),
            (BoardSize::Ten, 5, "j10"),
            (BoardSize::Ten, 6, "a9"),
            (BoardSize::Ten, 46, "a1"),
            (BoardSize::Ten, 50, "i1"),
            (BoardSize::Eight, 1, "b8"),
            (BoardSize::Eight, 4, "h8"),
            (BoardSize::Eight, 29, "a1"),
            (BoardSize::Eight, 32, "g1"),
        ] {
            let square = Square::from_number(number, board).unwrap();
            assert_eq!(square.to_string(), name);
            assert_eq!(square.number(board), number);
        }
        assert_eq!(Square::from_number(0, BoardSize::Eight), None);
        assert_eq!(Square::from_number(33, BoardSize::Eight), None);
        assert_eq!(Square::from_number(51, BoardSize::Ten), None);
    }
}
