//! `shashki setup`: what a deployment in containers keeps secret is made where it runs, once, and is
//! in no repository. Each reader has a folder of its own, so that it can be given that one alone.

use std::fs::{self, DirBuilder, File, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, Subcommand};
use platform::identity::{Caller, Scope, half_over};
use players::Keyring;
use rand::distr::{Alphanumeric, SampleString as _};

use crate::cli::Kept;
use crate::operator::{DAY, block_on};
use crate::state::open_records;

/// Letters and digits of a password: they need no quoting in a URL.
const PASSWORD_LENGTH: usize = 40;

/// How many days a token is good.
const TOKEN_DAYS: u32 = 365;

/// The processes that call others, with what each may do there.
const CALLERS: [(&str, &[Scope]); 4] = [
    ("players", &[Scope::RatingsReport]),
    (
        "games",
        &[Scope::RatingsReport, Scope::PlayersAct, Scope::ItemsUse],
    ),
    ("matchmaking", &[Scope::GamesCreate, Scope::PlayersAct]),
    ("gateway", &[Scope::Forward]),
];

/// Makes what a deployment keeps secret.
#[derive(Debug, Args)]
pub(crate) struct Setup {
    #[command(subcommand)]
    step: Step,
}

/// What to make.
#[derive(Debug, Subcommand)]
enum Step {
    /// Make the passwords of Redis, PostgreSQL and Grafana, and the URLs that hold them. Those that
    /// are there are kept
    Passwords {
        /// Where they go: into the folders `redis`, `postgres` and `grafana` there
        #[arg(long, value_name = "DIR")]
        into: PathBuf,

        /// Where services find Redis
        #[arg(long, default_value = "redis:6379", value_name = "HOST:PORT")]
        redis: String,

        /// Where services find PostgreSQL
        #[arg(long, default_value = "postgres:5432", value_name = "HOST:PORT")]
        postgres: String,
    },
    /// Make the tokens by which players, games, matchmaking and gateway call others, each into the
    /// folder of that name. One that is good for more than half of its life is kept
    Tokens {
        /// Where they go
        #[arg(long, value_name = "DIR")]
        into: PathBuf,

        #[command(flatten)]
        kept: Kept,
    },
}

impl Setup {
    /// Makes it.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.step {
            Step::Passwords {
                into,
                redis,
                postgres,
            } => passwords(&into, &redis, &postgres),
            Step::Tokens { into, kept } => block_on(tokens(&into, &kept)),
        }
    }
}

fn passwords(into: &Path, redis: &str, postgres: &str) -> anyhow::Result<()> {
    let folder = into.join("redis");
    let password = password(&folder)?;
    put(&folder.join("url"), &format!("redis://:{password}@{redis}"))?;
    put(
        &folder.join("redis.conf"),
        &format!("requirepass {password}\n"),
    )?;

    let folder = into.join("postgres");
    let password = self::password(&folder)?;
    let url = format!("postgres://shashki:{password}@{postgres}/shashki");
    put(&folder.join("url"), &url)?;

    self::password(&into.join("grafana"))?;
    Ok(())
}

/// The password in a folder, made if there is none.
fn password(folder: &Path) -> anyhow::Result<String> {
    let file = folder.join("password");
    if let Some(password) = found(&file)? {
        return Ok(password);
    }
    let password = Alphanumeric.sample_string(&mut rand::rng(), PASSWORD_LENGTH);
    put(&file, &password)?;
    Ok(password)
}

async fn tokens(into: &Path, kept: &Kept) -> anyhow::Result<()> {
    let keyring = Keyring::open(open_records(kept).await?).await?;
    let verifier = players::verifier(&keyring);
    for (name, scopes) in CALLERS {
        let file = into.join(name).join("token");
        let caller = Caller::Service {
            name: name.to_owned(),
            scopes: scopes.to_vec(),
        };
        // A token is of no use either once its key is withdrawn, or to a release that asks for more.
        if let Some(token) = found(&file)?
            && !half_over(&token)
            && verifier.verify(&token).await.is_ok_and(|of| *of == caller)
        {
            println!("{name}: the token is kept");
            continue;
        }
        let token = keyring.sign_for_service(name, scopes, DAY * TOKEN_DAYS);
        put(&file, &token.await?)?;
        println!("{name}: a new token");
    }
    Ok(())
}

/// What a file holds, if it is there.
fn found(file: &Path) -> anyhow::Result<Option<String>> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("reading {}", file.display())),
    }
}

/// Puts a file in place, whole or not at all. Whoever sees its folder may read it: containers have
/// users of their own each, and see the folders that they are given. A folder made here is ours alone.
fn put(file: &Path, text: &str) -> anyhow::Result<()> {
    let write = || {
        let folder = file.parent().unwrap_or(file);
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)?;
        let half_done = file.with_added_extension("new");
        let mut new = File::create(&half_done)?;
        new.set_permissions(Permissions::from_mode(0o644))?;
        new.write_all(text.as_bytes())?;
        new.sync_all()?;
        fs::rename(&half_done, file)
    };
    write().with_context(|| format!("writing {}", file.display()))
}
