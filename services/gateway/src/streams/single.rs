//! A WebSocket at the path of a method: it carries the one stream, and nothing needs to be sent.

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use tokio::sync::OwnedSemaphorePermit;

use super::close::Close;
use super::socket::{self, Conversation};
use super::source::Source;
use crate::app::App;

pub(super) async fn serve(
    socket: WebSocket,
    app: App,
    source: Source,
    place: OwnedSemaphorePermit,
) {
    let _held = (place, app.sockets.token());
    socket::serve(socket, &app, source).await;
}

impl Conversation for Source {
    async fn next(&mut self) -> Result<Utf8Bytes, Close> {
        Source::next(self).await
    }

    fn receive(&mut self, _ignored: &Message) -> Result<(), Close> {
        Ok(())
    }
}
