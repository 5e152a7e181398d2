//! Games that are over, kept for good in the records.

mod cursor;
#[cfg(test)]
mod tests;

use store::records::sqlx::any::AnyRow;
use store::records::sqlx::{self, Row};
use store::records::{Error, Records};

pub(crate) use self::cursor::Cursor;

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ArchivedGame {
    pub(crate) id: String,
    pub(crate) mode: Option<String>,
    pub(crate) ruleset: String,
    /// The player with the white pieces; `None` for a bot.
    pub(crate) white: Option<String>,
    /// The player with the black pieces; `None` for a bot.
    pub(crate) black: Option<String>,
    pub(crate) result: String,
    pub(crate) reason: String,
    pub(crate) created_ms: i64,
    pub(crate) ended_ms: i64,
    /// The whole game.
    pub(crate) document: Vec<u8>,
}

impl ArchivedGame {
    /// Where a page that ends with this game ends.
    pub(crate) fn cursor(&self) -> Cursor {
        Cursor {
            ended_ms: self.ended_ms,
            game: self.id.clone(),
        }
    }

    /// Who played it, each once.
    fn players(&self) -> impl Iterator<Item = &str> {
        let black = self
            .black
            .iter()
            .filter(|black| self.white.as_ref() != Some(black));
        self.white.iter().chain(black).map(String::as_str)
    }
}

/// All games that are over.
#[derive(Clone, Debug)]
pub(crate) struct Archive {
    records: Records,
}

impl Archive {
    pub(crate) const fn new(records: Records) -> Self {
        Self { records }
    }

    /// Keeps a game. A game that is kept already stays as it is, so this can be repeated.
    pub(crate) async fn keep(&self, game: &ArchivedGame) -> Result<(), Error> {
        self.records
            .run("archive.keep", async {
                let mut transaction = self.records.begin().await?;
                let kept = sqlx::query(
                    "INSERT INTO finished_games (id, mode, ruleset, white, black, result, reason, \
                 created_ms, ended_ms, document) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING",
                )
                .bind(&*game.id)
                .bind(game.mode.as_deref())
                .bind(&*game.ruleset)
                .bind(game.white.as_deref())
                .bind(game.black.as_deref())
                .bind(&*game.result)
                .bind(&*game.reason)
                .bind(game.created_ms)
                .bind(game.ended_ms)
                .bind(&*game.document)
                .execute(&mut *transaction)
                .await?;
                if kept.rows_affected() == 0 {
                    return Ok(());
                }
                for player in game.players() {
                    sqlx::query(
                        "INSERT INTO game_players (player, ended_ms, game) VALUES ($1, $2, $3)",
                    )
                    .bind(player)
                    .bind(game.ended_ms)
                    .bind(&*game.id)
                    .execute(&mut *transaction)
                    .await?;
                }
                transaction.commit().await
            })
            .await
    }

    /// Finds a game.
    pub(crate) async fn find(&self, id: &str) -> Result<Option<ArchivedGame>, Error> {
        if !can_be_stored(id) {
            return Ok(None);
        }
        self.records
            .run("archive.find", async {
                let row = sqlx::query(
                    "SELECT id, mode, ruleset, white, black, result, reason, created_ms, ended_ms, \
                 document FROM finished_games WHERE id = $1",
                )
                .bind(id)
                .fetch_optional(self.records.pool())
                .await?;
                row.as_ref().map(read).transpose()
            })
            .await
    }

    /// A page of a player's games, the last to end first, of those that come after a cursor.
    pub(crate) async fn finished(
        &self,
        player: &str,
        after: Option<&Cursor>,
        limit: usize,
    ) -> Result<Vec<ArchivedGame>, Error> {
        if !can_be_stored(player) {
            return Ok(Vec::new());
        }
        let (ended_ms, game) = after.map_or((i64::MAX, ""), |after| (after.ended_ms, &after.game));
        // The page is chosen from the index alone, then its games are looked up: however the
        // database would like to join, it reads no more than the page.
        self.records
            .run("archive.finished", async {
                let rows = sqlx::query(
                    "SELECT id, mode, ruleset, white, black, result, reason, created_ms, \
                 finished_games.ended_ms AS ended_ms, document \
                 FROM (SELECT ended_ms, game FROM game_players \
                 WHERE player = $1 AND (ended_ms, game) < ($2, $3) \
                 ORDER BY ended_ms DESC, game DESC LIMIT $4) AS page \
                 JOIN finished_games ON finished_games.id = page.game \
                 ORDER BY page.ended_ms DESC, page.game DESC",
                )
                .bind(player)
                .bind(ended_ms)
                .bind(game)
                .bind(i64::try_from(limit).unwrap_or(i64::MAX))
                .fetch_all(self.records.pool())
                .await?;
                rows.iter().map(read).collect()
            })
            .await
    }
}

/// PostgreSQL keeps no text with a NUL in it, so nothing is found by one.
fn can_be_stored(text: &str) -> bool {
    !text.contains('\0')
}

fn read(row: &AnyRow) -> Result<ArchivedGame, sqlx::Error> {
    Ok(ArchivedGame {
        id: row.try_get("id")?,
        mode: row.try_get("mode")?,
        ruleset: row.try_get("ruleset")?,
        white: row.try_get("white")?,
        black: row.try_get("black")?,
        result: row.try_get("result")?,
        reason: row.try_get("reason")?,
        created_ms: row.try_get("created_ms")?,
        ended_ms: row.try_get("ended_ms")?,
        document: row.try_get("document")?,
    })
}
