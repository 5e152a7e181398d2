//! The shop on a port, and what is said to it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use platform::identity::{Caller, Scope};
use proto::shop::v1 as wire;
use proto::shop::v1::shop_service_client::ShopServiceClient;
use shop::{Checker, Needs, Options};
use store::records::Records;
use store::records::sqlx;
use tokio::net::TcpListener;
use tokio::time::{Instant, sleep};
use tonic::service::interceptor::InterceptedService;
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Channel, Endpoint, Server};
use tonic::{Code, Request, Status};

/// The header that says who calls, where the suite has a token.
const CALLER: &str = "x-caller";

/// How long things that take a while are waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The gift of the built-in catalogue.
pub(crate) const GIFT: u64 = 100;

/// The shop, on a database of its own.
#[derive(Clone)]
pub(crate) struct Suite {
    pub(crate) records: Records,
    client: ShopServiceClient<Channel>,
}

/// What the identity layer does.
fn identify(mut request: Request<()>) -> Result<Request<()>, Status> {
    let caller = match request.metadata().get(CALLER).map(|name| name.to_str()) {
        Some(Ok(player)) if player.starts_with("player ") => Caller::Player {
            id: player["player ".len()..].to_owned(),
        },
        Some(Ok(scope)) => Caller::Service {
            name: "test".to_owned(),
            scopes: Scope::ALL
                .into_iter()
                .filter(|known| scope == "all" || known.name() == scope)
                .collect(),
        },
        _ => return Ok(request),
    };
    request.extensions_mut().insert(Arc::new(caller));
    Ok(request)
}

/// A request of a caller: `all`, `player ID`, or a scope's name.
pub(crate) fn by<T>(caller: &str, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request
        .metadata_mut()
        .insert(CALLER, caller.parse().unwrap());
    request
}

pub(crate) fn named<T>(message: T) -> Request<T> {
    by("all", message)
}

/// The stable reason of a refusal.
pub(crate) fn reason(status: &Status) -> String {
    use tonic_types::StatusExt as _;
    status
        .get_error_details()
        .error_info()
        .map_or_else(|| format!("none: {status}"), |info| info.reason.clone())
}

/// A detail of a refusal.
pub(crate) fn detail(status: &Status, key: &str) -> String {
    use tonic_types::StatusExt as _;
    let details = status.get_error_details();
    let info = details.error_info().unwrap();
    info.metadata.get(key).cloned().unwrap_or_default()
}

/// The answer is this refusal.
pub(crate) fn refused<T: std::fmt::Debug>(
    answer: Result<T, Status>,
    code: Code,
    why: &str,
) -> Status {
    let status = answer.unwrap_err();
    assert_eq!((status.code(), &*reason(&status)), (code, why), "{status}");
    status
}

/// Repeats a call while the database is too busy or away.
pub(crate) async fn patiently<T, F>(call: impl Fn() -> F) -> Result<T, Status>
where
    F: Future<Output = Result<T, Status>>,
{
    let begun = Instant::now();
    loop {
        match call().await {
            Err(status) if reason(&status) == "RECORDS_UNAVAILABLE" => {
                assert!(begun.elapsed() < PATIENCE, "{status}");
                sleep(Duration::from_millis(20)).await;
            }
            answered => return answered,
        }
    }
}

pub(crate) fn purchase(
    player: &str,
    offer: &str,
    quantity: u32,
    price: u64,
    request_id: &str,
) -> wire::PurchaseRequest {
    wire::PurchaseRequest {
        player_id: player.to_owned(),
        offer_id: offer.to_owned(),
        quantity,
        expected_price: price,
        request_id: request_id.to_owned(),
    }
}

impl Suite {
    /// Serves the shop as another process on the same database would.
    pub(crate) async fn start(url: &str) -> Self {
        Self::start_with(url, &Options::default()).await
    }

    pub(crate) async fn start_with(url: &str, options: &Options) -> Self {
        let records = Records::connect(url).await.unwrap();
        records.migrate().await.unwrap();
        let needs = Needs {
            records: records.clone(),
        };
        let server = shop::server(options, needs).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let serving = Server::builder()
            .add_service(InterceptedService::new(server, identify))
            .serve_with_incoming(TcpIncoming::from(listener).with_nodelay(Some(true)));
        tokio::spawn(serving);
        let channel = Endpoint::from_shared(address).unwrap().connect().await;
        let client = ShopServiceClient::new(channel.unwrap());
        Self { records, client }
    }

    pub(crate) fn client(&self) -> ShopServiceClient<Channel> {
        self.client.clone()
    }

    pub(crate) async fn wallet(&self, player: &str) -> wire::Wallet {
        let request = wire::GetWalletRequest {
            player_id: player.to_owned(),
        };
        let answer = patiently(|| {
            let (mut client, request) = (self.client(), request.clone());
            async move { client.get_wallet(named(request)).await }
        });
        answer.await.unwrap().into_inner().wallet.unwrap()
    }

    /// Coins and items of a player.
    pub(crate) async fn has(&self, player: &str) -> (u64, BTreeMap<String, u32>) {
        let wallet = self.wallet(player).await;
        let items = wallet.items.into_iter();
        (
            wallet.coins,
            items.map(|item| (item.item, item.count)).collect(),
        )
    }

