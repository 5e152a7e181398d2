//! The conversation with a watcher: what a stream of the games service tells goes out, one message
//! at a time, so that a slow reader holds back its own stream and nothing piles up here.

mod farewell;

use std::sync::LazyLock;

use axum::extract::ws::{Message, WebSocket};
use futures::StreamExt as _;
use proto::games::v1::{WatchGameResponse, WatchPlayerResponse};
use proto::matchmaking::v1::{EnqueueResponse, WatchInviteResponse};
use serde::Serialize;
use telemetry::metrics::{KeyValue, UpDownCounter, open};
use tokio::time::{MissedTickBehavior, interval_at, timeout};
use tokio_util::sync::CancellationToken;
use tonic::{Code, Status, Streaming};

use self::farewell::Farewell;
use crate::Limits;
use crate::fault::Fault;
use crate::model::{InviteMessage, PlayerMessage, QueueMessage, WatchMessage};

/// The longest message that a watcher may send. Nothing is expected of it.
pub(crate) const MAX_HEARD_BYTES: usize = 4096;

static OPEN: LazyLock<UpDownCounter<i64>> = LazyLock::new(|| {
    open(
        "shashki.websockets.open",
        "{socket}",
        "WebSockets being served",
    )
});

/// A WebSocket, counted for as long as it is open.
struct Open([KeyValue; 1]);

impl Open {
    fn about(what: &'static str) -> Self {
        let about = [KeyValue::new("shashki.socket", what)];
        OPEN.add(1, &about);
        Self(about)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        OPEN.add(-1, &self.0);
    }
}

/// What a watcher is told, message by message.
pub(crate) trait Tale:
    Serialize + TryFrom<Self::Heard, Error = Fault> + Send + Sync + 'static
{
    /// The message of the service that it comes from.
    type Heard: Send + 'static;
    /// What it means when the service has nothing more to tell.
    const END: Farewell;
    /// What it is about, as open sockets are counted.
    const ABOUT: &'static str;
    /// What is told when the service refuses to tell it: an `Err` where that belongs into the
    /// answer to the handshake.
    fn refused(status: Status) -> Result<Self, Fault> {
        Err(status.into())
    }
}

impl Tale for WatchMessage {
    type Heard = WatchGameResponse;
    const END: Farewell = Farewell::GameOver;
    const ABOUT: &'static str = "game";
}

impl Tale for PlayerMessage {
    type Heard = WatchPlayerResponse;
    // There is always more to tell of a player.
    const END: Farewell = Farewell::Lost;
    const ABOUT: &'static str = "player";
}

impl Tale for QueueMessage {
    type Heard = EnqueueResponse;
    const END: Farewell = Farewell::AllTold;
    const ABOUT: &'static str = "queue";

    fn refused(status: Status) -> Result<Self, Fault> {
        // What may pass by itself is for the client to try again, as with every other stream.
        match status.code() {
            Code::InvalidArgument
            | Code::NotFound
            | Code::FailedPrecondition
            | Code::PermissionDenied => Ok(Self::Refused {
                error: Fault::from(status).into_info(),
            }),
            _ => Err(status.into()),
        }
    }
}

impl Tale for InviteMessage {
    type Heard = WatchInviteResponse;
    const END: Farewell = Farewell::AllTold;
    const ABOUT: &'static str = "invite";
}

/// Tells a watcher the one thing there is to tell.
pub(crate) async fn say_last<T: Tale>(mut socket: WebSocket, last: &T) {
    let farewell = match write(last) {
        Ok(message) => match socket.send(message).await {
            Ok(()) => T::END,
            Err(error) => Farewell::of_socket(&error),
        },
        Err(farewell) => farewell,
    };
    farewell.say(socket).await;
}

/// Tells a watcher what happens until either side has enough.
pub(crate) async fn converse<T: Tale>(
    mut socket: WebSocket,
    heard: Streaming<T::Heard>,
    limits: &Limits,
    shutdown: &CancellationToken,
) {
    let _open = Open::about(T::ABOUT);
    let farewell = tell::<T>(&mut socket, heard, limits, shutdown).await;
    tracing::debug!(?farewell, "a watcher leaves");
    farewell.say(socket).await;
}

async fn tell<T: Tale>(
    socket: &mut WebSocket,
    mut heard: Streaming<T::Heard>,
    limits: &Limits,
    shutdown: &CancellationToken,
) -> Farewell {
    let first = tokio::time::Instant::now() + limits.ping_every;
    let mut pings = interval_at(first, limits.ping_every);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut answered = true;
    loop {
        let message = tokio::select! {
            () = shutdown.cancelled() => return Farewell::Stopping,
            said = socket.recv() => match said {
                Some(Ok(Message::Close(_))) | None => return Farewell::Left,
                Some(Ok(_)) => {
                    answered = true;
                    continue;
                }
                Some(Err(error)) => return Farewell::of_socket(&error),
            },
            _ = pings.tick() => {
                if !answered {
                    return Farewell::Silent;
                }
                answered = false;
                Message::Ping(axum::body::Bytes::new())
            }
            next = heard.next() => match next.map(read::<T>) {
                Some(Ok(message)) => message,
                Some(Err(farewell)) => return farewell,
                None => return T::END,
            },
        };
        let sent = timeout(limits.patience, socket.send(message));
        match shutdown.run_until_cancelled(sent).await {
            Some(Ok(Ok(()))) => {}
            Some(Ok(Err(error))) => return Farewell::of_socket(&error),
            Some(Err(_elapsed)) => return Farewell::TooSlow,
            None => return Farewell::Stopping,
        }
    }
}

fn read<T: Tale>(heard: Result<T::Heard, Status>) -> Result<Message, Farewell> {
    let heard = heard.map_err(|status| Farewell::of_upstream(&status))?;
    let message = T::try_from(heard).map_err(|_logged| Farewell::Failed)?;
    write(&message)
}

fn write<T: Tale>(message: &T) -> Result<Message, Farewell> {
    let text = serde_json::to_string(message).map_err(|_impossible| Farewell::Failed)?;
    Ok(Message::text(text))
}
