//! Pages of leaderboards. A page is read as of one moment: its places, ranks and total agree.

use std::collections::HashSet;

use store::records::Error;
use store::records::sqlx::{self, AnyConnection, AssertSqlSafe, Row as _};

use super::dialect::{self, Now};
use super::row::{COLUMNS, FROM, Row, undecodable};
use super::{Ledger, counts, parameters, seasons};
use crate::pools::Pool;
use crate::rating::Place;
use crate::walk::Walk;

/// A page is filled up so many times when players are left out of it; then it stays shorter.
const ROUNDS: usize = 8;

/// Above every place.
const TOP: &str = "";

/// Where a page begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// At the first place.
    Top,
    /// Where a walk has come to.
    Behind(Walk),
    /// Half a page above this player.
    Around(String),
}

/// A page of a leaderboard.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    /// Ranks, and who has them.
    pub(crate) places: Vec<(u64, Row)>,
    /// As of when: the time of reading, or of the end of a closed season.
    pub(crate) as_of_ms: i64,
    /// How to go on; `None` at the end.
    pub(crate) next: Option<Walk>,
    /// How many are on the leaderboard.
    pub(crate) total: u64,
}

impl Ledger {
    /// A page of a season's leaderboard, or of the one that goes on; `None` if the pool has had no
    /// such season.
    pub(crate) async fn leaderboard(
        &self,
        pool: &Pool,
        number: Option<i64>,
        start: &Start,
        size: usize,
    ) -> Result<Option<Page>, Error> {
        self.records
            .run("ratings.leaderboard", async {
                // It ends without being waited for.
                let mut reading = dialect::read(&self.records).await?;
                let season = match number {
                    Some(number) => seasons::find(&mut reading, &pool.id, number).await?,
                    None => seasons::latest(&mut reading, &pool.id).await?,
                };
                let season = match (season, number) {
                    (Some(season), _) => season,
                    (None, Some(_)) => return Ok(None),
                    (None, None) => {
                        drop(reading);
                        let first = self.season_or_first(&pool.id).await?;
                        reading = dialect::read(&self.records).await?;
                        first
                    }
                };
                let now = dialect::now(&self.records, &mut reading).await?;
                let mut board = Board {
                    connection: &mut reading,
                    pool: &pool.id,
                    season: season.number,
                };
                let page = match start {
                    Start::Top => board.top(&now, size).await?,
                    Start::Behind(walk) => board.behind(walk, size).await?,
                    Start::Around(player) => board.around(player, &now, size).await?,
                };
                Ok(Some(Page {
                    as_of_ms: season.closed_ms.unwrap_or(now.ms),
                    ..page
                }))
            })
            .await
    }
}

/// A leaderboard as of a moment.
struct Board<'a> {
    connection: &'a mut AnyConnection,
    pool: &'a str,
    season: i64,
}

