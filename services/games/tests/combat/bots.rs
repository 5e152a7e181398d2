//! A bot that uses every boost it is allowed, and then moves; its hint is always the same.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use proto::bots::v1 as bots;
use proto::bots::v1::bots_service_server::BotsService;
use proto::bots::v1::choose_move_response::Choice;
use proto::rules::v1::{Boost, BoostAction, Move};
use tonic::{Request, Response, Status};

/// The squares that a recon shows. No toy move or target is written with them.
pub(crate) const HINT: [&str; 3] = ["g5", "h6", "f8xx"];

#[derive(Clone, Debug, Default)]
pub(crate) struct Bots {
    /// The boosts that it was allowed, call by call.
    pub(crate) allowed: Arc<Mutex<Vec<Vec<Boost>>>>,
    /// Whether it gives no hints now.
    pub(crate) is_away: Arc<AtomicBool>,
}

#[tonic::async_trait]
impl BotsService for Bots {
    async fn choose_move(
        &self,
        request: Request<bots::ChooseMoveRequest>,
    ) -> Result<Response<bots::ChooseMoveResponse>, Status> {
        let boosts: Vec<_> = request.into_inner().boosts().collect();
        let choice = match boosts.first() {
            Some(boost) => Choice::Boost(BoostAction {
                boost: (*boost).into(),
                target: String::new(),
                r#move: "a1-b2".to_owned(),
            }),
            None => Choice::Move("b6-a5".to_owned()),
        };
        self.allowed.lock().unwrap().push(boosts);
        Ok(Response::new(bots::ChooseMoveResponse {
            choice: Some(choice),
        }))
    }

    async fn hint(
        &self,
        _: Request<bots::HintRequest>,
    ) -> Result<Response<bots::HintResponse>, Status> {
        if self.is_away.load(Ordering::Relaxed) {
            return Err(Status::unavailable("away"));
        }
        let path = HINT.map(str::to_owned).to_vec();
        Ok(Response::new(bots::HintResponse {
            r#move: Some(Move {
                path,
                ..Move::default()
            }),
        }))
    }

    async fn analyse(
        &self,
        _: Request<bots::AnalyseRequest>,
    ) -> Result<Response<bots::AnalyseResponse>, Status> {
        Err(Status::unimplemented("not asked"))
    }
}
