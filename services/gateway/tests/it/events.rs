//! Streams as server-sent events.

use std::sync::atomic::Ordering;
use std::time::Duration;

use gateway::Limits;
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::fixture::{Answer, Gateway, eventually};

/// What an event has; a comment has nothing of it.
#[derive(Debug, Default)]
struct Event {
    name: Option<String>,
    id: Option<String>,
    data: Value,
}

/// An answer that is read event by event.
struct Events {
    answer: Response,
    come: String,
}

impl Events {
    /// The next event or comment, or `None` at the end.
    async fn next(&mut self) -> Option<Event> {
        let block = loop {
            if let Some((block, rest)) = self.come.split_once("\n\n") {
                let block = block.to_owned();
                self.come = rest.to_owned();
                break block;
            }
            let more = self.answer.chunk().await.unwrap()?;
            self.come.push_str(std::str::from_utf8(&more).unwrap());
        };
        let mut event = Event::default();
        for line in block.lines() {
            let (name, value) = line.split_once(':').unwrap();
            let value = value.trim_start().to_owned();
            match name {
                "" => {}
                "event" => event.name = Some(value),
                "id" => event.id = Some(value),
                "data" => event.data = serde_json::from_str(&value).unwrap(),
                other => panic!("{other}: {value}"),
            }
        }
        Some(event)
    }

    /// What the last event says, after which there is nothing.
    async fn closed(&mut self) -> (String, bool) {
        let closed = self.next().await.unwrap();
        assert_eq!(closed.name.as_deref(), Some("closed"), "{closed:?}");
        assert!(self.next().await.is_none());
        let data = &closed.data;
        assert_ne!(data["detail"], "", "{data}");
        let reason = data["reason"].as_str().unwrap().to_owned();
        (reason, data["retry"].as_bool().unwrap())
    }
}

fn ask(gateway: &Gateway, path: &str) -> RequestBuilder {
    let request = gateway.request(Method::GET, path);
    request.header("accept", "text/event-stream")
}

async fn follow(request: RequestBuilder) -> Events {
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let headers = answer.headers();
    assert_eq!(headers["content-type"], "text/event-stream");
    assert_eq!(headers["cache-control"], "no-cache");
    assert!(!headers.contains_key("content-encoding"));
    Events {
        answer,
        come: String::new(),
    }
}

#[tokio::test]
async fn a_game_is_told_to_its_end() {
    let gateway = Gateway::start().await;
    let request = ask(&gateway, "/v1/games/ends/watch").header("accept-encoding", "gzip");
    let mut events = follow(request).await;
    let snapshot = events.next().await.unwrap();
    assert_eq!(snapshot.data["snapshot"]["id"], "ends");
    assert_eq!((snapshot.name, snapshot.id.as_deref()), (None, Some("1")));
    let event = events.next().await.unwrap();
    assert_eq!(event.data["event"]["version"], 2);
    assert_eq!((event.name, event.id.as_deref()), (None, Some("2")));
    assert_eq!(events.closed().await, ("ENDED".to_owned(), false));
}

#[tokio::test]
async fn who_comes_back_goes_on_after_the_last_event() {
    let gateway = Gateway::start().await;
    for query in ["", "?after_version=0"] {
        let request = ask(&gateway, &format!("/v1/games/ends/watch{query}"));
        let mut events = follow(request.header("last-event-id", "1")).await;
        assert_eq!(events.next().await.unwrap().id.as_deref(), Some("2"));
        assert_eq!(events.closed().await, ("ENDED".to_owned(), false));
    }
    for malformed in ["one", "-1", "1.5", "18446744073709551616"] {
        let request = ask(&gateway, "/v1/games/ends/watch");
        let request = request.header("last-event-id", malformed);
        let refused = Answer::of(request.send().await.unwrap()).await;
        assert_eq!(
            refused.refusal(),
            (400, "INVALID_ARGUMENT", "MALFORMED_QUERY")
        );
        assert_eq!(refused.field(), "last-event-id");
    }
}

/// Where a stream cannot go on after a message its events have no ids.
#[tokio::test]
async fn news_and_queues_come_as_events_too() {
    let gateway = Gateway::start().await;
    let mut news = follow(ask(&gateway, "/v1/me/watch")).await;
    for kind in ["live_games", "game_started", "your_turn"] {
        let told = news.next().await.unwrap();
        assert!(told.data[kind].is_object(), "{told:?}");
        assert_eq!((told.name, told.id), (None, None));
    }
    // A browser that opens an address says more than this one type.
    let request = gateway.request(Method::GET, "/v1/queues/left/watch");
    let accept = "text/html, Text/Event-Stream;q=0.9";
    let mut queue = follow(request.header("accept", accept)).await;
    for kind in ["waiting", "waiting", "cancelled"] {
        assert!(queue.next().await.unwrap().data[kind].is_object());
    }
    assert_eq!(queue.closed().await, ("ENDED".to_owned(), false));
}

