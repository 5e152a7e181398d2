//! Live games: seats, turns, events. It knows no rules of draughts: what is legal it asks the
//! rules service, what a bot plays it asks the bots service. All that can happen to a game is one
//! pure function, [`game::decide`]; around it stand the store, the jobs and the RPCs.

mod archive;
mod audience;
mod boosts;
mod checks;
mod delivery;
mod document;
mod export;
pub mod game;
mod job_kind;
mod jobs;
mod metrics;
mod modes;
mod names;
mod news;
mod opponents;
mod past;
mod players;
mod positions;
mod pulse;
mod ratings;
mod reader;
mod refusals;
mod rematch;
mod repository;
mod rulebook;
mod sealed;
mod service;
mod shop;
mod starts;
mod terms;
mod watch;
mod wire;

pub use crate::boosts::Lot;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use platform::identity::Gate;
use platform::{Channel, Part};
use proto::games::v1::games_service_server::GamesServiceServer;
use store::Store;
use store::records::Records;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::archive::Archive;
use crate::audience::Audience;
use crate::boosts::Boosts;
use crate::jobs::Jobs;
use crate::modes::Modes;
use crate::opponents::Opponents;
use crate::players::Players;
use crate::ratings::Ratings;
use crate::reader::Reader;
use crate::repository::Repository;
use crate::rulebook::Rulebook;
use crate::service::Service;
use crate::shop::Shop;

/// Settings of the games service.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(id = "games")]
pub struct Options {
    /// A file of modes to offer instead of the built-in ones, in the form of services/games/modes.toml
    #[arg(long, env = "SHASHKI_MODES", value_name = "FILE")]
    pub modes: Option<PathBuf>,
}

/// What the games service stands on.
#[derive(Clone)]
pub struct Needs {
    /// Where games live.
    pub store: Store,
    /// Where finished games are kept.
    pub records: Records,
    /// The rules service.
    pub rules: Channel,
    /// The bots service.
    pub bots: Channel,
    /// The ratings service, which rated games need once they are over.
    pub ratings: Channel,
    /// The shop service, which boosts are paid for at.
    pub shop: Channel,
}

/// The service with its workers, ready to be served; they stop when the token is cancelled.
///
/// # Errors
/// When a setting cannot be used.
pub fn part(options: &Options, needs: Needs, shutdown: &CancellationToken) -> anyhow::Result<Part> {
    part_with(options, needs, Lot::secure(), shutdown)
}

/// The same with another source of chance.
///
/// # Errors
/// When a setting cannot be used.
pub fn part_with(
    options: &Options,
    needs: Needs,
    lot: Lot,
    shutdown: &CancellationToken,
) -> anyhow::Result<Part> {
    let modes = match &options.modes {
        Some(file) => {
            Modes::read(file).with_context(|| format!("the modes in {}", file.display()))?
        }
        None => Modes::built_in()?,
    };
    let repository = Repository::new(
        Arc::clone(&needs.store),
        Archive::new(needs.records.clone()),
    );
    let audience = Audience::new(Arc::clone(&needs.store), repository.partitions().clone());
    let reader = Reader {
        rulebook: Rulebook::new(needs.rules.clone()),
        players: Players::new(Arc::clone(&needs.store)),
        audience: audience.clone(),
        repository,
    };
    let opponents = Opponents::new(needs.bots);
    let boosts = Boosts::new(
        reader.clone(),
        opponents.clone(),
        Shop::new(needs.shop),
        lot,
    );
    let worker = Jobs::new(
        reader.clone(),
        opponents,
        Ratings::new(needs.ratings),
        boosts.clone(),
    )
    .start(shutdown);
    let pulse = tokio::spawn(reader.repository.pulse().clone().run(shutdown.clone()));
    let counting = tokio::spawn(audience.run(shutdown.clone()));
    let live = tokio::spawn(metrics::count_live(
        Arc::clone(&needs.store),
        reader.repository.partitions().clone(),
        shutdown.clone(),
    ));
    let service = Service::new(modes, reader, boosts, shutdown.clone());
    let server =
        GamesServiceServer::new(service).max_decoding_message_size(platform::MAX_MESSAGE_BYTES);

    let Needs {
        store,
        records,
        rules,
        ..
    } = needs;
    Ok(Part::new(server)
        .runs(worker)
        .runs(pulse)
        .runs(counting)
        .runs(live)
        .needs(move || {
            let store = Arc::clone(&store);
            async move {
                store
                    .now()
                    .await
                    .map(|_| ())
                    .map_err(|error| error.to_string())
            }
        })
        .needs(move || {
            let records = records.clone();
            async move { records.ready().await.map_err(|error| error.to_string()) }
        })
        .needs(move || platform::ready(rules.clone(), "shashki.rules.v1.RulesService")))
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
