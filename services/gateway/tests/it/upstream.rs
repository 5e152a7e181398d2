//! Services with canned answers. A game's id says how it behaves.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures::StreamExt as _;
use futures::stream::{self, BoxStream};
use platform::identity::{Caller, Gate, Signer, Verifier};
use platform::{Fault, Part};
use proto::bots::v1::bots_service_server::BotsServiceServer;
use proto::games::v1 as games;
use proto::games::v1::create_game_request::Rules;
use proto::games::v1::game_event::Happening;
use proto::games::v1::games_service_server::{GamesService, GamesServiceServer};
use proto::games::v1::watch_game_response::Update;
use proto::matchmaking::v1::matchmaking_service_server::MatchmakingServiceServer;
use proto::players::v1::players_service_server::PlayersServiceServer;
use proto::ratings::v1::ratings_service_server::RatingsServiceServer;
use proto::rules::v1 as rules;
use proto::rules::v1::rules_service_server::RulesServiceServer;
use proto::shop::v1::shop_service_server::ShopServiceServer;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};

use crate::canned::{
    at, boosted, clock, combat, event, game, happenings, legal_move, limits, moved, news, over,
    played, refusal, rematch, resigned, side_of, timed, warning,
};

use crate::meeting::{CannedMatchmaking, CannedPlayers, CannedRatings};
use crate::moves::{CannedBots, CannedRules};
use crate::shop::CannedShop;

/// The services, running.
pub(crate) struct Upstream {
    pub(crate) address: String,
    /// A token that they believe.
    pub(crate) token: String,
    /// Watchers whose stream is still held.
    pub(crate) watching: Arc<AtomicUsize>,
}

impl Upstream {
    /// Starts all, or without the bots.
    pub(crate) async fn start(with_bots: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let watching = Arc::new(AtomicUsize::new(0));
        let canned = Canned {
            watching: Arc::clone(&watching),
        };
        let mut parts = vec![
            Part::new(GamesServiceServer::new(canned)),
            Part::new(RulesServiceServer::new(CannedRules)),
            Part::new(PlayersServiceServer::new(CannedPlayers))
                .open("SignInAsGuest")
                .open("Refresh")
                .open("SignOut")
                .open("GetJwks"),
            Part::new(RatingsServiceServer::new(CannedRatings)),
            Part::new(MatchmakingServiceServer::new(CannedMatchmaking)),
            Part::new(ShopServiceServer::new(CannedShop)),
        ];
        if with_bots {
            parts.push(Part::new(BotsServiceServer::new(CannedBots)));
        }
        let signer = Signer::generate();
        let caller = Caller::Player {
            id: "ann".to_owned(),
        };
        let token = signer.sign(&caller, Duration::from_secs(3600)).unwrap();
        let gate = Gate::new(Verifier::fixed([&signer]).unwrap());
        let serving = platform::serve(parts, gate, listener, CancellationToken::new());
        tokio::spawn(serving);
        Self {
            address,
            token,
            watching,
        }
    }
}

struct Canned {
    watching: Arc<AtomicUsize>,
}

fn snapshot(id: &str) -> Update {
    Update::Snapshot(game(id))
}

/// Counts a stream for as long as it is held.
struct Held(Arc<AtomicUsize>);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

type Stream<T> = BoxStream<'static, Result<T, Status>>;

impl Canned {
    /// Sends what there is to tell, and counts it as held for as long as it is.
    fn tell<T: 'static, M: 'static>(
        &self,
        told: Stream<T>,
        message: impl Fn(T) -> M + Send + 'static,
    ) -> Response<Stream<M>> {
        self.watching.fetch_add(1, Ordering::SeqCst);
        let held = Held(Arc::clone(&self.watching));
        let told = told.map(move |told| {
            let _ = &held;
            told.map(&message)
        });
        Response::new(told.boxed())
    }
}

#[tonic::async_trait]
impl GamesService for Canned {
    type WatchGameStream = Stream<games::WatchGameResponse>;
    type WatchPlayerStream = Stream<games::WatchPlayerResponse>;

