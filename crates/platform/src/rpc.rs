//! What happens around every RPC that a service answers: a span in the caller's trace, the caller's
//! deadline, a bound on calls in flight, errors in one shape, and a count of it all.

use std::convert::Infallible;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures::FutureExt as _;
use http::{HeaderMap, Request, Response, Uri};
use http_body_util::BodyExt as _;
use telemetry::Trace;
use tokio::sync::Semaphore;
use tokio::time::Instant;
use tonic::body::Body;
use tonic::{Code, Status};
use tower::{Layer, Service};
use tracing::{Span, field};

use crate::Fault;
use crate::deadline::{self, DEADLINE};
use crate::fault::code_name;
use crate::methods::Method;

/// Wraps every RPC of a server.
#[derive(Clone, Debug)]
pub struct RpcLayer {
    in_flight: Arc<Semaphore>,
    /// What callers say of their trace.
    trace_of: fn(&HeaderMap) -> Trace,
}

impl RpcLayer {
    /// At most `max_in_flight` calls are worked on at once, others are refused. A stream counts
    /// until its first message head only.
    #[must_use]
    pub fn new(max_in_flight: usize) -> Self {
        Self {
            in_flight: Arc::new(Semaphore::new(max_in_flight)),
            trace_of: Trace::of_request,
        }
    }

    /// The same where anybody may call: not every trace that they ask for is kept.
    #[must_use]
    pub fn facing_outsiders(self) -> Self {
        Self {
            trace_of: Trace::of_outsider,
            ..self
        }
    }
}

impl<S> Layer<S> for RpcLayer {
    type Service = Rpc<S>;

    fn layer(&self, inner: S) -> Self::Service {
        Rpc {
            inner,
            in_flight: Arc::clone(&self.in_flight),
            trace_of: self.trace_of,
        }
    }
}

/// A server with [`RpcLayer`] around it.
#[derive(Clone, Debug)]
pub struct Rpc<S> {
    inner: S,
    in_flight: Arc<Semaphore>,
    trace_of: fn(&HeaderMap) -> Trace,
}

impl<S> Service<Request<Body>> for Rpc<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>
        + Clone
        + Send
        + 'static,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let method = Method::at(request.uri().path());
        let began = Instant::now();
        let Ok(permit) = Arc::clone(&self.in_flight).try_acquire_owned() else {
            if let Some(method) = method {
                method.answered(Code::ResourceExhausted, began.elapsed());
            }
            let fault = Fault::exhausted("OVERLOADED", "too many calls at once: wait and retry");
            return Box::pin(async { Ok(Status::from(fault).into_http()) });
        };
        let trace = (self.trace_of)(request.headers());
        let span = trace.open(|| span_of(&request));
        let called = request.uri().clone();
        let deadline = deadline::of_request(request.headers());
        let answer = AssertUnwindSafe(self.inner.call(request)).catch_unwind();
        let handled = async move {
            let _permit = permit;
            let answer = match deadline {
                Some(deadline) => tokio::time::timeout_at(deadline, answer).await,
                None => Ok(answer.await),
            };
            let response = match answer {
                Ok(Ok(Ok(response))) => tidy(response),
                Ok(Ok(Err(never))) => match never {},
                Ok(Err(_panic)) => {
                    tracing::error!(rpc = called.path(), "the handler panicked");
                    let fault = Fault::internal("the service failed; the fault is logged");
                    Status::from(fault).into_http()
                }
                Err(_elapsed) => {
                    let fault = Fault::too_late(
                        "DEADLINE_EXCEEDED",
                        "the deadline passed before the answer; it is safe to repeat the call",
                    );
                    Status::from(fault).into_http()
                }
            };
            let code = record(&called, &response);
            let Some(method) = method else {
                return Ok(response);
            };
            method.answered(code, began.elapsed());
            if !method.streams || code != Code::Ok {
                return Ok(response);
            }
            let open = method.streaming();
            Ok(response.map(|stream| {
                Body::new(stream.map_frame(move |frame| {
                    // It is open for as long as this is there to pass its messages on.
                    let _ = &open;
                    frame
                }))
            }))
        };
        Box::pin(trace.scope(span, DEADLINE.scope(deadline, handled)))
    }
}

/// A span for the RPC; health checks and reflection get none, they would drown the rest.
fn span_of(request: &Request<Body>) -> Span {
    let path = request.uri().path().trim_start_matches('/');
    if path.starts_with("grpc.") {
        return Span::none();
    }
    tracing::info_span!(
        "rpc",
        otel.name = path,
        otel.kind = "server",
        otel.status_code = field::Empty,
        rpc.system.name = "grpc",
        rpc.method = path,
        rpc.response.status_code = field::Empty,
    )
}

/// Gives the transport's own refusals the code, reason and wording that ours have.
fn tidy(response: Response<Body>) -> Response<Body> {
    let Some(status) = Status::from_header_map(response.headers()) else {
        return response;
    };
    let fault = match status.code() {
        Code::OutOfRange if status.message().contains("message length too large") => {
            Fault::exhausted(
                "MESSAGE_TOO_LARGE",
                format!("the message is too large: {}", status.message()),
            )
        }
        Code::Internal if status.message().contains("decode Protobuf") => Fault::malformed(
            "",
            "MALFORMED_MESSAGE",
            "the message is not of this method's type",
        ),
        Code::Unimplemented if status.message().is_empty() => Fault::unknown(
            "UNKNOWN_METHOD",
            "no such service or method is served here; reflection lists what there is",
        ),
        _ => return response,
    };
    Status::from(fault).into_http()
}

/// Notes how the call ended.
fn record(called: &Uri, response: &Response<Body>) -> Code {
    let status = Status::from_header_map(response.headers());
    let code = status.as_ref().map_or(Code::Ok, Status::code);
    let span = Span::current();
    span.record("rpc.response.status_code", code_name(code));
    if let (Some(status), Code::Internal | Code::Unknown | Code::DataLoss) = (status, code) {
        span.record("otel.status_code", "ERROR");
        let (rpc, error) = (called.path(), status.message());
        tracing::error!(rpc, ?code, error, "the call failed");
    }
    code
}
