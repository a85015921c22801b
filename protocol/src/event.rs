//! What happened. The only thing that is logged, applied and told; past tense throughout.
//!
//! An event carries what it led to (positions, traces, deadlines, counts), so that applying it
//! needs no rules, no clock and no chance.

mod audience;
mod ballot;
mod game;
mod people;
mod race;
mod result;

use engine::{BySide, Move, Position, Side, Trace};
use serde::{Deserialize, Serialize};

use crate::betting::{BettingMode, MarketEnd, Outcome, SuspendReason, WalletScope};
use crate::ids::{BallotId, Cid, MarketId, MemberId, MotionId, UserId};
use crate::motion::{Motion, MotionEnd, MotionKind};
use crate::settings::{RoomSettings, VoteVisibility};

pub use audience::Audience;
pub use ballot::{BallotKind, BallotResult, CastRow, CountRow, Stance, StanceRow, TallyRow, WonBy};
pub use game::{ClockView, FlagEffect, HandReason, HoldReason, StarterReason, WithdrawReason};
pub use people::{BanReason, MemberKind, Presence};
pub use race::{RaceDrop, RaceStory};
pub use result::{EndReason, GameResult, MatchEnd, SeriesView};

/// One thing that happened in a room. On the wire and in the log `{"k":"seated","d":{…}}`.
///
/// Times are milliseconds of the server's clock since the Unix epoch.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "k", content = "d", rename_all = "snake_case")]
pub enum Event {
    // ---- the room and its people ----------------------------------------------------------
    /// The room was opened. Always the first event.
    Opened {
        /// What was agreed.
        settings: RoomSettings,
    },
    /// Which person a member is. Never leaves the server.
    Identified {
        /// The member.
        member: MemberId,
        /// The person; a bot has one of its own.
        user: UserId,
    },
    /// Somebody became known in the room.
    Joined {
        /// The new member.
        member: MemberId,
        /// The name, unique and not confusable in the room.
        name: String,
        /// Person or bot.
        kind: MemberKind,
    },
    /// A member became the host.
    HostNamed {
        /// Who.
        member: MemberId,
    },
    /// A member took another name.
    Renamed {
        /// Who.
        member: MemberId,
        /// The new name.
        name: String,
    },
    /// A member sat down. In a practice room one member sits on both sides.
    Seated {
        /// Who.
        member: MemberId,
        /// Where.
        side: Side,
    },
    /// A member stood up, and watches from now on.
    Unseated {
        /// Who.
        member: MemberId,
        /// From where.
        side: Side,
    },
    /// A seated member's sockets came or went.
    PresenceChanged {
        /// Who.
        member: MemberId,
        /// The presence from now on.
        presence: Presence,
        /// When a grace ends, unless the member is back by then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<u64>,
    },
    /// A member may, or may not any more, say anything to anybody.
    Muted {
        /// Who.
        member: MemberId,
        /// Muted or not.
        on: bool,
        /// Whether the host or the own side wanted it.
        why: BanReason,
    },
    /// A member may not, or may again, enter the room.
    Banned {
        /// Who.
        member: MemberId,
        /// Banned or not.
        on: bool,
        /// Whether the host or the own side wanted it.
        why: BanReason,
    },
    /// Before a game: who is to hold the hand of a side.
    HandChosen {
        /// The side.
        side: Side,
        /// Who; nobody when the choice fell away.
        to: Option<MemberId>,
        /// How.
        why: HandReason,
    },
    /// A member said whether he is ready.
    ReadySet {
        /// Who.
        member: MemberId,
        /// Ready or not.
        on: bool,
    },
    /// A member said whom his side would let start.
    StarterWished {
        /// Whose wish it counts as.
        side: Side,
        /// Who said it.
        by: MemberId,
        /// The wish; nothing is the lot.
        starter: Option<Side>,
    },
    /// The next game will begin, or will not yet after all.
    StartSet {
        /// When; nothing when it waits for somebody again.
        at: Option<u64>,
    },
    /// A side listens to those who watch, or no longer.
    EarsOpened {
        /// Which.
        side: Side,
        /// By whose wish.
        by: MemberId,
        /// Listens or not.
        on: bool,
    },

