//! A disk that can be full, forgetful, slow, unreadable, and that knows the moment at which the
//! power fails: before a commit or right after it, never in the middle of one.

use std::sync::{Arc, Mutex, MutexGuard};

use protocol::http::MyGame;
use protocol::{Cid, Entry, MemberId, RoomId, UserId};
use server::clock::Clock;
use server::store::memory::Memory;
use server::store::{Answering, Append, Due, Log, Outage, Person, Receipt, Rest, RoomRow, Store, StoreError};

/// What goes wrong with one append.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mishap {
    /// There is no space; nothing is written.
    Full,
    /// It cannot be said whether it is written, and it is not.
    LostBefore,
    /// It cannot be said whether it is written, and it is.
    LostAfter,
    /// It takes so many milliseconds.
    Slow(u64),
    /// The machine stops before it is written.
    CrashBefore,
    /// The machine stops when it is written and nobody knows yet.
    CrashAfter,
}

/// A disk, which outlives the servers that write to it.
pub(crate) struct Disk {
    memory: Memory,
    clock: Clock,
    desk: Mutex<Desk>,
}

/// What lies ready for the next call.
#[derive(Default)]
struct Desk {
    next: Option<Mishap>,
    /// The number of an append at which the machine stops, and how.
    stop_at: Option<(u64, Mishap)>,
    deaf_reads: u32,
    appends: u64,
    waiting: u32,
    /// An append's outcome is unknown, and nobody has read the log or written to it since.
    in_doubt: bool,
    stopped: Option<Mishap>,
    befell: Vec<Mishap>,
    written: Vec<Entry>,
}

impl Disk {
    pub(crate) fn new(clock: Clock) -> Arc<Self> {
        Arc::new(Self { memory: Memory::default(), clock, desk: Mutex::default() })
    }

    /// Let something befall the next append.
    pub(crate) fn arm(&self, mishap: Mishap) {
        self.desk().next = Some(mishap);
    }

    /// Let the machine stop at an append, counted from 1 since the disk is there.
    pub(crate) fn arm_at(&self, append: u64, mishap: Mishap) {
        self.desk().stop_at = Some((append, mishap));
    }

    /// Let the next reads fail.
    pub(crate) fn deafen(&self, reads: u32) {
        self.desk().deaf_reads = reads;
    }

    /// From now on nothing goes wrong, but for a stop that was ordered for a certain append.
    pub(crate) fn heal(&self) {
        let mut desk = self.desk();
        (desk.next, desk.deaf_reads) = (None, 0);
    }

    /// How the machine stopped, if it did since this was asked last.
    pub(crate) fn take_stop(&self) -> Option<Mishap> {
        self.desk().stopped.take()
    }

    /// Whether the machine stopped, or an append waits.
    pub(crate) fn is_busy(&self) -> bool {
        let desk = self.desk();
        desk.stopped.is_some() || desk.waiting > 0
    }

    /// Whether what the server has in memory may not be what is written.
    pub(crate) fn is_in_doubt(&self) -> bool {
        self.desk().in_doubt
    }

    /// The machine is off: nothing waits any more.
    pub(crate) fn power_off(&self) {
        let mut desk = self.desk();
        (desk.waiting, desk.stopped, desk.in_doubt) = (0, None, false);
    }

    /// What befell appends since this was asked last.
    pub(crate) fn take_befell(&self) -> Vec<Mishap> {
        std::mem::take(&mut self.desk().befell)
    }

    /// What was written since this was asked last.
    pub(crate) fn take_written(&self) -> Vec<Entry> {
        std::mem::take(&mut self.desk().written)
    }

    pub(crate) fn appends(&self) -> u64 {
        self.desk().appends
    }

    /// The log as it is, whatever else is wrong.
    pub(crate) fn memory(&self) -> &Memory {
        &self.memory
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap()
    }

    async fn write(&self, append: Append) -> Result<Receipt, StoreError> {
        let entries = append.entries.clone();
        let written = self.memory.append(append).await;
        let mut desk = self.desk();
        desk.in_doubt = written.is_err();
        if written.is_ok() {
            desk.written.extend(entries);
        }
        written
    }

