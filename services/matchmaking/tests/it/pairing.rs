//! The pure pairing, whoever waits.

use std::sync::Arc;
use std::time::Duration;

use matchmaking::pairing::{IN_A_ROW, Ticket, Widening, pair};
use proptest::prelude::*;
use store::Timestamp;

const NOW: Timestamp = Timestamp(1_800_000_000_000);

fn ticket(player: &str, rating: i32, waited_s: u64) -> Ticket {
    Ticket {
        player: player.into(),
        rating,
        uncertainty: 0,
        since: NOW - Duration::from_secs(waited_s),
        recent: Vec::new(),
    }
}

fn met(mut ticket: Ticket, recent: &[&str]) -> Ticket {
    ticket.recent = recent.iter().map(|player| Arc::from(*player)).collect();
    ticket
}

/// Pairs by name, each with the one who chose first.
fn names(tickets: &[Ticket]) -> Vec<(String, String)> {
    let pairs = pair(tickets, NOW, Widening::default());
    let name = |place: usize| tickets[place].player.to_string();
    pairs.into_iter().map(|(a, b)| (name(a), name(b))).collect()
}

fn paired(a: &str, b: &str) -> Vec<(String, String)> {
    vec![(a.to_owned(), b.to_owned())]
}

#[test]
fn the_longest_waiting_chooses_and_gets_the_nearest() {
    let tickets = [
        ticket("late", 1510, 1),
        ticket("near", 1540, 2),
        ticket("first", 1500, 9),
    ];
    assert_eq!(names(&tickets), paired("first", "late"));
}

#[test]
fn of_equally_near_ones_the_longest_waiting_is_taken() {
    let tickets = [
        ticket("above", 1550, 3),
        ticket("first", 1500, 9),
        ticket("below", 1450, 4),
    ];
    assert_eq!(names(&tickets), paired("first", "below"));
}

#[test]
fn windows_widen_and_never_close() {
    let widening = Widening::default();
    let windows: Vec<_> = [0, 10, 30, 60, 119, 120, 300, 100_000]
        .map(|s| widening.window(Duration::from_secs(s)))
        .to_vec();
    assert_eq!(windows[..4], [100, 175, 475, 1300]);
    assert!(windows.is_sorted());
    assert_eq!(windows[5..], [u32::MAX; 3]);
}

#[test]
fn after_five_minutes_alone_the_next_to_come_will_do() {
    let alone = ticket("alone", 2800, 300);
    assert_eq!(names(std::slice::from_ref(&alone)), []);
    let next = ticket("next", i32::MIN, 0);
    assert_eq!(names(&[alone, next]), paired("alone", "next"));
}

#[test]
fn an_uncertain_rating_may_be_farther_away() {
    let (anna, mut boris) = (ticket("anna", 1500, 2), ticket("boris", 1700, 1));
    assert_eq!(names(&[anna.clone(), boris.clone()]), []);
    boris.uncertainty = 200;
    assert_eq!(names(&[anna, boris]), paired("anna", "boris"));
}

#[test]
fn nobody_gets_the_same_opponent_three_times_while_others_wait() {
    let anna = met(ticket("anna", 1500, 9), &["boris", "boris"]);
    let boris = met(ticket("boris", 1500, 8), &["anna", "anna"]);
    let clara = ticket("clara", 1560, 0);
    // Better a third time than nobody.
    assert_eq!(
        names(&[anna.clone(), boris.clone()]),
        paired("anna", "boris")
    );
    assert_eq!(
        names(&[anna.clone(), boris.clone(), clara]),
        paired("anna", "clara")
    );
    // The other of the two has a choice: it is left to him.
    let dora = ticket("dora", 1650, 0);
    let mut far = anna;
    far.rating = 1450;
    assert_eq!(names(&[far.clone(), boris, dora]), paired("boris", "dora"));
    // Twice is no reason.
    let once = met(ticket("boris", 1500, 8), &["clara", "anna"]);
    assert_eq!(names(&[met(far, &["boris", "clara"]), once]).len(), 1);
}

