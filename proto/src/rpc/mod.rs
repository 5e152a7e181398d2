//! How calls are made and served: the part of it that is the same for all methods, compiled once. The
//! generated clients and servers (`build/services.rs`) stand on it.

pub mod client;
mod codec;
pub mod server;
