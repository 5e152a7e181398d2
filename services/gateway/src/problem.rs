//! The one way in which the gateway refuses over HTTP: problem details (RFC 9457) with the gRPC
//! code, a reason for programs and a detail for people.

use std::collections::BTreeMap;

use axum::http::header::{CONTENT_TYPE, RETRY_AFTER, UPGRADE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use contract::Violation;
use platform::code_name;
use serde::Serialize;
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

/// A refusal.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Problem(Box<Details>);

/// What is told of it.
#[derive(Clone, Debug, Serialize)]
struct Details {
    r#type: &'static str,
    title: &'static str,
    status: u16,
    detail: String,
    code: &'static str,
    reason: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fields: Vec<FieldProblem>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    metadata: BTreeMap<String, String>,
    #[serde(skip)]
    retry_after: Option<u64>,
}

/// What is wrong with a field.
#[derive(Clone, Debug, Serialize)]
struct FieldProblem {
    field: String,
    description: String,
}

impl Problem {
    fn new(code: Code, reason: &str, detail: impl Into<String>) -> Self {
        Self::with_status(http_status(code), code, reason, detail)
    }

    fn with_status(
        status: StatusCode,
        code: Code,
        reason: &str,
        detail: impl Into<String>,
    ) -> Self {
        Self(Box::new(Details {
            r#type: "about:blank",
            title: status.canonical_reason().unwrap_or_default(),
            status: status.as_u16(),
            detail: detail.into(),
            code: code_name(code),
            reason: reason.to_owned(),
            fields: Vec::new(),
            metadata: BTreeMap::new(),
            retry_after: None,
        }))
    }

    fn with_field(mut self, field: impl Into<String>, description: impl Into<String>) -> Self {
        self.0.fields.push(FieldProblem {
            field: field.into(),
            description: description.into(),
        });
        self
    }

    /// A request that cannot be read.
    pub(crate) fn malformed(reason: &str, detail: impl Into<String>) -> Self {
        Self::new(Code::InvalidArgument, reason, detail)
    }

    /// A part of the request cannot be read: a field, or a header.
    pub(crate) fn malformed_field(reason: &str, field: &str, problem: &str) -> Self {
        let violation = Violation {
            field: field.to_owned(),
            problem: problem.to_owned(),
            is_missing: false,
        };
        Self::of_field(reason, violation)
    }

    /// A field of the request cannot be read, or has to be given and is not.
    pub(crate) fn of_field(reason: &str, violation: Violation) -> Self {
        let reason = match violation.is_missing {
            true => "MISSING_FIELD",
            false => reason,
        };
        let problem = Self::malformed(reason, violation.to_string());
        match violation.field.as_str() {
            "" => problem,
            _ => problem.with_field(violation.field, violation.problem),
        }
    }

    pub(crate) fn no_such_route() -> Self {
        let detail = "nothing is here; /openapi.json lists what there is";
        Self::new(Code::NotFound, "NO_SUCH_ROUTE", detail)
    }

    pub(crate) fn method_not_allowed() -> Self {
        let detail = "this path has other methods; /openapi.json lists them";
        let status = StatusCode::METHOD_NOT_ALLOWED;
        Self::with_status(status, Code::Unimplemented, "METHOD_NOT_ALLOWED", detail)
    }

    pub(crate) fn body_too_large(limit: usize) -> Self {
        let detail = format!("a body may have {limit} bytes at most");
        let status = StatusCode::PAYLOAD_TOO_LARGE;
        Self::with_status(status, Code::InvalidArgument, "BODY_TOO_LARGE", detail)
    }

    pub(crate) fn not_json() -> Self {
        let detail = "send JSON, with the header content-type: application/json";
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        Self::with_status(status, Code::InvalidArgument, "NOT_JSON", detail)
    }

    pub(crate) fn not_grpc_web() -> Self {
        let detail = "this is a call of gRPC-Web: send it with the header content-type: \
             application/grpc-web+proto, or application/grpc-web-text for Base64; gRPC itself has a \
             port of its own";
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        Self::with_status(status, Code::InvalidArgument, "NOT_GRPC_WEB", detail)
    }

    pub(crate) fn no_token() -> Self {
        let detail = "sign in first, and send `authorization: Bearer TOKEN` with each call";
        Self::new(Code::Unauthenticated, "NO_TOKEN", detail)
    }

    pub(crate) fn origin_not_allowed() -> Self {
        let detail = "pages of this origin may not open WebSockets here: the gateway's operator \
             lists those that may";
        Self::new(Code::PermissionDenied, "ORIGIN_NOT_ALLOWED", detail)
    }

    pub(crate) fn websocket_required() -> Self {
        let detail = "this is a stream: connect with a WebSocket client, or ask for \
             text/event-stream where that is served";
        let status = StatusCode::UPGRADE_REQUIRED;
        let code = Code::FailedPrecondition;
        Self::with_status(status, code, "WEBSOCKET_REQUIRED", detail)
    }

    pub(crate) fn too_many_watchers() -> Self {
        let detail = "too many streams are open here already: wait and try again";
        Self::new(Code::ResourceExhausted, "TOO_MANY_WATCHERS", detail)
    }

    pub(crate) fn deadline_exceeded() -> Self {
        let detail = "the service behind this did not answer in time; it is safe to repeat";
        Self::new(Code::DeadlineExceeded, "DEADLINE_EXCEEDED", detail)
    }

    /// A call that must not be repeated may have had its effect.
    pub(crate) fn maybe_done() -> Self {
        let detail = "no answer came in time, so it is not known whether the token was traded: if it \
             was, using it again ends the session";
        Self::new(Code::DeadlineExceeded, "DEADLINE_EXCEEDED", detail)
    }

    pub(crate) fn unavailable() -> Self {
        let detail = "the service behind this does not answer just now; try again";
        Self::new(Code::Unavailable, "UNAVAILABLE", detail)
    }

    /// Some of what the gateway needs is missing: each by its name, and why.
    pub(crate) fn not_ready(missing: Vec<(&str, String)>) -> Self {
        let detail = "something that is needed is not ready";
        let problem = Self::new(Code::Unavailable, "NOT_READY", detail);
        let add = |problem: Self, (name, why)| problem.with_field(name, why);
        missing.into_iter().fold(problem, add)
    }

    pub(crate) fn internal() -> Self {
        let detail = "the service failed; the fault is logged";
        Self::new(Code::Internal, "INTERNAL", detail)
    }

    /// A service answered what its contract does not allow.
    pub(crate) fn bad_answer(error: &dyn std::fmt::Display) -> Self {
        tracing::error!(%error, "a service's answer cannot be read");
        Self::internal()
    }

    /// What to do, for people.
    pub(crate) fn detail(&self) -> &str {
        &self.0.detail
    }

    /// Whether the same request may succeed later.
    pub(crate) fn is_transient(&self) -> bool {
        matches!(self.0.status, 429 | 503 | 504)
    }
}

impl From<Status> for Problem {
    fn from(status: Status) -> Self {
        let details = status.get_error_details();
        let info = details.error_info();
        match status.code() {
            // Nothing cancels a call but its deadline.
            Code::Cancelled => return Self::deadline_exceeded(),
            Code::Unavailable if info.is_none() => return Self::unavailable(),
            Code::DeadlineExceeded if info.is_none() => return Self::deadline_exceeded(),
            code @ (Code::Internal | Code::Unknown | Code::DataLoss | Code::Ok) => {
                tracing::error!(?code, message = status.message(), "a service failed");
                return Self::internal();
            }
            _ => {}
        }
        let reason = info.map_or(code_name(status.code()), |info| info.reason.as_str());
        let mut problem = Self::new(status.code(), reason, status.message());
        if let Some(info) = info {
            problem.0.metadata = info.metadata.clone().into_iter().collect();
        }
        let delay = details.retry_info().and_then(|info| info.retry_delay);
        problem.0.retry_after = delay.map(|delay| delay.as_millis().div_ceil(1000) as u64);
        let violations = details
            .bad_request()
            .map(|request| &request.field_violations);
        let violations = violations.into_iter().flatten();
        violations.fold(problem, |problem, violation| {
            problem.with_field(&violation.field, &violation.description)
        })
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status);
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let retry_after = self.0.retry_after.unwrap_or(1);
        // Texts, numbers and lists of them: there is nothing that JSON could not write.
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let json = HeaderValue::from_static("application/problem+json");
        let mut response = (status, [(CONTENT_TYPE, json)], body).into_response();
        let headers = response.headers_mut();
        match status {
            StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS => {
                headers.insert(RETRY_AFTER, HeaderValue::from(retry_after));
            }
            StatusCode::UPGRADE_REQUIRED => {
                headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
            }
            _ => {}
        }
        response
    }
}

/// The HTTP status of a gRPC code.
fn http_status(code: Code) -> StatusCode {
    let status = contract::http_status(code_name(code));
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}
