//! What is kept of a room beside its log: what the lobby shows, and who sits there.

use protocol::RoomId;
use protocol::settings::Visibility;

use super::gate::Gate;
use crate::room::Room;
use crate::room::view;
use crate::store::{Facts, Seat, Seats};

/// The facts of a room, apart from who watches; nothing of one that was never opened.
pub(super) fn facts(room: &Room, id: &RoomId) -> Option<Facts> {
    let row = view::lobby(room, id)?;
    let listed = room.agreed()?.settings.visibility == Visibility::Public;
    let (mover, ends) = view::to_move(room).map_or((None, None), |(mover, ends)| (Some(mover), ends));
    Some(Facts { row, listed, mover, ends })
}

/// The facts that are saved: for those who sit there, who are never behind. A room whose watchers are
/// behind is not in the lobby of the next run before it is awake, when it is known again how far
/// they are.
pub(super) fn saved_facts(room: &Room, id: &RoomId) -> Option<Facts> {
    let is_delayed = Gate::of(&room.agreed()?.settings.stand).is_some();
    facts(room, id).map(|facts| Facts { listed: facts.listed && !is_delayed, ..facts })
}

/// What is to be written of the seats, where they were as in `before`; nothing known means all.
pub(super) fn changed_seats(before: Option<&[Seat]>, now: &[Seat]) -> Option<Seats> {
    let Some(before) = before else { return Some(Seats::All(now.to_vec())) };
    let sits = |old: &Seat| now.iter().any(|seat| (seat.user, seat.side) == (old.user, old.side));
    let gone: Vec<_> = before.iter().filter(|old| !sits(old)).map(|old| (old.user, old.side)).collect();
    let set: Vec<Seat> = now.iter().filter(|seat| !before.contains(seat)).copied().collect();
    (!gone.is_empty() || !set.is_empty()).then_some(Seats::Changed { gone, set })
}

/// The persons in their seats.
pub(super) fn seats(room: &Room) -> Vec<Seat> {
    let seat =
        |sitting: view::Sitting| Seat { user: sitting.user, side: sitting.side, awaited: sitting.awaited };
    view::sittings(room).into_iter().map(seat).collect()
}
