//! The story of one move: what is logged, told and animated.
//!
//! A trace is complete: whoever animates it needs no rule. Walk the ring from `from` in the
//! lap's direction and drop `seeds` seeds, one in each pit, stepping over the pits in
//! `passes_over` and, when `skips_origin`, over `from` itself. After the last lap apply
//! `crossing`, then `taken`, then mark `made_bulls` as the mover's. For a special move there are
//! no laps: empty `lifted`, fill `laid`. Every number of a pit is a ring index.

use crate::board::Direction;
use crate::position::Position;
use crate::side::Side;

/// One lifting of a pit and the sowing of exactly those seeds.
///
/// On the wire it is the array `[from, seeds, direction, last]`, where the direction is `1` for
/// counterclockwise (ring index counting up) and `-1` for clockwise. All laps of a turn but the
/// last end in a relay; how the last one ended is [`Trace::end`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "crate::wire::LapWire", into = "crate::wire::LapWire"))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "export", ts(as = "crate::wire::LapWire"))]
pub struct Lap {
    /// Ring index of the pit that was lifted.
    pub from: u8,
    /// Ring index of the pit of the last seed.
    pub last: u8,
    /// Seeds lifted and sown.
    pub seeds: u16,
    /// Which way they were sown.
    pub direction: Direction,
}

/// How a lap ended: what the last seed did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum LapEnd {
    /// It fell into an occupied pit, which is lifted next.
    Relay,
    /// It fell into a pit that already was a bull; the turn is over.
    InBull,
    /// It made one or two bulls; the turn is over.
    Bull,
    /// It made two uurs; the turn is over.
    Uur,
    /// It captured; the turn is over.
    Capture,
    /// It ended the turn in any other way.
    Sleep,
}

impl LapEnd {
    /// The word for it on the wire.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Relay => "relay",
            Self::InBull => "in_bull",
            Self::Bull => "bull",
            Self::Uur => "uur",
            Self::Capture => "capture",
            Self::Sleep => "sleep",
        }
    }
}

/// Everything that happened in one move.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Trace {
    /// Who moved.
    pub side: Side,
    /// Ring index of the start pit; of the first lifted pit for a special move.
    pub start: u8,
    /// The laps in order. Empty for a special move and for an endless start that is played.
    pub laps: Vec<Lap>,
    /// How the last lap ended; `None` when there are no laps.
    pub end: Option<LapEnd>,
    /// What was taken, `[pit, seeds]` in order: facing pit, capturing seed, facing pits of the
    /// chain.
    pub taken: Vec<(u8, u16)>,
    /// All that was taken together.
    pub captured: u16,
    /// One seed that crossed over, `[from, to]`, when two uurs were made.
    pub crossing: Option<(u8, u8)>,
    /// Pits that became the mover's for good, in the order of the rules.
    pub made_bulls: Vec<u8>,
    /// Whether the mover gained the direction privilege.
    pub privilege: bool,
    /// Whether the start was endless: the board stays as it was.
    pub endless: bool,
    /// Bulls that sowing passed over in this turn.
    pub passes_over: Vec<u8>,
    /// Whether laps dropped nothing into the pit they lifted.
    pub skips_origin: bool,
    /// What a special move lifted, `[pit, seeds]`.
    pub lifted: Vec<(u8, u16)>,
    /// What a special move laid, `[pit, seeds]`.
    pub laid: Vec<(u8, u16)>,
}

impl Trace {
    /// A move in which nothing has happened yet.
    pub(crate) const fn new(side: Side, start: u8) -> Self {
        Self {
            side,
            start,
            laps: Vec::new(),
            end: None,
            taken: Vec::new(),
            captured: 0,
            crossing: None,
            made_bulls: Vec::new(),
            privilege: false,
            endless: false,
            passes_over: Vec::new(),
            skips_origin: false,
            lifted: Vec::new(),
            laid: Vec::new(),
        }
    }

    /// How the lap with that index ended.
    #[must_use]
    pub fn lap_end(&self, index: usize) -> Option<LapEnd> {
        match self.laps.len().checked_sub(index + 1)? {
            0 => self.end,
            _ => Some(LapEnd::Relay),
        }
    }

    /// Whether it was a special move.
    #[must_use]
    pub const fn is_special(&self) -> bool {
        !self.lifted.is_empty()
    }

    /// Whether it captured or made a bull, so that the counts of repetition and of quiet plies
    /// begin anew.
    #[must_use]
    pub const fn is_progress(&self) -> bool {
        self.captured > 0 || !self.made_bulls.is_empty()
    }
}

/// A move that was played: what the board looks like now and how that came about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Turn {
    /// The position after the move.
    pub after: Position,
    /// The story of the move.
    pub trace: Trace,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lap_stays_small() {
        assert!(size_of::<Lap>() <= 16);
    }
}
