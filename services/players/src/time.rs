//! The time that players and their keys are dated by.

use std::time::{SystemTime, UNIX_EPOCH};

/// Unix milliseconds by the machine's clock. Tokens are dated by it as well, and nothing else here
/// needs it closer than their leeway.
#[expect(
    clippy::disallowed_methods,
    reason = "no game is decided by it: tokens and their keys are dated by each machine's own clock"
)]
pub(crate) fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    })
}
