//! The gateway over real sockets, in front of services that answer as the tests need it.

#![expect(
    clippy::unwrap_used,
    reason = "a test's helper that cannot go on is a test that fails"
)]

mod analysis;
mod boosts;
mod canned;
mod cors;
mod docs;
mod farewell;
mod fixture;
mod forward;
mod frames;
mod grpc_web;
mod health;
mod matchmaking;
mod meeting;
mod moves;
mod page;
mod ratings;
mod refusals;
mod rest;
mod shop;
mod upstream;
mod watch;
