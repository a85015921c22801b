//! A ballot of one side: options, votes, who counts, and when it may close
//! (`docs/room.md` 1, 4 and 13).
//!
//! What a ballot comes to is in `tally`.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Move, Side};
use protocol::event::{BallotKind, BallotResult, CastRow, CountRow, Event, WonBy};
use protocol::limits::OPTIONS_PER_MEMBER;
use protocol::refusal::{IllegalReason, Refusal};
use protocol::settings::{DecisionMode, VoteVisibility};
use protocol::view::{BlockRow, OptionView};
use protocol::{BallotId, MemberId};

use super::Room;
use super::game::CurrentGame;
use super::roster::Roster;
use super::sketch::Sketch;
use super::told::{self, Told};
use super::turn::{self, Turn};
use super::{lay, tally, telling, thresholds, trust};
use crate::names;

/// A ballot that is open, or whose side fell back to the hand.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ballot {
    pub(super) id: BallotId,
    pub(super) kind: BallotKind,
    /// Who may vote. It only shrinks.
    pub(super) roll: Vec<MemberId>,
    pub(super) options: Vec<Choice>,
    /// Only the options that there are may be voted for.
    pub(super) fixed: bool,
    /// One vote a member, in the order in which they were cast.
    pub(super) votes: Vec<Vote>,
    pub(super) earliest: u64,
    pub(super) deadline: Option<u64>,
    pub(super) closing: Option<u64>,
    /// Set once the ballot fell back: it takes no votes any more.
    pub(super) hand_until: Option<u64>,
    /// Voices that count, as last told.
    pub(super) effective: u8,
    /// Votes that decide, as last told.
    pub(super) need: u8,
    /// The votes of the first round, in a run-off.
    pub(super) first_round: Vec<Vote>,
    /// What the side sees of it while it is open.
    pub(super) visibility: VoteVisibility,
    /// What the side was told of it, where votes are told together.
    pub(super) told: Option<Told>,
    /// Votes that each member has cast, taken back or not.
    casts: BTreeMap<MemberId, u8>,
    /// Moves that each member has brought up. Coming back to one of them is nothing new.
    brought: BTreeMap<MemberId, BTreeSet<Move>>,
    next_order: u32,
}

/// An option.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Choice {
    pub(super) mv: Move,
    /// Who brought it up, where that is not secret.
    pub(super) by: Option<MemberId>,
    pub(super) note: Option<String>,
    pub(super) proposed: bool,
    /// Who blocked it, in order.
    pub(super) blocks: Vec<BlockRow>,
}

/// A vote. `order` rises with every vote of the ballot, so that no two counts are reached at once.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Vote {
    pub(super) by: MemberId,
    pub(super) mv: Move,
    pub(super) order: u32,
}

// ---- looking ---------------------------------------------------------------------------------

impl Ballot {
    pub(super) const fn is_open(&self) -> bool {
        self.hand_until.is_none()
    }

    pub(super) fn vote_of(&self, member: MemberId) -> Option<&Vote> {
        self.votes.iter().find(|vote| vote.by == member)
    }

    /// Members whose voices count: on the roll, still seated, and here or already heard.
    pub(super) fn effective(&self, roster: &Roster, side: Side) -> Vec<MemberId> {
        let counts = |member: &MemberId| {
            roster.sits(*member, side) && (!roster.is_away(*member) || self.vote_of(*member).is_some())
        };
        self.roll.iter().copied().filter(counts).collect()
    }

    /// The votes that count. Who is struck from the roll takes his vote with him, so it is enough to
    /// leave out who has just stood up.
    pub(super) fn counted(&self, roster: &Roster, side: Side) -> Vec<&Vote> {
        self.votes.iter().filter(|vote| roster.sits(vote.by, side)).collect()
    }

    /// The options as the side knows them.
    pub(super) fn seen(&self) -> Vec<OptionView> {
        match &self.told {
            Some(told) => told.options.clone(),
            None => self.options.iter().map(|option| self.option_view(option)).collect(),
        }
    }

