//! Many streams on one WebSocket.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures::StreamExt as _;
use gateway::Limits;
use serde_json::json;
use tokio::time::timeout;

use crate::fixture::{Gateway, Wire, eventually, problem};
use crate::many::{Socket, end};
use crate::upstream::Upstream;

/// How many streams the services still hold.
fn held(gateway: &Gateway) -> usize {
    gateway.upstream.watching.load(Ordering::SeqCst)
}

#[tokio::test]
async fn one_socket_carries_streams_of_every_kind() {
    let gateway = Gateway::start().await;
    let mut socket = Socket::open_at(&gateway).await;
    socket.open("game", "/v1/games/ends/watch").await;
    socket.open("news", "/v1/players/ann/watch").await;
    socket.open("own", "/v1/me/watch").await;
    let queue = "/v1/queues/classic/watch?rated=true&offer_bot_after_ms=5000";
    socket.open("queue", queue).await;
    socket.open("invite", "/v1/invites/K7MPQ2XW/watch").await;

    assert_eq!(socket.message("game").await["snapshot"]["id"], "ends");
    assert_eq!(socket.message("game").await["event"]["version"], 2);
    assert_eq!(socket.ended("game").await, end("ENDED", false));

    for kind in ["waiting", "waiting", "bot_offered", "matched"] {
        assert!(socket.message("queue").await[kind].is_object(), "{kind}");
    }
    assert_eq!(socket.ended("queue").await, end("ENDED", false));

    for status in ["open", "accepted"] {
        let invite = socket.message("invite").await["invite"].take();
        assert_eq!(invite["status"], status);
    }
    assert_eq!(socket.ended("invite").await, end("ENDED", false));

    for id in ["news", "own"] {
        for kind in ["live_games", "game_started", "your_turn"] {
            assert!(socket.message(id).await[kind].is_object(), "{kind}");
        }
    }
}

#[tokio::test]
async fn a_stream_is_closed_and_its_id_used_again() {
    let gateway = Gateway::start().await;
    let mut socket = Socket::open_at(&gateway).await;
    socket.open("other", "/v1/games/quiet/watch").await;
    socket.message("other").await;
    socket.open("a", "/v1/games/quiet/watch").await;
    socket.message("a").await;
    assert_eq!(held(&gateway), 2);
    socket.close("a").await;
    assert_eq!(socket.ended("a").await, end("CLOSED", false));
    eventually(|| held(&gateway) == 1).await;
    // What is not open needs no closing.
    socket.close("a").await;
    socket.close("never").await;
    // It goes on after what was seen.
    socket
        .open("a", "/v1/games/ends/watch?after_version=1")
        .await;
    assert_eq!(socket.message("a").await["event"]["version"], 2);
    assert_eq!(socket.ended("a").await, end("ENDED", false));
}

/// An id is free once its end is told, however much other streams have to tell.
#[tokio::test]
async fn an_id_is_free_at_once() {
    let gateway = Gateway::start().await;
    let mut socket = Socket::open_at(&gateway).await;
    for id in ["busy", "busier", "busiest"] {
        socket.open(id, "/v1/games/streams/watch").await;
    }
    for round in 0..100 {
        socket
            .open("a", "/v1/games/ends/watch?after_version=1")
            .await;
        socket.message("a").await;
        assert_eq!(socket.ended("a").await, end("ENDED", false), "{round}");
    }
}

#[tokio::test]
async fn ids_are_the_clients_own() {
    let gateway = Gateway::start().await;
    let mut socket = Socket::open_at(&gateway).await;
    let longest = "x".repeat(64);
    for id in ["a", "a\"b\\c", "партия 1", "{\"id\":1}", &longest] {
        socket.open(id, "/v1/games/ends/watch").await;
        assert!(socket.message(id).await["snapshot"].is_object());
    }
}

#[tokio::test]
async fn streams_that_are_refused_leave_the_socket_open() {
    let gateway = Gateway::start().await;
    let mut socket = Socket::open_at(&gateway).await;
    socket.open("good", "/v1/games/quiet/watch").await;
    let invalid = |reason| (400, "INVALID_ARGUMENT", reason);
    let expected = [
        ("/v1/nothing", (404, "NOT_FOUND", "NO_SUCH_ROUTE"), false),
        // No stream.
        ("/v1/games/g", (404, "NOT_FOUND", "NO_SUCH_ROUTE"), false),
        ("/v1/stream", (404, "NOT_FOUND", "NO_SUCH_ROUTE"), false),
        (
            "/v1/games//watch",
            (404, "NOT_FOUND", "NO_SUCH_ROUTE"),
            false,
        ),
        (
            "/v1/games/unknown/watch",
            (404, "NOT_FOUND", "UNKNOWN_GAME"),
            false,
        ),
        (
            "/v1/games/denied/watch",
            (403, "PERMISSION_DENIED", "NOT_YOUR_GAME"),
            false,
        ),
        (
            "/v1/games/waits/watch",
            (429, "RESOURCE_EXHAUSTED", "RATE_LIMITED"),
            true,
        ),
        (
            "/v1/games/stopping/watch",
            (503, "UNAVAILABLE", "SHUTTING_DOWN"),
            true,
        ),
        (
            "/v1/games/failing/watch",
            (500, "INTERNAL", "INTERNAL"),
            false,
        ),
        (
            "/v1/queues/busy/watch",
            (422, "FAILED_PRECONDITION", "IN_RATED_GAME"),
            false,
        ),
        ("/v1/games/%ff/watch", invalid("MALFORMED_PATH"), false),
        (
            "/v1/games/g/watch?after_version=x",
            invalid("MALFORMED_QUERY"),
            false,
        ),
        (
            "/v1/games/g/watch?after=1",
            invalid("MALFORMED_QUERY"),
            false,
        ),
    ];
    for (path, refusal, retry) in expected {
        socket.open("a", path).await;
        let closed = socket.closed("a").await;
        assert_eq!(closed["reason"], "REFUSED", "{path}");
        assert_eq!(problem(&closed["problem"]), refusal, "{path}");
        assert_eq!(closed["retry"], retry, "{path}");
        assert_eq!(closed["detail"], closed["problem"]["detail"]);
    }
    assert!(socket.message("good").await["snapshot"].is_object());
}

