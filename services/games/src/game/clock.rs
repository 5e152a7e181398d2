//! Clocks. A closed family, each kind with its rule above it; whoever runs a game only asks what is
//! due. A bot's time stands still: how long it thinks is the suite's own doing.

use std::time::Duration;

use serde::Deserialize;
use store::Timestamp;

use super::Side;

/// A rule by which the clock decides (rule book, section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum ClockRule {
    /// A time for each move. Whoever has not moved when it ends has missed the turn and gets the
    /// same time again; so many misses in a row lose. A move sets the misses back to none.
    Misses {
        /// Milliseconds for a move.
        move_ms: i64,
        /// So many in a row lose.
        misses: u32,
    },
    /// A time for each move; whoever runs out of it loses. One warning a turn before it ends.
    Warning {
        /// Milliseconds for a move.
        move_ms: i64,
        /// The warning comes when so many milliseconds are left.
        warning_ms: i64,
    },
    /// A time for the whole game that grows with each move; whoever runs out of it loses.
    Fischer {
        /// What each player starts with, in milliseconds.
        initial_ms: i64,
        /// What each move adds, in milliseconds.
        increment_ms: i64,
    },
}

/// No time on a clock is longer than a week.
const LONGEST_MS: i64 = 7 * 24 * 60 * 60 * 1000;

impl ClockRule {
    /// Says in words what is wrong with a rule.
    ///
    /// # Errors
    /// When a time is not between a millisecond and a week, or the warning is no part of it.
    pub fn check(self) -> Result<(), &'static str> {
        let is_time = |span: i64| (1..=LONGEST_MS).contains(&span);
        let fine = match self {
            Self::Misses { move_ms, misses } => is_time(move_ms) && (1..=100).contains(&misses),
            Self::Warning {
                move_ms,
                warning_ms,
            } => is_time(move_ms) && (1..move_ms).contains(&warning_ms),
            Self::Fischer {
                initial_ms,
                increment_ms,
            } => is_time(initial_ms) && (0..=LONGEST_MS).contains(&increment_ms),
        };
        fine.then_some(()).ok_or(
            "times run from 1 ms to a week, misses from 1 to 100, and a warning comes before the time ends",
        )
    }

    /// What a player has at the start.
    fn full(self) -> i64 {
        match self {
            Self::Misses { move_ms, .. } | Self::Warning { move_ms, .. } => move_ms,
            Self::Fischer { initial_ms, .. } => initial_ms,
        }
    }
}

/// What time alone makes happen to the side whose time runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Little time is left.
    Warning,
    /// The turn is missed, and the same time begins again.
    Miss,
    /// The game is lost.
    Flag,
}

/// Both players' times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    rule: ClockRule,
    /// Whose time runs, if anybody's does.
    running: Option<Side>,
    /// When it began to run.
    since: Timestamp,
    /// Milliseconds that each had then.
    left: [i64; 2],
    misses: [u32; 2],
    warned: bool,
}

impl Clock {
    /// A clock at the start of a game; nobody's time runs yet.
    #[must_use]
    pub fn new(rule: ClockRule, at: Timestamp) -> Self {
        let full = rule.full();
        Self {
            rule,
            running: None,
            since: at,
            left: [full; 2],
            misses: [0; 2],
            warned: false,
        }
    }

    /// The rule.
    #[must_use]
    pub fn rule(&self) -> ClockRule {
        self.rule
    }

    /// Whose time runs, if anybody's does.
    #[must_use]
    pub fn running(&self) -> Option<Side> {
        self.running
    }

    /// Milliseconds that a side has left at a moment.
    #[must_use]
    pub fn left(&self, side: Side, now: Timestamp) -> i64 {
        let left = self.left[index(side)];
        if self.running == Some(side) {
            (left - self.spent(now)).max(0)
        } else {
            left
        }
    }

    /// How many turns in a row a side has missed.
    #[must_use]
    pub fn misses(&self, side: Side) -> u32 {
        self.misses[index(side)]
    }

    /// The last moment at which the side to move may still move; `None` while nobody's time runs.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        let left = self.left[index(self.running?)];
        Some(Timestamp(self.since.0.saturating_add(left)))
    }

    /// When time alone makes something happen next, and what.
    #[must_use]
    pub fn next(&self) -> Option<(Timestamp, Due)> {
        let deadline = self.deadline()?;
        match self.rule {
            ClockRule::Warning { warning_ms, .. } if !self.warned => {
                return Some((Timestamp(deadline.0 - warning_ms), Due::Warning));
            }
            _ => {}
        }
        // A move at the deadline itself is still in time.
        let passed = deadline + Duration::from_millis(1);
        let side = self.running?;
        match self.rule {
            ClockRule::Misses { misses, .. } if self.misses[index(side)] + 1 < misses => {
                Some((passed, Due::Miss))
            }
            _ => Some((passed, Due::Flag)),
        }
    }

    /// The time of a side begins to run.
    pub(super) fn start(&mut self, side: Side, at: Timestamp) {
        self.running = Some(side);
        self.since = at;
    }

    /// Nobody's time runs any more.
    pub(super) fn stop(&mut self, at: Timestamp) {
        if let Some(side) = self.running.take() {
            self.left[index(side)] = (self.left[index(side)] - (at.0 - self.since.0)).max(0);
        }
    }

    /// A side has moved: its time stops, and is what it will have in its next turn.
    pub(super) fn moved(&mut self, side: Side, at: Timestamp) {
        self.stop(at);
        if let ClockRule::Fischer { increment_ms, .. } = self.rule {
            self.left[index(side)] += increment_ms;
        }
        self.renew(side);
    }

    /// A side's turn begins anew: what it has for each move is full again. A time for the whole game
    /// goes on.
    pub(super) fn renew(&mut self, side: Side) {
        if let ClockRule::Misses { move_ms, .. } | ClockRule::Warning { move_ms, .. } = self.rule {
            self.left[index(side)] = move_ms;
        }
        self.misses[index(side)] = 0;
        self.warned = false;
    }

    /// The side to move has missed its turn and gets the same time again.
    pub(super) fn missed(&mut self) {
        if let (Some(side), Some(deadline)) = (self.running, self.deadline()) {
            self.misses[index(side)] += 1;
            self.left[index(side)] = self.rule.full();
            self.since = deadline;
        }
    }

    /// The side to move has been warned.
    pub(super) fn warned(&mut self) {
        self.warned = true;
    }

    /// The side to move gets time back.
    pub(super) fn give_back(&mut self, span: Duration) {
        self.since = self.since + span;
    }

    /// Since when the present time runs.
    pub(super) fn since(&self) -> Option<Timestamp> {
        self.running.map(|_| self.since)
    }

    fn spent(&self, now: Timestamp) -> i64 {
        // Time that was given back may lie ahead.
        (now.0 - self.since.0).max(0)
    }
}

fn index(side: Side) -> usize {
    match side {
        Side::White => 0,
        Side::Black => 1,
    }
}
