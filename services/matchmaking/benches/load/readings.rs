//! What the system says of processes and threads.

use std::fs;
use std::time::Duration;

/// Linux counts processor time in hundredths of a second.
const TICK: Duration = Duration::from_millis(10);

/// The processor time of a process's threads whose names begin so, or of all for an empty name.
pub(crate) fn processor_time(process: u32, threads: &str) -> Duration {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).expect("a process");
    let ticks = tasks.flatten().filter_map(|task| {
        let stat = fs::read_to_string(task.path().join("stat")).ok()?;
        // The name is in brackets and may hold anything.
        let (head, tail) = stat.rsplit_once(')')?;
        let (_, name) = head.split_once('(')?;
        if !name.starts_with(threads) {
            return None;
        }
        let fields: Vec<&str> = tail.split_whitespace().collect();
        let (user, system) = (fields.get(11)?, fields.get(12)?);
        Some(user.parse::<u32>().ok()? + system.parse::<u32>().ok()?)
    });
    TICK * ticks.sum::<u32>()
}

/// The machine in a line.
pub(crate) fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpuinfo
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .map_or("", |rest| rest.trim_start_matches([' ', '\t', ':']));
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or_default();
    format!("{cores} cores, {model}; load average before the run {load}")
}
