//! What reached whom, and when: counted line by line of everybody's stream.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use protocol::ServerFrame;
use serde_json::{Value, json};

use crate::machine::round;

/// What those who watch received of everybody's stream.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    lines: BTreeMap<u32, Line>,
    /// Frames of everybody's stream that reached somebody who watches.
    pub(crate) deliveries: u64,
    /// Reads in which there was at least one of them.
    pub(crate) pushes: u64,
    pub(crate) bytes: u64,
    /// Numbers that were missing.
    pub(crate) lost: u64,
    /// Times that the stream came as a whole in place of events.
    pub(crate) wholes: u64,
    /// Milliseconds from the moment of a line to its arrival with somebody who plays.
    pub(crate) players: Vec<u64>,
}

/// One frame of events.
#[derive(Debug)]
struct Line {
    events: u32,
    at: u64,
    last: u64,
}

impl Line {
    fn read(payload: &[u8], now: u64) -> Option<Self> {
        let Ok(ServerFrame::Events { t, e, .. }) = serde_json::from_slice(payload) else { return None };
        Some(Self { events: u32::try_from(e.len()).ok()?, at: t, last: now })
    }
}

impl Tally {
    /// A frame of everybody's stream came; the number of its first event is known. The number of its
    /// last one. All frames of one number are alike, so that one of them is read for all.
    pub(crate) fn told(&mut self, first: u32, payload: &[u8], now: u64) -> Option<u32> {
        let line = match self.lines.entry(first) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(Line::read(payload, now)?),
        };
        line.last = line.last.max(now);
        self.deliveries += 1;
        self.bytes += u64::try_from(payload.len()).ok()?;
        Some(first + line.events - 1)
    }

    /// Forget all figures, and keep what is known of the lines.
    pub(crate) fn begin(&mut self) {
        *self = Self::default();
    }

    /// How late the last of all watchers was told of a line, and somebody who plays.
    pub(crate) fn latency(&self) -> Value {
        let last: Vec<u64> = self.lines.values().map(|line| line.last.saturating_sub(line.at)).collect();
        json!({
            "lines": last.len(),
            "last_watcher_ms": spread(last),
            "players_ms": spread(self.players.clone()),
        })
    }

    /// The same for those who watch alone, of a ruler without players.
    pub(crate) fn last_ms(&self) -> Value {
        spread(self.lines.values().map(|line| line.last.saturating_sub(line.at)).collect())
    }

    /// When the last frame of all arrived, behind the moment of the first line.
    pub(crate) fn took_ms(&self) -> u64 {
        let first = self.lines.values().map(|line| line.at).min().unwrap_or(0);
        self.lines.values().map(|line| line.last).max().unwrap_or(0).saturating_sub(first)
    }

    /// Lines of which something was counted.
    pub(crate) fn lines(&self) -> usize {
        self.lines.len()
    }
}

fn spread(mut all: Vec<u64>) -> Value {
    all.sort_unstable();
    let at = |hundredth: usize| all.get((all.len() * hundredth / 100).min(all.len().saturating_sub(1)));
    json!({ "p50": at(50), "p99": at(99), "max": all.last(), "mean": mean(&all) })
}

#[allow(clippy::cast_precision_loss, reason = "milliseconds, to be looked at")]
fn mean(all: &[u64]) -> f64 {
    round(all.iter().sum::<u64>() as f64 / all.len().max(1) as f64)
}
