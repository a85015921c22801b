//! All rooms of this server: which are awake, what the lobby shows of them, who may open more.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use futures_util::FutureExt;
use protocol::betting::VoidReason;
use protocol::http::glance::Glance;
use protocol::http::story::Story;
use protocol::http::{BotSeats, LobbyRow, MyGame};
use protocol::limits::{MAILBOX, ROOMS_MAX, ROOMS_PER_GUEST};
use protocol::refusal::Refusal;
use protocol::view::TableView;
use protocol::{At, Command, Entry, Event, MarketId, RoomId, RoomSettings, ServerFrame, UserId};
use tokio::sync::{Notify, Semaphore, mpsc};
use tokio_util::task::TaskTracker;

use super::actor::{Actor, End, Start};
use super::bell::Bell;
use super::bets::{BetRate, catch_up, give_back, is_lost, keep_looking, keep_trying, void};
use super::handle::RoomHandle;
use super::house::House;
use super::mailbox::SocketId;
use super::{story, waker};
use crate::chance::Chance;
use crate::clock::Clock;
use crate::record::Told;
use crate::room::{Ask, Caller};
use crate::store::ledger::Ledger;
use crate::store::{Facts, Rest, Store, StoreError};

/// Rows that the lobby shows at most.
const LOBBY_ROWS: usize = 200;
/// Milliseconds after the start for which rooms of the last run stay in the lobby unvisited.
const SLEEPING_MS: u64 = 1_800_000;
/// Milliseconds until a room that failed is woken again for what it has to do.
const RETRY_MS: u64 = 60_000;
/// Stories that are told at once: each holds a whole log in memory.
const STORIES: usize = 4;
/// Bots of one side that a new room may begin with.
const NEW_BOTS_MAX: u8 = protocol::limits::TEAM_MAX;

/// Called for every bot that holds a seat, when it sits down or when its room wakes.
pub type BotDoor = Box<dyn Fn(SeatedBot) + Send + Sync>;

/// A bot in its seat.
#[derive(Clone, Debug)]
pub struct SeatedBot {
    /// Its room.
    pub room: RoomHandle,
    /// Which bot.
    pub user: UserId,
    /// Rings when something happened that it may know of.
    pub bell: Bell,
    /// Where the identities of its orders come from.
    pub chance: Chance,
}

impl SeatedBot {
    /// Ask for something from its seat, and wait for the answer.
    ///
    /// # Errors
    /// Why it was not done.
    pub async fn ask(&self, seen: Option<At>, command: Command) -> Result<(), Refusal> {
        let caller = Caller::Bot { user: self.user };
        self.room.ask(caller, Some(self.chance.cid()), seen, Ask::Command(command)).await
    }
}

/// What a new room begins with.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Who opens it.
    pub user: UserId,
    /// By which name.
    pub name: String,
    /// What was chosen.
    pub settings: RoomSettings,
    /// Bots that sit down at once.
    pub bots: BotSeats,
}

/// All rooms. Copies are the same rooms.
#[derive(Clone)]
pub struct Rooms(Arc<Shared>);

/// What the rooms have in common.
pub(super) struct Shared {
    pub(super) store: Arc<dyn Store>,
    pub(super) house: House,
    pub(super) bets: BetRate,
    pub(super) clock: Clock,
    pub(super) chance: Chance,
    table: Mutex<BTreeMap<RoomId, Slot>>,
    tasks: TaskTracker,
    sockets: AtomicU64,
    lives: AtomicU64,
    draining: AtomicBool,
    /// Rings when a room went to sleep, and when there is nothing to wake for any more.
    bell: Arc<Notify>,
    keepers: TaskTracker,
    bot_door: OnceLock<BotDoor>,
    /// How many stories are told at once.
    stories: Arc<Semaphore>,
}

/// A room that is awake, or was when the server stopped.
#[derive(Debug)]
struct Slot {
    opened_by: UserId,
    facts: Option<Facts>,
    handle: Option<RoomHandle>,
    damaged: bool,
    order: u64,
    /// Milliseconds at which this server learnt of it.
    since: u64,
}

