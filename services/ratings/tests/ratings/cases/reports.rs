//! Results: each game once, nothing from a stale base.

use std::time::Duration;

use futures::future::join_all;
use proto::ratings::v1 as wire;
use proto::rules::v1::{Result as Outcome, Side};
use ratings::{Needs, Options};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tonic::Code;

use crate::kit::{Suite, by, named, reason};

pub(super) async fn a_game_is_rated_once(url: String) {
    let suite = Suite::start(&url).await;
    let first = suite
        .report("g1", "classic", ["ann", "bob"], Outcome::WhiteWins)
        .await;
    let [ann, bob] = first.clone();
    assert_eq!((ann.before, ann.after), (0.0, 25.0));
    assert_eq!((bob.before, bob.after), (0.0, 0.0));
    assert_eq!((&*ann.player_id, &*ann.opponent_id), ("ann", "bob"));
    assert_eq!((ann.side(), bob.side()), (Side::White, Side::Black));
    assert_eq!((ann.result(), ann.season), (Outcome::WhiteWins, 1));
    let again = suite
        .report("g1", "classic", ["ann", "bob"], Outcome::WhiteWins)
        .await;
    assert_eq!(again, first);
    for (pool, players, outcome) in [
        ("classic", ["ann", "bob"], Outcome::Draw),
        ("classic", ["bob", "ann"], Outcome::WhiteWins),
        ("classic", ["ann", "eve"], Outcome::WhiteWins),
        ("combat", ["ann", "bob"], Outcome::WhiteWins),
    ] {
        let refused = suite.try_report("g1", pool, players, outcome).await;
        let refused = refused.unwrap_err();
        assert_eq!(refused.code(), Code::AlreadyExists);
        assert_eq!(reason(&refused), "RESULT_CHANGED");
    }
    // A game that counts for nothing is a change all the same.
    suite
        .report("g2", "classic", ["bob", "ann"], Outcome::Draw)
        .await;
    suite
        .report("g3", "russian", ["ann", "bob"], Outcome::BlackWins)
        .await;
    let rating = suite.rating("classic", "ann").await;
    assert_eq!(
        (rating.value, rating.wins, rating.draws, rating.losses),
        (25.0, 1, 1, 0)
    );
    assert_eq!(
        (rating.streak, rating.best_streak, rating.peak),
        (0, 1, Some(25.0))
    );
    let russian = suite.rating("russian", "ann").await;
    assert!(russian.value < 1500.0 && russian.deviation < Some(350.0) && russian.provisional);
    assert_eq!((russian.peak, russian.streak), (None, -1));
    suite.is_consistent().await;
}

pub(super) async fn fifty_repeats_at_once_get_one_answer(url: String) {
    let suites = [Suite::start(&url).await, Suite::start(&url).await];
    let reports = (0..50).map(|number: usize| {
        let suite = suites[number % 2].clone();
        tokio::spawn(async move {
            suite
                .report("once", "russian", ["ann", "bob"], Outcome::Draw)
                .await
        })
    });
    let answers = join_all(reports).await;
    let first = answers[0].as_ref().unwrap();
    assert!(
        answers
            .iter()
            .all(|answer| answer.as_ref().unwrap() == first)
    );
    assert_eq!(suites[0].changes("ann", "", 10).await.len(), 1);
    assert_eq!(suites[0].rating("russian", "bob").await.draws, 1);
    suites[0].is_consistent().await;
}

/// Two processes are told; the player is on either side.
pub(super) async fn fifty_games_of_one_player_at_once_all_count(url: String) {
    let suites = [Suite::start(&url).await, Suite::start(&url).await];
    for pool in ["classic", "russian"] {
        let begin = suites[0].rating(pool, "ann").await.value;
        let games = (0..50).map(|number: usize| {
            let suite = suites[number % 2].clone();
            tokio::spawn(async move {
                let opponent = format!("p{}", number % 7);
                let players = if number.is_multiple_of(3) {
                    ["ann", &*opponent]
                } else {
                    [&*opponent, "ann"]
                };
                let outcome = [Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw];
                let game = format!("{pool}-{number}");
                suite
                    .report(&game, pool, players, outcome[number / 2 % 3])
                    .await
            })
        });
        let mut sum = 0.0;
        for changes in join_all(games).await {
            for change in changes.unwrap() {
                if change.player_id == "ann" {
                    sum += change.after - change.before;
                }
            }
        }
        let rating = suites[1].rating(pool, "ann").await;
        assert!(
            (rating.value - begin - sum).abs() < 0.000_001,
            "{pool}: {sum}"
        );
        assert_eq!(rating.wins + rating.draws + rating.losses, 50);
    }
    suites[0].is_consistent().await;
}

