//! What is not in the protos: the gateway's own routes, and what all refusals look like.

use contract::{Contract, Reason};
use serde_json::{Value, json};

use super::operation::{by_status, tag_header, unchanged};

/// Paths and operations, each of which is a GET.
pub(super) fn operations(contract: &Contract) -> Vec<(&'static str, Value)> {
    vec![
        (
            "/healthz",
            own(
                "getHealth",
                "Says that the process is up",
                &json!({"200": health("up", "It is up.")}),
            ),
        ),
        ("/readyz", readiness(contract)),
        (
            "/openapi.json",
            own(
                "getDescription",
                "Describes this API",
                &kept("application/json", "object", "This description."),
            ),
        ),
        (
            "/docs",
            own(
                "getDocs",
                "Shows this description as a page",
                &kept("text/html", "string", "The page."),
            ),
        ),
        ("/v1/invites/{code}/qr.svg", picture(contract)),
        ("/v1/stream", stream(contract)),
    ]
}

/// An operation of the gateway that needs no token.
fn own(id: &str, summary: &str, responses: &Value) -> Value {
    json!({
        "operationId": id,
        "tags": ["gateway"],
        "summary": summary,
        "security": [],
        "responses": responses,
    })
}

/// Adds the refusals for these reasons to responses.
fn refused(contract: &Contract, names: &[&str], mut responses: Value) -> Value {
    let reasons = names.iter().map(|name| reason(contract, name));
    for (status, problem) in by_status(reasons) {
        responses[status] = problem;
    }
    responses
}

fn reason<'a>(contract: &'a Contract, name: &str) -> &'a Reason {
    contract.reason(name).expect(name)
}

/// A file of the binary.
fn kept(media_type: &str, kind: &str, description: &str) -> Value {
    json!({
        "200": {
            "description": description,
            "content": {media_type: {"schema": {"type": kind}}},
            "headers": tag_header(),
        },
        "304": unchanged(),
    })
}

fn health(word: &str, description: &str) -> Value {
    json!({
        "description": description,
        "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Health"},
            "example": {"status": word},
        }},
    })
}

fn readiness(contract: &Contract) -> Value {
    let ready = json!({"200": health("ready", "All are ready.")});
    own(
        "getReadiness",
        "Says whether every service is ready",
        &refused(contract, &["NOT_READY"], ready),
    )
}

fn picture(contract: &Contract) -> Value {
    let drawn = json!({"200": {
        "description": "The picture.",
        "content": {"image/svg+xml": {"schema": {"type": "string"}}},
    }});
    let reasons = [
        "MALFORMED_CODE",
        "MALFORMED_PATH",
        "MISSING_HOST",
        "MALFORMED_HOST",
    ];
    let mut picture = own(
        "drawInvite",
        "Draws the address of an invite's page as a QR code, by the host that the request came to",
        &refused(contract, &reasons, drawn),
    );
    picture["parameters"] = json!([{
        "name": "code",
        "in": "path",
        "required": true,
        "description": "The invite's code.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9]{1,16}$"},
        "example": "K7M2XQ9P",
    }]);
    picture
}

/// The socket that carries many streams.
fn stream(contract: &Contract) -> Value {
    let reasons = [
        "ORIGIN_NOT_ALLOWED",
        "WEBSOCKET_REQUIRED",
        "TOO_MANY_WATCHERS",
    ];
    let opened = json!({"101": {"description": "The WebSocket."}});
    json!({
        "operationId": "openSocket",
        "tags": ["gateway"],
        "summary": "Opens a WebSocket that carries many streams",
        "description": "The client sends `ClientFrame`s and gets `ServerFrame`s, each as a text message of \
             JSON.",
        "security": [{}, {"bearer": []}],
        "responses": refused(contract, &reasons, opened),
    })
}

/// Schemas by name.
pub(super) fn schemas() -> Vec<(String, Value)> {
    let schemas = json!({
        "Health": {
            "type": "object",
            "description": "How the gateway is.",
            "properties": {"status": {"type": "string", "enum": ["up", "ready"]}},
            "required": ["status"],
            "additionalProperties": false,
        },
        "Problem": {
            "type": "object",
            "description": "A refusal (RFC 9457).",
            "properties": {
                "type": {"type": "string", "description": "Always `about:blank`: go by `reason`."},
                "title": {"type": "string", "description": "The HTTP status in words."},
                "status": {"type": "integer", "description": "The HTTP status."},
                "detail": {"type": "string", "description": "What to do, for people."},
                "code": {"type": "string", "description": "The name of the gRPC code."},
                "reason": {"type": "string", "description": "A stable name for programs."},
                "fields": {
                    "type": "array",
                    "description": "The fields at fault, where it is known.",
                    "items": {
                        "type": "object",
                        "properties": {
                            "field": {"type": "string"},
                            "description": {"type": "string"},
                        },
                        "required": ["field", "description"],
                    },
                },
                "metadata": {
                    "type": "object",
                    "description": "What goes with the reason.",
                    "additionalProperties": {"type": "string"},
                },
            },
            "required": ["type", "title", "status", "detail", "code", "reason"],
            "additionalProperties": false,
        },
        "ClientFrame": {
            "description": "What a client sends over `/v1/stream`.",
            "oneOf": [
                frame("open", &json!({
                    "id": {"type": "string", "minLength": 1, "maxLength": 64,
                        "description": "A name of the client's choice, free again once it is closed."},
                    "path": {"type": "string",
                        "description": "The path of a stream with its query, such as \
                             `/v1/games/G/watch?after_version=3`."},
                })),
                frame("close", &json!({"id": {"type": "string"}})),
                frame("renew", &json!({"access_token": {"type": "string",
                    "description": "Used for what is opened from now on."}})),
            ],
        },
        "ServerFrame": {
            "description": "What a client gets over `/v1/stream`.",
            "oneOf": [
                {
                    "type": "object",
                    "description": "A message of a stream.",
                    "properties": {"id": {"type": "string"}, "message": {"type": "object"}},
                    "required": ["id", "message"],
                },
                {
                    "type": "object",
                    "description": "A stream is over.",
                    "properties": {"id": {"type": "string"}, "closed": {
                        "type": "object",
                        "properties": {
                            "reason": {"type": "string", "enum": [
                                "ENDED", "CLOSED", "REFUSED", "SLOW_READER", "LOST", "STOPPING",
                                "FAILED",
                            ]},
                            "detail": {"type": "string"},
                            "retry": {"type": "boolean"},
                            "problem": {"$ref": "#/components/schemas/Problem"},
                        },
                        "required": ["reason", "detail", "retry"],
                    }},
                    "required": ["id", "closed"],
                },
                {
                    "type": "object",
                    "description": "Nothing has happened for a while.",
                    "properties": {"heartbeat": {"type": "object"}},
                    "required": ["heartbeat"],
                },
            ],
        },
    });
    let schemas = schemas.as_object().cloned().unwrap_or_default();
    schemas.into_iter().collect()
}

fn frame(name: &str, properties: &Value) -> Value {
    let required: Vec<_> = properties
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, _)| key)
        .collect();
    json!({
        "type": "object",
        "properties": {name: {
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        }},
        "required": [name],
        "additionalProperties": false,
    })
}
