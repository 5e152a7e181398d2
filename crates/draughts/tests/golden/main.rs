//! The rules held against golden data, reported cases and properties of play.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod boosts;
mod cases;
mod combat;
mod data;
mod games;
mod pdn;
mod pdn_boosts;
mod perft;
mod positions;
mod properties;
