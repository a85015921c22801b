//! What a viewer may see of a room at a moment: one part for each stream.
//!
//! A client starts from these and reduces events over them; the server builds them from the room
//! itself. Nothing in `TableView` depends on what a side does among itself.

use engine::{BySide, Move, Position, Side, Trace};
use serde::{Deserialize, Serialize};

use crate::event::{
    BallotKind, ClockView, GameResult, HoldReason, MemberKind, Presence, RaceStory, SeriesView, StanceRow,
};
use crate::ids::{BallotId, MarketId, MemberId, MotionId};
use crate::motion::Motion;
use crate::settings::{RoomSettings, VoteVisibility};

/// Where one stream stands, and all of it up to there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "s", rename_all = "snake_case")]
pub enum Snapshot {
    /// The stream of everybody.
    Table {
        /// Number of the last event in it.
        as_of: u32,
        /// The table.
        view: Box<TableView>,
    },
    /// The stream of a side.
    Team {
        /// The side.
        side: Side,
        /// Number of the last event in it.
        as_of: u32,
        /// The side's own.
        view: Box<TeamView>,
    },
    /// The stream of one person.
    Me {
        /// Number of the last event in it.
        as_of: u32,
        /// The person's own.
        view: MeView,
    },
    /// The stream of the spectators.
    Stand {
        /// Number of the last event in it.
        as_of: u32,
        /// The stand.
        view: StandView,
    },
}

/// What everybody sees.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TableView {
    /// What was agreed.
    pub settings: RoomSettings,
    /// Who may change the room.
    pub host: Option<MemberId>,
    /// Everybody known, in the order of joining.
    pub members: Vec<MemberView>,
    /// Whom each side would let start.
    pub wishes: BySide<Option<StarterWish>>,
    /// The game that is played or was played last.
    pub game: Option<GameView>,
    /// The match so far.
    pub series: SeriesView,
    /// Why the room is held; nothing when it is not.
    pub holds: Vec<HoldReason>,
    /// When the room goes on after a pause or an adjournment; nothing while that is not decided.
    pub resume_at: Option<u64>,
    /// From when on time does not count; nothing when the room is not held.
    pub held_from: Option<u64>,
    /// What a side asks of the other one.
    pub offers: Vec<OfferView>,
    /// Who is to hold each hand in the next game, where that was chosen.
    pub chosen: BySide<Option<MemberId>>,
    /// When the next game begins; nothing while it waits for somebody.
    #[serde(default)]
    pub start_at: Option<u64>,
    /// Whether each side listens to those who watch.
    #[serde(default)]
    pub ears: BySide<bool>,
    /// Members who want another game.
    pub rematch: Vec<MemberId>,
    /// The last lines said to everybody.
    pub chat: Vec<ChatLine>,
}

/// A member as everybody sees him.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MemberView {
    /// Which.
    pub id: MemberId,
    /// The name in this room.
    pub name: String,
    /// Person or bot.
    pub kind: MemberKind,
    /// Where the member sits; on no side when watching, on both in practice.
    pub seats: Vec<Side>,
    /// Whether the member can be reached; meaningful for seated ones.
    pub presence: Presence,
    /// Since when the presence is what it is.
    pub since: u64,
    /// When a grace ends.
    pub until: Option<u64>,
    /// From when on a member who is away is missed: [`Self::since`], later by every hold that ended
    /// since then. Nothing for who is not away.
    pub missed_from: Option<u64>,
    /// Whether the member is ready for the next game.
    pub ready: bool,
    /// Whether the member may say nothing.
    pub muted: bool,
    /// Whether the member may not enter.
    pub banned: bool,
}

/// What a side asks of the other one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct OfferView {
    /// Who asks.
    pub side: Side,
    /// The member who moved it.
    pub by: MemberId,
    /// What is asked.
    pub what: Motion,
    /// Until when it may be answered.
    pub until: Option<u64>,
}

