//! The gRPC face: translate, ask the rules, translate back.

use draughts::pdn::Record;
use draughts::{Game, PlayError, RULESETS, Ruleset};
use platform::Fault;
use proto::rules::v1 as rules;
use proto::rules::v1::rules_service_server::RulesService;
use tonic::{Request, Response, Status};

use crate::{pdn, wire};

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
        let mut moves: Vec<_> = game
            .legal_moves()
            .iter()
            .map(|legal| wire::played(&game, legal, notation))
            .collect();
        moves.sort_unstable_by(|one, other| one.text.cmp(&other.text));
        Ok(Response::new(rules::LegalMovesResponse {
            moves,
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
        let before = game.clone();
        let played = game
            .play_text(&request.r#move)
            .map_err(|error| refuse(&error))?;
        Ok(Response::new(rules::ApplyMoveResponse {
            r#move: Some(wire::played(&before, &played, notation)),
            position: Some(wire::position(&game, notation)),
            side_to_move: wire::side(game.position().side_to_move()).into(),
            outcome: game.outcome().as_ref().map(wire::outcome),
        }))
    }

    async fn list_boosts(
        &self,
        _: Request<rules::ListBoostsRequest>,
    ) -> Result<Response<rules::ListBoostsResponse>, Status> {
        Err(Status::unimplemented("base of the branch"))
    }

    async fn apply_boost(
        &self,
        _: Request<rules::ApplyBoostRequest>,
    ) -> Result<Response<rules::ApplyBoostResponse>, Status> {
        Err(Status::unimplemented("base of the branch"))
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
        bounded(request.moves.len())?;
        let mut game = start(ruleset, &request.start_fen, "start_fen")?;
        let mut moves = Vec::with_capacity(request.moves.len());
        for (ply, text) in request.moves.iter().enumerate() {
            let before = game.clone();
            let played = game
                .play_text(text)
                .map_err(|error| refuse(&error).with("ply", &ply))?;
            moves.push(wire::played(&before, &played, notation));
        }
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
        bounded(request.moves.len())?;
        let mut game = start(ruleset, &request.start_fen, "start_fen")?;
        let mut record = Record::new(ruleset, *game.position());
        record.tags = pdn::tags(request.tags)?;
        for (ply, sent) in request.moves.iter().enumerate() {
            let played = game
                .play_text(&sent.text)
                .map_err(|error| refuse(&error).with("ply", &ply))?;
            record.moves.push(played);
            record.comments.extend(pdn::comment(&sent.comment, ply)?);
        }
        record.result = pdn::result(result, game.outcome().as_ref())?;
        Ok(Response::new(rules::WritePdnResponse {
            pdn: record.write(),
        }))
    }
}

fn ruleset(id: &str) -> Result<&'static Ruleset, Fault> {
    Ruleset::by_id(id).ok_or_else(|| {
        Fault::not_found(
            "UNKNOWN_RULESET",
            format!("there is no ruleset `{id}`: see ListRulesets"),
        )
    })
}

fn bounded(moves: usize) -> Result<(), Fault> {
    if moves > MAX_MOVES {
        let message = format!("a game has at most {MAX_MOVES} moves here");
        return Err(Fault::malformed("moves", "TOO_MANY_MOVES", message));
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
        Fault::malformed(
            "position",
            "MISSING_FIELD",
            "say which position: at least its FEN is needed",
        )
    })?;
    let board = wire::read_fen(&position.fen, ruleset, "position.fen")?;
    let history = position.history.map(wire::read_history).unwrap_or_default();
    Game::resume(ruleset, board, history).map_err(|error| {
        Fault::malformed("position.history", "HISTORY_MISMATCH", error.to_string())
    })
}

/// The one place where refusals of the rules become errors of the API.
fn refuse(error: &PlayError) -> Fault {
    use draughts::MoveError::{Ambiguous, Illegal, Unreadable};
    let message = error.to_string();
    match error {
        PlayError::Over(_) => Fault::refused("GAME_OVER", message),
        PlayError::Move(Unreadable { .. }) => Fault::malformed("move", "MALFORMED_MOVE", message),
        PlayError::Move(Illegal { .. }) => Fault::refused("ILLEGAL_MOVE", message),
        PlayError::Move(ambiguous @ Ambiguous { .. }) => Fault::refused("AMBIGUOUS_MOVE", message)
            .with("candidates", &ambiguous.candidates_text().join(" ")),
    }
}
