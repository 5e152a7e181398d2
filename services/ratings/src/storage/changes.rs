//! What games made of ratings, kept for good.

use store::records::Error;
use store::records::sqlx::any::AnyRow;
use store::records::sqlx::{self, AnyConnection, Row as _};

use super::Ledger;
use super::row::undecodable;
use crate::rating::{Outcome, Place};

/// What a game made of a player's rating.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Change {
    /// Its number among the player's.
    pub(crate) number: i64,
    pub(crate) game: String,
    pub(crate) pool: String,
    pub(crate) player: String,
    pub(crate) opponent: String,
    /// Whether the player had the white pieces.
    pub(crate) is_white: bool,
    pub(crate) outcome: Outcome,
    pub(crate) before: f64,
    pub(crate) after: f64,
    pub(crate) deviation: f64,
    pub(crate) ended_ms: i64,
    pub(crate) season: i64,
}

impl Ledger {
    /// A page of a player's changes, newest first, of those before a number: in a pool, or in all.
    pub(crate) async fn changes(
        &self,
        player: &str,
        pool: Option<&str>,
        before: i64,
        limit: usize,
    ) -> Result<Vec<Change>, Error> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.records
            .run("ratings.changes", async {
                let query = match pool {
                    Some(pool) => sqlx::query(
                        "SELECT * FROM rating_changes WHERE player = $1 AND number < $2 \
                     AND pool = $4 ORDER BY number DESC LIMIT $3",
                    )
                    .bind(player)
                    .bind(before)
                    .bind(limit)
                    .bind(pool),
                    None => sqlx::query(
                        "SELECT * FROM rating_changes WHERE player = $1 AND number < $2 \
                     ORDER BY number DESC LIMIT $3",
                    )
                    .bind(player)
                    .bind(before)
                    .bind(limit),
                };
                let rows = query.fetch_all(self.records.pool()).await?;
                rows.iter().map(read).collect()
            })
            .await
    }
}

/// A player's change by its number.
pub(super) async fn find(
    connection: &mut AnyConnection,
    player: &str,
    number: i64,
) -> Result<Change, sqlx::Error> {
    let row = sqlx::query("SELECT * FROM rating_changes WHERE player = $1 AND number = $2")
        .bind(player)
        .bind(number)
        .fetch_one(connection)
        .await?;
    read(&row)
}

/// Keeps a change, with the transaction that makes it and the place that it moves the player from.
pub(super) async fn keep(
    connection: &mut AnyConnection,
    change: &Change,
    stamp: i64,
    place_before: Option<&Place>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO rating_changes (player, number, pool, season, game, opponent, side, result, \
         before, after, deviation, ended_ms, stamp, place_before) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
    )
    .bind(&*change.player)
    .bind(change.number)
    .bind(&*change.pool)
    .bind(change.season)
    .bind(&*change.game)
    .bind(&*change.opponent)
    .bind(if change.is_white { WHITE } else { BLACK })
    .bind(name(change.outcome))
    .bind(change.before)
    .bind(change.after)
    .bind(change.deviation)
    .bind(change.ended_ms)
    .bind(stamp)
    .bind(place_before.map(Place::as_str))
    .execute(connection)
    .await?;
    Ok(())
}

const WHITE: &str = "white";
const BLACK: &str = "black";

/// An outcome's name in the tables.
pub(super) const fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::WhiteWins => "white_wins",
        Outcome::BlackWins => "black_wins",
        Outcome::Draw => "draw",
    }
}

fn outcome(name: &str) -> Option<Outcome> {
    [Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw]
        .into_iter()
        .find(|outcome| self::name(*outcome) == name)
}

fn read(row: &AnyRow) -> Result<Change, sqlx::Error> {
    let (side, result): (String, String) = (row.try_get("side")?, row.try_get("result")?);
    Ok(Change {
        number: row.try_get("number")?,
        game: row.try_get("game")?,
        pool: row.try_get("pool")?,
        player: row.try_get("player")?,
        opponent: row.try_get("opponent")?,
        is_white: side == WHITE,
        outcome: outcome(&result).ok_or_else(|| undecodable(format!("`{result}` is no result")))?,
        before: row.try_get("before")?,
        after: row.try_get("after")?,
        deviation: row.try_get("deviation")?,
        ended_ms: row.try_get("ended_ms")?,
        season: row.try_get("season")?,
    })
}
