//! Telling what happened, to everybody who may learn of it and to nobody else.
//!
//! An entry is told only against the receipt of the store: there is no other way to call
//! [`Publisher::publish`].

mod stand;
mod watchers;

use std::collections::{BTreeMap, BTreeSet};

use protocol::limits::{SOCKETS_PER_ROOM, WATCHERS_MAX};
use protocol::message::{Heads, Resume, Role, Welcome};
use protocol::{CloseCode, Entry, Event, MemberId, PROTO_MINOR, ServerFrame, Snapshot, UserId};

use super::behind::{Behind, changes_moves, legal};
use super::bell::Bell;
use super::feed::{Feed, LineKind};
use super::frame::{Frame, encode};
use super::listeners::{Ears, Listener, Listeners, me, readable};
use super::mailbox::{NotJoined, SocketId, Visit};
use super::rings::{Key, Rings};
use crate::room::{Room, view};
use crate::store::Receipt;
use watchers::Crowd;

/// The streams of a room and their readers.
#[derive(Debug)]
pub(super) struct Publisher {
    listeners: Listeners,
    rings: Rings,
    epoch: String,
    legal: Option<Frame>,
    /// The snapshots that somebody asked for and that are still so.
    snapshots: BTreeMap<Key, Frame>,
    crowd: Crowd,
    stand: stand::Stand,
    /// The table for those who watch, where they are behind.
    behind: Option<Behind>,
    /// What those who watch are told together.
    feed: Feed,
}

