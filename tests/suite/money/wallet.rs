//! Stories of one wallet, over the wire: those of `docs/betting.md` that no report tells.

use std::collections::BTreeSet;

use engine::Side;
use futures_util::future::join_all;
use protocol::betting::{BetBar, Outcome};
use protocol::http::account::Deletion;
use protocol::{Command, Refusal};
use sindillo_tests::{Request, World};

use super::booth::{
    AT_ONCE, Booth, PASSWORD, accounts, coins, elsewhere, free, public, refuses, staked, ticket, wallet,
};

/// W11: what a day brings is asked for many times at once, from two browsers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w11_a_day_that_is_claimed_from_two_browsers_at_once_brings_its_coins_once() {
    let world = World::with(&AT_ONCE).await;
    let people = accounts(&world, 1).await;
    let other = elsewhere(&world, "kimani.0").await;
    let all = join_all([&people[0], &other].repeat(10).into_iter().map(wallet)).await;
    let books = world.books().await;
    // Only at midnight there are two days.
    let days: BTreeSet<&str> = books.of_kind("GRANT_DAILY").map(|line| line.key.as_str()).collect();
    assert_eq!(books.of_kind("GRANT_DAILY").count(), days.len(), "each day once");
    let given = 100 * u64::try_from(days.len()).expect("one, or two");
    assert_eq!(all.iter().map(|one| one.granted.get()).sum::<u64>(), given, "and told once");
    assert_eq!(books.of_kind("GRANT_START").count(), 1);
    for browser in [&people[0], &other] {
        assert_eq!(wallet(browser).await.free, Some(coins(1_000 + given)));
    }
    assert_eq!(world.books_are_clean().await.supply, (1_000 + given).to_string());
    world.end().await;
}

/// W13: who has a stake cannot sit down after the lock, whatever he says.
#[tokio::test]
async fn w13_a_stake_that_is_locked_keeps_its_owner_from_every_seat_until_it_is_over() {
    let world = World::with(&["--no-address-limits"]).await;
    let booth = Booth::open(&world, 2).await;
    let [first, second] = booth.bettors() else { panic!("two watch") };
    first.bets(Outcome::South, 100).await.expect("bets are taken");
    second.bets(Outcome::North, 60).await.expect("bets are taken");
    booth.begins().await;
    for side in [Side::South, Side::North] {
        for withdraw in [false, true] {
            let order = Command::SeatTake { side: Some(side), withdraw };
            let refused = Err(Refusal::HasOpenStake { withdrawable: false });
            assert_eq!(first.asks(order).await, refused, "{side:?} {withdraw}");
        }
    }
    let now = ticket(first).await;
    assert_eq!((free(&now), staked(&now)), (900, 100), "nothing was taken back");
    booth.plays(4).await;
    booth.gives_up(Side::North).await;
    booth.is_over(1).await;
    assert_eq!(free(&ticket(first).await), 1_060);
    booth.ends_well(world).await;
}

/// W15: an account is deleted while its stake is locked.
#[tokio::test]
async fn w15_what_a_deleted_account_wins_goes_back_to_where_coins_come_from() {
    let world = World::with(&AT_ONCE).await;
    let people = accounts(&world, 2).await;
    let mut booth = Booth::open_for(&world, public(), &people).await;
    booth.bettors()[0].bets(Outcome::South, 100).await.expect("bets are taken");
    booth.bettors()[1].bets(Outcome::North, 60).await.expect("bets are taken");
    booth.begins().await;
    let gone = booth.table.watchers.remove(0);
    let body = Deletion { password: Some(PASSWORD.to_owned()) };
    let answer = people[0].fetch(Request::with("DELETE", "/api/account", &body)).await.expect("an answer");
    assert_eq!(answer.status, 204, "{}", answer.text());
    gone.waits_for_close().await;
    let view = booth.bettors()[0].market();
    assert_eq!((view.total, view.bettors), (coins(160), 2), "the stake stands");
    booth.plays(4).await;
    booth.gives_up(Side::North).await;
    assert_eq!(booth.is_over(1).await.result, Some(Outcome::South));
    let left = &booth.bettors()[0];
    assert_eq!(free(&ticket(left).await), 940);
    refuses(left, 1, Outcome::South, 10, BetBar::MarketClosed).await;
    let books = world.books().await;
    let closed: Vec<u64> = books.of_kind("CLOSE").map(|line| line.amount.parse().expect("digits")).collect();
    assert_eq!(closed, [900, 160], "what was free at once, what was won when it came");
    assert_eq!(world.books_are_clean().await.supply, "940");
    booth.table.all_kept_the_contract();
    world.end().await;
}