impl Rooms {
    /// The rooms of a store. Those that were awake are in the lobby again, and wake when somebody
    /// comes.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn begin(
        store: Arc<dyn Store>,
        house: House,
        clock: Clock,
        chance: Chance,
    ) -> Result<Self, StoreError> {
        store.begin(clock.now()).await?;
        let behind = match &house.ledger {
            Some(ledger) if !catch_up(ledger.as_ref(), &clock).await => Some(Arc::clone(ledger)),
            Some(_) | None => None,
        };
        let rows = store.left_awake().await?;
        let shared = Shared {
            store,
            house,
            bets: BetRate::default(),
            clock,
            chance,
            table: Mutex::default(),
            tasks: TaskTracker::new(),
            sockets: AtomicU64::new(1),
            lives: AtomicU64::new(1),
            draining: AtomicBool::new(false),
            bell: Arc::default(),
            keepers: TaskTracker::new(),
            bot_door: OnceLock::new(),
            stories: Arc::new(Semaphore::new(STORIES)),
        };
        for row in rows {
            let order = shared.next_life();
            let slot = Slot {
                opened_by: row.opened_by,
                handle: None,
                damaged: false,
                order,
                since: shared.clock.now(),
                facts: Some(row.facts.clone()),
            };
            shared.table().insert(row.facts.row.room, slot);
        }
        let shared = Arc::new(shared);
        let (bell, clock) = (Arc::clone(&shared.bell), shared.clock.clone());
        shared.keepers.spawn(waker::keep_watch(Arc::downgrade(&shared), bell, clock));
        if let Some(ledger) = behind {
            tokio::spawn(keep_trying(Arc::downgrade(&shared), ledger, shared.clock.clone()));
        }
        Ok(Self(shared))
    }

    /// Wake every room with a market of a kind that this server does not offer any more: the room
    /// ends it, and all stakes go back. Asked once, when the server begins; it is over when that is
    /// done, or the server stops.
    pub async fn end_what_is_turned_off(&self) {
        let Some(ledger) = &self.0.house.ledger else { return };
        while !self.is_draining() && !self.end_turned_off(ledger.as_ref()).await {
            self.0.clock.sleep_until(self.0.clock.now() + RETRY_MS).await;
        }
    }

    /// Whether nothing is left to be ended.
    async fn end_turned_off(&self, ledger: &dyn Ledger) -> bool {
        let rooms = match ledger.beyond(self.0.house.betting()).await {
            Ok(rooms) => rooms,
            Err(error) => {
                tracing::warn!(%error, "nobody knows which markets are turned off");
                return false;
            }
        };
        let mut done = true;
        for room in rooms {
            // It ends the market before it answers anybody. Of one that cannot be read the books see to
            // it.
            match self.find(&room).await {
                Ok(handle) => {
                    if handle.is_up().await {
                        // There may be more of them than rooms that can be awake.
                        handle.retire().await;
                    }
                }
                Err(Refusal::NoRoom | Refusal::Internal) => {}
                Err(refusal) => {
                    tracing::warn!(%room, ?refusal, "a market stays that is turned off");
                    done = false;
                }
            }
        }
        done
    }

    /// Give back what is staked in rooms that cannot be read: no room will ever say what becomes of
    /// it. Asked once, when the server begins; it is over when that is done.
    pub fn settle_what_no_room_will(&self) -> impl Future<Output = ()> + Send + use<> {
        let (ledger, clock) = (self.0.house.ledger.clone(), self.0.clock.clone());
        let rooms = Arc::downgrade(&self.0);
        async move {
            if let Some(ledger) = ledger {
                keep_looking(rooms, ledger, clock).await;
            }
        }
    }

    /// Where bots are sent to. Said once, before the first room wakes.
    pub fn set_bot_door(&self, door: BotDoor) {
        if self.0.bot_door.set(door).is_err() {
            tracing::error!("the bots have a door already");
        }
    }

    /// A room, woken where need be.
    ///
    /// # Errors
    /// [`Refusal::NoRoom`]; [`Refusal::Internal`] when its log is damaged; [`Refusal::Busy`] when
    /// the store does not answer; [`Refusal::Draining`].
    pub async fn find(&self, id: &RoomId) -> Result<RoomHandle, Refusal> {
        if let Some(handle) = self.0.awake(id)? {
            return Ok(handle);
        }
        if self.is_draining() {
            return Err(Refusal::Draining);
        }
        let opener = self.0.store.opener(id).await.map_err(|_| Refusal::Busy)?;
        let opened_by = opener.ok_or(Refusal::NoRoom)?;
        self.0.wake(id, opened_by)
    }

    /// Whether a room that is there can be read. None is woken for it.
    ///
    /// # Errors
    /// [`Refusal::Internal`] when it cannot, [`Refusal::Busy`] when the store does not answer.
    pub async fn must_be_readable(&self, id: &RoomId) -> Result<(), Refusal> {
        if self.0.is_awake(id) {
            return Ok(());
        }
        let lost = is_lost(&self.0, id).await.map_err(|_| Refusal::Busy)?;
        if lost { Err(Refusal::Internal) } else { Ok(()) }
    }

    /// A room that is up, woken and read where need be.
    ///
    /// # Errors
    /// As [`Rooms::find`]; [`Refusal::Busy`] also when it cannot be read.
    pub async fn raise(&self, id: &RoomId) -> Result<RoomHandle, Refusal> {
        let handle = self.find(id).await?;
        if handle.is_up().await { Ok(handle) } else { Err(Refusal::Busy) }
    }

    /// End a market of a room, so that the stakes go back; nothing where it has ended. The books do it
    /// where the room cannot be read.
    ///
    /// # Errors
    /// As [`Rooms::find`], or the books do not answer.
    pub async fn void(&self, id: &RoomId, market: MarketId, why: VoidReason) -> Result<(), Refusal> {
        let ask = Ask::Void { market, why };
        let refusal = match self.raise(id).await {
            Ok(handle) => return handle.ask(Caller::Server, None, None, ask).await,
            Err(refusal) => refusal,
        };
        let Some(ledger) = &self.0.house.ledger else { return Err(refusal) };
        match is_lost(&self.0, id).await {
            Ok(true) => {
                let voided = void(ledger.as_ref(), id, why, self.0.clock.now()).await;
                voided.map_err(|_| Refusal::Busy)
            }
            Ok(false) | Err(_) => Err(refusal),
        }
    }

    /// Open a room.
    ///
    /// # Errors
    /// Too many rooms, settings that do not fit, or why it cannot be saved.
    pub async fn open(&self, opening: Opening) -> Result<RoomId, Refusal> {
        if self.is_draining() {
            return Err(Refusal::Draining);
        }
        let Opening { user, name, settings, bots } = opening;
        if bots.south > NEW_BOTS_MAX || bots.north > NEW_BOTS_MAX {
            return Err(Refusal::SideFull);
        }
        self.make_place(user).await;
        let id = self.0.chance.room();
        let handle = self.0.begin_new(&id, user)?;
        let bot_users = (0..u16::from(bots.south) + u16::from(bots.north))
            .map(|_| (self.0.chance.user(), "Bot".to_owned()))
            .collect();
        let ask = Ask::Open { settings, bots, bot_users };
        handle.ask(Caller::Person { user, name }, None, None, ask).await?;
        Ok(id)
    }

    /// Rooms that somebody opened and in which nobody is any more need not keep him from opening
    /// another one.
    async fn make_place(&self, user: UserId) {
        let own: Vec<RoomHandle> = {
            let table = self.0.table();
            let own = table.values().filter(|slot| slot.opened_by == user);
            own.filter_map(Slot::alive).cloned().collect()
        };
        if own.len() >= ROOMS_PER_GUEST {
            futures_util::future::join_all(own.iter().map(RoomHandle::retire)).await;
        }
    }

    /// What the lobby shows, the newest first.
    #[must_use]
    pub fn lobby(&self) -> Vec<LobbyRow> {
        let table = self.0.table();
        let listed = |slot: &&Slot| {
            let going = slot.handle.as_ref().is_some_and(RoomHandle::is_closed);
            !slot.damaged && !going && slot.facts.as_ref().is_some_and(|facts| facts.listed)
        };
        let mut slots: Vec<&Slot> = table.values().filter(listed).collect();
        slots.sort_by_key(|slot| std::cmp::Reverse(slot.order));
        slots
            .into_iter()
            .take(LOBBY_ROWS)
            .filter_map(|slot| slot.facts.as_ref())
            .map(|f| f.row.clone())
            .collect()
    }

    /// Hold every room, say good-bye, and wait until all of it is saved.
    pub async fn drain(&self) {
        self.0.draining.store(true, Ordering::SeqCst);
        let handles: Vec<RoomHandle> =
            self.0.table().values().filter_map(|slot| slot.handle.clone()).collect();
        futures_util::future::join_all(handles.iter().map(RoomHandle::drain)).await;
        self.0.tasks.close();
        self.0.tasks.wait().await;
        self.0.ring();
        self.0.keepers.close();
        self.0.keepers.wait().await;
        // From here on no server runs.
        if let Err(error) = self.0.store.pulse(self.0.clock.now()).await {
            tracing::debug!(%error, "it is not noted when the server stopped");
        }
    }

    /// Whether the server is about to stop.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.0.is_draining()
    }

    /// Take rooms out of the lobby that were awake when the server stopped and that nobody came
    /// back to.
    pub async fn forget_the_sleeping(&self) {
        let now = self.0.clock.now();
        let gone: Vec<RoomId> = {
            let mut table = self.0.table();
            let stale =
                |slot: &Slot| slot.handle.is_none() && !slot.damaged && slot.since + SLEEPING_MS <= now;
            let gone = table.iter().filter(|(_, slot)| stale(slot)).map(|(id, _)| id.clone()).collect();
            table.retain(|_, slot| !stale(slot));
            gone
        };
        for room in gone {
            if let Err(error) = self.0.store.put_to_sleep(&room, Rest::Forgotten).await {
                tracing::debug!(%room, %error, "a room stays in the lobby's list");
            }
        }
    }

    /// The rooms in which a person has a seat, the newest first.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn games_of(&self, user: UserId) -> Result<Vec<MyGame>, StoreError> {
        let mut games = self.0.store.games_of(user).await?;
        let table = self.0.table();
        for game in &mut games {
            let slot = table.get(&game.row.room).filter(|slot| slot.alive().is_some());
            game.row.watching = slot.and_then(|slot| slot.facts.as_ref()).map_or(0, |f| f.row.watching);
        }
        Ok(games)
    }

    /// A part of the story of a room, behind its first `from` events. Does not wake it.
    ///
    /// # Errors
    /// [`Refusal::NoRoom`]; [`Refusal::Internal`] when its log is damaged; [`Refusal::Busy`] when the
    /// store does not answer, or too many ask.
    pub async fn story(&self, id: &RoomId, from: u32) -> Result<Story, Refusal> {
        let room = id.clone();
        self.read(id, move |entries, now| story::part(&room, entries, from, now)).await
    }

    /// The whole story of a room for a record of it, and what the sides of a person told each other while
    /// he sat with them.
    ///
    /// # Errors
    /// As for a [`story`](Self::story).
    pub async fn record(&self, id: &RoomId, user: UserId) -> Result<(Told, Vec<ServerFrame>), Refusal> {
        self.read(id, move |entries, now| Some((story::told(entries, now)?, story::own(entries, user)))).await
    }

    /// The table after so many of its events, or as those see it who watch; and whether there were so
    /// many.
    ///
    /// # Errors
    /// As for a [`story`](Self::story).
    pub async fn sight(&self, id: &RoomId, events: Option<u32>) -> Result<(TableView, bool), Refusal> {
        self.read(id, move |entries, now| story::sight(entries, events, now)).await
    }

    /// What the page of a room shows first, to a person or to somebody new; nothing before there is a game.
    /// Wakes no room.
    ///
    /// # Errors
    /// As for a [`story`](Self::story).
    pub async fn glance(&self, id: &RoomId, user: Option<UserId>) -> Result<Option<Glance>, Refusal> {
        if let Some(handle) = self.0.awake(id)? {
            return handle.glance(user).await;
        }
        self.read(id, move |entries, now| Some(story::glance(entries, user, now))).await
    }

    /// What was agreed when a room was opened; nothing of one that there is not.
    ///
    /// # Errors
    /// The store does not answer, or what it keeps is damaged.
    pub async fn agreed(&self, id: &RoomId) -> Result<Option<RoomSettings>, StoreError> {
        let opening = self.0.store.opening(id).await?;
        let events = opening.into_iter().flat_map(|entry| entry.events);
        Ok(events.into_iter().find_map(|event| {
            let Event::Opened { settings } = event else { return None };
            Some(settings)
        }))
    }

    /// What is to be told of a log, away from the threads that serve sockets: thousands of events take
    /// milliseconds.
    async fn read<T: Send + 'static>(
        &self,
        id: &RoomId,
        tell: impl FnOnce(&[Entry], u64) -> Option<T> + Send + 'static,
    ) -> Result<T, Refusal> {
        let place = Arc::clone(&self.0.stories).try_acquire_owned().map_err(|_| Refusal::Busy)?;
        let log = self.0.store.log(id).await.map_err(|error| match error {
            StoreError::Damaged(_) => Refusal::Internal,
            StoreError::Conflict | StoreError::Full | StoreError::Unknown(_) | StoreError::Unavailable(_) => {
                Refusal::Busy
            }
        })?;
        let (log, now) = (log.ok_or(Refusal::NoRoom)?, self.0.clock.now());
        let told = tokio::task::spawn_blocking(move || {
            // It goes on when whoever asked has gone, and keeps its place as long.
            let _place = place;
            tell(&log.entries, now)
        });
        told.await.map_err(|_| Refusal::Internal)?.ok_or(Refusal::NoRoom)
    }

    /// Rooms that have a task now.
    #[must_use]
    pub fn awake_count(&self) -> usize {
        self.0.tasks.len()
    }
}

