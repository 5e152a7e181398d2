//! Jobs remember the span that scheduled them, where its trace is kept.

use std::time::Duration;

use store::{Effect, Store, Timestamp};
use telemetry::Trace;
use tracing::Span;

use crate::kit::{LONG, apply, claim, clear, schedule};

on_all!(
    a_job_remembers_the_trace_that_scheduled_it,
    whoever_schedules_it_last_counts,
    what_is_done_with_is_forgotten,
    a_job_claimed_again_still_remembers,
);

const ONE: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const OTHER: &str = "00-5bf92f3577b34da6a3ce929d0e0e4736-10f067aa0ba902b7-01";
const NOT_KEPT: &str = "00-6bf92f3577b34da6a3ce929d0e0e4736-20f067aa0ba902b7-00";

async fn within(store: &Store, trace: &str, effects: impl Into<Vec<Effect>>) {
    let trace = Trace::continued(trace).expect("a trace");
    let work = apply(store, [], effects);
    trace.scope(Span::none(), work).await.unwrap();
}

async fn origins(store: &Store) -> Vec<(String, Option<String>)> {
    let jobs = claim(store, 9, LONG).await;
    jobs.into_iter().map(|job| (job.name, job.origin)).collect()
}

async fn a_job_remembers_the_trace_that_scheduled_it(store: Store) {
    apply(&store, [], [schedule("a", Timestamp(1))])
        .await
        .unwrap();
    within(&store, ONE, [schedule("b", Timestamp(2))]).await;
    within(&store, NOT_KEPT, [schedule("c", Timestamp(3))]).await;
    within(&store, OTHER, [schedule("d", Timestamp(4))]).await;
    let expected = [
        ("a", None),
        ("b", Some(ONE)),
        ("c", None),
        ("d", Some(OTHER)),
    ];
    let expected = expected.map(|(job, origin)| (job.to_owned(), origin.map(str::to_owned)));
    assert_eq!(origins(&store).await, expected);
}

async fn whoever_schedules_it_last_counts(store: Store) {
    within(
        &store,
        ONE,
        [schedule("a", Timestamp(1)), schedule("b", Timestamp(2))],
    )
    .await;
    within(&store, OTHER, [schedule("a", Timestamp(1))]).await;
    within(&store, NOT_KEPT, [schedule("b", Timestamp(2))]).await;
    let expected = [
        ("a".to_owned(), Some(OTHER.to_owned())),
        ("b".to_owned(), None),
    ];
    assert_eq!(origins(&store).await, expected);
}

async fn what_is_done_with_is_forgotten(store: Store) {
    within(
        &store,
        ONE,
        [schedule("a", Timestamp(1)), schedule("b", Timestamp(1))],
    )
    .await;
    let held = claim(&store, 1, LONG).await;
    let done = [Effect::Complete(held[0].clone()), clear("b")];
    apply(&store, [], done).await.unwrap();
    apply(
        &store,
        [],
        [schedule("a", Timestamp(1)), schedule("b", Timestamp(1))],
    )
    .await
    .unwrap();
    let expected = [("a".to_owned(), None), ("b".to_owned(), None)];
    assert_eq!(origins(&store).await, expected);
}

async fn a_job_claimed_again_still_remembers(store: Store) {
    within(&store, ONE, [schedule("a", Timestamp(1))]).await;
    let brief = Duration::from_millis(1);
    assert_eq!(
        claim(&store, 1, brief).await[0].origin.as_deref(),
        Some(ONE)
    );
    loop {
        if let Some(job) = claim(&store, 1, LONG).await.first() {
            assert_eq!(job.origin.as_deref(), Some(ONE));
            return;
        }
        tokio::time::sleep(brief).await;
    }
}
