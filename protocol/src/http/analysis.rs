//! `POST /api/analysis`: what comes of a line of moves on a board that nobody plays on.

use engine::search::Analysis;
use engine::{Move, Offer, Outcome, Position, Trace};
use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;
use crate::settings::GameChoice;

/// Most moves of a line.
pub const LINE_MOVES: usize = 800;
/// Most lines of play that are looked for.
pub const LINES_MAX: u8 = 5;

/// Body of `POST /api/analysis`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// The game.
    pub game: GameChoice,
    /// The position the line begins with, as text (`docs/rules.md`, notation); the opening when it
    /// is left out.
    #[serde(default)]
    pub from: Option<String>,
    /// The moves, in their notation, with a space between two; at most [`LINE_MOVES`].
    #[serde(default)]
    pub moves: String,
    /// Of how many of the last moves the story is told.
    #[serde(default)]
    pub tell: u16,
    /// How many lines of play are looked for where the line ends, at most [`LINES_MAX`].
    #[serde(default)]
    pub lines: u8,
}

/// Answer of `POST /api/analysis`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AnalysisReply {
    /// The position the line begins with.
    pub start: Position,
    /// The moves that could be played, in canonical form.
    pub moves: Vec<Move>,
    /// The last of them with their stories; of a line with very many laps only the newest have one.
    pub told: Vec<AnalysedMove>,
    /// The first move that cannot be played: the line ends before it.
    pub fault: Option<LineFault>,
    /// The position at the end of the line.
    pub position: Position,
    /// The same as text.
    pub text: String,
    /// What may be played there.
    pub legal: Vec<Offer>,
    /// How the game ends there, if it does.
    pub outcome: Option<Outcome>,
    /// What the engine finds there, where it was asked for and may be told.
    pub analysis: Option<Analysis>,
    /// Lines of play are kept back: the asker sits in a rated game that is being played.
    pub barred: bool,
}

/// A move of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AnalysedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The position after it.
    pub after: Position,
    /// The story of it.
    pub trace: Trace,
}

/// Where a line cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LineFault {
    /// The ply, from 1.
    pub ply: u16,
    /// What was to be played.
    pub text: String,
    /// Why it cannot be.
    pub why: Refusal,
}
