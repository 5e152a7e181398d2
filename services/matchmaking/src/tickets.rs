//! Tickets and pairings in the store. A queue lies in one partition with all its tickets, its index
//! and its pairings, so that each change of any of them is one commit.

mod pieces;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use proto::matchmaking::storage::v1::{PairingDocument, PairingState, TicketDocument, Waits};
use store::jobs::Doorbell;
use store::{
    Commit, Effect, Error, Order, Partition, Partitions, Range, Store, Subscription, Timestamp,
};

use self::pieces::{
    decode, in_queue, index, leave, member, next_cycle, pairing_key, put, settled, ticket_key,
    version, waits_key, write,
};
use crate::job_kind::JobKind;
use crate::metrics;
use crate::queue::Queue;
use crate::wire::matched;

/// How many partitions queues are spread over. Part of the data's layout.
const PARTITIONS: usize = 16;

/// Tickets of one queue that are looked at together; the others' turn comes.
pub(crate) const MOST_WAITING: usize = 10_000;

/// How long a ticket that was matched or cancelled still says so, to those who come back.
const TOLD_FOR: Duration = Duration::from_secs(60);

/// The tickets and pairings of all queues.
#[derive(Clone)]
pub(crate) struct Tickets {
    store: Store,
    partitions: Partitions,
    doorbell: Doorbell,
    /// How long a ticket is good for without a heartbeat.
    pub(crate) lapse_after: Duration,
}

/// A ticket that was read, and the version of what says so.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) version: u64,
    pub(crate) ticket: Option<TicketDocument>,
    pub(crate) now: Timestamp,
}

impl Found {
    /// The ticket, if it waits.
    pub(crate) fn waiting(&self) -> Option<&TicketDocument> {
        self.ticket.as_ref().filter(|ticket| waits(ticket))
    }
}

/// Whether a ticket is still in its queue. What a lapsed one leaves behind is nobody's.
pub(crate) fn waits(ticket: &TicketDocument) -> bool {
    !ticket.player.is_empty() && ticket.pairing.is_empty() && !ticket.cancelled
}

impl Tickets {
    pub(crate) fn new(store: Store, lapse_after: Duration) -> Self {
        let partitions = Partitions::new("q", PARTITIONS);
        let doorbell = Doorbell::new(&partitions);
        Self {
            store,
            partitions,
            doorbell,
            lapse_after,
        }
    }

    pub(crate) fn doorbell(&self) -> &Doorbell {
        &self.doorbell
    }

    pub(crate) fn partition(&self, queue: &Queue) -> &Partition {
        self.partitions.of(&queue.to_string())
    }

    /// The time by the clock of a queue.
    pub(crate) async fn now(&self, queue: &Queue) -> Result<Timestamp, Error> {
        Ok(self.store.read(self.partition(queue), &[]).await?.now)
    }

    /// Reads a player's ticket. One that has lapsed is not there; its version goes on.
    pub(crate) async fn find(&self, queue: &Queue, player: &str) -> Result<Found, Error> {
        let key = ticket_key(queue, player);
        let read = self.store.read(self.partition(queue), &[&key]).await?;
        let document = read.documents.into_iter().next().flatten();
        let (version, ticket) = match document {
            None => (0, None),
            Some(document) => (document.version, Some(decode(&key, &document.body)?)),
        };
        let ticket = ticket.filter(|ticket: &TicketDocument| !ticket.player.is_empty());
        Ok(Found {
            version,
            ticket,
            now: read.now,
        })
    }

    /// Follows what becomes of a player's ticket: each message is the ticket.
    pub(crate) async fn follow(&self, queue: &Queue, player: &str) -> Result<Subscription, Error> {
        self.store
            .subscribe(self.partition(queue), &ticket_key(queue, player))
            .await
    }

    /// Puts a ticket into its queue, or renews one that is there, with its version as it was read;
    /// `false` if it has changed meanwhile.
    pub(crate) async fn wait(
        &self,
        queue: &Queue,
        found: &Found,
        ticket: &TicketDocument,
    ) -> Result<bool, Error> {
        let key = ticket_key(queue, &ticket.player);
        let effects = vec![
            put(&key, ticket, None),
            Effect::Add {
                index: index(queue),
                member: ticket.player.clone(),
                score: (found.now + self.lapse_after).0,
            },
            next_cycle(queue, found.now),
        ];
        let guards = vec![version(&key, found.version)];
        let done = self.apply(queue, Commit { guards, effects }).await?;
        if done && found.waiting().is_none() {
            metrics::ticket(queue, "enqueued");
        }
        Ok(done)
    }

