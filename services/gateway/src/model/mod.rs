//! The JSON of the API, and how it comes from the services' messages.

mod clock;
mod event;
mod game;
mod identity;
mod moves;
mod player;
mod rating;
mod requests;
mod ruleset;
mod values;

pub(crate) use event::{GameEvent, WatchMessage};
pub(crate) use game::{Game, Rematch, Seat};
pub(crate) use identity::{
    Account, Credentials, Done, Player, RefreshToken, Rename, SignedIn, Tokens,
};
pub(crate) use moves::LegalMoves;
pub(crate) use player::{GamesPage, PlayerMessage};
pub(crate) use requests::{ByPlayer, CreateGame, GamesFilter, PlayMove, Resign};
pub(crate) use ruleset::{Modes, Rulesets};
pub(crate) use values::Notation;
