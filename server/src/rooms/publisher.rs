//! Telling what happened, to everybody who may learn of it and to nobody else.
//!
//! An entry is told only against the receipt of the store: there is no other way to call
//! [`Publisher::publish`].

mod stand;

use std::collections::BTreeMap;

use protocol::limits::{SOCKETS_PER_ROOM, WATCHERS_MAX};
use protocol::message::{Heads, Resume, Role, Welcome};
use protocol::{CloseCode, Entry, Event, MemberId, PROTO_MINOR, ServerFrame, Snapshot, UserId};

use super::bell::Bell;
use super::frame::{Frame, encode};
use super::listeners::{Ears, Listener, Listeners, me, readable};
use super::mailbox::{NotJoined, SocketId, Visit};
use super::rings::{Key, Rings};
use crate::room::{Room, view};
use crate::store::Receipt;

/// Milliseconds between two counts of watchers.
const CROWD_MS: u64 = 250;

/// The streams of a room and their readers.
#[derive(Debug)]
pub(super) struct Publisher {
    listeners: Listeners,
    rings: Rings,
    epoch: String,
    legal: Option<Frame>,
    /// The snapshots that somebody asked for since the last entry.
    snapshots: BTreeMap<Key, Frame>,
    crowd: Crowd,
    stand: stand::Stand,
}

#[derive(Debug, Default)]
struct Crowd {
    watching: u32,
    told: u32,
    told_at: u64,
}

impl Publisher {
    /// Streams that were told up to here in an earlier life of the room.
    pub(super) fn new(epoch: String, room: &Room, entries: &[Entry]) -> Self {
        let mut rings = Rings::default();
        entries.iter().for_each(|entry| rings.count(entry));
        Self {
            listeners: Listeners::default(),
            rings,
            epoch,
            legal: legal(room),
            snapshots: BTreeMap::new(),
            crowd: Crowd::default(),
            stand: stand::Stand::default(),
        }
    }

    /// Begin anew with the same listeners: what they were told may not be what is in the log.
    pub(super) fn restart(&mut self, epoch: String, room: &Room, entries: &[Entry]) {
        let mut fresh = Self::new(epoch, room, entries);
        std::mem::swap(&mut fresh.listeners, &mut self.listeners);
        fresh.crowd = std::mem::take(&mut self.crowd);
        fresh.stand = std::mem::take(&mut self.stand);
        *self = fresh;
        let mut listeners = std::mem::take(&mut self.listeners);
        for listener in listeners.iter_mut() {
            listener.role = view::role(room, listener.user);
            listener.ears.renew(self.anew(&listener.role, listener.user, room));
            self.stand.tell(listener);
        }
        self.listeners = listeners;
    }

    /// Tell an entry. `room` is the room right after it.
    pub(super) fn publish(&mut self, _saved: &Receipt, entry: &Entry, room: &Room) {
        let frames = self.rings.take(entry);
        // Not by the numbers of the streams: what a side sees of its council changes with the table.
        self.snapshots.clear();
        let people = entry.events.iter().any(changes_roles);
        let mut listeners = std::mem::take(&mut self.listeners);
        for listener in listeners.iter_mut() {
            let role = if people { Some(view::role(room, listener.user)) } else { None };
            match role.filter(|role| *role != listener.role) {
                None => tell(listener, &frames, entry.at),
                Some(role) => self.tell_in_new_role(listener, role, &frames, entry.at, room),
            }
        }
        self.listeners = listeners;
        if people {
            self.crowd.watching = self.listeners.watching();
        }
        for user in entry.events.iter().filter_map(banned).filter_map(|member| room.user_of(member)) {
            self.listeners.close_of(user, CloseCode::Banned);
        }
        if entry.events.iter().any(changes_moves) {
            self.legal = legal(room);
            if let Some(frame) = &self.legal {
                self.listeners.iter().for_each(|listener| listener.ears.set_legal(frame));
            }
        }
    }

