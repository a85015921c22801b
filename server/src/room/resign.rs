//! Giving a game up: a majority of a side's persons, and at least two of them where two sit there.

use engine::Side;
use protocol::event::{EndReason, Event, GameResult, HoldReason};
use protocol::settings::SIDES;
use protocol::{MemberId, Refusal};

use super::sketch::Sketch;
use super::{Room, chat, game, thresholds, turn};

/// Be for giving up, or no longer.
pub(super) fn set(sketch: &mut Sketch, by: MemberId, on: bool) -> Result<(), Refusal> {
    turn::current(&sketch.room)?;
    if sketch.room.hold.has(HoldReason::Draining) {
        return Err(Refusal::Held);
    }
    let sides = sketch.room.roster.sides_of(by);
    let side = chat::side_spoken_for(sketch, &sides).ok_or(Refusal::NotSeated)?;
    if sketch.room.resign[side].contains(&by) != on {
        sketch.emit(Event::ResignVoted { side, by, on });
    }
    Ok(())
}

/// End the game when enough of a side want it.
pub(super) fn count(sketch: &mut Sketch) {
    let Ok((current, _)) = turn::current(&sketch.room) else { return };
    let score = current.board.position().final_score(None);
    let Some(side) = SIDES.into_iter().find(|&side| is_resigning(&sketch.room, side)) else { return };
    game::end(sketch, GameResult { reason: EndReason::Resigned, winner: Some(side.other()), score });
}

/// The wish to give up ends with the turn.
pub(super) fn forget(sketch: &mut Sketch) {
    for side in SIDES {
        for by in sketch.room.resign[side].clone() {
            sketch.emit(Event::ResignVoted { side, by, on: false });
        }
    }
}

fn is_resigning(room: &Room, side: Side) -> bool {
    let wants = |id: MemberId| room.resign[side].contains(&id);
    let seated = room.roster.persons(side).count();
    let heard =
        room.roster.persons(side).filter(|person| wants(person.id) || !room.roster.is_away(person.id));
    let effective = heard.count();
    let yes = room.roster.persons(side).filter(|person| wants(person.id)).count();
    let least = seated.min(2);
    yes >= least.max(1) && yes >= thresholds::majority(effective)
}
