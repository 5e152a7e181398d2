//! What handlers take from a request, refused in the one form that refusals have.

use std::error::Error;

use axum::extract::rejection::{
    BytesRejection, FailedToBufferBody, JsonRejection, PathRejection, QueryRejection,
};
use axum::extract::{FromRequest, FromRequestParts};

use crate::app::MAX_BODY_BYTES;
use crate::fault::Fault;

/// A body of JSON.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(Fault))]
pub(crate) struct Body<T>(pub(crate) T);

/// Parts of the path.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Fault))]
pub(crate) struct Path<T>(pub(crate) T);

/// The query.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Fault))]
pub(crate) struct Query<T>(pub(crate) T);

impl From<JsonRejection> for Fault {
    fn from(rejection: JsonRejection) -> Self {
        match rejection {
            JsonRejection::JsonDataError(error) => {
                Self::malformed("MALFORMED_BODY", detail(&error))
            }
            JsonRejection::JsonSyntaxError(error) => {
                Self::malformed("MALFORMED_JSON", detail(&error))
            }
            JsonRejection::MissingJsonContentType(_) => Self::not_json(),
            JsonRejection::BytesRejection(BytesRejection::FailedToBufferBody(
                FailedToBufferBody::LengthLimitError(_),
            )) => Self::body_too_large(MAX_BODY_BYTES),
            other => Self::malformed("MALFORMED_BODY", other.body_text()),
        }
    }
}

impl From<PathRejection> for Fault {
    fn from(rejection: PathRejection) -> Self {
        Self::malformed("MALFORMED_PATH", rejection.body_text())
    }
}

impl From<QueryRejection> for Fault {
    fn from(rejection: QueryRejection) -> Self {
        match rejection {
            QueryRejection::FailedToDeserializeQueryString(error) => {
                Self::malformed("MALFORMED_QUERY", detail(&error))
            }
            other => Self::malformed("MALFORMED_QUERY", other.body_text()),
        }
    }
}

/// The cause alone, which names the field and the place; what is around it speaks of types.
fn detail(error: &dyn Error) -> String {
    error
        .source()
        .map_or_else(|| error.to_string(), ToString::to_string)
}
