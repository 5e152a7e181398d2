//! The one way to refuse a call: a gRPC status with `google.rpc.ErrorInfo` and, for bad input, the
//! fields at fault.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;

use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt as _};

/// The domain of every reason in an error's `ErrorInfo`.
pub const DOMAIN: &str = "shashki";

/// A refusal. The reason is a stable name in upper case that programs can act on; the message
/// tells a person what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    code: Code,
    reason: &'static str,
    message: String,
    field: Option<String>,
    metadata: HashMap<String, String>,
}

impl Fault {
    fn new(code: Code, reason: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            reason,
            message: message.into(),
            field: None,
            metadata: HashMap::new(),
        }
    }

    /// A field of the request cannot be read or is out of bounds: `INVALID_ARGUMENT`.
    pub fn malformed(field: &str, reason: &'static str, message: impl Into<String>) -> Self {
        Self {
            field: Some(field.to_owned()),
            ..Self::new(Code::InvalidArgument, reason, message)
        }
    }

    /// The request is sound, but the state of things forbids it: `FAILED_PRECONDITION`.
    pub fn refused(reason: &'static str, message: impl Into<String>) -> Self {
        Self::new(Code::FailedPrecondition, reason, message)
    }

    /// The caller's view is out of date; look again and retry: `ABORTED`.
    pub fn stale(reason: &'static str, message: impl Into<String>) -> Self {
        Self::new(Code::Aborted, reason, message)
    }

    /// The caller may not do this: `PERMISSION_DENIED`.
    pub fn denied(reason: &'static str, message: impl Into<String>) -> Self {
        Self::new(Code::PermissionDenied, reason, message)
    }

    /// Nobody knows who calls: `UNAUTHENTICATED`.
    pub fn unauthenticated(reason: &'static str, message: impl Into<String>) -> Self {
        Self::new(Code::Unauthenticated, reason, message)
    }

    /// The call came without a token.
    pub(crate) fn no_token() -> Self {
        Self::unauthenticated(
            "NO_TOKEN",
            "sign in first, and send `authorization: Bearer TOKEN` with each call",
        )
    }

    /// There is no such thing: `NOT_FOUND`.
    pub fn not_found(reason: &'static str, message: impl Into<String>) -> Self {
        Self::new(Code::NotFound, reason, message)
    }

    /// Another request of the same name has already made something else: `ALREADY_EXISTS`.
    pub fn already_exists(reason: &'static str, message: impl Into<String>) -> Self {
        Self::new(Code::AlreadyExists, reason, message)
    }

    /// More is asked than can be served now: `RESOURCE_EXHAUSTED`.
    pub fn exhausted(reason: &'static str, message: impl Into<String>) -> Self {
        Self::new(Code::ResourceExhausted, reason, message)
    }

    /// Nothing of that name is served here: `UNIMPLEMENTED`.
    pub fn unknown(reason: &'static str, message: impl Into<String>) -> Self {
        Self::new(Code::Unimplemented, reason, message)
    }

    /// Something that the service needs does not answer; retry: `UNAVAILABLE`.
    pub fn unavailable(reason: &'static str, message: impl Into<String>) -> Self {
        Self::new(Code::Unavailable, reason, message)
    }

    /// The caller's deadline passed first: `DEADLINE_EXCEEDED`.
    pub fn too_late(reason: &'static str, message: impl Into<String>) -> Self {
        Self::new(Code::DeadlineExceeded, reason, message)
    }

    /// A fault of the service itself: `INTERNAL`, whatever it is. The message reaches the caller, so it
    /// tells no detail; log those.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(Code::Internal, "INTERNAL", message)
    }

    /// Adds a machine-readable detail, such as the ply at fault.
    #[must_use]
    pub fn with(mut self, key: &str, value: &impl ToString) -> Self {
        self.metadata.insert(key.to_owned(), value.to_string());
        self
    }

    /// The stable name of what is wrong.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        self.reason
    }

    /// The gRPC code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.reason, self.message)
    }
}

impl Error for Fault {}

impl From<Fault> for Status {
    fn from(fault: Fault) -> Self {
        let mut details = ErrorDetails::new();
        if let Some(field) = fault.field {
            details.add_bad_request_violation(field, fault.message.as_str());
        }
        details.set_error_info(fault.reason, DOMAIN, fault.metadata);
        Self::with_error_details(fault.code, fault.message, details)
    }
}

/// A status code's name, as gRPC's documents write it.
#[must_use]
pub const fn code_name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}
