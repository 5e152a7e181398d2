//! Canned rules, and canned bots.

use std::time::Duration;

use platform::Fault;
use proto::bots::v1 as bots;
use proto::bots::v1::bots_service_server::BotsService;
use proto::bots::v1::line::Score;
use proto::rules::v1 as rules;
use proto::rules::v1::action::Action as Done;
use proto::rules::v1::rules_service_server::RulesService;
use tonic::{Request, Response, Status};

use crate::canned::legal_move;

pub(crate) struct CannedRules;

pub(crate) struct CannedBots;

#[tonic::async_trait]
impl RulesService for CannedRules {
    async fn list_rulesets(
        &self,
        _: Request<rules::ListRulesetsRequest>,
    ) -> Result<Response<rules::ListRulesetsResponse>, Status> {
        let english = rules::Ruleset {
            id: "english".to_owned(),
            board_size: 8,
            first_mover: rules::Side::Black.into(),
            objective: rules::Objective::Normal.into(),
            men_capture_backward: false,
            flying_kings: false,
            promotion: rules::Promotion::EndsMove.into(),
            capture_choice: rules::CaptureChoice::Any.into(),
            king_landing: rules::KingLanding::Unspecified.into(),
            draw_rules: vec![
                rules::Reason::Threefold.into(),
                rules::Reason::FortyKingMoves.into(),
            ],
            notation: rules::Notation::Numeric.into(),
            start_fen: "B:W21-32:B1-12".to_owned(),
        };
        Ok(Response::new(rules::ListRulesetsResponse {
            rulesets: vec![english],
        }))
    }

    async fn legal_moves(
        &self,
        request: Request<rules::LegalMovesRequest>,
    ) -> Result<Response<rules::LegalMovesResponse>, Status> {
        let only = legal_move(request.get_ref().notation());
        Ok(Response::new(rules::LegalMovesResponse {
            moves: vec![only],
            outcome: None,
            side_to_move: rules::Side::White.into(),
        }))
    }

    async fn start_position(
        &self,
        _: Request<rules::StartPositionRequest>,
    ) -> Result<Response<rules::StartPositionResponse>, Status> {
        Err(Status::unimplemented("not needed here"))
    }

    async fn apply_move(
        &self,
        _: Request<rules::ApplyMoveRequest>,
    ) -> Result<Response<rules::ApplyMoveResponse>, Status> {
        Err(Status::unimplemented("not needed here"))
    }

    async fn get_outcome(
        &self,
        _: Request<rules::GetOutcomeRequest>,
    ) -> Result<Response<rules::GetOutcomeResponse>, Status> {
        Err(Status::unimplemented("not needed here"))
    }

    async fn list_boosts(
        &self,
        _: Request<rules::ListBoostsRequest>,
    ) -> Result<Response<rules::ListBoostsResponse>, Status> {
        Err(Status::unimplemented("not needed here"))
    }

    async fn apply_boost(
        &self,
        request: Request<rules::ApplyBoostRequest>,
    ) -> Result<Response<rules::ApplyBoostResponse>, Status> {
        // What was asked for stands in the position that comes of it.
        let asked = request.into_inner();
        let fen = format!(
            "{} after {} on {}",
            asked.position.clone().unwrap_or_default().fen,
            asked.boost().as_str_name(),
            asked.target
        );
        let history = asked.position.and_then(|position| position.history);
        Ok(Response::new(rules::ApplyBoostResponse {
            position: Some(rules::Position { fen, history }),
            ..rules::ApplyBoostResponse::default()
        }))
    }

    async fn write_pdn(
        &self,
        _: Request<rules::WritePdnRequest>,
    ) -> Result<Response<rules::WritePdnResponse>, Status> {
        Err(Status::unimplemented("not needed here"))
    }

    async fn replay(
        &self,
        request: Request<rules::ReplayRequest>,
    ) -> Result<Response<rules::ReplayResponse>, Status> {
        // Every move is said to lead from its first square to its last. Boosts that are no ply leave
        // no move.
        let actions = request.into_inner().actions.into_iter();
        let texts = actions.filter_map(|action| match action.action? {
            Done::Move(text) => Some(text),
            Done::Boost(boost) => Some(boost.r#move).filter(|text| !text.is_empty()),
        });
        let moves = texts.map(|text| {
            let path: Vec<_> = text.split('-').map(str::to_owned).collect();
            rules::Move {
                after_fen: format!("B:W{}:Bf6", path[1]),
                text,
                path,
                ..rules::Move::default()
            }
        });
        Ok(Response::new(rules::ReplayResponse {
            moves: moves.collect(),
            ..rules::ReplayResponse::default()
        }))
    }
}

/// What a ruleset of this name is refused with, if it is.
fn known(ruleset: &str) -> Result<(), Status> {
    match ruleset {
        "unknown" => Err(Fault::not_found("UNKNOWN_RULESET", "there is no such ruleset").into()),
        "over" => Err(Fault::refused("GAME_OVER", "there is no move").into()),
        _ => Ok(()),
    }
}

#[tonic::async_trait]
impl BotsService for CannedBots {
    async fn choose_move(
        &self,
        _: Request<bots::ChooseMoveRequest>,
    ) -> Result<Response<bots::ChooseMoveResponse>, Status> {
        Err(Status::unimplemented("not needed here"))
    }

    async fn hint(
        &self,
        request: Request<bots::HintRequest>,
    ) -> Result<Response<bots::HintResponse>, Status> {
        let asked = request.into_inner();
        known(&asked.ruleset)?;
        let best = rules::Move {
            text: "c3-d4".to_owned(),
            path: vec!["c3".to_owned(), "d4".to_owned()],
            // The position asked about.
            after_fen: asked.position.unwrap_or_default().fen,
            ..rules::Move::default()
        };
        Ok(Response::new(bots::HintResponse { r#move: Some(best) }))
    }

    async fn analyse(
        &self,
        request: Request<bots::AnalyseRequest>,
    ) -> Result<Response<bots::AnalyseResponse>, Status> {
        let asked = request.into_inner();
        known(&asked.ruleset)?;
        // It takes as long as it may.
        tokio::time::sleep(Duration::from_millis(asked.time_ms.into())).await;
        let scores = [Score::Centimen(-35), Score::WinsIn(7), Score::LosesIn(4)];
        let line = |score| bots::Line {
            moves: vec!["c3-d4".to_owned(), "f6-g5".to_owned()],
            score: Some(score),
        };
        Ok(Response::new(bots::AnalyseResponse {
            lines: scores.into_iter().map(line).collect(),
            depth: asked.depth,
            nodes: asked.lines.into(),
        }))
    }
}
