//! The bodies of the HTTP routes. Errors are problem documents that carry a [`Refusal`].

pub mod account;
pub mod analysis;
pub mod betting;
pub mod glance;
pub mod push;
pub mod record;
pub mod story;

use engine::{Preset, Side};
use serde::{Deserialize, Serialize};

use crate::http::account::AccountView;
use crate::ids::RoomId;
use crate::refusal::Refusal;
use crate::settings::{DecisionMode, RoomSettings};

/// `GET` and `POST /api/session`: who the visitor is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Session {
    /// The name that is used in rooms, unless another is chosen there.
    pub name: String,
    /// Whether the visitor chose the name.
    pub named: bool,
    /// The account; nothing for a guest.
    #[serde(default)]
    pub account: Option<AccountView>,
}

/// Body of `POST /api/session`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SessionRequest {
    /// The wished name; nothing keeps the one there is, or makes one up.
    #[serde(default)]
    pub name: Option<String>,
}

/// `GET /api/games`: what can be played, and what is usual.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GameInfo {
    /// The ruleset.
    pub preset: Preset,
    /// Sizes of the board that the game is played on.
    pub sizes: Vec<u8>,
    /// Seeds in a pit that may be chosen; empty where a pattern sets them.
    pub seeds: Vec<u8>,
    /// What a room of this game has unless the host changes it.
    pub defaults: RoomSettings,
    /// The same for a slow room, with days for a move.
    pub slow: RoomSettings,
}

/// Body of `POST /api/rooms`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoomRequest {
    /// What the host chose.
    pub settings: RoomSettings,
    /// Bots that sit down at once, for each side.
    #[serde(default)]
    pub bots: BotSeats,
}

/// Bots that sit down at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BotSeats {
    /// In South's row.
    #[serde(default)]
    pub south: u8,
    /// In North's row.
    #[serde(default)]
    pub north: u8,
}

/// Answer of `POST /api/rooms`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RoomOpened {
    /// The room: its link is `/r/<room>`.
    pub room: RoomId,
}

/// A line of `GET /api/rooms`, the lobby. Only public rooms are in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LobbyRow {
    /// The room.
    pub room: RoomId,
    /// Its title.
    pub title: String,
    /// The game.
    pub preset: Preset,
    /// Pits in a row.
    pub pits: u8,
    /// How its sides decide.
    pub mode: DecisionMode,
    /// Members seated in South's row.
    pub south: u8,
    /// Members seated in North's row.
    pub north: u8,
    /// Seats of one side.
    pub team_max: u8,
    /// Persons watching.
    pub watching: u32,
    /// What goes on.
    pub phase: LobbyPhase,
    /// Plies of the running game.
    pub plies: u16,
    /// Whether it is a slow game.
    #[serde(default)]
    pub slow: bool,
    /// Whether bets are taken now.
    #[serde(default)]
    pub betting: bool,
    /// Whether its games are rated.
    #[serde(default)]
    pub rated: bool,
}

/// A line of `GET /api/me/games`: a room in which the visitor has a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MyGame {
    /// The room as the lobby would show it, public or not.
    pub row: LobbyRow,
    /// Where the visitor sits.
    pub side: Side,
    /// Whose turn it is.
    pub turn: Option<Side>,
    /// Whether the visitor is waited for: a move to be laid, a vote, an answer.
    pub awaits: bool,
    /// When the time of the turn ends, where time is counted.
    pub due: Option<u64>,
}

/// What goes on in a room, for the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LobbyPhase {
    /// People take their seats.
    Seating,
    /// A game is played.
    Playing,
    /// A game ended and none has begun since.
    Ended,
}

/// Body of `POST /api/ws-ticket`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TicketRequest {
    /// The room.
    pub room: RoomId,
}

/// Answer of `POST /api/ws-ticket`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Ticket {
    /// Goes into `hello`; good once, for 30 s.
    pub ticket: String,
}

/// Body of every answer with an error status.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Problem {
    /// The HTTP status again.
    pub status: u16,
    /// Why.
    pub refusal: Refusal,
}
