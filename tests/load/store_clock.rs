//! The store's clock, read without asking it each time.

use std::time::{Duration, Instant};

use store::{Store, Timestamp};

/// Times asked for: the quickest answer is the truest.
const READINGS: usize = 20;

/// Where the store's clock stood at some moment of ours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoreClock {
    at: Instant,
    shows: Timestamp,
}

impl StoreClock {
    pub(crate) async fn read(store: &Store) -> anyhow::Result<Self> {
        let mut best: Option<(Duration, Self)> = None;
        for _ in 0..READINGS {
            let asked = Instant::now();
            let shows = store.now().await?;
            let way = asked.elapsed();
            if best.is_none_or(|(quickest, _)| way < quickest) {
                best = Some((
                    way,
                    Self {
                        at: asked + way / 2,
                        shows,
                    },
                ));
            }
        }
        best.map(|(_, clock)| clock)
            .ok_or_else(|| anyhow::anyhow!("the store tells no time"))
    }

    /// What it shows at a moment.
    pub(crate) fn at(self, moment: Instant) -> Timestamp {
        self.shows + moment.saturating_duration_since(self.at)
    }

    pub(crate) fn now(self) -> Timestamp {
        self.at(Instant::now())
    }
}
