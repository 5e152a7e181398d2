//! What a board shows of a game: the legal moves, and the positions that it has gone through.

use proto::games::v1 as messages;
use proto::rules::v1 as rules;
use proto::rules::v1::Notation;
use tonic::Status;

use crate::document::side_to_wire;
use crate::game::{Boost, Deed, Game};
use crate::rulebook::{Rulebook, incomplete};

/// The legal moves of a game as it stands.
pub(crate) async fn legal_moves(
    rulebook: &Rulebook,
    game: &Game,
    notation: Notation,
) -> Result<messages::ListLegalMovesResponse, Status> {
    let (state, position) = (game.state(), game.position());
    // How players or the clock ended a game cannot be seen in the position.
    let moves = if state.outcome.is_some() {
        Vec::new()
    } else {
        let ruleset = &game.beginning().ruleset;
        rulebook.legal_moves(ruleset, position, notation).await?
    };
    Ok(messages::ListLegalMovesResponse {
        moves,
        side_to_move: side_to_wire(state.to_move).into(),
        ply: state.ply,
        fen: position.fen.clone(),
        version: game.version(),
    })
}

/// The positions that a game has gone through. The boosts used are given as the viewer may see them.
pub(crate) async fn positions(
    rulebook: &Rulebook,
    game: &Game,
    boosts: Vec<messages::UsedBoost>,
    notation: Notation,
) -> Result<messages::ListPositionsResponse, Status> {
    let beginning = game.beginning();
    let (ruleset, start_fen) = (&beginning.ruleset, &beginning.start_fen);
    let replayed = rulebook.replay(ruleset, start_fen, game.actions(), notation);
    let moves = replayed.await?.moves;
    let steps = if boosts.is_empty() {
        Vec::new()
    } else {
        steps(rulebook, game, &moves, boosts, notation).await?
    };
    Ok(messages::ListPositionsResponse {
        start_fen: start_fen.clone(),
        moves,
        steps,
    })
}

/// Every move and boost with the position after it. A replay tells the positions after plies; what a
/// boost makes of one that is no ply, the rules are asked.
async fn steps(
    rulebook: &Rulebook,
    game: &Game,
    replayed: &[rules::Move],
    boosts: Vec<messages::UsedBoost>,
    notation: Notation,
) -> Result<Vec<messages::GameStep>, Status> {
    let beginning = game.beginning();
    let (mut plies, mut boosts) = ((1..).zip(replayed), boosts.into_iter());
    let (mut ply, mut fen) = (0, beginning.start_fen.clone());
    let mut steps = Vec::new();
    for action in game.actions() {
        let boosted = match action.deed {
            Deed::Move(_) => None,
            Deed::Boost(boosted) => Some(boosted),
        };
        match boosted.map(|boosted| (boosted.boost, boosted)) {
            Some((Boost::Recon, _)) => {}
            Some((Boost::Rocket | Boost::Shield, boosted)) => {
                fen = rulebook
                    .after_boost(&beginning.ruleset, fen, boosted, notation)
                    .await?;
            }
            Some((Boost::Sabotage, _)) | None => {
                let (number, played) = plies.next().ok_or_else(incomplete)?;
                (ply, fen) = (number, played.after_fen.clone());
            }
        }
        steps.push(messages::GameStep {
            ply,
            boost: boosted.and_then(|_| boosts.next()),
            after_fen: fen.clone(),
        });
    }
    Ok(steps)
}
