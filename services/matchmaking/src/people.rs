//! What matchmaking knows of players beyond any one queue: the last opponents, where they wait, and
//! which pairing has engaged them, so that a player who waits in two queues plays one game.

use std::time::Duration;

use bytes::Bytes;
use prost::Message as _;
use proto::matchmaking::storage::v1::PersonDocument;
use store::{Commit, Effect, Error, Guard, Partitions, Store, Timestamp};

use crate::pairing::IN_A_ROW;
use crate::queue::Queue;

/// How many partitions players are spread over. Part of the data's layout.
pub(crate) const PARTITIONS: usize = 64;

/// How long it is known of a player who does not come.
const KEPT: Duration = Duration::from_secs(7 * 24 * 3600);

/// All players.
#[derive(Clone)]
pub(crate) struct People {
    store: Store,
    partitions: Partitions,
}

/// A pairing by its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Engagement {
    pub(crate) queue: Queue,
    pub(crate) pairing: String,
}

/// What came of engaging a player.
#[derive(Debug)]
pub(crate) enum Engaged {
    /// Engaged, and may have tickets in these queues, that of the pairing among them: should it be
    /// called off, the player may wait there again.
    Here(Vec<Queue>),
    /// Another pairing was first.
    Elsewhere(Engagement),
}

impl People {
    pub(crate) fn new(store: Store) -> Self {
        Self {
            store,
            partitions: Partitions::new("r", PARTITIONS),
        }
    }

    /// Notes that a player is about to wait in a queue, and gives the last opponents.
    pub(crate) async fn joins(&self, player: &str, queue: &Queue) -> Result<Vec<String>, Error> {
        let queue = queue.to_document();
        let change = |person: &mut PersonDocument| {
            if !person.queues.contains(&queue) {
                person.queues.push(queue.clone());
            }
            person.recent.clone()
        };
        self.change(player, change).await
    }

    /// Engages a player for a pairing, unless another one has, `over` not counted. To repeat it
    /// changes nothing.
    pub(crate) async fn engage(
        &self,
        player: &str,
        opponent: &str,
        here: &Engagement,
        over: Option<&Engagement>,
    ) -> Result<Engaged, Error> {
        let change = |person: &mut PersonDocument| {
            let before = engagement(person);
            if let Some(before) = before
                && before != *here
                && Some(&before) != over
            {
                return Engaged::Elsewhere(before);
            }
            if person.engaged_pairing != here.pairing {
                person.engaged_queue = Some(here.queue.to_document());
                person.engaged_pairing.clone_from(&here.pairing);
                if !opponent.is_empty() {
                    person.recent.insert(0, opponent.to_owned());
                    person.recent.truncate(IN_A_ROW);
                }
            }
            Engaged::Here(
                person
                    .queues
                    .iter()
                    .cloned()
                    .map(Queue::from_document)
                    .collect(),
            )
        };
        self.change(player, change).await
    }

    /// Notes that a player has left some queues.
    pub(crate) async fn left(&self, player: &str, queues: &[Queue]) -> Result<(), Error> {
        let queues: Vec<_> = queues.iter().map(Queue::to_document).collect();
        let change = |person: &mut PersonDocument| {
            person.queues.retain(|queue| !queues.contains(queue));
        };
        self.change(player, change).await
    }

    async fn change<T>(
        &self,
        player: &str,
        change: impl Fn(&mut PersonDocument) -> T,
    ) -> Result<T, Error> {
        loop {
            let (version, now, before) = self.read(player).await?;
            let mut after = before.clone();
            let answer = change(&mut after);
            if after == before {
                return Ok(answer);
            }
            let key = key(player);
            let commit = Commit {
                guards: vec![Guard::Version {
                    key: key.clone(),
                    version,
                }],
                effects: vec![Effect::Put {
                    key,
                    body: Bytes::from(after.encode_to_vec()),
                    expires: Some(now + KEPT),
                }],
            };
            match self.store.commit(self.partitions.of(player), commit).await {
                Ok(_) => return Ok(answer),
                Err(Error::Conflict { .. }) => {}
                Err(error) => return Err(error),
            }
        }
    }

    async fn read(&self, player: &str) -> Result<(u64, Timestamp, PersonDocument), Error> {
        let key = key(player);
        let read = self.store.read(self.partitions.of(player), &[&key]).await?;
        let now = read.now;
        match read.documents.into_iter().next().flatten() {
            None => Ok((0, now, PersonDocument::default())),
            Some(document) => {
                let person = PersonDocument::decode(document.body);
                let person = person.map_err(|_| Error::Corrupt(key))?;
                Ok((document.version, now, person))
            }
        }
    }
}

fn engagement(person: &PersonDocument) -> Option<Engagement> {
    let queue = person.engaged_queue.clone()?;
    Some(Engagement {
        queue: Queue::from_document(queue),
        pairing: person.engaged_pairing.clone(),
    })
}

fn key(player: &str) -> String {
    format!("person/{player}")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use store::memory::MemoryStore;

    use super::*;

    fn queue(mode: &str) -> Queue {
        Queue {
            mode: mode.to_owned(),
            rated: false,
        }
    }

    fn engagement(mode: &str, pairing: &str) -> Engagement {
        Engagement {
            queue: queue(mode),
            pairing: pairing.to_owned(),
        }
    }

    /// The pairing may be called off, and the player be back in the queue.
    #[tokio::test]
    async fn a_pairing_does_not_forget_where_its_player_waits() {
        let people = People::new(Arc::new(MemoryStore::new(|| Timestamp(1))));
        for mode in ["classic", "russian"] {
            people.joins("anna", &queue(mode)).await.unwrap();
        }
        let (here, there) = (engagement("classic", "p"), engagement("russian", "q"));
        for (pairing, over) in [(&here, None), (&there, Some(&here))] {
            let engaged = people.engage("anna", "boris", pairing, over).await.unwrap();
            let Engaged::Here(queues) = engaged else {
                unreachable!("{engaged:?}");
            };
            assert_eq!(queues, [queue("classic"), queue("russian")]);
        }
        let engaged = people.engage("anna", "boris", &here, None).await.unwrap();
        assert!(matches!(engaged, Engaged::Elsewhere(first) if first == there));
        people.left("anna", &[queue("classic")]).await.unwrap();
        let engaged = people.engage("anna", "boris", &there, None).await.unwrap();
        assert!(matches!(engaged, Engaged::Here(queues) if queues == [queue("russian")]));
    }
}
