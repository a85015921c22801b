//! Bets through a room: put in order with everything else, answered once and after the commit, told
//! to those who watch and to nobody who sits, and never in the way of a match.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::Side;
use protocol::betting::{
    BetBar, BettingMode, MarketState, MarketView, Outcome, SuspendReason, TicketView, VoidReason,
};
use protocol::command::Query;
use protocol::http::BotSeats;
use protocol::message::Answer;
use protocol::refusal::Refusal;
use protocol::settings::Visibility;
use protocol::{At, Cid, Command, Event, MarketId, Motion, RoomId, RoomSettings, ServerFrame, Snapshot};
use server::betting::rules::Rules;
use server::room::Ask;
use server::rooms::{House, Joined, Outbox, Reply, RoomHandle};
use server::store::Store;
use server::store::ledger::Ledger;
use server::store::sqlite::Sqlite;
use tempfile::TempDir;
use tokio::task::yield_now;
use uuid::Uuid;

use crate::books::{GRANT, Mood, Moody, Strict, coins};
use crate::rooms::{Hall, START, caller, enter, user};
use crate::world::{PATIENCE, quick};

/// A room with two who play, and books that can fail.
struct Stand {
    hall: Hall,
    books: Arc<Strict>,
    door: Arc<Moody>,
    room: RoomId,
    handle: RoomHandle,
    people: BTreeMap<u128, Page>,
}

/// Somebody with a page.
struct Page {
    outbox: Arc<Outbox>,
    joined: Joined,
    seen: Vec<ServerFrame>,
}

const SOUTH: u128 = 1;
const NORTH: u128 = 2;

fn settings() -> RoomSettings {
    let mut settings = quick();
    settings.stand.betting = BettingMode::Pool;
    settings.visibility = Visibility::Unlisted;
    settings
}

impl Stand {
    /// Two sit, and bets are taken.
    async fn open() -> Self {
        Self::open_on(Kind::Strict).await
    }

    async fn open_on(kind: Kind) -> Self {
        let mut stand = Self::empty(kind, settings()).await;
        stand.sits(SOUTH, Side::South).await;
        stand.sits(NORTH, Side::North).await;
        stand.hall.clock.wind(3_000);
        stand.settle().await;
        stand
    }

    async fn empty(kind: Kind, settings: RoomSettings) -> Self {
        let (hall, books, door) = begin(TempDir::new().unwrap(), START, kind).await;
        let (room, handle) = hall.open_with(settings, BotSeats::default()).await;
        Self { hall, books, door, room, handle, people: BTreeMap::new() }
    }

    /// The server stops in order and begins again an hour later.
    async fn again(self) -> Self {
        let Self { hall, books, door, room, .. } = self;
        let (dir, now) = hall.end().await;
        Self::in_dir(dir, now + 3_600_000, books, door, room).await
    }

    /// The power fails.
    async fn after_a_crash(self) -> Self {
        let Self { hall, books, door, room, .. } = self;
        let (dir, now) = hall.crash().await;
        Self::in_dir(dir, now + 1_000, books, door, room).await
    }

    async fn in_dir(dir: TempDir, now: u64, books: Arc<Strict>, door: Arc<Moody>, room: RoomId) -> Self {
        let (hall, books, door) = begin(dir, now, Kind::Kept(books, door)).await;
        let handle = hall.rooms.find(&room).await.unwrap();
        Self { hall, books, door, room, handle, people: BTreeMap::new() }
    }

    async fn comes(&mut self, n: u128) {
        let (outbox, joined) = enter(&self.handle, n).await;
        self.people.insert(n, Page { outbox, joined, seen: Vec::new() });
        self.settle().await;
    }

    async fn sits(&mut self, n: u128, side: Side) {
        self.comes(n).await;
        self.must(n, Command::SeatTake { side: Some(side), withdraw: false }).await;
    }

    /// Wait until the room has read everything, and read everything.
    async fn settle(&mut self) {
        // What is due fires behind the first look, before the second.
        for _ in 0..2 {
            self.handle.look(user(SOUTH)).await.unwrap();
        }
        for page in self.people.values_mut() {
            page.read();
        }
    }

