//! What the machine has: descriptors for connections, memory for what waits for them.

use std::fs;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Bytes of memory where the system does not tell.
const MEMORY_BYTES: u64 = 1024 * 1024 * 1024;

/// Have as many descriptors as the system allows: it starts with far fewer, for the sake of programs
/// that cannot count further. How many there are then; nothing where the system does not tell.
pub fn raise_descriptors() -> Option<usize> {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    if limit.current != limit.maximum && setrlimit(Resource::Nofile, raised).is_err() {
        tracing::debug!("there are no more descriptors than the system began with");
    }
    descriptors()
}

/// How many files this process may have open, where the system tells.
pub(super) fn descriptors() -> Option<usize> {
    getrlimit(Resource::Nofile).current.and_then(|most| usize::try_from(most).ok())
}

/// Bytes of memory of the machine, or of the container where that has less.
#[must_use]
pub fn memory() -> u64 {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| total(&text));
    let contained = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let container = contained.iter().find_map(|file| fs::read_to_string(file).ok()?.trim().parse().ok());
    machine.into_iter().chain(container).min().unwrap_or(MEMORY_BYTES)
}

fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_tells_what_it_has() {
        assert!(raise_descriptors().is_some_and(|most| most > 64));
        assert!(memory() > 64 * 1024 * 1024);
        assert_eq!(total("MemFree: 1 kB\nMemTotal:       16 kB\n"), Some(16_384));
        assert_eq!(total("nothing"), None);
    }
}
