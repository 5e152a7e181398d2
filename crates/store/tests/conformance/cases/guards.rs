//! What a commit checks.

use std::time::Duration;

use store::{Error, Guard, Store};

use crate::kit::{add, apply, get, key_of_conflict, member, put, version, version_of};

on_all!(
    version_0_asks_that_there_be_none,
    version_asks_for_exactly_it,
    not_after_holds_up_to_its_millisecond,
    not_after_in_the_past_and_far_ahead,
    member_asks_for_a_place_in_the_index,
    first_guard_that_fails_is_told,
    a_refused_commit_changes_nothing,
);

async fn version_0_asks_that_there_be_none(store: Store) {
    apply(&store, [version("game", 0)], [put("game", "a")])
        .await
        .unwrap();
    let refused = apply(&store, [version("game", 0)], [put("game", "b")]).await;
    assert_eq!(key_of_conflict(refused), ("game".to_owned(), 1));
    assert_eq!(get(&store, "game").await.unwrap().body, "a");
}

async fn version_asks_for_exactly_it(store: Store) {
    let refused = apply(&store, [version("game", 1)], [put("game", "a")]).await;
    assert_eq!(key_of_conflict(refused), ("game".to_owned(), 0));
    for turn in 0..300 {
        apply(&store, [version("game", turn)], [put("game", "a")])
            .await
            .unwrap();
    }
    for wrong in [0, 1, 44, 255, 256, 299, 301, 300 + (1 << 32), u64::MAX] {
        let refused = apply(&store, [version("game", wrong)], [put("game", "b")]).await;
        assert_eq!(
            key_of_conflict(refused),
            ("game".to_owned(), 300),
            "asked for {wrong}"
        );
    }
    apply(&store, [version("game", 300)], [put("game", "c")])
        .await
        .unwrap();
    assert_eq!(version_of(&store, "game").await, 301);
}

/// At the deadline's own millisecond it is not yet too late; one later it is. Whatever the outcome,
/// the time that comes with it agrees.
async fn not_after_holds_up_to_its_millisecond(store: Store) {
    let (mut in_time, mut late) = (0, 0);
    for attempt in 0_i64.. {
        let now = store.now().await.unwrap();
        let deadline = now + Duration::from_millis(1)
            - Duration::from_millis(attempt.rem_euclid(3).unsigned_abs());
        match apply(&store, [Guard::NotAfter(deadline)], [put("game", "a")]).await {
            Ok(time) => {
                assert!(
                    time <= deadline,
                    "carried out at {time:?}, after {deadline:?}"
                );
                in_time += 1;
            }
            Err(Error::TooLate { now: time }) => {
                assert!(
                    time > deadline,
                    "refused at {time:?}, not after {deadline:?}"
                );
                late += 1;
            }
            Err(other) => panic!("{other}"),
        }
        if attempt >= 300 && in_time > 0 && late > 0 {
            break;
        }
    }
    assert_eq!(version_of(&store, "game").await, in_time);
}

async fn not_after_in_the_past_and_far_ahead(store: Store) {
    let now = store.now().await.unwrap();
    for past in [
        now - Duration::from_millis(1),
        store::Timestamp(0),
        store::Timestamp(i64::MIN),
    ] {
        let refused = apply(&store, [Guard::NotAfter(past)], [put("game", "a")]).await;
        assert!(
            matches!(refused, Err(Error::TooLate { now: at }) if at >= now),
            "{refused:?}"
        );
    }
    for ahead in [now + Duration::from_secs(3600), store::Timestamp(i64::MAX)] {
        apply(&store, [Guard::NotAfter(ahead)], []).await.unwrap();
    }
    assert_eq!(version_of(&store, "game").await, 0);
}

async fn member_asks_for_a_place_in_the_index(store: Store) {
    let refused = apply(&store, [member("queue", "ann")], [put("game", "a")]).await;
    assert!(
        matches!(&refused, Err(Error::NotAMember { index, member }) if index == "queue" && member == "ann"),
        "{refused:?}"
    );
    apply(&store, [], [add("queue", "ann", 0)]).await.unwrap();
    apply(&store, [member("queue", "ann")], [put("game", "a")])
        .await
        .unwrap();
    let refused = apply(
        &store,
        [member("queue", "ann"), member("queue", "bob")],
        [put("game", "b")],
    )
    .await;
    assert!(
        matches!(&refused, Err(Error::NotAMember { member, .. }) if member == "bob"),
        "{refused:?}"
    );
    assert_eq!(version_of(&store, "game").await, 1);
}

async fn first_guard_that_fails_is_told(store: Store) {
    let late = Guard::NotAfter(store::Timestamp(1));
    let guards = [
        version("a", 0),
        member("queue", "ann"),
        late.clone(),
        version("b", 7),
    ];
    assert!(matches!(
        apply(&store, guards, []).await,
        Err(Error::NotAMember { .. })
    ));
    let guards = [
        version("a", 0),
        late,
        member("queue", "ann"),
        version("b", 7),
    ];
    assert!(matches!(
        apply(&store, guards, []).await,
        Err(Error::TooLate { .. })
    ));
    let refused = apply(
        &store,
        [version("a", 0), version("b", 7), member("queue", "ann")],
        [],
    )
    .await;
    assert_eq!(key_of_conflict(refused), ("b".to_owned(), 0));
}

/// Guards look at what was there before the commit's own effects, and all of them come first.
async fn a_refused_commit_changes_nothing(store: Store) {
    let guards = [version("a", 0), version("b", 1)];
    let effects = [put("a", "a"), put("b", "b"), add("queue", "ann", 1)];
    assert_eq!(
        key_of_conflict(apply(&store, guards, effects).await),
        ("b".to_owned(), 0)
    );
    assert_eq!(
        (version_of(&store, "a").await, version_of(&store, "b").await),
        (0, 0)
    );
    assert!(apply(&store, [member("queue", "ann")], []).await.is_err());
}
