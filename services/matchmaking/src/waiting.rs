//! The stream of one who waits: where the player stands, the offer of a bot, the match.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures::StreamExt as _;
use platform::Fault;
use prost::Message as _;
use proto::matchmaking::storage::v1::TicketDocument;
use proto::matchmaking::v1::enqueue_response::Update;
use proto::matchmaking::v1::{BotOffered, Cancelled, Waiting};
use store::{Subscription, Timestamp};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};

use crate::error::Error;
use crate::games::LEVEL;
use crate::pairing::Widening;
use crate::queue::Queue;
use crate::room::{Seat, Snapshot};
use crate::telling::Teller;
use crate::tickets::Tickets;
use crate::wire::timestamp;

/// How often a player is told anew where they stand, if it has changed.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How often in any case.
const TELL_EVERY: Duration = Duration::from_secs(5);

/// How long a store may be away before the stream ends; whoever comes back has kept the place.
const OUTAGE: Duration = Duration::from_secs(10);

/// What a player has asked for.
pub(crate) struct Wish {
    pub(crate) queue: Queue,
    pub(crate) ticket: TicketDocument,
    pub(crate) offer_bot_after: Option<Duration>,
    pub(crate) widening: Widening,
}

/// One who waits.
pub(crate) struct Waiter {
    tickets: Tickets,
    wish: Wish,
    news: Subscription,
    seat: Seat,
    snapshots: watch::Receiver<Arc<Snapshot>>,
    told: Option<(Instant, Waiting)>,
    look_at: Instant,
    store_away: Option<Instant>,
    over: bool,
}

impl Waiter {
    pub(crate) fn new(tickets: Tickets, wish: Wish, news: Subscription, seat: Seat) -> Self {
        let snapshots = seat.snapshots();
        Self {
            tickets,
            wish,
            news,
            seat,
            snapshots,
            told: None,
            look_at: Instant::now() + LOOK_EVERY,
            store_away: None,
            over: false,
        }
    }

    async fn hear(&mut self, message: Option<Bytes>) -> Result<Option<Update>, Error> {
        if let Some(message) = message {
            return match TicketDocument::decode(message) {
                Ok(ticket) if ticket.matched.is_some() => Ok(self.outcome(&ticket)),
                // It may be about the ticket before this one.
                _ => self.read_again().await,
            };
        }
        // Messages may have been lost.
        match self
            .tickets
            .follow(&self.wish.queue, &self.wish.ticket.player)
            .await
        {
            Ok(news) => {
                self.news = news;
                self.read_again().await
            }
            Err(error) => self.bear(error).await,
        }
    }

    /// Says where the player stands, if there is reason to. One who is not found is looked for in
    /// the store, unless the pass may only have been too early.
    async fn look(&mut self, in_time: bool) -> Result<Option<Update>, Error> {
        let now = Instant::now();
        let snapshot = Arc::clone(&self.snapshots.borrow_and_update());
        let ticket = &self.wish.ticket;
        let Some(position) = snapshot.position(ticket.since_ms, &ticket.player) else {
            if !in_time {
                return Ok(None);
            }
            self.look_at = now + LOOK_EVERY;
            return self.read_again().await;
        };
        self.look_at = now + LOOK_EVERY;
        let waited = snapshot.now().since(Timestamp(ticket.since_ms));
        let window = self.wish.widening.window(waited);
        let window = window.saturating_add(ticket.uncertainty);
        let waiting = Waiting {
            position: u32::try_from(position).unwrap_or(u32::MAX),
            length: u32::try_from(snapshot.len()).unwrap_or(u32::MAX),
            estimated_wait_ms: snapshot.estimate_ms,
            since: Some(timestamp(ticket.since_ms)),
            // The widest window has no bound.
            window: (window < u32::MAX).then_some(window),
        };
        let place = |waiting: &Waiting| {
            let Waiting {
                position, length, ..
            } = waiting;
            (*position, *length, waiting.estimated_wait_ms)
        };
        if let Some((at, told)) = &self.told
            && at.elapsed() < TELL_EVERY
            && place(told) == place(&waiting)
        {
            return Ok(None);
        }
        self.told = Some((now, waiting));
        Ok(Some(Update::Waiting(waiting)))
    }

    /// Reads the ticket: its news may have been lost.
    async fn read_again(&mut self) -> Result<Option<Update>, Error> {
        let found = self
            .tickets
            .find(&self.wish.queue, &self.wish.ticket.player)
            .await;
        match found {
            Ok(found) => {
                self.store_away = None;
                let Some(ticket) = found.ticket else {
                    let message = "your ticket has lapsed: enqueue again";
                    return Err(Fault::unavailable("TICKET_LAPSED", message).into());
                };
                let update = self.outcome(&ticket);
                self.wish.ticket = ticket;
                Ok(update)
            }
            Err(error) => self.bear(error).await,
        }
    }

    /// Bears with a store that is away, for a while.
    async fn bear(&mut self, error: store::Error) -> Result<Option<Update>, Error> {
        let since = *self.store_away.get_or_insert_with(Instant::now);
        if since.elapsed() > OUTAGE {
            return Err(error.into());
        }
        sleep(LOOK_EVERY / 2).await;
        Ok(None)
    }

    /// What has become of a ticket, if it is out of the queue for good.
    fn outcome(&mut self, ticket: &TicketDocument) -> Option<Update> {
        let update = if let Some(matched) = &ticket.matched {
            Update::Matched(matched.clone())
        } else if ticket.cancelled {
            Update::Cancelled(Cancelled {})
        } else {
            return None;
        };
        self.over = true;
        Some(update)
    }
}

impl Teller for Waiter {
    type Update = Update;

    async fn next(&mut self) -> Result<Option<Update>, Error> {
        if self.over {
            return Ok(None);
        }
        if let Some(update) = self.outcome(&self.wish.ticket.clone()) {
            return Ok(Some(update));
        }
        loop {
            let look = async {
                // The pass that follows every arrival tells where everybody stands; later once a
                // second is enough.
                if self.told.is_none() {
                    tokio::select! {
                        changed = self.snapshots.changed() => changed.is_err(),
                        () = sleep_until(self.look_at) => true,
                    }
                } else {
                    sleep_until(self.look_at).await;
                    true
                }
            };
            let offer = offer_due(&self.wish, &self.seat);
            let update = tokio::select! {
                biased;
                message = self.news.next() => self.hear(message).await?,
                () = offer => {
                    self.wish.offer_bot_after = None;
                    Some(Update::BotOffered(BotOffered { level: LEVEL.into() }))
                }
                in_time = look => self.look(in_time).await?,
            };
            if update.is_some() {
                return Ok(update);
            }
        }
    }
}

/// Returns when a bot is to be offered: counted from the arrival, also for one who comes back.
async fn offer_due(wish: &Wish, seat: &Seat) {
    let Some(after) = wish.offer_bot_after else {
        return std::future::pending().await;
    };
    let mut snapshots = seat.snapshots();
    let waited = loop {
        let snapshot = Arc::clone(&snapshots.borrow_and_update());
        if snapshot.is_of_the_store() {
            break snapshot.now().since(Timestamp(wish.ticket.since_ms));
        }
        if snapshots.changed().await.is_err() {
            return std::future::pending().await;
        }
    };
    sleep(after.saturating_sub(waited)).await;
}
