//! What games do by themselves: a bot's turn, the end of an abandoned game. Every handler can run
//! twice: the version of the game decides which run counts.

use std::time::Duration;

use store::jobs::{Handler, Options, Worker};
use store::{Job, Partition, Timestamp};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::game::{Change, Command, decide};
use crate::opponents::Opponents;
use crate::repository::{JobKind, Loaded, Repository};
use crate::rulebook::Rulebook;

/// A job that could not be done, such as for a bot that did not answer, comes again after this.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// What came of a job.
enum Work {
    /// The game was changed.
    Done,
    /// There was nothing to do, or not yet.
    Nothing {
        /// When to look again.
        again: Option<Timestamp>,
    },
}

/// The handlers.
#[derive(Clone)]
pub(crate) struct Jobs {
    repository: Repository,
    rulebook: Rulebook,
    opponents: Opponents,
}

impl Jobs {
    pub(crate) fn new(repository: Repository, rulebook: Rulebook, opponents: Opponents) -> Self {
        Self {
            repository,
            rulebook,
            opponents,
        }
    }

    /// Starts working until the token is cancelled.
    pub(crate) fn start(self, shutdown: &CancellationToken) -> JoinHandle<()> {
        let (store, doorbell) = (self.repository.store(), self.repository.doorbell().clone());
        let worker = Worker::new(store, doorbell, self, Options::default());
        tokio::spawn(worker.run(shutdown.clone()))
    }

    /// Does one kind of job until it is done or there is nothing to do.
    async fn work(&self, kind: JobKind, id: &str) -> anyhow::Result<Work> {
        while let Some(loaded) = self.repository.find(id).await? {
            let change = match kind {
                JobKind::Turn => self.bot_move(&loaded).await?,
                JobKind::Abandon => decide(&loaded.game, Command::Abandon, loaded.now).ok(),
            };
            let Some(change) = change else {
                let again = loaded
                    .game
                    .abandoned_at()
                    .filter(|_| kind == JobKind::Abandon);
                return Ok(Work::Nothing { again });
            };
            if self.repository.change(id, &change).await? {
                return Ok(Work::Done);
            }
        }
        Ok(Work::Nothing { again: None })
    }

    /// The move of the bot whose turn it is, checked by the rules like anybody's.
    async fn bot_move(&self, loaded: &Loaded) -> anyhow::Result<Option<Change>> {
        let game = &loaded.game;
        let Some(level) = game.bot_to_move() else {
            return Ok(None);
        };
        let text = self
            .opponents
            .choose(&game.ruleset, &game.position, level)
            .await?;
        let allowed = self
            .rulebook
            .apply(&game.ruleset, &game.position, &text)
            .await?;
        // The bot has thought since the game was read.
        let now = self.repository.now().await?;
        Ok(decide(game, Command::Play(allowed), now).ok())
    }
}

impl Handler for Jobs {
    type Error = anyhow::Error;

    async fn handle(&self, partition: &Partition, job: &Job) -> anyhow::Result<()> {
        let Some((kind, id)) = JobKind::parse(&job.name) else {
            anyhow::bail!("no job of this release is called `{}`", job.name);
        };
        match self.work(kind, id).await {
            // A change plans the game's jobs anew, this one included.
            Ok(Work::Done | Work::Nothing { again: None }) => Ok(()),
            Ok(Work::Nothing { again: Some(due) }) => {
                Ok(self.repository.put_off(partition, job, due).await?)
            }
            Err(error) => {
                let due = self.repository.now().await? + RETRY_AFTER;
                self.repository.put_off(partition, job, due).await?;
                Err(error)
            }
        }
    }
}
