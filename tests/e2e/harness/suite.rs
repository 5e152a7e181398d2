//! The whole suite, running: in one process on the embedded store, or a process a service on Redis.

use std::path::Path;
use std::time::Duration;

use futures::StreamExt as _;
use platform::identity::Scope;
use reqwest::header::{AUTHORIZATION, HeaderMap};
use serde_json::{Value, json};
use support::{Process, RedisServer, ReservedPort, WAIT_TIMEOUT, wait_for};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tonic::transport::Channel;

use super::client::{Client, Ports, channel};
use super::proxy::Proxy;

/// The folder in which records lie, and everything else that has no other place.
const RECORDS: &str = "data";

/// A WebSocket.
pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Connects to a WebSocket of the gateway as a browser does, with a token or without one if it is
/// empty.
pub(crate) async fn connect(url: &str, token: &str) -> Result<Socket, tungstenite::Error> {
    let mut request = url.into_client_request()?;
    let offered = match token {
        "" => "shashki.v1".to_owned(),
        token => format!("shashki.v1, bearer.{token}"),
    };
    let headers = request.headers_mut();
    headers.insert("sec-websocket-protocol", offered.parse().unwrap());
    let (socket, _) = tokio_tungstenite::connect_async(request).await?;
    Ok(socket)
}

/// The next that a socket gives but pings, which come between on a machine that takes long; `None`
/// once it is lost.
async fn frame(socket: &mut Socket) -> Option<Message> {
    loop {
        let next = timeout(WAIT_TIMEOUT, socket.next()).await;
        match next.expect("something comes")?.ok()? {
            Message::Ping(_) | Message::Pong(_) => {}
            frame => return Some(frame),
        }
    }
}

/// The next that the gateway says, be it that nothing has happened; `None` once the socket is closed
/// or lost.
pub(crate) async fn said(socket: &mut Socket) -> Option<Value> {
    match frame(socket).await? {
        Message::Text(text) => Some(serde_json::from_str(&text).unwrap()),
        Message::Close(_) => None,
        other => panic!("{other:?}"),
    }
}

/// Whether it says that nothing has happened.
pub(crate) fn is_heartbeat(said: &Value) -> bool {
    *said == json!({"heartbeat": {}})
}

/// The next message of the gateway; `None` once the socket is closed or lost.
pub(super) async fn try_message(socket: &mut Socket) -> Option<Value> {
    let message = async {
        loop {
            match said(socket).await {
                Some(said) if is_heartbeat(&said) => {}
                message => return message,
            }
        }
    };
    let message = timeout(WAIT_TIMEOUT, message).await;
    message.expect("there is a message")
}

/// The next message of the gateway.
pub(crate) async fn message(socket: &mut Socket) -> Value {
    try_message(socket).await.expect("the socket is open")
}

/// The code with which the gateway closes a socket, which is the next that it says.
pub(crate) async fn close_code(socket: &mut Socket) -> CloseCode {
    loop {
        match frame(socket).await {
            Some(Message::Close(Some(close))) => return close.code,
            Some(Message::Text(text)) if is_heartbeat(&serde_json::from_str(&text).unwrap()) => {}
            other => panic!("{other:?}"),
        }
    }
}

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
    redis: Option<RedisServer>,
    wire: Option<Proxy>,
    plans: Vec<Plan>,
    /// The ports of all processes, also while these are away.
    reserved: Vec<ReservedPort>,
    http: u16,
    games: Vec<u16>,
    rules: u16,
    bots: u16,
    players: u16,
    ratings: u16,
    shop: u16,
    matchmaking: u16,
    /// The one port of all services.
    grpc: u16,
    token: String,
    /// Goes away last: the processes' logs are in it.
    folder: TempDir,
}

/// A process of the suite: how it is started, and itself while it runs.
struct Plan {
    name: &'static str,
    arguments: Vec<String>,
    /// Where it is measured, if it is.
    metrics: Option<ReservedPort>,
    process: Option<Process>,
}

impl Suite {
    /// Starts a suite and waits until it is ready.
    pub(crate) async fn start(kind: Kind) -> Self {
        Self::start_with(kind, &[]).await
    }

