//! From a pairing to its game. Whoever does it, the job or a call that waits for the match, and
//! however often: there is one game, and both players are told once it is there.
//!
//! A player who waits in two queues may be taken out of both at the same time. So a pairing engages
//! its players before its game is created; one that finds a player engaged is called off, and nobody
//! has been told of it: that player is out of this queue, the other one is back in the old place.

use proto::matchmaking::storage::v1::{PairingDocument, PairingState, TicketDocument};
use proto::matchmaking::v1::Match;
use store::{Partition, Timestamp};

use crate::error::Error;
use crate::games::{Created, Games};
use crate::people::{Engaged, Engagement, People};
use crate::queue::Queue;
use crate::tickets::{Tickets, waits};

/// Makes games of pairings.
#[derive(Clone)]
pub(crate) struct Settler {
    pub(crate) tickets: Tickets,
    pub(crate) people: People,
    pub(crate) games: Games,
}

impl Settler {
    /// Brings a pairing to its end: the match, or `None` if it was called off or is not there.
    pub(crate) async fn settle(
        &self,
        partition: &Partition,
        id: &str,
    ) -> Result<Option<Match>, Error> {
        while let Some((version, mut pairing)) = self.tickets.pairing(partition, id).await? {
            match pairing.state() {
                PairingState::Created => return Ok(Some(matched(&pairing))),
                PairingState::CalledOff => return Ok(None),
                PairingState::Unspecified => {}
            }
            let Some(queue) = pairing.queue.clone().map(Queue::from_wire) else {
                return Ok(None);
            };
            let mut elsewhere = Vec::new();
            let mut other_queues = Vec::new();
            for player in players(&pairing) {
                match self.engage(&pairing, &queue, player).await? {
                    Some(queues) => other_queues.push((player.to_owned(), queues)),
                    None => elsewhere.push(player.to_owned()),
                }
            }
            if elsewhere.is_empty() {
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
                        elsewhere = players(&pairing).map(str::to_owned).collect();
                    }
                }
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
            pairing.set_state(PairingState::Created);
            let tickets: Vec<_> = players(&pairing)
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
                return Ok(Some(matched(&pairing)));
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

    /// Engages a player; gives the other queues the player may wait in, or `None` if another pairing
    /// was first.
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
                    if !self.is_over(&other, Timestamp(pairing.paired_ms)).await? {
                        return Ok(None);
                    }
                    over = Some(other);
                }
            }
        }
    }

    /// Whether another pairing keeps a player no longer from one that was made at a time: it came to
    /// nothing, or its game was there, and the player's other tickets gone, before.
    async fn is_over(&self, other: &Engagement, paired_at: Timestamp) -> Result<bool, Error> {
        let partition = self.tickets.partition(&other.queue);
        let found = self.tickets.pairing(partition, &other.pairing).await?;
        Ok(found.is_none_or(|(_, other)| match other.state() {
            PairingState::Unspecified => false,
            PairingState::CalledOff => true,
            PairingState::Created => other.settled_ms <= paired_at.0,
        }))
    }

    async fn call_off(
        &self,
        queue: &Queue,
        version: u64,
        mut pairing: PairingDocument,
        leaving: &[String],
    ) -> Result<(), Error> {
        pairing.set_state(PairingState::CalledOff);
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

/// The people of a pairing: two, or one if the other is a bot.
fn players(pairing: &PairingDocument) -> impl Iterator<Item = &str> {
    let both = [pairing.white.as_str(), pairing.black.as_str()];
    both.into_iter().filter(|player| !player.is_empty())
}

fn matched(pairing: &PairingDocument) -> Match {
    Match {
        game_id: pairing.game_id.clone(),
        white: pairing.white.clone(),
        black: pairing.black.clone(),
    }
}
