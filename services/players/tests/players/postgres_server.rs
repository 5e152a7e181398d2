//! A PostgreSQL server of the test's own.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;
use tokio::time::sleep;

/// Where Debian keeps the programs, a folder a version.
const VERSIONS: &str = "/usr/lib/postgresql";

pub(crate) struct PostgresServer {
    port: u16,
    process: Child,
    // Last: the server is gone before its directory is.
    _directory: TempDir,
}

impl PostgresServer {
    /// Starts an empty database on a free port.
    pub(crate) async fn start() -> Self {
        let directory = tempfile::tempdir().unwrap();
        if is_root() {
            // PostgreSQL does not run as root.
            let owner = Command::new("chown")
                .arg("postgres")
                .arg(directory.path())
                .status();
            assert!(owner.unwrap().success(), "there is no user `postgres`");
        }
        let made = program("initdb", directory.path())
            .args([
                "--pgdata",
                "data",
                "--username",
                "shashki",
                "--auth",
                "trust",
            ])
            .args(["--encoding", "UTF8", "--locale", "C", "--no-sync"])
            .output()
            .unwrap();
        assert!(made.status.success(), "initdb: {made:?}");
        // The port may be taken between the look and the start.
        for _ in 0..10 {
            let port = TcpListener::bind("127.0.0.1:0")
                .unwrap()
                .local_addr()
                .unwrap()
                .port();
            let mut process = spawn(directory.path(), port);
            if answers(&mut process, port).await {
                return Self {
                    port,
                    process,
                    _directory: directory,
                };
            }
        }
        panic!("postgres does not start");
    }

    pub(crate) fn url(&self) -> String {
        format!("postgres://shashki@127.0.0.1:{}/postgres", self.port)
    }
}

impl Drop for PostgresServer {
    /// An immediate shutdown, which takes the server's children along.
    fn drop(&mut self) {
        let id = self.process.id().to_string();
        if matches!(self.process.try_wait(), Ok(None))
            && Command::new("kill").args(["-QUIT", &id]).status().is_ok()
        {
            let _ = self.process.wait();
        }
    }
}

fn spawn(directory: &Path, port: u16) -> Child {
    program("postgres", directory)
        .args(["-D", "data", "-p", &port.to_string()])
        .args(["-c", "listen_addresses=127.0.0.1"])
        .args(["-c", "unix_socket_directories="])
        .args(["-c", "shared_buffers=16MB"])
        .spawn()
        .unwrap()
}

/// Waits until it serves; false if it ends instead.
async fn answers(process: &mut Child, port: u16) -> bool {
    while process.try_wait().unwrap().is_none() {
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return true;
        }
        sleep(Duration::from_millis(10)).await;
    }
    false
}

/// One of PostgreSQL's programs, to be run in the directory by a user that it accepts.
fn program(name: &str, directory: &Path) -> Command {
    let path = find(name);
    let mut command = if is_root() {
        let mut command = Command::new("setpriv");
        command
            .args([
                "--reuid",
                "postgres",
                "--regid",
                "postgres",
                "--init-groups",
            ])
            .arg(path);
        command
    } else {
        Command::new(path)
    };
    command
        .current_dir(directory)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
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
