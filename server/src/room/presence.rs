//! Who can be reached: online, in grace for a while without a socket, then away
//! (`docs/room.md` 1).

use protocol::event::{Event, Presence};
use protocol::limits::{BYE_MS, GRACE_MS, GRACE_SLOW_MS};
use protocol::settings::SIDES;
use protocol::{MemberId, UserId};

use super::roster::Member;
use super::sketch::Sketch;
use super::{Room, seats};

/// A person's first socket came, or the last one went. Only of seated persons it is told; bots
/// are always there.
pub(super) fn changed(sketch: &mut Sketch, user: UserId, online: bool) {
    if online {
        came(sketch, user);
    } else {
        went(sketch, user, grace_ms(&sketch.room));
    }
}

/// A person's last socket went, as its page had said that it would. Who comes back at once, because
/// he loaded the page anew, was never gone; the others need not wait for him as long as for one who
/// lost the line. In a slow room nobody waits.
pub(super) fn said_goodbye(sketch: &mut Sketch, user: UserId) {
    let grace = grace_ms(&sketch.room);
    went(sketch, user, if sketch.room.roster.is_slow() { grace } else { BYE_MS });
}

/// The grace of a member is over.
pub(super) fn give_up(sketch: &mut Sketch, member: MemberId) {
    sketch.emit(Event::PresenceChanged { member, presence: Presence::Away, until: None });
    // Nobody waits at an empty table for somebody who closed the page. In a slow room he may well
    // come back tomorrow.
    if sketch.room.game.is_none() && !sketch.room.roster.is_slow() {
        seats::leave(sketch, member);
    }
}

/// Somebody has no socket any more: his grace begins.
pub(super) fn begin_grace(sketch: &mut Sketch, member: MemberId, grace: u64) {
    let until = Some(sketch.at + grace);
    sketch.emit(Event::PresenceChanged { member, presence: Presence::Grace, until });
}

/// Milliseconds without a socket after which somebody is away.
pub(super) const fn grace_ms(room: &Room) -> u64 {
    if room.roster.is_slow() { GRACE_SLOW_MS } else { GRACE_MS }
}

fn came(sketch: &mut Sketch, user: UserId) {
    let Some(member) = seated_person(&sketch.room, user) else { return };
    if !sketch.room.roster.is_online(member) {
        sketch.emit(Event::PresenceChanged { member, presence: Presence::Online, until: None });
    }
}

fn went(sketch: &mut Sketch, user: UserId, grace: u64) {
    let Some(member) = seated_person(&sketch.room, user) else { return };
    if sketch.room.roster.is_online(member) {
        begin_grace(sketch, member, grace);
    }
}

fn seated_person(room: &Room, user: UserId) -> Option<MemberId> {
    let roster = &room.roster;
    let member = roster.member_of(user).filter(|&member| !roster.is_bot(member))?;
    (!roster.sides_of(member).is_empty()).then_some(member)
}

/// Whose grace ends next, and when.
pub(super) fn grace_due(room: &Room) -> Option<(u64, MemberId)> {
    let seated = SIDES.iter().flat_map(|&side| room.roster.persons(side));
    let waning = seated.filter(|person| person.presence == Presence::Grace);
    // Old logs do not say when.
    let ends = |person: &Member| person.until.unwrap_or(person.since + grace_ms(room));
    waning.map(|person| (ends(person), person.id)).min()
}