impl Publisher {
    /// Streams that were told up to here in an earlier life of the room.
    pub(super) fn new(epoch: String, room: &Room, entries: &[Entry], now: u64) -> Self {
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
            behind: Behind::of_log(room, entries, now),
            feed: Feed::default(),
        }
    }

    /// Begin anew with the same listeners: what they were told may not be what is in the log.
    pub(super) fn restart(&mut self, epoch: String, room: &Room, entries: &[Entry], now: u64) {
        let fresh = Self::new(epoch, room, entries, now);
        let mut old = std::mem::replace(self, fresh);
        std::mem::swap(&mut self.listeners, &mut old.listeners);
        self.crowd = std::mem::take(&mut old.crowd);
        self.stand = std::mem::take(&mut old.stand);
        // Numbers of lines go on: they are known to the listeners.
        self.feed = std::mem::take(&mut old.feed);
        self.feed.clear();
        for socket in self.listeners.all() {
            let Some(user) = self.listeners.get(socket).map(|listener| listener.user) else { continue };
            self.listeners.set_role(socket, view::role(room, user));
            self.renew(socket, room);
        }
    }

    /// Tell an entry. `room` is the room right after it.
    pub(super) fn publish(&mut self, _saved: &Receipt, entry: &Entry, room: &Room) {
        let frames = self.rings.take(entry);
        self.forget_snapshots(&frames);
        let changed = self.give_roles(entry, &frames, room);
        let seated = self.listeners.seated().filter(|(socket, _)| !changed.contains(socket));
        seated.for_each(|(_, listener)| tell(listener, &frames, entry.at));
        self.feed_with(entry, &frames, room);
        for socket in &changed {
            self.has_heard(*socket);
        }
        if Feed::is_at_once(self.listeners.watcher_count()) {
            self.tell_all_watchers(entry.at);
        }
        self.tell_watchers_their_own(&frames, &changed, entry.at, room);
        for user in entry.events.iter().filter_map(banned).filter_map(|member| room.user_of(member)) {
            self.listeners.close_of(user, CloseCode::Banned);
        }
        if entry.events.iter().any(changes_moves) {
            self.legal = legal(room);
            if let Some(frame) = &self.legal {
                self.listeners.seated().for_each(|(_, listener)| listener.ears.set_legal(frame));
                if self.behind.is_none() {
                    self.feed.add(LineKind::Legal, frame.clone());
                }
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
        if role.seats.is_empty() && replaced.is_none() && self.listeners.watcher_count() >= WATCHERS_MAX {
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
        let heard = self.feed.next();
        let listener = Listener { user: visit.user, tab: visit.tab, ears, role, heard };
        self.stand.tell(&listener);
        self.listeners.add(socket, listener);
        Ok(())
    }

    /// Let a bot listen from its seat.
    pub(super) fn seat_bot(&mut self, socket: SocketId, user: UserId, bell: Bell, room: &Room) {
        let (role, heard) = (view::role(room, user), self.feed.next());
        let listener = Listener { user, tab: String::new(), ears: Ears::Bot(bell), role, heard };
        self.listeners.add(socket, listener);
    }

    /// Let somebody go; who it was, when that was the last socket of this person, and whether its
    /// page had said good-bye.
    pub(super) fn leave(&mut self, socket: SocketId) -> Option<(UserId, bool)> {
        let listener = self.listeners.remove(socket)?;
        let Ears::Socket(outbox) = &listener.ears else { return None };
        let last = self.listeners.sockets_of(listener.user) == 0;
        last.then(|| (listener.user, outbox.has_said_bye()))
    }

    /// Give a listener all streams anew.
    pub(super) fn renew(&mut self, socket: SocketId, room: &Room) {
        let Some(listener) = self.listeners.get(socket) else { return };
        let (ears, role, user) = (listener.ears.clone(), listener.role.clone(), listener.user);
        ears.renew(self.anew(&role, user, room));
        // Lines that wait for him are passed over, and the count may be one of them.
        ears.set_crowd(&self.crowd_frame());
        self.listeners.get(socket).into_iter().for_each(|listener| self.stand.tell(listener));
        self.has_heard(socket);
    }

    pub(super) const fn listeners(&self) -> &Listeners {
        &self.listeners
    }

    pub(super) const fn listeners_mut(&mut self) -> &mut Listeners {
        &mut self.listeners
    }

    /// Say good-bye to everybody. Nothing more goes through the gate for it.
    pub(super) fn bye(&mut self, retry_after_ms: u32, now: u64) {
        self.tell_all_watchers(now);
        let frame = encode(&ServerFrame::Bye { retry_after_ms });
        self.listeners.iter().for_each(|listener| listener.ears.tell(&frame, now));
        self.listeners.close_all(CloseCode::GoingAway);
    }

    /// What a member sees.
    pub(super) fn sight(&self, role: &Role, user: UserId, room: &Room) -> Vec<Snapshot> {
        readable(role).into_iter().filter_map(|key| self.snapshot(key, role, user, room)).collect()
    }

    /// Give everybody the role that he has after an entry. Whoever has another one than before was
    /// told of the entry with it.
    fn give_roles(
        &mut self,
        entry: &Entry,
        frames: &BTreeMap<Key, Frame>,
        room: &Room,
    ) -> BTreeSet<SocketId> {
        let mut changed = BTreeSet::new();
        for socket in self.whose_role_may_change(entry, room) {
            let Some(listener) = self.listeners.get(socket) else { continue };
            let role = view::role(room, listener.user);
            if role != listener.role {
                self.tell_in_new_role(socket, role, frames, entry.at, room);
                changed.insert(socket);
            }
        }
        changed
    }

    fn whose_role_may_change(&self, entry: &Entry, room: &Room) -> Vec<SocketId> {
        let mut sockets = Vec::new();
        for event in &entry.events {
            // Somebody is host no longer, and one of those in a seat may be a bot.
            if matches!(event, Event::HostNamed { .. } | Event::Seated { .. } | Event::Unseated { .. }) {
                return self.listeners.all();
            }
            if let Event::Identified { member, .. } = event {
                let user = room.user_of(*member);
                sockets.extend(user.into_iter().flat_map(|user| self.listeners.of(user)));
            }
        }
        sockets
    }

    fn tell_in_new_role(
        &mut self,
        socket: SocketId,
        role: Role,
        frames: &BTreeMap<Key, Frame>,
        at: u64,
        room: &Room,
    ) {
        let Some(listener) = self.listeners.get(socket) else { return };
        let (ears, user, before) = (listener.ears.clone(), listener.user, listener.role.clone());
        if before.seats.is_empty() {
            ears.tell_lines(self.feed.unheard(listener.heard), at);
        }
        // Who goes through the gate, this way or that, begins anew on the other side of it.
        let through = self.is_behind(&before) != self.is_behind(&role);
        let read = readable(&before);
        let goes_on = |key: &Key| read.contains(key) && !(through && *key == Key::Table);
        let (kept, gained): (Vec<Key>, Vec<Key>) = readable(&role).into_iter().partition(goes_on);
        let is_told = |key: &Key| *key != Key::Table || !self.is_behind(&role);
        let (table, others): (Vec<Key>, Vec<Key>) =
            kept.into_iter().filter(is_told).partition(|key| *key == Key::Table);
        table.iter().filter_map(|key| frames.get(key)).for_each(|frame| ears.tell(frame, at));
        ears.tell(&encode(&ServerFrame::Role(role.clone())), at);
        for key in gained {
            let frame = self.snapshot_frame(key, &role, user, room);
            frame.iter().for_each(|frame| ears.begin_stream(frame));
        }
        others.iter().filter_map(|key| frames.get(key)).for_each(|frame| ears.tell(frame, at));
        if through && let Some(frame) = self.legal_for(&role) {
            ears.set_legal(frame);
        }
        self.listeners.set_role(socket, role);
        self.listeners.get(socket).into_iter().for_each(|listener| self.stand.tell(listener));
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
            heads.set(key.stream(), Some(self.head(key, role)));
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
                frames.extend(self.legal_for(role).cloned());
            }
            None => frames.extend(self.all_snapshots(role, user, room)),
        }
        frames.push(self.crowd_frame());
        frames
    }

    /// What was told since a reader left, when all of it is still there.
    fn missed(&self, role: &Role, resume: &Resume) -> Option<Vec<Frame>> {
        if resume.epoch != self.epoch {
            return None;
        }
        let mut frames = Vec::new();
        for key in readable(role) {
            frames.extend(self.since(key, role, resume.heads.get(key.stream())?)?);
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
        let keys = readable(role).into_iter();
        let mut frames: Vec<Frame> =
            keys.filter_map(|key| self.snapshot_frame(key, role, user, room)).collect();
        frames.extend(self.legal_for(role).cloned());
        frames
    }

    fn snapshot_frame(&mut self, key: Key, role: &Role, user: UserId, room: &Room) -> Option<Frame> {
        if key == Key::Table && self.is_behind(role) {
            return self.behind.as_mut()?.snapshot();
        }
        if let Some(frame) = self.snapshots.get(&key) {
            return Some(frame.clone());
        }
        let frame = encode(&ServerFrame::Snap(self.snapshot(key, role, user, room)?));
        if !matches!(key, Key::Me(_)) {
            self.snapshots.insert(key, frame.clone());
        }
        Some(frame)
    }

    /// Nothing only of a room that was never opened.
    fn snapshot(&self, key: Key, role: &Role, user: UserId, room: &Room) -> Option<Snapshot> {
        let as_of = self.head(key, role);
        Some(match key {
            Key::Table => Snapshot::Table { as_of, view: Box::new(view::table(self.seen(role, room))?) },
            Key::Team(side) => Snapshot::Team { side, as_of, view: Box::new(view::team(room, side)) },
            Key::Stand => Snapshot::Stand { as_of, view: view::stand(room) },
            Key::Me(_) => Snapshot::Me { as_of, view: view::me(room, user) },
        })
    }

    /// What a side sees of its council changes with the table, so that numbers of streams do not tell
    /// whether a snapshot is still so. What everybody sees does not depend on the sides.
    fn forget_snapshots(&mut self, frames: &BTreeMap<Key, Frame>) {
        self.snapshots.retain(|key, _| matches!(key, Key::Table | Key::Stand) && !frames.contains_key(key));
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

/// [`readable`] without a list of its own: this runs for every event and everybody in a seat.
fn readable_now(role: &Role) -> impl Iterator<Item = Key> + '_ {
    let stand = role.seats.is_empty().then_some(Key::Stand);
    std::iter::once(Key::Table)
        .chain(role.seats.iter().map(|side| Key::Team(*side)))
        .chain(stand)
        .chain([me(role)])
}

const fn banned(event: &Event) -> Option<MemberId> {
    if let Event::Banned { member, on: true, .. } = event { Some(*member) } else { None }
}
