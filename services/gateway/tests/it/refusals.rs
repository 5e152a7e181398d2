//! Every refusal has the same body, whoever refuses.

use std::time::Duration;

use gateway::Limits;
use reqwest::Method;
use serde_json::json;

use crate::fixture::{Answer, Gateway, short};
use crate::upstream::Upstream;

#[tokio::test]
async fn the_reason_of_a_service_is_passed_on() {
    let gateway = Gateway::start().await;
    let play = json!({"player": "ann", "ply": 0, "move": "c3-c5"});
    let expected = [
        ("unknown", (404, "NOT_FOUND", "UNKNOWN_GAME")),
        ("stale", (409, "ABORTED", "STALE_PLY")),
        ("refused", (422, "FAILED_PRECONDITION", "ILLEGAL_MOVE")),
        ("denied", (403, "PERMISSION_DENIED", "NOT_YOUR_GAME")),
        ("stopping", (503, "UNAVAILABLE", "SHUTTING_DOWN")),
    ];
    for (id, refusal) in expected {
        let answer = gateway.post(&format!("/v1/games/{id}/moves"), &play).await;
        assert_eq!(answer.refusal(), refusal);
    }
    let answer = gateway.post("/v1/games/refused/moves", &play).await;
    let message = "c3-c5 is not legal here";
    assert_eq!(
        answer.json,
        json!({"error": {
            "code": "FAILED_PRECONDITION", "reason": "ILLEGAL_MOVE", "message": message,
        }})
    );
}

#[tokio::test]
async fn the_fields_at_fault_are_passed_on() {
    let gateway = Gateway::start().await;
    let play = json!({"player": "ann", "ply": 0, "move": "?"});
    let answer = gateway.post("/v1/games/malformed/moves", &play).await;
    assert_eq!(
        answer.refusal(),
        (400, "INVALID_ARGUMENT", "MALFORMED_MOVE")
    );
    assert_eq!(
        answer.json["error"]["fields"],
        json!([{"field": "move", "description": "not a move: ?"}])
    );
    // Fields are named as the caller knows them.
    let answer = gateway.post("/v1/games/nameless/moves", &play).await;
    assert_eq!(answer.json["error"]["fields"][0]["field"], "player");
}

#[tokio::test]
async fn every_code_has_its_status() {
    let gateway = Gateway::start().await;
    let expected = [
        (1, 504, "DEADLINE_EXCEEDED"),
        (2, 500, "INTERNAL"),
        (3, 400, "INVALID_ARGUMENT"),
        (4, 504, "DEADLINE_EXCEEDED"),
        (5, 404, "NOT_FOUND"),
        (6, 409, "ALREADY_EXISTS"),
        (7, 403, "PERMISSION_DENIED"),
        (8, 429, "RESOURCE_EXHAUSTED"),
        (9, 422, "FAILED_PRECONDITION"),
        (10, 409, "ABORTED"),
        (11, 400, "OUT_OF_RANGE"),
        (12, 501, "UNIMPLEMENTED"),
        (13, 500, "INTERNAL"),
        (14, 503, "UNAVAILABLE"),
        (15, 500, "INTERNAL"),
        (16, 401, "UNAUTHENTICATED"),
    ];
    for (number, status, code) in expected {
        let answer = gateway.get(&format!("/v1/games/code-{number}")).await;
        // Where a service gives no reason the code stands in for it.
        assert_eq!(answer.refusal(), (status, code, code));
        let waits = matches!(status, 429 | 503);
        assert_eq!(answer.headers.contains_key("retry-after"), waits);
    }
}

#[tokio::test]
async fn what_went_wrong_inside_stays_inside() {
    let gateway = Gateway::start().await;
    for id in ["failing", "code-2", "code-13", "code-14", "code-15"] {
        let answer = gateway.get(&format!("/v1/games/{id}")).await;
        assert!(!answer.json.to_string().contains("secret"), "{id}");
    }
}

#[tokio::test]
async fn an_answer_against_the_contract_is_a_fault_of_ours() {
    let gateway = Gateway::start().await;
    for id in ["seatless", "ruleless"] {
        let answer = gateway.get(&format!("/v1/games/{id}")).await;
        assert_eq!(answer.refusal(), (500, "INTERNAL", "INTERNAL"), "{id}");
    }
}

#[tokio::test]
async fn a_service_that_hangs_is_given_up() {
    let gateway = Gateway::start_within(short()).await;
    let answer = gateway.get("/v1/games/hangs").await;
    assert_eq!(
        answer.refusal(),
        (504, "DEADLINE_EXCEEDED", "DEADLINE_EXCEEDED")
    );
}

#[tokio::test]
async fn a_service_that_is_away_is_unavailable() {
    let upstream = Upstream {
        address: "http://127.0.0.1:1".to_owned(),
        ..Upstream::start(true).await
    };
    let gateway = Gateway::in_front_of(upstream, Limits::default()).await;
    for path in ["/v1/modes", "/v1/rulesets", "/v1/games/g"] {
        let asking = tokio::time::timeout(Duration::from_secs(2), gateway.get(path));
        let answer = asking.await.unwrap();
        assert_eq!(answer.refusal(), (503, "UNAVAILABLE", "UNAVAILABLE"));
    }
}

#[tokio::test]
async fn unknown_routes_and_methods_are_refused() {
    let gateway = Gateway::start().await;
    for path in ["/v1/nothing", "/v1/games/g/nothing", "/assets/nothing.js"] {
        let answer = gateway.get(path).await;
        assert_eq!(answer.refusal(), (404, "NOT_FOUND", "NO_SUCH_ROUTE"));
    }
    let request = gateway.request(Method::DELETE, "/v1/games/g");
    let answer = Answer::of(request.send().await.unwrap()).await;
    assert_eq!(
        answer.refusal(),
        (405, "UNIMPLEMENTED", "METHOD_NOT_ALLOWED")
    );
    assert_eq!(answer.headers["allow"], "GET,HEAD");
}

