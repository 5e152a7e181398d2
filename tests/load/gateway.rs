//! The gateway: what a move over REST and an event over a WebSocket take of it, and how many sockets
//! it holds. The floor is the same over its gRPC port, where it passes messages on as they are.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use futures::StreamExt as _;
use futures::future::BoxFuture;
use proto::games::v1::Game;
use reqwest::StatusCode;
use tokio::net::TcpStream;
use tokio::time::{MissedTickBehavior, interval_at, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::book::{Book, Line};
use crate::clients::{Client, FAR, clients, create};
use crate::crowd::crowd;
use crate::moves::request;
use crate::readings::{cpu, resident};
use crate::spread::Spread;
use crate::suite::Suite;
use crate::table::Table;

/// Games that are played at once over REST, and then over gRPC.
const TABLES: u64 = 32;

/// Watchers of each game.
const WATCHERS: u64 = 2;

/// Sockets that are opened at a time.
const WIDTH: usize = 64;

/// Connections over which moves go straight to games.
const CONNECTIONS: usize = 8;

/// Time for memory to settle, and for the last events to arrive.
const SETTLE: Duration = Duration::from_secs(2);

/// What is asked of the sockets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    /// How many are open at once.
    pub(crate) sockets: u64,
    /// Moves a second in the games that they watch.
    pub(crate) rate: u64,
    /// How long moves are played.
    pub(crate) window: Duration,
}

/// Moves over REST beside the same over gRPC.
pub(crate) async fn moves(suite: &Suite, window: Duration) -> anyhow::Result<Table> {
    let rest = play(suite, window, Protocol::Rest).await?;
    let grpc = play(suite, window, Protocol::Grpc).await?;
    let mut table = Table::new(format!(
        "Gateway: moves over REST beside gRPC, {TABLES} games at once"
    ));
    table.row("moves a second", rest.rate, Some(grpc.rate), "");
    let what = "gateway: processor time a move";
    table.row(what, rest.cpu, Some(grpc.cpu), "");
    Ok(table)
}

/// How moves go to the gateway.
#[derive(Clone, Copy, Debug)]
enum Protocol {
    Rest,
    Grpc,
}

/// What moves took.
struct Played {
    /// Moves a second.
    rate: f64,
    /// Processor time of the gateway for a move.
    cpu: Duration,
}

async fn play(suite: &Suite, window: Duration, protocol: Protocol) -> anyhow::Result<Played> {
    let hall = Arc::new(Hall {
        book: Book::open()?,
        http: reqwest::Client::new(),
        base: format!("http://{}", suite.gateway.http),
        token: suite.gateway.grpc.token.clone(),
        played: AtomicU64::new(0),
        is_over: AtomicBool::new(false),
    });
    let gateway = clients(&suite.gateway.grpc, CONNECTIONS)?;
    let tables: Vec<_> = (0..TABLES)
        .map(|number| {
            let client = gateway[number as usize % gateway.len()].clone();
            tokio::spawn(Arc::clone(&hall).table(client, number, protocol))
        })
        .collect();
    tokio::time::sleep(SETTLE).await;
    let process = suite.gateway.grpc.process.id()?;
    let (cpu_before, played_before) = (cpu(process)?, hall.played.load(Ordering::Relaxed));
    let begun = Instant::now();
    tokio::time::sleep(window).await;
    let played = hall.played.load(Ordering::Relaxed) - played_before;
    let used = cpu(process)?.saturating_sub(cpu_before);
    let span = begun.elapsed();
    hall.is_over.store(true, Ordering::Relaxed);
    for table in tables {
        table.await??;
    }
    ensure!(played > 0, "no move was played");
    Ok(Played {
        rate: played as f64 / span.as_secs_f64(),
        cpu: used.div_f64(played as f64),
    })
}

/// Where all play.
struct Hall {
    book: Book,
    http: reqwest::Client,
    base: String,
    token: String,
    played: AtomicU64,
    is_over: AtomicBool,
}

