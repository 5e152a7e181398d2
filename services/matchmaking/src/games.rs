//! What matchmaking asks the games service.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use platform::{Channel, Fault};
use proto::bots::v1::Level;
use proto::games::v1 as wire;
use proto::games::v1::create_game_request::Rules;
use proto::games::v1::games_service_client::GamesServiceClient;
use proto::games::v1::seat::Occupant;
use tokio::sync::RwLock;
use tokio::time::Instant;
use tonic::{Code, Request, Status};

use crate::error::Error;

/// How long an answer may take, a second try included.
const TIMEOUT: Duration = Duration::from_secs(2);

/// How long the modes are known before they are asked for again.
const MODES_FOR: Duration = Duration::from_secs(30);

/// Players who can be asked about in one call.
const MOST_BUSY: usize = 1000;

/// The strength of bots that are offered.
pub(crate) const LEVEL: Level = Level::Easy;

/// The games service.
#[derive(Clone)]
pub(crate) struct Games {
    client: GamesServiceClient<Channel>,
    modes: Arc<RwLock<Option<Heard>>>,
}

/// The modes, and when they were heard of.
type Heard = (Instant, Arc<[wire::Mode]>);

/// What came of asking for a game.
#[derive(Debug)]
pub(crate) enum Created {
    /// The game is there.
    Game(String),
    /// There will be none: asking again would be refused again.
    Refused(Status),
}

impl Games {
    pub(crate) fn new(channel: Channel) -> Self {
        Self {
            client: GamesServiceClient::new(channel),
            modes: Arc::default(),
        }
    }

    /// The modes that can be played. While games is away, those that were last heard of.
    pub(crate) async fn modes(&self) -> Result<Arc<[wire::Mode]>, Error> {
        let known = self.modes.read().await.clone();
        if let Some((heard, modes)) = &known
            && heard.elapsed() < MODES_FOR
        {
            return Ok(Arc::clone(modes));
        }
        let request = asking(wire::ListModesRequest {});
        let answer = self.client.clone().list_modes(request).await;
        match (answer, known) {
            (Ok(answer), _) => {
                let modes: Arc<[_]> = answer.into_inner().modes.into();
                *self.modes.write().await = Some((Instant::now(), Arc::clone(&modes)));
                Ok(modes)
            }
            (Err(_), Some((_, modes))) => Ok(modes),
            (Err(status), None) => Err(status.into()),
        }
    }

    /// The mode of a name.
    pub(crate) async fn known_mode(&self, id: &str) -> Result<wire::Mode, Error> {
        let modes = self.modes().await?;
        let mode = modes.iter().find(|mode| mode.id == id);
        mode.cloned().ok_or_else(|| {
            let message = format!("there is no mode `{id}`: ListModes of games lists them");
            Fault::not_found("UNKNOWN_MODE", message).into()
        })
    }

    /// The mode of a name, between players, with a pool if its games are to be rated.
    pub(crate) async fn mode(&self, id: &str, rated: bool) -> Result<wire::Mode, Error> {
        let mode = self.known_mode(id).await?;
        if mode.only_with_bots {
            let message = format!("the mode `{id}` is played against bots alone: create a game");
            return Err(Fault::malformed("mode", "ONLY_WITH_BOTS", message).into());
        }
        if rated && mode.pool.is_none() {
            let message = format!("games of the mode `{id}` are never rated: leave `rated` out");
            return Err(Fault::malformed("rated", "CANNOT_BE_RATED", message).into());
        }
        Ok(mode)
    }

    /// Creates a game between two players, or a player and a bot for an empty name. The request's
    /// name makes it the same game however often it is asked for.
    pub(crate) async fn create(
        &self,
        mode: &str,
        rated: bool,
        white: &str,
        black: &str,
        request_id: &str,
    ) -> Result<Created, Error> {
        let message = wire::CreateGameRequest {
            rules: Some(Rules::Mode(mode.to_owned())),
            white: Some(seat(white)),
            black: Some(seat(black)),
            request_id: request_id.to_owned(),
            rated,
            ..wire::CreateGameRequest::default()
        };
        match self.client.clone().create_game(asking(message)).await {
            Ok(answer) => {
                let game = answer.into_inner().game.unwrap_or_default();
                Ok(Created::Game(game.id))
            }
            Err(status) => match status.code() {
                Code::InvalidArgument
                | Code::NotFound
                | Code::AlreadyExists
                | Code::FailedPrecondition => Ok(Created::Refused(status)),
                _ => Err(status.into()),
            },
        }
    }

    /// Which of some players have a rated game going on.
    pub(crate) async fn busy(&self, players: &[String]) -> Result<HashSet<String>, Error> {
        let mut busy = HashSet::new();
        for some in players.chunks(MOST_BUSY) {
            let player_ids = some.to_vec();
            let request = asking(wire::ListBusyPlayersRequest { player_ids });
            let answer = self.client.clone().list_busy_players(request).await?;
            busy.extend(answer.into_inner().player_ids);
        }
        Ok(busy)
    }

    /// Refuses a player who has a rated game going on.
    pub(crate) async fn refuse_busy(&self, player: &str) -> Result<(), Error> {
        if self.busy(&[player.to_owned()]).await?.is_empty() {
            return Ok(());
        }
        let message = "you have a rated game going on: finish it first";
        Err(Fault::refused("IN_RATED_GAME", message).into())
    }

    /// Whether a game is not over.
    pub(crate) async fn goes_on(&self, game: &str) -> Result<bool, Error> {
        let game_id = game.to_owned();
        let request = asking(wire::GetGameRequest { game_id });
        match self.client.clone().get_game(request).await {
            Ok(answer) => Ok(answer
                .into_inner()
                .game
                .is_some_and(|game| game.outcome.is_none())),
            Err(status) if status.code() == Code::NotFound => Ok(false),
            Err(status) => Err(status.into()),
        }
    }
}

fn asking<T>(message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.set_timeout(TIMEOUT);
    request
}

fn seat(player: &str) -> wire::Seat {
    let occupant = match player {
        "" => Occupant::Bot(LEVEL.into()),
        player => Occupant::PlayerId(player.to_owned()),
    };
    wire::Seat {
        occupant: Some(occupant),
    }
}
