//! The trait and its vocabulary.

use std::fmt;
use std::ops::{Add, Sub};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures::Stream;

/// A shared handle on a store.
pub type Store = Arc<dyn Live>;

/// Live state. All methods are safe to call from any number of tasks and processes at once.
///
/// The store's clock is the only clock: every time that decides something is a [`Timestamp`] that
/// the store gave.
#[async_trait]
pub trait Live: Send + Sync + 'static {
    /// The store's clock.
    ///
    /// On a cluster each partition goes by the clock of the node that serves it, and this is the
    /// clock of any node: it differs by what the nodes' clocks differ. Where that matters,
    /// [`Self::read`] without keys asks the partition's own.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the store cannot be reached, so this doubles as a readiness probe.
    async fn now(&self) -> Result<Timestamp, Error>;

    /// Reads documents as they stand at one moment, in the order asked; `None` where there is none
    /// or it has expired.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    async fn read(&self, partition: &Partition, keys: &[&str]) -> Result<Read, Error>;

    /// Checks every guard, then carries out every effect in order, or does nothing at all: one
    /// atomic step that is durable when this returns. Gives the store's time of the step. Once begun
    /// it is carried out even if the caller no longer waits for it.
    ///
    /// # Errors
    /// [`Error::Conflict`], [`Error::TooLate`] or [`Error::NotAMember`] for the first guard that
    /// fails: nothing was changed. [`Error::Unavailable`]: it may or may not have been carried out.
    async fn commit(&self, partition: &Partition, commit: Commit) -> Result<Timestamp, Error>;

    /// Reads a stretch of an ordered index.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    async fn range(
        &self,
        partition: &Partition,
        index: &str,
        range: Range,
    ) -> Result<Vec<Entry>, Error>;

    /// Reads the next page: what of the range comes behind an entry, the last of the page before.
    /// Members of equal score are told apart, and the entry need not be in the index any more.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    async fn range_after(
        &self,
        partition: &Partition,
        index: &str,
        range: Range,
        last: &Entry,
    ) -> Result<Vec<Entry>, Error> {
        // For stores that have no quicker way: everything from that score on.
        let mut rest = Range {
            limit: usize::MAX,
            ..range
        };
        match range.order {
            Order::Ascending => rest.min = rest.min.max(last.score),
            Order::Descending => rest.max = rest.max.min(last.score),
        }
        let mut entries = self.range(partition, index, rest).await?;
        entries.retain(|entry| range.goes_on(entry, last));
        entries.truncate(range.limit);
        Ok(entries)
    }

    /// The partition's tallies that are not zero, in the order of their names.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    async fn tallies(&self, partition: &Partition) -> Result<Vec<(String, i64)>, Error>;

    /// Takes up to `limit` due jobs, earliest first, and hides each for the length of the lease.
    /// Whoever takes a job completes it with [`Effect::Complete`] or schedules it anew; otherwise it is due again when
    /// the lease ends, so a job is done at least once.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    async fn claim(
        &self,
        partition: &Partition,
        limit: usize,
        lease: Duration,
    ) -> Result<Claimed, Error>;

    /// Follows a topic. Messages published after this returns arrive in order; some may be lost
    /// (a lost connection, a slow reader), which readers notice by the versions inside.
    ///
    /// # Errors
    /// [`Error::Unavailable`], within a few seconds.
    async fn subscribe(&self, partition: &Partition, topic: &str) -> Result<Subscription, Error>;
}

/// The messages of a topic. It ends when messages may have been lost: read the documents and
/// subscribe again.
pub type Subscription = Pin<Box<dyn Stream<Item = Bytes> + Send>>;

/// A point in time by the store's clock, in Unix milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// Time passed since `earlier`; zero if it lies ahead.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0 - earlier.0).unwrap_or(0))
    }
}

impl Add<Duration> for Timestamp {
    type Output = Self;
    fn add(self, span: Duration) -> Self {
        Self(
            self.0
                .saturating_add(i64::try_from(span.as_millis()).unwrap_or(i64::MAX)),
        )
    }
}

impl Sub<Duration> for Timestamp {
    type Output = Self;
    fn sub(self, span: Duration) -> Self {
        Self(
            self.0
                .saturating_sub(i64::try_from(span.as_millis()).unwrap_or(i64::MAX)),
        )
    }
}

/// Where things live that change together: one hash tag in Redis.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Partition(Arc<str>);

impl Partition {
    /// The name, such as `g17`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A fixed set of partitions over which one kind of thing is spread by its id. The number is part
/// of the data's layout: changing it hides what is there.
#[derive(Clone, Debug)]
pub struct Partitions(Arc<[Partition]>);

impl Partitions {
    /// `count` partitions named `prefix0`, `prefix1`, and so on.
    ///
    /// # Panics
    /// When `count` is 0.
    #[must_use]
    pub fn new(prefix: &str, count: usize) -> Self {
        assert!(count > 0, "a thing needs a partition to live in");
        Self(
            (0..count)
                .map(|n| Partition(format!("{prefix}{n}").into()))
                .collect(),
        )
    }

