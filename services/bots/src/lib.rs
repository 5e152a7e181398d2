//! Players made of code: chooses moves. Stateless, but for the generator of its random numbers.

mod checks;
pub mod levels;
mod metrics;
mod searches;
mod service;
mod wire;

use platform::Part;
use platform::identity::Gate;
use proto::bots::v1::bots_service_server::BotsServiceServer;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::service::Service;

/// The service, ready to be served, with a generator seeded by the system.
#[must_use]
pub fn part() -> Part {
    part_with(StdRng::from_rng(&mut rand::rng()))
}

/// The service with a generator of one's own, for tests that repeat.
#[must_use]
pub fn part_with(random: StdRng) -> Part {
    let server = BotsServiceServer::new(Service::new(random));
    Part::new(server.max_decoding_message_size(platform::MAX_MESSAGE_BYTES))
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
