//! Whether the ledger sums to the wallets: what an operator can ask while the shop is open.

use std::collections::BTreeMap;

use store::records::sqlx::{self, AnyConnection, AssertSqlSafe, Row as _};
use store::records::{Error, Records};

use super::{Row, dialect, ledger, wallets};
use crate::account::Account;

/// Wallets on a page.
const WALLETS: i64 = 500;

/// Rows of the ledger that are read at once.
const ROWS: i64 = 2_000;

/// Goes through all wallets, a page at a time. Each page is looked at as of one moment, so what
/// players do meanwhile does not disturb it.
#[derive(Debug)]
pub struct Checker {
    records: Records,
    /// The last player of the page before; `None` once all are seen.
    after: Option<String>,
}

/// What a page was like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Wallets on it.
    pub wallets: u64,
    /// Their rows of the ledger.
    pub rows: u64,
    /// What is wrong, a sentence each.
    pub disagreements: Vec<String>,
}

impl Checker {
    /// Begins at the first wallet.
    #[must_use]
    pub const fn new(records: Records) -> Self {
        let after = Some(String::new());
        Self { records, after }
    }

    /// The next page; `None` behind the last one.
    ///
    /// # Errors
    /// When the database cannot be reached or refuses.
    pub async fn next_page(&mut self) -> Result<Option<Checked>, Error> {
        let Some(after) = self.after.take() else {
            return Ok(None);
        };
        let mut reading = self
            .records
            .run("shop.check", dialect::read(&self.records))
            .await?;
        let found = self
            .records
            .run("shop.check", accounts(&mut reading, &after))
            .await?;
        let is_last = i64::try_from(found.len()).unwrap_or(i64::MAX) < WALLETS;
        let last = found.last_key_value().map(|(player, _)| player.clone());
        // The last page takes the rows of players without a wallet along, whoever they are.
        let until = last.clone().filter(|_| !is_last);
        let mut checked = Checked {
            wallets: found.len() as u64,
            ..Checked::default()
        };
        let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
        let mut from = (after, i64::MAX);
        loop {
            let rows = self
                .records
                .run("shop.check", rows(&mut reading, &from, until.as_deref()))
                .await?;
            checked.rows += rows.len() as u64;
            let Some((player, row)) = rows.last() else {
                break;
            };
            from = (player.clone(), row.number);
            for (player, row) in rows {
                let tally = tallies.entry(player).or_default();
                tally.add(&row);
            }
        }
        for (player, account) in &found {
            let tally = tallies.remove(player).unwrap_or_default();
            let wrong = tally.against(account);
            let named = wrong.into_iter().map(|wrong| format!("{player}: {wrong}"));
            checked.disagreements.extend(named);
        }
        let lost = tallies.into_keys();
        let lost =
            lost.map(|player| format!("{player}: the ledger has rows, but there is no wallet"));
        checked.disagreements.extend(lost);
        self.after = last.filter(|_| !is_last);
        Ok(Some(checked))
    }
}

/// What the rows of a ledger come to.
#[derive(Debug, Default)]
struct Tally {
    account: Account,
    wrong: Vec<String>,
}

impl Tally {
    /// Adds the next row.
    fn add(&mut self, row: &Row) {
        let number = row.number;
        let expected = self.account.rows + 1;
        if number != expected {
            self.wrong
                .push(format!("row {expected} is missing before row {number}"));
        }
        self.account.rows = number;
        self.account.coins = self.account.coins.saturating_add(row.coins);
        if self.account.coins != row.coins_after {
            self.wrong.push(format!(
                "row {number} says {} coins, and the rows up to it sum to {}",
                row.coins_after, self.account.coins
            ));
        }
        for (item, more) in &row.items {
            let count = self.account.count(item).saturating_add(*more);
            if count < 0 {
                self.wrong
                    .push(format!("row {number} takes a {item} that is not there"));
            }
            if count == 0 {
                self.account.items.remove(item);
            } else {
                self.account.items.insert(item.clone(), count);
            }
        }
    }

    /// What is wrong, the wallet being like this.
    fn against(mut self, wallet: &Account) -> Vec<String> {
        let sums = &self.account;
        if sums.coins != wallet.coins {
            self.wrong.push(format!(
                "the wallet has {} coins, and the ledger sums to {}",
                wallet.coins, sums.coins
            ));
        }
        let mut items: Vec<_> = sums.items.keys().chain(wallet.items.keys()).collect();
        items.sort_unstable();
        items.dedup();
        for item in items {
            let (has, sum) = (wallet.count(item), sums.count(item));
            if has != sum {
                self.wrong.push(format!(
                    "the wallet has {has} of {item}, and the ledger sums to {sum}"
                ));
            }
        }
        if sums.rows != wallet.rows {
            self.wrong.push(format!(
                "the wallet has had {} changes, and the ledger's last row is {}",
                wallet.rows, sums.rows
            ));
        }
        self.wrong
    }
}

async fn accounts(
    connection: &mut AnyConnection,
    after: &str,
) -> Result<BTreeMap<String, Account>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT player, coins, items, ledger_rows FROM shop_wallets WHERE player > $1 \
         ORDER BY player LIMIT $2",
    )
    .bind(after)
    .bind(WALLETS)
    .fetch_all(connection)
    .await?;
    let account = |row| Ok((sqlx::Row::try_get(row, "player")?, wallets::read(row)?));
    rows.iter().map(account).collect()
}

/// The rows behind a player's row, up to a player, if one is said.
async fn rows(
    connection: &mut AnyConnection,
    (player, number): &(String, i64),
    until: Option<&str>,
) -> Result<Vec<(String, Row)>, sqlx::Error> {
    let bound = if until.is_some() {
        "AND player <= $4"
    } else {
        ""
    };
    let query = format!(
        "SELECT * FROM shop_ledger WHERE (player, number) > ($1, $2) {bound} \
         ORDER BY player, number LIMIT $3"
    );
    let mut query = sqlx::query(AssertSqlSafe(query))
        .bind(player)
        .bind(number)
        .bind(ROWS);
    if let Some(until) = until {
        query = query.bind(until);
    }
    let rows = query.fetch_all(connection).await?;
    rows.iter()
        .map(|row| Ok((row.try_get("player")?, ledger::read(row)?)))
        .collect()
}
