//! What keeps the replicas of a name up to date: it resolves the name again and again, and asks
//! those that are in doubt, or say nothing, for their health.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Weak};
use std::time::Duration;

use futures::future::join_all;
use http::uri::Authority;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout};

use crate::link::dial;
use crate::replica::Replica;
use crate::replicas::{Known, Replicas, Resolve};

/// How often a name is resolved.
const RESOLVE_EVERY: Duration = Duration::from_secs(3);

/// How long that may take.
const RESOLVE_TIMEOUT: Duration = Duration::from_secs(2);

/// How often replicas are looked at.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// The same when something goes wrong: then the name is resolved each time as well.
const LOOK_AT_MOST_EVERY: Duration = Duration::from_millis(100);

/// Keeps replicas up to date for as long as anybody calls them.
pub(crate) async fn keep(
    replicas: Weak<Replicas>,
    doubts: Arc<Notify>,
    authority: Authority,
    resolve: Box<Resolve>,
) {
    let mut is_in_doubt = true;
    let mut gone = Vec::new();
    let mut resolved = Instant::now();
    while let Some(replicas) = replicas.upgrade() {
        if is_in_doubt || resolved.elapsed() >= RESOLVE_EVERY {
            let found = timeout(RESOLVE_TIMEOUT, resolve()).await;
            let found = found.unwrap_or_else(|elapsed| Err(elapsed.into()));
            let before = replicas.known().unwrap_or_default();
            let known = known_now(&before, &authority, found);
            gone.extend(
                before
                    .iter()
                    .filter(|one| !known.iter().any(|now| Arc::ptr_eq(now, one)))
                    .cloned(),
            );
            replicas.learn(known);
            resolved = Instant::now();
        }
        gone.retain(|replica: &Arc<Replica>| replica.waiting() > 0);
        look(&replicas.known().unwrap_or_default(), &gone).await;
        drop(replicas);
        sleep(LOOK_AT_MOST_EVERY).await;
        let doubted = timeout(LOOK_EVERY - LOOK_AT_MOST_EVERY, doubts.notified());
        is_in_doubt = doubted.await.is_ok();
    }
}

/// What is known after a name was resolved. Replicas that are still there stay as they are; while
/// nobody can say where the name leads, all do.
fn known_now(known: &Known, authority: &Authority, found: io::Result<Vec<SocketAddr>>) -> Known {
    let mut found = match found {
        Ok(found) if !found.is_empty() => found,
        nothing => {
            tracing::debug!(%authority, ?nothing, "the name leads nowhere");
            return Arc::clone(known);
        }
    };
    found.sort_unstable();
    found.dedup();
    let replicas = found.into_iter().map(|address| {
        let same = known
            .iter()
            .find(|replica| replica.address == Some(address));
        same.cloned().unwrap_or_else(|| {
            let dial = dial(move || transport::connect(address));
            Arc::new(Replica::new(authority.clone(), Some(address), dial))
        })
    });
    replicas.collect()
}

/// Asks those for their health that have not shown that they are well, and those that are gone from
/// the name while calls wait for them. One alone is left in peace: there is nobody who could answer
/// in its place.
async fn look(known: &Known, gone: &[Arc<Replica>]) {
    let all = known.iter().chain(gone);
    if all.clone().count() < 2 {
        return;
    }
    let doubtful = all.filter(|replica| replica.is_silent() || !replica.is_well());
    join_all(doubtful.map(|replica| async {
        let lives = replica.probe().await;
        let is_another_well = known.iter().any(|other| other.is_well());
        // Whoever waits for it is better off with another.
        if !lives && is_another_well {
            replica.cut();
        }
    }))
    .await;
}
