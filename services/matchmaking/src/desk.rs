//! Coming to a queue and leaving it.

use std::time::Duration;

use futures::future::try_join_all;
use platform::Fault;
use proto::matchmaking::storage::v1::TicketDocument;
use proto::matchmaking::v1::Match;

use crate::error::Error;
use crate::pairing::Widening;
use crate::queue::Queue;
use crate::room::{Rooms, draw};
use crate::settle::Settler;
use crate::strength::Strengths;
use crate::tickets::Found;
use crate::waiting::{Waiter, Wish};

/// Where players come to.
#[derive(Clone)]
pub(crate) struct Desk {
    pub(crate) settler: Settler,
    pub(crate) strengths: Strengths,
    pub(crate) rooms: Rooms,
    pub(crate) widening: Widening,
}

impl Desk {
    /// Puts a player into a queue, or finds the place or the match that the player has there.
    pub(crate) async fn enqueue(
        &self,
        queue: Queue,
        player: &str,
        offer_bot_after: Option<Duration>,
    ) -> Result<Waiter, Error> {
        let mode = self.settler.games.mode(&queue.mode, queue.rated).await?;
        let tickets = &self.settler.tickets;
        // Followed before it is read, so that nothing falls between the two.
        let news = tickets.follow(&queue, player).await?;
        let ticket = loop {
            let found = tickets.find(&queue, player).await?;
            let ticket = match &found.ticket {
                Some(ticket) if ticket.matched.is_some() => {
                    let game = ticket.matched.as_ref().map_or("", |found| &found.game_id);
                    if self.settler.games.goes_on(game).await? {
                        break ticket.clone();
                    }
                    self.ticket(&queue, player, mode.pool.as_deref(), &found)
                        .await?
                }
                // Its game is being made.
                Some(ticket) if !ticket.pairing.is_empty() && !ticket.cancelled => {
                    break ticket.clone();
                }
                Some(ticket) if !ticket.cancelled => ticket.clone(),
                _ => {
                    self.ticket(&queue, player, mode.pool.as_deref(), &found)
                        .await?
                }
            };
            if tickets.wait(&queue, &found, &ticket).await? {
                break ticket;
            }
        };
        let seat = self.rooms.join(&queue, player);
        let wish = Wish {
            queue,
            ticket,
            offer_bot_after,
            widening: self.widening,
        };
        Ok(Waiter::new(tickets.clone(), wish, news, seat))
    }

    /// How many wait in each queue that there is.
    pub(crate) async fn lengths(&self) -> Result<Vec<(Queue, usize)>, Error> {
        let modes = self.settler.games.modes().await?;
        let met_in = modes.iter().filter(|mode| !mode.only_with_bots);
        let queues = met_in.flat_map(|mode| {
            let stakes: &[bool] = if mode.pool.is_none() {
                &[false]
            } else {
                &[true, false]
            };
            stakes.iter().map(|&rated| Queue {
                mode: mode.id.clone(),
                rated,
            })
        });
        try_join_all(queues.map(|queue| async move {
            let length = self.rooms.length(&queue).await?;
            Ok((queue, length))
        }))
        .await
    }

    /// A new ticket.
    async fn ticket(
        &self,
        queue: &Queue,
        player: &str,
        pool: Option<&str>,
        found: &Found,
    ) -> Result<TicketDocument, Error> {
        if queue.rated {
            self.settler.games.refuse_busy(player).await?;
        }
        let (strength, recent) = tokio::join!(
            self.strengths.of(player, queue, pool),
            self.settler.people.joins(player, queue)
        );
        let strength = strength?;
        Ok(TicketDocument {
            player: player.to_owned(),
            rating: strength.rating,
            uncertainty: strength.uncertainty,
            since_ms: found.now.0,
            recent: recent?,
            ..TicketDocument::default()
        })
    }

    /// Takes a player out of a queue, or gives the match that was faster.
    pub(crate) async fn cancel(&self, queue: &Queue, player: &str) -> Result<Option<Match>, Error> {
        let tickets = &self.settler.tickets;
        loop {
            let found = tickets.find(queue, player).await?;
            match &found.ticket {
                None => {
                    // Asked last: a ticket can be taken back while games is away.
                    self.settler.games.known_mode(&queue.mode).await?;
                    return Ok(None);
                }
                Some(ticket) if ticket.cancelled => return Ok(None),
                Some(ticket) if ticket.matched.is_some() => return Ok(ticket.matched.clone()),
                Some(ticket) if ticket.pairing.is_empty() => {
                    if tickets.cancel(queue, &found, ticket).await? {
                        return Ok(None);
                    }
                }
                Some(ticket) => {
                    let partition = tickets.partition(queue);
                    let settled = self.settler.settle(partition, &ticket.pairing).await?;
                    if settled.is_some() {
                        return Ok(settled);
                    }
                }
            }
        }
    }

    /// Gives a player who waits a game against a bot, or the match that was faster.
    pub(crate) async fn accept_bot(&self, queue: &Queue, player: &str) -> Result<Match, Error> {
        let tickets = &self.settler.tickets;
        loop {
            let found = tickets.find(queue, player).await?;
            let pairing = match found.ticket {
                Some(ticket) if !ticket.cancelled => {
                    if let Some(matched) = ticket.matched {
                        return Ok(matched);
                    }
                    if ticket.pairing.is_empty() {
                        let pairing = draw(queue, found.now, player, "");
                        let taken = [(found.version, ticket)];
                        if !tickets.pair(queue, &taken, &pairing, None).await? {
                            continue;
                        }
                        pairing.id
                    } else {
                        ticket.pairing
                    }
                }
                _ => {
                    self.settler.games.known_mode(&queue.mode).await?;
                    let message = "you do not wait in this queue: Enqueue first";
                    return Err(Fault::refused("NOT_WAITING", message).into());
                }
            };
            let partition = tickets.partition(queue);
            if let Some(matched) = self.settler.settle(partition, &pairing).await? {
                return Ok(matched);
            }
        }
    }
}
