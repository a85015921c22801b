//! Ballots: their kinds, what they come to, and what members think of a tried move.

use engine::Move;
use serde::{Deserialize, Serialize};

use crate::ids::MemberId;

/// What a ballot is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BallotKind {
    /// All moves.
    First,
    /// Only the tied ones, or the two strongest.
    RunOff,
}

/// What came of a ballot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BallotResult {
    /// A move won.
    Won {
        /// The move.
        #[serde(rename = "move")]
        mv: Move,
        /// By its votes, by the hand's vote, or by the last link of the tie chain.
        by: WonBy,
    },
    /// There is a run-off.
    RunOff,
    /// Too few voted.
    TooFew,
    /// The hand laid a move before the end.
    Laid,
    /// The ballot is void: the turn ended otherwise.
    Void,
}

/// What decided a ballot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WonBy {
    /// Enough votes.
    Votes,
    /// A tie that the hand's own vote broke.
    Hand,
    /// A tie that the earlier count broke.
    Earliest,
    /// A tie that the lot broke.
    Chance,
}

/// Votes for one option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TallyRow {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// Its votes.
    pub votes: u8,
}

/// Votes for one option, as far as the side may know them while the ballot is open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CountRow {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// Who brought it up, where that is not secret.
    pub by: Option<MemberId>,
    /// Its votes; nothing where they are told after the close.
    pub votes: Option<u8>,
}

/// A member's vote that changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CastRow {
    /// Who.
    pub by: MemberId,
    /// The move, or nothing any more.
    #[serde(rename = "move")]
    pub mv: Option<Move>,
}

/// A member's stance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StanceRow {
    /// Who.
    pub member: MemberId,
    /// What.
    pub stance: Stance,
}

/// What a member thinks of the tried move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// Nothing yet.
    Undecided,
    /// Take it back.
    Object,
    /// Let it stand.
    Approve,
}
