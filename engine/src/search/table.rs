//! What is known of positions that were met before: a table of fixed size, the newer entry wins.

use crate::position::Position;
use crate::side::Side;

/// Entries; 16 bytes each.
const ENTRIES: usize = 1 << 16;
/// An odd number without a pattern: the fraction of the golden ratio.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// How a value is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the value.
    Exact,
    /// The value is this or more.
    Least,
    /// The value is this or less.
    Most,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    key: u64,
    pub(super) value: i32,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// The pit that was best; zero when none was.
    pub(super) pit: u8,
}

pub(super) struct Table(Vec<Option<Entry>>);

impl Table {
    pub(super) fn new() -> Self {
        Self(vec![None; ENTRIES])
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.0[slot(key)].filter(|entry| entry.key == key)
    }

    pub(super) fn put(&mut self, key: u64, value: i32, depth: u8, bound: Bound, pit: u8) {
        self.0[slot(key)] = Some(Entry { key, value, depth, bound, pit });
    }
}

fn slot(key: u64) -> usize {
    usize::try_from(key >> 32).unwrap_or_default() & (ENTRIES - 1)
}

/// A number for everything of a position that the rest of its game depends on.
pub(super) fn key(position: &Position) -> u64 {
    let mut key = MIX;
    let mut mix = |value: u64| key = (key ^ value).wrapping_mul(MIX).rotate_left(29);
    for pits in position.pits().chunks(4) {
        mix(pits.iter().fold(0, |word, &seeds| word << 16 | u64::from(seeds)));
    }
    let captured = position.captured();
    mix(u64::from(captured.south) << 16 | u64::from(captured.north));
    let special = position.special_used();
    // Not whether the turn is the first one: the root may come again, and is the same position then.
    let flags = [position.turn() == Side::North, special.south, special.north];
    mix(flags.into_iter().fold(0, |word, flag| word << 1 | u64::from(flag)));
    for bull in position.bulls() {
        mix(u64::from(bull.pit) << 1 | u64::from(bull.owner == Side::North));
    }
    key ^ key >> 32
}
