//! The people in a room, as events and views tell of them.

use serde::{Deserialize, Serialize};

/// What a member is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MemberKind {
    /// Somebody with a browser.
    Person,
    /// A program of this server in a seat.
    Bot,
}

/// Whether a seated member can be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// At least one live socket in this room.
    Online,
    /// None, for a short while.
    Grace,
    /// None, for longer than [`crate::limits::GRACE_MS`].
    Away,
}

/// Who wanted that a member is silent or gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BanReason {
    /// The host.
    Host,
    /// The member's own side, by a motion.
    Side,
}
