//! Canned services of players, ratings and matchmaking. A name says how it behaves.

use futures::StreamExt as _;
use futures::stream::{self, BoxStream};
use platform::Fault;
use proto::bots::v1::Level;
use proto::matchmaking::v1::cancel_response::Outcome;
use proto::matchmaking::v1::enqueue_response::Update;
use proto::matchmaking::v1::matchmaking_service_server::MatchmakingService;
use proto::matchmaking::v1::{self as matchmaking, InviteStatus};
use proto::players::v1 as players;
use proto::players::v1::players_service_server::PlayersService;
use proto::ratings::v1 as ratings;
use proto::ratings::v1::get_leaderboard_request::From;
use proto::ratings::v1::pool::Rule;
use proto::ratings::v1::ratings_service_server::RatingsService;
use proto::rules::v1 as rules;
use tonic::{Request, Response, Status};

use crate::canned::{at, refusal};

type Answer<T> = Result<Response<T>, Status>;

pub(crate) struct CannedPlayers;

pub(crate) struct CannedRatings;

pub(crate) struct CannedMatchmaking;

fn not_needed<T>() -> Answer<T> {
    Err(Status::unimplemented("not needed here"))
}

fn tokens() -> players::Tokens {
    players::Tokens {
        access_token: "access".to_owned(),
        expires_at: at(9_000),
        refresh_token: "refresh".to_owned(),
    }
}

fn rating(pool: &str, player: &str) -> ratings::Rating {
    ratings::Rating {
        pool: pool.to_owned(),
        player_id: player.to_owned(),
        value: 1622.5,
        deviation: Some(71.25),
        provisional: false,
        peak: Some(1640.0),
        wins: 20,
        draws: 3,
        losses: 9,
        streak: -2,
        best_streak: 6,
        rated_at: at(4_000),
    }
}

fn known(pool: &str) -> Result<(), Status> {
    match pool {
        "unknown" => Err(Fault::not_found("UNKNOWN_POOL", "there is no such pool").into()),
        _ => Ok(()),
    }
}

#[tonic::async_trait]
impl RatingsService for CannedRatings {
    async fn list_pools(
        &self,
        _: Request<ratings::ListPoolsRequest>,
    ) -> Answer<ratings::ListPoolsResponse> {
        let glicko = ratings::Glicko2 {
            rating: 1500.0,
            deviation: 350.0,
            volatility: 0.06,
        };
        let points = ratings::Points {
            win: 25,
            loss: 15,
            draw: 0,
        };
        let pools = [
            ("russian", Rule::Glicko2(glicko)),
            ("classic", Rule::Points(points)),
        ];
        let pools = pools.map(|(id, rule)| ratings::Pool {
            id: id.to_owned(),
            rule: Some(rule),
            season: 2,
        });
        Ok(Response::new(ratings::ListPoolsResponse {
            pools: pools.to_vec(),
        }))
    }

    async fn report_result(
        &self,
        _: Request<ratings::ReportResultRequest>,
    ) -> Answer<ratings::ReportResultResponse> {
        not_needed()
    }

    async fn get_ratings(
        &self,
        _: Request<ratings::GetRatingsRequest>,
    ) -> Answer<ratings::GetRatingsResponse> {
        not_needed()
    }

    async fn get_player_ratings(
        &self,
        request: Request<ratings::GetPlayerRatingsRequest>,
    ) -> Answer<ratings::GetPlayerRatingsResponse> {
        let player = request.into_inner().player_id;
        Ok(Response::new(ratings::GetPlayerRatingsResponse {
            ratings: vec![rating("russian", &player)],
        }))
    }

    async fn list_changes(
        &self,
        request: Request<ratings::ListChangesRequest>,
    ) -> Answer<ratings::ListChangesResponse> {
        let asked = request.into_inner();
        known(&asked.pool)?;
        let change = |opponent: &str| ratings::Change {
            game_id: "g".to_owned(),
            pool: asked.pool.clone(),
            player_id: asked.player_id.clone(),
            opponent_id: opponent.to_owned(),
            side: rules::Side::White.into(),
            result: rules::Result::WhiteWins.into(),
            before: 1500.0,
            after: 1512.5,
            deviation: Some(120.25),
            at: at(5_000),
            season: 1,
        };
        Ok(Response::new(ratings::ListChangesResponse {
            changes: vec![change("bob"), change("deleted")],
            next_page_token: format!("{} after {}", asked.page_size, asked.page_token),
        }))
    }

