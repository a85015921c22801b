//! `kill -9` while markets lock, settle and are void: no bet that was acknowledged is lost, every
//! market ends once and whole, and the books are clean after every single kill.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use engine::{SeriesGoal, Side};
use protocol::betting::{BetBar, Outcome, VoidReason};
use protocol::event::Event;
use protocol::http::betting::BetRow;
use protocol::message::Answer;
use protocol::{Command, MarketId, Motion, Refusal, RoomId, RoomSettings};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sindillo_tests::chronicle::Chronicle;
use sindillo_tests::table::Table;
use sindillo_tests::{Person, Request, Seen, Tab, World, usually};
use sqlx::{Connection, SqliteConnection};
use tokio::sync::mpsc;

use super::booth::{self, AT_ONCE, free, has_account, staked, ticket};

/// Worlds that are killed side by side.
const WORLDS: u64 = 2;
/// Rooms of each, one of them public, so that a kill meets several markets.
const ROOMS: usize = 3;
/// Those who bet in each room.
const BETTORS: usize = 3;

/// The deed that a market waits for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Deed {
    Lock,
    Settle,
    Void,
}

/// How far a deed had come when a kill hit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Hit {
    /// Nothing of it is in the log.
    Before,
    /// It is in the log, and not in the books.
    Within,
    /// It is in both; not everybody has been told.
    After,
}

/// What is about to be done in a room.
type Doing = Arc<Mutex<Option<(Deed, MarketId)>>>;

/// What all kills came to.
#[derive(Default, Debug)]
struct Figures {
    kills: u64,
    hits: BTreeMap<(Deed, Hit), u32>,
    markets: usize,
    bets: usize,
    transfers: u64,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn m33_m35_no_kill_loses_a_bet_or_leaves_a_market_half_settled() {
    let kills = usually(8, 200) / WORLDS;
    let worlds: Vec<_> = (0..WORLDS).map(|seed| tokio::spawn(killed_world(seed, kills))).collect();
    let mut all = Figures::default();
    for world in worlds {
        let one = world.await.expect("the world holds");
        all.kills += one.kills;
        all.markets += one.markets;
        all.bets += one.bets;
        all.transfers += one.transfers;
        for (hit, times) in one.hits {
            *all.hits.entry(hit).or_default() += times;
        }
    }
    println!("{all:?} lost: 0, doubled: 0, half settled: 0");
    assert_eq!(all.kills, kills * WORLDS);
    assert!(all.hits.values().sum::<u32>() > 0, "the kills hit what matters: {all:?}");
    assert!(all.markets > 0 && all.bets > 0, "{all:?}");
}

async fn killed_world(seed: u64, kills: u64) -> Figures {
    let mut random = StdRng::seed_from_u64(seed);
    let mut world = World::with(&AT_ONCE).await;
    let (moment, mut moments) = mpsc::channel(1);
    let mut rooms = Vec::new();
    for number in 0..ROOMS {
        rooms.push(Room::opened(&world, number, moment.clone()).await);
    }
    let matches: Vec<_> =
        rooms.iter().map(|room| tokio::spawn(room.clone().goes_on(seed * 10 + room.number))).collect();
    let mut figures = Figures::default();
    while figures.kills < kills {
        // What came while the server was away is past.
        while moments.try_recv().is_ok() {}
        let _ = tokio::time::timeout(Duration::from_secs(15), moments.recv()).await;
        // Where in the deed the kill hits is what is random here.
        tokio::time::sleep(Duration::from_micros(random.random_range(0..15_000))).await;
        world.kill().await;
        figures.kills += 1;
        world.books_are_clean().await;
        let chronicle = Chronicle::read(world.data()).await;
        let books = Kept::read(&world).await;
        for room in &rooms {
            if let Some((deed, market)) = *room.doing.lock().expect("not poisoned") {
                *figures.hits.entry((deed, room.hit(&chronicle, &books, deed, market))).or_default() += 1;
            }
        }
        world.restart().await;
        world.books_are_clean().await;
    }
    for one in &matches {
        one.abort();
    }
    for one in matches {
        match one.await {
            Err(stopped) if stopped.is_cancelled() => {}
            other => panic!("a match stopped: {other:?}"),
        }
    }
    for room in &rooms {
        room.is_answered_and_in_the_books().await;
    }
    let checked = world.books_are_clean().await;
    let chronicle = Chronicle::read(world.data()).await;
    for room in &rooms {
        figures.markets += markets_ended_once(&chronicle, &room.table.room);
        figures.bets += room.bets_are_kept(&chronicle).await;
        room.table.everybody().for_each(Tab::kept_the_contract);
    }
    figures.transfers = checked.transfers;
    // Where there is nothing to share the books end a market at its lock, and the log with the game.
    let ended = world.books().await.markets;
    let early = ended.iter().filter(|market| is_early(market.void)).count();
    assert!((figures.markets..=figures.markets + early.min(ROOMS)).contains(&ended.len()), "{ended:?}");
    coins_are_what_was_given(&world, &rooms, &checked.supply).await;
    for room in &rooms {
        room.everybody_leaves();
    }
    world.end().await;
    figures
}

/// A match that goes on and on, with those who bet on it.
#[derive(Clone)]
struct Room {
    number: u64,
    table: Arc<Table>,
    doing: Doing,
    moment: mpsc::Sender<()>,
}

impl Room {
    async fn opened(world: &World, number: usize, moment: mpsc::Sender<()>) -> Self {
        let settings = if number == 0 { booth::public() } else { booth::settings() };
        let series = SeriesGoal::FirstToWins { wins: 50 };
        let mut table = Table::seated(world, RoomSettings { series, ..settings }, 1, 0).await;
        for place in 0..BETTORS {
            let person = world.person(&format!("Kimani {number} {place}")).await;
            if number == 0 {
                has_account(&person, &format!("kimani.{place}")).await;
            }
            table.watchers.push(Tab::closed(person, table.room.clone()));
        }
        table.players().for_each(Tab::returns);
        let number = u64::try_from(number).expect("a few");
        Self { number, table: Arc::new(table), doing: Doing::default(), moment }
    }

