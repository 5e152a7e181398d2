//! What tests and benches share: ports that nobody else can take, child processes whose early exit
//! fails the test at once, and servers of Redis and PostgreSQL of the test's own.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test whose servers do not start fails on the spot"
)]

mod databases;
mod effort;
mod port;
mod postgres;
mod process;
mod progress;
mod redis;

pub use databases::SqliteFile;
pub use effort::by_effort;
pub use port::ReservedPort;
pub use postgres::PostgresServer;
pub use process::{Process, WAIT_TIMEOUT, wait_for};
pub use progress::Progress;
pub use redis::{APPEND_ONLY, RedisServer};
