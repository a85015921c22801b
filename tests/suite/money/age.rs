//! Markets whose game does not end.

use engine::Side;
use protocol::Event;
use protocol::betting::{MarketState, Outcome, VoidReason};
use protocol::message::Stream;
use sindillo_tests::World;
use sindillo_tests::length::is_long;
use sindillo_tests::tab::Told;

use super::booth::{Booth, free, is_void, ticket};

/// Milliseconds that a market may last here: the shortest time that can be set.
const AGE_MS: u64 = 60_000;

/// pancakeswap/pancake-smart-contracts#56: a round that could not be closed kept its stakes. A minute,
/// in the long form only; `server/tests/room/market/ends.rs` lets the time pass in every run.
#[tokio::test]
async fn m37_a_game_that_is_not_over_in_time_gives_the_stakes_back_and_goes_on() {
    if !is_long() {
        return;
    }
    let world = World::with(&["--no-address-limits", "--market-max-age-minutes", "1"]).await;
    let booth = Booth::open(&world, 2).await;
    let [first, second] = booth.bettors() else { panic!("two watch") };
    first.bets(Outcome::South, 70).await.expect("bets are taken");
    second.bets(Outcome::North, 200).await.expect("bets are taken");
    booth.begins().await;
    let began = booth.south().look(|state| {
        let begins = |told: &&Told| matches!(told.event, Event::GameBegan { .. });
        state.story_of(Stream::Table).find(begins).expect("the game began").at
    });
    let clock = first.server_clock().await;
    booth.plays(5).await;
    clock.has_reached(began + AGE_MS - 20_000).await;
    assert_eq!(first.market().state, MarketState::Locked, "not before its time");
    assert_eq!(free(&ticket(first).await), 930);
    clock.has_reached(began + AGE_MS).await;
    is_void(&booth.is_over(1).await, VoidReason::Stale);
    for tab in booth.bettors() {
        assert_eq!(free(&ticket(tab).await), 1_000, "{}", tab.name());
    }
    // The game goes on, and what comes of it pays nobody.
    booth.plays(2).await;
    booth.gives_up(Side::North).await;
    let books = world.books().await;
    assert_eq!(books.of_kind("REFUND").count(), 2);
    assert_eq!(books.of_kind("PAYOUT").count(), 0);
    booth.ends_well(world).await;
}
