//! K5, K7 and K10: many bets at one moment, of one wallet or of several, in one room or in ten. A
//! wallet is never drawn twice, and what is sent twice is done once.

use std::collections::BTreeMap;
use std::time::Duration;

use engine::Side;
use futures_util::future::join_all;
use protocol::betting::{BetBar, Coins, MarketState, Outcome};
use protocol::limits::BETS_PER_MINUTE;
use protocol::message::Answer;
use protocol::{At, Cid, MarketId, Refusal, RoomId};
use sindillo_tests::patience::came_back;
use sindillo_tests::table::sits;
use sindillo_tests::{Person, Tab, World, usually};
use tokio::time::Instant;
use uuid::Uuid;

use super::booth::{self, AT_ONCE, Booth, bet, free, has_account, ticket};

/// Rooms; as many pages as one session may have open.
const ROOMS: usize = 10;
/// Bets that a person may send at one moment before he has to wait.
const AT_A_MOMENT: usize = 6;
/// Coins of a new account.
const GRANT: u64 = 1_000;

/// Public rooms in which bets are taken.
struct Fair {
    rooms: Vec<RoomId>,
    players: Vec<Tab>,
}

/// An account with a page in each room.
struct Punter {
    person: Person,
    tabs: Vec<Tab>,
}

impl Fair {
    async fn opens(world: &World, rooms: usize) -> Self {
        let opened = join_all((0..rooms).map(async |number| {
            let host = world.person(&format!("Sankau {number}")).await;
            let room = host.opens(booth::public()).await;
            let south = sits(&host, &room, Side::South).await;
            let north = world.person(&format!("Leshao {number}")).await;
            let north = sits(&north, &room, Side::North).await;
            (room, [south, north])
        }))
        .await;
        let (rooms, players): (Vec<_>, Vec<_>) = opened.into_iter().unzip();
        Self { rooms, players: players.into_iter().flatten().collect() }
    }

    async fn punter(&self, world: &World, number: usize) -> Punter {
        let person = world.person(&format!("Kimani {number}")).await;
        has_account(&person, &format!("kimani.{number}")).await;
        let mut tabs = Vec::new();
        for room in &self.rooms {
            let tab = person.enters(room).await;
            tab.market_is(MarketState::Open).await;
            tabs.push(tab);
        }
        Punter { person, tabs }
    }

    /// The books are clean, no account ever held less than nothing, and all coins are somewhere.
    async fn ends_well(self, world: World, punters: Vec<Punter>) {
        world.books().await.never_hold_less_than_nothing();
        let supply = world.books_are_clean().await.supply;
        assert_eq!(supply, (GRANT * u64::try_from(punters.len()).expect("a few")).to_string());
        self.players.iter().chain(punters.iter().flat_map(|one| &one.tabs)).for_each(Tab::kept_the_contract);
        world.end().await;
    }
}

impl Punter {
    /// What lies in each room, and what is free, as the books have it now. Every page says the same of
    /// the wallet.
    async fn has(&self) -> (Vec<u64>, u64) {
        let tickets = join_all(self.tabs.iter().map(ticket)).await;
        let wallets: Vec<u64> = tickets.iter().map(free).collect();
        assert!(wallets.windows(2).all(|two| two[0] == two[1]), "{}: {wallets:?}", self.person.name());
        (tickets.iter().map(booth::staked).collect(), wallets[0])
    }
}

