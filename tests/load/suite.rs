//! The suite as it runs in production: Redis, and a process for each service.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use platform::identity::Scope;
use tempfile::TempDir;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::clients::channel;
use crate::process::Process;
use crate::redis_server::{Fsync, RedisServer};

/// A running suite.
#[derive(Debug)]
pub(crate) struct Suite {
    pub(crate) redis: RedisServer,
    pub(crate) rules: Service,
    bots: Service,
    players: Service,
    pub(crate) games: Vec<Service>,
    pub(crate) gateway: Gateway,
    site: Site,
    folder: TempDir,
}

/// The gateway and where it listens.
#[derive(Debug)]
pub(crate) struct Gateway {
    /// Its gRPC port.
    pub(crate) grpc: Service,
    /// Its HTTP port, as `127.0.0.1:8080`.
    pub(crate) http: String,
}

/// How the suite is run.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    /// When Redis has its log on the disk, if not as `deploy/redis.conf` says.
    pub(crate) fsync: Option<Fsync>,
    /// Threads of each service's process.
    pub(crate) threads: NonZeroUsize,
    /// Where traces and metrics are sent, if anywhere; then every process is scraped too.
    pub(crate) collector: Option<String>,
}

/// Where services run, and how.
#[derive(Debug)]
struct Site {
    folder: PathBuf,
    threads: String,
    collector: Option<String>,
}

impl Site {
    /// What every process is told.
    fn words(&self) -> Vec<&str> {
        let mut words = vec!["--threads", &self.threads];
        if let Some(endpoint) = &self.collector {
            words.extend(["--metrics", "127.0.0.1:0", "--otlp-endpoint", endpoint]);
        }
        words
    }
}

/// A service and where it listens.
#[derive(Debug)]
pub(crate) struct Service {
    pub(crate) process: Process,
    pub(crate) url: String,
    /// A token that it believes, and that may do everything.
    pub(crate) token: String,
}

impl Suite {
    /// Starts everything and waits until games are ready.
    pub(crate) async fn start(setup: Setup) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let redis = RedisServer::start(setup.fsync).await?;
        write_token(folder.path())?;
        let at = Site {
            folder: folder.path().to_owned(),
            threads: setup.threads.to_string(),
            collector: setup.collector,
        };
        let others = ["--ratings", NOBODY, "--token-file", TOKEN_FILE];
        let players = Service::start("players", "players", &others, &at).await?;
        let callers = ["--players", &players.url];
        let rules = Service::start("rules", "rules", &callers, &at).await?;
        let bots = Service::start("bots", "bots", &callers, &at).await?;
        let games = start_games(0, &redis, &rules, &bots, &players, &at).await?;
        let peers = [
            ["--games", &games.url],
            ["--rules", &rules.url],
            ["--bots", &bots.url],
            ["--players", &players.url],
            ["--ratings", NOBODY],
            ["--matchmaking", NOBODY],
            ["--shop", NOBODY],
            ["--token-file", TOKEN_FILE],
        ];
        let own = ["--http", "127.0.0.1:0", "--grpc", "127.0.0.1:0"];
        let mut words = vec!["gateway"];
        words.extend(at.words());
        words.extend(own);
        words.extend(peers.as_flattened());
        let mut gateway = Process::start("gateway", BINARY, words, &at.folder)?;
        let http = gateway.says("http ").await?;
        let grpc = gateway.says("gRPC ").await?;
        let gateway = Gateway {
            grpc: Service {
                process: gateway,
                url: format!("http://{grpc}"),
                token: games.token.clone(),
            },
            http,
        };
        Ok(Self {
            redis,
            rules,
            bots,
            players,
            games: vec![games],
            gateway,
            site: at,
            folder,
        })
    }

    /// Starts one more replica of games.
    pub(crate) async fn add_games(&mut self) -> anyhow::Result<()> {
        let number = self.games.len();
        let games = start_games(
            number,
            &self.redis,
            &self.rules,
            &self.bots,
            &self.players,
            &self.site,
        )
        .await?;
        self.games.push(games);
        Ok(())
    }

    /// Ends every process, then takes the data away.
    pub(crate) async fn stop(mut self) -> anyhow::Result<()> {
        self.gateway.grpc.process.kill().await?;
        for games in &mut self.games {
            games.process.kill().await?;
        }
        self.bots.process.kill().await?;
        self.rules.process.kill().await?;
        self.players.process.kill().await?;
        Ok(self.folder.close()?)
    }
}

/// Services that are not asked: no game is rated here, nobody is paired and nobody deleted.
const NOBODY: &str = "http://127.0.0.1:9";

/// Where the token lies by which every process and every client calls.
const TOKEN_FILE: &str = "token";

/// Makes that token.
fn write_token(folder: &Path) -> anyhow::Result<()> {
    let scopes = Scope::ALL.map(|scope| ["--scope", scope.name()]);
    let made = std::process::Command::new(BINARY)
        .args(["token", "--name", "load"])
        .args(scopes.as_flattened())
        .current_dir(folder)
        .output()?;
    anyhow::ensure!(made.status.success(), "{made:?}");
    Ok(std::fs::write(folder.join(TOKEN_FILE), made.stdout)?)
}

/// The program that is measured.
const BINARY: &str = env!("CARGO_BIN_EXE_shashki");

impl Service {
    async fn start(name: &str, command: &str, more: &[&str], site: &Site) -> anyhow::Result<Self> {
        let mut words = vec![command, "--grpc", "127.0.0.1:0"];
        words.extend(site.words());
        words.extend(more);
        let mut process = Process::start(name, BINARY, words, &site.folder)?;
        if site.collector.is_some() {
            let metrics = process.says("metrics: ").await?;
            process.while_it_runs(scrape(metrics));
        }
        let address = process.says("gRPC ").await?;
        let service = Self {
            process,
            url: format!("http://{address}"),
            token: std::fs::read_to_string(site.folder.join(TOKEN_FILE))?
                .trim()
                .to_owned(),
        };
        service.ready().await.with_context(|| name.to_owned())?;
        Ok(service)
    }

    async fn ready(&self) -> anyhow::Result<()> {
        let mut health = HealthClient::new(channel(&self.url)?);
        for _ in 0..300 {
            let answer = health.check(HealthCheckRequest::default()).await;
            if answer.is_ok_and(|answer| answer.get_ref().status() == ServingStatus::Serving) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        bail!("it is not ready")
    }
}

/// Asks for the metrics over and over, far more often than Prometheus does.
async fn scrape(address: String) {
    loop {
        tokio::time::sleep(Duration::from_secs(1)).await;
        // A process that is stopping need not answer.
        if let Ok(answer) = reqwest::get(&address).await {
            let _ = answer.bytes().await;
        }
    }
}

/// All replicas keep finished games in the same database, as in production.
async fn start_games(
    number: usize,
    redis: &RedisServer,
    rules: &Service,
    bots: &Service,
    players: &Service,
    site: &Site,
) -> anyhow::Result<Service> {
    let name = format!("games{number}");
    let peers = [
        "--redis",
        redis.url(),
        "--rules",
        &rules.url,
        "--bots",
        &bots.url,
        "--players",
        &players.url,
        "--ratings",
        NOBODY,
        "--shop",
        NOBODY,
        "--token-file",
        TOKEN_FILE,
    ];
    Service::start(&name, "games", &peers, site).await
}
