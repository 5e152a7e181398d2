//! What every handler has at hand, and the layers around them all.

use std::any::Any;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse as _, Response};
use platform::Channel;
use proto::bots::v1::bots_service_client::BotsServiceClient;
use proto::games::v1::games_service_client::GamesServiceClient;
use proto::matchmaking::v1::matchmaking_service_client::MatchmakingServiceClient;
use proto::players::v1::players_service_client::PlayersServiceClient;
use proto::ratings::v1::ratings_service_client::RatingsServiceClient;
use proto::rules::v1::rules_service_client::RulesServiceClient;
use proto::shop::v1::shop_service_client::ShopServiceClient;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};
use tower_http::set_header::SetResponseHeaderLayer;

use crate::cors::{self, Cors};
use crate::fault::Fault;
use crate::forward::{self, Web};
use crate::{Limits, Upstreams, api, bearer, page, trace};

/// The longest body that a request may have.
pub(crate) const MAX_BODY_BYTES: usize = 64 * 1024;

/// Scripts, styles and connections come from here alone; nothing is inline, nothing framed.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What every handler has at hand. Cheap to clone.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) games: GamesServiceClient<Channel>,
    pub(crate) rules: RulesServiceClient<Channel>,
    pub(crate) bots: BotsServiceClient<Channel>,
    pub(crate) players: PlayersServiceClient<Channel>,
    pub(crate) ratings: RatingsServiceClient<Channel>,
    pub(crate) matchmaking: MatchmakingServiceClient<Channel>,
    pub(crate) shop: ShopServiceClient<Channel>,
    /// The players service in the gateway's own name.
    pub(crate) sign_in: PlayersServiceClient<Channel>,
    pub(crate) upstreams: Upstreams,
    /// All services over gRPC-Web.
    pub(crate) web: Web,
    pub(crate) limits: Limits,
    /// Free places for watchers.
    pub(crate) places: Arc<Semaphore>,
    /// The conversations with watchers, which the farewell waits for.
    pub(crate) conversations: TaskTracker,
    pub(crate) shutdown: CancellationToken,
}

impl App {
    pub(crate) fn new(
        upstreams: Upstreams,
        limits: Limits,
        conversations: TaskTracker,
        shutdown: CancellationToken,
    ) -> Self {
        let places = Arc::new(Semaphore::new(limits.watchers));
        let web = Web::new(&upstreams, &limits, Arc::clone(&places), shutdown.clone());
        Self {
            games: GamesServiceClient::new(upstreams.games.clone()),
            rules: RulesServiceClient::new(upstreams.rules.clone()),
            bots: BotsServiceClient::new(upstreams.bots.clone()),
            players: PlayersServiceClient::new(upstreams.players.clone()),
            ratings: RatingsServiceClient::new(upstreams.ratings.clone()),
            matchmaking: MatchmakingServiceClient::new(upstreams.matchmaking.clone()),
            shop: ShopServiceClient::new(upstreams.shop.clone()),
            sign_in: PlayersServiceClient::new(upstreams.sign_in.clone()),
            upstreams,
            web,
            places,
            limits,
            conversations,
            shutdown,
        }
    }
}

/// The API, gRPC-Web, the page, and what goes around them.
pub(crate) fn router(app: App) -> Router {
    let cors = Cors::new(app.limits.origins.clone());
    // Messages are short, and each stream would keep the state of a compressor.
    let compressed = NotForContentType::const_new("application/grpc-web");
    let compressed = DefaultPredicate::new().and(compressed);
    Router::new()
        .merge(api::router())
        .merge(forward::router())
        .merge(page::router())
        .fallback(no_such_route)
        .method_not_allowed_fallback(method_not_allowed)
        .with_state(app)
        .layer(axum::middleware::from_fn(bearer::keep))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(CatchPanicLayer::custom(panicked))
        // Outside all that answers by itself: what a page is told of errors it may read too.
        .layer(axum::middleware::from_fn_with_state(cors, cors::guard))
        .layer(CompressionLayer::new().compress_when(compressed))
        .layer(header(CONTENT_SECURITY_POLICY, POLICY))
        .layer(header(X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(REFERRER_POLICY, "no-referrer"))
        // The page says otherwise for its own files.
        .layer(header(CACHE_CONTROL, "no-store"))
        .layer(axum::middleware::from_fn(trace::follow))
}

fn header(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
}

async fn no_such_route() -> Fault {
    Fault::no_such_route()
}

async fn method_not_allowed() -> Fault {
    Fault::method_not_allowed()
}

fn panicked(_payload: Box<dyn Any + Send>) -> Response {
    tracing::error!("a handler panicked");
    Fault::internal().into_response()
}
