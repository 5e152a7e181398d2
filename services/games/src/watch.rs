//! Following a game: a snapshot or what was missed, then every event, none left out and none twice.

use std::collections::VecDeque;
use std::time::Duration;

use futures::future::BoxFuture;
use futures::{FutureExt as _, Stream, StreamExt as _, stream};
use proto::games::v1 as messages;
use proto::games::v1::game_event::Happening;
use proto::games::v1::watch_game_response::Update;
use store::Subscription;
use tonic::Status;

use crate::game::counts;
use crate::past;
use crate::reader::Reader;
use crate::sealed::{Sealed, Viewer};

/// After this long without an event the game is read, in case the last one was lost on the way.
const DOUBT_AFTER: Duration = Duration::from_secs(10);

/// The updates of a game from a version on, as a viewer may see them; 0 asks for a snapshot first. They
/// end with the game.
pub(crate) async fn updates(
    reader: Reader,
    id: String,
    after_version: u64,
    viewer: Viewer,
) -> Result<impl Stream<Item = Result<Update, Status>> + Send + 'static, Status> {
    // Subscribed before it is read, so that nothing falls between the two.
    let events = reader.repository.subscribe(&id).await?;
    let mut watcher = Watcher {
        reader,
        id,
        seen: after_version,
        events,
        ready: VecDeque::new(),
        viewer,
        rated: false,
        over: false,
    };
    watcher.catch_up().await?;
    Ok(stream::try_unfold(watcher, |mut watcher| async move {
        let update = watcher.next().await?;
        Ok(update.map(|update| (update, watcher)))
    }))
}

struct Watcher {
    reader: Reader,
    id: String,
    /// The version that the watcher has been brought to, `ready` included.
    seen: u64,
    events: Subscription,
    ready: VecDeque<Update>,
    viewer: Viewer,
    /// Whether the game's result is rated.
    rated: bool,
    over: bool,
}

impl Watcher {
    /// The next update; `None` after the last one.
    async fn next(&mut self) -> Result<Option<Update>, Status> {
        loop {
            if let Some(update) = self.ready.pop_front() {
                return Ok(Some(update));
            }
            // What it held is not needed while nothing happens.
            self.ready = VecDeque::new();
            if self.over {
                return Ok(None);
            }
            match tokio::time::timeout(DOUBT_AFTER, self.events.next()).await {
                Ok(Some(message)) => self.hear(&message).await?,
                Ok(None) => {
                    let again = self.reader.repository.subscribe(&self.id);
                    self.events = again.boxed().await?;
                    self.catch_up().await?;
                }
                Err(_silence) => self.catch_up().await?,
            }
        }
    }

    /// Takes an event in if it is the next one; a gap is healed from the game itself.
    async fn hear(&mut self, message: &[u8]) -> Result<(), Status> {
        match Sealed::from_bytes(message).map(|event| event.open(self.viewer)) {
            Some(event) if event.version <= self.seen => Ok(()),
            Some(event) if event.version == self.seen + 1 => {
                self.seen = event.version;
                self.over = self.is_last(&event);
                self.ready.push_back(Update::Event(event));
                Ok(())
            }
            _ => self.catch_up().await,
        }
    }

    /// Whether nothing comes after an event: a result that counts is still rated.
    fn is_last(&self, event: &messages::GameEvent) -> bool {
        let is_rated = matches!(event.happening, Some(Happening::Rated(_)));
        let ends = |outcome| is_rated || !(self.rated && counts(outcome));
        event.outcome.as_ref().is_some_and(ends)
    }

    /// Brings the watcher to the game as it stands. Boxed: thousands of watchers only wait, and would
    /// keep room for it.
    fn catch_up(&mut self) -> BoxFuture<'_, Result<(), Status>> {
        self.read().boxed()
    }

    async fn read(&mut self) -> Result<(), Status> {
        let loaded = self.reader.repository.load(&self.id).await?;
        let game = &loaded.game;
        // A version the game hasn't reached can't have been seen: start over.
        if self.seen == 0 || self.seen > game.version() {
            let snapshot = self.reader.view(&self.id, &loaded, self.viewer).await?;
            self.ready.push_back(Update::Snapshot(snapshot));
        } else {
            let missed =
                past::events_after(&self.reader.rulebook, &self.id, game, self.seen).await?;
            let missed = missed.into_iter().map(|event| event.open(self.viewer));
            self.ready.extend(missed.map(Update::Event));
        }
        self.seen = game.version();
        self.rated = game.beginning().pool.is_some();
        self.over = game.is_settled();
        Ok(())
    }
}
