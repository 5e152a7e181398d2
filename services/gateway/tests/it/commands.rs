//! What a client may not send over the WebSocket that carries many streams.

use std::sync::atomic::Ordering;

use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::fixture::{Gateway, eventually};
use crate::many::Socket;

/// Sends a message and gives the close code and the reason.
async fn closed_by(gateway: &Gateway, message: Message) -> (u16, String) {
    let mut socket = Socket::open_at(gateway).await;
    socket.watcher.send(message).await;
    socket.watcher.closed().await
}

#[tokio::test]
async fn what_cannot_be_read_closes_the_socket_with_a_reason() {
    let gateway = Gateway::start().await;
    let form = "open, close and renew";
    let deep = "[".repeat(4_000);
    let commands = [
        ("", form),
        ("hello", form),
        ("{", form),
        ("{}", form),
        ("[]", form),
        ("null", form),
        ("1e400", form),
        (&deep, form),
        (r#"{"watch":{"id":"a"}}"#, form),
        (r#"{"open":{"id":"a"}}"#, form),
        (r#"{"open":{"path":"/v1/games/g/watch"}}"#, form),
        (r#"{"open":{"id":1,"path":"/v1/games/g/watch"}}"#, form),
        (
            r#"{"open":{"id":"a","path":"/v1/games/g/watch","x":1}}"#,
            form,
        ),
        (
            r#"{"open":{"id":"a","id":"b","path":"/v1/games/g/watch"}}"#,
            form,
        ),
        (r#"{"close":{"id":"a"},"open":{"id":"a","path":"/"}}"#, form),
        (r#"{"close":"a"}"#, form),
        (r#"{"renew":{}}"#, form),
        (r#"{"renew":{"access_token":"two\nlines"}}"#, "token"),
        (r#"{"open":{"id":"a","path":""}}"#, "path"),
        (r#"{"open":{"id":"a","path":"/v1/games/g watch"}}"#, "path"),
        (
            r#"{"open":{"id":"","path":"/v1/games/g/watch"}}"#,
            "1 to 64",
        ),
    ];
    for (command, why) in commands {
        let (code, reason) = closed_by(&gateway, Message::text(command)).await;
        assert_eq!(code, 1008, "{command}");
        assert!(reason.contains(why), "{command}: {reason}");
    }
    let long = json!({"open": {"id": "x".repeat(65), "path": "/v1/games/g/watch"}});
    let (code, reason) = closed_by(&gateway, Message::text(long.to_string())).await;
    assert_eq!((code, reason.contains("1 to 64")), (1008, true));
}

#[tokio::test]
async fn binary_and_long_messages_close_the_socket() {
    let gateway = Gateway::start().await;
    let command = r#"{"close":{"id":"a"}}"#;
    let (code, reason) = closed_by(&gateway, Message::binary(command)).await;
    assert_eq!((code, reason.contains("text")), (1008, true), "{reason}");
    let long = format!("{command}{}", " ".repeat(5_000));
    let (code, reason) = closed_by(&gateway, Message::text(long)).await;
    assert_eq!((code, reason.contains("long")), (1009, true), "{reason}");
    // As long as it may be.
    let mut socket = Socket::open_at(&gateway).await;
    let padding = " ".repeat(4_096 - command.len());
    let longest = Message::text(format!("{command}{padding}"));
    socket.watcher.send(longest).await;
    socket.open("a", "/v1/games/g/watch").await;
    socket.message("a").await;
}

#[tokio::test]
async fn an_id_has_one_stream_at_a_time() {
    let gateway = Gateway::start().await;
    let mut socket = Socket::open_at(&gateway).await;
    socket.open("a", "/v1/games/quiet/watch").await;
    socket.message("a").await;
    socket.open("a", "/v1/games/quiet/watch").await;
    let (code, reason) = socket.watcher.closed().await;
    assert_eq!((code, reason.contains("already")), (1008, true), "{reason}");
    // Its streams are let go with it.
    eventually(|| gateway.upstream.watching.load(Ordering::SeqCst) == 0).await;
}

#[tokio::test]
async fn a_socket_carries_64_streams_at_most() {
    let gateway = Gateway::start().await;
    let mut socket = Socket::open_at(&gateway).await;
    for number in 0..64 {
        let id = number.to_string();
        socket.open(&id, "/v1/games/quiet/watch").await;
        socket.message(&id).await;
    }
    // Another one has its place once one of them is closed.
    socket.close("0").await;
    socket.ended("0").await;
    socket.open("another", "/v1/games/quiet/watch").await;
    socket.message("another").await;
    socket.open("one too many", "/v1/games/quiet/watch").await;
    let (code, reason) = socket.watcher.closed().await;
    assert_eq!((code, reason.contains("64")), (1008, true), "{reason}");
}
