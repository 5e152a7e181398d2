//! The queues as one replica sees them. For each queue it keeps who waits, so that only new tickets
//! are read; it pairs as soon as somebody arrives, and renews the tickets of those whose streams it
//! holds. Other replicas do the same with the same queues: every pairing is checked when it is
//! committed, so the worst that two can do to each other is to look again.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::{StreamExt as _, stream};
use proto::matchmaking::storage::v1::PairingDocument;
use store::Timestamp;
use telemetry::Trace;
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::Times;
use crate::error::Error;
use crate::games::Games;
use crate::pairing::{self, Ticket, Widening};
use crate::queue::Queue;
use crate::settle::Settler;
use crate::tickets::Tickets;
use crate::view::{Known, View};
use crate::waits::{estimate, remember};

/// How old what is told of a queue may be.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How often a pass looks again because another replica was faster. The next pass comes anyway.
const ROUNDS: usize = 5;

/// Pairs that are committed at a time.
const AT_ONCE: usize = 64;

/// Tickets renewed in one commit.
const RENEWED_AT_ONCE: usize = 500;

/// After this a pass that failed is tried again.
const RETRY_AFTER: Duration = Duration::from_millis(200);

/// All queues.
#[derive(Clone)]
pub(crate) struct Rooms(Arc<Shared>);

struct Shared {
    tickets: Tickets,
    games: Games,
    widening: Widening,
    beat: Duration,
    shutdown: CancellationToken,
    rooms: Mutex<HashMap<Queue, Arc<Room>>>,
}

/// One queue.
pub(crate) struct Room {
    queue: Queue,
    /// Those whose streams are held here, and how many each has.
    present: Mutex<HashMap<String, usize>>,
    arrivals: Notify,
    /// Those who have come since the view was last refreshed: with new tickets, as far as it knows.
    arrived: Mutex<Vec<String>>,
    /// The span of the last arrival, if it is kept: the pairing goes on with its trace.
    origin: Mutex<Option<String>>,
    view: tokio::sync::Mutex<View>,
    snapshot: watch::Sender<Arc<Snapshot>>,
}

/// Who waited at a moment.
#[derive(Debug)]
pub(crate) struct Snapshot {
    /// In order of arrival.
    places: Vec<(i64, Arc<str>)>,
    pub(crate) estimate_ms: Option<i64>,
    now: Timestamp,
    taken: Instant,
}

impl Snapshot {
    fn new(view: &View) -> Self {
        let mut places: Vec<_> = view
            .here()
            .map(|known| (known.ticket.since.0, Arc::clone(&known.ticket.player)))
            .collect();
        places.sort_unstable();
        Self {
            places,
            estimate_ms: estimate(&view.waits),
            now: view.now,
            taken: Instant::now(),
        }
    }

    /// The place of a player who waits since a time, from 1.
    pub(crate) fn position(&self, since: i64, player: &str) -> Option<usize> {
        let place = |(at, who): &(i64, Arc<str>)| (*at, &**who).cmp(&(since, player));
        self.places
            .binary_search_by(place)
            .ok()
            .map(|found| found + 1)
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether the queue was read at all.
    pub(crate) fn is_of_the_store(&self) -> bool {
        self.now.0 != 0
    }

    /// The store's time now, as far as it can be told without asking.
    pub(crate) fn now(&self) -> Timestamp {
        self.now + self.taken.elapsed()
    }
}

/// A stream's presence: as long as it is held, the player's ticket is renewed.
pub(crate) struct Seat {
    room: Arc<Room>,
    player: String,
}

impl Seat {
    /// What is told of the queue.
    pub(crate) fn snapshots(&self) -> watch::Receiver<Arc<Snapshot>> {
        self.room.snapshot.subscribe()
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut present = self.room.present();
        if let Some(streams) = present.get_mut(&self.player) {
            *streams -= 1;
            if *streams == 0 {
                present.remove(&self.player);
            }
        }
    }
}

impl Room {
    fn present(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn arrived(&self) -> MutexGuard<'_, Vec<String>> {
        self.arrived.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn origin(&self) -> MutexGuard<'_, Option<String>> {
        self.origin.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks who waits now.
    async fn refresh(&self, view: &mut View, tickets: &Tickets) -> Result<(), Error> {
        for player in std::mem::take(&mut *self.arrived()) {
            view.forget(&player);
        }
        view.refresh(tickets, &self.queue).await
    }
}

impl Rooms {
    pub(crate) fn new(settler: Settler, times: Times, shutdown: CancellationToken) -> Self {
        let Settler { tickets, games, .. } = settler;
        Self(Arc::new(Shared {
            tickets,
            games,
            widening: times.widening,
            beat: times.beat,
            shutdown,
            rooms: Mutex::default(),
        }))
    }

