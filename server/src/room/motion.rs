//! Motions: what a side asks of itself, of the other side and of the room, apart from moves
//! (`docs/room.md` 7 and 8).
//!
//! A motion is opened before a side and ends there once. Where the other side must agree, passing
//! makes it an offer, which ends once as well, and opens its answer before that side. Until then
//! nothing of it shows outside the side. What follows from one that passed is in `effects`.

mod bars;
mod effects;
mod roll;
mod state;

use engine::Side;
use protocol::event::Event;
use protocol::limits::MOTIONS_OPEN;
use protocol::motion::{Motion, MotionBar, MotionEnd, MotionKind};
use protocol::refusal::Refusal;
use protocol::settings::SIDES;
use protocol::{MemberId, MotionId};

use super::Room;
use super::ballot::small;
use super::sketch::Sketch;
use super::{chat, hold};
use roll::Voices;
use state::{Offer, Open};

pub(super) use state::{Moment, Motions};

/// Milliseconds that what the other side must agree to stays open, before either side.
const ASK_MS: u64 = 30_000;
/// Milliseconds that what ends with no turn stays open.
const OPEN_MS: u64 = 60_000;
/// Both in a slow room: a day.
const SLOW_MS: u64 = 86_400_000;

// ---- commands --------------------------------------------------------------------------------

/// Move something. Moving what is open already is voting for it.
pub(super) fn open(sketch: &mut Sketch, by: MemberId, what: Motion) -> Result<(), Refusal> {
    let room = &sketch.room;
    refuse_while_stopping(room)?;
    if room.roster.is_bot(by) {
        return Err(Refusal::ForbiddenRole);
    }
    if what == Motion::Resume && room.roster.host == Some(by) {
        return resume_by_host(sketch);
    }
    let side = side_for(sketch, by, what).ok_or(Refusal::NotSeated)?;
    let (kind, motions) = (what.kind(), &room.motions);
    let asked = motions.offer(side, kind).is_some();
    match motions.of_kind(side, kind) {
        Some(open) if open.what == what => {
            let id = open.id;
            return cast(sketch, side, id, by, Some(true));
        }
        Some(_) => return Err(Refusal::MotionBarred { why: MotionBar::SoAlready }),
        None if asked => return Err(Refusal::MotionBarred { why: MotionBar::SoAlready }),
        None => {}
    }
    bars::refuse(room, side, by, what, sketch.at)?;
    if let Some(wait) = motions.wait(by, side, kind, sketch.at) {
        return Err(Refusal::Cooldown { wait_ms: u32::try_from(wait).unwrap_or(u32::MAX) });
    }
    // The answers to what the other side asks take nobody's place.
    if motions.open[side].iter().filter(|open| !open.answer).count() >= MOTIONS_OPEN {
        return Err(Refusal::TooManyMotions);
    }
    let until = until(room, what, sketch.at);
    emit_opened(sketch, side, by, what, until, false);
    Ok(())
}

/// Be for a motion before the own side, against it, or neither.
pub(super) fn vote(
    sketch: &mut Sketch,
    by: MemberId,
    id: MotionId,
    yes: Option<bool>,
) -> Result<(), Refusal> {
    refuse_while_stopping(&sketch.room)?;
    let sides = sketch.room.roster.sides_of(by);
    let first = chat::side_spoken_for(sketch, &sides).ok_or(Refusal::NotSeated)?;
    let own = [first, first.other()].into_iter().filter(|side| sides.contains(side));
    let mut found = own.filter(|&side| sketch.room.motions.get(side, id).is_some());
    let Some(side) = found.next() else { return Err(no_motion(&sketch.room, &sides)) };
    cast(sketch, side, id, by, yes)
}

/// Take back what one asked of the other side.
pub(super) fn cancel(sketch: &mut Sketch, by: MemberId, kind: MotionKind) -> Result<(), Refusal> {
    refuse_while_stopping(&sketch.room)?;
    let sides = sketch.room.roster.sides_of(by);
    if sides.is_empty() {
        return Err(Refusal::NotSeated);
    }
    let offers = sides.iter().filter_map(|&side| sketch.room.motions.offer(side, kind));
    let Some((side, whose)) = offers.map(|offer| (offer.side, offer.by)).next() else {
        return Err(no_motion(&sketch.room, &sides));
    };
    if whose != by {
        return Err(Refusal::ForbiddenRole);
    }
    end_offer(sketch, side, kind, MotionEnd::Cancelled);
    Ok(())
}

/// The host lets the room go on without asking anybody.
fn resume_by_host(sketch: &mut Sketch) -> Result<(), Refusal> {
    match bars::bar(&sketch.room, Side::South, Motion::Resume, sketch.at) {
        Some(why) => Err(Refusal::MotionBarred { why }),
        None => {
            hold::count_down(sketch);
            Ok(())
        }
    }
}

fn cast(
    sketch: &mut Sketch,
    side: Side,
    motion: MotionId,
    by: MemberId,
    yes: Option<bool>,
) -> Result<(), Refusal> {
    let open = sketch.room.motions.get(side, motion).filter(|open| open.roll.contains(&by));
    let voice = open.ok_or(Refusal::NotOnRoll)?.voice(by);
    if voice != yes {
        sketch.emit(Event::MotionVoted { side, motion, by, yes });
    }
    Ok(())
}

