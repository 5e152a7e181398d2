//! Boosts of a game.

use axum::Json;
use axum::extract::State;
use proto::games::v1::ListBoostsRequest;
use serde::Deserialize;

use super::ask;
use crate::app::App;
use crate::extract::{Body, Path, Query};
use crate::fault::Fault;
use crate::model::{BoostOptions, GameEvent, UseBoost};
use crate::refusals::{Asking, Boosting, OfGame, Sitting, WithBody};

/// Whose boosts.
#[derive(Debug, Deserialize)]
pub(super) struct Whose {
    #[serde(default)]
    player: String,
}

/// Says which boosts a player may use now, on what, and how many more in this game.
#[utoipa::path(
    get,
    path = "/v1/games/{id}/boosts",
    tag = "games",
    params(
        ("id" = String, Path, description = "The game's id"),
        ("player" = Option<String>, Query, description = "The player; the caller if left out"),
    ),
    responses(
        (status = 200, description = "Every boost", body = BoostOptions),
        OfGame,
        Sitting,
        Asking,
    )
)]
pub(super) async fn list_boosts(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(whose): Query<Whose>,
) -> Result<Json<BoostOptions>, Fault> {
    let request = ListBoostsRequest {
        game_id: id,
        player_id: whose.player,
    };
    let answer = ask(&app, &app.games, request, |mut games, request| async move {
        games.list_boosts(request).await
    });
    Ok(Json(answer.await?.try_into()?))
}

/// Uses a boost on one's own turn, before the move. Answered when it has taken effect and is paid
/// for. It can be repeated: the same boost at the same action number gets the first answer again.
#[utoipa::path(
    post,
    path = "/v1/games/{id}/boosts",
    tag = "games",
    params(("id" = String, Path, description = "The game's id")),
    request_body = UseBoost,
    responses(
        (status = 200, description = "The event that it is, with the squares of a recon",
            body = GameEvent),
        OfGame,
        WithBody,
        Sitting,
        Asking,
        Boosting,
    )
)]
pub(super) async fn use_boost(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(boost): Body<UseBoost>,
) -> Result<Json<GameEvent>, Fault> {
    let request = boost.of_game(id);
    let answer = ask(&app, &app.games, request, |mut games, request| async move {
        games.use_boost(request).await
    });
    Ok(Json(answer.await?.event.try_into()?))
}
