//! Rooms over a store: saved before spoken, answered once, asleep and awake.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::Side;
use protocol::command::Hearers;
use protocol::event::{HoldReason, Presence};
use protocol::http::{BotSeats, MyGame};
use protocol::refusal::Refusal;
use protocol::{Cid, Command, Event, MemberId, RoomId, RoomSettings, ServerFrame, Snapshot, UserId};
use server::chance::Chance;
use server::clock::Clock;
use server::room::{Ask, Caller};
use server::rooms::{AddressMark, House, Joined, Opening, Outbox, Reply, RoomHandle, Rooms, Visit};
use server::store::accounts::Accounts;
use server::store::ledger::Wallets;
use server::store::sqlite::Sqlite;
use server::store::{
    Answering, Append, Due, Log, Outage, Person, Receipt, Rest, RoomRow, Seats, Store, StoreError,
};
use sqlx::{ConnectOptions, Connection};
use tempfile::TempDir;
use uuid::Uuid;

use crate::world::quick;

pub(crate) const START: u64 = 1_000_000;

pub(crate) fn user(n: u128) -> UserId {
    UserId(Uuid::from_u128(n))
}

pub(crate) fn caller(n: u128) -> Caller {
    Caller::Person { user: user(n), name: format!("Crane {n}") }
}

pub(crate) fn say(text: &str) -> Ask {
    Ask::Command(Command::ChatSay { to: Hearers::All, text: text.to_owned() })
}

/// A store that does wrong once, when told to.
pub(crate) struct Moody {
    pub(crate) inner: Arc<Sqlite>,
    mood: AtomicUsize,
    clock: Clock,
    /// Rows of seats that were handed over.
    pub(crate) seats: AtomicUsize,
    /// How often it was asked what is due.
    pub(crate) asked: AtomicUsize,
}

const WELL: usize = 0;
const FULL: usize = 1;
const FORGETFUL: usize = 2;
const SLOW: usize = 3;
const BROKEN: usize = 4;

impl Moody {
    /// The next thing is written, and the answer is lost.
    pub(crate) fn forgets_once(&self) {
        self.mood.store(FORGETFUL, Ordering::SeqCst);
    }

    /// The next thing to be written brings its room down.
    pub(crate) fn breaks_once(&self) {
        self.mood.store(BROKEN, Ordering::SeqCst);
    }
}

impl Store for Moody {
    fn append(&self, append: Append) -> Answering<'_, Receipt> {
        let seats = match &append.seats {
            None => 0,
            Some(Seats::All(seats)) => seats.len(),
            Some(Seats::Changed { gone, set }) => gone.len() + set.len(),
        };
        self.seats.fetch_add(seats, Ordering::SeqCst);
        Box::pin(async move {
            match self.mood.swap(WELL, Ordering::SeqCst) {
                FULL => Err(StoreError::Full),
                FORGETFUL => {
                    self.inner.append(append).await?;
                    Err(StoreError::Unknown("the answer was lost".to_owned()))
                }
                SLOW => {
                    self.clock.wind(100);
                    self.inner.append(append).await
                }
                BROKEN => panic!("a defect of the store"),
                _ => self.inner.append(append).await,
            }
        })
    }

    fn log(&self, room: &RoomId) -> Answering<'_, Option<Log>> {
        self.inner.log(room)
    }

    fn has_cid(&self, room: &RoomId, member: MemberId, cid: Cid) -> Answering<'_, bool> {
        self.inner.has_cid(room, member, cid)
    }

    fn opener(&self, room: &RoomId) -> Answering<'_, Option<UserId>> {
        self.inner.opener(room)
    }

    fn begin(&self, now: u64) -> Answering<'_, ()> {
        self.inner.begin(now)
    }

    fn pulse(&self, now: u64) -> Answering<'_, ()> {
        self.inner.pulse(now)
    }

    fn outages(&self, after: u64) -> Answering<'_, Vec<Outage>> {
        self.inner.outages(after)
    }

    fn left_awake(&self) -> Answering<'_, Vec<RoomRow>> {
        self.inner.left_awake()
    }

    fn next_due(&self) -> Answering<'_, Option<Due>> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        self.inner.next_due()
    }

    fn rouse(&self, room: &RoomId) -> Answering<'_, bool> {
        self.inner.rouse(room)
    }

    fn games_of(&self, user: UserId) -> Answering<'_, Vec<MyGame>> {
        self.inner.games_of(user)
    }

    fn all_rooms(&self) -> Answering<'_, Vec<RoomId>> {
        self.inner.all_rooms()
    }

    fn put_to_sleep(&self, room: &RoomId, how: Rest) -> Answering<'_, ()> {
        self.inner.put_to_sleep(room, how)
    }

    fn person(&self, user: UserId) -> Answering<'_, Option<Person>> {
        self.inner.person(user)
    }

    fn put_person(&self, person: Person) -> Answering<'_, ()> {
        self.inner.put_person(person)
    }

    fn close(&self) -> Answering<'_, ()> {
        self.inner.close()
    }
}