/// A server that is about to stop lets nothing be decided any more.
fn refuse_while_stopping(room: &Room) -> Result<(), Refusal> {
    if room.hold.is_stopping() { Err(Refusal::Held) } else { Ok(()) }
}

fn no_motion(room: &Room, sides: &[Side]) -> Refusal {
    let open = sides.iter().flat_map(|&side| room.motions.open[side].iter().map(|open| open.id));
    Refusal::NoMotion { open: open.collect() }
}

/// The side before which somebody moves this. Who holds both sides acts for the one that it is about.
fn side_for(sketch: &Sketch, by: MemberId, what: Motion) -> Option<Side> {
    let room = &sketch.room;
    let sides = room.roster.sides_of(by);
    let game = room.game.as_ref();
    let meant = match what {
        Motion::Takeback { .. } => game.and_then(|game| game.plies.last()).map(|ply| ply.side),
        Motion::Replace { from, .. } => {
            SIDES.into_iter().find(|&side| game.is_some_and(|game| game.hands[side] == Some(from)))
        }
        Motion::Pause
        | Motion::Resume
        | Motion::Resign
        | Motion::Draw
        | Motion::Abort
        | Motion::Extend
        | Motion::Claim { .. }
        | Motion::Kick { .. }
        | Motion::Mute { .. }
        | Motion::Adjourn => None,
    };
    meant.filter(|side| sides.contains(side)).or_else(|| chat::side_spoken_for(sketch, &sides))
}

/// When a motion or an offer that is made now falls, unless a turn ends it.
fn until(room: &Room, what: Motion, now: u64) -> Option<u64> {
    let live = match what {
        Motion::Replace { .. } | Motion::Resign | Motion::Draw | Motion::Extend => return None,
        Motion::Takeback { .. } | Motion::Pause | Motion::Abort | Motion::Adjourn => ASK_MS,
        Motion::Resume | Motion::Claim { .. } | Motion::Kick { .. } | Motion::Mute { .. } => OPEN_MS,
    };
    Some(now + if room.is_slow() { SLOW_MS } else { live })
}

fn emit_opened(
    sketch: &mut Sketch,
    side: Side,
    by: MemberId,
    what: Motion,
    until: Option<u64>,
    answer: bool,
) {
    let room = &sketch.room;
    let roll = roll::roll(room, side, what);
    let voices = roll.iter().filter(|member| !room.roster.is_away(**member)).count();
    let again = match (what, room.moment()) {
        (Motion::Replace { from, .. }, Some(now)) => room.motions.was_challenged(side, from, now),
        _ => false,
    };
    let need = small(roll::need(room, side, what, voices, again));
    let (motion, effective) = (room.motions.next_id(side), small(voices));
    sketch.emit(Event::MotionOpened { side, motion, by, what, answer, roll, effective, need, until });
}

// ---- what follows ----------------------------------------------------------------------------

/// Let every motion and offer come to where it stands now.
pub(super) fn settle(sketch: &mut Sketch) {
    if sketch.room.hold.is_stopping() && sketch.room.moment().is_some() {
        // Nothing is decided any more, but whoever leaves takes his voice with him.
        return for_each(sketch, strike);
    }
    for_each(sketch, settle_one);
    ask_for_answers(sketch);
}

/// End the offers that what has happened leaves nothing of.
fn fall(sketch: &mut Sketch) {
    for offer in sketch.room.motions.offers.clone() {
        let fallen = bars::fallen(&sketch.room, offer.side, offer.what, offer.when, sketch.at);
        if let Some(end) = fallen {
            end_offer(sketch, offer.side, offer.what.kind(), end);
        }
    }
}

fn for_each(sketch: &mut Sketch, act: impl Fn(&mut Sketch, Side, MotionId)) {
    for side in SIDES {
        let ids: Vec<MotionId> = sketch.room.motions.open[side].iter().map(|open| open.id).collect();
        for id in ids {
            act(sketch, side, id);
        }
    }
}

/// When the time of a motion or an offer runs out next.
pub(super) fn due(room: &Room) -> Option<u64> {
    if room.hold.is_stopping() {
        return None;
    }
    let motions = SIDES.iter().flat_map(|&side| &room.motions.open[side]).filter_map(|open| open.until);
    motions.chain(room.motions.offers.iter().filter_map(|offer| offer.until)).min()
}

/// The time of whatever is due has run out.
pub(super) fn expire(sketch: &mut Sketch) {
    let now = sketch.at;
    let is_due = |until: Option<u64>| until.is_some_and(|until| until <= now);
    let offers = sketch.room.motions.offers.clone();
    for offer in offers.iter().filter(|offer| is_due(offer.until)) {
        end_offer(sketch, offer.side, offer.what.kind(), MotionEnd::Expired);
    }
    for side in SIDES {
        let due = sketch.room.motions.open[side].iter().filter(|open| is_due(open.until));
        let due: Vec<MotionId> = due.map(|open| open.id).collect();
        for id in due {
            sketch.emit(Event::MotionEnded { side, motion: id, end: MotionEnd::Expired });
        }
    }
}

