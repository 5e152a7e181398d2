//! A Redis server of one's own.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use store::Store;
use store::redis::RedisStore;
use tempfile::TempDir;

/// A running Redis, killed when dropped.
pub struct RedisServer {
    process: Child,
    url: String,
    _directory: TempDir,
}

impl RedisServer {
    /// Starts one, with a log of what it acknowledges if it is to have one.
    pub async fn start(options: &[&str]) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        // The port may be taken between the look and the start.
        for _ in 0..10 {
            let port = TcpListener::bind("127.0.0.1:0")
                .and_then(|socket| socket.local_addr())
                .expect("a port")
                .port();
            let mut process = Command::new("redis-server")
                .args(["--port", &port.to_string()])
                .args(["--bind", "127.0.0.1", "--save", ""])
                .args(options)
                .arg("--dir")
                .arg(directory.path())
                .stdout(Stdio::null())
                .spawn()
                .expect("redis-server");
            let url = format!("redis://127.0.0.1:{port}");
            while process.try_wait().expect("its state").is_none() {
                if RedisStore::connect(&url).await.is_ok() {
                    return Self {
                        process,
                        url,
                        _directory: directory,
                    };
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        unreachable!("redis-server does not start ten times over")
    }

    /// A store on it.
    pub async fn store(&self) -> Store {
        Arc::new(RedisStore::connect(&self.url).await.expect("a store"))
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        let _ = self.process.kill().and_then(|()| self.process.wait());
    }
}
