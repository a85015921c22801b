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
                assert!(!self.offered.contains_key(&(side.other(), what.kind())), "nobody asks what he is asked");
            }
            Event::OfferEnded { side, what, end } => {
                let what = self.offered.remove(&(*side, *what)).expect("P18: it ends once");
                if *end == MotionEnd::Passed {
                    self.owed.push((*side, what));
                }
            }
            Event::GameBegan { clock_free: _, .. } => unreachable!(),
            _ => self.effect(before, at, event),
        }
    }
}
