//! A game at which a player sits: what is said to the service, and what it answers.

use platform::identity::Scope;
use platform::{Channel, NeverTwice};
use proto::bots::v1::Level;
use proto::games::v1 as wire;
use proto::games::v1::create_game_request::Rules;
use proto::games::v1::game_event::Happening;
use proto::games::v1::games_service_client::GamesServiceClient;
use proto::games::v1::seat::Occupant;
use proto::games::v1::watch_game_response::Update;
use proto::rules::v1::Boost;
use tonic::{Request, Status, Streaming};

use crate::kit::{Replica, World};

pub(crate) fn person(id: &str) -> wire::Seat {
    wire::Seat {
        occupant: Some(Occupant::PlayerId(id.to_owned())),
    }
}

pub(crate) fn bot(level: Level) -> wire::Seat {
    wire::Seat {
        occupant: Some(Occupant::Bot(level.into())),
    }
}

/// Creates a game of a mode.
pub(crate) async fn create(
    world: &World,
    replica: &Replica,
    mode: &str,
    white: wire::Seat,
    black: wire::Seat,
) -> Result<wire::Game, Status> {
    let request = wire::CreateGameRequest {
        rules: Some(Rules::Mode(mode.to_owned())),
        white: Some(white),
        black: Some(black),
        ..wire::CreateGameRequest::default()
    };
    let mut backend = world.backend(replica, &[Scope::GamesCreate]);
    Ok(backend
        .create_game(request)
        .await?
        .into_inner()
        .game
        .unwrap())
}

/// A player at a game, who has plenty of every boost.
#[derive(Clone)]
pub(crate) struct At {
    pub(crate) game: String,
    pub(crate) client: GamesServiceClient<Channel>,
}

impl At {
    pub(crate) fn new(world: &World, replica: &Replica, game: &str, player: &str) -> Self {
        Self {
            game: game.to_owned(),
            client: world.player(replica, player),
        }
    }

    pub(crate) async fn boost(
        &self,
        expected_action: u32,
        boost: Boost,
        on: &str,
    ) -> Result<wire::GameEvent, Status> {
        let (target, text) = match boost {
            Boost::Sabotage => ("", on),
            _ => (on, ""),
        };
        let mut request = Request::new(wire::UseBoostRequest {
            game_id: self.game.clone(),
            player_id: String::new(),
            expected_action,
            boost: boost.into(),
            target: target.to_owned(),
            r#move: text.to_owned(),
        });
        // Tests want to see every failure, and repeat by themselves.
        request.extensions_mut().insert(NeverTwice);
        let answer = self.client.clone().use_boost(request).await?;
        Ok(answer.into_inner().event.unwrap())
    }

    pub(crate) async fn play(
        &self,
        expected_ply: u32,
        text: &str,
    ) -> Result<wire::GameEvent, Status> {
        let request = wire::PlayMoveRequest {
            game_id: self.game.clone(),
            player_id: String::new(),
            expected_ply,
            r#move: text.to_owned(),
        };
        let answer = self.client.clone().play_move(request).await?;
        Ok(answer.into_inner().event.unwrap())
    }

    pub(crate) async fn resign(&self) -> Result<wire::GameEvent, Status> {
        let request = wire::ResignRequest {
            game_id: self.game.clone(),
            ..wire::ResignRequest::default()
        };
        let answer = self.client.clone().resign(request).await?;
        Ok(answer.into_inner().event.unwrap())
    }

    pub(crate) async fn look(&self) -> wire::Game {
        let request = wire::GetGameRequest {
            game_id: self.game.clone(),
        };
        let answer = self.client.clone().get_game(request).await.unwrap();
        answer.into_inner().game.unwrap()
    }

    pub(crate) async fn options(&self) -> Result<Vec<wire::BoostOption>, Status> {
        let request = wire::ListBoostsRequest {
            game_id: self.game.clone(),
            player_id: String::new(),
        };
        let answer = self.client.clone().list_boosts(request).await?;
        Ok(answer.into_inner().boosts)
    }

    /// The events after a version, as many as there are now.
    pub(crate) async fn told(&self, after_version: u64) -> Vec<wire::GameEvent> {
        let upto = self.look().await.version;
        let mut stream = self.watch(after_version).await;
        let mut events = Vec::new();
        for _ in after_version..upto {
            match stream.message().await.unwrap().unwrap().update {
                Some(Update::Event(event)) => events.push(event),
                other => panic!("no event: {other:?}"),
            }
        }
        events
    }

    pub(crate) async fn watch(&self, after_version: u64) -> Streaming<wire::WatchGameResponse> {
        let request = wire::WatchGameRequest {
            game_id: self.game.clone(),
            after_version,
            player_id: String::new(),
        };
        self.client
            .clone()
            .watch_game(request)
            .await
            .unwrap()
            .into_inner()
    }
}

/// What an event says of a boost that was used.
pub(crate) fn used(event: &wire::GameEvent) -> (wire::BoostUsed, wire::UsedBoost) {
    match &event.happening {
        Some(Happening::BoostUsed(used)) => (used.clone(), used.boost.clone().unwrap()),
        other => panic!("no boost was used: {other:?}"),
    }
}

/// Ann and Bob at a game of combat, each with five of every boost.
pub(crate) async fn combat(world: &World, replica: &Replica) -> (At, At) {
    stock(world);
    let game = create(world, replica, "combat", person("ann"), person("bob"))
        .await
        .unwrap();
    let at = |player| At::new(world, replica, &game.id, player);
    (at("ann"), at("bob"))
}

pub(crate) fn stock(world: &World) {
    for player in ["ann", "bob"] {
        for item in ["recon", "rocket", "shield", "sabotage"] {
            world.shop.stock(player, item, 5);
        }
    }
}
