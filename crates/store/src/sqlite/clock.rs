//! The store's clock.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::Timestamp;

/// The machine's time, made to move forwards only: when the machine's is set back it goes on from
/// where it was, at its own pace.
#[derive(Debug)]
pub(super) struct Clock(Mutex<(Duration, Instant)>);

impl Clock {
    /// A clock that shows `earliest` at least.
    pub(super) fn starting_at(earliest: Timestamp) -> Self {
        let earliest = Duration::from_millis(u64::try_from(earliest.0).unwrap_or(0));
        Self(Mutex::new((earliest.max(machine_time()), Instant::now())))
    }

    pub(super) fn now(&self) -> Timestamp {
        let mut anchor = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let time = (anchor.0 + anchor.1.elapsed()).max(machine_time());
        *anchor = (time, Instant::now());
        Timestamp(i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "this is where the embedded store's clock comes from"
)]
fn machine_time() -> Duration {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
}
