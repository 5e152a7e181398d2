//! The gRPC face: translate, check, search, translate back.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use engine::{Boosts, Limits};
use proto::bots::v1 as bots;
use proto::bots::v1::bots_service_server::BotsService;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use tonic::{Request, Response, Status};

use crate::checks::{self, game_over};
use crate::levels::{self, Level};
use crate::searches::Searches;
use crate::wire;

/// The longest that a bot or a hint takes once its search runs. On a machine that is not overloaded
/// the bound on positions comes first by far.
const THINKING: Duration = Duration::from_millis(600);

/// The service.
pub(crate) struct Service {
    random: Mutex<StdRng>,
    searches: Searches,
}

impl Service {
    pub(crate) fn new(random: StdRng) -> Self {
        Self {
            random: Mutex::new(random),
            searches: Searches::new(),
        }
    }

    /// A generator for one call.
    fn random(&self) -> StdRng {
        let mut random = self.random.lock().unwrap_or_else(PoisonError::into_inner);
        StdRng::seed_from_u64(random.random())
    }
}

#[tonic::async_trait]
impl BotsService for Service {
    async fn choose_move(
        &self,
        request: Request<bots::ChooseMoveRequest>,
    ) -> Result<Response<bots::ChooseMoveResponse>, Status> {
        let request = request.into_inner();
        let level = checks::level(request.level)?;
        let boosts = checks::boosts(&request.boosts)?;
        let game = checks::game(&request.ruleset, request.position)?;
        let ruleset = game.ruleset();
        let mut random = self.random();
        let chosen = if level == Level::Easy {
            // It looks at nothing, so it need not wait for others who do.
            levels::choose(level, &game, Boosts::default(), &mut random, &|| false)
        } else {
            let search = move |stop: &dyn Fn() -> bool| {
                levels::choose(level, &game, boosts, &mut random, stop)
            };
            self.searches.run(THINKING, search).await?
        };
        let chosen = chosen.ok_or_else(game_over)?;
        Ok(Response::new(wire::choice(&chosen, ruleset)))
    }

    async fn hint(
        &self,
        request: Request<bots::HintRequest>,
    ) -> Result<Response<bots::HintResponse>, Status> {
        let request = request.into_inner();
        let game = checks::game(&request.ruleset, request.position)?;
        let looked_at = game.clone();
        let search = move |stop: &dyn Fn() -> bool| levels::strong(&looked_at, stop);
        let found = self.searches.run(THINKING, search).await?;
        let found = found.ok_or_else(game_over)?;
        Ok(Response::new(bots::HintResponse {
            r#move: Some(wire::played(&game, &found)),
        }))
    }

    async fn analyse(
        &self,
        request: Request<bots::AnalyseRequest>,
    ) -> Result<Response<bots::AnalyseResponse>, Status> {
        let request = request.into_inner();
        let scope = checks::scope(&request)?;
        let game = checks::game(&request.ruleset, request.position)?;
        if game.outcome().is_some() {
            return Err(game_over().into());
        }
        let ruleset = game.ruleset();
        let search = move |stop: &dyn Fn() -> bool| {
            engine::analyse(&game, scope.lines, &Limits::depth(scope.depth).until(stop))
        };
        let analysis = self.searches.run(scope.time, search).await?;
        Ok(Response::new(wire::analysis(&analysis, ruleset)))
    }
}
