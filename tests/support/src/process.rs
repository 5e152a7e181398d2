//! Child processes with their output in a file, shown when a test fails.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use tokio::time::{sleep, timeout};

/// How long anything may take that comes at all, on however busy a machine.
pub const WAIT_TIMEOUT: Duration = Duration::from_secs(60);

/// How often a condition is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Lines of a log that a failed test shows.
const TAIL: usize = 30;

/// A running program. Dropped, it is killed and waited for.
#[derive(Debug)]
pub struct Process {
    name: String,
    child: Child,
    log: PathBuf,
    /// Where this run's output begins in the log, which earlier runs may have written to.
    begins: u64,
}

impl Process {
    /// Starts a program in `folder`. All it prints is appended to `NAME.log` there: an unread pipe
    /// would block the program once it is full.
    pub fn start<S: AsRef<OsStr>>(
        name: &str,
        program: impl AsRef<OsStr>,
        arguments: impl IntoIterator<Item = S>,
        environment: &[(&str, &str)],
        folder: &Path,
    ) -> Self {
        let log = folder.join(format!("{name}.log"));
        let file = File::options().create(true).append(true).open(&log);
        let file = file.unwrap_or_else(|error| panic!("{}: {error}", log.display()));
        let begins = file.metadata().unwrap().len();
        let child = Command::new(&program)
            .args(arguments)
            .envs(environment.iter().copied())
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(file.try_clone().unwrap())
            .stderr(file)
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.as_ref().display()));
        Self {
            name: name.to_owned(),
            child,
            log,
            begins,
        }
    }

    /// Waits until this run prints a line that begins with `prefix`, and gives the rest of the line.
    pub async fn line(&mut self, prefix: &str) -> String {
        let rest = |line: &str| Some(line.trim().strip_prefix(prefix)?.trim().to_owned());
        let found = self.wait_for_line(prefix, rest).await;
        found.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Waits until this run prints a line that contains `text`.
    pub async fn prints(&mut self, text: &str) -> Result<(), String> {
        let contains = |line: &str| line.contains(text).then_some(());
        self.wait_for_line(text, contains).await
    }

    async fn wait_for_line<T>(
        &mut self,
        text: &str,
        pick: impl Fn(&str) -> Option<T>,
    ) -> Result<T, String> {
        let (log, begins) = (self.log.clone(), self.begins);
        wait_for(&format!("line with `{text}`"), &mut [self], async || {
            let output = read_from(&log, begins);
            // The last line may be half written.
            let mut lines = output
                .split_inclusive('\n')
                .filter(|line| line.ends_with('\n'));
            lines.find_map(&pick)
        })
        .await
    }

    /// All that it has printed, in earlier runs too.
    pub fn log_text(&self) -> String {
        read_from(&self.log, 0)
    }

    /// The number of the process in the system.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal by its name.
    pub fn signal(&self, signal: &str) {
        let id = self.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(sent.unwrap().success(), "{} gets no {signal}", self.name);
    }

    /// Stops it as `kill -STOP` does, and waits until it does nothing more: on a busy machine its threads go on for
    /// a while. `signal("CONT")` lets it go on.
    pub async fn suspend(&mut self) {
        self.signal("STOP");
        if cfg!(target_os = "linux") {
            let threads = format!("/proc/{}/task", self.id());
            let stopped = async || all_stopped(Path::new(&threads)).then_some(());
            let waited = wait_for("stop of all threads", &mut [self], stopped).await;
            waited.unwrap_or_else(|error| panic!("{error}"));
        }
    }

    /// Kills it as `kill -9` does, and waits until it is gone.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends SIGQUIT, and waits until it has exited. Blocks: it is for what cannot await.
    pub(crate) fn quit(&mut self) {
        if self.child.try_wait().unwrap().is_none() {
            self.signal("QUIT");
            self.child.wait().unwrap();
        }
    }

    /// Waits until it exits by itself.
    pub async fn ended(&mut self) -> ExitStatus {
        let exit = async {
            loop {
                if let Some(status) = self.child.try_wait().unwrap() {
                    return status;
                }
                sleep(POLL_INTERVAL).await;
            }
        };
        let exit = timeout(WAIT_TIMEOUT, exit).await;
        exit.unwrap_or_else(|_| panic!("{} does not exit", self.name))
    }

    /// The process's name, its exit status and the end of its log, if it has exited.
    fn early_exit(&mut self) -> Option<String> {
        let status = self.child.try_wait().unwrap()?;
        Some(format!("{} has exited: {status}\n{self}", self.name))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Waited for, so that it is gone before its folder is.
        let _ = self.child.kill().and_then(|()| self.child.wait());
        if std::thread::panicking() {
            eprintln!("{self}");
        }
    }
}

