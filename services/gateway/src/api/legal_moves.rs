//! The legal moves of a game.

use axum::Json;
use axum::extract::State;
use proto::rules::v1 as rules;
use proto::rules::v1::{LegalMovesRequest, Position};
use serde::Deserialize;

use super::{ask, games};
use crate::app::App;
use crate::extract::{Path, Query};
use crate::fault::Fault;
use crate::model::{LegalMoves, Notation};
use crate::refusals::{Asking, OfGame};

/// How to answer.
#[derive(Debug, Deserialize)]
pub(super) struct Manner {
    notation: Option<Notation>,
}

/// Lists every legal move of the side to move, each landing sequence once, with its effect.
#[utoipa::path(
    get,
    path = "/v1/games/{id}/legal-moves",
    tag = "games",
    params(
        ("id" = String, Path, description = "The game's id"),
        ("notation" = Option<Notation>, Query,
            description = "The notation of the moves; left out, the ruleset's own"),
    ),
    responses((status = 200, description = "The moves", body = LegalMoves), OfGame, Asking)
)]
pub(super) async fn legal_moves(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(manner): Query<Manner>,
) -> Result<Json<LegalMoves>, Fault> {
    let game = games::read(&app, id).await?;
    let game = game.ok_or_else(|| Fault::bad_answer("no game"))?;
    let mut answer = LegalMoves::none_of(&game)?;
    // A draw by what went before can't be seen in the position: the game itself knows it is over.
    if game.outcome.is_none() {
        let notation = manner
            .notation
            .map_or(rules::Notation::Unspecified, Into::into);
        let request = LegalMovesRequest {
            ruleset: game.ruleset,
            position: Some(Position {
                fen: game.fen,
                history: None,
            }),
            notation: notation.into(),
        };
        let legal = ask(&app, &app.rules, request, |mut rules, request| async move {
            rules.legal_moves(request).await
        });
        answer.moves = legal.await?.moves.into_iter().map(Into::into).collect();
    }
    Ok(Json(answer))
}
