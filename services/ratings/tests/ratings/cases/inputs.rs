//! Who may call, and with what.

use proto::ratings::v1 as wire;
use proto::ratings::v1::get_leaderboard_request::From;
use proto::rules::v1::Result as Outcome;
use tonic::{Code, Request, Status};

use crate::kit::{Suite, by, named, reason, time};

fn result() -> wire::ReportResultRequest {
    wire::ReportResultRequest {
        game_id: "g".to_owned(),
        pool: "classic".to_owned(),
        white: "ann".to_owned(),
        black: "bob".to_owned(),
        result: Outcome::WhiteWins.into(),
        ended_at: Some(time(1_700_000_000_123)),
    }
}

fn season(season: u32) -> wire::CloseSeasonRequest {
    let pool = "classic".to_owned();
    wire::CloseSeasonRequest { pool, season }
}

fn player(player_id: &str) -> wire::ForgetPlayerRequest {
    let player_id = player_id.to_owned();
    wire::ForgetPlayerRequest { player_id }
}

fn refused<T: std::fmt::Debug>(answer: Result<T, Status>, code: Code, why: &str) {
    let status = answer.unwrap_err();
    assert_eq!((status.code(), &*reason(&status)), (code, why), "{status}");
}

pub(super) async fn callers_need_their_scopes(url: String) {
    let suite = Suite::start(&url).await;
    let mut client = suite.client();
    let nobody = client.list_pools(Request::new(wire::ListPoolsRequest {}));
    refused(nobody.await, Code::Unauthenticated, "NO_TOKEN");
    for caller in ["player", "ratings.seasons", "players.act"] {
        let report = client.report_result(by(caller, result())).await;
        refused(report, Code::PermissionDenied, "MISSING_SCOPE");
        let forget = client.forget_player(by(caller, player("ann"))).await;
        refused(forget, Code::PermissionDenied, "MISSING_SCOPE");
    }
    for caller in ["player", "ratings.report"] {
        let close = client.close_season(by(caller, season(1))).await;
        refused(close, Code::PermissionDenied, "MISSING_SCOPE");
    }
    let report = by("ratings.report", result());
    let answer = client.report_result(report).await.unwrap().into_inner();
    assert_eq!(answer.white.unwrap().at, result().ended_at);
    let forget = by("ratings.report", player("ann"));
    client.forget_player(forget).await.unwrap();
    let close = by("ratings.seasons", season(1));
    client.close_season(close).await.unwrap();
}

