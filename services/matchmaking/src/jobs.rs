//! What matchmaking does by itself. Every handler can run twice: the documents say what is left.

use std::time::Duration;

use store::jobs::{Done, Handler, Options, Worker};
use store::{Commit, Effect, Job, Partition, Store};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::desk::Desk;
use crate::error::Error;
use crate::invites::Invites;
use crate::job_kind::JobKind;
use crate::queue::Queue;

/// A job that could not be done comes again after this.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// How long a job is in one worker's hands: what a worker that died had in hand is done so much
/// later.
const LEASE: Duration = Duration::from_secs(6);

/// The handlers.
#[derive(Clone)]
pub(crate) struct Jobs {
    pub(crate) desk: Desk,
    pub(crate) invites: Invites,
    pub(crate) store: Store,
}

impl Jobs {
    /// Starts working until the token is cancelled.
    pub(crate) fn start(self, shutdown: &CancellationToken) -> Vec<JoinHandle<()>> {
        let queues = self.desk.settler.tickets.doorbell().clone();
        let invites = self.invites.shelf.doorbells().map(Clone::clone);
        let start = |doorbell| {
            let options = Options {
                lease: LEASE,
                ..Options::default()
            };
            let worker = Worker::new(self.store.clone(), doorbell, self.clone(), options);
            tokio::spawn(worker.run(shutdown.clone()))
        };
        std::iter::once(queues).chain(invites).map(start).collect()
    }

    async fn work(&self, partition: &Partition, kind: JobKind, id: &str) -> Result<Done, Error> {
        match kind {
            JobKind::Pair => {
                self.desk.settler.settle(partition, id).await?;
            }
            JobKind::Cycle => {
                // The number before the queue tells even seconds from odd ones.
                let name = id.split_once('/').map_or("", |(_, name)| name);
                if let Some(queue) = Queue::parse(name)
                    && self.desk.rooms.cycle(&queue).await?
                {
                    let tickets = &self.desk.settler.tickets;
                    let now = tickets.now(&queue).await?;
                    tickets.plan_cycle(&queue, now).await?;
                }
            }
            JobKind::Accepted => self.invites.accepted(partition, id).await?,
            JobKind::Expire => self.invites.expire(partition, id).await?,
        }
        Ok(Done::Complete)
    }
}

impl Handler for Jobs {
    type Error = anyhow::Error;

    fn kind(name: &str) -> &'static str {
        JobKind::parse(name).map_or("unknown", |(kind, _)| kind.name())
    }

    async fn handle(&self, partition: &Partition, job: &Job) -> anyhow::Result<Done> {
        let Some((kind, id)) = JobKind::parse(&job.name) else {
            anyhow::bail!("no job of this release is called `{}`", job.name);
        };
        match self.work(partition, kind, id).await {
            Ok(done) => Ok(done),
            Err(error) => {
                let now = self.store.read(partition, &[]).await?.now;
                let effects = vec![Effect::Schedule {
                    job: job.name.clone(),
                    due: now + RETRY_AFTER,
                }];
                let guards = Vec::new();
                self.store
                    .commit(partition, Commit { guards, effects })
                    .await?;
                Err(error.into())
            }
        }
    }
}
