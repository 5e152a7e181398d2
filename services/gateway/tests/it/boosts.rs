//! Boosts: what may be used, using them, and what games tell of them.

use proto::games::v1 as games;
use proto::rules::v1 as rules;
use serde_json::{Value, json};

use crate::fixture::Gateway;

/// What may be used, with whoever asks on the one that is refused.
pub(crate) fn options(player: &str) -> Vec<games::BoostOption> {
    let choice = |boost: rules::Boost| rules::BoostChoice {
        boost: boost.into(),
        ..rules::BoostChoice::default()
    };
    let sabotaged = rules::Move {
        text: "f6-g5".to_owned(),
        path: vec!["f6".to_owned(), "g5".to_owned()],
        after_fen: "W:Wc3:Bg5".to_owned(),
        ..rules::Move::default()
    };
    let choices = [
        rules::BoostChoice {
            refused: Some(format!("NOT_YOUR_TURN of {player}")),
            ..choice(rules::Boost::Recon)
        },
        rules::BoostChoice {
            targets: vec!["f6".to_owned()],
            ..choice(rules::Boost::Rocket)
        },
        rules::BoostChoice {
            targets: vec!["c3".to_owned()],
            ..choice(rules::Boost::Shield)
        },
        rules::BoostChoice {
            moves: vec![sabotaged],
            ..choice(rules::Boost::Sabotage)
        },
    ];
    let option = |(left, choice)| games::BoostOption {
        choice: Some(choice),
        left,
    };
    (0..).zip(choices).map(option).collect()
}

/// The steps of a game whose boosts these are, with what each does as its position.
pub(crate) fn steps(boosts: Vec<games::UsedBoost>) -> Vec<games::GameStep> {
    let step = |boost: games::UsedBoost| games::GameStep {
        ply: boost.ply,
        after_fen: format!("after {} on {}", boost.boost().as_str_name(), boost.target),
        boost: Some(boost),
    };
    boosts.into_iter().map(step).collect()
}

async fn used(gateway: &Gateway, body: &Value) -> Value {
    let answer = gateway.post("/v1/games/combat/boosts", body).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json["event"]["boost_used"].clone()
}

#[tokio::test]
async fn it_is_said_what_may_be_used_and_on_what() {
    let gateway = Gateway::start().await;
    let answer = gateway.get("/v1/games/combat/boosts").await;
    assert_eq!(
        answer.json,
        json!({"boosts": [
            {"left": 0, "choice": {
                "boost": "recon", "refused": "NOT_YOUR_TURN of ", "targets": [], "moves": [],
            }},
            {"left": 1, "choice": {"boost": "rocket", "targets": ["f6"], "moves": []}},
            {"left": 2, "choice": {"boost": "shield", "targets": ["c3"], "moves": []}},
            {"left": 3, "choice": {"boost": "sabotage", "targets": [], "moves": [{
                "text": "f6-g5", "path": ["f6", "g5"], "captured": [], "crowns": false,
                "after_fen": "W:Wc3:Bg5",
            }]}},
        ]})
    );
    let bobs = gateway.get("/v1/games/combat/boosts?player_id=bob").await;
    let refused = &bobs.json["boosts"][0]["choice"]["refused"];
    assert_eq!(*refused, "NOT_YOUR_TURN of bob");
}

#[tokio::test]
async fn a_boost_is_answered_with_its_event() {
    let gateway = Gateway::start().await;
    let body = json!({
        "player_id": "ann", "expected_action": 5, "boost": "shield", "target": "c3",
    });
    let answer = gateway.post("/v1/games/combat/boosts", &body).await;
    assert_eq!(
        answer.json,
        json!({"event": {
            "game_id": "combat", "version": 2, "at": "1970-01-01T00:00:02.500Z",
            "boost_used": {
                "boost": {
                    "action": 6, "ply": 2, "side": "white", "boost": "shield", "target": "c3",
                    "shield_burned": false, "move": "", "hint": [],
                    "used_at": "1970-01-01T00:00:02.500Z",
                },
                "fen": "W:Wc3:Bf6:Sc3", "side_to_move": "white",
            },
        }})
    );
}

#[tokio::test]
async fn recon_answers_squares_and_sabotage_a_move() {
    let gateway = Gateway::start().await;
    let recon = used(&gateway, &json!({"expected_action": 5, "boost": "recon"})).await;
    assert_eq!(recon["boost"]["hint"], json!(["c3", "d4"]));
    assert_eq!(recon["boost"]["target"], "");
    assert_eq!(recon.get("move"), None);

    let sabotage = json!({"expected_action": 5, "boost": "sabotage", "move": "f6-g5"});
    let sabotage = used(&gateway, &sabotage).await;
    assert_eq!(sabotage["boost"]["move"], "f6-g5");
    assert_eq!(sabotage["boost"]["hint"], json!([]));
    assert_eq!(sabotage["move"]["text"], "f6-g5");
    assert_eq!(sabotage["move"]["sabotaged"], true);
}

