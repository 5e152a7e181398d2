//! The page's files and the headers around everything.

use reqwest::{Client, Method};

use crate::fixture::{Answer, Gateway};

#[tokio::test]
async fn the_page_is_at_the_root_and_at_everything_it_shows() {
    let gateway = Gateway::start().await;
    let addresses = [
        "/",
        "/game/01k0example",
        "/invite/K7MPQ2XW",
        "/players/ann",
        "/ratings/russian",
        "/shop",
    ];
    for path in addresses {
        let response = gateway.request(Method::GET, path).send().await.unwrap();
        assert_eq!(response.status(), 200);
        let headers = response.headers().clone();
        assert_eq!(headers["content-type"], "text/html; charset=utf-8");
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["referrer-policy"], "no-referrer");
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'none'"));
        assert!(!policy.contains("unsafe"));
        let page = response.text().await.unwrap();
        assert!(page.contains("id=\"board\""));
        // The policy forbids what stands inline.
        assert!(!page.contains("<style") && !page.contains("style="));
        assert!(!page.contains("<script>") && !page.contains("onclick="));
    }
}

#[tokio::test]
async fn files_are_kept_and_asked_for_again() {
    let gateway = Gateway::start().await;
    let get = || gateway.request(Method::GET, "/assets/main.js");
    let first = Answer::of(get().send().await.unwrap()).await;
    assert_eq!(first.status, 200);
    assert_eq!(
        first.headers["content-type"],
        "text/javascript; charset=utf-8"
    );
    assert_eq!(first.headers["cache-control"], "no-cache");
    let tag = first.headers["etag"].clone();
    let again = get().header("if-none-match", tag.clone()).send();
    let again = Answer::of(again.await.unwrap()).await;
    assert_eq!(again.status, 304);
    assert_eq!(again.headers["etag"], tag);
    let other = get().header("if-none-match", "W/\"0\"").send();
    assert_eq!(other.await.unwrap().status(), 200);
}

#[tokio::test]
async fn answers_are_compressed_for_those_who_can_read_it() {
    let gateway = Gateway::start().await;
    for path in ["/assets/style.css", "/assets/main.js"] {
        let request = gateway
            .request(Method::GET, path)
            .header("accept-encoding", "gzip");
        let response = request.send().await.unwrap();
        assert_eq!(response.headers()["content-encoding"], "gzip");
        let plain = gateway.request(Method::GET, path).send().await.unwrap();
        assert!(!plain.headers().contains_key("content-encoding"));
    }
}

#[tokio::test]
async fn what_the_api_says_is_kept_by_nobody_else() {
    let gateway = Gateway::start().await;
    for (path, control) in [
        ("/v1/modes", "private, no-cache"),
        ("/v1/games/unknown", "no-store"),
        ("/nothing", "no-store"),
    ] {
        let answer = gateway.get(path).await;
        assert_eq!(answer.headers["cache-control"], control);
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
    }
}

/// What it says is tested where it is made.
#[tokio::test]
async fn the_description_of_the_api_needs_no_token() {
    let gateway = Gateway::start().await;
    let url = format!("http://{}/openapi.json", gateway.address);
    let get = || Client::new().get(&url);
    let first = Answer::of(get().send().await.unwrap()).await;
    assert_eq!(first.status, 200);
    assert_eq!(first.headers["content-type"], "application/json");
    assert!(first.json.is_object());
    let tag = first.headers["etag"].clone();
    let again = get().header("if-none-match", tag.clone()).send();
    let again = again.await.unwrap();
    assert_eq!(again.status(), 304);
    assert_eq!(again.headers()["etag"], tag);
}
