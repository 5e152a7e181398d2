//! Due jobs: claim, lease, completion.

use std::collections::HashSet;
use std::time::Duration;

use store::{Effect, Job, Store, Timestamp};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::kit::{LONG, apply, claim, clear, here, names, schedule};

on_all!(
    due_jobs_come_earliest_first,
    jobs_ahead_are_left,
    a_leased_job_is_hidden_until_the_lease_ends,
    a_completed_job_is_gone,
    a_job_scheduled_anew_survives_completion,
    a_job_scheduled_for_the_end_of_its_lease_survives_completion,
    a_job_claimed_again_survives_the_first_claims_completion,
    clear_drops_a_job_whoever_holds_it,
    next_is_the_earliest_of_the_others,
    parallel_workers_take_each_job_once,
);

/// Some time ago, so that what is scheduled for it is due.
async fn past(store: &Store) -> Timestamp {
    store.now().await.unwrap() - Duration::from_secs(10)
}

fn at(base: Timestamp, millis: u64) -> Timestamp {
    base + Duration::from_millis(millis)
}

async fn due_jobs_come_earliest_first(store: Store) {
    let base = past(&store).await;
    let effects = [("c", 3), ("a", 2), ("z", 1), ("b", 2), ("y", 1)]
        .map(|(job, due)| schedule(job, at(base, due)));
    apply(&store, [], effects).await.unwrap();
    let claimed = store.claim(&here(), 4, LONG).await.unwrap();
    assert_eq!(names(&claimed.jobs), ["y", "z", "a", "b"]);
    assert_eq!(claimed.next, Some(at(base, 3)));
    for job in &claimed.jobs {
        assert_eq!(job.leased_until, claimed.now + LONG);
    }
    assert_eq!(claimed.jobs[0].due, at(base, 1));
    assert_eq!(names(&claim(&store, 4, LONG).await), ["c"]);
}

async fn jobs_ahead_are_left(store: Store) {
    let now = store.now().await.unwrap();
    let soon = now + Duration::from_millis(200);
    apply(
        &store,
        [],
        [schedule("soon", soon), schedule("late", now + LONG)],
    )
    .await
    .unwrap();
    loop {
        let claimed = store.claim(&here(), 10, LONG).await.unwrap();
        if claimed.jobs.is_empty() {
            assert!(claimed.now < soon, "{:?} and not yet claimed", claimed.now);
            assert_eq!(claimed.next, Some(soon));
            sleep(Duration::from_millis(5)).await;
            continue;
        }
        assert!(claimed.now >= soon);
        assert_eq!(names(&claimed.jobs), ["soon"]);
        assert_eq!(claimed.next, Some(now + LONG));
        break;
    }
}

async fn a_leased_job_is_hidden_until_the_lease_ends(store: Store) {
    apply(&store, [], [schedule("job", past(&store).await)])
        .await
        .unwrap();
    let first = claim(&store, 1, Duration::from_millis(300)).await.remove(0);
    loop {
        let claimed = store.claim(&here(), 1, LONG).await.unwrap();
        let Some(again) = claimed.jobs.first() else {
            assert!(claimed.now < first.leased_until);
            assert_eq!(claimed.next, Some(first.leased_until));
            sleep(Duration::from_millis(5)).await;
            continue;
        };
        assert!(claimed.now >= first.leased_until);
        assert_eq!(again.due, first.leased_until);
        break;
    }
}

async fn a_completed_job_is_gone(store: Store) {
    apply(&store, [], [schedule("job", past(&store).await)])
        .await
        .unwrap();
    let job = claim(&store, 1, Duration::ZERO).await.remove(0);
    apply(&store, [], [Effect::Complete(job.clone())])
        .await
        .unwrap();
    let after = store.claim(&here(), 1, LONG).await.unwrap();
    assert_eq!((after.jobs, after.next), (vec![], None));
    apply(&store, [], [Effect::Complete(job)]).await.unwrap();
}

