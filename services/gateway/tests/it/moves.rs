//! Canned rules, and bots that are never asked.

use proto::bots::v1::bots_service_server::BotsService;
use proto::bots::v1::{ChooseMoveRequest, ChooseMoveResponse};
use proto::rules::v1 as rules;
use proto::rules::v1::rules_service_server::RulesService;
use tonic::{Request, Response, Status};

pub(crate) struct CannedRules;

pub(crate) struct NoBots;

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
        let algebraic = request.get_ref().notation() == rules::Notation::Algebraic;
        let (text, path) = if algebraic {
            ("c3-d4", ["c3", "d4"])
        } else {
            ("22-18", ["22", "18"])
        };
        let only = rules::Move {
            text: text.to_owned(),
            path: path.map(str::to_owned).to_vec(),
            captured: Vec::new(),
            crowns: false,
            after_fen: "B:Wd4:Bf6".to_owned(),
        };
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
        // Every move is said to lead from its first square to its last.
        let moves = request.into_inner().moves.into_iter().map(|text| {
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

#[tonic::async_trait]
impl BotsService for NoBots {
    async fn choose_move(
        &self,
        _: Request<ChooseMoveRequest>,
    ) -> Result<Response<ChooseMoveResponse>, Status> {
        Err(Status::unimplemented("not needed here"))
    }
}
