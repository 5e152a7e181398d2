//! A game and all that can happen to it. Pure: time, and what the rules service said, are passed in.
//!
//! A game is how it began and the list of what has happened since; its state is what the list
//! leads to. So nothing that follows is kept twice, any moment of the past can be told again, and a
//! game's version is the number of its events.

mod clock;
mod decide;
mod outage;
mod rating;
mod state;
#[cfg(test)]
mod tests;

use std::time::Duration;

use proto::bots::v1::Level;
use proto::rules::v1::{Outcome, Position};
use store::Timestamp;

pub use clock::{Clock, ClockRule, Due};
pub use decide::{Allowed, Command, Decision, Refusal, Turn, decide, may_move, overdue};
pub use outage::{Outage, Outages};
pub use rating::{RatingChange, RatingChanges, counts};
pub use state::State;

/// A game whose clock does not run and in which nobody moves for this long is over (rule book,
/// section 5).
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

    /// The people who play, each once.
    pub fn players(&self) -> impl Iterator<Item = &str> {
        let id = |side| match self.of(side) {
            Seat::Player(id) => Some(id.as_str()),
            Seat::Bot(_) => None,
        };
        let white = id(Side::White);
        white
            .into_iter()
            .chain(id(Side::Black).filter(move |black| white != Some(black)))
    }

    /// Whether a bot sits on a side.
    #[must_use]
    pub fn is_bot(&self, side: Side) -> bool {
        matches!(self.of(side), Seat::Bot(_))
    }

    /// Whether a bot plays.
    #[must_use]
    pub fn with_bot(&self) -> bool {
        self.is_bot(Side::White) || self.is_bot(Side::Black)
    }

    /// The same players with the colours swapped.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Self {
            white: self.black.clone(),
            black: self.white.clone(),
        }
    }
}

/// How a game began.
#[derive(Clone, Debug, PartialEq)]
pub struct Beginning {
    /// The mode, if it was created by one.
    pub mode: Option<String>,
    /// The ruleset.
    pub ruleset: String,
    /// The clock, if it has one.
    pub clock: Option<ClockRule>,
    /// Who plays which side.
    pub seats: Seats,
    /// The position it started from.
    pub start_fen: String,
    /// The side that moved first.
    pub first: Side,
    /// The pool in which it is rated, if it is.
    pub pool: Option<String>,
    /// The game that this one is the rematch of.
    pub rematch_of: Option<String>,
    /// When it was created.
    pub created_at: Timestamp,
}

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// When.
    pub at: Timestamp,
    /// What.
    pub happening: Happening,
}

/// What can happen in a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// The side to move played a move, written in full, which may have ended the game.
    Moved {
        /// The move.
        text: String,
        /// How it ended the game, if it did.
        outcome: Option<Outcome>,
    },
    /// The side to move was warned that little time is left.
    Warned,
    /// The side to move missed its turn.
    Missed,
    /// The side to move ran out of time.
    TimedOut,
    /// The side to move got time back for an outage.
    GivenBack(Duration),
    /// A side offered a draw.
    DrawOffered(Side),
    /// The open draw offer was declined.
    DrawDeclined,
    /// The open draw offer was accepted.
    DrawAgreed,
    /// A side gave up.
    Resigned(Side),
    /// A side took the game back.
    Aborted(Side),
    /// Nobody moved.
    Abandoned,
    /// The result was rated.
    Rated(RatingChanges),
}

/// A game as it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    beginning: Beginning,
    /// The position now, with what the draw rules remember.
    position: Position,
    entries: Vec<Entry>,
    state: State,
}

impl Game {
    /// A new game.
    #[must_use]
    pub fn new(beginning: Beginning, position: Position) -> Self {
        let state = State::new(&beginning);
        Self {
            beginning,
            position,
            entries: Vec::new(),
            state,
        }
    }

    /// A game out of what has happened in it. `position` is the one after the last move.
    #[must_use]
    pub fn from_entries(beginning: Beginning, position: Position, entries: Vec<Entry>) -> Self {
        let mut state = State::new(&beginning);
        for entry in &entries {
            state.follow(&beginning.seats, entry);
        }
        Self {
            beginning,
            position,
            entries,
            state,
        }
    }

    /// The game after one more entry; a move leads to `position`.
    #[must_use]
    pub fn after(&self, entry: Entry, position: Option<Position>) -> Self {
        let mut next = self.clone();
        next.state.follow(&next.beginning.seats, &entry);
        next.position = position.unwrap_or(next.position);
        next.entries.push(entry);
        next
    }

    /// How it began.
    #[must_use]
    pub fn beginning(&self) -> &Beginning {
        &self.beginning
    }

    /// Who plays which side.
    #[must_use]
    pub fn seats(&self) -> &Seats {
        &self.beginning.seats
    }

    /// The position now, with what the draw rules remember.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What has happened, in order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What it all led to.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The number of events that made it what it is, its creation included.
    #[must_use]
    pub fn version(&self) -> u64 {
        1 + self.entries.len() as u64
    }

    /// The entries after a version, each with the version and the state that it led to.
    pub fn told_after(&self, version: u64) -> impl Iterator<Item = (u64, &Entry, State)> {
        let mut state = State::new(&self.beginning);
        (2..).zip(&self.entries).filter_map(move |(number, entry)| {
            state.follow(&self.beginning.seats, entry);
            (number > version).then(|| (number, entry, state.clone()))
        })
    }

    /// The moves in order, each with its number from 1, its side and its time.
    pub fn moves(&self) -> impl Iterator<Item = (u32, Side, &str, Timestamp)> {
        let moves = self
            .entries
            .iter()
            .filter_map(|entry| match &entry.happening {
                Happening::Moved { text, .. } => Some((text.as_str(), entry.at)),
                _ => None,
            });
        (1..)
            .zip(moves)
            .map(|(ply, (text, at))| (ply, self.side_at(ply), text, at))
    }

    /// The side that plays a ply, counted from 1.
    #[must_use]
    pub fn side_at(&self, ply: u32) -> Side {
        if ply % 2 == 1 {
            self.beginning.first
        } else {
            self.beginning.first.other()
        }
    }

    /// The strength of the bot whose turn it is, if it is a bot's.
    #[must_use]
    pub fn bot_to_move(&self) -> Option<Level> {
        match self.seats().of(self.state.to_move) {
            Seat::Bot(level) if self.state.outcome.is_none() => Some(*level),
            _ => None,
        }
    }

    /// Whether it has ended with a result that is still to be rated.
    #[must_use]
    pub fn awaits_rating(&self) -> bool {
        self.beginning.pool.is_some()
            && self.state.outcome.as_ref().is_some_and(counts)
            && self.state.rating.is_none()
    }

    /// Whether nothing can happen any more.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.state.outcome.is_some() && !self.awaits_rating()
    }

    /// When it ended, if it did; a rating that came later is no part of it.
    #[must_use]
    pub fn ended_at(&self) -> Option<Timestamp> {
        self.state.outcome.as_ref()?;
        let mut entries = self.entries.iter().rev();
        let end = entries.find(|entry| !matches!(entry.happening, Happening::Rated(_)))?;
        Some(end.at)
    }

    /// When time alone makes something happen next; never once it is over.
    #[must_use]
    pub fn next_due(&self) -> Option<Timestamp> {
        if self.state.outcome.is_some() {
            return None;
        }
        let by_clock = self
            .state
            .clock
            .as_ref()
            .and_then(Clock::next)
            .map(|(at, _)| at);
        Some(by_clock.unwrap_or(self.state.updated_at + ABANDONED_AFTER))
    }
}
