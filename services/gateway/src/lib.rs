//! REST, WebSocket, gRPC-Web and the web page in front of the gRPC services, and one gRPC port for
//! all of them. It keeps no state: it
//! translates, passes on and answers; what is legal and what has happened others know.
//!
//! JSON has the names of the `.proto` fields in snake case; enumerations are their value's name in
//! lower case, times are Unix milliseconds (`*_ms`), and what is not there is left out.

mod api;
mod app;
mod bearer;
mod client;
mod cors;
mod extract;
mod fault;
mod forward;
mod model;
mod origins;
mod page;
mod refusals;
mod serve;
mod trace;
mod watch;

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
    /// A watcher that does not take a message within this time is cut off.
    pub patience: Duration,
    /// Watchers of games and of players at once; the page takes two places. Calls and streams of
    /// gRPC-Web take places too while they are under way.
    pub watchers: usize,
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
            patience: Duration::from_secs(10),
            watchers: 20_000,
            proxies: 0,
            origins: Origins::default(),
        }
    }
}

/// Everything the gateway answers, for serving it in another way than [`serve`] does.
pub fn router(upstreams: Upstreams) -> Router {
    app::router(app::App::new(
        upstreams,
        Limits::default(),
        TaskTracker::new(),
        CancellationToken::new(),
    ))
}
