//! Whole games as text: Portable Draughts Notation (rule book §8).
//!
//! [`read`] takes what is in circulation: several games in a file, either notation, comments,
//! annotations, variations (skipped), the results of every habit. A game with a fault gives an
//! error that says where, and the games around it are still read. [`Record::write`] writes one
//! form: tags, moves in full in the ruleset's own notation, lines of at most 80 characters.
//!
//! Boosts (rule book §6) are commands in comments, `{[%rocket d6]}`, `{[%shield c3]}` and
//! `{[%recon]}`, between the moves that they were used between. Sabotage makes a move, which stands
//! among the others and counts as one of them, with `{[%sabotage]}` right behind it. So whoever
//! knows nothing of boosts finds every ply and comments.
//!
//! ```
//! use draughts::{Ruleset, pdn};
//!
//! let russian = Ruleset::by_id("russian").ok_or("no such ruleset")?;
//! let text = "[White \"Lee\"]\n\n1. c3-d4 {quiet} f6-g5 2. 23-19 g5:c5 *";
//! for record in pdn::read(text, russian) {
//!     let record = record?;
//!     assert_eq!(record.tag("White"), Some("Lee"));
//!     assert_eq!(record.moves().count(), 4);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod command;
mod lexer;
mod play;
mod reader;
mod writer;

use thiserror::Error;

use crate::combat::{Action, Refused};
use crate::fen::FenError;
use crate::find::MoveError;
use crate::moves::Move;
use crate::notation::SquareError;
use crate::outcome::GameResult;
use crate::position::Position;
use crate::ruleset::Ruleset;

pub use command::holds_boost;
pub use reader::read;

/// A game as it is kept in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The tags, in order, such as `Event` and `White`. Those that follow from the other fields
    /// (`Result`, `GameType`, `Ruleset`, `SetUp`, `FEN`) are not kept here.
    pub tags: Vec<(String, String)>,
    /// The ruleset.
    pub ruleset: &'static Ruleset,
    /// The position before the first move.
    pub start: Position,
    /// The moves and the boosts.
    pub actions: Vec<Action>,
    /// The comments, in order.
    pub comments: Vec<Comment>,
    /// The result; `None` for a game that is not over or whose end is not known.
    pub result: Option<GameResult>,
}

/// A comment on a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// How many plies come before it.
    pub after: usize,
    /// What it says.
    pub text: String,
}

impl Record {
    /// A game without moves.
    #[must_use]
    pub const fn new(ruleset: &'static Ruleset, start: Position) -> Self {
        Self {
            tags: Vec::new(),
            ruleset,
            start,
            actions: Vec::new(),
            comments: Vec::new(),
            result: None,
        }
    }

    /// The plies, whoever made them.
    pub fn moves(&self) -> impl Iterator<Item = &Move> {
        self.actions.iter().filter_map(Action::ply)
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(tag, _)| tag == name)
            .map(|(_, value)| value.as_str())
    }

    /// Whether a tag follows from the other fields.
    fn is_derived(tag: &str) -> bool {
        ["Result", "GameType", "Ruleset", "SetUp", "FEN"].contains(&tag)
    }
}

/// A fault in a file, and where it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct PdnError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: PdnFault,
}

/// What is wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PdnFault {
    /// Something that is not part of the notation.
    #[error("\"{0}\" has no meaning here")]
    Unexpected(String),
    /// A tag that is not `[Name "value"]` on one line.
    #[error("a tag is written [Name \"value\"]")]
    Tag,
    /// A comment or variation that does not end.
    #[error("\"{0}\" is opened and never closed")]
    Unclosed(char),
    /// A `Ruleset` tag that names none.
    #[error("there is no ruleset \"{0}\"")]
    Ruleset(String),
    /// A `GameType` tag of a game that is not played here.
    #[error("GameType \"{0}\" is none of 20, 21, 25 and 26")]
    GameType(String),
    /// A set-up that is no position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move that is refused.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A move after a rocket that has hit the last piece.
    #[error("the game is over: the rocket hit the last piece")]
    Over,
    /// A boost that is refused.
    #[error(transparent)]
    Boost(#[from] Refused),
    /// A boost on something that is no square.
    #[error("a boost on no square: {0}")]
    Target(#[from] SquareError),
    /// A mark of sabotage that belongs to no move.
    #[error("[%sabotage] stands right behind the move that it marks")]
    Sabotage,
}
