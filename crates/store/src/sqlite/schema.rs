//! The file: opening it, locking it, and the tables in it.

use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Row};
use tokio::time::{Instant, sleep};

use super::failure;
use crate::{Error, Timestamp};

/// What `PRAGMA user_version` says in a file of this release.
const VERSION: i64 = 2;

/// How long to wait for a process that is about to leave the file.
const PATIENCE: Duration = Duration::from_secs(1);

const TABLES: &str = "
    CREATE TABLE documents (
        partition TEXT NOT NULL,
        key TEXT NOT NULL,
        version INTEGER NOT NULL,
        expires INTEGER,
        body BLOB NOT NULL,
        PRIMARY KEY (partition, key)
    ) STRICT;
    CREATE INDEX expiring ON documents (expires) WHERE expires IS NOT NULL;

    CREATE TABLE members (
        partition TEXT NOT NULL,
        name TEXT NOT NULL,
        member TEXT NOT NULL,
        score INTEGER NOT NULL,
        PRIMARY KEY (partition, name, member)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX scores ON members (partition, name, score, member);

    -- A lease other than 0 is the mark of the claim that moved the due time to the lease's end.
    CREATE TABLE jobs (
        partition TEXT NOT NULL,
        name TEXT NOT NULL,
        due INTEGER NOT NULL,
        lease INTEGER NOT NULL,
        PRIMARY KEY (partition, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX dues ON jobs (partition, due, name);

    -- One row: the time of the last change. The clock never shows less.
    CREATE TABLE clock (latest INTEGER NOT NULL) STRICT;
    INSERT INTO clock VALUES (0);
";

/// From the first layout to the second.
const TRACES_AND_TALLIES: &str = "
    ALTER TABLE jobs ADD COLUMN origin TEXT;

    CREATE TABLE tallies (
        partition TEXT NOT NULL,
        name TEXT NOT NULL,
        tally INTEGER NOT NULL,
        PRIMARY KEY (partition, name)
    ) STRICT, WITHOUT ROWID;

    PRAGMA user_version = 2;
";

/// How the file is opened. An acknowledged commit is on the disk: WAL with a full sync.
pub(super) fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(5))
        .disable_statement_logging()
}

/// Takes the file for this process, by a lock on the file of the same name with `.lock` added.
pub(super) async fn lock(path: &Path) -> Result<File, Error> {
    let mut name = OsString::from(path);
    name.push(".lock");
    let file = File::create(PathBuf::from(name)).map_err(Error::unavailable)?;
    let deadline = Instant::now() + PATIENCE;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                sleep(Duration::from_millis(20)).await;
            }
            Err(TryLockError::WouldBlock) => {
                let text = format!("{} is in use by another process", path.display());
                return Err(Error::unavailable(text));
            }
            Err(TryLockError::Error(error)) => return Err(Error::unavailable(error)),
        }
    }
}

/// Creates the tables in a new file or brings them up to this release, and gives the time of the last change.
pub(super) async fn prepare(
    connection: &mut SqliteConnection,
    path: &Path,
) -> Result<Timestamp, Error> {
    let version = sqlx::query("PRAGMA user_version")
        .fetch_one(&mut *connection)
        .await
        .map_err(failure)?;
    match version.get::<i64, _>(0) {
        0 => carry_out(connection, &[TABLES, TRACES_AND_TALLIES]).await?,
        1 => carry_out(connection, &[TRACES_AND_TALLIES]).await?,
        VERSION => {}
        other => {
            let text = format!(
                "{}: its layout is {other}, this release knows {VERSION}",
                path.display()
            );
            return Err(Error::Corrupt(text));
        }
    }
    let clock = sqlx::query("SELECT latest FROM clock")
        .fetch_one(connection)
        .await
        .map_err(failure)?;
    Ok(Timestamp(clock.get(0)))
}

/// All of the steps or none.
async fn carry_out(connection: &mut SqliteConnection, steps: &[&'static str]) -> Result<(), Error> {
    let mut transaction = sqlx::Connection::begin(connection).await.map_err(failure)?;
    for step in steps {
        let step = sqlx::raw_sql(*step).execute(&mut *transaction);
        step.await.map_err(failure)?;
    }
    transaction.commit().await.map_err(failure)
}
