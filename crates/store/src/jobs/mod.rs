//! The worker that turns due jobs into handled ones.
//!
//! Every replica runs one [`Worker`] over the same partitions; the store gives each due job to one
//! of them at a time. A job is handled **at least once**: its worker may die after the work and
//! before the job is dropped, so handlers are idempotent. They look at the state that the job is
//! about, and do nothing if it has moved on.
//!
//! When a handler answers [`Done::Complete`] the worker completes its job. A handler that wants its
//! effects and the completion in one step puts [`Effect::Complete`](crate::Effect::Complete) into its
//! own commit, or schedules the job anew there, and spares the store a commit with [`Done::Settled`].
//! A handler that fails, panics or outstays its lease sees the job again when the lease ends.

mod backoff;
mod doorbell;
mod seen;
mod worker;

pub use doorbell::Doorbell;
pub use worker::{Options, Worker};

use std::fmt;

use crate::{Job, Partition};

/// What is done with a due job.
pub trait Handler: Send + Sync + 'static {
    /// Why a job could not be handled this time.
    type Error: fmt::Display + Send;

    /// The kind of a job, as metrics name it: one of few.
    fn kind(name: &str) -> &'static str;

    /// Handles a job, which may have been handled before.
    fn handle(
        &self,
        partition: &Partition,
        job: &Job,
    ) -> impl Future<Output = Result<Done, Self::Error>> + Send;
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
