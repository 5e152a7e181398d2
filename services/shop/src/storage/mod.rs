//! Wallets, the ledger and the catalogues in the records.
//!
//! A wallet is one row, with the items in it. Whoever changes one locks its row first, so what is
//! read of it then is how it stands, and nothing has to be tried again. Nothing is locked beside it.

mod catalogues;
mod changes;
mod check;
mod dialect;
mod ledger;
mod returns;
mod wallets;

use std::collections::BTreeMap;

use store::records::Records;
use store::records::sqlx;

pub(crate) use self::catalogues::{Catalogues, Edition};
pub(crate) use self::changes::{Done, Name};
pub use self::check::{Checked, Checker};
pub(crate) use self::ledger::Row;

/// All wallets with their ledgers. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Wallets {
    records: Records,
    catalogues: Catalogues,
}

impl Wallets {
    pub(crate) fn new(records: Records) -> Self {
        let catalogues = Catalogues::new(records.clone());
        Self {
            records,
            catalogues,
        }
    }

    pub(crate) const fn catalogues(&self) -> &Catalogues {
        &self.catalogues
    }
}

/// Items as a column has them.
fn write_items(items: &BTreeMap<String, i64>) -> Result<String, sqlx::Error> {
    serde_json::to_string(items).map_err(|error| sqlx::Error::Encode(error.into()))
}

fn read_items(text: &str) -> Result<BTreeMap<String, i64>, sqlx::Error> {
    serde_json::from_str(text).map_err(undecodable)
}

/// The row holds what was never written.
fn undecodable(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> sqlx::Error {
    sqlx::Error::Decode(why.into())
}
