//! From a message to an answer.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use contract::Json;
use prost_reflect::DynamicMessage;

use super::Route;
use crate::problem::Problem;

/// Writes an answer. A browser may keep the answer to a GET, and asks each time whether it is still
/// the same.
pub(super) fn write(
    json: &Json,
    route: &Route,
    head: &Parts,
    answer: Bytes,
) -> Result<Response, Problem> {
    let (media_type, body) = body(json, route, answer)?;
    let media_type = [(CONTENT_TYPE, media_type)];
    if !matches!(head.method, Method::GET | Method::HEAD) {
        return Ok((media_type, body).into_response());
    }
    let tag = tag(&body);
    let is_known = is_known(&head.headers, &tag);
    let tag = HeaderValue::try_from(tag).map_err(|error| Problem::bad_answer(&error))?;
    let caching = [
        (ETAG, tag),
        (CACHE_CONTROL, HeaderValue::from_static("private, no-cache")),
    ];
    Ok(match is_known {
        true => (StatusCode::NOT_MODIFIED, caching).into_response(),
        false => (caching, media_type, body).into_response(),
    })
}

fn body(json: &Json, route: &Route, answer: Bytes) -> Result<(HeaderValue, Vec<u8>), Problem> {
    let kind = route.method.descriptor.output();
    let message =
        DynamicMessage::decode(kind, answer).map_err(|error| Problem::bad_answer(&error))?;
    let media_type = route
        .method
        .media_type
        .as_deref()
        .unwrap_or("application/json");
    let media_type =
        HeaderValue::from_str(media_type).map_err(|error| Problem::bad_answer(&error))?;
    let body = match &route.binding.response_body {
        Some(field) => {
            let text = message.get_field(field);
            text.as_str().unwrap_or_default().as_bytes().to_vec()
        }
        None => json
            .write(&message)
            .map_err(|error| Problem::bad_answer(&error))?,
    };
    Ok((media_type, body))
}

/// Weak, because the same content may also go out compressed.
fn tag(body: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    body.hash(&mut hasher);
    format!("W/\"{:016x}\"", hasher.finish())
}

/// Whether the caller has the content already.
pub(crate) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let lists = headers.get_all(IF_NONE_MATCH).iter();
    let mut tags = lists
        .filter_map(|list| list.to_str().ok())
        .flat_map(|list| list.split(','));
    tags.any(|one| matches!(one.trim(), "*") || one.trim() == tag)
}
