//! What is known of motions: the open ones of each side, what is on offer, and what makes somebody
//! wait before he moves again. Nothing here decides.

use std::collections::BTreeMap;

use engine::{BySide, Side};
use protocol::event::Event;
use protocol::limits::COOLDOWN_MS;
use protocol::motion::{Motion, MotionEnd, MotionKind};
use protocol::view::{MotionView, OfferView};
use protocol::{MemberId, MotionId};

/// Own turns back to which a side remembers whom it challenged.
const CHALLENGE_TURNS: u16 = 3;

/// All motions of a room.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::room) struct Motions {
    /// Motions opened so far, for each side: a shared counter would tell of the other one's.
    opened: BySide<u32>,
    /// Open before each side, the oldest first.
    pub(super) open: BySide<Vec<Open>>,
    /// What a side asks of the other one.
    pub(super) offers: Vec<Offer>,
    /// Until when a member may not move again what failed.
    cooldowns: BTreeMap<(MemberId, Side, MotionKind), u64>,
    /// Hands that were challenged lately.
    challenges: Vec<Challenge>,
}

/// A motion that is open before a side.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Open {
    pub(super) id: MotionId,
    pub(super) by: MemberId,
    pub(super) what: Motion,
    pub(super) answer: bool,
    /// Who may vote. It only shrinks.
    pub(super) roll: Vec<MemberId>,
    pub(super) yes: Vec<MemberId>,
    pub(super) no: Vec<MemberId>,
    /// Voices that count, as last told.
    pub(super) effective: u8,
    /// Voices for it that carry it, as last told.
    pub(super) need: u8,
    pub(super) until: Option<u64>,
    /// The turn in which it was moved.
    pub(super) when: Option<Moment>,
    /// The same hand was challenged a few turns ago, so that two thirds must sign it.
    pub(super) again: bool,
}

/// What a side asks of the other one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Offer {
    pub(super) side: Side,
    pub(super) by: MemberId,
    pub(super) what: Motion,
    pub(super) until: Option<u64>,
    /// The turn in which it was offered.
    pub(super) when: Option<Moment>,
}

/// A turn, told apart from the same one after a move came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::room) struct Moment {
    pub(in crate::room) game: u16,
    pub(in crate::room) ply: u16,
    pub(in crate::room) back: u16,
    pub(in crate::room) side: Side,
}

/// Somebody wanted a hand replaced.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Challenge {
    side: Side,
    by: MemberId,
    whom: MemberId,
    when: Moment,
}

impl Motions {
    /// The number of the next motion of a side.
    pub(super) const fn next_id(&self, side: Side) -> MotionId {
        MotionId(self.opened.get(side).saturating_add(1))
    }

    pub(super) fn get(&self, side: Side, id: MotionId) -> Option<&Open> {
        self.open[side].iter().find(|open| open.id == id)
    }

    pub(super) fn of_kind(&self, side: Side, kind: MotionKind) -> Option<&Open> {
        self.open[side].iter().find(|open| open.what.kind() == kind)
    }

    pub(super) fn offer(&self, side: Side, kind: MotionKind) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.side == side && offer.what.kind() == kind)
    }

    /// Whether a motion before a side that was made in this turn waits for a member's voice.
    pub(in crate::room) fn waits_for(&self, side: Side, when: Option<Moment>, member: MemberId) -> bool {
        let waits = |open: &Open| open.roll.contains(&member) && open.voice(member).is_none();
        self.open[side].iter().any(|open| open.when == when && waits(open))
    }

    /// Milliseconds for which a member may not move this again.
    pub(super) fn wait(&self, by: MemberId, side: Side, kind: MotionKind, now: u64) -> Option<u64> {
        let until = self.cooldowns.get(&(by, side, kind))?;
        until.checked_sub(now).filter(|wait| *wait > 0)
    }

    /// Whether a member has moved in this turn already that a hand be replaced.
    pub(super) fn has_challenged(&self, side: Side, by: MemberId, now: Moment) -> bool {
        self.challenges.iter().any(|past| past.side == side && past.by == by && past.when == now)
    }

    /// Whether this hand was challenged in this turn or in the last own ones.
    pub(super) fn was_challenged(&self, side: Side, whom: MemberId, now: Moment) -> bool {
        self.challenges.iter().any(|past| past.side == side && past.whom == whom && past.is_near(now))
    }

    pub(in crate::room) fn views(&self, side: Side) -> Vec<MotionView> {
        self.open[side].iter().map(Open::view).collect()
    }

    pub(in crate::room) fn offer_views(&self) -> Vec<OfferView> {
        let view = |offer: &Offer| OfferView {
            side: offer.side,
            by: offer.by,
            what: offer.what,
            until: offer.until,
        };
        self.offers.iter().map(view).collect()
    }
}