async fn a_job_scheduled_anew_survives_completion(store: Store) {
    let base = past(&store).await;
    apply(&store, [], [schedule("job", base)]).await.unwrap();
    let job = claim(&store, 1, LONG).await.remove(0);
    apply(&store, [], [schedule("job", base)]).await.unwrap();
    apply(&store, [], [Effect::Complete(job)]).await.unwrap();
    assert_eq!(names(&claim(&store, 1, LONG).await), ["job"]);
}

async fn a_job_scheduled_for_the_end_of_its_lease_survives_completion(store: Store) {
    apply(&store, [], [schedule("job", past(&store).await)])
        .await
        .unwrap();
    let job = claim(&store, 1, LONG).await.remove(0);
    apply(&store, [], [schedule("job", job.leased_until)])
        .await
        .unwrap();
    apply(&store, [], [Effect::Complete(job.clone())])
        .await
        .unwrap();
    let after = store.claim(&here(), 1, LONG).await.unwrap();
    assert_eq!((after.jobs, after.next), (vec![], Some(job.leased_until)));
}

async fn a_job_claimed_again_survives_the_first_claims_completion(store: Store) {
    let base = past(&store).await;
    for _ in 0..50 {
        apply(&store, [], [schedule("job", base)]).await.unwrap();
        let first = claim(&store, 1, LONG).await.remove(0);
        // Often in the same millisecond, and so with the same end of the lease.
        apply(&store, [], [schedule("job", base)]).await.unwrap();
        let second = claim(&store, 1, LONG).await.remove(0);
        apply(&store, [], [Effect::Complete(first)]).await.unwrap();
        let held = store.claim(&here(), 1, LONG).await.unwrap();
        assert_eq!((held.jobs, held.next), (vec![], Some(second.leased_until)));
        apply(&store, [], [Effect::Complete(second)]).await.unwrap();
        assert_eq!(store.claim(&here(), 1, LONG).await.unwrap().next, None);
    }
}

async fn clear_drops_a_job_whoever_holds_it(store: Store) {
    let base = past(&store).await;
    apply(
        &store,
        [],
        [schedule("held", base), schedule("free", at(base, 1))],
    )
    .await
    .unwrap();
    assert_eq!(names(&claim(&store, 1, LONG).await), ["held"]);
    apply(&store, [], [clear("held"), clear("free"), clear("unknown")])
        .await
        .unwrap();
    let after = store.claim(&here(), 10, LONG).await.unwrap();
    assert_eq!((after.jobs, after.next), (vec![], None));
}

async fn next_is_the_earliest_of_the_others(store: Store) {
    assert_eq!(store.claim(&here(), 10, LONG).await.unwrap().next, None);
    let base = past(&store).await;
    apply(
        &store,
        [],
        [schedule("a", base), schedule("b", at(base, 1))],
    )
    .await
    .unwrap();
    // None taken: the first is next.
    assert_eq!(
        store.claim(&here(), 0, LONG).await.unwrap().next,
        Some(base)
    );
    let first = store.claim(&here(), 1, LONG).await.unwrap();
    assert_eq!(first.next, Some(at(base, 1)));
    // Those just taken are not among the others; those that somebody else holds are.
    let second = store.claim(&here(), 10, LONG + LONG).await.unwrap();
    assert_eq!(names(&second.jobs), ["b"]);
    assert_eq!(second.next, Some(first.jobs[0].leased_until));
}

async fn parallel_workers_take_each_job_once(store: Store) {
    const JOBS: usize = 200;
    let base = past(&store).await;
    apply(
        &store,
        [],
        (0..JOBS)
            .map(|n| schedule(&format!("job {n}"), base))
            .collect::<Vec<_>>(),
    )
    .await
    .unwrap();
    let mut workers = JoinSet::new();
    for _ in 0..10 {
        let store = store.clone();
        workers.spawn(async move {
            let mut taken: Vec<Job> = Vec::new();
            loop {
                let jobs = claim(&store, 7, LONG).await;
                if jobs.is_empty() {
                    return taken;
                }
                taken.extend(jobs);
            }
        });
    }
    let taken: Vec<Job> = workers.join_all().await.concat();
    assert_eq!(taken.len(), JOBS);
    assert_eq!(
        taken
            .iter()
            .map(|job| &job.name)
            .collect::<HashSet<_>>()
            .len(),
        JOBS
    );
}
