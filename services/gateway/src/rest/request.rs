//! From a request to a message.

use std::time::Duration;

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri};
use bytes::Bytes;
use contract::RequestBody;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use prost_reflect::{DynamicMessage, MessageDescriptor, Value};
use tokio::time::timeout;

use super::Route;
use crate::app::{App, MAX_BODY_BYTES};
use crate::problem::Problem;

/// Names a request, so that a repeat has no second effect.
const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// The field that has such a name.
const REQUEST_ID: &str = "request_id";

/// Reads a request: path, query or body, and the idempotency key.
pub(super) async fn read(
    app: &App,
    route: &Route,
    head: &Parts,
    body: Body,
) -> Result<DynamicMessage, Problem> {
    if route.binding.body == RequestBody::None {
        return from_uri(app, route, &head.uri);
    }
    if head.uri.query().is_some_and(|query| !query.is_empty()) {
        let detail = "this call takes a body, and nothing in the query";
        return Err(Problem::malformed("MALFORMED_QUERY", detail));
    }
    let body = collect(body, app.limits.send).await?;
    if !body.is_empty() && !is_json(&head.headers) {
        return Err(Problem::not_json());
    }
    let kind = route.method.descriptor.input();
    let key = idempotency_key(&kind, &head.headers)?;
    let key = key.map(|key| (REQUEST_ID, key));
    let read = app.contract.json.read_body_with(&kind, &body, key);
    let mut message = read.map_err(|violation| match violation.field.as_str() {
        "" if is_malformed_json(&body) => {
            Problem::malformed("MALFORMED_JSON", violation.to_string())
        }
        _ => Problem::of_field("MALFORMED_BODY", violation),
    })?;
    for name in route.binding.path.fields() {
        if message.has_field_by_name(name) {
            let problem = "it is in the path, and not in the body";
            return Err(Problem::malformed_field("MALFORMED_BODY", name, problem));
        }
    }
    set_path(&mut message, route, &head.uri)?;
    Ok(message)
}

/// Reads a request without a body.
pub(crate) fn from_uri(app: &App, route: &Route, uri: &Uri) -> Result<DynamicMessage, Problem> {
    let json = &app.contract.json;
    let mut message = DynamicMessage::new(route.method.descriptor.input());
    set_path(&mut message, route, uri)?;
    let query = uri.query().unwrap_or_default();
    let read = json.read_query(&mut message, query);
    read.and_then(|()| json.check_given(&message, query))
        .map_err(|violation| Problem::of_field("MALFORMED_QUERY", violation))?;
    Ok(message)
}

fn set_path(message: &mut DynamicMessage, route: &Route, uri: &Uri) -> Result<(), Problem> {
    let values = route.binding.path.values(uri.path());
    let values = values.ok_or_else(Problem::no_such_route)?;
    for (name, value) in values {
        let value = value.map_err(|problem| {
            Problem::malformed_field("MALFORMED_PATH", name, &problem.to_string())
        })?;
        message.set_field_by_name(name, Value::String(value));
    }
    Ok(())
}

/// The name that the header gives to the request, where the call has a field for it.
fn idempotency_key<'a>(
    kind: &MessageDescriptor,
    headers: &'a HeaderMap,
) -> Result<Option<&'a str>, Problem> {
    let (Some(_), Some(key)) = (
        kind.get_field_by_name(REQUEST_ID),
        headers.get(IDEMPOTENCY_KEY),
    ) else {
        return Ok(None);
    };
    let key = key.to_str().map_err(|_not_ascii| {
        let problem = "it has characters that are not ASCII";
        Problem::malformed_field("MALFORMED_BODY", IDEMPOTENCY_KEY, problem)
    })?;
    Ok(Some(key).filter(|key| !key.is_empty()))
}

async fn collect(body: Body, within: Duration) -> Result<Bytes, Problem> {
    let reading = Limited::new(body, MAX_BODY_BYTES).collect();
    match timeout(within, reading).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            Err(Problem::body_too_large(MAX_BODY_BYTES))
        }
        Ok(Err(_broken)) => Err(Problem::malformed("MALFORMED_BODY", "the body broke off")),
        Err(_elapsed) => {
            let detail = "the body did not come in time";
            Err(Problem::malformed("MALFORMED_BODY", detail))
        }
    }
}

/// Whether the body is said to be JSON, in whatever encoding of its name.
fn is_json(headers: &HeaderMap) -> bool {
    let value = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let name = value
        .and_then(|value| value.split(';').next())
        .unwrap_or_default();
    let name = name.trim().to_ascii_lowercase();
    name == "application/json" || (name.starts_with("application/") && name.ends_with("+json"))
}

fn is_malformed_json(body: &[u8]) -> bool {
    serde_json::from_slice::<serde_json::Value>(body).is_err()
}
