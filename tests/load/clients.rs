//! Clients as another backend would have them.

use std::time::Duration;

use anyhow::Context as _;
use proto::games::v1 as games;
use proto::games::v1::clock_rule::Rule;
use proto::games::v1::create_game_request::Rules;
use proto::games::v1::games_service_client::GamesServiceClient;
use proto::games::v1::seat::Occupant;
use proto::games::v1::watch_game_response::Update;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::service::Interceptor;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status, Streaming};

use crate::suite::Service;

/// A client of the games service on a connection of its own.
pub(crate) type Client = GamesServiceClient<InterceptedService<Channel, Bearer>>;

/// Writes a token into calls.
#[derive(Clone, Debug)]
pub(crate) struct Bearer(MetadataValue<Ascii>);

impl Interceptor for Bearer {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        let bearer = self.0.clone();
        request.metadata_mut().insert("authorization", bearer);
        Ok(request)
    }
}

/// Longer than anything here lasts: a clock that runs, and does not run out.
pub(crate) const FAR: Duration = Duration::from_secs(6 * 60 * 60);

/// What may be on its way to a client on one connection. HTTP/2 also holds against it how many small
/// messages wait unread, and cuts a connection that it calls abusive: with the window of 64 KiB that
/// it has by default, a few hundred events at once are enough.
const WINDOW: u32 = 16 * 1024 * 1024;

/// A connection of its own.
pub(crate) fn channel(url: &str) -> anyhow::Result<Channel> {
    let endpoint = Endpoint::from_shared(url.to_owned())?
        .tcp_nodelay(true)
        .initial_connection_window_size(WINDOW);
    Ok(endpoint.connect_lazy())
}

/// Clients on so many connections.
pub(crate) fn clients(games: &Service, count: usize) -> anyhow::Result<Vec<Client>> {
    let bearer = Bearer(format!("Bearer {}", games.token).parse()?);
    (0..count)
        .map(|_| {
            let channel = channel(&games.url)?;
            Ok(GamesServiceClient::with_interceptor(
                channel,
                bearer.clone(),
            ))
        })
        .collect()
}

/// Creates a game between the players `NAME-w` and `NAME-b`.
pub(crate) async fn create(
    client: &mut Client,
    ruleset: &str,
    name: &str,
    clock: Duration,
) -> anyhow::Result<games::Game> {
    let seat = |side: &str| {
        let id = format!("{name}-{side}");
        Some(games::Seat {
            occupant: Some(Occupant::PlayerId(id)),
        })
    };
    let initial_ms = i64::try_from(clock.as_millis())?;
    let rule = Rule::Fischer(games::FischerRule {
        initial_ms,
        increment_ms: 2_000,
    });
    let request = games::CreateGameRequest {
        rules: Some(Rules::Ruleset(ruleset.to_owned())),
        white: seat("w"),
        black: seat("b"),
        clock: Some(games::ClockRule { rule: Some(rule) }),
        ..Default::default()
    };
    let answer = client.create_game(request).await?.into_inner();
    answer.game.context("the new game")
}

/// Follows a game from a version on.
pub(crate) async fn watch(
    client: &mut Client,
    game: &str,
    after_version: u64,
) -> anyhow::Result<Streaming<games::WatchGameResponse>> {
    let request = games::WatchGameRequest {
        game_id: game.to_owned(),
        after_version,
        player_id: String::new(),
    };
    Ok(client.watch_game(request).await?.into_inner())
}

/// The next event of a stream.
pub(crate) async fn next_event(
    stream: &mut Streaming<games::WatchGameResponse>,
) -> anyhow::Result<games::GameEvent> {
    loop {
        let message = stream.message().await?.context("the stream ended")?;
        if let Some(Update::Event(event)) = message.update {
            return Ok(event);
        }
    }
}