#[tokio::test]
async fn bodies_that_cannot_be_read_are_refused() {
    let gateway = Gateway::start().await;
    let post = |kind: &'static str, body: String| {
        let request = gateway
            .request(Method::POST, "/v1/games/g/moves")
            .header("content-type", kind)
            .body(body);
        async { Answer::of(request.send().await.unwrap()).await }
    };
    let json = "application/json";

    let answer = post(json, "{\"player\":".to_owned()).await;
    assert_eq!(
        answer.refusal(),
        (400, "INVALID_ARGUMENT", "MALFORMED_JSON")
    );

    let wrong = json!({"player": "ann", "ply": "one", "move": "c3-d4"});
    let answer = post(json, wrong.to_string()).await;
    assert_eq!(
        answer.refusal(),
        (400, "INVALID_ARGUMENT", "MALFORMED_BODY")
    );
    let message = answer.json["error"]["message"].as_str().unwrap();
    assert!(message.starts_with("ply: invalid type"), "{message}");

    let extra = json!({"player": "ann", "ply": 0, "move": "c3-d4", "colour": "white"});
    let answer = post(json, extra.to_string()).await;
    assert_eq!(
        answer.refusal(),
        (400, "INVALID_ARGUMENT", "MALFORMED_BODY")
    );

    let answer = post("text/plain", "{}".to_owned()).await;
    assert_eq!(answer.refusal(), (415, "INVALID_ARGUMENT", "NOT_JSON"));

    let large = json!({"player": "a".repeat(65 * 1024), "ply": 0, "move": "c3-d4"});
    let answer = post(json, large.to_string()).await;
    assert_eq!(
        answer.refusal(),
        (413, "INVALID_ARGUMENT", "BODY_TOO_LARGE")
    );
}

#[tokio::test]
async fn every_route_of_a_game_passes_refusals_on() {
    let gateway = Gateway::start().await;
    let expected = (422, "FAILED_PRECONDITION", "ILLEGAL_MOVE");
    for route in [
        "abort",
        "draw/offer",
        "draw/accept",
        "draw/decline",
        "rematch",
    ] {
        let path = format!("/v1/games/refused/{route}");
        let answer = gateway.post(&path, &json!({"player": "ann"})).await;
        assert_eq!(answer.refusal(), expected, "{route}");
        let answer = gateway.post(&path, &json!({"player": 1})).await;
        assert_eq!(
            answer.refusal(),
            (400, "INVALID_ARGUMENT", "MALFORMED_BODY")
        );
    }
    let answer = gateway.get("/v1/games/unknown/pdn").await;
    assert_eq!(answer.refusal(), (404, "NOT_FOUND", "UNKNOWN_GAME"));
    let answer = gateway.get("/v1/players/nameless/games?filter=live").await;
    assert_eq!(
        answer.refusal(),
        (400, "INVALID_ARGUMENT", "MALFORMED_NAME")
    );
    assert_eq!(answer.json["error"]["fields"][0]["field"], "player");
}

#[tokio::test]
async fn a_clock_that_cannot_be_read_is_refused() {
    let gateway = Gateway::start().await;
    let clocks = [
        json!({"kind": "hourglass", "move_ms": 1}),
        json!({"kind": "fischer", "initial_ms": 1}),
        json!({"kind": "misses", "move_ms": 1, "misses": 2, "warning_ms": 1}),
    ];
    for clock in clocks {
        let create = json!({
            "ruleset": "r", "white": {"player": "ann"}, "black": {"player": "bob"}, "clock": clock,
        });
        let answer = gateway.post("/v1/games", &create).await;
        assert_eq!(
            answer.refusal(),
            (400, "INVALID_ARGUMENT", "MALFORMED_BODY")
        );
        let message = answer.json["error"]["message"].as_str().unwrap();
        assert!(message.starts_with("clock"), "{message}");
    }
}

#[tokio::test]
async fn a_game_needs_a_mode_or_a_ruleset_and_not_both() {
    let gateway = Gateway::start().await;
    let (white, black) = (json!({"player": "ann"}), json!({"bot": "easy"}));
    let neither = json!({"white": white, "black": black});
    let both = json!({"mode": "m", "ruleset": "r", "white": white, "black": black});
    for create in [neither, both] {
        let answer = gateway.post("/v1/games", &create).await;
        assert_eq!(
            answer.refusal(),
            (400, "INVALID_ARGUMENT", "MODE_OR_RULESET")
        );
        assert_eq!(answer.json["error"]["fields"][0]["field"], "mode");
    }
}

#[tokio::test]
async fn paths_and_queries_that_cannot_be_read_are_refused() {
    let gateway = Gateway::start().await;
    let answer = gateway.get("/v1/games/g/legal-moves?notation=roman").await;
    assert_eq!(
        answer.refusal(),
        (400, "INVALID_ARGUMENT", "MALFORMED_QUERY")
    );
    for query in ["", "?filter=all", "?filter=live&page_size=-1"] {
        let answer = gateway.get(&format!("/v1/players/ann/games{query}")).await;
        assert_eq!(
            answer.refusal(),
            (400, "INVALID_ARGUMENT", "MALFORMED_QUERY"),
            "{query}"
        );
    }
    let answer = gateway.get("/v1/games/%ff").await;
    assert_eq!(
        answer.refusal(),
        (400, "INVALID_ARGUMENT", "MALFORMED_PATH")
    );
}
