//! Small servers in the place of games and ratings.

use std::collections::{HashMap, HashSet};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::Stream;
use proto::games::v1 as games;
use proto::games::v1::create_game_request::Rules;
use proto::games::v1::games_service_server::{GamesService, GamesServiceServer};
use proto::games::v1::seat::Occupant;
use proto::ratings::v1 as ratings;
use proto::ratings::v1::ratings_service_server::{RatingsService, RatingsServiceServer};
use proto::rules::v1::Outcome;
use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::transport::Server;
use tonic::{Request, Response, Status};

use super::PATIENCE;

/// The peers, running.
#[derive(Clone, Default)]
pub(crate) struct Peers(Arc<Mutex<State>>);

/// What they know and do.
#[derive(Default)]
pub(crate) struct State {
    /// Games by the names of the requests that made them.
    pub(crate) games: HashMap<String, games::CreateGameRequest>,
    /// How often a game was asked for.
    pub(crate) asked: usize,
    /// Games that are over.
    pub(crate) over: HashSet<String>,
    /// Players who have a rated game going on.
    pub(crate) busy: HashSet<String>,
    /// Ratings that are not 1500.
    pub(crate) ratings: HashMap<String, f64>,
    /// Nobody gets a game.
    pub(crate) away: bool,
    /// Every game is refused.
    pub(crate) refuse: bool,
    /// Every name of a game is taken by another one.
    pub(crate) taken: bool,
    /// How long it takes to make a game.
    pub(crate) slow: Duration,
}

