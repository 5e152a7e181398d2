//! Queues, invites and the lobby.

use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::fixture::{Gateway, problem};

#[tokio::test]
async fn waiting_is_told_until_there_is_a_match() {
    let gateway = Gateway::start().await;
    let path = "/v1/queues/classic/watch?rated=true&offer_bot_after_ms=5000";
    let mut queue = gateway.socket(path).await.unwrap();
    let waiting = json!({"waiting": {
        "position": 1, "length": 2, "since": "1970-01-01T00:00:03Z", "window": 100,
    }});
    assert_eq!(queue.json().await, waiting);
    assert_eq!(queue.json().await["waiting"]["estimated_wait_ms"], 4_000);
    assert_eq!(
        queue.json().await,
        json!({"bot_offered": {"level": "easy"}})
    );
    let made = json!({"game_id": "new", "white": "ann", "black": "bob"});
    assert_eq!(queue.json().await, json!({"matched": made}));
    assert_eq!(queue.close_code().await, 1000);
}

#[tokio::test]
async fn who_leaves_elsewhere_is_told() {
    let gateway = Gateway::start().await;
    let mut queue = gateway.socket("/v1/queues/left/watch").await.unwrap();
    assert_eq!(queue.json().await["waiting"]["length"], 1);
    assert!(queue.json().await["waiting"].is_object());
    assert_eq!(queue.json().await, json!({"cancelled": {}}));
    assert_eq!(queue.close_code().await, 1000);
}

#[tokio::test]
async fn who_cannot_wait_gets_no_socket() {
    let gateway = Gateway::start().await;
    let expected = [
        ("busy", (422, "FAILED_PRECONDITION", "IN_RATED_GAME")),
        ("stopping", (503, "UNAVAILABLE", "SHUTTING_DOWN")),
    ];
    for (mode, refusal) in expected {
        let path = format!("/v1/queues/{mode}/watch");
        let (_, refused) = gateway.refused_socket(&path).await;
        assert_eq!(problem(&refused), refusal);
    }
}

#[tokio::test]
async fn leaving_a_queue_holds_or_comes_too_late() {
    let gateway = Gateway::start().await;
    let rated = json!({"rated": true});
    let left = gateway.post("/v1/queues/classic/cancel", &rated).await;
    assert_eq!(left.json, json!({"cancelled": {}}));
    let late = gateway.post("/v1/queues/late/cancel", &json!({})).await;
    let made = json!({"game_id": "new", "white": "ann", "black": "bob"});
    assert_eq!(late.json, json!({"matched": made}));
}

#[tokio::test]
async fn the_offered_bot_is_taken() {
    let gateway = Gateway::start().await;
    let body = json!({"player_id": "ann"});
    let answer = gateway.post("/v1/queues/classic/accept-bot", &body).await;
    let made = json!({"game_id": "new", "white": "ann"});
    assert_eq!(answer.json, json!({"matched": made}));
}

#[tokio::test]
async fn queues_say_how_many_wait() {
    let gateway = Gateway::start().await;
    assert_eq!(
        gateway.get("/v1/queues").await.json,
        json!({"queues": [{"mode": "classic", "rated": true, "length": 3}]})
    );
}

#[tokio::test]
async fn an_invite_is_made() {
    let gateway = Gateway::start().await;
    let create = json!({
        "mode": "russian", "rated": true, "colour": "black", "open_to_all": true,
        "expires_after_ms": 60_000, "request_id": "r-1",
    });
    let answer = gateway.post("/v1/invites", &create).await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.json,
        json!({"invite": {
            "code": "K7MPQ2XW", "url": "https://shashki.example/invite/K7MPQ2XW",
            "inviter": "ann", "mode": "russian", "rated": true, "colour": "black",
            "open_to_all": true, "created_at": "1970-01-01T00:00:01Z",
            "expires_at": "1970-01-01T00:01:01Z", "status": "open",
        }})
    );
    for create in [
        json!({"mode": "russian"}),
        json!({"mode": "russian", "colour": "by_lot"}),
    ] {
        let by_lot = gateway.post("/v1/invites", &create).await.json;
        assert_eq!(by_lot["invite"]["colour"], "by_lot");
    }
    let unknown = json!({"mode": "russian", "colour": "green"});
    let refused = gateway.post("/v1/invites", &unknown).await;
    assert_eq!(
        refused.refusal(),
        (400, "INVALID_ARGUMENT", "MALFORMED_BODY")
    );
    assert_eq!(refused.field(), "colour");
}