    /// Wait until something is so. What the books find comes by itself.
    async fn until(&mut self, what: &str, so: impl Fn(&Self) -> bool) {
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
    fn sends(&self, n: u128, cid: Cid, command: Command) {
        let at = self.at(&command);
        let outbox = self.people.get(&n).map(|page| Arc::clone(&page.outbox));
        let reply = outbox.map_or(Reply::Nobody, |outbox| Reply::Socket(outbox, cid));
        self.handle.order(caller(n), Some(cid), at, Ask::Command(command), reply).unwrap();
    }

    fn at(&self, command: &Command) -> Option<At> {
        matches!(command, Command::MoveLay { .. }).then(|| self.people[&SOUTH].turn().unwrap().0)
    }

    async fn asks_as(&mut self, n: u128, cid: Cid, command: Command) -> Answer {
        self.sends(n, cid, command);
        self.answer(n, cid).await
    }

    async fn asks(&mut self, n: u128, command: Command) -> Answer {
        self.asks_as(n, fresh(), command).await
    }

    async fn must(&mut self, n: u128, command: Command) {
        let what = format!("{command:?}");
        assert_eq!(self.asks(n, command).await, Answer::Ok, "{n}: {what}");
    }

    /// The newest answer to an order.
    async fn answer(&mut self, n: u128, cid: Cid) -> Answer {
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

    async fn bets(&mut self, n: u128, outcome: Outcome, stake: u64) -> Result<TicketView, BetBar> {
        let answer = self.asks(n, bet(outcome, stake)).await;
        self.settle().await;
        granted(answer)
    }

    async fn ticket(&mut self, n: u128) -> Answer {
        let cid = fresh();
        let page = &self.people[&n];
        let reply = Reply::Socket(Arc::clone(&page.outbox), cid);
        self.handle.query(None, Query::TicketGet {}, page.joined.socket, reply).unwrap();
        self.answer(n, cid).await
    }

    fn market(&self, n: u128) -> Option<MarketView> {
        self.people[&n].market()
    }

    async fn log(&self) -> Vec<Event> {
        self.hall.log(&self.room).await
    }

    async fn has(&self, what: impl Fn(&Event) -> bool) -> bool {
        self.log().await.iter().any(what)
    }

    /// Both are ready, and the while passes that is left for bets.
    async fn begins(&mut self) {
        self.is_ready().await;
        self.hall.clock.wind(20_000);
        self.settle().await;
    }

    async fn is_ready(&mut self) {
        for n in [SOUTH, NORTH] {
            self.must(n, Command::ReadySet { on: true }).await;
        }
        self.settle().await;
    }

    /// The first legal move each time.
    async fn plays(&mut self, plies: usize) {
        for _ in 0..plies {
            self.settle().await;
            let (_, side) = self.people[&SOUTH].turn().unwrap();
            let mv = self.people[&SOUTH].first_move();
            self.must(if side == Side::South { SOUTH } else { NORTH }, Command::MoveLay { mv }).await;
        }
        self.settle().await;
    }

    async fn resigns(&mut self, n: u128) {
        self.must(n, Command::MotionOpen { what: Motion::Resign }).await;
        self.settle().await;
    }
}

impl Page {
    fn read(&mut self) {
        while let Some(parcel) = self.outbox.take_now() {
            assert!(!parcel.resync, "nobody reads too slowly here");
            let frames = parcel.frames.iter().map(|f| serde_json::from_slice(f.as_bytes()).unwrap());
            self.seen.extend(frames);
        }
    }

    async fn take(&mut self) {
        let frames = self.outbox.take().await.frames;
        self.seen.extend(frames.iter().map(|f| serde_json::from_slice::<ServerFrame>(f.as_bytes()).unwrap()));
    }

    fn answers(&self, cid: Cid) -> usize {
        self.seen.iter().filter(|frame| matches!(frame, ServerFrame::Res { c, .. } if *c == cid)).count()
    }

    fn answered(&self, cid: Cid) -> Option<Answer> {
        self.seen.iter().rev().find_map(|frame| match frame {
            ServerFrame::Res { c, a } if *c == cid => Some(a.clone()),
            _ => None,
        })
    }

    fn market(&self) -> Option<MarketView> {
        self.markets().pop()
    }

    fn markets(&self) -> Vec<MarketView> {
        let market = |frame: &ServerFrame| match frame {
            ServerFrame::Market { market } => market.as_deref().cloned(),
            _ => None,
        };
        self.seen.iter().filter_map(market).collect()
    }

    /// The last that was told of a market.
    fn market_by(&self, number: u32) -> Option<MarketView> {
        self.markets().into_iter().rfind(|market| market.market == MarketId(number))
    }

    fn tickets(&self) -> Vec<TicketView> {
        let ticket = |frame: &ServerFrame| match frame {
            ServerFrame::Ticket(ticket) => Some((**ticket).clone()),
            _ => None,
        };
        self.seen.iter().filter_map(ticket).collect()
    }

    /// Whether anything of bets was ever told here.
    fn knows_of_bets(&self) -> bool {
        self.seen.iter().any(|f| matches!(f, ServerFrame::Market { .. } | ServerFrame::Ticket(_)))
    }

    fn turn(&self) -> Option<(At, Side)> {
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

    fn first_move(&self) -> engine::Move {
        let legal = self.seen.iter().rev().find_map(|frame| match frame {
            ServerFrame::Legal { moves, .. } => Some(moves[0].mv.clone()),
            _ => None,
        });
        legal.expect("legal moves")
    }
}

/// Which books.
enum Kind {
    /// Strict ones in memory.
    Strict,
    /// Those of the server.
    Sqlite,
    /// Strict ones of an earlier life of the server.
    Kept(Arc<Strict>, Arc<Moody>),
}

async fn begin(dir: TempDir, now: u64, kind: Kind) -> (Hall, Arc<Strict>, Arc<Moody>) {
    let mut made = None;
    let house = |sqlite: &Arc<Sqlite>| {
        let store = Arc::clone(sqlite) as Arc<dyn Store>;
        let (books, door) = match kind {
            Kind::Strict => {
                let books = Strict::on(store);
                (Arc::clone(&books), Moody::before(books))
            }
            Kind::Sqlite => (Strict::on(store), Moody::before(Arc::clone(sqlite) as Arc<dyn Ledger>)),
            Kind::Kept(books, door) => {
                books.move_to(store);
                (books, door)
            }
        };
        made = Some((books, Arc::clone(&door)));
        House { ledger: Some(door), rules: Rules::default() }
    };
    let hall = Hall::begin_with(dir, now, house).await;
    let (books, door) = made.unwrap();
    (hall, books, door)
}

fn fresh() -> Cid {
    Cid(Uuid::new_v4())
}

fn bet(outcome: Outcome, stake: u64) -> Command {
    Command::BetSet { market: MarketId(1), outcome, stake: coins(stake) }
}

fn granted(answer: Answer) -> Result<TicketView, BetBar> {
    match answer {
        Answer::Bet(ticket) => Ok(*ticket),
        Answer::Err { err: Refusal::BetRefused { why }, .. } => Err(why),
        other => panic!("to a bet: {other:?}"),
    }
}

fn refused(why: BetBar) -> Answer {
    Refusal::BetRefused { why }.into()
}

const NO_BOOKS: BetBar = BetBar::MarketSuspended { why: SuspendReason::Ledger };

const fn began(event: &Event) -> bool {
    matches!(event, Event::GameBegan { .. })
}

const fn ended(event: &Event) -> bool {
    matches!(event, Event::GameEnded { .. })
}

#[tokio::test]
async fn from_the_first_bet_to_the_payout_watchers_learn_what_they_may_and_players_nothing() {
    let stand = tell_the_story(Stand::open().await).await;
    stand.books.must_balance();
    let sqlite = tell_the_story(Stand::open_on(Kind::Sqlite).await).await;
    let markets = |stand: &Stand| stand.people[&5].markets();
    assert_eq!(markets(&stand), markets(&sqlite), "other books, the same frames");
}

async fn tell_the_story(mut stand: Stand) -> Stand {
    for n in 3..=5 {
        stand.comes(n).await;
    }
    assert_eq!(stand.market(3).unwrap().state, MarketState::Open, "who comes is told at once");
    let ticket = stand.bets(3, Outcome::South, 100).await.unwrap();
    assert_eq!((ticket.wallet, ticket.stake.unwrap().stake), (Some(coins(900)), coins(100)));
    stand.bets(4, Outcome::North, 50).await.unwrap();
    stand.hall.clock.wind(250);
    stand.settle().await;
    let market = stand.market(5).unwrap();
    assert_eq!((market.total, market.bettors, market.contested), (coins(150), 2, true));
    let kept = stand.door.follow(&stand.room, 0).await.unwrap().unwrap();
    assert_eq!(market, kept.view, "as the books have it");
    stand.begins().await;
    let market = stand.market(5).unwrap();
    assert_eq!(market.state, MarketState::Locked);
    let split: Vec<_> = market.pools.unwrap().iter().map(|pool| pool.coins.get()).collect();
    assert_eq!(split, [100, 0, 50]);
    let pays = |n: u128, stand: &Stand| stand.people[&n].tickets().last()?.stake?.pays;
    for n in [3, 4] {
        stand.until("it is told what the stake becomes", |stand| pays(n, stand) == Some(coins(150))).await;
    }
    stand.plays(4).await;
    stand.resigns(NORTH).await;
    stand.hall.clock.wind(250);
    stand.settle().await;
    let market = stand.people[&5].market_by(1).unwrap();
    assert_eq!((market.state, market.result), (MarketState::Settled, Some(Outcome::South)));
    let paid =
        |n: u128, stand: &Stand| stand.people[&n].tickets().last().filter(|t| t.paid.is_some()).cloned();
    stand.until("it is told what came back", |stand| paid(3, stand).and(paid(4, stand)).is_some()).await;
    let (right, wrong) = (paid(3, &stand).unwrap(), paid(4, &stand).unwrap());
    assert_eq!((right.wallet, right.paid.unwrap().back), (Some(coins(1_050)), coins(150)));
    assert_eq!((wrong.wallet, wrong.paid.unwrap().back), (Some(coins(950)), coins(0)));
    assert_eq!((right.market, stand.market(5).unwrap().state), (Some(MarketId(1)), MarketState::Open));
    assert!(stand.people[&5].tickets().is_empty(), "who has not bet has no ticket");
    for n in [SOUTH, NORTH] {
        let sat_down = stand.people[&n]
            .seen
            .iter()
            .position(|frame| matches!(frame, ServerFrame::Role(role) if !role.seats.is_empty()));
        let told = |f: &ServerFrame| matches!(f, ServerFrame::Market { .. } | ServerFrame::Ticket(_));
        assert!(!stand.people[&n].seen[sat_down.unwrap()..].iter().any(told), "{n} sits");
    }
    stand
}
