//! How a commit in this process wakes the worker at once.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use tokio::sync::Notify;

use crate::{Partition, Partitions, Timestamp};

/// Rung after a commit that scheduled a job. Without it the worker sees a new job at its next look,
/// within [`Options::idle_poll`](super::Options::idle_poll).
#[derive(Clone, Debug)]
pub struct Doorbell(Arc<HashMap<Partition, Bell>>);

/// One partition's bell.
#[derive(Debug)]
pub(super) struct Bell {
    /// When the worker looks for jobs anyway, by the store's clock.
    looks_at: AtomicI64,
    rung: Notify,
}

impl Doorbell {
    /// A bell for each of the partitions that a worker is to watch.
    #[must_use]
    pub fn new(partitions: &Partitions) -> Self {
        let bell = || Bell {
            looks_at: AtomicI64::new(i64::MAX),
            rung: Notify::new(),
        };
        Self(Arc::new(
            partitions
                .iter()
                .map(|partition| (partition.clone(), bell()))
                .collect(),
        ))
    }

    /// Says that a job of the partition is due at `due`. Costs next to nothing when the worker looks
    /// before that anyway.
    pub fn ring(&self, partition: &Partition, due: Timestamp) {
        if let Some(bell) = self.0.get(partition)
            && due.0 < bell.looks_at.load(Ordering::SeqCst)
        {
            bell.rung.notify_one();
        }
    }

    pub(super) fn partitions(&self) -> impl Iterator<Item = &Partition> {
        self.0.keys()
    }

    pub(super) fn bell(&self, partition: &Partition) -> Option<&Bell> {
        self.0.get(partition)
    }
}

impl Bell {
    /// From now on every ring wakes: called before a look, which may miss what is committed
    /// meanwhile.
    pub(super) fn attend(&self) {
        self.looks_at.store(i64::MAX, Ordering::SeqCst);
    }

    /// Waits for a ring about a job that is due before `next_look`, or one since [`Self::attend`].
    pub(super) async fn wait(&self, next_look: Timestamp) {
        self.looks_at.store(next_look.0, Ordering::SeqCst);
        self.rung.notified().await;
    }
}
