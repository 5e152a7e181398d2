//! Bodies that cannot be read. Nobody is behind the gateway: what went on to a service would be
//! answered with 503.

use std::time::Duration;

use bytes::Bytes;
use contract::{Contract, RequestBody};
use futures::stream;
use gateway::Limits;
use http_body::Frame;
use http_body_util::StreamBody;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::fixture::{Answer, Gateway};

const JSON: &str = "application/json";
const MOVES: &str = "/v1/games/g/moves";
const GOOD: &str = r#"{"expected_ply": 0, "move": "c3-d4"}"#;

async fn play(gateway: &Gateway, body: impl Into<reqwest::Body>) -> Answer {
    gateway.send(Method::POST, MOVES, JSON, body).await
}

#[tokio::test]
async fn a_body_that_can_be_read_goes_on() {
    let gateway = Gateway::alone().await;
    for body in [
        GOOD,
        // An integer in another spelling, and what is null is not there.
        r#"{"expected_ply": 2.0, "move": "c3-d4"}"#,
        r#"{"expected_ply": 4294967295, "move": "", "player_id": null}"#,
    ] {
        let answer = play(&gateway, body).await;
        assert_eq!(answer.refusal(), (503, "UNAVAILABLE", "UNAVAILABLE"));
    }
}

#[tokio::test]
async fn what_is_no_json_is_refused() {
    let gateway = Gateway::alone().await;
    let deep = "[".repeat(10_000);
    let deep_and_whole = format!("{deep}{}", "]".repeat(10_000));
    let deep_in_a_field = format!("{}1{}", r#"{"move":"#.repeat(5_000), "}".repeat(5_000));
    let bodies: [&[u8]; 11] = [
        b"{",
        b"{}}",
        b"{} {}",
        b"{'move': 1}",
        b"{\"move\": \"c3-d4\", \"expected_ply\": 1e400}",
        b"{\"move\": \"\xff\", \"expected_ply\": 0}",
        b"\xef\xbb\xbf{}",
        b"\0",
        deep.as_bytes(),
        deep_and_whole.as_bytes(),
        deep_in_a_field.as_bytes(),
    ];
    for body in bodies {
        let answer = play(&gateway, body.to_vec()).await;
        let start = String::from_utf8_lossy(&body[..body.len().min(60)]);
        assert_eq!(
            answer.refusal(),
            (400, "INVALID_ARGUMENT", "MALFORMED_JSON"),
            "{start}"
        );
    }
}

#[tokio::test]
async fn what_is_no_object_is_refused() {
    let gateway = Gateway::alone().await;
    for body in ["[]", "null", "\"x\"", "1", "true", "[{}]"] {
        let answer = play(&gateway, body).await;
        assert_eq!(
            answer.refusal(),
            (400, "INVALID_ARGUMENT", "MALFORMED_BODY"),
            "{body}"
        );
        let detail = answer.json["detail"].as_str().unwrap();
        assert!(detail.starts_with("expected an object"), "{detail}");
    }
}

#[tokio::test]
async fn the_field_at_fault_is_named() {
    let gateway = Gateway::alone().await;
    let expected = [
        // Numbers.
        (
            json!({"expected_ply": "one", "move": "c3-d4"}),
            "expected_ply",
        ),
        (
            json!({"expected_ply": "0", "move": "c3-d4"}),
            "expected_ply",
        ),
        (
            json!({"expected_ply": true, "move": "c3-d4"}),
            "expected_ply",
        ),
        (
            json!({"expected_ply": [0], "move": "c3-d4"}),
            "expected_ply",
        ),
        (json!({"expected_ply": {}, "move": "c3-d4"}), "expected_ply"),
        (json!({"expected_ply": -1, "move": "c3-d4"}), "expected_ply"),
        (
            json!({"expected_ply": 1.5, "move": "c3-d4"}),
            "expected_ply",
        ),
        (
            json!({"expected_ply": 1e300, "move": "c3-d4"}),
            "expected_ply",
        ),
        (
            json!({"expected_ply": 4_294_967_296_u64, "move": "c3-d4"}),
            "expected_ply",
        ),
        (
            json!({"expected_ply": u64::MAX, "move": "c3-d4"}),
            "expected_ply",
        ),
        // Texts.
        (json!({"expected_ply": 0, "move": 1}), "move"),
        (json!({"expected_ply": 0, "move": ["c3", "d4"]}), "move"),
        // What is not there, and what belongs elsewhere.
        (
            json!({"expected_ply": 0, "move": "c3-d4", "colour": "white"}),
            "colour",
        ),
        (json!({"expectedPly": 0, "move": "c3-d4"}), "expectedPly"),
        (
            json!({"expected_ply": 0, "move": "c3-d4", "game_id": "g"}),
            "game_id",
        ),
    ];
    for (body, field) in expected {
        let answer = play(&gateway, body.to_string()).await;
        assert_eq!(
            answer.refusal(),
            (400, "INVALID_ARGUMENT", "MALFORMED_BODY"),
            "{body}"
        );
        assert_eq!(answer.field(), field, "{body}");
        let detail = answer.json["detail"].as_str().unwrap();
        assert!(detail.starts_with(&format!("{field}: ")), "{detail}");
    }
    for (body, field) in [
        (json!({"move": "c3-d4"}), "expected_ply"),
        (
            json!({"expected_ply": null, "move": "c3-d4"}),
            "expected_ply",
        ),
        (json!({"expected_ply": 0}), "move"),
        (json!({}), "expected_ply"),
    ] {
        let answer = play(&gateway, body.to_string()).await;
        assert_eq!(answer.refusal(), (400, "INVALID_ARGUMENT", "MISSING_FIELD"));
        assert_eq!(answer.field(), field, "{body}");
    }
    // More than 2^64.
    let huge = r#"{"expected_ply": 18446744073709551616, "move": "c3-d4"}"#;
    let answer = play(&gateway, huge).await;
    assert_eq!(answer.field(), "expected_ply");
}

#[tokio::test]
async fn fields_within_are_named_by_their_path() {
    let gateway = Gateway::alone().await;
    let with = |field: &str, value: Value| {
        let bob = json!({"player_id": "bob"});
        let mut create = json!({"ruleset": "r", "white": {"player_id": "ann"}, "black": bob});
        create[field] = value;
        create
    };
    let create = "/v1/games";
    let expected = [
        (
            create,
            with("white", json!({"player_id": 1})),
            "white.player_id",
        ),
        (
            create,
            with("white", json!({"player": "ann"})),
            "white.player",
        ),
        (create, with("white", json!({"bot": "clever"})), "white.bot"),
        (create, with("white", json!("ann")), "white"),
        (
            create,
            with("white", json!({"bot": "easy", "player_id": "ann"})),
            "white.player_id",
        ),
        (create, with("mode", json!("m")), "ruleset"),
        (create, with("rated", json!("yes")), "rated"),
        (
            create,
            with("clock", json!({"hourglass": {"move_ms": 1}})),
            "clock.hourglass",
        ),
        (
            create,
            with("clock", json!({"kind": "fischer"})),
            "clock.kind",
        ),
        (
            create,
            with("clock", json!({"fischer": {"initial_ms": 1, "move_ms": 1}})),
            "clock.fischer.move_ms",
        ),
        (
            create,
            with("clock", json!({"misses": {"move_ms": 1, "misses": -2}})),
            "clock.misses.misses",
        ),
        (
            create,
            with("clock", json!({"fischer": {}, "misses": {}})),
            "clock.misses",
        ),
        (
            "/v1/positions/replay",
            json!({"ruleset": "r", "actions": [{"move": "a"}, {"boost": {"boost": "laser"}}]}),
            "actions[1].boost.boost",
        ),
        (
            "/v1/positions/replay",
            json!({"ruleset": "r", "moves": ["c3-d4", 2]}),
            "moves[1]",
        ),
        (
            "/v1/positions/legal-moves",
            json!({"ruleset": "r", "position": {"fen": "f", "history": {"seen": [1]}}}),
            "position.history.seen[0]",
        ),
        (
            "/v1/positions/legal-moves",
            json!({"ruleset": "r", "position": {"fen": "f", "history": {"seen": ["-1"]}}}),
            "position.history.seen[0]",
        ),
    ];
    for (path, body, field) in expected {
        let answer = gateway.post(path, &body).await;
        assert_eq!(
            answer.refusal(),
            (400, "INVALID_ARGUMENT", "MALFORMED_BODY"),
            "{body}"
        );
        assert_eq!(answer.field(), field, "{body}");
    }
}

#[tokio::test]
async fn other_media_types_are_refused() {
    let gateway = Gateway::alone().await;
    for media_type in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/jsonp",
        "application/grpc-web+proto",
        "json",
        "",
    ] {
        let answer = gateway.send(Method::POST, MOVES, media_type, GOOD).await;
        let refusal = (415, "INVALID_ARGUMENT", "NOT_JSON");
        assert_eq!(answer.refusal(), refusal, "{media_type}");
    }
    let bare = gateway.request(Method::POST, MOVES).body(GOOD);
    let bare = Answer::of(bare.send().await.unwrap()).await;
    assert_eq!(bare.refusal(), (415, "INVALID_ARGUMENT", "NOT_JSON"));
    for media_type in [
        "application/json; charset=utf-8",
        "Application/JSON",
        "application/merge-patch+json",
    ] {
        let answer = gateway.send(Method::POST, MOVES, media_type, GOOD).await;
        assert_eq!(answer.status, 503, "{media_type}");
    }
}