    /// A player who has a ticket is there; who waits is paired at once, if possible.
    pub(crate) fn join(&self, queue: &Queue, player: &str) -> Seat {
        let room = self.room(queue);
        *room.present().entry(player.to_owned()).or_default() += 1;
        room.arrived().push(player.to_owned());
        if let Some(origin) = Trace::origin() {
            *room.origin() = Some(origin);
        }
        room.arrivals.notify_one();
        Seat {
            room,
            player: player.to_owned(),
        }
    }

    /// How many wait in a queue, as of a second ago at most.
    pub(crate) async fn length(&self, queue: &Queue) -> Result<usize, Error> {
        let room = self.room(queue);
        let old = {
            let snapshot = room.snapshot.borrow();
            !snapshot.is_of_the_store() || snapshot.taken.elapsed() > LOOK_EVERY
        };
        if old {
            self.look(&room).await?;
        }
        let length = room.snapshot.borrow().len();
        Ok(length)
    }

    /// Goes through a queue: pairs who can be paired by now and lets go of tickets that have lapsed.
    /// Says whether anybody is left.
    pub(crate) async fn cycle(&self, queue: &Queue) -> Result<bool, Error> {
        let room = self.room(queue);
        self.pair_up(&room).await?;
        let mut view = room.view.lock().await;
        for (player, version) in view.lapsed() {
            let now = view.now;
            self.0.tickets.lapse(queue, &player, version, now).await?;
            view.forget(&player);
        }
        Ok(!view.is_empty())
    }

    fn room(&self, queue: &Queue) -> Arc<Room> {
        let mut rooms = self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(room) = rooms.get(queue) {
            return Arc::clone(room);
        }
        let room = Arc::new(Room {
            queue: queue.clone(),
            present: Mutex::default(),
            arrivals: Notify::new(),
            arrived: Mutex::default(),
            origin: Mutex::default(),
            view: tokio::sync::Mutex::default(),
            snapshot: watch::Sender::new(Arc::new(Snapshot::new(&View::default()))),
        });
        rooms.insert(queue.clone(), Arc::clone(&room));
        let shutdown = self.0.shutdown.clone();
        let keeping = self.clone().keep(Arc::clone(&room));
        tokio::spawn(shutdown.run_until_cancelled_owned(keeping));
        room
    }

    /// Keeps a room: for as long as the process lives, since there are few.
    async fn keep(self, room: Arc<Room>) {
        let mut look = interval(LOOK_EVERY);
        let mut beat = interval(self.0.beat);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            if room.present().is_empty() {
                room.arrivals.notified().await;
                room.arrivals.notify_one();
            }
            let done = tokio::select! {
                () = room.arrivals.notified() => self.pair_arrivals(&room).await,
                _ = beat.tick() => self.renew(&room).await,
                _ = look.tick() => self.look(&room).await,
            };
            if let Err(error) = done {
                tracing::warn!(%error, queue = %room.queue, "the queue waits");
                tokio::time::sleep(RETRY_AFTER).await;
                room.arrivals.notify_one();
            }
        }
    }

    async fn look(&self, room: &Room) -> Result<(), Error> {
        let mut view = room.view.lock().await;
        room.refresh(&mut view, &self.0.tickets).await?;
        room.snapshot.send_replace(Arc::new(Snapshot::new(&view)));
        Ok(())
    }

    async fn renew(&self, room: &Room) -> Result<(), Error> {
        let present: Vec<String> = room.present().keys().cloned().collect();
        let view = room.view.lock().await;
        // Those who have just come are not known yet, and have time.
        let players: Vec<String> = present
            .into_iter()
            .filter(|player| view.knows(player))
            .collect();
        drop(view);
        for some in players.chunks(RENEWED_AT_ONCE) {
            self.0.tickets.renew(&room.queue, some.to_vec()).await?;
        }
        Ok(())
    }

