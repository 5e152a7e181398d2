//! Says what is legal: rulesets, moves, results. Stateless: callers bring the position and what the
//! draw rules remember of the game. The rules themselves are the `draughts` crate; this is its gRPC
//! face.

mod boosts;
mod course;
mod pdn;
mod refusal;
mod service;
mod wire;

use platform::Part;
use platform::identity::Gate;
use proto::rules::v1::rules_service_server::RulesServiceServer;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::service::Service;

/// The service, ready to be served.
#[must_use]
pub fn part() -> Part {
    Part::new(
        RulesServiceServer::new(Service).max_decoding_message_size(platform::MAX_MESSAGE_BYTES),
    )
}

/// Runs the service alone until the token is cancelled.
///
/// # Errors
/// When it cannot run.
pub async fn serve(
    gate: Gate,
    listener: TcpListener,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    platform::serve(vec![part()], gate, listener, shutdown).await
}