    /// Bets, a game, an end, and again.
    async fn goes_on(self, seed: u64) {
        let mut random = StdRng::seed_from_u64(seed);
        let mut last = MarketId(0);
        loop {
            last = self.takes_bets(last, &mut random).await;
            self.will(Deed::Lock, last);
            self.begins().await;
            self.did();
            let deed = if random.random_ratio(3, 5) { Deed::Settle } else { Deed::Void };
            // Too short to be paid, or just long enough.
            self.plays(if deed == Deed::Settle { 4 } else { 2 }).await;
            self.will(deed, last);
            self.is_given_up(if random.random() { Side::South } else { Side::North }).await;
            self.did();
        }
    }

    fn did(&self) {
        *self.doing.lock().expect("not poisoned") = None;
    }

    fn will(&self, deed: Deed, market: MarketId) {
        *self.doing.lock().expect("not poisoned") = Some((deed, market));
        let _ = self.moment.try_send(());
    }

    /// All who bet do so in the market after this one, some of them twice, and look away.
    async fn takes_bets(&self, after: MarketId, random: &mut StdRng) -> MarketId {
        let mut market = after;
        for (place, tab) in self.table.watchers.iter().enumerate() {
            tab.returns();
            market = tab
                .until("bets are taken", |state| {
                    let market = state.seen.market.as_ref().filter(|market| market.market > after)?;
                    Some(market.market)
                })
                .await;
            for _ in 0..random.random_range(1..3) {
                let outcome = if place < 2 { Outcome::ALL[place * 2] } else { any(random) };
                let stake = if random.random_ratio(1, 8) { 0 } else { random.random_range(10..60) };
                self.is_bet(tab, market, outcome, stake).await;
            }
        }
        for tab in &self.table.watchers {
            tab.returns_no_more();
            tab.is_cut();
        }
        market
    }

    /// A bet is placed, or is too late: whoever is told to wait bets anew.
    async fn is_bet(&self, tab: &Tab, market: MarketId, outcome: Outcome, stake: u64) {
        loop {
            let order = tab.sends_bet(market, outcome, stake);
            match tab.bet_answer(&order).await {
                Ok(_) => return,
                // The people are not back yet.
                Err(BetBar::MarketSuspended { .. }) => tokio::time::sleep(Duration::from_millis(50)).await,
                Err(other) => panic!("{} bets {stake}: {other:?}", tab.name()),
            }
        }
    }

    /// The game begins at once, as nobody watches; where somebody was still seen to, it is tried again.
    async fn begins(&self) {
        let [south, north] = [&self.table.south[0], &self.table.north[0]];
        loop {
            for tab in [south, north] {
                let _ = tab.asks(Command::ReadySet { on: true }).await;
            }
            let set = south.until("a game begins", |state| {
                let seen = &state.seen;
                let set = seen.table.as_ref()?.start_at.is_some();
                if is_on(seen) { Some(false) } else { set.then_some(true) }
            });
            // Whoever asked while the room was held asks again.
            match tokio::time::timeout(Duration::from_millis(400), set).await {
                Ok(false) => return,
                Ok(true) => drop(south.asks(Command::ReadySet { on: false }).await),
                Err(_) => {}
            }
        }
    }

