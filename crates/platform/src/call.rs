//! Calling other services: channels that keep alive, pass trace context and deadlines on, and say
//! `DEADLINE_EXCEEDED` where the transport says CANCELLED, and UNAVAILABLE where a connection that
//! breaks under a call makes it UNKNOWN.

use std::error::Error;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use http::header::AUTHORIZATION;
use http::{Request, Response, Uri};
use hyper_util::rt::TokioIo;
use telemetry::Trace;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, timeout_at};
use tonic::body::Body;
use tonic::transport::Endpoint;
use tonic::{Code, Status, TimeoutExpired};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;
use tower::{Service, service_fn};
use tracing::{Instrument as _, field};

use crate::identity::OwnToken;
use crate::methods::{self, Method};
use crate::serve::CONNECTION_WINDOW;
use crate::{Fault, deadline};

/// A connection to another service, made when first used and made anew when lost. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Channel {
    transport: tonic::transport::Channel,
    token: Option<OwnToken>,
}

impl Channel {
    /// A channel to an address such as `http://127.0.0.1:50051`.
    ///
    /// # Errors
    /// When the address cannot be read.
    pub fn lazy(address: &str) -> anyhow::Result<Self> {
        Self::with_connector(address, transport::connect)
    }

    /// The same over connections that `connect` makes, such as those of a simulated network.
    ///
    /// # Errors
    /// When the address cannot be read.
    pub fn with_connector<F, C>(
        address: &str,
        connect: impl Fn(Uri) -> F + Send + 'static,
    ) -> anyhow::Result<Self>
    where
        F: Future<Output = io::Result<C>> + Send + 'static,
        C: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let connector = service_fn(move |uri| {
            let connection = connect(uri);
            async move { Ok::<_, io::Error>(TokioIo::new(connection.await?)) }
        });
        Ok(endpoint(address)?
            .connect_with_connector_lazy(connector)
            .into())
    }

    /// The same connection for calls in the process's own name. A call that has a token already,
    /// as one that is passed on for a caller, keeps it.
    #[must_use]
    pub fn with_token(self, token: OwnToken) -> Self {
        Self {
            token: Some(token),
            ..self
        }
    }
}

impl From<tonic::transport::Channel> for Channel {
    fn from(transport: tonic::transport::Channel) -> Self {
        Self {
            transport,
            token: None,
        }
    }
}

/// How every channel is set up.
fn endpoint(address: &str) -> anyhow::Result<Endpoint> {
    Ok(Endpoint::from_shared(address.to_owned())?
        .connect_timeout(Duration::from_secs(1))
        // One event to a few hundred streams of a connection has to fit in.
        .initial_connection_window_size(CONNECTION_WINDOW)
        // Without these a channel stays dead after a cut that is mended.
        .http2_keep_alive_interval(Duration::from_secs(5))
        .keep_alive_timeout(Duration::from_secs(5))
        .keep_alive_while_idle(true))
}

impl Service<Request<Body>> for Channel {
    type Response = Response<Body>;
    type Error = tonic::transport::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.transport.poll_ready(context)
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
        let answer = in_time(deadline, self.transport.call(request));
        let recorded = span.clone();
        let called = async move {
            let (code, answer) = match answer.await {
                Some(Ok(response)) => {
                    let status = Status::from_header_map(response.headers());
                    (status.map_or(Code::Ok, |status| status.code()), response)
                }
                None => {
                    let fault = Fault::too_late(
                        "DEADLINE_EXCEEDED",
                        "the service called did not answer in time",
                    );
                    (Code::DeadlineExceeded, Status::from(fault).into_http())
                }
                Some(Err(error)) => {
                    tracing::debug!(error = format!("{error:?}"), "no answer");
                    let fault = Fault::unavailable(
                        "UNAVAILABLE",
                        "the service called does not answer just now; it is safe to repeat the call",
                    );
                    (Code::Unavailable, Status::from(fault).into_http())
                }
            };
            recorded.record("rpc.response.status_code", methods::name(code));
            if let Some(method) = method {
                method.called(code, began.elapsed());
            }
            Ok(answer)
        };
        Box::pin(called.instrument(span))
    }
}

/// The answer, or `None` if it does not come before the deadline. The transport has a timeout too, but
/// counts only from when a request leaves: while no connection can be made they queue, and each
/// waits for the attempts of those before it.
async fn in_time<T>(
    deadline: Option<Instant>,
    answer: impl Future<Output = Result<T, tonic::transport::Error>>,
) -> Option<Result<T, tonic::transport::Error>> {
    let answer = match deadline {
        Some(deadline) => timeout_at(deadline, answer).await.ok()?,
        None => answer.await,
    };
    match answer {
        Err(error) if is_timeout(&error) => None,
        answer => Some(answer),
    }
}

fn is_timeout(error: &tonic::transport::Error) -> bool {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if error.is::<TimeoutExpired>() {
            return true;
        }
        cause = error.source();
    }
    false
}

/// Calls, and calls once more if the service was away: every call of the suite can be repeated.
///
/// # Errors
/// The second answer's status, or the first one's if it was anything but UNAVAILABLE.
pub async fn once_more<T, F>(mut call: impl FnMut() -> F) -> Result<T, Status>
where
    F: Future<Output = Result<T, Status>>,
{
    match call().await {
        Err(status) if status.code() == Code::Unavailable => call().await,
        answer => answer,
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
