//! Services with canned answers. A game's id says how it behaves.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures::StreamExt as _;
use futures::stream::{self, BoxStream};
use platform::{Fault, Part};
use prost_types::Timestamp;
use proto::bots::v1::bots_service_server::{BotsService, BotsServiceServer};
use proto::bots::v1::{ChooseMoveRequest, ChooseMoveResponse, Level};
use proto::games::v1 as games;
use proto::games::v1::create_game_request::Rules;
use proto::games::v1::game_event::Happening;
use proto::games::v1::games_service_server::{GamesService, GamesServiceServer};
use proto::games::v1::seat::Occupant;
use proto::games::v1::watch_game_response::Update;
use proto::rules::v1 as rules;
use proto::rules::v1::rules_service_server::{RulesService, RulesServiceServer};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::{Code, Request, Response, Status};

/// The services, running.
pub(crate) struct Upstream {
    pub(crate) address: String,
    /// Watchers whose stream is still held.
    pub(crate) watching: Arc<AtomicUsize>,
}

impl Upstream {
    /// Starts all three, or without the bots.
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
        ];
        if with_bots {
            parts.push(Part::new(BotsServiceServer::new(NoBots)));
        }
        tokio::spawn(platform::serve(parts, listener, CancellationToken::new()));
        Self { address, watching }
    }
}

struct Canned {
    watching: Arc<AtomicUsize>,
}

struct CannedRules;

struct NoBots;

/// A game in which ann plays White against a bot.
pub(crate) fn game(id: &str) -> games::Game {
    let start = "W:Wc3:Bf6".to_owned();
    games::Game {
        id: id.to_owned(),
        version: 1,
        mode: "classic".to_owned(),
        ruleset: "russian-late-promotion".to_owned(),
        white: Some(seat(Occupant::PlayerId("ann".to_owned()))),
        black: Some(seat(Occupant::Bot(Level::Easy.into()))),
        start_fen: start.clone(),
        fen: start,
        side_to_move: rules::Side::White.into(),
        ply: 0,
        moves: Vec::new(),
        outcome: None,
        created_at: at(1_000),
        updated_at: at(1_000),
    }
}

fn seat(occupant: Occupant) -> games::Seat {
    games::Seat {
        occupant: Some(occupant),
    }
}

fn at(millis: i64) -> Option<Timestamp> {
    Some(Timestamp {
        seconds: millis / 1000,
        nanos: i32::try_from(millis % 1000).unwrap() * 1_000_000,
    })
}

fn white_wins(reason: rules::Reason) -> Option<rules::Outcome> {
    Some(rules::Outcome {
        result: rules::Result::WhiteWins.into(),
        reason: reason.into(),
        also: Vec::new(),
    })
}

fn resigned(id: &str) -> games::GameEvent {
    let side = rules::Side::Black.into();
    games::GameEvent {
        game_id: id.to_owned(),
        version: 2,
        at: at(2_500),
        happening: Some(Happening::Resigned(games::Resigned { side })),
        outcome: white_wins(rules::Reason::Resignation),
    }
}

fn moved(id: &str, fen: String) -> games::GameEvent {
    let played = games::PlayedMove {
        ply: 1,
        side: rules::Side::White.into(),
        text: "c3-d4".to_owned(),
        played_at: at(2_001),
    };
    games::GameEvent {
        game_id: id.to_owned(),
        version: 2,
        at: at(2_001),
        happening: Some(Happening::MovePlayed(games::MovePlayed {
            r#move: Some(played),
            fen,
            side_to_move: rules::Side::Black.into(),
        })),
        outcome: None,
    }
}

