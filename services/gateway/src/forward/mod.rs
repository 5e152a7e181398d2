//! The gRPC port, and gRPC-Web on the HTTP port: each call goes on to the service that it names, as
//! it came. Nothing is known here of messages, and no token is looked into: the services see to
//! both.

mod passing;
mod sign_in;
mod web;

use std::convert::Infallible;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http::{Request, Response};
use platform::identity::Gate;
use platform::{Channel, Fault, Part};
use proto::bots::v1::bots_service_server::BotsServiceServer;
use proto::games::v1::games_service_server::GamesServiceServer;
use proto::matchmaking::v1::matchmaking_service_server::MatchmakingServiceServer;
use proto::players::v1::players_service_server::PlayersServiceServer;
use proto::ratings::v1::ratings_service_server::RatingsServiceServer;
use proto::rules::v1::rules_service_server::RulesServiceServer;
use proto::shop::v1::shop_service_server::ShopServiceServer;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tonic::Status;
use tonic::body::Body;
use tonic::server::NamedService;
use tonic::service::{Routes, RoutesBuilder};
use tower::Service;

use self::passing::Passing;
use self::sign_in::SignIn;
pub(crate) use self::web::{Web, router};
use crate::{Limits, Upstreams};

/// How long a service has to begin its answer, whatever the caller's deadline. A request that never
/// ends would keep its place for ever.
const PATIENCE: Duration = Duration::from_secs(30);

/// Serves every service behind the gateway on one gRPC port, as `platform::serve` does; answers
/// that are under way when the token is cancelled end with `SHUTTING_DOWN`.
///
/// # Errors
/// When the server cannot run.
pub async fn serve_grpc(
    listener: TcpListener,
    upstreams: Upstreams,
    limits: &Limits,
    reflection: bool,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    let way = Way {
        places: Arc::new(Semaphore::new(limits.watchers)),
        shutdown: shutdown.clone(),
    };
    let mut parts = Vec::new();
    hand_over(&way, &upstreams, limits.proxies, &mut parts);
    let gate = Gate::passage().with_reflection(reflection);
    platform::serve(parts, gate, listener, shutdown).await
}

/// The way to every service, for calls that come over HTTP. Streams and calls under way take places,
/// and end when the token is cancelled.
pub(crate) fn routes(
    upstreams: &Upstreams,
    limits: &Limits,
    shutdown: CancellationToken,
) -> Routes {
    let way = Way {
        places: Arc::new(Semaphore::new(limits.streams)),
        shutdown,
    };
    let mut routes = RoutesBuilder::default();
    hand_over(&way, upstreams, limits.proxies, &mut routes);
    routes.routes().prepare()
}

/// Who serves the services: a port that has a part for each, or the routes of gRPC-Web.
trait Serves {
    fn add<S>(&mut self, service: S, upstream: &Channel)
    where
        S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
        S: NamedService + Clone + Send + Sync + 'static,
        S::Future: Send + 'static;
}

impl Serves for Vec<Part> {
    fn add<S>(&mut self, service: S, upstream: &Channel)
    where
        S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
        S: NamedService + Clone + Send + Sync + 'static,
        S::Future: Send + 'static,
    {
        let upstream = upstream.clone();
        // A part is ready while its service is.
        self.push(Part::new(service).needs(move || platform::ready(upstream.clone(), S::NAME)));
    }
}

impl Serves for RoutesBuilder {
    fn add<S>(&mut self, service: S, _upstream: &Channel)
    where
        S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
        S: NamedService + Clone + Send + Sync + 'static,
        S::Future: Send + 'static,
    {
        self.add_service(service);
    }
}

/// Hands every service behind the gateway to who serves them.
fn hand_over(way: &Way, upstreams: &Upstreams, proxies: usize, to: &mut impl Serves) {
    to.add(
        way.to::<GamesServiceServer<()>>(&upstreams.games),
        &upstreams.games,
    );
    to.add(
        way.to::<RulesServiceServer<()>>(&upstreams.rules),
        &upstreams.rules,
    );
    to.add(
        way.to::<BotsServiceServer<()>>(&upstreams.bots),
        &upstreams.bots,
    );
    let players = SignIn::new(
        way.to::<PlayersServiceServer<()>>(&upstreams.players),
        way.to::<PlayersServiceServer<()>>(&upstreams.sign_in),
        proxies,
    );
    to.add(players, &upstreams.players);
    to.add(
        way.to::<RatingsServiceServer<()>>(&upstreams.ratings),
        &upstreams.ratings,
    );
    to.add(
        way.to::<MatchmakingServiceServer<()>>(&upstreams.matchmaking),
        &upstreams.matchmaking,
    );
    to.add(
        way.to::<ShopServiceServer<()>>(&upstreams.shop),
        &upstreams.shop,
    );
}

/// The way to all services.
#[derive(Clone)]
struct Way {
    /// Free places for calls and streams under way.
    places: Arc<Semaphore>,
    shutdown: CancellationToken,
}

impl Way {
    fn to<S>(&self, upstream: &Channel) -> Forward<S> {
        Forward {
            upstream: upstream.clone(),
            way: self.clone(),
            service: PhantomData,
        }
    }
}

/// The way to one service.
struct Forward<S> {
    upstream: Channel,
    way: Way,
    service: PhantomData<fn() -> S>,
}

impl<S> Clone for Forward<S> {
    fn clone(&self) -> Self {
        self.way.to(&self.upstream)
    }
}

impl<S: NamedService> NamedService for Forward<S> {
    const NAME: &'static str = S::NAME;
}

impl<S> Service<Request<Body>> for Forward<S> {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.upstream.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let Ok(place) = Arc::clone(&self.way.places).try_acquire_owned() else {
            let fault = Fault::exhausted("OVERLOADED", "too much is under way: wait and retry");
            return Box::pin(async { Ok(Status::from(fault).into_http()) });
        };
        let answering = timeout(PATIENCE, self.upstream.call(request));
        let shutdown = self.way.shutdown.clone();
        Box::pin(async move {
            let Ok(answer) = answering.await else {
                let fault = Fault::too_late(
                    "DEADLINE_EXCEEDED",
                    "no answer came in time; it is safe to repeat the call",
                );
                return Ok(Status::from(fault).into_http());
            };
            Ok(answer?.map(|body| Body::new(Passing::new(body, place, shutdown))))
        })
    }
}
