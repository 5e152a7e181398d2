//! Seasons. To close one is to write down when: players get a new row with their first result in
//! the next season, and the old rows stay as they were, however many there are.

use store::records::sqlx::any::AnyRow;
use store::records::sqlx::{self, AnyConnection, Row as _};
use store::records::{Error, Transaction};

use super::{Ledger, dialect};

/// A season of a pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Season {
    pub(crate) number: i64,
    pub(crate) began_ms: i64,
    pub(crate) closed_ms: Option<i64>,
}

/// Why a season is not closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotClosed {
    /// It has not begun: this is the one that goes on.
    NotBegun(i64),
}

impl Ledger {
    /// The season that goes on. A pool that is new begins its first.
    pub(crate) async fn season(&self, pool: &str) -> Result<Season, Error> {
        self.records
            .run("ratings.season", self.season_or_first(pool))
            .await
    }

    pub(super) async fn season_or_first(&self, pool: &str) -> Result<Season, sqlx::Error> {
        let mut connection = self.records.pool().acquire().await?;
        if let Some(season) = latest(&mut connection, pool).await? {
            return Ok(season);
        }
        // The writer below may need it.
        drop(connection);
        let mut writing = self.records.begin().await?;
        dialect::share(&self.records, &mut writing, pool).await?;
        let season = self.ongoing(&mut writing, pool).await?;
        writing.commit().await?;
        Ok(season)
    }

    /// The season that goes on, for a writer who shares or holds the pool: it stays so until the end.
    pub(super) async fn ongoing(
        &self,
        writing: &mut Transaction,
        pool: &str,
    ) -> Result<Season, sqlx::Error> {
        if let Some(season) = latest(writing, pool).await? {
            return Ok(season);
        }
        let now = dialect::now(&self.records, writing).await?;
        begin(writing, pool, 1, now.ms).await?;
        latest(writing, pool).await?.ok_or(sqlx::Error::RowNotFound)
    }

    /// A pool's seasons, newest first.
    pub(crate) async fn seasons(&self, pool: &str) -> Result<Vec<Season>, Error> {
        self.records
            .run("ratings.seasons", async {
                self.season_or_first(pool).await?;
                let rows = sqlx::query(
                    "SELECT number, began_ms, closed_ms FROM rating_seasons WHERE pool = $1 \
                 ORDER BY number DESC",
                )
                .bind(pool)
                .fetch_all(self.records.pool())
                .await?;
                rows.iter().map(read).collect()
            })
            .await
    }

    /// Closes the season of that number, if it goes on, and gives the one that follows it.
    pub(crate) async fn close_season(
        &self,
        pool: &str,
        number: i64,
    ) -> Result<Result<Season, NotClosed>, Error> {
        self.records
            .run("ratings.close_season", async {
                let mut writing = self.records.begin().await?;
                // Every result counts in one season or the other.
                dialect::hold(&self.records, &mut writing, pool).await?;
                let season = self.ongoing(&mut writing, pool).await?;
                if let Some(next) = find(&mut writing, pool, number + 1).await? {
                    return Ok(Ok(next));
                }
                if season.number != number {
                    return Ok(Err(NotClosed::NotBegun(season.number)));
                }
                let now = dialect::now(&self.records, &mut writing).await?;
                sqlx::query(
                    "UPDATE rating_seasons SET closed_ms = $1 WHERE pool = $2 AND number = $3",
                )
                .bind(now.ms)
                .bind(pool)
                .bind(season.number)
                .execute(&mut *writing)
                .await?;
                begin(&mut writing, pool, number + 1, now.ms).await?;
                writing.commit().await?;
                Ok(Ok(Season {
                    number: number + 1,
                    began_ms: now.ms,
                    closed_ms: None,
                }))
            })
            .await
    }
}

/// The season that goes on, if the pool has begun one.
pub(super) async fn latest(
    connection: &mut AnyConnection,
    pool: &str,
) -> Result<Option<Season>, sqlx::Error> {
    let row = sqlx::query(
        "SELECT number, began_ms, closed_ms FROM rating_seasons WHERE pool = $1 \
         ORDER BY number DESC LIMIT 1",
    )
    .bind(pool)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read).transpose()
}

/// A season by its number.
pub(super) async fn find(
    connection: &mut AnyConnection,
    pool: &str,
    number: i64,
) -> Result<Option<Season>, sqlx::Error> {
    let row = sqlx::query(
        "SELECT number, began_ms, closed_ms FROM rating_seasons WHERE pool = $1 AND number = $2",
    )
    .bind(pool)
    .bind(number)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read).transpose()
}

/// Begins a season with an empty leaderboard, unless somebody else does so at the same time.
async fn begin(
    connection: &mut AnyConnection,
    pool: &str,
    number: i64,
    now_ms: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO rating_seasons (pool, number, began_ms) VALUES ($1, $2, $3) \
         ON CONFLICT (pool, number) DO NOTHING",
    )
    .bind(pool)
    .bind(number)
    .bind(now_ms)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO rating_blocks (pool, season, first, players) VALUES ($1, $2, '', 0) \
         ON CONFLICT (pool, season, first) DO NOTHING",
    )
    .bind(pool)
    .bind(number)
    .execute(&mut *connection)
    .await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<Season, sqlx::Error> {
    Ok(Season {
        number: row.try_get("number")?,
        began_ms: row.try_get("began_ms")?,
        closed_ms: row.try_get("closed_ms")?,
    })
}
