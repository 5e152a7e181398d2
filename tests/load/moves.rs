//! Whole games over gRPC straight at games, each with one watcher.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use proto::games::v1::{Game, PlayMoveRequest};
use proto::rules::v1::Side;
use tokio::time::{MissedTickBehavior, interval_at};

use crate::book::{Book, Line};
use crate::clients::{Client, FAR, clients, create, next_event, watch};
use crate::floors::{Floors, Ways};
use crate::spread::Spread;
use crate::suite::Suite;
use crate::table::Table;
use crate::window::{Done, Window};

/// Connections that the players' backends have.
const CONNECTIONS: usize = 8;

/// Games at once at moderate load.
const MODERATE_TABLES: u64 = 64;

/// Time to get going before anything counts.
const WARM_UP: Duration = Duration::from_secs(2);

/// What is asked of the suite.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    /// Games at once.
    pub(crate) tables: u64,
    /// Moves a second at moderate load.
    pub(crate) rate: u64,
    /// How long each part is measured.
    pub(crate) window: Duration,
}

/// How long a move took from the call.
#[derive(Clone, Copy, Debug)]
struct Timing {
    answer: Duration,
    event: Duration,
}

/// A part of the run.
struct Part {
    moves: Vec<Timing>,
    done: Done,
}

pub(crate) async fn measure(suite: &Suite, floors: &Floors, load: Load) -> anyhow::Result<Table> {
    let games = &suite.games[0];
    let alone = play(suite, clients(games, 1)?, 1, None, load.window / 4).await?;
    let busy = play(
        suite,
        clients(games, CONNECTIONS)?,
        load.tables,
        None,
        load.window,
    )
    .await?;
    let period = Duration::from_secs(1).mul_f64(MODERATE_TABLES as f64 / load.rate as f64);
    let moderate = play(
        suite,
        clients(games, CONNECTIONS)?,
        MODERATE_TABLES,
        Some(period),
        load.window,
    )
    .await?;

    let seconds = load.window.as_secs();
    let mut table = Table::new(format!(
        "Moves: whole games with a watcher each, {seconds} s a part"
    ));
    busy.throughput(&mut table, floors, load.tables);
    let rate = format!("at {:.0} moves a second", moderate.rate());
    moderate.latency(&mut table, floors.paced, &rate, "< 4");
    alone.latency(&mut table, floors.busy, "one game alone", "< 4");
    busy.commands(&mut table);
    table.note(busy.done.noise());
    Ok(table)
}

/// What moves cost as fast as they can be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// Moves a second.
    pub(crate) rate: f64,
    /// Moves a second and core of games, rules and Redis.
    pub(crate) rate_a_core: f64,
}

/// Plays at so many tables as fast as it goes.
pub(crate) async fn cost(suite: &Suite, tables: u64, window: Duration) -> anyhow::Result<Cost> {
    let clients = clients(&suite.games[0], CONNECTIONS)?;
    let part = play(suite, clients, tables, None, window).await?;
    let each = part.done.cpu.of_moves().div_f64(part.moves.len() as f64);
    Ok(Cost {
        rate: part.rate(),
        rate_a_core: 1.0 / each.as_secs_f64(),
    })
}

impl Part {
    fn rate(&self) -> f64 {
        self.moves.len() as f64 / self.done.span.as_secs_f64()
    }

    fn throughput(&self, table: &mut Table, floors: &Floors, tables: u64) {
        let count = self.moves.len() as f64;
        let cpu = self.done.cpu;
        let counters = &self.done.counters;
        table.row(
            format!("moves a second, {tables} games at once"),
            self.rate(),
            Some(floors.rpc_rate),
            "",
        );
        let a_core = |cpu: Duration| 1.0 / cpu.as_secs_f64();
        let each = cpu.of_moves().div_f64(count);
        let least = a_core(floors.move_cpu());
        table.row(
            "moves a second and core of games, rules, Redis",
            a_core(each),
            Some(least),
            "≥ 5000",
        );
        table.row(
            "games: processor time a move",
            cpu.games.div_f64(count),
            Some(floors.rpc_cpu),
            "",
        );
        table.row(
            "rules: processor time a move",
            cpu.rules.div_f64(count),
            Some(floors.rpc_cpu),
            "",
        );
        table.row(
            "Redis: processor time a move",
            cpu.redis.div_f64(count),
            Some(floors.commit_cpu),
            "",
        );
        let scripts = counters.calls.get("evalsha").copied().unwrap_or_default();
        let commands: f64 = counters.calls.values().sum();
        table.row("Redis: scripts a move", scripts / count, Some(1.0), "");
        table.row(
            "Redis: commands a move",
            commands / count,
            Some(floors.commit_calls),
            "",
        );
        table.row(
            "Redis: bytes in a move",
            counters.bytes_in / count,
            Some(floors.commit_bytes_in),
            "",
        );
        table.row(
            "Redis: bytes out a move",
            counters.bytes_out / count,
            Some(floors.commit_bytes_out),
            "",
        );
        self.latency(table, floors.busy, "as many as can be", "");
    }

