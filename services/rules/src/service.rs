//! The gRPC face: translate, ask the rules, translate back.

use draughts::combat::Action;
use draughts::pdn::Record;
use draughts::{Game, Position, RULESETS, Ruleset, Square};
use platform::Fault;
use proto::rules::v1 as rules;
use proto::rules::v1::rules_service_server::RulesService;
use tonic::{Request, Response, Status};

use crate::course::Course;
use crate::{boosts, pdn, refusal, wire};

/// More moves than any game has. With a clock note after each they still are a message that is let
/// in (see [`platform::MAX_MESSAGE_BYTES`]).
const MAX_MOVES: usize = 2_000;

/// The service.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Service;

#[tonic::async_trait]
impl RulesService for Service {
    async fn list_rulesets(
        &self,
        _: Request<rules::ListRulesetsRequest>,
    ) -> Result<Response<rules::ListRulesetsResponse>, Status> {
        let rulesets = RULESETS.iter().map(wire::ruleset).collect();
        Ok(Response::new(rules::ListRulesetsResponse { rulesets }))
    }

    async fn start_position(
        &self,
        request: Request<rules::StartPositionRequest>,
    ) -> Result<Response<rules::StartPositionResponse>, Status> {
        let request = request.into_inner();
        let ruleset = ruleset(&request.ruleset)?;
        let game = start(ruleset, &request.fen, "fen")?;
        Ok(Response::new(rules::StartPositionResponse {
            position: Some(wire::position(
                &game,
                wire::notation(request.notation(), ruleset),
            )),
            side_to_move: wire::side(game.position().side_to_move()).into(),
            outcome: game.outcome().as_ref().map(wire::outcome),
        }))
    }

    async fn legal_moves(
        &self,
        request: Request<rules::LegalMovesRequest>,
    ) -> Result<Response<rules::LegalMovesResponse>, Status> {
        let request = request.into_inner();
        let ruleset = ruleset(&request.ruleset)?;
        let notation = wire::notation(request.notation(), ruleset);
        let game = resume(ruleset, request.position)?;
        let legal = game.legal_moves();
        let moves = legal.iter().map(|legal| {
            let after = game.position().after(legal);
            wire::played(legal, &after, ruleset.board, notation)
        });
        Ok(Response::new(rules::LegalMovesResponse {
            moves: wire::sorted(moves),
            outcome: game.outcome().as_ref().map(wire::outcome),
            side_to_move: wire::side(game.position().side_to_move()).into(),
        }))
    }

