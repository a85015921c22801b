//! The host: who may change the room. He hands it on, is followed when he is missed, and has it
//! back when he returns before the first game (`docs/room.md` 15).

use engine::Side;
use protocol::event::Event;
use protocol::{MemberId, Refusal};

use super::sketch::Sketch;
use super::{Room, market, presence};

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
        if let Some(user) = sketch.room.user_of(to) {
            market::refuse_staked(sketch, user)?;
        }
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
    followers(room).next().map(|_| since + MISSED_MS)
}

/// Let somebody else be the host.
pub(super) fn succeed(sketch: &mut Sketch) {
    let mut followers = followers(&sketch.room);
    let first = followers.next();
    // None of them should have a stake; if one has, the room needs a host all the same.
    let follower = first.into_iter().chain(followers).find(|&member| !is_staked(sketch, member)).or(first);
    if let Some(member) = follower {
        name(sketch, member);
    }
}

/// Whose room it is has it back by being there before the first game began.
pub(super) fn reclaim(sketch: &mut Sketch, member: MemberId) {
    let room = &sketch.room;
    let owns = room.roster.owner == Some(member) && room.roster.host != Some(member);
    if owns && room.game.is_none() && can_host(room, member) && !is_staked(sketch, member) {
        name(sketch, member);
    }
}

/// A person who may enter.
fn can_host(room: &Room, member: MemberId) -> bool {
    let known = room.roster.get(member).filter(|_| !room.roster.is_bot(member));
    known.is_some_and(|member| !member.banned)
}

/// Whether somebody has a stake here.
fn is_staked(sketch: &Sketch, member: MemberId) -> bool {
    sketch.room.user_of(member).is_some_and(|user| sketch.around.staked.contains(&user))
}

/// Whoever of the seated is there, South first; else whoever watches, the longest known first. While
/// there is a market, who may have a stake in it is passed over: the room does not know who has.
fn followers(room: &Room) -> impl Iterator<Item = MemberId> {
    let roster = &room.roster;
    let seated = roster.seated(Side::South).chain(roster.seated(Side::North));
    let known = roster.iter().map(|member| member.id);
    let fits = |member: &MemberId| roster.is_online(*member) && can_host(room, *member);
    seated.chain(known).filter(fits).filter(|&member| !market::may_have_stake(room, member))
}
