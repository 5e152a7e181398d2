//! How many tickets a second one process of matchmaking pairs, on a real Redis: its server runs on
//! one thread, players and the services it calls on others, and the processor time of each is told
//! apart. Beside the figures, the floor: a bare commit of the size of a pairing.

#[path = "../../tests/it/harness/mod.rs"]
#[expect(dead_code, reason = "the tests use the rest of it")]
mod harness;
mod readings;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use harness::peers::Peers;
use harness::{Player, Replica, connected, queue};
use matchmaking::Options;
use proto::matchmaking::storage::v1::Queue;
use proto::matchmaking::v1::enqueue_response::Update;
use readings::{machine, processor_time};
use store::{Commit, Effect, Guard, Partitions, Store, Timestamp};
use support::RedisServer;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;

/// How long each load lasts.
const SPAN: Duration = Duration::from_secs(10);

/// Connections of the players: as many gateways.
const CONNECTIONS: usize = 4;

/// Before a load is measured, everything is warm.
const WARM_UP: usize = 500;

/// Redis as in production, but for when its log is on the disk.
const SETTINGS: [&[&str]; 2] = [
    &["--appendonly", "yes", "--appendfsync", "always"],
    &["--appendonly", "yes", "--appendfsync", "everysec"],
];

fn main() {
    if !std::env::args().any(|word| word == "--bench") {
        println!("nothing is measured in a test run: cargo bench -p matchmaking --bench load");
        return;
    }
    println!("{}\n", machine());
    println!(
        "| appendfsync | queue | tickets a second asked | paired a second | told p50 | p99 | streams lost | service: processor time a ticket | Redis | floor: a bare commit, p50 | Redis |"
    );
    println!("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    let peers = runtime("peers", 1);
    let players = runtime("players", 1);
    for settings in SETTINGS {
        let redis = players.block_on(RedisServer::start_with(settings));
        let store = players.block_on(connected(redis.url()));
        let floor = players.block_on(bare_commits(&redis, &store));
        for (rated, rate) in [(true, 250), (true, 1000), (false, 1000)] {
            let stub = Peers::default();
            let serving = stub.clone();
            let address = peers.block_on(async move { serving.serve().await });
            let replica = players.block_on(Replica::start(
                runtime("service", 1),
                Options::default(),
                connected(redis.url()),
                &address,
            ));
            let name = format!("{rated}-{rate}");
            let load = Load {
                rated,
                rate,
                name,
                comebacks: Arc::default(),
            };
            players.block_on(load.run(&replica, WARM_UP));
            let before = Spent::now(&redis);
            let (told, span) = players.block_on(load.run(&replica, rate * SPAN.as_secs() as usize));
            let spent = Spent::now(&redis).since(&before);
            replica.kill();
            row(settings[3], &load, &told, span, &spent, &floor);
        }
    }
}

fn runtime(name: &str, threads: usize) -> Runtime {
    Builder::new_multi_thread()
        .worker_threads(threads)
        .thread_name(name)
        .enable_all()
        .build()
        .expect("a runtime")
}

/// Players who come at a rate.
struct Load {
    rated: bool,
    rate: usize,
    name: String,
    /// Streams that were lost.
    comebacks: Arc<AtomicUsize>,
}

impl Load {
    /// Lets so many come; gives how long after the second's arrival each pair was told, sorted, and
    /// how long it all took.
    async fn run(&self, replica: &Replica, tickets: usize) -> (Vec<Duration>, Duration) {
        let clients: Vec<_> = (0..CONNECTIONS).map(|_| replica.client()).collect();
        let began = Instant::now();
        let mut waiting = JoinSet::new();
        for number in 0..tickets {
            let due = began + Duration::from_secs_f64(number as f64 / self.rate as f64);
            tokio::time::sleep_until(due.into()).await;
            let player = Player {
                id: format!("{}-{tickets}-{number}", self.name),
                client: clients[number % CONNECTIONS].clone(),
            };
            let queue = queue("classic", self.rated);
            let comebacks = Arc::clone(&self.comebacks);
            waiting.spawn(async move {
                let came = Instant::now();
                loop {
                    if let Some(game) = match_of(&player, queue.clone()).await {
                        return (game, came, Instant::now());
                    }
                    comebacks.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let mut pairs = std::collections::HashMap::<String, (Instant, Instant)>::new();
        for (game, came, told) in waiting.join_all().await {
            let pair = pairs.entry(game).or_insert((came, told));
            *pair = (pair.0.max(came), pair.1.max(told));
        }
        assert_eq!(pairs.len() * 2, tickets, "everybody is in one game of two");
        let span = began.elapsed();
        let mut told: Vec<_> = pairs.values().map(|(came, told)| *told - *came).collect();
        told.sort_unstable();
        (told, span)
    }
}

/// The game that a player is told of; `None` if the stream was lost.
async fn match_of(player: &Player, queue: Queue) -> Option<String> {
    let mut stream = player.enqueue(queue).await.ok()?;
    let mut game = None;
    // To the end of the stream, as clients do.
    while let Some(update) = stream.next().await.ok()? {
        if let Update::Matched(matched) = update {
            game = Some(matched.game_id);
        }
    }
    game
}

/// Processor time of both sides.
struct Spent {
    service: Duration,
    redis: Duration,
}

impl Spent {
    fn now(redis: &RedisServer) -> Self {
        Self {
            service: processor_time(std::process::id(), "service"),
            redis: processor_time(redis.process_id(), ""),
        }
    }

    fn since(&self, before: &Self) -> Self {
        Self {
            service: self.service - before.service,
            redis: self.redis - before.redis,
        }
    }
}

/// What a bare commit costs.
struct Floor {
    p50: Duration,
    redis: Duration,
}

/// Commits of the size of a pairing, one after the other.
async fn bare_commits(redis: &RedisServer, store: &Store) -> Floor {
    const COUNT: u32 = 2000;
    let partitions = Partitions::new("floor", 1);
    let before = processor_time(redis.process_id(), "");
    let mut times = Vec::new();
    for number in 0..COUNT {
        let commit = pairing(number);
        let began = Instant::now();
        let done = store.commit(partitions.of(""), commit).await;
        done.expect("a commit");
        times.push(began.elapsed());
    }
    times.sort_unstable();
    Floor {
        p50: times[times.len() / 2],
        redis: (processor_time(redis.process_id(), "") - before) / COUNT,
    }
}

/// Two guards, three documents, two members out of an index, a job.
fn pairing(number: u32) -> Commit {
    let keys = ["a", "b", "pairing"].map(|kind| format!("{kind}/{number}"));
    let guard = |key: &String| Guard::Version {
        key: key.clone(),
        version: 0,
    };
    let put = |key: &String| Effect::Put {
        key: key.clone(),
        body: Bytes::from_static(&[7; 120]),
        expires: None,
    };
    let remove = |key: &String| Effect::Remove {
        index: "index".to_owned(),
        member: key.clone(),
    };
    let mut effects: Vec<_> = keys.iter().map(put).collect();
    effects.extend(keys[..2].iter().map(remove));
    effects.push(Effect::Schedule {
        job: "job".to_owned(),
        due: Timestamp(4_000_000_000_000),
    });
    Commit {
        guards: keys[..2].iter().map(guard).collect(),
        effects,
    }
}

fn row(fsync: &str, load: &Load, told: &[Duration], span: Duration, spent: &Spent, floor: &Floor) {
    let tickets = told.len() * 2;
    let each = |spent: Duration| format!("{:.0} µs", spent.as_secs_f64() * 1e6 / tickets as f64);
    let ms = |part: f64| {
        let place = (part * (told.len() - 1) as f64) as usize;
        format!("{:.1} ms", told[place].as_secs_f64() * 1e3)
    };
    println!(
        "| {fsync} | {} | {} | {:.0} | {} | {} | {} | {} | {} | {:.2} ms | {:.0} µs |",
        if load.rated { "rated" } else { "casual" },
        load.rate,
        tickets as f64 / span.as_secs_f64(),
        ms(0.5),
        ms(0.99),
        load.comebacks.load(Ordering::Relaxed),
        each(spent.service),
        each(spent.redis),
        floor.p50.as_secs_f64() * 1e3,
        floor.redis.as_secs_f64() * 1e6,
    );
}