    /// Let somebody in: his welcome, then either what he missed or all streams as they are.
    pub(super) fn join(
        &mut self,
        socket: SocketId,
        visit: Visit,
        now: u64,
        room: &Room,
    ) -> Result<(), NotJoined> {
        if room.is_banned(visit.user) {
            return Err(NotJoined(CloseCode::Banned));
        }
        let replaced = self.listeners.of_tab(visit.user, &visit.tab);
        let full = self.listeners.sockets_of(visit.user) >= SOCKETS_PER_ROOM;
        // Who loads a page again and again over a bad line leaves sockets behind that look alive.
        let replaced = replaced.or_else(|| self.listeners.least_of(visit.user).filter(|_| full));
        let role = view::role(room, visit.user);
        if role.seats.is_empty() && self.listeners.socket_count() >= WATCHERS_MAX {
            return Err(NotJoined(CloseCode::Draining));
        }
        if let Some(Listener { ears: Ears::Socket(outbox), .. }) =
            replaced.and_then(|socket| self.listeners.remove(socket))
        {
            outbox.close(CloseCode::Replaced);
        }
        let mut greeting = self.greeting(&role, visit.user, visit.resume.as_ref(), now, room).into_iter();
        // Streams may be dropped and told anew; the welcome comes once.
        greeting.next().into_iter().for_each(|welcome| visit.outbox.answer(welcome));
        visit.outbox.renew(greeting);
        let ears = Ears::Socket(visit.outbox);
        let listener = Listener { user: visit.user, tab: visit.tab, ears, role };
        self.stand.tell(&listener);
        self.listeners.add(socket, listener);
        self.crowd.watching = self.listeners.watching();
        Ok(())
    }

    /// Let a bot listen from its seat.
    pub(super) fn seat_bot(&mut self, socket: SocketId, user: UserId, bell: Bell, room: &Room) {
        let role = view::role(room, user);
        self.listeners.add(socket, Listener { user, tab: String::new(), ears: Ears::Bot(bell), role });
    }

    /// Let somebody go; who it was, when that was the last socket of this person, and whether its
    /// page had said good-bye.
    pub(super) fn leave(&mut self, socket: SocketId) -> Option<(UserId, bool)> {
        let listener = self.listeners.remove(socket)?;
        self.crowd.watching = self.listeners.watching();
        let Ears::Socket(outbox) = &listener.ears else { return None };
        let last = self.listeners.sockets_of(listener.user) == 0;
        last.then(|| (listener.user, outbox.has_said_bye()))
    }

    /// Give a listener all streams anew.
    pub(super) fn renew(&mut self, socket: SocketId, room: &Room) {
        let Some(listener) = self.listeners.get(socket) else { return };
        let (ears, role, user) = (listener.ears.clone(), listener.role.clone(), listener.user);
        ears.renew(self.anew(&role, user, room));
        self.listeners.get(socket).into_iter().for_each(|listener| self.stand.tell(listener));
    }

    /// Tell how many watch, if that changed and was not told just now.
    pub(super) fn tell_crowd(&mut self, now: u64) {
        if self.crowd_due().is_none_or(|due| due > now) {
            return;
        }
        self.crowd.told = self.crowd.watching;
        self.crowd.told_at = now;
        let frame = encode(&ServerFrame::Crowd { watching: self.crowd.told });
        self.listeners.iter().for_each(|listener| listener.ears.set_crowd(&frame));
    }

    /// When the count of watchers is to be told next.
    pub(super) fn crowd_due(&self) -> Option<u64> {
        (self.crowd.watching != self.crowd.told).then_some(self.crowd.told_at + CROWD_MS)
    }

    /// Persons without a seat.
    pub(super) const fn watching(&self) -> u32 {
        self.crowd.watching
    }

    pub(super) const fn listeners(&self) -> &Listeners {
        &self.listeners
    }

    pub(super) const fn listeners_mut(&mut self) -> &mut Listeners {
        &mut self.listeners
    }

    /// Say good-bye to everybody.
    pub(super) fn bye(&self, retry_after_ms: u32, now: u64) {
        let frame = encode(&ServerFrame::Bye { retry_after_ms });
        self.listeners.iter().for_each(|listener| listener.ears.tell(&frame, now));
        self.listeners.close_all(CloseCode::GoingAway);
    }

    /// What a member sees.
    pub(super) fn sight(&self, role: &Role, user: UserId, room: &Room) -> Vec<Snapshot> {
        readable(role).into_iter().filter_map(|key| self.snapshot(key, user, room)).collect()
    }

    fn tell_in_new_role(
        &mut self,
        listener: &mut Listener,
        role: Role,
        frames: &BTreeMap<Key, Frame>,
        at: u64,
        room: &Room,
    ) {
        let (before, after) = (readable(&listener.role), readable(&role));
        let (kept, gained): (Vec<Key>, Vec<Key>) = after.into_iter().partition(|key| before.contains(key));
        for key in kept.iter().filter(|key| **key == Key::Table) {
            frames.get(key).into_iter().for_each(|frame| listener.ears.tell(frame, at));
        }
        listener.ears.tell(&encode(&ServerFrame::Role(role.clone())), at);
        for key in gained {
            let frame = self.snapshot_frame(key, listener.user, room);
            frame.iter().for_each(|frame| listener.ears.begin_stream(frame));
        }
        for key in kept.iter().filter(|key| **key != Key::Table) {
            frames.get(key).into_iter().for_each(|frame| listener.ears.tell(frame, at));
        }
        listener.role = role;
        self.stand.tell(listener);
    }

