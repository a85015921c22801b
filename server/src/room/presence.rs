//! Who can be reached: online, in grace for a while without a socket, then away
//! (`docs/room.md` 1).

use protocol::event::{Event, Presence};
use protocol::limits::GRACE_MS;
use protocol::settings::SIDES;
use protocol::{MemberId, UserId};

use super::roster::Member;
use super::sketch::Sketch;
use super::{Room, host, seats};

/// A person's first socket came, or the last one went. Bots are always there, and who is not known
/// has no presence.
pub(super) fn changed(sketch: &mut Sketch, user: UserId, online: bool) {
    let roster = &sketch.room.roster;
    let Some(member) = roster.member_of(user).filter(|&member| !roster.is_bot(member)) else { return };
    match (online, roster.is_online(member)) {
        (true, false) => {
            sketch.emit(Event::PresenceChanged { member, presence: Presence::Online, until: None });
            host::reclaim(sketch, member);
        }
        (false, true) => lost(sketch, member),
        (true, true) | (false, false) => {}
    }
}

/// A person's last socket went. Only who has something to lose, a seat or the room, has a grace.
pub(super) fn lost(sketch: &mut Sketch, member: MemberId) {
    let roster = &sketch.room.roster;
    let waited_for = roster.host == Some(member) || !roster.sides_of(member).is_empty();
    let presence = if waited_for { Presence::Grace } else { Presence::Away };
    sketch.emit(Event::PresenceChanged { member, presence, until: None });
}

/// The grace of a member is over.
pub(super) fn give_up(sketch: &mut Sketch, member: MemberId) {
    sketch.emit(Event::PresenceChanged { member, presence: Presence::Away, until: None });
    // Nobody waits for a game that has not begun with a seat that is not used; in a slow room being
    // away is usual.
    if sketch.room.game.is_none() && !sketch.room.is_slow() {
        seats::leave(sketch, member);
    }
}

/// Whose grace ends next, and when.
pub(super) fn grace_due(room: &Room) -> Option<(u64, MemberId)> {
    let seated = SIDES.iter().flat_map(|&side| room.roster.persons(side));
    let host = room.roster.host.and_then(|host| room.roster.get(host));
    let waning = seated.chain(host).filter(|person| person.presence == Presence::Grace);
    waning.map(|person: &Member| (person.since + GRACE_MS, person.id)).min()
}
