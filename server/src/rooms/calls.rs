//! Whom a slow room calls back, as it is written down with what led to it.

use protocol::{Entry, Event, UserId};

use crate::room::{Call, Room, calls};
use crate::store::{Called, Calls};

/// Who is called from `entries` on and was not before, and who no more; nothing where that is nobody.
/// `is_here` tells whose page is open in the room: he sees it himself.
pub(super) fn changed_calls(
    before: &Room,
    after: &Room,
    entries: &[Entry],
    is_here: impl Fn(UserId) -> bool,
) -> Option<Calls> {
    let game = after.agreed()?.settings.game.preset;
    let (old, new) = (calls(before), calls(after));
    let same =
        |one: &Call, other: &Call| (one.user, one.kind, one.since) == (other.user, other.kind, other.since);
    let fresh: Vec<Called> = new
        .iter()
        .filter(|call| !old.iter().any(|before| same(before, call)))
        .map(|call| Called {
            user: call.user,
            notice: call.kind,
            since: call.since,
            until: call.until,
            sees: is_here(call.user),
        })
        .collect();
    // Who came sees for himself what he was about to be told of.
    let came = entries.iter().flat_map(|entry| &entry.events).filter_map(|event| came(after, event));
    let came: Vec<UserId> = came.filter(|user| is_here(*user)).collect();
    let is_over = |call: &&Call| !new.iter().any(|after| same(after, call)) || came.contains(&call.user);
    let over: Vec<_> = old.iter().filter(is_over).map(|call| (call.user, call.kind)).collect();
    (!fresh.is_empty() || !over.is_empty()).then_some(Calls { game, fresh, over })
}

/// Who is back.
fn came(room: &Room, event: &Event) -> Option<UserId> {
    if let Event::PresenceChanged { member, .. } = event { room.user_of(*member) } else { None }
}
