//! The gRPC face: translate, check, call.

use futures::{StreamExt as _, TryStreamExt as _, stream};
use platform::Fault;
use platform::identity::{Caller, Scope};
use proto::games::v1 as wire;
use proto::games::v1::GamesFilter;
use proto::games::v1::games_service_server::GamesService;
use store::Timestamp;
use tokio_util::sync::CancellationToken;
use tonic::{Code, Request, Response, Status};

use crate::archive::Cursor;
use crate::boosts::Boosts;
use crate::checks::{acting, game_id, may_seat, name, player_of, seat, watching};
use crate::delivery::{Delivery, deliver};
use crate::document::{boost_counts_to_wire, clock_rule_to_wire, side_from_wire};
use crate::game::{Beginning, Command, Decision, Game, Refusal, Seats, Turn, decide, may_move};
use crate::modes::{Mode, Modes};
use crate::reader::Reader;
use crate::refusals::{contended, refuse};
use crate::repository::{ATTEMPTS, Cause, archive_away};
use crate::sealed::Viewer;
use crate::terms::{Terms, terms};
use crate::{document, export, news, past, positions, rematch, watch, wire as messages};

/// Games on a page of a list, unless another number is asked for.
const DEFAULT_PAGE: usize = 20;

/// Games on a page at most.
const LARGEST_PAGE: usize = 100;

/// Players that can be asked about at once.
const MOST_BUSY: usize = 1000;

/// Of these, how many are looked up side by side.
const BUSY_AT_ONCE: usize = 64;

/// The service.
pub(crate) struct Service {
    modes: Modes,
    reader: Reader,
    boosts: Boosts,
    shutdown: CancellationToken,
}

impl Service {
    pub(crate) fn new(
        modes: Modes,
        reader: Reader,
        boosts: Boosts,
        shutdown: CancellationToken,
    ) -> Self {
        Self {
            modes,
            reader,
            boosts,
            shutdown,
        }
    }

    /// Carries a command out: again from the start if the game has changed in the meantime.
    async fn command(&self, id: &str, command: Command<'_>) -> Result<wire::GameEvent, Status> {
        for _ in 0..ATTEMPTS {
            let loaded = self.reader.settled(id).await?;
            let game = &loaded.game;
            match decide(game, command.clone(), loaded.now).map_err(|refusal| refuse(&refusal))? {
                Decision::Repeat { version } => {
                    let event = past::event_at(&self.reader.rulebook, id, game, version).await?;
                    return Ok(event.open(Viewer::NOBODY));
                }
                Decision::Change(after) => {
                    if let Some(event) = self
                        .reader
                        .repository
                        .change(id, game, &after, Cause::Command)
                        .await?
                    {
                        return Ok(event.open(Viewer::NOBODY));
                    }
                }
            }
        }
        Err(contended().into())
    }

