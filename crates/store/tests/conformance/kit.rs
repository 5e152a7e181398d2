//! Short names for what the tests say often.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures::StreamExt;
use store::memory::MemoryStore;
use store::redis::RedisStore;
use store::{
    Claimed, Commit, Document, Effect, Entry, Error, Guard, Job, Live, Partition, Partitions,
    Range, Read, Store, Subscription, Timestamp,
};
use support::RedisServer;
use tokio::time::{Instant, sleep, timeout};

/// Longer than anything takes that comes at all.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A lease that does not end while a test runs.
pub(crate) const LONG: Duration = Duration::from_secs(3600);

/// An empty store in memory, on a clock that starts anywhere.
pub(crate) fn in_memory() -> Store {
    let started = Instant::now();
    let clock = move || Timestamp(1_800_000_000_000) + started.elapsed();
    Arc::new(MemoryStore::new(clock))
}

/// A store on a Redis server.
pub(crate) async fn connect(server: &RedisServer) -> Store {
    Arc::new(RedisStore::connect(&server.url()).await.unwrap())
}

/// The partition in which most tests live.
pub(crate) fn here() -> Partition {
    partition(0)
}

pub(crate) fn partition(number: usize) -> Partition {
    Partitions::new("t", number + 1)
        .iter()
        .nth(number)
        .unwrap()
        .clone()
}

pub(crate) async fn apply(
    store: &Store,
    guards: impl Into<Vec<Guard>>,
    effects: impl Into<Vec<Effect>>,
) -> Result<Timestamp, Error> {
    store
        .commit(
            &here(),
            Commit {
                guards: guards.into(),
                effects: effects.into(),
            },
        )
        .await
}

pub(crate) async fn get(store: &Store, key: &str) -> Option<Document> {
    store
        .read(&here(), &[key])
        .await
        .unwrap()
        .documents
        .remove(0)
}

/// The version of a document; 0 where there is none.
pub(crate) async fn version_of(store: &Store, key: &str) -> u64 {
    get(store, key).await.map_or(0, |document| document.version)
}

pub(crate) fn version(key: &str, version: u64) -> Guard {
    Guard::Version {
        key: key.to_owned(),
        version,
    }
}

pub(crate) fn member(index: &str, member: &str) -> Guard {
    Guard::Member {
        index: index.to_owned(),
        member: member.to_owned(),
    }
}

pub(crate) fn put(key: &str, body: impl AsRef<[u8]>) -> Effect {
    Effect::Put {
        key: key.to_owned(),
        body: Bytes::copy_from_slice(body.as_ref()),
        expires: None,
    }
}

pub(crate) fn put_until(key: &str, body: &str, expires: Timestamp) -> Effect {
    Effect::Put {
        key: key.to_owned(),
        body: Bytes::copy_from_slice(body.as_bytes()),
        expires: Some(expires),
    }
}

pub(crate) fn delete(key: &str) -> Effect {
    Effect::Delete {
        key: key.to_owned(),
    }
}

pub(crate) fn add(index: &str, member: &str, score: i64) -> Effect {
    Effect::Add {
        index: index.to_owned(),
        member: member.to_owned(),
        score,
    }
}

pub(crate) fn remove(index: &str, member: &str) -> Effect {
    Effect::Remove {
        index: index.to_owned(),
        member: member.to_owned(),
    }
}

pub(crate) fn schedule(job: &str, due: Timestamp) -> Effect {
    Effect::Schedule {
        job: job.to_owned(),
        due,
    }
}

pub(crate) fn tally(name: &str, by: i64) -> Effect {
    Effect::Tally {
        name: name.to_owned(),
        by,
    }
}

pub(crate) fn clear(job: &str) -> Effect {
    Effect::Clear {
        job: job.to_owned(),
    }
}

pub(crate) fn publish(topic: &str, message: impl AsRef<[u8]>) -> Effect {
    Effect::Publish {
        topic: topic.to_owned(),
        message: Bytes::copy_from_slice(message.as_ref()),
    }
}

/// Claims in the usual partition.
pub(crate) async fn claim(store: &Store, limit: usize, lease: Duration) -> Vec<Job> {
    store.claim(&here(), limit, lease).await.unwrap().jobs
}

pub(crate) fn names(jobs: &[Job]) -> Vec<&str> {
    jobs.iter().map(|job| job.name.as_str()).collect()
}

/// The next message of a topic; `None` when the stream has ended.
pub(crate) async fn next(subscription: &mut Subscription) -> Option<String> {
    let message = timeout(PATIENCE, subscription.next())
        .await
        .expect("a message, or the end");
    message.map(|message| String::from_utf8_lossy(&message).into_owned())
}

pub(crate) fn key_of_conflict(result: Result<Timestamp, Error>) -> (String, u64) {
    match result {
        Err(Error::Conflict { key, found }) => (key, found),
        other => panic!("not a conflict: {other:?}"),
    }
}

/// Waits until the store works again, and checks that until then it fails in one way and in time.
pub(crate) async fn works_again(store: &Store) {
    let since = Instant::now();
    loop {
        let asked = Instant::now();
        match apply(store, [], [put("probe", "a")]).await {
            Ok(_) => return,
            Err(Error::Unavailable(_)) => {}
            Err(other) => panic!("{other}"),
        }
        assert!(
            asked.elapsed() < PATIENCE,
            "a call that nobody answers must end"
        );
        assert!(since.elapsed() < PATIENCE, "the store does not come back");
        sleep(Duration::from_millis(10)).await;
    }
}

/// The partitions of one case in a store that many share.
pub(crate) struct Apart {
    name: String,
    store: Store,
}

impl Apart {
    pub(crate) fn new(name: &str, store: Store) -> Self {
        let name = name.to_owned();
        Self { name, store }
    }

    pub(crate) fn place(&self, partition: &Partition) -> Partition {
        let prefix = format!("{} {partition} ", self.name);
        Partitions::new(&prefix, 1).of("").clone()
    }
}

#[async_trait]
impl Live for Apart {
    async fn now(&self) -> Result<Timestamp, Error> {
        self.store.now().await
    }

    async fn read(&self, partition: &Partition, keys: &[&str]) -> Result<Read, Error> {
        self.store.read(&self.place(partition), keys).await
    }

    async fn commit(&self, partition: &Partition, commit: Commit) -> Result<Timestamp, Error> {
        self.store.commit(&self.place(partition), commit).await
    }

    async fn range(
        &self,
        partition: &Partition,
        index: &str,
        range: Range,
    ) -> Result<Vec<Entry>, Error> {
        self.store.range(&self.place(partition), index, range).await
    }

    async fn range_after(
        &self,
        partition: &Partition,
        index: &str,
        range: Range,
        last: &Entry,
    ) -> Result<Vec<Entry>, Error> {
        let place = self.place(partition);
        self.store.range_after(&place, index, range, last).await
    }

    async fn tallies(&self, partition: &Partition) -> Result<Vec<(String, i64)>, Error> {
        self.store.tallies(&self.place(partition)).await
    }

    async fn claim(
        &self,
        partition: &Partition,
        limit: usize,
        lease: Duration,
    ) -> Result<Claimed, Error> {
        let place = self.place(partition);
        self.store.claim(&place, limit, lease).await
    }

    async fn subscribe(&self, partition: &Partition, topic: &str) -> Result<Subscription, Error> {
        self.store.subscribe(&self.place(partition), topic).await
    }
}
