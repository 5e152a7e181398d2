//! The store in a file of this process: SQLite with one writer, and events in memory.
//!
//! An acknowledged commit is on the disk. Only one process has the file at a time, since events and
//! the clock live in it.

mod clock;
mod reads;
mod schema;
mod step;
mod writer;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::ConnectOptions;
use sqlx::sqlite::SqlitePool;
use telemetry::Trace;
use tokio::sync::{mpsc, oneshot};

use self::clock::Clock;
use self::writer::{Request, Writer};
use crate::topics::{Reader, Topics};
use crate::{Claimed, Commit, Entry, Error, Live, Partition, Range, Read, Subscription, Timestamp};

/// Live state in a file.
#[derive(Clone, Debug)]
pub struct SqliteStore {
    requests: mpsc::Sender<Request>,
    readers: SqlitePool,
    clock: Arc<Clock>,
    topics: Arc<Topics>,
}

impl SqliteStore {
    /// Opens the file, or creates it in a directory that exists. It is closed when the last handle
    /// is dropped and the last commit is carried out.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the file cannot be used or another process has it;
    /// [`Error::Corrupt`] when another release wrote it and this one cannot read it.
    pub async fn open(path: &Path) -> Result<Self, Error> {
        let lock = schema::lock(path).await?;
        let mut connection = schema::options(path).connect().await.map_err(failure)?;
        let latest = schema::prepare(&mut connection, path).await?;
        let readers = reads::pool(path);
        let clock = Arc::new(Clock::starting_at(latest));
        let topics = Arc::new(Topics::new());
        let (requests, queue) = mpsc::channel(writer::QUEUE);
        let writer = Writer {
            path: path.to_owned(),
            connection: Some(connection),
            clock: clock.clone(),
            topics: topics.clone(),
            // Marks of an earlier process are below: it made fewer than a million claims a second.
            mark: clock.now().0.cast_unsigned() * 1000,
            lock,
        };
        tokio::spawn(writer.run(queue));
        Ok(Self {
            requests,
            readers,
            clock,
            topics,
        })
    }

    /// Hands the writer a request, which is carried out from then on whoever waits for it.
    async fn ask<T>(
        &self,
        request: impl FnOnce(oneshot::Sender<T>) -> Request,
    ) -> Result<T, Error> {
        let (answer, answered) = oneshot::channel();
        self.requests
            .send(request(answer))
            .await
            .map_err(|_| Error::unavailable("it is closed"))?;
        answered
            .await
            .map_err(|_| Error::unavailable("its file could not be written"))
    }
}

/// A failure of the file may pass: a full disk, for one.
fn failure(error: sqlx::Error) -> Error {
    Error::unavailable(error)
}

/// A topic's name over all partitions: no partition's name holds a line break.
fn topic_name(partition: &Partition, topic: &str) -> String {
    format!("{partition}\n{topic}")
}

#[async_trait]
impl Live for SqliteStore {
    async fn now(&self) -> Result<Timestamp, Error> {
        reads::probe(&self.readers).await.map_err(failure)?;
        Ok(self.clock.now())
    }

    async fn read(&self, partition: &Partition, keys: &[&str]) -> Result<Read, Error> {
        reads::documents(&self.readers, partition, keys, &self.clock)
            .await
            .map_err(failure)
    }

    async fn commit(&self, partition: &Partition, commit: Commit) -> Result<Timestamp, Error> {
        let (partition, origin) = (partition.clone(), Trace::origin());
        self.ask(|answer| Request::Commit {
            partition,
            commit,
            origin,
            answer,
        })
        .await?
    }

    async fn range(
        &self,
        partition: &Partition,
        index: &str,
        range: Range,
    ) -> Result<Vec<Entry>, Error> {
        reads::entries(&self.readers, partition, index, range, None)
            .await
            .map_err(failure)
    }

    async fn range_after(
        &self,
        partition: &Partition,
        index: &str,
        range: Range,
        last: &Entry,
    ) -> Result<Vec<Entry>, Error> {
        reads::entries(&self.readers, partition, index, range, Some(last))
            .await
            .map_err(failure)
    }

    async fn tallies(&self, partition: &Partition) -> Result<Vec<(String, i64)>, Error> {
        reads::tallies(&self.readers, partition)
            .await
            .map_err(failure)
    }

    async fn claim(
        &self,
        partition: &Partition,
        limit: usize,
        lease: Duration,
    ) -> Result<Claimed, Error> {
        // Most claims find nothing: those need no writer.
        let next = reads::earliest_job(&self.readers, partition)
            .await
            .map_err(failure)?;
        let now = self.clock.now();
        if limit == 0 || next.is_none_or(|due| due > now) {
            return Ok(Claimed {
                now,
                jobs: Vec::new(),
                next,
            });
        }
        let partition = partition.clone();
        self.ask(|answer| Request::Claim {
            partition,
            limit,
            lease,
            answer,
        })
        .await
    }

    async fn subscribe(&self, partition: &Partition, topic: &str) -> Result<Subscription, Error> {
        let name = topic_name(partition, topic);
        let (messages, _) = self
            .topics
            .follow(&name)
            .ok_or_else(|| Error::unavailable("it is closed"))?;
        let topics = self.topics.clone();
        Ok(Box::pin(Reader::new(messages, move || {
            topics.leave(&name);
        })))
    }
}
