//! A watcher that comes back with the last version seen whenever its stream breaks.

use std::time::Duration;

use proto::games::v1::game_event::Happening;
use proto::games::v1::watch_game_response::Update;
use proto::games::v1::{GameEvent, WatchGameRequest, WatchGameResponse};
use tokio::sync::watch;
use tokio::time::timeout;
use tonic::Streaming;

use crate::backend::{Backend, is_passing};

/// A stream without a word for so long makes a watcher come back on another connection. The
/// transport finds a dead connection sooner.
const SILENCE: Duration = Duration::from_secs(30);

/// How far a watcher has seen a game go.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) ply: u32,
    pub(crate) over: bool,
}

/// Watches a game, new or under way, to its end. Gives the events after the first snapshot, or all
/// after `version` if that is not 0; each was the next one.
pub(crate) async fn watch(
    backend: Backend,
    game: String,
    player: String,
    mut version: u64,
    progress: watch::Sender<Seen>,
) -> Vec<GameEvent> {
    let mut events: Vec<GameEvent> = Vec::new();
    loop {
        let request = WatchGameRequest {
            game_id: game.clone(),
            after_version: version,
            player_id: player.clone(),
        };
        let stream = backend
            .ask(request, async |mut games, request| {
                games.watch_game(request).await
            })
            .await;
        let mut stream = stream.unwrap();
        while let Some(update) = next(&mut stream, &progress).await {
            match update {
                Update::Snapshot(game) => {
                    assert_eq!(version, 0, "a snapshot though a version was seen");
                    version = game.version;
                    progress.send_replace(Seen {
                        ply: game.ply,
                        over: game.outcome.is_some(),
                    });
                }
                Update::Event(event) => {
                    assert_eq!(
                        event.version,
                        version + 1,
                        "left out or told twice: {event:?}"
                    );
                    version = event.version;
                    progress.send_modify(|seen| {
                        if let Some(Happening::MovePlayed(played)) = &event.happening {
                            seen.ply = played.r#move.as_ref().unwrap().ply;
                        }
                        seen.over = event.outcome.is_some();
                    });
                    events.push(event);
                }
            }
        }
        if progress.borrow().over {
            return events;
        }
    }
}

/// The next update; `None` when the stream has broken, or has ended with the game.
async fn next(
    stream: &mut Streaming<WatchGameResponse>,
    progress: &watch::Sender<Seen>,
) -> Option<Update> {
    match timeout(SILENCE, stream.message()).await {
        Ok(Ok(Some(message))) => message.update,
        Ok(Ok(None)) => {
            assert!(progress.borrow().over, "the stream ended before the game");
            None
        }
        Ok(Err(status)) => {
            assert!(is_passing(&status), "{status:?}");
            None
        }
        Err(_silence) => None,
    }
}
