//! Where searches run: on threads of their own, so that calls are answered meanwhile, no more of
//! them at a time than there are cores. They end before the caller's deadline and with the call.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

use platform::Fault;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::Instant;

use crate::metrics::{Searching, Thinker};

/// Calls that may wait for each search that runs. Who came later would hardly be served in time.
const WAITING: usize = 16;

/// An answer needs time to arrive: so much of what is left of the deadline when a search begins, or
/// the longest of it.
const RESERVE: u32 = 10;
const LONGEST_RESERVE: Duration = Duration::from_millis(200);

/// The searches that run and those that wait.
#[derive(Clone, Debug)]
pub(crate) struct Searches {
    /// One permit for each that runs or waits.
    admitted: Arc<Semaphore>,
    /// One permit for each that runs.
    running: Arc<Semaphore>,
}

/// Tells a search that its call is gone.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Searches {
    /// As many at a time as there are cores.
    pub(crate) fn new() -> Self {
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        Self {
            admitted: Arc::new(Semaphore::new(cores * (1 + WAITING))),
            running: Arc::new(Semaphore::new(cores)),
        }
    }

    /// Runs a search when its turn comes. It is told when to stop: after so much time, shortly
    /// before the caller's deadline, or when the call is gone.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        thinker: Thinker,
        time: Duration,
        search: impl FnOnce(&dyn Fn() -> bool) -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let admitted = Arc::clone(&self.admitted).try_acquire_owned();
        let admitted = admitted.map_err(|_| overloaded())?;
        let searching = Searching::begin();
        let running = Arc::clone(&self.running).acquire_owned().await;
        let running = running.map_err(|_| overloaded())?;
        let end = end(Instant::now(), time, platform::deadline());
        let gone = StopOnDrop(Arc::default());
        let is_gone = Arc::clone(&gone.0);
        let search = spawn_blocking(move || {
            // They are given back when the search has ended, not when its call is gone.
            let _permits = (admitted, running, searching);
            thinker.think(|| search(&|| is_gone.load(Ordering::Relaxed) || Instant::now() >= end))
        });
        search.await.map_err(|error| {
            tracing::error!(%error, "a search failed");
            Fault::internal("the search failed; the fault is logged")
        })
    }
}

fn overloaded() -> Fault {
    Fault::exhausted("OVERLOADED", "too many searches at once: wait and retry")
}

/// When a search has to end that begins now.
fn end(now: Instant, time: Duration, deadline: Option<Instant>) -> Instant {
    let end = now + time;
    deadline.map_or(end, |deadline| {
        let left = deadline.saturating_duration_since(now);
        end.min(deadline - (left / RESERVE).min(LONGEST_RESERVE))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOMEBODY: Thinker = Thinker {
        level: "easy",
        ruleset: "russian",
    };

    #[test]
    fn a_search_ends_after_its_time_or_before_the_deadline() {
        let now = Instant::now();
        let ms = Duration::from_millis;
        assert_eq!(end(now, ms(500), None), now + ms(500));
        assert_eq!(end(now, ms(500), Some(now + ms(2000))), now + ms(500));
        assert_eq!(end(now, ms(500), Some(now + ms(100))), now + ms(90));
        assert_eq!(end(now, ms(9000), Some(now + ms(8000))), now + ms(7800));
    }

    #[tokio::test]
    async fn a_search_is_told_when_its_time_is_over() {
        let searches = Searches::new();
        for (time, is_over) in [(0, true), (600, false)] {
            let stopped = searches.run(SOMEBODY, Duration::from_secs(time), |stop| stop());
            assert_eq!(stopped.await, Ok(is_over));
        }
    }

    #[tokio::test]
    async fn a_search_that_falls_over_is_a_fault_and_gives_its_place_back() {
        let searches = Searches::new();
        for _ in 0..100 {
            let failed = searches.run(SOMEBODY, Duration::ZERO, |_| -> u8 { panic!("on purpose") });
            assert_eq!(
                failed.await.map_err(|fault| fault.reason()),
                Err("INTERNAL")
            );
        }
        assert_eq!(searches.run(SOMEBODY, Duration::ZERO, |_| 7).await, Ok(7));
    }
}