impl Shared {
    pub(super) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::SeqCst)
    }

    /// Have the waker look again.
    pub(super) fn ring(&self) {
        self.bell.notify_one();
    }

    pub(super) fn next_socket(&self) -> SocketId {
        SocketId(self.sockets.fetch_add(1, Ordering::Relaxed))
    }

    pub(super) fn open_bot_door(&self, bot: SeatedBot) {
        if let Some(door) = self.bot_door.get() {
            door(bot);
        }
    }

    /// What the lobby shows from now on.
    pub(super) fn note_facts(&self, handle: &RoomHandle, facts: Facts) {
        if let Some(slot) = self.table().get_mut(handle.room())
            && slot.is(handle)
        {
            slot.facts = Some(facts);
        }
    }

    fn next_life(&self) -> u64 {
        self.lives.fetch_add(1, Ordering::Relaxed)
    }

    /// Whether a room has a task now.
    pub(super) fn is_awake(&self, id: &RoomId) -> bool {
        self.table().get(id).is_some_and(|slot| slot.alive().is_some())
    }

    fn awake(&self, id: &RoomId) -> Result<Option<RoomHandle>, Refusal> {
        let table = self.table();
        let Some(slot) = table.get(id) else { return Ok(None) };
        if slot.damaged {
            return Err(Refusal::Internal);
        }
        Ok(slot.alive().cloned())
    }

    pub(super) fn wake(self: &Arc<Self>, id: &RoomId, opened_by: UserId) -> Result<RoomHandle, Refusal> {
        let mut table = self.table();
        self.refuse_while_draining()?;
        // Somebody else may have woken it while the store was asked.
        if let Some(slot) = table.get(id)
            && let Some(handle) = slot.alive()
        {
            return Ok(handle.clone());
        }
        if live(&table) >= ROOMS_MAX {
            return Err(Refusal::TooManyRooms);
        }
        let handle = self.spawn(id, Start::Woken);
        let (order, since) = (self.next_life(), self.clock.now());
        let slot = table.entry(id.clone()).or_insert(Slot {
            opened_by,
            facts: None,
            handle: None,
            damaged: false,
            order,
            since,
        });
        slot.handle = Some(handle.clone());
        Ok(handle)
    }

    fn begin_new(self: &Arc<Self>, id: &RoomId, opened_by: UserId) -> Result<RoomHandle, Refusal> {
        let mut table = self.table();
        self.refuse_while_draining()?;
        let own = table.values().filter(|slot| slot.opened_by == opened_by && slot.alive().is_some());
        if own.count() >= ROOMS_PER_GUEST || live(&table) >= ROOMS_MAX {
            return Err(Refusal::TooManyRooms);
        }
        let handle = self.spawn(id, Start::New(opened_by));
        let slot = Slot {
            opened_by,
            facts: None,
            handle: Some(handle.clone()),
            damaged: false,
            order: self.next_life(),
            since: self.clock.now(),
        };
        table.insert(id.clone(), slot);
        Ok(handle)
    }

    /// Asked with the table in hand: a drain raises its flag first and takes the table then, so
    /// that no room slips through.
    fn refuse_while_draining(&self) -> Result<(), Refusal> {
        if self.is_draining() { Err(Refusal::Draining) } else { Ok(()) }
    }

    fn spawn(self: &Arc<Self>, id: &RoomId, start: Start) -> RoomHandle {
        let (letters, inbox) = mpsc::channel(MAILBOX);
        let handle = RoomHandle::new(id.clone(), self.next_life(), self.clock.clone(), letters);
        let (shared, own) = (Arc::clone(self), handle.clone());
        self.tasks.spawn(async move {
            let living = Actor::live(Arc::clone(&shared), own.clone(), inbox, start);
            // A room that panics is forgotten and wakes from its log; the others go on.
            let end = AssertUnwindSafe(living).catch_unwind().await.unwrap_or_else(|_| {
                tracing::error!(room = %own.room(), "a room failed and will be read from its log");
                End::Lost
            });
            if end == End::Lost {
                shared.note_lost(own.room()).await;
            }
            shared.forget(&own, end);
            if end == End::Damaged {
                shared.give_stakes_back(own.room());
            }
        });
        handle
    }

    /// A room is lost: its stakes are not.
    fn give_stakes_back(self: &Arc<Self>, room: &RoomId) {
        if let Some(ledger) = self.house.ledger.clone() {
            tokio::spawn(give_back(Arc::downgrade(self), ledger, self.clock.clone(), room.clone()));
        }
    }

    /// What a room has to do is still to be done: the waker sees to it.
    async fn note_lost(&self, room: &RoomId) {
        let how = Rest::Lost { retry_at: self.clock.now() + RETRY_MS };
        if let Err(error) = self.store.put_to_sleep(room, how).await {
            tracing::debug!(%room, %error, "a room that failed wakes with the next visit or start");
        }
        self.ring();
    }

    fn forget(&self, handle: &RoomHandle, end: End) {
        let mut table = self.table();
        let Some(slot) = table.get_mut(handle.room()).filter(|slot| slot.is(handle)) else { return };
        match end {
            End::Damaged => {
                slot.damaged = true;
                slot.handle = None;
            }
            End::Asleep | End::Drained | End::Unopened | End::Lost => {
                table.remove(handle.room());
            }
        }
    }

    fn table(&self) -> MutexGuard<'_, BTreeMap<RoomId, Slot>> {
        // Nothing panics while it is held; were it so, the map would still be one.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Shared {
    /// The waker waits without holding the rooms: it must learn that they are gone.
    fn drop(&mut self) {
        self.bell.notify_one();
    }
}

impl Slot {
    fn alive(&self) -> Option<&RoomHandle> {
        self.handle.as_ref().filter(|handle| !handle.is_closed())
    }

    fn is(&self, handle: &RoomHandle) -> bool {
        self.handle.as_ref().is_some_and(|own| own.life() == handle.life())
    }
}

fn live(table: &BTreeMap<RoomId, Slot>) -> usize {
    table.values().filter(|slot| slot.alive().is_some()).count()
}
