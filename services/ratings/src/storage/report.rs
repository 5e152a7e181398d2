//! Rating a game.

use store::records::Error;
use store::records::sqlx::{self, AnyConnection, Row as _};

use super::counts::{self, Step};
use super::dialect::Stamp;
use super::row::Row;
use super::{Change, Ledger, changes, dialect, holders};
use crate::metrics;
use crate::pools::Pool;
use crate::rating::{Outcome, Place, Standing};

/// A rated game between two people that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Report {
    pub(crate) game: String,
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) outcome: Outcome,
    pub(crate) ended_ms: i64,
}

/// A player whom this transaction holds.
struct Held {
    /// The number of the change that is being made.
    number: i64,
    is_forgotten: bool,
}

impl Ledger {
    /// Rates a game: both players' changes, White's first. A repeat gets what the first report made;
    /// `None` if that was of another result, pool or players.
    pub(crate) async fn report(
        &self,
        pool: &Pool,
        report: &Report,
    ) -> Result<Option<[Change; 2]>, Error> {
        self.records
            .run("ratings.report", async {
                if let Some(known) = self.reported(pool, report).await? {
                    return Ok(known);
                }
                match self.rate(pool, report).await? {
                    Some(changes) => Ok(Some(changes)),
                    // It was reported twice at once, and this is the second.
                    None => Ok(self.reported(pool, report).await?.flatten()),
                }
            })
            .await
    }

    /// What was made of a game when it was reported first; `Some(None)` if the report was another.
    async fn reported(
        &self,
        pool: &Pool,
        report: &Report,
    ) -> Result<Option<Option<[Change; 2]>>, sqlx::Error> {
        let mut connection = self.records.pool().acquire().await?;
        let game = sqlx::query(
            "SELECT pool, white, black, result, white_change, black_change FROM rated_games \
             WHERE id = $1",
        )
        .bind(&*report.game)
        .fetch_optional(&mut *connection)
        .await?;
        let Some(game) = game else { return Ok(None) };
        for (column, value) in [
            ("pool", &*pool.id),
            ("white", &*report.white),
            ("black", &*report.black),
            ("result", changes::name(report.outcome)),
        ] {
            let stored: String = game.try_get(column)?;
            if stored != value {
                return Ok(Some(None));
            }
        }
        let (white, black) = (game.try_get("white_change")?, game.try_get("black_change")?);
        Ok(Some(Some([
            changes::find(&mut connection, &report.white, white).await?,
            changes::find(&mut connection, &report.black, black).await?,
        ])))
    }

    /// Rates a game that is not rated yet; `None` if it is.
    async fn rate(&self, pool: &Pool, report: &Report) -> Result<Option<[Change; 2]>, sqlx::Error> {
        let mut writing = self.records.begin().await?;
        dialect::share(&self.records, &mut writing, &pool.id).await?;
        let season = self.ongoing(&mut writing, &pool.id).await?.number;
        let [white, black] = hold(&mut writing, &report.white, &report.black).await?;
        if !keep_game(&mut writing, pool, report, &white, &black).await? {
            return Ok(None);
        }
        let stamp = dialect::stamp(&self.records, &mut writing).await?;

        let players = [report.white.clone(), report.black.clone()];
        let mut rows = holders::latest(&mut writing, &pool.id, &players).await?;
        let rows = [rows.remove(&report.white), rows.remove(&report.black)];
        let [for_white, for_black] = rows.each_ref().map(|row| match row {
            Some(row) => row.carried(pool.rule),
            None => pool.rule.start(),
        });
        // Nobody has been idle until a time that is still to come.
        let at_ms = report.ended_ms.min(stamp.ms);
        let (new_white, new_black) = pool
            .rule
            .rate(&for_white, &for_black, report.outcome, at_ms);

        let sides = [
            Side {
                player: &report.white,
                opponent: &report.black,
                held: white,
                row: rows[0].as_ref().filter(|row| row.season == season),
                before: &for_white,
                after: &new_white,
            },
            Side {
                player: &report.black,
                opponent: &report.white,
                held: black,
                row: rows[1].as_ref().filter(|row| row.season == season),
                before: &for_black,
                after: &new_black,
            },
        ];
        let mut made = Vec::with_capacity(2);
        let mut moves = Vec::with_capacity(2);
        for side in &sides {
            let change = side.change(pool, report, season);
            let place_before = side.row.map(|row| &row.place);
            changes::keep(&mut writing, &change, stamp.number, place_before).await?;
            made.push(change);
            moves.push(side.keep(&mut writing, pool, season, &stamp).await?);
        }
        let step = |place, by| Step {
            pool: &pool.id,
            season,
            place,
            by,
        };
        let mut steps = Vec::with_capacity(4);
        for (left, taken) in &moves {
            steps.extend(left.as_ref().map(|place| step(place, -1)));
            steps.extend(taken.as_ref().map(|place| step(place, 1)));
        }
        counts::count(&mut writing, &steps).await?;
        writing.commit().await?;
        metrics::rated(&pool.id);
        Ok(made.try_into().ok())
    }
}

