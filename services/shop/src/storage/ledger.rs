//! The rows of the ledger: every change of every wallet, kept for good.

use std::collections::BTreeMap;

use store::records::sqlx::any::AnyRow;
use store::records::sqlx::{self, AnyConnection, AssertSqlSafe, Row as _};
use store::records::{Error, Records};

use super::{Name, Wallets, dialect, read_items, undecodable, write_items};
use crate::account::{Account, Change, Reason};

/// A change of a player's coins and items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// Its number in the player's ledger, from 1, without gaps.
    pub(crate) number: i64,
    pub(crate) reason: Reason,
    pub(crate) request_id: String,
    pub(crate) coins: i64,
    pub(crate) items: BTreeMap<String, i64>,
    pub(crate) coins_after: i64,
    pub(crate) note: String,
    pub(crate) at_ms: i64,
}

impl Wallets {
    /// A page of a player's ledger, newest first, of the rows before a number.
    pub(crate) async fn ledger(
        &self,
        player: &str,
        before: i64,
        limit: usize,
    ) -> Result<Vec<Row>, Error> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.records
            .run("shop.ledger", async {
                let rows = sqlx::query(
                    "SELECT * FROM shop_ledger WHERE player = $1 AND number < $2 \
                 ORDER BY number DESC LIMIT $3",
                )
                .bind(player)
                .bind(before)
                .bind(limit)
                .fetch_all(self.records.pool())
                .await?;
                rows.iter().map(read).collect()
            })
            .await
    }
}

/// Writes the row of a change that makes this of the player's account, unless there is a row of that
/// name or what it would take was given back already: `None` then, and nothing is written.
pub(super) async fn add(
    records: &Records,
    connection: &mut AnyConnection,
    player: &str,
    name: &Name,
    asked: &str,
    change: Change,
    after: &Account,
) -> Result<Option<Row>, sqlx::Error> {
    let now = dialect::now(records);
    let query = format!(
        "INSERT INTO shop_ledger (player, number, reason, scope, request_id, asked, coins, items, \
         coins_after, note, at_ms) SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, {now} \
         WHERE NOT EXISTS (SELECT 1 FROM shop_returns WHERE player = $1 AND request_id = $5 \
         AND $4 = 'service') \
         ON CONFLICT (player, scope, request_id) DO NOTHING RETURNING at_ms"
    );
    let row = sqlx::query(AssertSqlSafe(query))
        .bind(player)
        .bind(after.rows)
        .bind(change.reason.name())
        .bind(name.scope.name())
        .bind(&*name.request_id)
        .bind(asked)
        .bind(change.coins)
        .bind(write_items(&change.items)?)
        .bind(after.coins)
        .bind(&*change.note)
        .fetch_optional(connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(Row {
        number: after.rows,
        reason: change.reason,
        request_id: name.request_id.clone(),
        coins: change.coins,
        items: change.items,
        coins_after: after.coins,
        note: change.note,
        at_ms: row.try_get("at_ms")?,
    }))
}

/// The row of a name with what was asked, if there is one.
pub(super) async fn find(
    connection: &mut AnyConnection,
    player: &str,
    name: &Name,
) -> Result<Option<(String, Row)>, sqlx::Error> {
    let row = sqlx::query(
        "SELECT * FROM shop_ledger WHERE player = $1 AND scope = $2 AND request_id = $3",
    )
    .bind(player)
    .bind(name.scope.name())
    .bind(&*name.request_id)
    .fetch_optional(connection)
    .await?;
    row.map(|row| Ok((row.try_get("asked")?, read(&row)?)))
        .transpose()
}

pub(super) fn read(row: &AnyRow) -> Result<Row, sqlx::Error> {
    let (reason, items): (String, String) = (row.try_get("reason")?, row.try_get("items")?);
    Ok(Row {
        number: row.try_get("number")?,
        reason: Reason::named(&reason)
            .ok_or_else(|| undecodable(format!("`{reason}` is no reason")))?,
        request_id: row.try_get("request_id")?,
        coins: row.try_get("coins")?,
        items: read_items(&items)?,
        coins_after: row.try_get("coins_after")?,
        note: row.try_get("note")?,
        at_ms: row.try_get("at_ms")?,
    })
}