pub(super) async fn faulty_requests_are_refused_with_reasons(url: String) {
    let suite = Suite::start(&url).await;
    let mut client = suite.client();
    let long = "x".repeat(65);
    let bad_names = ["", " ", "a b", "é", "a\0", "a~b", &*long];

    let mut faulty = vec![
        (
            wire::ReportResultRequest {
                result: Outcome::Aborted.into(),
                ..result()
            },
            "NOT_RATED",
        ),
        (
            wire::ReportResultRequest {
                result: 0,
                ..result()
            },
            "NOT_RATED",
        ),
        (
            wire::ReportResultRequest {
                result: 99,
                ..result()
            },
            "NOT_RATED",
        ),
        (
            wire::ReportResultRequest {
                black: "ann".to_owned(),
                ..result()
            },
            "SAME_PLAYER",
        ),
        (
            wire::ReportResultRequest {
                ended_at: None,
                ..result()
            },
            "MISSING_FIELD",
        ),
        (
            wire::ReportResultRequest {
                ended_at: Some(time(-1)),
                ..result()
            },
            "MALFORMED_TIME",
        ),
    ];
    let seconds = prost_types::Timestamp {
        seconds: i64::MAX,
        nanos: 0,
    };
    let late = wire::ReportResultRequest {
        ended_at: Some(seconds),
        ..result()
    };
    faulty.push((late, "MALFORMED_TIME"));
    for name in bad_names {
        let name = name.to_owned();
        faulty.push((
            wire::ReportResultRequest {
                game_id: name.clone(),
                ..result()
            },
            "MALFORMED_NAME",
        ));
        faulty.push((
            wire::ReportResultRequest {
                white: name.clone(),
                ..result()
            },
            "MALFORMED_NAME",
        ));
        faulty.push((
            wire::ReportResultRequest {
                black: name,
                ..result()
            },
            "MALFORMED_NAME",
        ));
    }
    for (request, why) in faulty {
        refused(
            client.report_result(named(request)).await,
            Code::InvalidArgument,
            why,
        );
    }
    assert_eq!(suite.number("SELECT COUNT(*) FROM rated_games").await, 0);

    for pool in ["", "nothing", "classic\0", &*long] {
        let pool = pool.to_owned();
        let answers = [
            client
                .report_result(named(wire::ReportResultRequest {
                    pool: pool.clone(),
                    ..result()
                }))
                .await
                .err(),
            client
                .get_ratings(named(wire::GetRatingsRequest {
                    pool: pool.clone(),
                    player_ids: Vec::new(),
                }))
                .await
                .err(),
            client
                .get_leaderboard(named(wire::GetLeaderboardRequest {
                    pool: pool.clone(),
                    ..wire::GetLeaderboardRequest::default()
                }))
                .await
                .err(),
            client
                .close_season(named(wire::CloseSeasonRequest {
                    pool: pool.clone(),
                    season: 1,
                }))
                .await
                .err(),
            client
                .list_seasons(named(wire::ListSeasonsRequest { pool }))
                .await
                .err(),
        ];
        for answer in answers {
            refused(answer.map_or(Ok(()), Err), Code::NotFound, "UNKNOWN_POOL");
        }
    }

    let ratings = |player_ids: Vec<String>| {
        named(wire::GetRatingsRequest {
            pool: "classic".to_owned(),
            player_ids,
        })
    };
    let many: Vec<String> = (0..201).map(|number| number.to_string()).collect();
    let found = client
        .get_ratings(ratings(many[1..].to_vec()))
        .await
        .unwrap();
    assert_eq!(found.into_inner().ratings.len(), 200);
    suite
        .report("0", "classic", ["ann", "zed"], Outcome::WhiteWins)
        .await;
    let asked = ["zed", "ann", "new", "ann"].map(str::to_owned).to_vec();
    let found = client.get_ratings(ratings(asked)).await.unwrap();
    let found: Vec<f64> = found
        .into_inner()
        .ratings
        .iter()
        .map(|rating| rating.value)
        .collect();
    assert_eq!(found, [0.0, 25.0, 0.0, 25.0]);
    refused(
        client.get_ratings(ratings(many)).await,
        Code::InvalidArgument,
        "TOO_MANY",
    );
    for name in bad_names {
        let name = name.to_owned();
        let found = client.get_ratings(ratings(vec![name.clone()])).await;
        refused(found, Code::InvalidArgument, "MALFORMED_NAME");
        let found = client.forget_player(named(player(&name))).await;
        refused(found, Code::InvalidArgument, "MALFORMED_NAME");
        // Who names nobody asks about itself, and a service is nobody.
        let why = if name.is_empty() {
            "MISSING_FIELD"
        } else {
            "MALFORMED_NAME"
        };
        let request = wire::GetPlayerRatingsRequest {
            player_id: name.clone(),
        };
        let found = client.get_player_ratings(named(request)).await;
        refused(found, Code::InvalidArgument, why);
        let request = wire::ListChangesRequest {
            player_id: name.clone(),
            ..wire::ListChangesRequest::default()
        };
        let found = client.list_changes(named(request)).await;
        refused(found, Code::InvalidArgument, why);
        let request = board("classic", 0, From::AroundPlayerId(name));
        let found = client.get_leaderboard(named(request)).await;
        refused(found, Code::InvalidArgument, "MALFORMED_NAME");
    }

    let request = wire::ListChangesRequest {
        player_id: "ann".to_owned(),
        page_token: "x".to_owned(),
        ..wire::ListChangesRequest::default()
    };
    let found = client.list_changes(named(request)).await;
    refused(found, Code::InvalidArgument, "MALFORMED_PAGE_TOKEN");
    for (game, white) in [("1", "ann"), ("2", "bob"), ("3", "eve")] {
        suite
            .report(game, "classic", [white, "zed"], Outcome::WhiteWins)
            .await;
    }
    let token = suite.board("classic", 1, 2, None).await.next_page_token;
    for (pool, season, token) in [
        ("combat", 0, token.clone()),
        ("classic", 2, token.clone()),
        ("classic", 0, format!("{token}~")),
        ("classic", 0, "x".repeat(10_000)),
    ] {
        let request = board(pool, season, From::PageToken(token));
        let found = client.get_leaderboard(named(request)).await;
        refused(found, Code::InvalidArgument, "MALFORMED_PAGE_TOKEN");
    }
    // An empty token begins at the top.
    let page = suite
        .board("classic", 0, 2, Some(From::PageToken(String::new())))
        .await;
    assert_eq!(page.next_page_token.is_empty(), token.is_empty());

    let request = board("classic", 2, From::AroundPlayerId("ann".to_owned()));
    let found = client.get_leaderboard(named(request)).await;
    refused(found, Code::NotFound, "UNKNOWN_SEASON");
    refused(
        client.close_season(named(season(0))).await,
        Code::InvalidArgument,
        "MISSING_FIELD",
    );
    refused(
        client.close_season(named(season(2))).await,
        Code::NotFound,
        "UNKNOWN_SEASON",
    );
    refused(
        client.close_season(named(season(u32::MAX))).await,
        Code::NotFound,
        "UNKNOWN_SEASON",
    );
}

fn board(pool: &str, season: u32, from: From) -> wire::GetLeaderboardRequest {
    wire::GetLeaderboardRequest {
        pool: pool.to_owned(),
        season,
        page_size: 2,
        from: Some(from),
    }
}

pub(super) async fn the_pools_are_listed(url: String) {
    let suite = Suite::start(&url).await;
    let pools = suite
        .client()
        .list_pools(named(wire::ListPoolsRequest {}))
        .await;
    let pools = pools.unwrap().into_inner().pools;
    assert_eq!(pools.len(), 10);
    assert!(pools.iter().all(|pool| pool.season == 1));
    let glicko = wire::Glicko2 {
        rating: 1500.0,
        deviation: 350.0,
        volatility: 0.06,
    };
    assert_eq!(pools[0].id, "russian");
    assert_eq!(pools[0].rule, Some(wire::pool::Rule::Glicko2(glicko)));
    let points = wire::Points {
        win: 20,
        loss: 10,
        draw: 0,
    };
    assert_eq!(pools[9].id, "combat");
    assert_eq!(pools[9].rule, Some(wire::pool::Rule::Points(points)));

    let newcomer = suite.rating("russian", "ann").await;
    assert_eq!(
        (newcomer.value, newcomer.deviation, newcomer.provisional),
        (1500.0, Some(350.0), true)
    );
    assert_eq!(newcomer.rated_at, None);
    let newcomer = suite.rating("classic", "ann").await;
    assert_eq!(
        (newcomer.value, newcomer.deviation, newcomer.provisional),
        (0.0, None, false)
    );
}