    async fn list_modes(
        &self,
        _: Request<games::ListModesRequest>,
    ) -> Result<Response<games::ListModesResponse>, Status> {
        let mode = games::Mode {
            id: "classic".to_owned(),
            ruleset: "russian-late-promotion".to_owned(),
            clock: Some(warning()),
            pool: Some("russian".to_owned()),
            boosts: None,
            only_with_bots: false,
        };
        let untimed = games::Mode {
            id: "untimed".to_owned(),
            clock: None,
            pool: None,
            ..mode.clone()
        };
        let combat_ai = games::Mode {
            id: "combat-ai".to_owned(),
            boosts: Some(limits()),
            only_with_bots: true,
            ..untimed.clone()
        };
        Ok(Response::new(games::ListModesResponse {
            modes: vec![mode, untimed, combat_ai],
        }))
    }

    async fn create_game(
        &self,
        request: Request<games::CreateGameRequest>,
    ) -> Result<Response<games::CreateGameResponse>, Status> {
        let asked = request.into_inner();
        let mut game = game("new");
        match asked.rules {
            Some(Rules::Mode(mode)) => game.mode = Some(mode),
            Some(Rules::Ruleset(ruleset)) => {
                game.mode = None;
                game.ruleset = ruleset;
            }
            None => return Err(Fault::malformed("rules", "MISSING_FIELD", "which rules?").into()),
        }
        game.white = asked.white;
        game.black = asked.black;
        if !asked.start_fen.is_empty() {
            game.start_fen = asked.start_fen;
        }
        game.clock = asked.clock.map(clock);
        Ok(Response::new(games::CreateGameResponse {
            game: Some(game),
        }))
    }

    async fn get_game(
        &self,
        request: Request<games::GetGameRequest>,
    ) -> Result<Response<games::GetGameResponse>, Status> {
        let id = request.into_inner().game_id;
        refusal(&id).await?;
        let mut game = match id.as_str() {
            "over" => over(&id),
            "played" => played(&id),
            "timed" => timed(&id),
            "combat" => combat(&id),
            _ => game(&id),
        };
        match id.as_str() {
            // What the contract has no form for.
            "timeless" => game.created_at = at(1_000_000_000_000_000),
            "newer" => {
                game.boosts = vec![games::UsedBoost {
                    boost: 99,
                    ..games::UsedBoost::default()
                }];
            }
            "long" => game.fen = "x".repeat(4_000),
            _ => {}
        }
        Ok(Response::new(games::GetGameResponse { game: Some(game) }))
    }

    async fn play_move(
        &self,
        request: Request<games::PlayMoveRequest>,
    ) -> Result<Response<games::PlayMoveResponse>, Status> {
        let asked = request.into_inner();
        refusal(&asked.game_id).await?;
        let mut event = moved(&asked.game_id, "B:Wd4:Bf6".to_owned());
        if asked.game_id == "timed" {
            event.clock = timed("timed").clock;
        }
        Ok(Response::new(games::PlayMoveResponse {
            event: Some(event),
        }))
    }

    async fn use_boost(
        &self,
        request: Request<games::UseBoostRequest>,
    ) -> Result<Response<games::UseBoostResponse>, Status> {
        let asked = request.into_inner();
        refusal(&asked.game_id).await?;
        let event = event(&asked.game_id, boosted(&asked));
        Ok(Response::new(games::UseBoostResponse {
            event: Some(event),
        }))
    }

    async fn list_boosts(
        &self,
        request: Request<games::ListBoostsRequest>,
    ) -> Result<Response<games::ListBoostsResponse>, Status> {
        let asked = request.into_inner();
        refusal(&asked.game_id).await?;
        Ok(Response::new(games::ListBoostsResponse {
            boosts: crate::boosts::options(&asked.player_id),
        }))
    }

