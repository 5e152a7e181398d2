//! Who is on a leaderboard, and where.

use std::collections::HashSet;

use proto::ratings::v1 as wire;
use proto::ratings::v1::get_leaderboard_request::From;
use proto::rules::v1::Result as Outcome;
use ratings::Options;
use ratings::rating::Rule;
use store::records::sqlx;

use crate::fill::{LONG_AGO_MS, fill, scored};
use crate::kit::{Suite, named};

const CLASSIC: Rule = Rule::Points {
    win: 25,
    loss: 15,
    draw: 0,
};

async fn execute(suite: &Suite, statement: &'static str) {
    sqlx::query(statement)
        .execute(suite.records.pool())
        .await
        .unwrap();
}

/// Ann wins against Bob, and a little less often he against her.
async fn play(suite: &Suite, games: std::ops::Range<usize>) {
    for number in games {
        let outcome = if number.is_multiple_of(3) {
            Outcome::BlackWins
        } else {
            Outcome::WhiteWins
        };
        suite
            .report(&number.to_string(), "russian", ["ann", "bob"], outcome)
            .await;
    }
}

pub(super) async fn provisional_players_are_left_out_until_they_settle(url: String) {
    let suite = Suite::start(&url).await;
    let mut games = 0;
    while suite.rating("russian", "ann").await.provisional {
        assert!(suite.around("russian", 9, "ann").await.is_empty());
        assert_eq!(suite.rating("russian", "ann").await.peak, None);
        play(&suite, games..games + 1).await;
        games += 1;
    }
    play(&suite, games..games + 3).await;
    let page = suite.board("russian", 0, 9, None).await;
    assert_eq!((page.places.len(), page.total), (2, 2));
    let ann = page.places[0].rating.clone().unwrap();
    assert_eq!((&*ann.player_id, page.places[0].rank), ("ann", 1));
    assert!(!ann.provisional && ann.deviation < Some(110.0) && ann.peak >= Some(ann.value));
    // Points are never provisional, but nobody is there without a game.
    assert_eq!(suite.board("classic", 0, 9, None).await.total, 0);
    suite
        .report("points", "classic", ["ann", "bob"], Outcome::WhiteWins)
        .await;
    assert_eq!(suite.board("classic", 0, 9, None).await.total, 2);
    suite.is_consistent().await;
}

pub(super) async fn ten_thousand_on_five_scores_are_each_on_it_once(url: String) {
    let suite = Suite::start(&url).await;
    suite.board("classic", 0, 1, None).await;
    // Ties all the way: five scores, few numbers of wins, few times.
    let player = |number: u32| {
        let points = f64::from(number % 5 * 25);
        let first_ms = LONG_AGO_MS + i64::from(number % 3);
        (format!("p{number}"), scored(points, number % 2, first_ms))
    };
    let mut expected: Vec<_> = (0..10_000).map(player).collect();
    fill(&suite.records, "classic", CLASSIC, expected.iter().cloned())
        .await
        .unwrap();
    expected.sort_by(|(one, a), (other, b)| {
        let first = |standing: &ratings::rating::Standing| standing.rated.unwrap().first_ms;
        b.value
            .total_cmp(&a.value)
            .then(b.wins.cmp(&a.wins))
            .then(first(a).cmp(&first(b)))
            .then(one.cmp(other))
    });
    let expected: Vec<(u64, String)> = (1..).zip(expected.into_iter().map(|(id, _)| id)).collect();
    suite.tidied().await;
    assert!(suite.number("SELECT COUNT(*) FROM rating_blocks").await > 10);

    for page_size in [137, 200] {
        assert_eq!(suite.walk("classic", 0, page_size).await, expected);
    }
    for (place, (_, player)) in expected.iter().enumerate() {
        // All near the ends and at the seams of scores, and some of the others.
        let seam = place % 2000;
        if seam > 5 && seam < 1995 && place % 97 != 0 {
            continue;
        }
        let around = suite.around("classic", 10, player).await;
        let first = place.saturating_sub(5);
        let last = expected.len().min(first + 10);
        assert_eq!(around, expected[first..last], "around {player}");
    }
    // From around a player the walk goes on as from a page.
    let from = From::AroundPlayerId(expected[5000].1.clone());
    let page = suite.board("classic", 0, 10, Some(from)).await;
    assert_eq!(page.total, 10_000);
    let from = From::PageToken(page.next_page_token);
    let next = suite.board("classic", 0, 10, Some(from)).await;
    assert_eq!(next.places[0].rank, 5006);
    assert_eq!(
        suite.around("classic", 1, &expected[77].1).await,
        expected[77..78]
    );
    assert!(suite.around("classic", 10, "nobody").await.is_empty());

    // Results move players across blocks and scores.
    for number in 0..40 {
        let players = [format!("p{}", number * 7), format!("p{}", number * 11 + 1)];
        suite
            .report(
                &number.to_string(),
                "classic",
                [&players[0], &players[1]],
                Outcome::BlackWins,
            )
            .await;
    }
    let walked = suite.walk("classic", 0, 200).await;
    let ids: HashSet<&String> = walked.iter().map(|(_, id)| id).collect();
    assert_eq!((walked.len(), ids.len()), (10_000, 10_000));
    assert!(walked.iter().map(|(rank, _)| *rank).eq(1..=10_000));
    for (rank, player) in walked.iter().step_by(501) {
        assert_eq!(
            suite.around("classic", 1, player).await,
            [(*rank, player.clone())]
        );
    }
    suite.is_consistent().await;
}

