//! What those see who watch a room from behind its gate: the room as it is there, and everybody's
//! stream up to there.
//!
//! It is made of lines that are through and of nothing else. Whatever is told to somebody behind the
//! gate about the table comes from here: snapshots, events, heads, legal moves, what is refused
//! because the present is another one, the row of the lobby.

use protocol::{Entry, ServerFrame, Snapshot};

use super::frame::{Frame, encode};
use super::gate::{Gate, Held};
use super::rings::{Key, Rings};
use crate::room::{Room, view};

/// A room as it is at its gate.
#[derive(Debug)]
pub(super) struct Behind {
    gate: Gate,
    room: Room,
    /// Lines of the log that are through.
    passed: usize,
    held: Held,
    table: Rings,
    legal: Option<Frame>,
    snapshot: Option<Frame>,
}

/// What becomes visible when a line is through.
#[derive(Debug)]
pub(super) struct Released {
    /// Its events of the table's stream.
    pub(super) table: Option<Frame>,
    /// The moves that are legal from now on, if they changed.
    pub(super) legal: Option<Frame>,
}

impl Behind {
    /// The gate of a room that was just read; none where nobody is behind, or before the opening.
    pub(super) fn of_log(room: &Room, entries: &[Entry], now: u64) -> Option<Self> {
        let gate = Gate::of(&room.agreed()?.settings.stand)?;
        let passed = gate.passed(entries, now);
        let mut behind = Self {
            gate,
            room: Room::default(),
            passed,
            held: Held::of_log(entries, passed),
            table: Rings::default(),
            legal: None,
            snapshot: None,
        };
        for entry in &entries[..passed] {
            behind.room.apply_entry(entry);
            behind.table.count(entry);
        }
        behind.legal = legal(&behind.room);
        Some(behind)
    }

    /// The room at the gate.
    pub(super) const fn room(&self) -> &Room {
        &self.room
    }

    /// A line was written.
    pub(super) fn add(&mut self, entry: &Entry) {
        self.held.add(entry);
    }

    /// Let the next line through, if it is time.
    pub(super) fn release(&mut self, now: u64) -> Option<Released> {
        let entry = self.held.release(self.gate, now)?;
        Some(self.let_through(&entry))
    }

    /// When the next line is through by time alone.
    pub(super) fn due(&self) -> Option<u64> {
        self.held.due(self.gate)
    }

    /// Whether the lines that come next must be read from the log.
    pub(super) fn is_short(&self) -> bool {
        self.held.is_short()
    }

    /// Go on with the whole log, which was read again.
    pub(super) fn read_on(&mut self, entries: &[Entry], now: u64) -> Vec<Released> {
        let passed = self.gate.passed(entries, now).max(self.passed);
        let through: Vec<Entry> = entries[self.passed.min(entries.len())..passed.min(entries.len())].to_vec();
        let released = through.iter().map(|entry| self.let_through(entry)).collect();
        self.held = Held::of_log(entries, passed);
        released
    }

    /// Number of the newest event of the table that is through.
    pub(super) fn head(&self) -> u32 {
        self.table.head(Key::Table)
    }

    /// The frames of the table behind event `seen`; nothing when they cannot be told without a gap,
    /// or when `seen` is beyond the gate.
    pub(super) fn since(&self, seen: u32) -> Option<Vec<Frame>> {
        self.table.since(Key::Table, seen)
    }

    /// The legal moves of the position that can be seen.
    pub(super) const fn legal(&self) -> Option<&Frame> {
        self.legal.as_ref()
    }

    /// The table as a whole.
    pub(super) fn snapshot(&mut self) -> Option<Frame> {
        if self.snapshot.is_none() {
            let view = Box::new(view::table(&self.room)?);
            let snap = Snapshot::Table { as_of: self.head(), view };
            self.snapshot = Some(encode(&ServerFrame::Snap(snap)));
        }
        self.snapshot.clone()
    }

    fn let_through(&mut self, entry: &Entry) -> Released {
        self.passed += 1;
        self.room.apply_entry(entry);
        let table = self.table.take_only(Key::Table, entry);
        if table.is_some() {
            self.snapshot = None;
        }
        let moves = entry.events.iter().any(changes_moves);
        if moves {
            self.legal = legal(&self.room);
        }
        Released { table, legal: self.legal.clone().filter(|_| moves) }
    }
}

/// Whether other moves may be legal after an event.
pub(super) const fn changes_moves(event: &protocol::Event) -> bool {
    use protocol::Event::{GameBegan, GameEnded, TurnBegan};
    matches!(event, GameBegan { .. } | TurnBegan { .. } | GameEnded { .. })
}

/// The legal moves of a room, while somebody is to move.
pub(super) fn legal(room: &Room) -> Option<Frame> {
    let (game, ply, moves) = view::offers(room)?;
    Some(encode(&ServerFrame::Legal { game, ply, moves }))
}
