//! The worker.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use store::jobs::{Done, Doorbell, Handler, Options, Worker};
use store::sqlite::SqliteStore;
use store::{Commit, Job, Partition, Partitions, Store, Timestamp};
use support::RedisServer;
use tempfile::TempDir;
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::kit::{LONG, PATIENCE, connect, schedule};

/// What the handler does with a job, by the first word of its name.
struct Script {
    store: Store,
    /// Every call, as it begins.
    calls: mpsc::UnboundedSender<String>,
    counts: Mutex<HashMap<String, u32>>,
    /// Lets jobs named `wait` end.
    release: Arc<Notify>,
}

struct Failed;

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("told to")
    }
}

impl Handler for Script {
    type Error = Failed;

    fn kind(_: &str) -> &'static str {
        "test"
    }

    async fn handle(&self, partition: &Partition, job: &Job) -> Result<Done, Failed> {
        let call = {
            let mut counts = self.counts.lock().unwrap();
            let count = counts.entry(job.name.clone()).or_default();
            *count += 1;
            *count
        };
        let _ = self.calls.send(job.name.clone());
        match job.name.split('/').next().unwrap() {
            "fail" if call == 1 => Err(Failed),
            "panic" if call == 1 => panic!("told to"),
            "hang" if call == 1 => std::future::pending().await,
            "again" if call < 3 => {
                let effects = vec![schedule(&job.name, job.due)];
                self.store
                    .commit(
                        partition,
                        Commit {
                            guards: vec![],
                            effects,
                        },
                    )
                    .await
                    .map_err(|_| Failed)?;
                Ok(Done::Settled)
            }
            "wait" => {
                self.release.notified().await;
                Ok(Done::Complete)
            }
            "settled" if call == 1 => Ok(Done::Settled),
            _ => Ok(Done::Complete),
        }
    }
}

/// A running worker.
struct Running {
    store: Store,
    partitions: Partitions,
    doorbell: Doorbell,
    calls: mpsc::UnboundedReceiver<String>,
    release: Arc<Notify>,
    stop: CancellationToken,
    task: JoinHandle<()>,
}

fn start(store: &Store, options: Options) -> Running {
    let partitions = Partitions::new("w", 64);
    let doorbell = Doorbell::new(&partitions);
    let (sender, calls) = mpsc::unbounded_channel();
    let release = Arc::new(Notify::new());
    let handler = Script {
        store: store.clone(),
        calls: sender,
        counts: Mutex::default(),
        release: release.clone(),
    };
    let stop = CancellationToken::new();
    let worker = Worker::new(store.clone(), doorbell.clone(), handler, options);
    let task = tokio::spawn(worker.run(stop.clone()));
    Running {
        store: store.clone(),
        partitions,
        doorbell,
        calls,
        release,
        stop,
        task,
    }
}

impl Running {
    async fn now(&self) -> Timestamp {
        self.store.now().await.unwrap()
    }

    /// Schedules a job and rings for it.
    async fn schedule(&self, job: &str, due: Timestamp) {
        let partition = self.partitions.of(job);
        let commit = Commit {
            guards: vec![],
            effects: vec![schedule(job, due)],
        };
        self.store.commit(partition, commit).await.unwrap();
        self.doorbell.ring(partition, due);
    }

    async fn call(&mut self) -> String {
        timeout(PATIENCE, self.calls.recv())
            .await
            .expect("a call")
            .unwrap()
    }

    /// When the job is due next; `None` when it is gone.
    async fn due(&self, job: &str) -> Option<Timestamp> {
        self.store
            .claim(self.partitions.of(job), 0, LONG)
            .await
            .unwrap()
            .next
    }

    async fn gone(&self, job: &str) {
        timeout(PATIENCE, async {
            while self.due(job).await.is_some() {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        })
        .await
        .expect("the job to be completed");
    }

    async fn end(self) {
        self.stop.cancel();
        timeout(PATIENCE, self.task)
            .await
            .expect("the worker to stop")
            .unwrap();
    }
}

async fn embedded() -> (TempDir, Store) {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&directory.path().join("live.db"))
        .await
        .unwrap();
    (directory, Arc::new(store))
}

/// A worker that never looks by itself within a test.
fn only_when_rung() -> Options {
    Options {
        idle_poll: LONG,
        ..Options::default()
    }
}