    async fn apply_move(
        &self,
        request: Request<rules::ApplyMoveRequest>,
    ) -> Result<Response<rules::ApplyMoveResponse>, Status> {
        let request = request.into_inner();
        let ruleset = ruleset(&request.ruleset)?;
        let notation = wire::notation(request.notation(), ruleset);
        let mut game = resume(ruleset, request.position)?;
        let played = game
            .play_text(&request.r#move)
            .map_err(|error| refusal::of_play(&error))?;
        Ok(Response::new(rules::ApplyMoveResponse {
            r#move: Some(wire::played(
                &played,
                game.position(),
                ruleset.board,
                notation,
            )),
            position: Some(wire::position(&game, notation)),
            side_to_move: wire::side(game.position().side_to_move()).into(),
            outcome: game.outcome().as_ref().map(wire::outcome),
        }))
    }

    async fn list_boosts(
        &self,
        request: Request<rules::ListBoostsRequest>,
    ) -> Result<Response<rules::ListBoostsResponse>, Status> {
        let request = request.into_inner();
        let ruleset = ruleset(&request.ruleset)?;
        let notation = wire::notation(request.notation(), ruleset);
        let game = resume(ruleset, request.position)?;
        Ok(Response::new(rules::ListBoostsResponse {
            boosts: boosts::choices(&game, notation),
            side_to_move: wire::side(game.position().side_to_move()).into(),
            outcome: game.outcome().as_ref().map(wire::outcome),
        }))
    }

    async fn apply_boost(
        &self,
        request: Request<rules::ApplyBoostRequest>,
    ) -> Result<Response<rules::ApplyBoostResponse>, Status> {
        let request = request.into_inner();
        let ruleset = ruleset(&request.ruleset)?;
        let notation = wire::notation(request.notation(), ruleset);
        let mut game = resume(ruleset, request.position)?;
        let shields = game.position().shields();
        let sent = rules::BoostAction {
            boost: request.boost,
            target: request.target,
            r#move: request.r#move,
        };
        let used = boosts::apply(&mut game, &sent, "")?;
        let square = |square: Square| square.to_text(ruleset.board, notation);
        Ok(Response::new(rules::ApplyBoostResponse {
            position: Some(wire::position(&game, notation)),
            side_to_move: wire::side(game.position().side_to_move()).into(),
            outcome: game.outcome().as_ref().map(wire::outcome),
            target: match used {
                Action::Rocket(target) | Action::Shield(target) => square(target),
                Action::Move(_) | Action::Recon | Action::Sabotage(_) => String::new(),
            },
            r#move: used
                .ply()
                .map(|made| wire::played(made, game.position(), ruleset.board, notation)),
            shield_burned: matches!(used, Action::Rocket(target) if shields.contains(target)),
        }))
    }

    async fn get_outcome(
        &self,
        request: Request<rules::GetOutcomeRequest>,
    ) -> Result<Response<rules::GetOutcomeResponse>, Status> {
        let request = request.into_inner();
        let game = resume(ruleset(&request.ruleset)?, request.position)?;
        Ok(Response::new(rules::GetOutcomeResponse {
            outcome: game.outcome().as_ref().map(wire::outcome),
        }))
    }

    async fn replay(
        &self,
        request: Request<rules::ReplayRequest>,
    ) -> Result<Response<rules::ReplayResponse>, Status> {
        let request = request.into_inner();
        let ruleset = ruleset(&request.ruleset)?;
        let notation = wire::notation(request.notation(), ruleset);
        bounded("moves", request.moves.len())?;
        bounded("actions", request.actions.len())?;
        if !request.moves.is_empty() && !request.actions.is_empty() {
            let message = "send `moves`, or `actions` instead of them, but not both";
            return Err(refusal::needless("actions", message).into());
        }
        let game = start(ruleset, &request.start_fen, "start_fen")?;
        let mut course = Course::new(game);
        let mut moves = Vec::with_capacity(request.moves.len().max(request.actions.len()));
        let mut tell = |done: Action, after: &Position| {
            let ply = done.ply();
            moves.extend(ply.map(|ply| wire::played(ply, after, ruleset.board, notation)));
        };
        for text in &request.moves {
            let done = course.play(text)?;
            tell(done, course.game.position());
        }
        for action in &request.actions {
            let done = course.act(action)?;
            tell(done, course.game.position());
        }
        let game = course.game;
        Ok(Response::new(rules::ReplayResponse {
            moves,
            position: Some(wire::position(&game, notation)),
            side_to_move: wire::side(game.position().side_to_move()).into(),
            outcome: game.outcome().as_ref().map(wire::outcome),
        }))
    }

    async fn write_pdn(
        &self,
        request: Request<rules::WritePdnRequest>,
    ) -> Result<Response<rules::WritePdnResponse>, Status> {
        let request = request.into_inner();
        let result = request.result();
        let ruleset = ruleset(&request.ruleset)?;
        bounded("moves", request.moves.len())?;
        let game = start(ruleset, &request.start_fen, "start_fen")?;
        let mut record = Record::new(ruleset, *game.position());
        record.tags = pdn::tags(request.tags)?;
        let game = pdn::play(game, &request.moves, &mut record)?;
        record.result = pdn::result(result, game.outcome().as_ref())?;
        Ok(Response::new(rules::WritePdnResponse {
            pdn: record.write(),
        }))
    }
}

fn ruleset(id: &str) -> Result<&'static Ruleset, Fault> {
    Ruleset::by_id(id).ok_or_else(|| refusal::unknown_ruleset(id))
}

fn bounded(field: &str, count: usize) -> Result<(), Fault> {
    if count > MAX_MOVES {
        let message = format!("a game has at most {MAX_MOVES} {field} here");
        return Err(Fault::malformed(field, "TOO_MANY_MOVES", message));
    }
    Ok(())
}

/// A game from the ruleset's own start, or from a written position.
fn start(ruleset: &'static Ruleset, fen: &str, field: &str) -> Result<Game, Fault> {
    if fen.is_empty() {
        return Ok(Game::start(ruleset));
    }
    Ok(Game::from_position(
        ruleset,
        wire::read_fen(fen, ruleset, field)?,
    ))
}

/// The game that a caller brings.
fn resume(ruleset: &'static Ruleset, position: Option<rules::Position>) -> Result<Game, Fault> {
    let position = position.ok_or_else(|| {
        let message = "say which position: at least its FEN is needed";
        refusal::missing("position", message)
    })?;
    let board = wire::read_fen(&position.fen, ruleset, "position.fen")?;
    let history = position.history.map(wire::read_history).unwrap_or_default();
    Game::resume(ruleset, board, history).map_err(|error| {
        Fault::malformed("position.history", "HISTORY_MISMATCH", error.to_string())
    })
}