    async fn get_leaderboard(
        &self,
        request: Request<ratings::GetLeaderboardRequest>,
    ) -> Answer<ratings::GetLeaderboardResponse> {
        let asked = request.into_inner();
        known(&asked.pool)?;
        // What was asked for is the token of the next page.
        let from = match asked.from {
            None => "the top".to_owned(),
            Some(From::PageToken(token)) => format!("behind {token}"),
            Some(From::AroundPlayerId(player)) => format!("around {player}"),
        };
        let token = format!("{} of season {} from {from}", asked.page_size, asked.season);
        let place = |rank, player| ratings::Place {
            rank,
            rating: Some(rating(&asked.pool, player)),
        };
        Ok(Response::new(ratings::GetLeaderboardResponse {
            places: vec![place(1, "ann"), place(2, "deleted")],
            next_page_token: token,
            total: 7,
        }))
    }

    async fn close_season(
        &self,
        _: Request<ratings::CloseSeasonRequest>,
    ) -> Answer<ratings::CloseSeasonResponse> {
        not_needed()
    }

    async fn list_seasons(
        &self,
        request: Request<ratings::ListSeasonsRequest>,
    ) -> Answer<ratings::ListSeasonsResponse> {
        let pool = request.into_inner().pool;
        known(&pool)?;
        let season = |number, closed_at| ratings::Season {
            pool: pool.clone(),
            number,
            began_at: at(1_000 * i64::from(number)),
            closed_at,
        };
        Ok(Response::new(ratings::ListSeasonsResponse {
            seasons: vec![season(2, None), season(1, at(2_000))],
        }))
    }

    async fn forget_player(
        &self,
        _: Request<ratings::ForgetPlayerRequest>,
    ) -> Answer<ratings::ForgetPlayerResponse> {
        not_needed()
    }
}

/// A match of ann and bob, or of ann and a bot.
fn made(black: &str) -> matchmaking::Match {
    matchmaking::Match {
        game_id: "new".to_owned(),
        white: Some("ann".to_owned()),
        black: Some(black.to_owned()).filter(|black| !black.is_empty()),
    }
}

fn invite(code: &str) -> matchmaking::Invite {
    matchmaking::Invite {
        code: code.to_owned(),
        inviter: "ann".to_owned(),
        mode: "classic".to_owned(),
        rated: true,
        created_at: at(1_000),
        expires_at: at(2_000),
        status: InviteStatus::Open.into(),
        ..matchmaking::Invite::default()
    }
}

/// An invite as it is answered to a player, unless its code says that it is refused.
fn answered(code: &str, status: InviteStatus) -> Result<Option<matchmaking::Invite>, Status> {
    match code {
        "UNKNOWN" => Err(Fault::not_found("UNKNOWN_INVITE", "there is no such invite").into()),
        "TAKEN" => Err(Fault::refused("INVITE_NOT_OPEN", "somebody was faster").into()),
        _ => Ok(Some(matchmaking::Invite {
            status: status.into(),
            r#match: (status == InviteStatus::Accepted).then(|| made("bob")),
            ..invite(code)
        })),
    }
}

#[tonic::async_trait]
impl MatchmakingService for CannedMatchmaking {
    type EnqueueStream = BoxStream<'static, Result<matchmaking::EnqueueResponse, Status>>;
    type WatchInviteStream = BoxStream<'static, Result<matchmaking::WatchInviteResponse, Status>>;