impl Board<'_> {
    async fn top(&mut self, now: &Now, size: usize) -> Result<Page, sqlx::Error> {
        let rows = self.from(">", TOP, size + 1).await?;
        let total = counts::total(self.connection, self.pool, self.season).await?;
        Ok(self.page(rows, size, 0, total, now))
    }

    async fn around(&mut self, player: &str, now: &Now, size: usize) -> Result<Page, sqlx::Error> {
        let row = sqlx::query(
            "SELECT place FROM ratings \
             WHERE player = $1 AND pool = $2 AND season = $3 AND on_board = 1",
        )
        .bind(player)
        .bind(self.pool)
        .bind(self.season)
        .fetch_optional(&mut *self.connection)
        .await?;
        let Some(row) = row else {
            let total = counts::total(self.connection, self.pool, self.season).await?;
            return Ok(self.page(Vec::new(), size, 0, total, now));
        };
        let text: String = row.try_get("place")?;
        let place = Place::parse(&text).ok_or_else(|| undecodable("no place"))?;
        let (above, total) = counts::above(self.connection, self.pool, self.season, &place).await?;
        let mut rows = self.from("<", &text, size / 2).await?;
        rows.reverse();
        let first = above.saturating_sub(rows.len() as u64);
        let below = self.from(">=", &text, size + 1 - rows.len()).await?;
        rows.extend(below);
        Ok(self.page(rows, size, first, total, now))
    }

    /// The first page of a walk: those above it, and one row more if there are any below.
    fn page(&self, mut rows: Vec<Row>, size: usize, above: u64, total: u64, now: &Now) -> Page {
        let more = rows.len() > size;
        rows.truncate(size);
        let next = rows.last().filter(|_| more).map(|last| Walk {
            pool: self.pool.to_owned(),
            season: self.season,
            began: now.moment.clone(),
            began_ms: now.ms,
            passed: last.place.clone(),
        });
        Page {
            places: (above + 1..).zip(rows).collect(),
            as_of_ms: now.ms,
            next,
            total,
        }
    }

    async fn behind(&mut self, walk: &Walk, size: usize) -> Result<Page, sqlx::Error> {
        let mut passed = walk.passed.clone();
        let mut rank = None;
        let mut total = 0;
        let mut places = Vec::with_capacity(size);
        let mut more = true;
        for _ in 0..ROUNDS {
            let wanted = size - places.len();
            if wanted == 0 || !more {
                break;
            }
            let mut rows = self.from(">", passed.as_str(), wanted + 1).await?;
            more = rows.len() > wanted;
            rows.truncate(wanted);
            let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
                break;
            };
            if rank.is_none() {
                let (above, all) =
                    counts::above(self.connection, self.pool, self.season, &first.place).await?;
                (rank, total) = (Some(above + 1), all);
            }
            passed = last.place.clone();
            let shown = self.shown(walk, &rows).await?;
            for row in rows {
                let number = rank.unwrap_or(1);
                rank = Some(number + 1);
                if !shown.contains(&row.player) {
                    places.push((number, row));
                }
            }
        }
        if rank.is_none() {
            total = counts::total(self.connection, self.pool, self.season).await?;
        }
        Ok(Page {
            places,
            as_of_ms: walk.began_ms,
            next: more.then(|| Walk {
                passed,
                ..walk.clone()
            }),
            total,
        })
    }

    /// Who of these may have been shown by the walk already: whoever has held a place since it
    /// began that it had passed.
    async fn shown(&mut self, walk: &Walk, rows: &[Row]) -> Result<HashSet<String>, sqlx::Error> {
        let changed: Vec<&str> = rows
            .iter()
            .filter(|row| walk.may_have_missed(row.stamp, row.changed_ms))
            .map(|row| &*row.player)
            .collect();
        if changed.is_empty() {
            return Ok(HashSet::new());
        }
        let text = format!(
            "SELECT player, stamp FROM rating_changes WHERE pool = $1 AND season = $2 \
             AND stamp >= $3 AND place_before <= $4 AND player IN ({})",
            parameters(5, changed.len())
        );
        let mut query = sqlx::query(AssertSqlSafe(text))
            .bind(self.pool)
            .bind(self.season)
            .bind(i64::try_from(walk.began.open_from()).unwrap_or(i64::MAX))
            .bind(walk.passed.as_str());
        for player in changed {
            query = query.bind(player);
        }
        let mut shown = HashSet::new();
        for row in query.fetch_all(&mut *self.connection).await? {
            let stamp: i64 = row.try_get("stamp")?;
            if !walk.began.saw(u64::try_from(stamp).map_err(undecodable)?) {
                shown.insert(row.try_get("player")?);
            }
        }
        Ok(shown)
    }

    /// So many from a place on: upwards for `<`, downwards otherwise.
    async fn from(
        &mut self,
        comparison: &str,
        place: &str,
        limit: usize,
    ) -> Result<Vec<Row>, sqlx::Error> {
        let order = if comparison == "<" { "DESC" } else { "ASC" };
        let rows = sqlx::query(AssertSqlSafe(format!(
            "SELECT {COLUMNS} FROM {FROM} WHERE ratings.pool = $1 AND ratings.season = $2 \
             AND on_board = 1 AND place {comparison} $3 ORDER BY place {order} LIMIT $4"
        )))
        .bind(self.pool)
        .bind(self.season)
        .bind(place)
        .bind(i64::try_from(limit).unwrap_or(i64::MAX))
        .fetch_all(&mut *self.connection)
        .await?;
        rows.iter().map(Row::read).collect()
    }
}
