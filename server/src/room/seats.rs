//! Sitting down, standing up, being ready, and what a side says about who starts.

use engine::Side;
use protocol::event::{Event, Stance};
use protocol::settings::{SIDES, StarterRule};
use protocol::view::StarterWish;
use protocol::{MemberId, Refusal};

use super::order::Caller;
use super::settings::Agreed;
use super::sketch::Sketch;
use super::{Room, market, presence, roster, trust};

/// Sit down on a side. Sitting there already is well and good.
pub(super) fn take(
    sketch: &mut Sketch,
    agreed: &Agreed,
    by: &Caller,
    side: Option<Side>,
) -> Result<(), Refusal> {
    let known = roster::asker(sketch, by);
    let side = side.unwrap_or_else(|| wherever(sketch, agreed, known));
    if known.is_some_and(|member| sketch.room.roster.sits(member, side)) {
        return Ok(());
    }
    if sketch.room.roster.count(side) >= usize::from(agreed.settings.team_max) {
        return Err(Refusal::SideFull);
    }
    refuse_stranger(sketch, agreed, by)?;
    let member = roster::join(sketch, by, None)?;
    if !agreed.settings.practice {
        leave_other_side(sketch, member, side)?;
    }
    sketch.emit(Event::Seated { member, side });
    Ok(())
}

/// Rated games are of those who have accounts, and nobody plays on whom he has bet.
fn refuse_stranger(sketch: &Sketch, agreed: &Agreed, by: &Caller) -> Result<(), Refusal> {
    if agreed.settings.rated && !sketch.around.registered {
        return Err(Refusal::AccountNeeded);
    }
    by.user().map_or(Ok(()), |user| market::refuse_staked(sketch, user))
}

/// Where somebody sits who does not mind: where he does already, where alone he may, or where fewer
/// do.
fn wherever(sketch: &Sketch, agreed: &Agreed, known: Option<MemberId>) -> Side {
    let roster = &sketch.room.roster;
    let is_bound = |member: MemberId, side: Side| {
        roster.sits(member, side) || (!agreed.settings.practice && is_locked(sketch, member, side.other()))
    };
    let bound = known.and_then(|member| SIDES.into_iter().find(|&side| is_bound(member, side)));
    let fewer = if roster.count(Side::North) < roster.count(Side::South) { Side::North } else { Side::South };
    bound.unwrap_or(fewer)
}

/// Nobody sits on both sides of a game, not even one after the other.
fn is_locked(sketch: &Sketch, member: MemberId, side: Side) -> bool {
    let playing = sketch.room.game.as_ref().filter(|game| game.is_running());
    playing.is_some_and(|game| game.has_played_for(member, side.other()))
}

fn leave_other_side(sketch: &mut Sketch, member: MemberId, side: Side) -> Result<(), Refusal> {
    if is_locked(sketch, member, side) {
        return Err(Refusal::SideLocked);
    }
    if sketch.room.roster.sits(member, side.other()) {
        stand_up(sketch, member, side.other());
    }
    Ok(())
}

/// Stand up and watch.
pub(super) fn leave(sketch: &mut Sketch, member: MemberId) {
    for side in sketch.room.roster.sides_of(member) {
        stand_up(sketch, member, side);
    }
}

/// Leave a seat, and take back first whatever was said in it. The vote goes with the roll.
fn stand_up(sketch: &mut Sketch, member: MemberId, side: Side) {
    let turn = sketch.room.game.as_ref().and_then(|game| game.turn.as_ref()).filter(|turn| turn.side == side);
    let tried = turn.and_then(|turn| turn.tried.as_ref());
    if tried.is_some_and(|tried| tried.told_stance(member) != Stance::Undecided) {
        sketch.emit(Event::StanceTaken { side, by: member, stance: Stance::Undecided, quiet: false });
    }
    trust::forget(sketch, side, member);
    if sketch.room.rematch.contains(&member) {
        sketch.emit(Event::RematchSet { member, on: false });
    }
    sketch.emit(Event::Unseated { member, side });
    presence::end_idle_grace(sketch, member);
}

/// Say whether one is ready for the next game.
pub(super) fn set_ready(sketch: &mut Sketch, member: MemberId, on: bool) -> Result<(), Refusal> {
    refuse_during_game(sketch)?;
    if sketch.room.roster.get(member).is_some_and(|member| member.ready != on) {
        sketch.emit(Event::ReadySet { member, on });
    }
    Ok(())
}

/// Say whom one's side would let start; in practice both sides say it.
pub(super) fn wish_starter(
    sketch: &mut Sketch,
    agreed: &Agreed,
    member: MemberId,
    starter: Option<Side>,
) -> Result<(), Refusal> {
    refuse_during_game(sketch)?;
    if agreed.settings.starter != StarterRule::Agreement {
        return Err(Refusal::ForbiddenRole);
    }
    let wish = StarterWish { by: member, starter };
    for side in sketch.room.roster.sides_of(member) {
        if sketch.room.wishes[side] != Some(wish) {
            sketch.emit(Event::StarterWished { side, by: member, starter });
        }
    }
    Ok(())
}

pub(super) fn refuse_during_game(sketch: &Sketch) -> Result<(), Refusal> {
    match &sketch.room.game {
        Some(game) if game.is_running() => Err(Refusal::GameRunning),
        _ => Ok(()),
    }
}

/// Whether a game is wanted because everybody is ready: everybody who sits and is not away, on both
/// sides, at least one person among them. A practice room begins by itself.
pub(super) fn is_all_ready(room: &Room) -> bool {
    let roster = &room.roster;
    let awaited = |side: Side| roster.present(side).filter(|&member| !room.start.is_new(member));
    if SIDES.iter().any(|&side| awaited(side).next().is_none()) {
        return false;
    }
    let practice = room.agreed().is_some_and(|agreed| agreed.settings.practice);
    if practice && room.game.is_none() {
        return true;
    }
    let mut persons = SIDES.iter().flat_map(|&side| awaited(side)).filter(|&member| !roster.is_bot(member));
    let mut asked = false;
    let all = persons.all(|person| {
        asked = true;
        roster.get(person).is_some_and(|person| person.ready)
    });
    all && asked
}