    // ---- games and turns --------------------------------------------------------------------
    /// A game began.
    GameBegan {
        /// Its number in the match, from 1.
        game: u16,
        /// The position in which the starter moves.
        opening: Position,
        /// Who starts.
        starter: Side,
        /// Why he does.
        how: StarterReason,
        /// The race that led to the opening, where one was run.
        race: Option<RaceStory>,
        /// What the game's lots are drawn from, sealed: the SHA-256 of what [`Event::Unsealed`]
        /// tells at the end, in lower-case hexadecimal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<String>,
        /// The market on it, by its number in the room; nothing where none opened. Numbers of games
        /// begin anew with each match, those of markets do not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        market: Option<MarketId>,
    },
    /// What the lots of the game are drawn from. Never leaves the server.
    Sealed {
        /// The game.
        game: u16,
        /// 32 bytes in hexadecimal.
        seed: String,
    },
    /// The game is over: what its lots were drawn from, so that anybody can draw them again.
    Unsealed {
        /// The game.
        game: u16,
        /// 32 bytes in hexadecimal.
        seed: String,
    },
    /// A turn began: nobody has laid anything yet.
    TurnBegan {
        /// The game.
        game: u16,
        /// The ply to be played, from 1.
        ply: u16,
        /// Whose turn.
        side: Side,
        /// Who holds the hand.
        hand: Option<MemberId>,
        /// When the ballot ends at the latest; nothing when there is no ballot.
        deadline: Option<u64>,
        /// The clocks as they start.
        clock: ClockView,
    },
    /// A move was laid on the board to be looked at: tried.
    Laid {
        /// The move's maker.
        by: MemberId,
        /// The move.
        #[serde(rename = "move")]
        mv: Move,
        /// What it does.
        trace: Trace,
        /// The board with the move on it.
        after: Position,
        /// When it stands unless somebody acts.
        until: u64,
        /// Which try of the turn, from 1.
        tries: u8,
    },
    /// The counts of a tried move changed.
    ConsentCounted {
        /// Members who object.
        objections: u8,
        /// Members who approve.
        approvals: u8,
        /// Objections that withdraw the move.
        need: u8,
    },
    /// The tried move was taken back; the side decides again.
    Withdrawn {
        /// Who took it back.
        why: WithdrawReason,
        /// The move, spent for this turn.
        #[serde(rename = "move")]
        mv: Move,
        /// When the new ballot ends at the latest.
        deadline: Option<u64>,
        /// Whether the next laid move stands at once.
        last_try: bool,
        /// Moves that are spent for this turn, this one included unless all were spent.
        spent: Vec<Move>,
    },
    /// A move stands. It is played.
    Stood {
        /// The game.
        game: u16,
        /// The ply.
        ply: u16,
        /// Who played.
        side: Side,
        /// The move's maker.
        by: MemberId,
        /// The move.
        #[serde(rename = "move")]
        mv: Move,
        /// What it did.
        trace: Trace,
        /// The position after it.
        after: Position,
        /// Whether it had been tried before it stood.
        tried: bool,
        /// Milliseconds left to each side.
        remaining_ms: BySide<u64>,
    },
    /// The hand passed.
    HandPassed {
        /// Of which side.
        side: Side,
        /// To whom; nobody when the side has no one left.
        to: Option<MemberId>,
        /// Why.
        why: HandReason,
    },
    /// A clock ran out with nothing decided.
    Flagged {
        /// Whose.
        side: Side,
        /// What it means.
        effect: FlagEffect,
        /// The clocks from now on.
        clock: ClockView,
    },
    /// The bank or a period of a byo-yomi is used up, and the next period runs.
    PeriodBegan {
        /// Whose.
        side: Side,
        /// The clocks from now on.
        clock: ClockView,
    },
    /// A side gave the other one time.
    TimeGiven {
        /// Who gave.
        by: Side,
        /// How much, to the other side.
        ms: u32,
        /// The clocks from now on.
        clock: ClockView,
    },
    /// A move was taken back, and its side decides anew.
    TakenBack {
        /// The game.
        game: u16,
        /// The ply that is to be played again.
        ply: u16,
        /// Whose move it was.
        side: Side,
        /// The position before it.
        position: Position,
        /// The clocks, standing still.
        clock: ClockView,
    },
    /// A side asks the other one for something.
    Offered {
        /// Who asks.
        side: Side,
        /// The member who moved it there.
        by: MemberId,
        /// What is asked.
        what: Motion,
        /// Until when it may be answered.
        until: Option<u64>,
    },
    /// What a side asked of the other one was answered, or fell away.
    OfferEnded {
        /// Who asked.
        side: Side,
        /// What.
        what: MotionKind,
        /// The answer.
        end: MotionEnd,
    },
    /// The room will go on, or will not yet after all.
    ResumeSet {
        /// When; nothing when it stays held.
        at: Option<u64>,
    },
    /// A game ended.
    GameEnded {
        /// The game.
        game: u16,
        /// How.
        result: GameResult,
        /// The match so far.
        series: SeriesView,
    },
    /// A member wants another game, or no longer.
    RematchSet {
        /// Who.
        member: MemberId,
        /// For it or not.
        on: bool,
    },
    /// The clocks stand still and votes wait.
    Held {
        /// A reason that was added.
        reason: HoldReason,
        /// Milliseconds left to each side.
        remaining_ms: BySide<u64>,
        /// From when on time does not count, where that was before this moment.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<u64>,
    },
    /// The room goes on.
    Released {
        /// The reason that fell away.
        reason: HoldReason,
        /// The reasons that still hold it.
        still: Vec<HoldReason>,
        /// The clocks from now on.
        clock: ClockView,
        /// The new end of the ballot, where one runs.
        deadline: Option<u64>,
        /// The new end of the consent window, where a move is tried.
        until: Option<u64>,
    },
    /// Somebody said something to everybody.
    Said {
        /// Who.
        by: MemberId,
        /// What.
        text: String,
    },

