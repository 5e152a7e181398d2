//! The service on a socket, asked as other services ask it.

#![expect(clippy::unwrap_used, reason = "this is how a test fails")]

use std::time::Duration;

use draughts::{Game, Position, RULESETS, Ruleset};
use futures::StreamExt as _;
use futures::stream::FuturesUnordered;
use platform::Channel;
use platform::identity::{Caller, Gate, OwnToken, Secret, Signer, Verifier};
use proto::bots::v1::bots_service_client::BotsServiceClient;
use proto::bots::v1::choose_move_response::Choice;
use proto::bots::v1::line::Score;
use proto::bots::v1::{AnalyseRequest, AnalyseResponse, ChooseMoveRequest, HintRequest, Level};
use proto::rules::v1 as rules;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::{Code, Request, Status};
use tonic_types::StatusExt as _;

const START: &str = "W:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8";
/// White takes the last two pieces.
const WON: &str = "W:Wh6:Bg7,c5,d2";
/// White cannot move.
const OVER: &str = "W:Wa3:Bb4,c5";

type Client = BotsServiceClient<Channel>;

/// The service on a socket of its own, for as long as the test runs.
async fn service() -> Client {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let signer = Signer::from_secret(&[7; 32]);
    let gate = Gate::new(Verifier::fixed([&signer]).unwrap());
    tokio::spawn(bots::serve(gate, listener, CancellationToken::new()));
    let caller = Caller::Service {
        name: "test".to_owned(),
        scopes: Vec::new(),
    };
    let token = signer.sign(&caller, Duration::from_secs(600)).unwrap();
    let token = OwnToken::fixed(&Secret::from(token)).unwrap();
    BotsServiceClient::new(Channel::lazy(&address).unwrap().with_token(token))
}

fn position(fen: &str) -> Option<rules::Position> {
    Some(rules::Position {
        fen: fen.to_owned(),
        history: None,
    })
}

fn choose(fen: &str, level: Level) -> ChooseMoveRequest {
    ChooseMoveRequest {
        ruleset: "russian".to_owned(),
        position: position(fen),
        level: level.into(),
        boosts: Vec::new(),
    }
}

fn hint(fen: &str) -> HintRequest {
    HintRequest {
        ruleset: "russian".to_owned(),
        position: position(fen),
    }
}

fn analyse(fen: &str) -> AnalyseRequest {
    AnalyseRequest {
        ruleset: "russian".to_owned(),
        position: position(fen),
        lines: 1,
        time_ms: 0,
        depth: 0,
    }
}

/// An analysis that goes on for as long as one can.
fn endless() -> AnalyseRequest {
    AnalyseRequest {
        time_ms: 10_000,
        ..analyse(START)
    }
}

async fn analysis(client: &Client, request: AnalyseRequest) -> Result<AnalyseResponse, Status> {
    Ok(client.clone().analyse(request).await?.into_inner())
}

/// The code of a refusal, its reason and the field at fault.
fn fault(status: &Status) -> (Code, String, String) {
    let details = status.get_error_details();
    let reason = details.error_info().map(|info| info.reason.clone());
    let field = details
        .bad_request()
        .and_then(|bad| bad.field_violations.first())
        .map(|violation| violation.field.clone());
    (
        status.code(),
        reason.unwrap_or_default(),
        field.unwrap_or_default(),
    )
}

fn is(code: Code, reason: &str, field: &str) -> (Code, String, String) {
    (code, reason.to_owned(), field.to_owned())
}

#[tokio::test]
async fn every_level_plays_a_legal_move_in_every_ruleset() {
    let client = service().await;
    for ruleset in &RULESETS {
        let start = Position::start(ruleset);
        let fen = start.to_fen(ruleset.board, ruleset.notation);
        for level in [Level::Easy, Level::Medium, Level::Hard] {
            let request = ChooseMoveRequest {
                ruleset: ruleset.id.to_owned(),
                ..choose(&fen, level)
            };
            let answer = client.clone().choose_move(request).await.unwrap();
            let Some(Choice::Move(text)) = answer.into_inner().choice else {
                panic!("{}: {level:?} does not move", ruleset.id);
            };
            let played = start.find_move(ruleset, &text).unwrap();
            assert_eq!(played.to_text(ruleset.board, ruleset.notation), text);
        }
    }
}

