//! A store whose every operation is seen: as a span and in the metrics.

use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use telemetry::metrics::{BoundHistogram, Counter, Histogram, KeyValue, counter, durations};
use tokio::time::Instant;
use tracing::Instrument as _;

use crate::{
    Claimed, Commit, Entry, Error, Live, Partition, Range, Read, Store, Subscription, Timestamp,
};

static OPERATIONS: LazyLock<Histogram<f64>> = LazyLock::new(|| {
    durations(
        "db.client.operation.duration",
        "Operations of the live store and of the records",
    )
});

static CONFLICTS: LazyLock<Counter<u64>> = LazyLock::new(|| {
    counter(
        "shashki.store.conflicts",
        "{commit}",
        "Commits that met another one, or came after their deadline",
    )
});

/// Counts an operation that has come to its end, with what failed.
pub(crate) fn count(
    system: &'static str,
    operation: &'static str,
    took: Duration,
    failure: Option<&'static str>,
) {
    let [system, operation] = attributes(system, operation);
    match failure {
        None => OPERATIONS.record(took.as_secs_f64(), &[system, operation]),
        Some(failure) => {
            let failure = KeyValue::new("error.type", failure);
            OPERATIONS.record(took.as_secs_f64(), &[system, operation, failure]);
        }
    }
}

fn attributes(system: &'static str, operation: &'static str) -> [KeyValue; 2] {
    [
        KeyValue::new("db.system.name", system),
        KeyValue::new("db.operation.name", operation),
    ]
}

/// The store, seen in traces and metrics as one of `system`, such as `redis`.
pub fn observed(store: impl Live, system: &'static str) -> Store {
    Arc::new(Observed {
        store,
        system,
        done: Done::default(),
    })
}

struct Observed<S> {
    store: S,
    system: &'static str,
    done: Done,
}

/// What counts the operations that come to a good end: a move makes several.
#[derive(Default)]
struct Done {
    now: Operation,
    read: Operation,
    commit: Operation,
    range: Operation,
    tallies: Operation,
    claim: Operation,
    subscribe: Operation,
}

type Operation = OnceLock<BoundHistogram<f64>>;

impl<S> Observed<S> {
    async fn seen<T>(
        &self,
        operation: &'static str,
        done: &Operation,
        work: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let began = Instant::now();
        let result = work.await;
        let took = began.elapsed();
        match result.as_ref().err().and_then(failure) {
            None => {
                let attributes = || attributes(self.system, operation);
                let done = done.get_or_init(|| OPERATIONS.bind(&attributes()));
                done.record(took.as_secs_f64());
            }
            failure => count(self.system, operation, took, failure),
        }
        result
    }

    fn span(&self, operation: &'static str, partition: &Partition) -> tracing::Span {
        tracing::info_span!(
            "store",
            otel.name = operation,
            otel.kind = "client",
            db.system.name = self.system,
            db.namespace = %partition,
        )
    }
}

/// What kind of failure it was; a guard that did not hold is none.
fn failure(error: &Error) -> Option<&'static str> {
    match error {
        Error::Unavailable(_) => Some("unavailable"),
        Error::Corrupt(_) => Some("corrupt"),
        Error::Conflict { .. } | Error::TooLate { .. } | Error::NotAMember { .. } => None,
    }
}

fn count_conflict(error: &Error) {
    let conflict = match error {
        Error::Conflict { .. } => "version",
        Error::TooLate { .. } => "deadline",
        Error::NotAMember { .. } => "member",
        Error::Unavailable(_) | Error::Corrupt(_) => return,
    };
    CONFLICTS.add(1, &[KeyValue::new("shashki.conflict", conflict)]);
}

#[async_trait]
impl<S: Live> Live for Observed<S> {
    async fn now(&self) -> Result<Timestamp, Error> {
        self.seen("now", &self.done.now, self.store.now()).await
    }

    async fn read(&self, partition: &Partition, keys: &[&str]) -> Result<Read, Error> {
        let span = self.span("store.read", partition);
        let work = self.seen("read", &self.done.read, self.store.read(partition, keys));
        work.instrument(span).await
    }

    async fn commit(&self, partition: &Partition, commit: Commit) -> Result<Timestamp, Error> {
        let span = self.span("store.commit", partition);
        let work = self.seen(
            "commit",
            &self.done.commit,
            self.store.commit(partition, commit),
        );
        let result = work.instrument(span).await;
        if let Err(error) = &result {
            count_conflict(error);
        }
        result
    }

    async fn range(
        &self,
        partition: &Partition,
        index: &str,
        range: Range,
    ) -> Result<Vec<Entry>, Error> {
        let span = self.span("store.range", partition);
        let work = self.seen(
            "range",
            &self.done.range,
            self.store.range(partition, index, range),
        );
        work.instrument(span).await
    }

    async fn range_after(
        &self,
        partition: &Partition,
        index: &str,
        range: Range,
        last: &Entry,
    ) -> Result<Vec<Entry>, Error> {
        let span = self.span("store.range", partition);
        let page = self.store.range_after(partition, index, range, last);
        self.seen("range", &self.done.range, page)
            .instrument(span)
            .await
    }

    async fn tallies(&self, partition: &Partition) -> Result<Vec<(String, i64)>, Error> {
        self.seen("tallies", &self.done.tallies, self.store.tallies(partition))
            .await
    }

    async fn claim(
        &self,
        partition: &Partition,
        limit: usize,
        lease: Duration,
    ) -> Result<Claimed, Error> {
        let claim = self.store.claim(partition, limit, lease);
        self.seen("claim", &self.done.claim, claim).await
    }

    async fn subscribe(&self, partition: &Partition, topic: &str) -> Result<Subscription, Error> {
        let subscription = self.store.subscribe(partition, topic);
        self.seen("subscribe", &self.done.subscribe, subscription)
            .await
    }
}
