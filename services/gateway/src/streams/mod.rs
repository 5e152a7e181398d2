//! The methods that answer with a stream: as a WebSocket or as server-sent events at their paths, or
//! many of them on one WebSocket.

mod close;
mod counted;
mod events;
mod multiplexed;
mod single;
mod socket;
mod source;

use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRequestParts as _, Request, State, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::http::header::ACCEPT;
use axum::http::request::Parts;
use axum::response::Response;
use axum::routing::get;

pub(crate) use self::source::JsonCache;
use self::source::Source;
use crate::app::App;
use crate::caller::{Caller, SUBPROTOCOL};
use crate::problem::Problem;
use crate::rest::{self, Route};

/// The longest message that a client may send.
const MAX_MESSAGE_BYTES: usize = 4096;

/// A socket keeps these for as long as it is open.
const SOCKET_BUFFER_BYTES: usize = 1024;

/// The WebSocket that carries many streams.
pub(crate) fn router() -> Router<App> {
    Router::new().route("/v1/stream", get(open_many))
}

/// Opens a stream in the form that the request asks for.
pub(crate) async fn open(
    app: App,
    route: Arc<Route>,
    request: Request,
) -> Result<Response, Problem> {
    let (mut head, _) = request.into_parts();
    let caller = Caller::of(&head);
    let is_for_events = accepts_events(&head.headers);
    let upgrade = match is_for_events {
        true => None,
        false => Some(upgrade(&mut head).await?),
    };
    if !route.method.is_open && !caller.has_token() {
        return Err(Problem::no_token());
    }
    let place = app.place()?;
    let mut message = rest::from_uri(&app, &route, &head.uri)?;
    if is_for_events {
        events::resume(&mut message, &route, &head.headers)?;
    }
    let source = Source::open(&app, route, &message, &caller).await?;
    Ok(match upgrade {
        None => events::answer(app, source, place),
        Some(upgrade) => upgrade.on_upgrade(|socket| single::serve(socket, app, source, place)),
    })
}

async fn open_many(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    let (mut head, _) = request.into_parts();
    let caller = Caller::of(&head);
    let upgrade = upgrade(&mut head).await?;
    let place = app.place()?;
    Ok(upgrade.on_upgrade(|socket| multiplexed::serve(socket, app, caller, place)))
}

/// Takes a request for one of a WebSocket.
async fn upgrade(head: &mut Parts) -> Result<WebSocketUpgrade, Problem> {
    let upgrade = WebSocketUpgrade::from_request_parts(head, &()).await;
    let upgrade = upgrade.map_err(|_not_one| Problem::websocket_required())?;
    Ok(upgrade
        .protocols([SUBPROTOCOL])
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        .read_buffer_size(SOCKET_BUFFER_BYTES)
        // Every message is flushed: nothing has to be collected.
        .write_buffer_size(0))
}

fn accepts_events(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(ACCEPT).iter();
    let mut types = lists
        .filter_map(|list| list.to_str().ok())
        .flat_map(|list| list.split(','))
        .filter_map(|one| one.split(';').next());
    types.any(|name| name.trim().eq_ignore_ascii_case("text/event-stream"))
}
