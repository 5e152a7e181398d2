//! What the two databases call differently.

use store::records::Records;
use store::records::sqlx::{self, Any, Transaction};

fn is_postgres(records: &Records) -> bool {
    records.system() == "postgresql"
}

/// The time of the database, in Unix milliseconds.
pub(super) fn now(records: &Records) -> &'static str {
    if is_postgres(records) {
        "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
    } else {
        "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
    }
}

/// What locks the rows that a query reads. (SQLite has one writer at a time anyway.)
pub(super) fn lock(records: &Records) -> &'static str {
    if is_postgres(records) {
        "FOR UPDATE"
    } else {
        ""
    }
}

/// Begins to read: everything until the end is as of one moment.
pub(super) async fn read(records: &Records) -> Result<Transaction<'static, Any>, sqlx::Error> {
    let begin = if is_postgres(records) {
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    } else {
        "BEGIN"
    };
    records.pool().begin_with(begin).await
}
