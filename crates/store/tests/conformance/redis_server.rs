//! A Redis server of the test's own.

use std::net::TcpListener;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use store::Store;
use store::redis::RedisStore;
use tempfile::TempDir;
use tokio::process::{Child, Command};
use tokio::time::sleep;

/// `always`: by default Redis answers up to two seconds before it writes when the disk is slow.
pub(crate) const APPEND_ONLY: [&str; 4] = ["--appendonly", "yes", "--appendfsync", "always"];

pub(crate) struct RedisServer {
    directory: TempDir,
    port: u16,
    options: Vec<String>,
    process: Child,
}

impl RedisServer {
    /// Keeps everything in memory.
    pub(crate) async fn start() -> Self {
        Self::launch(&[]).await
    }

    /// Has what it acknowledges in a file that it reads again when it is started again.
    pub(crate) async fn start_append_only() -> Self {
        Self::launch(&APPEND_ONLY).await
    }

    pub(crate) async fn launch(options: &[&str]) -> Self {
        let options: Vec<_> = options.iter().map(|option| (*option).to_owned()).collect();
        let mut directory = tempfile::tempdir().unwrap();
        // The port may be taken between the look and the start.
        for _ in 0..10 {
            let port = free_port();
            let process = spawn(&directory, port, &options);
            let mut server = Self {
                directory,
                port,
                options: options.clone(),
                process,
            };
            if server.answers().await {
                return server;
            }
            directory = server.directory;
        }
        panic!("redis-server does not start");
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    pub(crate) async fn store(&self) -> Store {
        Arc::new(RedisStore::connect(&self.url()).await.unwrap())
    }

    pub(crate) fn process_id(&self) -> u32 {
        self.process.id().unwrap()
    }

    /// As `kill -9` does.
    pub(crate) async fn kill(&mut self) {
        self.process.kill().await.unwrap();
    }

    /// Starts it again on the same port and directory.
    pub(crate) async fn start_again(&mut self) {
        self.process = spawn(&self.directory, self.port, &self.options);
        assert!(self.answers().await, "redis-server does not start again");
    }

    /// A command as an operator would type it.
    pub(crate) async fn command(&self, words: &[&str]) -> String {
        let port = self.port.to_string();
        let output = Command::new("redis-cli")
            .args(["-p", &port])
            .args(words)
            .output()
            .await
            .unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// Waits until it serves; false if it ends instead.
    async fn answers(&mut self) -> bool {
        while self.process.try_wait().unwrap().is_none() {
            if self.command(&["PING"]).await == "PONG" {
                return true;
            }
            sleep(Duration::from_millis(10)).await;
        }
        false
    }
}

pub(crate) fn free_port() -> u16 {
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    socket.local_addr().unwrap().port()
}

fn spawn(directory: &TempDir, port: u16, options: &[String]) -> Child {
    Command::new("redis-server")
        .args(["--port", &port.to_string()])
        .args(["--bind", "127.0.0.1", "--save", ""])
        .args(options)
        .arg("--dir")
        .arg(directory.path())
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap()
}
