//! A stream of a service, as the JSON that clients get.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::extract::ws::Utf8Bytes;
use bytes::Bytes;
use contract::Json;
use prost_reflect::prost::Message as _;
use prost_reflect::{DynamicMessage, MessageDescriptor};
use telemetry::metrics::{KeyValue, UpDownCounter, open};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tonic::Streaming;

use super::close::Close;
use super::counted::Counted;
use crate::app::App;
use crate::caller::Caller;
use crate::problem::Problem;
use crate::rest::Route;

static OPEN: LazyLock<UpDownCounter<i64>> = LazyLock::new(|| {
    open(
        "shashki.gateway.streams.open",
        "{stream}",
        "Streams that go out over WebSockets and as server-sent events",
    )
});

/// An open stream.
pub(super) struct Source {
    pub(super) route: Arc<Route>,
    _counted: Counted<1>,
    messages: Streaming<Bytes>,
    json: Json,
    cache: Arc<JsonCache>,
    shutdown: CancellationToken,
}

impl Source {
    /// Opens a stream.
    pub(super) async fn open(
        app: &App,
        route: Arc<Route>,
        message: &DynamicMessage,
        caller: &Caller,
    ) -> Result<Self, Problem> {
        // A deadline in the request would end the stream with it; this one is for its beginning only.
        let call = caller.call(message.encode_to_vec().into());
        let opening = timeout(app.limits.call, app.upstream.stream(call, &route.method));
        let opened = opening
            .await
            .map_err(|_elapsed| Problem::deadline_exceeded())?;
        let messages = opened?;
        let name = route.method.descriptor.name().to_owned();
        Ok(Self {
            messages,
            _counted: Counted::new(&OPEN, [KeyValue::new("rpc.method", name)]),
            json: app.contract.json.clone(),
            cache: Arc::clone(&app.json_cache),
            shutdown: app.shutdown.clone(),
            route,
        })
    }

    /// The next message as it came, or why there is none.
    pub(super) async fn next_bytes(&mut self) -> Result<Bytes, Close> {
        match self.messages.message().await {
            Ok(Some(message)) => Ok(message),
            Ok(None) => Err(Close::Ended),
            // The stop ends calls under way too, and may be seen here first.
            Err(_) if self.shutdown.is_cancelled() => Err(Close::Stopping),
            Err(status) => Err(Close::of_upstream(&status)),
        }
    }

    /// The next message in JSON, or why there is none. It can be cancelled and loses nothing.
    pub(super) async fn next(&mut self) -> Result<Utf8Bytes, Close> {
        let message = self.next_bytes().await?;
        self.write(message)
    }

    /// A message in JSON.
    pub(super) fn write(&self, message: Bytes) -> Result<Utf8Bytes, Close> {
        let kind = self.route.method.descriptor.output();
        self.cache
            .write(&self.json, kind, message)
            .map_err(|error| {
                tracing::error!(error, "a service's message cannot be read");
                Close::Failed
            })
    }
}

/// Messages that went out lately, in JSON: many watch the same game, and what all of them get is
/// written once.
#[derive(Debug)]
pub(crate) struct JsonCache(Vec<Mutex<Option<Written>>>);

/// A message and what was written for it.
#[derive(Debug)]
struct Written {
    kind: MessageDescriptor,
    message: Bytes,
    json: Utf8Bytes,
}

impl JsonCache {
    /// How many messages are kept. Watchers of a game get an event at nearly the same time.
    const SLOTS: usize = 512;

    /// Longer ones are snapshots, which no two watchers get alike.
    const LONGEST_BYTES: usize = 8 * 1024;

    pub(crate) fn new() -> Self {
        Self((0..Self::SLOTS).map(|_| Mutex::default()).collect())
    }

