//! Many players at once, as if each had been rated for long.

use ratings::rating::{Place, Rated, Rule, Standing};
use store::records::sqlx::{self, AssertSqlSafe};
use store::records::{Error, Records};

/// Rows of one statement: PostgreSQL takes 65,535 parameters; SQLite looks each one up by its name
/// among all of them.
const BATCH: usize = 500;
const BATCH_OF_SQLITE: usize = 20;

/// Parameters of a row.
const PARAMETERS: usize = 12;

/// A time in the past at which players may have been rated first.
pub(crate) const LONG_AGO_MS: i64 = 1_700_000_000_000;

/// A player of a pool of points.
pub(crate) fn scored(points: f64, wins: u32, first_ms: i64) -> Standing {
    Standing {
        value: points,
        deviation: 0.0,
        volatility: 0.0,
        as_of_ms: first_ms,
        peak: points,
        wins,
        draws: 0,
        losses: 1,
        streak: -1,
        best_streak: wins,
        rated: Some(Rated {
            first_ms,
            last_ms: first_ms,
        }),
    }
}

/// Puts players on the leaderboard of a pool's first season, which must have begun; nobody else may
/// be on it. They stand in one block, which the service cuts.
pub(crate) async fn fill(
    records: &Records,
    pool: &str,
    rule: Rule,
    players: impl Iterator<Item = (String, Standing)>,
) -> Result<(), Error> {
    let mut writing = records.begin().await?;
    let mut filled: i64 = 0;
    let size = if records.system() == "sqlite" {
        BATCH_OF_SQLITE
    } else {
        BATCH
    };
    let mut players = players.peekable();
    while players.peek().is_some() {
        let batch: Vec<_> = players.by_ref().take(size).collect();
        filled += i64::try_from(batch.len()).unwrap_or(0);
        let rows: Vec<String> = (0..batch.len()).map(values).collect();
        let text = format!(
            "INSERT INTO ratings (player, pool, value, deviation, volatility, peak, wins, losses, \
             first_ms, rated_ms, place, board_until_ms, season, draws, streak, best_streak, \
             on_board, stamp, changed_ms) VALUES {}",
            rows.join(", ")
        );
        let mut query = sqlx::query(AssertSqlSafe(text));
        for (player, standing) in &batch {
            let place = Place::of(rule, standing, player);
            let rated = standing
                .rated
                .map_or((0, 0), |rated| (rated.first_ms, rated.last_ms));
            query = query
                .bind(player.clone())
                .bind(pool)
                .bind(standing.value)
                .bind(standing.deviation)
                .bind(standing.volatility)
                .bind(standing.peak)
                .bind(i64::from(standing.wins))
                .bind(i64::from(standing.losses))
                .bind(rated.0)
                .bind(rated.1)
                .bind(place.to_string())
                .bind(rule.on_board_until(standing));
        }
        query.execute(&mut *writing).await?;
    }
    sqlx::query("UPDATE rating_blocks SET players = players + $1 WHERE pool = $2 AND season = 1")
        .bind(filled)
        .bind(pool)
        .execute(&mut *writing)
        .await?;
    writing.commit().await?;
    Ok(())
}

fn values(row: usize) -> String {
    let numbers: Vec<String> = (1..=PARAMETERS)
        .map(|number| format!("${}", row * PARAMETERS + number))
        .collect();
    format!("({}, 1, 0, 0, 0, 1, 0, 0)", numbers.join(", "))
}
