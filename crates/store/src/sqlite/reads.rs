//! Reads, on connections of their own: in WAL they neither wait for the writer nor hold it up.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use bytes::Bytes;
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqlitePoolOptions, SqliteRow};
use sqlx::{Connection, QueryBuilder, Row, Sqlite};

use super::clock::Clock;
use super::schema;
use crate::{Document, Entry, Order, Partition, Range, Read, Timestamp};

/// Reads at one time; each has a thread.
const READERS: u32 = 3;

/// Keys that one statement asks for: what it can be given has an end.
const KEYS_AT_ONCE: usize = 10_000;

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

/// The documents under `keys`, in that order, all of one moment. The time is taken after it, so that
/// no document found was written later.
pub(super) async fn documents(
    readers: &SqlitePool,
    partition: &Partition,
    keys: &[&str],
    clock: &Clock,
) -> Result<Read, sqlx::Error> {
    let mut connection = readers.acquire().await?;
    let rows = if keys.len() <= KEYS_AT_ONCE {
        // One statement is of one moment by itself.
        rows(&mut connection, partition, keys).await?
    } else {
        let mut snapshot = connection.begin().await?;
        let mut found = Vec::new();
        for keys in keys.chunks(KEYS_AT_ONCE) {
            found.append(&mut rows(&mut snapshot, partition, keys).await?);
        }
        found
    };
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

async fn rows(
    connection: &mut SqliteConnection,
    partition: &Partition,
    keys: &[&str],
) -> Result<Vec<SqliteRow>, sqlx::Error> {
    let mut query =
        QueryBuilder::new("SELECT key, version, expires, body FROM documents WHERE partition = ");
    query.push_bind(partition.name()).push(" AND key IN (");
    let mut list = query.separated(", ");
    for key in keys {
        list.push_bind(*key);
    }
    query.push(")");
    query.build().fetch_all(connection).await
}

pub(super) async fn entries(
    readers: &SqlitePool,
    partition: &Partition,
    index: &str,
    range: Range,
    after: Option<&Entry>,
) -> Result<Vec<Entry>, sqlx::Error> {
    let mut query =
        QueryBuilder::<Sqlite>::new("SELECT member, score FROM members WHERE partition = ");
    query.push_bind(partition.name());
    query.push(" AND name = ").push_bind(index);
    // An entry to go on from stands for the bound it lies within: with one condition a side, the
    // search begins where the page does.
    let (mut min, mut max) = (Some(range.min), Some(range.max));
    let (beyond, by) = match range.order {
        Order::Ascending => (") > (", "score, member"),
        Order::Descending => (") < (", "score DESC, member DESC"),
    };
    if let Some(last) = after {
        match range.order {
            Order::Ascending => min = min.filter(|min| last.score < *min),
            Order::Descending => max = max.filter(|max| last.score > *max),
        }
        query.push(" AND (score, member").push(beyond);
        query.push_bind(last.score).push(", ");
        query.push_bind(&last.member).push(")");
    }
    if let Some(min) = min {
        query.push(" AND score >= ").push_bind(min);
    }
    if let Some(max) = max {
        query.push(" AND score <= ").push_bind(max);
    }
    query.push(" ORDER BY ").push(by).push(" LIMIT ");
    query.push_bind(i64::try_from(range.limit).unwrap_or(i64::MAX));
    let rows = query.build().fetch_all(readers).await?;
    Ok(rows
        .into_iter()
        .map(|row| Entry {
            member: row.get(0),
            score: row.get(1),
        })
        .collect())
}

/// A partition's tallies that are not zero.
pub(super) async fn tallies(
    readers: &SqlitePool,
    partition: &Partition,
) -> Result<Vec<(String, i64)>, sqlx::Error> {
    sqlx::query_as(
        "SELECT name, tally FROM tallies WHERE partition = ? AND tally <> 0 ORDER BY name",
    )
    .bind(partition.name())
    .fetch_all(readers)
    .await
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
