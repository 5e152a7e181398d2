//! A rating as it is stored.

use store::records::sqlx::any::AnyRow;
use store::records::sqlx::{self, Row as _};

use crate::rating::{Place, Rated, Rule, Standing};

/// What is read of a rating, for `SELECT`; from [`FROM`].
pub(super) const COLUMNS: &str = "ratings.player, ratings.season, value, deviation, volatility, \
    peak, wins, draws, losses, streak, best_streak, first_ms, rated_ms, place, on_board, stamp, \
    changed_ms, rating_seasons.closed_ms";

/// A rating with its season.
pub(super) const FROM: &str = "ratings JOIN rating_seasons \
    ON rating_seasons.pool = ratings.pool AND rating_seasons.number = ratings.season";

/// A player's rating in a pool and season.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) player: String,
    pub(crate) standing: Standing,
    pub(super) season: i64,
    /// When its season was closed; `None` while it goes on.
    pub(super) closed_ms: Option<i64>,
    pub(super) place: Place,
    pub(super) on_board: bool,
    /// The transaction that wrote it, and when.
    pub(super) stamp: u64,
    pub(super) changed_ms: i64,
}

impl Row {
    pub(super) fn read(row: &AnyRow) -> Result<Self, sqlx::Error> {
        let count = |name| -> Result<u32, sqlx::Error> {
            let count: i64 = row.try_get(name)?;
            u32::try_from(count).map_err(undecodable)
        };
        let streak: i64 = row.try_get("streak")?;
        let stamp: i64 = row.try_get("stamp")?;
        let on_board: i64 = row.try_get("on_board")?;
        let place: String = row.try_get("place")?;
        let last_ms = row.try_get("rated_ms")?;
        let standing = Standing {
            value: row.try_get("value")?,
            deviation: row.try_get("deviation")?,
            volatility: row.try_get("volatility")?,
            as_of_ms: last_ms,
            peak: row.try_get("peak")?,
            wins: count("wins")?,
            draws: count("draws")?,
            losses: count("losses")?,
            streak: i32::try_from(streak).map_err(undecodable)?,
            best_streak: count("best_streak")?,
            rated: Some(Rated {
                first_ms: row.try_get("first_ms")?,
                last_ms,
            }),
        };
        Ok(Self {
            player: row.try_get("player")?,
            standing,
            season: row.try_get("season")?,
            closed_ms: row.try_get("closed_ms")?,
            place: Place::parse(&place)
                .ok_or_else(|| undecodable(format!("`{place}` is no place")))?,
            on_board: on_board == 1,
            stamp: u64::try_from(stamp).map_err(undecodable)?,
            changed_ms: row.try_get("changed_ms")?,
        })
    }

    /// What the player has in the season that goes on.
    pub(super) fn carried(&self, rule: Rule) -> Standing {
        match self.closed_ms {
            Some(closed_ms) => rule.carry(&self.standing, closed_ms),
            None => self.standing.clone(),
        }
    }
}

/// The row holds what was never written.
pub(super) fn undecodable(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> sqlx::Error {
    sqlx::Error::Decode(why.into())
}
