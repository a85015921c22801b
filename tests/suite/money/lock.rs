//! Bets around the moment at which the game begins.

use std::collections::{BTreeMap, BTreeSet};

use engine::Side;
use futures_util::future::join_all;
use protocol::betting::{BetBar, MarketState, Outcome};
use protocol::{Cid, MarketId};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use server::betting::export::TransferLine;
use sindillo_tests::{Tab, World, usually};

use super::booth::{Booth, all_end_well, coins, free, refuses, staked, ticket};

/// Those who bet in each room.
const PEOPLE: usize = 5;
/// Bets of each around the lock.
const BETS: usize = 4;
/// Milliseconds before and after it.
const AROUND: i64 = 50;

/// What was answered to the bets around the lock of one room.
#[derive(Default)]
struct Told {
    granted: Vec<Cid>,
    refused: Vec<Cid>,
}

/// Tkd-Alex/Twitch-Channel-Points-Miner-v2#257: a bet of the last second was not placed, and nobody
/// was told. W9. While somebody watches a game begins after twenty seconds, for all rooms at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn m23_w9_each_bet_around_the_lock_is_placed_or_refused_and_the_wallet_agrees() {
    let world = World::with(&["--no-address-limits"]).await;
    let count = usually(6, 50);
    let booths = join_all((0..count).map(|_| Booth::open(&world, PEOPLE))).await;
    let told = join_all(booths.iter().zip(0..).map(|(booth, seed)| locks(booth, seed))).await;
    let granted: Vec<Cid> = told.iter().flat_map(|room| room.granted.iter().copied()).collect();
    let refused: Vec<Cid> = told.iter().flat_map(|room| room.refused.iter().copied()).collect();
    println!(
        "{} bets within {AROUND} ms of the lock are answered: {} placed, {} too late",
        granted.len() + refused.len(),
        granted.len(),
        refused.len()
    );
    assert_eq!(granted.len() + refused.len(), count * PEOPLE * BETS);
    assert!(!granted.is_empty() && !refused.is_empty(), "they came on both sides of it");

    // Given up before two moves: the stakes go back, and the books tell where the lock was.
    join_all(booths.iter().map(|booth| booth.gives_up(Side::South))).await;
    for booth in &booths {
        assert_eq!(booth.is_over(1).await.state, MarketState::Void);
    }
    let books = world.books().await;
    let locked: BTreeMap<u64, u64> =
        books.markets.iter().map(|market| (market.id, market.locked_seq.expect("it was locked"))).collect();
    let of = |orders: &[Cid]| -> Vec<_> {
        let orders: BTreeSet<String> = orders.iter().map(|order| order.0.to_string()).collect();
        // `c:user:market:order`, and `:out` behind it.
        let order = |line: &&TransferLine| line.key.split(':').nth(3).is_some_and(|it| orders.contains(it));
        books.transfers.iter().filter(order).collect()
    };
    for line in of(&granted) {
        assert!(line.seq <= locked[&line.market.expect("a market")], "booked before the lock: {line:?}");
    }
    assert!(!of(&granted).is_empty(), "what was granted moved coins");
    assert!(of(&refused).is_empty(), "what was refused moved none: {:?}", of(&refused));
    all_end_well(booths, world).await;
}

/// The game of a room begins, and all bet around that moment.
async fn locks(booth: &Booth, seed: u64) -> Told {
    let mut random = StdRng::seed_from_u64(seed);
    // There is something to share whatever becomes of the rest.
    for (tab, outcome) in booth.bettors().iter().zip([Outcome::South, Outcome::North]) {
        tab.bets(outcome, 10).await.expect("bets are taken");
    }
    for tab in booth.table.players() {
        tab.is_ready().await.expect("a seated member may be ready");
    }
    let starts = |state: &sindillo_tests::State| state.seen.table.as_ref()?.start_at;
    let at = booth.bettors()[0].until("the moment of the start is told", starts).await;
    let seeds: Vec<u64> = booth.bettors().iter().map(|_| random.random()).collect();
    let all = booth.bettors().iter().zip(seeds).enumerate();
    let told = join_all(all.map(|(place, (tab, seed))| bets_around(tab, place, at, seed))).await;

    let view = booth.bettors()[0].market_is(MarketState::Locked).await;
    let mut pools: BTreeMap<Outcome, u64> = BTreeMap::new();
    for (tab, (_, held)) in booth.bettors().iter().zip(&told) {
        let ticket = ticket(tab).await;
        let held = held.filter(|(_, stake)| *stake > 0);
        assert_eq!(ticket.stake.map(|stake| (stake.outcome, stake.stake.get())), held, "{}", tab.name());
        assert_eq!(free(&ticket) + staked(&ticket), 1_000, "{}: {ticket:?}", tab.name());
        if let Some((outcome, stake)) = held {
            *pools.entry(outcome).or_default() += stake;
        }
    }
    for pool in view.pools.expect("the split is told") {
        let sum = pools.get(&pool.outcome).copied().unwrap_or_default();
        assert_eq!(pool.coins, coins(sum), "{:?}: what was granted is in the pool", pool.outcome);
    }
    // Later it is too late, for a bet as for taking one back.
    for stake in [0, 200] {
        refuses(&booth.bettors()[1], 1, Outcome::North, stake, BetBar::MarketLocked).await;
    }
    let mut all = Told::default();
    for (one, _) in told {
        all.granted.extend(one.granted);
        all.refused.extend(one.refused);
    }
    all
}

/// One person bets; what he was told, and what he holds by that.
async fn bets_around(tab: &Tab, place: usize, at: u64, seed: u64) -> (Told, Option<(Outcome, u64)>) {
    let mut random = StdRng::seed_from_u64(seed);
    let mut shifts: Vec<i64> = (0..BETS).map(|_| random.random_range(-AROUND..=AROUND)).collect();
    shifts.sort_unstable();
    // Where the machine is busy one of them is in time all the same.
    shifts[0] = -20 * AROUND;
    let clock = tab.server_clock().await;
    let mut orders = Vec::new();
    for shift in shifts {
        // The first two keep their outcome, so that the pool stays contested.
        let outcome = Outcome::ALL[if place < 2 { place * 2 } else { random.random_range(0..3) }];
        let take_back = place >= 2 && random.random_ratio(1, 4);
        let stake = if take_back { 0 } else { random.random_range(10..=200) };
        clock.reaches(at, shift).await;
        orders.push((outcome, stake, tab.sends_bet(MarketId(1), outcome, stake)));
    }
    let mut held = [Outcome::South, Outcome::North].get(place).map(|outcome| (*outcome, 10));
    let mut own = Told::default();
    for (outcome, stake, order) in orders {
        match tab.bet_answer(&order).await {
            Ok(ticket) => {
                assert!(own.refused.is_empty(), "{}: nothing is placed after the lock", tab.name());
                assert_eq!(staked(&ticket), stake);
                assert_eq!(free(&ticket) + stake, 1_000);
                own.granted.push(order.0);
                held = Some((outcome, stake));
            }
            Err(why) => {
                assert_eq!(why, BetBar::MarketLocked, "{} bets {stake}", tab.name());
                own.refused.push(order.0);
            }
        }
    }
    (own, held)
}
