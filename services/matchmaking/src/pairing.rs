//! Who plays whom: a pure function of those who wait and the time.
//!
//! Whoever has waited longest chooses first, and gets the nearest rating that is near enough. How
//! near is near enough widens with waiting until anybody will do; of two who could meet, the wider
//! window counts. Nobody gets the same opponent a third time in a row while either of the two could
//! have another. So of those who are left over, no two could have met.

use std::sync::Arc;
use std::time::Duration;

use store::Timestamp;

/// How far apart two may be who have only just come, in rating points.
const FIRST_WINDOW: u32 = 100;

/// So often in a row may two meet while others wait.
pub const IN_A_ROW: usize = 2;

/// Somebody who waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// Who.
    pub player: Arc<str>,
    /// The rating in the queue's pool.
    pub rating: i32,
    /// How far the rating may be off: the window is so much wider.
    pub uncertainty: u32,
    /// Since when.
    pub since: Timestamp,
    /// The last opponents, the latest first.
    pub recent: Vec<Arc<str>>,
}

/// How windows widen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widening {
    /// Who has waited so long plays anybody.
    pub anybody_after: Duration,
}

impl Default for Widening {
    fn default() -> Self {
        Self {
            anybody_after: Duration::from_secs(120),
        }
    }
}

impl Widening {
    /// How far an opponent's rating may be away after so much waiting: slowly wider at first, then
    /// faster, and without bound in the end (`u32::MAX`).
    #[must_use]
    pub fn window(self, waited: Duration) -> u32 {
        if waited >= self.anybody_after {
            return u32::MAX;
        }
        let part = waited.as_secs_f64() / self.anybody_after.as_secs_f64();
        // By default 5 points a second and a quarter of the seconds' square: 175 after ten seconds,
        // 475 after thirty, 1,300 after a minute.
        FIRST_WINDOW + (600.0 * part + 3600.0 * part * part) as u32
    }

    /// The window of a ticket.
    #[must_use]
    pub fn of(self, ticket: &Ticket, now: Timestamp) -> u32 {
        self.window(now.since(ticket.since))
            .saturating_add(ticket.uncertainty)
    }
}

/// Pairs those who wait; each pair is two places in `tickets`, the one who chose first.
#[must_use]
pub fn pair(tickets: &[Ticket], now: Timestamp, widening: Widening) -> Vec<(usize, usize)> {
    let mut room = Room::new(tickets, now, widening);
    let mut by_arrival: Vec<usize> = (0..tickets.len()).collect();
    by_arrival.sort_by_key(|&place| (tickets[place].since, &tickets[place].player));
    let mut pairs = Vec::with_capacity(tickets.len() / 2);
    for place in by_arrival {
        if !room.free[place] {
            continue;
        }
        if let Some(opponent) = room.choose(place) {
            room.free[place] = false;
            room.free[opponent] = false;
            pairs.push((place, opponent));
        }
    }
    pairs
}

struct Room<'a> {
    tickets: &'a [Ticket],
    windows: Vec<u32>,
    widest: u32,
    /// Places by rating, and where each place is among them.
    by_rating: Vec<usize>,
    rank: Vec<usize>,
    free: Vec<bool>,
}

impl<'a> Room<'a> {
    fn new(tickets: &'a [Ticket], now: Timestamp, widening: Widening) -> Self {
        let windows: Vec<u32> = tickets
            .iter()
            .map(|ticket| widening.of(ticket, now))
            .collect();
        let mut by_rating: Vec<usize> = (0..tickets.len()).collect();
        by_rating.sort_by_key(|&place| tickets[place].rating);
        let mut rank = vec![0; tickets.len()];
        for (at, &place) in by_rating.iter().enumerate() {
            rank[place] = at;
        }
        Self {
            tickets,
            widest: windows.iter().copied().max().unwrap_or(0),
            windows,
            by_rating,
            rank,
            free: vec![true; tickets.len()],
        }
    }

    /// The opponent for one who chooses.
    fn choose(&self, chooser: usize) -> Option<usize> {
        if let Some(fresh) = self.nearest(chooser, |other| !self.too_often(chooser, other)) {
            return Some(fresh);
        }
        // Only old acquaintances are left. One who could meet somebody else is left to do so.
        self.nearest(chooser, |other| {
            self.nearest(other, |third| !self.too_often(other, third))
                .is_none()
        })
    }

    /// The nearest by rating of those who are free, near enough and allowed; of several that are
    /// equally near, the one who has waited longest.
    fn nearest(&self, chooser: usize, allowed: impl Fn(usize) -> bool) -> Option<usize> {
        let start = self.rank[chooser];
        let mut below = self.by_rating[..start].iter().rev().copied().peekable();
        let mut above = self.by_rating[start + 1..].iter().copied().peekable();
        let mut best: Option<(u32, usize)> = None;
        loop {
            let apart = |place: Option<&usize>| {
                place.map_or(u32::MAX, |&place| self.distance(chooser, place))
            };
            let (down, up) = (apart(below.peek()), apart(above.peek()));
            let next = if down <= up {
                below.next().or_else(|| above.next())
            } else {
                above.next()
            };
            let distance = down.min(up);
            // From here on everybody is farther away.
            if distance > self.widest || best.is_some_and(|(found, _)| distance > found) {
                break;
            }
            let Some(other) = next else {
                break;
            };
            let near = distance <= self.windows[chooser].max(self.windows[other]);
            if near && self.free[other] && self.differ(chooser, other) && allowed(other) {
                let longer = best.is_none_or(|(_, found)| self.before(other, found));
                if longer {
                    best = Some((distance, other));
                }
            }
        }
        best.map(|(_, place)| place)
    }

    fn distance(&self, a: usize, b: usize) -> u32 {
        self.tickets[a].rating.abs_diff(self.tickets[b].rating)
    }

    fn before(&self, a: usize, b: usize) -> bool {
        let key = |place: usize| (self.tickets[place].since, &self.tickets[place].player);
        key(a) < key(b)
    }

    fn differ(&self, a: usize, b: usize) -> bool {
        self.tickets[a].player != self.tickets[b].player
    }

    /// Whether the two have just met so often that it should be somebody else's turn.
    fn too_often(&self, a: usize, b: usize) -> bool {
        let only = |ticket: &Ticket, other: &Ticket| {
            ticket.recent.len() >= IN_A_ROW
                && ticket.recent[..IN_A_ROW]
                    .iter()
                    .all(|opponent| *opponent == other.player)
        };
        let (a, b) = (&self.tickets[a], &self.tickets[b]);
        only(a, b) || only(b, a)
    }
}
