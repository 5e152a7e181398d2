//! The records on the real things: a file in a directory of the test's own, and a PostgreSQL server
//! that the test starts.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "this is how a test fails"
)]

#[macro_use]
mod on_both;

mod cases;
mod postgres_faults;
mod postgres_server;
mod sqlite_file;
