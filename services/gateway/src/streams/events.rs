//! Server-sent events, for clients that cannot open WebSockets.

use std::convert::Infallible;

use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use futures::stream;
use prost_reflect::{DynamicMessage, Value};
use tokio::sync::OwnedSemaphorePermit;

use super::close::Close;
use super::source::Source;
use crate::app::App;
use crate::problem::Problem;
use crate::rest::Route;

/// The number of the last message seen, which browsers send when they connect again.
const LAST_EVENT_ID: &str = "last-event-id";

/// Lets a stream go on after the last message seen.
pub(super) fn resume(
    message: &mut DynamicMessage,
    route: &Route,
    headers: &HeaderMap,
) -> Result<(), Problem> {
    let (Some(field), Some(seen)) = (&route.method.resume_field, headers.get(LAST_EVENT_ID)) else {
        return Ok(());
    };
    let seen = seen.to_str().ok().and_then(|seen| seen.parse().ok());
    let seen = seen.ok_or_else(|| {
        let problem = "expected the id of an event";
        Problem::malformed_field("MALFORMED_QUERY", LAST_EVENT_ID, problem)
    })?;
    message.set_field(field, Value::U64(seen));
    Ok(())
}

/// What is kept while events go out.
struct Events {
    app: App,
    /// `None` once it is over.
    source: Option<Source>,
    _place: OwnedSemaphorePermit,
}

/// Answers with the messages of a stream, each as an event; the last one is `closed`.
pub(super) fn answer(app: App, source: Source, place: OwnedSemaphorePermit) -> Response {
    let heartbeat = app.limits.heartbeat;
    let events = Events {
        app,
        source: Some(source),
        _place: place,
    };
    let events = stream::unfold(events, async |mut events| {
        let source = events.source.as_mut()?;
        let next = events.app.shutdown.run_until_cancelled(next(source)).await;
        let event = match next.unwrap_or(Err(Close::Stopping)) {
            Ok(event) => event,
            Err(close) => {
                events.source = None;
                closed(close)
            }
        };
        Some((Ok::<_, Infallible>(event), events))
    });
    let answer = Sse::new(events);
    if heartbeat.is_zero() {
        return answer.into_response();
    }
    answer
        .keep_alive(KeepAlive::new().interval(heartbeat))
        .into_response()
}

async fn next(source: &mut Source) -> Result<Event, Close> {
    let message = source.next_bytes().await?;
    let number = number(&source.route, message.clone());
    let text = source.write(message)?;
    let event = Event::default().data(text.as_str());
    Ok(match number {
        Some(number) => event.id(number.to_string()),
        None => event,
    })
}

/// The `version` of what a message holds, where the stream can go on after it.
fn number(route: &Route, message: bytes::Bytes) -> Option<u64> {
    route.method.resume_field.as_ref()?;
    let message = DynamicMessage::decode(route.method.descriptor.output(), message).ok()?;
    let (_, held) = message.fields().next()?;
    held.as_message()?.get_field_by_name("version")?.as_u64()
}

fn closed(close: Close) -> Event {
    let data = serde_json::json!({
        "reason": close.reason(),
        "detail": close.detail(),
        "retry": close.can_retry(),
    });
    Event::default().event("closed").data(data.to_string())
}
