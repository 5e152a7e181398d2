//! An evening of one queue in simulated time: players come at random, play for some minutes and
//! come again. Pairing goes on at each arrival and once a second, as the service does it.

use std::collections::HashMap;
use std::sync::Arc;

use matchmaking::pairing::{IN_A_ROW, Ticket, Widening, pair};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use store::Timestamp;

/// Players who come and go; few, so that they meet again.
const PLAYERS: usize = 400;

/// How the evening went.
pub(crate) struct Evening {
    pub(crate) waits_ms: Vec<i64>,
    pub(crate) distances: Vec<i64>,
    /// Pairs who met for the third time in a row.
    pub(crate) third_times: usize,
    /// Those who were still waiting in the end.
    pub(crate) left: usize,
    pub(crate) hours: f64,
}

impl Evening {
    /// Lets so many tickets come, so many a minute on average.
    pub(crate) fn play(tickets: usize, a_minute: f64, seed: u64) -> Self {
        let mut chance = StdRng::seed_from_u64(seed);
        let ratings: Vec<i32> = (0..PLAYERS).map(|_| rating(&mut chance)).collect();
        let mut recent = HashMap::<Arc<str>, Vec<Arc<str>>>::new();
        let mut waiting = Vec::<Ticket>::new();
        let mut evening = Self {
            waits_ms: Vec::new(),
            distances: Vec::new(),
            third_times: 0,
            left: 0,
            hours: 0.0,
        };
        let (mut now, mut came) = (0_i64, 0);
        let mut next = pause(&mut chance, a_minute);
        // Until all have come, then until nobody has to wait any more.
        while came < tickets || (waiting.len() > 1 && now < next + 3_600_000) {
            let cycle = (now / 1000 + 1) * 1000;
            now = if came < tickets {
                cycle.min(next)
            } else {
                cycle
            };
            if came < tickets && now == next {
                let number = chance.random_range(..PLAYERS);
                let player: Arc<str> = format!("p{number}").into();
                came += 1;
                next = now + pause(&mut chance, a_minute);
                if waiting.iter().all(|ticket| ticket.player != player) {
                    waiting.push(Ticket {
                        recent: recent.get(&player).cloned().unwrap_or_default(),
                        player,
                        rating: ratings[number],
                        uncertainty: 0,
                        since: Timestamp(now),
                    });
                }
            }
            evening.pair(&mut waiting, &mut recent, now);
        }
        evening.left = waiting.len();
        evening.hours = now as f64 / 3_600_000.0;
        evening
    }

    fn pair(
        &mut self,
        waiting: &mut Vec<Ticket>,
        recent: &mut HashMap<Arc<str>, Vec<Arc<str>>>,
        now: i64,
    ) {
        let pairs = pair(waiting, Timestamp(now), Widening::default());
        let mut gone = Vec::new();
        for (a, b) in pairs {
            let (one, other) = (&waiting[a], &waiting[b]);
            self.waits_ms
                .extend([one, other].map(|ticket| now - ticket.since.0));
            self.distances
                .push(i64::from(one.rating.abs_diff(other.rating)));
            let met = |ticket: &Ticket, opponent: &Ticket| {
                ticket.recent.len() == IN_A_ROW
                    && ticket.recent.iter().all(|who| *who == opponent.player)
            };
            self.third_times += usize::from(met(one, other) || met(other, one));
            for (player, opponent) in [(one, other), (other, one)] {
                let met = recent.entry(Arc::clone(&player.player)).or_default();
                met.insert(0, Arc::clone(&opponent.player));
                met.truncate(IN_A_ROW);
            }
            gone.extend([a, b]);
        }
        gone.sort_unstable();
        for place in gone.into_iter().rev() {
            waiting.swap_remove(place);
        }
    }
}

/// About 1500 ± 300: a sum of chances is as good as a bell.
fn rating(chance: &mut StdRng) -> i32 {
    let sum: f64 = (0..12).map(|_| chance.random::<f64>()).sum();
    (1500.0 + 300.0 * (sum - 6.0)) as i32
}

/// Until the next arrival, in milliseconds.
fn pause(chance: &mut StdRng, a_minute: f64) -> i64 {
    let part: f64 = chance.random();
    ((-(1.0 - part).ln()) * 60_000.0 / a_minute) as i64 + 1
}

/// The value below which a part of the sorted values lies.
pub(crate) fn percentile(sorted: &[i64], part: f64) -> i64 {
    let last = sorted.len().saturating_sub(1);
    let place = (part * last as f64).round() as usize;
    sorted.get(place).copied().unwrap_or(0)
}
