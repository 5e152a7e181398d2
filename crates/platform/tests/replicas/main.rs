//! Calls over the replicas of a service: real servers on addresses of the loopback network, which
//! die, hang, come and go under load.

#![expect(
    clippy::unwrap_used,
    reason = "a test that meets a surprise fails on the spot"
)]

mod calls;
mod name;
mod server;

mod faults;
mod repeats;
