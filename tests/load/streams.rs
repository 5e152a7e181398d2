//! Very many watchers of one game on one process of games.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use futures::future::BoxFuture;
use proto::games::v1::WatchGameResponse;
use tokio::sync::mpsc;
use tonic::Streaming;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use crate::book::Book;
use crate::clients::{FAR, channel, clients, create, next_event, watch};
use crate::crowd::crowd;
use crate::floors::Floors;
use crate::moves::request;
use crate::readings::resident;
use crate::spread::Spread;
use crate::suite::{Service, Suite};
use crate::table::Table;
use crate::window::Window;

/// Connections over which the streams come.
const CONNECTIONS: usize = 4;

/// Streams that are opened at a time.
const WIDTH: usize = 64;

/// Moves that are delivered to all.
const MOVES: usize = 8;

/// Time for memory to settle.
const SETTLE: Duration = Duration::from_secs(1);

/// Longer than a watcher goes without a look at a quiet game.
const AT_REST: Duration = Duration::from_secs(11);

/// A delivery takes no longer than this.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) async fn measure(suite: &Suite, floors: &Floors, count: u64) -> anyhow::Result<Table> {
    let bare = bare(&suite.rules, count).await?;

    let games = &suite.games[0];
    let mut clients = clients(games, CONNECTIONS)?;
    let line = Book::open()?.next();
    let game = create(&mut clients[0], &line.ruleset, "watched", FAR).await?;
    let before = resident(games.process.id()?)?;
    let (sender, mut heard) = mpsc::unbounded_channel();
    let (version, begun) = (game.version, Instant::now());
    crowd(count, WIDTH, |number| -> BoxFuture<'static, _> {
        let mut client = clients[number as usize % clients.len()].clone();
        let (id, sender) = (game.id.clone(), sender.clone());
        Box::pin(async move {
            let stream = watch(&mut client, &id, version).await?;
            tokio::spawn(listen(stream, sender));
            Ok(())
        })
    })
    .await?;
    let opened = begun.elapsed();
    tokio::time::sleep(SETTLE).await;
    let held = resident(games.process.id()?)? - before;

    let rest = Window::open(suite).await?;
    tokio::time::sleep(AT_REST).await;
    let rest = rest.close(suite).await?;

    let (mut ways, mut all) = (Vec::new(), Vec::new());
    for ply in 0..MOVES {
        let asked = Instant::now();
        clients[0]
            .play_move(request(&game, "watched", &line, ply))
            .await?;
        let mut last = Duration::ZERO;
        for _ in 0..count {
            let event = tokio::time::timeout(PATIENCE, heard.recv()).await;
            let at: Instant = event.context("an event in time")?.context("a watcher")??;
            last = at.duration_since(asked).max(last);
            ways.push(at.duration_since(asked));
        }
        all.push(last);
    }
    let after = resident(games.process.id()?)? - before;

    let ways = Spread::of(ways);
    let megabytes = |bytes: f64| bytes / 1e6;
    let mut table = Table::new(format!(
        "Streams: {count} watchers of one game on one process"
    ));
    table.row(
        "streams opened a second",
        count as f64 / opened.as_secs_f64(),
        Some(floors.rpc_rate),
        "",
    );
    table.row(
        "memory they take, MB",
        megabytes(held),
        Some(megabytes(bare)),
        "< 200",
    );
    table.row(
        "memory after the deliveries, MB",
        megabytes(after),
        Some(megabytes(bare)),
        "< 200",
    );
    let share = |cpu: Duration| 100.0 * cpu.div_duration_f64(rest.span);
    table.row(
        "games: % of a core while nothing happens",
        share(rest.cpu.games),
        None,
        "",
    );
    table.row(
        "Redis: % of a core while nothing happens",
        share(rest.cpu.redis),
        None,
        "",
    );
    let floor = Duration::from_secs(1).mul_f64(count as f64 / floors.rpc_rate);
    table.row(
        "call to the event, p50 of all watchers",
        ways.median(),
        None,
        "",
    );
    table.row(
        "call to the event, p99 of all watchers",
        ways.at(0.99),
        None,
        "",
    );
    table.row(
        "call to the last watcher, p50",
        Spread::of(all).median(),
        Some(floor),
        "",
    );
    table.note("Floors: as many streams of the health service on rules, which send nothing; as many empty calls.");
    Ok(table)
}

/// The memory that as many streams take which do nothing.
async fn bare(service: &Service, count: u64) -> anyhow::Result<f64> {
    let before = resident(service.process.id()?)?;
    let clients = (0..CONNECTIONS).map(|_| Ok(HealthClient::new(channel(&service.url)?)));
    let clients = clients.collect::<anyhow::Result<Vec<_>>>()?;
    let streams = crowd(count, WIDTH, |number| -> BoxFuture<'static, _> {
        let mut client = clients[number as usize % clients.len()].clone();
        Box::pin(async move {
            let mut stream = client
                .watch(HealthCheckRequest::default())
                .await?
                .into_inner();
            stream.message().await?;
            Ok(stream)
        })
    })
    .await?;
    tokio::time::sleep(SETTLE).await;
    let held = resident(service.process.id()?)? - before;
    drop(streams);
    Ok(held)
}

/// Notes when each event comes, or why no more do, until nobody asks any more.
async fn listen(
    mut stream: Streaming<WatchGameResponse>,
    heard: mpsc::UnboundedSender<anyhow::Result<Instant>>,
) {
    loop {
        let event = next_event(&mut stream).await.map(|_| Instant::now());
        let ended = event.is_err();
        if heard.send(event).is_err() || ended {
            return;
        }
    }
}