#[tokio::test]
async fn a_service_that_hangs_holds_up_no_other_stream() {
    let limits = Limits {
        call: Duration::from_secs(2),
        ..Limits::default()
    };
    let gateway = Gateway::start_within(limits).await;
    let mut socket = Socket::open_at(&gateway).await;
    socket.open("slow", "/v1/games/hangs/watch").await;
    socket.open("a", "/v1/games/ends/watch").await;
    // All of it comes before the other one is given up.
    for _ in 0..2 {
        assert_eq!(socket.watcher.json().await["id"], "a");
    }
    assert_eq!(socket.ended("a").await, end("ENDED", false));
    let closed = socket.closed("slow").await;
    assert_eq!(closed["problem"]["status"], 504);
    assert_eq!(closed["retry"], true);
}

#[tokio::test]
async fn the_token_is_renewed_in_place() {
    let gateway = Gateway::start().await;
    let mut socket = Socket::without_token(&gateway).await;
    let game = "/v1/games/quiet/watch";
    socket.open("a", game).await;
    let refused = socket.closed("a").await;
    assert_eq!(
        problem(&refused["problem"]),
        (401, "UNAUTHENTICATED", "NO_TOKEN")
    );
    assert_eq!(refused["retry"], false);
    socket.renew(&gateway.upstream.token).await;
    socket.open("a", game).await;
    assert!(socket.message("a").await["snapshot"].is_object());
    // Another token counts for what is opened from then on.
    socket.renew("worthless").await;
    socket.open("b", game).await;
    let refused = socket.closed("b").await;
    assert_eq!(refused["problem"]["reason"], "MALFORMED_TOKEN");
    socket.renew(&gateway.upstream.token).await;
    socket.open("b", game).await;
    assert!(socket.message("b").await["snapshot"].is_object());
    assert_eq!(held(&gateway), 2);
}

#[tokio::test]
async fn what_a_service_ends_is_told_with_its_reason() {
    let gateway = Gateway::start().await;
    let mut socket = Socket::open_at(&gateway).await;
    socket.open("quiet", "/v1/games/quiet/watch").await;
    socket.message("quiet").await;
    for (path, reason) in [
        ("/v1/games/lost/watch", "LOST"),
        ("/v1/games/breaks/watch", "FAILED"),
        ("/v1/players/slow/watch", "SLOW_READER"),
    ] {
        socket.open("a", path).await;
        socket.message("a").await;
        assert_eq!(socket.ended("a").await, end(reason, true), "{path}");
    }
    assert_eq!(held(&gateway), 1);
}

#[tokio::test]
async fn a_cut_wire_ends_the_streams_and_not_the_socket() {
    let mut upstream = Upstream::start(true).await;
    let wire = Wire::to(&upstream.address).await;
    upstream.address = wire.address;
    let gateway = Gateway::in_front_of(upstream, Limits::default()).await;
    let mut socket = Socket::open_at(&gateway).await;
    for id in ["a", "b"] {
        socket.open(id, "/v1/games/quiet/watch").await;
        socket.message(id).await;
    }
    wire.cut.cancel();
    for id in ["a", "b"] {
        assert_eq!(socket.ended(id).await, end("LOST", true));
    }
    socket.open("a", "/v1/games/quiet/watch").await;
    let refused = socket.closed("a").await;
    assert_eq!(refused["problem"]["reason"], "UNAVAILABLE");
    assert_eq!(refused["retry"], true);
}

#[tokio::test]
async fn streams_that_a_client_leaves_are_let_go_upstream() {
    let gateway = Gateway::start().await;
    let mut socket = Socket::open_at(&gateway).await;
    for id in ["a", "b", "c"] {
        socket.open(id, "/v1/games/quiet/watch").await;
        socket.message(id).await;
    }
    assert_eq!(held(&gateway), 3);
    drop(socket);
    eventually(|| held(&gateway) == 0).await;
}

