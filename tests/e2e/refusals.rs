//! Bad input: each fault has its code, its reason and a message, and changes nothing.

use proto::bots::v1::ChooseMoveRequest;
use proto::games::v1 as games;
use proto::games::v1::create_game_request::Rules;
use proto::rules::v1 as rules;
use tonic::Code;
use tonic_types::StatusExt as _;

use crate::harness::{Client, Kind, Suite, bot, fault_of, player};

#[tokio::test]
async fn a_move_that_cannot_be_played_changes_nothing() {
    let suite = Suite::start(Kind::Embedded).await;
    let mut client = suite.client();
    let game = client
        .create("russian", "", player("ann"), player("bob"))
        .await;
    let id = game.id.as_str();
    client.play(id, "ann", 0, "c3-d4").await.unwrap();
    let before = client.game(id).await;

    let long = "c3-d4 ".repeat(5_000);
    for (player, ply, text, code, reason) in [
        ("bob", 1, "f6-i9", Code::InvalidArgument, "MALFORMED_MOVE"),
        ("bob", 1, "", Code::InvalidArgument, "MALFORMED_MOVE"),
        ("bob", 1, "резня", Code::InvalidArgument, "MALFORMED_MOVE"),
        (
            "bob",
            1,
            long.as_str(),
            Code::InvalidArgument,
            "MALFORMED_MOVE",
        ),
        (
            "bob",
            1,
            "b6-c5-d4",
            Code::InvalidArgument,
            "MALFORMED_MOVE",
        ),
        ("bob", 1, "d6-d4", Code::FailedPrecondition, "ILLEGAL_MOVE"),
        ("bob", 1, "b6-d4", Code::FailedPrecondition, "ILLEGAL_MOVE"),
        ("bob", 1, "d4-e5", Code::FailedPrecondition, "ILLEGAL_MOVE"),
        ("ann", 1, "d4-e5", Code::FailedPrecondition, "NOT_YOUR_TURN"),
        ("ann", 0, "g3-h4", Code::Aborted, "STALE_PLY"),
        ("bob", 0, "c3-d4", Code::Aborted, "STALE_PLY"),
        ("bob", 7, "b6-c5", Code::Aborted, "STALE_PLY"),
        ("bob", u32::MAX, "b6-c5", Code::Aborted, "STALE_PLY"),
        ("eve", 1, "b6-c5", Code::PermissionDenied, "NOT_YOUR_GAME"),
        ("", 1, "b6-c5", Code::InvalidArgument, "MISSING_FIELD"),
        ("b o b", 1, "b6-c5", Code::InvalidArgument, "MALFORMED_NAME"),
    ] {
        let refused = client.play(id, player, ply, text).await.expect_err(reason);
        assert_eq!(
            fault_of(&refused),
            (code, reason.to_owned()),
            "{player} {ply} {text:.20}"
        );
        assert_eq!(client.game(id).await, before, "{player} {ply} {text:.20}");
    }
}

#[tokio::test]
async fn an_ambiguous_short_capture_lists_the_candidates() {
    let suite = Suite::start(Kind::Embedded).await;
    let mut client = suite.client();
    let game = client
        .create(
            "international",
            "W:WK4:B13,32,37,20",
            player("ann"),
            player("bob"),
        )
        .await;
    let refused = client.play(&game.id, "ann", 0, "4x15").await.unwrap_err();
    assert_eq!(
        fault_of(&refused),
        (Code::FailedPrecondition, "AMBIGUOUS_MOVE".to_owned())
    );
    let metadata = refused.get_details_error_info().unwrap().metadata;
    let mut candidates: Vec<_> = metadata["candidates"].split(' ').collect();
    candidates.sort_unstable();
    assert_eq!(candidates, ["4x27x38x15", "4x31x42x15"]);
    let event = client.play(&game.id, "ann", 0, "4x31x42x15").await.unwrap();
    assert_eq!(event.version, 2);
}

