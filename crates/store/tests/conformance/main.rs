//! What the trait promises, written once and run on both stores, each against the real thing: a
//! Redis server that the test starts, a file in a directory of its own. Beside it what only one of
//! them can suffer, and the worker.

mod cases;
mod kit;
mod redis_server;
mod worker;
