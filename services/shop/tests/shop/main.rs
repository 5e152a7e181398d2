//! The shop as its callers see it, over real sockets, on the real databases: a file in a directory of
//! the test's own, and a PostgreSQL server that the test starts.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "this is how a test fails"
)]

#[macro_use]
#[path = "../../../../crates/store/tests/records/on_both.rs"]
mod on_both;

mod cases;
mod kit;
mod postgres_faults;
#[path = "../../../../crates/store/tests/records/postgres_server.rs"]
mod postgres_server;
