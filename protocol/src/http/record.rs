//! Records of games: `GET /api/rooms/{room}/record.json` and `POST /api/records`. The form of the
//! text record is in `docs/record.md`.

use serde::{Deserialize, Serialize};

use crate::http::story::Story;
use crate::message::ServerFrame;
use crate::refusal::{IllegalReason, Refusal};

/// What [`RecordFile::format`] says.
pub const RECORD_FORMAT: &str = "sindillo-record";
/// Version of [`RecordFile`]'s own form.
pub const RECORD_FILE_VERSION: u16 = 1;
/// Bytes of the largest record that is read.
pub const RECORD_BYTES: usize = 2 * 1024 * 1024;
/// Most moves that a record may lay on the board, withdrawn ones included.
pub const RECORD_PLIES: usize = 8_000;

/// The lossless record of a room: everything that everybody was told, from its opening on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RecordFile {
    /// Always [`RECORD_FORMAT`].
    pub format: String,
    /// Version of this form: [`RECORD_FILE_VERSION`].
    pub version: u16,
    /// By which rules it was played, from its first event on.
    pub rules: Vec<RulesSince>,
    /// The table as a whole when it was opened, and then its events as they came, as in a story.
    pub frames: Vec<ServerFrame>,
    /// For who sat on a side: the events of that side's own stream in the time in which he did. An
    /// import reads past it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own: Vec<ServerFrame>,
}

/// From which event on a version of the rules was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RulesSince {
    /// Number of the first event of the table that it holds for.
    pub n: u32,
    /// The version, see [`crate::RULES_VERSION`].
    pub version: u16,
}

/// Answer of `POST /api/records`: what a page shows as the story of a room.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RecordReply {
    /// The whole story; its room is no room of this server, and nothing follows.
    pub story: Story,
    /// Games in it.
    pub games: u16,
    /// Plies that stood, those included that were taken back afterwards.
    pub plies: u32,
}

/// Body of a 422 of `POST /api/records`: a [`crate::http::Problem`] that also says where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RecordProblem {
    /// The HTTP status again.
    pub status: u16,
    /// Why, in the words of every route.
    pub refusal: Refusal,
    /// The first place that fails.
    pub fault: RecordFault,
}

/// The first thing in a record that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RecordFault {
    /// Line of the file, from 1, where it can be said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Character of the line, from 1, where it can be said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// Game of the file, from 1, where it is in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u16>,
    /// Ply of the game, from 1, where it is in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u16>,
    /// What is wrong.
    pub code: RecordFaultCode,
    /// Which rule forbids the move, where one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<IllegalReason>,
    /// What was found and what should be there, in English.
    pub detail: String,
}

/// What is wrong with a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RecordFaultCode {
    /// It is no record, or one of a form that is not read here.
    NotARecord,
    /// It cannot be read at this place.
    Syntax,
    /// There is no game in it.
    NoGames,
    /// More moves, laps, games or people than are read.
    TooLong,
    /// A tag that is needed is missing.
    MissingTag,
    /// A tag stands twice, or its value is none that it can have.
    BadTag,
    /// A game or a board that is not played here.
    UnknownGame,
    /// A version of the rules that is not played here.
    UnknownRules,
    /// Something that the format knows and this server does not play.
    NotPlayed,
    /// A name that nobody can have.
    BadName,
    /// A line of text that nobody can have said.
    BadText,
    /// Settings that no room can have.
    BadSettings,
    /// Somebody who is not in the room, or not in that place.
    UnknownMember,
    /// Numbers of events, games or plies that do not follow each other.
    Numbering,
    /// Something that cannot happen at this place.
    OutOfOrder,
    /// The opening race does not lead there.
    RaceDiffers,
    /// The game does not begin with this position.
    OpeningDiffers,
    /// It is not this side's turn.
    WrongSide,
    /// The rules do not allow the move.
    IllegalMove,
    /// A direction is chosen where there is no choice, or another one.
    DirectionDiffers,
    /// The move takes another number of seeds.
    CaptureDiffers,
    /// The move makes another number of bulls.
    BullsDiffer,
    /// The story of the move is another one.
    TraceDiffers,
    /// The move leads to another position.
    PositionDiffers,
    /// What is withdrawn is not what was tried.
    TryDiffers,
    /// The game does not end so, or not here.
    OutcomeDiffers,
    /// The match does not stand so.
    SeriesDiffers,
    /// What the lots were drawn from is not what was sealed.
    SealDiffers,
}
