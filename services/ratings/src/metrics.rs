//! How many results are rated.

use std::sync::LazyLock;

use telemetry::metrics::{Counter, KeyValue, counter};

static RESULTS: LazyLock<Counter<u64>> =
    LazyLock::new(|| counter("shashki.ratings.results", "{result}", "Results rated"));

/// A result was rated in a pool.
pub(crate) fn rated(pool: &str) {
    RESULTS.add(1, &[KeyValue::new("shashki.pool", pool.to_owned())]);
}
