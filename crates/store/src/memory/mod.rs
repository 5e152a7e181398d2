//! Live state in the memory of one process, for simulations: nothing outlives the handle, and
//! nothing but the order of the calls and the clock that is given decides what happens.

mod space;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;

use self::space::Space;
use crate::topics::{Reader, Topics};
use crate::{Claimed, Commit, Entry, Error, Live, Partition, Range, Read, Subscription, Timestamp};

/// Live state that is **not durable**. Clones share it, and it never fails.
#[derive(Clone)]
pub struct MemoryStore {
    clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    state: Arc<Mutex<State>>,
    topics: Arc<Topics>,
}

#[derive(Default)]
struct State {
    spaces: BTreeMap<String, Space>,
    /// The latest time given: the store's clock does not go back, whatever it is made of.
    latest: Timestamp,
    /// Tells every claim from every other.
    claims: u64,
}

impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryStore").finish_non_exhaustive()
    }
}

impl MemoryStore {
    /// An empty store with a clock of one's own.
    pub fn new(clock: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self {
            clock: Arc::new(clock),
            state: Arc::default(),
            topics: Arc::new(Topics::new()),
        }
    }

    /// The state, with the time of the step that is about to be taken.
    fn step(&self) -> (MutexGuard<'_, State>, Timestamp) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let now = state.latest.max((self.clock)());
        state.latest = now;
        (state, now)
    }

    fn carry_out(&self, partition: &Partition, commit: Commit) -> Result<Timestamp, Error> {
        let (mut state, now) = self.step();
        let space = state.space(partition);
        for guard in commit.guards {
            space.check(guard, now)?;
        }
        for effect in commit.effects {
            if let Some((topic, message)) = space.carry_out(effect, now) {
                // Still under the lock: messages come in the order of their commits.
                self.topics
                    .publish(&topic_name(partition, &topic), &message);
            }
        }
        Ok(now)
    }
}

impl State {
    fn space(&mut self, partition: &Partition) -> &mut Space {
        self.spaces.entry(partition.name().to_owned()).or_default()
    }
}

/// Lets others go first, as they may while an answer is on its way from a store further away; one
/// whose calls never waited would keep its caller's thread.
async fn told<T>(answer: T) -> T {
    tokio::task::yield_now().await;
    answer
}

/// A topic's name over all partitions: no partition's name holds a line break.
fn topic_name(partition: &Partition, topic: &str) -> String {
    format!("{partition}\n{topic}")
}

#[async_trait]
impl Live for MemoryStore {
    async fn now(&self) -> Result<Timestamp, Error> {
        let now = self.step().1;
        told(Ok(now)).await
    }

    async fn read(&self, partition: &Partition, keys: &[&str]) -> Result<Read, Error> {
        let read = {
            let (mut state, now) = self.step();
            let space = state.space(partition);
            let documents = keys.iter().map(|key| space.document(key, now)).collect();
            Read { now, documents }
        };
        told(Ok(read)).await
    }

    async fn commit(&self, partition: &Partition, commit: Commit) -> Result<Timestamp, Error> {
        told(self.carry_out(partition, commit)).await
    }

    async fn range(
        &self,
        partition: &Partition,
        index: &str,
        range: Range,
    ) -> Result<Vec<Entry>, Error> {
        let entries = self.step().0.space(partition).range(index, range);
        told(Ok(entries)).await
    }

    async fn tallies(&self, partition: &Partition) -> Result<Vec<(String, i64)>, Error> {
        let tallies = self.step().0.space(partition).tallies();
        told(Ok(tallies)).await
    }

    async fn claim(
        &self,
        partition: &Partition,
        limit: usize,
        lease: Duration,
    ) -> Result<Claimed, Error> {
        let claimed = {
            let (mut state, now) = self.step();
            state.claims += 1;
            let mark = state.claims;
            state.space(partition).claim(limit, lease, now, mark)
        };
        told(Ok(claimed)).await
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
