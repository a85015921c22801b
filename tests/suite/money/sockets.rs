//! Bets over lines that break: each is in the books once or not at all, and the same order sent again
//! tells which.

use std::time::Duration;

use protocol::betting::{Coins, MarketState, Outcome};
use protocol::{Cid, Command};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sindillo_tests::{Seen, Tab, World, usually};

use super::booth::{Booth, bet, free, ticket};

/// Bets of each person. All are sent again after that: one may bet twenty times in a minute.
const BETS: usize = 8;

/// A bet on a line that broke.
struct Lost {
    person: usize,
    cid: Cid,
    command: Command,
}

/// B5: a thousand bets whose sockets close at once.
#[tokio::test]
async fn b05_a_bet_whose_line_breaks_is_placed_once_or_not_and_sent_again_it_tells() {
    let world = World::with(&["--no-address-limits"]).await;
    let people = usually(13, 125);
    let booth = Booth::open(&world, people).await;
    let lost = lines_break(&booth, people).await;
    let before = world.books().await;
    let placed: Vec<bool> = lost
        .iter()
        .map(|bet| {
            // What moved the stake up was written under the order's own key.
            let key = format!(":{}", bet.cid.0);
            let times = before.transfers.iter().filter(|line| line.key.ends_with(&key)).count();
            assert!(times <= 1, "{key} moved coins {times} times");
            times == 1
        })
        .collect();
    let count = placed.iter().filter(|placed| **placed).count();
    assert_eq!(before.of_kind("STAKE").count(), count, "and nothing else was");

    // Those that were placed first: they move nothing.
    let (was, was_not): (Vec<_>, Vec<_>) = lost.iter().zip(&placed).partition(|(_, placed)| **placed);
    for (bets, moves) in [(was, false), (was_not, true)] {
        for (bet, _) in &bets {
            let tab = &booth.bettors()[bet.person];
            let order = tab.sends_as(bet.cid, bet.command.clone(), None);
            let Command::BetSet { stake, .. } = &bet.command else { panic!("only bets were sent") };
            let answer = tab.bet_answer(&order).await.expect("it is placed now, or was");
            assert_eq!(answer.stake.map(|held| held.stake), Some(*stake), "what the order came to");
        }
        let moved = world.books().await.transfers.len() > before.transfers.len();
        assert_eq!(moved, moves && !bets.is_empty(), "what was placed is not placed again");
    }
    for tab in booth.bettors() {
        let last = tab.bets(Outcome::North, 77).await.expect("a normal bet works");
        assert_eq!((free(&last), last.stake.map(|held| held.stake)), (923, Coins::new(77)));
        assert_eq!(ticket(tab).await.wallet, last.wallet);
    }
    let after = world.books().await;
    for bet in &lost {
        let (key, out) = (format!(":{}", bet.cid.0), format!(":{}:out", bet.cid.0));
        let times = |end: &str| after.transfers.iter().filter(|line| line.key.ends_with(end)).count();
        assert!(times(&key) <= 1 && times(&out) <= 1, "{key} was carried out once");
    }
    println!("{} bets on lines that broke: {count} placed, {} not", lost.len(), lost.len() - count);
    assert!(count > 0 && count < lost.len(), "{count} of {}: the cuts hit both sides", lost.len());
    booth.ends_well(world).await;
}

/// Every person opens a socket, bets, and is gone, again and again; each stake is larger than the last.
async fn lines_break(booth: &Booth, people: usize) -> Vec<Lost> {
    let mut random = StdRng::seed_from_u64(5);
    let watching = u32::try_from(people).expect("a few");
    let is_told = |count: u32| move |seen: &Seen| seen.crowd == Some(count);
    for tab in booth.bettors() {
        tab.leaves().await;
    }
    booth.south().waits("nobody watches", is_told(0)).await;
    let mut lost = Vec::new();
    for round in 0..BETS {
        let mut gone = Vec::new();
        for person in 0..people {
            let tab = Tab::closed(booth.bettors()[person].person().clone(), booth.table.room.clone());
            tab.connects().await;
            tab.market_is(MarketState::Open).await;
            gone.push(tab);
        }
        booth.south().waits("all are seen to watch", is_told(watching)).await;
        for (person, tab) in gone.into_iter().enumerate() {
            let command = bet(1, Outcome::South, 10 + u64::try_from(round).expect("a few"));
            let order = tab.sends(command.clone(), None);
            // Where the line breaks is what is random here: before the order leaves, on its way, or
            // when its answer comes.
            if random.random() {
                tokio::time::sleep(Duration::from_micros(random.random_range(0..3_000))).await;
            }
            if random.random() {
                tab.is_cut()
            } else {
                tab.is_reset()
            }
            lost.push(Lost { person, cid: order.0, command });
        }
        // All that was on its way has arrived when they are seen to be gone.
        booth.south().waits("the broken lines are gone", is_told(0)).await;
    }
    for tab in booth.bettors() {
        tab.connects().await;
    }
    lost
}
