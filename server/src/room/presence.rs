//! Who can be reached: online, in grace for a while without a socket, then away
//! (`docs/room.md` 1).

use protocol::event::{Event, Presence};
use protocol::limits::{BYE_MS, GRACE_MS, GRACE_SLOW_MS};
use protocol::settings::SIDES;
use protocol::{MemberId, UserId};

use super::roster::Member;
use super::sketch::Sketch;
use super::{Room, host, seats};

/// A person's first socket came, or the last one went. Bots are always there, and who is not known
/// has no presence.
pub(super) fn changed(sketch: &mut Sketch, user: UserId, online: bool) {
    let Some(member) = person(&sketch.room, user) else { return };
    match (online, sketch.room.roster.is_online(member)) {
        (true, false) => {
            sketch.emit(Event::PresenceChanged { member, presence: Presence::Online, until: None });
            host::reclaim(sketch, member);
        }
        (false, true) => {
            let grace = grace_ms(&sketch.room);
            lost(sketch, member, grace);
        }
        (true, true) | (false, false) => {}
    }
}

/// A person's last socket went, as its page had said that it would. Who comes back at once, because
/// he loaded the page anew, was never gone; the others need not wait for him as long as for one who
/// lost the line. In a slow room nobody waits.
pub(super) fn said_goodbye(sketch: &mut Sketch, user: UserId) {
    let Some(member) = person(&sketch.room, user) else { return };
    if sketch.room.roster.is_online(member) {
        let grace = if sketch.room.is_slow() { GRACE_SLOW_MS } else { BYE_MS };
        lost(sketch, member, grace);
    }
}

/// A person's last socket went. Only who has something to lose, a seat or the room, has a grace.
pub(super) fn lost(sketch: &mut Sketch, member: MemberId, grace: u64) {
    let (presence, until) = if is_waited_for(&sketch.room, member) {
        (Presence::Grace, Some(sketch.at + grace))
    } else {
        (Presence::Away, None)
    };
    sketch.emit(Event::PresenceChanged { member, presence, until });
}

fn is_waited_for(room: &Room, member: MemberId) -> bool {
    room.roster.host == Some(member) || !room.roster.sides_of(member).is_empty()
}

/// A grace ends with the seat, or the room, that it was for.
pub(super) fn end_idle_grace(sketch: &mut Sketch, member: MemberId) {
    let room = &sketch.room;
    let in_grace = room.roster.get(member).is_some_and(|member| member.presence == Presence::Grace);
    if in_grace && !is_waited_for(room, member) {
        sketch.emit(Event::PresenceChanged { member, presence: Presence::Away, until: None });
    }
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

/// Milliseconds without a socket after which somebody is away.
pub(super) const fn grace_ms(room: &Room) -> u64 {
    if room.is_slow() { GRACE_SLOW_MS } else { GRACE_MS }
}

fn person(room: &Room, user: UserId) -> Option<MemberId> {
    room.roster.member_of(user).filter(|&member| !room.roster.is_bot(member))
}

/// Whose grace ends next, and when.
pub(super) fn grace_due(room: &Room) -> Option<(u64, MemberId)> {
    let seated = SIDES.iter().flat_map(|&side| room.roster.persons(side));
    let host = room.roster.host.and_then(|host| room.roster.get(host));
    let waning = seated.chain(host).filter(|person| person.presence == Presence::Grace);
    // Old logs do not say when.
    let ends = |person: &Member| person.until.unwrap_or(person.since + grace_ms(room));
    waning.map(|person| (ends(person), person.id)).min()
}