    /// The partition of a thing, by FNV-1a of its id: the same in every process and release.
    #[must_use]
    pub fn of(&self, id: &str) -> &Partition {
        let hash = id.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let count = self.0.len() as u64;
        &self.0[usize::try_from(hash % count).unwrap_or(0)]
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Partition> {
        self.0.iter()
    }
}

/// A document as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Grows by one with every [`Effect::Put`], from 1.
    pub version: u64,
    /// What it holds.
    pub body: Bytes,
}

/// What [`Live::read`] found.
#[derive(Clone, Debug)]
pub struct Read {
    /// The store's time, not before the moment of the documents.
    pub now: Timestamp,
    /// One for each key asked.
    pub documents: Vec<Option<Document>>,
}

/// What one step checks and does.
#[derive(Clone, Debug, Default)]
pub struct Commit {
    /// All must hold.
    pub guards: Vec<Guard>,
    /// Carried out in order.
    pub effects: Vec<Effect>,
}

/// A condition of a commit.
#[derive(Clone, Debug)]
pub enum Guard {
    /// The document has this version; 0: it is not there.
    Version {
        /// The document's key.
        key: String,
        /// The version it must have.
        version: u64,
    },
    /// The store's clock shows at most this.
    NotAfter(Timestamp),
    /// The member is in the index.
    Member {
        /// The index.
        index: String,
        /// The member.
        member: String,
    },
}

/// A change that a commit makes.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Writes a document; its version becomes one more than it was (1 for a new one).
    Put {
        /// The document's key.
        key: String,
        /// What it holds from now on.
        body: Bytes,
        /// The last millisecond in which it is there; it stays for good, if not given.
        expires: Option<Timestamp>,
    },
    /// Takes a document away. Its next version will be 1.
    Delete {
        /// The document's key.
        key: String,
    },
    /// Puts a member into an index or gives it a new score.
    Add {
        /// The index.
        index: String,
        /// The member.
        member: String,
        /// Its place: exact from −2⁵³ to 2⁵³, which holds any time in milliseconds.
        score: i64,
    },
    /// Takes a member out of an index.
    Remove {
        /// The index.
        index: String,
        /// The member.
        member: String,
    },
    /// Changes a tally, which begins at zero.
    Tally {
        /// Its name.
        name: String,
        /// What is added to it.
        by: i64,
    },
    /// Makes a job due at a time, whatever was scheduled under its name before. If the trace of the
    /// present work is kept, the job goes on with it.
    Schedule {
        /// The job's name in the partition, such as `turn/GAME`.
        job: String,
        /// When it is due.
        due: Timestamp,
    },
    /// Drops a job, whoever holds it.
    Clear {
        /// The job's name.
        job: String,
    },
    /// Drops a claimed job, unless it has been scheduled anew or claimed again in the meantime.
    Complete(Job),
    /// Sends a message to whoever follows the topic.
    Publish {
        /// The topic.
        topic: String,
        /// The message.
        message: Bytes,
    },
}

/// A job in the hands of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its name.
    pub name: String,
    /// When it was due: the time it was scheduled for, or the end of a lease that ran out.
    pub due: Timestamp,
    /// When others may take it.
    pub leased_until: Timestamp,
    /// Tells this claim of the job from every other; only the store gives it a meaning.
    pub lease: u64,
    /// The span that scheduled it, if that is kept: see [`telemetry::Trace::origin`].
    pub origin: Option<String>,
}

/// What [`Live::claim`] gave.
#[derive(Clone, Debug)]
pub struct Claimed {
    /// The store's time of the claim.
    pub now: Timestamp,
    /// The jobs taken, earliest first.
    pub jobs: Vec<Job>,
    /// When the earliest of the others is due, leased ones included; `None` when there is none.
    pub next: Option<Timestamp>,
}

/// A member of an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The member.
    pub member: String,
    /// Its place.
    pub score: i64,
}

/// Which way an index is read. Descending is ascending read backwards, members of equal score
/// included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// From the lowest score; members of equal score in byte order of their names.
    Ascending,
    /// From the highest score; members of equal score in reverse byte order of their names.
    Descending,
}

/// A stretch of an index: scores from `min` to `max`, both included.
///
/// ```
/// # use store::{Order, Range};
/// let best = Range::all(Order::Descending, 50);
/// let masters = best.scores(2200, i64::MAX);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The lowest score.
    pub min: i64,
    /// The highest score.
    pub max: i64,
    /// Which end comes first.
    pub order: Order,
    /// How many at most.
    pub limit: usize,
}

impl Range {
    /// The first `limit` of all members.
    #[must_use]
    pub fn all(order: Order, limit: usize) -> Self {
        Self {
            min: i64::MIN,
            max: i64::MAX,
            order,
            limit,
        }
    }

    /// The same with scores from `min` to `max` only.
    #[must_use]
    pub fn scores(self, min: i64, max: i64) -> Self {
        Self { min, max, ..self }
    }

    /// Whether an entry comes after another in the order of the range.
    fn goes_on(&self, entry: &Entry, after: &Entry) -> bool {
        let (place, last) = ((entry.score, &entry.member), (after.score, &after.member));
        match self.order {
            Order::Ascending => place > last,
            Order::Descending => place < last,
        }
    }
}

impl Error {
    /// The store could not do it for a reason that may pass.
    pub(crate) fn unavailable(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Unavailable(cause.into())
    }
}

/// What can go wrong.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A document has another version than a guard asked for.
    #[error("document {key} is at version {found}")]
    Conflict {
        /// The document's key.
        key: String,
        /// The version it has; 0: it is not there.
        found: u64,
    },
    /// The store's clock has passed a guard's time.
    #[error("it is {now:?}: too late")]
    TooLate {
        /// The store's time.
        now: Timestamp,
    },
    /// A member that a guard asked for is not in its index.
    #[error("{member} is not in {index}")]
    NotAMember {
        /// The index.
        index: String,
        /// The member.
        member: String,
    },
    /// The store could not be reached or did not answer in time. A commit may have been carried
    /// out all the same: read before doing it again.
    #[error("the store is unavailable: {0}")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The store holds something that this release cannot read.
    #[error("the store holds something unreadable at {0}")]
    Corrupt(String),
}