#[tokio::test]
async fn hard_uses_the_boosts_that_help_and_that_it_may_use() {
    let client = service().await;
    // Two kings do not catch the one on the main road; a rocket does. Recon and shield are no use to
    // a bot.
    let asked = |level, boosts: &[rules::Boost]| {
        let request = ChooseMoveRequest {
            boosts: boosts.iter().map(|boost| (*boost).into()).collect(),
            ruleset: "russian-late-promotion".to_owned(),
            ..choose("W:WKc1,Kh2:BKd4", level)
        };
        let mut client = client.clone();
        async move {
            let answer = client.choose_move(request).await.unwrap();
            answer.into_inner().choice.unwrap()
        }
    };
    let all = [
        rules::Boost::Recon,
        rules::Boost::Rocket,
        rules::Boost::Shield,
    ];
    let Choice::Boost(used) = asked(Level::Hard, &all).await else {
        panic!("no boost");
    };
    assert_eq!(used.boost(), rules::Boost::Rocket);
    assert_eq!((used.target, used.r#move), (String::new(), String::new()));
    let none = [rules::Boost::Recon, rules::Boost::Shield];
    assert!(matches!(asked(Level::Hard, &none).await, Choice::Move(_)));
    assert!(matches!(asked(Level::Medium, &all).await, Choice::Move(_)));
}

#[tokio::test]
async fn a_sabotage_comes_with_the_opponents_move() {
    let mut client = service().await;
    // Made to step in front of the men, Black loses one.
    let fen = "W:Wc3,e3,g1:Be5,h8,h6";
    let request = ChooseMoveRequest {
        boosts: vec![rules::Boost::Sabotage.into()],
        ..choose(fen, Level::Hard)
    };
    let answer = client.choose_move(request).await.unwrap().into_inner();
    let Some(Choice::Boost(used)) = answer.choice else {
        panic!("no boost: {answer:?}");
    };
    assert_eq!(used.boost(), rules::Boost::Sabotage);
    let ruleset = Ruleset::by_id("russian").unwrap();
    let mut game = Game::from_position(ruleset, Position::from_fen(fen, ruleset).unwrap());
    game.sabotage(&used.r#move).unwrap();
}

#[tokio::test]
async fn a_hint_is_a_move_with_all_that_a_board_shows() {
    let mut client = service().await;
    let found = client.hint(hint(WON)).await.unwrap().into_inner();
    assert_eq!(
        found.r#move,
        Some(rules::Move {
            text: "h6:f8:b4:e1".to_owned(),
            path: ["h6", "f8", "b4", "e1"].map(str::to_owned).to_vec(),
            captured: ["g7", "c5", "d2"].map(str::to_owned).to_vec(),
            crowns: true,
            after_fen: "B:WKe1:B".to_owned(),
        })
    );
}

#[tokio::test]
async fn an_analysis_follows_the_best_moves() {
    let client = service().await;
    let won = analysis(&client, analyse(WON)).await.unwrap();
    assert_eq!(won.lines.len(), 1);
    assert_eq!(won.lines[0].moves, ["h6:f8:b4:e1"]);
    assert_eq!(won.lines[0].score, Some(Score::WinsIn(1)));
    // White has to let itself be taken.
    let lost = analysis(&client, analyse("W:Wc3:Bd6,e5")).await.unwrap();
    assert!(
        matches!(lost.lines[0].score, Some(Score::LosesIn(_))),
        "{lost:?}"
    );

    let request = AnalyseRequest {
        lines: 3,
        depth: 5,
        ..endless()
    };
    let found = analysis(&client, request.clone()).await.unwrap();
    assert_eq!((found.lines.len(), found.depth), (3, 5));
    let worth: Vec<i32> = found
        .lines
        .iter()
        .map(|line| match line.score {
            Some(Score::Centimen(value)) => value,
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(worth.is_sorted_by(|one, next| one >= next), "{worth:?}");
    let ruleset = Ruleset::by_id("russian").unwrap();
    for line in &found.lines {
        let mut game = Game::start(ruleset);
        for text in &line.moves {
            game.play_text(text).unwrap();
        }
    }
    // As deep again, and as many positions: a depth is no matter of speed.
    assert_eq!(analysis(&client, request).await.unwrap(), found);
    // There are no more lines than moves.
    let request = AnalyseRequest {
        lines: 10,
        depth: 2,
        ..analyse(START)
    };
    assert_eq!(analysis(&client, request).await.unwrap().lines.len(), 7);
}

#[tokio::test]
async fn what_is_wrong_with_a_request_is_said_with_its_field() {
    let client = service().await;
    let refuse = |request: ChooseMoveRequest| {
        let mut client = client.clone();
        async move { fault(&client.choose_move(request).await.unwrap_err()) }
    };
    let good = choose(START, Level::Medium);
    let bad = Code::InvalidArgument;
    for level in [0, 4, 99, -1] {
        let request = ChooseMoveRequest {
            level,
            ..good.clone()
        };
        assert_eq!(refuse(request).await, is(bad, "UNKNOWN_LEVEL", "level"));
    }
    for boost in [0, 5, -1] {
        let request = ChooseMoveRequest {
            boosts: vec![rules::Boost::Rocket.into(), boost],
            ..good.clone()
        };
        assert_eq!(refuse(request).await, is(bad, "UNKNOWN_BOOST", "boosts"));
    }

    let history = rules::History {
        seen: vec![1, 2, 3],
        king_plies: 0,
        ending_plies: 0,
    };
    let foreign = Some(rules::Position {
        fen: START.to_owned(),
        history: Some(history),
    });
    for (ruleset, place, expected) in [
        (
            "chess",
            position(START),
            is(Code::NotFound, "UNKNOWN_RULESET", ""),
        ),
        ("russian", None, is(bad, "MISSING_FIELD", "position")),
        (
            "russian",
            position(""),
            is(bad, "MALFORMED_FEN", "position.fen"),
        ),
        (
            "russian",
            position("W:Wa2:B"),
            is(bad, "MALFORMED_FEN", "position.fen"),
        ),
        (
            "russian",
            foreign,
            is(bad, "HISTORY_MISMATCH", "position.history"),
        ),
        (
            "russian",
            position(OVER),
            is(Code::FailedPrecondition, "GAME_OVER", ""),
        ),
    ] {
        for level in [Level::Easy, Level::Medium, Level::Hard] {
            let request = ChooseMoveRequest {
                ruleset: ruleset.to_owned(),
                position: place.clone(),
                ..choose(START, level)
            };
            assert_eq!(refuse(request).await, expected);
        }
        let request = HintRequest {
            ruleset: ruleset.to_owned(),
            position: place.clone(),
        };
        let refused = client.clone().hint(request).await.unwrap_err();
        assert_eq!(fault(&refused), expected);
        let request = AnalyseRequest {
            ruleset: ruleset.to_owned(),
            position: place,
            ..analyse(START)
        };
        let refused = analysis(&client, request).await.unwrap_err();
        assert_eq!(fault(&refused), expected);
    }

    for (lines, time_ms, depth, field) in [
        (11, 0, 0, "lines"),
        (1, 10_001, 0, "time_ms"),
        (1, 0, 61, "depth"),
        (u32::MAX, u32::MAX, u32::MAX, "lines"),
    ] {
        let request = AnalyseRequest {
            lines,
            time_ms,
            depth,
            ..analyse(START)
        };
        let refused = analysis(&client, request).await.unwrap_err();
        assert_eq!(fault(&refused), is(bad, "OUT_OF_BOUNDS", field));
    }
}

#[tokio::test]
async fn a_drawn_game_is_over_too() {
    let mut client = service().await;
    let ruleset = Ruleset::by_id("russian").unwrap();
    let board = Position::from_fen("W:WKa1:BKh2", ruleset).unwrap();
    let history = rules::History {
        seen: vec![board.key(); 3],
        king_plies: 8,
        ending_plies: 0,
    };
    let mut request = hint("W:WKa1:BKh2");
    request.position.as_mut().unwrap().history = Some(history);
    let refused = client.hint(request).await.unwrap_err();
    assert_eq!(
        fault(&refused),
        is(Code::FailedPrecondition, "GAME_OVER", "")
    );
}

#[tokio::test]
async fn a_search_answers_before_its_callers_deadline() {
    let mut client = service().await;
    let mut request = Request::new(endless());
    request.set_timeout(Duration::from_secs(2));
    let found = client.analyse(request).await.unwrap().into_inner();
    assert!(found.depth > 0, "{found:?}");
}

#[tokio::test]
async fn too_many_searches_are_refused_and_those_of_lost_calls_end() {
    let client = service().await;
    let cores = std::thread::available_parallelism().unwrap().get();
    // Each core has one search that runs and sixteen that wait.
    let mut calls: FuturesUnordered<_> = (0..17 * cores + 1)
        .map(|_| {
            let client = client.clone();
            async move { analysis(&client, endless()).await }
        })
        .collect();
    let first = calls.next().await.unwrap();
    assert_eq!(
        fault(&first.unwrap_err()),
        is(Code::ResourceExhausted, "OVERLOADED", "")
    );
    // `easy` looks at nothing and waits for nobody.
    let easy = choose(START, Level::Easy);
    client.clone().choose_move(easy).await.unwrap();
    // If the searches went on, this one would not begin before its deadline.
    drop(calls);
    let mut request = Request::new(hint(START));
    request.set_timeout(Duration::from_secs(8));
    client.clone().hint(request).await.unwrap();
}
