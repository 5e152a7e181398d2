//! The gRPC face: translate, choose, translate back.

use std::sync::{Mutex, PoisonError};

use draughts::{Game, History, Position, Ruleset};
use platform::Fault;
use proto::bots::v1 as bots;
use proto::bots::v1::Level;
use proto::bots::v1::bots_service_server::BotsService;
use rand::rngs::StdRng;
use tonic::{Request, Response, Status};

use crate::levels;

/// The service.
pub(crate) struct Service {
    random: Mutex<StdRng>,
}

impl Service {
    pub(crate) fn new(random: StdRng) -> Self {
        Self {
            random: Mutex::new(random),
        }
    }
}

#[tonic::async_trait]
impl BotsService for Service {
    async fn choose_move(
        &self,
        request: Request<bots::ChooseMoveRequest>,
    ) -> Result<Response<bots::ChooseMoveResponse>, Status> {
        let request = request.into_inner();
        let level = request.level();
        let game = game(request)?;
        let chosen = match level {
            Level::Easy => {
                let mut random = self.random.lock().unwrap_or_else(PoisonError::into_inner);
                levels::easy(&game, &mut *random)
            }
            _ => {
                return Err(Fault::malformed(
                    "level",
                    "UNKNOWN_LEVEL",
                    "say how strong to play: easy",
                )
                .into());
            }
        };
        let chosen = chosen
            .ok_or_else(|| Fault::refused("GAME_OVER", "the game is over: there is no move"))?;
        let ruleset = game.ruleset();
        let text = chosen.to_text(ruleset.board, ruleset.notation);
        Ok(Response::new(bots::ChooseMoveResponse {
            choice: Some(bots::choose_move_response::Choice::Move(text)),
        }))
    }

    async fn hint(
        &self,
        _: Request<bots::HintRequest>,
    ) -> Result<Response<bots::HintResponse>, Status> {
        Err(Status::unimplemented("base of the branch"))
    }

    async fn analyse(
        &self,
        _: Request<bots::AnalyseRequest>,
    ) -> Result<Response<bots::AnalyseResponse>, Status> {
        Err(Status::unimplemented("base of the branch"))
    }
}

/// The game that a caller brings.
fn game(request: bots::ChooseMoveRequest) -> Result<Game, Fault> {
    let ruleset = Ruleset::by_id(&request.ruleset).ok_or_else(|| {
        Fault::not_found(
            "UNKNOWN_RULESET",
            format!("there is no ruleset `{}`", request.ruleset),
        )
    })?;
    let position = request.position.unwrap_or_default();
    let board = Position::from_fen(&position.fen, ruleset)
        .map_err(|error| Fault::malformed("position.fen", "MALFORMED_FEN", error.to_string()))?;
    let history = position.history.map(|history| History {
        seen: history.seen,
        king_plies: history.king_plies,
        ending_plies: history.ending_plies,
    });
    Game::resume(ruleset, board, history.unwrap_or_default()).map_err(|error| {
        Fault::malformed("position.history", "HISTORY_MISMATCH", error.to_string())
    })
}
