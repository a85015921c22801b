//! A room with a stand: people with pages, books that can fail, a clock wound by hand.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::Side;
use protocol::betting::{BetBar, BettingMode, MarketState, MarketView, Outcome, SuspendReason, TicketView};
use protocol::command::Query;
use protocol::http::BotSeats;
use protocol::message::Answer;
use protocol::refusal::Refusal;
use protocol::settings::Visibility;
use protocol::{At, Cid, Command, Event, MarketId, Motion, RoomId, RoomSettings, ServerFrame, Snapshot};
use server::betting::rules::Rules;
use server::room::Ask;
use server::rooms::{AddressMark, House, Joined, Outbox, Reply, RoomHandle};
use server::store::Store;
use server::store::ledger::Ledger;
use server::store::sqlite::Sqlite;
use tempfile::TempDir;
use tokio::task::yield_now;
use uuid::Uuid;

use crate::books::{Mood, Moody, Strict, coins};
use crate::rooms::{Hall, START, caller, enter_from, user};
use crate::world::{PATIENCE, quick};

/// A room with two who play, and books that can fail.
pub(super) struct Stand {
    pub(super) hall: Hall,
    pub(super) books: Arc<Strict>,
    pub(super) door: Arc<Moody>,
    pub(super) room: RoomId,
    pub(super) handle: RoomHandle,
    pub(super) people: BTreeMap<u128, Page>,
}

/// A room with a stand that nobody has woken.
pub(super) struct Asleep {
    pub(super) hall: Hall,
    pub(super) books: Arc<Strict>,
    pub(super) door: Arc<Moody>,
    pub(super) room: RoomId,
}

/// Somebody with a page.
pub(super) struct Page {
    pub(super) outbox: Arc<Outbox>,
    pub(super) joined: Joined,
    pub(super) seen: Vec<ServerFrame>,
}

pub(super) const SOUTH: u128 = 1;
pub(super) const NORTH: u128 = 2;

pub(super) fn settings() -> RoomSettings {
    let mut settings = quick();
    settings.stand.betting = BettingMode::Pool;
    settings.stand.cheers = true;
    settings.visibility = Visibility::Unlisted;
    settings
}

impl Stand {
    /// Two sit, and bets are taken.
    pub(super) async fn open() -> Self {
        Self::open_on(Kind::Strict).await
    }

    pub(super) async fn open_on(kind: Kind) -> Self {
        let mut stand = Self::empty(kind, settings()).await;
        stand.sits(SOUTH, Side::South).await;
        stand.sits(NORTH, Side::North).await;
        stand.hall.clock.wind(3_000);
        stand.settle().await;
        stand
    }

    /// Two sit, and the books are away from the beginning.
    pub(super) async fn closed(mood: Mood) -> Self {
        let mut stand = Self::empty(Kind::Strict, settings()).await;
        stand.sits(SOUTH, Side::South).await;
        stand.door.is(mood);
        stand.comes(NORTH).await;
        let sit = Command::SeatTake { side: Some(Side::North), withdraw: false };
        let (cid, calls) = (fresh(), stand.door.calls());
        stand.sends(NORTH, cid, sit);
        stand.lets(|stand| stand.door.calls() > calls).await;
        // The room waits for two seconds, once.
        stand.hall.clock.wind(2_000);
        assert_eq!(stand.answer(NORTH, cid).await, Answer::Ok);
        stand.hall.clock.wind(3_000);
        stand.settle().await;
        stand
    }

    /// Wait until somebody sees that bets are taken again, while time passes.
    pub(super) async fn opens_for(&mut self, n: u128) {
        let waiting = async {
            while self.market(n).is_none_or(|market| market.state != MarketState::Open) {
                self.hall.clock.wind(50);
                self.settle().await;
                yield_now().await;
            }
        };
        assert!(tokio::time::timeout(PATIENCE, waiting).await.is_ok(), "in vain: bets are taken");
    }

    /// Let everything else go on until something is so, without asking the room.
    pub(super) async fn lets(&self, so: impl Fn(&Self) -> bool) {
        let waiting = async {
            while !so(self) {
                yield_now().await;
            }
        };
        tokio::time::timeout(PATIENCE, waiting).await.expect("it does not come to this");
    }

    pub(super) async fn empty(kind: Kind, settings: RoomSettings) -> Self {
        let (hall, books, door) = begin(TempDir::new().unwrap(), START, kind).await;
        let (room, handle) = hall.open_with(settings, BotSeats::default()).await;
        Self { hall, books, door, room, handle, people: BTreeMap::new() }
    }