fn tickets() -> impl Strategy<Value = Vec<Ticket>> {
    let one = (
        0..40_u8,
        1000..2200_i32,
        0..200_000_i64,
        0..3_u8,
        prop::collection::vec(0..40_u8, 0..3),
    );
    prop::collection::vec(one, 0..60).prop_map(|drawn| {
        let name = |number: u8| Arc::<str>::from(format!("p{number}"));
        drawn
            .into_iter()
            .map(|(who, rating, waited, uncertain, recent)| Ticket {
                player: name(who),
                rating,
                uncertainty: u32::from(uncertain) * 100,
                since: Timestamp(NOW.0 - waited),
                recent: recent.into_iter().map(name).collect(),
            })
            .collect()
    })
}

fn compatible(a: &Ticket, b: &Ticket) -> bool {
    let widening = Widening::default();
    let window = widening.of(a, NOW).max(widening.of(b, NOW));
    a.player != b.player && a.rating.abs_diff(b.rating) <= window
}

fn too_often(a: &Ticket, b: &Ticket) -> bool {
    let only = |a: &Ticket, b: &Ticket| {
        a.recent.len() >= IN_A_ROW && a.recent[..IN_A_ROW].iter().all(|who| *who == b.player)
    };
    only(a, b) || only(b, a)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(support::by_effort(2_000, 50_000)))]

    #[test]
    fn pairs_are_sound_and_nobody_is_left_who_could_play(tickets in tickets()) {
        let pairs = pair(&tickets, NOW, Widening::default());
        let mut taken = vec![false; tickets.len()];
        for &(a, b) in &pairs {
            prop_assert!(!taken[a] && !taken[b] && a != b, "somebody twice");
            (taken[a], taken[b]) = (true, true);
            prop_assert!(compatible(&tickets[a], &tickets[b]));
            prop_assert!(tickets[a].since <= tickets[b].since || !tickets[a].recent.is_empty()
                || !tickets[b].recent.is_empty() , "who came first chooses");
        }
        let left: Vec<_> = (0..tickets.len()).filter(|&place| !taken[place]).collect();
        for (number, &a) in left.iter().enumerate() {
            for &b in &left[number + 1..] {
                prop_assert!(!compatible(&tickets[a], &tickets[b]), "two are left who could play");
            }
        }
        // A third time only if neither could have had somebody who is left over now.
        for &(a, b) in &pairs {
            if too_often(&tickets[a], &tickets[b]) {
                for &other in &left {
                    for one in [a, b] {
                        let fresh = compatible(&tickets[one], &tickets[other])
                            && !too_often(&tickets[one], &tickets[other]);
                        prop_assert!(!fresh, "there was somebody else");
                    }
                }
            }
        }
    }

    #[test]
    fn the_longest_waiting_is_served_if_anybody_fits(tickets in tickets()) {
        let pairs = pair(&tickets, NOW, Widening::default());
        let first = (0..tickets.len()).min_by_key(|&place| (tickets[place].since, tickets[place].player.clone()));
        if let Some(first) = first {
            let fits = tickets.iter().any(|other| {
                compatible(&tickets[first], other) && !too_often(&tickets[first], other)
            });
            if fits {
                prop_assert_eq!(pairs[0].0, first);
                let best = tickets.iter()
                    .filter(|other| compatible(&tickets[first], other) && !too_often(&tickets[first], other))
                    .map(|other| other.rating.abs_diff(tickets[first].rating))
                    .min();
                prop_assert_eq!(Some(tickets[pairs[0].1].rating.abs_diff(tickets[first].rating)), best);
            }
        }
    }

    #[test]
    fn the_order_of_the_tickets_does_not_matter(tickets in tickets(), turn in 0..60_usize) {
        // One ticket a player, as in a queue.
        let mut tickets = tickets;
        tickets.sort_by(|a, b| a.player.cmp(&b.player));
        tickets.dedup_by(|a, b| a.player == b.player);
        let mut turned = tickets.clone();
        if !turned.is_empty() {
            let by = turn % turned.len();
            turned.rotate_left(by);
        }
        let mut one = names(&tickets);
        let mut other = names(&turned);
        one.sort();
        other.sort();
        prop_assert_eq!(one, other);
    }
}
