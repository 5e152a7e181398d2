//! A span for every request, named by its method and route.

use std::time::Duration;

use axum::body::Body;
use axum::extract::MatchedPath;
use axum::http::{Request, Response};
use tower_http::classify::{ServerErrorsAsFailures, SharedClassifier};
use tower_http::trace::{MakeSpan, OnResponse, TraceLayer};
use tracing::{Span, field};

type Layer = TraceLayer<SharedClassifier<ServerErrorsAsFailures>, Spans, (), Statuses, (), (), ()>;

/// The layer that opens and closes the spans. Failures are logged where they happen.
pub(crate) fn layer() -> Layer {
    TraceLayer::new_for_http()
        .make_span_with(Spans)
        .on_request(())
        .on_response(Statuses)
        .on_body_chunk(())
        .on_eos(())
        .on_failure(())
}

/// Opens a span.
#[derive(Clone, Debug)]
pub(crate) struct Spans;

impl MakeSpan<Body> for Spans {
    fn make_span(&mut self, request: &Request<Body>) -> Span {
        // The route, not the path: names of spans must be few.
        let route = request
            .extensions()
            .get::<MatchedPath>()
            .map_or("unknown", MatchedPath::as_str);
        // Probes come all the time; they would drown the rest.
        if matches!(route, "/healthz" | "/readyz") {
            return Span::none();
        }
        let method = request.method();
        let span = tracing::info_span!(
            "http",
            otel.name = format!("{method} {route}"),
            otel.kind = "server",
            otel.status_code = field::Empty,
            http.request.method = %method,
            http.route = route,
            url.path = request.uri().path(),
            http.response.status_code = field::Empty,
        );
        platform::adopt(&span, request.headers());
        span
    }
}

/// Notes the answer's status.
#[derive(Clone, Debug)]
pub(crate) struct Statuses;

impl OnResponse<Body> for Statuses {
    fn on_response(self, response: &Response<Body>, _latency: Duration, span: &Span) {
        let status = response.status();
        span.record("http.response.status_code", status.as_u16());
        if status.is_server_error() {
            span.record("otel.status_code", "ERROR");
        }
    }
}
