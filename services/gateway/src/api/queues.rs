//! Waiting in a queue for an opponent.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use proto::matchmaking::v1::{AcceptBotRequest, CancelRequest, EnqueueRequest, ListQueuesRequest};
use serde::Deserialize;

use super::ask;
use super::watch::{Upgrade, follow};
use crate::app::App;
use crate::extract::{Body, Path, Query};
use crate::fault::Fault;
use crate::model::{CancelAnswer, InQueue, Match, QueueMessage, Queues};
use crate::refusals::{Asking, OfQueue, Upgrading, WithBody};

/// Lists the queues in which somebody waits.
#[utoipa::path(
    get,
    path = "/v1/queues",
    tag = "matchmaking",
    responses((status = 200, description = "The queues", body = Queues), Asking)
)]
pub(super) async fn list_queues(State(app): State<App>) -> Result<Json<Queues>, Fault> {
    let request = ListQueuesRequest {};
    let answer = ask(
        &app,
        &app.matchmaking,
        request,
        |mut matchmaking, request| async move { matchmaking.list_queues(request).await },
    );
    Ok(Json(answer.await?.into()))
}

/// How to wait.
#[derive(Debug, Deserialize)]
pub(super) struct Manner {
    #[serde(default)]
    rated: bool,
    #[serde(default)]
    player: String,
    #[serde(default)]
    offer_bot_after_ms: i64,
}

/// Waits in a queue for an opponent, over a WebSocket: text messages of JSON that tell where the
/// player stands, and the match. Nothing needs to be sent; what is sent is not read. It is the
/// heartbeat too: who is away for 15 seconds has left the queue.
///
/// Browsers cannot read the answer to a WebSocket that is refused: who cannot wait here is told so
/// by the message `refused` on a WebSocket that opens and closes.
///
/// The close code says how it ended: 1000 there is no more to tell; 1001 the gateway stops and 1012
/// a service was lost: connect again, the place is kept; 1008 messages were not taken fast enough;
/// 1009 what was sent was too long; 1011 the service failed.
#[utoipa::path(
    get,
    path = "/v1/queues/{mode}/watch",
    tag = "matchmaking",
    params(
        ("mode" = String, Path, description = "The mode"),
        ("rated" = Option<bool>, Query, description = "Whether the game is rated; not if left out"),
        ("player" = Option<String>, Query, description = "Who waits; the caller if left out"),
        ("offer_bot_after_ms" = Option<i64>, Query,
            description = "After so many milliseconds without a match a bot is offered; never if \
                           left out"),
    ),
    responses(
        (status = 101, description = "The WebSocket is open; each message is one of these",
            body = QueueMessage),
        OfQueue,
        Upgrading,
        Asking,
    )
)]
pub(super) async fn watch_queue(
    State(app): State<App>,
    Path(mode): Path<String>,
    Query(manner): Query<Manner>,
    upgrade: Upgrade,
) -> Result<Response, Fault> {
    let request = EnqueueRequest {
        mode,
        rated: manner.rated,
        player_id: manner.player,
        offer_bot_after_ms: manner.offer_bot_after_ms,
    };
    let matchmaking = app.matchmaking.clone();
    follow::<QueueMessage, _, _, _>(
        app,
        upgrade,
        matchmaking,
        request,
        |mut queues, request| async move { queues.enqueue(request).await },
    )
    .await
}

/// Leaves a queue. The answer holds: either the player is not paired any more, or is already
/// matched, and this is the match.
#[utoipa::path(
    post,
    path = "/v1/queues/{mode}/cancel",
    tag = "matchmaking",
    params(("mode" = String, Path, description = "The mode")),
    request_body = InQueue,
    responses(
        (status = 200, description = "Whether the player has left", body = CancelAnswer),
        OfQueue,
        WithBody,
        Asking,
    )
)]
pub(super) async fn cancel(
    State(app): State<App>,
    Path(mode): Path<String>,
    Body(queue): Body<InQueue>,
) -> Result<Json<CancelAnswer>, Fault> {
    let request = CancelRequest {
        mode,
        rated: queue.rated,
        player_id: queue.player,
    };
    let answer = ask(
        &app,
        &app.matchmaking,
        request,
        |mut matchmaking, request| async move { matchmaking.cancel(request).await },
    );
    Ok(Json(answer.await?.try_into()?))
}

/// Takes the offered bot instead of waiting on. Answers the match if there is one already.
#[utoipa::path(
    post,
    path = "/v1/queues/{mode}/accept-bot",
    tag = "matchmaking",
    params(("mode" = String, Path, description = "The mode")),
    request_body = InQueue,
    responses(
        (status = 200, description = "The game against the bot, or the opponent that was faster",
            body = Match),
        OfQueue,
        WithBody,
        Asking,
    )
)]
pub(super) async fn accept_bot(
    State(app): State<App>,
    Path(mode): Path<String>,
    Body(queue): Body<InQueue>,
) -> Result<Json<Match>, Fault> {
    let request = AcceptBotRequest {
        mode,
        rated: queue.rated,
        player_id: queue.player,
    };
    let answer = ask(
        &app,
        &app.matchmaking,
        request,
        |mut matchmaking, request| async move { matchmaking.accept_bot(request).await },
    );
    let made = answer.await?.matched;
    let made = made.ok_or_else(|| Fault::bad_answer("no match"))?;
    Ok(Json(made.into()))
}
