//! Who listens to a room, and what each of them may hear.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use protocol::message::Role;
use protocol::{CloseCode, MemberId, UserId};

use super::bell::Bell;
use super::frame::Frame;
use super::mailbox::SocketId;
use super::outbox::Outbox;
use super::rings::Key;

/// Everybody who listens.
#[derive(Debug, Default)]
pub(super) struct Listeners {
    all: BTreeMap<SocketId, Listener>,
    sockets: BTreeMap<UserId, usize>,
}

/// One socket, or one bot.
#[derive(Debug)]
pub(super) struct Listener {
    pub(super) user: UserId,
    pub(super) tab: String,
    pub(super) ears: Ears,
    pub(super) role: Role,
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
        if matches!(listener.ears, Ears::Socket(_)) {
            *self.sockets.entry(listener.user).or_default() += 1;
        }
        self.all.insert(socket, listener);
    }

    pub(super) fn remove(&mut self, socket: SocketId) -> Option<Listener> {
        let listener = self.all.remove(&socket)?;
        if matches!(listener.ears, Ears::Socket(_))
            && let Some(count) = self.sockets.get_mut(&listener.user)
        {
            *count -= 1;
            if *count == 0 {
                self.sockets.remove(&listener.user);
            }
        }
        Some(listener)
    }

    /// The socket of the same tab of the same person.
    pub(super) fn of_tab(&self, user: UserId, tab: &str) -> Option<SocketId> {
        let same = |(socket, listener): (&SocketId, &Listener)| {
            (listener.user == user && listener.tab == tab).then_some(*socket)
        };
        self.all.iter().find_map(same)
    }

    /// The socket that a person can do without: one whose page said good-bye, or else the oldest.
    pub(super) fn least_of(&self, user: UserId) -> Option<SocketId> {
        let own = self.all.iter().filter(|(_, listener)| listener.user == user);
        let sockets = own.filter_map(|(socket, listener)| match &listener.ears {
            Ears::Socket(outbox) => Some((!outbox.has_said_bye(), *socket)),
            Ears::Bot(_) => None,
        });
        sockets.min().map(|(_, socket)| socket)
    }

    /// Live sockets of a person.
    pub(super) fn sockets_of(&self, user: UserId) -> usize {
        self.sockets.get(&user).copied().unwrap_or_default()
    }

    /// Live sockets of all persons.
    pub(super) fn socket_count(&self) -> usize {
        self.sockets.values().sum()
    }

    pub(super) fn get(&self, socket: SocketId) -> Option<&Listener> {
        self.all.get(&socket)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Listener> {
        self.all.values()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Listener> {
        self.all.values_mut()
    }

    /// Sockets whose task ended without saying good-bye.
    pub(super) fn abandoned(&self) -> Vec<SocketId> {
        let gone = |listener: &Listener| match &listener.ears {
            Ears::Socket(outbox) => outbox.is_abandoned(),
            Ears::Bot(_) => false,
        };
        self.all.iter().filter(|(_, listener)| gone(listener)).map(|(socket, _)| *socket).collect()
    }

    /// Persons without a seat.
    pub(super) fn watching(&self) -> u32 {
        let watchers: BTreeSet<UserId> = self
            .all
            .values()
            .filter(|listener| matches!(listener.ears, Ears::Socket(_)) && listener.role.seats.is_empty())
            .map(|listener| listener.user)
            .collect();
        u32::try_from(watchers.len()).unwrap_or(u32::MAX)
    }

    /// Close the sockets of a person.
    pub(super) fn close_of(&self, user: UserId, code: CloseCode) {
        for listener in self.all.values().filter(|listener| listener.user == user) {
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
        self.all.retain(|_, listener| match &listener.ears {
            Ears::Socket(_) => true,
            Ears::Bot(bell) => {
                let stays = seated.contains(&listener.user);
                if !stays {
                    bell.dismiss();
                }
                stays
            }
        });
    }

    /// Whether a bot listens.
    pub(super) fn has_bot(&self, user: UserId) -> bool {
        self.all.values().any(|listener| listener.user == user && matches!(listener.ears, Ears::Bot(_)))
    }
}

impl Ears {
    pub(super) fn tell(&self, frame: &Frame, now: u64) {
        match self {
            Self::Socket(outbox) => outbox.tell(frame, now),
            Self::Bot(bell) => bell.ring(),
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
