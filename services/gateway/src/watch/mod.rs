//! The conversation with a watcher: what the game's stream tells goes out, one message at a time,
//! so that a slow reader holds back its own stream and nothing piles up here.

mod farewell;

use axum::extract::ws::{Message, WebSocket};
use futures::StreamExt as _;
use proto::games::v1::WatchGameResponse;
use tokio::time::{MissedTickBehavior, interval_at, timeout};
use tokio_util::sync::CancellationToken;
use tonic::Streaming;

use self::farewell::Farewell;
use crate::Limits;
use crate::model::WatchMessage;

/// The longest message that a watcher may send. Nothing is expected of it.
pub(crate) const MAX_HEARD_BYTES: usize = 4096;

/// Tells a watcher what happens until either side has enough.
pub(crate) async fn converse(
    mut socket: WebSocket,
    updates: Streaming<WatchGameResponse>,
    limits: &Limits,
    shutdown: &CancellationToken,
) {
    let farewell = tell(&mut socket, updates, limits, shutdown).await;
    tracing::debug!(?farewell, "a watcher leaves");
    farewell.say(socket).await;
}

async fn tell(
    socket: &mut WebSocket,
    mut updates: Streaming<WatchGameResponse>,
    limits: &Limits,
    shutdown: &CancellationToken,
) -> Farewell {
    let first = tokio::time::Instant::now() + limits.ping_every;
    let mut pings = interval_at(first, limits.ping_every);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = true;
    loop {
        let message = tokio::select! {
            () = shutdown.cancelled() => return Farewell::Stopping,
            said = socket.recv() => match said {
                Some(Ok(Message::Close(_))) | None => return Farewell::Left,
                Some(Ok(_)) => {
                    heard = true;
                    continue;
                }
                Some(Err(error)) => return Farewell::of_socket(&error),
            },
            _ = pings.tick() => {
                if !heard {
                    return Farewell::Silent;
                }
                heard = false;
                Message::Ping(axum::body::Bytes::new())
            }
            update = updates.next() => match update.map(read) {
                Some(Ok(message)) => message,
                Some(Err(farewell)) => return farewell,
                None => return Farewell::GameOver,
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

fn read(update: Result<WatchGameResponse, tonic::Status>) -> Result<Message, Farewell> {
    let update = update.map_err(|status| Farewell::of_upstream(&status))?;
    let message = WatchMessage::try_from(update).map_err(|_logged| Farewell::Failed)?;
    let text = serde_json::to_string(&message).map_err(|_impossible| Farewell::Failed)?;
    Ok(Message::text(text))
}