    // ---- what only one side learns ----------------------------------------------------------
    /// A ballot opened.
    BallotOpened {
        /// Whose.
        side: Side,
        /// Which.
        ballot: BallotId,
        /// First ballot or run-off.
        kind: BallotKind,
        /// Who may vote.
        roll: Vec<MemberId>,
        /// The only moves that may be voted for, in a run-off.
        options: Option<Vec<Move>>,
        /// When it opened.
        opened: u64,
        /// Before this it does not close early.
        earliest: u64,
        /// When it ends at the latest.
        deadline: Option<u64>,
        /// Members whose voices count now.
        effective: u8,
        /// Votes that decide now.
        need: u8,
        /// What the side sees of it while it is open.
        #[serde(default)]
        visibility: VoteVisibility,
        /// Whether votes are told together, by [`Event::VotesTold`].
        #[serde(default)]
        together: bool,
    },
    /// A move was put up.
    Proposed {
        /// Whose ballot.
        side: Side,
        /// Which.
        ballot: BallotId,
        /// Who.
        by: MemberId,
        /// The move.
        #[serde(rename = "move")]
        mv: Move,
        /// Why.
        note: Option<String>,
    },
    /// A member voted, or took the vote back.
    Voted {
        /// Whose ballot.
        side: Side,
        /// Which.
        ballot: BallotId,
        /// Who.
        by: MemberId,
        /// The move, or nothing.
        #[serde(rename = "move")]
        mv: Option<Move>,
        /// The side does not learn of it by this: a [`Event::VotesTold`] follows.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        quiet: bool,
    },
    /// Where the votes of a ballot stand, told together: in large sides, and where votes are not
    /// open.
    VotesTold {
        /// Whose ballot.
        side: Side,
        /// Which.
        ballot: BallotId,
        /// Votes that changed since this was told last; none where votes are not open.
        votes: Vec<CastRow>,
        /// All options with their counts, in the order in which they came up.
        rows: Vec<CountRow>,
        /// Members who have voted.
        voted: u8,
    },
    /// A member blocked an option: it needs two thirds from now on.
    Blocked {
        /// Whose ballot.
        side: Side,
        /// Which.
        ballot: BallotId,
        /// Who.
        by: MemberId,
        /// The option.
        #[serde(rename = "move")]
        mv: Move,
        /// Why.
        reason: String,
    },
    /// The voices that count changed, because somebody left, went away or came back.
    RollChanged {
        /// Whose ballot.
        side: Side,
        /// Which.
        ballot: BallotId,
        /// Members who were struck for good; their votes are dropped.
        struck: Vec<MemberId>,
        /// Members whose voices count now.
        effective: u8,
        /// Votes that decide now.
        need: u8,
    },
    /// The ballot is about to close, or no longer.
    ClosingSet {
        /// Whose ballot.
        side: Side,
        /// Which.
        ballot: BallotId,
        /// When it closes; nothing when it is open again.
        until: Option<u64>,
    },
    /// A ballot closed.
    BallotClosed {
        /// Whose.
        side: Side,
        /// Which.
        ballot: BallotId,
        /// What came of it.
        result: BallotResult,
        /// Votes for each option, most first.
        tally: Vec<TallyRow>,
    },
    /// Nobody voted enough: the hand lays, and after a while anyone.
    FellBack {
        /// Whose ballot.
        side: Side,
        /// Which.
        ballot: BallotId,
        /// Until when only the hand may lay.
        hand_until: u64,
    },
    /// The timers of a ballot moved, because the room had been held.
    BallotRetimed {
        /// Whose.
        side: Side,
        /// Which.
        ballot: BallotId,
        /// Before this it does not close early.
        earliest: u64,
        /// When it ends at the latest.
        deadline: Option<u64>,
        /// When it closes, if it is about to.
        closing: Option<u64>,
        /// Until when only the hand may lay, in a fallback.
        hand_until: Option<u64>,
    },
    /// A member took a stance to the tried move.
    StanceTaken {
        /// Whose side.
        side: Side,
        /// Who.
        by: MemberId,
        /// The stance.
        stance: Stance,
        /// The side does not learn of it by this: a [`Event::StancesTold`] follows.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        quiet: bool,
    },
    /// Stances that changed, told together, in large sides.
    StancesTold {
        /// Whose side.
        side: Side,
        /// The stances that changed.
        stances: Vec<StanceRow>,
    },
    /// A member would trust another one of his side with the hand or a place in the council, or no
    /// longer.
    Trusted {
        /// Whose side.
        side: Side,
        /// Who.
        by: MemberId,
        /// Whom.
        member: MemberId,
        /// Trusted or not.
        on: bool,
    },
    /// Who votes for the side from now on.
    CouncilSeated {
        /// Whose side.
        side: Side,
        /// The council, most trusted first; empty when everybody votes.
        members: Vec<MemberId>,
    },
    /// Something was moved.
    MotionOpened {
        /// Before which side.
        side: Side,
        /// Which motion of this side.
        motion: MotionId,
        /// Who moved it; of the other side, where that one asks.
        by: MemberId,
        /// What.
        what: Motion,
        /// Whether it is the answer to what the other side asks.
        answer: bool,
        /// Who may vote.
        roll: Vec<MemberId>,
        /// Members whose voices count now.
        effective: u8,
        /// Voices for it that carry it now.
        need: u8,
        /// When it falls, unless it is decided.
        until: Option<u64>,
    },
    /// A member is for a motion, against it, or neither any more.
    MotionVoted {
        /// Before which side.
        side: Side,
        /// Which.
        motion: MotionId,
        /// Who.
        by: MemberId,
        /// For it, against it, or neither.
        yes: Option<bool>,
    },
    /// The voices that count in a motion changed.
    MotionRollChanged {
        /// Before which side.
        side: Side,
        /// Which.
        motion: MotionId,
        /// Members who were struck for good.
        struck: Vec<MemberId>,
        /// Members whose voices count now.
        effective: u8,
        /// Voices for it that carry it now.
        need: u8,
    },
    /// A motion ended in this side. What follows from it is told apart.
    MotionEnded {
        /// Before which side.
        side: Side,
        /// Which.
        motion: MotionId,
        /// How.
        end: MotionEnd,
    },
    /// A member was for giving up, or no longer. Only in old logs: it is a motion now.
    ResignVoted {
        /// Whose side.
        side: Side,
        /// Who.
        by: MemberId,
        /// For it or not.
        on: bool,
    },
    /// Somebody said something to the own side.
    TeamSaid {
        /// Whose side.
        side: Side,
        /// Who.
        by: MemberId,
        /// What.
        text: String,
    },
    /// Somebody who watches advised the side.
    Advised {
        /// Which side.
        side: Side,
        /// The game.
        game: u16,
        /// The ply that it is about.
        ply: u16,
        /// Who.
        by: MemberId,
        /// A pit of the side's row, counted from 1.
        pit: Option<u8>,
        /// What; may be empty where a pit is named.
        text: String,
    },
    /// The side hears nothing more from one who advises, or hears him again.
    AdviceMuted {
        /// Which side.
        side: Side,
        /// Whom.
        member: MemberId,
        /// Muted or not.
        on: bool,
    },

