//! Requests from pages of other origins: CORS for those that the operator lists, and no WebSocket
//! for the others.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CONTENT_TYPE, ETAG, HOST, IF_NONE_MATCH, ORIGIN, RETRY_AFTER,
    SEC_WEBSOCKET_VERSION, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tower::{Layer as _, ServiceExt as _};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::origins::Origins;
use crate::problem::Problem;

/// How long a browser may keep the answer to a preflight. Chromium keeps none longer.
const MAX_AGE: Duration = Duration::from_secs(2 * 60 * 60);

/// The methods of all routes.
const METHODS: [Method; 4] = [Method::GET, Method::POST, Method::PATCH, Method::DELETE];

/// What a page may send.
const REQUEST_HEADERS: [HeaderName; 9] = [
    AUTHORIZATION,
    CONTENT_TYPE,
    HeaderName::from_static("x-grpc-web"),
    HeaderName::from_static("x-user-agent"),
    HeaderName::from_static("grpc-timeout"),
    HeaderName::from_static("idempotency-key"),
    HeaderName::from_static("last-event-id"),
    IF_NONE_MATCH,
    HeaderName::from_static("traceparent"),
];

/// What a page may read of an answer, beside its body.
const RESPONSE_HEADERS: [HeaderName; 6] = [
    HeaderName::from_static("grpc-status"),
    HeaderName::from_static("grpc-message"),
    HeaderName::from_static("grpc-status-details-bin"),
    RETRY_AFTER,
    ETAG,
    HeaderName::from_static("traceparent"),
];

/// Who may call from a browser, and what the browser is told.
#[derive(Clone)]
pub(crate) struct Cors {
    origins: Origins,
    listed: CorsLayer,
}

impl Cors {
    pub(crate) fn new(origins: Origins) -> Self {
        let listed = CorsLayer::new()
            // Only requests from a listed origin get here.
            .allow_origin(AllowOrigin::mirror_request())
            .allow_methods(METHODS)
            .allow_headers(REQUEST_HEADERS)
            .expose_headers(RESPONSE_HEADERS)
            .max_age(MAX_AGE)
            // `guard` adds it to all answers.
            .vary(Vec::new());
        Self { origins, listed }
    }
}

/// Answers preflights and adds the headers of CORS for listed origins. Others get none, and no
/// WebSocket: browsers open one to any host, whatever the page's origin.
pub(crate) async fn guard(State(cors): State<Cors>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let origin = headers.get(ORIGIN);
    let is_listed = origin.is_some_and(|origin| cors.origins.contains(origin));
    let is_foreign = !is_listed && origin.is_some_and(|origin| !is_own(origin, headers));
    let mut response = if is_listed {
        let Ok(response) = cors.listed.layer(next).oneshot(request).await;
        response
    } else if is_foreign && headers.contains_key(SEC_WEBSOCKET_VERSION) {
        Problem::origin_not_allowed().into_response()
    } else {
        next.run(request).await
    };
    if !cors.origins.is_empty() {
        // A cache must not give one origin what another one got.
        response
            .headers_mut()
            .append(VARY, HeaderValue::from(ORIGIN));
    }
    response
}

/// Whether an origin is the gateway's own: the page that it serves, at the host that was asked.
fn is_own(origin: &HeaderValue, headers: &HeaderMap) -> bool {
    let text = |value: &HeaderValue| value.to_str().ok().map(str::to_ascii_lowercase);
    let (Some(origin), Some(host)) = (text(origin), headers.get(HOST).and_then(text)) else {
        return false;
    };
    // The scheme does not count: a proxy speaks TLS for the gateway. It may add the port.
    let (own, port) = match origin.split_once("://") {
        Some(("https", own)) => (own, ":443"),
        Some(("http", own)) => (own, ":80"),
        _ => return false,
    };
    host.strip_suffix(port).unwrap_or(&host) == own
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_origin_is_that_of_the_host_asked() {
        let is_own = |origin: &'static str, host: &'static str| {
            let headers = HeaderMap::from_iter([(HOST, HeaderValue::from_static(host))]);
            is_own(&HeaderValue::from_static(origin), &headers)
        };
        assert!(is_own("http://127.0.0.1:8080", "127.0.0.1:8080"));
        assert!(is_own("https://play.example.com", "Play.example.com"));
        assert!(is_own("https://play.example.com", "play.example.com:443"));
        assert!(is_own("http://[::1]:8080", "[::1]:8080"));
        assert!(!is_own("http://127.0.0.1:8081", "127.0.0.1:8080"));
        assert!(!is_own("https://play.example.com:8443", "play.example.com"));
        assert!(!is_own("https://evil.example", "play.example.com"));
        assert!(!is_own("capacitor://play.example.com", "play.example.com"));
        assert!(!is_own("null", "play.example.com"));
    }

    #[test]
    fn without_a_host_no_origin_is_the_own_one() {
        let origin = HeaderValue::from_static("http://127.0.0.1:8080");
        assert!(!is_own(&origin, &HeaderMap::new()));
    }
}
