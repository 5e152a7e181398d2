//! How many purchases a second the shop makes with PostgreSQL, and what they cost, beside the least
//! that the database can do for one in the same run: to take coins off a row. The ratio is the figure
//! to watch; absolute times are the machine's.
//!
//! `cargo bench -p shop --bench purchases -- --seconds 3` for less.

#![expect(
    clippy::unwrap_used,
    reason = "this is how a bench that cannot go on ends"
)]

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::future::join_all;
use platform::identity::{Caller, Scope};
use proto::shop::v1 as wire;
use proto::shop::v1::shop_service_client::ShopServiceClient;
use shop::{Checker, Needs, Options};
use store::records::sqlx;
use store::records::{Records, in_time};
use support::PostgresServer;
use tokio::net::TcpListener;
use tonic::Request;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Channel, Endpoint, Server};

/// Who buys at once.
const BUYERS: usize = 48;

/// Players, each of whom buys now and then.
const PLAYERS: usize = 2_000;

/// Clock ticks of `/proc` a second, on Linux.
const TICKS: f64 = 100.0;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let after = |name: &str| {
        let place = arguments.iter().position(|argument| argument == name);
        place.and_then(|place| arguments.get(place + 1))
    };
    let seconds = after("--seconds").map_or(10, |number| number.parse().unwrap());
    let seconds = Duration::from_secs(seconds);
    let runtime = |threads| {
        tokio::runtime::Builder::new_multi_thread()
            .worker_threads(threads)
            .enable_all()
            .build()
            .unwrap()
    };
    match after("--serve") {
        // The service has one thread, and a process of its own, whose time is its own.
        Some(url) => runtime(1).block_on(serve(url)),
        None => runtime(1).block_on(measure(seconds)),
    }
}

/// Serves the shop until the process is killed, and says on which port.
async fn serve(url: &str) {
    let records = Records::connect(url).await.unwrap();
    records.migrate().await.unwrap();
    let needs = Needs { records };
    let server = shop::server(&Options::default(), needs).await.unwrap();
    let caller = Arc::new(Caller::Service {
        name: "bench".to_owned(),
        scopes: Scope::ALL.to_vec(),
    });
    let identify = move |mut request: Request<()>| {
        request.extensions_mut().insert(Arc::clone(&caller));
        Ok(request)
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("{}", listener.local_addr().unwrap());
    Server::builder()
        .add_service(InterceptedService::new(server, identify))
        .serve_with_incoming(TcpIncoming::from(listener).with_nodelay(Some(true)))
        .await
        .unwrap();
}

async fn measure(seconds: Duration) {
    let postgres = PostgresServer::start().await;
    let shop = Shop::start(&postgres.url()).await;
    let records = Records::connect(&postgres.url()).await.unwrap();
    for player in 0..PLAYERS {
        let request = wire::GrantCoinsRequest {
            player_id: name(player),
            coins: 1_000_000_000,
            note: String::new(),
            request_id: "coins".to_owned(),
        };
        shop.client.clone().grant_coins(request).await.unwrap();
    }
    let made = "CREATE TABLE floor (player TEXT COLLATE \"C\" PRIMARY KEY, coins BIGINT NOT NULL)";
    let filled = "INSERT INTO floor SELECT player, coins FROM shop_wallets";
    for statement in [made, filled, "VACUUM ANALYZE"] {
        let done = sqlx::query(statement).execute(records.pool()).await;
        done.unwrap();
    }

    println!(
        "\n{BUYERS} buyers at once, {PLAYERS} players, {seconds:?} each, synchronous commits\n"
    );
    println!("|  | a second | p50 | p99 | service | PostgreSQL | a second and core |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    let floor = run(seconds, &shop, async |player, _| {
        let query = sqlx::query("UPDATE floor SET coins = coins - 30 WHERE player = $1");
        let done = in_time(query.bind(name(player)).execute(records.pool()));
        assert_eq!(done.await.unwrap().rows_affected(), 1);
    });
    let floor = floor.await;
    floor.row("floor: one UPDATE, from the bench itself");
    let bought = run(seconds, &shop, async |player, number| {
        shop.buy(player, number).await;
    });
    let bought = bought.await;
    bought.row("purchases over gRPC");
    let ratio = floor.each_second() / bought.each_second();
    println!("\nfloors in a purchase: {ratio:.1}");

    let mut checker = Checker::new(records);
    let mut rows = 0;
    while let Some(page) = checker.next_page().await.unwrap() {
        assert_eq!(page.disagreements, Vec::<String>::new());
        rows += page.rows;
    }
    assert_eq!(rows as usize, 2 * PLAYERS + bought.times.len());
    println!("all {rows} rows agree with the wallets");
}