/// The end of the log.
impl std::fmt::Display for Process {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let log = self.log_text();
        let lines: Vec<_> = log.lines().collect();
        let tail = &lines[lines.len().saturating_sub(TAIL)..];
        write!(formatter, "--- the last lines of {}'s log:", self.name)?;
        tail.iter()
            .try_for_each(|line| write!(formatter, "\n{line}"))
    }
}

/// Polls until there is `what` is waited for. Fails with the reason and the log as soon as one of the
/// processes exits, and with all their logs after [`WAIT_TIMEOUT`].
pub async fn wait_for<T>(
    what: &str,
    processes: &mut [&mut Process],
    mut poll: impl AsyncFnMut() -> Option<T>,
) -> Result<T, String> {
    let found = async {
        loop {
            if let Some(found) = poll().await {
                return found;
            }
            sleep(POLL_INTERVAL).await;
        }
    };
    // Beside the poll and not after it: one that connects to a process that hangs may never return.
    let exit = async {
        loop {
            if let Some(exit) = processes.iter_mut().find_map(|one| one.early_exit()) {
                return exit;
            }
            sleep(POLL_INTERVAL).await;
        }
    };
    let outcome = tokio::select! {
        biased;
        exit = exit => Some(Err(exit)),
        found = found => Some(Ok(found)),
        () = sleep(WAIT_TIMEOUT) => None,
    };
    outcome.unwrap_or_else(|| {
        let logs: Vec<_> = processes.iter().map(ToString::to_string).collect();
        let logs = logs.join("\n");
        Err(format!("no {what} after {WAIT_TIMEOUT:?}\n{logs}"))
    })
}

/// Whether each thread of a process is in the state `T` (stopped), by what Linux tells of it.
fn all_stopped(threads: &Path) -> bool {
    let stats = std::fs::read_dir(threads)
        .unwrap()
        .map(|thread| std::fs::read_to_string(thread.unwrap().path().join("stat")));
    // The state follows the name, which stands in parentheses and may contain some. A thread may have ended meanwhile.
    stats.flatten().all(|stat| {
        stat.rsplit_once(") ")
            .is_some_and(|(_, state)| state.starts_with('T'))
    })
}

/// A file from a place on; empty if there is none.
fn read_from(file: &Path, place: u64) -> String {
    let mut bytes = Vec::new();
    if let Ok(mut file) = File::open(file) {
        file.seek(SeekFrom::Start(place)).unwrap();
        file.read_to_end(&mut bytes).unwrap();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(folder: &Path, script: &str) -> Process {
        Process::start("shell", "sh", ["-c", script], &[], folder)
    }

    #[tokio::test]
    async fn waiting_fails_when_a_process_exits() {
        let folder = tempfile::tempdir().unwrap();
        let mut lasting = Process::start("lasting", "sleep", ["600"], &[], folder.path());
        let mut failing = shell(folder.path(), "echo the reason >&2; exit 3");
        let mut processes = [&mut lasting, &mut failing];
        // A poll that never returns does not hold it up.
        let never = async || std::future::pending::<Option<()>>().await;
        let error = wait_for("anything", &mut processes, never).await;
        let error = error.unwrap_err();
        for part in ["shell has exited", "exit status: 3", "the reason"] {
            assert!(error.contains(part), "{error}");
        }
    }

    #[tokio::test]
    async fn a_suspended_process_does_nothing_until_it_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let mut process = shell(folder.path(), "while :; do echo still here; done");
        process.prints("here").await.unwrap();
        process.suspend().await;
        let printed = process.log_text().len();
        sleep(POLL_INTERVAL * 5).await;
        assert_eq!(process.log_text().len(), printed);
        process.signal("CONT");
        let more = async || (process.log_text().len() > printed).then_some(());
        wait_for("more output", &mut [], more).await.unwrap();
    }

    #[tokio::test]
    async fn a_line_is_looked_for_in_the_output_of_this_run() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..2 {
            let script = format!("echo noise; echo port {number}; exec sleep 600");
            let mut process = shell(folder.path(), &script);
            assert_eq!(process.line("port").await, number.to_string());
            process.prints("noise").await.unwrap();
        }
    }

    #[tokio::test]
    async fn waiting_ends_with_the_log() {
        let folder = tempfile::tempdir().unwrap();
        let mut process = shell(folder.path(), "echo still here; exec sleep 600");
        assert_eq!(process.line("still").await, "here");
        tokio::time::pause();
        let error = process.prints("the end").await.unwrap_err();
        assert!(
            error.contains("no line with `the end` after 60s"),
            "{error}"
        );
        assert!(error.contains("still here"), "{error}");
    }
}
