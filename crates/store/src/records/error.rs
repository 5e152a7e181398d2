//! What can go wrong with the records.

use sqlx::error::DatabaseError;
use sqlx::migrate::MigrateError;
use sqlx::sqlite::SqliteError;

/// Why something could not be done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The URL names no database that can be used.
    #[error("a database is named by sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE: {0}")]
    Address(String),
    /// The database could not be reached or did not answer in time, or could not do it for another
    /// reason that may pass. A commit may have been carried out all the same.
    #[error("the records are unavailable: {0}")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A later release has changed the tables in ways that this one does not know.
    #[error(
        "the database is at step {found}, and this release knows steps up to {known}: \
         run the release that wrote it, or a later one"
    )]
    Newer {
        /// The first step that is not known.
        found: i64,
        /// The last step that is.
        known: i64,
    },
    /// The tables were not made by the steps of this release.
    #[error("step {0} of the database is not this release's: it belongs to another program")]
    Altered(i64),
    /// The database refuses it.
    #[error("the database refuses: {0}")]
    Failed(#[source] sqlx::Error),
}

impl Error {
    /// The kind of failure, as metrics name it.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Self::Unavailable(_) => "unavailable",
            Self::Failed(_) => "failed",
            Self::Address(_) | Self::Newer { .. } | Self::Altered(_) => "misplaced",
        }
    }

    /// It could not be done for a reason that may pass.
    pub(super) fn unavailable(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Unavailable(cause.into())
    }
}

impl From<MigrateError> for Error {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            other => Self::Failed(other.into()),
        }
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        let passes = match &error {
            sqlx::Error::Configuration(cause) => return Self::Address(cause.to_string()),
            sqlx::Error::Database(error) => passes(&**error),
            sqlx::Error::Io(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::BeginFailed => true,
            _ => false,
        };
        if passes {
            Self::unavailable(error)
        } else {
            Self::Failed(error)
        }
    }
}

/// Whether a database says that it cannot do something now, rather than ever.
fn passes(error: &(dyn DatabaseError + 'static)) -> bool {
    let code = error.code().unwrap_or_default();
    if error.try_downcast_ref::<SqliteError>().is_some() {
        // Busy, locked, a failing disk, a full one, a file that cannot be opened. The codes are
        // extended: the reason is in the last byte.
        let reason = code.parse().map(|code: u32| code & 0xff);
        return matches!(reason, Ok(5 | 6 | 10 | 13 | 14));
    }
    // Classes: a lost connection, a conflict with other work, too few resources, a lock that is
    // held, an operator's intervention, a failing disk. The single code: it is a standby now.
    let class = code.get(..2).unwrap_or_default();
    ["08", "40", "53", "55", "57", "58"].contains(&class) || code == "25006"
}
