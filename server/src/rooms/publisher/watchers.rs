//! Those who watch: from which side of the gate they see the table, and how they are told together.

use std::collections::{BTreeMap, BTreeSet};

use protocol::http::glance::Glance;
use protocol::message::{Answer, Role};
use protocol::refusal::Refusal;
use protocol::{Entry, ServerFrame, UserId};

use super::super::behind::{Behind, Released};
use super::super::feed::{Feed, LineKind, SLICE};
use super::super::frame::{Frame, encode};
use super::super::mailbox::SocketId;
use super::super::rings::Key;
use super::Publisher;
use crate::room::{Room, view};

/// Milliseconds between two counts of watchers.
const CROWD_MS: u64 = 250;
/// The same where many watch.
const CROWD_OF_MANY_MS: u64 = 1_000;
/// Watchers that are many.
const MANY: u32 = 1_000;
/// Bytes of events that are told as they are, however short the table as a whole would be: by them
/// a page shows how it came to be so.
const SHORTENED_BYTES: usize = 16 * 1024;

/// How many watch, as it was told.
#[derive(Debug, Default)]
pub(super) struct Crowd {
    pub(super) told: u32,
    told_at: u64,
}

impl Publisher {
    /// Tell those who watch whatever is to be told by now.
    pub(in crate::rooms) fn tick(&mut self, now: u64, room: &Room) {
        while let Some(released) = self.behind.as_mut().and_then(|behind| behind.release(now)) {
            self.feed_released(released);
        }
        self.tell_crowd(now);
        self.push(now, room);
    }

    /// When there is something to be told next, unless something happens before.
    pub(in crate::rooms) fn due(&self) -> Option<u64> {
        let gate = self.behind.as_ref().and_then(Behind::due);
        let feed = self.feed.due(self.listeners.watcher_count());
        [gate, feed, self.crowd_due()].into_iter().flatten().min()
    }

    /// Whether the lines beyond the gate are too many to be kept, and must be read again.
    pub(in crate::rooms) fn wants_log(&self) -> bool {
        self.behind.as_ref().is_some_and(Behind::is_short)
    }

    /// Go on with the log, which was read again.
    pub(in crate::rooms) fn read_on(&mut self, entries: &[Entry], now: u64) {
        let released = self.behind.as_mut().map(|behind| behind.read_on(entries, now));
        released.into_iter().flatten().for_each(|released| self.feed_released(released));
    }

    /// Persons without a seat.
    pub(in crate::rooms) const fn watching(&self) -> u32 {
        self.listeners.watching()
    }

    /// The room as strangers may know it.
    pub(in crate::rooms) fn shown<'r>(&'r self, room: &'r Room) -> &'r Room {
        self.behind.as_ref().map_or(room, Behind::room)
    }

    /// The room at the gate, for a listener who is behind it, and for one who is not known.
    pub(in crate::rooms) fn behind_for(&self, socket: SocketId) -> Option<&Room> {
        let is_seated = self.listeners.get(socket).is_some_and(|listener| !listener.role.seats.is_empty());
        self.behind.as_ref().filter(|_| !is_seated).map(Behind::room)
    }

    /// An answer as a person may get it: to somebody behind the gate the present is the one there.
    pub(in crate::rooms) fn veiled(&self, user: UserId, answer: Answer, room: &Room) -> Answer {
        let tells_the_present = matches!(answer, Answer::Err { err: Refusal::Stale { .. }, .. });
        if tells_the_present && self.is_behind(&view::role(room, user)) {
            return view::stale(self.shown(room)).into();
        }
        answer
    }

    pub(super) const fn is_behind(&self, role: &Role) -> bool {
        self.behind.is_some() && role.seats.is_empty()
    }

    /// The room as somebody in a role sees the table.
    pub(super) fn seen<'r>(&'r self, role: &Role, room: &'r Room) -> &'r Room {
        if self.is_behind(role) { self.shown(room) } else { room }
    }

    /// What the page of the room shows first, to somebody in a role or to a stranger.
    pub(in crate::rooms) fn glance(&self, role: Option<&Role>, room: &Room) -> Option<Glance> {
        let shown = role.map_or_else(|| self.shown(room), |role| self.seen(role, room));
        view::glance(shown, role.map_or(&[], |role| &role.seats))
    }

    /// Number of the newest event of a stream that somebody in a role may know.
    pub(super) fn head(&self, key: Key, role: &Role) -> u32 {
        match &self.behind {
            Some(behind) if key == Key::Table && role.seats.is_empty() => behind.head(),
            Some(_) | None => self.rings.head(key),
        }
    }

    pub(super) fn since(&self, key: Key, role: &Role, seen: u32) -> Option<Vec<Frame>> {
        match &self.behind {
            Some(behind) if key == Key::Table && role.seats.is_empty() => behind.since(seen),
            Some(_) | None => self.rings.since(key, seen),
        }
    }