    /// How long moves took; `least` is what they can at such a load.
    fn latency(&self, table: &mut Table, least: Ways, when: &str, aim: &str) {
        let answers = Spread::of(self.moves.iter().map(|timing| timing.answer));
        let events = Spread::of(self.moves.iter().map(|timing| timing.event));
        for (name, share, aim) in [("p50", 0.5, aim), ("p95", 0.95, ""), ("p99", 0.99, "")] {
            let what = format!("call to answer, {when}, {name}");
            table.row(what, answers.at(share), Some(least.answer()), aim);
        }
        for (name, share) in [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)] {
            let what = format!("call to the event, {when}, {name}");
            table.row(what, events.at(share), Some(least.heard()), "");
        }
    }

    /// Says which commands Redis carried out.
    fn commands(&self, table: &mut Table) {
        let count = self.moves.len() as f64;
        let mut calls: Vec<_> = self
            .done
            .counters
            .calls
            .iter()
            .map(|(name, calls)| (calls / count, name))
            .collect();
        calls.sort_by(|one, other| other.0.total_cmp(&one.0));
        let often = calls.iter().filter(|(calls, _)| *calls >= 0.01);
        let named: Vec<_> = often
            .map(|(calls, name)| format!("{name} {calls:.2}"))
            .collect();
        table.note(format!("Commands a move: {}.", named.join(", ")));
    }
}

/// Plays at so many tables and measures for a time. With a period each table moves once in it,
/// otherwise as soon as it can.
async fn play(
    suite: &Suite,
    clients: Vec<Client>,
    tables: u64,
    period: Option<Duration>,
    span: Duration,
) -> anyhow::Result<Part> {
    let hall = Arc::new(Hall {
        book: Book::open()?,
        counts: AtomicBool::new(false),
        closed: AtomicBool::new(false),
    });
    let tables = (0..tables).map(|number| {
        let client = clients[number as usize % clients.len()].clone();
        let pace = period.map(|period| (period, period.mul_f64(number as f64 / tables as f64)));
        tokio::spawn(Arc::clone(&hall).table(client, number, pace))
    });
    let tables: Vec<_> = tables.collect();

    tokio::time::sleep(WARM_UP).await;
    let window = Window::open(suite).await?;
    hall.counts.store(true, Ordering::Relaxed);
    tokio::time::sleep(span).await;
    hall.counts.store(false, Ordering::Relaxed);
    let done = window.close(suite).await?;
    hall.closed.store(true, Ordering::Relaxed);

    let mut moves = Vec::new();
    for table in tables {
        moves.extend(table.await??);
    }
    Ok(Part { moves, done })
}

/// Where everybody plays.
struct Hall {
    book: Book,
    /// Whether moves are counted now.
    counts: AtomicBool,
    /// Whether everybody is to go home.
    closed: AtomicBool,
}

impl Hall {
    /// Plays one game after the other.
    async fn table(
        self: Arc<Self>,
        mut client: Client,
        number: u64,
        pace: Option<(Duration, Duration)>,
    ) -> anyhow::Result<Vec<Timing>> {
        let mut timings = Vec::new();
        let mut ticks = pace.map(|(period, first)| {
            let mut ticks = interval_at(tokio::time::Instant::now() + first, period);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            ticks
        });
        for round in 0.. {
            let line = self.book.next();
            let name = format!("table{number}.{round}");
            let game = create(&mut client, &line.ruleset, &name, FAR).await?;
            let mut events = watch(&mut client, &game.id, game.version).await?;
            for ply in 0..line.moves.len() {
                if let Some(ticks) = &mut ticks {
                    ticks.tick().await;
                }
                if self.closed.load(Ordering::Relaxed) {
                    return Ok(timings);
                }
                let request = request(&game, &name, &line, ply);
                let asked = Instant::now();
                // The opponent moves when both have come.
                let answer = async {
                    client.play_move(request).await?;
                    Ok(asked.elapsed())
                };
                let event = async {
                    next_event(&mut events).await?;
                    anyhow::Ok(asked.elapsed())
                };
                let (answer, event) = tokio::try_join!(answer, event)?;
                if self.counts.load(Ordering::Relaxed) {
                    timings.push(Timing { answer, event });
                }
            }
        }
        Ok(timings)
    }
}

/// The call that plays a move of a line.
pub(crate) fn request(game: &Game, name: &str, line: &Line, ply: usize) -> PlayMoveRequest {
    let white_begins = game.side_to_move() == Side::White;
    let side = if ply.is_multiple_of(2) == white_begins {
        "w"
    } else {
        "b"
    };
    PlayMoveRequest {
        game_id: game.id.clone(),
        player_id: format!("{name}-{side}"),
        expected_ply: u32::try_from(ply).unwrap_or(u32::MAX),
        r#move: line.moves[ply].clone(),
    }
}
