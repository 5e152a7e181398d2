//! What every handler has at hand, and the layers around them all.

use std::any::Any;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, Method};
use axum::response::{IntoResponse as _, Response};
use contract::Contract;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{
    DefaultPredicate, NotForContentType, Predicate as _, SizeAbove,
};
use tower_http::set_header::SetResponseHeaderLayer;

use crate::cors::{self, Cors};
use crate::forward::{self, Web};
use crate::problem::Problem;
use crate::rest::{self, Route};
use crate::streams::{self, JsonCache};
use crate::upstream::Upstream;
use crate::{Limits, Upstreams, by_hand, page, trace};

/// The longest body that a request may have.
pub(crate) const MAX_BODY_BYTES: usize = 64 * 1024;

/// Shorter answers are not worth compressing.
const MIN_COMPRESSED_BYTES: u64 = 1024;

/// Scripts, styles and connections come from here alone; nothing is inline, nothing framed.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What every handler has at hand. Cheap to clone.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) contract: Arc<Contract>,
    /// The methods that answer with streams.
    pub(crate) streams: Arc<[Arc<Route>]>,
    /// All services.
    pub(crate) upstream: Upstream,
    /// All services over gRPC-Web.
    pub(crate) web: Web,
    /// The services as they are asked whether they are ready.
    pub(crate) upstreams: Upstreams,
    pub(crate) json_cache: Arc<JsonCache>,
    pub(crate) limits: Limits,
    /// Free places for WebSockets and for streams of server-sent events.
    places: Arc<Semaphore>,
    /// The open WebSockets, which a stop waits for.
    pub(crate) sockets: TaskTracker,
    pub(crate) shutdown: CancellationToken,
}

impl App {
    pub(crate) fn new(
        upstreams: Upstreams,
        limits: Limits,
        sockets: TaskTracker,
        shutdown: CancellationToken,
    ) -> anyhow::Result<Self> {
        let contract = Contract::read()?;
        let streams = rest::routes(&contract)
            .filter(|route| route.method.is_streaming() && route.binding.verb == Method::GET);
        let streams = streams.collect();
        let routes = forward::routes(&upstreams, &limits, shutdown.clone());
        Ok(Self {
            contract: Arc::new(contract),
            streams,
            upstream: Upstream::new(routes.clone()),
            web: Web::new(routes),
            upstreams,
            json_cache: Arc::new(JsonCache::new()),
            places: Arc::new(Semaphore::new(limits.watchers)),
            limits,
            sockets,
            shutdown,
        })
    }

    /// A place for one more socket.
    pub(crate) fn place(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        place.map_err(|_full| Problem::too_many_watchers())
    }
}

/// The API, gRPC-Web, the page, and what goes around them.
///
/// # Errors
/// When the contracts have a path that cannot be routed.
pub(crate) fn router(app: App) -> anyhow::Result<Router> {
    let cors = Cors::new(app.limits.origins.clone());
    // Messages are short, and each stream would keep the state of a compressor.
    let compressed = NotForContentType::const_new("application/grpc-web");
    let compressed = DefaultPredicate::new()
        .and(compressed)
        .and(SizeAbove::new(MIN_COMPRESSED_BYTES));
    Ok(Router::new()
        .merge(rest::router(&app.contract)?)
        .merge(streams::router())
        .merge(by_hand::router())
        .merge(forward::router())
        .merge(page::router())
        .fallback(no_such_route)
        .method_not_allowed_fallback(method_not_allowed)
        .with_state(app)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(CatchPanicLayer::custom(panicked))
        // Outside all that answers by itself: what a page is told of errors it may read too.
        .layer(axum::middleware::from_fn_with_state(cors, cors::guard))
        .layer(CompressionLayer::new().compress_when(compressed))
        .layer(header(CONTENT_SECURITY_POLICY, POLICY))
        .layer(header(X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(REFERRER_POLICY, "no-referrer"))
        // Answers to GET say otherwise, and the page for its own files.
        .layer(header(CACHE_CONTROL, "no-store"))
        .layer(axum::middleware::from_fn(trace::follow)))
}

fn header(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
}

async fn no_such_route() -> Problem {
    Problem::no_such_route()
}

async fn method_not_allowed() -> Problem {
    Problem::method_not_allowed()
}

fn panicked(_payload: Box<dyn Any + Send>) -> Response {
    tracing::error!("a handler panicked");
    Problem::internal().into_response()
}
