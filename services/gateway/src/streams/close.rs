//! How a stream ends.

use std::error::Error;

use axum::extract::ws::{CloseFrame, close_code};
use tonic::{Code, Status};

/// Why a stream, or the socket that carries it, ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Close {
    /// The stream has told all there is to tell.
    Ended,
    /// The client closed, or its connection broke.
    Left,
    /// The client did not answer a ping.
    PingTimeout,
    /// The client did not take messages fast enough.
    SlowReader,
    /// The client sent a message that is too long.
    MessageTooLarge,
    /// The client sent what cannot be read.
    MalformedMessage(&'static str),
    /// The gateway stops.
    Stopping,
    /// The service was lost or stops.
    Lost,
    /// The service failed.
    Failed,
}

impl Close {
    /// What an error of the socket means.
    pub(super) fn of_socket(error: &axum::Error) -> Self {
        let text = error.source().map_or_else(String::new, ToString::to_string);
        // The WebSocket library's errors can't be named through axum.
        if text.contains("too long") {
            Self::MessageTooLarge
        } else if text.starts_with("UTF-8") {
            Self::MalformedMessage("a text message has to be UTF-8")
        } else {
            Self::Left
        }
    }

    /// What the end of the service's stream means.
    pub(super) fn of_upstream(status: &Status) -> Self {
        let is_of_service = !status.details().is_empty();
        match status.code() {
            // Without details it is the transport that speaks: the connection was cut.
            Code::Internal | Code::Unknown | Code::DataLoss if is_of_service => {
                tracing::error!(message = status.message(), "a stream failed");
                Self::Failed
            }
            // The service waits for the gateway as the gateway waits for the client.
            Code::ResourceExhausted if is_of_service => Self::SlowReader,
            _ => Self::Lost,
        }
    }

    /// A stable name for programs.
    pub(super) fn reason(self) -> &'static str {
        match self {
            Self::Ended => "ENDED",
            Self::Left => "CLOSED",
            Self::PingTimeout => "PING_TIMEOUT",
            Self::SlowReader => "SLOW_READER",
            Self::MessageTooLarge => "MESSAGE_TOO_LARGE",
            Self::MalformedMessage(_) => "MALFORMED_MESSAGE",
            Self::Stopping => "STOPPING",
            Self::Lost => "LOST",
            Self::Failed => "FAILED",
        }
    }

    /// What to do, for people.
    pub(super) fn detail(self) -> &'static str {
        match self {
            Self::Ended => "there is no more to tell",
            Self::Left => "the stream was closed",
            Self::PingTimeout => "a ping was not answered",
            Self::SlowReader => "messages were not taken fast enough: resume from where you are",
            Self::MessageTooLarge => "nothing that long is expected here",
            Self::MalformedMessage(problem) => problem,
            Self::Stopping => "the gateway stops: resume from where you are",
            Self::Lost => "the service was lost: resume from where you are",
            Self::Failed => "the service failed; the fault is logged",
        }
    }

    /// Whether to open the stream again.
    pub(super) fn can_retry(self) -> bool {
        matches!(
            self,
            Self::SlowReader | Self::Stopping | Self::Lost | Self::Failed
        )
    }

    /// The frame that closes a socket; none where the client closed first.
    pub(super) fn frame(self) -> Option<CloseFrame> {
        let code = match self {
            Self::Left => return None,
            Self::Ended => close_code::NORMAL,
            Self::PingTimeout | Self::SlowReader | Self::MalformedMessage(_) => close_code::POLICY,
            Self::MessageTooLarge => close_code::SIZE,
            Self::Stopping => close_code::AWAY,
            Self::Lost => close_code::RESTART,
            Self::Failed => close_code::ERROR,
        };
        let reason = self.detail().into();
        Some(CloseFrame { code, reason })
    }
}
