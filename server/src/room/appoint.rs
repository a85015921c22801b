//! How a member comes to hold the hand where it does not go round by itself: whom the side elects,
//! who claims it first, whom the host names (`docs/room.md` 9).

use engine::{BySide, Side};
use protocol::event::{Event, HandReason};
use protocol::settings::{HandPolicy, SIDES};
use protocol::{MemberId, Refusal};

use super::settings::Agreed;
use super::sketch::Sketch;
use super::{Room, chat, hand, trust};

/// Claim the hand of one's own side.
pub(super) fn claim(sketch: &mut Sketch, agreed: &Agreed, member: MemberId) -> Result<(), Refusal> {
    if agreed.settings.decision.hand != HandPolicy::Volunteer {
        return Err(Refusal::HandTaken);
    }
    let sides = sketch.room.roster.sides_of(member);
    let side = chat::side_spoken_for(sketch, &sides).ok_or(Refusal::NotSeated)?;
    let why = HandReason::Claimed;
    let Some(game) = sketch.room.game.as_ref().filter(|game| game.is_running()) else {
        return match sketch.room.chosen[side] {
            Some(chosen) if chosen != member => Err(Refusal::HandTaken),
            Some(_) => Ok(()),
            None => {
                sketch.emit(Event::HandChosen { side, to: Some(member), why });
                Ok(())
            }
        };
    };
    let (holder, claimed) = (game.hands[side], game.claimed[side]);
    if sketch.room.hold.is_on() {
        return Err(Refusal::Held);
    }
    if holder == Some(member) && claimed {
        return Ok(());
    }
    if claimed && holder.is_some_and(|holder| holds_on(&sketch.room, holder)) {
        return Err(Refusal::HandTaken);
    }
    sketch.emit(Event::HandPassed { side, to: Some(member), why });
    Ok(())
}

/// Whether a holder keeps what he claimed: he is online, or being away is usual here.
fn holds_on(room: &Room, holder: MemberId) -> bool {
    room.roster.is_at_hand(holder)
}

/// Give the hand of a side to one of its members, as the host.
pub(super) fn name(
    sketch: &mut Sketch,
    agreed: &Agreed,
    host: MemberId,
    side: Side,
    to: MemberId,
) -> Result<(), Refusal> {
    if sketch.room.roster.host != Some(host) || agreed.settings.decision.hand != HandPolicy::Host {
        return Err(Refusal::ForbiddenRole);
    }
    if !sketch.room.roster.sits(to, side) {
        return Err(Refusal::NoSuchMember);
    }
    let why = HandReason::Named;
    match sketch.room.game.as_ref().filter(|game| game.is_running()) {
        Some(_) if sketch.room.hold.is_on() => return Err(Refusal::Held),
        Some(game) if game.hands[side] == Some(to) => {}
        Some(_) => hand::replace(sketch, side, to, why),
        None if sketch.room.chosen[side] == Some(to) => {}
        None => sketch.emit(Event::HandChosen { side, to: Some(to), why }),
    }
    Ok(())
}

/// A game has begun: who was elected, or chosen before it, has the hand from the start.
pub(super) fn begin(sketch: &mut Sketch, chosen: BySide<Option<MemberId>>) {
    let Some(game) = &sketch.room.game else { return };
    let policy = game.decision.hand;
    for side in SIDES {
        let (to, why) = match policy {
            HandPolicy::Elected => (trust::ranked(&sketch.room, side).first().copied(), HandReason::Elected),
            HandPolicy::Volunteer => (chosen[side], HandReason::Claimed),
            HandPolicy::Host => (chosen[side], HandReason::Named),
            HandPolicy::Rotating | HandPolicy::Fixed => (None, HandReason::Named),
        };
        if to.is_some_and(|to| sketch.room.roster.sits(to, side)) {
            sketch.emit(Event::HandPassed { side, to, why });
        }
    }
}