impl Hall {
    /// Plays one game after the other.
    async fn table(
        self: Arc<Self>,
        mut client: Client,
        number: u64,
        protocol: Protocol,
    ) -> anyhow::Result<()> {
        for round in 0.. {
            let line = self.book.next();
            let name = format!("{protocol:?}{number}.{round}");
            let game = create(&mut client, &line.ruleset, &name, FAR).await?;
            for ply in 0..line.moves.len() {
                if self.is_over.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let request = request(&game, &name, &line, ply);
                match protocol {
                    Protocol::Grpc => {
                        client.play_move(request).await?;
                    }
                    Protocol::Rest => {
                        let body = serde_json::json!({
                            "player_id": request.player_id,
                            "expected_ply": request.expected_ply,
                            "move": request.r#move,
                        });
                        let url = format!("{}/v1/games/{}/moves", self.base, game.id);
                        let call = self.http.post(url).bearer_auth(&self.token).json(&body);
                        let answer = call.send().await?;
                        let status = answer.status();
                        let body = answer.text().await?;
                        ensure!(status == StatusCode::OK, "{status}: {body}");
                    }
                }
                self.played.fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(())
    }
}

/// Very many sockets, two on a game, while moves are played in all games.
pub(crate) async fn sockets(suite: &Suite, load: Load) -> anyhow::Result<Table> {
    let open_files = open_files()?;
    ensure!(
        open_files > load.sockets + 1_000,
        "{open_files} files may be open: run `ulimit -n 65536` first, or take fewer --sockets"
    );
    let games = load.sockets.div_ceil(WATCHERS);
    let players = clients(&suite.games[0], CONNECTIONS)?;
    let book = Arc::new(Book::open()?);
    let watched = crowd(games, WIDTH, |number| -> BoxFuture<'static, _> {
        let mut client = players[number as usize % players.len()].clone();
        let book = Arc::clone(&book);
        Box::pin(async move { Watched::create(&mut client, number, &book).await })
    })
    .await?;
    let watched: Arc<[Arc<Watched>]> = watched.into_iter().map(Arc::new).collect();

    let process = suite.gateway.grpc.process.id()?;
    let before = resident(process)?;
    let begun = Instant::now();
    let delays = Arc::new(Mutex::new(Vec::new()));
    crowd(load.sockets, WIDTH, |number| -> BoxFuture<'static, _> {
        let game = Arc::clone(&watched[(number / WATCHERS) as usize]);
        let http = suite.gateway.http.clone();
        let (token, delays) = (suite.gateway.grpc.token.clone(), Arc::clone(&delays));
        Box::pin(async move {
            let socket = connect(&http, &token, &game.game).await?;
            tokio::spawn(game.listen(socket, delays));
            Ok(())
        })
    })
    .await?;
    let opened = begun.elapsed();
    tokio::time::sleep(SETTLE).await;
    let held = resident(process)?;

    let cpu_before = cpu(process)?;
    let begun = Instant::now();
    play_watched(&watched, &players, load).await?;
    let span = begun.elapsed();
    tokio::time::sleep(SETTLE).await;
    let used = cpu(process)?.saturating_sub(cpu_before);
    let after = resident(process)?;
    let delays = std::mem::take(&mut *delays.lock().unwrap_or_else(PoisonError::into_inner));
    let moves: u64 = watched.iter().map(|game| game.played()).sum();
    ensure!(
        delays.len() as u64 == moves * WATCHERS,
        "{} events of {moves} moves arrived, not {WATCHERS} of each",
        delays.len()
    );

    let megabytes = |bytes: f64| bytes / 1e6;
    let mut table = Table::new(format!(
        "Gateway: {} WebSockets, {WATCHERS} on each game",
        load.sockets
    ));
    let rate = |count: u64, span: Duration| count as f64 / span.as_secs_f64();
    table.row::<f64>(
        "sockets opened a second",
        rate(load.sockets, opened),
        None,
        "",
    );
    table.row::<f64>("memory with no socket, MB", megabytes(before), None, "");
    table.row::<f64>(
        "memory with all of them, MB",
        megabytes(held),
        None,
        "< 600",
    );
    table.row::<f64>(
        "memory after the moves, MB",
        megabytes(after),
        None,
        "< 600",
    );
    table.row::<f64>("moves a second", rate(moves, span), None, "");
    let each = used.div_f64(delays.len() as f64);
    table.row::<Duration>("gateway: processor time an event", each, None, "");
    let delays = Spread::of(delays);
    for (name, share, aim) in [
        ("p50", 0.5, ""),
        ("p99", 0.99, "< 50 ms"),
        ("longest", 1.0, ""),
    ] {
        let what = format!("call to the event, {name}");
        table.row::<Duration>(what, delays.at(share), None, aim);
    }
    Ok(table)
}

