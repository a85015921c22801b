//! Rows of public reports that one match and a few people are enough for.

use engine::Side;
use protocol::betting::{BetBar, MarketState, Outcome, VoidReason};
use protocol::{Cid, MarketId};
use sindillo_tests::World;
use uuid::Uuid;

use super::booth::{Booth, bet, bets_of, coins, free, is_void, refuses, ticket};

/// PhantomBot/PhantomBot#272: a pot of 300 was paid to each of two winners; and bets were taken when
/// the result could be known. Manifold #1642, augur-ui #197: bets on what is decided (rows 9, 11).
#[tokio::test]
async fn m01_m09_m11_m17_a_pot_is_shared_once_and_nobody_bets_on_what_has_begun_or_is_over() {
    let world = World::with(&["--no-address-limits"]).await;
    let booth = Booth::open(&world, 4).await;
    let [first, second, third, late] = booth.bettors() else { panic!("four watch") };
    for (tab, outcome) in [(first, Outcome::South), (second, Outcome::South), (third, Outcome::North)] {
        tab.bets(outcome, 100).await.expect("bets are taken");
    }
    booth.begins().await;
    let locked = late.market_is(MarketState::Locked).await;
    let pools: Vec<u64> =
        locked.pools.expect("the split is told").iter().map(|pool| pool.coins.get()).collect();
    assert_eq!(pools, [200, 0, 100]);
    let shown = ticket(first).await.stake.expect("a stake").pays;
    assert_eq!(shown, Some(coins(150)), "what it becomes is told");
    for ply in 0..5 {
        for (tab, stake) in [(late, 100), (first, 200), (first, 0), (third, 10)] {
            refuses(tab, 1, Outcome::South, stake, BetBar::MarketLocked).await;
        }
        if ply < 4 {
            booth.plays(1).await;
        }
    }
    let began = std::time::Instant::now();
    booth.gives_up(Side::North).await;
    let view = booth.is_over(1).await;
    let took = began.elapsed();
    println!("settled {took:?} after the result, by nobody's hand");
    assert_eq!((view.state, view.result), (MarketState::Settled, Some(Outcome::South)));
    for (tab, back) in [(first, 150), (second, 150), (third, 0)] {
        let row = bets_of(tab.person()).await.remove(0);
        assert_eq!(row.paid.map(|paid| paid.back), Some(coins(back)), "{}", tab.name());
        assert_eq!(free(&ticket(tab).await), 900 + back);
    }
    for (tab, market) in [(late, 1), (first, 1), (late, 7), (late, 0), (late, u32::MAX)] {
        refuses(tab, market, Outcome::South, 10, BetBar::MarketClosed).await;
    }
    booth.ends_well(world).await;
}

/// Manifold #203, duckbot#1393 (also K2 and K8): a bet that was cancelled showed as a loss, and void
/// markets paid half. Miner v2 #73: a refund was booked as a loss (row 21).
#[tokio::test]
async fn m15_m21_k02_k08_raised_lowered_switched_and_broken_off_leaves_everybody_as_he_was() {
    let world = World::with(&["--no-address-limits"]).await;
    let booth = Booth::open(&world, 3).await;
    let [first, second, third] = booth.bettors() else { panic!("three watch") };
    for (outcome, stake) in [
        (Outcome::South, 100),
        (Outcome::South, 180),
        (Outcome::South, 40),
        (Outcome::North, 40),
        (Outcome::Draw, 200),
        (Outcome::Draw, 0),
        (Outcome::North, 117),
    ] {
        let ticket = first.bets(outcome, stake).await.expect("bets are taken");
        assert_eq!(free(&ticket) + stake, 1_000, "{outcome:?} {stake}");
    }
    second.bets(Outcome::South, 33).await.expect("bets are taken");
    third.bets(Outcome::Draw, 200).await.expect("bets are taken");
    booth.begins().await;
    booth.plays(3).await;
    booth.breaks_off().await;
    is_void(&booth.is_over(1).await, VoidReason::MatchAborted);
    for (tab, stake) in [(first, 117), (second, 33), (third, 200)] {
        assert_eq!(free(&ticket(tab).await), 1_000, "{}", tab.name());
        let row = bets_of(tab.person()).await.remove(0);
        let paid = row.paid.expect("it is over");
        assert_eq!((paid.stake, paid.back), (coins(stake), coins(stake)), "given back, not lost");
        assert_eq!((row.void, row.result), (Some(VoidReason::MatchAborted), None));
    }
    let books = world.books().await;
    assert_eq!(books.of_kind("REFUND").count(), 3);
    assert_eq!(books.of_kind("PAYOUT").count() + books.of_kind("SWEEP").count(), 0);
    booth.ends_well(world).await;
}

