//! Many who bet in one moment.

use engine::Side;
use futures_util::future::join_all;
use protocol::MarketId;
use protocol::betting::{BetBar, MarketState, Outcome};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sindillo_tests::{World, usually};

use super::booth::{Booth, all_end_well, coins, free, staked, ticket};

/// Those who bet at once.
const PEOPLE: usize = 10;
/// The most that may be staked: more than anybody has.
const MOST: u64 = 1_500;

/// manifoldmarkets/manifold#3913: of ten who bet at once, with several servers, one in three ran into
/// another. There is one server to a database here: a second one refuses to start
/// (`tests/suite/lifecycle.rs`).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn m07_what_ten_bet_at_once_round_after_round_is_booked_to_the_coin() {
    let world = World::with(&["--no-address-limits", "--max-stake", "1500"]).await;
    // Fifty rounds in all: ten in each of five rooms, so that rooms meet as well.
    let (rooms, rounds) = usually((2, 6), (5, 10));
    let booths = join_all((0..rooms).map(|_| Booth::open(&world, PEOPLE))).await;
    let counts = join_all(booths.iter().zip(0..).map(|(booth, seed)| bet(booth, seed, rounds))).await;
    let (granted, refused): (usize, usize) =
        counts.into_iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    println!("{} rounds of {PEOPLE}: {granted} bets granted, {refused} refused", rooms * rounds);
    assert!(granted > 0 && refused > 0);
    for booth in &booths {
        let mut total = 0;
        for tab in booth.bettors() {
            total += staked(&ticket(tab).await);
        }
        booth.is_won_by(Side::South).await;
        let view = booth.is_over(1).await;
        assert_eq!(view.total, coins(total), "the pot is what was staked");
        assert_eq!(view.state, MarketState::Settled, "somebody bet on each: {view:?}");
        let mut all = 0;
        for tab in booth.bettors() {
            all += free(&ticket(tab).await);
        }
        assert_eq!(all, 10_000, "the pot is what was paid");
    }
    all_end_well(booths, world).await;
}

/// Rounds in one room; how many bets were granted and refused.
async fn bet(booth: &Booth, seed: u64, rounds: usize) -> (usize, usize) {
    let mut random = StdRng::seed_from_u64(seed);
    let mut held = [(Outcome::South, 0_u64); PEOPLE];
    let (mut granted, mut refused) = (0, 0);
    for round in 0..rounds {
        let mut orders = Vec::new();
        for (place, tab) in booth.bettors().iter().enumerate() {
            let outcome = Outcome::ALL[(place + random.random_range(0..2) * round) % 3];
            let stake = if random.random_ratio(1, 6) { 0 } else { random.random_range(10..=MOST) };
            // At the end somebody has bet on each.
            let (outcome, stake) =
                if round + 1 == rounds && place < 3 { (Outcome::ALL[place], 100) } else { (outcome, stake) };
            orders.push((tab, outcome, stake, tab.sends_bet(MarketId(1), outcome, stake)));
        }
        for (place, (tab, outcome, stake, order)) in orders.iter().enumerate() {
            match tab.bet_answer(order).await {
                Ok(ticket) => {
                    assert!(*stake <= 1_000, "nobody has {stake}");
                    assert_eq!(free(&ticket) + stake, 1_000, "{} bets {stake}", tab.name());
                    held[place] = (*outcome, *stake);
                    granted += 1;
                }
                Err(why) => {
                    assert!(*stake > 1_000, "{} has {stake}: {why:?}", tab.name());
                    assert_eq!(why, BetBar::InsufficientFunds { free: coins(1_000) });
                    refused += 1;
                }
            }
        }
        let total = coins(held.iter().map(|(_, stake)| stake).sum());
        let bettors = u32::try_from(held.iter().filter(|(_, stake)| *stake > 0).count()).expect("ten");
        booth.bettors()[0]
            .waits("the pot is what was granted", |seen| {
                seen.market.as_ref().is_some_and(|market| (market.total, market.bettors) == (total, bettors))
            })
            .await;
    }
    (granted, refused)
}
