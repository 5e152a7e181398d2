//! The positions that a game has gone through.

use axum::Json;
use axum::extract::State;
use proto::games::v1 as games;
use proto::rules::v1 as rules;
use proto::rules::v1::action::Action as Done;
use proto::rules::v1::{Action, ApplyBoostRequest, BoostAction, Position, ReplayRequest};
use serde::Deserialize;

use super::{ask, games as of_games};
use crate::app::App;
use crate::extract::{Path, Query};
use crate::fault::Fault;
use crate::model::{Notation, Positions, Step};
use crate::refusals::{Asking, OfGame};

/// How to answer.
#[derive(Debug, Deserialize)]
pub(super) struct Manner {
    notation: Option<Notation>,
}

/// Replays a game: each move with its path, what it took, and the position after it; where boosts
/// were used, each of them and each move with the position after it as well.
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
    let game = of_games::read(&app, id).await?;
    let game = game.ok_or_else(|| Fault::bad_answer("no game"))?;
    let notation = manner
        .notation
        .map_or(rules::Notation::Unspecified, Into::into);
    let deeds = deeds(&game);
    let request = ReplayRequest {
        ruleset: game.ruleset.clone(),
        start_fen: game.start_fen.clone(),
        moves: Vec::new(),
        notation: notation.into(),
        actions: deeds.iter().map(Deed::action).collect(),
    };
    let replayed = ask(&app, &app.rules, request, |mut rules, request| async move {
        rules.replay(request).await
    });
    let moves = replayed.await?.moves;
    let steps = if game.boosts.is_empty() {
        Vec::new()
    } else {
        steps(&app, &game, &deeds, &moves, notation).await?
    };
    Ok(Json(Positions::of(game.start_fen, moves, steps)))
}

/// What was done in a game.
enum Deed<'a> {
    Moved(&'a games::PlayedMove),
    Boosted(&'a games::UsedBoost),
}

impl Deed<'_> {
    fn action(&self) -> Action {
        let done = match self {
            Deed::Moved(played) => Done::Move(played.text.clone()),
            Deed::Boosted(used) => Done::Boost(BoostAction {
                boost: used.boost,
                target: used.target.clone(),
                r#move: used.r#move.clone(),
            }),
        };
        Action { action: Some(done) }
    }
}

/// Moves and boosts in order. A move that was made by sabotage is its boost's.
fn deeds(game: &games::Game) -> Vec<Deed<'_>> {
    let own_moves = game.moves.iter().filter(|played| !played.sabotaged);
    let mut moves = own_moves.peekable();
    let mut deeds = Vec::new();
    for used in &game.boosts {
        while let Some(played) = moves.next_if(|played| played.ply <= used.ply) {
            deeds.push(Deed::Moved(played));
        }
        deeds.push(Deed::Boosted(used));
    }
    deeds.extend(moves.map(Deed::Moved));
    deeds
}

/// Every deed with the position after it. A replay tells the positions after plies; what a boost
/// makes of one that is no ply, the rules are asked.
async fn steps(
    app: &App,
    game: &games::Game,
    deeds: &[Deed<'_>],
    replayed: &[rules::Move],
    notation: rules::Notation,
) -> Result<Vec<Step>, Fault> {
    let mut plies = (1..).zip(replayed);
    let (mut ply, mut fen) = (0, game.start_fen.clone());
    let mut steps = Vec::new();
    for deed in deeds {
        let used = match deed {
            Deed::Moved(_) => None,
            Deed::Boosted(used) => Some(*used),
        };
        match used {
            Some(used) if used.boost() == rules::Boost::Recon => {}
            Some(used) if used.boost() != rules::Boost::Sabotage => {
                fen = after_boost(app, &game.ruleset, fen, used, notation).await?;
            }
            _ => {
                let (number, played) = plies
                    .next()
                    .ok_or_else(|| Fault::bad_answer("a replay that lacks a ply"))?;
                (ply, fen) = (number, played.after_fen.clone());
            }
        }
        steps.push(Step {
            ply,
            boost: used.cloned().map(TryInto::try_into).transpose()?,
            after_fen: fen.clone(),
        });
    }
    Ok(steps)
}

/// The position after a boost that is no ply.
async fn after_boost(
    app: &App,
    ruleset: &str,
    fen: String,
    used: &games::UsedBoost,
    notation: rules::Notation,
) -> Result<String, Fault> {
    let request = ApplyBoostRequest {
        ruleset: ruleset.to_owned(),
        position: Some(Position { fen, history: None }),
        boost: used.boost,
        target: used.target.clone(),
        r#move: String::new(),
        notation: notation.into(),
    };
    let applied = ask(app, &app.rules, request, |mut rules, request| async move {
        rules.apply_boost(request).await
    });
    let position = applied.await?.position;
    let position = position.ok_or_else(|| Fault::bad_answer("a boost without a position"))?;
    Ok(position.fen)
}
