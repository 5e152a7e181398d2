//! Wallets: each is opened once, with the gift, by whoever looks first.

use store::records::sqlx::any::AnyRow;
use store::records::sqlx::{self, AnyConnection, AssertSqlSafe, Row as _};
use store::records::{Error, Transaction};

use super::changes::Scope;
use super::{Name, Wallets, dialect, ledger, read_items, write_items};
use crate::account::{Account, Change, Refusal};
use crate::metrics;

/// A wallet whose row this transaction has locked.
pub(super) struct Held {
    pub(super) account: Account,
    /// The version of the catalogue that was in place when the lock was asked for, or later.
    pub(super) catalogue: i64,
}

impl Wallets {
    /// What a player has.
    pub(crate) async fn wallet(&self, player: &str) -> Result<Account, Error> {
        self.records
            .run("shop.wallet", async {
                loop {
                    let query =
                        "SELECT coins, items, ledger_rows FROM shop_wallets WHERE player = $1";
                    let query = sqlx::query(query).bind(player);
                    if let Some(row) = query.fetch_optional(self.records.pool()).await? {
                        return read(&row);
                    }
                    self.open(player).await?;
                }
            })
            .await
    }

    /// Begins to change a wallet, and opens it if the player was never seen.
    pub(super) async fn hold(&self, player: &str) -> Result<(Transaction, Held), sqlx::Error> {
        let lock = dialect::lock(&self.records);
        let query = format!(
            "SELECT coins, items, ledger_rows, \
             (SELECT MAX(version) FROM shop_catalogues) AS catalogue \
             FROM shop_wallets WHERE player = $1 {lock}"
        );
        loop {
            let mut writing = self.records.begin().await?;
            let row = sqlx::query(AssertSqlSafe(query.clone()))
                .bind(player)
                .fetch_optional(&mut *writing)
                .await?;
            if let Some(row) = row {
                let held = Held {
                    account: read(&row)?,
                    catalogue: row.try_get("catalogue")?,
                };
                return Ok((writing, held));
            }
            drop(writing);
            self.open(player).await?;
        }
    }

    /// Opens a wallet with the gift of the catalogue in place, if it is not open.
    async fn open(&self, player: &str) -> Result<(), sqlx::Error> {
        let mut writing = self.records.begin().await?;
        let edition = self.catalogues.in_place(&mut writing).await?;
        let gift = &edition.catalogue.gift;
        let change = Change::gift(gift);
        let nothing = Account::default();
        let account = if gift.is_empty() {
            nothing
        } else {
            let given = nothing.after(&change);
            given.map_err(|refusal: Refusal| sqlx::Error::Encode(format!("{refusal:?}").into()))?
        };
        let opened = sqlx::query(
            "INSERT INTO shop_wallets (player, coins, items, ledger_rows) \
             VALUES ($1, $2, $3, $4) ON CONFLICT (player) DO NOTHING",
        )
        .bind(player)
        .bind(account.coins)
        .bind(write_items(&account.items)?)
        .bind(account.rows)
        .execute(&mut *writing)
        .await?;
        if opened.rows_affected() == 1 && !gift.is_empty() {
            let name = Name {
                scope: Scope::Gift,
                request_id: "gift".to_owned(),
            };
            let records = &self.records;
            let row = ledger::add(
                records,
                &mut writing,
                player,
                &name,
                "gift",
                change,
                &account,
            )
            .await?;
            writing.commit().await?;
            row.iter().for_each(metrics::written);
            return Ok(());
        }
        writing.commit().await
    }
}

/// Writes what a wallet holds now. The row is locked.
pub(super) async fn update(
    connection: &mut AnyConnection,
    player: &str,
    account: &Account,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE shop_wallets SET coins = $2, items = $3, ledger_rows = $4 WHERE player = $1",
    )
    .bind(player)
    .bind(account.coins)
    .bind(write_items(&account.items)?)
    .bind(account.rows)
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) fn read(row: &AnyRow) -> Result<Account, sqlx::Error> {
    let items: String = row.try_get("items")?;
    Ok(Account {
        coins: row.try_get("coins")?,
        items: read_items(&items)?,
        rows: row.try_get("ledger_rows")?,
    })
}
