//! A store that is away from its services: what is asked of it takes time both ways, and in bad
//! weather an answer may not come though the work was done.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use store::memory::MemoryStore;
use store::{Claimed, Commit, Entry, Error, Live, Partition, Range, Read, Subscription, Timestamp};
use tokio::time::sleep;

/// How often a step's answer is lost.
const LOST: f64 = 0.02;

/// A way to the store. Clones lead to the same one.
#[derive(Clone)]
pub(crate) struct Distant {
    store: MemoryStore,
    random: Arc<Mutex<StdRng>>,
    /// Until when answers are lost, in simulated time.
    bad_until: Duration,
}

impl Distant {
    pub(crate) fn new(store: MemoryStore, seed: u64, bad_until: Duration) -> Self {
        Self {
            store,
            random: Arc::new(Mutex::new(StdRng::seed_from_u64(seed))),
            bad_until,
        }
    }

    /// One way.
    async fn way(&self) {
        let micros = self.random.lock().unwrap().random_range(0..3_000);
        sleep(Duration::from_micros(micros)).await;
    }

    /// The way back.
    async fn back<T>(&self, answer: Result<T, Error>) -> Result<T, Error> {
        self.way().await;
        let is_bad = turmoil::sim_elapsed().is_some_and(|now| now < self.bad_until);
        if is_bad && self.random.lock().unwrap().random_bool(LOST) {
            return Err(Error::Unavailable("the answer was lost".into()));
        }
        answer
    }
}

#[async_trait]
impl Live for Distant {
    async fn now(&self) -> Result<Timestamp, Error> {
        self.way().await;
        self.back(self.store.now().await).await
    }

    async fn read(&self, partition: &Partition, keys: &[&str]) -> Result<Read, Error> {
        self.way().await;
        self.back(self.store.read(partition, keys).await).await
    }

    async fn commit(&self, partition: &Partition, commit: Commit) -> Result<Timestamp, Error> {
        self.way().await;
        self.back(self.store.commit(partition, commit).await).await
    }

    async fn range(
        &self,
        partition: &Partition,
        index: &str,
        range: Range,
    ) -> Result<Vec<Entry>, Error> {
        self.way().await;
        self.back(self.store.range(partition, index, range).await)
            .await
    }

    async fn tallies(&self, partition: &Partition) -> Result<Vec<(String, i64)>, Error> {
        self.way().await;
        self.back(self.store.tallies(partition).await).await
    }

    async fn claim(
        &self,
        partition: &Partition,
        limit: usize,
        lease: Duration,
    ) -> Result<Claimed, Error> {
        self.way().await;
        self.back(self.store.claim(partition, limit, lease).await)
            .await
    }

    async fn subscribe(&self, partition: &Partition, topic: &str) -> Result<Subscription, Error> {
        self.way().await;
        self.back(self.store.subscribe(partition, topic).await)
            .await
    }
}
