//! Keeping the blocks' numbers right, in the transaction that moves the players.

use std::collections::BTreeMap;

use store::records::sqlx::{self, AnyConnection, AssertSqlSafe, Row as _};

use super::row::undecodable;
use crate::blocks::Block;
use crate::rating::Place;

/// A player comes to a place of a leaderboard, or leaves it.
pub(super) struct Step<'a> {
    pub(super) pool: &'a str,
    pub(super) season: i64,
    pub(super) place: &'a Place,
    pub(super) by: i64,
}

/// Above every place: the end of the lowest block.
const BOTTOM: &str = "~";

/// Counts steps. Blocks are changed in their order, so that no two transactions wait for each other;
/// a move within a block changes none.
pub(super) async fn count(
    connection: &mut AnyConnection,
    steps: &[Step<'_>],
) -> Result<(), sqlx::Error> {
    if steps.is_empty() {
        return Ok(());
    }
    let firsts = blocks_of(connection, steps).await?;
    let mut changes: BTreeMap<(&str, i64, String), i64> = BTreeMap::new();
    for (step, first) in steps.iter().zip(firsts) {
        let key = (step.pool, step.season, first);
        *changes.entry(key).or_default() += step.by;
    }
    for ((pool, season, first), by) in changes {
        if by != 0 {
            sqlx::query(
                "UPDATE rating_blocks SET players = players + $1 \
                 WHERE pool = $2 AND season = $3 AND first = $4",
            )
            .bind(by)
            .bind(pool)
            .bind(season)
            .bind(first)
            .execute(&mut *connection)
            .await?;
        }
    }
    Ok(())
}

/// Where the block of each step begins, by one query.
async fn blocks_of(
    connection: &mut AnyConnection,
    steps: &[Step<'_>],
) -> Result<Vec<String>, sqlx::Error> {
    let columns: Vec<String> = (0..steps.len())
        .map(|number| {
            let [pool, season, place] = [1, 2, 3].map(|parameter| number * 3 + parameter);
            format!(
                "(SELECT first FROM rating_blocks WHERE pool = ${pool} AND season = ${season} \
                 AND first <= ${place} ORDER BY first DESC LIMIT 1)"
            )
        })
        .collect();
    let mut query = sqlx::query(AssertSqlSafe(format!("SELECT {}", columns.join(", "))));
    for step in steps {
        query = query
            .bind(step.pool)
            .bind(step.season)
            .bind(step.place.as_str());
    }
    let row = query.fetch_one(connection).await?;
    (0..steps.len()).map(|column| row.try_get(column)).collect()
}

/// How many stand above a place, and how many stand on the leaderboard.
pub(super) async fn above(
    connection: &mut AnyConnection,
    pool: &str,
    season: i64,
    place: &Place,
) -> Result<(u64, u64), sqlx::Error> {
    let row = sqlx::query(
        "SELECT CAST(COALESCE(SUM(players), 0) AS BIGINT) AS total, \
         CAST(COALESCE(SUM(CASE WHEN first <= $3 THEN players ELSE 0 END), 0) AS BIGINT) AS up_to, \
         MIN(CASE WHEN first > $3 THEN first END) AS following \
         FROM rating_blocks WHERE pool = $1 AND season = $2",
    )
    .bind(pool)
    .bind(season)
    .bind(place.as_str())
    .fetch_one(&mut *connection)
    .await?;
    let (total, up_to): (i64, i64) = (row.try_get("total")?, row.try_get("up_to")?);
    let following: Option<String> = row.try_get("following")?;
    let row = sqlx::query(
        "SELECT COUNT(*) AS below FROM ratings \
         WHERE pool = $1 AND season = $2 AND on_board = 1 AND place >= $3 AND place < $4",
    )
    .bind(pool)
    .bind(season)
    .bind(place.as_str())
    .bind(following.as_deref().unwrap_or(BOTTOM))
    .fetch_one(&mut *connection)
    .await?;
    let below: i64 = row.try_get("below")?;
    let number = |number: i64| u64::try_from(number).map_err(undecodable);
    Ok((number(up_to - below)?, number(total)?))
}

/// How many stand on a leaderboard.
pub(super) async fn total(
    connection: &mut AnyConnection,
    pool: &str,
    season: i64,
) -> Result<u64, sqlx::Error> {
    let row = sqlx::query(
        "SELECT CAST(COALESCE(SUM(players), 0) AS BIGINT) AS total FROM rating_blocks \
         WHERE pool = $1 AND season = $2",
    )
    .bind(pool)
    .bind(season)
    .fetch_one(&mut *connection)
    .await?;
    let total: i64 = row.try_get("total")?;
    u64::try_from(total).map_err(undecodable)
}

/// All blocks of a leaderboard, in order.
pub(super) async fn all(
    connection: &mut AnyConnection,
    pool: &str,
    season: i64,
) -> Result<Vec<Block>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT first, players FROM rating_blocks WHERE pool = $1 AND season = $2 ORDER BY first",
    )
    .bind(pool)
    .bind(season)
    .fetch_all(&mut *connection)
    .await?;
    rows.iter()
        .map(|row| {
            let players: i64 = row.try_get("players")?;
            Ok(Block {
                first: row.try_get("first")?,
                players: u64::try_from(players).map_err(undecodable)?,
            })
        })
        .collect()
}