pub(crate) struct Hall {
    dir: TempDir,
    pub(crate) store: Arc<Moody>,
    pub(crate) clock: Clock,
    pub(crate) rooms: Rooms,
}

impl Hall {
    pub(crate) async fn begin() -> Self {
        Self::begin_in(TempDir::new().unwrap(), START).await
    }

    pub(crate) async fn begin_in(dir: TempDir, now: u64) -> Self {
        Self::begin_with(dir, now, |_| House::without_bets()).await
    }

    /// With a house of its own.
    pub(crate) async fn begin_with(
        dir: TempDir,
        now: u64,
        house: impl FnOnce(&Arc<Sqlite>) -> House,
    ) -> Self {
        let inner = Arc::new(Sqlite::open(dir.path()).await.unwrap());
        let house = house(&inner);
        let clock = Clock::wound(now);
        let (mood, seats, asked) = (AtomicUsize::new(WELL), AtomicUsize::default(), AtomicUsize::default());
        let store = Arc::new(Moody { inner, mood, clock: clock.clone(), seats, asked });
        let kept = Arc::clone(&store) as Arc<dyn Store>;
        let rooms = Rooms::begin(kept, house, clock.clone(), Chance::system()).await.unwrap();
        Self { dir, store, clock, rooms }
    }

    /// The log of every room is damaged, as by a disk that loses what it should keep.
    pub(crate) async fn damage(&self) {
        damage(&self.dir).await;
    }

