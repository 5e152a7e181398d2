//! What every service process shares: serving and calling gRPC, errors, shutdown.
//! It knows no service and nothing of draughts.

mod call;
mod deadline;
mod fault;
pub mod identity;
mod keeper;
mod link;
mod methods;
mod replica;
mod replicas;
mod rpc;
mod said;
mod serve;
pub mod shutdown;

pub use call::{Channel, ready};
pub use deadline::deadline;
pub use fault::{DOMAIN, Fault, code_name};
pub use replicas::NeverTwice;
pub use rpc::RpcLayer;
pub use serve::{DRAIN, MAX_MESSAGE_BYTES, Part, serve, serve_on};
