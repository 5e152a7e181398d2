//! gRPC-Web on the HTTP port, for browsers and for apps whose clients are generated from the
//! protos: the calls of the gRPC port in another wrapping.

use std::convert::Infallible;

use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::post;
use futures::{future, stream};
use http::header::{ACCEPT, CONNECTION, CONTENT_TYPE, HOST, TRANSFER_ENCODING, UPGRADE};
use http::{HeaderMap, HeaderName, HeaderValue};
use http_body::Frame;
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited, StreamBody};
use platform::{Fault, MAX_MESSAGE_BYTES};
use tokio::time::timeout;
use tonic::body::Body;
use tonic::service::Routes;
use tonic::{Code, Status};
use tonic_web::{GrpcWebLayer, GrpcWebService};
use tower::util::BoxCloneSyncService;
use tower::{Layer as _, ServiceExt as _, service_fn};

use super::PATIENCE;
use crate::app::App;
use crate::problem::Problem;

/// What goes before a message: a flag and its length.
const FRAME_HEAD: usize = 5;

/// Where an answer without messages has its status.
const STATUS: [HeaderName; 3] = [
    Status::GRPC_STATUS,
    HeaderName::from_static("grpc-message"),
    HeaderName::from_static("grpc-status-details-bin"),
];

/// What concerns the caller's connection alone. HTTP/2, on which the call goes on, has no such
/// headers.
const OF_CONNECTION: [HeaderName; 7] = [
    CONNECTION,
    HOST,
    TRANSFER_ENCODING,
    UPGRADE,
    HeaderName::from_static("http2-settings"),
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-connection"),
];

type Calls = BoxCloneSyncService<http::Request<Body>, http::Response<Body>, Infallible>;

/// All services behind the gateway, over gRPC-Web. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Web(GrpcWebService<Calls>);

impl Web {
    pub(crate) fn new(routes: Routes) -> Self {
        let calls = service_fn(move |request| pass_on(routes.clone(), request));
        Self(GrpcWebLayer::new().layer(BoxCloneSyncService::new(calls)))
    }
}

/// The paths of all calls, also of those that there are not: they are refused as calls are.
pub(crate) fn router() -> Router<App> {
    Router::new().route("/shashki.{service}/{method}", post(call))
}

async fn call(State(app): State<App>, mut request: Request) -> Result<Response, Problem> {
    let headers = request.headers_mut();
    let sent = named(headers, &CONTENT_TYPE).ok_or_else(Problem::not_grpc_web)?;
    let wanted = named(headers, &ACCEPT).unwrap_or(sent);
    // tonic-web knows the plain names alone.
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(sent));
    headers.insert(ACCEPT, HeaderValue::from_static(wanted));
    for name in &OF_CONNECTION {
        headers.remove(name);
    }
    let Ok(response) = app.web.0.oneshot(request).await;
    Ok(response.map(axum::body::Body::new))
}

/// The first content type of gRPC-Web in a header: binary or text (Base64), with its parameters
/// left out.
fn named(headers: &HeaderMap, header: &HeaderName) -> Option<&'static str> {
    let values = headers.get_all(header).iter();
    let types = values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    types
        .filter_map(|one| {
            let name = one.split(';').next()?.trim().to_ascii_lowercase();
            match name.as_str() {
                "application/grpc-web" | "application/grpc-web+proto" => {
                    Some("application/grpc-web+proto")
                }
                "application/grpc-web-text" | "application/grpc-web-text+proto" => {
                    Some("application/grpc-web-text+proto")
                }
                _ => None,
            }
        })
        .next()
}

/// Passes a call on to the service that it names, once all of it is there.
async fn pass_on(
    routes: Routes,
    request: http::Request<Body>,
) -> Result<http::Response<Body>, Infallible> {
    let answer = match whole(request).await {
        Ok(request) => routes.oneshot(request).await?,
        Err(fault) => Status::from(fault).into_http(),
    };
    Ok(with_status_last(answer))
}

