//! Running processes: bind, build, say where, serve until a signal.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use platform::{Channel, shutdown, telemetry};
use store::Store;
use store::records::Records;
use store::redis::RedisStore;
use store::sqlite::SqliteStore;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::cli::{All, Games, Gateway, Process, State};

/// Runs a process until SIGINT or SIGTERM.
pub(crate) fn run(process: Process, options: &telemetry::Options) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let telemetry = telemetry::start(process.name(), options)?;
        let shutdown = shutdown::on_signal()?;
        let served = match process {
            Process::All(options) => all(options, shutdown).await,
            Process::Rules(options) => {
                let listener = bind(options.grpc.grpc, "rules: gRPC").await?;
                rules::serve(listener, shutdown).await
            }
            Process::Bots(options) => {
                let listener = bind(options.grpc.grpc, "bots: gRPC").await?;
                bots::serve(listener, shutdown).await
            }
            Process::Games(options) => games(options, shutdown).await,
            Process::Gateway(options) => gateway(options, shutdown).await,
        };
        telemetry.stop().await;
        served
    })
}

/// The whole suite: one gRPC port for all services, over which they call each other too.
async fn all(options: All, shutdown: CancellationToken) -> anyhow::Result<()> {
    let store = open_live(&options.state).await?;
    let records = open_records(&options.state).await?;
    let grpc = listen(options.grpc.grpc).await?;
    let http = listen(options.http.http).await?;
    let (grpc_at, http_at) = (grpc.local_addr()?, http.local_addr()?);
    let channel = channel(&format!("http://{}", reachable(grpc_at)))?;

    let needs = games::Needs {
        store,
        records,
        rules: channel.clone(),
        bots: channel.clone(),
    };
    let parts = vec![
        rules::part(),
        bots::part(),
        games::part(&options.games, needs, &shutdown)?,
    ];
    let upstreams = gateway::Upstreams {
        games: channel.clone(),
        rules: channel.clone(),
        bots: channel,
    };

    let kept = match &options.state.redis {
        Some(_) => "Redis".to_owned(),
        None => options.state.data.display().to_string(),
    };
    println!("Shashki {}", env!("CARGO_PKG_VERSION"));
    println!("  play    http://{}", reachable(http_at));
    println!("  gRPC    {}", reachable(grpc_at));
    println!("  state   {kept}");

    // Neither is of use without the other.
    let (grpc, http) = tokio::join!(
        then_stop(
            platform::serve_on(parts, transport::accept(grpc), shutdown.clone()),
            &shutdown
        ),
        then_stop(gateway::serve(http, upstreams, shutdown.clone()), &shutdown),
    );
    grpc.and(http)
}

/// A channel to another service.
fn channel(address: &str) -> anyhow::Result<Channel> {
    Channel::with_connector(address, transport::connect)
}

/// Stops everything once `served` has ended, for whatever reason.
async fn then_stop<T>(served: impl Future<Output = T>, shutdown: &CancellationToken) -> T {
    let outcome = served.await;
    shutdown.cancel();
    outcome
}

async fn games(options: Games, shutdown: CancellationToken) -> anyhow::Result<()> {
    let needs = games::Needs {
        store: open_live(&options.state).await?,
        records: open_records(&options.state).await?,
        rules: channel(&options.peers.rules).context("--rules")?,
        bots: channel(&options.peers.bots).context("--bots")?,
    };
    let listener = bind(options.grpc.grpc, "games: gRPC").await?;
    games::serve(&options.games, needs, listener, shutdown).await
}

async fn gateway(options: Gateway, shutdown: CancellationToken) -> anyhow::Result<()> {
    let upstreams = gateway::Upstreams {
        games: channel(&options.games).context("--games")?,
        rules: channel(&options.peers.rules).context("--rules")?,
        bots: channel(&options.peers.bots).context("--bots")?,
    };
    let listener = bind(options.http.http, "gateway: http").await?;
    gateway::serve(listener, upstreams, shutdown).await
}

/// Opens the store of live state.
async fn open_live(state: &State) -> anyhow::Result<Store> {
    if let Some(url) = &state.redis {
        return Ok(Arc::new(RedisStore::connect(url).await.context("--redis")?));
    }
    let file = data_folder(state)?.join("live.db");
    let store = SqliteStore::open(&file)
        .await
        .with_context(|| format!("the store in {}", file.display()))?;
    Ok(Arc::new(store))
}

/// Opens the records, and brings their tables up to this release.
async fn open_records(state: &State) -> anyhow::Result<Records> {
    let records = match &state.database {
        Some(url) => Records::connect(url).await.context("--database")?,
        None => {
            let file = data_folder(state)?.join("records.db");
            let url = format!("sqlite:{}", file.display());
            Records::connect(&url)
                .await
                .with_context(|| format!("the records in {}", file.display()))?
        }
    };
    records
        .migrate()
        .await
        .context("the tables of the records")?;
    Ok(records)
}

fn data_folder(state: &State) -> anyhow::Result<&Path> {
    std::fs::create_dir_all(&state.data)
        .with_context(|| format!("the data folder {}", state.data.display()))?;
    Ok(&state.data)
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
