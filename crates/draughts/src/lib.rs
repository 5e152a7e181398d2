//! The game of draughts: boards, moves, draws, notation and records of games.
//!
//! The crate is pure: no I/O, no clock, no randomness. It knows nine rulesets, each a row of
//! parameters in [`RULESETS`].
//!
//! ```
//! use draughts::{Game, GameResult, Notation, Position, Reason, Ruleset};
//!
//! let russian = Ruleset::by_id("russian").ok_or("no such ruleset")?;
//! let mut game = Game::start(russian);
//! assert_eq!(game.legal_moves().len(), 7);
//!
//! // A move is read in either notation and in short; it comes back in full.
//! game.play_text("c3-d4")?;
//! let answer = game.play_text("11-16")?;
//! assert_eq!(answer.to_text(russian.board, Notation::Algebraic), "f6-g5");
//!
//! // A position is enough to go on from.
//! let position = Position::from_fen("W:Wh6:Bg7,c5,d2", russian)?;
//! let mut game = Game::from_position(russian, position);
//! let taken = game.play_text("h6:e1")?;
//! assert_eq!(taken.to_text(russian.board, Notation::Algebraic), "h6:f8:b4:e1");
//! assert!(taken.crowns());
//! assert_eq!(game.position().to_fen(russian.board, Notation::Algebraic), "B:WKe1:B");
//!
//! let end = game.outcome().ok_or("the game goes on")?;
//! assert_eq!((end.result, end.reason), (GameResult::WhiteWins, Reason::NoPieces));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bitboard;
mod board;
pub mod combat;
mod direction;
mod draws;
mod fen;
mod find;
mod game;
mod history;
mod movegen;
mod moves;
mod notation;
mod outcome;
pub mod pdn;
pub mod perft;
mod position;
mod ruleset;
mod side;
mod square;

pub use bitboard::{Bitboard, Squares};
pub use board::BoardSize;
pub use direction::Direction;
pub use draws::{DrawCondition, DrawRule, Ending, double_road};
pub use fen::FenError;
pub use find::{Fault, MoveError};
pub use game::{Game, HistoryMismatch, PlayError};
pub use history::History;
pub use moves::{Effect, Move};
pub use notation::{Notation, SquareError};
pub use outcome::{GameResult, Outcome, Reason};
pub use position::{Kind, Piece, Position};
pub use ruleset::{CaptureChoice, KingLanding, Objective, Promotion, RULESETS, Ruleset};
pub use side::Side;
pub use square::Square;
