//! Instruments. They count from [`start`](crate::start) on; in a process that has not started its
//! telemetry, such as a test, they do nothing. Make each once and keep it; what every move records keeps them
//! bound to their attributes.
//!
//! Names, units and attributes are listed in `docs/metrics.md`.

pub use opentelemetry::KeyValue;
use std::sync::atomic::{AtomicBool, Ordering};

use opentelemetry::global;
use opentelemetry::metrics::Meter;
pub use opentelemetry::metrics::{
    BoundCounter, BoundHistogram, Counter, Gauge, Histogram, UpDownCounter,
};

/// Bounds for what takes as long as a call, in seconds.
const OF_CALLS: [f64; 15] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0,
];

/// Bounds for what people wait for, in seconds.
const OF_WAITS: [f64; 12] = [
    0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0,
];

/// Whether anybody looks at metrics in this process.
static KEPT: AtomicBool = AtomicBool::new(false);

/// Whether metrics are kept at all: what it would cost to find a figure out is better saved if not.
#[must_use]
pub fn are_kept() -> bool {
    KEPT.load(Ordering::Relaxed)
}

pub(crate) fn keep() {
    KEPT.store(true, Ordering::Relaxed);
}

pub(crate) fn meter() -> Meter {
    global::meter("shashki")
}

/// Counts what happens.
#[must_use]
pub fn counter(name: &'static str, unit: &'static str, about: &'static str) -> Counter<u64> {
    let meter = meter();
    let builder = meter.u64_counter(name).with_description(about);
    builder.with_unit(unit).build()
}

/// Counts what begins and ends.
#[must_use]
pub fn open(name: &'static str, unit: &'static str, about: &'static str) -> UpDownCounter<i64> {
    let meter = meter();
    let builder = meter.i64_up_down_counter(name).with_description(about);
    builder.with_unit(unit).build()
}

/// What stands at a number now.
#[must_use]
pub fn gauge(name: &'static str, unit: &'static str, about: &'static str) -> Gauge<i64> {
    let meter = meter();
    let builder = meter.i64_gauge(name).with_description(about);
    builder.with_unit(unit).build()
}

/// What is looked up whenever metrics are collected; nothing is told while there is nothing to look at.
pub fn watch(
    name: &'static str,
    unit: &'static str,
    about: &'static str,
    look: impl Fn() -> Option<f64> + Send + Sync + 'static,
) {
    let meter = meter();
    let builder = meter.f64_observable_gauge(name).with_description(about);
    builder
        .with_unit(unit)
        .with_callback(move |seen| {
            if let Some(value) = look() {
                seen.observe(value, &[]);
            }
        })
        .build();
}

/// Durations of calls and the like, in seconds.
#[must_use]
pub fn durations(name: &'static str, about: &'static str) -> Histogram<f64> {
    within(name, about, &OF_CALLS)
}

/// Durations that people wait, in seconds.
#[must_use]
pub fn waits(name: &'static str, about: &'static str) -> Histogram<f64> {
    within(name, about, &OF_WAITS)
}

fn within(name: &'static str, about: &'static str, bounds: &[f64]) -> Histogram<f64> {
    meter()
        .f64_histogram(name)
        .with_description(about)
        .with_unit("s")
        .with_boundaries(bounds.to_vec())
        .build()
}