/// A series of captures is one command: there is no state in the middle of it.
#[tokio::test]
async fn half_a_series_is_no_move() {
    let suite = Suite::start(Kind::Embedded).await;
    let mut client = suite.client();
    let game = client
        .create("russian", "W:Wc3:Bd4,f6,h8", player("ann"), player("bob"))
        .await;
    let refused = client.play(&game.id, "ann", 0, "c3:e5").await.unwrap_err();
    let illegal = (Code::FailedPrecondition, "ILLEGAL_MOVE".to_owned());
    assert_eq!(fault_of(&refused), illegal);
    assert_eq!(client.game(&game.id).await, game);
    let event = client.play(&game.id, "ann", 0, "c3:g7").await.unwrap();
    assert_eq!(event.version, 2);
    assert_eq!(client.game(&game.id).await.moves[0].text, "c3:e5:g7");
}

#[tokio::test]
async fn a_game_that_is_over_takes_no_moves() {
    let suite = Suite::start(Kind::Embedded).await;
    let mut client = suite.client();
    let game = client
        .create("russian", "W:Wc3:Bd4", player("ann"), player("bob"))
        .await;
    let last = client.play(&game.id, "ann", 0, "c3:e5").await.unwrap();
    assert!(last.outcome.is_some());
    let refused = client.play(&game.id, "bob", 1, "d4-c3").await.unwrap_err();
    assert_eq!(
        fault_of(&refused),
        (Code::FailedPrecondition, "GAME_OVER".to_owned())
    );
    let refused = resign(&mut client, &game.id, "ann").await.unwrap_err();
    assert_eq!(
        fault_of(&refused),
        (Code::FailedPrecondition, "GAME_OVER".to_owned())
    );
    // The last move can still be repeated.
    assert_eq!(
        client.play(&game.id, "ann", 0, "c3:e5").await.unwrap(),
        last
    );
}

#[tokio::test]
async fn games_that_cannot_be_created() {
    let suite = Suite::start(Kind::Embedded).await;
    let mut client = suite.client();
    let sound = games::CreateGameRequest {
        rules: Some(Rules::Mode("russian".to_owned())),
        white: Some(player("ann")),
        black: Some(bot()),
        ..Default::default()
    };
    let with = |change: &dyn Fn(&mut games::CreateGameRequest)| {
        let mut request = sound.clone();
        change(&mut request);
        request
    };
    let cases = [
        (
            with(&|request| request.rules = None),
            Code::InvalidArgument,
            "MISSING_FIELD",
        ),
        (
            with(&|request| request.rules = Some(Rules::Mode("chess".into()))),
            Code::NotFound,
            "UNKNOWN_MODE",
        ),
        (
            with(&|request| request.rules = Some(Rules::Ruleset("chess".into()))),
            Code::NotFound,
            "UNKNOWN_RULESET",
        ),
        (
            with(&|request| request.white = None),
            Code::InvalidArgument,
            "MISSING_FIELD",
        ),
        (
            with(&|request| request.black = Some(games::Seat { occupant: None })),
            Code::InvalidArgument,
            "MISSING_FIELD",
        ),
        (
            with(&|request| {
                request.black = Some(games::Seat {
                    occupant: Some(games::seat::Occupant::Bot(99)),
                });
            }),
            Code::InvalidArgument,
            "MISSING_FIELD",
        ),
        (
            with(&|request| request.white = Some(player("ann smith"))),
            Code::InvalidArgument,
            "MALFORMED_NAME",
        ),
        (
            with(&|request| request.start_fen = "W:Wa1:Bz9".into()),
            Code::InvalidArgument,
            "MALFORMED_FEN",
        ),
        (
            with(&|request| request.start_fen = "W:Wa3:Bb4,c5".into()),
            Code::FailedPrecondition,
            "GAME_OVER",
        ),
        (
            with(&|request| request.request_id = "no spaces".into()),
            Code::InvalidArgument,
            "MALFORMED_NAME",
        ),
    ];
    for (request, code, reason) in cases {
        let refused = client
            .games
            .create_game(request.clone())
            .await
            .expect_err(reason);
        assert_eq!(fault_of(&refused), (code, reason.to_owned()), "{request:?}");
        let fields = refused
            .get_details_bad_request()
            .map_or(0, |bad| bad.field_violations.len());
        assert_eq!(
            fields > 0,
            code == Code::InvalidArgument,
            "{request:?} names the field at fault"
        );
    }
}

