//! The port: what the rooms and the routes ask of a store, whichever database is behind it.

use std::future::Future;
use std::pin::Pin;

use engine::{Preset, Side};
use protocol::http::push::Notice;
use protocol::http::{LobbyRow, MyGame};
use protocol::{Cid, Entry, MemberId, RoomId, UserId};
use thiserror::Error;

/// An answer on its way.
pub type Answering<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A place where everything is kept.
pub trait Store: Send + Sync + 'static {
    /// Write entries at the end of a room's log: all of them or none. Durable when it answers.
    ///
    /// Once begun it is carried out, also when nobody waits for the answer any more.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the log does not end at `head`; [`StoreError::Unknown`] when
    /// it cannot be said whether it was written; the others when nothing was.
    fn append(&self, append: Append) -> Answering<'_, Receipt>;

    /// The whole log of a room, checked; nothing when there is no such room.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when an entry is missing, changed or out of place.
    fn log(&self, room: &RoomId) -> Answering<'_, Option<Log>>;

    /// The line by which a room was opened; nothing when there is no such room.
    ///
    /// # Errors
    /// As for the whole log.
    fn opening(&self, room: &RoomId) -> Answering<'_, Option<Entry>> {
        let log = self.log(room);
        Box::pin(async move { Ok(log.await?.and_then(|log| log.entries.into_iter().next())) })
    }

    /// Whether an order of this member is in the log.
    fn has_cid(&self, room: &RoomId, member: MemberId, cid: Cid) -> Answering<'_, bool>;

    /// Whether there is such a room, and who opened it.
    fn opener(&self, room: &RoomId) -> Answering<'_, Option<UserId>>;

    /// A server begins to run: the time since the last one was known to is noted as an outage, and
    /// the rooms that were awake then as lost. Asked once, before anything else.
    fn begin(&self, now: u64) -> Answering<'_, ()>;

    /// The server runs.
    fn pulse(&self, now: u64) -> Answering<'_, ()>;

    /// The times in which no server ran, as far as they reach behind a moment; the oldest first.
    fn outages(&self, after: u64) -> Answering<'_, Vec<Outage>>;

    /// The rooms that were awake when their server ended, unless they were forgotten since.
    fn left_awake(&self) -> Answering<'_, Vec<RoomRow>>;

    /// The room among those that are not awake that has something to do next.
    fn next_due(&self) -> Answering<'_, Option<Due>>;

    /// Note that a room is in memory now. Whether it had gone to sleep in order.
    fn rouse(&self, room: &RoomId) -> Answering<'_, bool>;

    /// Rooms in which a person has a seat, that in which something was last told to everybody first,
    /// each once: [`MY_GAMES`] at most.
    ///
    /// [`MY_GAMES`]: protocol::limits::MY_GAMES
    fn games_of(&self, user: UserId) -> Answering<'_, Vec<MyGame>>;

    /// Every room there ever was.
    fn all_rooms(&self) -> Answering<'_, Vec<RoomId>>;

    /// Note that a room is in memory no longer.
    fn put_to_sleep(&self, room: &RoomId, how: Rest) -> Answering<'_, ()>;

    /// A person; nothing when there is none by that id.
    fn person(&self, user: UserId) -> Answering<'_, Option<Person>>;

    /// Keep a person, in place of the one by the same id.
    fn put_person(&self, person: Person) -> Answering<'_, ()>;

    /// Answer when everything begun is done and the files are in order. Nothing is taken after it.
    fn close(&self) -> Answering<'_, ()>;
}

/// Milliseconds for which outages are remembered: longer than anything that a room waits for.
pub(super) const OUTAGES_KEPT_MS: u64 = 100 * 86_400_000;
/// Milliseconds after a start for which rooms that were lost with their server wait for their
/// people.
pub(super) const LEFT_MS: u64 = 600_000;

/// Entries to be written.
#[derive(Clone, Debug)]
pub struct Append {
    /// The room.
    pub room: RoomId,
    /// Who opened it: given with the first entries, which make the room.
    pub opened_by: Option<UserId>,
    /// Number of the last entry before these; 0 when there is none.
    pub head: u64,
    /// The entries, never none.
    pub entries: Vec<Entry>,
    /// What the lobby shows from now on; nothing when it is as before.
    pub facts: Option<Facts>,
    /// Who sits where from now on; nothing when it is as before.
    pub seats: Option<Seats>,
    /// When the room has something to do next that no person does.
    pub due: Option<u64>,
    /// The last moment at which something happened that everybody learnt.
    pub told_at: u64,
    /// Who is called back to the room, or no more; nothing when that is as before.
    pub calls: Option<Calls>,
}

