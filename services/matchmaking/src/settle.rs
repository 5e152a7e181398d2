//! From a pairing to its game. Whoever does it, the job or a call that waits for the match, and
//! however often: there is one game, and both players are told once it is there.
//!
//! A player who waits in two queues, or accepts an invite meanwhile, may be paired twice at the same
//! time. So a pairing engages its players before its game is created. Of two that want the same
//! player the younger gives way: it is called off, and nobody has been told of it; that player is out
//! of its queue, the other one is back in the old place. The older one waits until the younger has
//! come to its end, so never both are called off.

use proto::matchmaking::storage::v1::{PairingDocument, PairingState, TicketDocument};
use proto::matchmaking::v1::Match;
use store::Partition;

use crate::error::Error;
use crate::games::{Created, Games};
use crate::people::{Engaged, Engagement, People};
use crate::queue::Queue;
use crate::tickets::{Tickets, waits};
use crate::wire::matched;

/// Makes games of pairings.
#[derive(Clone)]
pub(crate) struct Settler {
    pub(crate) tickets: Tickets,
    pub(crate) people: People,
    pub(crate) games: Games,
}

impl Settler {
    /// Brings a pairing to its end: the match, or `None` if there is none or the pairing is not there.
    pub(crate) async fn settle(
        &self,
        partition: &Partition,
        id: &str,
    ) -> Result<Option<Match>, Error> {
        let end = self.end(partition, id).await?;
        let created = end.filter(|pairing| pairing.state() == PairingState::Created);
        Ok(created.as_ref().map(matched))
    }

    /// Brings two who have agreed to play to the end of their pairing, which is written if it is not
    /// there.
    pub(crate) async fn settle_invited(
        &self,
        queue: &Queue,
        pairing: &PairingDocument,
    ) -> Result<Option<PairingDocument>, Error> {
        self.tickets.agree(queue, pairing).await?;
        self.end(self.tickets.partition(queue), &pairing.id).await
    }

    /// Brings a pairing to its end.
    async fn end(&self, partition: &Partition, id: &str) -> Result<Option<PairingDocument>, Error> {
        while let Some((version, mut pairing)) = self.tickets.pairing(partition, id).await? {
            if pairing.state() != PairingState::Unspecified {
                return Ok(Some(pairing));
            }
            let Some(queue) = pairing.queue.clone().map(Queue::from_document) else {
                return Ok(None);
            };
            let mut elsewhere = Vec::new();
            let mut other_queues = Vec::new();
            for player in players(&pairing) {
                match self.engage(&pairing, &queue, player).await? {
                    Some(mut queues) => {
                        // In its own queue a pairing has the player's ticket already.
                        queues.retain(|other| pairing.invited || *other != queue);
                        other_queues.push((player.to_owned(), queues));
                    }
                    None => elsewhere.push(player.to_owned()),
                }
            }
            if elsewhere.is_empty() {
                pairing.set_state(PairingState::Created);
                let (white, black) = (&pairing.white, &pairing.black);
                // A game against a bot is never rated.
                let rated = queue.rated && players(&pairing).count() == 2;
                match self
                    .games
                    .create(&queue.mode, rated, white, black, id)
                    .await?
                {
                    Created::Game(game) => pairing.game_id = game,
                    Created::Refused(status) => {
                        let message = status.message();
                        tracing::error!(pairing = id, message, "games refuses it: called off");
                        pairing.set_state(PairingState::Refused);
                        elsewhere = players(&pairing).map(str::to_owned).collect();
                    }
                }
            } else {
                pairing.set_state(PairingState::CalledOff);
            }
            if !elsewhere.is_empty() {
                self.call_off(&queue, version, pairing, &elsewhere).await?;
                continue;
            }
            for (player, queues) in other_queues {
                self.leave(&player, &queues).await?;
            }
            // After all that: what paired a player elsewhere before this was too early.
            pairing.settled_ms = self.tickets.now(&queue).await?.0;
            let waited = players(&pairing).filter(|_| !pairing.invited);
            let tickets: Vec<_> = waited
                .map(|player| TicketDocument {
                    player: player.to_owned(),
                    ..TicketDocument::default()
                })
                .collect();
            if self
                .tickets
                .tell(&queue, version, &pairing, &tickets)
                .await?
            {
                return Ok(Some(pairing));
            }
        }
        Ok(None)
    }

