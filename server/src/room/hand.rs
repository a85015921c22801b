//! The hand: the one member of a side who lays. Who holds it, and to whom it passes
//! (`docs/room.md` 9).

use engine::Side;
use protocol::event::{Event, HandReason, WithdrawReason};
use protocol::settings::{HandPolicy, SIDES};
use protocol::{MemberId, Refusal};

use super::roster::Roster;
use super::sketch::Sketch;
use super::{Room, chat, tried};

/// Milliseconds that a hand may be away before it passes on.
const AWAY_MS: u64 = 10_000;

/// Who holds the hand of the side whose turn begins.
pub(super) fn for_turn(room: &Room, side: Side, now: u64) -> Option<MemberId> {
    let game = room.game.as_ref()?;
    let roster = &room.roster;
    let first = || roster.present(side).next().or_else(|| roster.seated(side).next());
    match game.decision.hand {
        HandPolicy::Rotating => {
            let present = |member| !roster.is_away(member);
            next_after(roster, side, room.rotation[side], present).or_else(first)
        }
        HandPolicy::Fixed | HandPolicy::Elected | HandPolicy::Volunteer | HandPolicy::Host => {
            let holder = game.hands[side].filter(|&holder| roster.sits(holder, side)).or_else(first)?;
            let overdue = away_due(room, holder).is_some_and(|due| due <= now);
            Some(if overdue { substitute(room, side, holder).unwrap_or(holder) } else { holder })
        }
    }
}

/// Pass the hand on to somebody of one's side. Who holds both passes that of the side on which the
/// other one sits; where he sits on both as well, that of the side to move.
pub(super) fn pass(sketch: &mut Sketch, holder: MemberId, to: MemberId) -> Result<(), Refusal> {
    let game = sketch.room.game.as_ref().ok_or(Refusal::NoGame)?;
    let mut held: Vec<Side> = SIDES.into_iter().filter(|&side| game.hands[side] == Some(holder)).collect();
    if held.is_empty() {
        return Err(Refusal::NotMover);
    }
    held.retain(|&side| sketch.room.roster.sits(to, side));
    let side = chat::side_spoken_for(sketch, &held).ok_or(Refusal::NoSuchMember)?;
    if to != holder {
        sketch.emit(Event::HandPassed { side, to: Some(to), why: HandReason::HandedOver });
    }
    Ok(())
}

/// The hand is taken from its holder and given to another one. What he is trying goes with him who
/// was trusted to make it; what somebody else is stays.
pub(super) fn replace(sketch: &mut Sketch, side: Side, to: MemberId, why: HandReason) {
    let Some(game) = &sketch.room.game else { return };
    let holder = game.hands[side];
    let tried = game.turn.as_ref().filter(|turn| turn.side == side).and_then(|turn| turn.tried.as_ref());
    let goes_too = tried.is_some_and(|tried| Some(tried.by) == holder);
    sketch.emit(Event::HandPassed { side, to: Some(to), why });
    if goes_too {
        tried::withdraw(sketch, WithdrawReason::HandReplaced);
    }
}

/// A hand that left the side passes on at once; an empty one is filled when the side has its turn.
pub(super) fn fill(sketch: &mut Sketch) {
    for side in SIDES {
        let Some(game) = sketch.room.game.as_ref().filter(|game| game.is_running()) else { return };
        let to_move = game.turn.as_ref().is_some_and(|turn| turn.side == side);
        let roster = &sketch.room.roster;
        let to = match game.hands[side] {
            Some(holder) if roster.sits(holder, side) => continue,
            Some(_) => successor(&sketch.room, side),
            None if to_move && roster.count(side) > 0 => successor(&sketch.room, side),
            None => continue,
        };
        sketch.emit(Event::HandPassed { side, to, why: HandReason::Gone });
    }
}

