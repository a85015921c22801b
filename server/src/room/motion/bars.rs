//! Whether something may be moved now, and whether what was moved still can be.

use engine::Side;
use protocol::MemberId;
use protocol::event::{HoldReason, Presence};
use protocol::motion::{Motion, MotionBar, MotionEnd};
use protocol::refusal::Refusal;
use protocol::settings::Clock;

use super::roll;
use super::state::Moment;
use crate::room::Room;
use crate::room::turn;

/// Plies after which a game cannot be ended as if it had not been.
const ABORT_PLIES: usize = 4;
/// Milliseconds that a side must have been wholly away before the other one may claim the end.
const ABSENT_MS: u64 = 60_000;
/// The same in a slow room: three days.
const ABSENT_SLOW_MS: u64 = 3 * 86_400_000;

/// Whether a member may move this before his side now.
pub(super) fn refuse(room: &Room, side: Side, by: MemberId, what: Motion, now: u64) -> Result<(), Refusal> {
    let barred = |why: MotionBar| Err(Refusal::MotionBarred { why });
    if needs_game(what) {
        running(room)?;
    }
    if roll::about(what) == Some(by) {
        return barred(MotionBar::Oneself);
    }
    match what {
        Motion::Takeback { ply } => refuse_other_ply(room, ply)?,
        Motion::Replace { to: Some(to), .. } if !room.roster.sits(to, side) => {
            return Err(Refusal::NoSuchMember);
        }
        Motion::Replace { .. } if has_challenged(room, side, by) => return barred(MotionBar::OnceATurn),
        Motion::Kick { member } | Motion::Mute { member } => refuse_target(room, side, member)?,
        Motion::Replace { .. }
        | Motion::Pause
        | Motion::Resume
        | Motion::Resign
        | Motion::Draw
        | Motion::Abort
        | Motion::Extend
        | Motion::Claim { .. }
        | Motion::Adjourn => {}
    }
    bar(room, side, what, now).map_or(Ok(()), barred)
}

/// How a motion that was moved in a turn falls because of what has happened since, if it does.
pub(super) fn fallen(
    room: &Room,
    side: Side,
    what: Motion,
    when: Option<Moment>,
    now: u64,
) -> Option<MotionEnd> {
    if needs_game(what) && running(room).is_err() {
        return Some(MotionEnd::Void);
    }
    let moment = room.moment();
    let over = match what {
        Motion::Replace { .. } | Motion::Resign | Motion::Extend => when != moment,
        Motion::Draw => when.zip(moment).is_some_and(|(when, moment)| has_stood_since(side, when, moment)),
        Motion::Takeback { .. }
        | Motion::Pause
        | Motion::Resume
        | Motion::Abort
        | Motion::Claim { .. }
        | Motion::Kick { .. }
        | Motion::Mute { .. }
        | Motion::Adjourn => false,
    };
    let other_ply = matches!(what, Motion::Takeback { ply } if refuse_other_ply(room, ply).is_err());
    let successor_left = matches!(what, Motion::Replace { to: Some(to), .. } if !room.roster.sits(to, side));
    let void = other_ply || successor_left || bar(room, side, what, now).is_some();
    // What became impossible at the end of its turn ran out of time all the same.
    if over { Some(MotionEnd::Expired) } else { void.then_some(MotionEnd::Void) }
}

/// Whether a motion makes sense only while a game is played.
pub(super) const fn needs_game(what: Motion) -> bool {
    !matches!(what, Motion::Kick { .. } | Motion::Mute { .. })
}

