//! Ordered indexes.

use store::{Order, Range, Store};

use crate::kit::{add, apply, here, remove};

on_both!(
    both_orders_with_ties,
    bounds_are_included,
    scores_are_exact,
    a_page_has_at_most_its_limit,
    an_unknown_index_is_empty,
);

async fn range(
    store: &Store,
    min: i64,
    max: i64,
    order: Order,
    limit: usize,
) -> Vec<(String, i64)> {
    let entries = store
        .range(
            &here(),
            "queue",
            Range {
                min,
                max,
                order,
                limit,
            },
        )
        .await
        .unwrap();
    entries
        .into_iter()
        .map(|entry| (entry.member, entry.score))
        .collect()
}

fn owned(expected: &[(&str, i64)]) -> Vec<(String, i64)> {
    expected
        .iter()
        .map(|(member, score)| ((*member).to_owned(), *score))
        .collect()
}

async fn both_orders_with_ties(store: Store) {
    let effects =
        ["b", "é", "B", "aa", "a", "", "\u{1F3C1}", "z"].map(|member| add("queue", member, 5));
    apply(&store, [], effects).await.unwrap();
    apply(
        &store,
        [],
        [add("queue", "low", -3), add("queue", "high", 9)],
    )
    .await
    .unwrap();
    let mut expected = owned(&[
        ("low", -3),
        ("", 5),
        ("B", 5),
        ("a", 5),
        ("aa", 5),
        ("b", 5),
        ("z", 5),
        ("é", 5),
        ("\u{1F3C1}", 5),
        ("high", 9),
    ]);
    assert_eq!(
        range(&store, i64::MIN, i64::MAX, Order::Ascending, 100).await,
        expected
    );
    expected.reverse();
    assert_eq!(
        range(&store, i64::MIN, i64::MAX, Order::Descending, 100).await,
        expected
    );
    assert_eq!(
        range(&store, 5, 5, Order::Descending, 2).await,
        owned(&[("\u{1F3C1}", 5), ("é", 5)])
    );
    assert_eq!(
        range(&store, 5, 5, Order::Ascending, 2).await,
        owned(&[("", 5), ("B", 5)])
    );
}

async fn bounds_are_included(store: Store) {
    apply(
        &store,
        [],
        [1, 2, 3, 4].map(|score| add("queue", &score.to_string(), score)),
    )
    .await
    .unwrap();
    assert_eq!(
        range(&store, 2, 3, Order::Ascending, 10).await,
        owned(&[("2", 2), ("3", 3)])
    );
    assert_eq!(
        range(&store, 2, 3, Order::Descending, 10).await,
        owned(&[("3", 3), ("2", 2)])
    );
    assert_eq!(range(&store, 3, 2, Order::Ascending, 10).await, []);
}

async fn scores_are_exact(store: Store) {
    let scores = [
        -(1 << 53),
        -1_700_000_000_001,
        -1,
        0,
        1,
        1_700_000_000_000,
        1_700_000_000_001,
        (1 << 53) - 1,
        1 << 53,
    ];
    apply(
        &store,
        [],
        scores.map(|score| add("queue", &score.to_string(), score)),
    )
    .await
    .unwrap();
    let found = range(&store, i64::MIN, i64::MAX, Order::Ascending, 100).await;
    assert_eq!(
        found.iter().map(|(_, score)| *score).collect::<Vec<_>>(),
        scores
    );
    for (member, score) in found {
        assert_eq!(member, score.to_string());
    }
    assert_eq!(
        range(
            &store,
            1_700_000_000_001,
            1_700_000_000_001,
            Order::Ascending,
            9
        )
        .await
        .len(),
        1
    );
}

async fn a_page_has_at_most_its_limit(store: Store) {
    apply(
        &store,
        [],
        (0..100)
            .map(|n| add("queue", &format!("{n:03}"), n / 10))
            .collect::<Vec<_>>(),
    )
    .await
    .unwrap();
    apply(
        &store,
        [],
        [add("queue", "000", 50), remove("queue", "001")],
    )
    .await
    .unwrap();
    assert_eq!(range(&store, 0, 100, Order::Ascending, 0).await, []);
    let page = range(&store, 0, 100, Order::Ascending, 3).await;
    assert_eq!(page, owned(&[("002", 0), ("003", 0), ("004", 0)]));
    let page = range(&store, 0, 100, Order::Descending, 3).await;
    assert_eq!(page, owned(&[("000", 50), ("099", 9), ("098", 9)]));
    assert_eq!(
        range(&store, 0, 100, Order::Ascending, usize::MAX)
            .await
            .len(),
        99
    );
}

async fn an_unknown_index_is_empty(store: Store) {
    assert_eq!(
        range(&store, i64::MIN, i64::MAX, Order::Ascending, 10).await,
        []
    );
    apply(&store, [], [remove("queue", "nobody")])
        .await
        .unwrap();
}