/// Who is called back to a room from now on, and who no more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Calls {
    /// What is played there.
    pub game: Preset,
    /// These are.
    pub fresh: Vec<Called>,
    /// These are no more, for what they were: it is done, or they came.
    pub over: Vec<(UserId, Notice)>,
}

/// Somebody is called back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Called {
    /// Who.
    pub user: UserId,
    /// What for.
    pub notice: Notice,
    /// Since when there is that to come back for. He is told of the same once.
    pub since: u64,
    /// When it is too late, where that is known.
    pub until: Option<u64>,
    /// He is in the room and sees it: he is not told.
    pub sees: bool,
}

/// Who sits where from now on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seats {
    /// These and nobody else.
    All(Vec<Seat>),
    /// As before, but for these.
    Changed {
        /// Seats that are nobody's any more.
        gone: Vec<(UserId, Side)>,
        /// Seats that are taken now, or of which something else is known.
        set: Vec<Seat>,
    },
}

/// A person in a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seat {
    /// Who.
    pub user: UserId,
    /// Where.
    pub side: Side,
    /// Whether the room waits for him.
    pub awaited: bool,
}

/// How a room left the memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// By itself, with everything said.
    InOrder {
        /// When it has something to do next.
        due: Option<u64>,
    },
    /// Because it failed.
    Lost {
        /// Before this it need not be woken again, whatever it has to do.
        retry_at: u64,
    },
    /// As before, and nobody came back to it: the lobby need not know it after the next start.
    Forgotten,
}

/// A room that has something to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Due {
    /// Which.
    pub room: RoomId,
    /// Who opened it.
    pub opened_by: UserId,
    /// When.
    pub at: u64,
}

/// A time in which no server ran.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// When a server was last known to run.
    pub since: u64,
    /// When the next one began to.
    pub until: u64,
}

/// What the lobby, and who has a seat there, are shown of a room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facts {
    /// The row; `watching` is not kept.
    pub row: LobbyRow,
    /// Whether the lobby lists it.
    pub listed: bool,
    /// Whose turn it is.
    pub mover: Option<Side>,
    /// When the time of the turn ends, where it is counted.
    pub ends: Option<u64>,
}

/// Proof that entries are durable. Only a store makes one, so that nothing can be told before.
#[derive(Debug)]
pub struct Receipt {
    head: u64,
}

impl Receipt {
    /// Only for stores, after the commit.
    #[must_use]
    pub(in crate::store) const fn new(head: u64) -> Self {
        Self { head }
    }

    /// Number of the last entry written.
    #[must_use]
    pub const fn head(&self) -> u64 {
        self.head
    }
}

/// The log of a room.
#[derive(Clone, PartialEq, Debug)]
pub struct Log {
    /// Who opened the room.
    pub opened_by: UserId,
    /// Its entries from the first on; the number of each is its place, counted from 1.
    pub entries: Vec<Entry>,
}

impl Log {
    /// Number of the last entry.
    #[must_use]
    pub fn head(&self) -> u64 {
        u64::try_from(self.entries.len()).unwrap_or(u64::MAX)
    }
}

/// A room as it is known before its log is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoomRow {
    /// Who opened it.
    pub opened_by: UserId,
    /// What the lobby shows.
    pub facts: Facts,
}

/// A person, across rooms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// Who.
    pub user: UserId,
    /// The name that rooms take unless another is chosen there.
    pub name: String,
    /// Whether the person chose it.
    pub named: bool,
    /// Milliseconds since the Unix epoch.
    pub created_at: u64,
}

/// Why a store did not do it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// Somebody else wrote to this log, or it is there already.
    #[error("the log does not end where it should")]
    Conflict,
    /// The disk is full. Nothing was written.
    #[error("the disk is full")]
    Full,
    /// The store cannot be reached. Nothing was written.
    #[error("the store does not answer: {0}")]
    Unavailable(String),
    /// It cannot be said whether it was written.
    #[error("it is unknown whether it was written: {0}")]
    Unknown(String),
    /// What is kept is not what was written.
    #[error("the log is damaged: {0}")]
    Damaged(String),
}
