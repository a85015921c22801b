//! How games and matches end.

use engine::{BySide, Outcome, Side};
use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GameResult {
    /// By the rules, or by the people.
    pub reason: EndReason,
    /// The winner; nobody in a draw.
    pub winner: Option<Side>,
    /// The final score; all seeds are in it, whatever the reason.
    pub score: BySide<u16>,
}

/// Why a game ended: the reasons of the rules, and those of the room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The side to move has no start.
    Stuck,
    /// A side has more than half.
    Majority,
    /// Every start is endless.
    AllEndless,
    /// A position occurred too often.
    Repetition,
    /// Nothing was taken for too long.
    NoProgress,
    /// An endless move was played where that ends the game.
    Endless,
    /// A side gave up.
    Resigned,
    /// A clock ran out.
    Flag,
    /// A side has no members left.
    Abandoned,
    /// Both sides agreed on a draw.
    Agreed,
    /// Both sides agreed to end it early: it does not count.
    Aborted,
    /// A side was wholly away, and the other one claimed the end.
    Absent,
    /// It was held for too long: it does not count.
    Expired,
}

impl EndReason {
    /// Whether the game counts in its match.
    #[must_use]
    pub const fn counts(self) -> bool {
        !matches!(self, Self::Aborted | Self::Expired)
    }
}

impl From<&Outcome> for GameResult {
    fn from(outcome: &Outcome) -> Self {
        Self {
            reason: match outcome.reason {
                engine::Reason::Stuck => EndReason::Stuck,
                engine::Reason::Majority => EndReason::Majority,
                engine::Reason::AllEndless => EndReason::AllEndless,
                engine::Reason::Repetition => EndReason::Repetition,
                engine::Reason::NoProgress => EndReason::NoProgress,
                engine::Reason::Endless => EndReason::Endless,
            },
            winner: match outcome.winner {
                engine::Winner::South => Some(Side::South),
                engine::Winner::North => Some(Side::North),
                engine::Winner::Draw => None,
            },
            score: outcome.score,
        }
    }
}

/// A match so far.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SeriesView {
    /// Games that ended.
    pub games: u16,
    /// Games won by each side: its pins.
    pub pins: BySide<u16>,
    /// Seeds of all games together.
    pub seeds: BySide<u32>,
    /// The end of the match.
    pub over: Option<MatchEnd>,
}

/// The end of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MatchEnd {
    /// The winner; nobody in a draw.
    pub winner: Option<Side>,
}
