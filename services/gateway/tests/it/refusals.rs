//! Every refusal has the same form, whoever refuses: problem details.

use std::time::Duration;

use reqwest::{Client, Method};
use serde_json::json;

use crate::fixture::{Answer, Gateway, short};

#[tokio::test]
async fn the_reason_of_a_service_is_passed_on() {
    let gateway = Gateway::start().await;
    let play = json!({"player_id": "ann", "expected_ply": 0, "move": "c3-c5"});
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
    assert_eq!(
        answer.json,
        json!({
            "type": "about:blank", "title": "Unprocessable Entity", "status": 422,
            "detail": "c3-c5 is not legal here", "code": "FAILED_PRECONDITION",
            "reason": "ILLEGAL_MOVE",
        })
    );
}

#[tokio::test]
async fn the_fields_at_fault_are_passed_on() {
    let gateway = Gateway::start().await;
    let play = json!({"player_id": "ann", "expected_ply": 0, "move": "?"});
    let answer = gateway.post("/v1/games/malformed/moves", &play).await;
    assert_eq!(
        answer.refusal(),
        (400, "INVALID_ARGUMENT", "MALFORMED_MOVE")
    );
    assert_eq!(
        answer.json["fields"],
        json!([{"field": "move", "description": "not a move: ?"}])
    );
    let answer = gateway.post("/v1/games/nameless/moves", &play).await;
    assert_eq!(answer.field(), "player_id");
}

#[tokio::test]
async fn what_a_service_tells_beside_is_passed_on() {
    let gateway = Gateway::start().await;
    let answer = gateway.get("/v1/games/waits").await;
    assert_eq!(
        answer.refusal(),
        (429, "RESOURCE_EXHAUSTED", "RATE_LIMITED")
    );
    assert_eq!(answer.json["metadata"], json!({"limit": "20"}));
    // Six seconds and a bit: a caller that waits for less is refused again.
    assert_eq!(answer.headers["retry-after"], "7");
    let answer = gateway.get("/v1/games/stopping").await;
    assert_eq!(answer.headers["retry-after"], "1");
    assert_eq!(answer.json.get("metadata"), None);
}

/// That it needs one of them the service says; both at once cannot be read.
#[tokio::test]
async fn a_game_needs_a_mode_or_a_ruleset_and_not_both() {
    let gateway = Gateway::start().await;
    let seats = json!({"white": {"player_id": "ann"}, "black": {"bot": "easy"}});
    let neither = gateway.post("/v1/games", &seats).await;
    assert_eq!(
        neither.refusal(),
        (400, "INVALID_ARGUMENT", "MISSING_FIELD")
    );
    assert_eq!(neither.field(), "rules");
    let mut both = seats;
    both["mode"] = "m".into();
    both["ruleset"] = "r".into();
    let both = gateway.post("/v1/games", &both).await;
    assert_eq!(both.refusal(), (400, "INVALID_ARGUMENT", "MALFORMED_BODY"));
    assert_eq!(both.field(), "ruleset");
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
    let answer = gateway.get("/v1/games/timeless").await;
    assert_eq!(answer.refusal(), (500, "INTERNAL", "INTERNAL"));
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
    let gateway = Gateway::alone().await;
    for path in ["/v1/modes", "/v1/rulesets", "/v1/games/g"] {
        let asking = tokio::time::timeout(Duration::from_secs(4), gateway.get(path));
        let answer = asking.await.unwrap();
        assert_eq!(answer.refusal(), (503, "UNAVAILABLE", "UNAVAILABLE"));
    }
    let (status, _) = gateway.refused_socket("/v1/games/g/watch").await;
    assert_eq!(status, 503);
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
    // Nothing else is behind a path that is not there, so no token is asked for.
    let url = format!("http://{}/v1/nothing", gateway.address);
    let answer = Answer::of(Client::new().get(url).send().await.unwrap()).await;
    assert_eq!(answer.refusal(), (404, "NOT_FOUND", "NO_SUCH_ROUTE"));
}

#[tokio::test]
async fn every_route_of_a_game_passes_refusals_on() {
    let gateway = Gateway::start().await;
    let expected = (422, "FAILED_PRECONDITION", "ILLEGAL_MOVE");
    for (route, body) in [
        ("abort", json!({"player_id": "ann"})),
        ("draw/offer", json!({"player_id": "ann"})),
        ("draw/answer", json!({"player_id": "ann", "accept": true})),
        ("rematch", json!({"player_id": "ann"})),
    ] {
        let path = format!("/v1/games/refused/{route}");
        let answer = gateway.post(&path, &body).await;
        assert_eq!(answer.refusal(), expected, "{route}");
        let answer = gateway.post(&path, &json!({"player_id": 1})).await;
        assert_eq!(
            answer.refusal(),
            (400, "INVALID_ARGUMENT", "MALFORMED_BODY")
        );
        assert_eq!(answer.field(), "player_id");
    }
    for route in ["pdn", "legal-moves", "positions"] {
        let answer = gateway.get(&format!("/v1/games/unknown/{route}")).await;
        assert_eq!(answer.refusal(), (404, "NOT_FOUND", "UNKNOWN_GAME"));
    }
    let answer = gateway.get("/v1/players/nameless/games?filter=live").await;
    assert_eq!(
        answer.refusal(),
        (400, "INVALID_ARGUMENT", "MALFORMED_NAME")
    );
    assert_eq!(answer.field(), "player_id");
}
