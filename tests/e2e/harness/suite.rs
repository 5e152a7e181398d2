//! The whole suite, running: in one process on the embedded store, or a process a service on Redis.

use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;

use tonic::transport::Channel;

use super::client::{Client, channel};
use super::process::{Process, free_port};
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
}

/// A running suite.
pub(crate) struct Suite {
    kind: Kind,
    settings: Vec<(&'static str, String)>,
    folder: TempDir,
    redis: Option<Redis>,
    processes: Vec<Process>,
    http: u16,
    grpc: u16,
    services: Services,
}

/// The ports of services that run alone.
#[derive(Clone, Copy, Default)]
struct Services {
    rules: u16,
    bots: u16,
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
            Kind::AllOnRedis | Kind::Split => Some(Redis::start(folder.path()).await),
        };
        let mut suite = Self {
            kind,
            settings: settings.to_vec(),
            folder,
            redis,
            processes: Vec::new(),
            http: free_port(),
            grpc: free_port(),
            services: Services {
                rules: free_port(),
                bots: free_port(),
            },
        };
        suite.launch().await;
        suite
    }

    /// Starts the processes, on the same ports as before, and waits until they are ready.
    pub(crate) async fn launch(&mut self) {
        assert!(self.processes.is_empty());
        let redis = self.redis.as_ref().map(Redis::url);
        let address = |port: u16| format!("127.0.0.1:{port}");
        let url = |port: u16| format!("http://127.0.0.1:{port}");
        let (http, grpc) = (address(self.http), address(self.grpc));
        let (rules, bots) = (url(self.services.rules), url(self.services.bots));
        let plans: Vec<(&str, Vec<String>)> = match self.kind {
            Kind::Embedded => vec![(
                "all",
                words(&["--http", &http, "--grpc", &grpc, "--data", "data"]),
            )],
            Kind::AllOnRedis => {
                vec![(
                    "all",
                    words(&["--http", &http, "--grpc", &grpc, "--redis", &redis.unwrap()]),
                )]
            }
            Kind::Split => vec![
                ("rules", words(&["--grpc", &address(self.services.rules)])),
                ("bots", words(&["--grpc", &address(self.services.bots)])),
                (
                    "games",
                    words(&[
                        "--grpc",
                        &grpc,
                        "--rules",
                        &rules,
                        "--bots",
                        &bots,
                        "--redis",
                        &redis.unwrap(),
                    ]),
                ),
                (
                    "gateway",
                    words(&[
                        "--http",
                        &http,
                        "--rules",
                        &rules,
                        "--bots",
                        &bots,
                        "--games",
                        &url(self.grpc),
                    ]),
                ),
            ],
        };
        for (command, arguments) in plans {
            self.processes.push(start(
                command,
                &arguments,
                &self.settings,
                self.folder.path(),
            ));
        }
        self.ready().await;
    }

    /// Waits until everything is ready.
    pub(crate) async fn ready(&self) {
        let url = self.url("/readyz");
        for _ in 0..600 {
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
        for mut process in self.processes.drain(..) {
            process.kill().await;
        }
    }

    /// The process of a command: `all`, or a service's name.
    pub(crate) fn process(&mut self, place: usize) -> &mut Process {
        &mut self.processes[place]
    }

    /// A gRPC client of the games service, and of the others.
    pub(crate) fn client(&self) -> Client {
        match self.kind {
            Kind::Embedded | Kind::AllOnRedis => Client::new(self.grpc, self.grpc, self.grpc),
            Kind::Split => Client::new(self.grpc, self.services.rules, self.services.bots),
        }
    }

    /// A bare channel to the games service.
    pub(crate) fn channel(&self) -> Channel {
        channel(self.grpc)
    }

    /// The gRPC port of the games service.
    pub(crate) fn grpc_port(&self) -> u16 {
        self.grpc
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

fn start(
    command: &str,
    arguments: &[String],
    settings: &[(&str, String)],
    folder: &Path,
) -> Process {
    let environment: Vec<_> = settings
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    let program = env!("CARGO_BIN_EXE_shashki");
    let arguments = std::iter::once(command).chain(arguments.iter().map(String::as_str));
    Process::start(command, program, arguments, &environment, folder)
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}