/// K5, monkeytype-bot#110: two games overwrote one balance. Here three accounts bet in ten rooms in
/// one tick, and once more when that is too much for the wallet.
#[tokio::test]
async fn k05_bets_of_one_wallet_in_ten_rooms_at_once_are_exact_to_the_coin() {
    let world = World::with(&AT_ONCE).await;
    let fair = Fair::opens(&world, ROOMS).await;
    let mut punters = Vec::new();
    for number in 0..3 {
        punters.push(fair.punter(&world, number).await);
    }
    let stake = |room: usize| 50 + 7 * u64::try_from(room).expect("ten");
    let all: u64 = (0..ROOMS).map(stake).sum();
    let orders: Vec<_> = at_once(&punters, ROOMS, |room| (Outcome::South, stake(room)));
    for (tab, order) in &orders {
        tab.bet_answer(order).await.expect("all of them can be paid");
    }
    for punter in &punters {
        let expected: Vec<u64> = (0..ROOMS).map(stake).collect();
        assert_eq!(punter.has().await, (expected, GRANT - all));
    }
    // More than the wallets hold: what can be paid is, in whatever order, and nothing is half done.
    for (tab, order) in at_once(&punters, 4, |_| (Outcome::North, 200)) {
        match tab.bet_answer(&order).await {
            Ok(ticket) => assert_eq!(ticket.stake.map(|stake| stake.stake.get()), Some(200)),
            Err(BetBar::InsufficientFunds { free }) => assert!(free.get() < 200, "{free}"),
            Err(other) => panic!("{other:?}"),
        }
    }
    for punter in &punters {
        let (stakes, free) = punter.has().await;
        assert_eq!(stakes.iter().sum::<u64>() + free, GRANT, "{stakes:?} and {free}");
        assert_eq!(stakes.iter().filter(|stake| **stake == 200).count(), 1, "{stakes:?}");
        assert!(
            stakes.iter().enumerate().all(|(room, held)| [200, stake(room)].contains(held)),
            "{stakes:?}"
        );
        println!("{}: {stakes:?} and {free} free", punter.person.name());
    }
    fair.ends_well(world, punters).await;
}

/// Every account bets in so many rooms, before anybody waits for an answer.
fn at_once(
    punters: &[Punter],
    rooms: usize,
    what: impl Fn(usize) -> (Outcome, u64),
) -> Vec<(&Tab, sindillo_tests::tab::Order)> {
    let mut orders = Vec::new();
    for room in 0..rooms {
        for punter in punters {
            let (outcome, stake) = what(room);
            orders.push((&punter.tabs[room], punter.tabs[room].sends_bet(MarketId(1), outcome, stake)));
        }
    }
    orders
}

/// K7, CropChain#807, MythicalDash#314, juice-shop#2997: check, then debit. Here two hundred bets of
/// all that a wallet holds are sent at one moment, by one who has to wait with most of them; and by
/// many, each of whom sends what he may: two in each of three rooms, so that all come to the books.
#[tokio::test]
async fn k07_of_two_hundred_bets_of_the_whole_wallet_at_once_one_room_is_paid() {
    let world = World::with(&[&AT_ONCE[..], &["--max-stake", "1000"]].concat()).await;
    let fair = Fair::opens(&world, 3).await;
    let mut punters = Vec::new();
    for number in 0..usually(9, 35) {
        punters.push(fair.punter(&world, number).await);
    }
    let (began, mut orders) = (Instant::now(), Vec::new());
    for round in 0..200 {
        for (number, punter) in punters.iter().enumerate().filter(|(n, _)| *n == 0 || round < AT_A_MOMENT) {
            let tab = &punter.tabs[round % 3];
            let outcome = if round % 2 == 0 { Outcome::South } else { Outcome::North };
            orders.push((number, tab, tab.sends_bet(MarketId(1), outcome, GRANT)));
        }
    }
    let mut tally: BTreeMap<usize, Tally> = BTreeMap::new();
    for (number, tab, order) in &orders {
        let tally = tally.entry(*number).or_default();
        match tab.answer(order).await {
            Answer::Bet(_) => tally.paid += 1,
            Answer::Err { err: Refusal::BetRefused { why: BetBar::InsufficientFunds { free } }, .. } => {
                assert_eq!(free, Coins::ZERO, "all of it lies elsewhere");
                tally.short += 1;
            }
            Answer::Err { err: Refusal::RateLimited { .. }, .. } => tally.waits += 1,
            other => panic!("{} is told {other:?}", tab.name()),
        }
    }
    println!("{} bets at once: {tally:?}", orders.len());
    let minutes = came_back(began, Duration::from_secs(60));
    let most = BETS_PER_MINUTE * usize::try_from(minutes).expect("a few");
    for (number, punter) in punters.iter().enumerate() {
        let Tally { paid, short, waits } = tally[&number];
        match number {
            0 => assert!(paid > 0 && paid + short <= most && waits + most >= 200, "{tally:?}"),
            // Set twice in one room it is paid once.
            _ => assert_eq!((paid, short, waits), (2, 4, 0), "{}", punter.person.name()),
        }
        let (stakes, free) = punter.has().await;
        let held: Vec<u64> = stakes.into_iter().filter(|stake| *stake > 0).collect();
        assert_eq!((&held[..], free), (&[GRANT][..], 0), "one room holds all of it");
    }
    let mut net: BTreeMap<String, i64> = BTreeMap::new();
    for line in world.books().await.transfers {
        let amount: i64 = line.amount.parse().expect("a number of coins");
        match line.kind.as_str() {
            "STAKE" => *net.entry(line.debit).or_default() += amount,
            "UNSTAKE" => *net.entry(line.credit).or_default() -= amount,
            _ => {}
        }
    }
    assert_eq!(net.len(), punters.len());
    assert!(net.values().all(|net| *net == 1_000), "each wallet was drawn once: {net:?}");
    fair.ends_well(world, punters).await;
}

