//! The four diagonals, and what a piece sees along them.

use crate::bitboard::Bitboard;
use crate::side::Side;
use crate::square::Square;

/// A diagonal direction, as White sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the last row of White, to the left.
    UpLeft,
    /// To the last row of White, to the right.
    UpRight,
    /// To the last row of Black, to the left.
    DownLeft,
    /// To the last row of Black, to the right.
    DownRight,
}

impl Direction {
    /// All four of them.
    pub const ALL: [Self; 4] = [Self::UpLeft, Self::UpRight, Self::DownLeft, Self::DownRight];

    /// The two in which the men of a side move.
    #[inline]
    #[must_use]
    pub const fn forward(side: Side) -> [Self; 2] {
        match side {
            Side::White => [Self::UpLeft, Self::UpRight],
            Side::Black => [Self::DownLeft, Self::DownRight],
        }
    }

    /// The step as a rotation of the board's word to the left: +5, +6, −6 and −5. A rotation needs
    /// no branch on the sign, and what it carries round the end lands on bits that are no squares.
    #[inline]
    pub(crate) const fn turn(self) -> u32 {
        match self {
            Self::UpLeft => 5,
            Self::UpRight => 6,
            Self::DownLeft => 64 - 6,
            Self::DownRight => 64 - 5,
        }
    }

    /// The opposite direction.
    #[inline]
    #[must_use]
    pub const fn back(self) -> Self {
        match self {
            Self::UpLeft => Self::DownRight,
            Self::UpRight => Self::DownLeft,
            Self::DownLeft => Self::UpRight,
            Self::DownRight => Self::UpLeft,
        }
    }

    #[inline]
    const fn is_up(self) -> bool {
        matches!(self, Self::UpLeft | Self::UpRight)
    }

    /// The squares from one square to the edge of a 10×10 board, the square itself left out.
    #[inline]
    pub(crate) const fn ray(self, from: Square) -> Bitboard {
        RAYS[self as usize][from.index()]
    }

    /// What a flying piece sees from `from`: the squares it can reach, and the first occupied square
    /// behind them (empty where the diagonal runs out). `board` holds the squares of the board.
    #[inline]
    pub(crate) fn look(self, from: Square, occupied: Bitboard, board: Bitboard) -> View {
        let ray = self.ray(from) & board;
        let pieces = ray & occupied;
        if pieces.is_empty() {
            return View {
                reach: ray,
                piece: Bitboard::EMPTY,
            };
        }
        let reach = if self.is_up() {
            ray.below(pieces)
        } else {
            ray.above(pieces)
        };
        let nearer = reach | from.bit();
        View {
            reach,
            piece: nearer.step(self) & pieces,
        }
    }
}

/// What lies along a diagonal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// The free squares up to the first piece.
    pub(crate) reach: Bitboard,
    /// The square of the first piece, if there is one.
    pub(crate) piece: Bitboard,
}

static RAYS: [[Bitboard; Square::INDICES]; 4] = {
    let mut rays = [[Bitboard::EMPTY; Square::INDICES]; 4];
    let mut d = 0;
    while d < 4 {
        let direction = Direction::ALL[d];
        let mut from = 0;
        while from < Square::INDICES {
            rays[d][from] = walk(direction, from);
            from += 1;
        }
        d += 1;
    }
    rays
};

/// Collects the squares from one index to the edge.
const fn walk(direction: Direction, from: usize) -> Bitboard {
    let board = crate::board::BoardSize::Ten.squares();
    let mut bits = 0;
    let mut at = Bitboard::new(1 << from).step(direction);
    while at.meets(board) {
        bits |= at.bits();
        at = at.step(direction);
    }
    Bitboard::new(bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;

    #[test]
    fn a_step_goes_to_the_neighbour_or_off_the_board() {
        let board = BoardSize::Ten.squares();
        for square in board {
            for (direction, files, ranks) in [
                (Direction::UpLeft, -1, 1),
                (Direction::UpRight, 1, 1),
                (Direction::DownLeft, -1, -1),
                (Direction::DownRight, 1, -1),
            ] {
                let file = u8::try_from(square.file() as i8 + files).ok();
                let rank = u8::try_from(square.rank() as i8 + ranks).ok();
                let neighbour = file
                    .zip(rank)
                    .and_then(|(file, rank)| Square::new(file, rank));
                let stepped = square.bit().step(direction) & board;
                assert_eq!(
                    stepped,
                    neighbour.map_or(Bitboard::EMPTY, Square::bit),
                    "{square}"
                );
                assert_eq!(direction.back().back(), direction);
            }
        }
    }

    #[test]
    fn a_look_stops_at_the_first_piece() {
        let square = |file, rank| Square::new(file, rank).unwrap();
        let board = BoardSize::Ten.squares();
        let pieces: Bitboard = [square(5, 5), square(7, 7)].into_iter().collect();
        let up = Direction::UpRight.look(square(2, 2), pieces, board);
        assert_eq!(up.reach, [square(3, 3), square(4, 4)].into_iter().collect());
        assert_eq!(up.piece, square(5, 5).bit());
        let down = Direction::DownLeft.look(square(9, 9), pieces, board);
        assert_eq!(down.reach, square(8, 8).bit());
        assert_eq!(down.piece, square(7, 7).bit());
    }
}
