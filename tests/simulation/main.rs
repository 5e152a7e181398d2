//! The suite on a simulated network: gateway, games on two replicas, rules and bots are hosts whose
//! links are slow, stall, lose and fall apart as a seed says, while players play whole games. What
//! they were told must be what happened. A failure names its seed.
//!
//! Links follow the seed; what hash maps and random ids decide does not, so a run is much like
//! another of the same seed without being the same.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that meets a surprise fails on the spot"
)]

mod backend;
mod distant;
mod golden;
mod identity;
mod network;
mod rest;
mod table;
mod watcher;
mod weather;
mod world;

mod bots;
mod deadlines;
mod rematch;
mod whole_games;

/// The seeds that every simulation runs with.
fn seeds() -> std::ops::RangeInclusive<u64> {
    1..=support::by_effort(4, 100)
}
