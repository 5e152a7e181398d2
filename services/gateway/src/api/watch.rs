//! Following a game over a WebSocket.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::Response;
use proto::games::v1::WatchGameRequest;
use serde::Deserialize;

use crate::app::App;
use crate::extract::{Path, Query};
use crate::fault::Fault;
use crate::model::WatchMessage;
use crate::refusals::{Asking, OfGame, Upgrading};
use crate::watch;

/// Where to begin.
#[derive(Debug, Deserialize)]
pub(super) struct Start {
    #[serde(default)]
    after_version: u64,
}

/// Follows a game over a WebSocket: text messages of JSON, first a snapshot or the events missed,
/// then each event as it happens. Nothing needs to be sent; what is sent is not read.
///
/// The close code says how it ended: 1000 the game is over; 1001 the gateway stops and 1012 a
/// service was lost: connect again with the last version seen; 1008 messages were not taken fast
/// enough; 1009 what was sent was too long; 1011 the service failed.
#[utoipa::path(
    get,
    path = "/v1/games/{id}/watch",
    tag = "games",
    params(
        ("id" = String, Path, description = "The game's id"),
        ("after_version" = Option<u64>, Query,
            description = "The last version seen: what came after it is sent, and no snapshot"),
    ),
    responses(
        (status = 101, description = "The WebSocket is open; each message is one of these",
            body = WatchMessage),
        OfGame,
        Upgrading,
        Asking,
    )
)]
pub(super) async fn watch_game(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(start): Query<Start>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Fault> {
    let upgrade = upgrade.map_err(|_not_one| Fault::upgrade_required())?;
    let place = Arc::clone(&app.places)
        .try_acquire_owned()
        .map_err(|_full| Fault::too_many_watchers())?;
    let request = WatchGameRequest {
        game_id: id,
        after_version: start.after_version,
    };
    // A deadline in the request would end the stream with it; this one is for its beginning only.
    let opening = platform::once_more(|| {
        let mut games = app.games.clone();
        let request = request.clone();
        async move { games.watch_game(request).await }
    });
    let updates = tokio::time::timeout(app.limits.call, opening)
        .await
        .map_err(|_elapsed| Fault::too_late())??
        .into_inner();
    let tracked = app.conversations.token();
    let upgrade = upgrade
        .max_message_size(watch::MAX_HEARD_BYTES)
        .max_frame_size(watch::MAX_HEARD_BYTES);
    Ok(upgrade.on_upgrade(async move |socket| {
        let _held = (place, tracked);
        watch::converse(socket, updates, &app.limits, &app.shutdown).await;
    }))
}
