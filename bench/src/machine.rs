//! The machine and its processes: descriptors, cores, processor time, memory.

use std::fs;

use anyhow::{Context, Result};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::{Value, json};

/// As many descriptors as the system allows.
pub(crate) fn raise_descriptors() {
    let limit = getrlimit(Resource::Nofile);
    // Where that is refused there are fewer watchers, and it is said at the first that fails.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
}

/// Nanoseconds of the processor that a process has used.
pub(crate) fn cpu_ns(process: u32) -> Result<u64> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).context("the process is gone")?;
    let mut sum = 0;
    for task in tasks {
        let text = fs::read_to_string(task?.path().join("schedstat")).unwrap_or_default();
        sum += text.split_whitespace().next().and_then(|ns| ns.parse::<u64>().ok()).unwrap_or(0);
    }
    Ok(sum)
}

/// Bytes of memory that a process holds.
pub(crate) fn resident(process: u32) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).context("the process is gone")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no resident size")?;
    let kib: u64 = line.split_whitespace().next().context("no number")?.parse()?;
    Ok(kib * 1024)
}

/// Bytes in the kernel's buffers of all TCP sockets of this machine.
pub(crate) fn kernel_buffers() -> u64 {
    let text = fs::read_to_string("/proc/net/sockstat").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("TCP:")).unwrap_or_default();
    let pages = line.split_whitespace().skip_while(|word| *word != "mem").nth(1);
    pages.and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096
}

/// Facts that belong beside every figure.
pub(crate) fn facts() -> Value {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or_default();
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    json!({
        "cpu": model.trim_start_matches(['\t', ' ', ':']),
        "cores": cores,
        "kernel": kernel.trim(),
        "load_average": load_average(),
    })
}

/// The load of the last minute.
pub(crate) fn load_average() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().next().and_then(|load| load.parse().ok()).unwrap_or(0.0)
}

/// Clock ticks of the machine so far: all, idle, stolen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ticks {
    all: u64,
    idle: u64,
    stolen: u64,
}

impl Ticks {
    pub(crate) fn now() -> Self {
        let text = fs::read_to_string("/proc/stat").unwrap_or_default();
        let line = text.lines().next().unwrap_or_default();
        let ticks: Vec<u64> = line.split_whitespace().skip(1).filter_map(|word| word.parse().ok()).collect();
        let at = |place: usize| ticks.get(place).copied().unwrap_or(0);
        Self { all: ticks.iter().take(8).sum(), idle: at(3) + at(4), stolen: at(7) }
    }

    /// Parts of the time since then in which the machine was idle, and was stolen from.
    pub(crate) fn since(self, before: Self) -> Value {
        #[allow(clippy::cast_precision_loss, reason = "parts of a whole, to be looked at")]
        let part = |ticks: u64| ticks as f64 / (self.all - before.all).max(1) as f64;
        json!({ "idle": round(part(self.idle - before.idle)), "steal": round(part(self.stolen - before.stolen)) })
    }
}

/// Two decimals.
pub(crate) fn round(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