/// A wish for who starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StarterWish {
    /// Who said it.
    pub by: MemberId,
    /// The side; nothing is the lot.
    pub starter: Option<Side>,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GameView {
    /// Its number in the match, from 1.
    pub game: u16,
    /// The position before the first ply.
    pub opening: Position,
    /// Who started.
    pub starter: Side,
    /// The race that led to the opening.
    pub race: Option<RaceStory>,
    /// The position now, without a tried move.
    pub position: Position,
    /// The plies that stood, in order.
    pub plies: Vec<PlyRow>,
    /// The last ply in full.
    pub last: Option<LastPly>,
    /// Moves that each side had back.
    pub takebacks: BySide<u8>,
    /// What its lots are drawn from, sealed.
    pub seal: Option<String>,
    /// The same, once the game is over.
    pub unsealed: Option<String>,
    /// The market on it, by its number in the room; nothing where none opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub market: Option<MarketId>,
    /// Who holds the hand of each side.
    pub hands: BySide<Option<MemberId>>,
    /// The clocks.
    pub clock: ClockView,
    /// The turn; nothing when the game is over.
    pub turn: Option<TurnView>,
    /// How it ended.
    pub result: Option<GameResult>,
}

impl GameView {
    /// Moves that were taken back, of both sides: part of [`crate::At`].
    #[must_use]
    pub fn back(&self) -> u16 {
        u16::from(self.takebacks[Side::South]) + u16::from(self.takebacks[Side::North])
    }
}

/// A ply in the list of plies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PlyRow {
    /// Who played.
    pub side: Side,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// Seeds taken.
    pub captured: u16,
    /// Bulls made.
    pub bulls: u8,
    /// The move's maker.
    pub by: MemberId,
    /// Tries of the turn that were withdrawn.
    pub withdrawn: u8,
    /// Seeds that each side has safe after it: taken, and in its own bulls.
    #[serde(default)]
    pub secured: BySide<u16>,
}

/// The last ply in full, to be shown again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LastPly {
    /// The position before it.
    pub before: Position,
    /// What it did.
    pub trace: Trace,
}

/// A turn as everybody sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TurnView {
    /// The ply to be played, from 1.
    pub ply: u16,
    /// Whose turn.
    pub side: Side,
    /// When the ballot ends at the latest.
    pub deadline: Option<u64>,
    /// Tries so far, the one on the board included.
    pub tries: u8,
    /// Whether the next laid move stands at once.
    pub last_try: bool,
    /// Moves that were tried and withdrawn.
    pub spent: Vec<Move>,
    /// The move on the board.
    pub tried: Option<TriedView>,
    /// Sides that gave the other one time in this turn.
    pub given: BySide<bool>,
}

/// A tried move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TriedView {
    /// Its maker.
    pub by: MemberId,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// What it does.
    pub trace: Trace,
    /// The board with the move on it.
    pub after: Position,
    /// When it stands unless somebody acts.
    pub until: u64,
    /// Members who object.
    pub objections: u8,
    /// Members who approve.
    pub approvals: u8,
    /// Objections that withdraw it.
    pub need: u8,
}

/// A line of chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ChatLine {
    /// Who.
    pub by: MemberId,
    /// When.
    pub at: u64,
    /// What.
    pub text: String,
    /// By which name, on the stand, where those who watch are behind and may not know him yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// What a side sees of itself.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TeamView {
    /// The ballot that is open, or in fallback.
    pub ballot: Option<BallotView>,
    /// Stances to the tried move; who is not listed is undecided.
    pub stances: Vec<StanceRow>,
    /// Who votes for the side; empty when everybody does.
    pub council: Vec<MemberId>,
    /// Who trusts whom with the hand or a place in the council.
    pub trust: Vec<TrustRow>,
    /// Motions that are open.
    pub motions: Vec<MotionView>,
    /// What those who watch advised last, oldest first; only that of the present ply is of interest.
    #[serde(default)]
    pub advice: Vec<AdviceRow>,
    /// Members from whom the side hears nothing more.
    #[serde(default)]
    pub unheard: Vec<MemberId>,
    /// The last lines.
    pub chat: Vec<ChatLine>,
}

