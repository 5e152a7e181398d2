//! A method at one of its paths.

use std::collections::BTreeMap;

use contract::{Binding, Contract, Method, Reason, RequestBody, Scope};
use prost_reflect::ServiceDescriptor;
use serde_json::{Map, Value, json};

use super::schema::{self, Side};
use super::{comments, examples};

/// A service's name here: `games` of `shashki.games.v1.GamesService`.
pub(super) fn tag(service: &ServiceDescriptor) -> String {
    let package = service.package_name().trim_start_matches("shashki.");
    package.trim_end_matches(".v1").to_owned()
}

/// Describes a method at one of its paths.
pub(super) fn describe(
    contract: &Contract,
    method: &Method,
    binding: &Binding,
    number: usize,
) -> Value {
    let descriptor = &method.descriptor;
    let comment = comments::of(&descriptor.parent_file(), descriptor.path());
    let mut operation = json!({
        "operationId": id(method, number),
        "tags": [tag(descriptor.parent_service())],
        "summary": comments::summary(&comment),
        "description": comment,
        "parameters": parameters(contract, method, binding),
        "responses": responses(contract, method, binding),
    });
    if method.is_open {
        operation["security"] = json!([]);
    }
    if binding.body == RequestBody::All {
        let in_path: Vec<_> = binding.path.fields().collect();
        let body = schema::of_body(contract, &descriptor.input(), &in_path);
        operation["requestBody"] = json!({
            "required": body.get("required").is_some(),
            "content": {"application/json": {
                "schema": body,
                "example": examples::body(contract, method, binding),
            }},
        });
    }
    operation
}

/// `playMove` of `PlayMove`; the path about the caller is `listMyGames` of `ListGames`.
fn id(method: &Method, number: usize) -> String {
    let name = method.descriptor.name();
    let service = tag(method.descriptor.parent_service());
    let start = name
        .find(|letter: char| letter.is_ascii_uppercase())
        .unwrap_or_default();
    let next = name[start + 1..].find(|letter: char| letter.is_ascii_uppercase());
    let (verb, rest) = name.split_at(next.map_or(name.len(), |next| start + 1 + next));
    let verb = verb.to_ascii_lowercase();
    // Two services have a method of this name.
    let of_position = match (service.as_str(), name) {
        ("rules", "ListBoosts") => "OfPosition",
        _ => "",
    };
    match number {
        0 => format!("{verb}{rest}{of_position}"),
        _ => format!("{verb}My{rest}"),
    }
}

fn parameters(contract: &Contract, method: &Method, binding: &Binding) -> Vec<Value> {
    let in_path: Vec<_> = binding.path.fields().collect();
    // A path about the caller leaves out whose it is.
    let is_mine = binding.path.to_string().starts_with("/v1/me");
    let mut parameters = Vec::new();
    for field in method.descriptor.input().fields() {
        let is_in_path = in_path.contains(&field.name());
        if !is_in_path
            && (binding.body == RequestBody::All || (is_mine && field.name() == "player_id"))
        {
            continue;
        }
        let mut described = schema::described(contract, &field, Side::Request);
        let text = described
            .as_object_mut()
            .and_then(|schema| schema.remove("description"));
        let mut parameter = json!({
            "name": field.name(),
            "in": if is_in_path { "path" } else { "query" },
            "required": is_in_path || contract.json.is_required(&field),
            "description": text,
            "schema": described,
        });
        if let Some(example) = examples::parameter(contract, &field, is_in_path) {
            parameter["example"] = example;
        }
        parameters.push(parameter);
    }
    let has_request_id = method
        .descriptor
        .input()
        .get_field_by_name("request_id")
        .is_some();
    if has_request_id && binding.body == RequestBody::All {
        parameters.push(json!({
            "name": "Idempotency-Key",
            "in": "header",
            "required": false,
            "description": "Taken as the request's `request_id`.",
            "schema": {"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,64}$"},
        }));
    }
    if method.resume_field.is_some() {
        parameters.push(json!({
            "name": "Last-Event-ID",
            "in": "header",
            "required": false,
            "description": "With `accept: text/event-stream`, the id of the last event that was seen: \
                 the stream goes on behind it.",
            "schema": {"type": "string", "pattern": "^[0-9]{1,19}$"},
        }));
    }
    parameters
}

