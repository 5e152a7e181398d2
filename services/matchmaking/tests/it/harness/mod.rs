//! A matchmaking of the test's own, and players who talk to it.

pub(crate) mod peers;

use std::sync::Arc;
use std::time::Duration;

use matchmaking::{Needs, Options, Times};
use platform::Channel;
use platform::identity::{Caller, Scope};
use proto::matchmaking::storage::v1::Queue;
use proto::matchmaking::v1 as messages;
use proto::matchmaking::v1::enqueue_response::Update;
use proto::matchmaking::v1::matchmaking_service_client::MatchmakingServiceClient;
use store::Store;
use store::redis::RedisStore;
use store::sqlite::SqliteStore;
use support::RedisServer;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;
use tokio_stream::wrappers::TcpListenerStream;
use tokio_util::sync::CancellationToken;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::Server;
use tonic::{Request, Status, Streaming};
use tonic_types::StatusExt as _;

use self::peers::Peers;

/// Longer than anything takes that comes at all.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Windows that open, and tickets that lapse, within a test.
pub(crate) const QUICK: Times = Times {
    widening: matchmaking::pairing::Widening {
        anybody_after: Duration::from_secs(3),
    },
    lapse_after: Duration::from_millis(1500),
    beat: Duration::from_millis(400),
};

/// Where the state of a test lies.
pub(crate) enum Ground {
    Redis(Box<RedisServer>),
    File { _directory: TempDir, store: Store },
}

/// Matchmaking with its peers.
pub(crate) struct World {
    pub(crate) peers: Peers,
    /// Where the peers answer.
    pub(crate) address: String,
    pub(crate) ground: Ground,
    pub(crate) times: Times,
}

/// One process of matchmaking, as far as a test can tell: all its tasks and connections are on a
/// runtime of its own, and die with it.
pub(crate) struct Replica {
    address: String,
    life: Option<Runtime>,
}

impl World {
    pub(crate) async fn on_redis() -> Self {
        Self::on_redis_with(&[]).await
    }

    pub(crate) async fn on_redis_with(options: &[&str]) -> Self {
        let server = RedisServer::start_with(options).await;
        Self::on(Ground::Redis(Box::new(server))).await
    }

    pub(crate) async fn on_a_file() -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let store = SqliteStore::open(&directory.path().join("live.db")).await;
        let store: Store = Arc::new(store.expect("a store"));
        Self::on(Ground::File {
            _directory: directory,
            store,
        })
        .await
    }

    async fn on(ground: Ground) -> Self {
        let peers = Peers::default();
        let address = peers.serve().await;
        Self {
            peers,
            address,
            ground,
            times: Times::default(),
        }
    }

    pub(crate) async fn store(&self) -> Store {
        match &self.ground {
            Ground::Redis(server) => connected(server.url()).await,
            Ground::File { store, .. } => Arc::clone(store),
        }
    }

    /// Starts one process more.
    pub(crate) async fn replica(&self) -> Replica {
        let options = Options {
            public_url: Some("https://shashki.example/".to_owned()),
            times: self.times,
        };
        let life = Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build();
        let life = life.expect("a runtime");
        match &self.ground {
            Ground::Redis(server) => {
                let store = connected(server.url());
                Replica::start(life, options, store, &self.address).await
            }
            Ground::File { store, .. } => {
                let store = std::future::ready(Arc::clone(store));
                Replica::start(life, options, store, &self.address).await
            }
        }
    }
}

/// A store on a Redis.
pub(crate) async fn connected(url: String) -> Store {
    Arc::new(RedisStore::connect(&url).await.expect("a store"))
}

impl Replica {
    /// Starts one on a runtime, with a store that is connected there.
    pub(crate) async fn start(
        life: Runtime,
        options: Options,
        store: impl Future<Output = Store> + Send + 'static,
        peers: &str,
    ) -> Self {
        let peers = peers.to_owned();
        let starting = async move {
            let peers = Channel::lazy(&peers).expect("a channel");
            serve(&options, store.await, peers).await
        };
        let address = life.spawn(starting).await.expect("it starts");
        Self {
            address,
            life: Some(life),
        }
    }

    /// It is gone, with all it had in hand.
    pub(crate) fn kill(self) {
        drop(self);
    }

    pub(crate) fn client(&self) -> MatchmakingServiceClient<Channel> {
        let channel = Channel::lazy(&self.address).expect("a channel");
        MatchmakingServiceClient::new(channel)
    }

    /// A player who talks to this process.
    pub(crate) fn player(&self, id: &str) -> Player {
        Player {
            id: id.to_owned(),
            client: self.client(),
        }
    }
}

impl Drop for Replica {
    fn drop(&mut self) {
        if let Some(life) = self.life.take() {
            life.shutdown_background();
        }
    }
}

/// Serves on the runtime that this is called on; gives the address.
async fn serve(options: &Options, store: Store, peers: Channel) -> String {
    let needs = Needs {
        store,
        games: peers.clone(),
        ratings: peers,
    };
    let (service, _workers) =
        matchmaking::server(options, &needs, &CancellationToken::new()).expect("sound options");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("its address"));
    let server = Server::builder()
        // One that adapts begins so small that a burst of calls to a busy server ends it.
        .initial_connection_window_size(16 * 1024 * 1024)
        .http2_max_pending_accept_reset_streams(Some(10_000))
        .add_service(InterceptedService::new(service, who_calls))
        .serve_with_incoming(TcpListenerStream::new(listener));
    tokio::spawn(server);
    address
}

