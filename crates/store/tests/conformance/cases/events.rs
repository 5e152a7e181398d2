//! Topics.

use futures::StreamExt;
use store::{Store, Subscription};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::kit::{PATIENCE, apply, here, next, partition, publish, put, version};

on_all!(
    what_is_published_after_subscribe_arrives_in_order,
    every_reader_gets_every_message,
    topics_and_partitions_are_apart,
    a_refused_commit_publishes_nothing,
    a_message_is_seen_after_its_document,
    readers_come_and_go,
    a_slow_readers_stream_ends,
    ten_thousand_readers,
);

async fn follow(store: &Store, topic: &str) -> Subscription {
    store.subscribe(&here(), topic).await.unwrap()
}

async fn what_is_published_after_subscribe_arrives_in_order(store: Store) {
    apply(&store, [], [publish("game", "before")])
        .await
        .unwrap();
    let mut game = follow(&store, "game").await;
    apply(&store, [], [publish("game", "0"), publish("game", "1")])
        .await
        .unwrap();
    for number in 2..100 {
        apply(&store, [], [publish("game", number.to_string())])
            .await
            .unwrap();
    }
    for number in 0..100 {
        assert_eq!(next(&mut game).await, Some(number.to_string()));
    }
}

async fn every_reader_gets_every_message(store: Store) {
    let mut readers = Vec::new();
    for _ in 0..5 {
        readers.push(follow(&store, "game").await);
    }
    apply(&store, [], [publish("game", "a"), publish("game", "b")])
        .await
        .unwrap();
    for reader in &mut readers {
        assert_eq!(next(reader).await.as_deref(), Some("a"));
        assert_eq!(next(reader).await.as_deref(), Some("b"));
    }
}

async fn topics_and_partitions_are_apart(store: Store) {
    let mut game = follow(&store, "game").await;
    let mut elsewhere = store.subscribe(&partition(1), "game").await.unwrap();
    let mut gam = follow(&store, "gam").await;
    apply(&store, [], [publish("gam", "1"), publish("game", "2")])
        .await
        .unwrap();
    let there = store::Commit {
        guards: vec![],
        effects: vec![publish("game", "3")],
    };
    store.commit(&partition(1), there).await.unwrap();
    assert_eq!(next(&mut gam).await.as_deref(), Some("1"));
    assert_eq!(next(&mut game).await.as_deref(), Some("2"));
    assert_eq!(next(&mut elsewhere).await.as_deref(), Some("3"));
}

async fn a_refused_commit_publishes_nothing(store: Store) {
    let mut game = follow(&store, "game").await;
    assert!(
        apply(&store, [version("game", 1)], [publish("game", "refused")])
            .await
            .is_err()
    );
    apply(&store, [], [publish("game", "done")]).await.unwrap();
    assert_eq!(next(&mut game).await.as_deref(), Some("done"));
}

async fn a_message_is_seen_after_its_document(store: Store) {
    let mut game = follow(&store, "game").await;
    let writer = store.clone();
    let writing = tokio::spawn(async move {
        for number in 1..=50 {
            apply(
                &writer,
                [],
                [publish("game", number.to_string()), put("game", "a")],
            )
            .await
            .unwrap();
        }
    });
    for _ in 0..50 {
        let told: u64 = next(&mut game).await.unwrap().parse().unwrap();
        let read = store.read(&here(), &["game"]).await.unwrap();
        assert!(read.documents[0].as_ref().unwrap().version >= told);
    }
    writing.await.unwrap();
}

async fn readers_come_and_go(store: Store) {
    let mut stays = follow(&store, "game").await;
    for round in 0..30 {
        let mut goes = follow(&store, "game").await;
        let mut alone = follow(&store, "other").await;
        let text = round.to_string();
        apply(
            &store,
            [],
            [publish("game", &text), publish("other", &text)],
        )
        .await
        .unwrap();
        assert_eq!(next(&mut goes).await.as_deref(), Some(text.as_str()));
        assert_eq!(next(&mut stays).await.as_deref(), Some(text.as_str()));
        assert_eq!(next(&mut alone).await.as_deref(), Some(text.as_str()));
    }
}

async fn a_slow_readers_stream_ends(store: Store) {
    let slow = follow(&store, "game").await;
    let mut quick = follow(&store, "game").await;
    for number in 0..2000 {
        let text = number.to_string();
        apply(&store, [], [publish("game", &text)]).await.unwrap();
        assert_eq!(next(&mut quick).await, Some(text));
    }
    // What it got is a beginning without a gap.
    let got: Vec<_> = timeout(PATIENCE, slow.collect())
        .await
        .expect("the end of the stream");
    assert!(got.len() < 2000);
    for (number, message) in got.iter().enumerate() {
        assert_eq!(*message, number.to_string());
    }
}

async fn ten_thousand_readers(store: Store) {
    let mut tasks = JoinSet::new();
    for number in 0..10_000 {
        let store = store.clone();
        tasks.spawn(async move { (number, follow(&store, &format!("game {number}")).await) });
    }
    let mut readers = tasks.join_all().await;
    for (number, reader) in readers.iter_mut().step_by(997) {
        apply(&store, [], [publish(&format!("game {number}"), "here")])
            .await
            .unwrap();
        assert_eq!(next(reader).await.as_deref(), Some("here"));
    }
}
