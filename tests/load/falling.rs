//! Games whose clocks run out, each watched by somebody who notes when the word comes.

use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use futures::future::BoxFuture;
use proto::games::v1::game_event::Happening;
use proto::games::v1::{Clock, WatchGameResponse};
use store::Timestamp;
use tokio::task::JoinHandle;
use tonic::Streaming;

use crate::clients::{Client, create, next_event, watch};
use crate::crowd::crowd;
use crate::store_clock::StoreClock;

/// Games in the making at a time.
const WIDTH: usize = 64;

/// A flag that fell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fallen {
    /// The last moment at which a move would have been in time.
    pub(crate) deadline: Timestamp,
    /// When the watcher heard that the time ran out.
    pub(crate) heard: Timestamp,
}

impl Fallen {
    pub(crate) fn late(&self) -> Duration {
        self.heard.since(self.deadline)
    }
}

/// Flags that will fall.
pub(crate) struct Falling {
    watchers: Vec<JoinHandle<anyhow::Result<Fallen>>>,
    /// When the first and the last of them will.
    pub(crate) first: Timestamp,
    pub(crate) last: Timestamp,
}

impl Falling {
    /// Creates a game for each place in time, counted from a first moment that is `lead` away, at
    /// which its flag will fall, and a watcher on the same replica.
    pub(crate) async fn hang(
        clients: &[Client],
        clock: StoreClock,
        name: &'static str,
        places: &[Duration],
        lead: Duration,
    ) -> anyhow::Result<Self> {
        let first = clock.now() + lead;
        let count = places.len() as u64;
        let watchers = crowd(count, WIDTH, |number| -> BoxFuture<'static, _> {
            let mut client = clients[number as usize % clients.len()].clone();
            let deadline = first + places[number as usize];
            Box::pin(async move {
                let left = deadline.since(clock.now());
                ensure!(
                    !left.is_zero(),
                    "games are created too slowly: try fewer --falling"
                );
                let name = format!("{name}.{number}");
                let game = create(&mut client, "russian", &name, left).await?;
                let deadline = deadline_of(game.clock.as_ref()).context("a running clock")?;
                let stream = watch(&mut client, &game.id, game.version).await?;
                Ok(tokio::spawn(listen(stream, deadline, clock)))
            })
        })
        .await?;
        let last = first + places.iter().max().copied().unwrap_or_default();
        Ok(Self {
            watchers,
            first,
            last,
        })
    }

    /// Waits until all have fallen, or for `patience` after the last should have; gives those that
    /// did, and how many did not.
    pub(crate) async fn all(
        self,
        clock: StoreClock,
        patience: Duration,
    ) -> anyhow::Result<(Vec<Fallen>, usize)> {
        let end = tokio::time::Instant::now() + self.last.since(clock.now()) + patience;
        let (mut fallen, mut missing) = (Vec::new(), 0);
        for mut watcher in self.watchers {
            match tokio::time::timeout_at(end, &mut watcher).await {
                Ok(heard) => fallen.push(heard??),
                Err(_) => {
                    watcher.abort();
                    missing += 1;
                }
            }
        }
        Ok((fallen, missing))
    }
}

/// Follows a game until its time runs out; what is given back on the way moves the deadline.
async fn listen(
    mut stream: Streaming<WatchGameResponse>,
    mut deadline: Timestamp,
    clock: StoreClock,
) -> anyhow::Result<Fallen> {
    loop {
        let event = next_event(&mut stream).await?;
        let heard = clock.at(Instant::now());
        if let Some(Happening::TimeRanOut(_)) = event.happening {
            return Ok(Fallen { deadline, heard });
        }
        deadline = deadline_of(event.clock.as_ref()).unwrap_or(deadline);
    }
}

fn deadline_of(clock: Option<&Clock>) -> Option<Timestamp> {
    let at = clock?.deadline?;
    Some(Timestamp(
        at.seconds * 1000 + i64::from(at.nanos) / 1_000_000,
    ))
}
