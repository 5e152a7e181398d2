//! Reads, on connections of their own: in WAL they neither wait for the writer nor hold it up.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use bytes::Bytes;
use sqlx::sqlite::{SqlitePool, SqlitePoolOptions};
use sqlx::{QueryBuilder, Row};

use super::clock::Clock;
use super::schema;
use crate::{Document, Entry, Order, Partition, Range, Read, Timestamp};

/// Reads at one time; each has a thread.
const READERS: u32 = 3;

/// How long a read waits for its turn.
const PATIENCE: Duration = Duration::from_secs(2);

pub(super) fn pool(path: &Path) -> SqlitePool {
    let options = schema::options(path)
        .create_if_missing(false)
        .read_only(true);
    SqlitePoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(PATIENCE)
        // A ping before each use would cost as much as the use: a file does not hang up.
        .test_before_acquire(false)
        .connect_lazy_with(options)
}

/// Touches the file.
pub(super) async fn probe(readers: &SqlitePool) -> Result<(), sqlx::Error> {
    sqlx::query("SELECT latest FROM clock")
        .fetch_one(readers)
        .await?;
    Ok(())
}

/// The documents under `keys`, in that order, in one statement and so of one moment. The time is
/// taken after it, so that no document found was written later.
pub(super) async fn documents(
    readers: &SqlitePool,
    partition: &Partition,
    keys: &[&str],
    clock: &Clock,
) -> Result<Read, sqlx::Error> {
    let mut query =
        QueryBuilder::new("SELECT key, version, expires, body FROM documents WHERE partition = ");
    query.push_bind(partition.name()).push(" AND key IN (");
    let mut list = query.separated(", ");
    for key in keys {
        list.push_bind(*key);
    }
    query.push(")");
    let rows = query.build().fetch_all(readers).await?;
    let now = clock.now();
    let found: HashMap<String, Document> = rows
        .into_iter()
        .filter(|row| {
            row.get::<Option<i64>, _>(2)
                .is_none_or(|expires| expires >= now.0)
        })
        .map(|row| {
            let version = row.get::<i64, _>(1).cast_unsigned();
            (
                row.get(0),
                Document {
                    version,
                    body: Bytes::from(row.get::<Vec<u8>, _>(3)),
                },
            )
        })
        .collect();
    Ok(Read {
        now,
        documents: keys.iter().map(|key| found.get(*key).cloned()).collect(),
    })
}

pub(super) async fn entries(
    readers: &SqlitePool,
    partition: &Partition,
    index: &str,
    range: Range,
) -> Result<Vec<Entry>, sqlx::Error> {
    let query = match range.order {
        Order::Ascending => sqlx::query(
            "SELECT member, score FROM members
             WHERE partition = ? AND name = ? AND score BETWEEN ? AND ?
             ORDER BY score, member LIMIT ?",
        ),
        Order::Descending => sqlx::query(
            "SELECT member, score FROM members
             WHERE partition = ? AND name = ? AND score BETWEEN ? AND ?
             ORDER BY score DESC, member DESC LIMIT ?",
        ),
    };
    let rows = query
        .bind(partition.name())
        .bind(index)
        .bind(range.min)
        .bind(range.max)
        .bind(i64::try_from(range.limit).unwrap_or(i64::MAX))
        .fetch_all(readers)
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| Entry {
            member: row.get(0),
            score: row.get(1),
        })
        .collect())
}

/// When the first of a partition's jobs is due.
pub(super) async fn earliest_job(
    readers: &SqlitePool,
    partition: &Partition,
) -> Result<Option<Timestamp>, sqlx::Error> {
    let row = sqlx::query("SELECT due FROM jobs WHERE partition = ? ORDER BY due LIMIT 1")
        .bind(partition.name())
        .fetch_optional(readers)
        .await?;
    Ok(row.map(|row| Timestamp(row.get(0))))
}
