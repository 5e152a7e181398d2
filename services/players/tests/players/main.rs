//! The players service over real sockets, on SQLite and on a real PostgreSQL.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that meets a surprise fails on the spot"
)]

#[macro_use]
#[path = "../../../../crates/store/tests/records/on_both.rs"]
mod on_both;

mod cases;
mod kit;
mod postgres_faults;
#[path = "../../../../crates/store/tests/records/postgres_server.rs"]
mod postgres_server;