    /// The server stops in order and begins again an hour later.
    pub(super) async fn again(self) -> Self {
        let Self { hall, books, door, room, .. } = self;
        let (dir, now) = hall.end().await;
        Self::in_dir(dir, now + 3_600_000, Kind::Kept(books, door), room).await
    }

    /// The server stops and begins again without bets.
    pub(super) async fn with_bets_turned_off(self) -> Self {
        let Self { hall, books, door, room, .. } = self;
        let (dir, now) = hall.end().await;
        Self::in_dir(dir, now + 1_000, Kind::Off(books, door), room).await
    }

    /// The power fails.
    pub(super) async fn after_a_crash(self) -> Self {
        let Self { hall, books, door, room, .. } = self;
        let (dir, now) = hall.crash().await;
        Self::in_dir(dir, now + 1_000, Kind::Kept(books, door), room).await
    }

    /// The same, and nobody has come yet.
    pub(super) async fn turned_off_asleep(self) -> Asleep {
        let Self { hall, books, door, room, .. } = self;
        let (dir, now) = hall.end().await;
        let (hall, books, door) = begin(dir, now + 1_000, Kind::Off(books, door)).await;
        Asleep { hall, books, door, room }
    }

    /// The power fails, and with it the log of the room.
    pub(super) async fn after_damage(self) -> (Hall, Arc<Strict>, Arc<Moody>, RoomId) {
        let Self { hall, books, door, room, .. } = self;
        let (dir, now) = hall.crash().await;
        crate::rooms::damage(&dir).await;
        let (hall, books, door) = begin(dir, now + 1_000, Kind::Kept(books, door)).await;
        (hall, books, door, room)
    }

    async fn in_dir(dir: TempDir, now: u64, kind: Kind, room: RoomId) -> Self {
        let (hall, books, door) = begin(dir, now, kind).await;
        let handle = hall.rooms.find(&room).await.unwrap();
        Self { hall, books, door, room, handle, people: BTreeMap::new() }
    }

    pub(super) async fn comes(&mut self, n: u128) {
        self.comes_by(n, None).await;
    }

    /// Come from a certain address.
    pub(super) async fn comes_from(&mut self, n: u128, address: u8) {
        self.comes_by(n, Some(AddressMark([address; 16]))).await;
    }

    pub(super) async fn sits_from(&mut self, n: u128, side: Side, address: u8) {
        self.comes_from(n, address).await;
        self.must(n, Command::SeatTake { side: Some(side), withdraw: false }).await;
    }

    async fn comes_by(&mut self, n: u128, address: Option<AddressMark>) {
        let (outbox, joined) = enter_from(&self.handle, n, address).await;
        self.people.insert(n, Page { outbox, joined, seen: Vec::new() });
        self.settle().await;
    }

    pub(super) async fn sits(&mut self, n: u128, side: Side) {
        self.comes(n).await;
        self.must(n, Command::SeatTake { side: Some(side), withdraw: false }).await;
    }

    /// Wait until the room has read everything, and read everything.
    pub(super) async fn settle(&mut self) {
        // What is due fires behind the first look, before the second.
        for _ in 0..2 {
            self.handle.look(user(SOUTH)).await.unwrap();
        }
        for page in self.people.values_mut() {
            page.read();
        }
    }

    /// Wait until something is so. What the books find comes by itself.
    pub(super) async fn until(&mut self, what: &str, so: impl Fn(&Self) -> bool) {
        let waiting = async {
            loop {
                self.settle().await;
                if so(self) {
                    return;
                }
                yield_now().await;
            }
        };
        assert!(tokio::time::timeout(PATIENCE, waiting).await.is_ok(), "in vain: {what}");
    }

    /// Send an order and do not wait.
    pub(super) fn sends(&self, n: u128, cid: Cid, command: Command) {
        let at = self.at(&command);
        let outbox = self.people.get(&n).map(|page| Arc::clone(&page.outbox));
        let reply = outbox.map_or(Reply::Nobody, |outbox| Reply::Socket(outbox, cid));
        self.handle.order(caller(n), Some(cid), at, Ask::Command(command), reply).unwrap();
    }

    pub(super) fn at(&self, command: &Command) -> Option<At> {
        matches!(command, Command::MoveLay { .. }).then(|| self.people[&SOUTH].turn().unwrap().0)
    }

    pub(super) async fn asks_as(&mut self, n: u128, cid: Cid, command: Command) -> Answer {
        self.sends(n, cid, command);
        self.answer(n, cid).await
    }

