//! The worker that turns due jobs into handled ones.
//!
//! Every replica runs one [`Worker`] over the same partitions; the store gives each due job to one
//! of them at a time. A job is handled **at least once**: its worker may die after the work and
//! before the job is dropped, so handlers are idempotent. They look at the state that the job is
//! about, and do nothing if it has moved on.
//!
//! When a handler returns `Ok` the worker completes its job. A handler that wants its effects and the
//! completion in one step puts [`Effect::Complete`](crate::Effect::Complete) into its own commit, and
//! one that schedules the job anew finds it so: the worker's completion then changes nothing, and
//! with [`Done::Settled`] the handler spares the store that commit.
//! A handler that fails, panics or outstays its lease sees the job again when the lease ends.

mod backoff;
mod doorbell;
mod worker;

pub use doorbell::Doorbell;
pub use worker::{Options, Worker};

use std::fmt;

use crate::{Job, Partition};

/// What is done with a due job.
///
/// `D` is what a handler answers with: [`Done`], or `()` if it always leaves the job to the worker.
pub trait Handler<D = ()>: Send + Sync + 'static {
    /// Why a job could not be handled this time.
    type Error: fmt::Display + Send;

    /// Handles a job, which may have been handled before.
    fn handle(
        &self,
        partition: &Partition,
        job: &Job,
    ) -> impl Future<Output = Result<D, Self::Error>> + Send;
}

/// What is left to do about a job that was handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// The worker is to complete it.
    Complete,
    /// Nothing: a commit of the handler has completed or cleared it, or scheduled it anew. If none
    /// has, the job comes again when the lease ends.
    Settled,
}

impl From<()> for Done {
    fn from((): ()) -> Self {
        Self::Complete
    }
}
