//! Following a game: a snapshot or what was missed, then every event, none left out and none twice.

use std::collections::VecDeque;
use std::pin::Pin;
use std::time::Duration;

use futures::{Stream, StreamExt as _, stream};
use platform::Fault;
use prost::Message as _;
use proto::games::v1 as wire;
use proto::games::v1::watch_game_response::Update;
use store::Subscription;
use tokio_util::sync::CancellationToken;
use tonic::Status;

use crate::repository::Repository;
use crate::rulebook::Rulebook;
use crate::{past, wire as messages};

/// The messages of one watcher.
pub(crate) type Updates =
    Pin<Box<dyn Stream<Item = Result<wire::WatchGameResponse, Status>> + Send>>;

/// After this long without an event the game is read, in case the last one was lost on the way.
const DOUBT_AFTER: Duration = Duration::from_secs(10);

/// Follows a game from a version on; 0 asks for a snapshot first.
pub(crate) async fn updates(
    repository: Repository,
    rulebook: Rulebook,
    id: String,
    after_version: u64,
    shutdown: CancellationToken,
) -> Result<Updates, Status> {
    // Subscribed before it is read, so that nothing falls between the two.
    let events = repository.subscribe(&id).await?;
    let mut watcher = Watcher {
        repository,
        rulebook,
        id,
        seen: after_version,
        events,
        ready: VecDeque::new(),
        over: false,
    };
    watcher.catch_up().await?;
    let updates = stream::unfold(Some((watcher, shutdown)), |state| async move {
        let (mut watcher, shutdown) = state?;
        match shutdown.run_until_cancelled(watcher.next()).await {
            Some(Ok(Some(update))) => Some((
                Ok(wire::WatchGameResponse {
                    update: Some(update),
                }),
                Some((watcher, shutdown)),
            )),
            Some(Ok(None)) => None,
            Some(Err(status)) => Some((Err(status), None)),
            None => Some((Err(farewell(watcher.seen)), None)),
        }
    });
    Ok(Box::pin(updates))
}

fn farewell(seen: u64) -> Status {
    Fault::unavailable(
        "SHUTTING_DOWN",
        format!("this server is stopping: watch again after version {seen}"),
    )
    .into()
}

struct Watcher {
    repository: Repository,
    rulebook: Rulebook,
    id: String,
    /// The version that the watcher has been brought to, `ready` included.
    seen: u64,
    events: Subscription,
    ready: VecDeque<Update>,
    over: bool,
}

impl Watcher {
    /// The next update; `None` after the one that ended the game.
    async fn next(&mut self) -> Result<Option<Update>, Status> {
        loop {
            if let Some(update) = self.ready.pop_front() {
                return Ok(Some(update));
            }
            if self.over {
                return Ok(None);
            }
            match tokio::time::timeout(DOUBT_AFTER, self.events.next()).await {
                Ok(Some(message)) => self.hear(&message).await?,
                Ok(None) => {
                    self.events = self.repository.subscribe(&self.id).await?;
                    self.catch_up().await?;
                }
                Err(_silence) => self.catch_up().await?,
            }
        }
    }

    /// Takes an event in if it is the next one; a gap is healed from the game itself.
    async fn hear(&mut self, message: &[u8]) -> Result<(), Status> {
        match wire::GameEvent::decode(message) {
            Ok(event) if event.version <= self.seen => Ok(()),
            Ok(event) if event.version == self.seen + 1 => {
                self.seen = event.version;
                self.over = event.outcome.is_some();
                self.ready.push_back(Update::Event(event));
                Ok(())
            }
            _ => self.catch_up().await,
        }
    }

    /// Brings the watcher to the game as it stands.
    async fn catch_up(&mut self) -> Result<(), Status> {
        let game = self.repository.load(&self.id).await?.game;
        // A version the game hasn't reached can't have been seen: start over.
        if self.seen == 0 || self.seen > game.version() {
            self.ready
                .push_back(Update::Snapshot(messages::game(&self.id, &game)));
        } else {
            for event in past::events_after(&self.rulebook, &game, self.seen).await? {
                self.ready
                    .push_back(Update::Event(messages::event(&self.id, &event)));
            }
        }
        self.seen = game.version();
        self.over = game.ending.is_some();
        Ok(())
    }
}
