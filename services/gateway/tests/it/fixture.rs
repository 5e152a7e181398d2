//! A gateway in front of canned services, and clients for it.

use std::net::SocketAddr;
use std::time::Duration;

use futures::{SinkExt as _, StreamExt as _};
use gateway::{Limits, Upstreams};
use platform::Channel;
use reqwest::header::{AUTHORIZATION, HeaderMap, SEC_WEBSOCKET_PROTOCOL};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde_json::Value;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tokio_util::sync::CancellationToken;

use crate::upstream::Upstream;

/// A gateway that runs.
pub(crate) struct Gateway {
    pub(crate) address: SocketAddr,
    pub(crate) upstream: Upstream,
    pub(crate) shutdown: CancellationToken,
    served: JoinHandle<anyhow::Result<()>>,
    client: Client,
}

/// Limits that tests need not wait for.
pub(crate) fn short() -> Limits {
    Limits {
        call: Duration::from_secs(1),
        ping_every: Duration::from_millis(500),
        send: Duration::from_millis(500),
        watchers: 3,
        ..Limits::default()
    }
}

impl Gateway {
    pub(crate) async fn start() -> Self {
        Self::start_within(Limits::default()).await
    }

    pub(crate) async fn start_within(limits: Limits) -> Self {
        Self::in_front_of(Upstream::start(true).await, limits).await
    }

    /// A gateway in front of nobody: a call that goes on to a service is answered with 503.
    pub(crate) async fn alone() -> Self {
        let upstream = Upstream {
            address: "http://127.0.0.1:1".to_owned(),
            ..Upstream::start(true).await
        };
        Self::in_front_of(upstream, Limits::default()).await
    }

    pub(crate) async fn in_front_of(upstream: Upstream, limits: Limits) -> Self {
        let upstreams = everything_at(&upstream.address);
        let bearer = format!("Bearer {}", upstream.token).parse().unwrap();
        let headers = HeaderMap::from_iter([(AUTHORIZATION, bearer)]);
        let client = Client::builder().default_headers(headers).build().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shutdown = CancellationToken::new();
        let serving = gateway::serve_within(listener, upstreams, limits, shutdown.clone());
        Self {
            address,
            upstream,
            shutdown,
            served: tokio::spawn(serving),
            client,
        }
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("http://{}{path}", self.address);
        self.client.request(method, url)
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        Answer::of(self.request(Method::GET, path).send().await.unwrap()).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        let request = self.request(Method::POST, path).json(body);
        Answer::of(request.send().await.unwrap()).await
    }

    pub(crate) async fn watch(&self, path: &str) -> Result<Watcher, tungstenite::Error> {
        self.socket(&format!("/v1/games/{path}")).await
    }

    pub(crate) async fn follow(&self, player: &str) -> Result<Watcher, tungstenite::Error> {
        self.socket(&format!("/v1/players/{player}/watch")).await
    }

    pub(crate) async fn socket(&self, path: &str) -> Result<Watcher, tungstenite::Error> {
        // As a browser does, which can send no other header.
        let offered = format!("shashki.v1, bearer.{}", self.upstream.token);
        self.socket_offering(path, &offered).await
    }

    /// Opens a WebSocket that offers these subprotocols.
    pub(crate) async fn socket_offering(
        &self,
        path: &str,
        offered: &str,
    ) -> Result<Watcher, tungstenite::Error> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request()?;
        request
            .headers_mut()
            .insert(SEC_WEBSOCKET_PROTOCOL, offered.parse().unwrap());
        let (socket, answer) = connect_async(request).await?;
        assert_eq!(answer.headers()[SEC_WEBSOCKET_PROTOCOL], "shashki.v1");
        Ok(Watcher(socket))
    }

    /// The handshake's answer that refuses a WebSocket.
    pub(crate) async fn refused_socket(&self, path: &str) -> (u16, Value) {
        let refused = self.socket(path).await.err().unwrap();
        let tungstenite::Error::Http(answer) = refused else {
            panic!("{refused}");
        };
        let status = answer.status().as_u16();
        let body: Value = serde_json::from_slice(answer.body().as_deref().unwrap()).unwrap();
        assert_eq!(problem(&body).0, status);
        (status, body)
    }

    /// Sends a request with this body, and gives the answer.
    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        media_type: &str,
        body: impl Into<reqwest::Body>,
    ) -> Answer {
        let request = self.request(method, path);
        let request = request.header("content-type", media_type).body(body);
        Answer::of(request.send().await.unwrap()).await
    }

    /// Stops the gateway and waits until it has stopped.
    pub(crate) async fn stop(self) {
        self.shutdown.cancel();
        self.served.await.unwrap().unwrap();
    }
}