#[tokio::test]
async fn a_body_may_have_64_kib_and_no_more() {
    let gateway = Gateway::alone().await;
    let padded = |length: usize| format!("{GOOD}{}", " ".repeat(length - GOOD.len()));
    let answer = play(&gateway, padded(64 * 1024)).await;
    assert_eq!(answer.status, 503);
    for length in [64 * 1024 + 1, 200_000] {
        let answer = play(&gateway, padded(length)).await;
        assert_eq!(
            answer.refusal(),
            (413, "INVALID_ARGUMENT", "BODY_TOO_LARGE")
        );
    }
    // Also where its length is not told beforehand.
    let piece = || Ok::<_, std::io::Error>(Frame::data(Bytes::from(" ".repeat(4096))));
    let pieces = stream::iter((0..20).map(move |_| piece()));
    let body = reqwest::Body::wrap(StreamBody::new(pieces));
    let answer = play(&gateway, body).await;
    assert_eq!(
        answer.refusal(),
        (413, "INVALID_ARGUMENT", "BODY_TOO_LARGE")
    );
}

/// Sends what is no whole request over a connection of its own, and gives what comes back until the
/// gateway closes it or falls silent.
async fn raw(gateway: &Gateway, rest: &str, then_close: bool) -> String {
    let mut connection = TcpStream::connect(gateway.address).await.unwrap();
    let token = &gateway.upstream.token;
    let head = format!(
        "POST {MOVES} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
         content-type: {JSON}\r\nconnection: close\r\n{rest}"
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    if then_close {
        connection.shutdown().await.unwrap();
    }
    let mut come = Vec::new();
    let reading = timeout(Duration::from_secs(10), connection.read_to_end(&mut come));
    let _ = reading.await.expect("an end");
    String::from_utf8(come).unwrap()
}

#[tokio::test]
async fn a_body_that_never_ends_is_given_up() {
    let limits = Limits {
        send: Duration::from_millis(300),
        ..Limits::default()
    };
    let gateway = Gateway::start_within(limits).await;
    let answer = raw(&gateway, "content-length: 100\r\n\r\n{\"move\":", false).await;
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    assert!(answer.contains("MALFORMED_BODY"), "{answer}");
}

#[tokio::test]
async fn a_body_that_breaks_off_does_no_harm() {
    let gateway = Gateway::alone().await;
    let chunked = "transfer-encoding: chunked\r\n\r\n";
    for rest in [
        "content-length: 100\r\n\r\n{\"move\":",
        &format!("{chunked}5\r\n{{\"mo"),
        &format!("{chunked}zz\r\n{{}}"),
        "content-length: -1\r\n\r\n{}",
        "content-length: 1\r\ncontent-length: 2\r\n\r\n{}",
    ] {
        let answer = raw(&gateway, rest, true).await;
        // Whoever has closed its half may get none.
        let is_refused = answer.is_empty() || answer.starts_with("HTTP/1.1 400 ");
        assert!(is_refused, "{rest}: {answer}");
    }
    assert_eq!(gateway.get("/healthz").await.status, 200);
}

/// The token is asked for before the body is looked at.
#[tokio::test]
async fn without_a_token_nothing_is_said_of_the_body() {
    let gateway = Gateway::alone().await;
    let url = |path: &str| format!("http://{}{path}", gateway.address);
    let long = "x".repeat(100_000);
    for (media_type, body) in [
        (JSON, "{"),
        (JSON, "[]"),
        ("text/plain", "x"),
        (JSON, &long),
    ] {
        let request = Client::new().post(url(MOVES)).body(body.to_owned());
        let request = request.header("content-type", media_type);
        let answer = Answer::of(request.send().await.unwrap()).await;
        assert_eq!(answer.refusal(), (401, "UNAUTHENTICATED", "NO_TOKEN"));
    }
    for path in ["/v1/games/%ff", "/v1/games/g?x=1"] {
        let answer = Client::new().get(url(path)).send().await.unwrap();
        assert_eq!(Answer::of(answer).await.refusal().0, 401, "{path}");
    }
    // Where none is needed the body counts.
    let request = Client::new().post(url("/v1/sign-in")).body("{");
    let request = request.header("content-type", JSON);
    let answer = Answer::of(request.send().await.unwrap()).await;
    assert_eq!(
        answer.refusal(),
        (400, "INVALID_ARGUMENT", "MALFORMED_JSON")
    );
}

/// Whatever is added to the contracts.
#[tokio::test]
async fn every_route_refuses_what_it_cannot_read() {
    let gateway = Gateway::alone().await;
    let contract = Contract::read().unwrap();
    let deep = "[".repeat(10_000);
    let mut routes = 0;
    for binding in contract.methods.iter().flat_map(|method| &method.bindings) {
        routes += 1;
        let path = binding.path.to_string().replace(['{', '}'], "");
        if binding.body == RequestBody::None {
            let request = gateway.request(binding.verb.clone(), &format!("{path}?no_such=1"));
            let request = request.header("accept", "text/event-stream");
            let answer = Answer::of(request.send().await.unwrap()).await;
            let refusal = (400, "INVALID_ARGUMENT", "MALFORMED_QUERY");
            assert_eq!(answer.refusal(), refusal, "{path}");
            assert_eq!(answer.field(), "no_such", "{path}");
            continue;
        }
        for body in ["[]", "null", "1", "\"x\"", "{", r#"{"no_such": 1}"#, &deep] {
            let answer = gateway.send(binding.verb.clone(), &path, JSON, body.to_owned());
            let answer = answer.await;
            assert_eq!(answer.refusal().0, 400, "{path} {body}");
        }
        let answer = gateway.post(&format!("{path}?x=1"), &json!({})).await;
        // PATCH has no POST beside it.
        assert!(matches!(answer.refusal().0, 400 | 405), "{path}");
    }
    assert!(routes > 50, "{routes}");
}