/// What a game of this id is refused with, if it is.
async fn refusal(id: &str) -> Result<(), Status> {
    if id == "hangs" {
        futures::future::pending::<()>().await;
    }
    if let Some(number) = id.strip_prefix("code-") {
        let code = Code::from_i32(number.parse().unwrap());
        return Err(Status::new(code, "secret detail"));
    }
    Err(match id {
        "unknown" => Fault::not_found("UNKNOWN_GAME", "there is no such game").into(),
        "stale" => Fault::stale("STALE_PLY", "read the game again").into(),
        "refused" => Fault::refused("ILLEGAL_MOVE", "c3-c5 is not legal here").into(),
        "denied" => Fault::denied("NOT_YOUR_GAME", "you do not play here").into(),
        "malformed" => Fault::malformed("move", "MALFORMED_MOVE", "not a move: ?").into(),
        "nameless" => Fault::malformed("player_id", "MALFORMED_NAME", "who plays?").into(),
        "failing" => Fault::internal("CORRUPT_GAME", "secret detail").into(),
        "stopping" => Fault::unavailable("SHUTTING_DOWN", "call again").into(),
        _ => return Ok(()),
    })
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

type Updates = BoxStream<'static, Result<games::WatchGameResponse, Status>>;

#[tonic::async_trait]
impl GamesService for Canned {
    type WatchGameStream = Updates;

    async fn list_modes(
        &self,
        _: Request<games::ListModesRequest>,
    ) -> Result<Response<games::ListModesResponse>, Status> {
        let mode = games::Mode {
            id: "classic".to_owned(),
            ruleset: "russian-late-promotion".to_owned(),
        };
        Ok(Response::new(games::ListModesResponse {
            modes: vec![mode],
        }))
    }

    async fn create_game(
        &self,
        request: Request<games::CreateGameRequest>,
    ) -> Result<Response<games::CreateGameResponse>, Status> {
        let asked = request.into_inner();
        let mut game = game("new");
        match asked.rules {
            Some(Rules::Mode(mode)) => game.mode = mode,
            Some(Rules::Ruleset(ruleset)) => {
                game.mode = String::new();
                game.ruleset = ruleset;
            }
            None => return Err(Status::invalid_argument("neither mode nor ruleset")),
        }
        game.white = asked.white;
        game.black = asked.black;
        if !asked.start_fen.is_empty() {
            game.start_fen = asked.start_fen;
        }
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
        let mut game = game(&id);
        match id.as_str() {
            "over" => game.outcome = white_wins(rules::Reason::NoPieces),
            "seatless" => game.white = None,
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
        let event = moved(&asked.game_id, "B:Wd4:Bf6".to_owned());
        Ok(Response::new(games::PlayMoveResponse {
            event: Some(event),
        }))
    }

    async fn resign(
        &self,
        request: Request<games::ResignRequest>,
    ) -> Result<Response<games::ResignResponse>, Status> {
        let asked = request.into_inner();
        refusal(&asked.game_id).await?;
        let mut event = resigned(&asked.game_id);
        if asked.side != 0 {
            event.happening = Some(Happening::Resigned(games::Resigned { side: asked.side }));
        }
        Ok(Response::new(games::ResignResponse { event: Some(event) }))
    }

    async fn watch_game(
        &self,
        request: Request<games::WatchGameRequest>,
    ) -> Result<Response<Updates>, Status> {
        let asked = request.into_inner();
        let id = asked.game_id;
        refusal(&id).await?;
        let mut first = vec![Ok(Update::Event(resigned(&id)))];
        if asked.after_version == 0 {
            first.insert(0, Ok(snapshot(&id)));
        }
        let updates: BoxStream<'static, Result<Update, Status>> = match id.as_str() {
            "ends" => stream::iter(first).boxed(),
            "lost" => {
                let fault = Fault::unavailable("SHUTTING_DOWN", "watch again");
                stream::iter([Ok(snapshot(&id)), Err(fault.into())]).boxed()
            }
            "breaks" => {
                let fault = Fault::internal("CORRUPT_GAME", "secret detail");
                stream::iter([Ok(snapshot(&id)), Err(fault.into())]).boxed()
            }
            "floods" => {
                let event = moved(&id, "x".repeat(100_000));
                stream::repeat_with(move || Ok(Update::Event(event.clone()))).boxed()
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
        self.watching.fetch_add(1, Ordering::SeqCst);
        let held = Held(Arc::clone(&self.watching));
        let updates = updates.map(move |update| {
            let _ = &held;
            update.map(|update| games::WatchGameResponse {
                update: Some(update),
            })
        });
        Ok(Response::new(updates.boxed()))
    }
}

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

    async fn replay(
        &self,
        _: Request<rules::ReplayRequest>,
    ) -> Result<Response<rules::ReplayResponse>, Status> {
        Err(Status::unimplemented("not needed here"))
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