    async fn resign(
        &self,
        request: Request<games::ResignRequest>,
    ) -> Result<Response<games::ResignResponse>, Status> {
        let asked = request.into_inner();
        refusal(&asked.game_id).await?;
        let event = resigned(&asked.game_id, asked.side());
        Ok(Response::new(games::ResignResponse { event: Some(event) }))
    }

    async fn watch_game(
        &self,
        request: Request<games::WatchGameRequest>,
    ) -> Result<Response<Self::WatchGameStream>, Status> {
        let asked = request.into_inner();
        let id = asked.game_id;
        refusal(&id).await?;
        let mut first = vec![Ok(Update::Event(resigned(&id, rules::Side::Black)))];
        if asked.after_version == 0 {
            first.insert(0, Ok(snapshot(&id)));
        }
        let updates: Stream<Update> = match id.as_str() {
            "ends" => stream::iter(first).boxed(),
            "lost" => {
                let fault = Fault::unavailable("SHUTTING_DOWN", "watch again");
                stream::iter([Ok(snapshot(&id)), Err(fault.into())]).boxed()
            }
            "breaks" => {
                let fault = Fault::internal("secret detail");
                stream::iter([Ok(snapshot(&id)), Err(fault.into())]).boxed()
            }
            "eventful" => {
                let told = happenings().into_iter();
                stream::iter(told.map(move |happening| Ok(Update::Event(event(&id, happening)))))
                    .boxed()
            }
            "seen" => {
                let mut snapshot = timed(&id);
                snapshot.spectators = u32::from(asked.player_id != "ann");
                stream::iter([Ok(Update::Snapshot(snapshot))]).boxed()
            }
            "floods" => {
                let event = moved(&id, "x".repeat(100_000));
                stream::repeat_with(move || Ok(Update::Event(event.clone()))).boxed()
            }
            "streams" => {
                let event = moved(&id, "B:Wd4:Bf6".to_owned());
                stream::repeat_with(move || Ok(Update::Event(event.clone())))
                    .then(|event| async {
                        tokio::time::sleep(Duration::from_millis(1)).await;
                        event
                    })
                    .boxed()
            }
            "drips" => {
                let event = moved(&id, "B:Wd4:Bf6".to_owned());
                stream::repeat_with(move || Ok(Update::Event(event.clone())))
                    .then(|event| async {
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        event
                    })
                    .boxed()
            }
            _ => stream::iter([Ok(snapshot(&id))])
                .chain(stream::pending())
                .boxed(),
        };
        let message = |update| games::WatchGameResponse {
            update: Some(update),
        };
        Ok(self.tell(updates, message))
    }

    async fn watch_player(
        &self,
        request: Request<games::WatchPlayerRequest>,
    ) -> Result<Response<Self::WatchPlayerStream>, Status> {
        let player = request.into_inner().player_id;
        refusal(&player).await?;
        let first = stream::iter(news().into_iter().map(Ok));
        let news = match player.as_str() {
            "ends" => first.take(1).boxed(),
            "lost" => {
                let fault = Fault::unavailable("SHUTTING_DOWN", "watch again");
                first
                    .take(1)
                    .chain(stream::iter([Err(fault.into())]))
                    .boxed()
            }
            "slow" => {
                let fault = Fault::exhausted("SLOW_READER", "you did not read in time");
                first
                    .take(1)
                    .chain(stream::iter([Err(fault.into())]))
                    .boxed()
            }
            _ => first.chain(stream::pending()).boxed(),
        };
        let message = |news| games::WatchPlayerResponse { news: Some(news) };
        Ok(self.tell(news, message))
    }

    async fn list_games(
        &self,
        request: Request<games::ListGamesRequest>,
    ) -> Result<Response<games::ListGamesResponse>, Status> {
        let asked = request.into_inner();
        refusal(&asked.player_id).await?;
        // What was asked for is the id of the game.
        let (size, token) = (asked.page_size, &asked.page_token);
        let id = format!(
            "{} of {}, {size} after {token}",
            asked.filter().as_str_name(),
            asked.player_id
        );
        let next = if size == 1 { "more" } else { "" };
        Ok(Response::new(games::ListGamesResponse {
            games: vec![game(&id)],
            next_page_token: next.to_owned(),
        }))
    }

