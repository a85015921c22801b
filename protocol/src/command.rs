//! What people ask of a room. Verbs are imperative, and all verbs that change a state *set* it:
//! saying the same twice does nothing more.

use engine::{Move, Side};
use serde::{Deserialize, Serialize};

use crate::betting::{Coins, Outcome};
use crate::ids::{BallotId, MarketId, MemberId, MotionId};
use crate::motion::{Motion, MotionKind};

/// A request that may change the room. On the wire `{"c":…,"k":"vote.set","d":{…},"at":{…}}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "k", content = "d", deny_unknown_fields)]
pub enum Command {
    /// Be called so in this room.
    #[serde(rename = "name.set")]
    NameSet {
        /// The wished name; see [`crate::names`].
        name: String,
    },
    /// Sit down.
    #[serde(rename = "seat.take")]
    SeatTake {
        /// Where; nothing is wherever fewer sit, of the sides on which one may.
        side: Option<Side>,
        /// Take back the own stake first, where it still may be.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "export", ts(optional, as = "Option<bool>"))]
        withdraw: bool,
    },
    /// Stand up.
    #[serde(rename = "seat.leave")]
    SeatLeave {},
    /// Say whether one is ready for the next game.
    #[serde(rename = "ready.set")]
    ReadySet {
        /// Ready or not.
        on: bool,
    },
    /// Say whom one's side would let start.
    #[serde(rename = "starter.set")]
    StarterSet {
        /// A side, or nothing for the lot.
        starter: Option<Side>,
    },
    /// Give a seat to a bot (host).
    #[serde(rename = "bot.add")]
    BotAdd {
        /// Where.
        side: Side,
    },
    /// Take a bot away (host).
    #[serde(rename = "bot.remove")]
    BotRemove {
        /// Which.
        member: MemberId,
    },
    /// Vote for a move; an unknown one becomes an option.
    #[serde(rename = "vote.set")]
    VoteSet {
        /// The ballot.
        ballot: BallotId,
        /// The move.
        #[serde(rename = "move")]
        mv: Move,
    },
    /// Take one's vote back.
    #[serde(rename = "vote.clear")]
    VoteClear {
        /// The ballot.
        ballot: BallotId,
    },
    /// Put a move up with a note, without voting for it.
    #[serde(rename = "proposal.add")]
    ProposalAdd {
        /// The ballot.
        ballot: BallotId,
        /// The move.
        #[serde(rename = "move")]
        mv: Move,
        /// Why; may be empty.
        note: String,
    },
    /// Lay a move on the board. Needs `at`.
    #[serde(rename = "move.lay")]
    MoveLay {
        /// The move.
        #[serde(rename = "move")]
        mv: Move,
    },
    /// Take back the tried move that one laid. Needs `at`.
    #[serde(rename = "move.withdraw")]
    MoveWithdraw {},
    /// Object to the tried move, or no longer. Needs `at`.
    #[serde(rename = "object.set")]
    ObjectSet {
        /// Object or not.
        on: bool,
    },
    /// Let the tried move stand, or be undecided again. Needs `at`.
    #[serde(rename = "approve.set")]
    ApproveSet {
        /// Approve or not.
        on: bool,
    },
    /// Pass the hand on to a member of one's side (the hand).
    #[serde(rename = "hand.pass")]
    HandPass {
        /// To whom.
        to: MemberId,
    },
    /// Claim the hand of the own side, where whoever claims it first has it.
    #[serde(rename = "hand.claim")]
    HandClaim {},
    /// Give the hand of a side to one of its members, where the host names it (host).
    #[serde(rename = "hand.name")]
    HandName {
        /// The side.
        side: Side,
        /// To whom.
        to: MemberId,
    },
    /// Trust a member of the own side with the hand or a place in the council, or no longer.
    #[serde(rename = "trust.set")]
    TrustSet {
        /// Whom.
        member: MemberId,
        /// Trust or not.
        on: bool,
    },
    /// Block an option for this ballot, once a turn.
    #[serde(rename = "block.add")]
    BlockAdd {
        /// The ballot.
        ballot: BallotId,
        /// The option.
        #[serde(rename = "move")]
        mv: Move,
        /// Why; not empty.
        reason: String,
    },
    /// Move something. Moving what is open already is voting for it.
    #[serde(rename = "motion.open")]
    MotionOpen {
        /// What.
        what: Motion,
    },
    /// Be for a motion before one's side, against it, or neither.
    #[serde(rename = "motion.vote")]
    MotionVote {
        /// Which.
        motion: MotionId,
        /// For it, against it, or neither.
        yes: Option<bool>,
    },
    /// Take back what one's side asked of the other one (who moved it).
    #[serde(rename = "offer.cancel")]
    OfferCancel {
        /// What.
        what: MotionKind,
    },
    /// Let a member say nothing any more, or let him speak again (host).
    #[serde(rename = "member.mute")]
    MemberMute {
        /// Whom.
        member: MemberId,
        /// Muted or not.
        on: bool,
    },
    /// Send a member out of the room for good, or let him in again (host).
    #[serde(rename = "member.ban")]
    MemberBan {
        /// Whom.
        member: MemberId,
        /// Banned or not.
        on: bool,
    },
    /// Take a member's seat; he watches from now on (host).
    #[serde(rename = "member.unseat")]
    MemberUnseat {
        /// Whom.
        member: MemberId,
    },
    /// Tell the host of a member who should not behave so.
    #[serde(rename = "member.report")]
    MemberReport {
        /// About whom.
        member: MemberId,
        /// What; not empty.
        text: String,
    },
    /// Let somebody else be the host (host).
    #[serde(rename = "host.pass")]
    HostPass {
        /// Who.
        to: MemberId,
    },
    /// Be for another game, or another match after the last one, or no longer.
    #[serde(rename = "rematch.set")]
    RematchSet {
        /// For it or not.
        on: bool,
    },
    /// Set the own stake in a market: not added to what is there, but in its place. The identity of
    /// the order is kept for ever, so that a bet that is sent again is not placed again.
    #[serde(rename = "bet.set")]
    BetSet {
        /// Which.
        market: MarketId,
        /// On what.
        outcome: Outcome,
        /// How much; 0 takes the stake back. A guess is 1.
        stake: Coins,
    },
    /// Cheer for a side (who watches), once in five seconds.
    #[serde(rename = "cheer")]
    Cheer {
        /// For whom.
        side: Side,
    },
    /// Listen to those who watch, or no longer: the own side does.
    #[serde(rename = "ears.set")]
    EarsSet {
        /// Listen or not.
        on: bool,
    },
    /// Advise a side that listens (who watches), once a ply.
    #[serde(rename = "advice.give")]
    AdviceGive {
        /// Whom.
        side: Side,
        /// A pit of the side's row, counted from 1, or none.
        pit: Option<u8>,
        /// What; may be empty where a pit is named.
        text: String,
    },
    /// Hear nothing more from one who advises, or hear him again: the own side does.
    #[serde(rename = "advice.mute")]
    AdviceMute {
        /// Whom.
        member: MemberId,
        /// Muted or not.
        on: bool,
    },
    /// Say something.
    #[serde(rename = "chat.say")]
    ChatSay {
        /// To whom.
        to: Hearers,
        /// Plain text; see [`crate::names::clean_line`].
        text: String,
    },
}

