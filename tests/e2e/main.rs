//! End to end: real processes, real sockets, a real Redis, a real browser.

mod harness;

mod browser;
mod faults;
mod golden;
mod refusals;
mod shutdown;
mod surface;
mod telemetry;
mod tools;
mod watching;
