//! Serving gRPC: one port, one service or many, with health, reflection and a bounded farewell.

use std::collections::HashSet;
use std::convert::Infallible;
use std::fmt;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use anyhow::Context as _;
use futures::future::join_all;
use http::{Request, Response};
use telemetry::metrics::{Gauge, KeyValue, gauge};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_stream::Stream;
use tokio_util::sync::CancellationToken;
use tonic::body::Body;
use tonic::server::NamedService;
use tonic::service::RoutesBuilder;
use tonic::transport::Server;
use tonic::transport::server::Connected;
use tonic_health::ServingStatus;
use tonic_health::server::HealthReporter;
use tower::Service;
use tower::util::option_layer;

use crate::RpcLayer;
use crate::identity::{Gate, IdentityLayer};

/// The largest message a service reads: ample for any of theirs.
pub const MAX_MESSAGE_BYTES: usize = 64 * 1024;

/// How long calls and streams have to end once a stop is asked for.
pub const DRAIN: Duration = Duration::from_secs(8);

/// Calls worked on at once in one process; more than this and waiting would not help anybody.
const MAX_IN_FLIGHT: usize = 10_000;

/// What a caller may send on a connection before it is read. A window that adapts begins so small
/// that a burst of little calls on one connection ends it.
const CONNECTION_WINDOW: u32 = 16 * 1024 * 1024;

/// How often a service looks whether it has what it needs.
const PROBE_EVERY: Duration = Duration::from_millis(500);

/// The same while it has not: what comes up is found soon.
const PROBE_AGAIN: Duration = Duration::from_millis(50);

/// How long a probe may take.
const PROBE_TIMEOUT: Duration = Duration::from_secs(1);

static READY: LazyLock<Gauge<i64>> = LazyLock::new(|| {
    gauge(
        "shashki.ready",
        "",
        "1 while the service has all that it needs",
    )
});

type Probe =
    Arc<dyn Fn() -> Pin<Box<dyn Future<Output = Result<(), String>> + Send>> + Send + Sync>;

/// A gRPC service with what it needs and what it does in the background.
pub struct Part {
    name: &'static str,
    routes: Box<dyn FnOnce(&mut RoutesBuilder) + Send>,
    open: Vec<String>,
    probes: Vec<Probe>,
    tasks: Vec<JoinHandle<()>>,
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Part")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Part {
    /// A service that needs nothing and does nothing in the background.
    pub fn new<S>(server: S) -> Self
    where
        S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
        S: NamedService + Clone + Send + Sync + 'static,
        S::Future: Send + 'static,
    {
        Self {
            name: S::NAME,
            routes: Box::new(move |routes| {
                routes.add_service(server);
            }),
            open: Vec::new(),
            probes: Vec::new(),
            tasks: Vec::new(),
        }
    }

    /// This method answers callers without a token as well.
    #[must_use]
    pub fn open(mut self, method: &str) -> Self {
        self.open.push(format!("/{}/{method}", self.name));
        self
    }

