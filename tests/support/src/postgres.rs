//! PostgreSQL servers of a test's own.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use crate::{Process, ReservedPort, WAIT_TIMEOUT};

/// Where Debian keeps the programs, a folder a version.
const VERSIONS: &str = "/usr/lib/postgresql";

/// What it logs once it serves. It takes connections before that, and refuses them with an error.
const READY: &str = "database system is ready to accept connections";

/// A PostgreSQL server with an empty database.
#[derive(Debug)]
pub struct PostgresServer {
    process: Process,
    port: ReservedPort,
    // Last: the server is gone before its directory is.
    directory: TempDir,
}

impl PostgresServer {
    /// Makes an empty database and starts its server.
    pub async fn start() -> Self {
        let (directory, port) = (tempfile::tempdir().unwrap(), ReservedPort::reserve());
        if is_root() {
            // PostgreSQL does not run as root.
            let owner = Command::new("chown")
                .arg("postgres")
                .arg(directory.path())
                .status();
            assert!(owner.unwrap().success(), "there is no user `postgres`");
        }
        let encoding = ["--encoding", "UTF8", "--locale", "C"];
        let access = ["--username", "shashki", "--auth", "trust"];
        let rest = ["--pgdata", "data", "--no-sync", "--no-instructions"];
        let initdb = command_line("initdb", &[encoding, access, rest].concat());
        let made = Command::new(&initdb[0])
            .args(&initdb[1..])
            .current_dir(directory.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(made.status.success(), "initdb: {made:?}");
        let process = spawn(directory.path(), &port).await;
        Self {
            process: process.unwrap_or_else(|error| panic!("{error}")),
            port,
            directory,
        }
    }

    /// The URL of its database.
    pub fn url(&self) -> String {
        format!("postgres://shashki@{}/postgres", self.port.address())
    }

    /// Kills it as `kill -9` does.
    pub fn kill(&mut self) {
        self.process.kill();
    }

    /// Starts it again on the same port and directory.
    pub async fn start_again(&mut self) {
        let begun = Instant::now();
        // What the killed server left running keeps the new one out for a moment.
        self.process = loop {
            match spawn(self.directory.path(), &self.port).await {
                Ok(process) => break process,
                Err(error) => assert!(begun.elapsed() < WAIT_TIMEOUT, "{error}"),
            }
            sleep(Duration::from_millis(50)).await;
        };
    }
}

impl Drop for PostgresServer {
    /// An immediate shutdown, which takes the server's children along.
    fn drop(&mut self) {
        self.process.quit();
    }
}

async fn spawn(directory: &Path, port: &ReservedPort) -> Result<Process, String> {
    let port = port.to_string();
    let settings = [
        ["-D", "data"],
        ["-p", &port],
        ["-c", "listen_addresses=127.0.0.1"],
        ["-c", "unix_socket_directories="],
        ["-c", "shared_buffers=16MB"],
    ];
    let words = command_line("postgres", settings.as_flattened());
    let mut process = Process::start("postgres", &words[0], &words[1..], &[], directory);
    process.prints(READY).await?;
    Ok(process)
}

/// How one of PostgreSQL's programs is run, by a user that it accepts.
fn command_line(program: &str, arguments: &[&str]) -> Vec<String> {
    let user = [
        "setpriv",
        "--reuid",
        "postgres",
        "--regid",
        "postgres",
        "--init-groups",
    ];
    let user = if is_root() { &user[..] } else { &[] };
    let program = find(program).display().to_string();
    let words = user.iter().copied().chain([program.as_str()]);
    let words = words.chain(arguments.iter().copied());
    words.map(str::to_owned).collect()
}

fn is_root() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}

fn find(name: &str) -> PathBuf {
    let versions = fs::read_dir(VERSIONS).into_iter().flatten().flatten();
    versions
        .map(|version| version.path().join("bin").join(name))
        .filter(|path| path.exists())
        .max()
        .unwrap_or_else(|| {
            panic!("`{name}` is not in {VERSIONS}: install the package `postgresql`")
        })
}
