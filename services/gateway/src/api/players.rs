//! What a player has to do with games.

use axum::Json;
use axum::extract::State;
use proto::games::v1 as games;
use proto::games::v1::ListGamesRequest;
use serde::Deserialize;

use super::ask;
use crate::app::App;
use crate::extract::{Path, Query};
use crate::fault::Fault;
use crate::model::{GamesFilter, GamesPage};
use crate::refusals::{Asking, OfPlayer};

/// Which games, and which page of them.
#[derive(Debug, Deserialize)]
pub(super) struct Choice {
    filter: GamesFilter,
    #[serde(default)]
    page_size: u32,
    #[serde(default)]
    page_token: String,
}

/// Lists a player's live games, all on one page, or the finished ones, page by page.
#[utoipa::path(
    get,
    path = "/v1/players/{player}/games",
    tag = "players",
    params(
        ("player" = String, Path, description = "The player's id"),
        ("filter" = GamesFilter, Query, description = "Which games"),
        ("page_size" = Option<u32>, Query,
            description = "How many at most, up to 100; 20 if left out"),
        ("page_token" = Option<String>, Query,
            description = "Where the page before ended: its `next_page_token`"),
    ),
    responses((status = 200, description = "The games", body = GamesPage), OfPlayer, Asking)
)]
pub(super) async fn list_games(
    State(app): State<App>,
    Path(player): Path<String>,
    Query(choice): Query<Choice>,
) -> Result<Json<GamesPage>, Fault> {
    let request = ListGamesRequest {
        player_id: player,
        filter: games::GamesFilter::from(choice.filter).into(),
        page_size: choice.page_size,
        page_token: choice.page_token,
    };
    let answer = ask(&app, &app.games, request, |mut games, request| async move {
        games.list_games(request).await
    });
    Ok(Json(answer.await?.try_into()?))
}
