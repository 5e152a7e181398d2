//! A game and all that can happen to it. Pure: time, and what the rules service said, are passed in.
//!
//! A game is how it began and the list of what has happened since; its state is what the list
//! leads to. So nothing that follows is kept twice, any moment of the past can be told again, and a
//! game's version is the number of its events.

mod action;
mod boost;
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

pub use action::{Action, Deed, Ply};
pub use boost::{Boost, BoostCounts, Boosted, Effect, Lack};
pub use clock::{Clock, ClockRule, Due};
pub use decide::{
    Allowed, Command, Decision, Refusal, Turn, decide, may_boost, may_move, may_use, overdue,
};
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
    /// How often a player may use each boost; `None` where there are none.
    pub boosts: Option<BoostCounts>,
    /// Whether its mode is for a person against a bot alone.
    pub only_with_bots: bool,
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
    /// The side to move calls for a boost, which is being paid for. The next entry says what came of
    /// it, or ends the game.
    BoostCalled(Box<Boosted>),
    /// The side to move used a boost: the one called for, or a bot's, which is not paid for.
    BoostUsed(Box<Boosted>),
    /// The boost called for cannot be had.
    BoostRefused {
        /// Which it was.
        boost: Boost,
        /// Why not.
        lack: Lack,
    },
}

/// A game as it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    beginning: Beginning,
    /// The position now, with what the draw rules remember.
    position: Position,
    /// The position to which the boost in flight will lead.
    pending: Option<Position>,
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
            pending: None,
            entries: Vec::new(),
            state,
        }
    }

    /// A game out of what has happened in it. `position` is the one after the last action, `pending`
    /// the one to which a boost in flight will lead.
    #[must_use]
    pub fn from_entries(
        beginning: Beginning,
        position: Position,
        pending: Option<Position>,
        entries: Vec<Entry>,
    ) -> Self {
        let mut state = State::new(&beginning);
        for entry in &entries {
            state.follow(&beginning.seats, entry);
        }
        Self {
            beginning,
            position,
            pending,
            entries,
            state,
        }
    }

    /// The game after one more entry. A move leads to `position`, and so does a boost that is used; one
    /// that was called for leads to the position that its call was given.
    #[must_use]
    pub fn after(&self, entry: Entry, position: Option<Position>) -> Self {
        let mut next = self.clone();
        next.state.follow(&next.beginning.seats, &entry);
        let called = next.pending.take();
        match entry.happening {
            Happening::BoostCalled(_) => next.pending = position,
            Happening::BoostUsed(_) => {
                next.position = position.or(called).unwrap_or(next.position);
            }
            _ => next.position = position.unwrap_or(next.position),
        }
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

    /// The position to which the boost in flight will lead.
    #[must_use]
    pub fn pending(&self) -> Option<&Position> {
        self.pending.as_ref()
    }

    /// The boost that is being paid for, and the version at which it was called for.
    #[must_use]
    pub fn in_flight(&self) -> Option<(u64, &Boosted)> {
        let last = self.entries.last().filter(|_| self.state.in_flight)?;
        match &last.happening {
            Happening::BoostCalled(boosted) => Some((self.version(), boosted)),
            _ => None,
        }
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

    /// The moves and boosts in order.
    pub fn actions(&self) -> impl Iterator<Item = Action<'_>> {
        let (mut number, mut plies, mut to_move) = (0, 0, self.beginning.first);
        (2..)
            .zip(&self.entries)
            .filter_map(move |(version, entry)| {
                let (side, plies_before) = (to_move, plies);
                let deed = match &entry.happening {
                    Happening::Moved { text, .. } => {
                        (plies, to_move) = (plies + 1, side.other());
                        Deed::Move(text)
                    }
                    Happening::BoostUsed(boosted) => {
                        plies += u32::from(boosted.boost == Boost::Sabotage);
                        Deed::Boost(boosted)
                    }
                    _ => return None,
                };
                number += 1;
                Some(Action {
                    number,
                    plies_before,
                    side,
                    at: entry.at,
                    version,
                    deed,
                })
            })
    }

    /// What moved on the board, in order.
    pub fn moves(&self) -> impl Iterator<Item = Ply<'_>> {
        self.actions().filter_map(|action| action.ply())
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

    /// The boosts that the bot to move may still use: rocket and sabotage, for a hard one where games
    /// are for bots alone (rule book, section 6).
    #[must_use]
    pub fn bot_boosts(&self) -> Vec<Boost> {
        let may = self.beginning.only_with_bots && self.bot_to_move() == Some(Level::Hard);
        let side = self.state.to_move;
        let boosts = [Boost::Rocket, Boost::Sabotage].into_iter();
        boosts
            .filter(|boost| may && self.boosts_left(side, *boost) > 0)
            .collect()
    }

    /// How often a side may still use a boost.
    #[must_use]
    pub fn boosts_left(&self, side: Side, boost: Boost) -> u32 {
        let limits = self.beginning.boosts.unwrap_or_default();
        limits
            .of(boost)
            .saturating_sub(self.state.used(side).of(boost))
    }

    /// When time alone makes something happen next; never once it is over, nor while a boost is in
    /// flight.
    #[must_use]
    pub fn next_due(&self) -> Option<Timestamp> {
        if self.state.outcome.is_some() || self.state.in_flight {
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
