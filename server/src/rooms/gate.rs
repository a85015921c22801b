//! The gate between a room and those who watch it from behind: which lines of the log are through
//! at a moment, and when the next one will be (`docs/decisions/0015-the-gate.md`).
//!
//! Nothing here knows a room, a stream or a clock: lines and moments come in, and a count of lines
//! that are through comes out. That count never falls.

use std::collections::VecDeque;

use protocol::settings::Stand;
use protocol::{Entry, Event};

/// Bytes of lines that are kept until they are through; what is beyond is read from the log again.
pub(super) const HELD_BYTES: usize = 512 * 1024;
/// What a line costs beside its text.
const LINE_BYTES: usize = 512;

/// How far behind those are who watch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Gate {
    delay_ms: u64,
    delay_plies: u16,
}

/// How far the games have come after a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Stage {
    /// Games that began so far; numbers of games begin anew with each match.
    begun: u32,
    is_playing: bool,
    /// Plies that stand in the newest game.
    plies: u16,
}

/// What is to be known of a line to tell when it is through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    at: u64,
    stage: Stage,
}

/// The lines that are not through yet, oldest first, as many as are kept.
#[derive(Debug, Default)]
pub(super) struct Held {
    lines: VecDeque<(Mark, Entry)>,
    bytes: usize,
    /// Newer lines that are in the log only.
    left_out: usize,
    /// After the newest line of all.
    now: Stage,
}

impl Gate {
    /// The gate of a room; none where nobody is behind.
    pub(super) fn of(stand: &Stand) -> Option<Self> {
        let gate = Self { delay_ms: u64::from(stand.delay_ms), delay_plies: u16::from(stand.delay_plies) };
        (gate.delay_ms > 0 || gate.delay_plies > 0).then_some(gate)
    }

    /// How many of the lines of a log are through at `now`, had the gate been watched all along. The
    /// line that opens a room is: it tells nothing but what was agreed, and without it there is
    /// nothing to be seen.
    pub(super) fn passed(self, entries: &[Entry], now: u64) -> usize {
        let mut marks: Vec<Mark> = Vec::with_capacity(entries.len());
        let (mut passed, mut stage) = (usize::from(!entries.is_empty()), Stage::default());
        let go_on = |marks: &[Mark], passed: &mut usize, stage: Stage, now: u64| {
            while marks.get(*passed).is_some_and(|mark| self.is_through(*mark, stage, now)) {
                *passed += 1;
            }
        };
        for entry in entries {
            // What was through before this line stays so, even if the line takes a ply back.
            go_on(&marks, &mut passed, stage, entry.at);
            stage.pass(entry);
            marks.push(Mark { at: entry.at, stage });
            go_on(&marks, &mut passed, stage, entry.at);
        }
        go_on(&marks, &mut passed, stage, now);
        passed
    }

    /// Of both delays the stricter counts. Plies count as long as the game of the line goes on.
    fn is_through(self, mark: Mark, stage: Stage, now: u64) -> bool {
        self.has_plies(mark, stage) && mark.at + self.delay_ms <= now
    }

    fn has_plies(self, mark: Mark, stage: Stage) -> bool {
        let goes_on = mark.stage.is_playing && stage.is_playing && mark.stage.begun == stage.begun;
        !goes_on || stage.plies >= mark.stage.plies.saturating_add(self.delay_plies)
    }
}

impl Stage {
    /// Go on by a line.
    pub(super) fn pass(&mut self, entry: &Entry) {
        for event in &entry.events {
            self.pass_event(event);
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other kind counts plies or games")]
    fn pass_event(&mut self, event: &Event) {
        match event {
            Event::GameBegan { .. } => {
                *self = Self { begun: self.begun.saturating_add(1), is_playing: true, plies: 0 };
            }
            Event::Stood { ply, .. } => self.plies = *ply,
            Event::TakenBack { ply, .. } => self.plies = ply.saturating_sub(1),
            Event::GameEnded { .. } => self.is_playing = false,
            _ => {}
        }
    }
}

impl Held {
    /// All lines behind the first `passed` of a log.
    pub(super) fn of_log(entries: &[Entry], passed: usize) -> Self {
        let mut held = Self::default();
        for (number, entry) in entries.iter().enumerate() {
            if number < passed {
                held.now.pass(entry);
            } else {
                held.add(entry);
            }
        }
        held
    }

    /// A line was written.
    pub(super) fn add(&mut self, entry: &Entry) {
        self.now.pass(entry);
        let bytes = bytes_of(entry);
        if self.left_out > 0 || (!self.lines.is_empty() && self.bytes + bytes > HELD_BYTES) {
            self.left_out += 1;
            return;
        }
        self.bytes += bytes;
        self.lines.push_back((Mark { at: entry.at, stage: self.now }, entry.clone()));
    }

    /// The next line that is through.
    pub(super) fn release(&mut self, gate: Gate, now: u64) -> Option<Entry> {
        let (mark, _) = self.lines.front()?;
        if !gate.is_through(*mark, self.now, now) {
            return None;
        }
        let (_, entry) = self.lines.pop_front()?;
        self.bytes -= bytes_of(&entry);
        Some(entry)
    }

    /// When time lets the next line through; nothing when it waits for plies, or for the log.
    pub(super) fn due(&self, gate: Gate) -> Option<u64> {
        let (mark, _) = self.lines.front()?;
        gate.has_plies(*mark, self.now).then_some(mark.at + gate.delay_ms)
    }

    /// Whether the lines that come next must be read from the log.
    pub(super) fn is_short(&self) -> bool {
        self.lines.is_empty() && self.left_out > 0
    }
}

/// The length of the line as it is written.
fn bytes_of(entry: &Entry) -> usize {
    let mut counter = Counter(LINE_BYTES);
    // Counting cannot fail, and were it to, a line would only be taken for a short one.
    drop(serde_json::to_writer(&mut counter, entry));
    counter.0
}

struct Counter(usize);

impl std::io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
