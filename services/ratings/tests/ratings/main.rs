//! The service as its callers see it, over real sockets, on the real databases: a file in a directory
//! of the test's own, and a PostgreSQL server that the test starts.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "this is how a test fails"
)]

mod cases;
mod fill;
mod kit;
mod postgres_faults;