/// A wire to an address, which can be cut.
pub(crate) struct Wire {
    pub(crate) address: String,
    pub(crate) cut: CancellationToken,
}

impl Wire {
    pub(crate) async fn to(address: &str) -> Self {
        let target = address.trim_start_matches("http://").to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let cut = CancellationToken::new();
        let carrying = {
            let cut = cut.clone();
            async move {
                while let Ok((mut near, _)) = listener.accept().await {
                    let mut far = TcpStream::connect(&target).await.unwrap();
                    let carrying = async move { copy_bidirectional(&mut near, &mut far).await };
                    tokio::spawn(cut.clone().run_until_cancelled_owned(carrying));
                }
            }
        };
        tokio::spawn(cut.clone().run_until_cancelled_owned(carrying));
        Self { address, cut }
    }
}

/// An answer with its JSON.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) json: Value,
}

impl Answer {
    pub(crate) async fn of(response: Response) -> Self {
        Self {
            status: response.status(),
            headers: response.headers().clone(),
            json: response.json().await.unwrap_or(Value::Null),
        }
    }

    /// The status, code and reason of a refusal.
    pub(crate) fn refusal(&self) -> (u16, &str, &str) {
        assert_eq!(self.headers["content-type"], "application/problem+json");
        let status = self.status.as_u16();
        assert_eq!(self.json["status"], status, "{}", self.json);
        problem(&self.json)
    }

    /// The field at fault.
    pub(crate) fn field(&self) -> &str {
        let fields = self.json["fields"].as_array();
        let fields = fields.unwrap_or_else(|| panic!("no fields: {}", self.json));
        assert_eq!(fields.len(), 1, "{}", self.json);
        assert_ne!(fields[0]["description"], "");
        fields[0]["field"].as_str().unwrap()
    }
}

/// The status, code and reason of a problem, which has all that problems have.
pub(crate) fn problem(problem: &Value) -> (u16, &str, &str) {
    assert_eq!(problem["type"], "about:blank", "{problem}");
    for name in ["title", "detail"] {
        let text = problem[name].as_str();
        assert!(text.is_some_and(|text| !text.is_empty()), "{problem}");
    }
    (
        u16::try_from(problem["status"].as_u64().unwrap()).unwrap(),
        problem["code"].as_str().unwrap(),
        problem["reason"].as_str().unwrap(),
    )
}

/// A watcher of a game or a player.
pub(crate) struct Watcher(pub(crate) WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Watcher {
    /// The next message that is not a ping.
    pub(crate) async fn next(&mut self) -> Message {
        loop {
            match self.0.next().await.unwrap().unwrap() {
                Message::Ping(_) => {}
                message => return message,
            }
        }
    }

    pub(crate) async fn json(&mut self) -> Value {
        let message = self.next().await;
        serde_json::from_str(message.to_text().unwrap()).unwrap()
    }

    /// The close code, once the gateway closes; what comes before is skipped.
    pub(crate) async fn close_code(&mut self) -> u16 {
        self.closed().await.0
    }

    /// The close code and the reason, once the gateway closes; what comes before is skipped.
    pub(crate) async fn closed(&mut self) -> (u16, String) {
        loop {
            if let Message::Close(frame) = self.next().await {
                let frame = frame.unwrap();
                assert!(!frame.reason.is_empty());
                return (frame.code.into(), frame.reason.to_string());
            }
        }
    }

    pub(crate) async fn send(&mut self, message: Message) {
        self.0.send(message).await.unwrap();
    }
}

/// Waits until something is so.
pub(crate) async fn eventually(so: impl Fn() -> bool) {
    let waiting = async {
        while !so() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), waiting)
        .await
        .expect("it never came");
}

/// All services at one address.
pub(crate) fn everything_at(address: &str) -> Upstreams {
    let channel = Channel::lazy(address).unwrap();
    Upstreams {
        games: channel.clone(),
        rules: channel.clone(),
        bots: channel.clone(),
        players: channel.clone(),
        ratings: channel.clone(),
        matchmaking: channel.clone(),
        shop: channel.clone(),
        sign_in: channel,
    }
}
