//! Another game: of the match, or of a new match after the last one. The majority of those who
//! are there on both sides want it, or all are ready. Bots are always for it, once a person is.

use engine::Side;
use protocol::event::Event;
use protocol::settings::SIDES;
use protocol::{MemberId, Refusal};

use super::sketch::Sketch;
use super::{Room, seats, thresholds};

/// Want another game, or no longer.
pub(super) fn set(sketch: &mut Sketch, member: MemberId, on: bool) -> Result<(), Refusal> {
    seats::refuse_during_game(sketch)?;
    if sketch.room.game.is_none() {
        return Err(Refusal::NoGame);
    }
    if sketch.room.rematch.contains(&member) != on {
        sketch.emit(Event::RematchSet { member, on });
    }
    Ok(())
}

/// Whether another game, or the first one, is wanted now. Who sat down while it was about to begin is
/// not waited for.
pub(super) fn is_wanted(room: &Room) -> bool {
    match &room.game {
        Some(game) if game.is_running() => false,
        Some(_) if asked(room) && SIDES.iter().all(|&side| agrees(room, side)) => true,
        Some(_) => seats::is_all_ready(room),
        None => seats::is_all_ready(room),
    }
}

fn asked(room: &Room) -> bool {
    room.rematch.iter().any(|&member| !room.roster.is_bot(member))
}

fn agrees(room: &Room, side: Side) -> bool {
    let awaited = || room.roster.present(side).filter(|&member| !room.start.is_new(member));
    let present = awaited().count();
    let wants = |member: &MemberId| room.roster.is_bot(*member) || room.rematch.contains(member);
    let yes = awaited().filter(wants).count();
    present > 0 && yes >= thresholds::majority(present)
}
