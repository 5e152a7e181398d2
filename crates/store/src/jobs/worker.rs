//! The loops, one a partition, and the jobs in hand.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::FutureExt;
use telemetry::Trace;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::backoff::{Backoff, shortened};
use super::seen::{Outcome, Seen};
use super::{Done, Doorbell, Handler};
use crate::{Claimed, Commit, Effect, Error, Job, Partition, Store};

/// Jobs that one loop takes at a time, so that one partition does not starve the others.
const BATCH: usize = 32;

/// How a worker works.
#[derive(Clone, Debug)]
pub struct Options {
    /// Jobs in hand at a time, over all partitions; at least one.
    pub concurrency: usize,
    /// How long a job is hidden from other workers, and the longest that its handler may take.
    pub lease: Duration,
    /// How often a partition is looked at that nobody rang for.
    pub idle_poll: Duration,
    /// How long a worker that is stopped waits for the jobs in hand.
    pub drain: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            concurrency: 256,
            lease: Duration::from_secs(10),
            idle_poll: Duration::from_secs(1),
            drain: Duration::from_secs(5),
        }
    }
}

/// Claims the due jobs of the doorbell's partitions and hands them to the handler.
pub struct Worker<H> {
    store: Store,
    doorbell: Doorbell,
    handler: H,
    options: Options,
}

impl<H: Handler> Worker<H> {
    /// A worker that does nothing yet.
    pub fn new(store: Store, doorbell: Doorbell, handler: H, options: Options) -> Self {
        Self {
            store,
            doorbell,
            handler,
            options,
        }
    }

    /// Works until it is stopped; then it claims no more and waits for the jobs in hand, though not
    /// longer than [`Options::drain`]. Those that are not done by then are left to their leases.
    pub async fn run(self, stop: CancellationToken) {
        let drain = self.options.drain;
        let shop = Arc::new(Shop {
            permits: Arc::new(Semaphore::new(self.options.concurrency.max(1))),
            store: self.store,
            doorbell: self.doorbell,
            handler: self.handler,
            options: self.options,
            in_hand: TaskTracker::new(),
            stop,
            abandon: CancellationToken::new(),
            store_is_away: AtomicBool::new(false),
        });
        let mut loops = JoinSet::new();
        for partition in shop.doorbell.partitions() {
            loops.spawn(shop.clone().watch(partition.clone()));
        }
        loops.join_all().await;
        shop.in_hand.close();
        if timeout(drain, shop.in_hand.wait()).await.is_err() {
            tracing::warn!(
                jobs = shop.in_hand.len(),
                "stopped with jobs in hand: their leases will end"
            );
            shop.abandon.cancel();
            shop.in_hand.wait().await;
        }
    }
}

/// What the loops and the jobs share.
struct Shop<H> {
    store: Store,
    doorbell: Doorbell,
    handler: H,
    options: Options,
    permits: Arc<Semaphore>,
    in_hand: TaskTracker,
    stop: CancellationToken,
    abandon: CancellationToken,
    /// So that a store which is away is told once, not by every loop at every try.
    store_is_away: AtomicBool,
}

impl<H: Handler> Shop<H> {
    async fn watch(self: Arc<Self>, partition: Partition) {
        // The doorbell has a bell for each partition it names.
        let Some(bell) = self.doorbell.bell(&partition) else {
            return;
        };
        let mut backoff = Backoff::new();
        while let Some(mut permits) = self.permits().await {
            bell.attend();
            let asked = Instant::now();
            let limit = permits.num_permits();
            // Not cut short by a stop: what it takes would be hidden and in nobody's hands.
            let claimed = self
                .store
                .claim(&partition, limit, self.options.lease)
                .await;
            self.tell_of_the_store(claimed.as_ref().err());
            let Ok(Claimed { now, jobs, next }) = claimed else {
                drop(permits);
                self.unless_stopped(sleep(backoff.pause())).await;
                continue;
            };
            backoff = Backoff::new();
            let full = jobs.len() == limit;
            for job in jobs {
                let Some(permit) = permits.split(1) else {
                    break;
                };
                let lag = now.since(job.due);
                let seen = Seen::taken(H::kind(&job.name), lag);
                let origin = job.origin.as_deref();
                let trace = origin
                    .and_then(Trace::continued)
                    .unwrap_or_else(Trace::begin);
                let span = trace.open_planned(|| seen.span(&partition));
                let task = self.clone().handle(partition.clone(), job, seen, permit);
                self.in_hand.spawn(trace.scope(span, task));
            }
            drop(permits);
            if full {
                continue;
            }
            let idle = shortened(self.options.idle_poll);
            let pause = next.map_or(idle, |next| next.since(now).min(idle));
            self.unless_stopped(async {
                tokio::select! {
                    () = bell.wait(now + pause) => {}
                    () = sleep_until(asked + pause) => {}
                }
            })
            .await;
        }
    }

    /// Room for at least one job; `None` when it is time to stop.
    async fn permits(&self) -> Option<OwnedSemaphorePermit> {
        let first = self.permits.clone().acquire_owned();
        let mut permits = tokio::select! {
            biased;
            () = self.stop.cancelled() => return None,
            permit = first => permit.ok()?,
        };
        let more = self.permits.available_permits().min(BATCH - 1);
        if let Ok(more) = u32::try_from(more)
            && let Ok(more) = self.permits.clone().try_acquire_many_owned(more)
        {
            permits.merge(more);
        }
        Some(permits)
    }

    async fn unless_stopped(&self, pause: impl Future<Output = ()>) {
        tokio::select! {
            () = self.stop.cancelled() => {}
            () = pause => {}
        }
    }

    fn tell_of_the_store(&self, error: Option<&Error>) {
        let was_away = self.store_is_away.swap(error.is_some(), Ordering::Relaxed);
        match error {
            Some(error) if !was_away => tracing::warn!(%error, "jobs wait for the store"),
            None if was_away => tracing::info!("the store is back, jobs go on"),
            _ => {}
        }
    }

    async fn handle(
        self: Arc<Self>,
        partition: Partition,
        job: Job,
        seen: Seen,
        permit: OwnedSemaphorePermit,
    ) {
        let work = AssertUnwindSafe(self.handler.handle(&partition, &job)).catch_unwind();
        let outcome = tokio::select! {
            () = self.abandon.cancelled() => return,
            outcome = timeout(self.options.lease, work) => outcome,
        };
        match outcome {
            Ok(Ok(Ok(done))) => {
                seen.ended(Outcome::Done);
                if done == Done::Complete {
                    self.complete(&partition, job).await;
                }
            }
            Ok(Ok(Err(error))) => {
                seen.ended(Outcome::Failed);
                tracing::warn!(job = job.name, %error, "the job failed and comes again");
            }
            Ok(Err(_)) => {
                seen.ended(Outcome::Panicked);
                tracing::error!(job = job.name, "the handler panicked; the job comes again");
            }
            Err(_) => {
                seen.ended(Outcome::TimedOut);
                tracing::warn!(job = job.name, "longer than its lease; the job comes again");
            }
        }
        drop(permit);
    }

    async fn complete(&self, partition: &Partition, job: Job) {
        let commit = Commit {
            guards: Vec::new(),
            effects: vec![Effect::Complete(job)],
        };
        if let Err(error) = self.store.commit(partition, commit).await {
            tracing::warn!(%error, "the job is done but still scheduled, and comes again");
        }
    }
}
