//! A game and all that can happen to it. Pure: time, and what the rules service said, are passed in.

mod decide;
#[cfg(test)]
mod tests;

use std::time::Duration;

use proto::bots::v1::Level;
use proto::rules::v1::{Outcome, Position};
use store::Timestamp;

pub use decide::{Allowed, Change, Command, Refusal, Turn, decide, turn};

/// A game without a clock in which nobody moves for this long is over (rule book, section 5).
pub const ABANDONED_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The light pieces.
    White,
    /// The dark pieces.
    Black,
}

impl Side {
    /// The side across the board.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person, by player id.
    Player(String),
    /// A bot of this strength.
    Bot(Level),
}

/// Who plays which side. One player may sit on both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats {
    /// Who plays White.
    pub white: Seat,
    /// Who plays Black.
    pub black: Seat,
}

impl Seats {
    /// Who plays a side.
    #[must_use]
    pub fn of(&self, side: Side) -> &Seat {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Whether a player sits on a side.
    #[must_use]
    pub fn holds(&self, player: &str, side: Side) -> bool {
        matches!(self.of(side), Seat::Player(id) if id == player)
    }

    /// The sides a player sits on.
    pub fn sides_of(&self, player: &str) -> impl Iterator<Item = Side> {
        [Side::White, Side::Black]
            .into_iter()
            .filter(move |side| self.holds(player, *side))
    }

    /// Whether a bot sits on a side.
    #[must_use]
    pub fn is_bot(&self, side: Side) -> bool {
        matches!(self.of(side), Seat::Bot(_))
    }
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// In full, in the ruleset's own notation.
    pub text: String,
    /// When.
    pub at: Timestamp,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// Result and reason.
    pub outcome: Outcome,
    /// What ended it.
    pub cause: Cause,
    /// When.
    pub at: Timestamp,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Its last move.
    Move,
    /// A side gave up.
    Resignation(Side),
    /// Nobody moved.
    Abandonment,
}

/// A game as it stands. Its version is 1 at the start and grows by one with every event.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The mode, if it was created by one.
    pub mode: Option<String>,
    /// The ruleset.
    pub ruleset: String,
    /// Who plays which side.
    pub seats: Seats,
    /// The position it started from.
    pub start_fen: String,
    /// The side that moved first.
    pub first: Side,
    /// The position now, with what the draw rules remember.
    pub position: Position,
    /// Whose turn it is.
    pub to_move: Side,
    /// The moves.
    pub moves: Vec<Move>,
    /// Its end.
    pub ending: Option<Ending>,
    /// When it was created.
    pub created_at: Timestamp,
}

impl Game {
    /// The number of events that made it what it is: its creation, each move, and an end that
    /// wasn't a move.
    #[must_use]
    pub fn version(&self) -> u64 {
        let closed = self
            .ending
            .as_ref()
            .is_some_and(|ending| ending.cause != Cause::Move);
        1 + self.moves.len() as u64 + u64::from(closed)
    }

    /// Moves played.
    #[must_use]
    pub fn ply(&self) -> u32 {
        u32::try_from(self.moves.len()).unwrap_or(u32::MAX)
    }

    /// The side that plays a ply, counted from 1.
    #[must_use]
    pub fn side_at(&self, ply: u32) -> Side {
        if ply % 2 == 1 {
            self.first
        } else {
            self.first.other()
        }
    }

    /// When it last changed.
    #[must_use]
    pub fn updated_at(&self) -> Timestamp {
        match (&self.ending, self.moves.last()) {
            (Some(ending), _) => ending.at,
            (None, Some(last)) => last.at,
            (None, None) => self.created_at,
        }
    }

    /// When it will count as abandoned; never once it is over.
    #[must_use]
    pub fn abandoned_at(&self) -> Option<Timestamp> {
        self.ending
            .is_none()
            .then(|| self.updated_at() + ABANDONED_AFTER)
    }

    /// The strength of the bot whose turn it is, if it is a bot's.
    #[must_use]
    pub fn bot_to_move(&self) -> Option<Level> {
        match (&self.ending, self.seats.of(self.to_move)) {
            (None, Seat::Bot(level)) => Some(*level),
            _ => None,
        }
    }
}

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The game's version after it.
    pub version: u64,
    /// When it happened.
    pub at: Timestamp,
    /// What happened.
    pub happening: Happening,
    /// How it ended the game, if it did.
    pub outcome: Option<Outcome>,
}

/// What can happen in a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// A move was played.
    Moved {
        /// Its number, from 1.
        ply: u32,
        /// Who played it.
        side: Side,
        /// The move in full.
        text: String,
        /// The position after it.
        fen: String,
        /// Whose turn it is now.
        to_move: Side,
    },
    /// A side gave up.
    Resigned(Side),
    /// Nobody moved.
    Abandoned,
}
