//! What is seen of a process: logs, traces and metrics, wired in one place. It knows no service.
//!
//! A [`Trace`] is decided on where it begins, at the gateway or with a job, and goes with all the
//! work that follows. Only work of a trace that is kept has spans: elsewhere they cost nothing.
//! Logs name the trace whether it is kept or not.

mod log;
pub mod metrics;
mod process;
mod scrape;
mod start;
mod trace;

pub use start::{Format, Options, Telemetry, start};
pub use trace::{Trace, note};
