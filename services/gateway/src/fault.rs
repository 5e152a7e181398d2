//! The one way in which the gateway refuses: an HTTP status and a body that says why, with the
//! gRPC code, a stable reason and a message.

use axum::Json;
use axum::http::header::{RETRY_AFTER, UPGRADE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use platform::code_name;
use serde::Serialize;
use tonic::{Code, Status};
use tonic_types::StatusExt as _;
use utoipa::ToSchema;

/// What every refused request gets.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"error": {
    "code": "FAILED_PRECONDITION",
    "reason": "ILLEGAL_MOVE",
    "message": "c3-c5 is not a legal move here",
}}))]
pub(crate) struct ErrorBody {
    /// What is wrong.
    error: ErrorInfo,
}

/// What is wrong with a request, or with the service.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ErrorInfo {
    /// The gRPC code's name, such as `NOT_FOUND`.
    code: &'static str,
    /// A stable name for programs, such as `ILLEGAL_MOVE`.
    reason: String,
    /// What to do, for people.
    message: String,
    /// The fields at fault, where it is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    fields: Vec<FieldFault>,
}

/// A field at fault.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct FieldFault {
    /// The field's name.
    field: String,
    /// What is wrong with it.
    description: String,
}

/// A refusal.
#[derive(Debug)]
pub(crate) struct Fault {
    status: StatusCode,
    info: Box<ErrorInfo>,
}

/// What whoever sent a refresh token is told when there is no answer in time.
pub(crate) const MAYBE_TRADED: &str = "no answer came in time, so it is not known whether the token \
     was traded: if it was, using it again ends the session";

impl Fault {
    fn new(status: StatusCode, code: Code, reason: &str, message: impl Into<String>) -> Self {
        let info = ErrorInfo {
            code: code_name(code),
            reason: reason.to_owned(),
            message: message.into(),
            fields: Vec::new(),
        };
        Self {
            status,
            info: Box::new(info),
        }
    }

    fn coded(code: Code, reason: &str, message: impl Into<String>) -> Self {
        Self::new(http_status(code), code, reason, message)
    }

    /// What is wrong, for telling it in another way than as an answer.
    pub(crate) fn into_info(self) -> ErrorInfo {
        *self.info
    }

    pub(crate) fn no_such_route() -> Self {
        let message = "nothing is here; /openapi.json lists what there is";
        Self::coded(Code::NotFound, "NO_SUCH_ROUTE", message)
    }

    pub(crate) fn method_not_allowed() -> Self {
        let message = "this path has other methods; /openapi.json lists them";
        let status = StatusCode::METHOD_NOT_ALLOWED;
        Self::new(status, Code::Unimplemented, "METHOD_NOT_ALLOWED", message)
    }

    pub(crate) fn malformed(reason: &str, message: impl Into<String>) -> Self {
        Self::coded(Code::InvalidArgument, reason, message)
    }

    pub(crate) fn malformed_field(
        field: &str,
        reason: &str,
        message: impl Into<String> + Clone,
    ) -> Self {
        let mut fault = Self::malformed(reason, message.clone());
        fault.info.fields.push(FieldFault {
            field: field.to_owned(),
            description: message.into(),
        });
        fault
    }

    pub(crate) fn body_too_large(limit: usize) -> Self {
        let message = format!("a body may have {limit} bytes at most");
        let status = StatusCode::PAYLOAD_TOO_LARGE;
        Self::new(status, Code::InvalidArgument, "BODY_TOO_LARGE", message)
    }

    pub(crate) fn not_json() -> Self {
        let message = "send JSON, with the header content-type: application/json";
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        Self::new(status, Code::InvalidArgument, "NOT_JSON", message)
    }

    pub(crate) fn not_grpc_web() -> Self {
        let message = "this is a call of gRPC-Web: send it with the header content-type: \
             application/grpc-web+proto, or application/grpc-web-text for Base64; gRPC itself has a \
             port of its own";
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        Self::new(status, Code::InvalidArgument, "NOT_GRPC_WEB", message)
    }

    pub(crate) fn origin_not_allowed() -> Self {
        let message = "pages of this origin may not open WebSockets here: the gateway's operator \
             lists those that may";
        Self::coded(Code::PermissionDenied, "ORIGIN_NOT_ALLOWED", message)
    }

    pub(crate) fn upgrade_required() -> Self {
        let message = "this is a WebSocket: connect to it with a WebSocket client";
        let status = StatusCode::UPGRADE_REQUIRED;
        Self::new(
            status,
            Code::FailedPrecondition,
            "WEBSOCKET_REQUIRED",
            message,
        )
    }

