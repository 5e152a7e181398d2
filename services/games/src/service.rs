//! The gRPC face: translate, check, call.

use platform::Fault;
use proto::games::v1 as wire;
use proto::games::v1::create_game_request::Rules;
use proto::games::v1::games_service_server::GamesService;
use tokio_util::sync::CancellationToken;
use tonic::{Code, Request, Response, Status};
use uuid::Uuid;

use crate::document::{seat_from_wire, side_from_wire};
use crate::game::{Cause, Command, Event, Game, Refusal, Seat, Seats, Side, Turn, decide, turn};
use crate::modes::Modes;
use crate::repository::Repository;
use crate::rulebook::Rulebook;
use crate::watch::{self, Updates};
use crate::{past, wire as messages};

/// A command meets another one at the same version at most this often before the caller is told
/// to come again: more would mean that something else is wrong.
const ATTEMPTS: usize = 20;

/// Names that callers give (players, requests) are at most this long.
const MAX_NAME: usize = 64;

/// Names of requests become names of games in this namespace.
const REQUESTS: Uuid = Uuid::from_u128(0x5d1b_7c5e_93a4_4a0e_8f0e_2f4c_6a91_d3b7);

/// The service.
pub(crate) struct Service {
    modes: Modes,
    repository: Repository,
    rulebook: Rulebook,
    shutdown: CancellationToken,
}

impl Service {
    pub(crate) fn new(
        modes: Modes,
        repository: Repository,
        rulebook: Rulebook,
        shutdown: CancellationToken,
    ) -> Self {
        Self {
            modes,
            repository,
            rulebook,
            shutdown,
        }
    }

    /// The ruleset, and the mode if one was asked for.
    fn rules_of(&self, rules: Option<Rules>) -> Result<(String, Option<String>), Fault> {
        match rules {
            Some(Rules::Mode(id)) => match self.modes.by_id(&id) {
                Some(mode) => Ok((mode.ruleset.clone(), Some(id))),
                None => Err(Fault::not_found(
                    "UNKNOWN_MODE",
                    format!("there is no mode `{id}`: see ListModes"),
                )),
            },
            Some(Rules::Ruleset(ruleset)) => Ok((ruleset, None)),
            None => Err(Fault::malformed(
                "rules",
                "MISSING_FIELD",
                "say what to play: a mode or a ruleset",
            )),
        }
    }

    /// Finds the event of a move that the player may have sent before.
    async fn repeated(&self, game: &Game, number: usize, text: &str) -> Result<Event, Status> {
        let played = &game.moves[number - 1].text;
        let same = played == text
            || past::meaning(&self.rulebook, game, number, text)
                .await
                .is_ok_and(|meant| meant == *played);
        if same {
            past::event_of_move(&self.rulebook, game, number).await
        } else {
            Err(refuse(&Refusal::StalePly { ply: game.ply() }).into())
        }
    }

