//! Up and ready.

use gateway::Limits;
use serde_json::json;

use crate::fixture::Gateway;
use crate::upstream::Upstream;

#[tokio::test]
async fn with_every_service_there_it_is_up_and_ready() {
    let gateway = Gateway::start().await;
    assert_eq!(gateway.get("/healthz").await.json, json!({"status": "up"}));
    let ready = gateway.get("/readyz").await;
    assert_eq!(ready.status, 200);
    assert_eq!(ready.json, json!({"status": "ready"}));
}

#[tokio::test]
async fn what_is_missing_is_named() {
    let gateway = Gateway::in_front_of(Upstream::start(false).await, Limits::default()).await;
    assert_eq!(gateway.get("/healthz").await.status, 200);
    let ready = gateway.get("/readyz").await;
    assert_eq!(ready.refusal(), (503, "UNAVAILABLE", "NOT_READY"));
    let missing = ready.json["fields"].as_array().unwrap();
    assert_eq!(missing.len(), 1);
    assert_eq!(missing[0]["field"], "bots");
}
