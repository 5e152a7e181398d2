//! REST, WebSocket, server-sent events, gRPC-Web and the web page in front of the gRPC services, and
//! one gRPC port for all of them. It keeps no state: it translates, passes on and answers; what is
//! legal and what has happened the services know.
//!
//! Routes and JSON come from the contracts in `proto/`, which the crate `contract` reads: a method
//! that has a `google.api.http` option there is served here.

mod app;
mod by_hand;
mod caller;
mod cors;
mod forward;
mod origins;
mod page;
mod problem;
mod rest;
mod serve;
mod streams;
mod trace;
mod upstream;

use std::time::Duration;

use axum::Router;
use platform::Channel;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub use crate::forward::serve_grpc;
pub use crate::origins::Origins;
pub use crate::serve::{serve, serve_within};

/// The services behind the gateway.
#[derive(Clone, Debug)]
pub struct Upstreams {
    /// The games service.
    pub games: Channel,
    /// The rules service.
    pub rules: Channel,
    /// The bots service, which games against bots need too.
    pub bots: Channel,
    /// The players service.
    pub players: Channel,
    /// The ratings service.
    pub ratings: Channel,
    /// The matchmaking service.
    pub matchmaking: Channel,
    /// The shop service.
    pub shop: Channel,
    /// The same in the gateway's own name, with a token that may say for whom it calls.
    pub sign_in: Channel,
}

/// How long things may take, how many there may be, and who may call from a browser.
#[derive(Clone, Debug)]
pub struct Limits {
    /// An upstream call that takes longer is given up.
    pub call: Duration,
    /// A WebSocket gets a ping this often; one that has not answered by the next is dead.
    pub ping_every: Duration,
    /// A quiet socket says so with a message this often, for proxies that count messages and not
    /// pings; never if zero.
    pub heartbeat: Duration,
    /// A client that does not take a message or send a body within this time is cut off.
    pub send: Duration,
    /// WebSockets and streams of server-sent events at once.
    pub watchers: usize,
    /// Streams and calls under way at once; a WebSocket can carry many streams.
    pub streams: usize,
    /// Proxies of one's own in front of the gateway: so many addresses of `x-forwarded-for` are
    /// believed.
    pub proxies: usize,
    /// Origins whose pages may call; the gateway's own page needs not be among them.
    pub origins: Origins,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            call: Duration::from_secs(5),
            ping_every: Duration::from_secs(20),
            heartbeat: Duration::from_secs(30),
            send: Duration::from_secs(10),
            watchers: 20_000,
            streams: 60_000,
            proxies: 0,
            origins: Origins::default(),
        }
    }
}

/// Everything the gateway answers, for serving it in another way than [`serve`] does.
///
/// # Errors
/// When the contracts cannot be read.
pub fn router(upstreams: Upstreams) -> anyhow::Result<Router> {
    app::router(app::App::new(
        upstreams,
        Limits::default(),
        TaskTracker::new(),
        CancellationToken::new(),
    )?)
}
