//! How measured times lie.

use std::time::Duration;

/// Times in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spread(Vec<Duration>);

impl Spread {
    pub(crate) fn of(times: impl IntoIterator<Item = Duration>) -> Self {
        let mut times: Vec<_> = times.into_iter().collect();
        times.sort_unstable();
        Self(times)
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The time that `share` of all do not exceed.
    pub(crate) fn at(&self, share: f64) -> Duration {
        let last = self.0.len().saturating_sub(1);
        let place = (share * last as f64).round() as usize;
        self.0.get(place).copied().unwrap_or_default()
    }

    pub(crate) fn median(&self) -> Duration {
        self.at(0.5)
    }

    pub(crate) fn longest(&self) -> Duration {
        self.0.last().copied().unwrap_or_default()
    }
}
