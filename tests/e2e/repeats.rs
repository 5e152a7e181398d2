//! Everything can be repeated: it happens once and is answered alike.

use futures::future::join_all;
use proto::games::v1 as games;
use proto::games::v1::create_game_request::Rules;
use tonic::Code;

use crate::harness::{Client, Kind, Suite, bot, fault_of, player};

#[tokio::test]
async fn a_repeated_request_makes_one_game() {
    let suite = Suite::start(Kind::Embedded).await;
    let client = suite.client();
    let request = games::CreateGameRequest {
        rules: Some(Rules::Mode("classic".to_owned())),
        white: Some(player("ann")),
        black: Some(player("bob")),
        request_id: "order-66".to_owned(),
        ..Default::default()
    };
    let repeats = join_all((0..30).map(|_| {
        let (mut client, request) = (client.clone(), request.clone());
        async move {
            client
                .games
                .create_game(request)
                .await
                .unwrap()
                .into_inner()
                .game
                .unwrap()
        }
    }))
    .await;
    assert!(repeats.iter().all(|game| game.id == repeats[0].id));

    let other = games::CreateGameRequest {
        white: Some(player("eve")),
        ..request
    };
    let refused = client.clone().games.create_game(other).await.unwrap_err();
    assert_eq!(
        fault_of(&refused),
        (Code::AlreadyExists, "REQUEST_ID_TAKEN".to_owned())
    );
}

#[tokio::test]
async fn a_repeated_move_is_played_once_and_answered_alike() {
    for kind in [Kind::Embedded, Kind::AllOnRedis] {
        let suite = Suite::start(kind).await;
        let mut client = suite.client();
        let game = client.create("russian", "", player("ann"), bot()).await;
        let id = game.id.as_str();
        let answers = join_all((0..100).map(|_| {
            let mut client = client.clone();
            async move { client.play(id, "ann", 0, "c3-d4").await.unwrap() }
        }))
        .await;
        assert!(answers.iter().all(|answer| *answer == answers[0]));

        // Also in another spelling, and when the game has gone on long since.
        while client.game(id).await.ply < 2 {
            tokio::task::yield_now().await;
        }
        for spelling in ["c3-d4", " 22-18 ", "C3-D4"] {
            assert_eq!(
                client.play(id, "ann", 0, spelling).await.unwrap(),
                answers[0],
                "{spelling}"
            );
        }
        let game = client.game(id).await;
        assert_eq!((game.ply, game.version), (2, 3), "one move of each");
    }
}

/// A request is repeated long after its game has ended and gone to the archive: it is not made anew,
/// nor is a rematch.
#[tokio::test]
async fn a_finished_game_is_not_created_again() {
    for kind in [Kind::Embedded, Kind::AllOnRedis] {
        let suite = Suite::start(kind).await;
        let mut client = suite.client();
        let request = games::CreateGameRequest {
            rules: Some(Rules::Mode("russian".to_owned())),
            white: Some(player("ann")),
            black: Some(player("bob")),
            request_id: "once".to_owned(),
            ..Default::default()
        };
        let game = client
            .games
            .create_game(request.clone())
            .await
            .unwrap()
            .into_inner()
            .game
            .unwrap();
        finish(&mut client, &game.id).await;
        let rematch = |player: &str| games::RematchRequest {
            game_id: game.id.clone(),
            player_id: player.to_owned(),
        };
        client.games.rematch(rematch("ann")).await.unwrap();
        let second = client
            .games
            .rematch(rematch("bob"))
            .await
            .unwrap()
            .into_inner()
            .rematch
            .unwrap();
        finish(&mut client, &second.game_id).await;

        // At once, and when nothing is left of it in the live store.
        for wait in [0, 11] {
            tokio::time::sleep(std::time::Duration::from_secs(wait)).await;
            let again = client
                .games
                .create_game(request.clone())
                .await
                .unwrap()
                .into_inner()
                .game
                .unwrap();
            assert!(again.id == game.id && again.outcome.is_some(), "{again:?}");
            let again = client
                .games
                .rematch(rematch("bob"))
                .await
                .unwrap()
                .into_inner()
                .rematch
                .unwrap();
            assert_eq!(again, second);
            assert!(client.game(&second.game_id).await.outcome.is_some());
        }
    }
}

/// Resigns, and waits until the game is archived.
async fn finish(client: &mut Client, id: &str) {
    let request = games::ResignRequest {
        game_id: id.to_owned(),
        player_id: "ann".to_owned(),
        side: 0,
    };
    client.games.resign(request).await.unwrap();
    let finished = games::ListGamesRequest {
        player_id: "ann".to_owned(),
        filter: games::GamesFilter::Finished.into(),
        ..Default::default()
    };
    loop {
        let list = client
            .games
            .list_games(finished.clone())
            .await
            .unwrap()
            .into_inner();
        if list.games.iter().any(|game| game.id == id) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}