    pub(super) fn legal_for(&self, role: &Role) -> Option<&Frame> {
        match &self.behind {
            Some(behind) if role.seats.is_empty() => behind.legal(),
            Some(_) | None => self.legal.as_ref(),
        }
    }

    /// Give an entry to those who watch: its talk of the stand, and its part of the table once it is
    /// through.
    pub(super) fn feed_with(&mut self, entry: &Entry, frames: &BTreeMap<Key, Frame>, room: &Room) {
        match &mut self.behind {
            Some(behind) => behind.add(entry),
            // The line that opens the room is where its gate begins.
            None => self.behind = Behind::of_log(room, std::slice::from_ref(entry), entry.at),
        }
        if self.behind.is_none() {
            frames
                .get(&Key::Table)
                .into_iter()
                .for_each(|frame| self.feed.add(LineKind::Table, frame.clone()));
        }
        frames.get(&Key::Stand).into_iter().for_each(|frame| self.feed.add(LineKind::Stand, frame.clone()));
    }

    /// A listener has been told everything up to now by other ways.
    pub(super) fn has_heard(&mut self, socket: SocketId) {
        let next = self.feed.next();
        if let Some(listener) = self.listeners.get_mut(socket) {
            listener.heard = next;
        }
    }

    pub(super) fn tell_all_watchers(&mut self, now: u64) {
        if self.feed.is_empty() {
            return;
        }
        let next = self.feed.next();
        for (_, listener) in self.listeners.watchers_after(SocketId(0)) {
            listener.ears.tell_lines(self.feed.unheard(listener.heard), now);
            listener.heard = next;
        }
        self.feed.clear();
    }

    /// What an entry tells single persons who watch.
    pub(super) fn tell_watchers_their_own(
        &self,
        frames: &BTreeMap<Key, Frame>,
        told: &BTreeSet<SocketId>,
        at: u64,
        room: &Room,
    ) {
        for (key, frame) in frames {
            let Key::Me(member) = key else { continue };
            let sockets = room.user_of(*member).map(|user| self.listeners.of(user)).unwrap_or_default();
            let left = sockets.iter().filter(|socket| !told.contains(socket));
            for listener in left.filter_map(|socket| self.listeners.get(*socket)) {
                if listener.role.seats.is_empty() {
                    listener.ears.tell(frame, at);
                }
            }
        }
    }

    fn feed_released(&mut self, released: Released) {
        let Released { table, legal } = released;
        table.into_iter().for_each(|frame| self.feed.add(LineKind::Table, frame));
        legal.into_iter().for_each(|frame| self.feed.add(LineKind::Legal, frame));
    }

    /// Tell a few who watch, or many of them a slice.
    fn push(&mut self, now: u64, room: &Room) {
        let watchers = self.listeners.watcher_count();
        if Feed::is_at_once(watchers) {
            return self.tell_all_watchers(now);
        }
        if self.feed.due(watchers).is_none_or(|due| due > now) {
            return;
        }
        self.shorten(room);
        let behind = self.feed.go_on(now);
        let (next, mut told, mut count) = (self.feed.next(), None, 0);
        for (socket, listener) in self.listeners.watchers_after(behind).take(SLICE) {
            listener.ears.tell_lines(self.feed.unheard(listener.heard), now);
            listener.heard = next;
            told = Some(socket);
            count += 1;
        }
        self.feed.told(told.filter(|_| count == SLICE));
    }

    /// Where everybody's stream as a whole is shorter than what happened, it is told in place of it.
    fn shorten(&mut self, room: &Room) {
        let waiting = self.feed.table_bytes();
        if waiting < SHORTENED_BYTES {
            return;
        }
        let stranger = Role { member: None, seats: Vec::new(), host: false };
        // Nobody in particular: everybody's stream is the same for all who watch.
        let whole = self.snapshot_frame(Key::Table, &stranger, UserId(uuid::Uuid::nil()), room);
        if let Some(whole) = whole.filter(|whole| whole.len() < waiting) {
            self.feed.replace_table(whole);
        }
    }

    /// Tell how many watch, if that changed and was not told just now.
    fn tell_crowd(&mut self, now: u64) {
        if self.crowd_due().is_none_or(|due| due > now) {
            return;
        }
        self.crowd = Crowd { told: self.listeners.watching(), told_at: now };
        let frame = self.crowd_frame();
        self.listeners.seated().for_each(|(_, listener)| listener.ears.set_crowd(&frame));
        self.feed.add(LineKind::Crowd, frame);
    }

    /// How many watch, as it was told last.
    pub(super) fn crowd_frame(&self) -> Frame {
        encode(&ServerFrame::Crowd { watching: self.crowd.told })
    }

    /// When the count of watchers is to be told next.
    fn crowd_due(&self) -> Option<u64> {
        let watching = self.listeners.watching();
        let pause = if watching > MANY { CROWD_OF_MANY_MS } else { CROWD_MS };
        (watching != self.crowd.told).then_some(self.crowd.told_at + pause)
    }
}
