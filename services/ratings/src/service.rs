//! The gRPC face: translate, check, call.

use std::sync::Arc;

use platform::Fault;
use platform::identity::{Caller, Scope};
use proto::ratings::v1 as wire;
use proto::ratings::v1::get_leaderboard_request::From;
use proto::ratings::v1::ratings_service_server::RatingsService;
use store::records::Error;
use tonic::{Request, Response, Status};

use crate::pools::{Pool, Pools};
use crate::storage::{Ledger, NotClosed, Report, Start};
use crate::walk::Walk;
use crate::wire as messages;
use crate::{checks, history};

/// Players whose ratings can be asked for at once.
const MOST_PLAYERS: usize = 200;

/// The service.
#[derive(Debug)]
pub struct Service {
    pools: Arc<Pools>,
    ledger: Ledger,
}

impl Service {
    pub(crate) const fn new(pools: Arc<Pools>, ledger: Ledger) -> Self {
        Self { pools, ledger }
    }

    fn pool(&self, id: &str) -> Result<&Pool, Fault> {
        self.pools.by_id(id).ok_or_else(|| {
            Fault::not_found(
                "UNKNOWN_POOL",
                format!("there is no pool `{id}`: see ListPools"),
            )
        })
    }

    /// Where a page begins, and of which season: the one that goes on, if none is said.
    fn start(
        pool: &Pool,
        request: wire::GetLeaderboardRequest,
    ) -> Result<(Option<i64>, Start), Fault> {
        let asked = i64::from(request.season);
        let start = match request.from {
            Some(From::PageToken(token)) if !token.is_empty() => {
                let walk: Walk = token.parse().map_err(|_| checks::malformed_token())?;
                // A walk goes on through its season when that is closed meanwhile.
                if walk.pool != pool.id || (asked != 0 && asked != walk.season) {
                    return Err(checks::malformed_token());
                }
                return Ok((Some(walk.season), Start::Behind(walk)));
            }
            Some(From::AroundPlayerId(player)) => {
                checks::name("around_player_id", &player)?;
                Start::Around(player)
            }
            Some(From::PageToken(_)) | None => Start::Top,
        };
        Ok(((asked != 0).then_some(asked), start))
    }
}

#[tonic::async_trait]
impl RatingsService for Service {
    async fn list_pools(
        &self,
        request: Request<wire::ListPoolsRequest>,
    ) -> Result<Response<wire::ListPoolsResponse>, Status> {
        Caller::of(&request)?;
        let mut pools = Vec::new();
        for pool in self.pools.iter() {
            let season = self.ledger.season(&pool.id).await.map_err(failed)?;
            pools.push(messages::pool(pool, season.number));
        }
        Ok(Response::new(wire::ListPoolsResponse { pools }))
    }

    async fn report_result(
        &self,
        request: Request<wire::ReportResultRequest>,
    ) -> Result<Response<wire::ReportResultResponse>, Status> {
        Caller::of(&request)?.require(Scope::RatingsReport)?;
        let request = request.into_inner();
        let outcome = messages::outcome(request.result()).ok_or_else(|| {
            Fault::malformed(
                "result",
                "NOT_RATED",
                "only games that somebody won or that were drawn are rated",
            )
        })?;
        checks::name("game_id", &request.game_id)?;
        checks::name("white", &request.white)?;
        checks::name("black", &request.black)?;
        if request.white == request.black {
            return Err(Fault::malformed(
                "black",
                "SAME_PLAYER",
                "a rated game is between two people: white and black are the same",
            )
            .into());
        }
        let ended_ms = checks::time("ended_at", request.ended_at)?;
        let pool = self.pool(&request.pool)?;
        telemetry::note("shashki.game.id", request.game_id.clone());
        telemetry::note("shashki.pool", pool.id.clone());
        let result = request.result().as_str_name();
        let result = result.trim_start_matches("RESULT_").to_ascii_lowercase();
        telemetry::note("shashki.result", result);
        let report = Report {
            game: request.game_id,
            white: request.white,
            black: request.black,
            outcome,
            ended_ms,
        };
        let changes = self.ledger.report(pool, &report).await.map_err(failed)?;
        let [white, black] = changes.ok_or_else(|| {
            Fault::already_exists(
                "RESULT_CHANGED",
                "this game was reported with another result, pool or players, and stays rated so",
            )
        })?;
        Ok(Response::new(wire::ReportResultResponse {
            white: Some(messages::change(&white)),
            black: Some(messages::change(&black)),
        }))
    }

    async fn get_ratings(
        &self,
        request: Request<wire::GetRatingsRequest>,
    ) -> Result<Response<wire::GetRatingsResponse>, Status> {
        Caller::of(&request)?;
        let request = request.into_inner();
        let pool = self.pool(&request.pool)?;
        if request.player_ids.len() > MOST_PLAYERS {
            let message = format!("ask for {MOST_PLAYERS} players at most");
            return Err(Fault::malformed("player_ids", "TOO_MANY", message).into());
        }
        for player in &request.player_ids {
            checks::name("player_ids", player)?;
        }
        let found = self.ledger.of_players(pool, &request.player_ids).await;
        let ratings = found
            .map_err(failed)?
            .into_iter()
            .map(|holder| messages::rating(pool, &holder.player, &holder.standing, holder.now_ms));
        Ok(Response::new(wire::GetRatingsResponse {
            ratings: ratings.collect(),
        }))
    }

