//! How a conversation with a watcher ends.

use std::error::Error;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tonic::{Code, Status};

/// How long the peer has to take the close frame and to answer it.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Farewell {
    /// The game's last event was told.
    GameOver,
    /// The last there was to tell was told.
    AllTold,
    /// The watcher closed, or its connection broke.
    Left,
    /// The watcher did not answer a ping.
    Silent,
    /// The watcher did not take a message in time.
    TooSlow,
    /// The watcher sent more than it may.
    TooLong,
    /// The gateway stops.
    Stopping,
    /// The games service was lost or stops.
    Lost,
    /// The games service failed.
    Failed,
}

impl Farewell {
    /// What an error of the socket means.
    pub(super) fn of_socket(error: &axum::Error) -> Self {
        let text = error.source().map_or_else(String::new, ToString::to_string);
        // The WebSocket library's errors can't be named through axum.
        if text.contains("too long") {
            Self::TooLong
        } else {
            Self::Left
        }
    }

    /// What the end of the service's stream means.
    pub(super) fn of_upstream(status: &Status) -> Self {
        let own = !status.details().is_empty();
        match status.code() {
            // Without details it is the transport that speaks: the connection was cut.
            Code::Internal | Code::Unknown | Code::DataLoss if own => {
                tracing::error!(message = status.message(), "following failed");
                Self::Failed
            }
            // The service waits for the gateway as the gateway waits for the watcher.
            Code::ResourceExhausted if own => Self::TooSlow,
            _ => Self::Lost,
        }
    }

    fn frame(self) -> Option<CloseFrame> {
        let (code, reason) = match self {
            Self::Left => return None,
            Self::GameOver => (close_code::NORMAL, "the game is over"),
            Self::AllTold => (close_code::NORMAL, "there is no more to tell"),
            Self::Silent => (close_code::POLICY, "a ping was not answered"),
            Self::TooSlow => (
                close_code::POLICY,
                "messages were not taken fast enough: watch again from where you are",
            ),
            Self::TooLong => (close_code::SIZE, "nothing that long is expected here"),
            Self::Stopping => (
                close_code::AWAY,
                "the gateway stops: watch again from where you are",
            ),
            Self::Lost => (
                close_code::RESTART,
                "the service was lost: watch again from where you are",
            ),
            Self::Failed => (close_code::ERROR, "the service failed; the fault is logged"),
        };
        Some(CloseFrame {
            code,
            reason: reason.into(),
        })
    }

    /// Says it, and waits a little for the peer to close as well.
    pub(super) async fn say(self, mut socket: WebSocket) {
        let Some(frame) = self.frame() else { return };
        let handshake = async {
            if socket.send(Message::Close(Some(frame))).await.is_ok() {
                while let Some(Ok(_)) = socket.recv().await {}
            }
        };
        // A peer that does not answer is left behind.
        let _ = tokio::time::timeout(PATIENCE, handshake).await;
    }
}
