//! The positions that a game has gone through.

use axum::Json;
use axum::extract::State;
use proto::rules::v1 as rules;
use proto::rules::v1::ReplayRequest;
use serde::Deserialize;

use super::{ask, games};
use crate::app::App;
use crate::extract::{Path, Query};
use crate::fault::Fault;
use crate::model::{Notation, Positions};
use crate::refusals::{Asking, OfGame};

/// How to answer.
#[derive(Debug, Deserialize)]
pub(super) struct Manner {
    notation: Option<Notation>,
}

/// Replays a game: each move with its path, what it took, and the position after it.
#[utoipa::path(
    get,
    path = "/v1/games/{id}/positions",
    tag = "games",
    params(
        ("id" = String, Path, description = "The game's id"),
        ("notation" = Option<Notation>, Query,
            description = "The notation of the moves; left out, the ruleset's own"),
    ),
    responses((status = 200, description = "The positions", body = Positions), OfGame, Asking)
)]
pub(super) async fn positions(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(manner): Query<Manner>,
) -> Result<Json<Positions>, Fault> {
    let game = games::read(&app, id).await?;
    let game = game.ok_or_else(|| Fault::bad_answer("no game"))?;
    let notation = manner
        .notation
        .map_or(rules::Notation::Unspecified, Into::into);
    let request = ReplayRequest {
        ruleset: game.ruleset,
        start_fen: game.start_fen.clone(),
        moves: game.moves.into_iter().map(|played| played.text).collect(),
        actions: Vec::new(),
        notation: notation.into(),
    };
    let replayed = ask(&app, &app.rules, request, |mut rules, request| async move {
        rules.replay(request).await
    });
    let moves = replayed.await?.moves;
    Ok(Json(Positions::of(game.start_fen, moves)))
}