    fn option_view(&self, option: &Choice) -> OptionView {
        let votes = self.votes.iter().filter(|vote| vote.mv == option.mv);
        let voters: Vec<_> = votes.map(|vote| vote.by).collect();
        OptionView {
            mv: option.mv.clone(),
            by: option.by,
            note: option.note.clone(),
            proposed: option.proposed,
            votes: Some(small(voters.len())),
            voters,
            blocks: option.blocks.clone(),
        }
    }

    /// Whether the ballot could close: the outcome cannot change any more, or everybody who counts
    /// was heard.
    fn is_decided(&self, mode: DecisionMode, roster: &Roster, side: Side) -> bool {
        let counted = self.counted(roster, side);
        let effective = self.effective(roster, side).len();
        let rows = tally::rows(&counted);
        let Some(top) = rows.first() else { return false };
        let second = rows.get(1).map_or(0, |row| row.votes);
        match (self.kind, mode) {
            (BallotKind::RunOff, _) | (BallotKind::First, DecisionMode::Plurality) => {
                let silent = effective.saturating_sub(counted.len());
                let leads = top.votes - second > silent && self.may_win(&top.mv, top.votes, effective);
                silent == 0 || leads
            }
            (BallotKind::First, DecisionMode::Majority) => top.votes >= thresholds::majority(effective),
            // Votes are advice: only the hand or the deadline ends it.
            (BallotKind::First, DecisionMode::Hand) => false,
            (BallotKind::First, DecisionMode::Consensus) => top.votes >= thresholds::consensus(effective),
            // The first vote lays its move.
            (BallotKind::First, DecisionMode::Anyone) => true,
        }
    }
}

/// When the ballot that is open may close early, should it be decided by then.
pub(super) fn earliest_due(room: &Room) -> Option<u64> {
    let (game, turn, ballot) = open_ballot(room)?;
    let waits = ballot.closing.is_none() && ballot.is_decided(game.decision.mode, &room.roster, turn.side);
    waits.then_some(ballot.earliest)
}

/// The ballot that takes votes now.
pub(super) fn open_ballot(room: &Room) -> Option<(&CurrentGame, &Turn, &Ballot)> {
    let game = room.game.as_ref()?;
    let turn = game.turn.as_ref()?;
    let ballot = turn.ballot.as_ref().filter(|ballot| ballot.is_open())?;
    Some((game, turn, ballot))
}

// ---- commands --------------------------------------------------------------------------------

/// Vote for a move. An unknown one becomes an option.
pub(super) fn vote(sketch: &mut Sketch, member: MemberId, id: BallotId, mv: &Move) -> Result<(), Refusal> {
    let (game, turn, ballot) = voting(&sketch.room, member, id)?;
    let mv = game.board.position().canonical(game.board.rules(), mv);
    if ballot.vote_of(member).is_some_and(|vote| vote.mv == mv) {
        return Ok(());
    }
    refuse_option(game, turn, ballot, member, &mv)?;
    let casts = ballot.casts.get(&member).copied().unwrap_or(0);
    if casts > game.decision.flips_max {
        return Err(Refusal::NoFlipsLeft);
    }
    let (side, quiet, mode) = (turn.side, ballot.told.is_some(), game.decision.mode);
    sketch.emit(Event::Voted { side, ballot: id, by: member, mv: Some(mv.clone()), quiet });
    if mode == DecisionMode::Anyone {
        close(sketch, BallotResult::Won { mv: mv.clone(), by: WonBy::Votes });
        lay::put_down(sketch, member, &mv, false);
    }
    Ok(())
}

/// Take one's vote back.
pub(super) fn clear(sketch: &mut Sketch, member: MemberId, id: BallotId) -> Result<(), Refusal> {
    let (_, turn, ballot) = voting(&sketch.room, member, id)?;
    if ballot.vote_of(member).is_some() {
        let (side, quiet) = (turn.side, ballot.told.is_some());
        sketch.emit(Event::Voted { side, ballot: id, by: member, mv: None, quiet });
    }
    Ok(())
}

