//! Live state behind one trait: versioned documents, ordered indexes, due jobs and events, kept in
//! partitions and changed by one primitive, [`Live::commit`]. Every implementation passes one
//! conformance suite: [`redis::RedisStore`] for production, [`sqlite::SqliteStore`], a file in
//! the process itself, and [`memory::MemoryStore`] for simulations. Beside it, what must last in a
//! relational database: [`records`].

pub mod jobs;
mod live;
pub mod memory;
mod observed;
pub mod records;
pub mod redis;
pub mod sqlite;
mod topics;

pub use live::{
    Claimed, Commit, Document, Effect, Entry, Error, Guard, Job, Live, Order, Partition,
    Partitions, Range, Read, Store, Subscription, Timestamp,
};
pub use observed::observed;
