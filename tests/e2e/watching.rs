//! Streams of games: from a snapshot or a version on, with every event once and in order.

use std::time::Duration;

use futures::StreamExt as _;
use proto::games::v1 as games;
use proto::games::v1::games_service_client::GamesServiceClient;
use proto::games::v1::watch_game_response::Update;
use tonic::Code;
use tonic::transport::Endpoint;

use crate::harness::{Bearer, Kind, Suite, bot, event_of, fault_of, message, player};
use crate::offers::until_spectators;

#[tokio::test]
async fn a_watcher_joins_at_any_version() {
    for kind in [Kind::Embedded, Kind::AllOnRedis] {
        let suite = Suite::start(kind).await;
        let mut client = suite.client();
        let game = client
            .create("russian", "", player("ann"), player("bob"))
            .await;
        let mut told = Vec::new();
        for (ply, (player, text)) in (0..).zip([
            ("ann", "c3-d4"),
            ("bob", "b6-a5"),
            ("ann", "d4-c5"),
            ("bob", "d6:b4"),
        ]) {
            told.push(client.play(&game.id, player, ply, text).await.unwrap());
        }
        let request = proto::games::v1::ResignRequest {
            game_id: game.id.clone(),
            player_id: "ann".to_owned(),
            side: 0,
        };
        told.push(
            client
                .games
                .resign(request)
                .await
                .unwrap()
                .into_inner()
                .event
                .unwrap(),
        );

        for seen in 1..=told.len() + 1 {
            let missed: Vec<_> = client
                .watch(&game.id, seen as u64)
                .await
                .map(|update| event_of(update.unwrap()))
                .collect()
                .await;
            assert_eq!(missed, told[seen - 1..], "after version {seen}");
        }
        // Without a version, or with one that the game never had, it starts from a snapshot.
        for seen in [0, 99] {
            let updates: Vec<_> = client.watch(&game.id, seen).await.collect().await;
            assert_eq!(updates.len(), 1);
            let snapshot = client.game(&game.id).await;
            assert_eq!(
                updates[0].as_ref().unwrap().update,
                Some(Update::Snapshot(snapshot))
            );
        }
    }
}

#[tokio::test]
async fn many_watchers_see_a_whole_game_of_two_bots() {
    let suite = Suite::start(Kind::AllOnRedis).await;
    let mut client = suite.client();
    let game = client.create("english", "", bot(), bot()).await;
    let watchers = (0..20).map(|_| {
        let (mut client, id) = (client.clone(), game.id.clone());
        tokio::spawn(async move {
            client
                .watch(&id, 1)
                .await
                .map(|update| event_of(update.unwrap()))
                .collect::<Vec<_>>()
                .await
        })
    });
    for watcher in watchers {
        let events = watcher.await.unwrap();
        let versions: Vec<_> = events.iter().map(|event| event.version).collect();
        assert_eq!(versions, (2..2 + versions.len() as u64).collect::<Vec<_>>());
        assert!(events.last().unwrap().outcome.is_some());
    }
}

/// The pushes of a move are lost, again and again: the watcher heals itself from the game.
#[tokio::test]
async fn a_lost_push_is_noticed_and_healed() {
    let mut suite = Suite::start(Kind::AllOnRedis).await;
    let mut client = suite.client();
    let game = client
        .create("russian", "", player("ann"), player("bob"))
        .await;
    let mut updates = client.watch(&game.id, 1).await;
    for (ply, (player, text)) in (0..).zip([
        ("ann", "c3-d4"),
        ("bob", "b6-a5"),
        ("ann", "d4-c5"),
        ("bob", "d6:b4"),
    ]) {
        let kill = ["client", "kill", "type", "pubsub"];
        suite.redis().command(&kill).await;
        let answered = client.play(&game.id, player, ply, text).await.unwrap();
        let next = tokio::time::timeout(Duration::from_secs(30), updates.next());
        let told = event_of(next.await.expect("it is told").unwrap().unwrap());
        assert_eq!(told, answered);
    }
}

/// A reader that takes nothing is not buffered for without bound.
#[tokio::test]
async fn a_slow_reader_is_cut_off_with_a_reason() {
    let suite = Suite::start(Kind::Embedded).await;
    let mut client = suite.client();
    let game = client
        .create("russian", "", player("ann"), player("bob"))
        .await;
    let address = format!("http://127.0.0.1:{}", suite.grpc_port());
    let narrow = Endpoint::from_shared(address)
        .unwrap()
        .initial_stream_window_size(2_000);
    let mut slow =
        GamesServiceClient::with_interceptor(narrow.connect_lazy(), Bearer::new(suite.token()));
    let request = games::WatchGameRequest {
        game_id: game.id.clone(),
        ..Default::default()
    };
    let mut updates = slow.watch_game(request).await.unwrap().into_inner();
    until_spectators(&mut client, &game.id, 1).await;

    for _ in 0..60 {
        let game_id = game.id.clone();
        let offer = games::OfferDrawRequest {
            game_id: game_id.clone(),
            player_id: "ann".to_owned(),
        };
        client.games.offer_draw(offer).await.unwrap();
        let player_id = "bob".to_owned();
        let answer = games::AnswerDrawRequest {
            game_id,
            player_id,
            accept: false,
        };
        client.games.answer_draw(answer).await.unwrap();
    }
    // It is watched no more once it has been cut off.
    until_spectators(&mut client, &game.id, 0).await;
    let mut seen = 0;
    let end = loop {
        match updates.next().await {
            Some(Ok(_)) => seen += 1,
            end => break end,
        }
    };
    let refused = end.expect("it ends with a reason").unwrap_err();
    assert_eq!(
        fault_of(&refused),
        (Code::ResourceExhausted, "SLOW_READER".to_owned())
    );
    assert!(seen < 120, "{seen} were kept for it");

    // Whoever comes back misses nothing.
    let rest = client.watch(&game.id, 1).await.take(120).count().await;
    assert_eq!(rest, 120);
}

/// All pages of a gateway share its one connection to games: an event to hundreds of them at once
/// reaches each.
#[tokio::test]
async fn one_event_reaches_hundreds_of_pages() {
    let suite = Suite::start(Kind::Split).await;
    let mut client = suite.client();
    let game = client
        .create("russian", "", player("ann"), player("bob"))
        .await;
    let path = format!("/v1/games/{}/watch?after_version=1", game.id);
    let mut pages = Vec::new();
    for _ in 0..800 {
        pages.push(suite.open(&path).await.unwrap());
    }
    for (ply, (player, text)) in (0..).zip([("ann", "c3-d4"), ("bob", "b6-a5"), ("ann", "d4-c5")]) {
        client.play(&game.id, player, ply, text).await.unwrap();
        for page in &mut pages {
            let event = message(page).await;
            assert_eq!(
                event["event"]["move_played"]["move"]["text"], text,
                "{event}"
            );
        }
    }
}
