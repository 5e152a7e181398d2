//! The least that each part can cost on this machine now: what the figures are held against.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use futures::StreamExt as _;
use futures::future::BoxFuture;
use store::redis::RedisStore;
use store::{Commit, Effect, Guard, Partitions, Store, Timestamp};
use tonic::transport::Channel;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use crate::clients::channel;
use crate::crowd::repeat;
use crate::spread::Spread;
use crate::suite::Suite;
use crate::table::Table;
use crate::window::{Done, Window};

/// How long each floor is measured.
const SPAN: Duration = Duration::from_millis(1_500);

/// How many do it at a time, when not alone.
const CROWD: u64 = 64;

/// The rest between two at a moderate pace.
const PAUSE: Duration = Duration::from_millis(3);

/// The floors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Floors {
    /// One after the other, without a rest.
    pub(crate) busy: Ways,
    /// One at a time with a rest between: a machine that has dozed off takes longer.
    pub(crate) paced: Ways,
    /// Empty calls a second, many at a time.
    pub(crate) rpc_rate: f64,
    /// Processor time of games for an empty call.
    pub(crate) rpc_cpu: Duration,
    /// Commits a second, many at a time.
    pub(crate) commit_rate: f64,
    /// Processor time of Redis for a commit.
    pub(crate) commit_cpu: Duration,
    /// Commands of a commit, the script's own included.
    pub(crate) commit_calls: f64,
    /// Bytes that Redis reads for a commit.
    pub(crate) commit_bytes_in: f64,
    /// Bytes that Redis writes for a commit.
    pub(crate) commit_bytes_out: f64,
}

/// How long the parts of a move take at least, as medians.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ways {
    /// An empty call to games and back.
    rpc: Duration,
    /// The script of a move's commit.
    commit: Duration,
    /// The same until a subscriber has what it publishes.
    pub(crate) event: Duration,
}

impl Ways {
    /// The least that a move can take from the call to the answer.
    pub(crate) fn answer(self) -> Duration {
        self.rpc + self.commit
    }

    /// The same from the call to the opponent's event.
    pub(crate) fn heard(self) -> Duration {
        self.rpc + self.event
    }
}

impl Floors {
    pub(crate) async fn measure(suite: &Suite) -> anyhow::Result<Self> {
        let health = HealthClient::new(channel(&suite.games[0].url)?);
        let store = RedisStore::connect(suite.redis.url())
            .await
            .context("the store")?;
        let bare = Bare::new(Arc::new(store));

        let call = move |_| -> BoxFuture<'static, _> { Box::pin(check(health.clone())) };
        let of_many = bare.clone();
        let commit = move |number| -> BoxFuture<'static, _> {
            let bare = of_many.clone();
            Box::pin(async move { bare.commit(number).await })
        };

        let mut ways = Vec::new();
        for pause in [Duration::ZERO, PAUSE] {
            ways.push(Ways {
                rpc: repeat(SPAN, 1, pause, call.clone()).await?.median(),
                commit: repeat(SPAN, 1, pause, commit.clone()).await?.median(),
                event: tokio::spawn(bare.clone().event(pause)).await??.median(),
            });
        }

        let calling = Window::open(suite).await?;
        let calls = repeat(SPAN, CROWD, Duration::ZERO, call).await?.count();
        let calling = calling.close(suite).await?;

        let committing = Window::open(suite).await?;
        let commits = repeat(SPAN, CROWD, Duration::ZERO, commit).await?.count();
        let committing = committing.close(suite).await?;

