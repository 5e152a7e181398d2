//! Signing in and out, over REST.

use reqwest::{Client, Method};
use serde_json::{Value, json};

use crate::fixture::{Answer, Gateway, short};

/// Posts without a token.
async fn post(gateway: &Gateway, path: &str, body: &Value) -> Answer {
    let url = format!("http://{}{path}", gateway.address);
    Answer::of(Client::new().post(url).json(body).send().await.unwrap()).await
}

#[tokio::test]
async fn signing_in_needs_no_token() {
    let gateway = Gateway::start().await;
    let tokens = json!({
        "access_token": "access", "expires_at": "1970-01-01T00:00:09Z",
        "refresh_token": "refresh",
    });
    let guest = post(&gateway, "/v1/sign-in/guest", &json!({})).await;
    assert_eq!(guest.status, 200);
    let player = json!({
        "id": "guest", "name": "", "guest": true, "created_at": "1970-01-01T00:00:01Z",
        "deleted": false,
    });
    assert_eq!(guest.json, json!({"player": player, "tokens": tokens}));
    let old = json!({"refresh_token": "old"});
    let fresh = post(&gateway, "/v1/refresh", &old).await;
    assert_eq!(fresh.json, json!({"tokens": tokens}));
    let out = post(&gateway, "/v1/sign-out", &old).await;
    assert_eq!((out.status.as_u16(), out.json), (200, json!({})));
}

/// An empty body is a message without fields, also without a content type.
#[tokio::test]
async fn a_call_without_fields_needs_no_body() {
    let gateway = Gateway::start().await;
    let request = gateway.request(Method::POST, "/v1/sign-in/guest");
    assert_eq!(request.send().await.unwrap().status(), 200);
    let deleted = gateway.request(Method::DELETE, "/v1/me");
    let deleted = Answer::of(deleted.send().await.unwrap()).await;
    assert_eq!((deleted.status.as_u16(), deleted.json), (200, json!({})));
}

#[tokio::test]
async fn a_player_takes_another_name() {
    let gateway = Gateway::start().await;
    let request = gateway.request(Method::PATCH, "/v1/me");
    let request = request.json(&json!({"name": "Anna"}));
    let renamed = Answer::of(request.send().await.unwrap()).await;
    assert_eq!(renamed.json["player"]["name"], "Anna");
}

#[tokio::test]
async fn the_keys_of_tokens_come_as_they_are() {
    let gateway = Gateway::start().await;
    let url = format!("http://{}/.well-known/jwks.json", gateway.address);
    let keys = Client::new().get(url).send().await.unwrap();
    assert_eq!(keys.headers()["content-type"], "application/json");
    assert_eq!(keys.text().await.unwrap(), r#"{"keys":[]}"#);
}

/// Whoever uses a refresh token twice loses the session.
#[tokio::test]
async fn nobody_is_told_to_refresh_once_more() {
    let gateway = Gateway::start_within(short()).await;
    let late = post(&gateway, "/v1/refresh", &json!({"refresh_token": "hangs"})).await;
    assert_eq!(
        late.refusal(),
        (504, "DEADLINE_EXCEEDED", "DEADLINE_EXCEEDED")
    );
    let detail = late.json["detail"].as_str().unwrap();
    assert!(!detail.contains("safe to repeat"), "{detail}");
}
