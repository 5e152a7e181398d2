//! Ordered indexes.

use store::{Entry, Order, Range, Store};

use crate::kit::{add, apply, here, remove};

on_all!(
    both_orders_with_ties,
    bounds_are_included,
    scores_are_exact,
    a_page_has_at_most_its_limit,
    pages_give_each_entry_once,
    a_page_goes_on_from_where_an_entry_was,
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
        .range(&here(), "queue", Range::all(order, limit).scores(min, max))
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

/// The same range page by page.
async fn in_pages(store: &Store, whole: Range, size: usize) -> Vec<Entry> {
    let page = Range {
        limit: size,
        ..whole
    };
    let mut all = store.range(&here(), "queue", page).await.unwrap();
    while let Some(last) = all.last() {
        let entries = store.range_after(&here(), "queue", page, last).await;
        let entries = entries.unwrap();
        assert!(entries.len() <= size);
        if entries.is_empty() {
            break;
        }
        all.extend(entries);
    }
    all
}

/// Names that sort by bytes in another way than in any language.
fn name(number: i64) -> String {
    let first = ["a", "B", "é", "", "z", "\u{1F3C1}"];
    let place = usize::try_from(number).unwrap() % first.len();
    format!("{}{number}", first[place])
}

async fn pages_give_each_entry_once(store: Store) {
    let effects = (0..100).map(|n| add("queue", &name(n), n % 3));
    apply(&store, [], effects.collect::<Vec<_>>())
        .await
        .unwrap();
    for order in [Order::Ascending, Order::Descending] {
        for whole in [
            Range::all(order, usize::MAX),
            Range::all(order, usize::MAX).scores(1, 1),
            Range::all(order, usize::MAX).scores(-5, 1),
        ] {
            let at_once = store.range(&here(), "queue", whole).await.unwrap();
            assert!(at_once.len() >= 33);
            for size in [1, 7, 33, 34, 1000] {
                assert_eq!(in_pages(&store, whole, size).await, at_once);
            }
        }
    }
}

async fn a_page_goes_on_from_where_an_entry_was(store: Store) {
    let effects = ["b", "d", "f"].map(|member| add("queue", member, 5));
    apply(&store, [], effects).await.unwrap();
    apply(&store, [], [add("queue", "a", 4), add("queue", "z", 6)])
        .await
        .unwrap();
    let behind = async |order, member: &str, score| {
        let member = member.to_owned();
        let page = Range::all(order, 2).scores(4, 5);
        let entries = store
            .range_after(&here(), "queue", page, &Entry { member, score })
            .await
            .unwrap();
        let members: Vec<_> = entries.into_iter().map(|entry| entry.member).collect();
        members.join("")
    };
    for (member, score, ascending, descending) in [
        // In the index, and between entries of it.
        ("b", 5, "df", "a"),
        ("c", 5, "df", "ba"),
        ("d", 5, "f", "ba"),
        ("", 5, "bd", "a"),
        ("\u{1F3C1}", 5, "", "fd"),
        // Elsewhere by now.
        ("d", 4, "bd", "a"),
        ("d", 6, "", "fd"),
        // Beyond the scores asked for.
        ("x", 3, "ab", ""),
        ("x", i64::MIN, "ab", ""),
        ("x", i64::MAX, "", "fd"),
    ] {
        let found = behind(Order::Ascending, member, score).await;
        assert_eq!(found, ascending, "up from {member} at {score}");
        let found = behind(Order::Descending, member, score).await;
        assert_eq!(found, descending, "down from {member} at {score}");
    }
}