/// Believes what a caller says of itself.
fn who_calls(mut request: Request<()>) -> Result<Request<()>, Status> {
    let said = |key| {
        let value = request.metadata().get(key)?;
        Some(value.to_str().ok()?.to_owned())
    };
    let caller = match (said("x-player"), said("x-service")) {
        (Some(id), _) => Caller::Player { id },
        (None, Some(name)) => Caller::Service {
            scopes: if name == "trusted" {
                vec![Scope::PlayersAct]
            } else {
                Vec::new()
            },
            name,
        },
        (None, None) => return Ok(request),
    };
    request.extensions_mut().insert(Arc::new(caller));
    Ok(request)
}

/// A player with a client.
#[derive(Clone)]
pub(crate) struct Player {
    pub(crate) id: String,
    pub(crate) client: MatchmakingServiceClient<Channel>,
}

pub(crate) fn queue(mode: &str, rated: bool) -> Queue {
    Queue {
        mode: mode.to_owned(),
        rated,
    }
}

pub(crate) fn classic() -> Queue {
    queue("classic", true)
}

impl Player {
    pub(crate) fn says<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        let id = self.id.parse().expect("a plain id");
        request.metadata_mut().insert("x-player", id);
        request
    }

    pub(crate) async fn enqueue(&self, queue: Queue) -> Result<Waiting, Status> {
        self.enqueue_or_bot(queue, 0).await
    }

    pub(crate) async fn enqueue_or_bot(
        &self,
        queue: Queue,
        offer_bot_after_ms: i64,
    ) -> Result<Waiting, Status> {
        let request = self.says(messages::EnqueueRequest {
            mode: queue.mode,
            rated: queue.rated,
            player_id: String::new(),
            offer_bot_after_ms,
        });
        let answer = self.client.clone().enqueue(request).await?;
        Ok(Waiting(answer.into_inner()))
    }

    /// Enqueues and waits until that is said.
    pub(crate) async fn waits(&self, queue: Queue) -> Waiting {
        let mut waiting = self.enqueue(queue).await.expect("a stream");
        match waiting.next().await {
            Ok(Some(Update::Waiting(_))) => waiting,
            other => unreachable!("{} does not wait: {other:?}", self.id),
        }
    }

    /// The match that a cancellation came too late for.
    pub(crate) async fn cancel(&self, queue: Queue) -> Result<Option<messages::Match>, Status> {
        use messages::cancel_response::Outcome;
        let request = self.says(messages::CancelRequest {
            mode: queue.mode,
            rated: queue.rated,
            player_id: String::new(),
        });
        let answer = self.client.clone().cancel(request).await?.into_inner();
        match answer.outcome.expect("an outcome") {
            Outcome::Cancelled(_) => Ok(None),
            Outcome::Matched(matched) => Ok(Some(matched)),
        }
    }

    pub(crate) async fn accept_bot(&self, queue: Queue) -> Result<messages::Match, Status> {
        let request = self.says(messages::AcceptBotRequest {
            mode: queue.mode,
            rated: queue.rated,
            player_id: String::new(),
        });
        let answer = self.client.clone().accept_bot(request).await?.into_inner();
        Ok(answer.matched.expect("a match"))
    }
}

/// A stream of one who waits.
pub(crate) struct Waiting(Streaming<messages::EnqueueResponse>);

impl Waiting {
    pub(crate) async fn next(&mut self) -> Result<Option<Update>, Status> {
        let message = timeout(PATIENCE, self.0.message()).await.expect("news");
        Ok(message?.and_then(|message| message.update))
    }

    /// That it was taken out of the queue, whatever was told before.
    pub(crate) async fn cancelled(&mut self) {
        loop {
            match self.next().await {
                Ok(Some(Update::Cancelled(_))) => return,
                Ok(Some(Update::Waiting(_))) => {}
                other => unreachable!("not cancelled: {other:?}"),
            }
        }
    }

    /// The match, however long the wait.
    pub(crate) async fn matched(&mut self) -> messages::Match {
        loop {
            match self.next().await {
                Ok(Some(Update::Matched(matched))) => return matched,
                Ok(Some(Update::Waiting(_) | Update::BotOffered(_))) => {}
                other => unreachable!("no match: {other:?}"),
            }
        }
    }

    /// Whether nothing but places in the queue is told for a while.
    pub(crate) async fn stays(&mut self, span: Duration) -> bool {
        let waits = async {
            while let Ok(Some(message)) = self.0.message().await {
                if !matches!(message.update, Some(Update::Waiting(_))) {
                    return;
                }
            }
        };
        timeout(span, waits).await.is_err()
    }
}

/// The reason of a refusal.
pub(crate) fn reason(status: &Status) -> String {
    status
        .get_details_error_info()
        .map_or_else(|| format!("{status:?}"), |info| info.reason)
}
