//! P18: every motion and every offer ends once, and what it asks for happens if and only if it
//! passed. P24 and the clocks after a move came back.

use std::collections::BTreeMap;

use engine::{BySide, Position, Side};
use protocol::event::{BanReason, EndReason, Event, HandReason, HoldReason};
use protocol::motion::{Motion, MotionEnd, MotionKind};
use protocol::settings::SIDES;
use protocol::{MemberId, MotionId};
use server::room::{Room, view};

/// What must be remembered from step to step.
#[derive(Default)]
pub(crate) struct MotionWatch {
    open: BTreeMap<(Side, MotionId), Motion>,
    offered: BTreeMap<(Side, MotionKind), Motion>,
    newest: BTreeMap<Side, MotionId>,
    /// What passed, and has not had its effect yet.
    owed: Vec<(Side, Motion)>,
    /// Positions before each ply, and the clocks as each turn began.
    before: Vec<Position>,
    began: BySide<u64>,
}

impl MotionWatch {
    pub(crate) fn event(&mut self, before: &Room, at: u64, event: &Event) {
        match event {
            Event::MotionOpened { side, motion, by, what, answer, roll, effective, need, .. } => {
                let expected = self.newest.get(side).map_or(1, |newest| newest.0 + 1);
                assert_eq!(motion.0, expected, "numbers of a side have no gaps");
                self.newest.insert(*side, *motion);
                assert!(!self.open.iter().any(|((of, _), open)| of == side && open.kind() == what.kind()));
                assert!(self.open.insert((*side, *motion), *what).is_none());
                assert!(*answer || roll.contains(by), "who moves has a voice");
                assert!(usize::from(*effective) <= roll.len() && *need > 0);
            }
            Event::MotionVoted { side, motion, by, .. } => {
                let open = view::team(before, *side).motions;
                let open = open.iter().find(|open| open.motion == *motion).expect("P3: it is open");
                assert!(open.roll.contains(by), "who votes is on the roll");
            }
            Event::MotionRollChanged { side, motion, .. } => {
                assert!(self.open.contains_key(&(*side, *motion)));
            }
            Event::MotionEnded { side, motion, end } => {
                let what = self.open.remove(&(*side, *motion)).expect("P18: it ends once");
                if *end == MotionEnd::Passed {
                    let views = view::team(before, *side).motions;
                    let open = views.iter().find(|open| open.motion == *motion).unwrap();
                    assert!(open.yes.len() >= usize::from(open.need), "P18: enough were for it");
                    if !what.kind().needs_both() {
                        self.owed.push((*side, what));
                    }
                }
            }
            Event::Offered { side, what, .. } => {
                assert!(what.kind().needs_both());
                assert!(self.offered.insert((*side, what.kind()), *what).is_none(), "one of a kind");
                assert!(
                    !self.offered.contains_key(&(side.other(), what.kind())),
                    "nobody asks what he is asked"
                );
            }
            Event::OfferEnded { side, what, end } => {
                let what = self.offered.remove(&(*side, *what)).expect("P18: it ends once");
                if *end == MotionEnd::Passed {
                    self.owed.push((*side, what));
                }
            }
            Event::GameBegan { .. } => self.before.clear(),
            Event::TurnBegan { clock, .. } => self.began = clock.remaining_ms,
            Event::Stood { .. } => self.before.push(game(before).position),
            _ => {}
        }
        if let Event::TakenBack { ply, side, position, clock, .. } = event {
            assert_eq!(usize::from(*ply), self.before.len(), "the last ply");
            assert_eq!(self.before.pop(), Some(*position), "P24: the board as it was");
            let mut expected = self.began;
            expected[*side] = left(before, at)[*side];
            assert_eq!((clock.remaining_ms, clock.running), (expected, None), "the clocks of part 7");
        }
        self.effect(event);
    }

    /// What happens only because a motion passed.
    fn effect(&mut self, event: &Event) {
        let why = match event {
            Event::HandPassed { why: HandReason::Replaced, side, .. } => (Some(*side), MotionKind::Replace),
            Event::TakenBack { side, .. } => (Some(*side), MotionKind::Takeback),
            Event::Held { reason: HoldReason::Agreed, .. } => (None, MotionKind::Pause),
            Event::Held { reason: HoldReason::Adjourned, .. } => (None, MotionKind::Adjourn),
            Event::TimeGiven { by, .. } => (Some(*by), MotionKind::Extend),
            Event::Banned { why: BanReason::Side, .. } => (None, MotionKind::Kick),
            Event::Muted { why: BanReason::Side, .. } => (None, MotionKind::Mute),
            Event::GameEnded { result, .. } => match result.reason {
                EndReason::Resigned => (result.winner.map(Side::other), MotionKind::Resign),
                EndReason::Agreed => (None, MotionKind::Draw),
                EndReason::Aborted => (None, MotionKind::Abort),
                EndReason::Absent => (result.winner, MotionKind::Claim),
                _ => return,
            },
            // The host lets a room go on without a motion, and an end of the game calls it off.
            Event::ResumeSet { at: Some(_) } => return self.owed.retain(|(_, what)| *what != Motion::Resume),
            Event::ResumeSet { at: None } => {
                let stays = |what: &Motion| matches!(what, Motion::Pause | Motion::Adjourn);
                return self.owed.retain(|(_, what)| !stays(what));
            }
            _ => return,
        };
        let (side, kind) = why;
        let fits = |owed: &(Side, Motion)| owed.1.kind() == kind && side.is_none_or(|side| side == owed.0);
        let index = self.owed.iter().position(fits);
        self.owed.remove(index.unwrap_or_else(|| panic!("P18: {event:?} without a motion that passed")));
    }

    /// Nothing is owed, and what everybody sees is what was told.
    pub(crate) fn state(&self, after: &Room) {
        assert!(self.owed.is_empty(), "P18: {:?} passed and nothing came of it", self.owed);
        let offers = view::table(after).unwrap().offers;
        let offers: BTreeMap<_, _> =
            offers.iter().map(|offer| ((offer.side, offer.what.kind()), offer.what)).collect();
        assert_eq!(offers, self.offered);
        let mut open = BTreeMap::new();
        for side in SIDES {
            for motion in view::team(after, side).motions {
                let voices: Vec<MemberId> = motion.yes.iter().chain(&motion.no).copied().collect();
                let once = voices.iter().enumerate().all(|(n, voice)| !voices[..n].contains(voice));
                assert!(once && voices.iter().all(|voice| motion.roll.contains(voice)), "one voice a member");
                let asked = offers.contains_key(&(side.other(), motion.what.kind()));
                assert!(!motion.answer || asked, "an answer to nothing");
                open.insert((side, motion.motion), motion.what);
            }
        }
        assert_eq!(open, self.open);
    }
}

fn game(room: &Room) -> protocol::view::GameView {
    view::table(room).unwrap().game.unwrap()
}

fn left(room: &Room, now: u64) -> BySide<u64> {
    let clock = game(room).clock;
    BySide::from_fn(|side| {
        let ran = if clock.running == Some(side) { now - clock.since } else { 0 };
        clock.remaining_ms[side].saturating_sub(ran)
    })
}
