//! What leaderboards of a million players cost, over gRPC and on both databases, beside the least
//! that the database can do in the same run: to find a row by its key. The ratio is the figure to
//! watch; absolute times are the machine's.
//!
//! `cargo bench -p ratings --bench leaderboard -- --players 100000` for fewer.

#![expect(
    clippy::unwrap_used,
    reason = "this is how a bench that cannot go on ends"
)]

#[path = "../tests/ratings/fill.rs"]
mod fill;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures::future::join_all;
use platform::identity::{Caller, Scope};
use proto::ratings::v1 as wire;
use proto::ratings::v1::get_leaderboard_request::From;
use proto::ratings::v1::ratings_service_client::RatingsServiceClient;
use proto::rules::v1::Result as Outcome;
use ratings::rating::{Rated, Rule, Standing};
use ratings::{Needs, Options};
use store::records::Records;
use store::records::sqlx::{self, Row as _};
use support::PostgresServer;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::Request;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Channel, Endpoint, Server};

use self::fill::{LONG_AGO_MS, fill, scored};

/// How many rated players a pool has.
const PLAYERS: u64 = 1_000_000;

/// Calls of a kind, one after the other.
const CALLS: u64 = 500;

/// How long results are reported at once, and by how many.
const REPORTING: Duration = Duration::from_secs(5);
const REPORTERS: u64 = 16;

const RUSSIAN: Rule = Rule::Glicko2 {
    rating: 1500.0,
    deviation: 350.0,
    volatility: 0.06,
};
const CLASSIC: Rule = Rule::Points {
    win: 25,
    loss: 15,
    draw: 0,
};

#[tokio::main(worker_threads = 2)]
async fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let after = |name: &str| {
        let place = arguments.iter().position(|argument| argument == name);
        place.and_then(|place| arguments.get(place + 1))
    };
    let players = after("--players").map_or(PLAYERS, |number| number.parse().unwrap());

    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("records.db");
    measure("SQLite", &format!("sqlite:{}", file.display()), players).await;
    let server = PostgresServer::start().await;
    measure("PostgreSQL", &server.url(), players).await;
}

async fn measure(name: &str, url: &str, players: u64) {
    let suite = Suite::start(url, players).await;
    suite.fill().await;
    println!("\n### {name}: {players} players in each of two pools\n");
    println!("|  | p50 | p99 | floors |");
    println!("| --- | ---: | ---: | ---: |");
    let floor = suite.floor().await;
    row("a row by its key, without gRPC", &floor, floor.p50());
    for (pool, what) in [
        ("russian", "Glicko-2"),
        ("classic", "points, a fifth of all on each of five scores"),
    ] {
        let top = suite.calls(|_| suite.page(pool, 50, None)).await;
        row(&format!("{what}: top 50"), &top, floor.p50());
        let middle = suite.middle(pool).await;
        row(
            &format!("{what}: 50 behind a page in the middle"),
            &middle,
            floor.p50(),
        );
        let near = suite.calls(|call| suite.page(pool, 50, Some(around(suite.any(call)))));
        row(
            &format!("{what}: 50 around a player"),
            &near.await,
            floor.p50(),
        );
        let rank = suite.calls(|call| suite.page(pool, 1, Some(around(suite.any(call)))));
        row(
            &format!("{what}: a player's rank"),
            &rank.await,
            floor.p50(),
        );
        let rating = suite.calls(|call| suite.rating(pool, suite.any(call)));
        row(
            &format!("{what}: a player's rating"),
            &rating.await,
            floor.p50(),
        );
        let result = suite.calls(|call| suite.report(pool, 0, call)).await;
        row(
            &format!("{what}: a result, one after the other"),
            &result,
            floor.p50(),
        );
        suite.busy(pool, what, floor.p50()).await;
    }
}

/// How long calls took, in order.
struct Times(Vec<Duration>);

impl Times {
    fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self(times)
    }

    fn at(&self, percent: usize) -> Duration {
        self.0[(self.0.len() * percent / 100).min(self.0.len() - 1)]
    }

    fn p50(&self) -> Duration {
        self.at(50)
    }
}

