//! The JSON of the API, and how it comes from the services' messages.

mod event;
mod game;
mod moves;
mod requests;
mod ruleset;
mod values;

pub(crate) use event::{GameEvent, WatchMessage};
pub(crate) use game::{Game, Seat};
pub(crate) use moves::LegalMoves;
pub(crate) use requests::{CreateGame, PlayMove, Resign};
pub(crate) use ruleset::{Mode, Modes, Rulesets};
pub(crate) use values::Notation;