    async fn plays(&self, plies: usize) {
        loop {
            let turn =
                self.table.south[0].until("a turn, or enough of them", |state| next(&state.seen, plies));
            let Some((side, ply)) = turn.await else { return };
            let tab = &self.table.side(side)[0];
            let mv = tab.until("a move can be laid", |state| {
                let seen = &state.seen;
                let turn = seen.turn()?;
                if turn.ply > ply {
                    return Some(None);
                }
                let legal = seen.legal.as_ref().filter(|legal| legal.ply == ply)?;
                is_free(seen).then(|| Some(legal.moves[0].mv.clone()))
            });
            let Some(mv) = mv.await else {
                self.table.south[0]
                    .waits("South sees as much", |seen| seen.turn().is_some_and(|turn| turn.ply > ply))
                    .await;
                continue;
            };
            match tab.lays(&mv).await {
                Ok(()) | Err(Refusal::Held | Refusal::Stale { .. } | Refusal::NotMover) => {}
                Err(other) => panic!("{} lays {mv}: {other:?}", tab.name()),
            }
        }
    }

    async fn is_given_up(&self, side: Side) {
        let tab = &self.table.side(side)[0];
        while tab.look(|state| is_on(&state.seen)) {
            tab.waits("the room goes on", |seen| is_free(seen) || !is_on(seen)).await;
            match tab.asks(Command::MotionOpen { what: Motion::Resign }).await {
                Ok(()) => tab.waits("the game is over", |seen| !is_on(seen)).await,
                Err(Refusal::Held | Refusal::NoGame | Refusal::GameOver | Refusal::MotionBarred { .. }) => {}
                Err(other) => panic!("{} gives up: {other:?}", tab.name()),
            }
        }
    }

    /// How far a deed had come, by the files that the kill left.
    fn hit(&self, chronicle: &Chronicle, kept: &Kept, deed: Deed, market: MarketId) -> Hit {
        let is_it = |event: &Event| match event {
            Event::MarketLocked { market: id, .. } => deed == Deed::Lock && *id == market,
            Event::MarketEnded { market: id, .. } => deed != Deed::Lock && *id == market,
            _ => false,
        };
        let logged = events(chronicle, &self.table.room).any(is_it);
        let waits =
            kept.waits.iter().any(|(room, event)| *room == self.table.room.to_string() && is_it(event));
        match (logged, waits) {
            (false, _) => Hit::Before,
            (true, true) => Hit::Within,
            (true, false) => Hit::After,
        }
    }

    /// Every order is answered, and what the answers say is what the books have.
    async fn is_answered_and_in_the_books(&self) {
        for tab in self.table.everybody() {
            tab.returns();
            tab.is_up_to_date().await;
            tab.until("everything is answered", |state| state.is_all_answered().then_some(())).await;
        }
    }

    /// What was acknowledged last to each who bets is what the books say of him; how many bets that
    /// were.
    async fn bets_are_kept(&self, chronicle: &Chronicle) -> usize {
        let games = games(chronicle, &self.table.room);
        let mut count = 0;
        for tab in &self.table.watchers {
            let mut held: BTreeMap<u16, (Outcome, u64)> = BTreeMap::new();
            for order in tab.look(sindillo_tests::State::orders) {
                let Some(Command::BetSet { market, outcome, stake }) = order.command else { continue };
                if matches!(order.answer, Some(Answer::Bet(_))) {
                    count += 1;
                    held.insert(games[&market].0, (outcome, stake.get()));
                }
            }
            held.retain(|_, (_, stake)| *stake > 0);
            let mut kept = BTreeMap::new();
            for row in all_bets_of(tab.person()).await {
                let over = games.values().any(|(game, over)| *game == row.game && *over);
                assert!(row.paid.is_some() == over || is_early(row.void), "{}: {row:?}", tab.name());
                assert_eq!(row.room, self.table.room);
                kept.insert(row.game, (row.stake.outcome, row.stake.stake.get()));
            }
            assert_eq!(kept, held, "{}: what was acknowledged is what is kept", tab.name());
        }
        count
    }

