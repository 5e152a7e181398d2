//! Running processes: bind, build, say where, serve until a signal.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::Context as _;
use gateway::Limits;
use platform::identity::{Caller, Gate, OwnToken, Scope, Verifier};
use platform::{Channel, shutdown};
use players::Keyring;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;

use crate::cli::{
    All, Callers, Games, Gateway, Grpc, Http, Matchmaking, Own, Players, Process, Ratings, Shop,
};
use crate::state::{open_live, open_records};

/// How long the token is good by which the whole suite in one process calls itself.
const OWN_TOKEN: Duration = Duration::from_secs(900);

/// Runs a process until SIGINT or SIGTERM.
pub(crate) fn run(
    process: Process,
    threads: Option<NonZeroUsize>,
    options: &telemetry::Options,
) -> anyhow::Result<()> {
    runtime(threads)?.block_on(async {
        let telemetry = telemetry::start(process.name(), options).await?;
        if let Some(address) = telemetry.metrics_at() {
            println!("metrics: http://{}/metrics", reachable(address));
        }
        let shutdown = shutdown::on_signal()?;
        let served = match process {
            Process::All(options) => all(*options, shutdown).await,
            Process::Rules(options) => {
                let listener = bind(options.grpc.grpc, "rules: gRPC").await?;
                let gate = options.callers.gate(&options.grpc)?;
                rules::serve(gate, listener, shutdown).await
            }
            Process::Bots(options) => {
                let listener = bind(options.grpc.grpc, "bots: gRPC").await?;
                let gate = options.callers.gate(&options.grpc)?;
                bots::serve(gate, listener, shutdown).await
            }
            Process::Games(options) => games(*options, shutdown).await,
            Process::Players(options) => players(options, shutdown).await,
            Process::Ratings(options) => ratings(options, shutdown).await,
            Process::Shop(options) => shop(options, shutdown).await,
            Process::Matchmaking(options) => matchmaking(*options, shutdown).await,
            Process::Gateway(options) => gateway(options, shutdown).await,
        };
        telemetry.stop().await;
        served
    })
}

fn runtime(threads: Option<NonZeroUsize>) -> std::io::Result<Runtime> {
    let mut builder = match threads.map(NonZeroUsize::get) {
        // Nothing is handed from thread to thread then, and nobody woken for it.
        Some(1) => Builder::new_current_thread(),
        Some(threads) => {
            let mut builder = Builder::new_multi_thread();
            builder.worker_threads(threads);
            builder
        }
        None => Builder::new_multi_thread(),
    };
    builder.enable_all().build()
}

/// The whole suite: one gRPC port for all services, over which they call each other too.
async fn all(options: All, shutdown: CancellationToken) -> anyhow::Result<()> {
    let store = open_live(&options.state).await?;
    let records = open_records(&options.state.kept).await?;
    let keyring = Keyring::open(records.clone()).await?;
    let grpc = listen(options.grpc.grpc).await?;
    let http = listen(options.http.http).await?;
    let (grpc_at, http_at) = (grpc.local_addr()?, http.local_addr()?);
    let plain = Channel::lazy(&format!("http://{}", reachable(grpc_at)))?;
    let own = plain.clone().with_token(own_token(&keyring)?);
    let gate = Gate::new(players::verifier(&keyring)).with_reflection(options.grpc.reflection);

    let of_games = games::Needs {
        store: store.clone(),
        records: records.clone(),
        rules: own.clone(),
        bots: own.clone(),
        ratings: own.clone(),
        shop: own.clone(),
    };
    let of_ratings = ratings::Needs {
        records: records.clone(),
    };
    let of_shop = shop::Needs {
        records: records.clone(),
    };
    let of_matchmaking = matchmaking::Needs {
        store,
        games: own.clone(),
        ratings: own.clone(),
    };
    let of_players = players::Needs {
        records,
        keyring,
        ratings: own.clone(),
    };
    let parts = vec![
        rules::part(),
        bots::part(),
        games::part(&options.games, of_games, &shutdown)?,
        players::part(&options.players, of_players, &shutdown)?,
        ratings::part(&options.ratings, of_ratings, &shutdown)?,
        shop::part(&options.shop, of_shop).await?,
        matchmaking::part(&options.matchmaking, of_matchmaking, &shutdown)?,
    ];
    let upstreams = gateway::Upstreams {
        games: plain.clone(),
        rules: plain.clone(),
        bots: plain.clone(),
        players: plain.clone(),
        ratings: plain.clone(),
        matchmaking: plain.clone(),
        shop: plain,
        sign_in: own,
    };

    let kept = if options.state.redis.is_some() || options.state.redis_file.is_some() {
        "Redis".to_owned()
    } else {
        options.state.kept.data.display().to_string()
    };
    println!("Shashki {}", env!("CARGO_PKG_VERSION"));
    println!("  play    http://{}", reachable(http_at));
    println!("  gRPC    {}", reachable(grpc_at));
    println!("  state   {kept}");

    // Neither is of use without the other.
    let (grpc, http) = tokio::join!(
        then_stop(
            platform::serve(parts, gate, grpc, shutdown.clone()),
            &shutdown
        ),
        then_stop(
            gateway::serve_within(http, upstreams, options.http.limits(), shutdown.clone()),
            &shutdown
        ),
    );
    grpc.and(http)
}

/// The token by which the suite calls itself, made anew long before it expires.
fn own_token(keyring: &Keyring) -> anyhow::Result<OwnToken> {
    let keyring = keyring.clone();
    let caller = Caller::Service {
        name: "shashki".to_owned(),
        scopes: Scope::ALL.to_vec(),
    };
    OwnToken::made_by(move || keyring.sign(&caller, OWN_TOKEN))
}