#[tokio::test]
async fn a_quiet_stream_says_so_in_comments() {
    let limits = Limits {
        heartbeat: Duration::from_millis(100),
        ..Limits::default()
    };
    let gateway = Gateway::start_within(limits).await;
    let mut events = follow(ask(&gateway, "/v1/games/quiet/watch")).await;
    assert!(events.next().await.unwrap().data["snapshot"].is_object());
    for _ in 0..3 {
        let comment = events.next().await.unwrap();
        assert_eq!(comment.data, json!(null), "{comment:?}");
        assert_eq!((comment.name, comment.id), (None, None));
    }
}

#[tokio::test]
async fn streams_that_a_service_ends_say_why() {
    let gateway = Gateway::start().await;
    for (path, reason) in [
        ("/v1/games/lost/watch", "LOST"),
        ("/v1/games/breaks/watch", "FAILED"),
        ("/v1/players/slow/watch", "SLOW_READER"),
    ] {
        let mut events = follow(ask(&gateway, path)).await;
        events.next().await.unwrap();
        assert_eq!(events.closed().await, (reason.to_owned(), true), "{path}");
    }
}

#[tokio::test]
async fn what_cannot_be_followed_is_refused_as_any_call_is() {
    let limits = Limits {
        watchers: 1,
        ..Limits::default()
    };
    let gateway = Gateway::start_within(limits).await;
    let refused = async |request: RequestBuilder| Answer::of(request.send().await.unwrap()).await;
    let expected = [
        (
            "/v1/games/unknown/watch",
            (404, "NOT_FOUND", "UNKNOWN_GAME"),
        ),
        (
            "/v1/games/stopping/watch",
            (503, "UNAVAILABLE", "SHUTTING_DOWN"),
        ),
        (
            "/v1/games/g/watch?x=1",
            (400, "INVALID_ARGUMENT", "MALFORMED_QUERY"),
        ),
        (
            "/v1/games/%ff/watch",
            (400, "INVALID_ARGUMENT", "MALFORMED_PATH"),
        ),
    ];
    for (path, refusal) in expected {
        let answer = refused(ask(&gateway, path)).await;
        assert_eq!(answer.refusal(), refusal, "{path}");
    }
    let url = format!("http://{}/v1/games/g/watch", gateway.address);
    let nobody = Client::new().get(url).header("accept", "text/event-stream");
    assert_eq!(
        refused(nobody).await.refusal(),
        (401, "UNAUTHENTICATED", "NO_TOKEN")
    );
    // They share their places with WebSockets.
    let _held = follow(ask(&gateway, "/v1/games/quiet/watch")).await;
    assert_eq!(
        refused(ask(&gateway, "/v1/games/quiet/watch"))
            .await
            .refusal(),
        (429, "RESOURCE_EXHAUSTED", "TOO_MANY_WATCHERS")
    );
    // Many streams on one connection are for WebSockets alone.
    assert_eq!(
        refused(ask(&gateway, "/v1/stream")).await.refusal(),
        (426, "FAILED_PRECONDITION", "WEBSOCKET_REQUIRED")
    );
}

#[tokio::test]
async fn a_stream_that_is_left_is_let_go_upstream() {
    let gateway = Gateway::start().await;
    let mut events = follow(ask(&gateway, "/v1/games/quiet/watch")).await;
    events.next().await.unwrap();
    assert_eq!(gateway.upstream.watching.load(Ordering::SeqCst), 1);
    drop(events);
    eventually(|| gateway.upstream.watching.load(Ordering::SeqCst) == 0).await;
}

#[tokio::test]
async fn the_gateway_stops_and_says_so() {
    let gateway = Gateway::start().await;
    let mut leaving = Vec::new();
    for _ in 0..10 {
        let mut events = follow(ask(&gateway, "/v1/games/quiet/watch")).await;
        events.next().await.unwrap();
        leaving.push(tokio::spawn(async move { events.closed().await }));
    }
    timeout(Duration::from_secs(4), gateway.stop())
        .await
        .unwrap();
    for left in leaving {
        assert_eq!(left.await.unwrap(), ("STOPPING".to_owned(), true));
    }
}