fn short_lease() -> Options {
    Options {
        lease: Duration::from_millis(200),
        idle_poll: Duration::from_millis(50),
        ..Options::default()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_is_handled_once_and_gone() {
    let (_directory, store) = embedded().await;
    let mut worker = start(&store, Options::default());
    let now = worker.now().await;
    for number in 0..100 {
        worker.schedule(&format!("job/{number}"), now).await;
    }
    let mut seen: Vec<String> = Vec::new();
    for _ in 0..100 {
        seen.push(worker.call().await);
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 100);
    for number in 0..100 {
        worker.gone(&format!("job/{number}")).await;
    }
    assert!(worker.calls.try_recv().is_err());
    worker.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_doorbell_wakes_and_due_times_are_kept() {
    let (_directory, store) = embedded().await;
    let mut worker = start(&store, only_when_rung());
    let now = worker.now().await;
    worker.schedule("job/late", now + LONG).await;
    worker.schedule("job/now", now).await;
    assert_eq!(worker.call().await, "job/now");
    let soon = worker.now().await + Duration::from_millis(150);
    worker.schedule("job/soon", soon).await;
    assert_eq!(worker.call().await, "job/soon");
    assert!(worker.now().await >= soon);
    worker.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_nobody_rang_for_is_found() {
    let (_directory, store) = embedded().await;
    let mut worker = start(&store, short_lease());
    let partition = worker.partitions.of("job/quiet").clone();
    let commit = Commit {
        guards: vec![],
        effects: vec![schedule("job/quiet", Timestamp(0))],
    };
    store.commit(&partition, commit).await.unwrap();
    assert_eq!(worker.call().await, "job/quiet");
    worker.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failing_panicking_and_hanging_jobs_come_again() {
    let (_directory, store) = embedded().await;
    let mut worker = start(&store, short_lease());
    let now = worker.now().await;
    for job in ["fail/1", "panic/1", "hang/1"] {
        worker.schedule(job, now).await;
        assert_eq!(worker.call().await, job);
        assert_eq!(worker.call().await, job);
        worker.gone(job).await;
    }
    worker.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_handler_may_schedule_its_job_anew() {
    let (_directory, store) = embedded().await;
    let mut worker = start(&store, short_lease());
    worker.schedule("again/1", worker.now().await).await;
    for _ in 0..3 {
        assert_eq!(worker.call().await, "again/1");
    }
    worker.gone("again/1").await;
    worker.end().await;
}

/// Who says so without having settled it sees the job again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_settled_job_is_left_as_it_is() {
    let (_directory, store) = embedded().await;
    let mut worker = start(&store, short_lease());
    worker.schedule("settled/1", worker.now().await).await;
    for _ in 0..2 {
        assert_eq!(worker.call().await, "settled/1");
    }
    worker.gone("settled/1").await;
    worker.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dead_workers_job_is_taken_by_another() {
    let (_directory, store) = embedded().await;
    let mut dies = start(&store, short_lease());
    dies.schedule("wait/1", dies.now().await).await;
    assert_eq!(dies.call().await, "wait/1");
    dies.task.abort();
    let mut lives = start(&store, short_lease());
    assert_eq!(lives.call().await, "wait/1");
    lives.release.notify_one();
    lives.gone("wait/1").await;
    lives.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_more_jobs_in_hand_than_allowed() {
    let (_directory, store) = embedded().await;
    let mut worker = start(
        &store,
        Options {
            concurrency: 3,
            ..only_when_rung()
        },
    );
    let now = worker.now().await;
    for number in 0..10 {
        worker.schedule(&format!("wait/{number}"), now).await;
    }
    for _ in 0..3 {
        worker.call().await;
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(worker.calls.try_recv().is_err());
    for _ in 0..7 {
        worker.release.notify_one();
        worker.call().await;
    }
    // One each: a call to all would miss those who do not wait yet.
    for _ in 0..3 {
        worker.release.notify_one();
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    worker.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_waits_for_jobs_in_hand() {
    let (_directory, store) = embedded().await;
    let mut worker = start(&store, Options::default());
    let now = worker.now().await;
    worker.schedule("wait/1", now).await;
    assert_eq!(worker.call().await, "wait/1");
    worker.stop.cancel();
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(!worker.task.is_finished());
    // Stopped, it takes nothing new.
    worker.schedule("job/1", now).await;
    worker.release.notify_one();
    timeout(PATIENCE, worker.task)
        .await
        .expect("the worker to stop")
        .unwrap();
    let left = store
        .claim(worker.partitions.of("wait/1"), 9, LONG)
        .await
        .unwrap();
    assert!(!left.jobs.iter().any(|job| job.name == "wait/1"));
    assert!(worker.calls.try_recv().is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_does_not_wait_for_ever() {
    let (_directory, store) = embedded().await;
    let mut worker = start(
        &store,
        Options {
            drain: Duration::from_millis(50),
            ..Options::default()
        },
    );
    worker.schedule("wait/1", worker.now().await).await;
    assert_eq!(worker.call().await, "wait/1");
    worker.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_worker_survives_a_restart_of_redis() {
    let mut server = RedisServer::start_append_only().await;
    let store = connect(&server).await;
    let mut worker = start(&store, Options::default());
    worker.schedule("job/1", worker.now().await).await;
    assert_eq!(worker.call().await, "job/1");
    worker.gone("job/1").await;
    let later = worker.now().await + Duration::from_millis(100);
    worker.schedule("job/2", later).await;
    server.kill();
    tokio::time::sleep(Duration::from_millis(300)).await;
    server.start_again().await;
    assert_eq!(worker.call().await, "job/2");
    worker.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_workers_share_the_jobs() {
    let server = RedisServer::start().await;
    let (one, two) = (connect(&server).await, connect(&server).await);
    let (mut one, mut two) = (
        start(&one, Options::default()),
        start(&two, Options::default()),
    );
    let now = one.now().await;
    for number in 0..100 {
        let job = format!("job/{number}");
        one.schedule(&job, now).await;
        two.doorbell.ring(two.partitions.of(&job), now);
    }
    for number in 0..100 {
        one.gone(&format!("job/{number}")).await;
    }
    let mut calls = 0;
    while one.calls.try_recv().is_ok() || two.calls.try_recv().is_ok() {
        calls += 1;
    }
    assert_eq!(calls, 100);
    one.end().await;
    two.end().await;
}