    pub(crate) async fn count(&self, player: &str, item: &str) -> u32 {
        self.has(player)
            .await
            .1
            .get(item)
            .copied()
            .unwrap_or_default()
    }

    pub(crate) async fn buy(
        &self,
        request: wire::PurchaseRequest,
    ) -> Result<wire::PurchaseResponse, Status> {
        let answer = patiently(|| {
            let (mut client, request) = (self.client(), request.clone());
            async move { client.purchase(named(request)).await }
        });
        Ok(answer.await?.into_inner())
    }

    pub(crate) async fn grant(
        &self,
        player: &str,
        coins: u64,
        request_id: &str,
    ) -> Result<wire::LedgerRow, Status> {
        let request = wire::GrantCoinsRequest {
            player_id: player.to_owned(),
            coins,
            note: "for playing".to_owned(),
            request_id: request_id.to_owned(),
        };
        let answer = patiently(|| {
            let (mut client, request) = (self.client(), request.clone());
            async move { client.grant_coins(named(request)).await }
        });
        Ok(answer.await?.into_inner().receipt.unwrap())
    }

    pub(crate) async fn consume(
        &self,
        player: &str,
        item: &str,
        request_id: &str,
    ) -> Result<wire::LedgerRow, Status> {
        let request = wire::ConsumeRequest {
            player_id: player.to_owned(),
            item: item.to_owned(),
            request_id: request_id.to_owned(),
        };
        let answer = patiently(|| {
            let (mut client, request) = (self.client(), request.clone());
            async move { client.consume(named(request)).await }
        });
        Ok(answer.await?.into_inner().receipt.unwrap())
    }

    pub(crate) async fn give_back(
        &self,
        player: &str,
        item: &str,
        request_id: &str,
    ) -> Result<bool, Status> {
        let request = wire::GiveBackRequest {
            player_id: player.to_owned(),
            item: item.to_owned(),
            request_id: request_id.to_owned(),
        };
        let answer = patiently(|| {
            let (mut client, request) = (self.client(), request.clone());
            async move { client.give_back(named(request)).await }
        });
        Ok(answer.await?.into_inner().had_been_taken)
    }

    /// A page of a ledger.
    pub(crate) async fn page(
        &self,
        player: &str,
        page_size: u32,
        page_token: &str,
    ) -> wire::ListLedgerResponse {
        let request = wire::ListLedgerRequest {
            player_id: player.to_owned(),
            page_size,
            page_token: page_token.to_owned(),
        };
        let answer = patiently(|| {
            let (mut client, request) = (self.client(), request.clone());
            async move { client.list_ledger(named(request)).await }
        });
        answer.await.unwrap().into_inner()
    }

    /// A whole ledger, newest first.
    pub(crate) async fn ledger(&self, player: &str) -> Vec<wire::LedgerRow> {
        let mut all = Vec::new();
        let mut token = String::new();
        loop {
            let page = self.page(player, 7, &token).await;
            assert!(page.rows.len() <= 7);
            all.extend(page.rows);
            token = page.next_page_token;
            if token.is_empty() {
                return all;
            }
        }
    }

    pub(crate) async fn catalogue(&self) -> wire::Catalogue {
        let request = || named(wire::GetCatalogueRequest {});
        let answer = self.client().get_catalogue(request()).await;
        answer.unwrap().into_inner().catalogue.unwrap()
    }

    pub(crate) async fn set_catalogue(
        &self,
        catalogue: wire::Catalogue,
    ) -> Result<wire::Catalogue, Status> {
        let catalogue = Some(catalogue);
        let request = named(wire::SetCatalogueRequest { catalogue });
        let answer = self.client().set_catalogue(request).await?;
        Ok(answer.into_inner().catalogue.unwrap())
    }

    /// What the operator's check finds wrong, with how many wallets and rows it has seen.
    pub(crate) async fn checked(&self) -> (u64, u64, Vec<String>) {
        let mut checker = Checker::new(self.records.clone());
        let (mut wallets, mut rows, mut wrong) = (0, 0, Vec::new());
        while let Some(page) = checker.next_page().await.unwrap() {
            wallets += page.wallets;
            rows += page.rows;
            wrong.extend(page.disagreements);
        }
        (wallets, rows, wrong)
    }

    /// The ledger sums to the wallets, and nobody has waited in a circle.
    pub(crate) async fn agrees(&self) {
        let (_, _, wrong) = self.checked().await;
        assert_eq!(wrong, Vec::<String>::new());
        if self.records.system() == "postgresql" {
            let circles = "SELECT CAST(SUM(deadlocks) AS BIGINT) FROM pg_stat_database";
            assert_eq!(self.number(circles).await, 0, "deadlocks");
        }
    }

    pub(crate) async fn number(&self, query: &'static str) -> i64 {
        let row = sqlx::query(query).fetch_one(self.records.pool()).await;
        sqlx::Row::get(&row.unwrap(), 0)
    }

    pub(crate) async fn execute(&self, query: &'static str) {
        let done = sqlx::query(query).execute(self.records.pool()).await;
        assert!(done.unwrap().rows_affected() > 0, "{query}");
    }
}
