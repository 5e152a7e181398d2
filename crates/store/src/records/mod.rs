//! What must last: the relational database, SQLite in a file or PostgreSQL, spoken to in one SQL.
//!
//! Columns are BIGINT, TEXT, DOUBLE PRECISION and bytes; times are Unix milliseconds; parameters
//! are written `$1`. Reads go through [`Records::pool`], writes through [`Records::begin`], and both
//! inside [`in_time`], so that no caller waits for a database that has fallen silent.
//!
//! A commit that was acknowledged is on the disk: SQLite syncs fully, PostgreSQL does so unless its
//! operator has turned `synchronous_commit` off.

mod address;
mod error;
mod migrations;
mod transaction;

use std::sync::Arc;
use std::time::Duration;

use sqlx::any::AnyPoolOptions;
use sqlx::{AnyConnection, AnyPool, Connection, Executor};
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};
use tracing::{Instrument as _, field};

use self::address::{Address, System};
pub use self::error::Error;
pub use self::transaction::Transaction;
use crate::observed::count;
/// The library that queries are written with: for all services the same one, with what both
/// databases need.
pub use sqlx;

/// How long to look for a connection: no longer than an outage may delay an answer.
const CONNECT: Duration = Duration::from_secs(2);
/// How long a piece of work may take, looking for a connection included.
const LIMIT: Duration = Duration::from_secs(5);
/// How long a connection has to show that it is fit for another use.
const RETURN: Duration = Duration::from_secs(1);
/// Connections of one process: a small share of the hundred that PostgreSQL has at first, and for
/// SQLite one thread each.
const CONNECTIONS: u32 = 16;

/// A handle on the database, cheap to clone.
#[derive(Clone, Debug)]
pub struct Records {
    pool: AnyPool,
    system: System,
    /// SQLite has one writer at a time. Its own way of waiting is to try again now and then, so
    /// within the process writers queue here.
    turn: Option<Arc<Mutex<()>>>,
}

impl Records {
    /// Connects to `sqlite:PATH`, a file that is created if it is missing, or to
    /// `postgres://USER:PASSWORD@HOST/DATABASE`.
    ///
    /// # Errors
    /// [`Error::Address`] when the URL is none of these; [`Error::Unavailable`] and
    /// [`Error::Failed`] when the database does not let us in.
    pub async fn connect(url: &str) -> Result<Self, Error> {
        sqlx::any::install_default_drivers();
        let Address { system, options } = url.parse()?;
        let pool = AnyPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(CONNECT)
            .after_connect(move |connection, _| Box::pin(prepare(connection, system)))
            // The answer to a query that its caller gave up on may never come: such a connection is
            // closed rather than kept out of the pool for as long as the network likes.
            .after_release(|connection, _| {
                Box::pin(async {
                    Ok(timeout(RETURN, connection.ping())
                        .await
                        .is_ok_and(|ping| ping.is_ok()))
                })
            })
            .connect_with(options)
            .await?;
        let turn = match system {
            System::Sqlite => Some(Arc::default()),
            System::Postgres => None,
        };
        Ok(Self { pool, system, turn })
    }

    /// Brings the tables up to this release. Any number of processes can do so at once: one works,
    /// the others wait. All steps are one transaction.
    ///
    /// # Errors
    /// [`Error::Newer`] when a later release has been here, [`Error::Altered`] when the tables are
    /// not what this release's steps make; [`Error::Unavailable`] and [`Error::Failed`].
    pub async fn migrate(&self) -> Result<(), Error> {
        migrations::run(self).await
    }

    /// The connections, for reads.
    #[must_use]
    pub const fn pool(&self) -> &AnyPool {
        &self.pool
    }

    /// Begins to write. Nothing of it is seen before [`Transaction::commit`], and nothing is left of
    /// it without.
    ///
    /// # Errors
    /// When the database cannot be reached or, being SQLite, is written by another process for long.
    pub async fn begin(&self) -> Result<Transaction, sqlx::Error> {
        let turn = match &self.turn {
            Some(turn) => Some(Arc::clone(turn).lock_owned().await),
            None => None,
        };
        let steps = match self.system {
            // A transaction that reads first and writes later would fail if another wrote between.
            System::Sqlite => self.pool.begin_with("BEGIN IMMEDIATE").await?,
            System::Postgres => self.pool.begin().await?,
        };
        Ok(Transaction::new(steps, turn))
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when it does not.
    pub async fn ready(&self) -> Result<(), Error> {
        in_time(self.pool.execute("SELECT 1")).await?;
        Ok(())
    }

    /// Does a piece of work with the database within five seconds, seen in traces and metrics by a name
    /// such as `archive.keep`.
    ///
    /// # Errors
    /// As [`in_time`].
    pub async fn run<T>(
        &self,
        what: &'static str,
        work: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> Result<T, Error> {
        let began = Instant::now();
        let span = tracing::info_span!(
            "records",
            otel.name = what,
            otel.kind = "client",
            otel.status_code = field::Empty,
            db.system.name = self.system(),
        );
        let recorded = span.clone();
        let result = in_time(work).instrument(span).await;
        let failure = result.as_ref().err().map(Error::kind);
        if failure.is_some() {
            recorded.record("otel.status_code", "ERROR");
        }
        count(self.system(), what, began.elapsed(), failure);
        result
    }

    /// The database's name in traces: `sqlite` or `postgresql`.
    #[must_use]
    pub const fn system(&self) -> &'static str {
        match self.system {
            System::Sqlite => "sqlite",
            System::Postgres => "postgresql",
        }
    }
}

/// Does a piece of work with the database within five seconds.
///
/// # Errors
/// [`Error::Unavailable`] when the database does not answer in time or at all. What the work would
/// have committed may be there all the same: look, or make it repeatable. [`Error::Failed`] when the
/// database refuses it.
pub async fn in_time<T>(work: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, Error> {
    match timeout(LIMIT, work).await {
        Ok(result) => Ok(result?),
        Err(_) => Err(Error::unavailable("no answer in time")),
    }
}

/// Sets a new connection up. Foreign keys and waiting for another process's turn are the driver's
/// own settings for SQLite already.
async fn prepare(connection: &mut AnyConnection, system: System) -> Result<(), sqlx::Error> {
    if system == System::Sqlite {
        // Readers and the writer don't wait for each other; an acknowledged commit is on the disk.
        connection.execute("PRAGMA journal_mode = WAL").await?;
        connection.execute("PRAGMA synchronous = FULL").await?;
    }
    Ok(())
}
