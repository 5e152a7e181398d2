//! A stretch of time, and what everybody did in it.

use std::time::{Duration, Instant};

use crate::readings;
use crate::redis_server::Counters;
use crate::suite::Suite;

/// Processor time by process.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cpu {
    /// All replicas together.
    pub(crate) games: Duration,
    pub(crate) rules: Duration,
    pub(crate) redis: Duration,
    /// This program, which stands for players and their backends.
    pub(crate) loader: Duration,
    /// The whole machine.
    pub(crate) machine: Duration,
}

/// The start of a stretch.
#[derive(Debug)]
pub(crate) struct Window {
    at: Instant,
    cpu: Cpu,
    counters: Counters,
}

/// What was done in a stretch.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) span: Duration,
    pub(crate) cpu: Cpu,
    pub(crate) counters: Counters,
}

impl Window {
    pub(crate) async fn open(suite: &Suite) -> anyhow::Result<Self> {
        Ok(Self {
            counters: suite.redis.counters().await?,
            cpu: Cpu::of(suite)?,
            at: Instant::now(),
        })
    }

    pub(crate) async fn close(self, suite: &Suite) -> anyhow::Result<Done> {
        let span = self.at.elapsed();
        let cpu = Cpu::of(suite)?.since(self.cpu);
        let counters = suite.redis.counters().await?.since(&self.counters);
        Ok(Done {
            span,
            cpu,
            counters,
        })
    }
}

impl Cpu {
    fn of(suite: &Suite) -> anyhow::Result<Self> {
        let mut games = Duration::ZERO;
        for replica in &suite.games {
            games += readings::cpu(replica.process.id()?)?;
        }
        Ok(Self {
            games,
            rules: readings::cpu(suite.rules.process.id()?)?,
            redis: readings::cpu(suite.redis.process_id())?,
            loader: readings::cpu(std::process::id())?,
            machine: readings::machine_cpu()?,
        })
    }

    fn since(self, before: Self) -> Self {
        Self {
            games: self.games - before.games,
            rules: self.rules - before.rules,
            redis: self.redis - before.redis,
            loader: self.loader - before.loader,
            machine: self.machine.saturating_sub(before.machine),
        }
    }

    /// What a move takes of games, rules and Redis.
    pub(crate) fn of_moves(self) -> Duration {
        self.games + self.rules + self.redis
    }
}

impl Done {
    /// How many cores other things kept busy, and what that means.
    pub(crate) fn noise(&self) -> String {
        let own = self.cpu.of_moves() + self.cpu.loader;
        let others = self
            .cpu
            .machine
            .saturating_sub(own)
            .div_duration_f64(self.span);
        let loader = self.cpu.loader.div_duration_f64(self.span);
        format!(
            "The load generator took {loader:.2} cores, everything else on the machine {others:.2}."
        )
    }
}
