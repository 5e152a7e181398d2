//! Calling other services: channels that pass trace context and deadlines on, and say
//! `DEADLINE_EXCEEDED` or UNAVAILABLE where no answer comes.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use anyhow::Context as _;
use futures::FutureExt as _;
use http::header::AUTHORIZATION;
use http::uri::{Authority, Scheme};
use http::{Request, Response, Uri};
use telemetry::Trace;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::lookup_host;
use tokio::time::{Instant, timeout};
use tonic::body::Body;
use tonic::{Code, Status};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;
use tower::Service;
use tracing::{Instrument as _, field};

use crate::fault::code_name;
use crate::identity::OwnToken;
use crate::link::dial;
use crate::methods::Method;
use crate::replicas::{NoAnswer, Replicas};
use crate::{Fault, deadline};

/// How long a connection of a connector may take to come about.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// The way to another service, over connections that are made when first used and made anew when
/// lost. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Channel {
    replicas: Arc<Replicas>,
    token: Option<OwnToken>,
}

impl Channel {
    /// A channel to an address such as `http://127.0.0.1:50051` or `http://games:50051`. Where a
    /// name leads to several addresses, calls spread over all of them.
    ///
    /// # Errors
    /// When the address cannot be read.
    pub fn lazy(address: &str) -> anyhow::Result<Self> {
        let (_, authority) = read(address)?;
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        let port = authority.port_u16().unwrap_or(80);
        if let Ok(ip) = host.parse::<IpAddr>() {
            let address = SocketAddr::new(ip, port);
            let dial = dial(move || transport::connect(address));
            return Ok(Replicas::single(authority, dial).into());
        }
        Self::with_resolver(address, move || {
            let host = host.clone();
            async move { Ok(lookup_host((host, port)).await?.collect()) }
        })
    }

    /// A channel to whichever addresses `resolve` says that there are now. It is asked again and
    /// again.
    ///
    /// # Errors
    /// When the address cannot be read.
    pub fn with_resolver<F>(
        address: &str,
        resolve: impl Fn() -> F + Send + Sync + 'static,
    ) -> anyhow::Result<Self>
    where
        F: Future<Output = io::Result<Vec<SocketAddr>>> + Send + 'static,
    {
        let (_, authority) = read(address)?;
        let resolve = Box::new(move || resolve().boxed());
        Ok(Replicas::named(authority, resolve).into())
    }

    /// A channel over one connection that `connect` makes, as on a simulated network; it knows where
    /// the address leads.
    ///
    /// # Errors
    /// When the address cannot be read.
    pub fn with_connector<F, C>(
        address: &str,
        connect: impl Fn(Uri) -> F + Send + Sync + 'static,
    ) -> anyhow::Result<Self>
    where
        F: Future<Output = io::Result<C>> + Send + 'static,
        C: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let (uri, authority) = read(address)?;
        let dial = dial(move || {
            let connecting = timeout(CONNECT_TIMEOUT, connect(uri.clone()));
            async move { connecting.await? }
        });
        Ok(Replicas::single(authority, dial).into())
    }

    /// The same connections for calls in the process's own name. A call that has a token already,
    /// as one that is passed on for a caller, keeps it.
    #[must_use]
    pub fn with_token(self, token: OwnToken) -> Self {
        Self {
            token: Some(token),
            ..self
        }
    }
}

impl From<Arc<Replicas>> for Channel {
    fn from(replicas: Arc<Replicas>) -> Self {
        Self {
            replicas,
            token: None,
        }
    }
}

/// Reads an address.
fn read(address: &str) -> anyhow::Result<(Uri, Authority)> {
    let uri: Uri = address.parse()?;
    let authority = uri
        .authority()
        .filter(|_| uri.scheme() == Some(&Scheme::HTTP));
    let authority = authority.cloned();
    let authority = authority
        .with_context(|| format!("`{address}` is no address such as http://127.0.0.1:50051"))?;
    Ok((uri, authority))
}

impl Service<Request<Body>> for Channel {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let path = request.uri().path().trim_start_matches('/');
        let method = Method::at(request.uri().path());
        let began = Instant::now();
        let span = if path.starts_with("grpc.") {
            tracing::Span::none()
        } else {
            tracing::info_span!(
                "call",
                otel.name = path,
                otel.kind = "client",
                rpc.system.name = "grpc",
                rpc.method = path,
                rpc.response.status_code = field::Empty
            )
        };
        Trace::pass_on(&span, request.headers_mut());
        deadline::pass_on(request.headers_mut());
        if let Some(token) = &self.token {
            let headers = request.headers_mut();
            headers
                .entry(AUTHORIZATION)
                .or_insert_with(|| token.header());
        }
        let deadline = deadline::of_call(request.headers());
        let replicas = Arc::clone(&self.replicas);
        let recorded = span.clone();
        let called = async move {
            let (code, answer) = match replicas.call(request, deadline).await {
                Ok(response) => {
                    let status = Status::from_header_map(response.headers());
                    (status.map_or(Code::Ok, |status| status.code()), response)
                }
                Err(NoAnswer::TooLate) => {
                    let fault = Fault::too_late(
                        "DEADLINE_EXCEEDED",
                        "the service called did not answer in time",
                    );
                    (Code::DeadlineExceeded, Status::from(fault).into_http())
                }
                Err(error) => {
                    tracing::debug!(error = format!("{error:?}"), "no answer");
                    let fault = Fault::unavailable(
                        "UNAVAILABLE",
                        "the service called does not answer just now; it is safe to repeat the call",
                    );
                    (Code::Unavailable, Status::from(fault).into_http())
                }
            };
            recorded.record("rpc.response.status_code", code_name(code));
            if let Some(method) = method {
                method.called(code, began.elapsed());
            }
            Ok(answer)
        };
        Box::pin(called.instrument(span))
    }
}

/// Asks a service, by its full gRPC name, whether it is ready.
///
/// # Errors
/// In words, when it is not or does not answer.
pub async fn ready(channel: Channel, service: &str) -> Result<(), String> {
    let mut request = tonic::Request::new(HealthCheckRequest {
        service: service.to_owned(),
    });
    request.set_timeout(Duration::from_secs(1));
    match HealthClient::new(channel).check(request).await {
        Ok(answer) if answer.get_ref().status() == ServingStatus::Serving => Ok(()),
        Ok(_) => Err(format!("{service} is not ready")),
        Err(status) => Err(format!("{service} does not answer: {}", status.message())),
    }
}
