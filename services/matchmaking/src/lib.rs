//! Meeting an opponent: queues and the pairing of those who wait in them, invites, the lobby.
//!
//! Who plays whom is one pure function, [`pairing::pair`]; around it stand the store, the jobs and
//! the RPCs. A pairing, or an invite that is accepted, is one commit; the game follows from it by a
//! job, exactly one, whatever dies in between.

mod checks;
mod desk;
mod error;
mod games;
mod invites;
mod job_kind;
mod jobs;
mod metrics;
pub mod pairing;
mod people;
mod queue;
mod room;
mod service;
mod settle;
mod strength;
mod telling;
mod tickets;
mod view;
mod waiting;
mod waits;
mod wire;

use std::sync::Arc;
use std::time::Duration;

use platform::identity::Gate;
use platform::{Channel, Part};
use proto::matchmaking::v1::matchmaking_service_server::MatchmakingServiceServer;
use store::Store;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::desk::Desk;
use crate::games::Games;
use crate::invites::Invites;
use crate::jobs::Jobs;
use crate::pairing::Widening;
use crate::people::People;
use crate::room::Rooms;
pub use crate::service::Service;
use crate::settle::Settler;
use crate::strength::Strengths;
use crate::tickets::Tickets;

/// Settings of matchmaking.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(id = "matchmaking")]
pub struct Options {
    /// Where players reach the page, for the addresses of invites: URL/invite/CODE
    #[arg(long, env = "SHASHKI_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,

    /// How long things take.
    #[arg(skip)]
    pub times: Times,
}

/// How long things take.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// How windows widen.
    pub widening: Widening,
    /// A ticket lapses so long after its stream was last known to be open.
    pub lapse_after: Duration,
    /// How often the tickets of open streams are renewed: so much earlier a ticket may lapse, counted
    /// from when its stream was lost.
    pub beat: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            widening: Widening::default(),
            lapse_after: Duration::from_secs(15),
            beat: Duration::from_secs(1),
        }
    }
}

/// What matchmaking stands on.
#[derive(Clone)]
pub struct Needs {
    /// Where tickets, pairings and invites live.
    pub store: Store,
    /// The games service, called with the scopes `games.create` and `players.act`.
    pub games: Channel,
    /// The ratings service.
    pub ratings: Channel,
}

/// The server, and its workers, which stop when the token is cancelled.
///
/// # Errors
/// When a setting cannot be used.
pub fn server(
    options: &Options,
    needs: &Needs,
    shutdown: &CancellationToken,
) -> anyhow::Result<(MatchmakingServiceServer<Service>, Vec<JoinHandle<()>>)> {
    let public_url = options.public_url.as_deref();
    if let Some(url) = public_url {
        let http = url.starts_with("http://") || url.starts_with("https://");
        anyhow::ensure!(
            http,
            "--public-url begins with http:// or https://, unlike `{url}`"
        );
    }
    let (times, store) = (options.times, &needs.store);
    let games = Games::new(needs.games.clone());
    let settler = Settler {
        tickets: Tickets::new(Arc::clone(store), times.lapse_after),
        people: People::new(Arc::clone(store)),
        games,
    };
    let desk = Desk {
        rooms: Rooms::new(settler.clone(), times, shutdown.clone()),
        settler: settler.clone(),
        strengths: Strengths::new(needs.ratings.clone()),
        widening: times.widening,
    };
    let invites = Invites::new(Arc::clone(store), settler);
    let mut workers = Jobs {
        desk: desk.clone(),
        invites: invites.clone(),
        store: Arc::clone(store),
    }
    .start(shutdown);
    let counting = metrics::count_queues(desk.clone(), shutdown.clone());
    workers.push(tokio::spawn(counting));
    let service = Service::new(desk, invites, public_url, shutdown.clone());
    let server = MatchmakingServiceServer::new(service)
        .max_decoding_message_size(platform::MAX_MESSAGE_BYTES);
    Ok((server, workers))
}

/// The service with its workers, ready to be served; they stop when the token is cancelled.
///
/// # Errors
/// When a setting cannot be used.
pub fn part(options: &Options, needs: Needs, shutdown: &CancellationToken) -> anyhow::Result<Part> {
    let (server, workers) = server(options, &needs, shutdown)?;
    let Needs { store, games, .. } = needs;
    let part = workers.into_iter().fold(Part::new(server), Part::runs);
    // Ratings is not among what it needs to be ready: casual games do without.
    Ok(part
        .needs(move || {
            let store = Arc::clone(&store);
            async move {
                store
                    .now()
                    .await
                    .map(|_| ())
                    .map_err(|error| error.to_string())
            }
        })
        .needs(move || platform::ready(games.clone(), "shashki.games.v1.GamesService")))
}

/// Runs the service alone until the token is cancelled.
///
/// # Errors
/// When it cannot start or run.
pub async fn serve(
    options: &Options,
    needs: Needs,
    gate: Gate,
    listener: TcpListener,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    let part = part(options, needs, &shutdown)?;
    platform::serve(vec![part], gate, listener, shutdown).await
}