    /// The service is ready only while this probe succeeds; it says in words what is missing.
    #[must_use]
    pub fn needs<F>(mut self, probe: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<(), String>> + Send + 'static,
    {
        self.probes.push(Arc::new(move || Box::pin(probe())));
        self
    }

    /// A task that stops by the shutdown token; the farewell waits for it.
    #[must_use]
    pub fn runs(mut self, task: JoinHandle<()>) -> Self {
        self.tasks.push(task);
        self
    }
}

/// Serves the parts on one port until the token is cancelled: first they stop being ready, then
/// new calls are refused, then open ones have [`DRAIN`] to end. Streams must end by themselves when
/// the token is cancelled. The gate says who is let in; without its keys no part is ready.
///
/// # Errors
/// When the server cannot run.
pub async fn serve(
    parts: Vec<Part>,
    gate: Gate,
    listener: TcpListener,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    serve_on(parts, gate, transport::accept(listener), shutdown).await
}

/// Serves as [`serve`] does, on connections from anywhere, such as a simulated network.
///
/// # Errors
/// When the server cannot run.
pub async fn serve_on<C>(
    parts: Vec<Part>,
    gate: Gate,
    connections: impl Stream<Item = io::Result<C>> + Send + 'static,
    shutdown: CancellationToken,
) -> anyhow::Result<()>
where
    C: AsyncRead + AsyncWrite + Connected + Unpin + Send + 'static,
{
    let (health, health_service) = tonic_health::server::health_reporter();
    let mut routes = RoutesBuilder::default();
    let mut watched = Vec::new();
    let mut tasks = Vec::new();
    let mut names = Vec::new();
    let mut open = HashSet::new();
    for part in parts {
        let part = match gate.verifier.clone() {
            Some(verifier) => part.needs(move || std::future::ready(verifier.ready())),
            None => part,
        };
        (part.routes)(&mut routes);
        names.push(part.name);
        watched.push((part.name, part.probes));
        tasks.extend(part.tasks);
        open.extend(part.open);
    }
    routes.add_service(health_service);
    if gate.reflection {
        routes.add_service(reflection(&names).build_v1().context("reflection v1")?);
        routes.add_service(
            reflection(&names)
                .build_v1alpha()
                .context("reflection v1alpha")?,
        );
    }

    for (name, _) in &watched {
        health
            .set_service_status(name, ServingStatus::NotServing)
            .await;
    }
    health
        .set_service_status("", ServingStatus::NotServing)
        .await;
    let prober = tokio::spawn(keep_probing(health, watched, shutdown.clone()));

    let identity = gate
        .verifier
        .map(|verifier| IdentityLayer::new(verifier, open));
    let rpc = RpcLayer::new(MAX_IN_FLIGHT);
    let rpc = match identity {
        Some(_) => rpc,
        None => rpc.facing_outsiders(),
    };
    let server = Server::builder()
        .layer(rpc)
        .layer(option_layer(identity))
        .initial_connection_window_size(CONNECTION_WINDOW)
        .http2_keepalive_interval(Some(Duration::from_secs(20)))
        .http2_keepalive_timeout(Some(Duration::from_secs(10)))
        // Watchers that come and go among own services would trip the guard's default.
        .http2_max_pending_accept_reset_streams(Some(1024))
        .add_routes(routes.routes())
        .serve_with_incoming_shutdown(connections, shutdown.clone().cancelled_owned());
    let mut server = tokio::spawn(server);
    let abort = server.abort_handle();

    tokio::select! {
        // A server that ends without being asked has failed: there is nothing to drain.
        ended = &mut server => return ended.context("the server's task")?.context("serving gRPC"),
        () = shutdown.cancelled() => {}
    }
    // Parts' own tasks see the token as well; what they hold is durable, so they may be cut too.
    let farewell = async { tokio::join!(&mut server, join_all(tasks)) };
    if tokio::time::timeout(DRAIN, farewell).await.is_err() {
        tracing::warn!("calls or work were still open after {DRAIN:?}: cut off");
        abort.abort();
    }
    prober.abort();
    Ok(())
}

fn reflection(names: &[&'static str]) -> tonic_reflection::server::Builder<'static> {
    let builder = tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(proto::FILE_DESCRIPTOR_SET)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
        .with_service_name("grpc.health.v1.Health");
    names
        .iter()
        .fold(builder, |builder, name| builder.with_service_name(*name))
}

async fn keep_probing(
    health: HealthReporter,
    watched: Vec<(&'static str, Vec<Probe>)>,
    shutdown: CancellationToken,
) {
    let mut ready = vec![true; watched.len()];
    loop {
        for ((name, probes), was_ready) in watched.iter().zip(&mut ready) {
            let missing = missing(probes).await;
            let is_ready = missing.is_empty();
            if *was_ready && !is_ready {
                tracing::warn!(service = name, missing = missing.join("; "), "not ready");
            } else if !*was_ready && is_ready {
                tracing::info!(service = name, "ready");
            }
            *was_ready = is_ready;
            READY.record(
                i64::from(is_ready),
                &[KeyValue::new("shashki.service", *name)],
            );
            health.set_service_status(name, status(is_ready)).await;
        }
        let all = ready.iter().all(|ready| *ready);
        health.set_service_status("", status(all)).await;
        let pause = if all { PROBE_EVERY } else { PROBE_AGAIN };
        if shutdown
            .run_until_cancelled(tokio::time::sleep(pause))
            .await
            .is_none()
        {
            break;
        }
    }
    for name in watched.iter().map(|(name, _)| *name).chain([""]) {
        health
            .set_service_status(name, ServingStatus::NotServing)
            .await;
    }
}

/// What a service has to do without now, in words.
async fn missing(probes: &[Probe]) -> Vec<String> {
    let answers = join_all(
        probes
            .iter()
            .map(|probe| tokio::time::timeout(PROBE_TIMEOUT, probe())),
    )
    .await;
    let in_words = |answer| match answer {
        Ok(Ok(())) => None,
        Ok(Err(missing)) => Some(missing),
        Err(_elapsed) => Some("something it needs did not answer in time".to_owned()),
    };
    answers.into_iter().filter_map(in_words).collect()
}

fn status(serving: bool) -> ServingStatus {
    if serving {
        ServingStatus::Serving
    } else {
        ServingStatus::NotServing
    }
}
