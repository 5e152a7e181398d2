//! Clients as another backend would have them.

use proto::bots::v1::Level;
use proto::bots::v1::bots_service_client::BotsServiceClient;
use proto::games::v1 as games;
use proto::games::v1::create_game_request::Rules;
use proto::games::v1::games_service_client::GamesServiceClient;
use proto::games::v1::seat::Occupant;
use proto::matchmaking::v1::matchmaking_service_client::MatchmakingServiceClient;
use proto::players::v1::players_service_client::PlayersServiceClient;
use proto::ratings::v1::ratings_service_client::RatingsServiceClient;
use proto::rules::v1::rules_service_client::RulesServiceClient;
use proto::shop::v1::shop_service_client::ShopServiceClient;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::service::Interceptor;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Status, Streaming};
use tonic_types::StatusExt as _;

/// One client of each service.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) games: GamesServiceClient<Identified>,
    pub(crate) rules: RulesServiceClient<Identified>,
    pub(crate) bots: BotsServiceClient<Identified>,
    pub(crate) players: PlayersServiceClient<Identified>,
    pub(crate) ratings: RatingsServiceClient<Identified>,
    pub(crate) shop: ShopServiceClient<Identified>,
    pub(crate) matchmaking: MatchmakingServiceClient<Identified>,
}

/// The ports of the services.
#[derive(Clone, Copy)]
pub(crate) struct Ports {
    pub(crate) games: u16,
    pub(crate) rules: u16,
    pub(crate) bots: u16,
    pub(crate) players: u16,
    pub(crate) ratings: u16,
    pub(crate) shop: u16,
    pub(crate) matchmaking: u16,
}

/// A channel on which every call carries a token, if there is one.
pub(crate) type Identified = InterceptedService<Channel, Bearer>;

/// Writes a token into calls.
#[derive(Clone)]
pub(crate) struct Bearer(Option<MetadataValue<Ascii>>);

impl Bearer {
    /// This token; none if it is empty.
    pub(crate) fn new(token: &str) -> Self {
        let given = (!token.is_empty()).then(|| format!("Bearer {token}"));
        Self(given.map(|bearer| bearer.parse().unwrap()))
    }
}

impl Interceptor for Bearer {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        if let Some(bearer) = &self.0 {
            request
                .metadata_mut()
                .insert("authorization", bearer.clone());
        }
        Ok(request)
    }
}

impl Client {
    /// Calls with this token; without one if it is empty.
    pub(crate) fn new(ports: Ports, token: &str) -> Self {
        let to = |port| InterceptedService::new(channel(port), Bearer::new(token));
        Self {
            games: GamesServiceClient::new(to(ports.games)),
            rules: RulesServiceClient::new(to(ports.rules)),
            bots: BotsServiceClient::new(to(ports.bots)),
            players: PlayersServiceClient::new(to(ports.players)),
            ratings: RatingsServiceClient::new(to(ports.ratings)),
            shop: ShopServiceClient::new(to(ports.shop)),
            matchmaking: MatchmakingServiceClient::new(to(ports.matchmaking)),
        }
    }

    /// Creates a game by ruleset.
    pub(crate) async fn create(
        &mut self,
        ruleset: &str,
        start_fen: &str,
        white: games::Seat,
        black: games::Seat,
    ) -> games::Game {
        let request = games::CreateGameRequest {
            rules: Some(Rules::Ruleset(ruleset.to_owned())),
            white: Some(white),
            black: Some(black),
            start_fen: start_fen.to_owned(),
            ..Default::default()
        };
        self.games
            .create_game(request)
            .await
            .unwrap()
            .into_inner()
            .game
            .unwrap()
    }

    pub(crate) async fn game(&mut self, id: &str) -> games::Game {
        let request = games::GetGameRequest {
            game_id: id.to_owned(),
        };
        self.games
            .get_game(request)
            .await
            .unwrap()
            .into_inner()
            .game
            .unwrap()
    }

    pub(crate) async fn play(
        &mut self,
        id: &str,
        player: &str,
        ply: u32,
        text: &str,
    ) -> Result<games::GameEvent, Status> {
        let request = games::PlayMoveRequest {
            game_id: id.to_owned(),
            player_id: player.to_owned(),
            expected_ply: ply,
            r#move: text.to_owned(),
        };
        Ok(self
            .games
            .play_move(request)
            .await?
            .into_inner()
            .event
            .unwrap())
    }

    pub(crate) async fn watch(
        &mut self,
        id: &str,
        after_version: u64,
    ) -> Streaming<games::WatchGameResponse> {
        let request = games::WatchGameRequest {
            game_id: id.to_owned(),
            after_version,
            player_id: String::new(),
        };
        self.games.watch_game(request).await.unwrap().into_inner()
    }
}

/// A bare channel, as any client would have it.
pub(crate) fn channel(port: u16) -> Channel {
    Endpoint::from_shared(format!("http://127.0.0.1:{port}"))
        .unwrap()
        .connect_lazy()
}

/// A seat for a person.
pub(crate) fn player(id: &str) -> games::Seat {
    games::Seat {
        occupant: Some(Occupant::PlayerId(id.to_owned())),
    }
}

/// A seat for a bot.
pub(crate) fn bot() -> games::Seat {
    games::Seat {
        occupant: Some(Occupant::Bot(Level::Easy.into())),
    }
}

/// The event in a stream's message.
pub(crate) fn event_of(update: games::WatchGameResponse) -> games::GameEvent {
    match update.update {
        Some(games::watch_game_response::Update::Event(event)) => event,
        other => panic!("not an event: {other:?}"),
    }
}

/// Whether the service is away, or went away under the call, for which plain clients have other names:
/// a client should try again.
pub(crate) fn is_away(status: &Status) -> bool {
    matches!(
        status.code(),
        Code::Unavailable | Code::DeadlineExceeded | Code::Cancelled | Code::Unknown
    ) || status.message().contains("transport")
        || status.message().contains("h2 protocol error")
}

/// A refusal's code and reason; the domain and a message for people must be there too.
pub(crate) fn fault_of(status: &Status) -> (Code, String) {
    let info = status
        .get_details_error_info()
        .unwrap_or_else(|| panic!("no ErrorInfo: {status:?}"));
    assert_eq!(info.domain, "shashki");
    assert!(!status.message().is_empty());
    (status.code(), info.reason)
}
