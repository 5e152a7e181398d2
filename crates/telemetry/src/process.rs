//! What the system says of the process itself.

use std::fs;

use tokio::time::Instant;

use crate::metrics;

/// Linux counts processor time in these, whatever its kernel is built with.
const TICKS_A_SECOND: f64 = 100.0;

/// Has the process's own figures looked up whenever metrics are collected.
pub(crate) fn watch() {
    let started = Instant::now();
    metrics::watch(
        "process.uptime",
        "s",
        "Time since the process started",
        move || Some(started.elapsed().as_secs_f64()),
    );
    metrics::watch(
        "process.memory.usage",
        "By",
        "Memory in use (resident)",
        resident_bytes,
    );
    metrics::meter()
        .f64_observable_counter("process.cpu.time")
        .with_description("Processor time used")
        .with_unit("s")
        .with_callback(|seen| {
            if let Some(seconds) = cpu_seconds() {
                seen.observe(seconds, &[]);
            }
        })
        .build();
}

/// `utime` and `stime` of `proc_pid_stat(5)`; `None` where there is no such file.
fn cpu_seconds() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in brackets, may hold anything.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11);
    let user: f64 = times.next()?.parse().ok()?;
    let system: f64 = times.next()?.parse().ok()?;
    Some((user + system) / TICKS_A_SECOND)
}

fn resident_bytes() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024.0)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_system_knows_the_process() {
        assert!(cpu_seconds().is_some());
        assert!(resident_bytes().is_some_and(|bytes| bytes > 100_000.0));
    }
}