    fn write(
        &self,
        json: &Json,
        kind: MessageDescriptor,
        message: Bytes,
    ) -> Result<Utf8Bytes, String> {
        if message.len() > Self::LONGEST_BYTES {
            return write(json, kind, message);
        }
        let mut hasher = DefaultHasher::new();
        message.hash(&mut hasher);
        let slot = usize::try_from(hasher.finish() % Self::SLOTS as u64).unwrap_or_default();
        let slot = || self.0[slot].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = slot().as_ref()
            && known.message == message
            && known.kind == kind
        {
            return Ok(known.json.clone());
        }
        let written = write(json, kind.clone(), message.clone())?;
        let json = written.clone();
        *slot() = Some(Written {
            kind,
            message,
            json,
        });
        Ok(written)
    }
}

fn write(json: &Json, kind: MessageDescriptor, message: Bytes) -> Result<Utf8Bytes, String> {
    let message = DynamicMessage::decode(kind, message).map_err(|error| error.to_string())?;
    let written = json.write(&message).map_err(|error| error.to_string())?;
    Utf8Bytes::try_from(written).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use contract::Contract;
    use proto::games::v1::{DrawAgreed, GameEvent, WatchGameResponse};
    use proto::games::v1::{game_event::Happening, watch_game_response::Update};

    use super::*;

    fn kind(contract: &Contract, name: &str) -> MessageDescriptor {
        let kind = contract.pool.get_message_by_name(name);
        kind.expect("a message of this name")
    }

    fn event(game_id: &str) -> Bytes {
        let event = GameEvent {
            game_id: game_id.to_owned(),
            happening: Some(Happening::DrawAgreed(DrawAgreed {})),
            ..GameEvent::default()
        };
        let update = Some(Update::Event(event));
        WatchGameResponse { update }.encode_to_vec().into()
    }

    #[test]
    fn what_many_get_is_written_once() {
        let contract = Contract::read().unwrap();
        let kind = kind(&contract, "shashki.games.v1.WatchGameResponse");
        let cache = JsonCache::new();
        let write = |id: &str| {
            cache
                .write(&contract.json, kind.clone(), event(id))
                .unwrap()
        };
        let first = write("a");
        assert!(first.contains(r#""game_id":"a""#), "{first}");
        // The same text in memory, and not another one with the same letters.
        assert_eq!(write("a").as_ptr(), first.as_ptr());
        // Others come between, more than there is room for.
        for number in 0..2 * JsonCache::SLOTS {
            let id = number.to_string();
            assert!(write(&id).contains(&format!(r#""game_id":"{id}""#)));
        }
        assert_eq!(write("a"), first);
    }

    #[test]
    fn the_same_bytes_of_another_message_are_another_text() {
        let contract = Contract::read().unwrap();
        let cache = JsonCache::new();
        // Both are empty.
        let write = |name| {
            let kind = kind(&contract, name);
            cache.write(&contract.json, kind, Bytes::new()).unwrap()
        };
        let list = "shashki.games.v1.ListGamesResponse";
        assert_eq!(write("shashki.games.v1.WatchGameResponse"), "{}");
        assert_eq!(write(list), r#"{"games":[],"next_page_token":""}"#);
        assert_eq!(write("shashki.games.v1.WatchGameResponse"), "{}");
    }

    #[test]
    fn long_messages_are_not_kept() {
        let contract = Contract::read().unwrap();
        let kind = kind(&contract, "shashki.games.v1.WatchGameResponse");
        let cache = JsonCache::new();
        let long = event(&"x".repeat(JsonCache::LONGEST_BYTES));
        let write = || {
            cache
                .write(&contract.json, kind.clone(), long.clone())
                .unwrap()
        };
        assert_ne!(write().as_ptr(), write().as_ptr());
        assert!(cache.0.iter().all(|slot| slot.lock().unwrap().is_none()));
    }

    #[test]
    fn what_is_no_message_is_an_error() {
        let contract = Contract::read().unwrap();
        let kind = kind(&contract, "shashki.games.v1.WatchGameResponse");
        let malformed = Bytes::from_static(&[0xff]);
        let written = JsonCache::new().write(&contract.json, kind, malformed);
        assert!(written.is_err());
    }
}
