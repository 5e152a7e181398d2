//! Following a game over a WebSocket.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures::StreamExt as _;
use gateway::Limits;
use reqwest::Method;
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio_tungstenite::tungstenite::Message;

use crate::fixture::{Answer, Gateway, Wire, eventually, short};
use crate::upstream::Upstream;

#[tokio::test]
async fn a_game_is_told_to_its_end() {
    let gateway = Gateway::start().await;
    let mut watcher = gateway.watch("ends/watch").await.unwrap();
    let snapshot = watcher.json().await;
    assert_eq!(snapshot["snapshot"]["id"], "ends");
    let event = watcher.json().await;
    assert_eq!(event["event"]["version"], 2);
    assert_eq!(event["event"]["outcome"]["reason"], "resignation");
    assert_eq!(watcher.close_code().await, 1000);
}

#[tokio::test]
async fn who_has_seen_a_version_gets_what_came_after() {
    let gateway = Gateway::start().await;
    let mut watcher = gateway.watch("ends/watch?after_version=1").await.unwrap();
    assert_eq!(watcher.json().await["event"]["version"], 2);
    assert_eq!(watcher.close_code().await, 1000);
}

#[tokio::test]
async fn everything_that_happens_is_told() {
    let gateway = Gateway::start().await;
    let mut watcher = gateway.watch("eventful/watch").await.unwrap();
    let white = json!({"side": "white"});
    let called = json!({"action": 3, "side": "white", "boost": "rocket"});
    let expected = [
        ("clock_warning", white.clone()),
        ("turn_missed", json!({"side": "white", "misses": 1})),
        ("time_ran_out", white.clone()),
        ("time_given_back", json!({"span_ms": 1_500})),
        ("draw_offered", white.clone()),
        ("draw_declined", json!({})),
        ("draw_agreed", json!({})),
        ("aborted", white),
        ("abandoned", json!({})),
        ("boost_called", called.clone()),
        (
            "boost_refused",
            json!({"call": called, "reason": "NOT_IN_INVENTORY"}),
        ),
    ];
    for (kind, told) in expected {
        let at = "1970-01-01T00:00:02.500Z";
        let event = json!({"game_id": "eventful", "version": 2, "at": at, kind: told});
        assert_eq!(watcher.json().await, json!({"event": event}));
    }
    assert_eq!(watcher.close_code().await, 1000);
}

#[tokio::test]
async fn who_plays_is_no_spectator() {
    let gateway = Gateway::start().await;
    for (query, spectators) in [("", 1), ("?player_id=bob", 1), ("?player_id=ann", 0)] {
        let mut watcher = gateway.watch(&format!("seen/watch{query}")).await.unwrap();
        assert_eq!(watcher.json().await["snapshot"]["spectators"], spectators);
    }
}

#[tokio::test]
async fn a_player_is_told_the_news() {
    let gateway = Gateway::start().await;
    let mut watcher = gateway.follow("ann").await.unwrap();
    let live = watcher.json().await;
    assert_eq!(live["live_games"]["games"][0]["id"], "g");
    let started = watcher.json().await;
    assert_eq!(started["game_started"]["rematch_of"], "before");
    let turn = json!({"your_turn": {"game_id": "g", "ply": 2, "version": 3}});
    assert_eq!(watcher.json().await, turn);
    for kind in ["draw_offer_received", "rematch_offer_received"] {
        assert_eq!(watcher.json().await, json!({kind: {"game_id": "g"}}));
    }
    let over = watcher.json().await;
    assert_eq!(over["game_over"]["outcome"]["result"], "white_wins");
    gateway.stop().await;
    assert_eq!(watcher.close_code().await, 1001);
}

#[tokio::test]
async fn news_that_ends_is_a_lost_service() {
    let gateway = Gateway::start().await;
    for (player, code) in [("lost", 1012), ("slow", 1008)] {
        let mut watcher = gateway.follow(player).await.unwrap();
        assert_eq!(watcher.close_code().await, code, "{player}");
    }
    let (status, refused) = gateway.refused_socket("/v1/players/nameless/watch").await;
    assert_eq!(status, 400);
    assert_eq!(refused["fields"][0]["field"], "player_id");
}

