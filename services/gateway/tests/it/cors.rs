//! Calls from pages of other origins.

use std::time::Duration;

use gateway::{Limits, Origins};
use reqwest::header::{HeaderMap, SEC_WEBSOCKET_PROTOCOL};
use reqwest::{Client, Method, Response};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{self, http};

use crate::fixture::{Gateway, short};

const PAGE: &str = "https://play.example.com";
const APP: &str = "capacitor://localhost";
const STRANGER: &str = "https://evil.example";
const GET_GAME: &str = "/shashki.games.v1.GamesService/GetGame";
const GRPC_WEB: &str = "application/grpc-web+proto";

async fn start(limits: Limits) -> Gateway {
    let origins = format!("{PAGE}, {APP}").parse().unwrap();
    Gateway::start_within(Limits { origins, ..limits }).await
}

/// Asks whether a page may send something, as a browser does: without a token.
async fn preflight(gateway: &Gateway, origin: &str, path: &str, method: &str) -> Response {
    let url = format!("http://{}{path}", gateway.address);
    let request = Client::new()
        .request(Method::OPTIONS, url)
        .header("origin", origin)
        .header("access-control-request-method", method)
        .header(
            "access-control-request-headers",
            "authorization,content-type",
        );
    request.send().await.unwrap()
}

/// The names of the headers of CORS.
fn of_cors(headers: &HeaderMap) -> Vec<&str> {
    let names = headers.keys().map(reqwest::header::HeaderName::as_str);
    names
        .filter(|name| name.starts_with("access-control-"))
        .collect()
}

/// Whether a header lists a word.
fn lists(headers: &HeaderMap, name: &str, word: &str) -> bool {
    let values = headers.get_all(name).iter();
    let mut words = values.flat_map(|value| value.to_str().unwrap().split(','));
    words.any(|one| one.trim().eq_ignore_ascii_case(word))
}

#[tokio::test]
async fn preflights_are_answered_without_a_token() {
    let gateway = start(Limits::default()).await;
    let routes = [
        ("/v1/games/1/moves", "POST"),
        ("/v1/me", "PATCH"),
        ("/v1/me", "DELETE"),
        (GET_GAME, "POST"),
    ];
    for origin in [PAGE, APP] {
        for (path, method) in routes {
            let answer = preflight(&gateway, origin, path, method).await;
            assert_eq!(answer.status(), 200, "{path}");
            let headers = answer.headers();
            assert_eq!(headers["access-control-allow-origin"], origin);
            assert_eq!(headers["access-control-max-age"], "7200");
            assert!(lists(headers, "access-control-allow-methods", method));
            for name in [
                "authorization",
                "content-type",
                "x-grpc-web",
                "x-user-agent",
                "grpc-timeout",
                "idempotency-key",
                "if-none-match",
                "last-event-id",
                "traceparent",
            ] {
                assert!(
                    lists(headers, "access-control-allow-headers", name),
                    "{name}"
                );
            }
            assert!(lists(headers, "vary", "origin"));
            // Tokens are not cookies: a browser need not lend any.
            assert!(!headers.contains_key("access-control-allow-credentials"));
        }
    }
}

/// A page must be able to read why it is refused, whoever refuses.
#[tokio::test]
async fn errors_can_be_read_too() {
    let gateway = start(short()).await;
    let ask = |method, path: &str| gateway.request(method, path).header("origin", APP);
    let long = "x".repeat(70_000);
    let post = |path| ask(Method::POST, path).header("content-type", "application/json");
    let answers = [
        (200, ask(Method::GET, "/v1/modes")),
        (404, ask(Method::GET, "/v1/games/unknown")),
        (404, ask(Method::GET, "/nothing")),
        (405, ask(Method::PUT, "/v1/games/1")),
        (400, post("/v1/games").body("{")),
        (413, post("/v1/games").body(long)),
        (415, post(GET_GAME).body("{}")),
        (429, ask(Method::GET, "/v1/games/code-8")),
        (500, ask(Method::GET, "/v1/games/failing")),
        (503, ask(Method::GET, "/v1/games/stopping")),
        (504, ask(Method::GET, "/v1/games/hangs")),
    ];
    let url = format!("http://{}/v1/modes", gateway.address);
    let nobody = Client::new().get(url).header("origin", APP);
    for (status, request) in answers.into_iter().chain([(401, nobody)]) {
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), status);
        let headers = answer.headers();
        assert_eq!(headers["access-control-allow-origin"], APP, "{status}");
        assert!(lists(headers, "vary", "origin"), "{status}");
        for name in [
            "grpc-status",
            "grpc-message",
            "grpc-status-details-bin",
            "retry-after",
            "etag",
            "traceparent",
        ] {
            assert!(
                lists(headers, "access-control-expose-headers", name),
                "{name}"
            );
        }
    }
}

