//! The host: who may change the room. He hands it on, is followed when he is missed, and has it
//! back when he returns before the first game (`docs/room.md` 15).

use engine::Side;
use protocol::event::Event;
use protocol::{MemberId, Refusal};

use super::sketch::Sketch;
use super::{Room, presence};

/// Milliseconds without a socket after which a host is followed by somebody else.
const MISSED_MS: u64 = 60_000;

/// Nobody but the host may.
pub(super) fn refuse_others(sketch: &Sketch, member: MemberId) -> Result<(), Refusal> {
    if sketch.room.roster.host == Some(member) { Ok(()) } else { Err(Refusal::ForbiddenRole) }
}

/// Hand the room on.
pub(super) fn pass(sketch: &mut Sketch, host: MemberId, to: MemberId) -> Result<(), Refusal> {
    refuse_others(sketch, host)?;
    if !can_host(&sketch.room, to) {
        return Err(Refusal::NoSuchMember);
    }
    if to != host {
        name(sketch, to);
    }
    Ok(())
}

fn name(sketch: &mut Sketch, member: MemberId) {
    let before = sketch.room.roster.host;
    sketch.emit(Event::HostNamed { member });
    if let Some(before) = before {
        presence::end_idle_grace(sketch, before);
    }
}

/// When somebody follows a host who is missed; nothing where nobody could. A slow room waits.
pub(super) fn missed_due(room: &Room) -> Option<u64> {
    let host = room.roster.get(room.roster.host?)?;
    let since = host.unreachable.filter(|_| !room.is_slow())?;
    follower(room).map(|_| since + MISSED_MS)
}

/// Let somebody else be the host.
pub(super) fn succeed(sketch: &mut Sketch) {
    if let Some(member) = follower(&sketch.room) {
        name(sketch, member);
    }
}

/// Whose room it is has it back by being there before the first game began.
pub(super) fn reclaim(sketch: &mut Sketch, member: MemberId) {
    let room = &sketch.room;
    let owns = room.roster.owner == Some(member) && room.roster.host != Some(member);
    if owns && room.game.is_none() && can_host(room, member) {
        name(sketch, member);
    }
}

/// A person who may enter.
fn can_host(room: &Room, member: MemberId) -> bool {
    let known = room.roster.get(member).filter(|_| !room.roster.is_bot(member));
    known.is_some_and(|member| !member.banned)
}

/// Whoever of the seated is there, South first; else whoever watches, the longest known first.
fn follower(room: &Room) -> Option<MemberId> {
    let roster = &room.roster;
    let seated = roster.seated(Side::South).chain(roster.seated(Side::North));
    let known = roster.iter().map(|member| member.id);
    let fits = |member: &MemberId| roster.is_online(*member) && can_host(room, *member);
    seated.chain(known).find(fits)
}
