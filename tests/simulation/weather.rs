//! What befalls the links, and when: fixed by a seed before anything runs.

use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use turmoil::Sim;

/// Two hosts.
pub(crate) type Link = (&'static str, &'static str);

/// What can befall a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Messages take up to half a second.
    Slow,
    /// Now and then everything under way is lost.
    Lossy,
    /// Nothing arrives until it ends; then everything does.
    Stalled,
    /// Everything is lost.
    Cut,
    /// Everything from the first host to the second is lost.
    CutOneWay,
    /// The first host is dead, and starts anew when it ends.
    Dead,
}

/// What befalls links by chance.
const KINDS: [Kind; 5] = [
    Kind::Slow,
    Kind::Lossy,
    Kind::Stalled,
    Kind::Cut,
    Kind::CutOneWay,
];

/// Something that befalls a link for a while.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trouble {
    pub(crate) link: Link,
    pub(crate) kind: Kind,
    pub(crate) from: Duration,
    pub(crate) until: Duration,
}

/// Troubles of all kinds on each of the links, one after the other, until a time.
pub(crate) fn bad_weather(seed: u64, links: &[Link], until: Duration) -> Vec<Trouble> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut troubles = Vec::new();
    for link in links {
        let mut from = Duration::ZERO;
        loop {
            from += Duration::from_millis(random.random_range(500..8_000));
            let end = from + Duration::from_millis(random.random_range(100..4_000));
            if end > until {
                break;
            }
            let kind = KINDS[random.random_range(0..KINDS.len())];
            troubles.push(Trouble {
                link: *link,
                kind,
                from,
                until: end,
            });
            from = end;
        }
    }
    troubles
}

/// Each of the hosts dies once before a time, one after the other.
pub(crate) fn deaths(seed: u64, hosts: &[&'static str], until: Duration) -> Vec<Trouble> {
    let mut random = StdRng::seed_from_u64(seed);
    let share = until / u32::try_from(hosts.len()).unwrap();
    let death = |(place, host): (u32, &&'static str)| {
        let from = share * place + share.mul_f64(random.random_range(0.0..0.5));
        Trouble {
            link: (host, host),
            kind: Kind::Dead,
            from,
            until: from + share.mul_f64(random.random_range(0.1..0.5)),
        }
    };
    (0..).zip(hosts).map(death).collect()
}

/// The changes that the troubles bring, in the order in which they come.
pub(crate) struct Weather(std::iter::Peekable<std::vec::IntoIter<(Duration, bool, Trouble)>>);

impl Weather {
    pub(crate) fn new(troubles: &[Trouble]) -> Self {
        let mut changes: Vec<_> = troubles
            .iter()
            .flat_map(|trouble| {
                [
                    (trouble.from, true, *trouble),
                    (trouble.until, false, *trouble),
                ]
            })
            .collect();
        changes.sort_by_key(|(at, begins, _)| (*at, *begins));
        Self(changes.into_iter().peekable())
    }

    /// Makes the changes that are due.
    pub(crate) fn change(&mut self, sim: &mut Sim<'_>) {
        let now = sim.elapsed();
        while let Some((_, begins, trouble)) = self.0.next_if(|(at, ..)| *at <= now) {
            let (a, b) = trouble.link;
            match (trouble.kind, begins) {
                (Kind::Slow, true) => {
                    sim.set_link_max_message_latency(a, b, Duration::from_millis(500));
                }
                (Kind::Slow, false) => {
                    sim.set_link_max_message_latency(a, b, Duration::from_millis(20));
                }
                (Kind::Lossy, true) => sim.set_link_fail_rate(a, b, 0.05),
                (Kind::Lossy, false) => sim.set_link_fail_rate(a, b, 0.0),
                (Kind::Stalled, true) => sim.hold(a, b),
                (Kind::Stalled, false) => sim.release(a, b),
                (Kind::Cut, true) => sim.partition(a, b),
                (Kind::Cut, false) => sim.repair(a, b),
                (Kind::CutOneWay, true) => sim.partition_oneway(a, b),
                (Kind::CutOneWay, false) => sim.repair_oneway(a, b),
                (Kind::Dead, true) => sim.crash(a),
                (Kind::Dead, false) => sim.bounce(a),
            }
        }
    }
}