/// bodhi-core#81 (K1): nobody had backed what came, and the pot was stuck.
#[tokio::test]
async fn k01_a_pot_that_nobody_won_goes_back() {
    let world = World::with(&["--no-address-limits"]).await;
    let booth = Booth::open(&world, 2).await;
    let [first, second] = booth.bettors() else { panic!("two watch") };
    first.bets(Outcome::Draw, 70).await.expect("bets are taken");
    second.bets(Outcome::North, 200).await.expect("bets are taken");
    booth.is_won_by(Side::South).await;
    is_void(&booth.is_over(1).await, VoidReason::NoWinner);
    for tab in booth.bettors() {
        assert_eq!(free(&ticket(tab).await), 1_000);
    }
    booth.ends_well(world).await;
}

/// elizaOS/eliza#11022: the key of a debit outlived its refund, and paid for nothing. W2 to W6 over
/// the wire.
#[tokio::test]
async fn m29_w2_w3_w4_w5_w6_an_order_is_carried_out_once_whatever_came_of_it_since() {
    let world = World::with(&["--no-address-limits", "--max-stake", "1000"]).await;
    let booth = Booth::open(&world, 2).await;
    let [first, second] = booth.bettors() else { panic!("two watch") };
    let cid = Cid(Uuid::new_v4());
    let placed = first.sends_as(cid, bet(1, Outcome::South, 600), None);
    let answer = first.bet_answer(&placed).await.expect("bets are taken");
    for (outcome, stake) in [(Outcome::South, 700), (Outcome::North, 700), (Outcome::North, 250)] {
        let ticket = first.bets(outcome, stake).await.expect("it is set, not added");
        assert_eq!((free(&ticket), ticket.stake.map(|stake| stake.outcome)), (1_000 - stake, Some(outcome)));
    }
    let ticket = first.bets(Outcome::North, 0).await.expect("a stake may be taken back");
    assert_eq!((free(&ticket), ticket.stake), (1_000, None));
    let before = world.books().await.transfers.len();
    first.sends_again(&placed);
    assert_eq!(first.bet_answer(&placed).await, Ok(answer.clone()), "the same answer as before");
    let now = super::booth::ticket(first).await;
    assert_eq!((free(&now), now.stake), (1_000, None), "and no stake");
    for other in [bet(1, Outcome::South, 601), bet(1, Outcome::North, 600), bet(1, Outcome::South, 0)] {
        let order = first.sends_as(cid, other, None);
        assert_eq!(first.bet_answer(&order).await, Err(BetBar::IdempotencyConflict));
    }
    assert_eq!(world.books().await.transfers.len(), before, "nothing moved");
    // The key is one person's own.
    let same = second.sends_as(cid, bet(1, Outcome::North, 100), None);
    second.bet_answer(&same).await.expect("another person's key is another key");
    second
        .waits("the pool is told", |seen| seen.market.as_ref().is_some_and(|m| m.total == coins(100)))
        .await;
    first.bets(Outcome::South, 50).await.expect("bets are taken");
    booth.is_won_by(Side::South).await;
    booth.is_over(1).await;
    assert_eq!(free(&super::booth::ticket(first).await), 1_100);
    let again = first.sends_as(cid, bet(1, Outcome::South, 600), None);
    assert_eq!(first.bet_answer(&again).await, Ok(answer), "the same when all is over");
    assert_eq!(free(&super::booth::ticket(first).await), 1_100);
    booth.ends_well(world).await;
}

/// W8: two pages of one person set the stake at one moment.
#[tokio::test]
async fn w8_of_two_pages_the_later_order_holds() {
    let world = World::with(&["--no-address-limits"]).await;
    let booth = Booth::open(&world, 1).await;
    let first = &booth.bettors()[0];
    let second = first.person().enters(first.room()).await;
    second.market_is(MarketState::Open).await;
    for round in 0..9 {
        let orders = [(first, 60 + round), (&second, 110 + round)]
            .map(|(tab, stake)| (tab, stake, tab.sends_bet(MarketId(1), Outcome::South, stake)));
        let mut stakes = Vec::new();
        for (tab, stake, order) in &orders {
            let ticket = tab.bet_answer(order).await.expect("bets are taken");
            assert_eq!(free(&ticket) + stake, 1_000, "each is told what it came to");
            stakes.push(*stake);
        }
        let now = ticket(first).await;
        let held = now.stake.expect("a stake").stake.get();
        assert!(stakes.contains(&held) && free(&now) + held == 1_000, "{now:?}");
        assert_eq!(ticket(&second).await, now, "both pages are told the same");
    }
    second.leaves().await;
    booth.ends_well(world).await;
}