    async fn enqueue(
        &self,
        request: Request<matchmaking::EnqueueRequest>,
    ) -> Answer<Self::EnqueueStream> {
        let asked = request.into_inner();
        match asked.mode.as_str() {
            "busy" => return Err(Fault::refused("IN_RATED_GAME", "finish your game").into()),
            "stopping" => return Err(Fault::unavailable("SHUTTING_DOWN", "call again").into()),
            _ => {}
        }
        let waiting = |estimated_wait_ms| {
            Update::Waiting(matchmaking::Waiting {
                position: 1,
                length: 1 + u32::from(asked.rated),
                estimated_wait_ms,
                since: at(3_000),
                window: Some(100),
            })
        };
        let level = Level::Easy.into();
        let mut told = vec![waiting(None), waiting(Some(4_000))];
        if asked.offer_bot_after_ms > 0 {
            told.push(Update::BotOffered(matchmaking::BotOffered { level }));
        }
        told.push(match asked.mode.as_str() {
            "left" => Update::Cancelled(matchmaking::Cancelled {}),
            _ => Update::Matched(made("bob")),
        });
        let told = told.into_iter().map(|update| {
            Ok(matchmaking::EnqueueResponse {
                update: Some(update),
            })
        });
        Ok(Response::new(stream::iter(told).boxed()))
    }

    async fn cancel(
        &self,
        request: Request<matchmaking::CancelRequest>,
    ) -> Answer<matchmaking::CancelResponse> {
        let outcome = match request.into_inner().mode.as_str() {
            "late" => Outcome::Matched(made("bob")),
            _ => Outcome::Cancelled(matchmaking::Cancelled {}),
        };
        Ok(Response::new(matchmaking::CancelResponse {
            outcome: Some(outcome),
        }))
    }

    async fn accept_bot(
        &self,
        _: Request<matchmaking::AcceptBotRequest>,
    ) -> Answer<matchmaking::AcceptBotResponse> {
        Ok(Response::new(matchmaking::AcceptBotResponse {
            matched: Some(made("")),
        }))
    }

    async fn list_queues(
        &self,
        _: Request<matchmaking::ListQueuesRequest>,
    ) -> Answer<matchmaking::ListQueuesResponse> {
        let status = matchmaking::QueueStatus {
            mode: "classic".to_owned(),
            rated: true,
            length: 3,
        };
        Ok(Response::new(matchmaking::ListQueuesResponse {
            queues: vec![status],
        }))
    }

    async fn create_invite(
        &self,
        request: Request<matchmaking::CreateInviteRequest>,
    ) -> Answer<matchmaking::CreateInviteResponse> {
        let asked = request.into_inner();
        let invite = matchmaking::Invite {
            url: Some("https://shashki.example/invite/K7MPQ2XW".to_owned()),
            colour: asked.colour,
            mode: asked.mode,
            rated: asked.rated,
            open_to_all: asked.open_to_all,
            expires_at: at(1_000 + asked.expires_after_ms),
            ..invite("K7MPQ2XW")
        };
        Ok(Response::new(matchmaking::CreateInviteResponse {
            invite: Some(invite),
        }))
    }

    async fn get_invite(
        &self,
        request: Request<matchmaking::GetInviteRequest>,
    ) -> Answer<matchmaking::GetInviteResponse> {
        let invite = answered(&request.into_inner().code, InviteStatus::Open)?;
        Ok(Response::new(matchmaking::GetInviteResponse { invite }))
    }

    async fn accept_invite(
        &self,
        request: Request<matchmaking::AcceptInviteRequest>,
    ) -> Answer<matchmaking::AcceptInviteResponse> {
        let invite = answered(&request.into_inner().code, InviteStatus::Accepted)?;
        Ok(Response::new(matchmaking::AcceptInviteResponse { invite }))
    }

    async fn decline_invite(
        &self,
        request: Request<matchmaking::DeclineInviteRequest>,
    ) -> Answer<matchmaking::DeclineInviteResponse> {
        let invite = answered(&request.into_inner().code, InviteStatus::Declined)?;
        Ok(Response::new(matchmaking::DeclineInviteResponse { invite }))
    }

    async fn cancel_invite(
        &self,
        request: Request<matchmaking::CancelInviteRequest>,
    ) -> Answer<matchmaking::CancelInviteResponse> {
        let invite = answered(&request.into_inner().code, InviteStatus::Cancelled)?;
        Ok(Response::new(matchmaking::CancelInviteResponse { invite }))
    }

