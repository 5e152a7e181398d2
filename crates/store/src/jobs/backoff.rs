//! How long to leave a store alone that does not answer.

use std::time::Duration;

const FIRST: Duration = Duration::from_millis(50);
const LONGEST: Duration = Duration::from_secs(1);

/// Pauses that double, each shortened by chance so that the loops of all replicas do not come back
/// at the same moment.
pub(super) struct Backoff(Duration);

impl Backoff {
    pub(super) fn new() -> Self {
        Self(FIRST)
    }

    pub(super) fn pause(&mut self) -> Duration {
        let pause = self.0;
        self.0 = (pause * 2).min(LONGEST);
        shortened(pause)
    }
}

/// Between half of a span and all of it.
pub(super) fn shortened(span: Duration) -> Duration {
    span.mul_f64(rand::random_range(0.5..=1.0))
}