pub(super) async fn who_is_idle_too_long_leaves_and_comes_back(url: String) {
    let suite = Suite::start(&url).await;
    play(&suite, 0..30).await;
    suite
        .report("points", "classic", ["ann", "bob"], Outcome::WhiteWins)
        .await;
    // Years pass for Bob.
    execute(
        &suite,
        "UPDATE ratings SET rated_ms = 1000, board_until_ms = 999 \
         WHERE player = 'bob' AND pool = 'russian'",
    )
    .await;
    assert!(suite.rating("russian", "bob").await.provisional);
    suite.tidied().await;
    let page = suite.board("russian", 0, 9, None).await;
    assert_eq!((page.places.len(), page.total), (1, 1));
    assert!(suite.around("russian", 9, "bob").await.is_empty());
    // Points don't fade.
    assert_eq!(suite.board("classic", 0, 9, None).await.total, 2);
    play(&suite, 30..60).await;
    assert_eq!(suite.board("russian", 0, 9, None).await.total, 2);
    assert_eq!(suite.around("russian", 9, "bob").await.len(), 2);

    // Heard of long after it was played: it settles nobody today.
    let old = wire::ReportResultRequest {
        game_id: "old".to_owned(),
        pool: "english".to_owned(),
        white: "ann".to_owned(),
        black: "bob".to_owned(),
        result: Outcome::Draw.into(),
        ended_at: Some(crate::kit::time(LONG_AGO_MS)),
    };
    for number in 0..30 {
        let game_id = format!("old{number}");
        let request = wire::ReportResultRequest {
            game_id,
            ..old.clone()
        };
        suite.client().report_result(named(request)).await.unwrap();
    }
    assert!(suite.rating("english", "ann").await.provisional);
    assert_eq!(suite.board("english", 0, 9, None).await.total, 0);
    suite.is_consistent().await;
}

pub(super) async fn a_forgotten_player_is_on_no_board(url: String) {
    let suite = Suite::start(&url).await;
    play(&suite, 0..20).await;
    suite
        .report("points", "classic", ["ann", "bob"], Outcome::WhiteWins)
        .await;
    let forget = |player: &str| {
        let player_id = player.to_owned();
        let request = named(wire::ForgetPlayerRequest { player_id });
        let mut client = suite.client();
        async move { client.forget_player(request).await.unwrap() }
    };
    for player in ["ann", "ann", "nobody"] {
        forget(player).await;
    }
    for pool in ["russian", "classic"] {
        assert_eq!(suite.walk(pool, 0, 9).await, [(1, "bob".to_owned())]);
        assert_eq!(suite.board(pool, 0, 9, None).await.total, 1);
        assert!(suite.around(pool, 9, "ann").await.is_empty());
    }
    assert_eq!(suite.changes("bob", "", 200).await[0].opponent_id, "ann");
    // What was under way still counts for the opponent.
    let [_, bob] = suite
        .report("late", "classic", ["ann", "bob"], Outcome::BlackWins)
        .await;
    assert_eq!(bob.after, 25.0);
    // Who is forgotten before the first result stays off as well.
    suite
        .report("new", "classic", ["nobody", "bob"], Outcome::WhiteWins)
        .await;
    assert_eq!(suite.walk("classic", 0, 9).await, [(1, "bob".to_owned())]);
    suite.is_consistent().await;
}

pub(super) async fn players_are_forgotten_in_pools_that_are_offered_no_more(url: String) {
    let suite = Suite::start(&url).await;
    play(&suite, 0..20).await;
    let folder = tempfile::tempdir().unwrap();
    let pools = folder.path().join("pools.toml");
    let only = "[[pool]]\nid = \"other\"\n\
                rule = { kind = \"glicko2\", rating = 1500.0, deviation = 350.0, volatility = 0.06 }\n";
    std::fs::write(&pools, only).unwrap();
    let options = Options { pools: Some(pools) };
    let later = Suite::start_with(&url, &options).await;
    let player_id = "ann".to_owned();
    let request = named(wire::ForgetPlayerRequest { player_id });
    later.client().forget_player(request).await.unwrap();
    assert_eq!(suite.walk("russian", 0, 9).await, [(1, "bob".to_owned())]);
    assert_eq!(suite.board("russian", 0, 9, None).await.total, 1);
    suite.is_consistent().await;
}

pub(super) async fn small_blocks_are_joined(url: String) {
    let suite = Suite::start(&url).await;
    suite.board("classic", 0, 1, None).await;
    let players = (0..4000).map(|number: u32| {
        let points = f64::from(number * 10);
        (format!("p{number}"), scored(points, 1, LONG_AGO_MS))
    });
    fill(&suite.records, "classic", CLASSIC, players)
        .await
        .unwrap();
    suite.tidied().await;
    let blocks = "SELECT COUNT(*) FROM rating_blocks WHERE pool = 'classic'";
    assert!(suite.number(blocks).await > 3);
    execute(
        &suite,
        "UPDATE ratings SET board_until_ms = 999 WHERE value >= 500.0",
    )
    .await;
    suite.tidied().await;
    suite.worked(blocks, 2).await;
    assert_eq!(suite.walk("classic", 0, 200).await.len(), 50);
}
