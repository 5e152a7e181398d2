//! What happens to Redis and must not matter for longer than it lasts.

use std::time::Duration;

use futures::StreamExt;
use store::redis::RedisStore;
use store::{Commit, Error};
use support::{Progress, RedisServer};
use tokio::time::{Instant, sleep, timeout};

use crate::kit::{
    LONG, PATIENCE, apply, claim, connect, get, here, names, next, publish, put, schedule, version,
    version_of, works_again,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn scripts_are_loaded_again_after_a_flush() {
    let server = RedisServer::start().await;
    let store = connect(&server).await;
    for round in 1..=3 {
        assert_eq!(server.command(&["SCRIPT", "FLUSH"]).await, "OK");
        apply(
            &store,
            [version("game", round - 1)],
            [
                put("game", "a"),
                schedule("job", store.now().await.unwrap()),
            ],
        )
        .await
        .unwrap();
        assert_eq!(server.command(&["SCRIPT", "FLUSH"]).await, "OK");
        assert_eq!(version_of(&store, "game").await, round);
        assert_eq!(server.command(&["SCRIPT", "FLUSH"]).await, "OK");
        assert_eq!(names(&claim(&store, 1, LONG).await), ["job"]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_commits_survive_a_kill() {
    let mut server = RedisServer::start_append_only().await;
    let store = connect(&server).await;
    let mut acknowledged = 0;
    for round in 0..3 {
        let progress = Progress::default();
        let (writer, answered) = (store.clone(), progress.clone());
        let writing = tokio::spawn(async move {
            loop {
                let seen = acknowledged;
                match apply(
                    &writer,
                    [version("game", seen)],
                    [put("game", format!("{}", seen + 1))],
                )
                .await
                {
                    Ok(_) => {
                        acknowledged += 1;
                        answered.count(1);
                    }
                    Err(_) => return acknowledged,
                }
            }
        });
        progress.more(20).await;
        server.kill();
        acknowledged = writing.await.unwrap();
        let refused = store.read(&here(), &["game"]).await;
        assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
        server.start_again().await;
        works_again(&store).await;
        let game = get(&store, "game").await.unwrap();
        // The last one may have been carried out without its answer.
        assert!(
            game.version == acknowledged || game.version == acknowledged + 1,
            "round {round}: {acknowledged} acknowledged, {} stored",
            game.version
        );
        assert_eq!(game.body, game.version.to_string());
        acknowledged = game.version;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_connection_ends_every_subscription() {
    let mut server = RedisServer::start().await;
    let store = connect(&server).await;
    let mut before = Vec::new();
    for number in 0..10 {
        before.push(
            store
                .subscribe(&here(), &format!("game {}", number / 2))
                .await
                .unwrap(),
        );
    }
    server.kill();
    for subscription in &mut before {
        assert_eq!(next(subscription).await, None);
    }
    let refused = store.subscribe(&here(), "game 0").await.map(|_| ());
    assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
    server.start_again().await;
    works_again(&store).await;
    let mut again = store.subscribe(&here(), "game 0").await.unwrap();
    // Readers of the lost connection that go now take nothing from the new one.
    drop(before);
    for text in ["a", "b", "c"] {
        apply(&store, [], [publish("game 0", text)]).await.unwrap();
        assert_eq!(next(&mut again).await.as_deref(), Some(text));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cut_connections_are_replaced() {
    let server = RedisServer::start().await;
    let store = connect(&server).await;
    for _ in 0..5 {
        let mut game = store.subscribe(&here(), "game").await.unwrap();
        server.command(&["CLIENT", "KILL", "TYPE", "normal"]).await;
        server.command(&["CLIENT", "KILL", "TYPE", "pubsub"]).await;
        assert_eq!(next(&mut game).await, None);
        works_again(&store).await;
    }
}

/// A server that takes connections and never answers is the worst kind of down.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_server_is_unavailable_and_found_again() {
    let mut server = RedisServer::start().await;
    let store = connect(&server).await;
    let mut game = store.subscribe(&here(), "game").await.unwrap();
    server.process().suspend().await;
    let refused = timeout(PATIENCE, store.now()).await.expect("an end");
    assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
    assert_eq!(
        timeout(PATIENCE, game.next())
            .await
            .expect("the probe to notice"),
        None
    );
    let asked = Instant::now();
    let refused = store.subscribe(&here(), "game").await.map(drop);
    assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
    assert!(asked.elapsed() < Duration::from_secs(4));
    server.signal("CONT");
    works_again(&store).await;
    drop(store.subscribe(&here(), "game").await.unwrap());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn topics_nobody_follows_are_given_up() {
    let server = RedisServer::start().await;
    let store = connect(&server).await;
    let mut readers = Vec::new();
    for number in 0..10 {
        readers.push(
            store
                .subscribe(&here(), &format!("game {}", number % 5))
                .await
                .unwrap(),
        );
    }
    let channels = ["PUBSUB", "SHARDCHANNELS"];
    assert_eq!(server.command(&channels).await.lines().count(), 5);
    readers.drain(..5);
    drop(store.subscribe(&here(), "other").await.unwrap());
    readers.truncate(1);
    let deadline = Instant::now() + PATIENCE;
    while server.command(&channels).await.lines().count() != 1 {
        assert!(
            Instant::now() < deadline,
            "{}",
            server.command(&channels).await
        );
        sleep(Duration::from_millis(5)).await;
    }
    apply(&store, [], [publish("game 0", "a")]).await.unwrap();
    assert_eq!(next(&mut readers[0]).await.as_deref(), Some("a"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn values_of_another_kind_are_told_apart_from_an_outage() {
    let server = RedisServer::start().await;
    let store = connect(&server).await;
    server.command(&["SET", "{t0}:d:short", "1234"]).await;
    let found = store.read(&here(), &["short"]).await;
    assert!(
        matches!(&found, Err(Error::Corrupt(key)) if key == "short"),
        "{found:?}"
    );
    let found = apply(&store, [version("short", 1)], []).await;
    assert!(
        matches!(&found, Err(Error::Corrupt(key)) if key == "short"),
        "{found:?}"
    );
    server.command(&["LPUSH", "{t0}:d:list", "a"]).await;
    let found = apply(&store, [version("list", 1)], []).await;
    assert!(matches!(found, Err(Error::Corrupt(_))), "{found:?}");
}

#[tokio::test]
async fn connecting_fails_with_a_reason() {
    let mut server = RedisServer::start().await;
    let url = server.url();
    server.kill();
    for url in [url.as_str(), "not a url", "http://127.0.0.1"] {
        let refused = RedisStore::connect(url).await.map(|_| ());
        assert!(
            matches!(refused, Err(Error::Unavailable(_))),
            "{url}: {refused:?}"
        );
    }
}

/// A server that is full refuses a commit as a whole.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_server_refuses_whole_commits() {
    let server = RedisServer::start().await;
    let store = connect(&server).await;
    apply(&store, [], [put("a", "old")]).await.unwrap();
    server.command(&["CONFIG", "SET", "maxmemory", "1"]).await;
    let effects = vec![publish("game", "a"), put("a", "new"), put("b", "new")];
    let refused = store
        .commit(
            &here(),
            Commit {
                guards: vec![],
                effects,
            },
        )
        .await;
    assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
    assert_eq!(get(&store, "a").await.unwrap().body, "old");
    server.command(&["CONFIG", "SET", "maxmemory", "0"]).await;
    apply(&store, [version("b", 0)], [put("b", "new")])
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_addresses_are_for_a_cluster() {
    let server = RedisServer::start().await;
    let several = format!("{},127.0.0.1:1", server.url());
    let refused = RedisStore::connect(&several).await.map(drop).unwrap_err();
    assert!(refused.to_string().contains("no cluster"), "{refused}");
}
