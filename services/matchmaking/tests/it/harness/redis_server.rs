//! A Redis server of one's own.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use store::Store;
use store::redis::RedisStore;
use tempfile::TempDir;

/// A running Redis, killed when dropped.
pub(crate) struct RedisServer {
    pub(crate) process: Child,
    port: u16,
    options: Vec<String>,
    directory: TempDir,
}

impl RedisServer {
    /// Starts one with options such as `--appendonly yes`.
    pub(crate) async fn start(options: &[&str]) -> Self {
        let options: Vec<_> = options.iter().map(|option| (*option).to_owned()).collect();
        let mut directory = tempfile::tempdir().expect("a directory");
        // The port may be taken between the look and the start.
        for _ in 0..10 {
            let port = TcpListener::bind("127.0.0.1:0")
                .and_then(|socket| socket.local_addr())
                .expect("a port")
                .port();
            let mut server = Self {
                process: spawn(&directory, port, &options),
                port,
                options: options.clone(),
                directory,
            };
            if server.answers().await {
                return server;
            }
            directory = std::mem::replace(
                &mut server.directory,
                tempfile::tempdir().expect("a directory"),
            );
        }
        unreachable!("redis-server does not start ten times over")
    }

    /// As `kill -9` does.
    pub(crate) fn kill(&mut self) {
        let _ = self.process.kill().and_then(|()| self.process.wait());
    }

    /// Starts it again on the same port and directory.
    pub(crate) async fn start_again(&mut self) {
        self.process = spawn(&self.directory, self.port, &self.options);
        assert!(self.answers().await, "redis-server does not start again");
    }

    /// Waits until it serves; false if it ends instead.
    async fn answers(&mut self) -> bool {
        while self.process.try_wait().expect("its state").is_none() {
            if RedisStore::connect(&self.url()).await.is_ok() {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        false
    }

    fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// A store on it.
    pub(crate) async fn store(&self) -> Store {
        Arc::new(RedisStore::connect(&self.url()).await.expect("a store"))
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        self.kill();
    }
}

fn spawn(directory: &TempDir, port: u16, options: &[String]) -> Child {
    Command::new("redis-server")
        .args(["--port", &port.to_string()])
        .args(["--bind", "127.0.0.1", "--save", ""])
        .args(options)
        .arg("--dir")
        .arg(directory.path())
        .stdout(Stdio::null())
        .spawn()
        .expect("redis-server")
}
