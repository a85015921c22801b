//! Turns: who starts, whose clock runs, why a move or the hand was taken back.

use engine::{BySide, Side};
use serde::{Deserialize, Serialize};

/// Why a side starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StarterReason {
    /// By lot.
    Toss,
    /// Both sides said so.
    Agreed,
    /// It slept first in the race.
    Race,
    /// It did not start the last game.
    Alternated,
    /// It lost the last game.
    LostLast,
    /// It started the last game, which did not count.
    Again,
}

/// The clocks at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ClockView {
    /// Milliseconds left to each side at `since`; meaningless without a clock.
    pub remaining_ms: BySide<u64>,
    /// Whose clock runs.
    pub running: Option<Side>,
    /// When it started to run.
    pub since: u64,
    /// Periods that each side has left behind the time that runs, in a byo-yomi.
    #[serde(default)]
    pub periods: BySide<u8>,
}

/// Why a tried move was taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WithdrawReason {
    /// Its maker took it back.
    Layer,
    /// The team objected.
    Team,
    /// Its maker lost the hand.
    HandReplaced,
}

/// Why the hand passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HandReason {
    /// The holder passed it on.
    HandedOver,
    /// The holder is away.
    Away,
    /// The holder left the side.
    Gone,
    /// The holder's clock ran out.
    Flagged,
    /// The others wanted somebody else.
    Replaced,
    /// The member claimed it first.
    Claimed,
    /// The host named the member.
    Named,
    /// The side trusts the member most.
    Elected,
}

/// What a fallen flag means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FlagEffect {
    /// The side has lost.
    Lost,
    /// The next member has the hand and a little time.
    HandPassed,
    /// A move was drawn by lot.
    RandomMove,
}

/// Why the room is held.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HoldReason {
    /// Both sides are wholly away.
    Empty,
    /// The server came back and waits for the side to move.
    Recovering,
    /// The server is about to stop.
    Draining,
    /// Both sides wanted a pause.
    Agreed,
    /// Both sides go on another day.
    Adjourned,
}
