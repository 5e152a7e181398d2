//! Redis servers of a test's own.

use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::process::Command;

use crate::{Process, ReservedPort, wait_for};

/// Options by which Redis has every change in a file before it answers. `always`: by default it answers
/// up to two seconds before it writes when the disk is slow.
pub const APPEND_ONLY: [&str; 4] = ["--appendonly", "yes", "--appendfsync", "always"];

/// The configuration that is deployed.
const DEPLOYED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/redis.conf");

/// A Redis server, with its data in a directory of its own.
#[derive(Debug)]
pub struct RedisServer {
    process: Process,
    arguments: Vec<String>,
    port: ReservedPort,
    /// Where nodes of a cluster talk to each other.
    bus: Option<ReservedPort>,
    directory: TempDir,
}

impl RedisServer {
    /// Starts one that keeps everything in memory.
    pub async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// Starts one that has what it acknowledges in a file, and reads it when it is started again.
    pub async fn start_append_only() -> Self {
        Self::start_with(&APPEND_ONLY).await
    }

    /// Starts one with options; it keeps everything in memory unless they say otherwise.
    pub async fn start_with(options: &[&str]) -> Self {
        Self::launch(&[&["--save", ""], options].concat(), None).await
    }

    /// Starts one as it is deployed, but for these options.
    pub async fn start_deployed(options: &[&str]) -> Self {
        Self::launch(&[&[DEPLOYED], options].concat(), None).await
    }

    /// Starts a node of a cluster, which knows no other yet.
    pub async fn start_node(options: &[&str]) -> Self {
        let bus = ReservedPort::reserve();
        let number = bus.to_string();
        let cluster = ["--cluster-enabled", "yes", "--cluster-port", &number];
        let options = [&["--save", ""], &cluster[..], options].concat();
        Self::launch(&options, Some(bus)).await
    }

    async fn launch(arguments: &[&str], bus: Option<ReservedPort>) -> Self {
        let (directory, port) = (tempfile::tempdir().unwrap(), ReservedPort::reserve());
        let own = ["--bind", "127.0.0.1", "--port", &port.to_string()].map(str::to_owned);
        let arguments = arguments.iter().map(|word| (*word).to_owned());
        let arguments: Vec<_> = arguments.chain(own).collect();
        Self {
            process: spawn(&arguments, &port, &directory).await,
            arguments,
            port,
            bus,
            directory,
        }
    }

    /// The port where it listens.
    pub fn port(&self) -> u16 {
        self.port.number()
    }

    /// The port of the cluster's bus.
    pub fn bus_port(&self) -> u16 {
        self.bus.as_ref().expect("a node of a cluster").number()
    }

    /// Its URL.
    pub fn url(&self) -> String {
        format!("redis://{}", self.port.address())
    }

    /// The running process.
    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// The number of the process in the system.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Sends it a signal by its name.
    pub fn signal(&self, name: &str) {
        self.process.signal(name);
    }

    /// Kills it as `kill -9` does.
    pub fn kill(&mut self) {
        self.process.kill();
    }

    /// Starts it again on the same port and directory, and waits until it answers.
    pub async fn start_again(&mut self) {
        self.process = spawn(&self.arguments, &self.port, &self.directory).await;
    }

    /// Runs a command as an operator would type it, and gives what it prints.
    pub async fn command(&self, words: &[&str]) -> String {
        let output = Command::new("redis-cli")
            .args(["-p", &self.port.to_string()])
            .args(words)
            .output()
            .await
            .unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }
}

async fn spawn(arguments: &[String], port: &ReservedPort, directory: &TempDir) -> Process {
    let mut process = Process::start("redis", "redis-server", arguments, &[], directory.path());
    let ready = async || answers(port).await.then_some(());
    wait_for("answer of redis-server", &mut [&mut process], ready)
        .await
        .unwrap_or_else(|error| panic!("{error}"));
    process
}

/// Whether it serves commands: while it reads its file it answers with an error.
async fn answers(port: &ReservedPort) -> bool {
    let ask = async {
        let mut connection = TcpStream::connect(port.address()).await?;
        connection.write_all(b"PING\r\n").await?;
        let mut answer = [0; 5];
        connection.read_exact(&mut answer).await?;
        Ok::<_, std::io::Error>(answer)
    };
    ask.await.is_ok_and(|answer| &answer == b"+PONG")
}
