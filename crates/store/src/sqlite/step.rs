//! One commit, or one claim, inside the writer's transaction.

use std::time::Duration;

use bytes::Bytes;
use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

use super::topic_name;
use crate::{Claimed, Commit, Effect, Error, Guard, Job, Partition, Timestamp};

/// Messages to send once the transaction is on the disk.
pub(super) type Outbox = Vec<(String, Bytes)>;

/// Checks every guard, then carries out every effect. The outer error is the database's: what was
/// done until then must be rolled back.
pub(super) async fn commit(
    connection: &mut SqliteConnection,
    partition: &Partition,
    commit: Commit,
    origin: Option<&str>,
    now: Timestamp,
    outbox: &mut Outbox,
) -> Result<Result<Timestamp, Error>, sqlx::Error> {
    for guard in commit.guards {
        if let Err(refusal) = check(connection, partition, guard, now).await? {
            return Ok(Err(refusal));
        }
    }
    for effect in commit.effects {
        carry_out(connection, partition, effect, origin, now, outbox).await?;
    }
    Ok(Ok(now))
}

async fn check(
    connection: &mut SqliteConnection,
    partition: &Partition,
    guard: Guard,
    now: Timestamp,
) -> Result<Result<(), Error>, sqlx::Error> {
    match guard {
        Guard::Version { key, version } => {
            let row = sqlx::query(
                "SELECT version FROM documents
                 WHERE partition = ? AND key = ? AND (expires IS NULL OR expires >= ?)",
            )
            .bind(partition.name())
            .bind(&key)
            .bind(now.0)
            .fetch_optional(connection)
            .await?;
            let found = row.map_or(0, |row| row.get::<i64, _>(0).cast_unsigned());
            Ok(if found == version {
                Ok(())
            } else {
                Err(Error::Conflict { key, found })
            })
        }
        Guard::NotAfter(time) => Ok(if now <= time {
            Ok(())
        } else {
            Err(Error::TooLate { now })
        }),
        Guard::Member { index, member } => {
            let row = sqlx::query(
                "SELECT 1 FROM members WHERE partition = ? AND name = ? AND member = ?",
            )
            .bind(partition.name())
            .bind(&index)
            .bind(&member)
            .fetch_optional(connection)
            .await?;
            Ok(if row.is_some() {
                Ok(())
            } else {
                Err(Error::NotAMember { index, member })
            })
        }
    }
}

async fn carry_out(
    connection: &mut SqliteConnection,
    partition: &Partition,
    effect: Effect,
    origin: Option<&str>,
    now: Timestamp,
    outbox: &mut Outbox,
) -> Result<(), sqlx::Error> {
    let place = partition.name();
    let statement = match effect {
        Effect::Put { key, body, expires } => sqlx::query(
            // A document that has expired but not been swept is as good as gone.
            "INSERT INTO documents (partition, key, version, expires, body) VALUES (?1, ?2, 1, ?3, ?4)
             ON CONFLICT (partition, key) DO UPDATE SET
                version = iif(expires < ?5, 1, version + 1),
                expires = excluded.expires,
                body = excluded.body",
        )
        .bind(place)
        .bind(key)
        .bind(expires.map(|time| time.0))
        .bind(Vec::from(body))
        .bind(now.0),
        Effect::Delete { key } => {
            sqlx::query("DELETE FROM documents WHERE partition = ? AND key = ?").bind(place).bind(key)
        }
        Effect::Add { index, member, score } => sqlx::query(
            "INSERT INTO members (partition, name, member, score) VALUES (?, ?, ?, ?)
             ON CONFLICT (partition, name, member) DO UPDATE SET score = excluded.score",
        )
        .bind(place)
        .bind(index)
        .bind(member)
        .bind(score),
        Effect::Remove { index, member } => {
            sqlx::query("DELETE FROM members WHERE partition = ? AND name = ? AND member = ?")
                .bind(place)
                .bind(index)
                .bind(member)
        }
        Effect::Tally { name, by } => sqlx::query(
            "INSERT INTO tallies (partition, name, tally) VALUES (?, ?, ?)
             ON CONFLICT (partition, name) DO UPDATE SET tally = tally + excluded.tally",
        )
        .bind(place)
        .bind(name)
        .bind(by),
        Effect::Schedule { job, due } => sqlx::query(
            "INSERT INTO jobs (partition, name, due, lease, origin) VALUES (?, ?, ?, 0, ?)
             ON CONFLICT (partition, name) DO UPDATE SET
                due = excluded.due, lease = 0, origin = excluded.origin",
        )
        .bind(place)
        .bind(job)
        .bind(due.0)
        .bind(origin),
        Effect::Clear { job } => {
            sqlx::query("DELETE FROM jobs WHERE partition = ? AND name = ?").bind(place).bind(job)
        }
        Effect::Complete(job) => {
            sqlx::query("DELETE FROM jobs WHERE partition = ? AND name = ? AND lease = ? AND lease <> 0")
                .bind(place)
                .bind(job.name)
                .bind(job.lease.cast_signed())
        }
        Effect::Publish { topic, message } => {
            outbox.push((topic_name(partition, &topic), message));
            return Ok(());
        }
    };
    statement.execute(connection).await?;
    Ok(())
}

/// Leases due jobs by moving their due time to the end of the lease. `mark` gives each claim its own.
pub(super) async fn claim(
    connection: &mut SqliteConnection,
    partition: &Partition,
    limit: usize,
    lease: Duration,
    now: Timestamp,
    mark: u64,
) -> Result<Claimed, sqlx::Error> {
    let leased_until = now + lease;
    let rows = sqlx::query(
        "SELECT name, due, origin FROM jobs WHERE partition = ? ORDER BY due, name LIMIT ?",
    )
    .bind(partition.name())
    .bind(i64::try_from(limit.saturating_add(1)).unwrap_or(i64::MAX))
    .fetch_all(&mut *connection)
    .await?;
    let mut claimed = Claimed {
        now,
        jobs: Vec::new(),
        next: None,
    };
    for row in rows {
        let due = Timestamp(row.get(1));
        if due > now || claimed.jobs.len() == limit {
            claimed.next = Some(due);
            break;
        }
        claimed.jobs.push(Job {
            name: row.get(0),
            due,
            leased_until,
            lease: mark,
            origin: row.get(2),
        });
    }
    for job in &claimed.jobs {
        sqlx::query("UPDATE jobs SET due = ?, lease = ? WHERE partition = ? AND name = ?")
            .bind(leased_until.0)
            .bind(mark.cast_signed())
            .bind(partition.name())
            .bind(&job.name)
            .execute(&mut *connection)
            .await?;
    }
    Ok(claimed)
}