#[tokio::test]
async fn a_game_that_cannot_be_followed_opens_no_socket() {
    let gateway = Gateway::start().await;
    let impatient = Gateway::start_within(short()).await;
    let expected = [
        (&gateway, "unknown", 404, "UNKNOWN_GAME"),
        (&gateway, "stopping", 503, "SHUTTING_DOWN"),
        (&impatient, "hangs", 504, "DEADLINE_EXCEEDED"),
    ];
    for (gateway, id, status, reason) in expected {
        let path = format!("/v1/games/{id}/watch");
        let (told, problem) = gateway.refused_socket(&path).await;
        assert_eq!(told, status);
        assert_eq!(problem["reason"], reason);
    }
}

#[tokio::test]
async fn a_plain_request_is_told_to_upgrade() {
    let gateway = Gateway::start().await;
    for path in ["/v1/games/g/watch", "/v1/players/ann/watch", "/v1/stream"] {
        let request = gateway.request(Method::GET, path);
        let answer = Answer::of(request.send().await.unwrap()).await;
        assert_eq!(
            answer.refusal(),
            (426, "FAILED_PRECONDITION", "WEBSOCKET_REQUIRED")
        );
        assert_eq!(answer.headers["upgrade"], "websocket");
    }
}

#[tokio::test]
async fn a_lost_service_is_not_the_end_of_the_game() {
    let gateway = Gateway::start().await;
    let mut watcher = gateway.watch("lost/watch").await.unwrap();
    assert!(watcher.json().await["snapshot"].is_object());
    assert_eq!(watcher.close_code().await, 1012);
    let mut watcher = gateway.watch("breaks/watch").await.unwrap();
    assert_eq!(watcher.close_code().await, 1011);
}

#[tokio::test]
async fn a_cut_wire_is_a_lost_service() {
    let mut upstream = Upstream::start(true).await;
    let wire = Wire::to(&upstream.address).await;
    upstream.address = wire.address;
    let gateway = Gateway::in_front_of(upstream, Limits::default()).await;
    let mut watcher = gateway.watch("quiet/watch").await.unwrap();
    watcher.json().await;
    wire.cut.cancel();
    assert_eq!(watcher.close_code().await, 1012);
}

#[tokio::test]
async fn pings_are_answered() {
    let gateway = Gateway::start().await;
    let mut watcher = gateway.watch("quiet/watch").await.unwrap();
    watcher.json().await;
    watcher.send(Message::Ping("hello".into())).await;
    assert_eq!(watcher.next().await, Message::Pong("hello".into()));
}

#[tokio::test]
async fn who_answers_pings_stays_and_who_does_not_is_left() {
    let gateway = Gateway::start_within(short()).await;
    let mut lively = gateway.watch("drips/watch").await.unwrap();
    let silent = gateway.watch("quiet/watch").await.unwrap();
    eventually(|| gateway.upstream.watching.load(Ordering::SeqCst) == 2).await;
    let until = Instant::now() + Duration::from_secs(4);
    while Instant::now() < until {
        assert!(lively.json().await["event"].is_object());
    }
    // The silent one has not read a thing, so it has answered no ping either.
    assert_eq!(gateway.upstream.watching.load(Ordering::SeqCst), 1);
    drop(silent);
}

#[tokio::test]
async fn who_reads_too_slowly_is_cut_off() {
    let gateway = Gateway::start_within(short()).await;
    let mut watcher = gateway.watch("floods/watch").await.unwrap();
    watcher.json().await;
    eventually(|| gateway.upstream.watching.load(Ordering::SeqCst) == 0).await;
    // What was under way can still be read, and then the connection is over.
    let rest = async { while let Some(Ok(_)) = watcher.0.next().await {} };
    tokio::time::timeout(Duration::from_secs(10), rest)
        .await
        .unwrap();
}

