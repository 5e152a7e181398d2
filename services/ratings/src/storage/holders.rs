//! Who has what, and forgetting players.

use std::collections::{BTreeSet, HashMap};

use store::records::Error;
use store::records::sqlx::{self, AnyConnection, AssertSqlSafe, Row as _};

use super::counts::{self, Step};
use super::row::{COLUMNS, FROM, Row, undecodable};
use super::{Ledger, dialect, parameters};
use crate::pools::{Pool, Pools};
use crate::rating::{Place, Standing};

/// What a player has in a pool as of a time.
#[derive(Clone, Debug)]
pub(crate) struct Holder {
    pub(crate) player: String,
    pub(crate) standing: Standing,
    pub(crate) now_ms: i64,
}

impl Ledger {
    /// What players have in a pool, one for each, in their order.
    pub(crate) async fn of_players(
        &self,
        pool: &Pool,
        players: &[String],
    ) -> Result<Vec<Holder>, Error> {
        self.records
            .run("ratings.of_players", async {
                let mut reading = dialect::read(&self.records).await?;
                let now = dialect::now(&self.records, &mut reading).await?;
                let rows = latest(&mut reading, &pool.id, players).await?;
                let holders = players.iter().map(|player| Holder {
                    player: player.clone(),
                    standing: match rows.get(player) {
                        Some(row) => row.carried(pool.rule),
                        None => pool.rule.start(),
                    },
                    now_ms: now.ms,
                });
                Ok(holders.collect())
            })
            .await
    }

    /// What a player has in each of the pools that the player has been rated in, in their order.
    pub(crate) async fn of_player<'a>(
        &self,
        pools: &'a Pools,
        player: &str,
    ) -> Result<Vec<(&'a Pool, Holder)>, Error> {
        self.records
            .run("ratings.of_player", async {
                let mut reading = dialect::read(&self.records).await?;
                let now = dialect::now(&self.records, &mut reading).await?;
                let mut found = Vec::new();
                for pool in pools.iter() {
                    let mut rows = latest(&mut reading, &pool.id, &[player.to_owned()]).await?;
                    if let Some(row) = rows.remove(player) {
                        let holder = Holder {
                            player: player.to_owned(),
                            standing: row.carried(pool.rule),
                            now_ms: now.ms,
                        };
                        found.push((pool, holder));
                    }
                }
                Ok(found)
            })
            .await
    }

    /// Takes a player off every leaderboard, for good. Can be repeated.
    pub(crate) async fn forget(&self, pools: &Pools, player: &str) -> Result<(), Error> {
        self.records
            .run("ratings.forget", async {
                let mut writing = self.records.begin().await?;
                // Those, too, that are not in the file of this process any more.
                let known = sqlx::query("SELECT DISTINCT pool FROM ratings WHERE player = $1")
                    .bind(player)
                    .fetch_all(&mut *writing)
                    .await?;
                let known = known.iter().map(|row| row.try_get::<String, _>("pool"));
                let mut touched: BTreeSet<String> = known.collect::<Result<_, _>>()?;
                touched.extend(pools.iter().map(|pool| pool.id.clone()));
                for pool in &touched {
                    dialect::share(&self.records, &mut writing, pool).await?;
                }
                sqlx::query(
                    "INSERT INTO rating_players (id, changes, forgotten) VALUES ($1, 0, 1) \
                 ON CONFLICT (id) DO UPDATE SET forgotten = 1",
                )
                .bind(player)
                .execute(&mut *writing)
                .await?;
                let rows = sqlx::query(
                    "UPDATE ratings SET on_board = 0 WHERE player = $1 AND on_board = 1 \
                 RETURNING pool, season, place",
                )
                .bind(player)
                .fetch_all(&mut *writing)
                .await?;
                let left = rows
                    .iter()
                    .map(|row| {
                        let place: String = row.try_get("place")?;
                        let place = Place::parse(&place)
                            .ok_or_else(|| undecodable(format!("`{place}` is no place")))?;
                        Ok((row.try_get("pool")?, row.try_get("season")?, place))
                    })
                    .collect::<Result<Vec<(String, _, _)>, sqlx::Error>>()?;
                let steps: Vec<Step<'_>> = left
                    .iter()
                    .map(|(pool, season, place)| Step {
                        pool,
                        season: *season,
                        place,
                        by: -1,
                    })
                    .collect();
                counts::count(&mut writing, &steps).await?;
                writing.commit().await
            })
            .await
    }
}

/// The newest rating of each player in a pool, of those who have one.
pub(super) async fn latest(
    connection: &mut AnyConnection,
    pool: &str,
    players: &[String],
) -> Result<HashMap<String, Row>, sqlx::Error> {
    if players.is_empty() {
        return Ok(HashMap::new());
    }
    let text = format!(
        "SELECT {COLUMNS} FROM {FROM} WHERE ratings.pool = $1 AND ratings.player IN ({}) \
         AND ratings.season = (SELECT MAX(season) FROM ratings AS every \
         WHERE every.player = ratings.player AND every.pool = ratings.pool)",
        parameters(2, players.len())
    );
    let mut query = sqlx::query(AssertSqlSafe(text)).bind(pool);
    for player in players {
        query = query.bind(&**player);
    }
    let rows = query.fetch_all(connection).await?;
    rows.iter()
        .map(|row| Row::read(row).map(|row| (row.player.clone(), row)))
        .collect()
}
