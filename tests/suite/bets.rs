//! Bets over real sockets, with the server's own books: sealed, locked before the game, paid out to the
//! coin. Every page keeps watch that nobody who sits is told of bets, and nobody of a split too early.

use engine::{Preset, Side};
use protocol::betting::{BetBar, BettingMode, Coins, MarketState, Outcome};
use protocol::settings::DecisionMode;
use protocol::{Command, Refusal, RoomSettings};
use rand::SeedableRng;
use rand::rngs::StdRng;
use sindillo_tests::table::Table;
use sindillo_tests::{Tab, World, quick};

/// A room with coins of its own.
fn with_bets() -> RoomSettings {
    let mut settings = quick(Preset::LayliGoobalay, DecisionMode::Hand);
    settings.stand.betting = BettingMode::Pool;
    settings.stand.cheers = true;
    settings
}

fn coins(count: u64) -> Option<Coins> {
    Coins::new(count)
}

/// Both sides are ready, and the while passes that is left for bets.
async fn begins(table: &Table) {
    for tab in table.players() {
        tab.is_ready().await.expect("a seated member may be ready");
    }
    let watcher = &table.watchers[0];
    let at =
        watcher.until("the moment of the start is told", |state| state.seen.table.as_ref()?.start_at).await;
    watcher.waits_for_moment(at).await;
    for tab in table.everybody() {
        tab.waits("a game begins", |seen| seen.turn().is_some()).await;
    }
}

async fn wallet(tab: &Tab) -> u64 {
    let ticket = tab.asks_for_ticket().await.expect("a ticket");
    ticket.wallet.expect("a wallet").get()
}

/// PhantomBot #272, Manifold #298: what was shown after the lock is what is credited, and all coins
/// are somewhere.
#[tokio::test]
async fn two_bet_the_market_locks_and_the_pot_goes_to_who_was_right() {
    let world = World::with(&["--no-address-limits"]).await;
    let table = Table::seated(&world, with_bets(), 3, 3).await;
    let [south, north, late] = &table.watchers[..] else { panic!("three watch") };
    south.market_is(MarketState::Open).await;
    let ticket = south.bets(Outcome::South, 100).await.expect("a bet");
    assert_eq!(ticket.wallet, coins(900));
    north.bets(Outcome::North, 40).await.expect("a bet");
    let ticket = north.bets(Outcome::North, 60).await.expect("another one in its place");
    assert_eq!((ticket.wallet, ticket.stake.map(|stake| stake.stake)), (coins(940), coins(60)));
    let sealed = |seen: &sindillo_tests::Seen| {
        seen.market.as_ref().is_some_and(|m| Some(m.total) == coins(160) && m.contested && m.bettors == 2)
    };
    late.waits("all stakes together are told", sealed).await;
    assert_eq!(late.bets(Outcome::South, 9).await, Err(range()));
    assert_eq!(late.bets(Outcome::South, 201).await, Err(range()));
    late.cheers_for(Side::South).await.expect("a cheer");
    table.south[0].waits("the cheer is heard at the board", |seen| seen.cheers[Side::South] == 1).await;
    begins(&table).await;
    let market = late.market_is(MarketState::Locked).await;
    let split: Vec<u64> = market.pools.expect("the split").iter().map(|pool| pool.coins.get()).collect();
    assert_eq!(split, [100, 0, 60]);
    assert_eq!(late.bets(Outcome::South, 10).await, Err(BetBar::MarketLocked));
    let shown = |tab: &Tab| tab.ticket().and_then(|ticket| ticket.stake?.pays).map(Coins::get);
    for tab in [south, north] {
        tab.until("it is told what the stake becomes", |state| state.seen.ticket.as_ref()?.stake?.pays).await;
        assert_eq!(shown(tab), Some(160));
    }
    table.plays_to_the_end(&mut StdRng::seed_from_u64(4)).await;
    let mut back = 0;
    for tab in [south, north] {
        let paid = tab.until("it is told what came back", |state| state.seen.ticket.as_ref()?.paid).await;
        back += paid.back.get();
    }
    assert_eq!(back, 160, "paid out, or given back, to the coin");
    assert_eq!(wallet(south).await + wallet(north).await, 2_000);
    assert_eq!(wallet(late).await, 1_000);
    for tab in table.everybody() {
        tab.kept_the_contract();
    }
    world.end().await;
}

/// B8, tagpro #280: a stake and a seat exclude each other, in whichever tab.
#[tokio::test]
async fn b8_a_stake_is_taken_back_to_sit_down() {
    let world = World::with(&["--no-address-limits"]).await;
    let table = Table::seated(&world, with_bets(), 1, 1).await;
    let watcher = &table.watchers[0];
    let second = watcher.person().enters(&table.room).await;
    watcher.market_is(MarketState::Open).await;
    watcher.bets(Outcome::South, 100).await.expect("a bet");
    second.until("the ticket is in the other tab", |state| state.seen.ticket.as_ref()?.stake).await;
    let plain = Command::SeatTake { side: Some(Side::South), withdraw: false };
    assert_eq!(second.asks(plain).await, Err(Refusal::HasOpenStake { withdrawable: true }));
    second.withdraws_and_sits(Side::South).await.expect("a seat");
    for tab in [watcher, &second] {
        tab.waits("he sits", |seen| seen.role.as_ref().is_some_and(|role| role.seats == [Side::South])).await;
        assert_eq!(tab.ticket(), None);
    }
    let ticket = watcher.asks_for_ticket().await.expect("an answer");
    assert_eq!((ticket.market, ticket.bar), (None, Some(BetBar::IsParticipant)));
    for tab in table.everybody() {
        tab.kept_the_contract();
    }
    second.kept_the_contract();
    world.end().await;
}

/// Stakes survive `kill -9`, and a bet that is sent again has its answer.
#[tokio::test]
async fn an_acknowledged_bet_survives_a_kill() {
    let mut world = World::with(&["--no-address-limits"]).await;
    let table = Table::seated(&world, with_bets(), 1, 2).await;
    let watcher = &table.watchers[0];
    let market = watcher.market_is(MarketState::Open).await.market;
    let order = watcher.sends_bet(market, Outcome::South, 100);
    let answer = watcher.bet_answer(&order).await;
    assert!(answer.is_ok());
    for tab in table.everybody() {
        tab.returns();
    }
    world.kill().await;
    world.restart().await;
    watcher.market_is(MarketState::Open).await;
    watcher.sends_again(&order);
    assert_eq!(watcher.bet_answer(&order).await, answer);
    assert_eq!(wallet(watcher).await, 900);
    let other = Command::BetSet { market, outcome: Outcome::North, stake: coins(50).expect("coins") };
    let conflict = watcher.sends_as(order.0, other, None);
    assert_eq!(watcher.bet_answer(&conflict).await, Err(BetBar::IdempotencyConflict));
    world.end().await;
}

fn range() -> BetBar {
    let count = |coins| Coins::new(coins).expect("coins");
    BetBar::StakeOutOfRange { min: count(10), max: count(200) }
}
