//! Seasons end and begin.

use futures::future::join_all;
use proto::ratings::v1 as wire;
use proto::ratings::v1::get_leaderboard_request::From;
use proto::rules::v1::Result as Outcome;

use crate::kit::{Suite, named, standings};

async fn close(suite: &Suite, pool: &str, season: u32) -> wire::Season {
    let pool = pool.to_owned();
    let request = wire::CloseSeasonRequest { pool, season };
    let answer = suite.client().close_season(named(request)).await;
    answer.unwrap().into_inner().season.unwrap()
}

async fn seasons(suite: &Suite, pool: &str) -> Vec<wire::Season> {
    let pool = pool.to_owned();
    let request = wire::ListSeasonsRequest { pool };
    let answer = suite.client().list_seasons(named(request)).await;
    answer.unwrap().into_inner().seasons
}

pub(super) async fn a_season_is_closed_once(url: String) {
    let suites = [Suite::start(&url).await, Suite::start(&url).await];
    let before = seasons(&suites[0], "classic").await;
    assert_eq!(before.len(), 1);
    assert_eq!((before[0].number, before[0].closed_at), (1, None));
    let closings = (0..20).map(|number: usize| {
        let suite = suites[number % 2].clone();
        tokio::spawn(async move { close(&suite, "classic", 1).await })
    });
    let next: Vec<wire::Season> = join_all(closings)
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    assert!(
        next.iter()
            .all(|season| *season == next[0] && season.number == 2)
    );
    let after = seasons(&suites[1], "classic").await;
    assert_eq!(after.len(), 2);
    assert_eq!(after[0], next[0]);
    assert_eq!(
        (after[1].number, after[1].began_at),
        (1, before[0].began_at)
    );
    assert_eq!(after[1].closed_at, after[0].began_at);
    // Long after, it is answered by what followed.
    close(&suites[0], "classic", 2).await;
    let repeat = close(&suites[0], "classic", 1).await;
    assert_eq!((repeat.number, repeat.closed_at.is_some()), (2, true));
    assert_eq!(seasons(&suites[0], "combat").await.len(), 1);
}

pub(super) async fn points_begin_anew(url: String) {
    let suite = Suite::start(&url).await;
    for (game, players) in [
        ("1", ["ann", "bob"]),
        ("2", ["ann", "eve"]),
        ("3", ["bob", "eve"]),
    ] {
        suite
            .report(game, "classic", players, Outcome::WhiteWins)
            .await;
    }
    let last = suite.walk("classic", 0, 2).await;
    let names: Vec<&str> = last.iter().map(|(_, name)| &**name).collect();
    assert_eq!(names, ["ann", "bob", "eve"]);
    let page = suite.board("classic", 0, 10, None).await;
    close(&suite, "classic", 1).await;

    assert_eq!(
        suite.board("classic", 0, 10, None).await,
        wire::GetLeaderboardResponse::default()
    );
    let anew = suite.rating("classic", "ann").await;
    assert_eq!(
        (anew.value, anew.wins, anew.peak, anew.rated_at),
        (0.0, 0, None, None)
    );
    // A repeat is answered as it was; a game that is new counts in the season that goes on.
    let [repeat, _] = suite
        .report("1", "classic", ["ann", "bob"], Outcome::WhiteWins)
        .await;
    assert_eq!((repeat.after, repeat.season), (25.0, 1));
    let [eve, _] = suite
        .report("4", "classic", ["eve", "ann"], Outcome::WhiteWins)
        .await;
    assert_eq!((eve.before, eve.after, eve.season), (0.0, 25.0, 2));
    assert_eq!(
        suite.walk("classic", 0, 2).await,
        [(1, "eve".to_owned()), (2, "ann".to_owned())]
    );
    // The closed one stays, in pages and around players.
    assert_eq!(suite.board("classic", 1, 10, None).await, page);
    assert_eq!(suite.walk("classic", 1, 2).await, last);
    let around = From::AroundPlayerId("bob".to_owned());
    let around = suite.board("classic", 1, 3, Some(around)).await;
    assert_eq!(standings(&around), last);
    assert_eq!(around.total, 3);
    let request = wire::ForgetPlayerRequest {
        player_id: "bob".to_owned(),
    };
    suite.client().forget_player(named(request)).await.unwrap();
    assert_eq!(
        suite.walk("classic", 1, 2).await,
        [(1, "ann".to_owned()), (2, "eve".to_owned())]
    );
    suite.is_consistent().await;
}

pub(super) async fn glicko_goes_on_provisional(url: String) {
    let suite = Suite::start(&url).await;
    let play = async |number: usize| {
        let outcome = if number.is_multiple_of(3) {
            Outcome::BlackWins
        } else {
            Outcome::WhiteWins
        };
        suite
            .report(&number.to_string(), "russian", ["ann", "bob"], outcome)
            .await;
    };
    for number in 0..30 {
        play(number).await;
    }
    let before = suite.rating("russian", "ann").await;
    assert!(!before.provisional && before.deviation < Some(110.0));
    assert_eq!(suite.walk("russian", 0, 10).await.len(), 2);
    close(&suite, "russian", 1).await;
    let after = suite.rating("russian", "ann").await;
    assert!(
        after.provisional && (deviation(&after) - 120.0).abs() < 0.01,
        "{after:?}"
    );
    assert_eq!(
        (after.value, after.wins, after.peak),
        (before.value, before.wins, before.peak)
    );
    assert_eq!(suite.walk("russian", 0, 10).await, []);
    let kept = suite.board("russian", 1, 10, None).await;
    let kept = kept.places[0].rating.clone().unwrap();
    assert!(!kept.provisional && (deviation(&kept) - deviation(&before)).abs() < 0.01);
    let mut games = 30;
    while suite.walk("russian", 0, 10).await.is_empty() {
        play(games).await;
        games += 1;
    }
    assert!((31..40).contains(&games), "{games}");
    // Nothing of it has touched the closed one.
    let still = suite.board("russian", 1, 10, None).await;
    assert_eq!(still.places[0].rating.clone().unwrap(), kept);
    suite.is_consistent().await;
}

pub(super) async fn a_walk_goes_on_through_a_closed_season(url: String) {
    let suite = Suite::start(&url).await;
    for number in 0..6 {
        let players = [format!("w{number}"), format!("b{number}")];
        let players = [&*players[0], &*players[1]];
        suite
            .report(&number.to_string(), "classic", players, Outcome::WhiteWins)
            .await;
    }
    let whole = suite.walk("classic", 0, 50).await;
    let first = suite.board("classic", 0, 5, None).await;
    close(&suite, "classic", 1).await;
    let from = From::PageToken(first.next_page_token.clone());
    let rest = suite.board("classic", 0, 50, Some(from)).await;
    assert_eq!([standings(&first), standings(&rest)].concat(), whole);
}

fn deviation(rating: &wire::Rating) -> f64 {
    rating.deviation.expect("a deviation")
}
