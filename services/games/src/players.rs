//! What a player has to do with games: the live ones, and a topic for news.

use prost::Message as _;
use proto::games::v1::WatchPlayerResponse;
use store::{Commit, Effect, Error, Order, Partition, Partitions, Range, Store, Subscription};

/// How many partitions players are spread over. Part of the data's layout.
const PARTITIONS: usize = 64;

/// Live games of one player that are listed at most.
pub(crate) const MOST_LIVE: usize = 200;

/// The players' side of games.
#[derive(Clone)]
pub(crate) struct Players {
    store: Store,
    partitions: Partitions,
}

impl Players {
    pub(crate) fn new(store: Store) -> Self {
        Self {
            store,
            partitions: Partitions::new("p", PARTITIONS),
        }
    }

    /// Puts a game on a player's list of live games.
    pub(crate) async fn enlist(
        &self,
        player: &str,
        game: &str,
        created_ms: i64,
    ) -> Result<(), Error> {
        let member = game.to_owned();
        self.commit(
            player,
            Effect::Add {
                index: live(player),
                member,
                score: created_ms,
            },
        )
        .await
    }

    /// Takes a game off the list.
    pub(crate) async fn strike(&self, player: &str, game: &str) -> Result<(), Error> {
        self.commit(
            player,
            Effect::Remove {
                index: live(player),
                member: game.to_owned(),
            },
        )
        .await
    }

    /// A player's live games, newest first. One that has just ended may still be among them.
    pub(crate) async fn live(&self, player: &str) -> Result<Vec<String>, Error> {
        let newest = Range::all(Order::Descending, MOST_LIVE);
        let entries = self
            .store
            .range(self.partition(player), &live(player), newest)
            .await?;
        Ok(entries.into_iter().map(|entry| entry.member).collect())
    }

    /// Tells a player something. Whoever isn't listening finds it in the games.
    pub(crate) async fn tell(&self, player: &str, news: &WatchPlayerResponse) -> Result<(), Error> {
        let message = news.encode_to_vec().into();
        self.commit(
            player,
            Effect::Publish {
                topic: topic(player),
                message,
            },
        )
        .await
    }

    /// Follows what a player is told.
    pub(crate) async fn subscribe(&self, player: &str) -> Result<Subscription, Error> {
        self.store
            .subscribe(self.partition(player), &topic(player))
            .await
    }

    fn partition(&self, player: &str) -> &Partition {
        self.partitions.of(player)
    }

    async fn commit(&self, player: &str, effect: Effect) -> Result<(), Error> {
        let commit = Commit {
            guards: Vec::new(),
            effects: vec![effect],
        };
        self.store
            .commit(self.partition(player), commit)
            .await
            .map(|_| ())
    }
}

fn live(player: &str) -> String {
    format!("live/{player}")
}

fn topic(player: &str) -> String {
    format!("player/{player}")
}
