//! Answers that repeat, answers that are long, and answers without a body.

use reqwest::header::HeaderMap;
use reqwest::{Method, Response};
use serde_json::json;

use crate::fixture::Gateway;

async fn ask(gateway: &Gateway, method: Method, path: &str, headers: &[(&str, &str)]) -> Response {
    let mut request = gateway.request(method, path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.send().await.unwrap()
}

async fn tag(gateway: &Gateway, path: &str) -> String {
    let answer = ask(gateway, Method::GET, path, &[]).await;
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["cache-control"], "private, no-cache");
    answer.headers()["etag"].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn what_is_known_is_not_sent_again() {
    let gateway = Gateway::start().await;
    for path in ["/v1/games/g", "/v1/modes", "/v1/games/g/pdn"] {
        let first = tag(&gateway, path).await;
        assert_eq!(tag(&gateway, path).await, first);
        for known in [&first[..], "*", &format!("W/\"0\", {first}")] {
            let answer = ask(&gateway, Method::GET, path, &[("if-none-match", known)]).await;
            assert_eq!(answer.status(), 304, "{path} {known}");
            assert_eq!(answer.headers()["etag"], first);
            assert_eq!(answer.headers()["cache-control"], "private, no-cache");
            assert_eq!(answer.bytes().await.unwrap().len(), 0);
        }
        let other = ask(&gateway, Method::GET, path, &[("if-none-match", "W/\"0\"")]).await;
        assert_eq!(other.status(), 200);
    }
    // Another answer has another tag.
    let (one, other) = (
        tag(&gateway, "/v1/games/g").await,
        tag(&gateway, "/v1/games/h").await,
    );
    assert_ne!(one, other);
}

#[tokio::test]
async fn what_is_done_and_what_is_refused_has_no_tag() {
    let gateway = Gateway::start().await;
    let play = json!({"player_id": "ann", "expected_ply": 0, "move": "c3-d4"});
    let done = gateway.post("/v1/games/g/moves", &play).await;
    assert_eq!(done.status, 200);
    let refused = gateway.get("/v1/games/unknown").await;
    for headers in [done.headers, refused.headers] {
        assert!(!headers.contains_key("etag"));
        assert_eq!(headers["cache-control"], "no-store");
    }
    let known = [("if-none-match", "*")];
    let refused = ask(&gateway, Method::GET, "/v1/games/unknown", &known).await;
    assert_eq!(refused.status(), 404);
}

#[tokio::test]
async fn long_answers_are_compressed_and_short_ones_are_not() {
    let gateway = Gateway::start().await;
    let gzip = [("accept-encoding", "gzip")];
    for (path, encoding) in [
        ("/v1/games/long", Some("gzip")),
        ("/v1/games/g", None),
        ("/v1/games/unknown", None),
    ] {
        let answer = ask(&gateway, Method::GET, path, &gzip).await;
        let told = answer.headers().get("content-encoding").cloned();
        assert_eq!(
            told.as_ref().map(|told| told.to_str().unwrap()),
            encoding,
            "{path}"
        );
    }
    let plain = ask(&gateway, Method::GET, "/v1/games/long", &[]).await;
    assert!(!plain.headers().contains_key("content-encoding"));
    // The tag is the same either way, and known either way.
    let tag = plain.headers()["etag"].to_str().unwrap().to_owned();
    let headers = [("accept-encoding", "gzip"), ("if-none-match", &tag)];
    let known = ask(&gateway, Method::GET, "/v1/games/long", &headers).await;
    assert_eq!(known.status(), 304);
}

#[tokio::test]
async fn the_head_alone_can_be_asked_for() {
    let gateway = Gateway::start().await;
    let of_content = |headers: &HeaderMap| {
        ["content-type", "content-length", "etag", "cache-control"]
            .map(|name| headers.get(name).cloned())
    };
    for (path, status) in [
        ("/v1/games/g", 200),
        ("/v1/games/g/pdn", 200),
        ("/v1/games/unknown", 404),
        ("/v1/games/g/watch", 426),
        ("/openapi.json", 200),
    ] {
        let get = ask(&gateway, Method::GET, path, &[]).await;
        let head = ask(&gateway, Method::HEAD, path, &[]).await;
        assert_eq!(head.status(), status, "{path}");
        assert_eq!(
            of_content(head.headers()),
            of_content(get.headers()),
            "{path}"
        );
        assert_eq!(head.bytes().await.unwrap().len(), 0);
    }
}
