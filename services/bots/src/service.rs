//! The gRPC face: translate, check, search, translate back.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use draughts::Ruleset;
use engine::{Boosts, Limits};
use proto::bots::v1 as bots;
use proto::bots::v1::bots_service_server::BotsService;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use tonic::{Request, Response, Status};

use crate::checks::{self, game_over};
use crate::levels::{self, Level};
use crate::metrics::Thinker;
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

/// Who thinks, noted on the call's span too.
fn thinker(level: &'static str, ruleset: &Ruleset) -> Thinker {
    telemetry::note("shashki.bot.level", level);
    telemetry::note("shashki.ruleset", ruleset.id);
    Thinker {
        level,
        ruleset: ruleset.id,
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
        let thinker = thinker(level.name(), ruleset);
        let chosen = if level == Level::Easy {
            // It looks at nothing, so it need not wait for others who do.
            let easy = || levels::choose(level, &game, Boosts::default(), &mut random, &|| false);
            thinker.think(easy)
        } else {
            let search = move |stop: &dyn Fn() -> bool| {
                levels::choose(level, &game, boosts, &mut random, stop)
            };
            self.searches.run(thinker, THINKING, search).await?
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
        let thinker = thinker("hint", game.ruleset());
        let found = self.searches.run(thinker, THINKING, search).await?;
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
        let thinker = thinker("analysis", ruleset);
        let analysis = self.searches.run(thinker, scope.time, search).await?;
        Ok(Response::new(wire::analysis(&analysis, ruleset)))
    }
}
