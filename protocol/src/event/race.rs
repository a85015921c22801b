//! The opening race, drop by drop.

use engine::{BySide, Position, Side};
use serde::{Deserialize, Serialize};

/// An opening race, drop by drop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RaceStory {
    /// The position before it.
    pub before: Position,
    /// The pits lifted at the start, by ring index.
    pub lifted: BySide<u8>,
    /// Each drop in order.
    pub drops: Vec<RaceDrop>,
    /// Whether the race did not end and was taken back; the starter is then by lot.
    pub void: bool,
}

/// One drop of a race.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RaceDrop {
    /// Whose.
    pub side: Side,
    /// Where, by ring index.
    pub pit: u8,
    /// Seeds lifted from there at once, when the hand was empty and the pit was not.
    pub lifted: u16,
    /// Whether the side sleeps from now on.
    pub sleeps: bool,
}
