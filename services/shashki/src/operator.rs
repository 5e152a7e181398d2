//! What an operator does with access to the records alone: tokens for services and backends, the keys
//! themselves, the shop's catalogue, and whether its books agree.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use clap::{Args, Subcommand};
use platform::identity::Scope;
use players::{Keyring, ROTATION_LEAD};
use shop::{Catalogue, Checker};

use crate::cli::Kept;
use crate::state::open_records;

/// How long a day is.
pub(crate) const DAY: Duration = Duration::from_secs(24 * 3600);

/// Makes a token.
#[derive(Debug, Args)]
pub(crate) struct Token {
    /// What the service or backend is called in logs
    #[arg(long, value_parser = checked_name)]
    name: String,

    /// What it may do beyond what every service may: `players.act` acts for any player,
    /// `games.create` seats others, `ratings.report` reports results, `ratings.seasons` ends
    /// seasons, `shop.manage` changes what the shop sells, `coins.grant` gives coins, `items.use`
    /// takes items that are used, `forward` says for whom it calls. Say it once for each
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

/// What to do to the shop.
#[derive(Debug, Subcommand)]
pub(crate) enum ShopTask {
    /// Check that the ledger sums to every wallet, while the shop is open or not. Says what
    /// disagrees, and fails if anything does
    Check {
        #[command(flatten)]
        kept: Kept,
    },
    /// Show or change what the shop sells
    Catalogue {
        #[command(subcommand)]
        task: CatalogueTask,
    },
}

/// What to do to the catalogue.
#[derive(Debug, Subcommand)]
pub(crate) enum CatalogueTask {
    /// Print the catalogue in place, with its version
    Show {
        #[command(flatten)]
        kept: Kept,
    },
    /// Put another in place, in the form that `show` prints. Every process goes by it at once
    Set {
        /// The catalogue. If it says a `version`, it replaces that one alone
        #[arg(value_name = "FILE")]
        file: PathBuf,

        #[command(flatten)]
        kept: Kept,
    },
}

impl ShopTask {
    /// Carries it out.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        block_on(async {
            match self {
                Self::Check { kept } => check_shop(&kept).await,
                Self::Catalogue { task } => task.run().await,
            }
        })
    }
}

async fn check_shop(kept: &Kept) -> anyhow::Result<()> {
    let mut checker = Checker::new(open_records(kept).await?);
    let (mut wallets, mut rows, mut wrong) = (0, 0, 0);
    while let Some(page) = checker.next_page().await? {
        wallets += page.wallets;
        rows += page.rows;
        wrong += page.disagreements.len();
        for disagreement in page.disagreements {
            println!("{disagreement}");
        }
    }
    println!("wallets: {wallets}, rows of the ledger: {rows}");
    ensure!(wrong == 0, "disagreements: {wrong}");
    println!("all agree");
    Ok(())
}

impl CatalogueTask {
    async fn run(self) -> anyhow::Result<()> {
        match self {
            Self::Show { kept } => {
                let records = open_records(&kept).await?;
                let (catalogue, version) = shop::catalogue_in_place(records).await?;
                print!("{}", catalogue.to_toml(version));
            }
            Self::Set { file, kept } => {
                let (catalogue, instead_of) = Catalogue::read(&file)?;
                let records = open_records(&kept).await?;
                let version = shop::put_in_place(records, &catalogue, instead_of).await?;
                println!("version {version} is in place");
            }
        }
        Ok(())
    }
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

/// Runs a task of the operator.
pub(crate) fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
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