#[tokio::test]
async fn what_a_watcher_says_is_ignored_unless_it_is_long() {
    let gateway = Gateway::start().await;
    let mut watcher = gateway.watch("quiet/watch").await.unwrap();
    watcher.json().await;
    watcher.send(Message::text("hello")).await;
    watcher.send(Message::Ping("still there?".into())).await;
    assert_eq!(watcher.next().await, Message::Pong("still there?".into()));
    watcher.send(Message::binary(vec![1, 2, 3])).await;
    watcher.send(Message::Ping("still there?".into())).await;
    assert_eq!(watcher.next().await, Message::Pong("still there?".into()));
    watcher.send(Message::text("x".repeat(5000))).await;
    assert_eq!(watcher.close_code().await, 1009);
}

/// For proxies that count messages and not pings.
#[tokio::test]
async fn a_quiet_socket_says_so_now_and_then() {
    let limits = Limits {
        heartbeat: Duration::from_millis(100),
        ..Limits::default()
    };
    let gateway = Gateway::start_within(limits).await;
    let mut quiet = gateway.watch("quiet/watch").await.unwrap();
    assert!(quiet.json().await["snapshot"].is_object());
    for _ in 0..3 {
        assert_eq!(quiet.json().await, json!({"heartbeat": {}}));
    }
    // One that tells something all the time needs none, or few where the machine is slow.
    let mut lively = gateway.watch("streams/watch").await.unwrap();
    let mut heartbeats = 0;
    for _ in 0..300 {
        heartbeats += usize::from(lively.json().await["event"].is_null());
    }
    assert!(heartbeats < 30, "{heartbeats}");
    let never = Limits {
        heartbeat: Duration::ZERO,
        ..Limits::default()
    };
    let gateway = Gateway::start_within(never).await;
    let mut quiet = gateway.watch("quiet/watch").await.unwrap();
    quiet.json().await;
    let waiting = tokio::time::timeout(Duration::from_millis(300), quiet.json());
    assert!(waiting.await.is_err());
}

#[tokio::test]
async fn a_client_that_closes_is_answered() {
    let gateway = Gateway::start().await;
    for path in ["/v1/games/quiet/watch", "/v1/stream"] {
        let mut watcher = gateway.socket(path).await.unwrap();
        watcher.0.close(None).await.unwrap();
        // No more than what was under way, and then the end without an error.
        let rest = async {
            while let Some(message) = watcher.0.next().await {
                message.unwrap();
            }
        };
        tokio::time::timeout(Duration::from_secs(5), rest)
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn frames_that_are_no_text_close_the_socket_with_a_reason() {
    let gateway = Gateway::start().await;
    for path in ["/v1/games/quiet/watch", "/v1/stream"] {
        let mut watcher = gateway.socket(path).await.unwrap();
        // A text frame, masked with zeros, of a byte that is not UTF-8.
        let frame = [0x81, 0x81, 0, 0, 0, 0, 0xff];
        let stream = watcher.0.get_mut();
        stream.write_all(&frame).await.unwrap();
        let (code, reason) = watcher.closed().await;
        assert_eq!((code, reason.contains("UTF-8")), (1008, true), "{reason}");
    }
}

#[tokio::test]
async fn a_watcher_that_leaves_is_let_go_upstream() {
    let gateway = Gateway::start().await;
    let watcher = gateway.watch("quiet/watch").await.unwrap();
    eventually(|| gateway.upstream.watching.load(Ordering::SeqCst) == 1).await;
    drop(watcher);
    eventually(|| gateway.upstream.watching.load(Ordering::SeqCst) == 0).await;
}

#[tokio::test]
async fn there_are_only_so_many_places() {
    let limits = Limits {
        watchers: 3,
        ..Limits::default()
    };
    let gateway = Gateway::start_within(limits).await;
    let mut watchers = Vec::new();
    for _ in 0..3 {
        watchers.push(gateway.watch("drips/watch").await.unwrap());
    }
    for path in ["/v1/games/drips/watch", "/v1/stream"] {
        let (status, refused) = gateway.refused_socket(path).await;
        assert_eq!(status, 429);
        assert_eq!(refused["reason"], "TOO_MANY_WATCHERS");
    }
    drop(watchers);
    eventually(|| gateway.upstream.watching.load(Ordering::SeqCst) == 0).await;
    gateway.watch("drips/watch").await.unwrap();
}
