//! Documents: versions, absence, expiry.

use std::time::Duration;

use store::{Store, Timestamp};
use tokio::time::sleep;

use crate::kit::{
    apply, delete, get, here, key_of_conflict, partition, put, put_until, version, version_of,
};

on_all!(
    versions_count_from_1_and_begin_again_after_delete,
    every_put_of_a_guarded_commit_counts,
    reads_answer_in_the_order_asked,
    thousands_are_read_at_one_moment,
    partitions_are_apart,
    a_document_expires,
    a_later_put_takes_the_expiry_away,
    a_put_that_has_expired_leaves_nothing,
    an_expired_document_begins_again,
    time_goes_forwards,
);

async fn versions_count_from_1_and_begin_again_after_delete(store: Store) {
    for round in 1..=3 {
        apply(&store, [], [put("game", format!("{round}"))])
            .await
            .unwrap();
        let document = get(&store, "game").await.unwrap();
        assert_eq!(
            (document.version, document.body),
            (round, format!("{round}").into())
        );
    }
    apply(&store, [version("game", 3)], [delete("game")])
        .await
        .unwrap();
    assert_eq!(get(&store, "game").await, None);
    apply(&store, [version("game", 0)], [delete("game")])
        .await
        .unwrap();
    apply(&store, [version("game", 0)], [put("game", "new")])
        .await
        .unwrap();
    assert_eq!(version_of(&store, "game").await, 1);
}

async fn every_put_of_a_guarded_commit_counts(store: Store) {
    apply(
        &store,
        [version("game", 0)],
        [put("game", "1"), put("game", "2")],
    )
    .await
    .unwrap();
    assert_eq!(version_of(&store, "game").await, 2);
    let anew = [put("game", "3"), delete("game"), put("game", "1")];
    apply(&store, [version("game", 2)], anew).await.unwrap();
    assert_eq!(version_of(&store, "game").await, 1);
    apply(
        &store,
        [version("game", 1)],
        [delete("game"), put("game", "1")],
    )
    .await
    .unwrap();
    assert_eq!(version_of(&store, "game").await, 1);
}

async fn reads_answer_in_the_order_asked(store: Store) {
    apply(
        &store,
        [],
        [put("a", "1"), put("b", "2"), put("c", "3"), put("b", "4")],
    )
    .await
    .unwrap();
    let read = store
        .read(&here(), &["c", "none", "a", "c", "b"])
        .await
        .unwrap();
    let found: Vec<_> = read
        .documents
        .iter()
        .map(|document| {
            document
                .as_ref()
                .map(|document| (document.version, document.body.as_ref()))
        })
        .collect();
    let expected = vec![
        Some((1, &b"3"[..])),
        None,
        Some((1, &b"1"[..])),
        Some((1, &b"3"[..])),
        Some((2, &b"4"[..])),
    ];
    assert_eq!(found, expected);
    assert!(store.read(&here(), &[]).await.unwrap().documents.is_empty());
}

async fn thousands_are_read_at_one_moment(store: Store) {
    const MANY: usize = 33_000;
    let names: Vec<_> = (0..MANY).map(|number| format!("game {number}")).collect();
    let keys: Vec<_> = names.iter().map(String::as_str).collect();
    let (first, last) = (keys[0], keys[MANY - 1]);
    let writer = store.clone();
    let ends = [first.to_owned(), last.to_owned()];
    let writing = tokio::spawn(async move {
        loop {
            let both = ends.each_ref().map(|key| put(key, "a"));
            apply(&writer, [], both).await.unwrap();
        }
    });
    for _ in 0..3 {
        let read = store.read(&here(), &keys).await.unwrap();
        assert_eq!(read.documents.len(), MANY);
        assert_eq!(read.documents[0], read.documents[MANY - 1]);
        assert_eq!(read.documents[1..MANY - 1].iter().flatten().count(), 0);
    }
    writing.abort();
}

async fn partitions_are_apart(store: Store) {
    apply(&store, [], [put("game", "a")]).await.unwrap();
    let elsewhere = store.read(&partition(1), &["game"]).await.unwrap();
    assert_eq!(elsewhere.documents, [None]);
}

async fn a_document_expires(store: Store) {
    let expires = store.now().await.unwrap() + Duration::from_millis(300);
    apply(&store, [], [put_until("invite", "a", expires)])
        .await
        .unwrap();
    loop {
        let read = store.read(&here(), &["invite"]).await.unwrap();
        match &read.documents[0] {
            Some(document) => assert_eq!(document.body, "a"),
            None => {
                // Redis reads its clock twice in one step; a millisecond may lie between.
                assert!(
                    read.now + Duration::from_millis(1) > expires,
                    "gone at {:?}, before {expires:?}",
                    read.now
                );
                break;
            }
        }
        assert!(
            read.now <= expires + Duration::from_millis(1),
            "there at {:?}, after {expires:?}",
            read.now
        );
        sleep(Duration::from_millis(5)).await;
    }
    let refused = apply(&store, [version("invite", 1)], []).await;
    assert_eq!(key_of_conflict(refused), ("invite".to_owned(), 0));
}

async fn a_later_put_takes_the_expiry_away(store: Store) {
    let expires = store.now().await.unwrap() + Duration::from_millis(50);
    apply(
        &store,
        [],
        [put_until("invite", "a", expires), put("invite", "b")],
    )
    .await
    .unwrap();
    while store.now().await.unwrap() <= expires + Duration::from_millis(5) {
        sleep(Duration::from_millis(5)).await;
    }
    let document = get(&store, "invite").await.unwrap();
    assert_eq!((document.version, document.body), (2, "b".into()));
}

async fn a_put_that_has_expired_leaves_nothing(store: Store) {
    let past = store.now().await.unwrap() - Duration::from_secs(1);
    for expires in [past, Timestamp(0), Timestamp(-1), Timestamp(i64::MIN)] {
        apply(
            &store,
            [],
            [put("invite", "a"), put_until("invite", "b", expires)],
        )
        .await
        .unwrap();
        assert_eq!(get(&store, "invite").await, None, "until {expires:?}");
    }
    apply(
        &store,
        [version("invite", 0)],
        [put_until("invite", "c", Timestamp(i64::MAX))],
    )
    .await
    .unwrap();
    assert_eq!(version_of(&store, "invite").await, 1);
}

async fn an_expired_document_begins_again(store: Store) {
    let expires = store.now().await.unwrap() + Duration::from_millis(20);
    apply(
        &store,
        [],
        [
            put_until("invite", "a", expires),
            put_until("invite", "b", expires),
        ],
    )
    .await
    .unwrap();
    while store.now().await.unwrap() <= expires + Duration::from_millis(5) {
        sleep(Duration::from_millis(5)).await;
    }
    apply(&store, [version("invite", 0)], [put("invite", "c")])
        .await
        .unwrap();
    let document = get(&store, "invite").await.unwrap();
    assert_eq!((document.version, document.body), (1, "c".into()));
}

async fn time_goes_forwards(store: Store) {
    let mut last = store.now().await.unwrap();
    assert!(
        last > Timestamp(1_700_000_000_000),
        "in milliseconds since 1970"
    );
    for _ in 0..20 {
        for time in [
            apply(&store, [], [put("a", "a")]).await.unwrap(),
            store.read(&here(), &["a"]).await.unwrap().now,
            store.claim(&here(), 1, Duration::ZERO).await.unwrap().now,
            store.now().await.unwrap(),
        ] {
            assert!(time >= last);
            last = time;
        }
    }
}