    async fn play(&self, request: &wire::PlayMoveRequest) -> Result<wire::GameEvent, Status> {
        let (id, text) = (&request.game_id, &request.r#move);
        let rulebook = &self.reader.rulebook;
        for _ in 0..ATTEMPTS {
            let loaded = self.reader.settled(id).await?;
            let game = &loaded.game;
            let turn = may_move(game, &request.player_id, request.expected_ply);
            if turn.map_err(|refusal| refuse(&refusal))? == Turn::Repeat {
                let number = request.expected_ply + 1;
                let repeated = past::repeated_move(rulebook, id, game, number, text).await?;
                let stale = Refusal::StalePly {
                    ply: game.state().ply,
                };
                let event = repeated.ok_or_else(|| refuse(&stale))?;
                return Ok(event.open(Viewer::NOBODY));
            }
            let allowed = rulebook
                .apply(&game.beginning().ruleset, game.position(), text)
                .await?;
            let decision = decide(game, Command::Play(allowed), loaded.now);
            let Decision::Change(after) = decision.map_err(|refusal| refuse(&refusal))? else {
                continue;
            };
            if let Some(event) = self
                .reader
                .repository
                .change(id, game, &after, Cause::Command)
                .await?
            {
                return Ok(event.open(Viewer::NOBODY));
            }
        }
        Err(contended().into())
    }

    /// A page of finished games.
    async fn finished(
        &self,
        player: &str,
        token: &str,
        limit: usize,
    ) -> Result<wire::ListGamesResponse, Status> {
        let after = match token {
            "" => None,
            token => Some(token.parse::<Cursor>().map_err(|error| {
                Fault::malformed("page_token", "MALFORMED_PAGE_TOKEN", error.to_string())
            })?),
        };
        let archive = self.reader.repository.archive();
        let page = archive
            .finished(player, after.as_ref(), limit)
            .await
            .map_err(|error| archive_away(&error))?;
        let next_page_token = page
            .last()
            .filter(|_| page.len() == limit)
            .map(|last| last.cursor().to_string())
            .unwrap_or_default();
        let games = page.into_iter().filter_map(|archived| {
            let game = document::decode(&archived.document)?;
            let viewer = Viewer::of(game.seats(), player);
            let ended = Timestamp(archived.ended_ms);
            Some(messages::game(&archived.id, &game, ended).open(viewer))
        });
        Ok(wire::ListGamesResponse {
            games: games.collect(),
            next_page_token,
        })
    }
}

#[tonic::async_trait]
impl GamesService for Service {
    async fn list_modes(
        &self,
        _: Request<wire::ListModesRequest>,
    ) -> Result<Response<wire::ListModesResponse>, Status> {
        let mode = |mode: &Mode| wire::Mode {
            id: mode.id.clone(),
            ruleset: mode.ruleset.clone(),
            clock: mode.clock.map(clock_rule_to_wire),
            pool: mode.pool.clone(),
            boosts: mode.boosts.map(boost_counts_to_wire),
            only_with_bots: mode.only_with_bots,
        };
        Ok(Response::new(wire::ListModesResponse {
            modes: self.modes.iter().map(mode).collect(),
        }))
    }

    async fn create_game(
        &self,
        request: Request<wire::CreateGameRequest>,
    ) -> Result<Response<wire::CreateGameResponse>, Status> {
        let caller = Caller::of(&request)?;
        let request = request.into_inner();
        let seats = Seats {
            white: seat("white", request.white.clone())?,
            black: seat("black", request.black.clone())?,
        };
        may_seat(&caller, &seats)?;
        if request.rated {
            caller.require(Scope::GamesCreate)?;
        }
        let Terms {
            mode,
            ruleset,
            clock,
            pool,
            boosts,
            only_with_bots,
        } = terms(&self.modes, &request, &seats)?;
        let id = game_id(&caller, &request.request_id)?;

        let start = self
            .reader
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
        let beginning = Beginning {
            mode,
            ruleset,
            clock,
            seats,
            start_fen: start.position.fen.clone(),
            first: start.to_move,
            pool,
            boosts,
            only_with_bots,
            rematch_of: None,
            created_at: self.reader.repository.now().await?,
        };
        let game = Game::new(beginning, start.position);
        let repository = &self.reader.repository;
        let created = match request.request_id.as_str() {
            "" => repository.create(&id, &game).await?,
            _ => repository.create_once(&id, &game).await?,
        };
        if !created {
            let before = self.reader.repository.load(&id).await?.game;
            let same = Beginning {
                created_at: before.beginning().created_at,
                ..game.beginning().clone()
            };
            if *before.beginning() != same {
                let message = "another game was created under this request id: choose a new one";
                return Err(Fault::already_exists("REQUEST_ID_TAKEN", message).into());
            }
        }
        let loaded = self.reader.repository.load(&id).await?;
        self.reader.engage(&id, &loaded.game).await?;
        let viewer = Viewer::of(loaded.game.seats(), player_of(&caller));
        let game = Some(self.reader.view(&id, &loaded, viewer).await?);
        Ok(Response::new(wire::CreateGameResponse { game }))
    }

    async fn get_game(
        &self,
        request: Request<wire::GetGameRequest>,
    ) -> Result<Response<wire::GetGameResponse>, Status> {
        let caller = Caller::of(&request)?;
        let id = request.into_inner().game_id;
        let game = self.reader.game(&id, player_of(&caller)).await?;
        Ok(Response::new(wire::GetGameResponse { game: Some(game) }))
    }