#[tokio::test]
async fn a_busy_stream_leaves_room_for_others() {
    let gateway = Gateway::start().await;
    let mut socket = Socket::open_at(&gateway).await;
    socket.open("busy", "/v1/games/floods/watch").await;
    socket.message("busy").await;
    socket.open("a", "/v1/games/ends/watch").await;
    let told = async {
        assert!(socket.message("a").await["snapshot"].is_object());
        assert!(socket.message("a").await["event"].is_object());
        socket.ended("a").await
    };
    let ended = timeout(Duration::from_secs(20), told).await.unwrap();
    assert_eq!(ended, end("ENDED", false));
}

#[tokio::test]
async fn who_reads_too_slowly_is_cut_off() {
    let limits = Limits {
        send: Duration::from_millis(500),
        ..Limits::default()
    };
    let gateway = Gateway::start_within(limits).await;
    let mut socket = Socket::open_at(&gateway).await;
    socket.open("quiet", "/v1/games/quiet/watch").await;
    socket.open("floods", "/v1/games/floods/watch").await;
    socket.message("quiet").await;
    socket.message("floods").await;
    eventually(|| held(&gateway) == 0).await;
    // What was under way can still be read, and then the connection is over.
    let rest = async { while let Some(Ok(_)) = socket.watcher.0.next().await {} };
    timeout(Duration::from_secs(10), rest).await.unwrap();
}

#[tokio::test]
async fn who_answers_pings_stays_and_who_does_not_is_left() {
    let limits = Limits {
        ping_every: Duration::from_millis(500),
        ..Limits::default()
    };
    let gateway = Gateway::start_within(limits).await;
    let mut lively = Socket::open_at(&gateway).await;
    lively.open("a", "/v1/games/drips/watch").await;
    let mut silent = Socket::open_at(&gateway).await;
    silent.open("a", "/v1/games/quiet/watch").await;
    eventually(|| held(&gateway) == 2).await;
    let until = Instant::now() + Duration::from_secs(4);
    while Instant::now() < until {
        assert!(lively.message("a").await["event"].is_object());
    }
    // The silent one has not read a thing, so it has answered no ping either.
    assert_eq!(held(&gateway), 1);
    drop(silent);
}

#[tokio::test]
async fn a_quiet_socket_says_so_also_without_a_stream() {
    let limits = Limits {
        heartbeat: Duration::from_millis(100),
        ..Limits::default()
    };
    let gateway = Gateway::start_within(limits).await;
    let mut socket = Socket::open_at(&gateway).await;
    for _ in 0..3 {
        assert_eq!(socket.watcher.json().await, json!({"heartbeat": {}}));
    }
}

#[tokio::test]
async fn the_gateway_stops_and_says_so() {
    let gateway = Gateway::start().await;
    let mut leaving = Vec::new();
    for _ in 0..10 {
        let mut socket = Socket::open_at(&gateway).await;
        for id in ["a", "b"] {
            socket.open(id, "/v1/games/quiet/watch").await;
            socket.message(id).await;
        }
        leaving.push(tokio::spawn(async move {
            // Of streams that are told to end on the way none is said to be lost.
            loop {
                let message = socket.watcher.next().await;
                let Ok(text) = message.to_text() else {
                    continue;
                };
                if message.is_close() {
                    return message;
                }
                assert!(text.contains("STOPPING"), "{text}");
            }
        }));
    }
    gateway.stop().await;
    for left in leaving {
        let message = left.await.unwrap();
        let tokio_tungstenite::tungstenite::Message::Close(Some(frame)) = message else {
            panic!("{message}");
        };
        assert_eq!(u16::from(frame.code), 1001);
    }
}

/// Streams of all sockets share the places that there are.
#[tokio::test]
async fn what_is_under_way_at_once_has_a_bound() {
    let limits = Limits {
        streams: 2,
        ..Limits::default()
    };
    let gateway = Gateway::start_within(limits).await;
    let mut socket = Socket::open_at(&gateway).await;
    for id in ["a", "b"] {
        socket.open(id, "/v1/games/quiet/watch").await;
        socket.message(id).await;
    }
    socket.open("c", "/v1/games/quiet/watch").await;
    let refused = socket.closed("c").await;
    assert_eq!(
        problem(&refused["problem"]),
        (429, "RESOURCE_EXHAUSTED", "OVERLOADED")
    );
    assert_eq!(refused["retry"], true);
    socket.close("a").await;
    socket.ended("a").await;
    socket.open("c", "/v1/games/quiet/watch").await;
    assert!(socket.message("c").await["snapshot"].is_object());
}

#[tokio::test]
async fn places_of_sockets_are_given_back() {
    let limits = Limits {
        watchers: 1,
        ..Limits::default()
    };
    let gateway = Gateway::start_within(limits).await;
    let socket = Socket::open_at(&gateway).await;
    assert_eq!(gateway.refused_socket("/v1/stream").await.0, 429);
    drop(socket);
    let again = async {
        while gateway.socket("/v1/stream").await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(10), again).await.unwrap();
}