/// The hand of the side to move passes on when its holder has been away for long enough and
/// somebody else is there. He does not get it back by returning.
pub(super) fn replace_absent(sketch: &mut Sketch) {
    let Some((due, side, to)) = absent(&sketch.room) else { return };
    if due <= sketch.at {
        sketch.emit(Event::HandPassed { side, to: Some(to), why: HandReason::Away });
    }
}

/// When the hand of the side to move passes on because its holder is away.
pub(super) fn absent_due(room: &Room) -> Option<u64> {
    absent(room).map(|(due, ..)| due)
}

/// The side wants somebody else to hold its hand: whom it named, or whoever comes next.
pub(super) fn replace_by_vote(sketch: &mut Sketch, side: Side, to: Option<MemberId>) {
    let room = &sketch.room;
    let Some(holder) = room.game.as_ref().and_then(|game| game.hands[side]) else { return };
    let next = || {
        let seat = room.roster.seats(side).iter().find(|seat| seat.member == holder)?.number;
        let there = |member| member != holder && !room.roster.is_away(member);
        next_after(&room.roster, side, seat, there)
            .or_else(|| next_after(&room.roster, side, seat, |member| member != holder))
    };
    if let Some(to) = to.or_else(|| substitute(room, side, holder)).or_else(next) {
        replace(sketch, side, to, HandReason::Replaced);
    }
}

/// The flag fell: the next member gets the hand, if there is another one.
pub(super) fn pass_after_flag(sketch: &mut Sketch, side: Side) {
    let Some(holder) = sketch.room.game.as_ref().and_then(|game| game.hands[side]) else { return };
    if let Some(to) = substitute(&sketch.room, side, holder) {
        sketch.emit(Event::HandPassed { side, to: Some(to), why: HandReason::Flagged });
    }
}

fn absent(room: &Room) -> Option<(u64, Side, MemberId)> {
    let game = room.game.as_ref()?;
    let side = game.turn.as_ref()?.side;
    let holder = game.hands[side].filter(|_| !room.hold.is_on())?;
    Some((away_due(room, holder)?, side, substitute(room, side, holder)?))
}

/// When somebody who is away has been so for long enough, not counting a hold.
fn away_due(room: &Room, holder: MemberId) -> Option<u64> {
    let member = room.roster.get(holder).filter(|_| room.roster.is_away(holder))?;
    Some(member.since.max(room.hold.lifted) + AWAY_MS)
}

/// The next member after the holder who is online.
fn substitute(room: &Room, side: Side, holder: MemberId) -> Option<MemberId> {
    let roster = &room.roster;
    let seat = roster.seats(side).iter().find(|seat| seat.member == holder)?;
    next_after(roster, side, seat.number, |member| member != holder && roster.is_at_hand(member))
}

/// Who comes after a hand that is gone: the next one in seat order, whoever is there first.
fn successor(room: &Room, side: Side) -> Option<MemberId> {
    let roster = &room.roster;
    let after = room.rotation[side];
    next_after(roster, side, after, |member| roster.is_at_hand(member))
        .or_else(|| next_after(roster, side, after, |member| !roster.is_away(member)))
        .or_else(|| roster.seated(side).next())
}

/// The first member that fits, in seat order behind a seat and then from the front.
fn next_after(roster: &Roster, side: Side, seat: u32, fits: impl Fn(MemberId) -> bool) -> Option<MemberId> {
    let seats = roster.seats(side);
    let behind = seats.iter().filter(|taken| taken.number > seat);
    let before = seats.iter().filter(|taken| taken.number <= seat);
    behind.chain(before).map(|taken| taken.member).find(|&member| fits(member))
}

impl Room {
    /// The hand of a side is with this member now, and the rotation goes on behind his seat.
    pub(super) fn give_hand(&mut self, side: Side, to: Option<MemberId>) {
        let seat = to.and_then(|to| self.roster.seats(side).iter().find(|seat| seat.member == to));
        if let Some(seat) = seat {
            self.rotation[side] = seat.number;
        }
        if let Some(game) = &mut self.game {
            game.hands[side] = to;
        }
    }
}