/// What was done.
struct Run {
    took: Duration,
    times: Vec<Duration>,
    /// Seconds of a core.
    service: f64,
    postgres: f64,
}

impl Run {
    fn each_second(&self) -> f64 {
        self.times.len() as f64 / self.took.as_secs_f64()
    }

    fn row(&self, what: &str) {
        let ms = |percent: usize| {
            let place = (self.times.len() * percent / 100).min(self.times.len() - 1);
            self.times[place].as_secs_f64() * 1000.0
        };
        let took = self.took.as_secs_f64();
        println!(
            "| {what} | {:.0} | {:.1} ms | {:.1} ms | {:.2} cores | {:.2} cores | {:.0} |",
            self.each_second(),
            ms(50),
            ms(99),
            self.service / took,
            self.postgres / took,
            self.times.len() as f64 / (self.service + self.postgres),
        );
    }
}

/// Lets all buyers do something again and again: to a player, under a number of its own.
async fn run(seconds: Duration, shop: &Shop, once: impl AsyncFn(usize, usize)) -> Run {
    let (service, postgres) = shop.spent();
    let begun = Instant::now();
    let until = begun + seconds;
    let once = &once;
    let buyers = (0..BUYERS).map(async |buyer| {
        let mut times = Vec::new();
        while Instant::now() < until {
            let number = times.len() * BUYERS + buyer;
            let called = Instant::now();
            // Far from each other, so that two seldom meet.
            once(number * 7919 % PLAYERS, number).await;
            times.push(called.elapsed());
        }
        times
    });
    let mut times = join_all(buyers).await.concat();
    let took = begun.elapsed();
    let (service_after, postgres_after) = shop.spent();
    times.sort_unstable();
    Run {
        took,
        times,
        service: service_after - service,
        postgres: postgres_after - postgres,
    }
}

fn name(player: usize) -> String {
    // As long as the players' own ids are.
    format!("{player:032x}")
}

/// The service in a process of its own.
struct Shop {
    process: Child,
    client: ShopServiceClient<Channel>,
}

impl Drop for Shop {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Shop {
    async fn start(url: &str) -> Self {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--serve", url])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        output.read_line(&mut address).unwrap();
        let address = format!("http://{}", address.trim());
        let channel = Endpoint::from_shared(address).unwrap().connect().await;
        let client = ShopServiceClient::new(channel.unwrap());
        Self { process, client }
    }

    async fn buy(&self, player: usize, number: usize) {
        let request = wire::PurchaseRequest {
            player_id: name(player),
            offer_id: "rocket".to_owned(),
            quantity: 1,
            expected_price: 30,
            request_id: format!("purchase:{number}"),
        };
        self.client.clone().purchase(request).await.unwrap();
    }

    /// Seconds of a core that the service and PostgreSQL have spent.
    fn spent(&self) -> (f64, f64) {
        let processes = processes();
        let service = self.process.id();
        let own = std::process::id();
        let children = |parent| {
            let of =
                move |(id, process): (&u32, &Process)| (process.parent == parent).then_some(*id);
            processes.iter().filter_map(of)
        };
        // Other children of the bench are PostgreSQL's first process, and what that has begun.
        let first: Vec<u32> = children(own).filter(|id| *id != service).collect();
        let all = first
            .iter()
            .copied()
            .chain(first.iter().copied().flat_map(children));
        let spent = |id: u32| processes[&id].seconds;
        (spent(service), all.map(spent).sum())
    }
}

/// A process as `/proc` has it.
struct Process {
    parent: u32,
    /// Of a core, those of ended children included.
    seconds: f64,
}

fn processes() -> HashMap<u32, Process> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let read = |entry: std::fs::DirEntry| {
        let id = entry.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name, in parentheses, may hold spaces.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks: f64 = fields[11..15]
            .iter()
            .map(|ticks| ticks.parse::<f64>().unwrap())
            .sum();
        let parent = fields[1].parse().ok()?;
        let seconds = ticks / TICKS;
        Some((id, Process { parent, seconds }))
    };
    entries.filter_map(read).collect()
}
