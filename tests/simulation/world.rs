//! The hosts: every service of the suite, and the store and records behind the games.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use games::{Needs, Options};
use gateway::Upstreams;
use platform::Part;
use platform::identity::Gate;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use store::Timestamp;
use store::memory::MemoryStore;
use store::records::Records;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;
use turmoil::{Builder, Sim};

use crate::distant::Distant;
use crate::identity;
use crate::network::{Listener, channel};
use crate::weather::{Trouble, Weather};

pub(crate) const RULES: &str = "rules";
pub(crate) const BOTS: &str = "bots";
pub(crate) const GAMES: [&str; 2] = ["games-1", "games-2"];
pub(crate) const GATEWAY: &str = "gateway";

/// When a simulation starts, in Unix milliseconds.
const EPOCH: i64 = 1_800_000_000_000;

/// What a simulation may take at most, in simulated time.
const LONGEST: Duration = Duration::from_secs(300);

/// The real time that the records get between two steps while they are at work.
const FOR_THE_RECORDS: Duration = Duration::from_millis(1);

/// The suite on its hosts, to which a test adds its clients.
pub(crate) struct World {
    pub(crate) sim: Sim<'static>,
    seed: u64,
    records: Records,
    /// Real time, in which the records work.
    real: Runtime,
    /// Where the records lie; it goes away with the world.
    _folder: TempDir,
}

impl World {
    /// The suite, with a store whose answers may be lost until a time.
    pub(crate) fn new(seed: u64, bad_until: Duration) -> Self {
        let mut sim = Builder::new()
            .rng_seed(seed)
            .tick_duration(Duration::from_millis(4))
            .min_message_latency(Duration::from_millis(1))
            .max_message_latency(Duration::from_millis(20))
            .simulation_duration(LONGEST)
            .tcp_capacity(1024)
            .build();
        let real = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let folder = tempfile::tempdir().unwrap();
        let records = real.block_on(records(&folder));
        let store = MemoryStore::new(|| {
            let elapsed = turmoil::sim_elapsed().unwrap_or_default();
            Timestamp(EPOCH) + elapsed
        });

        let store = Distant::new(store, seed, bad_until);

        sim.host(RULES, || serve(|_| Ok(rules::part())));
        sim.host(BOTS, move || {
            serve(move |_| Ok(bots::part_with(StdRng::seed_from_u64(seed))))
        });
        for replica in GAMES {
            let (store, records) = (store.clone(), records.clone());
            sim.host(replica, move || {
                let (store, records) = (Arc::new(store.clone()), records.clone());
                serve(move |shutdown| {
                    let needs = Needs {
                        store,
                        records,
                        rules: identity::channel(&[RULES]),
                        bots: identity::channel(&[BOTS]),
                        ratings: identity::channel(&[RULES]),
                        shop: identity::channel(&[RULES]),
                    };
                    games::part(&Options::default(), needs, &shutdown)
                })
            });
        }
        sim.host(GATEWAY, || async {
            let upstreams = Upstreams {
                games: channel(&GAMES),
                rules: channel(&[RULES]),
                bots: channel(&[BOTS]),
                players: channel(&[RULES]),
                ratings: channel(&[RULES]),
                matchmaking: channel(&[RULES]),
                shop: channel(&[RULES]),
                sign_in: channel(&[RULES]),
            };
            let router: Router = gateway::router(upstreams)?;
            Ok(axum::serve(Listener::bind().await?, router).await?)
        });
        Self {
            sim,
            seed,
            records,
            real,
            _folder: folder,
        }
    }

    /// Lets time pass without troubles.
    pub(crate) fn calm(&mut self, span: Duration) {
        self.sim.client("calm", async move {
            tokio::time::sleep(span).await;
            Ok(())
        });
        self.run(&[]);
    }

    /// Runs until every client is done, through these troubles.
    pub(crate) fn run(&mut self, troubles: &[Trouble]) {
        let mut weather = Weather::new(troubles);
        loop {
            weather.change(&mut self.sim);
            self.wait_for_the_records();
            match self.sim.step() {
                Ok(false) => {}
                Ok(true) => return,
                Err(error) => panic!("seed {}: {error}", self.seed),
            }
        }
    }

    /// The records work on threads of their own in real time, next to which simulated time flies:
    /// what takes them a moment would seem to take them seconds.
    fn wait_for_the_records(&self) {
        let connections = self.records.pool();
        if connections.num_idle() < connections.size() as usize {
            self.real
                .block_on(async { tokio::time::sleep(FOR_THE_RECORDS).await });
        }
    }
}

/// Serves a part as long as its host runs.
async fn serve(part: impl FnOnce(CancellationToken) -> anyhow::Result<Part>) -> turmoil::Result {
    let shutdown = CancellationToken::new();
    let part = part(shutdown.clone())?;
    let connections = Listener::bind().await?.connections();
    let gate = Gate::new(identity::verifier());
    Ok(platform::serve_on(vec![part], gate, connections, shutdown).await?)
}

/// The records are a real file.
async fn records(folder: &TempDir) -> Records {
    let url = format!("sqlite:{}", folder.path().join("records.db").display());
    let records = Records::connect(&url).await.unwrap();
    records.migrate().await.unwrap();
    records
}
