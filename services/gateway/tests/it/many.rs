//! A client of the WebSocket that carries many streams.

use std::collections::VecDeque;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::fixture::{Gateway, Watcher};

/// A socket with what came for one stream while another one was asked about.
pub(crate) struct Socket {
    pub(crate) watcher: Watcher,
    come: VecDeque<Value>,
}

impl Socket {
    pub(crate) async fn open_at(gateway: &Gateway) -> Self {
        Self::over(gateway.socket("/v1/stream").await.unwrap())
    }

    /// One that brings no token.
    pub(crate) async fn without_token(gateway: &Gateway) -> Self {
        let watcher = gateway.socket_offering("/v1/stream", "shashki.v1").await;
        Self::over(watcher.unwrap())
    }

    fn over(watcher: Watcher) -> Self {
        Self {
            watcher,
            come: VecDeque::new(),
        }
    }

    pub(crate) async fn send(&mut self, command: &Value) {
        self.watcher.send(Message::text(command.to_string())).await;
    }

    pub(crate) async fn open(&mut self, id: &str, path: &str) {
        let command = json!({"open": {"id": id, "path": path}});
        self.send(&command).await;
    }

    pub(crate) async fn close(&mut self, id: &str) {
        self.send(&json!({"close": {"id": id}})).await;
    }

    pub(crate) async fn renew(&mut self, token: &str) {
        let command = json!({"renew": {"access_token": token}});
        self.send(&command).await;
    }

    /// What comes next for a stream, with its id.
    async fn next(&mut self, id: &str) -> Value {
        let mut come = self.come.iter();
        if let Some(place) = come.position(|told| told["id"] == id) {
            return self.come.remove(place).unwrap();
        }
        loop {
            let told = self.watcher.json().await;
            if told["id"] == id {
                return told;
            }
            assert!(told["id"].is_string(), "{told}");
            self.come.push_back(told);
        }
    }

    /// The next message of a stream.
    pub(crate) async fn message(&mut self, id: &str) -> Value {
        let mut told = self.next(id).await;
        assert!(told["message"].is_object(), "{told}");
        told["message"].take()
    }

    /// Why a stream ended, which is the next that comes for it.
    pub(crate) async fn closed(&mut self, id: &str) -> Value {
        let mut told = self.next(id).await;
        let closed = told["closed"].take();
        assert_ne!(closed["detail"], "", "{closed}");
        assert!(closed["retry"].is_boolean(), "{closed}");
        closed
    }

    /// The reason for which a stream ended, and whether to open it again.
    pub(crate) async fn ended(&mut self, id: &str) -> (String, bool) {
        let closed = self.closed(id).await;
        assert_eq!(closed.get("problem"), None);
        let reason = closed["reason"].as_str().unwrap().to_owned();
        (reason, closed["retry"].as_bool().unwrap())
    }
}

/// An end of a stream, as [`Socket::ended`] gives it.
pub(crate) fn end(reason: &str, retry: bool) -> (String, bool) {
    (reason.to_owned(), retry)
}
