//! What is open, counted.

use telemetry::metrics::{KeyValue, UpDownCounter};

/// Something that is counted for as long as it is there.
pub(super) struct Counted<const N: usize> {
    counter: &'static UpDownCounter<i64>,
    attributes: [KeyValue; N],
}

impl<const N: usize> Counted<N> {
    pub(super) fn new(counter: &'static UpDownCounter<i64>, attributes: [KeyValue; N]) -> Self {
        counter.add(1, &attributes);
        Self {
            counter,
            attributes,
        }
    }
}

impl<const N: usize> Drop for Counted<N> {
    fn drop(&mut self) {
        self.counter.add(-1, &self.attributes);
    }
}