    pub(super) async fn asks(&mut self, n: u128, command: Command) -> Answer {
        self.asks_as(n, fresh(), command).await
    }

    pub(super) async fn must(&mut self, n: u128, command: Command) {
        let what = format!("{command:?}");
        assert_eq!(self.asks(n, command).await, Answer::Ok, "{n}: {what}");
    }

    /// Ask the same again until the books answer, while time passes.
    pub(super) async fn asks_until_known(&mut self, n: u128, cid: Cid, command: Command) -> Answer {
        loop {
            let answer = self.asks_as(n, cid, command.clone()).await;
            // Under load it is asked often before they do.
            let limited = matches!(&answer, Answer::Err { err: Refusal::RateLimited { .. }, .. });
            if answer != refused(NO_BOOKS) && !limited {
                return answer;
            }
            self.hall.clock.wind(1_000);
            self.settle().await;
            yield_now().await;
        }
    }

    /// The newest answer to an order.
    pub(super) async fn answer(&mut self, n: u128, cid: Cid) -> Answer {
        let page = self.people.get_mut(&n).unwrap();
        let waiting = async {
            let before = page.answers(cid);
            while page.answers(cid) == before {
                page.take().await;
            }
        };
        tokio::time::timeout(PATIENCE, waiting).await.expect("no answer comes");
        page.answered(cid).unwrap()
    }

    pub(super) async fn bets(&mut self, n: u128, outcome: Outcome, stake: u64) -> Result<TicketView, BetBar> {
        let answer = self.asks(n, bet(outcome, stake)).await;
        self.settle().await;
        granted(answer)
    }

    pub(super) async fn ticket(&mut self, n: u128) -> Answer {
        let cid = fresh();
        let page = &self.people[&n];
        let reply = Reply::Socket(Arc::clone(&page.outbox), cid);
        self.handle.query(None, Query::TicketGet {}, page.joined.socket, reply).unwrap();
        self.answer(n, cid).await
    }

    pub(super) fn market(&self, n: u128) -> Option<MarketView> {
        self.people[&n].market()
    }

    pub(super) async fn log(&self) -> Vec<Event> {
        self.hall.log(&self.room).await
    }

    pub(super) async fn has(&self, what: impl Fn(&Event) -> bool) -> bool {
        self.log().await.iter().any(what)
    }

    /// Both are ready, and the while passes that is left for bets.
    pub(super) async fn begins(&mut self) {
        self.is_ready().await;
        self.hall.clock.wind(20_000);
        self.settle().await;
    }

    pub(super) async fn is_ready(&mut self) {
        for n in [SOUTH, NORTH] {
            self.must(n, Command::ReadySet { on: true }).await;
        }
        self.settle().await;
    }

    /// The first legal move each time.
    pub(super) async fn plays(&mut self, plies: usize) {
        for _ in 0..plies {
            self.settle().await;
            let (_, side) = self.people[&SOUTH].turn().unwrap();
            let mv = self.people[&SOUTH].first_move();
            self.must(if side == Side::South { SOUTH } else { NORTH }, Command::MoveLay { mv }).await;
        }
        self.settle().await;
    }

    pub(super) async fn resigns(&mut self, n: u128) {
        self.must(n, Command::MotionOpen { what: Motion::Resign }).await;
        self.settle().await;
    }
}

impl Page {
    pub(super) fn read(&mut self) {
        while let Some(parcel) = self.outbox.take_now() {
            assert!(!parcel.resync, "nobody reads too slowly here");
            let frames = parcel.frames.iter().map(|f| serde_json::from_slice(f.as_bytes()).unwrap());
            self.seen.extend(frames);
        }
    }

    pub(super) async fn take(&mut self) {
        let frames = self.outbox.take().await.frames;
        self.seen.extend(frames.iter().map(|f| serde_json::from_slice::<ServerFrame>(f.as_bytes()).unwrap()));
    }

    pub(super) fn answers(&self, cid: Cid) -> usize {
        self.seen.iter().filter(|frame| matches!(frame, ServerFrame::Res { c, .. } if *c == cid)).count()
    }

    pub(super) fn answered(&self, cid: Cid) -> Option<Answer> {
        self.seen.iter().rev().find_map(|frame| match frame {
            ServerFrame::Res { c, a } if *c == cid => Some(a.clone()),
            _ => None,
        })
    }

    pub(super) fn market(&self) -> Option<MarketView> {
        self.markets().pop()
    }

