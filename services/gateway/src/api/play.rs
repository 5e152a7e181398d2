//! Acting in a game.

use axum::Json;
use axum::extract::State;
use proto::games::v1::{AbortGameRequest, AnswerDrawRequest, OfferDrawRequest, RematchRequest};

use super::ask;
use crate::app::App;
use crate::extract::{Body, Path};
use crate::fault::Fault;
use crate::model::{ByPlayer, GameEvent, PlayMove, Rematch, Resign};
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

/// Takes a game back that has fewer than two plies: it does not count. It can be repeated.
#[utoipa::path(
    post,
    path = "/v1/games/{id}/abort",
    tag = "games",
    params(("id" = String, Path, description = "The game's id")),
    request_body = ByPlayer,
    responses(
        (status = 200, description = "The event that it is", body = GameEvent),
        OfGame,
        WithBody,
        Acting,
        Asking,
    )
)]
pub(super) async fn abort(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(by): Body<ByPlayer>,
) -> Result<Json<GameEvent>, Fault> {
    let request = AbortGameRequest {
        game_id: id,
        player_id: by.player,
    };
    let answer = ask(&app, &app.games, request, |mut games, request| async move {
        games.abort_game(request).await
    });
    Ok(Json(answer.await?.event.try_into()?))
}

/// Offers a draw to the opponent, who is no bot. One offer is open at a time; it lapses with the
/// opponent's next move. It can be repeated.
#[utoipa::path(
    post,
    path = "/v1/games/{id}/draw/offer",
    tag = "games",
    params(("id" = String, Path, description = "The game's id")),
    request_body = ByPlayer,
    responses(
        (status = 200, description = "The event that it is", body = GameEvent),
        OfGame,
        WithBody,
        Acting,
        Asking,
    )
)]
pub(super) async fn offer_draw(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(by): Body<ByPlayer>,
) -> Result<Json<GameEvent>, Fault> {
    let request = OfferDrawRequest {
        game_id: id,
        player_id: by.player,
    };
    let answer = ask(&app, &app.games, request, |mut games, request| async move {
        games.offer_draw(request).await
    });
    Ok(Json(answer.await?.event.try_into()?))
}

/// Accepts the opponent's draw offer, which ends the game. It can be repeated.
#[utoipa::path(
    post,
    path = "/v1/games/{id}/draw/accept",
    tag = "games",
    params(("id" = String, Path, description = "The game's id")),
    request_body = ByPlayer,
    responses(
        (status = 200, description = "The event that it is", body = GameEvent),
        OfGame,
        WithBody,
        Acting,
        Asking,
    )
)]
pub(super) async fn accept_draw(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(by): Body<ByPlayer>,
) -> Result<Json<GameEvent>, Fault> {
    answer_draw(&app, id, by, true).await
}

/// Declines the opponent's draw offer. It can be repeated.
#[utoipa::path(
    post,
    path = "/v1/games/{id}/draw/decline",
    tag = "games",
    params(("id" = String, Path, description = "The game's id")),
    request_body = ByPlayer,
    responses(
        (status = 200, description = "The event that it is", body = GameEvent),
        OfGame,
        WithBody,
        Acting,
        Asking,
    )
)]
pub(super) async fn decline_draw(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(by): Body<ByPlayer>,
) -> Result<Json<GameEvent>, Fault> {
    answer_draw(&app, id, by, false).await
}

async fn answer_draw(
    app: &App,
    game_id: String,
    by: ByPlayer,
    accept: bool,
) -> Result<Json<GameEvent>, Fault> {
    let request = AnswerDrawRequest {
        game_id,
        player_id: by.player,
        accept,
    };
    let answer = ask(app, &app.games, request, |mut games, request| async move {
        games.answer_draw(request).await
    });
    Ok(Json(answer.await?.event.try_into()?))
}

/// Offers another game with the colours swapped once a game is over, or accepts the opponent's
/// offer. However many accept, one game is made. Bots always accept. It can be repeated.
#[utoipa::path(
    post,
    path = "/v1/games/{id}/rematch",
    tag = "games",
    params(("id" = String, Path, description = "The game's id")),
    request_body = ByPlayer,
    responses(
        (status = 200, description = "The offer, and the new game once both want it", body = Rematch),
        OfGame,
        WithBody,
        Acting,
        Asking,
    )
)]
pub(super) async fn rematch(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(by): Body<ByPlayer>,
) -> Result<Json<Rematch>, Fault> {
    let request = RematchRequest {
        game_id: id,
        player_id: by.player,
    };
    let answer = ask(&app, &app.games, request, |mut games, request| async move {
        games.rematch(request).await
    });
    Ok(Json(answer.await?.rematch.try_into()?))
}
