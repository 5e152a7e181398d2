//! Random results against a model that keeps everything in memory and sorts it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use proto::ratings::v1 as wire;
use proto::rules::v1::Result as Told;
use ratings::rating::{Outcome, Rule, Standing};
use tokio::runtime::Handle;
use tokio::task::block_in_place;

use crate::kit::{Suite, named, time};

const CLASSIC: Rule = Rule::Points {
    win: 25,
    loss: 15,
    draw: 0,
};
const GLICKO: Rule = Rule::Glicko2 {
    rating: 1500.0,
    deviation: 350.0,
    volatility: 0.06,
};

/// White, how far Black is from White, the result, how many minutes the game ended after the one
/// before (or before it).
type Drawn = (usize, usize, usize, i64);

const PLAYERS: usize = 5;

pub(super) async fn boards_are_what_sorting_gives(url: String) {
    let suite = Suite::start(&url).await;
    let mut runner = TestRunner::new(ProptestConfig {
        cases: support::by_effort(8, 200),
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let season = AtomicU32::new(1);
    let input = vec((0..PLAYERS, 1..PLAYERS, 0..3_usize, -3..10_i64), 1..60);
    let checked = runner.run(&input, |games| {
        let season = season.fetch_add(1, Ordering::Relaxed);
        block_in_place(|| Handle::current().block_on(check(&suite, season, &games)))
    });
    checked.unwrap();
}

async fn check(suite: &Suite, season: u32, games: &[Drawn]) -> Result<(), TestCaseError> {
    let now = suite.now().await;
    for (pool, rule) in [("classic", CLASSIC), ("russian", GLICKO)] {
        // Names of the season's own: Glicko-2 ratings go on.
        let name = |player: usize| format!("p{season}-{player}");
        let mut model: BTreeMap<String, Standing> = BTreeMap::new();
        let mut at_ms = now.seconds * 1000 - 1_000_000;
        for (number, (white, far, outcome, later)) in games.iter().enumerate() {
            at_ms += later * 1000;
            let (white, black) = (name(*white), name((white + far) % PLAYERS));
            let (told, outcome) = [
                (Told::WhiteWins, Outcome::WhiteWins),
                (Told::BlackWins, Outcome::BlackWins),
                (Told::Draw, Outcome::Draw),
            ][*outcome];
            let request = wire::ReportResultRequest {
                game_id: format!("{pool}-{season}-{number}"),
                pool: pool.to_owned(),
                white: white.clone(),
                black: black.clone(),
                result: told.into(),
                ended_at: Some(time(at_ms)),
            };
            let answer = suite.client().report_result(named(request)).await;
            let answer = answer.unwrap().into_inner();
            let standing = |player| model.get(player).cloned().unwrap_or_else(|| rule.start());
            let (one, other) = (standing(&white), standing(&black));
            let (new_one, new_other) = rule.rate(&one, &other, outcome, at_ms);
            let change = answer.white.unwrap();
            prop_assert_eq!((change.before, change.after), (one.value, new_one.value));
            let change = answer.black.unwrap();
            prop_assert_eq!(
                (change.before, change.after),
                (other.value, new_other.value)
            );
            model.insert(white, new_one);
            model.insert(black, new_other);
        }
        for (player, expected) in &model {
            let found = suite.rating(pool, player).await;
            prop_assert_eq!(found.value, expected.value);
            prop_assert_eq!(found.peak.unwrap_or(0.0), expected.peak);
            let games = (found.wins, found.draws, found.losses);
            prop_assert_eq!(games, (expected.wins, expected.draws, expected.losses));
            let streaks = (found.streak, found.best_streak);
            prop_assert_eq!(streaks, (expected.streak, expected.best_streak));
            let rated_at = expected.rated.map(|rated| time(rated.last_ms));
            prop_assert_eq!(found.rated_at, rated_at);
        }
        let mut expected: Vec<(&String, &Standing)> = model
            .iter()
            .filter(|(_, standing)| !rule.is_provisional(standing, standing.as_of_ms))
            .collect();
        expected.sort_by(|(one, a), (other, b)| {
            let first = |standing: &Standing| standing.rated.unwrap().first_ms;
            let second = match rule {
                Rule::Points { .. } => b.wins.cmp(&a.wins),
                Rule::Glicko2 { .. } => a.deviation.total_cmp(&b.deviation),
            };
            b.value
                .total_cmp(&a.value)
                .then(second)
                .then(first(a).cmp(&first(b)))
                .then(one.cmp(other))
        });
        let expected: Vec<(u64, String)> = (1..)
            .zip(expected.into_iter().map(|(id, _)| id.clone()))
            .collect();
        for page_size in [1, 2, 50] {
            prop_assert_eq!(&suite.walk(pool, 0, page_size).await, &expected);
        }
        let request = wire::CloseSeasonRequest {
            pool: pool.to_owned(),
            season,
        };
        suite.client().close_season(named(request)).await.unwrap();
        prop_assert_eq!(suite.walk(pool, season, 3).await, expected);
    }
    suite.is_consistent().await;
    Ok(())
}
