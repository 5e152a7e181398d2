//! The service on a port, and what is said to it.

use std::sync::Arc;
use std::time::Duration;

use platform::identity::{Caller, Scope};
use proto::ratings::v1 as wire;
use proto::ratings::v1::get_leaderboard_request::From;
use proto::ratings::v1::ratings_service_client::RatingsServiceClient;
use proto::rules::v1::Result as Outcome;
use ratings::{Needs, Options};
use store::records::Records;
use store::records::sqlx::{self, Row as _};
use tokio::net::TcpListener;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Channel, Endpoint, Server};
use tonic::{Request, Status};

/// The header that says who calls, where the suite has a token.
const CALLER: &str = "x-caller";

/// How long things that take a while are waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The service, on a database of its own.
#[derive(Clone)]
pub(crate) struct Suite {
    pub(crate) records: Records,
    client: RatingsServiceClient<Channel>,
}

/// What the identity layer does.
fn identify(mut request: Request<()>) -> Result<Request<()>, Status> {
    let caller = match request.metadata().get(CALLER).map(|name| name.to_str()) {
        Some(Ok("player")) => Caller::Player {
            id: "ann".to_owned(),
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

/// A request of a caller: `all`, `player`, or a scope's name.
pub(crate) fn by<T>(caller: &'static str, message: T) -> Request<T> {
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

impl Suite {
    /// Serves the service as another process on the same database would.
    pub(crate) async fn start(url: &str) -> Self {
        Self::start_with(url, &Options::default()).await
    }

    /// The same with options of its own.
    pub(crate) async fn start_with(url: &str, options: &Options) -> Self {
        let records = Records::connect(url).await.unwrap();
        records.migrate().await.unwrap();
        let needs = Needs {
            records: records.clone(),
        };
        let server = ratings::server(options, needs).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let serving = Server::builder()
            .add_service(InterceptedService::new(server, identify))
            .serve_with_incoming(TcpIncoming::from(listener).with_nodelay(Some(true)));
        tokio::spawn(serving);
        let channel = Endpoint::from_shared(address).unwrap().connect().await;
        let client = RatingsServiceClient::new(channel.unwrap());
        Self { records, client }
    }

    pub(crate) fn client(&self) -> RatingsServiceClient<Channel> {
        self.client.clone()
    }

    /// Lets the service's worker put the leaderboards in order, then checks what it keeps.
    pub(crate) async fn tidied(&self) {
        // Blocks that are too large, and players whose time on the board is over.
        let left = "SELECT (SELECT COUNT(*) FROM rating_blocks WHERE players > 1024) \
                    + (SELECT COUNT(*) FROM ratings WHERE on_board = 1 AND board_until_ms < 1000)";
        self.worked(left, 0).await;
    }

    /// Lets the service's worker work until a query finds no more than so many, then checks what it
    /// keeps.
    pub(crate) async fn worked(&self, query: &'static str, most: i64) {
        let stop = CancellationToken::new();
        let needs = Needs {
            records: self.records.clone(),
        };
        let part = ratings::part(&Options::default(), needs, &stop).unwrap();
        let begun = Instant::now();
        while self.number(query).await > most {
            assert!(begun.elapsed() < PATIENCE, "the worker does not work");
            sleep(Duration::from_millis(20)).await;
        }
        stop.cancel();
        drop(part);
        self.is_consistent().await;
    }

    /// What a query finds; on a machine that is too busy, when it finds time.
    pub(crate) async fn number(&self, query: &'static str) -> i64 {
        let begun = Instant::now();
        loop {
            match sqlx::query(query).fetch_one(self.records.pool()).await {
                Ok(row) => return row.get(0),
                Err(error) => assert!(begun.elapsed() < PATIENCE, "{error}"),
            }
        }
    }

    /// Checks that the blocks count what stands on the boards, that histories are chains, and that
    /// nobody has waited in a circle.
    pub(crate) async fn is_consistent(&self) {
        if self.records.system() == "postgresql" {
            let circles = self
                .number("SELECT CAST(SUM(deadlocks) AS BIGINT) FROM pg_stat_database")
                .await;
            assert_eq!(circles, 0, "deadlocks");
        }
        let wrong = self
            .number(
                "SELECT COUNT(*) FROM rating_blocks AS block WHERE players <> \
                 (SELECT COUNT(*) FROM ratings WHERE pool = block.pool \
                 AND season = block.season AND on_board = 1 AND place >= block.first \
                 AND place < COALESCE((SELECT MIN(first) FROM rating_blocks AS next \
                 WHERE next.pool = block.pool AND next.season = block.season \
                 AND next.first > block.first), '~'))",
            )
            .await;
        assert_eq!(wrong, 0, "blocks that count wrong");
        let broken = self
            .number(
                "SELECT COUNT(*) FROM rating_changes AS change WHERE before <> \
                 (SELECT after FROM rating_changes AS last \
                 WHERE last.player = change.player AND last.pool = change.pool \
                 AND last.season = change.season AND last.number < change.number \
                 ORDER BY last.number DESC LIMIT 1)",
            )
            .await;
        assert_eq!(broken, 0, "changes from a stale base");
        let lost = self
            .number(
                "SELECT COUNT(*) FROM ratings WHERE stamp > 0 AND value <> \
                 (SELECT after FROM rating_changes AS last \
                 WHERE last.player = ratings.player AND last.pool = ratings.pool \
                 AND last.season = ratings.season ORDER BY last.number DESC LIMIT 1)",
            )
            .await;
        assert_eq!(lost, 0, "ratings that are not what the last change made");
    }

    /// Reports a result as games does: again, when the database is too busy.
    pub(crate) async fn report(
        &self,
        game: &str,
        pool: &str,
        players: [&str; 2],
        outcome: Outcome,
    ) -> [wire::Change; 2] {
        let begun = Instant::now();
        loop {
            match self.try_report(game, pool, players, outcome).await {
                Ok(changes) => return changes,
                Err(status) if begun.elapsed() < PATIENCE => {
                    assert_eq!(reason(&status), "RATINGS_UNAVAILABLE");
                }
                Err(status) => panic!("{status}"),
            }
        }
    }

    pub(crate) async fn try_report(
        &self,
        game: &str,
        pool: &str,
        [white, black]: [&str; 2],
        outcome: Outcome,
    ) -> Result<[wire::Change; 2], Status> {
        let request = wire::ReportResultRequest {
            game_id: game.to_owned(),
            pool: pool.to_owned(),
            white: white.to_owned(),
            black: black.to_owned(),
            result: outcome.into(),
            ended_at: Some(self.now().await),
        };
        let answer = self
            .client()
            .report_result(named(request))
            .await?
            .into_inner();
        Ok([answer.white.unwrap(), answer.black.unwrap()])
    }

    /// The time by the database's clock.
    pub(crate) async fn now(&self) -> prost_types::Timestamp {
        let query = if self.records.system() == "sqlite" {
            "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER)"
        } else {
            "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
        };
        let ms = match sqlx::query(query).fetch_one(self.records.pool()).await {
            Ok(row) => row.get(0),
            // The database is away: the call will say so.
            Err(_) => 1_000_000,
        };
        time(ms)
    }

    pub(crate) async fn rating(&self, pool: &str, player: &str) -> wire::Rating {
        let request = wire::GetRatingsRequest {
            pool: pool.to_owned(),
            player_ids: vec![player.to_owned()],
        };
        let answer = self.client().get_ratings(by("player", request)).await;
        answer.unwrap().into_inner().ratings.remove(0)
    }

    pub(crate) async fn board(
        &self,
        pool: &str,
        season: u32,
        page_size: u32,
        from: Option<From>,
    ) -> wire::GetLeaderboardResponse {
        let request = wire::GetLeaderboardRequest {
            pool: pool.to_owned(),
            season,
            page_size,
            from,
        };
        let answer = self.client().get_leaderboard(by("player", request)).await;
        answer.unwrap().into_inner()
    }

    pub(crate) async fn around(
        &self,
        pool: &str,
        page_size: u32,
        player: &str,
    ) -> Vec<(u64, String)> {
        let from = From::AroundPlayerId(player.to_owned());
        standings(&self.board(pool, 0, page_size, Some(from)).await)
    }

    /// Everybody on a leaderboard, page by page.
    pub(crate) async fn walk(&self, pool: &str, season: u32, page_size: u32) -> Vec<(u64, String)> {
        let mut all = Vec::new();
        let mut from = None;
        loop {
            let page = self.board(pool, season, page_size, from).await;
            assert!(page.places.len() <= page_size as usize);
            all.extend(standings(&page));
            if page.next_page_token.is_empty() {
                return all;
            }
            from = Some(From::PageToken(page.next_page_token));
        }
    }

    pub(crate) async fn changes(
        &self,
        player: &str,
        pool: &str,
        page_size: u32,
    ) -> Vec<wire::Change> {
        let mut all = Vec::new();
        let mut page_token = String::new();
        loop {
            let request = wire::ListChangesRequest {
                player_id: player.to_owned(),
                pool: pool.to_owned(),
                page_size,
                page_token,
            };
            let page = self.client().list_changes(by("player", request)).await;
            let page = page.unwrap().into_inner();
            assert!(page.changes.len() <= page_size as usize);
            all.extend(page.changes);
            if page.next_page_token.is_empty() {
                return all;
            }
            page_token = page.next_page_token;
        }
    }
}

/// Ranks and who has them.
pub(crate) fn standings(page: &wire::GetLeaderboardResponse) -> Vec<(u64, String)> {
    let place = |place: &wire::Place| (place.rank, place.rating.clone().unwrap().player_id);
    page.places.iter().map(place).collect()
}

pub(crate) fn time(ms: i64) -> prost_types::Timestamp {
    prost_types::Timestamp {
        seconds: ms / 1000,
        nanos: i32::try_from(ms % 1000).unwrap() * 1_000_000,
    }
}