impl Peers {
    /// What they know and do.
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts serving; gives the address of both.
    pub(crate) async fn serve(&self) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address");
        let server = Server::builder()
            .add_service(GamesServiceServer::new(self.clone()))
            .add_service(RatingsServiceServer::new(self.clone()))
            .serve_with_incoming(TcpListenerStream::new(listener));
        tokio::spawn(server);
        format!("http://{address}")
    }

    /// Waits until a game has been asked for so often.
    pub(crate) async fn asked(&self, times: usize) {
        let asked = async {
            while self.state().asked < times {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(PATIENCE, asked).await.expect("somebody asks");
    }

    /// The games there are of two players, whoever plays which side.
    pub(crate) fn games_of(&self, a: &str, b: &str) -> Vec<games::CreateGameRequest> {
        let state = self.state();
        let pairs = state.games.values().filter(|game| {
            let players = [player(game.white.as_ref()), player(game.black.as_ref())];
            players.contains(&a) && players.contains(&b)
        });
        pairs.cloned().collect()
    }
}

/// Who sits there; empty for a bot.
pub(crate) fn player(seat: Option<&games::Seat>) -> &str {
    match seat.and_then(|seat| seat.occupant.as_ref()) {
        Some(Occupant::PlayerId(player)) => player,
        _ => "",
    }
}

fn mode(id: &str, pool: &str) -> games::Mode {
    games::Mode {
        id: id.to_owned(),
        ruleset: "russian".to_owned(),
        clock: None,
        pool: Some(pool.to_owned()).filter(|pool| !pool.is_empty()),
        boosts: None,
        only_with_bots: id == "alone",
    }
}

type Nothing<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

/// Methods that nobody calls here, in the form that `async_trait` gives them.
macro_rules! never {
    ($($name:ident: $package:ident $request:ident -> $response:ty;)*) => {$(
        fn $name<'a, 'b>(
            &'a self,
            _: Request<$package::$request>,
        ) -> Pin<Box<dyn Future<Output = Result<Response<$response>, Status>> + Send + 'b>>
        where
            'a: 'b,
            Self: 'b,
        {
            Box::pin(std::future::ready(Err(Status::unimplemented(stringify!($name)))))
        }
    )*};
}

#[tonic::async_trait]
impl GamesService for Peers {
    type WatchGameStream = Nothing<games::WatchGameResponse>;
    type WatchPlayerStream = Nothing<games::WatchPlayerResponse>;

    async fn list_modes(
        &self,
        _: Request<games::ListModesRequest>,
    ) -> Result<Response<games::ListModesResponse>, Status> {
        let modes = vec![
            mode("classic", "classic"),
            mode("russian", "russian"),
            mode("fun", ""),
            mode("alone", ""),
        ];
        Ok(Response::new(games::ListModesResponse { modes }))
    }

    async fn create_game(
        &self,
        request: Request<games::CreateGameRequest>,
    ) -> Result<Response<games::CreateGameResponse>, Status> {
        self.state().asked += 1;
        let slow = self.state().slow;
        tokio::time::sleep(slow).await;
        let asked = request.into_inner();
        let mut state = self.state();
        if state.away {
            return Err(Status::unavailable("away"));
        }
        if state.refuse {
            return Err(Status::failed_precondition("refused"));
        }
        let id = format!("game-{}", asked.request_id);
        let mode = match &asked.rules {
            Some(Rules::Mode(mode)) => mode.clone(),
            _ => String::new(),
        };
        if state.taken {
            return Err(Status::already_exists("another game of this name"));
        }
        let before = state.games.insert(asked.request_id.clone(), asked.clone());
        if before.is_some_and(|before| before != asked) {
            return Err(Status::already_exists("the same name for another game"));
        }
        let game = games::Game {
            id,
            mode: Some(mode),
            white: asked.white,
            black: asked.black,
            rated: asked.rated,
            ..games::Game::default()
        };
        Ok(Response::new(games::CreateGameResponse {
            game: Some(game),
        }))
    }

    async fn get_game(
        &self,
        request: Request<games::GetGameRequest>,
    ) -> Result<Response<games::GetGameResponse>, Status> {
        let id = request.into_inner().game_id;
        let over = self.state().over.contains(&id);
        let game = games::Game {
            id,
            outcome: over.then(Outcome::default),
            ..games::Game::default()
        };
        Ok(Response::new(games::GetGameResponse { game: Some(game) }))
    }

    async fn list_busy_players(
        &self,
        request: Request<games::ListBusyPlayersRequest>,
    ) -> Result<Response<games::ListBusyPlayersResponse>, Status> {
        let state = self.state();
        let asked = request.into_inner().player_ids.into_iter();
        let busy = asked.filter(|player| state.busy.contains(player));
        Ok(Response::new(games::ListBusyPlayersResponse {
            player_ids: busy.collect(),
        }))
    }

    never! {
        list_legal_moves: games ListLegalMovesRequest -> games::ListLegalMovesResponse;
        list_positions: games ListPositionsRequest -> games::ListPositionsResponse;
        play_move: games PlayMoveRequest -> games::PlayMoveResponse;
        use_boost: games UseBoostRequest -> games::UseBoostResponse;
        list_boosts: games ListBoostsRequest -> games::ListBoostsResponse;
        resign: games ResignRequest -> games::ResignResponse;
        abort_game: games AbortGameRequest -> games::AbortGameResponse;
        offer_draw: games OfferDrawRequest -> games::OfferDrawResponse;
        answer_draw: games AnswerDrawRequest -> games::AnswerDrawResponse;
        rematch: games RematchRequest -> games::RematchResponse;
        watch_game: games WatchGameRequest -> Self::WatchGameStream;
        list_games: games ListGamesRequest -> games::ListGamesResponse;
        watch_player: games WatchPlayerRequest -> Self::WatchPlayerStream;
        export_game: games ExportGameRequest -> games::ExportGameResponse;
    }
}

#[tonic::async_trait]
impl RatingsService for Peers {
    async fn get_ratings(
        &self,
        request: Request<ratings::GetRatingsRequest>,
    ) -> Result<Response<ratings::GetRatingsResponse>, Status> {
        let asked = request.into_inner();
        let state = self.state();
        let ratings = asked.player_ids.into_iter().map(|player| ratings::Rating {
            pool: asked.pool.clone(),
            value: state.ratings.get(&player).copied().unwrap_or(1500.0),
            player_id: player,
            ..ratings::Rating::default()
        });
        Ok(Response::new(ratings::GetRatingsResponse {
            ratings: ratings.collect(),
        }))
    }

    never! {
        list_pools: ratings ListPoolsRequest -> ratings::ListPoolsResponse;
        report_result: ratings ReportResultRequest -> ratings::ReportResultResponse;
        get_player_ratings: ratings GetPlayerRatingsRequest -> ratings::GetPlayerRatingsResponse;
        list_changes: ratings ListChangesRequest -> ratings::ListChangesResponse;
        get_leaderboard: ratings GetLeaderboardRequest -> ratings::GetLeaderboardResponse;
        close_season: ratings CloseSeasonRequest -> ratings::CloseSeasonResponse;
        list_seasons: ratings ListSeasonsRequest -> ratings::ListSeasonsResponse;
        forget_player: ratings ForgetPlayerRequest -> ratings::ForgetPlayerResponse;
    }
}
