//! Games of combat, against a service that stands on peers of the test's own: toy rules, bots that do
//! as they are told, and a shop that counts.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that meets a surprise fails on the spot"
)]

mod bots;
mod kit;
mod rules;
mod shaky;
mod shop;
mod table;

mod boosts;
mod faults;
mod modes;
mod opponents;
mod positions;
mod refusals;
mod repeats;
mod secrets;
