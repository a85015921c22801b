//! A store in memory, as strict as one on a disk and gone with the process: what a simulation of a
//! whole server writes to.
//!
//! Lines are kept as text, so that a room that is read again has gone through everything that a log
//! goes through. It never fails by itself; who wants a bad disk puts one around it.

mod books;
mod ledger;

use std::collections::{BTreeMap, BTreeSet};
use std::future::ready;
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::{Cid, Entry, MemberId, RoomId, UserId};

use protocol::http::{LobbyPhase, MyGame};
use protocol::limits::MY_GAMES;

use self::books::Books;
use super::port::{
    Answering, Append, Due, Facts, LEFT_MS, Log, OUTAGES_KEPT_MS, Outage, Person, Receipt, Rest, RoomRow,
    Seat, Seats, Store, StoreError,
};

/// The logs and persons of one simulated machine.
#[derive(Debug, Default)]
pub struct Memory(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    rooms: BTreeMap<RoomId, KeptRoom>,
    persons: BTreeMap<UserId, Person>,
    outages: Vec<Outage>,
    books: Books,
    /// When a server was last known to run.
    alive_at: Option<u64>,
}

#[derive(Debug)]
struct KeptRoom {
    opened_by: UserId,
    lines: Vec<String>,
    orders: BTreeSet<(MemberId, Cid)>,
    facts: Option<Facts>,
    seats: Vec<Seat>,
    due: Option<u64>,
    state: State,
    touched_at: u64,
    told_at: u64,
}

/// Where a room is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Asleep,
    Awake,
    Left,
    Forgotten,
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

    fn begin(&self, now: u64) -> Answering<'_, ()> {
        self.kept().begin(now);
        Box::pin(ready(Ok(())))
    }

    fn pulse(&self, now: u64) -> Answering<'_, ()> {
        let mut kept = self.kept();
        kept.alive_at = kept.alive_at.max(Some(now));
        Box::pin(ready(Ok(())))
    }

    fn outages(&self, after: u64) -> Answering<'_, Vec<Outage>> {
        let outages = self.kept().outages.iter().copied().filter(|outage| outage.until > after).collect();
        Box::pin(ready(Ok(outages)))
    }

    fn left_awake(&self) -> Answering<'_, Vec<RoomRow>> {
        let kept = self.kept();
        let left = kept.rooms.values().filter(|room| room.state == State::Left);
        let rows = left
            .filter_map(|room| room.facts.clone().map(|facts| RoomRow { opened_by: room.opened_by, facts }));
        Box::pin(ready(Ok(rows.collect())))
    }

    fn next_due(&self) -> Answering<'_, Option<Due>> {
        let kept = self.kept();
        let resting = kept.rooms.iter().filter(|(_, room)| room.state != State::Awake);
        let due = resting.filter_map(|(id, room)| Some((room.due?, id, room.opened_by))).min();
        let due = due.map(|(at, room, opened_by)| Due { room: room.clone(), opened_by, at });
        Box::pin(ready(Ok(due)))
    }

    fn rouse(&self, room: &RoomId) -> Answering<'_, bool> {
        let before = self.kept().set_state(room, State::Awake);
        Box::pin(ready(Ok(before == Some(State::Asleep))))
    }

    fn games_of(&self, user: UserId) -> Answering<'_, Vec<MyGame>> {
        Box::pin(ready(Ok(self.kept().games_of(user))))
    }

    fn all_rooms(&self) -> Answering<'_, Vec<RoomId>> {
        Box::pin(ready(Ok(self.kept().rooms.keys().cloned().collect())))
    }

    fn put_to_sleep(&self, room: &RoomId, how: Rest) -> Answering<'_, ()> {
        self.kept().put_to_sleep(room, how);
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
        // Nobody is told of anything by a store for simulations.
        let Append { room, opened_by, head, entries, facts, seats, due, told_at, calls: _ } = append;
        let lines = entries.iter().map(write).collect::<Result<Vec<_>, _>>()?;
        let name = room.clone();
        let kept = match (self.rooms.get_mut(&room), opened_by) {
            (Some(kept), None) if kept.head() == head => kept,
            (None, Some(opened_by)) if head == 0 => {
                let new = KeptRoom {
                    opened_by,
                    lines: Vec::new(),
                    orders: BTreeSet::new(),
                    facts: None,
                    seats: Vec::new(),
                    due: None,
                    state: State::Awake,
                    touched_at: 0,
                    told_at: 0,
                };
                self.rooms.entry(room).or_insert(new)
            }
            _ => return Err(StoreError::Conflict),
        };
        kept.lines.extend(lines);
        for event in entries.iter().flat_map(|entry| &entry.events) {
            self.books.note(&name, event);
        }
        kept.orders.extend(entries.iter().filter_map(|entry| entry.by.zip(entry.cid)));
        kept.facts = facts.or(kept.facts.take());
        kept.sit(seats);
        kept.due = due;
        kept.told_at = told_at;
        kept.state = State::Awake;
        kept.touched_at = entries.last().map_or(kept.touched_at, |entry| entry.at);
        Ok(Receipt::new(kept.head()))
    }
}