/// Advice from outside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AdviceRow {
    /// The game.
    pub game: u16,
    /// The ply that it is about.
    pub ply: u16,
    /// Who.
    pub by: MemberId,
    /// When.
    pub at: u64,
    /// A pit of the side's row, counted from 1.
    pub pit: Option<u8>,
    /// What.
    pub text: String,
}

/// Who trusts whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TrustRow {
    /// Who.
    pub by: MemberId,
    /// Whom.
    pub member: MemberId,
}

/// An open motion.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MotionView {
    /// Which of this side.
    pub motion: MotionId,
    /// Who moved it; of the other side, where that one asks.
    pub by: MemberId,
    /// What.
    pub what: Motion,
    /// Whether it is the answer to what the other side asks.
    pub answer: bool,
    /// Who may vote; struck members are gone from it.
    pub roll: Vec<MemberId>,
    /// Who is for it.
    pub yes: Vec<MemberId>,
    /// Who is against it.
    pub no: Vec<MemberId>,
    /// Members whose voices count now.
    pub effective: u8,
    /// Voices for it that carry it now.
    pub need: u8,
    /// When it falls, unless it is decided.
    pub until: Option<u64>,
}

/// A ballot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BallotView {
    /// Which.
    pub ballot: BallotId,
    /// First ballot or run-off.
    pub kind: BallotKind,
    /// Who may vote; struck members are gone from it.
    pub roll: Vec<MemberId>,
    /// The options in the order in which they came up. One without voters stays only with a
    /// written proposal.
    pub options: Vec<OptionView>,
    /// Whether only the listed options may be voted for.
    pub options_fixed: bool,
    /// Before this it does not close early.
    pub earliest: u64,
    /// When it ends at the latest.
    pub deadline: Option<u64>,
    /// When it closes, if it is about to.
    pub closing: Option<u64>,
    /// Until when only the hand may lay, in a fallback.
    pub hand_until: Option<u64>,
    /// Members whose voices count now.
    pub effective: u8,
    /// Votes that decide now.
    pub need: u8,
    /// What the side sees of it while it is open.
    pub visibility: VoteVisibility,
    /// Whether votes are told together.
    pub together: bool,
    /// Members who have voted, as last told.
    pub voted: u8,
}

/// One option of a ballot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct OptionView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// Who brought it up, where that is not secret.
    pub by: Option<MemberId>,
    /// The written proposal.
    pub note: Option<String>,
    /// Whether it was put up as a proposal, and so stays without voters.
    pub proposed: bool,
    /// Who votes for it, in the order of their votes; nobody where votes are not open.
    pub voters: Vec<MemberId>,
    /// How many vote for it; nothing where that is told after the close.
    pub votes: Option<u8>,
    /// Who blocked it, in order.
    pub blocks: Vec<BlockRow>,
}

/// A block on an option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BlockRow {
    /// Who.
    pub by: MemberId,
    /// Why.
    pub reason: String,
}

/// What one person sees of himself.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MeView {
    /// Which member one is, once one sat or spoke.
    pub member: Option<MemberId>,
    /// The own vote, where the side learns of votes together.
    pub vote: Option<OwnVote>,
    /// What was reported to oneself as the host, oldest first.
    pub reports: Vec<ReportRow>,
}

/// The own vote in a ballot; past once another ballot is open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct OwnVote {
    /// Which side's ballot.
    pub side: Side,
    /// Which ballot.
    pub ballot: BallotId,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Option<Move>,
}

/// A report to the host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReportRow {
    /// Who.
    pub by: MemberId,
    /// About whom.
    pub about: MemberId,
    /// When.
    pub at: u64,
    /// What.
    pub text: String,
}

/// What the spectators see of themselves.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StandView {
    /// The last lines.
    pub chat: Vec<ChatLine>,
}
