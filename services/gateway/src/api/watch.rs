//! Following a game or a player over a WebSocket.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::Response;
use proto::games::v1::{WatchGameRequest, WatchPlayerRequest};
use serde::Deserialize;
use tonic::{Request, Status, Streaming};

use crate::app::App;
use crate::bearer;
use crate::extract::{Path, Query};
use crate::fault::Fault;
use crate::model::{PlayerMessage, WatchMessage};
use crate::refusals::{Asking, OfGame, OfPlayer, Upgrading};
use crate::watch::{self, Tale};

/// What a request for a WebSocket turns out to be.
pub(super) type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

/// Where to begin, and who watches.
#[derive(Debug, Deserialize)]
pub(super) struct Start {
    #[serde(default)]
    after_version: u64,
    #[serde(default)]
    player: String,
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
        ("player" = Option<String>, Query,
            description = "The player who watches; whoever does not play the game is a spectator"),
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
    upgrade: Upgrade,
) -> Result<Response, Fault> {
    let request = WatchGameRequest {
        game_id: id,
        after_version: start.after_version,
        player_id: start.player,
    };
    let games = app.games.clone();
    follow::<WatchMessage, _, _, _>(
        app,
        upgrade,
        games,
        request,
        |mut games, request| async move { games.watch_game(request).await },
    )
    .await
}

/// Follows a player over a WebSocket: text messages of JSON, first the live games, then what the
/// player has to know as it happens. Nothing needs to be sent; what is sent is not read.
///
/// The stream has no end of its own. The close code says how it ended: 1001 the gateway stops and
/// 1012 a service was lost: connect again, which begins with the live games; 1008 messages were not
/// taken fast enough; 1009 what was sent was too long; 1011 the service failed.
#[utoipa::path(
    get,
    path = "/v1/players/{player}/watch",
    tag = "players",
    params(("player" = String, Path, description = "The player's id")),
    responses(
        (status = 101, description = "The WebSocket is open; each message is one of these",
            body = PlayerMessage),
        OfPlayer,
        Upgrading,
        Asking,
    )
)]
pub(super) async fn watch_player(
    State(app): State<App>,
    Path(player): Path<String>,
    upgrade: Upgrade,
) -> Result<Response, Fault> {
    let request = WatchPlayerRequest { player_id: player };
    let games = app.games.clone();
    follow::<PlayerMessage, _, _, _>(
        app,
        upgrade,
        games,
        request,
        |mut games, request| async move { games.watch_player(request).await },
    )
    .await
}

/// Opens a stream of a service, and a WebSocket on which it is told.
pub(super) async fn follow<T, C, M, F>(
    app: App,
    upgrade: Upgrade,
    client: C,
    request: M,
    call: impl FnOnce(C, Request<M>) -> F,
) -> Result<Response, Fault>
where
    T: Tale,
    F: Future<Output = Result<tonic::Response<Streaming<T::Heard>>, Status>>,
{
    let upgrade = upgrade
        .map_err(|_not_one| Fault::upgrade_required())?
        .protocols([bearer::SUBPROTOCOL])
        .max_message_size(watch::MAX_HEARD_BYTES)
        .max_frame_size(watch::MAX_HEARD_BYTES);
    let place = Arc::clone(&app.places)
        .try_acquire_owned()
        .map_err(|_full| Fault::too_many_watchers())?;
    // A deadline in the request would end the stream with it; this one is for its beginning only.
    let opening = call(client, bearer::pass_on(Request::new(request)));
    let heard = tokio::time::timeout(app.limits.call, opening)
        .await
        .unwrap_or_else(|_elapsed| Err(Status::deadline_exceeded("")));
    let heard = match heard {
        Ok(heard) => heard.into_inner(),
        Err(status) => return refuse::<T>(upgrade, status),
    };
    let tracked = app.conversations.token();
    Ok(upgrade.on_upgrade(async move |socket| {
        let _held = (place, tracked);
        watch::converse::<T>(socket, heard, &app.limits, &app.shutdown).await;
    }))
}

/// Refuses to follow: by the answer to the handshake, or by the one message of a tale that tells
/// refusals itself.
fn refuse<T: Tale>(upgrade: WebSocketUpgrade, status: Status) -> Result<Response, Fault> {
    let last = T::refused(status)?;
    Ok(upgrade.on_upgrade(async move |socket| watch::say_last(socket, &last).await))
}
