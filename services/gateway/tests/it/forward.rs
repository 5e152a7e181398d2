//! The gRPC port.

use std::sync::atomic::Ordering;
use std::time::Duration;

use gateway::Limits;
use platform::Channel;
use proto::games::v1::games_service_client::GamesServiceClient;
use proto::games::v1::{GetGameRequest, WatchGameRequest, WatchGameResponse};
use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tonic::{Code, Request, Status, Streaming};
use tonic_types::StatusExt as _;

use crate::fixture::{eventually, everything_at, short};
use crate::upstream::Upstream;

/// A gateway's gRPC port in front of canned services.
struct Port {
    address: String,
    upstream: Upstream,
    shutdown: CancellationToken,
}

impl Port {
    async fn open(limits: Limits) -> Self {
        let upstream = Upstream::start(true).await;
        let upstreams = everything_at(&upstream.address);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let shutdown = CancellationToken::new();
        let stop = shutdown.clone();
        tokio::spawn(
            async move { gateway::serve_grpc(listener, upstreams, &limits, true, stop).await },
        );
        Self {
            address,
            upstream,
            shutdown,
        }
    }

    /// A client with a connection of its own.
    fn client(&self) -> Client {
        Client {
            games: GamesServiceClient::new(Channel::lazy(&self.address).unwrap()),
            bearer: format!("Bearer {}", self.upstream.token),
        }
    }

    fn watching(&self) -> usize {
        self.upstream.watching.load(Ordering::SeqCst)
    }
}

struct Client {
    games: GamesServiceClient<Channel>,
    bearer: String,
}

impl Client {
    async fn watch(&mut self, id: &str) -> Result<Streaming<WatchGameResponse>, Status> {
        let game_id = id.to_owned();
        let request = WatchGameRequest {
            game_id,
            ..WatchGameRequest::default()
        };
        let answer = self.games.watch_game(self.with_token(request)).await?;
        Ok(answer.into_inner())
    }

    async fn get(&mut self, id: &str) -> Result<(), Status> {
        let game_id = id.to_owned();
        let request = self.with_token(GetGameRequest { game_id });
        self.games.get_game(request).await.map(drop)
    }

    fn with_token<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        let bearer = self.bearer.parse().unwrap();
        request.metadata_mut().insert("authorization", bearer);
        request
    }
}

fn reason(status: &Status) -> (Code, String) {
    let info = status.get_details_error_info().expect("details");
    (status.code(), info.reason)
}

#[tokio::test]
async fn a_stream_that_its_caller_leaves_is_left_by_the_gateway() {
    let port = Port::open(Limits::default()).await;
    let mut updates = port.client().watch("quiet").await.unwrap();
    updates.message().await.unwrap().unwrap();
    assert_eq!(port.watching(), 1);
    drop(updates);
    eventually(|| port.watching() == 0).await;
}

#[tokio::test]
async fn streams_end_when_the_gateway_stops_and_say_why() {
    let port = Port::open(Limits::default()).await;
    let mut updates = port.client().watch("quiet").await.unwrap();
    updates.message().await.unwrap().unwrap();
    port.shutdown.cancel();
    let stopped = updates.message().await.unwrap_err();
    let expected = (Code::Unavailable, "SHUTTING_DOWN".to_owned());
    assert_eq!(reason(&stopped), expected);
    eventually(|| port.watching() == 0).await;
}

#[tokio::test]
async fn what_is_under_way_at_once_has_a_bound() {
    let limits = short();
    let places = limits.watchers;
    let port = Port::open(limits).await;
    let mut client = port.client();
    let mut held = Vec::new();
    for _ in 0..places {
        held.push(client.watch("quiet").await.unwrap());
    }
    let refused = client.get("1").await.unwrap_err();
    let expected = (Code::ResourceExhausted, "OVERLOADED".to_owned());
    assert_eq!(reason(&refused), expected);
    held.clear();
    // The places are free again.
    while client.get("1").await.is_err() {
        tokio::task::yield_now().await;
    }
}

/// Answers that nobody reads fill the windows of their own streams, and no more than those.
#[tokio::test]
async fn whoever_does_not_read_keeps_nobody_else_waiting() {
    let port = Port::open(Limits::default()).await;
    let mut deaf = port.client();
    let mut unread = Vec::new();
    for _ in 0..300 {
        unread.push(deaf.watch("floods").await.unwrap());
    }
    let mut other = port.client();
    for _ in 0..10 {
        let answer = timeout(Duration::from_secs(30), other.get("1")).await;
        answer.expect("an answer").unwrap();
    }
}