    fn everybody_leaves(&self) {
        for tab in self.table.everybody() {
            tab.returns_no_more();
        }
    }
}

/// What the books still have to carry out.
struct Kept {
    waits: Vec<(String, Event)>,
}

impl Kept {
    /// Read from a copy of the files, which stay as the kill left them.
    async fn read(world: &World) -> Self {
        let copy = tempfile::tempdir().expect("a temporary directory");
        for file in std::fs::read_dir(world.data()).expect("a directory").filter_map(Result::ok) {
            if file.file_name().to_string_lossy().starts_with("sindillo.db") {
                std::fs::copy(file.path(), copy.path().join(file.file_name())).expect("a copy");
            }
        }
        let path = copy.path().join("sindillo.db");
        let mut books =
            SqliteConnection::connect(&format!("sqlite://{}", path.display())).await.expect("books");
        let notes: Vec<(String, String)> =
            sqlx::query_as("SELECT room, event FROM market_note WHERE done_at IS NULL")
                .fetch_all(&mut books)
                .await
                .expect("notes");
        let read = |(room, event): (String, String)| (room, serde_json::from_str(&event).expect("an event"));
        Self { waits: notes.into_iter().map(read).collect() }
    }
}

fn events<'c>(chronicle: &'c Chronicle, room: &RoomId) -> impl Iterator<Item = &'c Event> {
    chronicle.of(room).entries.iter().flat_map(|entry| &entry.events)
}

/// The game of each market, and whether the market is over.
fn games(chronicle: &Chronicle, room: &RoomId) -> BTreeMap<MarketId, (u16, bool)> {
    let mut games = BTreeMap::new();
    for event in events(chronicle, room) {
        match event {
            Event::MarketOpened { market, game, .. } => drop(games.insert(*market, (*game, false))),
            Event::MarketEnded { market, .. } => games.get_mut(market).expect("it opened").1 = true,
            _ => {}
        }
    }
    games
}

/// A log locks and ends a market once; how many have ended.
fn markets_ended_once(chronicle: &Chronicle, room: &RoomId) -> usize {
    let (mut locked, mut ended) = (Vec::new(), Vec::new());
    for event in events(chronicle, room) {
        match event {
            Event::MarketLocked { market, .. } => locked.push(*market),
            Event::MarketEnded { market, .. } => ended.push(*market),
            _ => {}
        }
    }
    for markets in [&locked, &ended] {
        assert!(markets.windows(2).all(|two| two[0] < two[1]), "once each, in order: {markets:?}");
    }
    ended.len()
}

fn is_early(void: Option<VoidReason>) -> bool {
    matches!(void, Some(VoidReason::NoBets | VoidReason::OneSided))
}

/// What people hold is what the books say that was given out.
async fn coins_are_what_was_given(world: &World, rooms: &[Room], supply: &str) {
    let books = world.books().await;
    let given = books.of_kind("ROOM_GRANT").chain(books.of_kind("GRANT_START")).count();
    let mut sum = 0;
    for room in rooms {
        for tab in &room.table.watchers {
            let ticket = ticket(tab).await;
            sum += free(&ticket) + staked(&ticket);
        }
    }
    let not_yet = u64::try_from(rooms.len() * BETTORS - given).expect("a few") * 1_000;
    assert_eq!(sum, supply.parse::<u64>().expect("a number") + not_yet);
}

/// Every bet of a person, page by page.
async fn all_bets_of(person: &Person) -> Vec<BetRow> {
    let mut rows: Vec<BetRow> = Vec::new();
    loop {
        let before = rows.last().map(|row| format!("?before={}", row.seq)).unwrap_or_default();
        let response = person.fetch(Request::get(format!("/api/me/bets{before}"))).await.expect("an answer");
        let more: Vec<BetRow> = response.json().expect("one's bets");
        if more.is_empty() {
            return rows;
        }
        rows.extend(more);
    }
}

fn any(random: &mut StdRng) -> Outcome {
    Outcome::ALL[random.random_range(0..3)]
}

fn is_on(seen: &Seen) -> bool {
    seen.game().is_some_and(|game| game.result.is_none())
}

fn is_free(seen: &Seen) -> bool {
    seen.table.as_ref().is_some_and(|table| table.holds.is_empty())
}

/// Whose turn it is, unless enough was played.
#[allow(clippy::option_option, reason = "the outer one is for waiting, the inner one for the end")]
fn next(seen: &Seen, plies: usize) -> Option<Option<(Side, u16)>> {
    let game = seen.game()?;
    if game.plies.len() >= plies || game.result.is_some() {
        return Some(None);
    }
    let turn = game.turn.as_ref().filter(|_| is_free(seen))?;
    Some(Some((turn.side, turn.ply)))
}
