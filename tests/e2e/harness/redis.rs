//! A Redis of the test's own.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::process::{Process, free_port};

/// A Redis that writes every change to its log before it answers.
pub(crate) struct Redis {
    process: Process,
    port: u16,
    folder: PathBuf,
}

impl Redis {
    /// Starts one with its data in `folder`.
    pub(crate) async fn start(folder: &Path) -> Self {
        let port = free_port();
        Self {
            process: launch(port, folder).await,
            port,
            folder: folder.to_owned(),
        }
    }

    /// kill -9, and a new start from what is on the disk after `away`.
    pub(crate) async fn kill_and_restart(&mut self, away: Duration) {
        self.process.kill().await;
        tokio::time::sleep(away).await;
        self.process = launch(self.port, &self.folder).await;
    }

    /// Runs a command as an operator would, and gives what it prints.
    pub(crate) fn command(&self, words: &[&str]) -> String {
        let port = self.port.to_string();
        let output = std::process::Command::new("redis-cli")
            .args(["-p", &port])
            .args(words)
            .output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    }

    pub(crate) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }
}

async fn launch(port: u16, folder: &Path) -> Process {
    let port_text = port.to_string();
    // The configuration that is deployed.
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/redis.conf");
    let arguments = [config, "--port", &port_text, "--bind", "127.0.0.1"];
    let process = Process::start("redis", "redis-server", arguments, &[], folder);
    for _ in 0..1_000 {
        if tokio::net::TcpStream::connect(("127.0.0.1", port))
            .await
            .is_ok()
        {
            return process;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("redis-server does not come up:\n{}", process.log_text());
}
