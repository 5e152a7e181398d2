//! Any bytes, and names of any letters.

use bytes::Bytes;
use futures::StreamExt;
use store::{Effect, Order, Range, Store};

use crate::kit::{
    LONG, add, apply, claim, get, here, member, names, publish, put, schedule, version,
};

on_all!(
    bodies_hold_any_bytes,
    bodies_may_be_large_or_empty,
    names_hold_any_letters
);

const ODD: [&str; 10] = [
    "",
    " ",
    "{t0}",
    "}{",
    "a\nb\r\n",
    "a\0b",
    "ключ ♛",
    "*",
    "\"'\\;--",
    "%s$0:d:x",
];

async fn bodies_hold_any_bytes(store: Store) {
    let all: Vec<u8> = (0..=255).chain((0..=255).rev()).collect();
    let mut topic = store.subscribe(&here(), "game").await.unwrap();
    apply(&store, [], [put("game", &all), publish("game", &all)])
        .await
        .unwrap();
    assert_eq!(get(&store, "game").await.unwrap().body, all);
    assert_eq!(topic.next().await.unwrap(), all);
}

async fn bodies_may_be_large_or_empty(store: Store) {
    for size in [0, 1, 7, 8, 9, 700, 64 * 1024, 1024 * 1024] {
        let body: Vec<u8> = (0..size).map(|n| (n % 251) as u8).collect();
        let mut topic = store.subscribe(&here(), "game").await.unwrap();
        apply(&store, [], [put("game", &body), publish("game", &body)])
            .await
            .unwrap();
        assert!(
            get(&store, "game").await.unwrap().body == body,
            "{size} bytes"
        );
        assert!(topic.next().await.unwrap() == body, "{size} bytes");
    }
}

async fn names_hold_any_letters(store: Store) {
    let now = store.now().await.unwrap();
    for name in ODD {
        let mut topic = store.subscribe(&here(), name).await.unwrap();
        let effects = [
            put(name, name),
            add(name, name, 1),
            schedule(name, now),
            publish(name, name),
        ];
        apply(&store, [version(name, 0)], effects).await.unwrap();
        assert_eq!(topic.next().await.unwrap(), name);
        apply(&store, [version(name, 1), member(name, name)], [])
            .await
            .unwrap();
        let jobs = claim(&store, 1, LONG).await;
        assert_eq!(names(&jobs), [name]);
        apply(&store, [], [Effect::Complete(jobs[0].clone())])
            .await
            .unwrap();
        let all = Range::all(Order::Ascending, 9);
        let entries = store.range(&here(), name, all).await.unwrap();
        assert_eq!(entries.len(), 1, "{name:?}");
        assert_eq!(entries[0].member, name);
    }
    let read = store.read(&here(), &ODD).await.unwrap();
    for (document, name) in read.documents.into_iter().zip(ODD) {
        assert_eq!(document.unwrap().body, Bytes::from(name));
    }
}
