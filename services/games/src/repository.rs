//! Games in the store: where they lie, how a change is written, who is woken by it.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use platform::Fault;
use prost::Message as _;
use proto::games::storage::v1::RematchDocument;
use proto::games::v1::GameEvent;
use store::jobs::Doorbell;
use store::{
    Commit, Effect, Error, Guard, Job, Partition, Partitions, Store, Subscription, Timestamp,
};
use uuid::Uuid;

use crate::archive::{Archive, ArchivedGame};
use crate::game::{Game, Outages, Seat};
use crate::job_kind::JobKind;
use crate::pulse::{self, Pulse};
use crate::sealed::Sealed;
use crate::wire;
use crate::{boosts, document, metrics, names};

/// How many partitions games are spread over. Part of the data's layout.
const PARTITIONS: usize = 64;

/// A command meets another one at the same version at most this often before the caller is told
/// to come again: more would mean that something else is wrong.
pub(crate) const ATTEMPTS: usize = 20;

/// How long an empty document stands where an archived game was: longer than any call that looked
/// for the game in the archive before it was there, and would now create it anew.
const MARKED_AS_GONE: Duration = Duration::from_secs(10);

/// How long an offer of a rematch stands.
const REMATCH_STANDS: Duration = Duration::from_secs(30 * 60);

/// Names of finished games become names of their rematches in this namespace.
const REMATCHES: Uuid = Uuid::from_u128(0x7c9a_41d2_0b6e_4f35_9d1c_58e0_33b7_a24f);

/// The index of a partition's live games, by the time of their creation.
pub(crate) const LIVE: &str = "live";

/// A game that was read, when, and the outages that its clock may not have been told of.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) game: Game,
    pub(crate) outages: Outages,
    pub(crate) now: Timestamp,
}

/// Why a game changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// Somebody asked for it: not after the deadline, by the store's clock.
    Command,
    /// Its time came.
    Time,
}

/// All games.
#[derive(Clone)]
pub(crate) struct Repository {
    store: Store,
    archive: Archive,
    partitions: Partitions,
    doorbell: Doorbell,
    pulse: Pulse,
}