    fn next_mishap(&self) -> Option<Mishap> {
        let mut desk = self.desk();
        desk.appends += 1;
        let mishap = match desk.stop_at {
            Some((number, mishap)) if number == desk.appends => {
                desk.stop_at = None;
                Some(mishap)
            }
            _ => desk.next.take(),
        };
        desk.befell.extend(mishap);
        mishap
    }

    async fn stop(&self, how: Mishap) -> Result<Receipt, StoreError> {
        self.desk().stopped = Some(how);
        std::future::pending().await
    }

    fn read(&self) -> Result<(), StoreError> {
        let mut desk = self.desk();
        if desk.deaf_reads == 0 {
            return Ok(());
        }
        desk.deaf_reads -= 1;
        Err(StoreError::Unavailable("it does not answer".to_owned()))
    }
}

impl Store for Disk {
    fn append(&self, append: Append) -> Answering<'_, Receipt> {
        Box::pin(async move {
            let mishap = self.next_mishap();
            let lost = || StoreError::Unknown("the answer was lost".to_owned());
            match mishap {
                None => self.write(append).await,
                Some(Mishap::Full) => Err(StoreError::Full),
                Some(Mishap::LostBefore) => {
                    self.desk().in_doubt = true;
                    Err(lost())
                }
                Some(Mishap::LostAfter) => {
                    self.write(append).await?;
                    self.desk().in_doubt = true;
                    Err(lost())
                }
                Some(Mishap::Slow(ms)) => {
                    self.desk().waiting += 1;
                    self.clock.sleep_until(self.clock.now() + ms).await;
                    self.desk().waiting -= 1;
                    self.write(append).await
                }
                Some(how @ Mishap::CrashBefore) => self.stop(how).await,
                Some(how @ Mishap::CrashAfter) => {
                    self.write(append).await?;
                    self.stop(how).await
                }
            }
        })
    }

    fn log(&self, room: &RoomId) -> Answering<'_, Option<Log>> {
        match self.read() {
            Ok(()) => {
                self.desk().in_doubt = false;
                self.memory.log(room)
            }
            Err(error) => Box::pin(std::future::ready(Err(error))),
        }
    }

    fn has_cid(&self, room: &RoomId, member: MemberId, cid: Cid) -> Answering<'_, bool> {
        match self.read() {
            Ok(()) => self.memory.has_cid(room, member, cid),
            Err(error) => Box::pin(std::future::ready(Err(error))),
        }
    }

    fn opener(&self, room: &RoomId) -> Answering<'_, Option<UserId>> {
        match self.read() {
            Ok(()) => self.memory.opener(room),
            Err(error) => Box::pin(std::future::ready(Err(error))),
        }
    }

    fn begin(&self, now: u64) -> Answering<'_, ()> {
        self.memory.begin(now)
    }

    fn pulse(&self, now: u64) -> Answering<'_, ()> {
        self.memory.pulse(now)
    }

    fn outages(&self, after: u64) -> Answering<'_, Vec<Outage>> {
        self.memory.outages(after)
    }

    fn left_awake(&self) -> Answering<'_, Vec<RoomRow>> {
        self.memory.left_awake()
    }

    fn next_due(&self) -> Answering<'_, Option<Due>> {
        self.memory.next_due()
    }

    fn rouse(&self, room: &RoomId) -> Answering<'_, bool> {
        match self.read() {
            Ok(()) => self.memory.rouse(room),
            Err(error) => Box::pin(std::future::ready(Err(error))),
        }
    }

    fn games_of(&self, user: UserId) -> Answering<'_, Vec<MyGame>> {
        self.memory.games_of(user)
    }

    fn all_rooms(&self) -> Answering<'_, Vec<RoomId>> {
        self.memory.all_rooms()
    }

    fn put_to_sleep(&self, room: &RoomId, how: Rest) -> Answering<'_, ()> {
        self.memory.put_to_sleep(room, how)
    }

    fn person(&self, user: UserId) -> Answering<'_, Option<Person>> {
        self.memory.person(user)
    }

    fn put_person(&self, person: Person) -> Answering<'_, ()> {
        self.memory.put_person(person)
    }

    fn close(&self) -> Answering<'_, ()> {
        self.memory.close()
    }
}
