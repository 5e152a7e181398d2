//! How squares and moves are written.

use std::fmt;
use std::fmt::Write;

use thiserror::Error;

use crate::board::BoardSize;
use crate::moves::Move;
use crate::square::Square;

/// How squares are written (rule book §1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Files and ranks: `c3-d4`, `c5:e3:g5`.
    Algebraic,
    /// Numbers, counted row by row from Black's side: `22-18`, `27x16x7`.
    Numeric,
}

impl Notation {
    /// Its name: `algebraic` or `numeric`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Algebraic => "algebraic",
            Self::Numeric => "numeric",
        }
    }

    /// What stands between the squares of a capture.
    const fn takes(self) -> char {
        match self {
            Self::Algebraic => ':',
            Self::Numeric => 'x',
        }
    }
}

/// A square as text.
pub(crate) struct Written(pub(crate) Square, pub(crate) BoardSize, pub(crate) Notation);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(square, board, notation) = self;
        match notation {
            Notation::Algebraic => write!(f, "{square}"),
            Notation::Numeric => write!(f, "{}", square.number(*board)),
        }
    }
}

impl Square {
    /// The square as text in either notation.
    #[must_use]
    pub fn to_text(self, board: BoardSize, notation: Notation) -> String {
        Written(self, board, notation).to_string()
    }

    /// Reads a square of the board, written in either notation.
    ///
    /// # Errors
    ///
    /// When the text is no square, or one that pieces of this board never stand on.
    pub fn parse(text: &str, board: BoardSize) -> Result<Self, SquareError> {
        let unreadable = || SquareError::Unreadable(excerpt(text));
        let off_board = || SquareError::OffBoard {
            square: excerpt(text),
            board,
        };
        let digits = |text: &str| {
            let number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            // A number too large for its type is too large for any board.
            number.then(|| text.parse().unwrap_or(u8::MAX))
        };
        if let Some(number) = digits(text) {
            return Self::from_number(number, board).ok_or_else(off_board);
        }
        let mut rest = text.chars();
        let file = rest.next().map(|letter| letter.to_ascii_lowercase());
        let file = file
            .filter(char::is_ascii_lowercase)
            .ok_or_else(unreadable)? as u8
            - b'a';
        let rank = digits(rest.as_str()).ok_or_else(unreadable)?;
        let edge = board.edge();
        if file >= edge || rank == 0 || rank > edge {
            return Err(off_board());
        }
        Self::new(file, rank - 1).ok_or_else(|| SquareError::Light(excerpt(text)))
    }
}

/// What an error quotes of a text: enough to find it, however long it is.
pub(crate) fn excerpt(text: &str) -> String {
    const LENGTH: usize = 40;
    match text.char_indices().nth(LENGTH) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Why a text is no square that a piece can stand on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SquareError {
    /// Neither a letter and a number nor a number.
    #[error("\"{0}\" is not a square")]
    Unreadable(String),
    /// The board has no such square.
    #[error("there is no square {square} on a board of {0}×{0}", board.edge())]
    OffBoard {
        /// The square as it was written.
        square: String,
        /// The board.
        board: BoardSize,
    },
    /// A light square.
    #[error("{0} is a light square, and pieces stand on dark ones")]
    Light(String),
}

impl Move {
    /// The move in full, with every landing square: `c5:e3:g5` or `15x22x24`.
    #[must_use]
    pub fn to_text(&self, board: BoardSize, notation: Notation) -> String {
        let mut text = Written(self.from(), board, notation).to_string();
        let between = if self.is_capture() {
            notation.takes()
        } else {
            '-'
        };
        for square in self.landings() {
            // Writing to a String cannot fail.
            let _ = write!(text, "{between}{}", Written(*square, board, notation));
        }
        text
    }
}
