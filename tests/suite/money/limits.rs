//! As many coins as there can be, and not one more.

use engine::Side;
use protocol::betting::{BetBar, Coins, MarketState, Outcome};
use sindillo_tests::World;

use super::booth::{AT_ONCE, Booth, accounts, bets_of, coins, free, public, refuses, ticket, wallet};

/// 2^53 - 1.
const MOST: u64 = Coins::MAX.get();

/// A server on which everybody begins with so much, and may bet whatever there can be.
async fn rich(grant: u64) -> World {
    let (grant, most) = (grant.to_string(), MOST.to_string());
    World::with(&[&AT_ONCE[..], &["--start-grant", &grant, "--max-stake", &most]].concat()).await
}

/// Realizedd/Duels#107, Layers-of-Railways/CreateNumismatics#121: a balance ran over and was below
/// nothing. W12 over the wire.
#[tokio::test]
async fn m27_w12_a_pot_of_all_the_coins_there_can_be_is_paid_out_and_nothing_runs_over() {
    let half = MOST / 2;
    let world = rich(half).await;
    let booth = Booth::open(&world, 3).await;
    let [first, second, third] = booth.bettors() else { panic!("three watch") };
    let lacks = BetBar::InsufficientFunds { free: coins(half) };
    refuses(first, 1, Outcome::South, MOST, lacks).await;
    refuses(first, 1, Outcome::South, half + 1, lacks).await;
    for (tab, outcome) in [(first, Outcome::South), (second, Outcome::North)] {
        assert_eq!(free(&tab.bets(outcome, half).await.expect("all that he has")), 0);
    }
    // One coin is left that could be given out, and he would begin with more.
    refuses(third, 1, Outcome::Draw, 10, BetBar::PotLimit).await;
    first
        .waits("the pot is told", |seen| seen.market.as_ref().is_some_and(|m| m.total == coins(2 * half)))
        .await;
    booth.is_won_by(Side::South).await;
    let view = booth.is_over(1).await;
    assert_eq!((view.state, view.total), (MarketState::Settled, coins(2 * half)));
    let pools: Vec<_> =
        view.pools.expect("the split").iter().map(|pool| (pool.coins, pool.percent)).collect();
    assert_eq!(pools, [(coins(half), 50), (coins(0), 0), (coins(half), 50)]);
    let paid = bets_of(first.person()).await.remove(0).paid.expect("it is over");
    assert_eq!((paid.stake, paid.back), (coins(half), coins(2 * half)));
    assert_eq!([free(&ticket(first).await), free(&ticket(second).await)], [2 * half, 0]);
    assert_eq!(world.books_are_clean().await.supply, (2 * half).to_string());
    booth.table.all_kept_the_contract();
    world.end().await;
}

/// The same with two who are right, and a coin that cannot be halved: P16, as large as it can be.
#[tokio::test]
async fn m27_of_all_the_coins_there_can_be_the_odd_one_goes_to_one_of_two_winners() {
    let third = MOST / 3;
    let world = rich(third).await;
    let booth = Booth::open(&world, 3).await;
    let stakes = [third, third - 1, third];
    for ((tab, stake), outcome) in
        booth.bettors().iter().zip(stakes).zip([Outcome::South, Outcome::South, Outcome::North])
    {
        tab.bets(outcome, stake).await.expect("what everybody has");
    }
    booth.is_won_by(Side::South).await;
    booth.is_over(1).await;
    let total: u64 = stakes.iter().sum();
    let mut back = Vec::new();
    for tab in booth.bettors() {
        back.push(bets_of(tab.person()).await.remove(0).paid.expect("it is over").back.get());
    }
    assert_eq!(back.iter().sum::<u64>(), total, "all of the pot is paid: {back:?}");
    let right = u128::from(stakes[0] + stakes[1]);
    for (stake, back) in stakes.iter().zip(&back).take(2) {
        let exact = u128::from(*stake) * u128::from(total) / right;
        assert!((exact..=exact + 1).contains(&u128::from(*back)), "{stake} became {back}, not {exact}");
    }
    assert_eq!(free(&ticket(&booth.bettors()[1]).await), back[1] + 1, "one coin was not staked");
    assert_eq!(world.books_are_clean().await.supply, (3 * third).to_string());
    booth.table.all_kept_the_contract();
    world.end().await;
}

/// W12 with accounts: a day's coins and a second wallet that do not fit are not given.
#[tokio::test]
async fn m27_w12_a_wallet_that_there_are_no_coins_for_is_empty_and_says_so() {
    let world = rich(MOST - 150).await;
    let people = accounts(&world, 2).await;
    assert_eq!(wallet(&people[0]).await.free, Some(coins(MOST - 50)), "the day's coins still fit");
    let booth = Booth::open_for(&world, public(), &people).await;
    let [first, second] = booth.bettors() else { panic!("two watch") };
    refuses(second, 1, Outcome::North, 10, BetBar::PotLimit).await;
    let poor = wallet(&people[1]).await;
    assert_eq!((poor.free.unwrap_or_default(), poor.staked, poor.granted), (coins(0), coins(0), coins(0)));
    first.bets(Outcome::South, MOST - 50).await.expect("all that he has");
    assert_eq!(wallet(&people[0]).await.staked, coins(MOST - 50));
    booth.is_won_by(Side::North).await;
    booth.is_over(1).await;
    assert_eq!(free(&ticket(first).await), MOST - 50, "nobody bet against him");
    assert_eq!(world.books_are_clean().await.supply, (MOST - 50).to_string());
    booth.table.all_kept_the_contract();
    world.end().await;
}
