//! Positions as text: PDN FEN (rule book §1).
//!
//! Written in one way only: `W:Wa1,Kc3:Bb6`, White's pieces first, the pieces of a side sorted by
//! file and then rank (or by number), an empty side as the bare letter, then the shielded men of both
//! sides (`:Sc3,f6`, rule book §6) if there are any. Read with everything that
//! other programs write: either notation, either order of the sides, ranges (`W31-50`, `K1-4`),
//! small letters, spaces, a full stop at the end, move counters (`:H0:F1`), and an empty list of a
//! side before its real one (`W:W:W31:B1`).

use std::fmt::Write;

use thiserror::Error;

use crate::bitboard::Bitboard;
use crate::board::BoardSize;
use crate::notation::{Notation, SquareError, Written, excerpt};
use crate::position::{Kind, Piece, Position};
use crate::ruleset::Ruleset;
use crate::side::Side;
use crate::square::Square;

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// Nothing there.
    #[error("the position is empty: write it like W:Wa1,Kc3:Bb6")]
    Empty,
    /// It does not begin with the side to move.
    #[error("a position begins with the side to move, W or B, not with \"{0}\"")]
    SideToMove(String),
    /// A part that is neither a list of pieces nor a move counter.
    #[error("\"{0}\" is neither White's pieces (W…) nor Black's (B…) nor shields (S…)")]
    Section(String),
    /// The pieces of a side are not listed.
    #[error("{0}'s pieces are missing: an empty side is written as its bare letter")]
    Missing(Side),
    /// The pieces of a side are listed twice.
    #[error("{0}'s pieces are listed twice")]
    Twice(Side),
    /// Two commas, or a comma at an end, with no piece between.
    #[error("{0}'s list has a comma without a piece")]
    NoPiece(Side),
    /// A piece stands on something that is no square of the board.
    #[error("in {side}'s list: {source}")]
    Square {
        /// Whose list it is.
        side: Side,
        /// What is wrong with the square.
        source: SquareError,
    },
    /// A range of squares that is none.
    #[error("\"{0}\" is not a range: write it like 31-50, numbers from low to high")]
    Range(String),
    /// A shield on something else than a man.
    #[error("a shield stands on a man: there is none on {0}")]
    ShieldOnNoMan(String),
    /// Two shields of a side.
    #[error("{0} has two shields: each side has one at most")]
    TwoShields(Side),
    /// A shield's square that is no square of the board.
    #[error("in the list of shields: {0}")]
    ShieldSquare(SquareError),
    /// Two pieces on a square.
    #[error("two pieces stand on {0}")]
    Occupied(String),
}

impl Position {
    /// Reads a position of the ruleset's board, in either notation.
    ///
    /// A man may stand on its own last row: no game leads there, but such positions are in
    /// circulation, and all it can do is capture backward.
    ///
    /// # Errors
    ///
    /// When the text is no position; the error says what is wrong and where.
    pub fn from_fen(text: &str, ruleset: &Ruleset) -> Result<Self, FenError> {
        let text = text.trim();
        let text = text.strip_suffix('.').unwrap_or(text);
        if text.trim().is_empty() {
            return Err(FenError::Empty);
        }
        let mut sections = text.split(':').map(str::trim);
        let first = sections.next().unwrap_or_default();
        let side = lone_side(first).ok_or_else(|| FenError::SideToMove(excerpt(first)))?;

        let mut reader = Reader {
            board: ruleset.board,
            position: Self::empty(side),
        };
        let (mut white, mut black) = (List::Missing, List::Missing);
        let mut shields = Vec::new();
        for section in sections {
            if is_move_counter(section) {
                continue;
            }
            if let Some(squares) = section.strip_prefix(['S', 's']) {
                shields.extend(squares.split(',').map(str::trim));
                continue;
            }
            let unknown = || FenError::Section(excerpt(section));
            let mut rest = section.chars();
            let side = rest
                .next()
                .and_then(Side::from_letter)
                .ok_or_else(unknown)?;
            let pieces = rest.as_str().trim();
            let list = if side == Side::White {
                &mut white
            } else {
                &mut black
            };
            if *list == List::Filled {
                return Err(FenError::Twice(side));
            }
            *list = if pieces.is_empty() {
                List::Bare
            } else {
                List::Filled
            };
            if *list == List::Filled {
                reader.list(pieces, side)?;
            }
        }
        for (list, side) in [(white, Side::White), (black, Side::Black)] {
            if list == List::Missing {
                return Err(FenError::Missing(side));
            }
        }
        for text in shields {
            reader.shield(text)?;
        }
        Ok(reader.position)
    }