#[tokio::test]
async fn an_invite_is_read_and_answered() {
    let gateway = Gateway::start().await;
    let read = gateway.get("/v1/invites/K7MPQ2XW").await.json["invite"].take();
    assert_eq!(read["status"], "open");
    assert_eq!(read.get("match"), None);
    for (answer, status) in [
        ("accept", "accepted"),
        ("decline", "declined"),
        ("cancel", "cancelled"),
    ] {
        let path = format!("/v1/invites/K7MPQ2XW/{answer}");
        let invite = gateway.post(&path, &json!({})).await.json["invite"].take();
        assert_eq!(invite["status"], status);
        assert_eq!(invite["match"].is_object(), status == "accepted");
        let path = format!("/v1/invites/TAKEN/{answer}");
        assert_eq!(
            gateway.post(&path, &json!({})).await.refusal(),
            (422, "FAILED_PRECONDITION", "INVITE_NOT_OPEN")
        );
    }
    assert_eq!(
        gateway.get("/v1/invites/UNKNOWN").await.refusal(),
        (404, "NOT_FOUND", "UNKNOWN_INVITE")
    );
}

#[tokio::test]
async fn an_invite_is_followed() {
    let gateway = Gateway::start().await;
    let mut invite = gateway.socket("/v1/invites/K7MPQ2XW/watch").await.unwrap();
    assert_eq!(invite.json().await["invite"]["status"], "open");
    assert_eq!(invite.json().await["invite"]["match"]["game_id"], "new");
    assert_eq!(invite.close_code().await, 1000);
}

#[tokio::test]
async fn the_lobby_comes_in_pages() {
    let gateway = Gateway::start().await;
    let lobby = gateway.get("/v1/lobby?mode=classic&page_size=2&page_token=abc");
    let lobby = lobby.await.json;
    assert_eq!(lobby["invites"][0]["mode"], "classic");
    assert_eq!(lobby["invites"][0]["open_to_all"], true);
    assert_eq!(lobby["next_page_token"], "2 after abc");
}

#[tokio::test]
async fn the_address_of_an_invite_is_a_picture() {
    let gateway = Gateway::start().await;
    let picture = async |scheme: &'static str| {
        let request = gateway.request(Method::GET, "/v1/invites/K7MPQ2XW/qr.svg");
        let request = request.header("x-forwarded-proto", scheme);
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "image/svg+xml");
        response.text().await.unwrap()
    };
    let plain = picture("http").await;
    assert!(plain.contains("<svg") && plain.contains("<path"));
    assert_ne!(plain, picture("https").await);
    let refused = gateway.get("/v1/invites/..%2F..%2Fx/qr.svg").await;
    assert_eq!(
        refused.refusal(),
        (400, "INVALID_ARGUMENT", "MALFORMED_CODE")
    );
    assert_eq!(refused.field(), "code");
}

#[tokio::test]
async fn an_invites_picture_needs_a_host_that_fits() {
    let gateway = Gateway::start().await;
    let path = "/v1/invites/K7MPQ2XW/qr.svg";
    let long = format!("HTTP/1.1\r\nHost: {}", "h".repeat(3000));
    for (rest, reason) in [("HTTP/1.0", "MISSING_HOST"), (&long, "MALFORMED_HOST")] {
        let mut stream = TcpStream::connect(gateway.address).await.unwrap();
        let request = format!("GET {path} {rest}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(
            answer.contains(" 400 ") && answer.contains(reason),
            "{answer}"
        );
    }
}
