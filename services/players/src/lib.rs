//! Who somebody is: guests and accounts, their names, and the tokens by which every service knows
//! them.

mod credentials;
mod failures;
mod fault;
mod forgetting;
mod guests;
mod keyring;
mod limits;
mod metrics;
mod names;
mod passwords;
mod records;
mod roster;
mod service;
mod sessions;
mod time;

use std::num::NonZeroU32;
use std::time::Duration;

use platform::identity::{Gate, Verifier};
use platform::{Channel, Part};
use proto::players::v1::players_service_server::PlayersServiceServer;
use store::records::Records;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

pub use crate::keyring::{Keyring, ROTATION_LEAD};

use crate::failures::Failures;
use crate::forgetting::Forgetting;
use crate::limits::Limits;
use crate::passwords::Passwords;
use crate::roster::Roster;
use crate::service::Service;
use crate::sessions::Sessions;

/// Settings of the players service.
#[derive(Clone, Debug, clap::Args)]
// Options of several services stand beside each other in `shashki all`.
#[group(id = "players")]
pub struct Options {
    /// How long an access token is good, in seconds
    #[arg(
        long,
        env = "SHASHKI_ACCESS_SECONDS",
        default_value_t = 900,
        value_parser = clap::value_parser!(u32).range(1..=3600),
        value_name = "SECONDS"
    )]
    pub access_seconds: u32,

    /// How often one address may sign in, register and refresh within a minute
    #[arg(
        long,
        env = "SHASHKI_SIGN_INS_BY_ADDRESS",
        default_value = "300",
        value_name = "NUMBER"
    )]
    pub sign_ins_by_address: NonZeroU32,

    /// How often one account may be signed in to, and one sign-in be refreshed, within a minute
    #[arg(
        long,
        env = "SHASHKI_SIGN_INS_BY_ACCOUNT",
        default_value = "30",
        value_name = "NUMBER"
    )]
    pub sign_ins_by_account: NonZeroU32,
}

/// What the players service stands on.
#[derive(Clone, Debug)]
pub struct Needs {
    /// Where players and keys are kept.
    pub records: Records,
    /// The keys that tokens are signed with.
    pub keyring: Keyring,
    /// The ratings service, which forgets players that are deleted.
    pub ratings: Channel,
}

/// The service with its workers, ready to be served; they stop when the token is cancelled.
///
/// # Errors
/// When passwords cannot be hashed.
pub fn part(options: &Options, needs: Needs, shutdown: &CancellationToken) -> anyhow::Result<Part> {
    let Needs {
        records,
        keyring,
        ratings,
    } = needs;
    let roster = Roster::new(records.clone());
    let sessions = Sessions::new(records.clone());
    let failures = Failures::new(records.clone());
    let forgetting = Forgetting::new(roster.clone(), ratings);
    let limits = Limits::new(options.sign_ins_by_address, options.sign_ins_by_account);

    let forgets = tokio::spawn(forgetting.clone().run(shutdown.clone()));
    let rotates = tokio::spawn(keyring.clone().run(shutdown.clone()));
    let sweeps = tokio::spawn(sweep(
        sessions.clone(),
        failures.clone(),
        limits.clone(),
        shutdown.clone(),
    ));
    let service = Service {
        roster,
        sessions,
        failures,
        limits,
        keyring,
        forgetting,
        passwords: Passwords::new()?,
        access: Duration::from_secs(options.access_seconds.into()),
    };
    let server =
        PlayersServiceServer::new(service).max_decoding_message_size(platform::MAX_MESSAGE_BYTES);
    Ok(Part::new(server)
        .open("SignInAsGuest")
        .open("Register")
        .open("SignIn")
        .open("Refresh")
        .open("SignOut")
        .open("GetJwks")
        .runs(forgets)
        .runs(rotates)
        .runs(sweeps)
        .needs(move || {
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
    reflection: bool,
    listener: TcpListener,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    let gate = Gate::new(verifier(&needs.keyring)).with_reflection(reflection);
    let part = part(options, needs, &shutdown)?;
    platform::serve(vec![part], gate, listener, shutdown).await
}

/// Verifies by the keys of a keyring of the same process.
#[must_use]
pub fn verifier(keyring: &Keyring) -> Verifier {
    let keyring = keyring.clone();
    Verifier::fetching(move || std::future::ready(Ok(keyring.jwks().to_json())))
}

/// Throws away now and then what is over.
async fn sweep(
    sessions: Sessions,
    failures: Failures,
    limits: Limits,
    shutdown: CancellationToken,
) {
    const EVERY: Duration = Duration::from_secs(600);
    let pause = || shutdown.run_until_cancelled(tokio::time::sleep(EVERY));
    while pause().await.is_some() {
        limits.sweep();
        let swept = async {
            sessions.sweep().await?;
            failures.sweep().await
        };
        if let Err(error) = swept.await {
            tracing::warn!(%error, "what is over was not thrown away");
        }
    }
}