    fn greeting(
        &mut self,
        role: &Role,
        user: UserId,
        resume: Option<&Resume>,
        now: u64,
        room: &Room,
    ) -> Vec<Frame> {
        let missed = resume.and_then(|resume| self.missed(role, resume));
        let mut heads = Heads::default();
        for key in readable(role) {
            heads.set(key.stream(), Some(self.rings.head(key)));
        }
        let welcome = Welcome {
            proto: PROTO_MINOR,
            build: env!("CARGO_PKG_VERSION").to_owned(),
            epoch: self.epoch.clone(),
            now,
            role: role.clone(),
            heads,
            resumed: missed.is_some(),
        };
        let mut frames = vec![encode(&ServerFrame::Welcome(Box::new(welcome)))];
        match missed {
            Some(missed) => {
                frames.extend(missed);
                frames.extend(self.legal.clone());
            }
            None => frames.extend(self.all_snapshots(role, user, room)),
        }
        frames.push(encode(&ServerFrame::Crowd { watching: self.crowd.told }));
        frames
    }

    /// What was told since a reader left, when all of it is still there.
    fn missed(&self, role: &Role, resume: &Resume) -> Option<Vec<Frame>> {
        if resume.epoch != self.epoch {
            return None;
        }
        let mut frames = Vec::new();
        for key in readable(role) {
            frames.extend(self.rings.since(key, resume.heads.get(key.stream())?)?);
        }
        Some(frames)
    }

    /// Everything for a reader that may have missed anything, his role as well.
    fn anew(&mut self, role: &Role, user: UserId, room: &Room) -> Vec<Frame> {
        let mut frames = vec![encode(&ServerFrame::Role(role.clone()))];
        frames.extend(self.all_snapshots(role, user, room));
        frames
    }

    fn all_snapshots(&mut self, role: &Role, user: UserId, room: &Room) -> Vec<Frame> {
        let mut frames: Vec<Frame> =
            readable(role).into_iter().filter_map(|key| self.snapshot_frame(key, user, room)).collect();
        frames.extend(self.legal.clone());
        frames
    }

    fn snapshot_frame(&mut self, key: Key, user: UserId, room: &Room) -> Option<Frame> {
        if let Some(frame) = self.snapshots.get(&key) {
            return Some(frame.clone());
        }
        let frame = encode(&ServerFrame::Snap(self.snapshot(key, user, room)?));
        if !matches!(key, Key::Me(_)) {
            self.snapshots.insert(key, frame.clone());
        }
        Some(frame)
    }

    /// Nothing only of a room that was never opened.
    fn snapshot(&self, key: Key, user: UserId, room: &Room) -> Option<Snapshot> {
        let as_of = self.rings.head(key);
        Some(match key {
            Key::Table => Snapshot::Table { as_of, view: Box::new(view::table(room)?) },
            Key::Team(side) => Snapshot::Team { side, as_of, view: Box::new(view::team(room, side)) },
            Key::Stand => Snapshot::Stand { as_of, view: view::stand(room) },
            Key::Me(_) => Snapshot::Me { as_of, view: view::me(room, user) },
        })
    }
}

impl Drop for Publisher {
    /// However a room ends, nobody is left listening to silence.
    fn drop(&mut self) {
        self.listeners.close_all(CloseCode::Internal);
    }
}

fn tell(listener: &Listener, frames: &BTreeMap<Key, Frame>, at: u64) {
    for key in readable_now(&listener.role) {
        if let Some(frame) = frames.get(&key) {
            listener.ears.tell(frame, at);
        }
    }
}

/// [`readable`] without a list of its own: this runs for every event and every listener.
fn readable_now(role: &Role) -> impl Iterator<Item = Key> + '_ {
    let stand = role.seats.is_empty().then_some(Key::Stand);
    std::iter::once(Key::Table)
        .chain(role.seats.iter().map(|side| Key::Team(*side)))
        .chain(stand)
        .chain([me(role)])
}

const fn changes_roles(event: &Event) -> bool {
    matches!(
        event,
        Event::Identified { .. } | Event::HostNamed { .. } | Event::Seated { .. } | Event::Unseated { .. }
    )
}

const fn banned(event: &Event) -> Option<MemberId> {
    if let Event::Banned { member, on: true, .. } = event { Some(*member) } else { None }
}

const fn changes_moves(event: &Event) -> bool {
    matches!(event, Event::GameBegan { .. } | Event::TurnBegan { .. } | Event::GameEnded { .. })
}

fn legal(room: &Room) -> Option<Frame> {
    let (game, ply, moves) = view::offers(room)?;
    Some(encode(&ServerFrame::Legal { game, ply, moves }))
}