    async fn list_legal_moves(
        &self,
        request: Request<wire::ListLegalMovesRequest>,
    ) -> Result<Response<wire::ListLegalMovesResponse>, Status> {
        Caller::of(&request)?;
        let request = request.into_inner();
        let game = self.reader.repository.load(&request.game_id).await?.game;
        let rulebook = &self.reader.rulebook;
        let legal = positions::legal_moves(rulebook, &game, request.notation()).await?;
        Ok(Response::new(legal))
    }

    async fn list_positions(
        &self,
        request: Request<wire::ListPositionsRequest>,
    ) -> Result<Response<wire::ListPositionsResponse>, Status> {
        let caller = Caller::of(&request)?;
        let request = request.into_inner();
        let id = &request.game_id;
        let loaded = self.reader.repository.load(id).await?;
        let viewer = Viewer::of(loaded.game.seats(), player_of(&caller));
        let seen = messages::game(id, &loaded.game, loaded.now).open(viewer);
        let rulebook = &self.reader.rulebook;
        let notation = request.notation();
        let answer = positions::positions(rulebook, &loaded.game, seen.boosts, notation).await?;
        Ok(Response::new(answer))
    }

    async fn play_move(
        &self,
        request: Request<wire::PlayMoveRequest>,
    ) -> Result<Response<wire::PlayMoveResponse>, Status> {
        let request = acting(request, |request| &mut request.player_id)?;
        let event = Some(self.play(&request).await?);
        Ok(Response::new(wire::PlayMoveResponse { event }))
    }

    async fn use_boost(
        &self,
        request: Request<wire::UseBoostRequest>,
    ) -> Result<Response<wire::UseBoostResponse>, Status> {
        let request = acting(request, |request| &mut request.player_id)?;
        let event = Some(self.boosts.use_boost(&request).await?);
        Ok(Response::new(wire::UseBoostResponse { event }))
    }

    async fn list_boosts(
        &self,
        request: Request<wire::ListBoostsRequest>,
    ) -> Result<Response<wire::ListBoostsResponse>, Status> {
        let request = acting(request, |request| &mut request.player_id)?;
        let boosts = self
            .boosts
            .list(&request.game_id, &request.player_id)
            .await?;
        Ok(Response::new(wire::ListBoostsResponse { boosts }))
    }

    async fn resign(
        &self,
        request: Request<wire::ResignRequest>,
    ) -> Result<Response<wire::ResignResponse>, Status> {
        let request = acting(request, |request| &mut request.player_id)?;
        let command = Command::Resign {
            player: &request.player_id,
            side: side_from_wire(request.side()),
        };
        let event = Some(self.command(&request.game_id, command).await?);
        Ok(Response::new(wire::ResignResponse { event }))
    }

    async fn abort_game(
        &self,
        request: Request<wire::AbortGameRequest>,
    ) -> Result<Response<wire::AbortGameResponse>, Status> {
        let request = acting(request, |request| &mut request.player_id)?;
        let command = Command::Abort {
            player: &request.player_id,
        };
        let event = Some(self.command(&request.game_id, command).await?);
        Ok(Response::new(wire::AbortGameResponse { event }))
    }

    async fn offer_draw(
        &self,
        request: Request<wire::OfferDrawRequest>,
    ) -> Result<Response<wire::OfferDrawResponse>, Status> {
        let request = acting(request, |request| &mut request.player_id)?;
        let command = Command::OfferDraw {
            player: &request.player_id,
        };
        let event = Some(self.command(&request.game_id, command).await?);
        Ok(Response::new(wire::OfferDrawResponse { event }))
    }

    async fn answer_draw(
        &self,
        request: Request<wire::AnswerDrawRequest>,
    ) -> Result<Response<wire::AnswerDrawResponse>, Status> {
        let request = acting(request, |request| &mut request.player_id)?;
        let command = Command::AnswerDraw {
            player: &request.player_id,
            accept: request.accept,
        };
        let event = Some(self.command(&request.game_id, command).await?);
        Ok(Response::new(wire::AnswerDrawResponse { event }))
    }

