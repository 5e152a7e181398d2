//! A client of the WebSocket that carries many streams.

use futures::SinkExt as _;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{self, Message};

use super::suite::{Socket, connect, try_message};

/// A connection to the gateway with any number of streams on it.
pub(crate) struct Line(pub(crate) Socket);

impl Line {
    /// Connects with a token, or without one if it is empty.
    pub(crate) async fn connect(url: &str, token: &str) -> Result<Self, tungstenite::Error> {
        connect(url, token).await.map(Self)
    }

    /// Says something. When the line is lost, what is read next tells it.
    async fn say(&mut self, command: &Value) {
        let _ = self.0.send(Message::text(command.to_string())).await;
    }

    pub(crate) async fn open(&mut self, id: &str, path: &str) {
        let command = json!({"open": {"id": id, "path": path}});
        self.say(&command).await;
    }

    pub(crate) async fn close(&mut self, id: &str) {
        self.say(&json!({"close": {"id": id}})).await;
    }

    pub(crate) async fn renew(&mut self, token: &str) {
        let command = json!({"renew": {"access_token": token}});
        self.say(&command).await;
    }

    /// The next of any stream; `None` once the line is closed or lost.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        try_message(&mut self.0).await
    }

    /// The next, which is a message of this stream.
    pub(crate) async fn message(&mut self, id: &str) -> Value {
        let mut told = self.next().await.expect("the line is open");
        assert!(told["id"] == id && told["message"].is_object(), "{told}");
        told["message"].take()
    }

    /// The next, which tells why this stream is over.
    pub(crate) async fn closed(&mut self, id: &str) -> Value {
        let mut told = self.next().await.expect("the line is open");
        assert!(told["id"] == id && told["closed"].is_object(), "{told}");
        told["closed"].take()
    }
}
