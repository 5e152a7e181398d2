//! Matchmaking over real sockets, on a real Redis and on a file, with small servers in the place of
//! games and ratings.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "this is how a test fails"
)]

mod both;
mod contention;
mod evening;
mod harness;
mod invites;
mod lobby;
mod pairing;
mod queues;
mod races;
mod refusals;
mod replicas;
mod simulated;