    /// Wait until no room is awake.
    pub(crate) async fn asleep(&self) {
        let asleep = async {
            while self.rooms.awake_count() > 0 {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(crate::world::PATIENCE, asleep).await.expect("a room does not sleep");
    }

    /// The same machine after its power failed: what was written is there, nobody said good-bye.
    pub(crate) async fn after_a_crash(&self, down_ms: u64) -> Self {
        let (dir, now) = self.crash().await;
        Self::begin_in(dir, now + down_ms).await
    }

    /// What is on the disk when the power fails, and when it does.
    pub(crate) async fn crash(&self) -> (TempDir, u64) {
        self.store.pulse(self.clock.now()).await.unwrap();
        let dir = TempDir::new().unwrap();
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(self.dir.path().join("sindillo.db"));
        let mut connection = options.connect().await.unwrap();
        let copy = dir.path().join("sindillo.db").display().to_string();
        sqlx::query("VACUUM INTO ?").bind(copy).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        (dir, self.clock.now())
    }

    /// Wait until something is in the log, and when it happened.
    pub(crate) async fn happens(&self, room: &RoomId, what: impl Fn(&Event) -> bool) -> u64 {
        let happens = async {
            loop {
                let log = self.store.log(room).await.unwrap().unwrap();
                let found = log.entries.iter().find(|entry| entry.events.iter().any(&what));
                if let Some(entry) = found {
                    return entry.at;
                }
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(crate::world::PATIENCE, happens).await.expect("it does not happen")
    }

    pub(crate) async fn again(self) -> Self {
        let (dir, now) = self.end().await;
        Self::begin_in(dir, now + 3_600_000).await
    }

    /// Stop in order; what is on the disk then, and when.
    pub(crate) async fn end(self) -> (TempDir, u64) {
        self.rooms.drain().await;
        self.store.close().await.unwrap();
        let now = self.clock.now();
        let Self { dir, store, rooms, .. } = self;
        drop((store, rooms));
        (dir, now)
    }

    pub(crate) async fn open(&self) -> (RoomId, RoomHandle) {
        self.open_with(quick(), BotSeats::default()).await
    }

    pub(crate) async fn open_with(&self, settings: RoomSettings, bots: BotSeats) -> (RoomId, RoomHandle) {
        let opening = Opening { user: user(1), name: "Crane 1".to_owned(), settings, bots };
        let room = self.rooms.open(opening).await.unwrap();
        let handle = self.rooms.find(&room).await.unwrap();
        (room, handle)
    }

    pub(crate) async fn log(&self, room: &RoomId) -> Vec<Event> {
        let log = self.store.log(room).await.unwrap().unwrap();
        log.entries.into_iter().flat_map(|entry| entry.events).collect()
    }
}

/// The log of every room is damaged in a directory.
pub(crate) async fn damage(dir: &TempDir) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(dir.path().join("sindillo.db"));
    let mut connection = options.busy_timeout(crate::world::PATIENCE).connect().await.unwrap();
    sqlx::query("DELETE FROM log WHERE seq = 2").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

pub(crate) async fn enter(handle: &RoomHandle, n: u128) -> (Arc<Outbox>, Joined) {
    enter_from(handle, n, None).await
}

pub(crate) async fn enter_from(
    handle: &RoomHandle,
    n: u128,
    address: Option<AddressMark>,
) -> (Arc<Outbox>, Joined) {
    let outbox = Arc::new(Outbox::default());
    let visit = Visit {
        user: user(n),
        name: format!("Crane {n}"),
        tab: Uuid::new_v4().to_string(),
        resume: None,
        registered: false,
        address,
        outbox: Arc::clone(&outbox),
    };
    let joined = handle.join(visit).await.unwrap().unwrap();
    (outbox, joined)
}

pub(crate) async fn frames(outbox: &Outbox) -> Vec<ServerFrame> {
    outbox.take().await.frames.iter().map(|frame| serde_json::from_slice(frame.as_bytes()).unwrap()).collect()
}

fn texts(frames: &[ServerFrame]) -> Vec<String> {
    let of = |frame: &ServerFrame| match frame {
        ServerFrame::Events { e, .. } => e
            .iter()
            .filter_map(|event| match event {
                Event::Said { text, .. } => Some(text.clone()),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    frames.iter().flat_map(of).collect()
}

#[tokio::test]
async fn nothing_is_told_that_was_not_saved() {
    let hall = Hall::begin().await;
    let (room, handle) = hall.open().await;
    let (outbox, _) = enter(&handle, 2).await;
    frames(&outbox).await;
    hall.store.mood.store(FULL, Ordering::SeqCst);
    let cid = Some(Cid(Uuid::new_v4()));
    assert_eq!(handle.ask(caller(1), cid, None, say("lost")).await, Err(Refusal::Busy));
    assert_eq!(handle.ask(caller(1), None, None, say("kept")).await, Ok(()));
    assert_eq!(texts(&frames(&outbox).await), ["kept"]);
    assert_eq!(handle.ask(caller(1), cid, None, say("lost")).await, Ok(()), "the same again is done now");
    assert_eq!(texts(&frames(&outbox).await), ["lost"]);
    assert!(!format!("{:?}", hall.log(&room).await).is_empty());
}

async fn presence_of(handle: &RoomHandle, n: u128) -> Option<Presence> {
    let sight = handle.look(user(n)).await.ok()?;
    let table = sight.snapshots.into_iter().find_map(|snapshot| match snapshot {
        Snapshot::Table { view, .. } => Some(view),
        _ => None,
    })?;
    table.members.iter().find(|member| Some(member.id) == sight.role.member).map(|member| member.presence)
}

/// South's first member, who was here and is not.
async fn sits_and_goes(handle: &RoomHandle) {
    let (outbox, joined) = enter(handle, 1).await;
    let sit = Ask::Command(Command::SeatTake { side: Some(Side::South), withdraw: false });
    assert_eq!(handle.ask(caller(1), None, None, sit).await, Ok(()));
    drop(outbox);
    handle.leave(joined.socket).await;
    assert_eq!(presence_of(handle, 1).await, Some(Presence::Grace));
}

#[tokio::test]
async fn who_comes_while_the_disk_is_full_is_here_as_soon_as_it_can_be_said() {
    let hall = Hall::begin().await;
    let (_, handle) = hall.open().await;
    sits_and_goes(&handle).await;
    hall.store.mood.store(FULL, Ordering::SeqCst);
    let _inside = enter(&handle, 1).await;
    assert_eq!(presence_of(&handle, 1).await, Some(Presence::Grace), "it could not be saved");
    hall.clock.wind(1_000);
    let here = async {
        while presence_of(&handle, 1).await != Some(Presence::Online) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(crate::world::PATIENCE, here).await.unwrap();
}

#[tokio::test]
async fn what_was_sent_before_a_timer_is_due_counts_before_it_however_slow_the_disk() {
    let hall = Hall::begin().await;
    let (room, handle) = hall.open().await;
    sits_and_goes(&handle).await;
    hall.clock.wind(protocol::limits::GRACE_MS - 1);
    hall.store.mood.store(SLOW, Ordering::SeqCst);
    // Both lie in the mailbox before the room has its turn; the first takes long to be saved.
    handle.order(caller(2), None, None, say("a moment"), Reply::Nobody).unwrap();
    let _inside = enter(&handle, 1).await;
    assert_eq!(presence_of(&handle, 1).await, Some(Presence::Online));
    let away = |event: &Event| matches!(event, Event::PresenceChanged { presence: Presence::Away, .. });
    assert!(!hall.log(&room).await.iter().any(away), "he came back in time");
}

#[tokio::test]
async fn where_it_is_unknown_whether_it_was_saved_the_log_decides() {
    let hall = Hall::begin().await;
    let (room, handle) = hall.open().await;
    let (outbox, _) = enter(&handle, 2).await;
    frames(&outbox).await;
    hall.store.mood.store(FORGETFUL, Ordering::SeqCst);
    let cid = Some(Cid(Uuid::new_v4()));
    assert_eq!(handle.ask(caller(1), cid, None, say("kept")).await, Ok(()));
    let told = frames(&outbox).await;
    let chat = told.iter().find_map(|frame| match frame {
        ServerFrame::Snap(Snapshot::Table { view, .. }) => Some(view.chat.len()),
        _ => None,
    });
    assert_eq!(chat, Some(1), "{told:?}");
    assert_eq!(handle.ask(caller(1), cid, None, say("kept")).await, Ok(()));
    let said = hall.log(&room).await.iter().filter(|event| matches!(event, Event::Said { .. })).count();
    assert_eq!(said, 1);
}

#[tokio::test]
async fn an_order_is_known_for_ever_also_when_the_room_has_forgotten_it() {
    let hall = Hall::begin().await;
    let (room, handle) = hall.open().await;
    let first = Some(Cid(Uuid::new_v4()));
    assert_eq!(handle.ask(caller(1), first, None, say("first")).await, Ok(()));
    for _ in 0..=protocol::limits::RESULTS_KEPT {
        let cid = Some(Cid(Uuid::new_v4()));
        assert_eq!(handle.ask(caller(1), cid, None, say("more")).await, Ok(()));
    }
    assert_eq!(handle.ask(caller(1), first, None, say("first")).await, Ok(()));
    let firsts = hall
        .log(&room)
        .await
        .iter()
        .filter(|event| matches!(event, Event::Said { text, .. } if text == "first"))
        .count();
    assert_eq!(firsts, 1);
}

#[tokio::test]
async fn who_sits_down_learns_what_his_side_says_and_who_stands_up_no_longer() {
    let hall = Hall::begin().await;
    let (_, handle) = hall.open().await;
    let (outbox, _) = enter(&handle, 1).await;
    let whisper = || Ask::Command(Command::ChatSay { to: Hearers::Team, text: "secret".to_owned() });
    let sit = |side| Ask::Command(Command::SeatTake { side: Some(side), withdraw: false });
    assert_eq!(handle.ask(caller(2), None, None, sit(Side::South)).await, Ok(()));
    assert_eq!(handle.ask(caller(2), None, None, whisper()).await, Ok(()));
    assert!(!format!("{:?}", frames(&outbox).await).contains("secret"));
    assert_eq!(handle.ask(caller(1), None, None, sit(Side::South)).await, Ok(()));
    let told = frames(&outbox).await;
    let role =
        told.iter().position(|frame| matches!(frame, ServerFrame::Role(role) if role.seats == [Side::South]));
    let team = told.iter().position(|frame| matches!(frame, ServerFrame::Snap(Snapshot::Team { .. })));
    assert!(role.is_some() && role < team, "{told:?}");
    assert_eq!(handle.ask(caller(2), None, None, whisper()).await, Ok(()));
    assert!(format!("{:?}", frames(&outbox).await).contains("secret"));
    let stand = Ask::Command(Command::SeatLeave {});
    assert_eq!(handle.ask(caller(1), None, None, stand).await, Ok(()));
    let told = frames(&outbox).await;
    assert!(told.iter().any(|frame| matches!(frame, ServerFrame::Snap(Snapshot::Stand { .. }))), "{told:?}");
    assert_eq!(handle.ask(caller(2), None, None, whisper()).await, Ok(()));
    assert_eq!(handle.ask(caller(2), None, None, say("public")).await, Ok(()));
    let told = frames(&outbox).await;
    assert_eq!(texts(&told), ["public"]);
    assert!(!format!("{told:?}").contains("secret"));
}

#[tokio::test]
async fn a_reader_that_lags_gets_the_streams_anew() {
    let hall = Hall::begin().await;
    let (_, handle) = hall.open().await;
    let (outbox, joined) = enter(&handle, 2).await;
    frames(&outbox).await;
    for n in 0..=protocol::limits::OUT_QUEUE_MESSAGES {
        assert_eq!(handle.ask(caller(1), None, None, say(&format!("line {n}"))).await, Ok(()));
    }
    let parcel = outbox.take().await;
    assert!(parcel.resync && parcel.frames.is_empty());
    handle.caught_up(joined.socket).await;
    let told = frames(&outbox).await;
    assert!(told.iter().any(|frame| matches!(frame, ServerFrame::Snap(Snapshot::Table { .. }))));
    assert_eq!(handle.ask(caller(1), None, None, say("next")).await, Ok(()));
    assert_eq!(texts(&frames(&outbox).await), ["next"]);
}

#[tokio::test]
async fn rooms_nobody_needs_go_to_sleep_and_wake_when_somebody_comes() {
    let hall = Hall::begin().await;
    let (room, handle) = hall.open().await;
    let (outbox, joined) = enter(&handle, 1).await;
    hall.clock.wind(3_600_000);
    assert_eq!(handle.ask(caller(1), None, None, say("still here")).await, Ok(()));
    drop(outbox);
    handle.leave(joined.socket).await;
    handle.look(user(1)).await.unwrap();
    hall.clock.wind(1_800_000);
    hall.asleep().await;
    assert!(hall.rooms.lobby().is_empty());
    assert_eq!(handle.ask(caller(1), None, None, say("too late")).await, Err(Refusal::Busy));
    let woken = hall.rooms.find(&room).await.unwrap();
    assert_eq!(woken.ask(caller(1), None, None, say("awake")).await, Ok(()));
    assert_eq!(hall.rooms.lobby().len(), 1);
}

#[tokio::test]
async fn empty_rooms_make_place_for_another_of_the_same_guest() {
    let hall = Hall::begin().await;
    let (room, handle) = hall.open().await;
    let _inside = enter(&handle, 1).await;
    for _ in 0..10 {
        hall.open().await;
    }
    assert!(!handle.is_closed(), "the room in which somebody is stays");
    assert!(hall.rooms.lobby().len() <= protocol::limits::ROOMS_PER_GUEST);
    assert!(hall.rooms.lobby().iter().any(|row| row.room == room));
}

/// What reaches a room together with the word to go to sleep is refused: written down it would keep
/// a room awake that is not.
#[tokio::test]
async fn what_comes_while_a_room_goes_to_sleep_is_refused_and_wakes_nobody() {
    let hall = Hall::begin().await;
    let mut handles = Vec::new();
    for _ in 0..protocol::limits::ROOMS_PER_GUEST {
        handles.push(hall.open().await.1);
    }
    let late = handles[0].clone();
    let ((another, _), said) = tokio::join!(hall.open(), late.ask(caller(1), None, None, say("late")));
    assert_eq!(said, Err(Refusal::Busy));
    assert!(late.is_closed() && *late.room() != another);
    assert!(hall.store.rouse(late.room()).await.unwrap(), "it went to sleep in order");
}

#[tokio::test]
async fn a_game_is_held_over_a_restart_and_no_time_is_lost() {
    let hall = Hall::begin().await;
    let (room, handle) = hall.open().await;
    let mut outboxes = Vec::new();
    for (n, side) in [(1, Side::South), (2, Side::North)] {
        outboxes.push(enter(&handle, n).await);
        let sit = Ask::Command(Command::SeatTake { side: Some(side), withdraw: false });
        assert_eq!(handle.ask(caller(n), None, None, sit).await, Ok(()));
        let ready = Ask::Command(Command::ReadySet { on: true });
        assert_eq!(handle.ask(caller(n), None, None, ready).await, Ok(()));
    }
    let before = hall.log(&room).await;
    assert!(before.iter().any(|event| matches!(event, Event::GameBegan { .. })));
    let hall = hall.again().await;
    assert_eq!(hall.rooms.lobby().len(), 1, "the lobby knows it before it wakes");
    let handle = hall.rooms.find(&room).await.unwrap();
    let sight = handle.look(user(1)).await.unwrap();
    let holds = sight.snapshots.iter().find_map(|snapshot| match snapshot {
        Snapshot::Table { view, .. } => Some(view.holds.clone()),
        _ => None,
    });
    assert_eq!(holds, Some(vec![HoldReason::Recovering]));
    let events = hall.log(&room).await;
    assert_eq!(events[..before.len()], before[..]);
    assert!(!events.iter().any(|event| matches!(event, Event::GameEnded { .. } | Event::Flagged { .. })));
}

#[tokio::test]
async fn a_room_that_is_not_there_is_not_made_by_asking() {
    let hall = Hall::begin().await;
    for _ in 0..10 {
        let room = RoomId::from_bits(rand::random());
        assert_eq!(hall.rooms.find(&room).await.err(), Some(Refusal::NoRoom));
    }
    assert_eq!(hall.rooms.awake_count(), 0);
}

#[tokio::test]
async fn a_welcome_is_never_lost_however_slow_its_reader() {
    let hall = Hall::begin().await;
    let (_, handle) = hall.open().await;
    let (outbox, _) = enter(&handle, 2).await;
    for n in 0..=protocol::limits::OUT_QUEUE_MESSAGES {
        assert_eq!(handle.ask(caller(1), None, None, say(&format!("line {n}"))).await, Ok(()));
    }
    let told = frames(&outbox).await;
    assert!(matches!(told.first(), Some(ServerFrame::Welcome(_))), "{told:?}");
    assert!(texts(&told).is_empty(), "all events are dropped, or none: {told:?}");
}

/// What somebody had in the books is closed, however long his rooms do not answer.
#[tokio::test]
async fn the_wallet_of_a_deleted_account_does_not_wait_for_its_rooms() {
    let hall = Hall::begin().await;
    let (_room, handle) = hall.open().await;
    let _inside = enter(&handle, 1).await;
    let sit = Ask::Command(Command::SeatTake { side: Some(engine::Side::South), withdraw: false });
    assert_eq!(handle.ask(caller(1), None, None, sit).await, Ok(()));
    let kept = Arc::clone(&hall.store.inner);
    let person = server::store::Person { user: user(1), name: "Crane".into(), named: true, created_at: 1 };
    kept.put_person(person).await.unwrap();
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(hall.dir.path().join("sindillo.db"));
    let mut database = options.busy_timeout(crate::world::PATIENCE).connect().await.unwrap();
    let account = "INSERT INTO account (user, created_at) SELECT id, 1 FROM person";
    sqlx::query(account).execute(&mut database).await.unwrap();
    assert!(Wallets::claim(&*kept, user(1), START).await.unwrap().is_some());
    sqlx::query("UPDATE account SET deleted_at = 2, leaving = 1").execute(&mut database).await.unwrap();
    hall.rooms.drain().await;

    let sessions = server::accounts::Sessions::new(
        Arc::clone(&kept) as Arc<dyn Accounts>,
        server::identity::Identity::new(&[7; 64], false),
    );
    let stop = tokio_util::sync::CancellationToken::new();
    let keeping = tokio::spawn(server::accounts::keep(
        (Arc::clone(&kept) as Arc<dyn Accounts>, kept as Arc<dyn Wallets>),
        Arc::new(sessions),
        hall.rooms.clone(),
        hall.clock.clone(),
        Arc::default(),
        stop.clone(),
    ));
    let closing = async {
        loop {
            let known = "SELECT count(*) FROM bettor WHERE person IS NOT NULL";
            let known: i64 = sqlx::query_scalar(known).fetch_one(&mut database).await.unwrap();
            if known == 0 {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(crate::world::PATIENCE, closing).await.expect("the wallet is not closed");
    let leaving: i64 =
        sqlx::query_scalar("SELECT leaving FROM account").fetch_one(&mut database).await.unwrap();
    assert_eq!(leaving, 1, "his rooms are told when they answer again");
    stop.cancel();
    keeping.await.unwrap();
}
