//! A job as it is seen: its span, how late it was, how long it took and how it ended.

use std::sync::LazyLock;
use std::time::Duration;

use telemetry::metrics::{Counter, Histogram, KeyValue, counter, durations};
use tokio::time::Instant;
use tracing::{Span, field};

use crate::Partition;

static LAG: LazyLock<Histogram<f64>> = LazyLock::new(|| {
    durations(
        "shashki.jobs.lag",
        "From when a job was due to when a worker took it",
    )
});

static DURATION: LazyLock<Histogram<f64>> =
    LazyLock::new(|| durations("shashki.jobs.duration", "The work on jobs"));

static RETRIES: LazyLock<Counter<u64>> = LazyLock::new(|| {
    counter(
        "shashki.jobs.retries",
        "{job}",
        "Jobs that did not come to their end and come again",
    )
});

/// How the work on a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Done,
    Failed,
    Panicked,
    TimedOut,
}

impl Outcome {
    const fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Panicked => "panicked",
            Self::TimedOut => "timed_out",
        }
    }
}

/// A job that a worker has taken.
pub(super) struct Seen {
    kind: &'static str,
    lag: Duration,
    taken: Instant,
}

impl Seen {
    pub(super) fn taken(kind: &'static str, lag: Duration) -> Self {
        LAG.record(
            lag.as_secs_f64(),
            &[KeyValue::new("shashki.job.kind", kind)],
        );
        Self {
            kind,
            lag,
            taken: Instant::now(),
        }
    }

    /// The span of the work on it.
    pub(super) fn span(&self, partition: &Partition) -> Span {
        tracing::info_span!(
            parent: None,
            "job",
            otel.name = format!("job {}", self.kind),
            otel.kind = "consumer",
            otel.status_code = field::Empty,
            shashki.job.kind = self.kind,
            shashki.job.lag_ms = self.lag.as_millis(),
            shashki.job.outcome = field::Empty,
            db.namespace = %partition,
        )
    }

    /// Notes how the work ended, on the present span too.
    pub(super) fn ended(&self, outcome: Outcome) {
        let span = Span::current();
        span.record("shashki.job.outcome", outcome.name());
        let kind = KeyValue::new("shashki.job.kind", self.kind);
        if outcome != Outcome::Done {
            span.record("otel.status_code", "ERROR");
            RETRIES.add(1, std::slice::from_ref(&kind));
        }
        let took = self.taken.elapsed().as_secs_f64();
        DURATION.record(
            took,
            &[kind, KeyValue::new("shashki.job.outcome", outcome.name())],
        );
    }
}