    async fn abort_game(
        &self,
        request: Request<games::AbortGameRequest>,
    ) -> Result<Response<games::AbortGameResponse>, Status> {
        let asked = request.into_inner();
        refusal(&asked.game_id).await?;
        let side = side_of(&asked.player_id);
        let event = Some(event(
            &asked.game_id,
            Happening::Aborted(games::Aborted { side }),
        ));
        Ok(Response::new(games::AbortGameResponse { event }))
    }

    async fn offer_draw(
        &self,
        request: Request<games::OfferDrawRequest>,
    ) -> Result<Response<games::OfferDrawResponse>, Status> {
        let asked = request.into_inner();
        refusal(&asked.game_id).await?;
        let side = side_of(&asked.player_id);
        let offered = Happening::DrawOffered(games::DrawOffered { side });
        let event = Some(event(&asked.game_id, offered));
        Ok(Response::new(games::OfferDrawResponse { event }))
    }

    async fn answer_draw(
        &self,
        request: Request<games::AnswerDrawRequest>,
    ) -> Result<Response<games::AnswerDrawResponse>, Status> {
        let asked = request.into_inner();
        refusal(&asked.game_id).await?;
        let answered = if asked.accept {
            Happening::DrawAgreed(games::DrawAgreed {})
        } else {
            Happening::DrawDeclined(games::DrawDeclined {})
        };
        let event = Some(event(&asked.game_id, answered));
        Ok(Response::new(games::AnswerDrawResponse { event }))
    }

    async fn rematch(
        &self,
        request: Request<games::RematchRequest>,
    ) -> Result<Response<games::RematchResponse>, Status> {
        let asked = request.into_inner();
        refusal(&asked.game_id).await?;
        // Black has offered it, and White accepts.
        let id = if asked.player_id == "ann" {
            "again"
        } else {
            ""
        };
        let rematch = Some(rematch(id));
        Ok(Response::new(games::RematchResponse { rematch }))
    }

    async fn list_legal_moves(
        &self,
        request: Request<games::ListLegalMovesRequest>,
    ) -> Result<Response<games::ListLegalMovesResponse>, Status> {
        let asked = request.into_inner();
        refusal(&asked.game_id).await?;
        let moves = match asked.game_id.as_str() {
            "over" => Vec::new(),
            _ => vec![legal_move(asked.notation())],
        };
        Ok(Response::new(games::ListLegalMovesResponse {
            moves,
            side_to_move: rules::Side::White.into(),
            ply: 0,
            fen: "W:Wc3:Bf6".to_owned(),
            version: 1,
        }))
    }

    async fn list_positions(
        &self,
        request: Request<games::ListPositionsRequest>,
    ) -> Result<Response<games::ListPositionsResponse>, Status> {
        let asked = request.into_inner();
        refusal(&asked.game_id).await?;
        let game = match asked.game_id.as_str() {
            "combat" => combat(&asked.game_id),
            id => played(id),
        };
        Ok(Response::new(games::ListPositionsResponse {
            start_fen: game.start_fen,
            moves: vec![legal_move(rules::Notation::Algebraic)],
            steps: crate::boosts::steps(game.boosts),
        }))
    }

    async fn list_busy_players(
        &self,
        _: Request<games::ListBusyPlayersRequest>,
    ) -> Result<Response<games::ListBusyPlayersResponse>, Status> {
        Err(Status::unimplemented("not needed here"))
    }

    async fn export_game(
        &self,
        request: Request<games::ExportGameRequest>,
    ) -> Result<Response<games::ExportGameResponse>, Status> {
        let id = request.into_inner().game_id;
        refusal(&id).await?;
        let pdn = format!("[GameId \"{id}\"]\n\n1. c3-d4 *\n");
        Ok(Response::new(games::ExportGameResponse { pdn }))
    }
}
