//! The players service over real sockets, on SQLite and on a real PostgreSQL.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that meets a surprise fails on the spot"
)]

mod cases;
mod kit;
mod postgres_faults;
