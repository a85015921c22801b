//! Who listens to a room, and what each of them may hear.
//!
//! Thousands may watch: what happens for every event touches those in their seats only, and
//! everything that is counted is counted as people come and go.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::Arc;

use protocol::message::Role;
use protocol::{CloseCode, MemberId, UserId};

use super::bell::Bell;
use super::feed::Line;
use super::frame::Frame;
use super::mailbox::SocketId;
use super::outbox::Outbox;
use super::rings::Key;

/// Listeners up to which the ones that ended without a word are looked for at every turn.
const SWEPT_AT_ONCE: usize = 100;
/// Milliseconds between two looks for them where there are more.
const SWEEP_MS: u64 = 1_000;

/// Everybody who listens.
#[derive(Debug, Default)]
pub(super) struct Listeners {
    all: BTreeMap<SocketId, Listener>,
    /// Those who hold a seat, bots among them.
    seated: BTreeSet<SocketId>,
    people: BTreeMap<UserId, Person>,
    bots: BTreeMap<UserId, SocketId>,
    sockets: usize,
    watching: u32,
    swept_at: u64,
}

/// One socket, or one bot.
#[derive(Debug)]
pub(super) struct Listener {
    pub(super) user: UserId,
    pub(super) tab: String,
    pub(super) ears: Ears,
    pub(super) role: Role,
    /// Up to which line of the feed somebody who watches was told, or need not be.
    pub(super) heard: u64,
}

/// Somebody with sockets. All of them have the same role.
#[derive(Debug, Default)]
struct Person {
    sockets: Vec<SocketId>,
    /// Nothing while it is not counted.
    is_seated: Option<bool>,
}

/// How a listener is told.
#[derive(Clone, Debug)]
pub(super) enum Ears {
    /// By frames.
    Socket(Arc<Outbox>),
    /// By a bell: it then looks at the room as it looks from its seat.
    Bot(Bell),
}

/// The streams that somebody in this role may read. This is the only place that decides.
pub(super) fn readable(role: &Role) -> Vec<Key> {
    let mut keys = vec![Key::Table];
    keys.extend(role.seats.iter().map(|side| Key::Team(*side)));
    if role.seats.is_empty() {
        keys.push(Key::Stand);
    }
    keys.push(me(role));
    keys
}

/// One's own stream. That of somebody who is no member yet is empty, and ends when he becomes one.
pub(super) fn me(role: &Role) -> Key {
    Key::Me(role.member.unwrap_or(MemberId(0)))
}

impl Listeners {
    pub(super) fn add(&mut self, socket: SocketId, listener: Listener) {
        let is_seated = !listener.role.seats.is_empty();
        if is_seated {
            self.seated.insert(socket);
        }
        let user = listener.user;
        match listener.ears {
            Ears::Socket(_) => {
                self.sockets += 1;
                self.people.entry(user).or_default().sockets.push(socket);
                self.count(user, is_seated);
            }
            Ears::Bot(_) => drop(self.bots.insert(user, socket)),
        }
        self.all.insert(socket, listener);
    }

    pub(super) fn remove(&mut self, socket: SocketId) -> Option<Listener> {
        let listener = self.all.remove(&socket)?;
        self.seated.remove(&socket);
        if matches!(listener.ears, Ears::Bot(_)) {
            self.bots.remove(&listener.user);
        } else if let Some(person) = self.people.get_mut(&listener.user) {
            self.sockets -= 1;
            person.sockets.retain(|other| *other != socket);
            if person.sockets.is_empty() {
                self.watching -= u32::from(person.is_seated == Some(false));
                self.people.remove(&listener.user);
            }
        }
        Some(listener)
    }

    /// Give a listener a role.
    pub(super) fn set_role(&mut self, socket: SocketId, role: Role) {
        let Some(listener) = self.all.get_mut(&socket) else { return };
        let is_seated = !role.seats.is_empty();
        listener.role = role;
        if is_seated {
            self.seated.insert(socket);
        } else {
            self.seated.remove(&socket);
        }
        if matches!(listener.ears, Ears::Socket(_)) {
            let user = listener.user;
            self.count(user, is_seated);
        }
    }

    /// The socket of the same tab of the same person.
    pub(super) fn of_tab(&self, user: UserId, tab: &str) -> Option<SocketId> {
        let same = |socket: &&SocketId| self.all.get(socket).is_some_and(|listener| listener.tab == tab);
        self.of(user).iter().find(same).copied()
    }

    /// The socket that a person can do without: one whose page said good-bye, or else the oldest.
    pub(super) fn least_of(&self, user: UserId) -> Option<SocketId> {
        let sockets = self.of(user).iter().filter_map(|socket| match &self.all.get(socket)?.ears {
            Ears::Socket(outbox) => Some((!outbox.has_said_bye(), *socket)),
            Ears::Bot(_) => None,
        });
        sockets.min().map(|(_, socket)| socket)
    }

    /// The sockets of a person.
    pub(super) fn of(&self, user: UserId) -> &[SocketId] {
        self.people.get(&user).map(|person| person.sockets.as_slice()).unwrap_or_default()
    }