#[tokio::test]
async fn unknown_games_are_not_found() {
    let suite = Suite::start(Kind::Embedded).await;
    let mut client = suite.client();
    let unknown = (Code::NotFound, "UNKNOWN_GAME".to_owned());
    for id in [
        "",
        "nope",
        "0190a5b2c3d47e8f9a0b1c2d3e4f5a6b",
        "{g1}",
        "a b\0c",
    ] {
        let request = games::GetGameRequest {
            game_id: id.to_owned(),
        };
        assert_eq!(
            fault_of(&client.games.get_game(request).await.unwrap_err()),
            unknown
        );
        assert_eq!(
            fault_of(&client.play(id, "ann", 0, "c3-d4").await.unwrap_err()),
            unknown
        );
        assert_eq!(
            fault_of(&resign(&mut client, id, "ann").await.unwrap_err()),
            unknown
        );
        let request = games::WatchGameRequest {
            game_id: id.to_owned(),
            ..Default::default()
        };
        assert_eq!(
            fault_of(&client.games.watch_game(request).await.unwrap_err()),
            unknown
        );
    }
}

#[tokio::test]
async fn resigning_loses_at_any_time_and_once() {
    let suite = Suite::start(Kind::Embedded).await;
    let mut client = suite.client();
    for ruleset in ["russian", "russian-giveaway"] {
        let game = client
            .create(ruleset, "", player("ann"), player("bob"))
            .await;
        let refused = resign(&mut client, &game.id, "eve").await.unwrap_err();
        assert_eq!(
            fault_of(&refused),
            (Code::PermissionDenied, "NOT_YOUR_GAME".to_owned())
        );
        // It is White's turn, and Black resigns all the same.
        let event = resign(&mut client, &game.id, "bob").await.unwrap();
        let outcome = event.outcome.clone().unwrap();
        assert_eq!(outcome.result(), rules::Result::WhiteWins);
        assert_eq!(outcome.reason(), rules::Reason::Resignation);
        assert_eq!(resign(&mut client, &game.id, "bob").await.unwrap(), event);
        let refused = resign(&mut client, &game.id, "ann").await.unwrap_err();
        assert_eq!(
            fault_of(&refused),
            (Code::FailedPrecondition, "GAME_OVER".to_owned())
        );
        assert_eq!(client.game(&game.id).await.outcome, Some(outcome));
    }
    // A player on both sides gives up for the side to move, or for the one that is named.
    let game = client
        .create("russian", "", player("ann"), player("ann"))
        .await;
    client.play(&game.id, "ann", 0, "c3-d4").await.unwrap();
    let event = resign(&mut client, &game.id, "ann").await.unwrap();
    assert_eq!(event.outcome.unwrap().result(), rules::Result::WhiteWins);
}

