//! Whom the members of a side trust: with the hand, where it is elected, and with a place in the
//! council, which alone votes where there is one (`docs/room.md` 4 and 9).

use std::cmp::Reverse;
use std::sync::Arc;

use engine::{BySide, Side};
use protocol::event::Event;
use protocol::settings::HandPolicy;
use protocol::view::TrustRow;
use protocol::{MemberId, Refusal};

use super::Room;
use super::chat::side_spoken_for;
use super::settings::Agreed;
use super::sketch::Sketch;

/// Who trusts whom, and whom it has brought into the council.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Trust {
    rows: BySide<Arc<Vec<TrustRow>>>,
    council: BySide<Vec<MemberId>>,
}

impl Trust {
    /// Who trusts whom, the newest last.
    pub(super) fn rows(&self, side: Side) -> &[TrustRow] {
        &self.rows[side]
    }

    /// The council, most trusted first; empty where everybody votes.
    pub(super) fn council(&self, side: Side) -> &[MemberId] {
        &self.council[side]
    }
}

// ---- looking ---------------------------------------------------------------------------------

/// Members of a side who vote in the ballot that opens now, in seat order.
pub(super) fn voters(room: &Room, side: Side) -> Vec<MemberId> {
    let council = room.trust.council(side);
    let sits_in = |member: &MemberId| council.contains(member);
    let voters: Vec<MemberId> = room.roster.seated(side).filter(sits_in).collect();
    if voters.is_empty() { room.roster.seated(side).collect() } else { voters }
}

/// Members of a side, the most trusted first; among equals in seat order.
pub(super) fn ranked(room: &Room, side: Side) -> Vec<MemberId> {
    let rows = room.trust.rows(side);
    let mut members: Vec<MemberId> = room.roster.seated(side).collect();
    members.sort_by_cached_key(|member| Reverse(rows.iter().filter(|row| row.member == *member).count()));
    members
}

// ---- deciding --------------------------------------------------------------------------------

/// Trust a member of one's own side, or no longer. Who trusts himself says that he is ready for it.
pub(super) fn set(
    sketch: &mut Sketch,
    agreed: &Agreed,
    by: MemberId,
    member: MemberId,
    on: bool,
) -> Result<(), Refusal> {
    let decision = agreed.settings.decision;
    if decision.hand != HandPolicy::Elected && decision.council == 0 {
        return Err(Refusal::ForbiddenRole);
    }
    let roster = &sketch.room.roster;
    let mut shared = roster.sides_of(by);
    shared.retain(|&side| roster.sits(member, side));
    let side = side_spoken_for(sketch, &shared).ok_or(Refusal::NoSuchMember)?;
    let row = TrustRow { by, member };
    if sketch.room.trust.rows(side).contains(&row) != on {
        sketch.emit(Event::Trusted { side, by, member, on });
    }
    Ok(())
}

/// Take back what a member of a side said and what was said of him, before he leaves it.
pub(super) fn forget(sketch: &mut Sketch, side: Side, member: MemberId) {
    let about = |row: &&TrustRow| row.by == member || row.member == member;
    let rows: Vec<TrustRow> = sketch.room.trust.rows(side).iter().filter(about).copied().collect();
    for TrustRow { by, member } in rows {
        sketch.emit(Event::Trusted { side, by, member, on: false });
    }
    let council = sketch.room.trust.council(side);
    if council.contains(&member) {
        let members = council.iter().copied().filter(|other| *other != member).collect();
        sketch.emit(Event::CouncilSeated { side, members });
    }
}

/// Seat the council of the side whose turn begins: as many of the most trusted as was agreed.
/// Where no more than so many sit, everybody votes.
pub(super) fn seat_council(sketch: &mut Sketch, side: Side) {
    let room = &sketch.room;
    let Some(game) = &room.game else { return };
    let places = usize::from(game.decision.council);
    let needed = places > 0 && room.roster.count(side) > places;
    let mut members = if needed { ranked(room, side) } else { Vec::new() };
    members.truncate(places);
    if members != room.trust.council(side) {
        sketch.emit(Event::CouncilSeated { side, members });
    }
}

// ---- applying --------------------------------------------------------------------------------

impl Trust {
    pub(super) fn set(&mut self, side: Side, row: TrustRow, on: bool) {
        let rows = Arc::make_mut(&mut self.rows[side]);
        rows.retain(|other| *other != row);
        if on {
            rows.push(row);
        }
    }

    pub(super) fn seat_council(&mut self, side: Side, members: &[MemberId]) {
        members.clone_into(&mut self.council[side]);
    }
}
