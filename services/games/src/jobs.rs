//! What games do by themselves: time runs out, bots move, lists and the archive follow. Every
//! handler can run twice: the version of the game decides which run counts.

use std::sync::Arc;
use std::time::Duration;

use proto::bots::v1::Level;
use proto::games::v1 as messages;
use proto::games::v1::watch_player_response::News;
use store::jobs::{Done, Handler, Options, Worker};
use store::{Job, Partition, Timestamp};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::boosts::{Boosts, Wish};
use crate::game::{Command, Decision, Game, decide, overdue};
use crate::job_kind::JobKind;
use crate::metrics;
use crate::opponents::{Choice, Opponents};
use crate::ratings::Ratings;
use crate::reader::Reader;
use crate::rematch;
use crate::repository::{Cause, Loaded};
use crate::sealed::Viewer;
use crate::wire;

/// A job that could not be done, such as for a bot that did not answer, comes again after this.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Jobs in hand at a time. Many wait for bots meanwhile, and clocks must not wait for them.
const CONCURRENCY: usize = 1024;

/// Results and games in hand at a time for the ratings and the archive. When either is away these
/// jobs hang, and must not keep the others from their turn.
const KEEPING: usize = 256;

/// How long a job is in one worker's hands: what a worker that died had in hand is done so much
/// later. Bots are given less.
const LEASE: Duration = Duration::from_secs(5);

/// What came of a job.
enum Work {
    /// There is nothing left to do.
    Finished,
    /// The game has changed, and the change has planned its jobs anew, this one included.
    Planned,
    /// It is to be looked at again.
    Again(Timestamp),
}

/// The handlers.
#[derive(Clone)]
pub(crate) struct Jobs {
    reader: Reader,
    opponents: Opponents,
    ratings: Ratings,
    boosts: Boosts,
    keeping: Arc<Semaphore>,
}

impl Jobs {
    pub(crate) fn new(
        reader: Reader,
        opponents: Opponents,
        ratings: Ratings,
        boosts: Boosts,
    ) -> Self {
        Self {
            reader,
            opponents,
            ratings,
            boosts,
            keeping: Arc::new(Semaphore::new(KEEPING)),
        }
    }

    /// Starts working until the token is cancelled.
    pub(crate) fn start(self, shutdown: &CancellationToken) -> JoinHandle<()> {
        let repository = &self.reader.repository;
        let (store, doorbell) = (repository.store().clone(), repository.doorbell().clone());
        let options = Options {
            concurrency: CONCURRENCY,
            lease: LEASE,
            ..Options::default()
        };
        tokio::spawn(Worker::new(store, doorbell, self, options).run(shutdown.clone()))
    }

    async fn work(&self, kind: JobKind, id: &str) -> anyhow::Result<Work> {
        match kind {
            JobKind::Time => self.time(id).await,
            JobKind::Turn => self.turn(id).await,
            JobKind::Enlist => self.enlist(id).await,
            JobKind::Boost => {
                self.boosts.settle(id).await?;
                Ok(Work::Finished)
            }
            JobKind::Rate | JobKind::Archive | JobKind::GiveBack => {
                let Ok(_held) = self.keeping.try_acquire() else {
                    let now = self.reader.repository.now().await?;
                    return Ok(Work::Again(now + RETRY_AFTER));
                };
                match kind {
                    JobKind::Rate => return self.rate(id).await,
                    JobKind::GiveBack => self.boosts.give_back(id).await?,
                    _ => self.archive(id).await?,
                }
                Ok(Work::Finished)
            }
            JobKind::Rematch => {
                let loaded = self.reader.repository.load(id).await?;
                rematch::create(&self.reader, id, &loaded.game).await?;
                Ok(Work::Finished)
            }
        }
    }

    /// Writes what time alone has made of a game.
    async fn time(&self, id: &str) -> anyhow::Result<Work> {
        let repository = &self.reader.repository;
        while let Some(loaded) = repository.find(id).await? {
            let Some(after) = overdue(&loaded.game, &loaded.outages, loaded.now) else {
                return Ok(loaded.game.next_due().map_or(Work::Finished, Work::Again));
            };
            if repository
                .change(id, &loaded.game, &after, Cause::Time)
                .await?
                .is_some()
            {
                if let Some(due) = loaded.game.next_due() {
                    metrics::late(loaded.now.since(due));
                }
                return Ok(Work::Planned);
            }
        }
        Ok(Work::Finished)
    }

