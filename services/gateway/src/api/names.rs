//! What players are called.

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::State;
use proto::players::v1::ListPlayersRequest;
use serde::Deserialize;

use super::ask;
use crate::app::App;
use crate::extract::Query;
use crate::fault::Fault;
use crate::model::Names;
use crate::refusals::{Asking, WithQuery};

/// Whose names.
#[derive(Debug, Deserialize)]
pub(super) struct Whose {
    ids: String,
}

/// Says what players are called.
#[utoipa::path(
    get,
    path = "/v1/names",
    tag = "players",
    params(("ids" = String, Query, description = "The players' ids, at most 200, commas between")),
    responses((status = 200, description = "The names", body = Names), WithQuery, Asking)
)]
pub(super) async fn list_names(
    State(app): State<App>,
    Query(whose): Query<Whose>,
) -> Result<Json<Names>, Fault> {
    Ok(Json(look_up(&app, whose.ids.split(',')).await?))
}

/// Looks up what players are called, all in one call.
pub(super) async fn look_up(app: &App, ids: impl Iterator<Item = &str>) -> Result<Names, Fault> {
    let ids: BTreeSet<_> = ids.filter(|id| !id.is_empty()).collect();
    if ids.is_empty() {
        return Ok(Names::default());
    }
    let request = ListPlayersRequest {
        player_ids: ids.into_iter().map(str::to_owned).collect(),
    };
    let answer = ask(
        app,
        &app.players,
        request,
        |mut players, request| async move { players.list_players(request).await },
    );
    Ok(answer.await?.players.into())
}
