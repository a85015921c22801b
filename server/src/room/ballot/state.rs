//! What is known of a ballot: its options and votes, who counts, and what each event makes of it.
//! Nothing here decides what happens next.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Move, Side};
use protocol::event::{BallotKind, CastRow, CountRow};
use protocol::settings::{DecisionMode, VoteVisibility};
use protocol::view::{BlockRow, OptionView};
use protocol::{BallotId, MemberId};

use super::small;
use crate::room::roster::Roster;
use crate::room::told::{self, Told};
use crate::room::{tally, thresholds};

/// A ballot that is open, or whose side fell back to the hand.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::room) struct Ballot {
    pub(in crate::room) id: BallotId,
    pub(in crate::room) kind: BallotKind,
    /// Who may vote. It only shrinks.
    pub(in crate::room) roll: Vec<MemberId>,
    pub(in crate::room) options: Vec<Choice>,
    /// Only the options that there are may be voted for.
    pub(in crate::room) fixed: bool,
    /// One vote a member, in the order in which they were cast.
    pub(in crate::room) votes: Vec<Vote>,
    pub(in crate::room) earliest: u64,
    pub(in crate::room) deadline: Option<u64>,
    pub(in crate::room) closing: Option<u64>,
    /// Set once the ballot fell back: it takes no votes any more.
    pub(in crate::room) hand_until: Option<u64>,
    /// Voices that count, as last told.
    pub(in crate::room) effective: u8,
    /// Votes that decide, as last told.
    pub(in crate::room) need: u8,
    /// The votes of the first round, in a run-off.
    pub(in crate::room) first_round: Vec<Vote>,
    /// What the side sees of it while it is open.
    pub(in crate::room) visibility: VoteVisibility,
    /// What the side was told of it, where votes are told together.
    pub(in crate::room) told: Option<Told>,
    /// Votes that each member has cast, taken back or not.
    pub(super) casts: BTreeMap<MemberId, u8>,
    /// Moves that each member has brought up. Coming back to one of them is nothing new.
    pub(super) brought: BTreeMap<MemberId, BTreeSet<Move>>,
    next_order: u32,
}

/// An option.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::room) struct Choice {
    pub(in crate::room) mv: Move,
    /// Who brought it up, where that is not secret.
    pub(in crate::room) by: Option<MemberId>,
    pub(in crate::room) note: Option<String>,
    pub(in crate::room) proposed: bool,
    /// Who blocked it, in order.
    pub(in crate::room) blocks: Vec<BlockRow>,
}

/// A vote. `order` rises with every vote of the ballot, so that no two counts are reached at once.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::room) struct Vote {
    pub(in crate::room) by: MemberId,
    pub(in crate::room) mv: Move,
    pub(in crate::room) order: u32,
}

// ---- looking ---------------------------------------------------------------------------------

impl Ballot {
    pub(in crate::room) const fn is_open(&self) -> bool {
        self.hand_until.is_none()
    }

    pub(in crate::room) fn vote_of(&self, member: MemberId) -> Option<&Vote> {
        self.votes.iter().find(|vote| vote.by == member)
    }

    /// Members whose voices count: on the roll, still seated, and here or already heard.
    pub(in crate::room) fn effective(&self, roster: &Roster, side: Side) -> Vec<MemberId> {
        let counts = |member: &MemberId| {
            roster.sits(*member, side) && (!roster.is_away(*member) || self.vote_of(*member).is_some())
        };
        self.roll.iter().copied().filter(counts).collect()
    }

    /// The votes that count. Who is struck from the roll takes his vote with him, so it is enough to
    /// leave out who has just stood up.
    pub(in crate::room) fn counted(&self, roster: &Roster, side: Side) -> Vec<&Vote> {
        self.votes.iter().filter(|vote| roster.sits(vote.by, side)).collect()
    }

    /// The options as the side knows them.
    pub(in crate::room) fn seen(&self) -> Vec<OptionView> {
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
    pub(super) fn is_decided(&self, mode: DecisionMode, roster: &Roster, side: Side) -> bool {
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

// ---- applying --------------------------------------------------------------------------------

/// The times and counts of a ballot as it opens.
pub(in crate::room) struct Opening {
    pub(in crate::room) id: BallotId,
    pub(in crate::room) kind: BallotKind,
    pub(in crate::room) roll: Vec<MemberId>,
    pub(in crate::room) options: Option<Vec<Move>>,
    pub(in crate::room) earliest: u64,
    pub(in crate::room) deadline: Option<u64>,
    pub(in crate::room) effective: u8,
    pub(in crate::room) need: u8,
    pub(in crate::room) visibility: VoteVisibility,
    pub(in crate::room) together: bool,
}

impl Ballot {
    /// A new ballot. In a run-off the options keep what the side knew of them in the round before,
    /// and its votes are kept for a run-off in which nobody votes.
    pub(in crate::room) fn opened(opening: Opening, before: Option<Self>) -> Self {
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

    pub(in crate::room) fn propose(&mut self, by: MemberId, mv: &Move, note: Option<String>) {
        if let Some(told) = &mut self.told {
            told.proposed(by, mv, note.clone());
        }
        let option = self.option(by, mv);
        option.by = Some(by);
        option.note = note;
        option.proposed = true;
    }

    pub(in crate::room) fn block(&mut self, by: MemberId, mv: &Move, reason: &str) {
        if let Some(told) = &mut self.told {
            told.blocked(by, mv, reason);
        }
        let block = BlockRow { by, reason: reason.to_owned() };
        self.option(by, mv).blocks.push(block);
    }

    pub(in crate::room) fn tell(&mut self, at: u64, votes: &[CastRow], rows: &[CountRow], voted: u8) {
        if let Some(told) = &mut self.told {
            told.told(at, votes, rows, voted);
        }
    }

    pub(in crate::room) fn vote(&mut self, by: MemberId, mv: Option<&Move>) {
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

    pub(in crate::room) fn change_roll(&mut self, struck: &[MemberId], effective: u8, need: u8) {
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