    /// Plays for the bot whose turn it is; its move is checked by the rules like anybody's.
    async fn turn(&self, id: &str) -> anyhow::Result<Work> {
        let repository = &self.reader.repository;
        while let Some(Loaded { game, .. }) = repository.find(id).await? {
            let Some(level) = game.bot_to_move() else {
                return Ok(Work::Finished);
            };
            let command = self.bots_command(&game, level).await?;
            // The bot has thought since the game was read.
            let now = repository.now().await?;
            let Decision::Change(after) = decide(&game, command, now)
                .map_err(|refusal| anyhow::anyhow!("a bot may not do that: {refusal:?}"))?
            else {
                return Ok(Work::Finished);
            };
            if repository
                .change(id, &game, &after, Cause::Command)
                .await?
                .is_some()
            {
                return Ok(Work::Planned);
            }
        }
        Ok(Work::Finished)
    }

    /// What a bot does: a boost that it may use, or a move.
    async fn bots_command(&self, game: &Game, level: Level) -> anyhow::Result<Command<'static>> {
        let (ruleset, position) = (&game.beginning().ruleset, game.position());
        let choice = self
            .opponents
            .choose(ruleset, position, level, &game.bot_boosts())
            .await?;
        Ok(match choice {
            Choice::Move(text) => {
                Command::Play(self.reader.rulebook.apply(ruleset, position, &text).await?)
            }
            Choice::Boost { boost, text } => {
                let wish = Wish {
                    boost,
                    target: "",
                    text: &text,
                };
                Command::BotBoost(self.boosts.bend(game, wish).await?)
            }
        })
    }

    /// Brings a finished game into the archive.
    async fn archive(&self, id: &str) -> anyhow::Result<()> {
        let repository = &self.reader.repository;
        if let Some(loaded) = repository.find(id).await? {
            repository.archive_game(id, &loaded.game).await?;
        }
        Ok(())
    }

    /// Lets the ratings service rate the result, and notes what came of it.
    async fn rate(&self, id: &str) -> anyhow::Result<Work> {
        let repository = &self.reader.repository;
        while let Some(Loaded { game, now, .. }) = repository.find(id).await? {
            if !game.awaits_rating() {
                break;
            }
            let changes = self.ratings.report(id, &game).await?;
            let Ok(Decision::Change(after)) = decide(&game, Command::Rate(changes), now) else {
                break;
            };
            if repository
                .change(id, &game, &after, Cause::Time)
                .await?
                .is_some()
            {
                break;
            }
        }
        Ok(Work::Finished)
    }

    /// Puts a game on its players' lists, or takes it off once it is over, and tells them.
    async fn enlist(&self, id: &str) -> anyhow::Result<Work> {
        let loaded = self.reader.repository.load(id).await?;
        let game: &Game = &loaded.game;
        let players = &self.reader.players;
        for player in game.seats().players() {
            if game.state().outcome.is_some() {
                players.strike(player, id).await?;
                continue;
            }
            players
                .enlist(player, id, game.beginning().created_at.0)
                .await?;
            // Whoever follows the player reads the game itself.
            let game = wire::game(id, game, loaded.now).open(Viewer::NOBODY);
            let started = News::GameStarted(game);
            players
                .tell(
                    player,
                    &messages::WatchPlayerResponse {
                        news: Some(started),
                    },
                )
                .await?;
        }
        Ok(Work::Finished)
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
        let repository = &self.reader.repository;
        match self.work(kind, id).await {
            Ok(Work::Finished) => Ok(Done::Complete),
            Ok(Work::Planned) => Ok(Done::Settled),
            Ok(Work::Again(due)) => {
                repository.put_off(partition, job, due).await?;
                Ok(Done::Settled)
            }
            Err(error) => {
                let due = repository.now().await? + RETRY_AFTER;
                repository.put_off(partition, job, due).await?;
                Err(error)
            }
        }
    }
}
