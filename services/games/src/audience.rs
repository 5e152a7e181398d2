//! How many watch a game without playing it, over all replicas. Each replica counts its own
//! streams and puts the number, good for a while, into the game's index.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use store::{Commit, Effect, Error, Order, Partitions, Range, Store, Timestamp};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// How often changes are told.
const TELL_EVERY: Duration = Duration::from_secs(1);

/// How long a number is good for without being told again: that of a replica that died goes away.
const GOOD_FOR: Duration = Duration::from_secs(60);

/// Replicas that are counted at most.
const MOST_REPLICAS: usize = 100;

/// The spectators.
#[derive(Clone)]
pub(crate) struct Audience {
    store: Store,
    partitions: Partitions,
    replica: Arc<str>,
    games: Arc<Mutex<HashMap<String, Count>>>,
}

/// The spectators of one game on this replica.
#[derive(Clone, Debug, Default)]
struct Count {
    present: u32,
    told: Option<(u32, Timestamp)>,
}

/// One spectator, as long as it is held.
pub(crate) struct Spectator {
    audience: Audience,
    game: String,
}

impl Drop for Spectator {
    fn drop(&mut self) {
        if let Some(count) = self.audience.lock().get_mut(&self.game) {
            count.present = count.present.saturating_sub(1);
        }
    }
}

impl Audience {
    pub(crate) fn new(store: Store, partitions: Partitions) -> Self {
        let replica = Uuid::new_v4().simple().to_string().into();
        Self {
            store,
            partitions,
            replica,
            games: Arc::default(),
        }
    }

    /// Counts one spectator more.
    pub(crate) fn join(&self, game: &str) -> Spectator {
        self.lock().entry(game.to_owned()).or_default().present += 1;
        Spectator {
            audience: self.clone(),
            game: game.to_owned(),
        }
    }

    /// The spectators of a game, on all replicas.
    pub(crate) async fn of(&self, game: &str, now: Timestamp) -> Result<u32, Error> {
        let fresh = Range::all(Order::Descending, MOST_REPLICAS).scores(now.0, i64::MAX);
        let numbers = self
            .store
            .range(self.partitions.of(game), &index(game), fresh)
            .await?;
        // This replica knows its own number better than the index does.
        let others = numbers
            .iter()
            .filter_map(|entry| entry.member.split_once('#'));
        let others = others.filter(|(replica, _)| *replica != &*self.replica);
        let elsewhere: u32 = others
            .filter_map(|(_, number)| number.parse::<u32>().ok())
            .sum();
        Ok(elsewhere + self.lock().get(game).map_or(0, |count| count.present))
    }

    /// Tells changes until the token is cancelled.
    pub(crate) async fn run(self, shutdown: CancellationToken) {
        while shutdown
            .run_until_cancelled(tokio::time::sleep(TELL_EVERY))
            .await
            .is_some()
        {
            if self.lock().is_empty() {
                continue;
            }
            // A store that is away is told by whoever needs it; the numbers are told again later.
            let Ok(now) = self.store.now().await else {
                continue;
            };
            for (game, count) in self.untold(now) {
                if self.tell(&game, &count, now).await.is_ok() {
                    self.note(&game, count.present, now);
                }
            }
        }
    }

    fn untold(&self, now: Timestamp) -> Vec<(String, Count)> {
        let is_news = |count: &Count| match count.told {
            None => true,
            Some((number, at)) => number != count.present || now.since(at) > GOOD_FOR / 2,
        };
        let games = self.lock();
        games
            .iter()
            .filter(|(_, count)| is_news(count))
            .map(|(game, count)| (game.clone(), count.clone()))
            .collect()
    }

    async fn tell(&self, game: &str, count: &Count, now: Timestamp) -> Result<(), Error> {
        let mut effects = Vec::new();
        if let Some((number, _)) = count.told {
            effects.push(Effect::Remove {
                index: index(game),
                member: self.member(number),
            });
        }
        if count.present > 0 {
            let (member, good_until) = (self.member(count.present), now + GOOD_FOR);
            effects.push(Effect::Add {
                index: index(game),
                member,
                score: good_until.0,
            });
        }
        let commit = Commit {
            guards: Vec::new(),
            effects,
        };
        self.store
            .commit(self.partitions.of(game), commit)
            .await
            .map(|_| ())
    }

    fn note(&self, game: &str, told: u32, now: Timestamp) {
        let mut games = self.lock();
        if let Some(count) = games.get_mut(game) {
            count.told = Some((told, now));
            if told == 0 && count.present == 0 {
                games.remove(game);
            }
        }
    }

    fn member(&self, number: u32) -> String {
        format!("{}#{number}", self.replica)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Count>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn index(game: &str) -> String {
    format!("watching/{game}")
}
