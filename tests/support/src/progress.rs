//! Faults in the middle of things, however fast a machine is.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::wait_for;

/// Counts what a test's clients have got answered. A test that kills something while they are at work waits for the
/// next answers rather than for a time: on a busy machine nothing may have happened yet. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<AtomicUsize>);

impl Progress {
    /// Counts answers.
    pub fn count(&self, answers: usize) {
        self.0.fetch_add(answers, Ordering::Relaxed);
    }

    /// Waits until there are so many more answers than now.
    pub async fn more(&self, answers: usize) {
        let goal = self.0.load(Ordering::Relaxed) + answers;
        let reached = async || (self.0.load(Ordering::Relaxed) >= goal).then_some(());
        wait_for("progress", &mut [], reached)
            .await
            .unwrap_or_else(|error| panic!("{error}"));
    }
}
