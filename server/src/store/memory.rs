//! A store in memory, as strict as one on a disk and gone with the process: what a simulation of a
//! whole server writes to.
//!
//! Lines are kept as text, so that a room that is read again has gone through everything that a log
//! goes through. It never fails by itself; who wants a bad disk puts one around it.

use std::collections::{BTreeMap, BTreeSet};
use std::future::ready;
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::{Cid, Entry, MemberId, RoomId, UserId};

use super::port::{Answering, Append, Facts, Log, Person, Receipt, RoomRow, Store, StoreError};

/// The logs and persons of one simulated machine.
#[derive(Debug, Default)]
pub struct Memory(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    rooms: BTreeMap<RoomId, KeptRoom>,
    persons: BTreeMap<UserId, Person>,
}

#[derive(Debug)]
struct KeptRoom {
    opened_by: UserId,
    lines: Vec<String>,
    orders: BTreeSet<(MemberId, Cid)>,
    facts: Option<Facts>,
    awake: bool,
}

impl Store for Memory {
    fn append(&self, append: Append) -> Answering<'_, Receipt> {
        Box::pin(ready(self.kept().append(append)))
    }

    fn log(&self, room: &RoomId) -> Answering<'_, Option<Log>> {
        Box::pin(ready(self.kept().rooms.get(room).map(KeptRoom::read).transpose()))
    }

    fn has_cid(&self, room: &RoomId, member: MemberId, cid: Cid) -> Answering<'_, bool> {
        let known = self.kept().rooms.get(room).is_some_and(|room| room.orders.contains(&(member, cid)));
        Box::pin(ready(Ok(known)))
    }

    fn opener(&self, room: &RoomId) -> Answering<'_, Option<UserId>> {
        Box::pin(ready(Ok(self.kept().rooms.get(room).map(|room| room.opened_by))))
    }

    fn awake(&self) -> Answering<'_, Vec<RoomRow>> {
        let kept = self.kept();
        let awake = kept.rooms.values().filter(|room| room.awake);
        let rows = awake
            .filter_map(|room| room.facts.clone().map(|facts| RoomRow { opened_by: room.opened_by, facts }));
        Box::pin(ready(Ok(rows.collect())))
    }

    fn all_rooms(&self) -> Answering<'_, Vec<RoomId>> {
        Box::pin(ready(Ok(self.kept().rooms.keys().cloned().collect())))
    }

    fn put_to_sleep(&self, room: &RoomId) -> Answering<'_, ()> {
        if let Some(room) = self.kept().rooms.get_mut(room) {
            room.awake = false;
        }
        Box::pin(ready(Ok(())))
    }

    fn person(&self, user: UserId) -> Answering<'_, Option<Person>> {
        Box::pin(ready(Ok(self.kept().persons.get(&user).cloned())))
    }

    fn put_person(&self, person: Person) -> Answering<'_, ()> {
        self.kept().persons.insert(person.user, person);
        Box::pin(ready(Ok(())))
    }

    fn close(&self) -> Answering<'_, ()> {
        Box::pin(ready(Ok(())))
    }
}

impl Memory {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        // Nothing panics while it is held; were it so, the logs would still be whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn append(&mut self, append: Append) -> Result<Receipt, StoreError> {
        let Append { room, opened_by, head, entries, facts } = append;
        let lines = entries.iter().map(write).collect::<Result<Vec<_>, _>>()?;
        let kept = match (self.rooms.get_mut(&room), opened_by) {
            (Some(kept), None) if kept.head() == head => kept,
            (None, Some(opened_by)) if head == 0 => {
                let new = KeptRoom {
                    opened_by,
                    lines: Vec::new(),
                    orders: BTreeSet::new(),
                    facts: None,
                    awake: true,
                };
                self.rooms.entry(room).or_insert(new)
            }
            _ => return Err(StoreError::Conflict),
        };
        kept.lines.extend(lines);
        kept.orders.extend(entries.iter().filter_map(|entry| entry.by.zip(entry.cid)));
        kept.facts = facts.or(kept.facts.take());
        kept.awake = true;
        Ok(Receipt::new(kept.head()))
    }
}

impl KeptRoom {
    fn head(&self) -> u64 {
        u64::try_from(self.lines.len()).unwrap_or(u64::MAX)
    }

    fn read(&self) -> Result<Log, StoreError> {
        let read = |line: &String| serde_json::from_str(line);
        let entries: Result<Vec<Entry>, _> = self.lines.iter().map(read).collect();
        let entries = entries.map_err(|error| StoreError::Damaged(error.to_string()))?;
        Ok(Log { opened_by: self.opened_by, entries })
    }
}

fn write(entry: &Entry) -> Result<String, StoreError> {
    serde_json::to_string(entry).map_err(|error| StoreError::Unavailable(error.to_string()))
}