/// Put a move up with a note, without voting for it. Whoever sits there may: it is advice.
pub(super) fn propose(
    sketch: &mut Sketch,
    member: MemberId,
    id: BallotId,
    mv: &Move,
    note: &str,
) -> Result<(), Refusal> {
    let note = names::clean_note(note).map_err(|why| Refusal::TextRefused { why })?;
    let (game, turn, ballot) = own_ballot(&sketch.room, member, id)?;
    let mv = game.board.position().canonical(game.board.rules(), mv);
    refuse_option(game, turn, ballot, member, &mv)?;
    let known = ballot.options.iter().find(|option| option.mv == mv && option.proposed);
    match known {
        Some(option) if note.is_none() || option.note == note => return Ok(()),
        // The words on a proposal are its author's.
        Some(option) if option.by != Some(member) => return Err(Refusal::ForbiddenRole),
        Some(_) | None => {}
    }
    let side = turn.side;
    sketch.emit(Event::Proposed { side, ballot: id, by: member, mv, note });
    Ok(())
}

/// A ballot, with its turn and its game.
type Open<'r> = (&'r CurrentGame, &'r Turn, &'r Ballot);

/// The ballot that a member may vote in.
pub(super) fn voting(room: &Room, member: MemberId, id: BallotId) -> Result<Open<'_>, Refusal> {
    let own = own_ballot(room, member, id)?;
    if own.2.roll.contains(&member) { Ok(own) } else { Err(Refusal::NotOnRoll) }
}

/// The open ballot of a member's side. Old, foreign and invented numbers get the same answer.
fn own_ballot(room: &Room, member: MemberId, id: BallotId) -> Result<Open<'_>, Refusal> {
    let own = open_ballot(room).filter(|(_, turn, _)| room.roster.sits(member, turn.side));
    own.filter(|(.., ballot)| ballot.id == id)
        .ok_or(Refusal::BallotClosed { open: own.map(|(.., ballot)| ballot.id) })
}

/// Whether a move may be an option of this ballot, and whether this member may make it one.
fn refuse_option(
    game: &CurrentGame,
    turn: &Turn,
    ballot: &Ballot,
    member: MemberId,
    mv: &Move,
) -> Result<(), Refusal> {
    if ballot.options.iter().any(|option| option.mv == *mv) {
        return Ok(());
    }
    turn::refuse_move(game, turn, mv)?;
    if ballot.fixed {
        return Err(Refusal::IllegalMove { why: IllegalReason::NotAnOption });
    }
    let brought = ballot.brought.get(&member);
    let spent =
        brought.is_some_and(|moves| moves.len() >= usize::from(OPTIONS_PER_MEMBER) && !moves.contains(mv));
    if ballot.options.len() >= usize::from(game.decision.options_max) || spent {
        return Err(Refusal::TooManyOptions);
    }
    Ok(())
}

// ---- what follows ----------------------------------------------------------------------------

/// Open a ballot of the side to move. `options` are the only ones of a run-off.
pub(super) fn open(sketch: &mut Sketch, kind: BallotKind, options: Option<Vec<Move>>, deadline: Option<u64>) {
    let room = &sketch.room;
    let Some(game) = &room.game else { return };
    let Some(turn) = &game.turn else { return };
    let (side, visibility) = (turn.side, game.decision.visibility);
    let roll = trust::voters(room, side);
    let effective = roll.iter().filter(|&&member| !room.roster.is_away(member)).count();
    let need = small(thresholds::needed(game.decision.mode, kind, effective));
    let opened = sketch.at;
    let earliest = opened + u64::from(game.decision.min_ms);
    let together = telling::is_together(room, side, visibility);
    sketch.emit(Event::BallotOpened {
        side,
        ballot: BallotId(room.ballots[side].saturating_add(1)),
        kind,
        roll,
        options,
        opened,
        earliest: deadline.map_or(earliest, |deadline| earliest.min(deadline)),
        deadline,
        effective: small(effective),
        need,
        visibility,
        together,
    });
}

