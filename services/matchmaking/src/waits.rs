//! How long others have waited in a queue lately.

use std::time::Duration;

use proto::matchmaking::storage::v1::Waits;

/// Waits that are remembered of a queue.
const WAITS: usize = 32;

/// Adds a wait to those that are remembered.
pub(crate) fn remember(waits: &mut Waits, wait: Duration) {
    let ms = u32::try_from(wait.as_millis()).unwrap_or(u32::MAX);
    waits.ms.insert(0, ms);
    waits.ms.truncate(WAITS);
}

/// How long it takes, from how long others have waited: the median. Nothing is known before the first.
pub(crate) fn estimate(waits: &Waits) -> Option<i64> {
    let mut ms = waits.ms.clone();
    ms.sort_unstable();
    ms.get(ms.len() / 2).copied().map(i64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_takes_as_long_as_it_took_most_of_late() {
        let mut waits = Waits::default();
        assert_eq!(estimate(&waits), None);
        for seconds in [100, 3, 1, 2] {
            remember(&mut waits, Duration::from_secs(seconds));
        }
        assert_eq!(estimate(&waits), Some(3000));
        for _ in 0..WAITS {
            remember(&mut waits, Duration::from_secs(7));
        }
        assert_eq!(estimate(&waits), Some(7000));
        assert_eq!(waits.ms.len(), WAITS);
    }
}
