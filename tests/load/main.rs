//! What the suite can take: a Redis and a process for each service, driven over gRPC as another
//! backend would. Absolute figures are the machine's; each stands beside a floor that was measured
//! in the same run, and the ratio is the figure to watch. `docs/performance.md` reads the tables.

mod book;
mod clients;
mod crowd;
mod falling;
mod flags;
mod floors;
mod gateway;
mod memory;
mod moves;
mod process;
mod readings;
mod redis_server;
mod spread;
mod store_clock;
mod streams;
mod suite;
mod table;
mod telemetry;
mod window;

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};

use crate::floors::Floors;
use crate::redis_server::Fsync;
use crate::suite::{Setup, Suite};

/// Measures what the suite can take, on this machine, over loopback
#[derive(Debug, Parser)]
#[command(name = "load")]
struct Options {
    /// What to measure
    #[arg(value_enum, default_value = "all")]
    what: What,

    /// Seconds that each measurement of moves lasts
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,

    /// Games played at once when there are as many moves as can be had
    #[arg(long, default_value_t = 128, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    tables: u64,

    /// Moves a second at moderate load
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    rate: u64,

    /// Live games whose clocks run while flags fall
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    flags: u64,

    /// Flags that fall in each part of that measurement
    #[arg(long, default_value_t = 3_000, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    falling: u64,

    /// Seconds over which they fall
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=600))]
    spread: u64,

    /// Streams that are open at once
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    streams: u64,

    /// WebSockets that are open at once on the gateway
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(2..=25_000))]
    sockets: u64,

    /// Moves a second in the games that they watch
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    watched_rate: u64,

    /// When Redis has its log on the disk, if not as deploy/redis.conf says
    #[arg(long)]
    appendfsync: Option<Fsync>,

    /// Threads of each service's process: one, as of a replica that has one processor
    #[arg(long, default_value = "1")]
    threads: NonZeroUsize,

    /// Given by `cargo bench`; `cargo test` does not, and gets no measurements
    #[arg(long, hide = true)]
    bench: bool,
}

/// What to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// Everything
    All,
    /// Whole games, as fast as can be and at moderate load
    Moves,
    /// The memory that live games take in Redis
    Memory,
    /// How late flags fall among many live games
    Flags,
    /// Many watchers of one game
    Streams,
    /// The gateway: moves over REST, and events over very many WebSockets
    Gateway,
    /// What it costs to be measured and traced
    Telemetry,
}

impl Options {
    fn wants(&self, what: What) -> bool {
        self.what == What::All || self.what == what
    }

    fn setup(&self) -> Setup {
        Setup {
            fsync: self.appendfsync,
            threads: self.threads,
            collector: None,
        }
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    let options = Options::parse();
    if !options.bench {
        println!("nothing is measured in a test run: cargo bench -p shashki --bench load");
        return ExitCode::SUCCESS;
    }
    match Box::pin(run(&options)).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("load: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(options: &Options) -> anyhow::Result<()> {
    let begun = Instant::now();
    println!("{}\n", readings::machine()?);
    let window = Duration::from_secs(options.seconds);

    let suite = Suite::start(options.setup()).await?;
    let floors = Floors::measure(&suite).await?;
    println!("{}", floors.table());
    if options.wants(What::Moves) {
        let load = moves::Load {
            tables: options.tables,
            rate: options.rate,
            window,
        };
        println!("{}", moves::measure(&suite, &floors, load).await?);
    }
    suite.stop().await?;

    if options.wants(What::Memory) {
        let suite = Suite::start(options.setup()).await?;
        println!("{}", memory::measure(&suite).await?);
        suite.stop().await?;
    }
    if options.wants(What::Flags) {
        let mut suite = Suite::start(options.setup()).await?;
        let plan = flags::Plan {
            pending: options.flags,
            falling: options.falling,
            spread: Duration::from_secs(options.spread),
        };
        println!("{}", flags::measure(&mut suite, &floors, plan).await?);
        suite.stop().await?;
    }
    if options.wants(What::Streams) {
        let suite = Suite::start(options.setup()).await?;
        println!(
            "{}",
            streams::measure(&suite, &floors, options.streams).await?
        );
        suite.stop().await?;
    }
    if options.wants(What::Gateway) {
        let load = gateway::Load {
            sockets: options.sockets,
            rate: options.watched_rate,
            window,
        };
        let suite = Suite::start(options.setup()).await?;
        println!("{}", gateway::moves(&suite, window).await?);
        println!("{}", gateway::sockets(&suite, load).await?);
        suite.stop().await?;
    }
    if options.wants(What::Telemetry) {
        let setup = options.setup();
        let cost = telemetry::measure(&setup, options.tables, window).await?;
        println!("{cost}");
    }
    println!("measured in {} s", begun.elapsed().as_secs());
    Ok(())
}