/// Strike from the roll who left the side, and tell how many voices count now.
pub(super) fn strike(sketch: &mut Sketch) {
    let room = &sketch.room;
    let Some((game, turn, ballot)) = open_ballot(room) else { return };
    let gone = |member: &MemberId| !room.roster.sits(*member, turn.side);
    let struck: Vec<MemberId> = ballot.roll.iter().copied().filter(gone).collect();
    let voices = ballot.effective(&room.roster, turn.side).len();
    let need = small(thresholds::needed(game.decision.mode, ballot.kind, voices));
    let effective = small(voices);
    if !struck.is_empty() || (effective, need) != (ballot.effective, ballot.need) {
        let (side, ballot) = (turn.side, ballot.id);
        sketch.emit(Event::RollChanged { side, ballot, struck, effective, need });
    }
}

/// When everybody on the roll has left and others sit there, they get a ballot of their own with
/// the same deadline, once a turn.
pub(super) fn renew(sketch: &mut Sketch) {
    let room = &sketch.room;
    let Some((game, turn, ballot)) = open_ballot(room) else { return };
    if !ballot.roll.is_empty() || turn.renewed.is_some() || room.roster.count(turn.side) == 0 {
        return;
    }
    let (side, deadline) = (turn.side, ballot.deadline);
    let again = turn::needs_ballot(room, game);
    close(sketch, BallotResult::Void);
    if again {
        trust::seat_council(sketch, side);
        open(sketch, BallotKind::First, None, deadline);
    }
}

/// Let the ballot begin to close, or be open again.
pub(super) fn close_or_reopen(sketch: &mut Sketch) {
    let room = &sketch.room;
    let Some((game, turn, ballot)) = open_ballot(room) else { return };
    let decided =
        sketch.at >= ballot.earliest && ballot.is_decided(game.decision.mode, &room.roster, turn.side);
    if decided == ballot.closing.is_some() {
        return;
    }
    let settled = sketch.at + u64::from(game.decision.settle_ms);
    let until = decided.then(|| ballot.deadline.map_or(settled, |deadline| settled.min(deadline)));
    let (side, ballot) = (turn.side, ballot.id);
    sketch.emit(Event::ClosingSet { side, ballot, until });
}

/// Close the ballot, if there is one. One that fell back was counted already: it ends a second
/// time, without a tally, when somebody has laid. The side is told of all votes before.
pub(super) fn close(sketch: &mut Sketch, result: BallotResult) {
    telling::tell_votes(sketch);
    let room = &sketch.room;
    let Some(turn) = room.game.as_ref().and_then(|game| game.turn.as_ref()) else { return };
    let Some(ballot) = &turn.ballot else { return };
    let (side, id) = (turn.side, ballot.id);
    let counted = if ballot.is_open() { ballot.counted(&room.roster, side) } else { Vec::new() };
    let tally = tally::told(&tally::rows(&counted));
    sketch.emit(Event::BallotClosed { side, ballot: id, result, tally });
}

/// A count on the wire.
pub(super) fn small(count: usize) -> u8 {
    u8::try_from(count).unwrap_or(u8::MAX)
}

// ---- applying --------------------------------------------------------------------------------

/// The times and counts of a ballot as it opens.
pub(super) struct Opening {
    pub(super) id: BallotId,
    pub(super) kind: BallotKind,
    pub(super) roll: Vec<MemberId>,
    pub(super) options: Option<Vec<Move>>,
    pub(super) earliest: u64,
    pub(super) deadline: Option<u64>,
    pub(super) effective: u8,
    pub(super) need: u8,
    pub(super) visibility: VoteVisibility,
    pub(super) together: bool,
}

