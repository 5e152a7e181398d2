//! Search: what the moves of a position are worth, in every ruleset.
//!
//! The crate is pure: no I/O, no clock, no randomness. How long it may think is said by
//! [`Limits`], whose `stop` is where a caller's clock and cancellation come in. The same position
//! with the same limits on depth and nodes always gives the same answer.
//!
//! ```
//! use draughts::{Game, Notation, Position, Ruleset};
//! use engine::{Limits, Verdict, analyse};
//!
//! let russian = Ruleset::by_id("russian").ok_or("no such ruleset")?;
//! let position = Position::from_fen("W:Wc3,e3:Bd6", russian)?;
//! let game = Game::from_position(russian, position);
//! let analysis = analyse(&game, 1, &Limits::depth(8));
//! let best = &analysis.lines[0];
//! assert!(matches!(best.score.verdict(), Verdict::WinsIn(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod boosts;
mod evaluation;
mod limits;
mod ordering;
mod path;
mod score;
mod search;
mod table;

pub use analysis::{Analysis, Line, analyse};
pub use boosts::{Boosts, Help, judge};
pub use evaluation::evaluate;
pub use limits::Limits;
pub use score::{Score, Verdict};