fn row(what: &str, times: &Times, floor: Duration) {
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    let (p50, p99) = (times.p50(), times.at(99));
    let ratio = p50.as_secs_f64() / floor.as_secs_f64();
    println!(
        "| {what} | {:.2} ms | {:.2} ms | {ratio:.1} |",
        ms(p50),
        ms(p99)
    );
}

fn around(player: String) -> From {
    From::AroundPlayerId(player)
}

/// The service with a client.
struct Suite {
    records: Records,
    client: RatingsServiceClient<Channel>,
    players: u64,
    games: AtomicU64,
    stop: CancellationToken,
}

impl Drop for Suite {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl Suite {
    async fn start(url: &str, players: u64) -> Self {
        let records = Records::connect(url).await.unwrap();
        records.migrate().await.unwrap();
        let needs = Needs {
            records: records.clone(),
        };
        let server = ratings::server(&Options::default(), needs).unwrap();
        let caller = Arc::new(Caller::Service {
            name: "bench".to_owned(),
            scopes: Scope::ALL.to_vec(),
        });
        let identify = move |mut request: Request<()>| {
            request.extensions_mut().insert(Arc::clone(&caller));
            Ok(request)
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let serving = Server::builder()
            .add_service(InterceptedService::new(server, identify))
            .serve_with_incoming(TcpIncoming::from(listener).with_nodelay(Some(true)));
        tokio::spawn(serving);
        let channel = Endpoint::from_shared(address).unwrap().connect().await;
        Self {
            records,
            client: RatingsServiceClient::new(channel.unwrap()),
            players,
            games: AtomicU64::new(0),
            stop: CancellationToken::new(),
        }
    }

    /// Fills both pools, and lets the worker cut the leaderboards into blocks.
    async fn fill(&self) {
        for (pool, rule) in [("russian", RUSSIAN), ("classic", CLASSIC)] {
            self.page(pool, 1, None).await;
            let rated_ms = now_ms(&self.records).await - 1_000_000;
            let players = (0..self.players).map(|number| {
                let standing = match rule {
                    Rule::Glicko2 { .. } => settled(number, rated_ms),
                    Rule::Points { .. } => scored((number % 5 * 25) as f64, 1, LONG_AGO_MS),
                };
                (name(number), standing)
            });
            let begun = Instant::now();
            fill(&self.records, pool, rule, players).await.unwrap();
            eprintln!("{pool}: filled in {:.1?}", begun.elapsed());
        }
        // PostgreSQL does so by itself, a while after so many rows have come.
        if self.records.system() == "postgresql" {
            let vacuum = sqlx::query("VACUUM ANALYZE").execute(self.records.pool());
            vacuum.await.unwrap();
        }
        let needs = Needs {
            records: self.records.clone(),
        };
        let begun = Instant::now();
        let worker = ratings::part(&Options::default(), needs, &self.stop).unwrap();
        let uncut = "SELECT COUNT(*) FROM rating_blocks WHERE players > 1024";
        while number(&self.records, uncut).await > 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        drop(worker);
        eprintln!("cut into blocks in {:.1?}", begun.elapsed());
    }

    /// A player, anywhere.
    fn any(&self, call: u64) -> String {
        name(scatter(call) % self.players)
    }

    async fn calls<F: Future<Output = T>, T>(&self, call: impl Fn(u64) -> F) -> Times {
        let mut times = Vec::new();
        for number in 0..CALLS {
            let begun = Instant::now();
            call(number).await;
            times.push(begun.elapsed());
        }
        Times::of(times)
    }

    async fn floor(&self) -> Times {
        self.calls(|call| {
            let player = self.any(call);
            async move {
                let query = sqlx::query(
                    "SELECT value FROM ratings WHERE player = $1 AND pool = 'russian' \
                     AND season = 1",
                );
                let row = query.bind(player).fetch_one(self.records.pool()).await;
                row.unwrap().get::<f64, _>(0)
            }
        })
        .await
    }

    async fn page(&self, pool: &str, page_size: u32, from: Option<From>) -> String {
        let request = wire::GetLeaderboardRequest {
            pool: pool.to_owned(),
            season: 0,
            page_size,
            from,
        };
        let page = self.client.clone().get_leaderboard(request).await.unwrap();
        page.into_inner().next_page_token
    }

    /// Pages behind pages in the middle.
    async fn middle(&self, pool: &str) -> Times {
        let mut times = Vec::new();
        for call in 0..CALLS {
            let token = self.page(pool, 50, Some(around(self.any(call)))).await;
            let begun = Instant::now();
            self.page(pool, 50, Some(From::PageToken(token))).await;
            times.push(begun.elapsed());
        }
        Times::of(times)
    }

    async fn rating(&self, pool: &str, player: String) {
        let request = wire::GetRatingsRequest {
            pool: pool.to_owned(),
            player_ids: vec![player],
        };
        self.client.clone().get_ratings(request).await.unwrap();
    }

    /// A game of two of all players.
    async fn report(&self, pool: &str, reporter: u64, call: u64) {
        let game = self.games.fetch_add(1, Ordering::Relaxed);
        let white = scatter(reporter << 32 | call) % self.players;
        let request = wire::ReportResultRequest {
            game_id: format!("g{game}"),
            pool: pool.to_owned(),
            white: name(white),
            black: name((white + 5 + call % 1000) % self.players),
            result: Outcome::WhiteWins.into(),
            ended_at: Some(prost_types::Timestamp {
                seconds: 4_000_000_000,
                nanos: 0,
            }),
        };
        self.client.clone().report_result(request).await.unwrap();
    }

    /// Results from many sides at once, and pages meanwhile.
    async fn busy(&self, pool: &str, what: &str, floor: Duration) {
        let until = Instant::now() + REPORTING;
        let reporters = join_all((1..=REPORTERS).map(async |reporter| {
            let mut times = Vec::new();
            while Instant::now() < until {
                let begun = Instant::now();
                self.report(pool, reporter, times.len() as u64).await;
                times.push(begun.elapsed());
            }
            times
        }));
        let reader = async {
            let mut times = Vec::new();
            let mut token = None;
            while Instant::now() < until {
                let from = match token.take() {
                    Some(token) if times.len() % 20 != 0 => From::PageToken(token),
                    _ => around(self.any(times.len() as u64)),
                };
                let begun = Instant::now();
                token = Some(self.page(pool, 50, Some(from)).await);
                times.push(begun.elapsed());
            }
            times
        };
        let (results, pages) = tokio::join!(reporters, reader);
        let results = Times::of(results.concat());
        row(
            &format!("{what}: a result, {REPORTERS} at a time"),
            &results,
            floor,
        );
        row(
            &format!("{what}: 50 of a walk meanwhile"),
            &Times::of(pages),
            floor,
        );
        let each_second = results.0.len() as f64 / REPORTING.as_secs_f64();
        println!("| {what}: results a second, {REPORTERS} at a time | {each_second:.0} |  |  |");
    }
}

/// A player whose rating is settled, with ratings as a bell has them.
fn settled(number: u64, rated_ms: i64) -> Standing {
    let part = |salt: u64| (scatter(number * 16 + salt) % 1_000_000) as f64 / 1_000_000.0;
    let bell: f64 = (0..12).map(part).sum::<f64>() - 6.0;
    Standing {
        value: bell.mul_add(300.0, 1500.0),
        deviation: part(13).mul_add(50.0, 45.0),
        volatility: 0.06,
        as_of_ms: rated_ms,
        rated: Some(Rated {
            first_ms: LONG_AGO_MS,
            last_ms: rated_ms,
        }),
        ..RUSSIAN.start()
    }
}

fn name(number: u64) -> String {
    // As long as the players' own ids are.
    format!(
        "{:032x}",
        u128::from(scatter(number)) << 64 | u128::from(number)
    )
}

/// Numbers without a pattern: splitmix64.
const fn scatter(number: u64) -> u64 {
    let mut z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

async fn number(records: &Records, query: &'static str) -> i64 {
    let row = sqlx::query(query).fetch_one(records.pool()).await.unwrap();
    row.get(0)
}

async fn now_ms(records: &Records) -> i64 {
    let query = if records.system() == "sqlite" {
        "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER)"
    } else {
        "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
    };
    number(records, query).await
}
