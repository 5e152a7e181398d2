//! What bots say of positions.

use serde_json::json;

use crate::fixture::{Gateway, short};

#[tokio::test]
async fn a_strong_move_is_named() {
    let gateway = Gateway::start().await;
    let ask = json!({"ruleset": "russian", "fen": "W:Wc3:Bf6"});
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
    let ask = json!({"ruleset": "russian", "fen": "W:Wc3:Bf6", "lines": 3, "depth": 9});
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
    let longer_than_a_call = json!({"ruleset": "russian", "fen": "W:Wc3:Bf6", "time_ms": 400});
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
            let ask = json!({"ruleset": ruleset, "fen": "W:Wc3:Bf6"});
            assert_eq!(
                gateway.post(&path, &ask).await.refusal(),
                refusal,
                "{route}"
            );
        }
        let answer = gateway.post(&path, &json!({"ruleset": "russian"})).await;
        assert_eq!(
            answer.refusal(),
            (400, "INVALID_ARGUMENT", "MALFORMED_BODY")
        );
    }
    let ask = json!({"ruleset": "scoreless", "fen": "W:Wc3:Bf6"});
    let answer = gateway.post("/v1/positions/analyse", &ask).await;
    assert_eq!(answer.refusal(), (500, "INTERNAL", "INTERNAL"));
}