        let each =
            |done: &Done, count: usize| done.counters.calls.values().sum::<f64>() / count as f64;
        Ok(Self {
            busy: ways[0],
            paced: ways[1],
            rpc_rate: calls as f64 / calling.span.as_secs_f64(),
            rpc_cpu: calling.cpu.games.div_f64(calls as f64),
            commit_rate: commits as f64 / committing.span.as_secs_f64(),
            commit_cpu: committing.cpu.redis.div_f64(commits as f64),
            commit_calls: each(&committing, commits),
            commit_bytes_in: committing.counters.bytes_in / commits as f64,
            commit_bytes_out: committing.counters.bytes_out / commits as f64,
        })
    }

    /// The least processor time of a move: a call to games, one to rules, a commit.
    pub(crate) fn move_cpu(&self) -> Duration {
        self.rpc_cpu * 2 + self.commit_cpu
    }

    pub(crate) fn table(&self) -> Table {
        use crate::table::Figure as _;
        let mut table = Table::new("Floors");
        let paces = [
            ("one after the other", self.busy),
            ("one at a time with rests", self.paced),
        ];
        for (pace, ways) in paces {
            table.figure(format!("empty call to games, {pace}, p50"), ways.rpc.text());
            table.figure(
                format!("bare commit of a move, {pace}, p50"),
                ways.commit.text(),
            );
            table.figure(
                format!("bare commit to its subscriber, {pace}, p50"),
                ways.event.text(),
            );
        }
        table.figure("empty calls a second, 64 at a time", self.rpc_rate.text());
        table.figure(
            "games: processor time of an empty call",
            self.rpc_cpu.text(),
        );
        table.figure(
            "bare commits a second, 64 at a time",
            self.commit_rate.text(),
        );
        table.figure(
            "Redis: processor time of a bare commit",
            self.commit_cpu.text(),
        );
        table
    }
}

async fn check(mut health: HealthClient<Channel>) -> anyhow::Result<()> {
    health.check(HealthCheckRequest::default()).await?;
    Ok(())
}

/// The commit of a move on the store, with nothing around it.
#[derive(Clone)]
struct Bare {
    store: Store,
    partitions: Partitions,
    versions: Arc<[AtomicU64]>,
}

impl Bare {
    fn new(store: Store) -> Self {
        let versions = (0..CROWD).map(|_| AtomicU64::new(0)).collect();
        Self {
            store,
            partitions: Partitions::new("floor", 64),
            versions,
        }
    }

    /// Times commits until a subscriber hears of them.
    async fn event(self, pause: Duration) -> anyhow::Result<Spread> {
        let name = Self::name(0);
        let subscribed = self.store.subscribe(self.partitions.of(&name), &name).await;
        let mut events = subscribed.context("the topic")?;
        let begun = Instant::now();
        let mut times = Vec::new();
        while begun.elapsed() < SPAN {
            if !pause.is_zero() {
                tokio::time::sleep(pause).await;
            }
            let asked = Instant::now();
            let heard = async {
                events.next().await.context("the event")?;
                Ok(asked.elapsed())
            };
            let ((), heard) = tokio::try_join!(self.commit(0), heard)?;
            times.push(heard);
        }
        Ok(Spread::of(times))
    }

    fn name(number: u64) -> String {
        format!("game/{number:032}")
    }

    async fn commit(&self, number: u64) -> anyhow::Result<()> {
        let key = Self::name(number);
        let version = self.versions[number as usize].fetch_add(1, Ordering::Relaxed);
        let (body, message) = (vec![7; 700].into(), vec![7; 250].into());
        let commit = Commit {
            guards: vec![
                Guard::Version {
                    key: key.clone(),
                    version,
                },
                Guard::NotAfter(Timestamp(4_000_000_000_000)),
            ],
            effects: vec![
                Effect::Put {
                    key: key.clone(),
                    body,
                    expires: None,
                },
                Effect::Schedule {
                    job: format!("time/{number:032}"),
                    due: Timestamp(4_000_000_000_000),
                },
                Effect::Publish {
                    topic: key.clone(),
                    message,
                },
            ],
        };
        self.store
            .commit(self.partitions.of(&key), commit)
            .await
            .context("a bare commit")?;
        Ok(())
    }
}
