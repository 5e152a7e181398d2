//! One WebSocket for many streams: a client opens and closes them by ids of its own, and renews its
//! token in place.

use std::sync::Arc;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use axum::http::Uri;
use futures::stream::{self, BoxStream};
use futures::{StreamExt as _, future};
use serde::{Deserialize, Serialize};
use tokio::sync::OwnedSemaphorePermit;
use tokio_stream::StreamMap;

use super::close::Close;
use super::socket::{self, Conversation};
use super::source::Source;
use crate::app::App;
use crate::caller::Caller;
use crate::problem::Problem;
use crate::rest;

/// How many streams a socket may carry.
const MAX_STREAMS: usize = 64;

/// The longest id of a stream.
const MAX_ID_BYTES: usize = 64;

/// A message of the client.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Command {
    /// Opens a stream.
    Open(Open),
    /// Closes a stream.
    Close(Id),
    /// Calls with another token from now on.
    Renew(Renew),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Open {
    id: String,
    /// The path of the stream with its query.
    path: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Id {
    id: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Renew {
    access_token: String,
}

/// The end of a stream.
#[derive(Debug, Serialize)]
struct Closed<'a> {
    id: &'a str,
    closed: Reason,
}

#[derive(Debug, Serialize)]
struct Reason {
    reason: &'static str,
    detail: String,
    retry: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Problem>,
}

impl From<Close> for Reason {
    fn from(close: Close) -> Self {
        Self {
            reason: close.reason(),
            detail: close.detail().to_owned(),
            retry: close.can_retry(),
            problem: None,
        }
    }
}

impl From<Problem> for Reason {
    fn from(problem: Problem) -> Self {
        Self {
            reason: "REFUSED",
            detail: problem.detail().to_owned(),
            retry: problem.is_transient(),
            problem: Some(problem),
        }
    }
}

/// The streams of a socket.
struct Streams {
    app: App,
    caller: Caller,
    /// By the client's ids.
    open: StreamMap<String, BoxStream<'static, Told>>,
}

/// What a stream has to tell.
enum Told {
    Message(Utf8Bytes),
    /// Why it ends, which is the last message.
    Closed(Utf8Bytes),
}

pub(super) async fn serve(
    socket: WebSocket,
    app: App,
    caller: Caller,
    place: OwnedSemaphorePermit,
) {
    let _held = (place, app.sockets.token());
    let streams = Streams {
        app: app.clone(),
        caller,
        open: StreamMap::new(),
    };
    socket::serve(socket, &app, streams).await;
}

impl Conversation for Streams {
    async fn next(&mut self) -> Result<Utf8Bytes, Close> {
        match self.open.next().await {
            Some((_, Told::Message(message))) => Ok(message),
            Some((id, Told::Closed(message))) => {
                // Whoever reads it may use the id again.
                self.open.remove(&id);
                Ok(message)
            }
            // No stream is open.
            None => future::pending().await,
        }
    }

    fn receive(&mut self, message: &Message) -> Result<(), Close> {
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return Err(Close::MalformedMessage("send text messages")),
            _ => return Ok(()),
        };
        let command = serde_json::from_str(text).map_err(|_malformed| {
            Close::MalformedMessage("send one of open, close and renew, as /docs describes them")
        })?;
        match command {
            Command::Open(Open { id, path }) => self.open(id, &path),
            Command::Close(Id { id }) => {
                if self.open.remove(&id).is_some() {
                    let last = closed(&id, Close::Left);
                    let last = stream::once(future::ready(last));
                    self.open.insert(id, last.boxed());
                }
                Ok(())
            }
            Command::Renew(Renew { access_token }) => {
                let renewed = self.caller.renew(&access_token);
                renewed.map_err(|_malformed| Close::MalformedMessage("the token is malformed"))
            }
        }
    }
}

impl Streams {
    fn open(&mut self, id: String, path: &str) -> Result<(), Close> {
        if id.is_empty() || id.len() > MAX_ID_BYTES {
            return Err(Close::MalformedMessage("an id has 1 to 64 bytes"));
        }
        if self.open.contains_key(&id) {
            return Err(Close::MalformedMessage(
                "a stream with this id is open already",
            ));
        }
        if self.open.len() >= MAX_STREAMS {
            return Err(Close::MalformedMessage(
                "a socket carries 64 streams at most",
            ));
        }
        let uri = path.parse();
        let uri = uri.map_err(|_malformed| Close::MalformedMessage("the path is malformed"))?;
        let messages = follow(self.app.clone(), self.caller.clone(), id.clone(), uri);
        self.open.insert(id, messages);
        Ok(())
    }
}

/// The messages of a stream, from its opening to the one that tells why it ended.
fn follow(app: App, caller: Caller, id: String, uri: Uri) -> BoxStream<'static, Told> {
    enum Phase {
        Opening(Box<(App, Caller, Uri)>),
        Open(Box<Source>),
        Over,
    }
    let first = Phase::Opening(Box::new((app, caller, uri)));
    let messages = stream::unfold((id, first), async |(id, phase)| {
        let mut source = match phase {
            Phase::Opening(request) => {
                let (app, caller, uri) = *request;
                match open(&app, &caller, &uri).await {
                    Ok(source) => Box::new(source),
                    Err(problem) => return Some((closed(&id, problem), (id, Phase::Over))),
                }
            }
            Phase::Open(source) => source,
            Phase::Over => return None,
        };
        Some(match source.next().await {
            Ok(message) => (wrapped(&id, &message), (id, Phase::Open(source))),
            Err(close) => (closed(&id, close), (id, Phase::Over)),
        })
    });
    messages.boxed()
}

/// Opens the stream at a path.
async fn open(app: &App, caller: &Caller, uri: &Uri) -> Result<Source, Problem> {
    let mut routes = app.streams.iter();
    let route = routes.find(|route| route.binding.path.values(uri.path()).is_some());
    let route = route.ok_or_else(Problem::no_such_route)?;
    if !route.method.is_open && !caller.has_token() {
        return Err(Problem::no_token());
    }
    let message = rest::from_uri(app, route, uri)?;
    Source::open(app, Arc::clone(route), &message, caller).await
}

fn wrapped(id: &str, message: &str) -> Told {
    let wrapped = format!(r#"{{"id":{},"message":{message}}}"#, quoted(id));
    Told::Message(wrapped.into())
}

fn closed(id: &str, why: impl Into<Reason>) -> Told {
    let closed = why.into();
    // Texts and flags: there is nothing that JSON could not write.
    let text = serde_json::to_string(&Closed { id, closed });
    Told::Closed(text.unwrap_or_default().into())
}

fn quoted(id: &str) -> String {
    serde_json::to_string(id).unwrap_or_default()
}
