//! The service as its callers see it, over a socket.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "this is how a test fails"
)]

mod boosts;
mod kit;
mod pdn;
mod pdn_boosts;
mod replay;
