//! A commit as a whole.

use store::{Commit, Error, Order, Range, Store};
use tokio::task::JoinSet;

use crate::kit::{
    LONG, add, apply, claim, clear, delete, get, here, names, put, remove, schedule, version,
    version_of,
};

on_all!(
    effects_are_carried_out_in_order,
    an_empty_commit_tells_the_time,
    parallel_increments_lose_nothing,
    one_of_many_wins_a_version,
    a_commit_is_finished_without_its_caller,
    hundreds_of_effects_in_one_commit,
);

async fn effects_are_carried_out_in_order(store: Store) {
    let now = store.now().await.unwrap();
    let effects = [
        put("a", "1"),
        delete("a"),
        put("a", "2"),
        put("a", "3"),
        put("b", "1"),
        delete("b"),
        add("index", "x", 1),
        remove("index", "x"),
        add("index", "x", 2),
        add("index", "y", 1),
        remove("index", "y"),
        schedule("job", now),
        clear("job"),
        schedule("other", now),
    ];
    apply(&store, [], effects).await.unwrap();
    let document = get(&store, "a").await.unwrap();
    assert_eq!((document.version, document.body), (2, "3".into()));
    assert_eq!(get(&store, "b").await, None);
    let all = Range::all(Order::Ascending, 10);
    let entries = store.range(&here(), "index", all).await.unwrap();
    assert_eq!(
        entries
            .iter()
            .map(|entry| (entry.member.as_str(), entry.score))
            .collect::<Vec<_>>(),
        [("x", 2)]
    );
    assert_eq!(names(&claim(&store, 10, LONG).await), ["other"]);
}

async fn an_empty_commit_tells_the_time(store: Store) {
    let before = store.now().await.unwrap();
    assert!(apply(&store, [], []).await.unwrap() >= before);
}

async fn parallel_increments_lose_nothing(store: Store) {
    const TASKS: u64 = 50;
    const EACH: u64 = 5;
    let mut tasks = JoinSet::new();
    for _ in 0..TASKS {
        let store = store.clone();
        tasks.spawn(async move {
            for _ in 0..EACH {
                loop {
                    let counter = get(&store, "counter").await;
                    let (seen, count) = counter.map_or((0, 0), |document| {
                        (
                            document.version,
                            String::from_utf8_lossy(&document.body)
                                .parse::<u64>()
                                .unwrap(),
                        )
                    });
                    let next = put("counter", (count + 1).to_string());
                    match apply(&store, [version("counter", seen)], [next]).await {
                        Ok(_) => break,
                        Err(Error::Conflict { .. }) => {}
                        Err(other) => panic!("{other}"),
                    }
                }
            }
        });
    }
    tasks.join_all().await;
    let counter = get(&store, "counter").await.unwrap();
    assert_eq!(counter.version, TASKS * EACH);
    assert_eq!(counter.body, (TASKS * EACH).to_string());
}

async fn one_of_many_wins_a_version(store: Store) {
    let mut tasks = JoinSet::new();
    for player in 0..50 {
        let store = store.clone();
        tasks.spawn(async move {
            apply(
                &store,
                [version("seat", 0)],
                [put("seat", format!("{player}"))],
            )
            .await
            .is_ok()
        });
    }
    assert_eq!(
        tasks
            .join_all()
            .await
            .into_iter()
            .filter(|won| *won)
            .count(),
        1
    );
    assert_eq!(version_of(&store, "seat").await, 1);
}

async fn a_commit_is_finished_without_its_caller(store: Store) {
    for number in 0..20 {
        let key = format!("game {number}");
        let place = here();
        let commit = store.commit(
            &place,
            Commit {
                guards: vec![],
                effects: vec![put(&key, "a")],
            },
        );
        // Begun, and then left, as a rule before it is done.
        let _ = futures::poll!(Box::pin(commit));
    }
    for number in 0..20 {
        while version_of(&store, &format!("game {number}")).await == 0 {
            tokio::task::yield_now().await;
        }
    }
}

async fn hundreds_of_effects_in_one_commit(store: Store) {
    let effects: Vec<_> = (0..500)
        .flat_map(|n| [put(&format!("{n}"), "a"), add("index", &format!("{n}"), n)])
        .collect();
    apply(&store, [], effects).await.unwrap();
    let keys: Vec<_> = (0..500).map(|n| n.to_string()).collect();
    let keys: Vec<_> = keys.iter().map(String::as_str).collect();
    let read = store.read(&here(), &keys).await.unwrap();
    assert_eq!(read.documents.iter().flatten().count(), 500);
}