#[tokio::test]
async fn boosts_that_cannot_be_used_are_refused_with_their_reason() {
    let gateway = Gateway::start().await;
    let rocket = json!({"expected_action": 5, "boost": "rocket"});
    let expected = [
        ("unknown", (404, "NOT_FOUND", "UNKNOWN_GAME")),
        ("acted", (409, "ABORTED", "STALE_ACTION")),
        ("limited", (422, "FAILED_PRECONDITION", "LIMIT_REACHED")),
        ("denied", (403, "PERMISSION_DENIED", "NOT_YOUR_GAME")),
        ("in-flight", (503, "UNAVAILABLE", "BOOST_IN_FLIGHT")),
    ];
    for (id, refusal) in expected {
        let path = format!("/v1/games/{id}/boosts");
        assert_eq!(gateway.post(&path, &rocket).await.refusal(), refusal);
        assert_eq!(gateway.get(&path).await.refusal(), refusal);
    }
    let path = "/v1/games/actionless/boosts";
    let answer = gateway.post(path, &rocket).await;
    assert_eq!(answer.field(), "expected_action");
}

#[tokio::test]
async fn boosts_that_cannot_be_read_are_refused() {
    let gateway = Gateway::start().await;
    let expected = [
        (
            json!({"boost": "rocket"}),
            "MISSING_FIELD",
            "expected_action",
        ),
        (json!({"expected_action": 5}), "MISSING_FIELD", "boost"),
        (
            json!({"expected_action": 5, "boost": "laser"}),
            "MALFORMED_BODY",
            "boost",
        ),
        (
            json!({"expected_action": 5, "boost": "rocket", "square": "c3"}),
            "MALFORMED_BODY",
            "square",
        ),
    ];
    for (body, reason, field) in expected {
        let answer = gateway.post("/v1/games/combat/boosts", &body).await;
        assert_eq!(
            answer.refusal(),
            (400, "INVALID_ARGUMENT", reason),
            "{body}"
        );
        assert_eq!(answer.field(), field);
    }
}

#[tokio::test]
async fn a_game_tells_its_boosts() {
    let gateway = Gateway::start().await;
    let game = gateway.get("/v1/games/combat").await.json["game"].take();
    assert_eq!(game["actions"], 5);
    assert_eq!(
        game["boosts"][1],
        json!({
            "action": 3, "ply": 1, "side": "black", "boost": "rocket", "target": "d4",
            "shield_burned": true, "move": "", "hint": [], "used_at": "1970-01-01T00:00:02.003Z",
        })
    );
    assert_eq!(game["boosts"][0]["hint"], json!(["f6", "e5"]));
    assert_eq!(game["moves"][0]["sabotaged"], false);
    assert_eq!(game["moves"][1]["sabotaged"], true);
    let limits = json!({"recon": 3, "rocket": 1, "shield": 2, "sabotage": 1});
    assert_eq!(game["boost_limits"], limits);
    let called = json!({"action": 6, "side": "white", "boost": "recon"});
    assert_eq!(game["boost_in_flight"], called);
}

/// Of a service that is newer than the gateway.
#[tokio::test]
async fn a_boost_that_is_not_known_is_told_by_its_number() {
    let gateway = Gateway::start().await;
    let game = gateway.get("/v1/games/newer").await.json;
    assert_eq!(game["game"]["boosts"][0]["boost"], 99);
}

#[tokio::test]
async fn a_game_with_boosts_is_replayed_step_by_step() {
    let gateway = Gateway::start().await;
    let replay = gateway.get("/v1/games/combat/positions").await.json;
    let steps = replay["steps"].as_array().unwrap();
    let told = steps.iter().map(|step| {
        (
            step["ply"].as_u64().unwrap(),
            step["boost"]["boost"].as_str().unwrap(),
            step["after_fen"].as_str().unwrap(),
        )
    });
    let told: Vec<_> = told.collect();
    assert_eq!(
        told,
        [
            (1, "recon", "after BOOST_RECON on "),
            (1, "rocket", "after BOOST_ROCKET on d4"),
            (1, "sabotage", "after BOOST_SABOTAGE on "),
            (2, "shield", "after BOOST_SHIELD on d4"),
        ]
    );
}
