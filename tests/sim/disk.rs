//! A disk that can be full, forgetful, slow, unreadable, and that knows the moment at which the
//! power fails: before a commit or right after it, never in the middle of one.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

use protocol::betting::{BetBar, BettingMode, VoidReason, WalletScope};

use protocol::http::MyGame;
use protocol::{Cid, Entry, MarketId, MemberId, RoomId, UserId};
use server::clock::Clock;
use server::store::ledger::{Bet, Bettor, Ledger, Market, Placed};
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

/// What goes wrong with one call to the books.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BookMishap {
    /// Nothing is done.
    Fails,
    /// It is done, and the answer is lost.
    LosesAnswer,
    /// It takes so many milliseconds.
    Slow(u64),
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
    /// What befalls the next calls to the books.
    books: VecDeque<BookMishap>,
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
        desk.books.clear();
    }

    /// Let something befall the next calls to the books.
    pub(crate) fn arm_books(&self, mishap: BookMishap, calls: usize) {
        self.desk().books.extend(std::iter::repeat_n(mishap, calls));
    }

    async fn keep<T>(&self, call: Answering<'_, T>) -> Result<T, StoreError> {
        let mishap = self.desk().books.pop_front();
        match mishap {
            None => call.await,
            Some(BookMishap::Fails) => Err(StoreError::Unavailable("the books do not open".to_owned())),
            Some(BookMishap::LosesAnswer) => {
                drop(call.await?);
                Err(StoreError::Unknown("the answer was lost".to_owned()))
            }
            Some(BookMishap::Slow(ms)) => {
                let _busy = Busy::with(&self.desk);
                self.clock.sleep_until(self.clock.now() + ms).await;
                call.await
            }
        }
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

/// A call to the books that takes long; whoever asked may give it up.
struct Busy<'a>(&'a Mutex<Desk>);

impl<'a> Busy<'a> {
    fn with(desk: &'a Mutex<Desk>) -> Self {
        desk.lock().unwrap().waiting += 1;
        Self(desk)
    }
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        let mut desk = self.0.lock().unwrap();
        desk.waiting = desk.waiting.saturating_sub(1);
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

/// The books lie on the same disk. What is done late is done on what there is then.
impl Ledger for Disk {
    fn follow(&self, room: &RoomId, now: u64) -> Answering<'_, Option<Market>> {
        let room = room.clone();
        Box::pin(self.keep(Box::pin(async move { self.memory.follow(&room, now).await })))
    }

    fn follow_all(&self, now: u64) -> Answering<'_, ()> {
        self.memory.follow_all(now)
    }

    fn beyond(&self, most: BettingMode) -> Answering<'_, Vec<RoomId>> {
        self.memory.beyond(most)
    }

    fn market(&self, room: &RoomId, market: MarketId) -> Answering<'_, Option<Market>> {
        let room = room.clone();
        Box::pin(self.keep(Box::pin(async move { self.memory.market(&room, market).await })))
    }

    fn place(&self, room: &RoomId, bets: Vec<Bet>, now: u64) -> Answering<'_, Vec<Result<Placed, BetBar>>> {
        let room = room.clone();
        Box::pin(self.keep(Box::pin(async move { self.memory.place(&room, bets, now).await })))
    }

    fn bettor(&self, room: &RoomId, scope: WalletScope, user: UserId, now: u64) -> Answering<'_, Bettor> {
        let room = room.clone();
        Box::pin(self.keep(Box::pin(async move { self.memory.bettor(&room, scope, user, now).await })))
    }

    fn void(&self, room: &RoomId, why: VoidReason, now: u64) -> Answering<'_, bool> {
        self.memory.void(room, why, now)
    }
}
