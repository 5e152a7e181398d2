//! Games in the store: where they lie, how a change is written, who is woken by it.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use platform::Fault;
use prost::Message as _;
use store::jobs::Doorbell;
use store::{
    Commit, Effect, Error, Guard, Job, Partition, Partitions, Store, Subscription, Timestamp,
};

use crate::document;
use crate::game::{Change, Game};
use crate::wire;

/// How many partitions games are spread over. Part of the data's layout.
const PARTITIONS: usize = 64;

/// How long a finished game stays in the live store.
const KEEP_FINISHED: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// The kinds of jobs that games have; a job is named by its kind and the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JobKind {
    /// A bot has to move.
    Turn,
    /// Nobody may have moved for too long.
    Abandon,
}

impl JobKind {
    fn prefix(self) -> &'static str {
        match self {
            Self::Turn => "turn/",
            Self::Abandon => "abandon/",
        }
    }

    fn of(self, game: &str) -> String {
        format!("{}{game}", self.prefix())
    }

    /// The kind and the game of a job's name.
    pub(crate) fn parse(name: &str) -> Option<(Self, &str)> {
        [Self::Turn, Self::Abandon]
            .into_iter()
            .find_map(|kind| Some((kind, name.strip_prefix(kind.prefix())?)))
    }
}

/// A game that was read, and when.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) game: Game,
    pub(crate) now: Timestamp,
}

/// All games.
#[derive(Clone)]
pub(crate) struct Repository {
    store: Store,
    partitions: Partitions,
    doorbell: Doorbell,
}

impl Repository {
    pub(crate) fn new(store: Store) -> Self {
        let partitions = Partitions::new("g", PARTITIONS);
        let doorbell = Doorbell::new(&partitions);
        Self {
            store,
            partitions,
            doorbell,
        }
    }

    pub(crate) fn store(&self) -> Store {
        Arc::clone(&self.store)
    }

    pub(crate) fn doorbell(&self) -> &Doorbell {
        &self.doorbell
    }

    /// The store's time.
    pub(crate) async fn now(&self) -> Result<Timestamp, Fault> {
        self.store.now().await.map_err(|error| unavailable(&error))
    }

    /// Reads a game, or says that there is none.
    pub(crate) async fn load(&self, id: &str) -> Result<Loaded, Fault> {
        self.find(id).await?.ok_or_else(|| {
            Fault::not_found(
                "UNKNOWN_GAME",
                format!("there is no game `{id}`, or it ended long ago"),
            )
        })
    }

    /// Reads a game if it is there.
    pub(crate) async fn find(&self, id: &str) -> Result<Option<Loaded>, Fault> {
        let key = key(id);
        let read = self
            .store
            .read(self.partition(id), &[&key])
            .await
            .map_err(|error| unavailable(&error))?;
        let Some(document) = read.documents.into_iter().next().flatten() else {
            return Ok(None);
        };
        let game =
            document::decode(&document.body).ok_or_else(|| unavailable(&Error::Corrupt(key)))?;
        Ok(Some(Loaded {
            game,
            now: read.now,
        }))
    }

    /// Writes a new game; `false` if there is one of that id.
    pub(crate) async fn create(&self, id: &str, game: &Game) -> Result<bool, Fault> {
        self.write(id, 0, game, None).await
    }

    /// Writes a change to a game that was at the version before; `false` if it no longer is.
    pub(crate) async fn change(&self, id: &str, change: &Change) -> Result<bool, Fault> {
        let event = wire::event(id, &change.event).encode_to_vec();
        self.write(
            id,
            change.event.version - 1,
            &change.game,
            Some(event.into()),
        )
        .await
    }

    /// One atomic step: the document, its jobs, its event.
    async fn write(
        &self,
        id: &str,
        version: u64,
        game: &Game,
        event: Option<Bytes>,
    ) -> Result<bool, Fault> {
        let mut effects = vec![Effect::Put {
            key: key(id),
            body: document::encode(game).into(),
            expires: game.ending.as_ref().map(|ending| ending.at + KEEP_FINISHED),
        }];
        let turn = game.bot_to_move().map(|_| game.updated_at());
        let abandoned = game.abandoned_at();
        effects.push(plan(JobKind::Turn.of(id), turn));
        effects.push(plan(JobKind::Abandon.of(id), abandoned));
        effects.extend(event.map(|message| Effect::Publish {
            topic: key(id),
            message,
        }));

        let commit = Commit {
            guards: vec![Guard::Version {
                key: key(id),
                version,
            }],
            effects,
        };
        let partition = self.partition(id);
        match self.store.commit(partition, commit).await {
            Ok(_) => {
                if let Some(due) = turn.or(abandoned) {
                    self.doorbell.ring(partition, due);
                }
                Ok(true)
            }
            Err(Error::Conflict { .. }) => Ok(false),
            Err(error) => Err(unavailable(&error)),
        }
    }

    /// Makes a job due at another time.
    pub(crate) async fn put_off(
        &self,
        partition: &Partition,
        job: &Job,
        due: Timestamp,
    ) -> Result<(), Fault> {
        let effects = vec![Effect::Schedule {
            job: job.name.clone(),
            due,
        }];
        self.store
            .commit(
                partition,
                Commit {
                    guards: Vec::new(),
                    effects,
                },
            )
            .await
            .map_err(|error| unavailable(&error))?;
        self.doorbell.ring(partition, due);
        Ok(())
    }

    /// Follows a game's events.
    pub(crate) async fn subscribe(&self, id: &str) -> Result<Subscription, Fault> {
        self.store
            .subscribe(self.partition(id), &key(id))
            .await
            .map_err(|error| unavailable(&error))
    }

    fn partition(&self, id: &str) -> &Partition {
        self.partitions.of(id)
    }
}

/// The key of a game's document, and the topic of its events.
fn key(id: &str) -> String {
    format!("game/{id}")
}

fn plan(job: String, due: Option<Timestamp>) -> Effect {
    match due {
        Some(due) => Effect::Schedule { job, due },
        None => Effect::Clear { job },
    }
}

fn unavailable(error: &Error) -> Fault {
    tracing::warn!(%error, "the store failed");
    match error {
        Error::Corrupt(_) => Fault::internal(
            "CORRUPT_GAME",
            "the game cannot be read; the fault is logged",
        ),
        _ => Fault::unavailable(
            "STORE_UNAVAILABLE",
            "the games cannot be reached now; it is safe to repeat the call",
        ),
    }
}
