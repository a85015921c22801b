//! `GET /api/rooms/{room}/story`: what everybody was told in a room, from its opening on.

use serde::{Deserialize, Serialize};

use crate::ids::RoomId;
use crate::message::ServerFrame;

/// A part of the story of a room.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Story {
    /// The room.
    pub room: RoomId,
    /// What a page was told that watched from the beginning: the table as a whole, in the first part,
    /// and then its events as they came, each frame with its moment.
    pub frames: Vec<ServerFrame>,
    /// What to ask for next as `from`; nothing when this is all there is so far.
    pub next: Option<u32>,
}
