//! What an operator does to identity: tokens for services and backends, and the keys themselves.

use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, Subcommand};
use platform::identity::Scope;
use players::{Keyring, ROTATION_LEAD};

use crate::cli::Kept;
use crate::state::open_records;

/// How long a day is.
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Makes a token.
#[derive(Debug, Args)]
pub(crate) struct Token {
    /// What the service or backend is called in logs
    #[arg(long, value_parser = checked_name)]
    name: String,

    /// What it may do beyond what every service may: `players.act` acts for any player,
    /// `games.create` seats others, `ratings.report` reports results, `ratings.seasons` ends
    /// seasons, `forward` says for whom it calls. Say it once for each
    #[arg(long = "scope", value_name = "SCOPE")]
    scopes: Vec<Scope>,

    /// How many days it is good
    #[arg(long, default_value_t = 365, value_parser = clap::value_parser!(u32).range(1..=3650))]
    days: u32,

    #[command(flatten)]
    kept: Kept,
}

/// Changes keys.
#[derive(Debug, Args)]
pub(crate) struct Keys {
    #[command(subcommand)]
    change: Change,
}

/// What to do to the keys.
#[derive(Debug, Subcommand)]
enum Change {
    /// Make a new key that signs once everybody knows it. Nobody notices: what older keys have
    /// signed stays good until it expires. It happens by itself every 30 days
    Rotate {
        /// How long the key is published before it signs, in seconds
        #[arg(long, default_value_t = ROTATION_LEAD.as_secs(), value_name = "SECONDS")]
        lead: u64,

        #[command(flatten)]
        kept: Kept,
    },
    /// Make a new key at once and withdraw all others, for when one has got out. Every token ends
    /// within two minutes: players refresh theirs, services need new ones
    Revoke {
        #[command(flatten)]
        kept: Kept,
    },
}

impl Token {
    /// Prints the token on standard output.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        block_on(async {
            let keyring = Keyring::open(open_records(&self.kept).await?).await?;
            let good_for = DAY * self.days;
            let token = keyring.sign_for_service(&self.name, &self.scopes, good_for);
            println!("{}", token.await?);
            Ok(())
        })
    }
}

impl Keys {
    /// Carries the change out.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        block_on(async {
            match self.change {
                Change::Rotate { lead, kept } => {
                    let keyring = Keyring::open(open_records(&kept).await?).await?;
                    keyring.rotate(Duration::from_secs(lead)).await
                }
                Change::Revoke { kept } => {
                    let keyring = Keyring::open(open_records(&kept).await?).await?;
                    keyring.revoke().await
                }
            }
        })
    }
}

fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("the runtime")?
        .block_on(work)
}

/// A name that reads well in a log.
fn checked_name(name: &str) -> Result<String, String> {
    let fine = |sign: char| sign.is_ascii_alphanumeric() || "-_.".contains(sign);
    if (1..=64).contains(&name.len()) && name.chars().all(fine) {
        return Ok(name.to_owned());
    }
    Err("a name takes 1 to 64 of A-Z a-z 0-9 - _ .".to_owned())
}
