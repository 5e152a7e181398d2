//! What can go wrong, and what callers are told of it: the one place for both.

use std::fmt;

use platform::Fault;
use tonic::{Code, Status};

/// What can go wrong.
#[derive(Debug)]
pub(crate) enum Error {
    /// The store failed.
    Store(store::Error),
    /// Another service did not answer, or not as it should.
    Peer(Status),
    /// The call is refused.
    Refused(Fault),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::Peer(status) => write!(f, "a service called: {}", status.message()),
            Self::Refused(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Self {
        Self::Store(error)
    }
}

impl From<Status> for Error {
    fn from(status: Status) -> Self {
        Self::Peer(status)
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::Refused(fault)
    }
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        match error {
            Error::Refused(fault) => fault.into(),
            Error::Store(store::Error::Corrupt(key)) => {
                tracing::error!(key, "the store holds something that cannot be read");
                Fault::internal("this cannot be read; the fault is logged").into()
            }
            Error::Store(error) => {
                tracing::warn!(%error, "the store failed");
                Fault::unavailable(
                    "STORE_UNAVAILABLE",
                    "matchmaking cannot reach its store now; it is safe to repeat the call",
                )
                .into()
            }
            Error::Peer(status) => match status.code() {
                Code::Unavailable | Code::DeadlineExceeded | Code::ResourceExhausted => status,
                code => {
                    tracing::error!(?code, message = status.message(), "a service called");
                    Fault::internal(
                        "another service did not answer as it should; the fault is logged",
                    )
                    .into()
                }
            },
        }
    }
}
