//! A room out of its log, and the check of a log that `sindillo verify` and the rooms share.

use protocol::{Entry, RoomId};

use crate::room::Room;
use crate::store::{Log, Store, StoreError};

/// A room as its log tells it.
#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) room: Room,
    pub(super) head: u64,
    pub(super) entries: Vec<Entry>,
}

/// What a log came to when it was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Its entries.
    pub entries: usize,
    /// The events in them.
    pub events: usize,
}

/// Read a room; nothing when there is none.
pub(super) async fn load(store: &dyn Store, id: &RoomId) -> Result<Option<Loaded>, StoreError> {
    let Some(log) = store.log(id).await? else { return Ok(None) };
    check(&log)?;
    let room = Room::fold(&log.entries);
    Ok(Some(Loaded { room, head: log.head(), entries: log.entries }))
}

/// Whether a log tells the story of a room: it begins with the opening, no entry is empty, time
/// does not run back, and what a person did was done by somebody known.
///
/// # Errors
/// [`StoreError::Damaged`] names the first entry that does not fit.
pub fn check(log: &Log) -> Result<Checked, StoreError> {
    let mut room = Room::default();
    let mut events = 0;
    for (entry, number) in log.entries.iter().zip(1..) {
        let damaged = |why: &str| Err(StoreError::Damaged(format!("entry {number}: {why}")));
        if entry.events.is_empty() {
            return damaged("nothing happens in it");
        }
        if entry.v > protocol::record::RECORD_VERSION {
            return damaged("it was written by a newer version");
        }
        if entry.at < room.last_at() {
            return damaged("it happens before the one before it");
        }
        room.apply_entry(entry);
        if room.agreed().is_none() {
            return damaged("it comes before the opening");
        }
        if entry.by.is_some_and(|member| room.user_of(member).is_none()) {
            return damaged("nobody is known by its member");
        }
        events += entry.events.len();
    }
    Ok(Checked { entries: log.entries.len(), events })
}