/// One of the two players of a game that is being rated.
struct Side<'a> {
    player: &'a str,
    opponent: &'a str,
    held: Held,
    /// What the player has in this season already.
    row: Option<&'a Row>,
    before: &'a Standing,
    after: &'a Standing,
}

impl Side<'_> {
    fn change(&self, pool: &Pool, report: &Report, season: i64) -> Change {
        Change {
            number: self.held.number,
            game: report.game.clone(),
            pool: pool.id.clone(),
            player: self.player.to_owned(),
            opponent: self.opponent.to_owned(),
            is_white: self.player == report.white,
            outcome: report.outcome,
            before: self.before.value,
            after: self.after.value,
            deviation: self.after.deviation,
            ended_ms: report.ended_ms,
            season,
        }
    }

    /// Stores the new rating; the places on the leaderboard that it leaves and takes.
    async fn keep(
        &self,
        connection: &mut AnyConnection,
        pool: &Pool,
        season: i64,
        stamp: &Stamp,
    ) -> Result<(Option<Place>, Option<Place>), sqlx::Error> {
        let after = self.after;
        let place = Place::of(pool.rule, after, self.player);
        let until_ms = pool.rule.on_board_until(after);
        let on_board = until_ms >= stamp.ms && !self.held.is_forgotten;
        let (first_ms, last_ms) = after.rated.map_or((stamp.ms, stamp.ms), |rated| {
            (rated.first_ms, rated.last_ms)
        });
        sqlx::query(
            "INSERT INTO ratings (player, pool, season, value, deviation, volatility, peak, wins, \
             draws, losses, streak, best_streak, first_ms, rated_ms, place, on_board, \
             board_until_ms, stamp, changed_ms) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
             $18, $19) \
             ON CONFLICT (player, pool, season) DO UPDATE SET value = excluded.value, \
             deviation = excluded.deviation, volatility = excluded.volatility, \
             peak = excluded.peak, wins = excluded.wins, draws = excluded.draws, \
             losses = excluded.losses, streak = excluded.streak, \
             best_streak = excluded.best_streak, first_ms = excluded.first_ms, \
             rated_ms = excluded.rated_ms, place = excluded.place, on_board = excluded.on_board, \
             board_until_ms = excluded.board_until_ms, stamp = excluded.stamp, \
             changed_ms = excluded.changed_ms",
        )
        .bind(self.player)
        .bind(&*pool.id)
        .bind(season)
        .bind(after.value)
        .bind(after.deviation)
        .bind(after.volatility)
        .bind(after.peak)
        .bind(i64::from(after.wins))
        .bind(i64::from(after.draws))
        .bind(i64::from(after.losses))
        .bind(i64::from(after.streak))
        .bind(i64::from(after.best_streak))
        .bind(first_ms)
        .bind(last_ms)
        .bind(place.as_str())
        .bind(i64::from(on_board))
        .bind(until_ms)
        .bind(stamp.number)
        .bind(stamp.ms)
        .execute(connection)
        .await?;
        let left = self.row.filter(|row| row.on_board);
        Ok((left.map(|row| row.place.clone()), on_board.then_some(place)))
    }
}

/// Waits until nobody else is rating either player, and keeps others from it until the end.
async fn hold(
    connection: &mut AnyConnection,
    white: &str,
    black: &str,
) -> Result<[Held; 2], sqlx::Error> {
    // Rows are held in the order given: by id.
    let (one, other) = (white.min(black), white.max(black));
    let rows = sqlx::query(
        "INSERT INTO rating_players (id, changes, forgotten) VALUES ($1, 1, 0), ($2, 1, 0) \
         ON CONFLICT (id) DO UPDATE SET changes = rating_players.changes + 1 \
         RETURNING id, changes, forgotten",
    )
    .bind(one)
    .bind(other)
    .fetch_all(connection)
    .await?;
    let held = |player: &str| {
        for row in &rows {
            if row.try_get::<String, _>("id")? == player {
                return Ok(Held {
                    number: row.try_get("changes")?,
                    is_forgotten: row.try_get::<i64, _>("forgotten")? == 1,
                });
            }
        }
        Err(sqlx::Error::RowNotFound)
    };
    Ok([held(white)?, held(black)?])
}

/// Keeps a game, unless it is kept already.
async fn keep_game(
    connection: &mut AnyConnection,
    pool: &Pool,
    report: &Report,
    white: &Held,
    black: &Held,
) -> Result<bool, sqlx::Error> {
    let kept = sqlx::query(
        "INSERT INTO rated_games (id, pool, white, black, result, white_change, black_change) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING",
    )
    .bind(&*report.game)
    .bind(&*pool.id)
    .bind(&*report.white)
    .bind(&*report.black)
    .bind(changes::name(report.outcome))
    .bind(white.number)
    .bind(black.number)
    .execute(connection)
    .await?;
    Ok(kept.rows_affected() == 1)
}
