//! What results make of players: pools, changes, leaderboards, seasons. What a result makes of two
//! ratings is pure, in [`rating`]; around it stand the records and the RPCs.

mod blocks;
mod checks;
mod history;
mod metrics;
mod pools;
pub mod rating;
mod service;
mod storage;
mod upkeep;
mod walk;
mod wire;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use platform::Part;
use platform::identity::Gate;
use proto::ratings::v1::ratings_service_server::RatingsServiceServer;
use store::records::Records;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::pools::Pools;
pub use crate::service::Service;
use crate::storage::Ledger;

/// Settings of the ratings service.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(id = "ratings")]
pub struct Options {
    /// A file of rating pools to use instead of the built-in ones, in the form of services/ratings/pools.toml
    #[arg(long, env = "SHASHKI_POOLS", value_name = "FILE")]
    pub pools: Option<PathBuf>,
}

/// What the ratings service stands on.
#[derive(Clone, Debug)]
pub struct Needs {
    /// Where ratings are kept.
    pub records: Records,
}

/// The service without its worker.
///
/// # Errors
/// When a setting cannot be used.
pub fn server(options: &Options, needs: Needs) -> anyhow::Result<RatingsServiceServer<Service>> {
    let pools = Arc::new(read_pools(options)?);
    Ok(answering(pools, Ledger::new(needs.records)))
}

fn answering(pools: Arc<Pools>, ledger: Ledger) -> RatingsServiceServer<Service> {
    RatingsServiceServer::new(Service::new(pools, ledger))
        .max_decoding_message_size(platform::MAX_MESSAGE_BYTES)
}

/// The service with its worker, ready to be served; it stops when the token is cancelled.
///
/// # Errors
/// When a setting cannot be used.
pub fn part(options: &Options, needs: Needs, shutdown: &CancellationToken) -> anyhow::Result<Part> {
    let pools = Arc::new(read_pools(options)?);
    let Needs { records } = needs;
    let ledger = Ledger::new(records.clone());
    let server = answering(Arc::clone(&pools), ledger.clone());
    let worker = tokio::spawn(upkeep::run(ledger, pools, shutdown.clone()));
    Ok(Part::new(server).runs(worker).needs(move || {
        let records = records.clone();
        async move { records.ready().await.map_err(|error| error.to_string()) }
    }))
}

/// Runs the service alone until the token is cancelled.
///
/// # Errors
/// When it cannot start or run.
pub async fn serve(
    options: &Options,
    needs: Needs,
    gate: Gate,
    listener: TcpListener,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    let part = part(options, needs, &shutdown)?;
    platform::serve(vec![part], gate, listener, shutdown).await
}

fn read_pools(options: &Options) -> anyhow::Result<Pools> {
    match &options.pools {
        Some(file) => Pools::read(file).with_context(|| format!("the pools in {}", file.display())),
        None => Pools::built_in(),
    }
}
