//! Clocks.

use proto::games::v1 as games;
use proto::games::v1::clock_rule::Rule;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::game;

/// A rule by which the clock decides, told by its `kind`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[schema(example = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000}))]
pub(crate) enum ClockRule {
    /// A time for each move. Whoever has not moved when it ends has missed the turn and gets the
    /// same time again; so many misses in a row lose. A move sets the misses back to none.
    Misses {
        /// The time for a move, in milliseconds.
        move_ms: i64,
        /// So many misses in a row lose.
        misses: u32,
    },
    /// A time for each move, with one warning a turn before it ends; who runs out of it loses.
    Warning {
        /// The time for a move, in milliseconds.
        move_ms: i64,
        /// The warning comes when so many milliseconds are left.
        warning_ms: i64,
    },
    /// A time for the whole game that grows with each move; who runs out of it loses.
    Fischer {
        /// What each player starts with, in milliseconds.
        initial_ms: i64,
        /// What each move adds, in milliseconds.
        increment_ms: i64,
    },
}

impl ClockRule {
    fn read(rule: games::ClockRule) -> Option<Self> {
        Some(match rule.rule? {
            Rule::Misses(rule) => Self::Misses {
                move_ms: rule.move_ms,
                misses: rule.misses,
            },
            Rule::Warning(rule) => Self::Warning {
                move_ms: rule.move_ms,
                warning_ms: rule.warning_ms,
            },
            Rule::Fischer(rule) => Self::Fischer {
                initial_ms: rule.initial_ms,
                increment_ms: rule.increment_ms,
            },
        })
    }

    /// Reads a rule that may be missing; the outer `None` when it is there and cannot be read.
    #[expect(
        clippy::option_option,
        reason = "the outer one says whether it could be read, the inner one whether it is there"
    )]
    pub(super) fn read_optional(rule: Option<games::ClockRule>) -> Option<Option<Self>> {
        rule.map_or(Some(None), |rule| Self::read(rule).map(Some))
    }
}

impl From<ClockRule> for games::ClockRule {
    fn from(rule: ClockRule) -> Self {
        let rule = match rule {
            ClockRule::Misses { move_ms, misses } => {
                Rule::Misses(games::MissesRule { move_ms, misses })
            }
            ClockRule::Warning {
                move_ms,
                warning_ms,
            } => Rule::Warning(games::WarningRule {
                move_ms,
                warning_ms,
            }),
            ClockRule::Fischer {
                initial_ms,
                increment_ms,
            } => Rule::Fischer(games::FischerRule {
                initial_ms,
                increment_ms,
            }),
        };
        Self { rule: Some(rule) }
    }
}

/// Both players' times at a moment. A bot's time stands still.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "rule": {"kind": "misses", "move_ms": 60_000, "misses": 2},
    "now_ms": 1_790_000_001_000_i64, "white_ms": 60_000, "black_ms": 60_000,
    "white_misses": 0, "black_misses": 0, "deadline_ms": 1_790_000_061_000_i64,
}))]
pub(crate) struct Clock {
    /// The rule.
    rule: ClockRule,
    /// The moment for which the times hold, in Unix milliseconds of the store's clock: count down
    /// from here by a clock of your own.
    now_ms: i64,
    /// White's time left, in milliseconds.
    white_ms: i64,
    /// Black's time left, in milliseconds.
    black_ms: i64,
    /// How many turns in a row White has missed.
    white_misses: u32,
    /// How many turns in a row Black has missed.
    black_misses: u32,
    /// When the time of the side to move ends, in Unix milliseconds; left out while no time runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    deadline_ms: Option<i64>,
}

impl Clock {
    fn read(clock: games::Clock) -> Option<Self> {
        Some(Self {
            rule: ClockRule::read(clock.rule?)?,
            now_ms: game::millis(clock.now)?,
            white_ms: clock.white_ms,
            black_ms: clock.black_ms,
            white_misses: clock.white_misses,
            black_misses: clock.black_misses,
            deadline_ms: game::millis(clock.deadline),
        })
    }

    /// Reads a clock that may be missing; the outer `None` when it is there and cannot be read.
    #[expect(
        clippy::option_option,
        reason = "the outer one says whether it could be read, the inner one whether it is there"
    )]
    pub(super) fn read_optional(clock: Option<games::Clock>) -> Option<Option<Self>> {
        clock.map_or(Some(None), |clock| Self::read(clock).map(Some))
    }
}
