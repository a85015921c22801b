//! Stakes in rooms that cannot be read: no room will ever say what becomes of them, so the books give
//! them back.

use std::sync::{Arc, Weak};

use protocol::RoomId;
use protocol::betting::{BettingMode, VoidReason};

use super::super::load::load;
use super::super::registry::Shared;
use crate::clock::Clock;
use crate::store::StoreError;
use crate::store::ledger::Ledger;

/// Milliseconds until it is tried again.
const RETRY_MS: u64 = 60_000;

/// Give the stakes of a room back, until that is done, the rooms are gone or the server stops: the
/// next start looks for them again.
pub(in crate::rooms) async fn give_back(
    rooms: Weak<Shared>,
    ledger: Arc<dyn Ledger>,
    clock: Clock,
    room: RoomId,
) {
    loop {
        match void(ledger.as_ref(), &room, VoidReason::Unrecoverable, clock.now()).await {
            Ok(()) => return,
            Err(error) => {
                tracing::warn!(%room, %error, "stakes in a room that is lost are not given back yet")
            }
        }
        clock.sleep_until(clock.now() + RETRY_MS).await;
        if rooms.upgrade().is_none_or(|shared| shared.is_draining()) {
            return;
        }
    }
}

/// End what is left of a room's markets. What its log has said before counts.
///
/// # Errors
/// The books do not answer.
pub(in crate::rooms) async fn void(
    ledger: &dyn Ledger,
    room: &RoomId,
    why: VoidReason,
    now: u64,
) -> Result<(), StoreError> {
    match ledger.follow(room, now).await {
        // What they cannot follow will not be followed later.
        Ok(_) | Err(StoreError::Damaged(_)) => {}
        Err(error) => return Err(error),
    }
    if ledger.void(room, why, now).await? {
        tracing::warn!(%room, ?why, "the stakes of a room that cannot be read went back");
    }
    Ok(())
}

/// Look for markets that go on in rooms that cannot be read. Whether that is done.
pub(in crate::rooms) async fn look(shared: &Shared, ledger: &dyn Ledger) -> bool {
    let rooms = match ledger.beyond(BettingMode::Off).await {
        Ok(rooms) => rooms,
        Err(error) => {
            tracing::warn!(%error, "nobody knows which markets go on");
            return false;
        }
    };
    let mut done = true;
    for room in rooms {
        done &= look_at(shared, ledger, &room).await.unwrap_or_else(|error| {
            tracing::warn!(%room, %error, "nobody knows whether a market can go on");
            false
        });
    }
    done
}

async fn look_at(shared: &Shared, ledger: &dyn Ledger, room: &RoomId) -> Result<bool, StoreError> {
    if shared.is_draining() {
        return Ok(false);
    }
    if shared.is_awake(room) || !is_lost(shared, room).await? {
        return Ok(true);
    }
    void(ledger, room, VoidReason::Unrecoverable, shared.clock.now()).await?;
    Ok(true)
}

/// Whether the log of a room cannot be read, now or ever.
pub(in crate::rooms) async fn is_lost(shared: &Shared, room: &RoomId) -> Result<bool, StoreError> {
    match load(shared.store.as_ref(), room).await {
        Ok(loaded) => Ok(loaded.is_none()),
        Err(StoreError::Damaged(_)) => Ok(true),
        Err(error) => Err(error),
    }
}

/// Look until it is done, the rooms are gone or the server stops.
pub(in crate::rooms) async fn keep_looking(rooms: Weak<Shared>, ledger: Arc<dyn Ledger>, clock: Clock) {
    loop {
        let Some(shared) = rooms.upgrade().filter(|shared| !shared.is_draining()) else { return };
        if look(&shared, ledger.as_ref()).await {
            return;
        }
        drop(shared);
        clock.sleep_until(clock.now() + RETRY_MS).await;
    }
}
