//! How long bots think, and how many do.

use std::sync::LazyLock;

use telemetry::metrics::{Histogram, KeyValue, UpDownCounter, durations, open};
use tokio::time::Instant;

static THINKING: LazyLock<Histogram<f64>> = LazyLock::new(|| {
    durations(
        "shashki.bots.think.duration",
        "Searches, from their start to the choice",
    )
});

static SEARCHES: LazyLock<UpDownCounter<i64>> = LazyLock::new(|| {
    open(
        "shashki.bots.searches",
        "{search}",
        "Searches that run or wait for a thread",
    )
});

/// Whoever thinks about what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thinker {
    /// The level, or `hint` or `analysis`.
    pub(crate) level: &'static str,
    /// The ruleset.
    pub(crate) ruleset: &'static str,
}

impl Thinker {
    /// Thinks, and is timed.
    pub(crate) fn think<T>(self, thought: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let found = thought();
        let attributes = [
            KeyValue::new("shashki.bot.level", self.level),
            KeyValue::new("shashki.ruleset", self.ruleset),
        ];
        THINKING.record(began.elapsed().as_secs_f64(), &attributes);
        found
    }
}

/// A search that runs or waits.
#[derive(Debug)]
pub(crate) struct Searching(());

impl Searching {
    pub(crate) fn begin() -> Self {
        SEARCHES.add(1, &[]);
        Self(())
    }
}

impl Drop for Searching {
    fn drop(&mut self) {
        SEARCHES.add(-1, &[]);
    }
}
