//! A child process with its log in a file, shown when the test fails.

use std::ffi::OsStr;
use std::fs::File;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

/// Long enough for anything on a busy machine; a test that waits so long has failed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Below those that the system gives to whoever calls: a port that is free now stays so until the
/// process it is for has it, and while that process is away.
const PORTS: std::ops::Range<u16> = 10_000..32_000;

/// A port that nobody listens on now.
pub(crate) fn free_port() -> u16 {
    loop {
        let port = rand::random_range(PORTS);
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// A running program. It is killed when dropped.
pub(crate) struct Process {
    name: String,
    child: Child,
    output: Lines<BufReader<ChildStdout>>,
    log: PathBuf,
}

impl Process {
    /// Starts a program; what it logs goes to `NAME.log` in `folder`.
    pub(crate) fn start<S: AsRef<OsStr>>(
        name: &str,
        program: impl AsRef<OsStr>,
        arguments: impl IntoIterator<Item = S>,
        environment: &[(&str, &str)],
        folder: &Path,
    ) -> Self {
        let log = folder.join(format!("{name}.log"));
        let file = File::options()
            .create(true)
            .append(true)
            .open(&log)
            .unwrap();
        let mut child = Command::new(&program)
            .args(arguments)
            .envs(environment.iter().copied())
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(file)
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.as_ref().display()));
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        Self {
            name: name.to_owned(),
            child,
            output,
            log,
        }
    }

    /// Waits for a line of output that begins with `prefix` and gives the rest of it.
    pub(crate) async fn line(&mut self, prefix: &str) -> String {
        let found = async {
            while let Some(line) = self.output.next_line().await.unwrap() {
                if let Some(rest) = line.trim().strip_prefix(prefix) {
                    return rest.trim().to_owned();
                }
            }
            panic!(
                "{} ended without saying `{prefix}`:\n{}",
                self.name,
                self.log_text()
            );
        };
        tokio::time::timeout(PATIENCE, found)
            .await
            .unwrap_or_else(|_| panic!("no `{prefix}`"))
    }

    /// Sends a signal by its name.
    pub(crate) fn signal(&self, signal: &str) {
        let id = self.child.id().expect("the process still runs").to_string();
        assert!(
            std::process::Command::new("kill")
                .args(["-s", signal, &id])
                .status()
                .unwrap()
                .success()
        );
    }

    /// kill -9, and waits until it is gone.
    pub(crate) async fn kill(&mut self) {
        self.child.kill().await.unwrap();
    }

    /// Waits until it ends by itself.
    pub(crate) async fn ended(&mut self) -> ExitStatus {
        tokio::time::timeout(PATIENCE, self.child.wait())
            .await
            .expect("it ends")
            .unwrap()
    }

    /// What it logged so far.
    pub(crate) fn log_text(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let log = self.log_text();
            let tail: Vec<_> = log.lines().rev().take(30).collect();
            eprintln!("--- the last lines of {}'s log:", self.name);
            tail.iter().rev().for_each(|line| eprintln!("{line}"));
        }
    }
}