/// What stands against a motion as the room is.
pub(super) fn bar(room: &Room, side: Side, what: Motion, now: u64) -> Option<MotionBar> {
    let hold = &room.hold;
    let (paused, adjourned) = (hold.has(HoldReason::Agreed), hold.has(HoldReason::Adjourned));
    let goes_on = hold.resume_at.is_some();
    match what {
        Motion::Replace { from, to } => {
            let holds = room.game.as_ref().is_some_and(|game| game.hands[side] == Some(from));
            (!holds || to == Some(from) || room.roster.count(side) < 2).then_some(MotionBar::SoAlready)
        }
        Motion::Takeback { .. } => bar_takeback(room, side),
        Motion::Pause => ((paused || adjourned) && !goes_on).then_some(MotionBar::AlreadyHeld),
        Motion::Adjourn => (adjourned && !goes_on).then_some(MotionBar::AlreadyHeld),
        Motion::Resume if goes_on => Some(MotionBar::SoAlready),
        Motion::Resume => (!paused && !adjourned).then_some(MotionBar::NotHeld),
        Motion::Resign | Motion::Draw => None,
        Motion::Abort => (room.game.as_ref()?.plies.len() >= ABORT_PLIES).then_some(MotionBar::TooLate),
        Motion::Extend => bar_extend(room, side),
        Motion::Claim { .. } => (!is_absent(room, side.other(), now)).then_some(MotionBar::NotAbsent),
        // Not even with what was moved before he was it.
        Motion::Kick { member } | Motion::Mute { member } if room.roster.host == Some(member) => {
            Some(MotionBar::HostOnly)
        }
        Motion::Kick { member } => {
            room.roster.get(member).is_some_and(|member| member.banned).then_some(MotionBar::SoAlready)
        }
        Motion::Mute { member } => {
            room.roster.get(member).is_some_and(|member| member.muted).then_some(MotionBar::SoAlready)
        }
    }
}

/// A move comes back while it is the last one and nobody has laid anything on it; in a rated game it
/// never does.
fn bar_takeback(room: &Room, side: Side) -> Option<MotionBar> {
    let game = room.game.as_ref()?;
    let last = game.plies.last().is_some_and(|ply| ply.side == side);
    let untouched = game.turn.as_ref().is_some_and(|turn| turn.side != side && turn.tries == 0);
    if !last || !untouched {
        return Some(MotionBar::NothingToTakeBack);
    }
    let rated = room.agreed().is_some_and(|agreed| agreed.settings.rated);
    let most = if rated { 0 } else { game.decision.takebacks_max };
    (game.takebacks[side] >= most).then_some(MotionBar::TakebacksSpent)
}

fn bar_extend(room: &Room, side: Side) -> Option<MotionBar> {
    if room.agreed.as_ref().is_none_or(|agreed| agreed.settings.clock == Clock::None) {
        return Some(MotionBar::NoClock);
    }
    let turn = room.game.as_ref()?.turn.as_ref()?;
    turn.given[side].then_some(MotionBar::OnceATurn)
}

/// Whether all persons of a side, one at least, have been away for long enough, holds not counted.
/// While both sides agreed to be somewhere else, nobody is absent.
fn is_absent(room: &Room, side: Side, now: u64) -> bool {
    if room.hold.is_willed() {
        return false;
    }
    let mut since = None;
    for person in room.roster.persons(side) {
        if person.presence != Presence::Away {
            return false;
        }
        since = since.max(Some(person.missed_from));
    }
    let long = if room.is_slow() { ABSENT_SLOW_MS } else { ABSENT_MS };
    since.is_some_and(|since| room.hold.counts_until(now).saturating_sub(since) >= long)
}

/// A side sends its own persons away; bots are the host's.
fn refuse_target(room: &Room, side: Side, member: MemberId) -> Result<(), Refusal> {
    if !room.roster.sits(member, side) || room.roster.is_bot(member) {
        return Err(Refusal::NoSuchMember);
    }
    if room.roster.persons(side).count() < 3 {
        return Err(Refusal::MotionBarred { why: MotionBar::HostOnly });
    }
    Ok(())
}

fn refuse_other_ply(room: &Room, ply: u16) -> Result<(), Refusal> {
    let (game, turn) = turn::current(room)?;
    let last = turn.ply.saturating_sub(1);
    if last > 0 && ply != last { Err(turn::stale(game, turn)) } else { Ok(()) }
}

fn has_challenged(room: &Room, side: Side, by: MemberId) -> bool {
    room.moment().is_some_and(|now| room.motions.has_challenged(side, by, now))
}

/// Whether a move of the side has stood since a moment.
fn has_stood_since(side: Side, when: Moment, now: Moment) -> bool {
    let next = if when.side == side { when.ply } else { when.ply.saturating_add(1) };
    when.game != now.game || now.ply > next
}

fn running(room: &Room) -> Result<(), Refusal> {
    turn::current(room).map(|_| ())
}
