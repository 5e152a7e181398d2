//! What the trait promises, written once and run on both stores, each against the real thing: a
//! Redis server that the test starts, a file in a directory of its own. Beside it what only one of
//! them can suffer, and the worker.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "this is how a test fails"
)]

mod cases;
mod kit;
mod model;
mod redis_faults;
mod redis_server;
mod sqlite_faults;
mod worker;
