//! The whole suite, running: in one process on the embedded store, or a process a service on Redis.

use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;
use tonic::transport::Channel;

use super::client::{Client, channel};
use super::process::{Process, free_port};
use super::proxy::Proxy;
use super::redis::Redis;

/// How a suite is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `shashki all` on the embedded store.
    Embedded,
    /// `shashki all` on Redis.
    AllOnRedis,
    /// A process for each service, on Redis.
    Split,
    /// The same with two games processes, and a wire between the first and Redis that can be cut.
    TwoGames,
}

/// A running suite.
pub(crate) struct Suite {
    settings: Vec<(&'static str, String)>,
    folder: TempDir,
    redis: Option<Redis>,
    wire: Option<Proxy>,
    plans: Vec<Plan>,
    http: u16,
    games: Vec<u16>,
    rules: u16,
    bots: u16,
}

/// A process of the suite: how it is started, and itself while it runs.
struct Plan {
    name: &'static str,
    arguments: Vec<String>,
    process: Option<Process>,
}

impl Suite {
    /// Starts a suite and waits until it is ready.
    pub(crate) async fn start(kind: Kind) -> Self {
        Self::start_with(kind, &[]).await
    }

    /// The same with environment variables of one's own.
    pub(crate) async fn start_with(kind: Kind, settings: &[(&'static str, String)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let redis = match kind {
            Kind::Embedded => None,
            _ => Some(Redis::start(folder.path()).await),
        };
        let wire = match &redis {
            Some(redis) if kind == Kind::TwoGames => Some(Proxy::start(redis.port()).await),
            _ => None,
        };
        let games = free_port();
        let (rules, bots) = match kind {
            Kind::Embedded | Kind::AllOnRedis => (games, games),
            Kind::Split | Kind::TwoGames => (free_port(), free_port()),
        };
        let mut suite = Self {
            settings: settings.to_vec(),
            folder,
            redis,
            wire,
            plans: Vec::new(),
            http: free_port(),
            games: vec![games],
            rules,
            bots,
        };
        suite.plan(kind);
        suite.launch().await;
        suite
    }

    fn plan(&mut self, kind: Kind) {
        let address = |port: u16| format!("127.0.0.1:{port}");
        let url = |port: u16| format!("http://127.0.0.1:{port}");
        let (http, grpc) = (address(self.http), address(self.games[0]));
        let redis = self.redis.as_ref().map(Redis::url).unwrap_or_default();
        let peers = [
            "--rules".to_owned(),
            url(self.rules),
            "--bots".to_owned(),
            url(self.bots),
        ];
        let games = |grpc: &str, redis: &str| {
            let own = ["--grpc", grpc, "--redis", redis, "--data", "records"].map(str::to_owned);
            own.into_iter().chain(peers.clone()).collect::<Vec<_>>()
        };
        match kind {
            Kind::Embedded => {
                self.add("all", &["--http", &http, "--grpc", &grpc, "--data", "data"]);
            }
            Kind::AllOnRedis => {
                self.add(
                    "all",
                    &[
                        "--http", &http, "--grpc", &grpc, "--data", "records", "--redis", &redis,
                    ],
                );
            }
            Kind::Split | Kind::TwoGames => {
                self.add("rules", &["--grpc", &address(self.rules)]);
                self.add("bots", &["--grpc", &address(self.bots)]);
                let wire = self.wire.as_ref().map_or(redis.clone(), Proxy::redis_url);
                self.plans.push(Plan {
                    name: "games",
                    arguments: games(&grpc, &wire),
                    process: None,
                });
                if kind == Kind::TwoGames {
                    let second = free_port();
                    self.games.push(second);
                    let arguments = games(&address(second), &redis);
                    self.plans.push(Plan {
                        name: "games-2",
                        arguments,
                        process: None,
                    });
                }
                let mut arguments = vec![
                    "--http".to_owned(),
                    http,
                    "--games".to_owned(),
                    url(self.games[0]),
                ];
                arguments.extend(peers);
                self.plans.push(Plan {
                    name: "gateway",
                    arguments,
                    process: None,
                });
            }
        }
    }

    fn add(&mut self, name: &'static str, arguments: &[&str]) {
        let arguments = arguments.iter().map(|word| (*word).to_owned()).collect();
        self.plans.push(Plan {
            name,
            arguments,
            process: None,
        });
    }

    /// Starts all processes that do not run, on the same ports as ever, and waits until they are
    /// ready.
    pub(crate) async fn launch(&mut self) {
        for plan in &mut self.plans {
            if plan.process.is_none() {
                let settings = self
                    .settings
                    .iter()
                    .map(|(name, value)| (*name, value.as_str()));
                let settings: Vec<_> = settings.collect();
                let command = plan.name.split('-').next().unwrap();
                let arguments =
                    std::iter::once(command).chain(plan.arguments.iter().map(String::as_str));
                let program = env!("CARGO_BIN_EXE_shashki");
                let folder = self.folder.path();
                plan.process = Some(Process::start(
                    plan.name, program, arguments, &settings, folder,
                ));
            }
        }
        self.ready().await;
    }

    /// Waits until everything is ready.
    pub(crate) async fn ready(&self) {
        let url = self.url("/readyz");
        for _ in 0..1_200 {
            if reqwest::get(&url)
                .await
                .is_ok_and(|answer| answer.status().is_success())
            {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the suite is not ready: {:?}", reqwest::get(&url).await);
    }

    /// kill -9 of every process but Redis.
    pub(crate) async fn kill(&mut self) {
        for plan in &mut self.plans {
            if let Some(mut process) = plan.process.take() {
                process.kill().await;
            }
        }
    }

    /// kill -9 of one process.
    pub(crate) async fn kill_one(&mut self, name: &str) {
        self.plan_of(name)
            .process
            .take()
            .expect("it runs")
            .kill()
            .await;
    }

    /// A running process: `all`, or a service's name.
    pub(crate) fn process(&mut self, name: &str) -> &mut Process {
        self.plan_of(name).process.as_mut().expect("it runs")
    }

    fn plan_of(&mut self, name: &str) -> &mut Plan {
        self.plans
            .iter_mut()
            .find(|plan| plan.name == name)
            .expect("there is such a process")
    }

    /// The Redis beneath it.
    pub(crate) fn redis(&mut self) -> &mut Redis {
        self.redis.as_mut().expect("it runs on Redis")
    }

    /// The wire between the first games process and Redis.
    pub(crate) fn wire(&self) -> &Proxy {
        self.wire.as_ref().expect("there is a wire that can be cut")
    }

    /// Clients of the services; of the first games process if there are several.
    pub(crate) fn client(&self) -> Client {
        Client::new(self.games[0], self.rules, self.bots)
    }

    /// A client for each games process.
    pub(crate) fn clients(&self) -> Vec<Client> {
        self.games
            .iter()
            .map(|games| Client::new(*games, self.rules, self.bots))
            .collect()
    }

    /// A bare channel to the games service.
    pub(crate) fn channel(&self) -> Channel {
        channel(self.games[0])
    }

    /// The gRPC port of the games service.
    pub(crate) fn grpc_port(&self) -> u16 {
        self.games[0]
    }

    /// A page or resource of the gateway.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.http)
    }

    /// A WebSocket of the gateway.
    pub(crate) fn socket(&self, path: &str) -> String {
        format!("ws://127.0.0.1:{}{path}", self.http)
    }

    /// A folder that goes away with the suite.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }
}
