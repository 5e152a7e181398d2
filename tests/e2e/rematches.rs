//! Another game between the same players; rated games, of which a player has one at a time.

use std::collections::HashSet;

use futures::future::join_all;
use platform::identity::Scope;
use proto::games::v1 as games;
use proto::games::v1::watch_player_response::News;
use tonic::{Code, Status};

use crate::harness::{Client, Kind, Suite, fault_of, player};
use crate::offers::{follow, next, refused, resign};

pub(crate) async fn rematch(
    client: &mut Client,
    id: &str,
    player: &str,
) -> Result<games::Rematch, Status> {
    let request = games::RematchRequest {
        game_id: id.to_owned(),
        player_id: player.to_owned(),
    };
    Ok(client
        .games
        .rematch(request)
        .await?
        .into_inner()
        .rematch
        .unwrap())
}

#[tokio::test]
async fn both_want_a_rematch_at_once_and_get_one() {
    for kind in [Kind::Embedded, Kind::AllOnRedis] {
        let suite = Suite::start(kind).await;
        let mut client = suite.client();
        let game = client
            .create("russian", "", player("ann"), player("bob"))
            .await;
        let early = fault_of(&rematch(&mut client, &game.id, "ann").await.unwrap_err());
        assert_eq!(early, refused(Code::FailedPrecondition, "GAME_NOT_OVER"));
        let mut anns = follow(&mut client, "ann").await;
        let mut bobs = follow(&mut client, "bob").await;
        resign(&mut client, &game.id, "ann").await;

        let wanted = join_all((0..20).map(|number| {
            let (mut client, id) = (suite.client(), game.id.clone());
            async move {
                rematch(
                    &mut client,
                    &id,
                    if number % 2 == 0 { "ann" } else { "bob" },
                )
                .await
                .unwrap()
            }
        }))
        .await;
        let made: HashSet<_> = wanted
            .iter()
            .map(|rematch| &rematch.game_id)
            .filter(|id| !id.is_empty())
            .collect();
        assert_eq!(made.len(), 1, "one game, however many accept");
        let new = client.game(made.iter().next().unwrap()).await;
        assert_eq!(
            (new.white, new.black),
            (game.black.clone(), game.white.clone()),
            "colours are swapped"
        );
        assert_eq!(new.rematch_of.as_ref(), Some(&game.id));
        assert_eq!(client.game(&game.id).await.rematch.unwrap().game_id, new.id);
        let denied = fault_of(&rematch(&mut client, &game.id, "eve").await.unwrap_err());
        assert_eq!(denied, refused(Code::PermissionDenied, "NOT_YOUR_GAME"));
        for news in [&mut anns, &mut bobs] {
            // A stream opened early enough also tells of the first game's start.
            let started = next(news, |news| match news {
                News::GameStarted(started) if started.id != game.id => Some(started.id),
                _ => None,
            });
            assert_eq!(started.await, new.id, "both are told");
        }
    }
}

async fn create_rated(
    client: &mut Client,
    request_id: &str,
    white: &str,
    black: &str,
) -> Result<games::Game, Status> {
    let request = games::CreateGameRequest {
        rules: Some(games::create_game_request::Rules::Mode(
            "classic".to_owned(),
        )),
        white: Some(player(white)),
        black: Some(player(black)),
        request_id: request_id.to_owned(),
        rated: true,
        ..games::CreateGameRequest::default()
    };
    let answer = client.games.create_game(request).await?;
    Ok(answer.into_inner().game.unwrap())
}

async fn busy(client: &mut Client, players: &[&str]) -> Vec<String> {
    let request = games::ListBusyPlayersRequest {
        player_ids: players.iter().map(|player| (*player).to_owned()).collect(),
    };
    let answer = client.games.list_busy_players(request).await.unwrap();
    answer.into_inner().player_ids
}

#[tokio::test]
async fn one_rated_game_at_a_time_a_rematch_included() {
    for kind in [Kind::Embedded, Kind::AllOnRedis] {
        let suite = Suite::start(kind).await;
        let mut client = suite.client();
        let first = create_rated(&mut client, "", "ann", "bob").await.unwrap();
        // As soon as a rated game is answered its players are known to play it.
        assert_eq!(
            busy(&mut client, &["eve", "bob", "ann"]).await,
            ["bob", "ann"]
        );
        resign(&mut client, &first.id, "ann").await;
        let other = create_rated(&mut client, "", "eve", "bob").await.unwrap();
        assert_eq!(busy(&mut client, &["ann", "bob"]).await, ["bob"]);

        rematch(&mut client, &first.id, "bob").await.unwrap();
        let now = rematch(&mut client, &first.id, "ann").await.unwrap_err();
        let in_another = refused(Code::FailedPrecondition, "IN_RATED_GAME");
        assert_eq!(fault_of(&now), in_another);
        resign(&mut client, &other.id, "eve").await;
        let made = rematch(&mut client, &first.id, "ann").await.unwrap();
        let made = client.game(&made.game_id).await;
        assert!(made.rated);
        assert_eq!(
            busy(&mut client, &["ann", "bob", "eve"]).await,
            ["ann", "bob"]
        );
    }
}

#[tokio::test]
async fn services_share_the_names_of_their_requests() {
    let suite = Suite::start(Kind::Embedded).await;
    // A process whose token is called otherwise after a restart makes no second game.
    let mut clients = ["old", "new"].map(|name| {
        let token = suite.mint(&["--name", name], &Scope::ALL);
        suite.client_with(&token)
    });
    let mut ids = HashSet::new();
    for client in &mut clients {
        ids.insert(
            create_rated(client, "pairing-1", "ann", "bob")
                .await
                .unwrap()
                .id,
        );
    }
    assert_eq!(ids.len(), 1);
}