    /// Takes a ticket out of its queue; `false` if it has changed since it was read.
    pub(crate) async fn cancel(
        &self,
        queue: &Queue,
        found: &Found,
        ticket: &TicketDocument,
    ) -> Result<bool, Error> {
        let cancelled = TicketDocument {
            cancelled: true,
            ..ticket.clone()
        };
        let mut effects = vec![leave(queue, &ticket.player)];
        effects.extend(write(queue, &cancelled, found.now + TOLD_FOR));
        let guards = in_queue(queue, &ticket.player, found.version);
        let done = self.apply(queue, Commit { guards, effects }).await?;
        if done {
            metrics::ticket(queue, "cancelled");
        }
        Ok(done)
    }

    /// Takes a ticket out whose player has not been heard of; `false` if it has changed.
    pub(crate) async fn lapse(
        &self,
        queue: &Queue,
        player: &str,
        seen: u64,
        now: Timestamp,
    ) -> Result<bool, Error> {
        let key = ticket_key(queue, player);
        // Emptied, not deleted: the player's next ticket would begin anew with its versions, and
        // whoever still knows this one would take it for the same.
        let empty = TicketDocument::default();
        let effects = vec![
            put(&key, &empty, Some(now + TOLD_FOR)),
            leave(queue, player),
        ];
        let guards = vec![version(&key, seen)];
        let done = self.apply(queue, Commit { guards, effects }).await?;
        if done {
            metrics::ticket(queue, "lapsed");
        }
        Ok(done)
    }

    /// Takes tickets out of their queue into a pairing and plans its game, in one step; `false` if
    /// one of them has changed since it was read.
    pub(crate) async fn pair(
        &self,
        queue: &Queue,
        tickets: &[(u64, TicketDocument)],
        pairing: &PairingDocument,
        waits: Option<&Waits>,
    ) -> Result<bool, Error> {
        let now = Timestamp(pairing.paired_ms);
        let (mut guards, mut effects) = (Vec::new(), Vec::new());
        for (version, ticket) in tickets {
            guards.extend(in_queue(queue, &ticket.player, *version));
            let matched = TicketDocument {
                pairing: pairing.id.clone(),
                ..ticket.clone()
            };
            // Kept until the game is there, however long that takes. Nobody is told before.
            effects.push(put(&ticket_key(queue, &ticket.player), &matched, None));
            effects.push(leave(queue, &ticket.player));
        }
        effects.push(put(&pairing_key(&pairing.id), pairing, None));
        effects.push(Effect::Schedule {
            job: JobKind::Pair.of(&pairing.id),
            due: now,
        });
        if let Some(waits) = waits {
            effects.push(put(&waits_key(queue), waits, None));
        }
        let done = self.apply(queue, Commit { guards, effects }).await?;
        if done {
            self.doorbell.ring(self.partition(queue), now);
            metrics::paired(queue, tickets, pairing);
        }
        Ok(done)
    }

    /// Writes a pairing that came of an invite, unless it is there. What plans its game is the
    /// invite's own job.
    pub(crate) async fn agree(
        &self,
        queue: &Queue,
        pairing: &PairingDocument,
    ) -> Result<bool, Error> {
        let key = pairing_key(&pairing.id);
        let effects = vec![put(&key, pairing, None)];
        let guards = vec![version(&key, 0)];
        self.apply(queue, Commit { guards, effects }).await
    }

    /// Reads a pairing.
    pub(crate) async fn pairing(
        &self,
        partition: &Partition,
        id: &str,
    ) -> Result<Option<(u64, PairingDocument)>, Error> {
        let key = pairing_key(id);
        let read = self.store.read(partition, &[&key]).await?;
        let Some(document) = read.documents.into_iter().next().flatten() else {
            return Ok(None);
        };
        Ok(Some((document.version, decode(&key, &document.body)?)))
    }

    /// Writes that the game of a pairing is there, and tells its players; `false` if the pairing was
    /// settled meanwhile.
    pub(crate) async fn tell(
        &self,
        queue: &Queue,
        seen: u64,
        pairing: &PairingDocument,
        tickets: &[TicketDocument],
    ) -> Result<bool, Error> {
        let now = Timestamp(pairing.settled_ms);
        let matched = matched(pairing);
        let mut effects = settled(pairing, now);
        for ticket in tickets {
            let told = TicketDocument {
                pairing: pairing.id.clone(),
                matched: Some(matched.clone()),
                ..ticket.clone()
            };
            effects.extend(write(queue, &told, now + TOLD_FOR));
        }
        let guards = vec![version(&pairing_key(&pairing.id), seen)];
        let done = self.apply(queue, Commit { guards, effects }).await?;
        if done {
            metrics::pairing(queue, pairing, "created");
        }
        Ok(done)
    }