    /// Takes a player's tickets out of some queues.
    pub(crate) async fn leave(&self, player: &str, queues: &[Queue]) -> Result<(), Error> {
        if queues.is_empty() {
            return Ok(());
        }
        for queue in queues {
            loop {
                let found = self.tickets.find(queue, player).await?;
                let Some(ticket) = found.waiting() else {
                    break;
                };
                if self.tickets.cancel(queue, &found, ticket).await? {
                    break;
                }
            }
        }
        Ok(self.people.left(player, queues).await?)
    }

    /// Engages a player; gives the queues the player may wait in, or `None` if another pairing goes
    /// first.
    async fn engage(
        &self,
        pairing: &PairingDocument,
        queue: &Queue,
        player: &str,
    ) -> Result<Option<Vec<Queue>>, Error> {
        let here = Engagement {
            queue: queue.clone(),
            pairing: pairing.id.clone(),
        };
        let opponent = if player == pairing.white {
            &pairing.black
        } else {
            &pairing.white
        };
        let mut over = None;
        loop {
            let engaged = self
                .people
                .engage(player, opponent, &here, over.as_ref())
                .await?;
            match engaged {
                Engaged::Here(queues) => return Ok(Some(queues)),
                Engaged::Elsewhere(other) => {
                    if self.goes_first(&other, pairing).await? {
                        return Ok(None);
                    }
                    over = Some(other);
                }
            }
        }
    }

    /// Whether another pairing keeps its player from one: it is older and still to be settled, or its
    /// game was not there, with the player's other tickets gone, before the one was made.
    async fn goes_first(
        &self,
        other: &Engagement,
        pairing: &PairingDocument,
    ) -> Result<bool, Error> {
        let partition = self.tickets.partition(&other.queue);
        let found = self.tickets.pairing(partition, &other.pairing).await?;
        let mut found = found.map(|(_, other)| other);
        if let Some(other) = &found
            && other.state() == PairingState::Unspecified
        {
            if age(other) < age(pairing) {
                return Ok(true);
            }
            // It gives way, or has all its players already. Only the older ever wait for the younger,
            // so nobody waits in a circle.
            found = Box::pin(self.end(partition, &other.id)).await?;
        }
        Ok(found.is_some_and(|other| {
            other.state() == PairingState::Created && other.settled_ms >= pairing.paired_ms
        }))
    }

    /// Writes that a pairing comes to nothing; some of its players leave the queue.
    async fn call_off(
        &self,
        queue: &Queue,
        version: u64,
        mut pairing: PairingDocument,
        leaving: &[String],
    ) -> Result<(), Error> {
        pairing.settled_ms = self.tickets.now(queue).await?.0;
        let (mut stay, mut leave) = (Vec::new(), Vec::new());
        for player in players(&pairing) {
            let found = self.tickets.find(queue, player).await?;
            let Some(mut ticket) = found.ticket.filter(|ticket| ticket.pairing == pairing.id)
            else {
                continue;
            };
            ticket.pairing.clear();
            debug_assert!(waits(&ticket));
            if leaving.iter().any(|leaving| leaving == player) {
                leave.push(ticket);
            } else {
                stay.push(ticket);
            }
        }
        self.tickets
            .call_off(queue, version, &pairing, &stay, &leave)
            .await?;
        Ok(())
    }
}

/// Pairings in the order in which they were made.
fn age(pairing: &PairingDocument) -> (i64, &str) {
    (pairing.paired_ms, &pairing.id)
}

/// The people of a pairing: two, or one if the other is a bot.
fn players(pairing: &PairingDocument) -> impl Iterator<Item = &str> {
    let both = [pairing.white.as_str(), pairing.black.as_str()];
    both.into_iter().filter(|player| !player.is_empty())
}