    /// Live sockets of a person.
    pub(super) fn sockets_of(&self, user: UserId) -> usize {
        self.of(user).len()
    }

    /// Live sockets of all persons.
    pub(super) const fn socket_count(&self) -> usize {
        self.sockets
    }

    /// Listeners without a seat.
    pub(super) fn watcher_count(&self) -> usize {
        self.all.len() - self.seated.len()
    }

    pub(super) fn get(&self, socket: SocketId) -> Option<&Listener> {
        self.all.get(&socket)
    }

    pub(super) fn get_mut(&mut self, socket: SocketId) -> Option<&mut Listener> {
        self.all.get_mut(&socket)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Listener> {
        self.all.values()
    }

    /// Everybody, to be told one by one while the list may change.
    pub(super) fn all(&self) -> Vec<SocketId> {
        self.all.keys().copied().collect()
    }

    /// Those who hold a seat.
    pub(super) fn seated(&self) -> impl Iterator<Item = (SocketId, &Listener)> {
        self.seated.iter().filter_map(|socket| Some((*socket, self.all.get(socket)?)))
    }

    /// Some of those who watch, in the order in which they came, and only who came after `last`.
    pub(super) fn watchers_after(
        &mut self,
        last: SocketId,
    ) -> impl Iterator<Item = (SocketId, &mut Listener)> {
        let behind = (Bound::Excluded(last), Bound::Unbounded);
        let watches = |(_, listener): &(&SocketId, &mut Listener)| listener.role.seats.is_empty();
        self.all.range_mut(behind).filter(watches).map(|(socket, listener)| (*socket, listener))
    }

    /// Sockets whose task ended without saying good-bye. Who watches with many others may be found
    /// a little later.
    pub(super) fn abandoned(&mut self, now: u64) -> Vec<SocketId> {
        if self.all.len() > SWEPT_AT_ONCE && now < self.swept_at + SWEEP_MS {
            return Vec::new();
        }
        self.swept_at = now;
        let gone = |listener: &Listener| match &listener.ears {
            Ears::Socket(outbox) => outbox.is_abandoned(),
            Ears::Bot(_) => false,
        };
        self.all.iter().filter(|(_, listener)| gone(listener)).map(|(socket, _)| *socket).collect()
    }

    /// Persons without a seat.
    pub(super) const fn watching(&self) -> u32 {
        self.watching
    }

    /// Close the sockets of a person.
    pub(super) fn close_of(&self, user: UserId, code: CloseCode) {
        for listener in self.of(user).iter().filter_map(|socket| self.all.get(socket)) {
            if let Ears::Socket(outbox) = &listener.ears {
                outbox.close(code);
            }
        }
    }

    /// Close every socket, and dismiss every bot.
    pub(super) fn close_all(&self, code: CloseCode) {
        for listener in self.all.values() {
            match &listener.ears {
                Ears::Socket(outbox) => outbox.close(code),
                Ears::Bot(bell) => bell.dismiss(),
            }
        }
    }

    /// Forget the bots that hold no seat any more.
    pub(super) fn keep_bots(&mut self, seated: &BTreeSet<UserId>) {
        let leaves = |(user, _): &(&UserId, &SocketId)| !seated.contains(user);
        let gone: Vec<SocketId> = self.bots.iter().filter(leaves).map(|(_, socket)| *socket).collect();
        for socket in gone {
            if let Some(Listener { ears: Ears::Bot(bell), .. }) = self.remove(socket) {
                bell.dismiss();
            }
        }
    }

    /// Whether a bot listens.
    pub(super) fn has_bot(&self, user: UserId) -> bool {
        self.bots.contains_key(&user)
    }

    /// Note whether somebody with sockets holds a seat.
    fn count(&mut self, user: UserId, is_seated: bool) {
        let Some(person) = self.people.get_mut(&user) else { return };
        let watched = person.is_seated == Some(false);
        person.is_seated = Some(is_seated);
        self.watching = self.watching + u32::from(!is_seated) - u32::from(watched);
    }
}

impl Ears {
    pub(super) fn tell(&self, frame: &Frame, now: u64) {
        match self {
            Self::Socket(outbox) => outbox.tell(frame, now),
            Self::Bot(bell) => bell.ring(),
        }
    }

    pub(super) fn tell_lines(&self, lines: &[Line], now: u64) {
        if let Self::Socket(outbox) = self {
            outbox.tell_lines(lines, now);
        }
    }

    pub(super) fn begin_stream(&self, frame: &Frame) {
        match self {
            Self::Socket(outbox) => outbox.begin_stream(frame.clone()),
            Self::Bot(bell) => bell.ring(),
        }
    }

    pub(super) fn renew(&self, frames: Vec<Frame>) {
        match self {
            Self::Socket(outbox) => outbox.renew(frames),
            Self::Bot(bell) => bell.ring(),
        }
    }

    pub(super) fn set_crowd(&self, frame: &Frame) {
        if let Self::Socket(outbox) = self {
            outbox.set_crowd(frame);
        }
    }

    pub(super) fn set_legal(&self, frame: &Frame) {
        if let Self::Socket(outbox) = self {
            outbox.set_legal(frame);
        }
    }
}