#[tokio::test]
async fn pages_call_over_grpc_web() {
    let gateway = start(Limits::default()).await;
    for id in ["1", "unknown"] {
        let length = u8::try_from(id.len()).unwrap();
        let head = [0, 0, 0, 0, length + 2, 10, length];
        let request = gateway
            .request(Method::POST, GET_GAME)
            .header("origin", PAGE)
            .header("content-type", GRPC_WEB)
            .body([&head[..], id.as_bytes()].concat());
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.headers()["access-control-allow-origin"], PAGE);
        assert!(answer.bytes().await.unwrap().len() > 20);
    }
}

#[tokio::test]
async fn others_are_told_nothing() {
    let listed = start(Limits::default()).await;
    // Without the setting nobody is listed.
    let bare = Gateway::start().await;
    for (gateway, origin, varies) in [
        (&listed, STRANGER, true),
        (&listed, "null", true),
        (&listed, "http://play.example.com", true),
        (&listed, "https://play.example.com.evil.example", true),
        (&bare, PAGE, false),
        (&bare, APP, false),
    ] {
        for path in ["/v1/games/1/moves", GET_GAME] {
            let answer = preflight(gateway, origin, path, "POST").await;
            assert_eq!(answer.status(), 405, "{origin}");
            assert_eq!(of_cors(answer.headers()), [""; 0], "{origin}");
        }
        for path in ["/v1/modes", "/v1/games/unknown"] {
            let request = gateway.request(Method::GET, path).header("origin", origin);
            let answer = request.send().await.unwrap();
            assert_eq!(of_cors(answer.headers()), [""; 0], "{origin}");
            // An answer in a cache must not be given to a page that is listed.
            assert_eq!(lists(answer.headers(), "vary", "origin"), varies);
        }
    }
    // Who is no browser sends no origin, and is served as ever.
    let answer = listed
        .request(Method::GET, "/v1/modes")
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(of_cors(answer.headers()), [""; 0]);
    assert!(lists(answer.headers(), "vary", "origin"));
}

/// Opens a WebSocket from a page, and gives the status and the body of what refuses it.
async fn open(gateway: &Gateway, origin: Option<&str>) -> Result<(), (u16, String)> {
    let url = format!("ws://{}/v1/games/quiet/watch", gateway.address);
    let mut request = url.into_client_request().unwrap();
    let headers = request.headers_mut();
    let offered = format!("shashki.v1, bearer.{}", gateway.upstream.token);
    headers.insert(SEC_WEBSOCKET_PROTOCOL, offered.parse().unwrap());
    if let Some(origin) = origin {
        headers.insert(http::header::ORIGIN, origin.parse().unwrap());
    }
    let Err(error) = connect_async(request).await else {
        return Ok(());
    };
    let tungstenite::Error::Http(answer) = error else {
        unreachable!("{error}");
    };
    let body = answer.body().clone().unwrap_or_default();
    Err((answer.status().as_u16(), String::from_utf8(body).unwrap()))
}

#[tokio::test]
async fn websockets_open_for_the_own_page_for_those_listed_and_for_programs() {
    let limits = Limits {
        ping_every: Duration::from_secs(20),
        ..Limits::default()
    };
    let listed = start(limits).await;
    let bare = Gateway::start().await;
    for gateway in [&listed, &bare] {
        let own = format!("http://{}", gateway.address);
        // A proxy of ours may speak TLS for it.
        let secure = format!("https://{}", gateway.address);
        for origin in [None, Some(&own[..]), Some(&secure)] {
            assert_eq!(open(gateway, origin).await, Ok(()), "{origin:?}");
        }
        for origin in [STRANGER, "null", "http://127.0.0.1:1"] {
            let (status, body) = open(gateway, Some(origin)).await.unwrap_err();
            assert_eq!(status, 403);
            assert!(body.contains("ORIGIN_NOT_ALLOWED"), "{body}");
        }
    }
    for origin in [PAGE, APP] {
        assert_eq!(open(&listed, Some(origin)).await, Ok(()));
        assert_eq!(open(&bare, Some(origin)).await.unwrap_err().0, 403);
    }
}

#[test]
fn a_malformed_list_is_refused_with_the_reason() {
    let expected = [
        ("*", "name each origin"),
        ("https://play.example.com/", "leave out the path"),
        ("play.example.com", "SCHEME://HOST"),
        ("capacitor://localhost, https://*.example.com", "wildcards"),
    ];
    for (list, why) in expected {
        let refused = list.parse::<Origins>().unwrap_err().to_string();
        assert!(refused.contains(why), "{refused}");
    }
}
