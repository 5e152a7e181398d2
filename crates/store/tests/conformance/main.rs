//! What the trait promises, written once and run on every store, each the real thing: a Redis server
//! or a cluster of three that the test starts, a file in a directory of its own, memory. Beside it what
//! only one of them can suffer, and the worker.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "this is how a test fails"
)]

mod cases;
mod cluster_faults;
mod kit;
mod model;
mod redis_cluster;
mod redis_faults;
mod sqlite_faults;
mod worker;
