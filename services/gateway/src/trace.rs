//! A trace, a span and a count for every request, named by its method and route.

use std::sync::LazyLock;

use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use telemetry::Trace;
use telemetry::metrics::{Histogram, KeyValue, durations};
use tokio::time::Instant;
use tracing::{Span, field};

static ANSWERED: LazyLock<Histogram<f64>> = LazyLock::new(|| {
    durations(
        "http.server.request.duration",
        "Requests of REST, gRPC-Web and the page answered",
    )
});

/// Follows a request to its answer. Failures are logged where they happen.
pub(crate) async fn follow(request: Request, next: Next) -> Response {
    // The route, not the path: names must be few, and paths hold what is nobody's business.
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or("unknown", MatchedPath::as_str);
    // Probes come all the time; they would drown the rest.
    if matches!(route, "/healthz" | "/readyz") {
        return next.run(request).await;
    }
    let method = known(request.method());
    let began = Instant::now();
    let trace = Trace::of_outsider(request.headers());
    let span = trace.open(|| {
        tracing::info_span!(
            "http",
            otel.name = format!("{method} {route}"),
            otel.kind = "server",
            otel.status_code = field::Empty,
            http.request.method = method,
            http.route = route,
            http.response.status_code = field::Empty,
        )
    });
    let answered = async {
        let response = next.run(request).await;
        let status = response.status();
        let span = Span::current();
        span.record("http.response.status_code", status.as_u16());
        if status.is_server_error() {
            span.record("otel.status_code", "ERROR");
        }
        let attributes = [
            KeyValue::new("http.request.method", method),
            KeyValue::new("http.route", route.to_owned()),
            KeyValue::new("http.response.status_code", i64::from(status.as_u16())),
        ];
        ANSWERED.record(began.elapsed().as_secs_f64(), &attributes);
        response
    };
    trace.scope(span, answered).await
}

/// A method's name; what is none of HTTP's own is one of many that a caller may think of.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "_OTHER",
    }
}
