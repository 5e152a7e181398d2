//! Where a database is.

use std::fmt::Write;
use std::str::FromStr;

use sqlx::ConnectOptions;
use sqlx::any::AnyConnectOptions;

use super::Error;

/// The kinds of database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum System {
    Sqlite,
    Postgres,
}

/// A database's URL, read.
pub(super) struct Address {
    pub(super) system: System,
    pub(super) options: AnyConnectOptions,
}

impl FromStr for Address {
    type Err = Error;

    fn from_str(url: &str) -> Result<Self, Error> {
        let (system, url) = if let Some(path) = url.strip_prefix("sqlite:") {
            (
                System::Sqlite,
                file(path.strip_prefix("//").unwrap_or(path))?,
            )
        } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            (System::Postgres, url.to_owned())
        } else {
            // A URL may hold a password: it is not repeated.
            return Err(Error::Address("it begins with neither".to_owned()));
        };
        let options: AnyConnectOptions = url.parse()?;
        Ok(Self {
            system,
            options: options.disable_statement_logging(),
        })
    }
}

/// The driver's URL of a file: nothing in a path has a meaning of its own.
fn file(path: &str) -> Result<String, Error> {
    if path.is_empty() || path == ":memory:" {
        return Err(Error::Address("SQLite needs the path of a file".to_owned()));
    }
    let slashes = if path.starts_with('/') { "//" } else { "" };
    let mut url = format!("sqlite:{slashes}");
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            url.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(url, "%{byte:02X}");
        }
    }
    url.push_str("?mode=rwc");
    Ok(url)
}