/// What one who bets was answered.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    paid: usize,
    short: usize,
    waits: usize,
}

/// K10, prl-mp#20: late, duplicate and unaffordable submissions. Late ones: `m01_…` and, to the
/// millisecond, `b23_…`. Here what is sent many times at once, what cannot be paid, and what comes
/// with another present in it than there is.
#[tokio::test]
async fn k10_what_is_sent_many_times_is_done_once_and_what_cannot_be_paid_is_not() {
    let world = World::with(&["--no-address-limits", "--max-stake", "5000"]).await;
    let booth = Booth::open(&world, 2).await;
    let [first, second] = booth.bettors() else { panic!("two watch") };
    let other_page = first.person().enters(first.room()).await;
    other_page.market_is(MarketState::Open).await;

    // The same order nine times from one page and once from another, before anything is answered.
    let cid = Cid(Uuid::new_v4());
    let order = first.sends_as(cid, bet(1, Outcome::South, 300), None);
    (0..4).for_each(|_| first.sends_again(&order));
    let elsewhere = other_page.sends_as(cid, bet(1, Outcome::South, 300), None);
    let answer = first.bet_answer(&order).await.expect("bets are taken");
    assert_eq!(other_page.bet_answer(&elsewhere).await, Ok(answer.clone()), "the same answer to all");
    assert_eq!((free(&answer), booth::staked(&answer)), (700, 300));
    let books = world.books().await;
    assert_eq!(books.of_kind("STAKE").count(), 1, "and one transfer");

    // More than there is: beside a stake, in its place, and when it is all one has.
    for (stake, has) in [(1_001, 1_000), (5_000, 1_000)] {
        for outcome in [Outcome::South, Outcome::North] {
            let why = BetBar::InsufficientFunds { free: Coins::new(has).expect("coins") };
            booth::refuses(first, 1, outcome, stake, why).await;
            booth::refuses(second, 1, outcome, stake, why).await;
        }
    }
    let ticket = first.bets(Outcome::North, 1_000).await.expect("all that there is");
    assert_eq!((free(&ticket), booth::staked(&ticket)), (0, 1_000));
    let ticket = first.bets(Outcome::North, 10).await.expect("less of it");
    assert_eq!((free(&ticket), booth::staked(&ticket)), (990, 10));

    // A pool locks before anything lies on the board: whatever present a page has in mind, it counts
    // for nothing.
    for at in [At { game: 1, ply: 1, tries: 0, back: 0 }, At { game: 9, ply: 99, tries: 9, back: 9 }] {
        let order = second.sends(bet(1, Outcome::South, 40), Some(at));
        let ticket = second.bet_answer(&order).await.expect("bets are taken");
        assert_eq!((free(&ticket), booth::staked(&ticket)), (960, 40));
    }
    other_page.kept_the_contract();
    other_page.leaves().await;
    booth.ends_well(world).await;
}
