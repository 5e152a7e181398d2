//! Who waits in a queue, as last read. A ticket hardly changes while it waits, so only those that
//! have come since are read.

use std::collections::HashMap;
use std::sync::Arc;

use proto::matchmaking::storage::v1::{TicketDocument, Waits};
use store::Timestamp;

use crate::error::Error;
use crate::pairing::Ticket;
use crate::queue::Queue;
use crate::tickets::{Tickets, waits};

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
        let new: Vec<_> = members
            .keys()
            .filter(|player| !self.known.contains_key(*player))
            .cloned()
            .collect();
        let (now, waited, found) = tickets.read(queue, &new).await?;
        (self.now, self.waits) = (now, waited);
        for (player, found) in new.into_iter().zip(found) {
            // One that has left since the index was read is not there any more.
            if let Some((version, document)) = found.filter(|(_, ticket)| waits(ticket)) {
                self.known.insert(player, known(version, document));
            }
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
