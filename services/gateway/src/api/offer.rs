//! What can be played.

use axum::Json;
use axum::extract::State;
use proto::games::v1::ListModesRequest;
use proto::rules::v1::ListRulesetsRequest;

use super::ask;
use crate::app::App;
use crate::fault::Fault;
use crate::model::{Modes, Rulesets};
use crate::refusals::Asking;

/// Lists the modes that games can be played in.
#[utoipa::path(
    get,
    path = "/v1/modes",
    tag = "offer",
    responses((status = 200, description = "The modes", body = Modes), Asking)
)]
pub(super) async fn list_modes(State(app): State<App>) -> Result<Json<Modes>, Fault> {
    let request = ListModesRequest {};
    let answer = ask(&app, &app.games, request, |mut games, request| async move {
        games.list_modes(request).await
    })
    .await?;
    Ok(Json(answer.try_into()?))
}

/// Lists every ruleset with its parameters.
#[utoipa::path(
    get,
    path = "/v1/rulesets",
    tag = "offer",
    responses((status = 200, description = "The rulesets", body = Rulesets), Asking)
)]
pub(super) async fn list_rulesets(State(app): State<App>) -> Result<Json<Rulesets>, Fault> {
    let request = ListRulesetsRequest {};
    let answer = ask(&app, &app.rules, request, |mut rules, request| async move {
        rules.list_rulesets(request).await
    })
    .await?;
    Ok(Json(answer.try_into()?))
}
