//! The token of whoever asks. The gateway does not look into it: it goes on with every call that is
//! made for the request, and the services verify it themselves.

use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, SEC_WEBSOCKET_PROTOCOL};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tonic::metadata::MetadataValue;

/// The subprotocol of every WebSocket here.
pub(crate) const SUBPROTOCOL: &str = "shashki.v1";

/// What a subprotocol begins with that brings a token: a browser's WebSocket sends no header.
const IN_SUBPROTOCOL: &str = "bearer.";

tokio::task_local! {
    /// The `authorization` of the present request.
    static BEARER: Option<HeaderValue>;
}

/// Keeps the token at hand while a request is handled.
pub(crate) async fn keep(request: Request, next: Next) -> Response {
    let bearer = of_request(request.headers());
    BEARER.scope(bearer, next.run(request)).await
}

/// Writes the token of the present request into a call that is made for it.
pub(crate) fn pass_on<T>(mut call: tonic::Request<T>) -> tonic::Request<T> {
    let bearer = BEARER.try_with(Clone::clone).ok().flatten();
    let bearer = bearer.and_then(|bearer| MetadataValue::try_from(bearer.as_bytes()).ok());
    if let Some(bearer) = bearer {
        call.metadata_mut().insert("authorization", bearer);
    }
    call
}

fn of_request(headers: &HeaderMap) -> Option<HeaderValue> {
    if let Some(header) = headers.get(AUTHORIZATION) {
        return Some(header.clone());
    }
    let offered = headers.get_all(SEC_WEBSOCKET_PROTOCOL).iter();
    let token = offered
        .filter_map(|list| list.to_str().ok())
        .flat_map(|list| list.split(','))
        .find_map(|one| one.trim().strip_prefix(IN_SUBPROTOCOL))?;
    HeaderValue::from_str(&format!("Bearer {token}")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &'static str, value: &str) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert(name, HeaderValue::from_str(value).unwrap());
        let bearer = of_request(&headers)?;
        Some(bearer.to_str().unwrap().to_owned())
    }

    #[test]
    fn a_token_comes_in_the_header_or_in_a_subprotocol() {
        let bearer = Some("Bearer a.b-c_d".to_owned());
        assert_eq!(found("authorization", "Bearer a.b-c_d"), bearer);
        let offered = "sec-websocket-protocol";
        assert_eq!(found(offered, "shashki.v1, bearer.a.b-c_d"), bearer);
        assert_eq!(found(offered, "bearer.a.b-c_d,shashki.v1"), bearer);
        assert_eq!(found(offered, "shashki.v1"), None);
    }
}
