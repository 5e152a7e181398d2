//! The two boards.

use crate::bitboard::Bitboard;
use crate::side::Side;

/// How large a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardSize {
    /// 8×8: 32 dark squares, 12 men a side.
    Eight,
    /// 10×10: 50 dark squares, 20 men a side.
    Ten,
}

impl BoardSize {
    /// Squares along an edge: 8 or 10.
    #[inline]
    #[must_use]
    pub const fn edge(self) -> u8 {
        match self {
            Self::Eight => 8,
            Self::Ten => 10,
        }
    }

    /// Every dark square of the board.
    #[inline]
    #[must_use]
    pub const fn squares(self) -> Bitboard {
        match self {
            Self::Eight => const { rows(0, 8, 8) },
            Self::Ten => const { rows(0, 10, 10) },
        }
    }

    /// The row on which the men of a side are crowned.
    #[inline]
    #[must_use]
    pub const fn last_row(self, side: Side) -> Bitboard {
        match (self, side) {
            (Self::Eight, Side::White) => const { rows(7, 8, 8) },
            (Self::Ten, Side::White) => const { rows(9, 10, 10) },
            (Self::Eight, Side::Black) => const { rows(0, 1, 8) },
            (Self::Ten, Side::Black) => const { rows(0, 1, 10) },
        }
    }

    /// Where the men of a side stand at the start: all rows but the two in the middle (rule book
    /// §1).
    #[must_use]
    pub const fn home(self, side: Side) -> Bitboard {
        let edge = self.edge();
        let depth = edge / 2 - 1;
        match side {
            Side::White => rows(0, depth, edge),
            Side::Black => rows(edge - depth, edge, edge),
        }
    }
}

/// The dark squares of the ranks `from..to` on a board of that edge.
const fn rows(from: u8, to: u8, edge: u8) -> Bitboard {
    let mut bits = 0;
    let mut rank = from;
    while rank < to {
        let mut file = rank % 2;
        while file < edge {
            if let Some(square) = crate::square::Square::new(file, rank) {
                bits |= square.bit().bits();
            }
            file += 2;
        }
        rank += 1;
    }
    Bitboard::new(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_their_squares_and_men() {
        for (board, squares, men) in [(BoardSize::Eight, 32, 12), (BoardSize::Ten, 50, 20)] {
            assert_eq!(board.squares().count(), squares);
            for side in [Side::White, Side::Black] {
                assert_eq!(board.home(side).count(), men);
                assert_eq!(board.last_row(side).count(), u32::from(board.edge()) / 2);
                assert!(board.home(side.other()).meets(board.last_row(side)));
            }
        }
    }
}
