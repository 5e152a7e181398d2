//! The gateway over real sockets, in front of services that answer as the tests need it.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test's helper that cannot go on is a test that fails"
)]

mod accounts;
mod analysis;
mod bodies;
mod boosts;
mod caching;
mod canned;
mod commands;
mod cors;
mod events;
mod farewell;
mod fixture;
mod forward;
mod frames;
mod grpc_web;
mod health;
mod idempotency;
mod many;
mod matchmaking;
mod meeting;
mod moves;
mod multiplexed;
mod page;
mod queries;
mod ratings;
mod refusals;
mod rest;
mod shop;
mod upstream;
mod watch;
