//! A board in letters.

use std::fmt;

use draughts::{Kind, Position, Ruleset, Side, Square};

/// A position drawn as text: `w` and `b` are men, `W` and `B` kings, dots free dark squares.
pub(super) struct Drawing<'p>(pub(super) &'p Position, pub(super) &'p Ruleset);

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(position, ruleset) = self;
        let edge = ruleset.board.edge();
        for rank in (0..edge).rev() {
            write!(f, "{:>3} ", rank + 1)?;
            for file in 0..edge {
                let sign = Square::new(file, rank).map_or(' ', |square| sign(position, square));
                write!(f, " {sign}")?;
            }
            writeln!(f)?;
        }
        write!(f, "    ")?;
        for file in 0..edge {
            write!(f, " {}", char::from(b'a' + file))?;
        }
        writeln!(f)
    }
}

fn sign(position: &Position, square: Square) -> char {
    match position
        .piece_at(square)
        .map(|piece| (piece.side, piece.kind))
    {
        None => '.',
        Some((Side::White, Kind::Man)) => 'w',
        Some((Side::White, Kind::King)) => 'W',
        Some((Side::Black, Kind::Man)) => 'b',
        Some((Side::Black, Kind::King)) => 'B',
    }
}
