//! The pulse of the service: in each partition the time at which it was last known to run. A gap in
//! it is an outage, and what it took from running clocks is given back.

use std::time::Duration;

use futures::future::join_all;
use store::jobs::Doorbell;
use store::{
    Commit, Document, Effect, Error, Guard, Order, Partition, Partitions, Range, Store, Timestamp,
};
use tokio_util::sync::CancellationToken;

use crate::document;
use crate::game::{Outage, Outages};
use crate::job_kind::JobKind;
use crate::repository::LIVE;

/// The document's key.
pub(crate) const KEY: &str = "pulse";

/// How often it beats where games are live.
const BEAT: Duration = Duration::from_millis(500);

/// After this long the beats are missing, not late: the service was away since the last one.
const GAP: Duration = Duration::from_secs(3);

/// Outages that ended so long ago no clock still has to hear of.
const FORGET_AFTER: Duration = Duration::from_secs(8 * 24 * 60 * 60);

/// Clocks that are told of an outage in one step.
const BATCH: usize = 500;

/// What a partition's pulse says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heard {
    version: u64,
    beat: Option<Timestamp>,
    pub(crate) outages: Outages,
}

impl Heard {
    /// Whether the service was away since the last beat, or has not beaten yet.
    pub(crate) fn is_stale(&self, now: Timestamp) -> bool {
        self.beat.is_none_or(|beat| now.since(beat) > GAP)
    }
}

/// Reads a pulse; none is an empty one.
pub(crate) fn heard(document: Option<&Document>) -> Heard {
    let Some(document) = document else {
        return Heard::default();
    };
    match document::decode_pulse(&document.body) {
        Some((beat, outages)) => Heard {
            version: document.version,
            beat: Some(beat),
            outages,
        },
        None => Heard {
            version: document.version,
            ..Heard::default()
        },
    }
}

/// Keeps the pulse of all partitions.
#[derive(Clone)]
pub(crate) struct Pulse {
    store: Store,
    partitions: Partitions,
    doorbell: Doorbell,
}

impl Pulse {
    pub(crate) fn new(store: Store, partitions: Partitions, doorbell: Doorbell) -> Self {
        Self {
            store,
            partitions,
            doorbell,
        }
    }

    /// Beats until the token is cancelled.
    pub(crate) async fn run(self, shutdown: CancellationToken) {
        loop {
            // A store that is away is told by whoever needs it; the gap is found when it is back.
            let _ = join_all(self.partitions.iter().map(|partition| self.beat(partition))).await;
            if shutdown
                .run_until_cancelled(tokio::time::sleep(BEAT))
                .await
                .is_none()
            {
                return;
            }
        }
    }

    /// One beat, where games are live and no other process has just beaten.
    async fn beat(&self, partition: &Partition) -> Result<(), Error> {
        if self.live(partition, 1).await?.is_empty() {
            return Ok(());
        }
        let (heard, now) = self.listen(partition).await?;
        if heard.is_stale(now) {
            return self.catch_up(partition).await;
        }
        if heard
            .beat
            .is_none_or(|beat| now.since(beat) >= BEAT * 4 / 5)
        {
            self.write(partition, &heard, now).await?;
        }
        Ok(())
    }

    /// Notes an outage if there was one, and tells the clocks that ran through it.
    pub(crate) async fn catch_up(&self, partition: &Partition) -> Result<(), Error> {
        loop {
            let (mut heard, now) = self.listen(partition).await?;
            if !heard.is_stale(now) {
                return Ok(());
            }
            let away = match heard.beat {
                Some(from) if !self.live(partition, 1).await?.is_empty() => {
                    Some(Outage { from, to: now })
                }
                _ => None,
            };
            heard
                .outages
                .0
                .retain(|outage| now.since(outage.to) < FORGET_AFTER);
            heard.outages.0.extend(away);
            if !self.write(partition, &heard, now).await? {
                continue;
            }
            if let Some(outage) = away {
                let span_ms = outage.to.0 - outage.from.0;
                tracing::warn!(%partition, span_ms, "the service was away: its time is given back");
                self.tell_all(partition, now).await?;
            }
            return Ok(());
        }
    }

    /// Makes the clocks of all live games due, which finds what they are owed.
    async fn tell_all(&self, partition: &Partition, now: Timestamp) -> Result<(), Error> {
        let games = self.live(partition, usize::MAX).await?;
        for batch in games.chunks(BATCH) {
            let due = |game: &String| Effect::Schedule {
                job: JobKind::Time.of(game),
                due: now,
            };
            let effects = batch.iter().map(due).collect();
            self.store
                .commit(
                    partition,
                    Commit {
                        guards: Vec::new(),
                        effects,
                    },
                )
                .await?;
        }
        self.doorbell.ring(partition, now);
        Ok(())
    }

    async fn live(&self, partition: &Partition, limit: usize) -> Result<Vec<String>, Error> {
        let entries = self
            .store
            .range(partition, LIVE, Range::all(Order::Ascending, limit))
            .await?;
        Ok(entries.into_iter().map(|entry| entry.member).collect())
    }

    async fn listen(&self, partition: &Partition) -> Result<(Heard, Timestamp), Error> {
        let read = self.store.read(partition, &[KEY]).await?;
        Ok((
            heard(read.documents.first().and_then(Option::as_ref)),
            read.now,
        ))
    }

    /// Writes a beat; `false` if another process was faster.
    async fn write(
        &self,
        partition: &Partition,
        heard: &Heard,
        now: Timestamp,
    ) -> Result<bool, Error> {
        let commit = Commit {
            guards: vec![Guard::Version {
                key: KEY.to_owned(),
                version: heard.version,
            }],
            effects: vec![Effect::Put {
                key: KEY.to_owned(),
                body: document::encode_pulse(now, &heard.outages).into(),
                expires: None,
            }],
        };
        match self.store.commit(partition, commit).await {
            Ok(_) => Ok(true),
            Err(Error::Conflict { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