fn responses(contract: &Contract, method: &Method, binding: &Binding) -> Map<String, Value> {
    let output = method.descriptor.output();
    let name = schema::name(contract, &output, Side::Answer);
    let reference = json!({"$ref": format!("#/components/schemas/{name}")});
    let text = comments::of(&output.parent_file(), output.path());
    let mut responses = Map::new();
    if method.is_streaming() {
        responses.insert("101".to_owned(), json!({
            "description": format!("A WebSocket, if the request asks for one: each message is as \
                 those of the events. {text}"),
        }));
        responses.insert("200".to_owned(), json!({
            "description": format!("With `accept: text/event-stream`: each event has as its data one \
                 `{name}` in JSON. The last one, `closed`, says why it ends."),
            "content": {"text/event-stream": {
                "schema": {"type": "string"},
                "example": examples::events(contract, method),
            }},
        }));
    } else {
        let content = match (&binding.response_body, method.media_type.as_deref()) {
            (Some(field), Some("application/json")) => json!({"application/json": {
                "schema": {"type": "object"},
                "example": examples::raw(field),
            }}),
            (Some(field), media_type) => json!({media_type.unwrap_or("text/plain"): {
                "schema": {"type": "string"},
                "example": examples::raw(field),
            }}),
            (None, _) => json!({"application/json": {
                "schema": reference,
                "example": examples::answer(contract, &output),
            }}),
        };
        let mut answer = json!({"description": text, "content": content});
        if binding.verb == http::Method::GET {
            answer["headers"] = tag_header();
            responses.insert("304".to_owned(), unchanged());
        }
        responses.insert("200".to_owned(), answer);
    }
    responses.extend(problems(contract, method, binding));
    responses
}

/// The header of an answer by which it is asked for again.
pub(super) fn tag_header() -> Value {
    json!({"ETag": {
        "description": "Send it as `If-None-Match` to get 304 where nothing has changed.",
        "schema": {"type": "string"},
    }})
}

/// The answer to an `If-None-Match` that holds the tag.
pub(super) fn unchanged() -> Value {
    json!({"description": "Nothing has changed."})
}

/// The refusals by their status.
fn problems(contract: &Contract, method: &Method, binding: &Binding) -> Map<String, Value> {
    let can_be = |reason: &&Reason| match reason.scope {
        Scope::Listed => method.reasons.contains(&reason.name),
        Scope::EveryCall => reason.name != "MALFORMED_MESSAGE",
        Scope::EveryCallWithToken => !method.is_open,
        Scope::Http => match reason.name.as_str() {
            "MALFORMED_PATH" => binding.path.fields().next().is_some(),
            "MALFORMED_QUERY" => true,
            _ => false,
        },
        Scope::HttpBody => binding.body == RequestBody::All && reason.name != "NOT_GRPC_WEB",
        Scope::HttpStream => method.is_streaming(),
    };
    let mut reasons: Vec<_> = contract.reasons.iter().filter(can_be).collect();
    // A field that has to be given is asked for by the gateway too.
    if let Some(missing) = contract.reason("MISSING_FIELD")
        && !reasons.iter().any(|reason| reason.name == missing.name)
    {
        reasons.push(missing);
    }
    by_status(reasons)
}

/// Refusals for these reasons, by their status.
pub(super) fn by_status<'a>(reasons: impl IntoIterator<Item = &'a Reason>) -> Map<String, Value> {
    let mut by_status: BTreeMap<u16, Vec<&Reason>> = BTreeMap::new();
    for reason in reasons {
        by_status
            .entry(reason.http_status)
            .or_default()
            .push(reason);
    }
    let statuses = by_status.into_iter();
    statuses
        .map(|(status, reasons)| (status.to_string(), problem(status, &reasons)))
        .collect()
}

fn problem(status: u16, reasons: &[&Reason]) -> Value {
    let lines = reasons
        .iter()
        .map(|reason| format!("- `{}`: {}", reason.name, reason.when));
    let description = lines.collect::<Vec<_>>().join("\n");
    let title = http::StatusCode::from_u16(status).ok();
    let title = title.and_then(|status| status.canonical_reason());
    let mut problem = json!({
        "description": description,
        "content": {"application/problem+json": {
            "schema": {"$ref": "#/components/schemas/Problem"},
            "example": {
                "type": "about:blank",
                "title": title,
                "status": status,
                "detail": reasons[0].when,
                "code": reasons[0].code,
                "reason": reasons[0].name,
            },
        }},
    });
    if matches!(status, 429 | 503) {
        problem["headers"] = json!({"Retry-After": {
            "description": "So many seconds later it may succeed.",
            "schema": {"type": "integer", "minimum": 0},
        }});
    }
    problem
}