/// A game that is watched.
struct Watched {
    name: String,
    game: Game,
    line: Arc<Line>,
    /// When the last move was called for, and how many there were.
    last_call: Mutex<(Instant, u64)>,
}

impl Watched {
    async fn create(client: &mut Client, number: u64, book: &Book) -> anyhow::Result<Self> {
        let (line, name) = (book.next(), format!("watched{number}"));
        Ok(Self {
            game: create(client, &line.ruleset, &name, FAR).await?,
            name,
            line,
            last_call: Mutex::new((Instant::now(), 0)),
        })
    }

    fn played(&self) -> u64 {
        self.last_call
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .1
    }

    /// Notes how long each event took from the call.
    async fn listen(
        self: Arc<Self>,
        mut socket: WebSocketStream<TcpStream>,
        delays: Arc<Mutex<Vec<Duration>>>,
    ) {
        while let Some(Ok(message)) = socket.next().await {
            let Message::Text(text) = message else {
                continue;
            };
            if text.contains("\"move_played\"") {
                let called = self
                    .last_call
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .0;
                let mut delays = delays.lock().unwrap_or_else(PoisonError::into_inner);
                delays.push(called.elapsed());
            }
        }
    }
}

/// Plays in all games, each as often as the others.
async fn play_watched(
    watched: &[Arc<Watched>],
    players: &[Client],
    load: Load,
) -> anyhow::Result<()> {
    let period = Duration::from_secs(1).mul_f64(watched.len() as f64 / load.rate as f64);
    let end = tokio::time::Instant::now() + load.window;
    let tables = watched.iter().enumerate().map(|(number, game)| {
        let game = Arc::clone(game);
        let mut client = players[number % players.len()].clone();
        let first = period.mul_f64(number as f64 / watched.len() as f64);
        tokio::spawn(async move {
            let mut ticks = interval_at(tokio::time::Instant::now() + first, period);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            // The last move would end the game.
            for ply in 0..game.line.moves.len() - 1 {
                if timeout_at(end, ticks.tick()).await.is_err() {
                    break;
                }
                let request = request(&game.game, &game.name, &game.line, ply);
                {
                    let mut last = game
                        .last_call
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner);
                    *last = (Instant::now(), last.1 + 1);
                }
                client.play_move(request).await?;
            }
            anyhow::Ok(())
        })
    });
    let tables: Vec<_> = tables.collect();
    for table in tables {
        table.await??;
    }
    Ok(())
}

/// Opens a socket with little memory of its own: this program holds as many as the gateway.
async fn connect(
    http: &str,
    token: &str,
    game: &Game,
) -> anyhow::Result<WebSocketStream<TcpStream>> {
    let (id, version) = (&game.id, game.version);
    let url = format!("ws://{http}/v1/games/{id}/watch?after_version={version}");
    let mut request = url.into_client_request()?;
    let bearer = format!("Bearer {token}").parse()?;
    request.headers_mut().insert("authorization", bearer);
    let config = WebSocketConfig::default()
        .read_buffer_size(2 * 1024)
        .write_buffer_size(0);
    let stream = TcpStream::connect(http).await?;
    let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
    Ok(socket)
}

/// How many files a process may have open.
fn open_files() -> anyhow::Result<u64> {
    let limits = std::fs::read_to_string("/proc/self/limits")?;
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"));
    let soft = line.and_then(|line| line.split_whitespace().next());
    Ok(soft.context("the limit of open files")?.parse()?)
}