    pub(crate) fn too_many_watchers() -> Self {
        let message = "too many watch here already: wait and try again";
        Self::coded(Code::ResourceExhausted, "TOO_MANY_WATCHERS", message)
    }

    pub(crate) fn too_late() -> Self {
        let message = "the service behind this did not answer in time; it is safe to repeat";
        Self::coded(Code::DeadlineExceeded, "DEADLINE_EXCEEDED", message)
    }

    /// A refresh token may be worth nothing any more.
    pub(crate) fn maybe_traded() -> Self {
        Self::coded(Code::DeadlineExceeded, "DEADLINE_EXCEEDED", MAYBE_TRADED)
    }

    pub(crate) fn unavailable() -> Self {
        let message = "the service behind this does not answer just now; try again";
        Self::coded(Code::Unavailable, "UNAVAILABLE", message)
    }

    /// Some of what the gateway needs is missing: each by its name, and why.
    pub(crate) fn not_ready(missing: Vec<(&str, String)>) -> Self {
        let message = "something that is needed is not ready";
        let mut fault = Self::coded(Code::Unavailable, "NOT_READY", message);
        for (name, why) in missing {
            fault.info.fields.push(FieldFault {
                field: name.to_owned(),
                description: why,
            });
        }
        fault
    }

    pub(crate) fn internal() -> Self {
        let message = "the service failed; the fault is logged";
        Self::coded(Code::Internal, "INTERNAL", message)
    }

    /// A service answered what its contract does not allow.
    pub(crate) fn bad_answer(what: &str) -> Self {
        tracing::error!(what, "a service's answer cannot be read");
        Self::internal()
    }
}

impl From<Status> for Fault {
    fn from(status: Status) -> Self {
        let details = status.get_error_details();
        let info = details.error_info();
        match status.code() {
            // Nothing cancels a call but its deadline.
            Code::Cancelled => return Self::too_late(),
            Code::Unavailable if info.is_none() => return Self::unavailable(),
            Code::DeadlineExceeded if info.is_none() => return Self::too_late(),
            code @ (Code::Internal | Code::Unknown | Code::DataLoss | Code::Ok) => {
                tracing::error!(?code, message = status.message(), "a service failed");
                return Self::internal();
            }
            _ => {}
        }
        let reason = info.map_or(code_name(status.code()), |info| info.reason.as_str());
        let mut fault = Self::coded(status.code(), reason, status.message());
        let violations = details
            .bad_request()
            .map(|request| request.field_violations.as_slice());
        for violation in violations.unwrap_or_default() {
            fault.info.fields.push(FieldFault {
                field: json_name(&violation.field).to_owned(),
                description: violation.description.clone(),
            });
        }
        fault
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let status = self.status;
        let body = ErrorBody { error: *self.info };
        let mut response = (status, Json(body)).into_response();
        let headers = response.headers_mut();
        match status {
            StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS => {
                headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
            }
            StatusCode::UPGRADE_REQUIRED => {
                headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
            }
            _ => {}
        }
        response
    }
}

/// The HTTP status of a gRPC code. What the rules of the game refuse is 422; 409 is for a view
/// that is out of date, where reading again and repeating helps.
fn http_status(code: Code) -> StatusCode {
    match code {
        Code::InvalidArgument | Code::OutOfRange => StatusCode::BAD_REQUEST,
        Code::Unauthenticated => StatusCode::UNAUTHORIZED,
        Code::PermissionDenied => StatusCode::FORBIDDEN,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::Aborted | Code::AlreadyExists => StatusCode::CONFLICT,
        Code::FailedPrecondition => StatusCode::UNPROCESSABLE_ENTITY,
        Code::ResourceExhausted => StatusCode::TOO_MANY_REQUESTS,
        Code::Unimplemented => StatusCode::NOT_IMPLEMENTED,
        Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        Code::DeadlineExceeded | Code::Cancelled => StatusCode::GATEWAY_TIMEOUT,
        Code::Internal | Code::Unknown | Code::DataLoss | Code::Ok => {
            StatusCode::INTERNAL_SERVER_ERROR
        }
    }
}

/// What a field of a message is called in JSON.
fn json_name(field: &str) -> &str {
    match field {
        "player_id" => "player",
        "expected_ply" => "ply",
        "expected_action" => "action",
        "offer_id" => "offer",
        "expected_price" => "price",
        same => same,
    }
}
