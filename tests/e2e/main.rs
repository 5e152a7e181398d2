//! End to end: real processes, real sockets, a real Redis, a real browser.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that meets a surprise fails on the spot"
)]

mod harness;

mod browser;
mod clocks;
mod combat;
mod dashboards;
mod deployment;
mod faults;
mod forward;
mod golden;
mod grpc_web;
mod identity;
mod meeting;
mod offers;
mod origins;
mod refusals;
mod rematches;
mod repeats;
mod resuming;
mod shop;
mod shutdown;
mod start;
mod streams;
mod surface;
mod telemetry;
mod tools;
mod watching;