impl Repository {
    pub(crate) fn new(store: Store, archive: Archive) -> Self {
        let partitions = Partitions::new("g", PARTITIONS);
        let doorbell = Doorbell::new(&partitions);
        let pulse = Pulse::new(Arc::clone(&store), partitions.clone(), doorbell.clone());
        Self {
            store,
            archive,
            partitions,
            doorbell,
            pulse,
        }
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    pub(crate) fn archive(&self) -> &Archive {
        &self.archive
    }

    pub(crate) fn doorbell(&self) -> &Doorbell {
        &self.doorbell
    }

    pub(crate) fn pulse(&self) -> &Pulse {
        &self.pulse
    }

    pub(crate) fn partitions(&self) -> &Partitions {
        &self.partitions
    }

    fn partition(&self, id: &str) -> &Partition {
        self.partitions.of(id)
    }

    /// The store's time.
    pub(crate) async fn now(&self) -> Result<Timestamp, Fault> {
        self.store.now().await.map_err(|error| unavailable(&error))
    }

    /// Reads a game, live or archived, or says that there is none.
    pub(crate) async fn load(&self, id: &str) -> Result<Loaded, Fault> {
        if let Some(loaded) = self.find(id).await? {
            return Ok(loaded);
        }
        let archived = self
            .archive
            .find(id)
            .await
            .map_err(|error| archive_away(&error))?;
        let Some(archived) = archived else {
            return Err(Fault::not_found(
                "UNKNOWN_GAME",
                format!("there is no game `{id}`"),
            ));
        };
        let game = document::decode(&archived.document).ok_or_else(|| corrupt(id))?;
        Ok(Loaded {
            game,
            outages: Outages::default(),
            now: Timestamp(archived.ended_ms),
        })
    }

    /// Reads a live game if it is there. Whether the service was away is found out first, so that
    /// nobody is charged for it.
    pub(crate) async fn find(&self, id: &str) -> Result<Option<Loaded>, Fault> {
        telemetry::note("shashki.game.id", id.to_owned());
        let (key, partition) = (key(id), self.partition(id));
        loop {
            let read = self
                .store
                .read(partition, &[&key, pulse::KEY])
                .await
                .map_err(|error| unavailable(&error))?;
            let [document, beat] = <[_; 2]>::try_from(read.documents).map_err(|_| corrupt(id))?;
            let Some(document) = document.filter(|document| !document.body.is_empty()) else {
                return Ok(None);
            };
            let game = document::decode(&document.body).ok_or_else(|| corrupt(id))?;
            let heard = pulse::heard(beat.as_ref());
            let state = game.state();
            let clock = state.clock.as_ref();
            // A boost in flight is about to make it run.
            let runs = clock.is_some_and(|clock| state.in_flight || clock.deadline().is_some());
            if runs && heard.is_stale(read.now) {
                self.pulse
                    .catch_up(partition)
                    .await
                    .map_err(|error| unavailable(&error))?;
                continue;
            }
            return Ok(Some(Loaded {
                game,
                outages: heard.outages,
                now: read.now,
            }));
        }
    }

    /// Writes a new game whose id follows from something else, and may thus have been there before;
    /// `false` if it was, be it over and archived.
    pub(crate) async fn create_once(&self, id: &str, game: &Game) -> Result<bool, Fault> {
        let archived = self.archive.find(id).await;
        if archived.map_err(|error| archive_away(&error))?.is_some() {
            return Ok(false);
        }
        self.create(id, game).await
    }

    /// Writes a new game; `false` if there is a live one of that id.
    pub(crate) async fn create(&self, id: &str, game: &Game) -> Result<bool, Fault> {
        let partition = self.partition(id);
        self.pulse
            .catch_up(partition)
            .await
            .map_err(|error| unavailable(&error))?;
        let started = game.beginning().created_at;
        let effects = vec![
            Effect::Add {
                index: LIVE.to_owned(),
                member: id.to_owned(),
                score: started.0,
            },
            Effect::Schedule {
                job: JobKind::Enlist.of(id),
                due: started,
            },
            metrics::live(game, 1),
        ];
        let created = self.write(id, 0, game, None, effects).await?;
        if created {
            telemetry::note("shashki.game.id", id.to_owned());
            metrics::started(game);
        }
        Ok(created)
    }

    /// Writes what a game has come to, one entry further; `None` if it has changed or its time has
    /// run out in the meantime.
    pub(crate) async fn change(
        &self,
        id: &str,
        before: &Game,
        after: &Game,
        cause: Cause,
    ) -> Result<Option<Sealed<GameEvent>>, Fault> {
        let Some(entry) = after.entries().last() else {
            return Ok(None);
        };
        let event = wire::event(
            id,
            after.beginning(),
            after.version(),
            entry,
            after.state(),
            &after.position().fen,
        );
        let deadline = before
            .state()
            .clock
            .as_ref()
            .and_then(crate::game::Clock::deadline);
        let in_time = deadline
            .filter(|_| cause == Cause::Command)
            .map(Guard::NotAfter);

        let mut effects = vec![Effect::Publish {
            topic: key(id),
            message: event.to_bytes(),
        }];
        effects.extend(boosts::jobs(id, before, after));
        if after.state().outcome.is_some() {
            let now = after.state().updated_at;
            if before.state().outcome.is_none() {
                effects.push(Effect::Remove {
                    index: LIVE.to_owned(),
                    member: id.to_owned(),
                });
                effects.push(metrics::live(after, -1));
                effects.push(Effect::Schedule {
                    job: JobKind::Enlist.of(id),
                    due: now,
                });
            }
            let next = if after.awaits_rating() {
                JobKind::Rate
            } else {
                JobKind::Archive
            };
            effects.push(Effect::Schedule {
                job: next.of(id),
                due: now,
            });
        }
        let written = self
            .write(id, before.version(), after, in_time, effects)
            .await?;
        if written {
            metrics::changed(before, after);
        }
        Ok(written.then_some(event))
    }

    /// One atomic step: the document, the jobs that follow from it, and more effects.
    async fn write(
        &self,
        id: &str,
        version: u64,
        game: &Game,
        in_time: Option<Guard>,
        more: Vec<Effect>,
    ) -> Result<bool, Fault> {
        let due = game.next_due();
        let mut effects = vec![Effect::Put {
            key: key(id),
            body: document::encode(game).into(),
            expires: None,
        }];
        effects.push(plan(JobKind::Time.of(id), due));
        let turn = game.bot_to_move().map(|_| game.state().updated_at);
        if game.seats().with_bot() {
            effects.push(plan(JobKind::Turn.of(id), turn));
        }
        effects.extend(more);
        let scheduled = effects.iter().filter_map(|effect| match effect {
            Effect::Schedule { due, .. } => Some(*due),
            _ => None,
        });
        let soonest = scheduled.min();

        let mut guards = vec![Guard::Version {
            key: key(id),
            version,
        }];
        guards.extend(in_time);
        let partition = self.partition(id);
        match self
            .store
            .commit(partition, Commit { guards, effects })
            .await
        {
            Ok(_) => {
                if let Some(due) = soonest {
                    self.doorbell.ring(partition, due);
                }
                Ok(true)
            }
            Err(Error::Conflict { .. } | Error::TooLate { .. }) => Ok(false),
            Err(error) => Err(unavailable(&error)),
        }
    }

    /// Keeps a finished game for good and takes it out of the live store.
    pub(crate) async fn archive_game(&self, id: &str, game: &Game) -> anyhow::Result<()> {
        let Some(outcome) = &game.state().outcome else {
            return Ok(());
        };
        let player = |seat: &Seat| match seat {
            Seat::Player(id) => Some(id.clone()),
            Seat::Bot(_) => None,
        };
        let beginning = game.beginning();
        let archived = ArchivedGame {
            id: id.to_owned(),
            mode: beginning.mode.clone(),
            ruleset: beginning.ruleset.clone(),
            white: player(&beginning.seats.white),
            black: player(&beginning.seats.black),
            result: names::of(outcome.result().as_str_name(), "RESULT_"),
            reason: names::of(outcome.reason().as_str_name(), "REASON_"),
            created_ms: beginning.created_at.0,
            ended_ms: game.ended_at().unwrap_or(game.state().updated_at).0,
            document: document::encode(game),
        };
        self.archive.keep(&archived).await?;
        let gone = Effect::Put {
            key: key(id),
            body: Bytes::new(),
            expires: Some(self.now().await? + MARKED_AS_GONE),
        };
        let commit = Commit {
            guards: vec![Guard::Version {
                key: key(id),
                version: game.version(),
            }],
            effects: vec![gone],
        };
        match self.store.commit(self.partition(id), commit).await {
            Ok(_) | Err(Error::Conflict { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Where the rematch of a game stands, and the version of what says so.
    pub(crate) async fn rematch(&self, id: &str) -> Result<(u64, Option<RematchDocument>), Fault> {
        let read = self
            .store
            .read(self.partition(id), &[&rematch_key(id)])
            .await;
        let documents = read.map_err(|error| unavailable(&error))?.documents;
        match documents.into_iter().next().flatten() {
            None => Ok((0, None)),
            Some(found) => {
                let rematch = RematchDocument::decode(found.body).map_err(|_| corrupt(id))?;
                Ok((found.version, Some(rematch)))
            }
        }
    }

    /// Writes where the rematch of a game stands; `false` if that has changed in the meantime.
    pub(crate) async fn set_rematch(
        &self,
        id: &str,
        version: u64,
        rematch: RematchDocument,
    ) -> Result<bool, Fault> {
        let now = self.now().await?;
        let mut effects = vec![Effect::Put {
            key: rematch_key(id),
            body: Bytes::from(rematch.encode_to_vec()),
            expires: Some(now + REMATCH_STANDS),
        }];
        if rematch.accepted {
            effects.push(Effect::Schedule {
                job: JobKind::Rematch.of(id),
                due: now,
            });
        }
        let guards = vec![Guard::Version {
            key: rematch_key(id),
            version,
        }];
        let partition = self.partition(id);
        match self
            .store
            .commit(partition, Commit { guards, effects })
            .await
        {
            Ok(_) => {
                self.doorbell.ring(partition, now);
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
        let commit = Commit {
            guards: Vec::new(),
            effects,
        };
        self.store
            .commit(partition, commit)
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
}

/// The id of a finished game's rematch: always the same, so that there is only one.
pub(crate) fn rematch_id(id: &str) -> String {
    Uuid::new_v5(&REMATCHES, id.as_bytes()).simple().to_string()
}

/// The key of a game's document, and the topic of its events.
fn key(id: &str) -> String {
    format!("game/{id}")
}

fn rematch_key(id: &str) -> String {
    format!("rematch/{id}")
}

fn plan(job: String, due: Option<Timestamp>) -> Effect {
    match due {
        Some(due) => Effect::Schedule { job, due },
        None => Effect::Clear { job },
    }
}

fn corrupt(id: &str) -> Fault {
    tracing::error!(game = id, "the game cannot be read");
    Fault::internal("the game cannot be read; the fault is logged")
}

/// What callers are told when the store fails.
pub(crate) fn unavailable(error: &Error) -> Fault {
    tracing::warn!(%error, "the store failed");
    Fault::unavailable(
        "STORE_UNAVAILABLE",
        "the games cannot be reached now; it is safe to repeat the call",
    )
}

/// What callers are told when the archive fails.
pub(crate) fn archive_away(error: &impl std::fmt::Display) -> Fault {
    tracing::warn!(%error, "the archive failed");
    Fault::unavailable(
        "ARCHIVE_UNAVAILABLE",
        "finished games cannot be read now; it is safe to repeat the call",
    )
}