    // ---- what only spectators, or only one person, learn ------------------------------------
    /// A spectator said something to the spectators.
    StandSaid {
        /// Who.
        by: MemberId,
        /// What.
        text: String,
        /// By which name, where those who watch are behind and may not know him yet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// Somebody told the host of something that should not be.
    Reported {
        /// The host of that moment.
        host: MemberId,
        /// Who.
        by: MemberId,
        /// About whom.
        about: MemberId,
        /// What.
        text: String,
    },
    /// A market for the next game opened. Like all that follows of a market it never leaves the
    /// server as an event: spectators are told by [`crate::ServerFrame::Market`].
    MarketOpened {
        /// Which.
        market: MarketId,
        /// The game that is bet on.
        game: u16,
        /// Pool or picks.
        mode: BettingMode,
        /// Whose coins.
        scope: WalletScope,
        /// What may be bet on.
        outcomes: Vec<Outcome>,
    },
    /// The market takes no bets for a while. Of several reasons each is told.
    MarketSuspended {
        /// Which.
        market: MarketId,
        /// Why.
        why: SuspendReason,
    },
    /// One of several reasons fell away; the others still keep the market from taking bets.
    MarketEased {
        /// Which.
        market: MarketId,
        /// The reason that fell away.
        why: SuspendReason,
    },
    /// The market takes bets again: the last reason fell away.
    MarketReopened {
        /// Which.
        market: MarketId,
    },
    /// The game is about to begin: bets stand as they are.
    MarketLocked {
        /// Which.
        market: MarketId,
        /// When it is void if the game has not ended by then.
        stale_at: u64,
        /// Who sits, or sat, on each side in this match.
        sides: BySide<Vec<UserId>>,
        /// Who is the host.
        host: Option<UserId>,
    },
    /// The market is over.
    MarketEnded {
        /// Which.
        market: MarketId,
        /// How.
        end: MarketEnd,
    },
    /// A rated game ended: who is to be rated, and by how much of it he was there.
    RatingDue {
        /// The game.
        game: u16,
        /// What came.
        outcome: Outcome,
        /// The persons of each side who were there for a turn at least, each with the turns of his
        /// side at which he was there.
        sides: BySide<Vec<(UserId, u16)>>,
        /// Turns of each side.
        turns: BySide<u16>,
        /// From when on the result may be told, where spectators learn of it later than this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<u64>,
    },
    /// An order of this member was carried out. Tells a client that lost the answer.
    Done {
        /// Whose order.
        member: MemberId,
        /// Which.
        cid: Cid,
    },
}
