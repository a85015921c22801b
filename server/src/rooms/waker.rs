//! Waking rooms that sleep when they have something to do, and noting that the server runs.
//!
//! One task for all rooms. It asks the store which room is due next and waits for that moment, so
//! that a room that sleeps takes neither memory nor a timer.

use std::sync::{Arc, Weak};

use protocol::RoomId;
use protocol::refusal::Refusal;
use tokio::sync::Notify;

use super::registry::Shared;
use crate::clock::Clock;
use crate::store::Due;

/// Milliseconds between two notes that the server runs: as much is given to slow games at most
/// beyond the time in which none did.
const PULSE_MS: u64 = 60_000;
/// Milliseconds until it is tried again to wake a room that could not be woken.
const PAUSE_MS: u64 = 10_000;

/// Keep watch until the rooms are gone or the server stops.
pub(super) async fn keep_watch(rooms: Weak<Shared>, bell: Arc<Notify>, clock: Clock) {
    let mut pulse_at = clock.now() + PULSE_MS;
    let mut woken = None;
    loop {
        let Some(shared) = rooms.upgrade().filter(|shared| !shared.is_draining()) else { return };
        if pulse_at <= clock.now() {
            if let Err(error) = shared.store.pulse(clock.now()).await {
                tracing::debug!(%error, "it is not noted that the server runs");
            }
            pulse_at = clock.now() + PULSE_MS;
        }
        let next = wake_next(&shared, &mut woken).await;
        drop(shared);
        let until = next.map_or(pulse_at, |next| next.min(pulse_at));
        tokio::select! {
            () = bell.notified() => {}
            () = clock.sleep_until(until) => {}
        }
    }
}

/// Wake the room that is due, if one is. When to look again, unless a room goes to sleep. `woken` is
/// the room that was woken just before: it sees to itself, whatever is noted of it.
async fn wake_next(shared: &Arc<Shared>, woken: &mut Option<RoomId>) -> Option<u64> {
    let now = shared.clock.now();
    let before = woken.take();
    match shared.store.next_due().await {
        Ok(None) => None,
        Ok(Some(due)) if due.at > now => Some(due.at),
        Ok(Some(due)) if before.as_ref() == Some(&due.room) => Some(now + PAUSE_MS),
        Ok(Some(due)) if wake(shared, &due).await => {
            *woken = Some(due.room);
            Some(now)
        }
        Ok(Some(_)) => Some(now + PAUSE_MS),
        Err(error) => {
            tracing::warn!(%error, "nobody knows which room is due");
            Some(now + PAUSE_MS)
        }
    }
}

/// Whether the room is awake now.
async fn wake(shared: &Arc<Shared>, due: &Due) -> bool {
    match shared.wake(&due.room, due.opened_by) {
        // It is up once it answers; one that cannot be read ends instead.
        Ok(handle) => handle.is_up().await,
        Err(Refusal::Draining) => false,
        Err(refusal) => {
            tracing::warn!(room = %due.room, ?refusal, "a room that is due was not woken");
            false
        }
    }
}
