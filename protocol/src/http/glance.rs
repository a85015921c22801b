//! What the page of a room shows before it has its line: the board as it was when the page was asked for.
//! It stands in the HTML of `/r/{room}`, in a block of data with the identity `glance`.

use engine::{Position, Side};
use serde::{Deserialize, Serialize};

/// The board at a glance. No words: nothing in it was written by anybody.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Glance {
    /// Whose row is the near one for whoever asked.
    pub viewer: Side,
    /// Whether the board is for practice: its page has no stand below it.
    pub practice: bool,
    /// What is on the board, with the tried move on it, as far as whoever asked may know.
    pub position: Position,
}
