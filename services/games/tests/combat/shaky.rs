//! A store that fails once, at the step that it is told to, before the step or after it.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use prost::Message as _;
use proto::games::v1::GameEvent;
use proto::games::v1::game_event::Happening;
use store::memory::MemoryStore;
use store::{
    Claimed, Commit, Effect, Entry, Error, Live, Partition, Range, Read, Subscription, Timestamp,
};

/// A step of a boost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Called,
    Used,
    Refused,
}

/// What becomes of a step that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// It is not carried out.
    Lost,
    /// It is, but nobody is told.
    Untold,
}

/// A way to the store. Clones lead to the same one.
#[derive(Clone)]
pub(crate) struct Shaky {
    store: MemoryStore,
    next: Arc<Mutex<Option<(Step, Failure)>>>,
}

impl Shaky {
    pub(crate) fn new(store: MemoryStore) -> Self {
        Self {
            store,
            next: Arc::default(),
        }
    }

    pub(crate) fn fail(&self, step: Step, failure: Failure) {
        *self.next.lock().unwrap() = Some((step, failure));
    }

    /// How a commit is to fail, once.
    fn failure(&self, commit: &Commit) -> Option<Failure> {
        let step = commit.effects.iter().find_map(|effect| match effect {
            Effect::Publish { message, .. } => {
                match GameEvent::decode(message.clone()).ok()?.happening? {
                    Happening::BoostCalled(_) => Some(Step::Called),
                    Happening::BoostUsed(_) => Some(Step::Used),
                    Happening::BoostRefused(_) => Some(Step::Refused),
                    _ => None,
                }
            }
            _ => None,
        })?;
        let mut next = self.next.lock().unwrap();
        let (_, failure) = next.take_if(|(planned, _)| *planned == step)?;
        Some(failure)
    }
}

#[async_trait]
impl Live for Shaky {
    async fn now(&self) -> Result<Timestamp, Error> {
        self.store.now().await
    }

    async fn read(&self, partition: &Partition, keys: &[&str]) -> Result<Read, Error> {
        self.store.read(partition, keys).await
    }

    async fn commit(&self, partition: &Partition, commit: Commit) -> Result<Timestamp, Error> {
        let failure = self.failure(&commit);
        if failure != Some(Failure::Lost) {
            let done = self.store.commit(partition, commit).await;
            if failure.is_none() || done.is_err() {
                return done;
            }
        }
        Err(Error::Unavailable("the store fell silent".into()))
    }

    async fn range(
        &self,
        partition: &Partition,
        index: &str,
        range: Range,
    ) -> Result<Vec<Entry>, Error> {
        self.store.range(partition, index, range).await
    }

    async fn tallies(&self, partition: &Partition) -> Result<Vec<(String, i64)>, Error> {
        self.store.tallies(partition).await
    }

    async fn claim(
        &self,
        partition: &Partition,
        limit: usize,
        lease: std::time::Duration,
    ) -> Result<Claimed, Error> {
        self.store.claim(partition, limit, lease).await
    }

    async fn subscribe(&self, partition: &Partition, topic: &str) -> Result<Subscription, Error> {
        self.store.subscribe(partition, topic).await
    }
}
