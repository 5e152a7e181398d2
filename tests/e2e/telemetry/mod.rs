//! What a collector is told: traces as trees, metrics, and nothing about persons; and that nobody waits
//! for one that is away.

mod away;
mod collector;
mod metrics;
mod traces;
mod tree;
