//! The steps that bring the tables up to this release: the files in `migrations/`, for both
//! databases. A step that was released is never changed; the next one follows it.
//!
//! Two words stand in the files for what the databases call differently: `{key}`, a text that is
//! compared byte by byte, so that order and indexes do not depend on the locale of the server, and
//! `{bytes}`.

use std::borrow::Cow;

use sqlx::migrate::{AppliedMigration, Migrate, Migration, MigrationType};
use sqlx::{AssertSqlSafe, SqlSafeStr};

use super::address::System;
use super::{Error, Records};

/// Number, name and file of each step, in order.
const STEPS: [(i64, &str, &str); 4] = [
    (
        1,
        "finished games",
        include_str!("../../migrations/0001_finished_games.sql"),
    ),
    (
        2,
        "players",
        include_str!("../../migrations/0002_players.sql"),
    ),
    (
        3,
        "ratings",
        include_str!("../../migrations/0003_ratings.sql"),
    ),
    (4, "shop", include_str!("../../migrations/0004_shop.sql")),
];

/// Where a database says which steps it has.
const TABLE: &str = "_sqlx_migrations";

/// The advisory lock of whoever migrates a PostgreSQL database; a number of no meaning.
const LOCK: i64 = 0x5368_6173_686b_6901;

/// Carries out the steps that are missing, as one transaction that no other overlaps.
pub(super) async fn run(records: &Records) -> Result<(), Error> {
    let mut transaction = records.begin().await?;
    if records.system == System::Postgres {
        sqlx::query("SELECT pg_advisory_xact_lock($1)")
            .bind(LOCK)
            .execute(&mut *transaction)
            .await?;
        // It is no news to anybody that the table is there already.
        sqlx::query("SET LOCAL client_min_messages = warning")
            .execute(&mut *transaction)
            .await?;
    }
    transaction.ensure_migrations_table(TABLE).await?;
    let found = transaction.list_applied_migrations(TABLE).await?;
    for step in missing(&found, steps(records.system))? {
        transaction.apply(TABLE, &step).await?;
    }
    Ok(transaction.commit().await?)
}

/// The steps that a database does not have yet.
fn missing(found: &[AppliedMigration], steps: Vec<Migration>) -> Result<Vec<Migration>, Error> {
    let known = steps.last().map_or(0, |step| step.version);
    for applied in found {
        match steps.iter().find(|step| step.version == applied.version) {
            Some(step) if step.checksum == applied.checksum => {}
            None if applied.version > known => {
                let found = applied.version;
                return Err(Error::Newer { found, known });
            }
            _ => return Err(Error::Altered(applied.version)),
        }
    }
    let is_missing = |step: &Migration| !found.iter().any(|done| done.version == step.version);
    Ok(steps.into_iter().filter(is_missing).collect())
}

fn steps(system: System) -> Vec<Migration> {
    STEPS
        .iter()
        .map(|&(number, name, text)| {
            let sql = AssertSqlSafe(spell(text, system)).into_sql_str();
            Migration::new(
                number,
                Cow::Borrowed(name),
                MigrationType::Simple,
                sql,
                false,
            )
        })
        .collect()
}

fn spell(text: &str, system: System) -> String {
    let (key, bytes) = match system {
        System::Sqlite => ("TEXT", "BLOB"),
        System::Postgres => ("TEXT COLLATE \"C\"", "BYTEA"),
    };
    text.replace("{key}", key).replace("{bytes}", bytes)
}
