//! Coins, and what they buy: the catalogue, wallets and inventories, and the ledger of every change.
//! What may become of an account is pure, in `account`; around it stand the records and the RPCs.

mod account;
mod catalogue;
mod checks;
mod fault;
mod metrics;
mod operator;
mod service;
mod storage;
mod wire;

use std::path::PathBuf;

use platform::Part;
use platform::identity::Gate;
use proto::shop::v1::shop_service_server::ShopServiceServer;
use store::records::Records;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

pub use crate::catalogue::Catalogue;
pub use crate::operator::{catalogue_in_place, put_in_place};
pub use crate::service::Service;
pub use crate::storage::{Checked, Checker};

use crate::storage::Wallets;

/// Settings of the shop.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(id = "shop")]
pub struct Options {
    /// A file of what a new shop sells instead of the built-in catalogue, in the form of
    /// services/shop/catalogue.toml. A shop that has a catalogue keeps it: see `shashki shop catalogue`
    #[arg(long, env = "SHASHKI_CATALOGUE", value_name = "FILE")]
    pub catalogue: Option<PathBuf>,
}

/// What the shop stands on.
#[derive(Clone, Debug)]
pub struct Needs {
    /// Where everything of it is kept.
    pub records: Records,
}

/// The service, with a catalogue in place.
///
/// # Errors
/// When a setting cannot be used or the records cannot be reached.
pub async fn server(options: &Options, needs: Needs) -> anyhow::Result<ShopServiceServer<Service>> {
    let first = match &options.catalogue {
        Some(file) => Catalogue::read(file)?.0,
        None => Catalogue::built_in()?,
    };
    let wallets = Wallets::new(needs.records);
    wallets.catalogues().seed(&first).await?;
    Ok(ShopServiceServer::new(Service::new(wallets))
        .max_decoding_message_size(platform::MAX_MESSAGE_BYTES))
}

/// The service, ready to be served.
///
/// # Errors
/// When a setting cannot be used or the records cannot be reached.
pub async fn part(options: &Options, needs: Needs) -> anyhow::Result<Part> {
    let records = needs.records.clone();
    let server = server(options, needs).await?;
    Ok(Part::new(server).needs(move || {
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
    let part = part(options, needs).await?;
    platform::serve(vec![part], gate, listener, shutdown).await
}