impl Challenge {
    const fn is_near(&self, now: Moment) -> bool {
        self.when.game == now.game && self.when.ply.abs_diff(now.ply) <= 2 * CHALLENGE_TURNS
    }
}

impl Open {
    fn view(&self) -> MotionView {
        MotionView {
            motion: self.id,
            by: self.by,
            what: self.what,
            answer: self.answer,
            roll: self.roll.clone(),
            yes: self.yes.clone(),
            no: self.no.clone(),
            effective: self.effective,
            need: self.need,
            until: self.until,
        }
    }

    /// What a member said so far.
    pub(super) fn voice(&self, member: MemberId) -> Option<bool> {
        if self.yes.contains(&member) { Some(true) } else { self.no.contains(&member).then_some(false) }
    }

    fn vote(&mut self, by: MemberId, yes: Option<bool>) {
        self.yes.retain(|member| *member != by);
        self.no.retain(|member| *member != by);
        match yes {
            Some(true) => self.yes.push(by),
            Some(false) => self.no.push(by),
            None => {}
        }
    }

    fn strike(&mut self, struck: &[MemberId]) {
        for list in [&mut self.roll, &mut self.yes, &mut self.no] {
            list.retain(|member| !struck.contains(member));
        }
    }
}

// ---- applying --------------------------------------------------------------------------------

impl Motions {
    /// Take over what happened to motions and offers; `now` is the turn under way. Other events
    /// change nothing.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is about motions")]
    pub(in crate::room) fn apply(&mut self, at: u64, now: Option<Moment>, event: &Event) {
        match event {
            Event::MotionOpened { side, motion, by, what, answer, roll, effective, need, until } => {
                self.opened[*side] = motion.0;
                let again = self.remember_challenge(*side, *by, *what, now);
                self.open[*side].push(Open {
                    id: *motion,
                    by: *by,
                    what: *what,
                    answer: *answer,
                    roll: roll.clone(),
                    yes: if *answer { Vec::new() } else { vec![*by] },
                    no: Vec::new(),
                    effective: *effective,
                    need: *need,
                    until: *until,
                    when: now,
                    again,
                });
            }
            Event::MotionVoted { side, motion, by, yes } => {
                self.change(*side, *motion, |open| open.vote(*by, *yes));
            }
            Event::MotionRollChanged { side, motion, struck, effective, need } => {
                self.change(*side, *motion, |open| {
                    open.strike(struck);
                    (open.effective, open.need) = (*effective, *need);
                });
            }
            Event::MotionEnded { side, motion, end } => {
                let own = self.get(*side, *motion).filter(|open| !open.answer);
                if let Some((by, kind)) = own.map(|open| (open.by, open.what.kind())) {
                    self.cool_down(at, by, *side, kind, *end);
                }
                self.open[*side].retain(|open| open.id != *motion);
            }
            Event::Offered { side, by, what, until } => {
                self.offers.push(Offer { side: *side, by: *by, what: *what, until: *until, when: now });
            }
            Event::OfferEnded { side, what, end } => {
                if let Some(by) = self.offer(*side, *what).map(|offer| offer.by) {
                    self.cool_down(at, by, *side, *what, *end);
                }
                self.offers.retain(|offer| (offer.side, offer.what.kind()) != (*side, *what));
            }
            _ => {}
        }
    }

    fn change(&mut self, side: Side, id: MotionId, change: impl FnOnce(&mut Open)) {
        if let Some(open) = self.open[side].iter_mut().find(|open| open.id == id) {
            change(open);
        }
    }

    fn cool_down(&mut self, at: u64, by: MemberId, side: Side, kind: MotionKind, end: MotionEnd) {
        self.cooldowns.retain(|_, until| *until > at);
        if matches!(end, MotionEnd::Failed | MotionEnd::Expired) {
            self.cooldowns.insert((by, side, kind), at + COOLDOWN_MS);
        }
    }

    /// Whether the hand that is to be replaced was challenged lately; from now on it was.
    fn remember_challenge(&mut self, side: Side, by: MemberId, what: Motion, now: Option<Moment>) -> bool {
        let (Motion::Replace { from: whom, .. }, Some(when)) = (what, now) else { return false };
        let again = self.was_challenged(side, whom, when);
        self.challenges.retain(|past| past.is_near(when));
        self.challenges.push(Challenge { side, by, whom, when });
        again
    }
}
