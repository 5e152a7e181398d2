//! The records on the real things: a file in a directory of the test's own, and a PostgreSQL server
//! that the test starts.

#![expect(clippy::unwrap_used, reason = "this is how a test fails")]

mod cases;
mod postgres_faults;
mod sqlite_file;
