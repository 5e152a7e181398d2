//! A child process with its log in a file, shown when something goes wrong.

use std::ffi::OsStr;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, bail};
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio_util::task::AbortOnDropHandle;

/// Long enough for a start on a busy machine.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// A running program. It is killed when dropped.
#[derive(Debug)]
pub(crate) struct Process {
    name: String,
    child: Child,
    output: Lines<BufReader<ChildStdout>>,
    log: PathBuf,
    /// Ends with the process.
    aside: Option<AbortOnDropHandle<()>>,
}

impl Process {
    /// Starts a program in `folder`, where its log goes to `NAME.log`.
    pub(crate) fn start<S: AsRef<OsStr>>(
        name: &str,
        program: impl AsRef<OsStr>,
        arguments: impl IntoIterator<Item = S>,
        folder: &Path,
    ) -> anyhow::Result<Self> {
        let log = folder.join(format!("{name}.log"));
        let mut child = Command::new(&program)
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(File::create(&log)?)
            .kill_on_drop(true)
            .spawn()
            .with_context(|| program.as_ref().display().to_string())?;
        let output = child.stdout.take().context("its output")?;
        Ok(Self {
            name: name.to_owned(),
            child,
            output: BufReader::new(output).lines(),
            log,
            aside: None,
        })
    }

    /// Waits for a line of output with `words` in it and gives what comes after them.
    pub(crate) async fn says(&mut self, words: &str) -> anyhow::Result<String> {
        let found = async {
            while let Some(line) = self.output.next_line().await? {
                if let Some((_, rest)) = line.split_once(words) {
                    return Ok(rest.trim().to_owned());
                }
            }
            bail!("it ended first")
        };
        let said = tokio::time::timeout(START_TIMEOUT, found)
            .await
            .context("in time")
            .flatten();
        said.with_context(|| format!("{} does not say `{words}`:\n{}", self.name, self.log_tail()))
    }

    /// Does something else for as long as it runs.
    pub(crate) fn while_it_runs(&mut self, work: impl Future<Output = ()> + Send + 'static) {
        self.aside = Some(AbortOnDropHandle::new(tokio::spawn(work)));
    }

    /// Its number in the system.
    pub(crate) fn id(&self) -> anyhow::Result<u32> {
        let gone = || format!("{} has ended:\n{}", self.name, self.log_tail());
        self.child.id().with_context(gone)
    }

    /// kill -9, and waits until it is gone.
    pub(crate) async fn kill(&mut self) -> anyhow::Result<()> {
        Ok(self.child.kill().await?)
    }

    fn log_tail(&self) -> String {
        let log = std::fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<_> = log.lines().collect();
        lines[lines.len().saturating_sub(20)..].join("\n")
    }
}
