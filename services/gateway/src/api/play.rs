//! Acting in a game.

use axum::Json;
use axum::extract::State;

use super::ask;
use crate::app::App;
use crate::extract::{Body, Path};
use crate::fault::Fault;
use crate::model::{GameEvent, PlayMove, Resign};
use crate::refusals::{Acting, Asking, OfGame, WithBody};

/// Plays a move. It can be repeated: the same move at the same ply gets the first answer again.
#[utoipa::path(
    post,
    path = "/v1/games/{id}/moves",
    tag = "games",
    params(("id" = String, Path, description = "The game's id")),
    request_body = PlayMove,
    responses(
        (status = 200, description = "The event that it is", body = GameEvent),
        OfGame,
        WithBody,
        Acting,
        Asking,
    )
)]
pub(super) async fn play_move(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(play): Body<PlayMove>,
) -> Result<Json<GameEvent>, Fault> {
    let request = play.of_game(id);
    let answer = ask(&app, &app.games, request, |mut games, request| async move {
        games.play_move(request).await
    });
    Ok(Json(answer.await?.event.try_into()?))
}

/// Gives a game up; allowed at any time, also when it is the opponent's turn. It can be repeated.
#[utoipa::path(
    post,
    path = "/v1/games/{id}/resign",
    tag = "games",
    params(("id" = String, Path, description = "The game's id")),
    request_body = Resign,
    responses(
        (status = 200, description = "The event that it is", body = GameEvent),
        OfGame,
        WithBody,
        Acting,
        Asking,
    )
)]
pub(super) async fn resign(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(resign): Body<Resign>,
) -> Result<Json<GameEvent>, Fault> {
    let request = resign.of_game(id);
    let answer = ask(&app, &app.games, request, |mut games, request| async move {
        games.resign(request).await
    });
    Ok(Json(answer.await?.event.try_into()?))
}
