//! What the service does by itself. Any number of processes can: one works, the others find it done.

use std::sync::Arc;
use std::time::Duration;

use store::records::Error;
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use crate::pools::Pools;
use crate::storage::Ledger;

/// How often: who is too long idle is off the leaderboard so soon.
const EVERY: Duration = Duration::from_secs(10);

/// Keeps all leaderboards in order until the token is cancelled.
pub(crate) async fn run(ledger: Ledger, pools: Arc<Pools>, shutdown: CancellationToken) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let work = async {
        loop {
            ticks.tick().await;
            for pool in pools.iter() {
                if let Err(error) = keep(&ledger, &pool.id).await {
                    // The next round finds what is left.
                    tracing::warn!(%error, pool = pool.id, "a leaderboard was not seen to");
                }
            }
        }
    };
    // Half a transaction leaves nothing behind.
    shutdown.run_until_cancelled(work).await;
}

async fn keep(ledger: &Ledger, pool: &str) -> Result<(), Error> {
    while ledger.expire(pool).await? > 0 {}
    while ledger.tidy(pool).await? > 0 {}
    Ok(())
}
