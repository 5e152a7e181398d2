//! The header that names a request, so that a repeat has no second effect.

use serde_json::{Value, json};

use crate::fixture::{Answer, Gateway};

async fn buy(gateway: &Gateway, key: impl AsRef<[u8]>, request_id: Option<&str>) -> Answer {
    let mut body = json!({"offer_id": "rocket", "expected_price": 80});
    if let Some(id) = request_id {
        body["request_id"] = id.into();
    }
    let request = gateway.request(reqwest::Method::POST, "/v1/shop/purchases");
    let request = request.header("idempotency-key", key.as_ref()).json(&body);
    Answer::of(request.send().await.unwrap()).await
}

fn request_id(answer: &Answer) -> &Value {
    assert_eq!(answer.status, 200, "{}", answer.json);
    &answer.json["receipt"]["request_id"]
}

#[tokio::test]
async fn the_header_stands_for_the_field() {
    let gateway = Gateway::start().await;
    assert_eq!(request_id(&buy(&gateway, "r-1", None).await), "r-1");
    assert_eq!(request_id(&buy(&gateway, "r-1", Some("r-1")).await), "r-1");
    // An empty one names nothing.
    assert_eq!(request_id(&buy(&gateway, "", Some("r-2")).await), "r-2");
    let unnamed = buy(&gateway, "", None).await;
    assert_eq!(
        unnamed.refusal(),
        (400, "INVALID_ARGUMENT", "MISSING_FIELD")
    );
    assert_eq!(unnamed.field(), "request_id");
}

#[tokio::test]
async fn two_names_for_a_request_are_refused() {
    let gateway = Gateway::alone().await;
    let refused = buy(&gateway, "r-1", Some("r-2")).await;
    assert_eq!(
        refused.refusal(),
        (400, "INVALID_ARGUMENT", "MALFORMED_BODY")
    );
    assert_eq!(refused.field(), "request_id");
    let refused = buy(&gateway, "ключ", None).await;
    assert_eq!(
        refused.refusal(),
        (400, "INVALID_ARGUMENT", "MALFORMED_BODY")
    );
    assert_eq!(refused.field(), "idempotency-key");
}

#[tokio::test]
async fn calls_without_such_a_name_ignore_it() {
    let gateway = Gateway::start().await;
    let play = json!({"player_id": "ann", "expected_ply": 0, "move": "c3-d4"});
    let request = gateway.request(reqwest::Method::POST, "/v1/games/g/moves");
    let request = request.header("idempotency-key", "r-1").json(&play);
    assert_eq!(request.send().await.unwrap().status(), 200);
    let request = gateway.request(reqwest::Method::GET, "/v1/games/g");
    let request = request.header("idempotency-key", "r-1");
    assert_eq!(request.send().await.unwrap().status(), 200);
}