    async fn rematch(
        &self,
        request: Request<wire::RematchRequest>,
    ) -> Result<Response<wire::RematchResponse>, Status> {
        let request = acting(request, |request| &mut request.player_id)?;
        let rematch = rematch::want(&self.reader, &request.game_id, &request.player_id).await?;
        Ok(Response::new(wire::RematchResponse {
            rematch: Some(rematch),
        }))
    }

    type WatchGameStream = Delivery<wire::WatchGameResponse>;

    async fn watch_game(
        &self,
        request: Request<wire::WatchGameRequest>,
    ) -> Result<Response<Self::WatchGameStream>, Status> {
        let request = watching(request)?;
        let game = self.reader.repository.load(&request.game_id).await?.game;
        let plays = game.seats().sides_of(&request.player_id).next().is_some();
        let spectator = (!plays).then(|| self.reader.audience.join(&request.game_id));
        let viewer = Viewer::of(game.seats(), &request.player_id);
        let updates = watch::updates(
            self.reader.clone(),
            request.game_id,
            request.after_version,
            viewer,
        )
        .await?;
        let updates = updates.map_ok(|update| wire::WatchGameResponse {
            update: Some(update),
        });
        Ok(Response::new(deliver(
            updates,
            spectator,
            self.shutdown.clone(),
        )))
    }

    async fn list_games(
        &self,
        request: Request<wire::ListGamesRequest>,
    ) -> Result<Response<wire::ListGamesResponse>, Status> {
        let request = acting(request, |request| &mut request.player_id)?;
        let limit = match request.page_size {
            0 => DEFAULT_PAGE,
            size => (size as usize).min(LARGEST_PAGE),
        };
        let page = match request.filter() {
            GamesFilter::Live => {
                let games = self.reader.live_games(&request.player_id).await?;
                wire::ListGamesResponse {
                    games,
                    next_page_token: String::new(),
                }
            }
            GamesFilter::Finished => {
                self.finished(&request.player_id, &request.page_token, limit)
                    .await?
            }
            GamesFilter::Unspecified => {
                return Err(Fault::malformed(
                    "filter",
                    "MISSING_FIELD",
                    "say which games: live or finished",
                )
                .into());
            }
        };
        Ok(Response::new(page))
    }

    async fn list_busy_players(
        &self,
        request: Request<wire::ListBusyPlayersRequest>,
    ) -> Result<Response<wire::ListBusyPlayersResponse>, Status> {
        Caller::of(&request)?.require(Scope::PlayersAct)?;
        let player_ids = request.into_inner().player_ids;
        if player_ids.len() > MOST_BUSY {
            let message = format!("ask for {MOST_BUSY} players at most");
            return Err(Fault::malformed("player_ids", "TOO_MANY", message).into());
        }
        for player in &player_ids {
            name("player_ids", player)?;
        }
        let player_ids = stream::iter(player_ids)
            .map(|player| async move {
                let is_busy = self.reader.in_rated_game(&player).await?;
                Ok::<_, Status>(is_busy.then_some(player))
            })
            .buffered(BUSY_AT_ONCE)
            .try_filter_map(|busy| async move { Ok(busy) })
            .try_collect()
            .await?;
        Ok(Response::new(wire::ListBusyPlayersResponse { player_ids }))
    }

    type WatchPlayerStream = Delivery<wire::WatchPlayerResponse>;

    async fn watch_player(
        &self,
        request: Request<wire::WatchPlayerRequest>,
    ) -> Result<Response<Self::WatchPlayerStream>, Status> {
        let player = acting(request, |request| &mut request.player_id)?.player_id;
        let news = news::of_player(self.reader.clone(), player).await?;
        Ok(Response::new(deliver(news, (), self.shutdown.clone())))
    }

    async fn export_game(
        &self,
        request: Request<wire::ExportGameRequest>,
    ) -> Result<Response<wire::ExportGameResponse>, Status> {
        let id = request.into_inner().game_id;
        let loaded = self.reader.repository.load(&id).await?;
        let pdn = export::pdn(&self.reader.rulebook, &id, &loaded.game).await?;
        Ok(Response::new(wire::ExportGameResponse { pdn }))
    }
}
