//! What all WebSockets have in common: pings, heartbeats, limits of time, and a close with a reason.
//! One message goes out at a time, so that a slow reader holds back its own streams and nothing piles
//! up here.

use std::sync::LazyLock;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use telemetry::metrics::{UpDownCounter, open};
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until, timeout};

use super::close::Close;
use super::counted::Counted;
use crate::app::App;

/// How long a client has to take the close frame and to answer it.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// What a quiet socket says, for proxies that count messages and not pings.
const HEARTBEAT: &str = r#"{"heartbeat":{}}"#;

static OPEN: LazyLock<UpDownCounter<i64>> = LazyLock::new(|| {
    open(
        "shashki.websockets.open",
        "{socket}",
        "WebSockets being served",
    )
});

/// What goes out over a socket, and what is made of what comes in.
pub(super) trait Conversation: Send {
    /// The next message to send. It can be cancelled and loses nothing.
    fn next(&mut self) -> impl Future<Output = Result<Utf8Bytes, Close>> + Send;

    /// Takes in a message of the client.
    fn receive(&mut self, message: &Message) -> Result<(), Close>;
}

/// Serves a socket until either side has enough.
pub(super) async fn serve(mut socket: WebSocket, app: &App, mut conversation: impl Conversation) {
    let _counted = Counted::new(&OPEN, []);
    let close = converse(&mut socket, app, &mut conversation).await;
    tracing::debug!(reason = close.reason(), "a socket closes");
    // The streams end before the client is told: it may open them again at once.
    drop(conversation);
    say_goodbye(socket, close).await;
}

async fn converse(
    socket: &mut WebSocket,
    app: &App,
    conversation: &mut impl Conversation,
) -> Close {
    let limits = &app.limits;
    let mut pings = interval_at(Instant::now() + limits.ping_every, limits.ping_every);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut is_answered = true;
    let mut quiet_since = Instant::now();
    loop {
        let message = tokio::select! {
            () = app.shutdown.cancelled() => return Close::Stopping,
            received = socket.recv() => match received {
                Some(Ok(Message::Close(_))) | None => return Close::Left,
                Some(Ok(message)) => {
                    is_answered = true;
                    match conversation.receive(&message) {
                        Ok(()) => continue,
                        Err(close) => return close,
                    }
                }
                Some(Err(error)) => return Close::of_socket(&error),
            },
            _ = pings.tick() => {
                if !is_answered {
                    return Close::PingTimeout;
                }
                is_answered = false;
                Message::Ping(Bytes::new())
            }
            () = sleep_until(quiet_since + limits.heartbeat), if !limits.heartbeat.is_zero() => {
                quiet_since = Instant::now();
                Message::Text(Utf8Bytes::from_static(HEARTBEAT))
            }
            next = conversation.next() => match next {
                Ok(text) => {
                    quiet_since = Instant::now();
                    Message::Text(text)
                }
                Err(close) => return close,
            },
        };
        let sent = timeout(limits.send, socket.send(message));
        match app.shutdown.run_until_cancelled(sent).await {
            Some(Ok(Ok(()))) => {}
            Some(Ok(Err(error))) => return Close::of_socket(&error),
            Some(Err(_elapsed)) => return Close::SlowReader,
            None => return Close::Stopping,
        }
    }
}

/// Closes a socket, and waits a little for the client to close as well. A client that closed first is
/// answered by reading on.
async fn say_goodbye(mut socket: WebSocket, close: Close) {
    let handshake = async {
        if let Some(frame) = close.frame()
            && socket.send(Message::Close(Some(frame))).await.is_err()
        {
            return;
        }
        while let Some(Ok(_)) = socket.recv().await {}
    };
    // A client that does not answer is left behind.
    let _ = timeout(CLOSE_TIMEOUT, handshake).await;
}