    async fn watch_invite(
        &self,
        request: Request<matchmaking::WatchInviteRequest>,
    ) -> Answer<Self::WatchInviteStream> {
        let code = request.into_inner().code;
        let told = [
            answered(&code, InviteStatus::Open)?,
            answered(&code, InviteStatus::Accepted)?,
        ];
        let told = told.map(|invite| Ok(matchmaking::WatchInviteResponse { invite }));
        Ok(Response::new(stream::iter(told).boxed()))
    }

    async fn list_lobby(
        &self,
        request: Request<matchmaking::ListLobbyRequest>,
    ) -> Answer<matchmaking::ListLobbyResponse> {
        let asked = request.into_inner();
        let token = format!("{} after {}", asked.page_size, asked.page_token);
        let invite = matchmaking::Invite {
            mode: asked.mode,
            open_to_all: true,
            ..invite("OPEN")
        };
        Ok(Response::new(matchmaking::ListLobbyResponse {
            invites: vec![invite],
            next_page_token: token,
        }))
    }
}

#[tonic::async_trait]
impl PlayersService for CannedPlayers {
    async fn sign_in_as_guest(
        &self,
        _: Request<players::SignInAsGuestRequest>,
    ) -> Answer<players::SignInAsGuestResponse> {
        let player = players::Player {
            id: "guest".to_owned(),
            guest: true,
            created_at: at(1_000),
            ..players::Player::default()
        };
        Ok(Response::new(players::SignInAsGuestResponse {
            player: Some(player),
            tokens: Some(tokens()),
        }))
    }

    async fn register(
        &self,
        _: Request<players::RegisterRequest>,
    ) -> Answer<players::RegisterResponse> {
        not_needed()
    }

    async fn sign_in(&self, _: Request<players::SignInRequest>) -> Answer<players::SignInResponse> {
        not_needed()
    }

    async fn refresh(
        &self,
        request: Request<players::RefreshRequest>,
    ) -> Answer<players::RefreshResponse> {
        refusal(&request.into_inner().refresh_token).await?;
        Ok(Response::new(players::RefreshResponse {
            tokens: Some(tokens()),
        }))
    }

    async fn sign_out(
        &self,
        _: Request<players::SignOutRequest>,
    ) -> Answer<players::SignOutResponse> {
        Ok(Response::new(players::SignOutResponse {}))
    }

    async fn upgrade(
        &self,
        _: Request<players::UpgradeRequest>,
    ) -> Answer<players::UpgradeResponse> {
        not_needed()
    }

    async fn get_player(
        &self,
        _: Request<players::GetPlayerRequest>,
    ) -> Answer<players::GetPlayerResponse> {
        not_needed()
    }

    async fn list_players(
        &self,
        request: Request<players::ListPlayersRequest>,
    ) -> Answer<players::ListPlayersResponse> {
        let ids = request.into_inner().player_ids;
        let known = ids.into_iter().filter(|id| id != "unknown");
        let players = known.map(|id| players::Player {
            name: match id.as_str() {
                "deleted" => String::new(),
                id => id.to_uppercase(),
            },
            deleted: id == "deleted",
            id,
            ..players::Player::default()
        });
        Ok(Response::new(players::ListPlayersResponse {
            players: players.collect(),
        }))
    }

    async fn rename(
        &self,
        request: Request<players::RenameRequest>,
    ) -> Answer<players::RenameResponse> {
        let player = players::Player {
            id: "ann".to_owned(),
            name: request.into_inner().name,
            ..players::Player::default()
        };
        Ok(Response::new(players::RenameResponse {
            player: Some(player),
        }))
    }

    async fn delete_player(
        &self,
        _: Request<players::DeletePlayerRequest>,
    ) -> Answer<players::DeletePlayerResponse> {
        Ok(Response::new(players::DeletePlayerResponse {}))
    }

    async fn get_jwks(
        &self,
        _: Request<players::GetJwksRequest>,
    ) -> Answer<players::GetJwksResponse> {
        let jwks = r#"{"keys":[]}"#.to_owned();
        Ok(Response::new(players::GetJwksResponse { jwks }))
    }
}
