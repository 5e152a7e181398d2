//! Pages of a leaderboard that changes between them.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::future::join_all;
use proto::ratings::v1::get_leaderboard_request::From;
use proto::rules::v1::Result as Outcome;
use ratings::rating::Rule;
use tokio::time::Instant;

use crate::fill::{LONG_AGO_MS, fill, scored};
use crate::kit::{PATIENCE, Suite, standings};

const CLASSIC: Rule = Rule::Points {
    win: 25,
    loss: 15,
    draw: 0,
};

/// Players of ascending points: `p0` is last.
async fn filled(url: &str, players: u32, step: u32) -> Suite {
    let suite = Suite::start(url).await;
    suite.board("classic", 0, 1, None).await;
    let players = (0..players).map(|number| {
        let points = f64::from(1000 + number * step);
        (
            format!("p{number}"),
            scored(points, number % 3, LONG_AGO_MS),
        )
    });
    fill(&suite.records, "classic", CLASSIC, players)
        .await
        .unwrap();
    suite.tidied().await;
    suite
}

/// Each step by hand.
pub(super) async fn who_falls_behind_a_walk_is_not_shown_again(url: String) {
    let suite = filled(&url, 12, 10).await;
    let names = |page: &proto::ratings::v1::GetLeaderboardResponse| -> Vec<String> {
        standings(page).into_iter().map(|(_, name)| name).collect()
    };
    let first = suite.board("classic", 0, 4, None).await;
    assert_eq!(names(&first), ["p11", "p10", "p9", "p8"]);
    // p8 loses 15 to p2 of 1020, who rises to 1045 and stays behind the page: she is still to come.
    // p0 of 1000 rises to 1025. p6 of 1060 rises above the page and falls behind it again, so he
    // may have been shown on a page that somebody else has read; here it costs him his place.
    suite
        .report("1", "classic", ["p2", "p8"], Outcome::WhiteWins)
        .await;
    suite
        .report("2", "classic", ["p0", "q"], Outcome::WhiteWins)
        .await;
    suite
        .report("3", "classic", ["p6", "q"], Outcome::WhiteWins)
        .await;
    suite
        .report("4", "classic", ["q", "p6"], Outcome::WhiteWins)
        .await;
    suite
        .report("5", "classic", ["q", "p6"], Outcome::WhiteWins)
        .await;
    let from = From::PageToken(first.next_page_token);
    let second = suite.board("classic", 0, 4, Some(from)).await;
    assert_eq!(names(&second), ["p7", "p5", "p2", "p4"]);
    let ranks: Vec<u64> = standings(&second)
        .into_iter()
        .map(|(rank, _)| rank)
        .collect();
    // p8 has 1065 and p6 1055 now.
    assert_eq!(ranks, [4, 7, 8, 9]);
    assert_eq!(second.total, 13);
    let from = From::PageToken(second.next_page_token);
    let third = suite.board("classic", 0, 10, Some(from)).await;
    assert_eq!(names(&third), ["p3", "p0", "p1", "q"]);
    assert!(third.next_page_token.is_empty());
    // Another walk knows nothing of the first.
    assert_eq!(suite.walk("classic", 0, 3).await.len(), 13);
}

/// Who was being rated, and from when to when, as callers saw it.
type Log = Arc<Mutex<HashMap<String, Vec<(Instant, Option<Instant>)>>>>;

/// What the test has seen so far.
struct Tally {
    begun: Instant,
    games: AtomicUsize,
    walks: AtomicUsize,
    /// Players who had played, but not during a walk that showed them.
    kept: AtomicUsize,
}

impl Default for Tally {
    fn default() -> Self {
        let [games, walks, kept] = [0; 3].map(AtomicUsize::new);
        let begun = Instant::now();
        Self {
            begun,
            games,
            walks,
            kept,
        }
    }
}

impl Tally {
    /// However busy the machine is.
    fn is_enough(&self) -> bool {
        let took = self.begun.elapsed();
        assert!(took < 2 * PATIENCE, "it takes too long");
        let [games, walks, kept] =
            [&self.games, &self.walks, &self.kept].map(|count| count.load(Ordering::Relaxed));
        took > Duration::from_secs(3) && games > 100 && walks > 5 && kept > 50
    }
}

pub(super) async fn a_walk_shows_everybody_once_while_results_come_in(url: String) {
    let suites = [filled(&url, 300, 1).await, Suite::start(&url).await];
    let log: Log = Arc::default();
    let seen_enough = Arc::new(Tally::default());
    let reporters = (0..6_usize).map(|reporter| {
        let (suite, log) = (suites[reporter % 2].clone(), Arc::clone(&log));
        let tally = Arc::clone(&seen_enough);
        tokio::spawn(async move {
            let mut number = 0;
            while !tally.is_enough() {
                number += 1;
                // A third of the players never play. Those of three numbers meet, at any distance.
                let player = |seed: usize| format!("p{}", (seed * 7919) % 200 / 2 * 3 + seed % 2);
                let white = player(reporter * 1_000 + number);
                let black = player(reporter * 77 + number * 31 + 1);
                if white == black {
                    continue;
                }
                for player in [&white, &black] {
                    let entry = (Instant::now(), None);
                    log.lock()
                        .unwrap()
                        .entry(player.clone())
                        .or_default()
                        .push(entry);
                }
                let game = format!("{reporter}-{number}");
                suite
                    .report(&game, "classic", [&white, &black], Outcome::BlackWins)
                    .await;
                for player in [&white, &black] {
                    let mut log = log.lock().unwrap();
                    let spans = log.get_mut(player).unwrap();
                    let open = spans.iter_mut().find(|(_, end)| end.is_none());
                    open.unwrap().1 = Some(Instant::now());
                }
                tally.games.fetch_add(1, Ordering::Relaxed);
            }
        })
    });
    let walkers = (0..3_usize).map(|walker| {
        let (suite, log) = (suites[walker % 2].clone(), Arc::clone(&log));
        let tally = Arc::clone(&seen_enough);
        tokio::spawn(async move {
            while !tally.is_enough() {
                let begun = Instant::now();
                let walked = suite.walk("classic", 0, [3, 17, 60][walker]).await;
                let ended = Instant::now();
                let seen: HashSet<&String> = walked.iter().map(|(_, name)| name).collect();
                assert_eq!(seen.len(), walked.len(), "somebody was shown twice");
                let log = log.lock().unwrap();
                for number in 0..300 {
                    let name = format!("p{number}");
                    let spans = log.get(&name).map_or(&[][..], Vec::as_slice);
                    // Anything may have been written while its caller waited.
                    let moved = |&(from, to): &(Instant, Option<Instant>)| {
                        from <= ended && to.is_none_or(|to| to >= begun)
                    };
                    if !spans.iter().any(moved) {
                        assert!(seen.contains(&name), "{name} kept still and was left out");
                        let played = usize::from(!spans.is_empty());
                        tally.kept.fetch_add(played, Ordering::Relaxed);
                    }
                }
                tally.walks.fetch_add(1, Ordering::Relaxed);
            }
        })
    });
    let (reporters, walkers) = (reporters.collect::<Vec<_>>(), walkers.collect::<Vec<_>>());
    for task in join_all(reporters.into_iter().chain(walkers)).await {
        task.unwrap();
    }
    suites[0].is_consistent().await;
}
