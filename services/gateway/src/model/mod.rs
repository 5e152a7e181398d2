//! The JSON of the API, and how it comes from the services' messages.

mod analysis;
mod boosts;
mod clock;
mod event;
mod game;
mod identity;
mod matchmaking;
mod moves;
mod names;
mod player;
mod rating;
mod ratings;
mod requests;
mod ruleset;
mod shop;
mod values;

pub(crate) use analysis::{Analyse, Analysis, AskHint, Hint};
pub(crate) use boosts::{BoostOptions, UseBoost};
pub(crate) use event::{GameEvent, WatchMessage};
pub(crate) use game::{Game, Rematch, Seat};
pub(crate) use identity::{
    Account, Credentials, Done, Player, RefreshToken, Rename, SignedIn, Tokens,
};
pub(crate) use matchmaking::{
    CancelAnswer, CreateInvite, InQueue, Invite, InviteMessage, Lobby, Match, QueueMessage, Queues,
};
pub(crate) use moves::{LegalMoves, Positions, Step};
pub(crate) use names::Names;
pub(crate) use player::{GamesPage, PlayerMessage};
pub(crate) use ratings::{Changes, Leaderboard, PlayerRatings, Pools, Seasons};
pub(crate) use requests::{ByPlayer, CreateGame, GamesFilter, PlayMove, Resign};
pub(crate) use ruleset::{Modes, Rulesets};
pub(crate) use shop::{Buy, Catalogue, Ledger, Purchase, Wallet};
pub(crate) use values::Notation;
