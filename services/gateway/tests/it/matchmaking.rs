//! Queues, invites and the lobby.

use reqwest::Method;
use serde_json::json;
use tokio_tungstenite::tungstenite;

use crate::fixture::{Answer, Gateway};

#[tokio::test]
async fn waiting_is_told_until_there_is_a_match() {
    let gateway = Gateway::start().await;
    let path = "/v1/queues/classic/watch?rated=true&offer_bot_after_ms=5000";
    let mut queue = gateway.socket(path).await.unwrap();
    let waiting = json!({
        "type": "waiting", "position": 1, "length": 2, "since_ms": 3_000, "window": 100,
    });
    assert_eq!(queue.json().await, waiting);
    assert_eq!(queue.json().await["estimated_wait_ms"], 4_000);
    assert_eq!(
        queue.json().await,
        json!({"type": "bot_offered", "level": "easy"})
    );
    let made = json!({"game_id": "new", "white": "ann", "black": "bob"});
    assert_eq!(
        queue.json().await,
        json!({"type": "matched", "match": made})
    );
    assert_eq!(queue.close_code().await, 1000);
}

#[tokio::test]
async fn who_leaves_elsewhere_is_told() {
    let gateway = Gateway::start().await;
    let mut queue = gateway.socket("/v1/queues/left/watch").await.unwrap();
    assert_eq!(queue.json().await["length"], 1);
    assert_eq!(queue.json().await["type"], "waiting");
    assert_eq!(queue.json().await, json!({"type": "cancelled"}));
    assert_eq!(queue.close_code().await, 1000);
}

#[tokio::test]
async fn who_cannot_wait_is_told_on_the_socket() {
    let gateway = Gateway::start().await;
    let mut queue = gateway.socket("/v1/queues/busy/watch").await.unwrap();
    let error = json!({
        "code": "FAILED_PRECONDITION", "reason": "IN_RATED_GAME", "message": "finish your game",
    });
    assert_eq!(
        queue.json().await,
        json!({"type": "refused", "error": error})
    );
    assert_eq!(queue.close_code().await, 1000);
    // What passes by itself is an answer to the handshake.
    let refused = gateway.socket("/v1/queues/stopping/watch").await.err();
    let Some(tungstenite::Error::Http(response)) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(response.status(), 503);
}

#[tokio::test]
async fn leaving_a_queue_holds_or_comes_too_late() {
    let gateway = Gateway::start().await;
    let rated = json!({"rated": true});
    let left = gateway.post("/v1/queues/classic/cancel", &rated).await;
    assert_eq!(left.json, json!({"type": "cancelled"}));
    let late = gateway.post("/v1/queues/late/cancel", &json!({})).await;
    let made = json!({"game_id": "new", "white": "ann", "black": "bob"});
    assert_eq!(late.json, json!({"type": "matched", "match": made}));
}

#[tokio::test]
async fn the_offered_bot_is_taken() {
    let gateway = Gateway::start().await;
    let body = json!({"player": "ann"});
    let answer = gateway.post("/v1/queues/classic/accept-bot", &body).await;
    assert_eq!(answer.json, json!({"game_id": "new", "white": "ann"}));
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
    assert_eq!(answer.status, 201);
    assert_eq!(answer.headers["location"], "/v1/invites/K7MPQ2XW");
    assert_eq!(
        answer.json,
        json!({
            "code": "K7MPQ2XW", "url": "https://shashki.example/invite/K7MPQ2XW",
            "inviter": "ann", "mode": "russian", "rated": true, "colour": "black",
            "open_to_all": true, "created_at_ms": 1_000, "expires_at_ms": 61_000,
            "status": "open",
        })
    );
    let by_lot = gateway
        .post("/v1/invites", &json!({"mode": "russian"}))
        .await;
    assert_eq!(by_lot.json.get("colour"), None);
    let unknown = json!({"mode": "russian", "colour": "green"});
    assert_eq!(
        gateway.post("/v1/invites", &unknown).await.refusal(),
        (400, "INVALID_ARGUMENT", "MALFORMED_BODY")
    );
}

#[tokio::test]
async fn an_invite_is_read_and_answered() {
    let gateway = Gateway::start().await;
    let read = gateway.get("/v1/invites/K7MPQ2XW").await.json;
    assert_eq!(read["status"], "open");
    assert_eq!(read.get("match"), None);
    for (answer, status) in [
        ("accept", "accepted"),
        ("decline", "declined"),
        ("cancel", "cancelled"),
    ] {
        let path = format!("/v1/invites/K7MPQ2XW/{answer}");
        let invite = gateway.post(&path, &json!({})).await.json;
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
    let open = invite.json().await;
    assert_eq!(open["type"], "invite");
    assert_eq!(open["invite"]["status"], "open");
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
    let request = gateway.request(Method::GET, "/v1/invites/..%2F..%2Fx/qr.svg");
    assert_eq!(
        Answer::of(request.send().await.unwrap()).await.refusal(),
        (400, "INVALID_ARGUMENT", "MALFORMED_CODE")
    );
}
