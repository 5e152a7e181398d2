//! Who waits in a queue, as last read. A ticket hardly changes while it waits, so only those that
//! have come since are read.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use proto::matchmaking::storage::v1::{TicketDocument, Waits};
use store::Timestamp;

use crate::error::Error;
use crate::pairing::Ticket;
use crate::queue::Queue;
use crate::tickets::{Tickets, waits};

/// What was last read longer ago than this is read anew: meanwhile players may have left and come
/// again, with other tickets.
const DOUBT_AFTER: Duration = Duration::from_secs(5);

/// Who waits.
#[derive(Debug, Default)]
pub(crate) struct View {
    pub(crate) now: Timestamp,
    pub(crate) waits: Waits,
    known: HashMap<Arc<str>, Known>,
}

/// A ticket as it was read.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) ticket: Ticket,
    document: TicketDocument,
    version: u64,
    good_until: Timestamp,
}

impl Known {
    /// The ticket with its version.
    pub(crate) fn at_rest(&self) -> (u64, TicketDocument) {
        (self.version, self.document.clone())
    }
}

impl View {
    /// Looks who waits now.
    pub(crate) async fn refresh(&mut self, tickets: &Tickets, queue: &Queue) -> Result<(), Error> {
        let members = tickets.members(queue).await?;
        self.known.retain(|player, _| members.contains_key(player));
        loop {
            let new: Vec<_> = members
                .keys()
                .filter(|player| !self.known.contains_key(*player))
                .cloned()
                .collect();
            let (now, waited, found) = tickets.read(queue, &new).await?;
            let last = std::mem::replace(&mut self.now, now);
            if now.since(last) > DOUBT_AFTER && !self.known.is_empty() {
                self.known.clear();
                continue;
            }
            self.waits = waited;
            for (player, found) in new.into_iter().zip(found) {
                // One that has left since the index was read is not there any more.
                if let Some((version, document)) = found.filter(|(_, ticket)| waits(ticket)) {
                    self.known.insert(player, known(version, document));
                }
            }
            break;
        }
        for (player, known) in &mut self.known {
            known.good_until = Timestamp(members.get(player).copied().unwrap_or(0));
        }
        Ok(())
    }

    /// Those who wait and have been heard of lately.
    pub(crate) fn here(&self) -> impl Iterator<Item = &Known> {
        self.known
            .values()
            .filter(|known| known.good_until >= self.now)
    }

    /// Those who have not, with the versions of their tickets.
    pub(crate) fn lapsed(&self) -> Vec<(Arc<str>, u64)> {
        let lapsed = self
            .known
            .iter()
            .filter(|(_, known)| known.good_until < self.now);
        lapsed
            .map(|(player, known)| (Arc::clone(player), known.version))
            .collect()
    }

    pub(crate) fn known(&self, player: &str) -> Option<&Known> {
        self.known.get(player)
    }

    pub(crate) fn knows(&self, player: &str) -> bool {
        self.known.contains_key(player)
    }

    pub(crate) fn forget(&mut self, player: &str) {
        self.known.remove(player);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
}

fn known(version: u64, document: TicketDocument) -> Known {
    let ticket = Ticket {
        player: document.player.as_str().into(),
        rating: document.rating,
        uncertainty: document.uncertainty,
        since: Timestamp(document.since_ms),
        recent: document
            .recent
            .iter()
            .map(|player| player.as_str().into())
            .collect(),
    };
    Known {
        ticket,
        document,
        version,
        good_until: Timestamp(0),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use store::memory::MemoryStore;

    use super::*;

    /// A queue at a time that the test sets.
    struct World {
        tickets: Tickets,
        queue: Queue,
        now: Arc<AtomicI64>,
    }

    impl World {
        fn new() -> Self {
            let now = Arc::new(AtomicI64::new(1_000_000));
            let clock = Arc::clone(&now);
            let store = MemoryStore::new(move || Timestamp(clock.load(Ordering::Relaxed)));
            Self {
                tickets: Tickets::new(Arc::new(store), Duration::from_secs(15)),
                queue: Queue {
                    mode: "classic".to_owned(),
                    rated: true,
                },
                now,
            }
        }

        async fn comes(&self, rating: i32) {
            let found = self.tickets.find(&self.queue, "anna").await.unwrap();
            assert!(found.waiting().is_none());
            let ticket = TicketDocument {
                player: "anna".to_owned(),
                rating,
                ..TicketDocument::default()
            };
            let waits = self.tickets.wait(&self.queue, &found, &ticket).await;
            assert!(waits.unwrap());
        }

        async fn leaves(&self) {
            let found = self.tickets.find(&self.queue, "anna").await.unwrap();
            let ticket = found.waiting().unwrap();
            let left = self.tickets.cancel(&self.queue, &found, ticket).await;
            assert!(left.unwrap());
        }

        fn passes(&self, ms: i64) {
            self.now.fetch_add(ms, Ordering::Relaxed);
        }

        async fn lapse(&self, version: u64) -> bool {
            let now = self.tickets.now(&self.queue).await.unwrap();
            let lapsed = self.tickets.lapse(&self.queue, "anna", version, now).await;
            lapsed.unwrap()
        }
    }

    #[tokio::test]
    async fn a_lapsed_ticket_is_not_taken_for_the_next_one() {
        let world = World::new();
        let mut view = View::default();
        world.comes(1500).await;
        view.refresh(&world.tickets, &world.queue).await.unwrap();
        let (version, _) = view.known("anna").unwrap().at_rest();
        assert!(world.lapse(version).await);
        let found = world.tickets.find(&world.queue, "anna").await.unwrap();
        assert_eq!(found.ticket, None);
        world.comes(3000).await;
        // Whoever still knows the first one does nothing to the second.
        assert!(!world.lapse(version).await);
        let found = world.tickets.find(&world.queue, "anna").await.unwrap();
        assert_eq!(found.waiting().unwrap().rating, 3000);
    }

    #[tokio::test]
    async fn what_a_lapsed_ticket_leaves_behind_does_not_wait() {
        let world = World::new();
        world.comes(1500).await;
        let found = world.tickets.find(&world.queue, "anna").await.unwrap();
        assert!(world.lapse(found.version).await);
        let players = ["anna".into()];
        let read = world.tickets.read(&world.queue, &players).await.unwrap().2;
        let (_, left) = read[0].as_ref().unwrap();
        assert!(!waits(left));
    }

    #[tokio::test]
    async fn what_was_read_long_ago_is_read_again() {
        let world = World::new();
        let mut view = View::default();
        world.comes(1500).await;
        view.refresh(&world.tickets, &world.queue).await.unwrap();
        world.leaves().await;
        world.comes(3000).await;
        world.passes(5_001);
        view.refresh(&world.tickets, &world.queue).await.unwrap();
        assert_eq!(view.known("anna").unwrap().ticket.rating, 3000);
        assert_eq!(view.here().count(), 1);
    }
}
