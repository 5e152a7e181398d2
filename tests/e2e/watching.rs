//! Streams of games: from a snapshot or a version on, with every event once and in order.

use futures::StreamExt as _;
use proto::games::v1::watch_game_response::Update;

use crate::harness::{Kind, Suite, bot, event_of, player};

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