fn settle_one(sketch: &mut Sketch, side: Side, id: MotionId) {
    // Of several that one departure lets pass, an earlier one may have settled what the others ask.
    fall(sketch);
    let Some(open) = sketch.room.motions.get(side, id) else { return };
    // An answer falls with what it answers.
    let fallen = bars::fallen(&sketch.room, side, open.what, open.when, sketch.at);
    if let Some(end) = fallen.filter(|_| !open.answer) {
        return sketch.emit(Event::MotionEnded { side, motion: id, end });
    }
    strike(sketch, side, id);
    let Some(open) = sketch.room.motions.get(side, id) else { return };
    let (voices, what, by) = (Voices::of(&sketch.room, side, open), open.what, open.by);
    let end = if voices.carry() {
        MotionEnd::Passed
    } else if !open.answer && voices.yes == 0 {
        MotionEnd::Cancelled
    } else if open.roll.is_empty() {
        MotionEnd::Void
    } else if voices.fail() {
        MotionEnd::Failed
    } else {
        return;
    };
    let is_answer = open.answer;
    sketch.emit(Event::MotionEnded { side, motion: id, end });
    conclude(sketch, side, by, what, is_answer, end);
}

/// What the end of a motion means for what it asks for.
fn conclude(sketch: &mut Sketch, side: Side, by: MemberId, what: Motion, is_answer: bool, end: MotionEnd) {
    let asked = sketch.room.motions.offer(side.other(), what.kind()).map(|offer| offer.what);
    match (end, asked) {
        // Moving the same is agreeing to what the other side asks.
        (MotionEnd::Passed, Some(asked)) => {
            end_offer(sketch, side.other(), what.kind(), MotionEnd::Passed);
            effects::follow(sketch, side.other(), asked);
        }
        (MotionEnd::Passed, None) if what.kind().needs_both() => {
            let until = until(&sketch.room, what, sketch.at);
            sketch.emit(Event::Offered { side, by, what, until });
        }
        (MotionEnd::Passed, None) => effects::follow(sketch, side, what),
        (MotionEnd::Failed, Some(_)) => end_offer(sketch, side.other(), what.kind(), end),
        (MotionEnd::Void, Some(_)) if is_answer => end_offer(sketch, side.other(), what.kind(), end),
        (MotionEnd::Failed | MotionEnd::Expired | MotionEnd::Cancelled | MotionEnd::Void, _) => {}
    }
}

/// Strike from the roll who left the side, and tell how many voices count now.
fn strike(sketch: &mut Sketch, side: Side, id: MotionId) {
    let room = &sketch.room;
    let Some(open) = room.motions.get(side, id) else { return };
    let gone = |member: &MemberId| !room.roster.sits(*member, side);
    let struck: Vec<MemberId> = open.roll.iter().copied().filter(gone).collect();
    let voices = Voices::of(room, side, open);
    let (effective, need) = (small(voices.effective), small(voices.need));
    if !struck.is_empty() || (effective, need) != (open.effective, open.need) {
        sketch.emit(Event::MotionRollChanged { side, motion: id, struck, effective, need });
    }
}

/// What is asked of a side is put before its persons. One without persons answers at once: it
/// agrees, except to a draw.
fn ask_for_answers(sketch: &mut Sketch) {
    let offers = sketch.room.motions.offers.clone();
    for Offer { side: asker, by, what, until, .. } in offers {
        fall(sketch);
        let (side, kind) = (asker.other(), what.kind());
        let waits = sketch.room.motions.offer(asker, kind).is_some();
        if !waits || sketch.room.motions.of_kind(side, kind).is_some() {
            continue;
        }
        if sketch.room.roster.persons(side).next().is_some() {
            emit_opened(sketch, side, by, what, until, true);
            agree_with_oneself(sketch, side, kind, by);
        } else if what == Motion::Draw {
            end_offer(sketch, asker, kind, MotionEnd::Failed);
        } else {
            end_offer(sketch, asker, kind, MotionEnd::Passed);
            effects::follow(sketch, asker, what);
        }
    }
}

/// Who holds both sides has agreed by asking.
fn agree_with_oneself(sketch: &mut Sketch, side: Side, kind: MotionKind, by: MemberId) {
    let answer = sketch.room.motions.of_kind(side, kind).filter(|open| open.roll.contains(&by));
    if let Some(motion) = answer.map(|open| open.id) {
        sketch.emit(Event::MotionVoted { side, motion, by, yes: Some(true) });
    }
}

/// What a side asked of the other one is answered or falls away, with the answer that is open.
fn end_offer(sketch: &mut Sketch, asker: Side, kind: MotionKind, end: MotionEnd) {
    let side = asker.other();
    let answer = sketch.room.motions.of_kind(side, kind).filter(|open: &&Open| open.answer);
    if let Some(motion) = answer.map(|open| open.id) {
        sketch.emit(Event::MotionEnded { side, motion, end });
    }
    sketch.emit(Event::OfferEnded { side: asker, what: kind, end });
}