    pub(super) fn markets(&self) -> Vec<MarketView> {
        let market = |frame: &ServerFrame| match frame {
            ServerFrame::Market { market } => market.as_deref().cloned(),
            _ => None,
        };
        self.seen.iter().filter_map(market).collect()
    }

    /// The last that was told of a market.
    pub(super) fn market_by(&self, number: u32) -> Option<MarketView> {
        self.markets().into_iter().rfind(|market| market.market == MarketId(number))
    }

    pub(super) fn tickets(&self) -> Vec<TicketView> {
        let ticket = |frame: &ServerFrame| match frame {
            ServerFrame::Ticket(ticket) => Some((**ticket).clone()),
            _ => None,
        };
        self.seen.iter().filter_map(ticket).collect()
    }

    pub(super) fn turn(&self) -> Option<(At, Side)> {
        let of = |event: &Event| match event {
            Event::TurnBegan { game, ply, side, .. } => {
                Some((At { game: *game, ply: *ply, tries: 0, back: 0 }, *side))
            }
            _ => None,
        };
        self.seen.iter().rev().find_map(|frame| match frame {
            ServerFrame::Events { e, .. } => e.iter().rev().find_map(of),
            ServerFrame::Snap(Snapshot::Table { view, .. }) => {
                let game = view.game.as_ref()?;
                let turn = game.turn.as_ref()?;
                Some((At { game: game.game, ply: turn.ply, tries: 0, back: 0 }, turn.side))
            }
            _ => None,
        })
    }

    pub(super) fn first_move(&self) -> engine::Move {
        let legal = self.seen.iter().rev().find_map(|frame| match frame {
            ServerFrame::Legal { moves, .. } => Some(moves[0].mv.clone()),
            _ => None,
        });
        legal.expect("legal moves")
    }
}

/// Which books.
pub(super) enum Kind {
    /// Strict ones in memory.
    Strict,
    /// Those of the server.
    Sqlite,
    /// Strict ones of an earlier life of the server.
    Kept(Arc<Strict>, Arc<Moody>),
    /// The same, where nobody may bet any more.
    Off(Arc<Strict>, Arc<Moody>),
}

async fn begin(dir: TempDir, now: u64, kind: Kind) -> (Hall, Arc<Strict>, Arc<Moody>) {
    let mut made = None;
    let house = |sqlite: &Arc<Sqlite>| {
        let store = Arc::clone(sqlite) as Arc<dyn Store>;
        let mode = if matches!(kind, Kind::Off(..)) { BettingMode::Off } else { BettingMode::Pool };
        let (books, door) = match kind {
            Kind::Strict => {
                let books = Strict::on(&store);
                (Arc::clone(&books), Moody::before(books))
            }
            Kind::Sqlite => (Strict::on(&store), Moody::before(Arc::clone(sqlite) as Arc<dyn Ledger>)),
            Kind::Kept(books, door) | Kind::Off(books, door) => {
                books.move_to(&store);
                (books, door)
            }
        };
        made = Some((books, Arc::clone(&door)));
        House { ledger: Some(door), rules: Rules { mode, ..Rules::default() } }
    };
    let hall = Hall::begin_with(dir, now, house).await;
    let (books, door) = made.unwrap();
    (hall, books, door)
}

pub(super) fn fresh() -> Cid {
    Cid(Uuid::new_v4())
}

pub(super) fn bet(outcome: Outcome, stake: u64) -> Command {
    Command::BetSet { market: MarketId(1), outcome, stake: coins(stake) }
}

pub(super) fn granted(answer: Answer) -> Result<TicketView, BetBar> {
    match answer {
        Answer::Bet(ticket) => Ok(*ticket),
        Answer::Err { err: Refusal::BetRefused { why }, .. } => Err(why),
        other => panic!("to a bet: {other:?}"),
    }
}

pub(super) fn refused(why: BetBar) -> Answer {
    Refusal::BetRefused { why }.into()
}

pub(super) const NO_BOOKS: BetBar = BetBar::MarketSuspended { why: SuspendReason::Ledger };

pub(super) const fn began(event: &Event) -> bool {
    matches!(event, Event::GameBegan { .. })
}

pub(super) const fn locked(event: &Event) -> bool {
    matches!(event, Event::MarketLocked { .. })
}

pub(super) const fn over(event: &Event) -> bool {
    matches!(event, Event::MarketEnded { .. })
}

pub(super) const fn ended(event: &Event) -> bool {
    matches!(event, Event::GameEnded { .. })
}
