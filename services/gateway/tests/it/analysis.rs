//! What bots and rules say of positions.

use serde_json::json;

use crate::fixture::{Gateway, short};

#[tokio::test]
async fn a_strong_move_is_named() {
    let gateway = Gateway::start().await;
    let ask = json!({"ruleset": "russian", "position": {"fen": "W:Wc3:Bf6"}});
    let answer = gateway.post("/v1/positions/hint", &ask).await;
    assert_eq!(
        answer.json,
        json!({"move": {
            "text": "c3-d4", "path": ["c3", "d4"], "captured": [], "crowns": false,
            "after_fen": "W:Wc3:Bf6",
        }})
    );
}

#[tokio::test]
async fn an_analysis_says_what_moves_are_worth() {
    let gateway = Gateway::start().await;
    let ask =
        json!({"ruleset": "russian", "position": {"fen": "W:Wc3:Bf6"}, "lines": 3, "depth": 9});
    let answer = gateway.post("/v1/positions/analyse", &ask).await;
    let moves = json!(["c3-d4", "f6-g5"]);
    assert_eq!(
        answer.json,
        json!({
            "lines": [
                {"moves": moves, "centimen": -35},
                {"moves": moves, "wins_in": 7},
                {"moves": moves, "loses_in": 4},
            ],
            "depth": 9, "nodes": 3,
        })
    );
}

#[tokio::test]
async fn thinking_has_the_time_it_asked_for() {
    let gateway = Gateway::start_within(short()).await;
    let longer_than_a_call =
        json!({"ruleset": "russian", "position": {"fen": "W:Wc3:Bf6"}, "time_ms": 1_400});
    let answer = gateway
        .post("/v1/positions/analyse", &longer_than_a_call)
        .await;
    assert_eq!(answer.status, 200);
}

#[tokio::test]
async fn positions_that_cannot_be_thought_over_are_refused() {
    let gateway = Gateway::start().await;
    let expected = [
        ("unknown", (404, "NOT_FOUND", "UNKNOWN_RULESET")),
        ("over", (422, "FAILED_PRECONDITION", "GAME_OVER")),
    ];
    for route in ["hint", "analyse"] {
        let path = format!("/v1/positions/{route}");
        for (ruleset, refusal) in expected {
            let ask = json!({"ruleset": ruleset, "position": {"fen": "W:Wc3:Bf6"}});
            assert_eq!(
                gateway.post(&path, &ask).await.refusal(),
                refusal,
                "{route}"
            );
        }
        for (ask, field) in [
            (json!({"ruleset": "russian"}), "position"),
            (
                json!({"ruleset": "russian", "position": {}}),
                "position.fen",
            ),
        ] {
            let answer = gateway.post(&path, &ask).await;
            assert_eq!(answer.refusal(), (400, "INVALID_ARGUMENT", "MISSING_FIELD"));
            assert_eq!(answer.field(), field);
        }
    }
}

/// What the rules say of positions that belong to no game.
#[tokio::test]
async fn the_rules_are_asked_about_positions() {
    let gateway = Gateway::start().await;
    // Keys of positions are larger than the numbers of JSON can be.
    let position = json!({
        "fen": "W:Wc3:Bf6",
        "history": {"seen": ["18446744073709551615"], "king_plies": 1, "ending_plies": 0},
    });
    let ask = json!({"ruleset": "russian", "position": position, "notation": "algebraic"});
    let answer = gateway.post("/v1/positions/legal-moves", &ask).await;
    assert_eq!(answer.json["moves"][0]["text"], "c3-d4");
    assert_eq!(answer.json["side_to_move"], "white");
    assert_eq!(answer.json.get("outcome"), None);

    let ask = json!({
        "ruleset": "russian", "position": position, "boost": "rocket", "target": "d4",
    });
    let answer = gateway.post("/v1/positions/apply-boost", &ask).await;
    assert_eq!(
        answer.json["position"],
        json!({
            "fen": "W:Wc3:Bf6 after BOOST_ROCKET on d4",
            "history": {"seen": ["18446744073709551615"], "king_plies": 1, "ending_plies": 0},
        })
    );

    let actions = json!([
        {"move": "c3-d4"},
        {"boost": {"boost": "rocket", "target": "d4"}},
        {"boost": {"boost": "sabotage", "move": "f6-g5"}},
    ]);
    let ask = json!({"ruleset": "russian", "actions": actions});
    let answer = gateway.post("/v1/positions/replay", &ask).await;
    let moves = answer.json["moves"].as_array().unwrap();
    let texts: Vec<_> = moves.iter().map(|played| &played["text"]).collect();
    assert_eq!(texts, ["c3-d4", "f6-g5"]);
}