    /// Writes the position in the one form that it has in this notation.
    #[must_use]
    pub fn to_fen(&self, board: BoardSize, notation: Notation) -> String {
        let mut fen = String::from(self.side_to_move().letter());
        for side in [Side::White, Side::Black] {
            fen.push(':');
            fen.push(side.letter());
            self.list(&mut fen, self.pieces(side), board, notation);
        }
        if !self.shields().is_empty() {
            fen.push_str(":S");
            self.list(&mut fen, self.shields(), board, notation);
        }
        fen
    }

    fn list(&self, fen: &mut String, pieces: Bitboard, board: BoardSize, notation: Notation) {
        let mut squares: Vec<Square> = pieces.into_iter().collect();
        match notation {
            Notation::Algebraic => squares.sort_by_key(|square| (square.file(), square.rank())),
            Notation::Numeric => squares.sort_by_key(|square| square.number(board)),
        }
        for (place, square) in squares.into_iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            let king = if self.is_king(square) { "K" } else { "" };
            // Writing to a String cannot fail.
            let _ = write!(fen, "{comma}{king}{}", Written(square, board, notation));
        }
    }
}

/// What has been read of a side's list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    Missing,
    Bare,
    Filled,
}

/// The side that a text names by its letter and nothing else.
fn lone_side(text: &str) -> Option<Side> {
    let mut letters = text.chars();
    let side = letters.next().and_then(Side::from_letter);
    side.filter(|_| letters.next().is_none())
}

/// Whether a section is a counter of half or full moves, which some programs add.
fn is_move_counter(section: &str) -> bool {
    let digits = section.strip_prefix(['H', 'F', 'h', 'f']);
    digits.is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Takes a leading `K` off; says which kind of piece that leaves.
fn kind(text: &str) -> (Kind, &str) {
    match text.strip_prefix(['K', 'k']) {
        Some(rest) => (Kind::King, rest.trim_start()),
        None => (Kind::Man, text),
    }
}

struct Reader {
    board: BoardSize,
    position: Position,
}

impl Reader {
    fn list(&mut self, pieces: &str, side: Side) -> Result<(), FenError> {
        for text in pieces.split(',').map(str::trim) {
            if text.is_empty() {
                return Err(FenError::NoPiece(side));
            }
            let (kind, squares) = kind(text);
            let piece = Piece { side, kind };
            match squares.split_once('-') {
                None => self.place(self.square(squares, side)?, squares, piece)?,
                Some((from, to)) => self.range(from.trim(), to.trim(), text, piece)?,
            }
        }
        Ok(())
    }

    fn range(&mut self, from: &str, to: &str, text: &str, piece: Piece) -> Result<(), FenError> {
        let no_range = || FenError::Range(excerpt(text));
        // The second K of K1-K4 adds nothing.
        let to = if piece.kind == Kind::King {
            kind(to).1
        } else {
            to
        };
        let numbers = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !numbers(from) || !numbers(to) {
            return Err(no_range());
        }
        let first = self.square(from, piece.side)?.number(self.board);
        let last = self.square(to, piece.side)?.number(self.board);
        if first > last {
            return Err(no_range());
        }
        for number in first..=last {
            let square = Square::from_number(number, self.board).ok_or_else(no_range)?;
            self.place(square, &number.to_string(), piece)?;
        }
        Ok(())
    }

    fn square(&self, text: &str, side: Side) -> Result<Square, FenError> {
        Square::parse(text, self.board).map_err(|source| FenError::Square { side, source })
    }

    fn shield(&mut self, text: &str) -> Result<(), FenError> {
        let square = Square::parse(text, self.board).map_err(FenError::ShieldSquare)?;
        let Some(Piece {
            side,
            kind: Kind::Man,
        }) = self.position.piece_at(square)
        else {
            return Err(FenError::ShieldOnNoMan(excerpt(text)));
        };
        if self.position.shields().meets(self.position.pieces(side)) {
            return Err(FenError::TwoShields(side));
        }
        self.position.set_shield(square, true);
        Ok(())
    }

    fn place(&mut self, square: Square, text: &str, piece: Piece) -> Result<(), FenError> {
        if self.position.piece_at(square).is_some() {
            return Err(FenError::Occupied(excerpt(text)));
        }
        self.position.put(square, piece);
        Ok(())
    }
}
