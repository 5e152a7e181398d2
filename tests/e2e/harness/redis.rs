//! A Redis of the test's own.

use std::path::Path;
use std::time::Duration;

use super::process::{Process, free_port};

/// A Redis that writes every change to its log before it answers.
pub(crate) struct Redis {
    _process: Process,
    port: u16,
}

impl Redis {
    /// Starts one with its data in `folder`.
    pub(crate) async fn start(folder: &Path) -> Self {
        Self::start_on(free_port(), folder).await
    }

    async fn start_on(port: u16, folder: &Path) -> Self {
        let arguments = [
            "--port",
            &port.to_string(),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "yes",
        ]
        .map(str::to_owned)
        .into_iter()
        .chain(["--appendfsync", "always", "--daemonize", "no"].map(str::to_owned));
        let process = Process::start("redis", "redis-server", arguments, &[], folder);
        let mut wait = 0;
        while tokio::net::TcpStream::connect(("127.0.0.1", port))
            .await
            .is_err()
        {
            wait += 1;
            assert!(wait < 1_000, "redis-server does not come up");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Self {
            _process: process,
            port,
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }
}