/// A question that changes nothing and is answered at once. Same frame as a command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "k", content = "d", deny_unknown_fields)]
pub enum Query {
    /// The story of a legal move of the side to move. Needs `at`.
    #[serde(rename = "trace.get")]
    TraceGet {
        /// The move.
        #[serde(rename = "move")]
        mv: Move,
    },
    /// The own betting in this room, for who watches; answered with [`crate::message::Answer::Bet`].
    #[serde(rename = "ticket.get")]
    TicketGet {},
    /// Every stream anew.
    #[serde(rename = "resync")]
    Resync {},
}

/// Who hears a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Hearers {
    /// The speaker's own side.
    Team,
    /// Everybody in the room.
    All,
    /// The other spectators.
    Stand,
}

/// What the asker believes to be the present; a mismatch is refused as `stale`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct At {
    /// The game of the match, from 1.
    pub game: u16,
    /// The ply to be played, from 1.
    pub ply: u16,
    /// Tries laid in this turn so far, the one on the board included.
    #[serde(default)]
    pub tries: u8,
    /// Moves that were taken back in this game so far, of both sides.
    #[serde(default)]
    pub back: u16,
}

impl Command {
    /// Credits that the verb costs: a vote 1, a proposal 2, a line of chat 3.
    #[must_use]
    pub const fn weight(&self) -> u32 {
        match self {
            Self::VoteSet { .. }
            | Self::VoteClear { .. }
            | Self::ObjectSet { .. }
            | Self::ApproveSet { .. }
            | Self::MoveLay { .. }
            | Self::MoveWithdraw {}
            | Self::HandPass { .. }
            | Self::HandClaim {}
            | Self::HandName { .. }
            | Self::TrustSet { .. }
            | Self::MotionVote { .. }
            | Self::OfferCancel { .. }
            | Self::ReadySet { .. }
            | Self::EarsSet { .. }
            | Self::AdviceMute { .. }
            | Self::Cheer { .. }
            | Self::StarterSet { .. } => 1,
            Self::ProposalAdd { .. } | Self::BlockAdd { .. } | Self::SeatTake { .. } | Self::SeatLeave {} => {
                2
            }
            Self::ChatSay { .. }
            | Self::BetSet { .. }
            | Self::AdviceGive { .. }
            | Self::NameSet { .. }
            | Self::BotAdd { .. }
            | Self::BotRemove { .. }
            | Self::MemberMute { .. }
            | Self::MemberBan { .. }
            | Self::MemberUnseat { .. }
            | Self::HostPass { .. } => 3,
            Self::MotionOpen { .. } | Self::RematchSet { .. } | Self::MemberReport { .. } => 5,
        }
    }
}

impl Query {
    /// Credits that the question costs.
    #[must_use]
    pub const fn weight(&self) -> u32 {
        match self {
            Self::TraceGet { .. } | Self::TicketGet {} => 2,
            Self::Resync {} => 10,
        }
    }
}