impl Ballot {
    /// A new ballot. In a run-off the options keep what the side knew of them in the round before,
    /// and its votes are kept for a run-off in which nobody votes.
    pub(super) fn opened(opening: Opening, before: Option<Self>) -> Self {
        let fixed = opening.options.is_some();
        let before = before.filter(|_| opening.kind == BallotKind::RunOff);
        let (known, first_round) =
            before.map_or_else(Default::default, |ballot| (ballot.seen(), ballot.votes));
        let earlier = |mv: Move| known.iter().find(|it| it.mv == mv).cloned().unwrap_or(told::unknown(mv));
        let options: Vec<OptionView> = opening.options.into_iter().flatten().map(earlier).collect();
        Self {
            id: opening.id,
            kind: opening.kind,
            roll: opening.roll,
            options: options.iter().map(Choice::of_view).collect(),
            fixed,
            votes: Vec::new(),
            earliest: opening.earliest,
            deadline: opening.deadline,
            closing: None,
            hand_until: None,
            effective: opening.effective,
            need: opening.need,
            first_round,
            visibility: opening.visibility,
            told: opening.together.then(|| Told::opened(opening.visibility, options)),
            casts: BTreeMap::new(),
            brought: BTreeMap::new(),
            next_order: 0,
        }
    }

    pub(super) fn propose(&mut self, by: MemberId, mv: &Move, note: Option<String>) {
        if let Some(told) = &mut self.told {
            told.proposed(by, mv, note.clone());
        }
        let option = self.option(by, mv);
        option.by = Some(by);
        option.note = note;
        option.proposed = true;
    }

    pub(super) fn block(&mut self, by: MemberId, mv: &Move, reason: &str) {
        if let Some(told) = &mut self.told {
            told.blocked(by, mv, reason);
        }
        let block = BlockRow { by, reason: reason.to_owned() };
        self.option(by, mv).blocks.push(block);
    }

    pub(super) fn tell(&mut self, at: u64, votes: &[CastRow], rows: &[CountRow], voted: u8) {
        if let Some(told) = &mut self.told {
            told.told(at, votes, rows, voted);
        }
    }

    pub(super) fn vote(&mut self, by: MemberId, mv: Option<&Move>) {
        self.votes.retain(|vote| vote.by != by);
        if let Some(told) = &mut self.told {
            told.is_stale = true;
        }
        if let Some(mv) = mv {
            self.option(by, mv);
            let casts = self.casts.entry(by).or_insert(0);
            *casts = casts.saturating_add(1);
            let order = self.next_order;
            self.next_order += 1;
            self.votes.push(Vote { by, mv: mv.clone(), order });
        }
        self.drop_deserted();
    }

    pub(super) fn change_roll(&mut self, struck: &[MemberId], effective: u8, need: u8) {
        self.roll.retain(|member| !struck.contains(member));
        self.votes.retain(|vote| !struck.contains(&vote.by));
        self.effective = effective;
        self.need = need;
        if let Some(told) = &mut self.told {
            told.struck(struck);
        }
        self.drop_deserted();
    }

    /// An option whose last supporter went disappears, unless somebody put it up in writing, or
    /// blocked it: a block does not end with a vote that goes and comes back.
    fn drop_deserted(&mut self) {
        if !self.fixed {
            let votes = &self.votes;
            let has_votes = |option: &Choice| votes.iter().any(|vote| vote.mv == option.mv);
            self.options.retain(|option| option.proposed || !option.blocks.is_empty() || has_votes(option));
        }
    }

    /// The option for a move, which comes up if it is new.
    fn option(&mut self, by: MemberId, mv: &Move) -> &mut Choice {
        let index = self.options.iter().position(|option| option.mv == *mv).unwrap_or_else(|| {
            self.brought.entry(by).or_default().insert(mv.clone());
            // Where votes are not open, who was the first to vote for a move is not told either.
            let by = (self.visibility == VoteVisibility::Open).then_some(by);
            self.options.push(Choice { by, ..Choice::of_view(&told::unknown(mv.clone())) });
            self.options.len() - 1
        });
        &mut self.options[index]
    }
}

impl Choice {
    /// An option that the side knows from the ballot before.
    fn of_view(seen: &OptionView) -> Self {
        Self {
            mv: seen.mv.clone(),
            by: seen.by,
            note: seen.note.clone(),
            proposed: seen.proposed,
            blocks: seen.blocks.clone(),
        }
    }
}
