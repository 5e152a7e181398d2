//! What leaderboards need now and then: players whose ratings have become uncertain with idleness
//! leave, and blocks are kept at a good size.

use store::records::Error;
use store::records::sqlx::{self, AnyConnection, AssertSqlSafe, Row as _};

use super::counts::{self, Step};
use super::row::undecodable;
use super::{Ledger, dialect, parameters, seasons};
use crate::blocks::{self, Block, Task};
use crate::rating::Place;

/// Players who leave, or cuts and joins of blocks, in one transaction: results wait meanwhile.
const BATCH: usize = 100;

impl Ledger {
    /// Takes those off a pool's leaderboard whose time has come; how many. Some may be left.
    pub(crate) async fn expire(&self, pool: &str) -> Result<usize, Error> {
        self.records
            .run("ratings.expire", async {
                let mut connection = self.records.pool().acquire().await?;
                let Some(season) = seasons::latest(&mut connection, pool).await? else {
                    return Ok(0);
                };
                let now = dialect::now(&self.records, &mut connection).await?;
                let leaving = leaving(&mut connection, pool, season.number, now.ms).await?;
                drop(connection);
                if leaving.is_empty() {
                    return Ok(0);
                }

                let mut writing = self.records.begin().await?;
                dialect::hold(&self.records, &mut writing, pool).await?;
                // Some may have played since, or the season may be over.
                let Some(season) = seasons::latest(&mut writing, pool).await? else {
                    return Ok(0);
                };
                let season = season.number;
                let leaving = self::leaving(&mut writing, pool, season, now.ms).await?;
                if leaving.is_empty() {
                    return Ok(0);
                }
                let text = format!(
                    "UPDATE ratings SET on_board = 0 WHERE pool = $1 AND season = $2 \
                 AND player IN ({})",
                    parameters(3, leaving.len())
                );
                let mut query = sqlx::query(AssertSqlSafe(text)).bind(pool).bind(season);
                for (player, _) in &leaving {
                    query = query.bind(&**player);
                }
                query.execute(&mut *writing).await?;
                let steps: Vec<Step<'_>> = leaving
                    .iter()
                    .map(|(_, place)| Step {
                        pool,
                        season,
                        place,
                        by: -1,
                    })
                    .collect();
                counts::count(&mut writing, &steps).await?;
                writing.commit().await?;
                Ok(leaving.len())
            })
            .await
    }

    /// Sees to a pool's blocks; how many. Some may be left.
    pub(crate) async fn tidy(&self, pool: &str) -> Result<usize, Error> {
        self.records
            .run("ratings.tidy", async {
                let mut connection = self.records.pool().acquire().await?;
                let Some(season) = seasons::latest(&mut connection, pool).await? else {
                    return Ok(0);
                };
                let found = counts::all(&mut connection, pool, season.number).await?;
                drop(connection);
                if blocks::tasks(&found).is_empty() {
                    return Ok(0);
                }

                let mut writing = self.records.begin().await?;
                dialect::hold(&self.records, &mut writing, pool).await?;
                let found = counts::all(&mut writing, pool, season.number).await?;
                let mut left = BATCH;
                for task in blocks::tasks(&found) {
                    if left == 0 {
                        break;
                    }
                    match task {
                        Task::Cut(block) => {
                            left = cut(&mut writing, pool, season.number, block, left).await?;
                        }
                        Task::Join { above, gone } => {
                            join(&mut writing, pool, season.number, &above, &gone).await?;
                            left -= 1;
                        }
                    }
                }
                writing.commit().await?;
                Ok(BATCH - left)
            })
            .await
    }
}

/// Who is on the leaderboard but is not to be any more.
async fn leaving(
    connection: &mut AnyConnection,
    pool: &str,
    season: i64,
    now_ms: i64,
) -> Result<Vec<(String, Place)>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT player, place FROM ratings \
         WHERE pool = $1 AND season = $2 AND on_board = 1 AND board_until_ms < $3 \
         ORDER BY board_until_ms LIMIT $4",
    )
    .bind(pool)
    .bind(season)
    .bind(now_ms)
    .bind(BATCH as i64)
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| {
            let place: String = row.try_get("place")?;
            let place = Place::parse(&place).ok_or_else(|| undecodable("no place"))?;
            Ok((row.try_get("player")?, place))
        })
        .collect()
}

/// Cuts a block until no part is too large, but no more than so many times; how many are left.
async fn cut(
    connection: &mut AnyConnection,
    pool: &str,
    season: i64,
    block: Block,
    mut left: usize,
) -> Result<usize, sqlx::Error> {
    let mut rest = block;
    while rest.is_too_large() && left > 0 {
        let row = sqlx::query(
            "SELECT place FROM ratings \
             WHERE pool = $1 AND season = $2 AND on_board = 1 AND place >= $3 \
             ORDER BY place LIMIT 1 OFFSET $4",
        )
        .bind(pool)
        .bind(season)
        .bind(&*rest.first)
        .bind(blocks::SIZE.cast_signed())
        .fetch_one(&mut *connection)
        .await?;
        let below = Block {
            first: row.try_get("place")?,
            players: rest.players - blocks::SIZE,
        };
        sqlx::query(
            "INSERT INTO rating_blocks (pool, season, first, players) VALUES ($1, $2, $3, $4)",
        )
        .bind(pool)
        .bind(season)
        .bind(&*below.first)
        .bind(below.players.cast_signed())
        .execute(&mut *connection)
        .await?;
        set(connection, pool, season, &rest.first, blocks::SIZE).await?;
        rest = below;
        left -= 1;
    }
    Ok(left)
}

/// Joins a block to the one above it.
async fn join(
    connection: &mut AnyConnection,
    pool: &str,
    season: i64,
    above: &Block,
    gone: &Block,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM rating_blocks WHERE pool = $1 AND season = $2 AND first = $3")
        .bind(pool)
        .bind(season)
        .bind(&*gone.first)
        .execute(&mut *connection)
        .await?;
    let players = above.players + gone.players;
    set(connection, pool, season, &above.first, players).await
}

async fn set(
    connection: &mut AnyConnection,
    pool: &str,
    season: i64,
    first: &str,
    players: u64,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE rating_blocks SET players = $1 WHERE pool = $2 AND season = $3 AND first = $4",
    )
    .bind(players.cast_signed())
    .bind(pool)
    .bind(season)
    .bind(first)
    .execute(connection)
    .await?;
    Ok(())
}