#[tokio::test]
async fn the_rules_and_the_bots_say_what_is_wrong() {
    let suite = Suite::start(Kind::Embedded).await;
    let Client {
        mut rules,
        mut bots,
        ..
    } = suite.client();
    let position = |fen: &str| {
        Some(rules::Position {
            fen: fen.to_owned(),
            history: None,
        })
    };
    let moves = |ruleset: &str, fen: &str| rules::LegalMovesRequest {
        ruleset: ruleset.to_owned(),
        position: position(fen),
        notation: 0,
    };

    let refused = rules
        .legal_moves(moves("chess", "W:Wa1:Bb6"))
        .await
        .unwrap_err();
    assert_eq!(
        fault_of(&refused),
        (Code::NotFound, "UNKNOWN_RULESET".to_owned())
    );
    for fen in [
        "",
        "W",
        "W:WK4,WK5,55:B4",
        "W:Wa1,a1:B",
        "X:Wa1:Bb6",
        "W:Wa2:Bb6",
        "\u{1f600}",
    ] {
        let refused = rules.legal_moves(moves("russian", fen)).await.unwrap_err();
        assert_eq!(
            fault_of(&refused),
            (Code::InvalidArgument, "MALFORMED_FEN".to_owned()),
            "{fen}"
        );
    }
    let request = rules::LegalMovesRequest {
        position: None,
        ..moves("russian", "")
    };
    let refused = rules.legal_moves(request).await.unwrap_err();
    assert_eq!(
        fault_of(&refused),
        (Code::InvalidArgument, "MISSING_FIELD".to_owned())
    );

    let history = rules::History {
        seen: vec![1, 2, 3],
        king_plies: 0,
        ending_plies: 0,
    };
    let foreign = rules::Position {
        fen: "W:Wa1:Bb6".to_owned(),
        history: Some(history),
    };
    let request = rules::LegalMovesRequest {
        position: Some(foreign),
        ..moves("russian", "")
    };
    let refused = rules.legal_moves(request).await.unwrap_err();
    assert_eq!(
        fault_of(&refused),
        (Code::InvalidArgument, "HISTORY_MISMATCH".to_owned())
    );

    let request = rules::ReplayRequest {
        ruleset: "russian".to_owned(),
        start_fen: String::new(),
        moves: ["c3-d4", "b6-a5", "d4-d5"].map(str::to_owned).to_vec(),
        ..Default::default()
    };
    let refused = rules.replay(request).await.unwrap_err();
    assert_eq!(
        fault_of(&refused),
        (Code::InvalidArgument, "MALFORMED_MOVE".to_owned())
    );
    assert_eq!(
        refused.get_details_error_info().unwrap().metadata["ply"],
        "2"
    );

    let choose = |fen: &str, level| ChooseMoveRequest {
        ruleset: "russian".to_owned(),
        position: position(fen),
        level,
        ..Default::default()
    };
    let refused = bots
        .choose_move(choose("W:Wa3:Bb4,c5", 1))
        .await
        .unwrap_err();
    assert_eq!(
        fault_of(&refused),
        (Code::FailedPrecondition, "GAME_OVER".to_owned())
    );
    for level in [0, 99] {
        let refused = bots
            .choose_move(choose("W:Wa1:Bb6", level))
            .await
            .unwrap_err();
        assert_eq!(
            fault_of(&refused),
            (Code::InvalidArgument, "UNKNOWN_LEVEL".to_owned())
        );
    }
}

#[tokio::test]
async fn a_message_that_is_too_large_is_refused_with_a_reason() {
    let suite = Suite::start(Kind::Embedded).await;
    let mut client = suite.client();
    let game = client
        .create("russian", "", player("ann"), player("bob"))
        .await;
    let refused = client
        .play(&game.id, "ann", 0, &"x".repeat(100_000))
        .await
        .unwrap_err();
    assert_eq!(
        fault_of(&refused),
        (Code::ResourceExhausted, "MESSAGE_TOO_LARGE".to_owned())
    );
    assert_eq!(client.game(&game.id).await, game);
}

async fn resign(
    client: &mut Client,
    id: &str,
    player: &str,
) -> Result<games::GameEvent, tonic::Status> {
    let request = games::ResignRequest {
        game_id: id.to_owned(),
        player_id: player.to_owned(),
        side: 0,
    };
    Ok(client
        .games
        .resign(request)
        .await?
        .into_inner()
        .event
        .unwrap())
}