pub(super) async fn one_game_reported_for_many_players_at_once_is_one_games(url: String) {
    let suite = Suite::start(&url).await;
    let reports = (0..20).map(|number| {
        let suite = suite.clone();
        tokio::spawn(async move {
            let [white, black] = [format!("w{number}"), format!("b{number}")];
            let players = [&*white, &*black];
            suite
                .try_report("disputed", "classic", players, Outcome::WhiteWins)
                .await
        })
    });
    let mut rated = 0;
    for answer in join_all(reports).await {
        match answer.unwrap() {
            Ok(_) => rated += 1,
            Err(refused) => assert_eq!(reason(&refused), "RESULT_CHANGED"),
        }
    }
    assert_eq!(rated, 1);
    assert_eq!(suite.number("SELECT COUNT(*) FROM rating_changes").await, 2);
    assert_eq!(suite.number("SELECT COUNT(*) FROM ratings").await, 2);
    suite.is_consistent().await;
}

pub(super) async fn a_history_is_listed_newest_first(url: String) {
    let suite = Suite::start(&url).await;
    for number in 0..25 {
        let pool = ["classic", "russian", "combat"][number % 3];
        let game = format!("g{number}");
        suite
            .report(&game, pool, ["ann", "bob"], Outcome::WhiteWins)
            .await;
    }
    let games = |changes: &[wire::Change]| -> Vec<String> {
        changes
            .iter()
            .map(|change| change.game_id.clone())
            .collect()
    };
    let numbered = |numbers: &mut dyn Iterator<Item = usize>| -> Vec<String> {
        numbers.map(|number| format!("g{number}")).collect()
    };
    for page_size in [1, 4, 25, 200] {
        let all = suite.changes("ann", "", page_size).await;
        assert_eq!(games(&all), numbered(&mut (0..25).rev()));
        let russian = suite.changes("bob", "russian", page_size).await;
        assert_eq!(games(&russian), numbered(&mut (1..25).step_by(3).rev()));
        assert!(
            russian
                .windows(2)
                .all(|pair| pair[0].before == pair[1].after)
        );
    }
    assert_eq!(suite.changes("eve", "", 50).await, []);
    let request = wire::GetPlayerRatingsRequest {
        player_id: "ann".to_owned(),
    };
    let ratings = suite.client().get_player_ratings(named(request)).await;
    let pools: Vec<String> = ratings
        .unwrap()
        .into_inner()
        .ratings
        .into_iter()
        .map(|rating| rating.pool)
        .collect();
    assert_eq!(pools, ["russian", "classic", "combat"]);

    // Ann asks about herself without a name.
    let mut client = suite.client();
    let request = wire::GetPlayerRatingsRequest::default();
    let ratings = client.get_player_ratings(by("player", request)).await;
    let ratings = ratings.unwrap().into_inner().ratings;
    assert!(ratings.len() == 3 && ratings.iter().all(|rating| rating.player_id == "ann"));
    let request = wire::ListChangesRequest::default();
    let changes = client.list_changes(by("player", request)).await;
    let changes = changes.unwrap().into_inner().changes;
    assert_eq!(changes, suite.changes("ann", "", 50).await);
}

/// Results of few players come from many sides; meanwhile seasons are closed, a player is forgotten
/// and the worker works. Nobody waits in a circle, and in the end everything adds up.
pub(super) async fn many_results_while_everything_else_happens(url: String) {
    let suites = [Suite::start(&url).await, Suite::start(&url).await];
    let stop = CancellationToken::new();
    let workers = suites.each_ref().map(|suite| {
        let needs = Needs {
            records: suite.records.clone(),
        };
        ratings::part(&Options::default(), needs, &stop).unwrap()
    });
    let reports = (0..16).map(|reporter: usize| {
        let suite = suites[reporter % 2].clone();
        tokio::spawn(async move {
            for number in 0..20 {
                let (one, other) = ((reporter + number) % 9, (reporter * 5 + number * 7) % 8);
                let [white, black] = [format!("p{one}"), format!("p{}", (one + 1 + other) % 9)];
                let pool = ["classic", "russian"][number % 2];
                let game = format!("{reporter}-{number}");
                let outcome = [Outcome::WhiteWins, Outcome::BlackWins][number / 2 % 2];
                suite.report(&game, pool, [&white, &black], outcome).await;
            }
        })
    });
    let others = {
        let suite = suites[0].clone();
        tokio::spawn(async move {
            for season in 1..4 {
                sleep(Duration::from_millis(100)).await;
                for pool in ["classic", "russian"] {
                    let pool = pool.to_owned();
                    let request = wire::CloseSeasonRequest { pool, season };
                    suite.client().close_season(named(request)).await.unwrap();
                }
                let player_id = format!("p{season}");
                let request = wire::ForgetPlayerRequest { player_id };
                suite.client().forget_player(named(request)).await.unwrap();
            }
        })
    };
    for done in join_all(reports).await {
        done.unwrap();
    }
    others.await.unwrap();
    stop.cancel();
    drop(workers);
    let suite = &suites[0];
    assert_eq!(
        suite.number("SELECT COUNT(*) FROM rating_changes").await,
        16 * 20 * 2
    );
    let on_board = "SELECT COUNT(*) FROM ratings WHERE on_board = 1 \
                    AND player IN ('p1', 'p2', 'p3')";
    assert_eq!(suite.number(on_board).await, 0);
    suite.is_consistent().await;
}
