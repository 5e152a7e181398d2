//! Creating and reading games.

use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, LOCATION};
use axum::http::{HeaderName, StatusCode};
use proto::games::v1 as games;
use proto::games::v1::{ExportGameRequest, GetGameRequest};

use super::ask;
use crate::app::App;
use crate::extract::{Body, Path};
use crate::fault::Fault;
use crate::model::{CreateGame, Game};
use crate::refusals::{Asking, Creating, OfGame, WithBody};

type Created = (StatusCode, [(HeaderName, String); 1], Json<Game>);

type Written = ([(HeaderName, String); 2], String);

/// Creates a game. With a request id it can be repeated: the first game is answered again.
#[utoipa::path(
    post,
    path = "/v1/games",
    tag = "games",
    request_body = CreateGame,
    responses(
        (status = 201, description = "The game", body = Game,
            headers(("location" = String, description = "Where the game is"))),
        WithBody,
        Creating,
        Asking,
    )
)]
pub(super) async fn create_game(
    State(app): State<App>,
    Body(create): Body<CreateGame>,
) -> Result<Created, Fault> {
    let request: games::CreateGameRequest = create.try_into()?;
    let answer = ask(&app, &app.games, request, |mut games, request| async move {
        games.create_game(request).await
    })
    .await?;
    let game = Game::try_from(answer.game)?;
    let location = format!("/v1/games/{}", game.id);
    Ok((StatusCode::CREATED, [(LOCATION, location)], Json(game)))
}

/// Gives a game as it stands.
#[utoipa::path(
    get,
    path = "/v1/games/{id}",
    tag = "games",
    params(("id" = String, Path, description = "The game's id")),
    responses((status = 200, description = "The game", body = Game), OfGame, Asking)
)]
pub(super) async fn get_game(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Game>, Fault> {
    Ok(Json(read(&app, id).await?.try_into()?))
}

/// Writes a game as PDN, with the time of each move as a clock note.
#[utoipa::path(
    get,
    path = "/v1/games/{id}/pdn",
    tag = "games",
    params(("id" = String, Path, description = "The game's id")),
    responses(
        (status = 200, description = "The game as PDN, to be kept as a file", body = String,
            content_type = "text/plain; charset=utf-8",
            headers(("content-disposition" = String, description = "The file's name"))),
        OfGame,
        Asking,
    )
)]
pub(super) async fn export_game(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Written, Fault> {
    let file = format!("attachment; filename=\"shashki-{}.pdn\"", harmless(&id));
    let request = ExportGameRequest { game_id: id };
    let answer = ask(&app, &app.games, request, |mut games, request| async move {
        games.export_game(request).await
    })
    .await?;
    let kind = "text/plain; charset=utf-8".to_owned();
    Ok((
        [(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, file)],
        answer.pdn,
    ))
}

/// What of an id can stand in the name of a file anywhere.
fn harmless(id: &str) -> String {
    id.chars()
        .filter(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_'))
        .collect()
}

/// Reads a game.
pub(super) async fn read(app: &App, id: String) -> Result<Option<games::Game>, Fault> {
    let request = GetGameRequest { game_id: id };
    let answer = ask(app, &app.games, request, |mut games, request| async move {
        games.get_game(request).await
    })
    .await?;
    Ok(answer.game)
}
