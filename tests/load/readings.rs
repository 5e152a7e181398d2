//! What the system says of processes: the time they had, the memory they hold.

use std::fs;
use std::time::Duration;

use anyhow::Context as _;

/// The system counts processor time in hundredths of a second.
const TICK: Duration = Duration::from_millis(10);

/// The processor time that a process has had.
pub(crate) fn cpu(process: u32) -> anyhow::Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name stands in brackets and may hold anything; `utime` and `stime` are the 12th and 13th
    // field behind it.
    let (_, fields) = stat.rsplit_once(')').context("its name")?;
    let mut ticks = fields.split_whitespace().skip(11);
    let user: u32 = ticks.next().context("utime")?.parse()?;
    let system: u32 = ticks.next().context("stime")?.parse()?;
    Ok(TICK * (user + system))
}

/// The processor time that the whole machine has spent at work.
pub(crate) fn machine_cpu() -> anyhow::Result<Duration> {
    let stat = fs::read_to_string("/proc/stat")?;
    let total = stat.lines().next().context("the total")?;
    let fields = total.split_whitespace().skip(1).take(8).enumerate();
    // The fourth is idle, the fifth waits for disks.
    let at_work = fields.filter(|(place, _)| !matches!(place, 3 | 4));
    let ticks: u64 = at_work
        .filter_map(|(_, ticks)| ticks.parse::<u64>().ok())
        .sum();
    Ok(TICK.mul_f64(ticks as f64))
}

/// The memory that a process holds, in bytes.
pub(crate) fn resident(process: u32) -> anyhow::Result<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .context("VmRSS")?;
    let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kilobytes * 1024.0)
}

/// The machine in words, with what it is busy with before anything is measured.
pub(crate) fn machine() -> anyhow::Result<String> {
    let cores = std::thread::available_parallelism()?;
    let load = fs::read_to_string("/proc/loadavg")?;
    let load = load.split_whitespace().next().unwrap_or_default();
    let model = fs::read_to_string("/proc/cpuinfo")?;
    let model = model
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("unknown processor", |(_, model)| model);
    Ok(format!(
        "{cores} cores, {model}; load average before the run {load}"
    ))
}
