//! Who can be reached: online, in grace for a while without a socket, then away
//! (`docs/room.md` 1).

use protocol::event::{Event, Presence};
use protocol::limits::GRACE_MS;
use protocol::settings::SIDES;
use protocol::{MemberId, UserId};

use super::Room;
use super::roster::Member;
use super::sketch::Sketch;

/// A person's first socket came, or the last one went. Only of seated persons it is told; bots
/// are always there.
pub(super) fn changed(sketch: &mut Sketch, user: UserId, online: bool) {
    let roster = &sketch.room.roster;
    let Some(member) = roster.member_of(user).filter(|&member| !roster.is_bot(member)) else { return };
    if roster.sides_of(member).is_empty() {
        return;
    }
    match (online, roster.is_online(member)) {
        (true, false) => {
            sketch.emit(Event::PresenceChanged { member, presence: Presence::Online, until: None })
        }
        (false, true) => {
            sketch.emit(Event::PresenceChanged { member, presence: Presence::Grace, until: None })
        }
        (true, true) | (false, false) => {}
    }
}

/// The grace of a member is over.
pub(super) fn give_up(sketch: &mut Sketch, member: MemberId) {
    sketch.emit(Event::PresenceChanged { member, presence: Presence::Away, until: None });
}

/// Whose grace ends next, and when.
pub(super) fn grace_due(room: &Room) -> Option<(u64, MemberId)> {
    let seated = SIDES.iter().flat_map(|&side| room.roster.persons(side));
    let waning = seated.filter(|person| person.presence == Presence::Grace);
    waning.map(|person: &Member| (person.since + GRACE_MS, person.id)).min()
}