impl Kept {
    fn begin(&mut self, now: u64) {
        let newest = self.rooms.values().map(|room| room.touched_at).max();
        if let Some(since) = self.alive_at.or(newest).filter(|&alive| alive < now) {
            self.outages.push(Outage { since, until: now });
        }
        self.outages.retain(|outage| outage.until >= now.saturating_sub(OUTAGES_KEPT_MS));
        for room in self.rooms.values_mut().filter(|room| room.state == State::Awake) {
            room.state = State::Left;
            let playing = room.facts.as_ref().is_some_and(|facts| facts.row.phase == LobbyPhase::Playing);
            // What they have to do waits until their people had time to come back.
            room.due = (room.due.is_some() || playing)
                .then(|| room.due.unwrap_or_default().max(now.saturating_add(LEFT_MS)));
        }
        self.alive_at = self.alive_at.max(Some(now));
    }

    fn put_to_sleep(&mut self, room: &RoomId, how: Rest) {
        if let Some(kept) = self.rooms.get_mut(room) {
            kept.due = match how {
                Rest::InOrder { due } => due,
                Rest::Lost { retry_at } => kept.due.map(|due| due.max(retry_at)),
                Rest::Forgotten => kept.due,
            };
        }
        let state = match how {
            Rest::InOrder { .. } => State::Asleep,
            Rest::Lost { .. } => State::Left,
            // Somebody may have come back to it in the meantime.
            Rest::Forgotten if self.rooms.get(room).is_none_or(|kept| kept.state != State::Left) => return,
            Rest::Forgotten => State::Forgotten,
        };
        self.set_state(room, state);
    }

    /// Where the room was before.
    fn set_state(&mut self, room: &RoomId, state: State) -> Option<State> {
        self.rooms.get_mut(room).map(|kept| std::mem::replace(&mut kept.state, state))
    }

    fn games_of(&self, user: UserId) -> Vec<MyGame> {
        let mut rooms: Vec<&KeptRoom> = self.rooms.values().collect();
        rooms.sort_by_key(|room| std::cmp::Reverse(room.told_at));
        rooms.into_iter().filter_map(|room| room.game_of(user)).take(MY_GAMES).collect()
    }
}

impl KeptRoom {
    fn game_of(&self, user: UserId) -> Option<MyGame> {
        let own = self.seats.iter().filter(|seat| seat.user == user);
        // In practice one sits on both sides: the one that is waited for comes first.
        let seat = own.max_by_key(|seat| seat.awaited)?;
        let Facts { row, mover, ends, .. } = self.facts.clone()?;
        Some(MyGame { row, side: seat.side, turn: mover, awaits: seat.awaited, due: ends })
    }

    fn sit(&mut self, seats: Option<Seats>) {
        match seats {
            None => {}
            Some(Seats::All(seats)) => self.seats = seats,
            Some(Seats::Changed { gone, set }) => {
                let stays = |seat: &Seat| {
                    let is = |user, side| (seat.user, seat.side) == (user, side);
                    !gone.iter().any(|&(user, side)| is(user, side))
                        && !set.iter().any(|new| is(new.user, new.side))
                };
                self.seats.retain(stays);
                self.seats.extend(set);
            }
        }
    }

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
