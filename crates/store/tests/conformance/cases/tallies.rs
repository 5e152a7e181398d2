//! Numbers that commits add to.

use store::{Error, Store};

use crate::kit::{apply, here, partition, put, tally, version};

on_all!(
    a_tally_is_the_sum_of_what_was_added,
    a_commit_that_is_refused_adds_nothing,
    a_tally_that_is_zero_is_gone,
    tallies_are_a_partitions_own,
);

async fn tallies(store: &Store) -> Vec<(String, i64)> {
    store.tallies(&here()).await.unwrap()
}

fn owned(expected: &[(&str, i64)]) -> Vec<(String, i64)> {
    let owned = expected
        .iter()
        .map(|(name, tally)| ((*name).to_owned(), *tally));
    owned.collect()
}

async fn a_tally_is_the_sum_of_what_was_added(store: Store) {
    assert_eq!(tallies(&store).await, []);
    let effects = [tally("live", 1), tally("é", -2), tally("live", 1)];
    apply(&store, [], effects).await.unwrap();
    apply(&store, [], [tally("live", 3), put("a", "b")])
        .await
        .unwrap();
    assert_eq!(tallies(&store).await, owned(&[("live", 5), ("é", -2)]));
}

async fn a_commit_that_is_refused_adds_nothing(store: Store) {
    let refused = apply(&store, [version("a", 7)], [tally("live", 1)]).await;
    assert!(matches!(refused, Err(Error::Conflict { .. })));
    assert_eq!(tallies(&store).await, []);
}

async fn a_tally_that_is_zero_is_gone(store: Store) {
    apply(&store, [], [tally("live", 1)]).await.unwrap();
    apply(&store, [], [tally("live", -1)]).await.unwrap();
    assert_eq!(tallies(&store).await, []);
    apply(&store, [], [tally("live", 4)]).await.unwrap();
    assert_eq!(tallies(&store).await, owned(&[("live", 4)]));
}

async fn tallies_are_a_partitions_own(store: Store) {
    apply(&store, [], [tally("live", 1)]).await.unwrap();
    assert_eq!(store.tallies(&partition(1)).await.unwrap(), []);
}
