//! The games service in processes that can be killed, and what it stands on.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use games::{Lot, Needs, Options};
use platform::Channel;
use platform::identity::{Caller, Gate, OwnToken, Scope, Secret, Signer, Verifier};
use proto::bots::v1::bots_service_server::BotsServiceServer;
use proto::games::v1::games_service_client::GamesServiceClient;
use proto::rules::v1::rules_service_server::RulesServiceServer;
use proto::shop::v1::shop_service_server::ShopServiceServer;
use store::Timestamp;
use store::memory::MemoryStore;
use store::records::Records;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio_stream::wrappers::TcpListenerStream;
use tokio_util::sync::CancellationToken;
use tonic::Status;
use tonic::transport::Server;
use tonic_types::StatusExt as _;

use crate::bots::Bots;
use crate::rules::Rules;
use crate::shaky::Shaky;
use crate::shop::Shop;

/// When the store's clock begins, in Unix milliseconds.
const EPOCH: i64 = 1_800_000_000_000;

/// How long what comes at all is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// What the service stands on.
pub(crate) struct World {
    pub(crate) shop: Shop,
    pub(crate) bots: Bots,
    pub(crate) store: Shaky,
    peers: Channel,
    ahead_ms: Arc<AtomicU64>,
    signer: Signer,
    records: TempDir,
}

/// One process of the service.
pub(crate) struct Replica {
    address: String,
    runtime: Option<Runtime>,
}

impl World {
    pub(crate) async fn new() -> Self {
        let ahead_ms = Arc::new(AtomicU64::new(0));
        let ahead = Arc::clone(&ahead_ms);
        let begun = Instant::now();
        let store = MemoryStore::new(move || {
            let ahead = Duration::from_millis(ahead.load(Ordering::Relaxed));
            Timestamp(EPOCH) + begun.elapsed() + ahead
        });
        let (shop, bots) = (Shop::default(), Bots::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let peers = Server::builder()
            .add_service(RulesServiceServer::new(Rules))
            .add_service(BotsServiceServer::new(bots.clone()))
            .add_service(ShopServiceServer::new(shop.clone()))
            .serve_with_incoming(TcpListenerStream::new(listener));
        tokio::spawn(peers);
        let records = tempfile::tempdir().unwrap();
        Self {
            shop,
            bots,
            store: Shaky::new(store),
            peers: Channel::lazy(&address).unwrap(),
            ahead_ms,
            signer: Signer::from_secret(&[7; 32]),
            records,
        }
    }

    /// Starts one process more, whose rockets hit a piece that wears no shield and does not end the game.
    pub(crate) async fn replica(&self) -> Replica {
        self.replica_with(|count| count / 2).await
    }

    /// Starts one process more, with a chance of its own.
    pub(crate) async fn replica_with(
        &self,
        draw: impl Fn(usize) -> usize + Send + Sync + 'static,
    ) -> Replica {
        let url = format!(
            "sqlite:{}",
            self.records.path().join("records.db").display()
        );
        let (store, peers) = (self.store.clone(), self.peers.clone());
        let gate = Gate::new(Verifier::fixed([&self.signer]).unwrap());
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let started = runtime.spawn(async move {
            let records = Records::connect(&url).await.unwrap();
            records.migrate().await.unwrap();
            let needs = Needs {
                store: Arc::new(store),
                records,
                rules: peers.clone(),
                bots: peers.clone(),
                ratings: peers.clone(),
                shop: peers,
            };
            let shutdown = CancellationToken::new();
            let options = Options::default();
            let part = games::part_with(&options, needs, Lot::new(draw), &shutdown).unwrap();
            let listener = TcpListener::from_std(listener).unwrap();
            tokio::spawn(platform::serve(vec![part], gate, listener, shutdown));
        });
        started.await.unwrap();
        Replica {
            address,
            runtime: Some(runtime),
        }
    }

    /// A client of a process, in a player's name.
    pub(crate) fn player(&self, replica: &Replica, id: &str) -> GamesServiceClient<Channel> {
        self.client(replica, &Caller::Player { id: id.to_owned() })
    }

    /// A client of a process, in the name of a backend that may do this.
    pub(crate) fn backend(
        &self,
        replica: &Replica,
        scopes: &[Scope],
    ) -> GamesServiceClient<Channel> {
        let caller = Caller::Service {
            name: "backend".to_owned(),
            scopes: scopes.to_vec(),
        };
        self.client(replica, &caller)
    }

    fn client(&self, replica: &Replica, caller: &Caller) -> GamesServiceClient<Channel> {
        let token = self.signer.sign(caller, Duration::from_secs(3600)).unwrap();
        let token = OwnToken::fixed(&Secret::from(token)).unwrap();
        let channel = Channel::lazy(&replica.address).unwrap().with_token(token);
        GamesServiceClient::new(channel)
    }

    /// Lets the store's clock run ahead.
    pub(crate) fn pass(&self, span: Duration) {
        let span_ms = u64::try_from(span.as_millis()).unwrap();
        self.ahead_ms.fetch_add(span_ms, Ordering::Relaxed);
    }
}

impl Replica {
    /// It is gone, with all it had in hand.
    pub(crate) fn kill(mut self) {
        self.runtime.take().unwrap().shutdown_background();
    }
}

impl Drop for Replica {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Asks until something holds.
pub(crate) async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let begun = Instant::now();
    while !holds().await {
        assert!(begun.elapsed() < PATIENCE, "it never comes to pass: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The stable name of what is wrong.
pub(crate) fn reason(status: &Status) -> String {
    let info = status.get_details_error_info();
    info.map_or_else(|| format!("none: {status}"), |info| info.reason)
}
