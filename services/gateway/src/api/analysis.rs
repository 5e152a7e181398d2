//! What bots say of positions.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use proto::bots::v1 as bots;

use super::{ask, ask_within};
use crate::app::App;
use crate::extract::Body;
use crate::fault::Fault;
use crate::model::{Analyse, Analysis, AskHint, Hint};
use crate::refusals::{Asking, OfPosition, WithBody};

/// The longest that the bots service thinks over one position.
const LONGEST: Duration = Duration::from_secs(10);

/// Names one strong move in a position.
#[utoipa::path(
    post,
    path = "/v1/positions/hint",
    tag = "positions",
    request_body = AskHint,
    responses(
        (status = 200, description = "The move", body = Hint),
        WithBody,
        OfPosition,
        Asking,
    )
)]
pub(super) async fn hint(
    State(app): State<App>,
    Body(position): Body<AskHint>,
) -> Result<Json<Hint>, Fault> {
    let request: bots::HintRequest = position.into();
    let answer = ask(&app, &app.bots, request, |mut bots, request| async move {
        bots.hint(request).await
    });
    Ok(Json(answer.await?.try_into()?))
}

/// Says what the best moves of a position are worth.
#[utoipa::path(
    post,
    path = "/v1/positions/analyse",
    tag = "positions",
    request_body = Analyse,
    responses(
        (status = 200, description = "The best moves, the best first", body = Analysis),
        WithBody,
        OfPosition,
        Asking,
    )
)]
pub(super) async fn analyse(
    State(app): State<App>,
    Body(position): Body<Analyse>,
) -> Result<Json<Analysis>, Fault> {
    let thinking = Duration::from_millis(position.time_ms.into()).min(LONGEST);
    let request: bots::AnalyseRequest = position.into();
    let limit = app.limits.call + thinking;
    let answer = ask_within(limit, &app.bots, request, |mut bots, request| async move {
        bots.analyse(request).await
    });
    Ok(Json(answer.await?.try_into()?))
}
