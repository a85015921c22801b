//! Many at once. Every run has its own people and markets in one database, and at the end all of it
//! is true.

use std::sync::Arc;
use std::time::Instant;

use protocol::RoomId;
use protocol::betting::{BetBar, Coins, MarketEnd, MarketState, Outcome, SuspendReason, VoidReason};
use tokio::task::JoinSet;

use crate::world::{NORTH, NOW, SOUTH, World, alter, bet, ended, rules, user, usually};

/// Runs of each race.
fn runs() -> u32 {
    usually(50, 1_000)
}

fn room(run: u32) -> RoomId {
    let mut bits = [0; 10];
    bits[..4].copy_from_slice(&run.to_be_bytes());
    RoomId::from_bits(bits)
}

/// Books on a disk with a thousand accounts, and some more.
async fn world() -> Arc<World> {
    let world = World::disk(rules()).await;
    crowd(&world).await;
    Arc::new(world)
}

async fn crowd(world: &World) {
    let many = "INSERT INTO person (id, name, named, created_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5100)
        SELECT unhex(printf('%032x', i)), 'P' || i, 1, 1 FROM n";
    alter(world.sqlite().1, many).await.unwrap();
    let accounts = r#"INSERT INTO account ("user", created_at) SELECT id, 1 FROM person"#;
    alter(world.sqlite().1, accounts).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn w1_of_two_bets_that_one_wallet_cannot_pay_one_stands() {
    let world = world().await;
    for run in 1..=runs() {
        let who = user(u128::from(run));
        world.open(&room(run), 1).await;
        world.open(&room(run + 100_000), 1).await;
        let mut both = JoinSet::new();
        for place in [run, run + 100_000] {
            let world = Arc::clone(&world);
            both.spawn(async move { world.bet(&room(place), 1, who, 1, SOUTH, 600).await });
        }
        let answers = both.join_all().await;
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "run {run}: {answers:?}");
        let short = |answer: &&Result<_, _>| matches!(answer, Err(BetBar::InsufficientFunds { .. }));
        assert_eq!(answers.iter().filter(short).count(), 1, "run {run}: {answers:?}");
        assert_eq!(world.wallet(who).await, 400, "run {run}");
    }
    world.is_true().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn w8_of_two_tabs_the_later_one_holds() {
    let world = world().await;
    for run in 1..=runs() {
        let who = user(u128::from(run));
        let place = room(run);
        world.open(&place, 1).await;
        let mut both = JoinSet::new();
        for (key, stake) in [(1, 600), (2, 700)] {
            let (world, place) = (Arc::clone(&world), place.clone());
            both.spawn(async move { world.bet(&place, 1, who, key, SOUTH, stake).await });
        }
        for answer in both.join_all().await {
            let placed = answer.unwrap();
            assert_eq!(placed.free.unwrap().get() + placed.stake.get(), 1000, "run {run}");
        }
        let stake = world.follow(&place).await.unwrap().stakes[&who].stake.get();
        assert!([600, 700].contains(&stake), "run {run}");
        assert_eq!(world.wallet(who).await + stake, 1000, "run {run}");
    }
    world.is_true().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn w9_whoever_comes_while_it_locks_is_in_or_out_and_told_so() {
    let world = world().await;
    for run in 1..=runs() {
        let [a, b] = [user(u128::from(run)), user(u128::from(run % 1000 + 1))];
        let place = room(run);
        world.open(&place, 1).await;
        let before = world.wallet(a).await;
        world.bet(&place, 1, b, 1, NORTH, 10).await.unwrap();
        // One who changes his stake until he is told that it is too late: the last that was granted
        // came just before the lock, the one that was refused just after.
        let (first, begun) = tokio::sync::oneshot::channel();
        let betting = tokio::spawn({
            let (world, place) = (Arc::clone(&world), place.clone());
            async move {
                let (mut stake, mut first) = (0, Some(first));
                for key in 1.. {
                    let wish = [100, 200][usize::from(key % 2 == 0)];
                    match world.bet(&place, 1, a, key, SOUTH, wish).await {
                        Ok(placed) => stake = placed.stake.get(),
                        Err(BetBar::MarketSuspended { why: SuspendReason::Ledger }) => {}
                        Err(BetBar::MarketLocked) => break,
                        Err(other) => panic!("run {run}: {other:?}"),
                    }
                    first.take().map(|first| first.send(()));
                }
                stake
            }
        });
        begun.await.unwrap();
        let market = world.lock(&place, 1).await;
        let stake = betting.await.unwrap();
        assert!(stake > 0, "run {run}: the first was granted");
        let total: u64 = market.stakes.values().map(|own| own.stake.get()).sum();
        assert_eq!(total, stake + 10, "run {run}: what counts at the lock is what was answered");
        assert_eq!(market.view.state, MarketState::Locked, "run {run}");
        world.void(&place, 1, VoidReason::Stale).await;
        assert_eq!(world.wallet(a).await, before, "run {run}");
    }
    world.is_true().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn w11_a_day_that_is_claimed_eight_times_at_once_brings_its_coins_once() {
    let world = world().await;
    for run in 1..=runs() {
        let who = user(u128::from(run));
        let mut all = JoinSet::new();
        for _ in 0..8 {
            let world = Arc::clone(&world);
            all.spawn(async move { world.wallets().claim(who, NOW).await.unwrap().unwrap() });
        }
        let granted: u64 = all.join_all().await.iter().map(|claim| claim.granted.get()).sum();
        assert_eq!((granted, world.wallet(who).await), (100, 1100), "run {run}");
    }
    world.is_true().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_eight_that_settle_at_once_one_acts() {
    let world = world().await;
    for run in 1..=usually(20, 200) {
        let place = room(run);
        let [a, b] = [user(u128::from(2 * run)), user(u128::from(2 * run + 1))];
        world.open(&place, 1).await;
        world.bet(&place, 1, a, 1, SOUTH, 100).await.unwrap();
        world.bet(&place, 1, b, 1, NORTH, 300).await.unwrap();
        world.lock(&place, 1).await;
        let before = world.is_true().await.transfers;
        world.write(&place, NOW, vec![ended(1, MarketEnd::Result { outcome: SOUTH })]).await;
        let mut all = JoinSet::new();
        for _ in 0..8 {
            let (world, place) = (Arc::clone(&world), place.clone());
            all.spawn(async move { world.follow(&place).await.unwrap().view.state });
        }
        assert_eq!(all.join_all().await, [MarketState::Settled; 8], "run {run}");
        let after = world.is_true().await.transfers;
        assert_eq!(after - before, 2, "run {run}: one sweep and one payout");
        assert_eq!((world.wallet(a).await, world.wallet(b).await), (1300, 700), "run {run}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn thirty_bet_on_while_the_market_locks() {
    let world = world().await;
    for run in 1..=usually(3, 30) {
        let place = room(run);
        world.open(&place, 1).await;
        let mut all = JoinSet::new();
        for n in 1..=30_u32 {
            let (world, place) = (Arc::clone(&world), place.clone());
            let who = user(u128::from((run - 1) * 30 + n));
            all.spawn(async move {
                let mut stake = None;
                for key in 1.. {
                    let wish = [10, 200, 0, 70][usize::try_from((key + n) % 4).unwrap()];
                    let outcome = Outcome::ALL[usize::try_from((key + n) % 3).unwrap()];
                    match world.bet(&place, 1, who, u128::from(key), outcome, wish).await {
                        Ok(placed) => stake = Some((outcome, placed.stake.get())).filter(|own| own.1 > 0),
                        Err(BetBar::MarketSuspended { why: SuspendReason::Ledger }) => {}
                        Err(BetBar::MarketLocked) => break,
                        Err(other) => panic!("{other:?}"),
                    }
                }
                (who, stake)
            });
        }
        // Some hundred changes are let in before the door is shut.
        while world.is_true().await.transfers < u64::from(run) * 200 {
            tokio::task::yield_now().await;
        }
        let market = world.lock(&place, 1).await;
        let answered = all.join_all().await;
        let after = world.follow(&place).await.unwrap();
        assert_eq!(after, market, "nothing changed after the lock");
        for (who, stake) in answered {
            let held = market.stakes.get(&who).map(|own| (own.outcome, own.stake.get()));
            assert_eq!(held, stake, "run {run}: the last that was answered is what counts");
            assert_eq!(world.wallet(who).await + stake.map_or(0, |own| own.1), 1000, "run {run}");
        }
        world.void(&place, 1, VoidReason::Stale).await;
        world.is_true().await;
    }
}

#[tokio::test]
async fn thousands_share_one_pool() {
    let world = world().await;
    let (place, people) = (room(1), usually(1_000, 5_000));
    world.open(&place, 1).await;
    let bets: Vec<_> = (1..=people)
        .map(|n: u64| {
            bet(1, user(u128::from(n)), 1, Outcome::ALL[usize::try_from(n % 3).unwrap()], 10 + n % 190)
        })
        .collect();
    let began = Instant::now();
    for some in bets.chunks(100) {
        let placed = world.ledger().place(&place, some.to_vec(), NOW).await.unwrap();
        assert!(placed.iter().all(Result::is_ok));
    }
    let placed = began.elapsed();
    let locked = world.lock(&place, 1).await;
    let lock = began.elapsed().saturating_sub(placed);
    let settled = world.end(&place, 1, SOUTH).await;
    let settle = began.elapsed().saturating_sub(placed + lock);
    println!("{people} bettors: placed in {placed:?}, locked in {lock:?}, settled in {settle:?}");
    let back: u64 = settled.stakes.values().filter_map(|own| own.back).map(|coins| coins.get()).sum();
    assert_eq!(back, locked.view.total.get());
    for (who, own) in &settled.stakes {
        let due = if own.outcome == SOUTH { locked.stakes[who].pays } else { Coins::new(0) };
        assert_eq!(own.back, due);
    }
    world.is_true().await;
}