/// Stops everything once `served` has ended, for whatever reason.
async fn then_stop<T>(served: impl Future<Output = T>, shutdown: &CancellationToken) -> T {
    let outcome = served.await;
    shutdown.cancel();
    outcome
}

async fn games(options: Games, shutdown: CancellationToken) -> anyhow::Result<()> {
    let own = options.own.token()?;
    let needs = games::Needs {
        store: open_live(&options.state).await?,
        records: open_records(&options.state.kept).await?,
        rules: calling("--rules", &options.peers.rules)?.with_token(own.clone()),
        bots: calling("--bots", &options.peers.bots)?.with_token(own.clone()),
        ratings: calling("--ratings", &options.ratings)?.with_token(own.clone()),
        shop: calling("--shop", &options.shop)?.with_token(own),
    };
    let gate = options.callers.gate(&options.grpc)?;
    let listener = bind(options.grpc.grpc, "games: gRPC").await?;
    games::serve(&options.games, needs, gate, listener, shutdown).await
}

async fn players(options: Players, shutdown: CancellationToken) -> anyhow::Result<()> {
    let ratings = calling("--ratings", &options.ratings)?.with_token(options.own.token()?);
    let records = open_records(&options.kept).await?;
    let needs = players::Needs {
        keyring: Keyring::open(records.clone()).await?,
        records,
        ratings,
    };
    let reflection = options.grpc.reflection;
    let listener = bind(options.grpc.grpc, "players: gRPC").await?;
    players::serve(&options.players, needs, reflection, listener, shutdown).await
}

async fn ratings(options: Ratings, shutdown: CancellationToken) -> anyhow::Result<()> {
    let needs = ratings::Needs {
        records: open_records(&options.kept).await?,
    };
    let gate = options.callers.gate(&options.grpc)?;
    let listener = bind(options.grpc.grpc, "ratings: gRPC").await?;
    ratings::serve(&options.ratings, needs, gate, listener, shutdown).await
}

async fn shop(options: Shop, shutdown: CancellationToken) -> anyhow::Result<()> {
    let needs = shop::Needs {
        records: open_records(&options.kept).await?,
    };
    let players = options.players.context("--players is missing")?;
    let gate = Callers { players }.gate(&options.grpc)?;
    let listener = bind(options.grpc.grpc, "shop: gRPC").await?;
    shop::serve(&options.shop, needs, gate, listener, shutdown).await
}

async fn matchmaking(options: Matchmaking, shutdown: CancellationToken) -> anyhow::Result<()> {
    let own = options.own.token()?;
    let needs = matchmaking::Needs {
        store: open_live(&options.state).await?,
        games: calling("--games", &options.games)?.with_token(own.clone()),
        ratings: calling("--ratings", &options.ratings)?.with_token(own),
    };
    let gate = options.callers.gate(&options.grpc)?;
    let listener = bind(options.grpc.grpc, "matchmaking: gRPC").await?;
    matchmaking::serve(&options.matchmaking, needs, gate, listener, shutdown).await
}

async fn gateway(options: Gateway, shutdown: CancellationToken) -> anyhow::Result<()> {
    let players = calling("--players", &options.callers.players)?;
    let upstreams = gateway::Upstreams {
        games: calling("--games", &options.games)?,
        rules: calling("--rules", &options.peers.rules)?,
        bots: calling("--bots", &options.peers.bots)?,
        ratings: calling("--ratings", &options.ratings)?,
        matchmaking: calling("--matchmaking", &options.matchmaking)?,
        shop: calling("--shop", &options.shop)?,
        sign_in: players.clone().with_token(options.own.token()?),
        players,
    };
    let http = bind(options.http.http, "gateway: http").await?;
    let grpc = bind(options.grpc.grpc, "gateway: gRPC").await?;
    let (limits, reflection) = (options.http.limits(), options.grpc.reflection);
    let forwarding = gateway::serve_grpc(
        grpc,
        upstreams.clone(),
        &limits,
        reflection,
        shutdown.clone(),
    );
    let serving = gateway::serve_within(http, upstreams, limits.clone(), shutdown.clone());
    let (grpc, http) = tokio::join!(
        then_stop(forwarding, &shutdown),
        then_stop(serving, &shutdown)
    );
    grpc.and(http)
}

/// A channel to the address that a setting gives.
fn calling(setting: &'static str, address: &str) -> anyhow::Result<Channel> {
    Channel::lazy(address).context(setting)
}

impl Http {
    fn limits(&self) -> Limits {
        Limits {
            proxies: self.proxies,
            origins: self.origins.clone(),
            heartbeat: Duration::from_secs(self.heartbeat),
            ..Limits::default()
        }
    }
}

impl Callers {
    /// Lets in those whose tokens the players service has signed.
    fn gate(&self, grpc: &Grpc) -> anyhow::Result<Gate> {
        let players = calling("--players", &self.players)?;
        Ok(Gate::new(Verifier::of_players(players)).with_reflection(grpc.reflection))
    }
}

impl Own {
    fn token(&self) -> anyhow::Result<OwnToken> {
        match (&self.token, &self.token_file) {
            (_, Some(file)) => OwnToken::in_file(file).context("--token-file"),
            (Some(token), None) => OwnToken::fixed(token).context("--token"),
            (None, None) => anyhow::bail!("set SHASHKI_TOKEN: `shashki token` makes one"),
        }
    }
}

/// Binds, and says on standard output where.
async fn bind(address: SocketAddr, what: &str) -> anyhow::Result<TcpListener> {
    let listener = listen(address).await?;
    println!("{what} {}", listener.local_addr()?);
    Ok(listener)
}

async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address)
        .await
        .with_context(|| format!("listening on {address}"))
}

/// An address that can be connected to: one that listens everywhere is reached over loopback.
fn reachable(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), address.port())
    } else {
        address
    }
}
