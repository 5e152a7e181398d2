//! Finding the legal move that a text means.

use thiserror::Error;

use crate::board::BoardSize;
use crate::movegen;
use crate::moves::Move;
use crate::notation::{Notation, SquareError, excerpt};
use crate::position::Position;
use crate::ruleset::{CaptureChoice, Ruleset};
use crate::square::Square;

/// A move as somebody wrote it, before it is held against a position.
///
/// Either notation is read, whatever the ruleset's own: `c3-d4`, `22-18`, `c5:e3:g5`, `c5xg5`,
/// `25x14x3`. Some or all of the squares between the first and the last may be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveText {
    squares: Vec<Square>,
    capture: bool,
}

impl MoveText {
    /// Reads a move.
    ///
    /// # Errors
    ///
    /// [`MoveError::Unreadable`] when the text is no move on such a board.
    fn parse(text: &str, board: BoardSize) -> Result<Self, MoveError> {
        let trimmed = text.trim();
        let unreadable = |source| MoveError::Unreadable {
            text: excerpt(trimmed),
            source,
        };
        let is_takes = |letter| matches!(letter, ':' | 'x' | 'X' | '×');
        let capture = trimmed.contains(is_takes);
        let separator = |letter| {
            if capture {
                is_takes(letter)
            } else {
                letter == '-'
            }
        };
        // Longer than any move, so that a hostile text is not read to its end.
        let squares = trimmed
            .split(separator)
            .take(crate::moves::LONGEST + 2)
            .map(|square| Square::parse(square.trim(), board))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|source| unreadable(Some(source)))?;
        if squares.len() < 2 || (!capture && squares.len() > 2) {
            return Err(unreadable(None));
        }
        Ok(Self { squares, capture })
    }

    /// The square it starts from.
    fn from(&self) -> Square {
        self.squares[0]
    }

    /// Whether it writes every square of the move.
    fn is_exactly(&self, legal: &Move) -> bool {
        self.capture == legal.is_capture()
            && self.from() == legal.from()
            && self.squares[1..] == *legal.landings()
    }

    /// Whether it starts and ends as the move does and leaves only landing squares out.
    fn fits(&self, legal: &Move) -> bool {
        let mut landings = legal.landings().iter();
        self.capture == legal.is_capture()
            && self.from() == legal.from()
            && self.squares.last() == Some(&legal.to())
            && self.squares[1..]
                .iter()
                .all(|square| landings.any(|landing| landing == square))
    }

    /// Whether it breaks the move off half-way.
    fn stops_short_of(&self, legal: &Move) -> bool {
        self.capture
            && legal.is_capture()
            && self.from() == legal.from()
            && self.squares.len() <= legal.landings().len()
            && legal.landings().starts_with(&self.squares[1..])
    }
}

/// Why a text is not accepted as a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// It is no move at all.
    #[error("\"{text}\" is not a move{}: write it like c3-d4, c5:e3:g5, 22-18 or 27x16x7", because(source.as_ref()))]
    Unreadable {
        /// What was written.
        text: String,
        /// The square that could not be read, if that is the fault.
        source: Option<SquareError>,
    },
    /// The rules forbid it.
    #[error("{text} is not legal: {why}")]
    Illegal {
        /// What was written.
        text: String,
        /// What stands against it.
        why: Fault,
    },
    /// Several legal moves are written so in short.
    #[error("{text} could be any of {}: write out the squares in between", listed(&self.candidates_text()))]
    Ambiguous {
        /// What was written.
        text: String,
        /// The legal moves that fit.
        candidates: Vec<Move>,
        /// The board, to write the candidates.
        board: BoardSize,
        /// The notation to write the candidates in.
        notation: Notation,
    },
}

impl MoveError {
    /// The legal moves among which an ambiguous text does not choose, written in full
    /// and sorted.
    #[must_use]
    pub fn candidates_text(&self) -> Vec<String> {
        match self {
            Self::Ambiguous {
                candidates,
                board,
                notation,
                ..
            } => {
                let texts = candidates
                    .iter()
                    .map(|legal| legal.to_text(*board, *notation));
                let mut texts: Vec<String> = texts.collect();
                texts.sort();
                texts
            }
            Self::Unreadable { .. } | Self::Illegal { .. } => Vec::new(),
        }
    }
}

/// A list for a message, which has to stay readable.
fn listed(texts: &[String]) -> String {
    const SHOWN: usize = 12;
    match texts.get(..SHOWN) {
        Some(shown) if texts.len() > SHOWN => {
            format!("{} and {} more", shown.join(", "), texts.len() - SHOWN)
        }
        _ => texts.join(", "),
    }
}

fn because(source: Option<&SquareError>) -> String {
    source
        .map(|source| format!(" ({source})"))
        .unwrap_or_default()
}

/// What stands against a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Fault {
    /// The square it starts from is empty.
    #[error("there is no piece on its first square")]
    NoPiece,
    /// The piece is the opponent's.
    #[error("that piece is the opponent's")]
    NotYours,
    /// There is something to take.
    #[error("capture is compulsory")]
    CaptureCompulsory,
    /// Another capture takes more.
    #[error("another capture takes more pieces, and the most must be taken")]
    MostCompulsory,
    /// The series can be gone on with.
    #[error("the capture has to go on while there is something to take")]
    GoesOn,
    /// It is written as a capture, and there is none.
    #[error("there is nothing to take")]
    NothingToTake,
    /// The piece does not move so.
    #[error("that piece cannot go there")]
    Unreachable,
}

impl Position {
    /// Finds the legal move that a text means: the move that it writes in full, else the only one
    /// that it is a short form of.
    ///
    /// # Errors
    ///
    /// When the text is no move, no legal move fits it, or several do.
    pub fn find_move(&self, ruleset: &Ruleset, text: &str) -> Result<Move, MoveError> {
        let wanted = MoveText::parse(text, ruleset.board)?;
        let legal = self.legal_moves(ruleset);
        if let Some(exact) = legal.iter().find(|legal| wanted.is_exactly(legal)) {
            return Ok(*exact);
        }
        let fitting: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|legal| wanted.fits(legal))
            .collect();
        let text = excerpt(text.trim());
        match fitting[..] {
            [only] => Ok(only),
            [] => {
                let why = self.fault(ruleset, &wanted, &legal);
                Err(MoveError::Illegal { text, why })
            }
            _ => Err(MoveError::Ambiguous {
                text,
                candidates: fitting,
                board: ruleset.board,
                notation: ruleset.notation,
            }),
        }
    }

    /// What stands against a move that is not among the legal ones.
    fn fault(&self, ruleset: &Ruleset, wanted: &MoveText, legal: &[Move]) -> Fault {
        let must_take = legal.iter().any(Move::is_capture);
        match self.piece_at(wanted.from()) {
            None => return Fault::NoPiece,
            Some(piece) if piece.side != self.side_to_move() => return Fault::NotYours,
            Some(_) => {}
        }
        if must_take && !wanted.capture {
            return Fault::CaptureCompulsory;
        }
        if !must_take && wanted.capture {
            return Fault::NothingToTake;
        }
        if legal.iter().any(|legal| wanted.stops_short_of(legal)) {
            return Fault::GoesOn;
        }
        if ruleset.capture_choice == CaptureChoice::Most {
            let free_choice = Ruleset {
                capture_choice: CaptureChoice::Any,
                ..*ruleset
            };
            if movegen::moves(self, &free_choice)
                .iter()
                .any(|other| wanted.fits(other))
            {
                return Fault::MostCompulsory;
            }
        }
        Fault::Unreachable
    }
}