    async fn get_player_ratings(
        &self,
        request: Request<wire::GetPlayerRatingsRequest>,
    ) -> Result<Response<wire::GetPlayerRatingsResponse>, Status> {
        let caller = Caller::of(&request)?;
        let request = request.into_inner();
        let player = checks::player(&caller, &request.player_id)?;
        let found = self.ledger.of_player(&self.pools, player).await;
        let ratings = found.map_err(failed)?.into_iter().map(|(pool, holder)| {
            messages::rating(pool, &holder.player, &holder.standing, holder.now_ms)
        });
        Ok(Response::new(wire::GetPlayerRatingsResponse {
            ratings: ratings.collect(),
        }))
    }

    async fn list_changes(
        &self,
        request: Request<wire::ListChangesRequest>,
    ) -> Result<Response<wire::ListChangesResponse>, Status> {
        let caller = Caller::of(&request)?;
        let request = request.into_inner();
        let player = checks::player(&caller, &request.player_id)?;
        let pool = match &*request.pool {
            "" => None,
            id => Some(&*self.pool(id)?.id),
        };
        let before = history::before(&request.page_token)?;
        let size = checks::page_size(request.page_size);
        let found = self.ledger.changes(player, pool, before, size + 1).await;
        let mut changes = found.map_err(failed)?;
        let more = changes.len() > size;
        changes.truncate(size);
        let last = changes.last().filter(|_| more);
        Ok(Response::new(wire::ListChangesResponse {
            next_page_token: last.map_or_else(String::new, history::token),
            changes: changes.iter().map(messages::change).collect(),
        }))
    }

    async fn get_leaderboard(
        &self,
        request: Request<wire::GetLeaderboardRequest>,
    ) -> Result<Response<wire::GetLeaderboardResponse>, Status> {
        Caller::of(&request)?;
        let request = request.into_inner();
        let pool = self.pool(&request.pool)?;
        let size = checks::page_size(request.page_size);
        let (season, start) = Self::start(pool, request)?;
        let page = self.ledger.leaderboard(pool, season, &start, size).await;
        let page = page
            .map_err(failed)?
            .ok_or_else(|| unknown_season(pool, season.unwrap_or(1)))?;
        let places = page.places.iter().map(|(rank, row)| wire::Place {
            rank: *rank,
            rating: Some(messages::rating(
                pool,
                &row.player,
                &row.standing,
                page.as_of_ms,
            )),
        });
        Ok(Response::new(wire::GetLeaderboardResponse {
            places: places.collect(),
            next_page_token: page.next.map_or_else(String::new, |walk| walk.to_string()),
            total: page.total,
        }))
    }

    async fn close_season(
        &self,
        request: Request<wire::CloseSeasonRequest>,
    ) -> Result<Response<wire::CloseSeasonResponse>, Status> {
        Caller::of(&request)?.require(Scope::RatingsSeasons)?;
        let request = request.into_inner();
        let pool = self.pool(&request.pool)?;
        let number = i64::from(request.season);
        if number == 0 {
            return Err(Fault::malformed(
                "season",
                "MISSING_FIELD",
                "give the number of the season that goes on: see ListPools",
            )
            .into());
        }
        let closed = self.ledger.close_season(&pool.id, number).await;
        match closed.map_err(failed)? {
            Ok(next) => Ok(Response::new(wire::CloseSeasonResponse {
                season: Some(messages::season(&pool.id, &next)),
            })),
            Err(NotClosed::NotBegun(current)) => {
                Err(unknown_season(pool, number).with("season", &current).into())
            }
        }
    }

    async fn list_seasons(
        &self,
        request: Request<wire::ListSeasonsRequest>,
    ) -> Result<Response<wire::ListSeasonsResponse>, Status> {
        Caller::of(&request)?;
        let request = request.into_inner();
        let pool = self.pool(&request.pool)?;
        let seasons = self.ledger.seasons(&pool.id).await.map_err(failed)?;
        let seasons = seasons
            .iter()
            .map(|season| messages::season(&pool.id, season));
        Ok(Response::new(wire::ListSeasonsResponse {
            seasons: seasons.collect(),
        }))
    }

    async fn forget_player(
        &self,
        request: Request<wire::ForgetPlayerRequest>,
    ) -> Result<Response<wire::ForgetPlayerResponse>, Status> {
        Caller::of(&request)?.require(Scope::RatingsReport)?;
        let player = request.into_inner().player_id;
        checks::name("player_id", &player)?;
        self.ledger
            .forget(&self.pools, &player)
            .await
            .map_err(failed)?;
        Ok(Response::new(wire::ForgetPlayerResponse {}))
    }
}

fn unknown_season(pool: &Pool, season: i64) -> Fault {
    let message = format!(
        "pool `{}` has had no season {season}: see ListSeasons",
        pool.id
    );
    Fault::not_found("UNKNOWN_SEASON", message)
}

/// What callers are told when the records fail.
#[expect(clippy::needless_pass_by_value, reason = "it is handed to `map_err`")]
fn failed(error: Error) -> Fault {
    if let Error::Unavailable(_) = error {
        tracing::warn!(%error, "the records failed");
        return Fault::unavailable(
            "RATINGS_UNAVAILABLE",
            "the ratings cannot be reached now; it is safe to repeat the call",
        );
    }
    tracing::error!(%error, "the records refused");
    Fault::internal("the ratings cannot do this; the fault is logged")
}