    async fn play(&self, request: &wire::PlayMoveRequest) -> Result<Event, Status> {
        for _ in 0..ATTEMPTS {
            let loaded = self.repository.load(&request.game_id).await?;
            let game = &loaded.game;
            match turn(game, &request.player_id, request.expected_ply)
                .map_err(|refusal| refuse(&refusal))?
            {
                Turn::Repeat => {
                    let number = request.expected_ply as usize + 1;
                    return self.repeated(game, number, &request.r#move).await;
                }
                Turn::Fresh => {}
            }
            let allowed = self
                .rulebook
                .apply(&game.ruleset, &game.position, &request.r#move)
                .await?;
            let change = decide(game, Command::Play(allowed), loaded.now)
                .map_err(|refusal| refuse(&refusal))?;
            if self.repository.change(&request.game_id, &change).await? {
                return Ok(change.event);
            }
        }
        Err(contended().into())
    }

    async fn give_up(&self, request: &wire::ResignRequest) -> Result<Event, Status> {
        let asked = side_from_wire(request.side());
        for _ in 0..ATTEMPTS {
            let loaded = self.repository.load(&request.game_id).await?;
            let game = &loaded.game;
            if let Some(event) = resigned_before(game, &request.player_id, asked) {
                return Ok(event);
            }
            let side = resigning_side(game, &request.player_id, asked)
                .ok_or(refuse(&Refusal::NotYourGame))?;
            let change = decide(game, Command::Resign(side), loaded.now)
                .map_err(|refusal| refuse(&refusal))?;
            if self.repository.change(&request.game_id, &change).await? {
                return Ok(change.event);
            }
        }
        Err(contended().into())
    }
}

#[tonic::async_trait]
impl GamesService for Service {
    async fn list_modes(
        &self,
        _: Request<wire::ListModesRequest>,
    ) -> Result<Response<wire::ListModesResponse>, Status> {
        let modes = self
            .modes
            .iter()
            .map(|mode| wire::Mode {
                id: mode.id.clone(),
                ruleset: mode.ruleset.clone(),
            })
            .collect();
        Ok(Response::new(wire::ListModesResponse { modes }))
    }

    async fn create_game(
        &self,
        request: Request<wire::CreateGameRequest>,
    ) -> Result<Response<wire::CreateGameResponse>, Status> {
        let request = request.into_inner();
        let (ruleset, mode) = self.rules_of(request.rules)?;
        let seats = Seats {
            white: seat("white", request.white)?,
            black: seat("black", request.black)?,
        };
        let id = game_id(&request.request_id)?;

        let start = self
            .rulebook
            .start(&ruleset, &request.start_fen)
            .await
            .map_err(|status| {
                if status.code() == Code::InvalidArgument {
                    Fault::malformed("start_fen", "MALFORMED_FEN", status.message()).into()
                } else {
                    status
                }
            })?;
        if start.over {
            return Err(Fault::refused(
                "GAME_OVER",
                "the game is over in this position: nobody could move",
            )
            .into());
        }
        let game = Game {
            mode,
            ruleset,
            seats,
            start_fen: start.position.fen.clone(),
            first: start.to_move,
            position: start.position,
            to_move: start.to_move,
            moves: Vec::new(),
            ending: None,
            created_at: self.repository.now().await?,
        };
        if self.repository.create(&id, &game).await? {
            tracing::info!(game = id, ruleset = game.ruleset, "game created");
            return Ok(Response::new(wire::CreateGameResponse {
                game: Some(messages::game(&id, &game)),
            }));
        }
        let before = self.repository.load(&id).await?.game;
        if before.mode != game.mode
            || before.ruleset != game.ruleset
            || before.seats != game.seats
            || before.start_fen != game.start_fen
        {
            return Err(Fault::already_exists(
                "REQUEST_ID_TAKEN",
                "another game was created under this request id: choose a new one",
            )
            .into());
        }
        Ok(Response::new(wire::CreateGameResponse {
            game: Some(messages::game(&id, &before)),
        }))
    }

    async fn get_game(
        &self,
        request: Request<wire::GetGameRequest>,
    ) -> Result<Response<wire::GetGameResponse>, Status> {
        let id = request.into_inner().game_id;
        let loaded = self.repository.load(&id).await?;
        Ok(Response::new(wire::GetGameResponse {
            game: Some(messages::game(&id, &loaded.game)),
        }))
    }

    async fn play_move(
        &self,
        request: Request<wire::PlayMoveRequest>,
    ) -> Result<Response<wire::PlayMoveResponse>, Status> {
        let request = request.into_inner();
        name("player_id", &request.player_id)?;
        let event = self.play(&request).await?;
        Ok(Response::new(wire::PlayMoveResponse {
            event: Some(messages::event(&request.game_id, &event)),
        }))
    }

    async fn resign(
        &self,
        request: Request<wire::ResignRequest>,
    ) -> Result<Response<wire::ResignResponse>, Status> {
        let request = request.into_inner();
        name("player_id", &request.player_id)?;
        let event = self.give_up(&request).await?;
        Ok(Response::new(wire::ResignResponse {
            event: Some(messages::event(&request.game_id, &event)),
        }))
    }

    type WatchGameStream = Updates;

    async fn watch_game(
        &self,
        request: Request<wire::WatchGameRequest>,
    ) -> Result<Response<Self::WatchGameStream>, Status> {
        let request = request.into_inner();
        let updates = watch::updates(
            self.repository.clone(),
            self.rulebook.clone(),
            request.game_id,
            request.after_version,
            self.shutdown.clone(),
        )
        .await?;
        Ok(Response::new(updates))
    }
}

/// The resignation that a player repeats.
fn resigned_before(game: &Game, player: &str, asked: Option<Side>) -> Option<Event> {
    let Cause::Resignation(side) = game.ending.as_ref()?.cause else {
        return None;
    };
    let own = game.seats.holds(player, side) && asked.is_none_or(|asked| asked == side);
    own.then(|| past::closing(game)).flatten()
}

/// The side that a player gives up for: the one asked for, or the player's own, or for a player on
/// both sides the one to move.
fn resigning_side(game: &Game, player: &str, asked: Option<Side>) -> Option<Side> {
    match asked {
        Some(side) => game.seats.holds(player, side).then_some(side),
        None if game.seats.holds(player, game.to_move) => Some(game.to_move),
        None => game.seats.sides_of(player).next(),
    }
}

/// A new game's id; one that follows from the request's name, if it has one, so that a repeat
/// finds the first game.
fn game_id(request_id: &str) -> Result<String, Fault> {
    if request_id.is_empty() {
        return Ok(Uuid::now_v7().simple().to_string());
    }
    name("request_id", request_id)?;
    Ok(Uuid::new_v5(&REQUESTS, request_id.as_bytes())
        .simple()
        .to_string())
}

fn seat(field: &str, seat: Option<wire::Seat>) -> Result<Seat, Fault> {
    let seat = seat.and_then(seat_from_wire).ok_or_else(|| {
        Fault::malformed(
            field,
            "MISSING_FIELD",
            "say who plays this side: a player id or a bot level",
        )
    })?;
    if let Seat::Player(id) = &seat {
        name(field, id)?;
    }
    Ok(seat)
}

/// Checks a name that a caller gives.
fn name(field: &str, name: &str) -> Result<(), Fault> {
    let fine = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    if (1..=MAX_NAME).contains(&name.len()) && name.bytes().all(fine) {
        return Ok(());
    }
    Err(Fault::malformed(
        field,
        "MALFORMED_NAME",
        format!("{field} takes 1 to {MAX_NAME} of A-Z a-z 0-9 _ - ."),
    ))
}

/// The one place where refusals of the core become errors of the API.
fn refuse(refusal: &Refusal) -> Fault {
    match refusal {
        Refusal::NotYourGame => {
            Fault::denied("NOT_YOUR_GAME", "you do not play this side of this game")
        }
        Refusal::GameOver => Fault::refused("GAME_OVER", "the game is over"),
        Refusal::NotYourTurn => Fault::refused("NOT_YOUR_TURN", "it is the opponent's turn"),
        Refusal::StalePly { ply } => Fault::stale(
            "STALE_PLY",
            format!("the game is at ply {ply}: look at it again, then send expected_ply = {ply}"),
        )
        .with("ply", ply),
        Refusal::NotAbandoned => {
            Fault::refused("NOT_ABANDONED", "a move was played less than a day ago")
        }
    }
}

fn contended() -> Fault {
    Fault::stale(
        "CONTENDED",
        "the game keeps changing: look at it again and retry",
    )
}