    /// Pairs those who have come, in the trace of the last of them.
    async fn pair_arrivals(&self, room: &Room) -> Result<(), Error> {
        let origin = room.origin().take();
        let Some(trace) = origin.as_deref().and_then(Trace::continued) else {
            return self.pair_up(room).await;
        };
        let queue = &room.queue;
        let (mode, rated) = (&*queue.mode, queue.rated);
        let span = || tracing::info_span!("pair up", shashki.mode = mode, shashki.rated = rated);
        trace
            .scope(trace.open_planned(span), self.pair_up(room))
            .await
    }

    /// Pairs whom it can.
    async fn pair_up(&self, room: &Room) -> Result<(), Error> {
        let mut view = room.view.lock().await;
        for _ in 0..ROUNDS {
            room.refresh(&mut view, &self.0.tickets).await?;
            let pairs = self.pairs(room, &view).await?;
            let all_done = self.commit(room, &mut view, pairs).await;
            room.snapshot.send_replace(Arc::new(Snapshot::new(&view)));
            if all_done? {
                break;
            }
        }
        Ok(())
    }

    /// Who is to play whom. Players who have a rated game going on are passed over in rated queues.
    async fn pairs(&self, room: &Room, view: &View) -> Result<Vec<[Arc<str>; 2]>, Error> {
        let mut tickets: Vec<Ticket> = view.here().map(|known| known.ticket.clone()).collect();
        let mut asked = HashSet::<Arc<str>>::new();
        loop {
            let pairs = pairing::pair(&tickets, view.now, self.0.widening);
            let pairs: Vec<_> = pairs
                .into_iter()
                .map(|(a, b)| [&tickets[a].player, &tickets[b].player].map(Arc::clone))
                .collect();
            let unasked: Vec<String> = pairs
                .iter()
                .flatten()
                .filter(|player| !asked.contains(&***player))
                .map(ToString::to_string)
                .collect();
            if !room.queue.rated || unasked.is_empty() {
                return Ok(pairs);
            }
            let busy = self.0.games.busy(&unasked).await?;
            if busy.is_empty() {
                return Ok(pairs);
            }
            tickets.retain(|ticket| !busy.contains(&*ticket.player));
            asked.extend(unasked.into_iter().map(Arc::from));
        }
    }

    /// Commits pairs; says whether none of them was taken by somebody else.
    async fn commit(
        &self,
        room: &Room,
        view: &mut View,
        pairs: Vec<[Arc<str>; 2]>,
    ) -> Result<bool, Error> {
        let mut waits = view.waits.clone();
        for player in pairs.iter().flatten() {
            if let Some(known) = view.known(player) {
                remember(&mut waits, view.now.since(known.ticket.since));
            }
        }
        let mut waits = Some(waits);
        let commits: Vec<_> = pairs
            .iter()
            .filter_map(|[a, b]| {
                let tickets = [a, b].map(|player| view.known(player).map(Known::at_rest));
                let [Some(a), Some(b)] = tickets else {
                    return None;
                };
                Some((
                    draw(&room.queue, view.now, &a.1.player, &b.1.player),
                    [a, b],
                ))
            })
            .map(|(pairing, tickets)| {
                let waits = waits.take();
                async move {
                    let waits = waits.as_ref();
                    self.0
                        .tickets
                        .pair(&room.queue, &tickets, &pairing, waits)
                        .await
                }
            })
            .collect();
        let done: Vec<_> = stream::iter(commits)
            .buffer_unordered(AT_ONCE)
            .collect()
            .await;
        // Paired here or changed by somebody else: what is known of them is out of date.
        for player in pairs.iter().flatten() {
            view.forget(player);
        }
        let mut all = true;
        for done in done {
            all &= done?;
        }
        Ok(all)
    }
}

/// A new pairing, its colours drawn by lot.
pub(crate) fn draw(queue: &Queue, now: Timestamp, a: &str, b: &str) -> PairingDocument {
    let (white, black) = if rand::random() { (a, b) } else { (b, a) };
    PairingDocument {
        id: Uuid::now_v7().simple().to_string(),
        queue: Some(queue.to_document()),
        white: white.to_owned(),
        black: black.to_owned(),
        paired_ms: now.0,
        ..PairingDocument::default()
    }
}