    /// The same with environment variables of one's own.
    pub(crate) async fn start_with(kind: Kind, settings: &[(&'static str, String)]) -> Self {
        Self::try_start_with(kind, settings)
            .await
            .unwrap_or_else(|error| panic!("{error}"))
    }

    /// The same; or why it does not get ready.
    pub(crate) async fn try_start_with(
        kind: Kind,
        settings: &[(&'static str, String)],
    ) -> Result<Self, String> {
        let mut suite = Self::planned(kind, settings).await;
        suite.launch_all_but("");
        suite.try_ready().await?;
        Ok(suite)
    }

    /// The same, with a port for each process where it is measured.
    pub(crate) async fn start_measured(kind: Kind, settings: &[(&'static str, String)]) -> Self {
        let mut suite = Self::planned(kind, settings).await;
        for plan in &mut suite.plans {
            plan.metrics = Some(ReservedPort::reserve());
        }
        suite.launch().await;
        suite
    }

    /// A suite of which nothing but Redis runs yet.
    async fn planned(kind: Kind, settings: &[(&'static str, String)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let redis = match kind {
            Kind::Embedded => None,
            _ => Some(RedisServer::start_deployed(&[]).await),
        };
        let wire = match &redis {
            Some(redis) if kind == Kind::TwoGames => Some(Proxy::start(redis.port()).await),
            _ => None,
        };
        let mut reserved = Vec::new();
        let mut reserve = || {
            let port = ReservedPort::reserve();
            let number = port.number();
            reserved.push(port);
            number
        };
        let (http, games) = (reserve(), reserve());
        // In one process everything is behind one port.
        let mut port = || match kind {
            Kind::Embedded | Kind::AllOnRedis => games,
            Kind::Split | Kind::TwoGames => reserve(),
        };
        let [rules, bots, players, ratings, shop, matchmaking, grpc] =
            std::array::from_fn(|_| port());
        let mut suite = Self {
            settings: settings.to_vec(),
            folder,
            redis,
            wire,
            plans: Vec::new(),
            reserved,
            http,
            games: vec![games],
            rules,
            bots,
            players,
            ratings,
            shop,
            matchmaking,
            grpc,
            token: String::new(),
        };
        suite.token = suite.mint(&["--name", "tests"], &Scope::ALL);
        suite.plan(kind);
        suite
    }

    fn plan(&mut self, kind: Kind) {
        let address = |port: u16| format!("127.0.0.1:{port}");
        let url = |port: u16| format!("http://127.0.0.1:{port}");
        let (http, grpc) = (address(self.http), address(self.games[0]));
        let redis = self
            .redis
            .as_ref()
            .map(RedisServer::url)
            .unwrap_or_default();
        let peers = [
            "--rules".to_owned(),
            url(self.rules),
            "--bots".to_owned(),
            url(self.bots),
        ];
        let callers = ["--players".to_owned(), url(self.players)];
        let ratings = ["--ratings".to_owned(), url(self.ratings)];
        let shop = ["--shop".to_owned(), url(self.shop)];
        let games = |grpc: &str, redis: &str| {
            let own = ["--grpc", grpc, "--redis", redis, "--data", RECORDS].map(str::to_owned);
            let others = peers.iter().chain(&callers).chain(&ratings).chain(&shop);
            let others = others.cloned();
            own.into_iter().chain(others).collect::<Vec<_>>()
        };
        match kind {
            Kind::Embedded => {
                self.add(
                    "all",
                    &["--http", &http, "--grpc", &grpc, "--data", RECORDS],
                );
            }
            Kind::AllOnRedis => {
                self.add(
                    "all",
                    &[
                        "--http", &http, "--grpc", &grpc, "--data", RECORDS, "--redis", &redis,
                    ],
                );
            }
            Kind::Split | Kind::TwoGames => {
                let [flag, players] = &callers;
                self.add("rules", &["--grpc", &address(self.rules), flag, players]);
                self.add("bots", &["--grpc", &address(self.bots), flag, players]);
                self.add(
                    "players",
                    &[
                        "--grpc",
                        &address(self.players),
                        "--data",
                        RECORDS,
                        "--ratings",
                        &url(self.ratings),
                    ],
                );
                self.add(
                    "ratings",
                    &[
                        "--grpc",
                        &address(self.ratings),
                        "--data",
                        RECORDS,
                        flag,
                        players,
                    ],
                );
                self.add(
                    "shop",
                    &[
                        "--grpc",
                        &address(self.shop),
                        "--data",
                        RECORDS,
                        flag,
                        players,
                    ],
                );
                self.add(
                    "matchmaking",
                    &[
                        "--grpc",
                        &address(self.matchmaking),
                        "--redis",
                        &redis,
                        "--data",
                        RECORDS,
                        "--games",
                        &url(self.games[0]),
                        "--ratings",
                        &url(self.ratings),
                        flag,
                        players,
                    ],
                );
                let wire = self.wire.as_ref().map_or(redis.clone(), Proxy::redis_url);
                self.plans.push(Plan {
                    name: "games",
                    arguments: games(&grpc, &wire),
                    metrics: None,
                    process: None,
                });
                if kind == Kind::TwoGames {
                    let second = ReservedPort::reserve();
                    self.games.push(second.number());
                    let arguments = games(&address(second.number()), &redis);
                    self.reserved.push(second);
                    self.plans.push(Plan {
                        name: "games-2",
                        arguments,
                        metrics: None,
                        process: None,
                    });
                }
                let mut arguments = vec![
                    "--http".to_owned(),
                    http,
                    "--grpc".to_owned(),
                    address(self.grpc),
                    "--games".to_owned(),
                    url(self.games[0]),
                ];
                arguments.extend(["--matchmaking".to_owned(), url(self.matchmaking)]);
                arguments.extend(shop);
                arguments.extend(peers);
                arguments.extend(callers);
                arguments.extend(ratings);
                self.plans.push(Plan {
                    name: "gateway",
                    arguments,
                    metrics: None,
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
            metrics: None,
            process: None,
        });
    }

    /// Starts all processes that do not run, on the same ports as ever, and waits until they are
    /// ready.
    pub(crate) async fn launch(&mut self) {
        self.launch_all_but("");
        self.ready().await;
    }

    /// Starts all processes but one that do not run, and does not wait.
    pub(crate) fn launch_all_but(&mut self, name: &str) {
        for plan in &mut self.plans {
            if plan.process.is_none() && plan.name != name {
                let settings = self
                    .settings
                    .iter()
                    .map(|(name, value)| (*name, value.as_str()));
                let own = [("SHASHKI_TOKEN", self.token.as_str())];
                let metrics = plan.metrics.as_ref();
                let metrics = metrics.map(|port| port.address().to_string());
                let measured = metrics.iter().map(|at| ("SHASHKI_METRICS", at.as_str()));
                let settings: Vec<_> = own.into_iter().chain(measured).chain(settings).collect();
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
    }

    /// Waits until everything is ready.
    pub(crate) async fn ready(&mut self) {
        self.try_ready()
            .await
            .unwrap_or_else(|error| panic!("{error}"));
    }

    /// The same; fails at once when a process that should run has exited.
    async fn try_ready(&mut self) -> Result<(), String> {
        let url = self.url("/readyz");
        let plans = self.plans.iter_mut();
        let processes = plans.filter_map(|plan| plan.process.as_mut());
        let redis = self.redis.as_mut().map(RedisServer::process);
        let mut processes: Vec<_> = processes.chain(redis).collect();
        let mut said = String::new();
        let ready = async || {
            let answer = reqwest::get(&url).await.ok()?;
            let is_ready = answer.status().is_success();
            said = answer.text().await.unwrap_or_default();
            is_ready.then_some(())
        };
        let ready = wait_for("ready suite", &mut processes, ready).await;
        ready.map_err(|error| format!("{error}\n--- {url} said last: {said}"))
    }

    /// kill -9 of every process but Redis.
    pub(crate) fn kill(&mut self) {
        for plan in &mut self.plans {
            if let Some(mut process) = plan.process.take() {
                process.kill();
            }
        }
    }

    /// kill -9 of one process.
    pub(crate) fn kill_one(&mut self, name: &str) {
        let process = self.plan_of(name).process.take();
        process.expect("it runs").kill();
    }

    /// kill -9 of Redis, and a new start from what is on the disk after `away`.
    pub(crate) async fn restart_redis(&mut self, away: Duration) {
        let redis = self.redis();
        redis.kill();
        tokio::time::sleep(away).await;
        redis.start_again().await;
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

    /// The processes that are measured, by name, and the ports where.
    pub(crate) fn measured(&self) -> Vec<(&'static str, u16)> {
        let plans = self.plans.iter();
        plans
            .filter_map(|plan| Some((plan.name, plan.metrics.as_ref()?.number())))
            .collect()
    }

    /// The Redis beneath it.
    pub(crate) fn redis(&mut self) -> &mut RedisServer {
        self.redis.as_mut().expect("it runs on Redis")
    }

    /// The wire between the first games process and Redis.
    pub(crate) fn wire(&self) -> &Proxy {
        self.wire.as_ref().expect("there is a wire that can be cut")
    }

    /// Clients of the services; of the first games process if there are several.
    pub(crate) fn client(&self) -> Client {
        self.client_with(&self.token)
    }

    /// Clients with another token, or none.
    pub(crate) fn client_with(&self, token: &str) -> Client {
        Client::new(self.ports(self.games[0]), token)
    }

    /// Clients of the services by the one port of all, with a token or none.
    pub(crate) fn client_by_one_port(&self, token: &str) -> Client {
        let port = self.grpc;
        let ports = Ports {
            games: port,
            rules: port,
            bots: port,
            players: port,
            ratings: port,
            shop: port,
            matchmaking: port,
        };
        Client::new(ports, token)
    }

    /// The one gRPC port of all services: the gateway's where each has a process of its own.
    pub(crate) fn one_port(&self) -> u16 {
        self.grpc
    }

    /// Where the services are, with one of the games processes.
    fn ports(&self, games: u16) -> Ports {
        Ports {
            games,
            rules: self.rules,
            bots: self.bots,
            players: self.players,
            ratings: self.ratings,
            shop: self.shop,
            matchmaking: self.matchmaking,
        }
    }

    /// The ports of all services; of the first games process if there are several.
    pub(crate) fn all_ports(&self) -> Ports {
        self.ports(self.games[0])
    }

    /// The token of a service that may do everything.
    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// A client for REST with that token.
    pub(crate) fn http(&self) -> reqwest::Client {
        let bearer = format!("Bearer {}", self.token).parse().unwrap();
        let headers = HeaderMap::from_iter([(AUTHORIZATION, bearer)]);
        let client = reqwest::Client::builder().default_headers(headers);
        client.build().unwrap()
    }

    /// Connects to a WebSocket of the gateway as a browser does, with that token.
    pub(crate) async fn open(&self, path: &str) -> Result<Socket, tungstenite::Error> {
        connect(&self.socket(path), &self.token).await
    }

    /// A token that `shashki token` makes.
    pub(crate) fn mint(&self, arguments: &[&str], scopes: &[Scope]) -> String {
        let scopes = scopes.iter().flat_map(|scope| ["--scope", scope.name()]);
        let arguments: Vec<_> = arguments.iter().copied().chain(scopes).collect();
        self.operator("token", &arguments)
    }

    /// Runs a command of the operator on the suite's records, and gives what it prints.
    pub(crate) fn operator(&self, command: &str, arguments: &[&str]) -> String {
        let made = std::process::Command::new(env!("CARGO_BIN_EXE_shashki"))
            .args(command.split(' '))
            .args(["--data", RECORDS])
            .args(arguments)
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        assert!(made.status.success(), "{made:?}");
        String::from_utf8(made.stdout).unwrap().trim().to_owned()
    }

    /// A client for each games process.
    pub(crate) fn clients(&self) -> Vec<Client> {
        self.games
            .iter()
            .map(|games| Client::new(self.ports(*games), &self.token))
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