    /// Calls a pairing off: those who are to `stay` are back in their place in the queue, the others
    /// are out of it and told so. `false` if the pairing was settled meanwhile.
    pub(crate) async fn call_off(
        &self,
        queue: &Queue,
        seen: u64,
        pairing: &PairingDocument,
        stay: &[TicketDocument],
        leave: &[TicketDocument],
    ) -> Result<bool, Error> {
        let now = Timestamp(pairing.settled_ms);
        let mut effects = settled(pairing, now);
        for ticket in stay {
            let key = ticket_key(queue, &ticket.player);
            effects.push(put(&key, ticket, None));
            effects.push(Effect::Add {
                index: index(queue),
                member: ticket.player.clone(),
                score: (now + self.lapse_after).0,
            });
        }
        for ticket in leave {
            let cancelled = TicketDocument {
                cancelled: true,
                ..ticket.clone()
            };
            effects.extend(write(queue, &cancelled, now + TOLD_FOR));
        }
        effects.push(next_cycle(queue, now));
        let guards = vec![version(&pairing_key(&pairing.id), seen)];
        let done = self.apply(queue, Commit { guards, effects }).await?;
        if done {
            let refused = pairing.state() == PairingState::Refused;
            let came_to = if refused { "refused" } else { "called_off" };
            metrics::pairing(queue, pairing, came_to);
        }
        Ok(done)
    }

    /// Renews tickets of players who are there, those that are still in the queue.
    pub(crate) async fn renew(&self, queue: &Queue, mut players: Vec<String>) -> Result<(), Error> {
        let now = self.now(queue).await?;
        while !players.is_empty() {
            // Guarded: whoever has just left must not be put back.
            let guards = players.iter().map(|player| member(queue, player)).collect();
            let effects = players.iter().map(|player| Effect::Add {
                index: index(queue),
                member: player.clone(),
                score: (now + self.lapse_after).0,
            });
            let commit = Commit {
                guards,
                effects: effects.collect(),
            };
            match self.store.commit(self.partition(queue), commit).await {
                Ok(_) => break,
                Err(Error::NotAMember { member, .. }) => {
                    players.retain(|player| *player != member);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Who is in a queue's index, and until when each is good for.
    pub(crate) async fn members(&self, queue: &Queue) -> Result<HashMap<Arc<str>, i64>, Error> {
        let all = Range::all(Order::Ascending, MOST_WAITING);
        let entries = self
            .store
            .range(self.partition(queue), &index(queue), all)
            .await?;
        Ok(entries
            .into_iter()
            .map(|entry| (entry.member.into(), entry.score))
            .collect())
    }

    /// Reads some players' tickets, and how long others have waited lately.
    pub(crate) async fn read(
        &self,
        queue: &Queue,
        players: &[Arc<str>],
    ) -> Result<(Timestamp, Waits, Vec<Option<(u64, TicketDocument)>>), Error> {
        let keys: Vec<String> = std::iter::once(waits_key(queue))
            .chain(players.iter().map(|player| ticket_key(queue, player)))
            .collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let read = self.store.read(self.partition(queue), &keys).await?;
        let mut documents = read.documents.into_iter().zip(&keys);
        let waits = match documents.next() {
            Some((Some(document), key)) => decode(key, &document.body)?,
            _ => Waits::default(),
        };
        let tickets = documents
            .map(|(document, key)| {
                let read = |document: store::Document| {
                    Ok::<_, Error>((document.version, decode(key, &document.body)?))
                };
                document.map(read).transpose()
            })
            .collect::<Result<_, _>>()?;
        Ok((read.now, waits, tickets))
    }

    /// Makes the next cycle of a queue due.
    pub(crate) async fn plan_cycle(&self, queue: &Queue, now: Timestamp) -> Result<(), Error> {
        let effects = vec![next_cycle(queue, now)];
        let guards = Vec::new();
        self.store
            .commit(self.partition(queue), Commit { guards, effects })
            .await
            .map(|_| ())
    }

    async fn apply(&self, queue: &Queue, commit: Commit) -> Result<bool, Error> {
        match self.store.commit(self.partition(queue), commit).await {
            Ok(_) => Ok(true),
            Err(Error::Conflict { .. } | Error::NotAMember { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
