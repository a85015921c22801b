//! Who decides a motion, and how many voices it takes (`docs/room.md` 3 and 8).

use engine::Side;
use protocol::MemberId;
use protocol::motion::Motion;

use super::state::Open;
use crate::room::{Room, thresholds};

/// Who may vote on a motion that is moved now: the persons of the side, without whom it is about.
pub(super) fn roll(room: &Room, side: Side, what: Motion) -> Vec<MemberId> {
    let target = about(what);
    let persons = room.roster.persons(side).map(|person| person.id);
    persons.filter(|&person| Some(person) != target).collect()
}

/// Whom a motion is about, who has no voice in it.
pub(super) const fn about(what: Motion) -> Option<MemberId> {
    match what {
        Motion::Replace { from: member, .. } | Motion::Kick { member } | Motion::Mute { member } => {
            Some(member)
        }
        Motion::Takeback { .. }
        | Motion::Pause
        | Motion::Resume
        | Motion::Resign
        | Motion::Draw
        | Motion::Abort
        | Motion::Extend
        | Motion::Claim { .. }
        | Motion::Adjourn => None,
    }
}

/// Voices that carry a motion, of so many that count. `again`: the hand was challenged a few turns
/// ago.
pub(super) fn need(room: &Room, side: Side, what: Motion, voices: usize, again: bool) -> usize {
    let most = thresholds::majority(voices);
    match what {
        // Two people where two sit: nobody gives up over the head of a partner who is away.
        Motion::Resign => most.max(room.roster.persons(side).count().min(2)),
        Motion::Replace { .. } if again => most.max(thresholds::two_thirds(voices)),
        // The thresholds count the member himself.
        Motion::Replace { .. } => thresholds::replace(voices + 1),
        Motion::Kick { .. } | Motion::Mute { .. } => thresholds::kick(voices + 1).unwrap_or(2),
        Motion::Takeback { .. }
        | Motion::Pause
        | Motion::Resume
        | Motion::Draw
        | Motion::Abort
        | Motion::Extend
        | Motion::Claim { .. }
        | Motion::Adjourn => most,
    }
}

/// The voices of a motion as they count now.
pub(super) struct Voices {
    pub(super) effective: usize,
    pub(super) yes: usize,
    pub(super) no: usize,
    pub(super) need: usize,
    /// Who is on the roll still, be he away or not.
    on_roll: usize,
}

impl Voices {
    pub(super) fn of(room: &Room, side: Side, open: &Open) -> Self {
        let roster = &room.roster;
        let counts = |member: &&MemberId| {
            roster.sits(**member, side) && (!roster.is_away(**member) || open.voice(**member).is_some())
        };
        let heard = |list: &[MemberId]| list.iter().filter(|member| roster.sits(**member, side)).count();
        let effective = open.roll.iter().filter(counts).count();
        let need = need(room, side, open.what, effective, open.again);
        Self { effective, yes: heard(&open.yes), no: heard(&open.no), need, on_roll: heard(&open.roll) }
    }

    pub(super) const fn carry(&self) -> bool {
        self.yes > 0 && self.yes >= self.need
    }

    /// Too few can still be for it. Where those who are there are too few to decide it at all,
    /// somebody may come back.
    pub(super) const fn fail(&self) -> bool {
        let most = if self.effective < self.need { self.on_roll } else { self.effective };
        self.effective > 0 && most - self.no < self.need
    }
}
