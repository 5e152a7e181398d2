//! The one task that writes. Commits that wait together share one transaction, and so one sync of
//! the disk; each is answered when it is there.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::SqliteConnection;
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval};

use super::clock::Clock;
use super::schema;
use super::step::{self, Outbox};
use crate::topics::Topics;
use crate::{Claimed, Commit, Error, Partition, Timestamp};

/// Requests that wait for the writer before callers wait in line.
pub(super) const QUEUE: usize = 1024;
/// Requests in one transaction.
const BATCH: usize = 256;
/// How often documents that have expired are looked for, and how many go at a time: readers see
/// none of them anyway.
const SWEEP: Duration = Duration::from_secs(2);
const SWEPT_AT_ONCE: i64 = 1000;

pub(super) enum Request {
    Commit {
        partition: Partition,
        commit: Commit,
        origin: Option<String>,
        answer: oneshot::Sender<Result<Timestamp, Error>>,
    },
    Claim {
        partition: Partition,
        limit: usize,
        lease: Duration,
        answer: oneshot::Sender<Claimed>,
    },
}

/// What a request is answered with, once it is on the disk.
enum Outcome {
    Commit(
        oneshot::Sender<Result<Timestamp, Error>>,
        Result<Timestamp, Error>,
    ),
    Claim(oneshot::Sender<Claimed>, Claimed),
}

impl Outcome {
    /// Answers whoever asked; they may be gone.
    fn tell(self) {
        match self {
            Self::Commit(answer, result) => drop(answer.send(result)),
            Self::Claim(answer, claimed) => drop(answer.send(claimed)),
        }
    }
}

pub(super) struct Writer {
    pub(super) path: PathBuf,
    /// `None` after a failure: the next batch opens a new one.
    pub(super) connection: Option<SqliteConnection>,
    pub(super) clock: Arc<Clock>,
    pub(super) topics: Arc<Topics>,
    /// The mark of the last claim.
    pub(super) mark: u64,
    /// Held until the last request is carried out.
    pub(super) lock: File,
}

impl Writer {
    /// Serves until every handle on the store is gone and what they asked for is done.
    pub(super) async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut sweep = interval(SWEEP);
        sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                count = requests.recv_many(&mut batch, BATCH) => {
                    if count == 0 {
                        break;
                    }
                    self.serve(&mut batch).await;
                }
                _ = sweep.tick() => self.sweep().await,
            }
        }
        self.topics.close();
        if let Some(connection) = self.connection.take()
            && let Err(error) = connection.close().await
        {
            tracing::warn!(%error, "closing the store's file");
        }
        drop(self.lock);
    }

    async fn serve(&mut self, batch: &mut Vec<Request>) {
        match self.transact(batch).await {
            Ok((outbox, outcomes)) => {
                for (topic, message) in outbox {
                    self.topics.publish(&topic, &message);
                }
                for outcome in outcomes {
                    outcome.tell();
                }
            }
            Err(error) => {
                // Nothing of the batch is in the file. Who asked learns it by the lost answer.
                tracing::error!(%error, "the store's file cannot be written");
                batch.clear();
                self.connection = None;
            }
        }
    }

    /// Carries out the batch in one transaction.
    async fn transact(
        &mut self,
        batch: &mut Vec<Request>,
    ) -> Result<(Outbox, Vec<Outcome>), sqlx::Error> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            empty => empty.insert(schema::options(&self.path).connect().await?),
        };
        let (mut outbox, mut outcomes) = (Outbox::new(), Vec::with_capacity(batch.len()));
        let mut changed = None;
        // Dropped without a commit, it rolls back.
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        for request in batch.drain(..) {
            let now = self.clock.now();
            match request {
                Request::Commit {
                    partition,
                    commit,
                    origin,
                    answer,
                } => {
                    let (origin, outbox) = (origin.as_deref(), &mut outbox);
                    let steps = &mut transaction;
                    let result =
                        step::commit(steps, &partition, commit, origin, now, outbox).await?;
                    if result.is_ok() {
                        changed = Some(now);
                    }
                    outcomes.push(Outcome::Commit(answer, result));
                }
                Request::Claim {
                    partition,
                    limit,
                    lease,
                    answer,
                } => {
                    self.mark += 1;
                    let claimed =
                        step::claim(&mut transaction, &partition, limit, lease, now, self.mark)
                            .await?;
                    if !claimed.jobs.is_empty() {
                        changed = Some(now);
                    }
                    outcomes.push(Outcome::Claim(answer, claimed));
                }
            }
        }
        if let Some(latest) = changed {
            sqlx::query("UPDATE clock SET latest = ?")
                .bind(latest.0)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok((outbox, outcomes))
    }

    async fn sweep(&mut self) {
        let Some(connection) = &mut self.connection else {
            return;
        };
        let swept = sqlx::query(
            "DELETE FROM documents WHERE rowid IN (SELECT rowid FROM documents WHERE expires < ? LIMIT ?)",
        )
        .bind(self.clock.now().0)
        .bind(SWEPT_AT_ONCE)
        .execute(connection)
        .await;
        if let Err(error) = swept {
            tracing::warn!(%error, "sweeping documents that have expired");
        }
    }
}
