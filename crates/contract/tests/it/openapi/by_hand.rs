//! What is not in the protos: the gateway's own routes, and what all refusals look like.

use serde_json::{Value, json};

/// Paths, methods and operations.
pub(super) fn operations() -> Vec<(&'static str, &'static str, Value)> {
    let text = |media_type: &str, description: &str| {
        json!({"200": {
            "description": description,
            "content": {media_type: {"schema": {"type": "string"}}},
        }})
    };
    let status = |word: &str, description: &str| {
        json!({
            "description": description,
            "content": {"application/json": {
                "schema": {"$ref": "#/components/schemas/Health"},
                "example": {"status": word},
            }},
        })
    };
    let own = |id: &str, summary: &str, responses: Value| {
        json!({
            "operationId": id,
            "tags": ["gateway"],
            "summary": summary,
            "security": [],
            "responses": responses,
        })
    };
    let mut picture = text("image/svg+xml", "The picture.");
    picture["400"] = problem("MALFORMED_CODE, MALFORMED_PATH, MISSING_HOST or MALFORMED_HOST.");
    let mut picture = own(
        "drawInvite",
        "Draws the address of an invite's page as a QR code, by the host that the request came to",
        picture,
    );
    picture["parameters"] = json!([{
        "name": "code",
        "in": "path",
        "required": true,
        "description": "The invite's code.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9]{1,16}$"},
        "example": "K7M2XQ9P",
    }]);
    vec![
        (
            "/healthz",
            "get",
            own(
                "getHealth",
                "Says that the process is up",
                json!({"200": status("up", "It is up.")}),
            ),
        ),
        (
            "/readyz",
            "get",
            own(
                "getReadiness",
                "Says whether every service is ready",
                json!({
                    "200": status("ready", "All are ready."),
                    "503": problem("NOT_READY: `fields` names each that is not, with what is the matter."),
                }),
            ),
        ),
        (
            "/openapi.json",
            "get",
            own(
                "getDescription",
                "Describes this API",
                json!({"200": {
                    "description": "This description.",
                    "content": {"application/json": {"schema": {"type": "object"}}},
                }}),
            ),
        ),
        (
            "/docs",
            "get",
            own(
                "getDocs",
                "Shows this description as a page",
                text("text/html", "The page."),
            ),
        ),
        ("/v1/invites/{code}/qr.svg", "get", picture),
        ("/v1/stream", "get", stream()),
    ]
}

/// The socket that carries many streams.
fn stream() -> Value {
    json!({
        "operationId": "openSocket",
        "tags": ["gateway"],
        "summary": "Opens a WebSocket that carries many streams",
        "description": "The client sends `ClientFrame`s and gets `ServerFrame`s, each as a text message of \
             JSON.",
        "security": [{}, {"bearer": []}],
        "responses": {
            "101": {"description": "The WebSocket."},
            "403": problem("ORIGIN_NOT_ALLOWED: the operator does not list the page's origin."),
            "426": problem("WEBSOCKET_REQUIRED: the request is not one for a WebSocket."),
            "429": problem("TOO_MANY_WATCHERS: too many sockets are open here."),
        },
    })
}

fn problem(description: &str) -> Value {
    json!({
        "description": description,
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
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