/// Reads the one message that a call has. A service would take a message that breaks off for a
/// fault of its own.
async fn whole(request: http::Request<Body>) -> Result<http::Request<Body>, Fault> {
    let (head, body) = request.into_parts();
    let reading = Limited::new(body, FRAME_HEAD + MAX_MESSAGE_BYTES).collect();
    let Ok(read) = timeout(PATIENCE, reading).await else {
        let message = "the request did not come in time";
        return Err(Fault::too_late("DEADLINE_EXCEEDED", message));
    };
    let body = match read {
        Ok(body) => body.to_bytes(),
        Err(error) if error.is::<LengthLimitError>() => {
            let message = format!("a message may have {MAX_MESSAGE_BYTES} bytes at most");
            return Err(Fault::exhausted("MESSAGE_TOO_LARGE", message));
        }
        Err(error) => {
            tracing::debug!(error, "a request cannot be read");
            return Err(malformed());
        }
    };
    if !is_one_message(&body, head.headers.contains_key("grpc-encoding")) {
        return Err(malformed());
    }
    Ok(http::Request::from_parts(head, Body::new(Full::new(body))))
}

fn malformed() -> Fault {
    Fault::malformed(
        "",
        "MALFORMED_MESSAGE",
        "the body is one message of this method's type with a head of five bytes: a flag, which is \
         0, and the length",
    )
}

/// Whether a body is one message, whole; a flag says that it is compressed.
fn is_one_message(body: &[u8], may_be_compressed: bool) -> bool {
    let Some(([flag, length @ ..], message)) = body.split_first_chunk::<FRAME_HEAD>() else {
        return false;
    };
    let is_whole = usize::try_from(u32::from_be_bytes(*length)) == Ok(message.len());
    is_whole && (*flag == 0 || (*flag == 1 && may_be_compressed))
}

/// Moves the status of an answer without messages to where all others have it: behind the
/// messages. So a client finds it in one place, which is open to pages of other origins too.
fn with_status_last(mut response: http::Response<Body>) -> http::Response<Body> {
    let Some(status) = Status::from_header_map(response.headers()) else {
        return response;
    };
    if status.code() == Code::Unimplemented && status.message().is_empty() {
        let fault = Fault::unknown("UNKNOWN_METHOD", "no such service or method is served here");
        response = Status::from(fault).into_http();
    }
    let mut trailers = HeaderMap::new();
    for name in STATUS {
        if let Some(value) = response.headers_mut().remove(&name) {
            trailers.insert(name, value);
        }
    }
    let last = future::ready(Ok::<_, Infallible>(Frame::trailers(trailers)));
    response.map(|_empty| Body::new(StreamBody::new(stream::once(last))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_types_are_known_in_every_spelling() {
        let named = |value: &'static str| {
            let headers = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static(value))]);
            named(&headers, &ACCEPT)
        };
        let (binary, text) = (
            Some("application/grpc-web+proto"),
            Some("application/grpc-web-text+proto"),
        );
        assert_eq!(named("application/grpc-web"), binary);
        assert_eq!(named("Application/gRPC-Web+proto; charset=utf-8"), binary);
        assert_eq!(named("application/grpc-web-text"), text);
        assert_eq!(named("*/*, application/grpc-web-text+proto"), text);
        for other in [
            "",
            "*/*",
            "application/json",
            "application/grpc",
            "application/grpc+proto",
            "application/grpc-web+json",
            "application/grpc-webs",
        ] {
            assert_eq!(named(other), None, "{other}");
        }
    }

    #[test]
    fn a_body_is_one_whole_message() {
        assert!(is_one_message(&[0, 0, 0, 0, 0], false));
        assert!(is_one_message(&[0, 0, 0, 0, 2, 8, 1], false));
        assert!(is_one_message(&[1, 0, 0, 0, 1, 9], true));
        assert!(!is_one_message(&[1, 0, 0, 0, 1, 9], false));
        assert!(!is_one_message(&[], false));
        assert!(!is_one_message(&[0, 0, 0, 0], false));
        assert!(!is_one_message(&[0, 0, 0, 0, 2, 8], false));
        assert!(!is_one_message(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0], false));
        assert!(!is_one_message(&[0x80, 0, 0, 0, 0], false));
        assert!(!is_one_message(&[0, 0xff, 0xff, 0xff, 0xff], false));
    }
}
