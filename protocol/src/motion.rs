//! Motions: what a side may ask of itself, of the other side and of the room, apart from moves
//! (`docs/room.md` 8).

use serde::{Deserialize, Serialize};

use crate::ids::MemberId;

/// What is moved. On the wire `{"type":"takeback","ply":7}`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Motion {
    /// Give the hand to somebody else: the others decide.
    Replace {
        /// Who holds it: named, so that nobody votes on a successor by mistake.
        from: MemberId,
        /// Who gets it; nothing is whoever comes next.
        to: Option<MemberId>,
    },
    /// Take the own last move back. The other side must agree.
    Takeback {
        /// The ply that is taken back.
        ply: u16,
    },
    /// Stop the clocks. The other side must agree.
    Pause,
    /// Go on after a pause or an adjournment.
    Resume,
    /// Give the game up.
    Resign,
    /// End it without a winner. The other side must agree.
    Draw,
    /// End it as if it had not been, in its first plies. The other side must agree.
    Abort,
    /// Give the other side time.
    Extend,
    /// End the game because the other side is wholly away.
    Claim {
        /// As a draw rather than a win.
        draw: bool,
    },
    /// Send a member of the own side away.
    Kick {
        /// Whom.
        member: MemberId,
    },
    /// Let a member of the own side say nothing any more.
    Mute {
        /// Whom.
        member: MemberId,
    },
    /// Stop for today; the room may sleep. The other side must agree.
    Adjourn,
}

/// The kind of a motion: a side has one open of each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MotionKind {
    /// [`Motion::Replace`].
    Replace,
    /// [`Motion::Takeback`].
    Takeback,
    /// [`Motion::Pause`].
    Pause,
    /// [`Motion::Resume`].
    Resume,
    /// [`Motion::Resign`].
    Resign,
    /// [`Motion::Draw`].
    Draw,
    /// [`Motion::Abort`].
    Abort,
    /// [`Motion::Extend`].
    Extend,
    /// [`Motion::Claim`].
    Claim,
    /// [`Motion::Kick`].
    Kick,
    /// [`Motion::Mute`].
    Mute,
    /// [`Motion::Adjourn`].
    Adjourn,
}

impl Motion {
    /// Its kind.
    #[must_use]
    pub const fn kind(&self) -> MotionKind {
        match self {
            Self::Replace { .. } => MotionKind::Replace,
            Self::Takeback { .. } => MotionKind::Takeback,
            Self::Pause => MotionKind::Pause,
            Self::Resume => MotionKind::Resume,
            Self::Resign => MotionKind::Resign,
            Self::Draw => MotionKind::Draw,
            Self::Abort => MotionKind::Abort,
            Self::Extend => MotionKind::Extend,
            Self::Claim { .. } => MotionKind::Claim,
            Self::Kick { .. } => MotionKind::Kick,
            Self::Mute { .. } => MotionKind::Mute,
            Self::Adjourn => MotionKind::Adjourn,
        }
    }
}

impl MotionKind {
    /// Every kind.
    pub const ALL: [Self; 12] = [
        Self::Replace,
        Self::Takeback,
        Self::Pause,
        Self::Resume,
        Self::Resign,
        Self::Draw,
        Self::Abort,
        Self::Extend,
        Self::Claim,
        Self::Kick,
        Self::Mute,
        Self::Adjourn,
    ];

    /// Whether the other side must agree as well.
    #[must_use]
    pub const fn needs_both(self) -> bool {
        match self {
            Self::Takeback | Self::Pause | Self::Draw | Self::Abort | Self::Adjourn => true,
            Self::Replace
            | Self::Resume
            | Self::Resign
            | Self::Extend
            | Self::Claim
            | Self::Kick
            | Self::Mute => false,
        }
    }
}

/// How a motion ended, in either side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MotionEnd {
    /// Enough were for it.
    Passed,
    /// It could not get enough any more.
    Failed,
    /// Its time ran out.
    Expired,
    /// Nobody is for it any more, or who asked took it back.
    Cancelled,
    /// What it was about is past.
    Void,
}

/// Why a motion cannot be moved now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MotionBar {
    /// The last move is not the own one, or there is none.
    NothingToTakeBack,
    /// The side has asked back as many moves as it may.
    TakebacksSpent,
    /// The room is paused or adjourned already.
    AlreadyHeld,
    /// The room is not paused or adjourned.
    NotHeld,
    /// Too many plies were played.
    TooLate,
    /// Once a turn.
    OnceATurn,
    /// Nobody counts time.
    NoClock,
    /// Somebody of the other side is here, or was just now.
    NotAbsent,
    /// The side is too small to decide it: the host may.
    HostOnly,
    /// It is about oneself.
    Oneself,
    /// It is so already.
    SoAlready,
}
