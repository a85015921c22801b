//! Scripts that play matches of their own and bet on them.

use std::collections::BTreeMap;

use engine::Side;
use futures_util::future::join_all;
use protocol::MarketId;
use protocol::betting::{BetBar, Outcome};
use protocol::http::betting::Leaderboard;
use protocol::http::{BotSeats, RoomRequest};
use protocol::limits::{BETS_PER_MINUTE, ROOMS_PER_GUEST_HOUR};
use protocol::message::Answer;
use protocol::refusal::Refusal;
use sindillo_tests::{Person, Request, Tab, World, usually};

use super::booth::{AT_ONCE, Booth, accounts, all_end_well, free, public, ticket, wallet};

/// Matches that go on side by side.
const TOGETHER: usize = 4;
/// One who wins, and those who lose to him.
const ACCOUNTS: usize = 4;

/// What came of the bets of the scripts.
#[derive(Default, Debug)]
struct Figures {
    matches: usize,
    placed: usize,
    broke: usize,
    limited: usize,
}

/// DamienVesper/lecashbot#62: many accounts of one person farmed a game that paid more than it took.
/// Here they can only move what each of them was given, and are soon told to wait.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn m41_scripts_that_bet_on_their_own_matches_gain_nothing_over_what_all_are_given() {
    let world = World::with(&AT_ONCE).await;
    let people = accounts(&world, ACCOUNTS).await;
    let mut figures = Figures::default();
    let mut last = Vec::new();
    for _ in 0..usually(4, 100) / TOGETHER {
        for booth in std::mem::take(&mut last) {
            everybody_leaves(&booth).await;
        }
        // What the day brings and what helps up whoever has nothing: they take all of it.
        join_all(people.iter().map(wallet)).await;
        let booths = join_all((0..TOGETHER).map(|_| Booth::open_for(&world, public(), &people))).await;
        for one in join_all(booths.iter().zip(0..).map(|(booth, number)| is_farmed(booth, number))).await {
            figures.matches += one.matches;
            figures.placed += one.placed;
            figures.broke += one.broke;
            figures.limited += one.limited;
        }
        last = booths;
    }
    println!("{figures:?}");
    assert!(figures.placed > 0);

    let books = world.books().await;
    let mut grants: BTreeMap<&str, u64> = BTreeMap::new();
    for kind in ["GRANT_START", "GRANT_DAILY", "RELIEF"] {
        grants
            .insert(kind, books.of_kind(kind).map(|line| line.amount.parse::<u64>().expect("digits")).sum());
    }
    let mut held = 0;
    for tab in last[0].bettors() {
        held += free(&ticket(tab).await);
    }
    println!("{held} coins are held: {grants:?}");
    assert_eq!(held, grants.values().sum::<u64>(), "all that they have is what they were given");
    assert_eq!(books.of_kind("GRANT_START").count(), ACCOUNTS, "each once");
    for (kind, most) in [("GRANT_DAILY", 1), ("RELIEF", 3)] {
        let mut times: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for line in books.of_kind(kind) {
            // `daily:u:date`, `relief:u:date:n`.
            let key: Vec<&str> = line.key.split(':').collect();
            *times.entry((key[1], key[2])).or_default() += 1;
        }
        assert!(times.values().all(|&count| count <= most), "{kind} a day: {times:?}");
    }
    let table: Leaderboard =
        people[0].fetch(Request::get("/api/leaderboard")).await.expect("an answer").json().expect("a table");
    assert!(table.rows.iter().all(|row| row.rank.is_none()), "so few are in no table: {:?}", table.rows);
    assert!(table.own.is_none_or(|own| own.net.get() == 0 && own.markets == 0));

    is_told_to_wait(&world, &last[0], &people[0]).await;
    all_end_well(last, world).await;
}

/// All but one lose a match to him, as far as they still have coins. Every fourth is given up at once.
async fn is_farmed(booth: &Booth, number: usize) -> Figures {
    let mut figures = Figures { matches: 1, ..Figures::default() };
    for (place, tab) in booth.bettors().iter().enumerate() {
        let outcome = if place == 0 { Outcome::South } else { Outcome::North };
        for stake in [200, 100, 10] {
            match tries(tab, outcome, stake).await {
                Answer::Bet(_) => {
                    figures.placed += 1;
                    break;
                }
                Answer::Err {
                    err: Refusal::BetRefused { why: BetBar::InsufficientFunds { .. } }, ..
                } => {
                    figures.broke += 1;
                }
                Answer::Err { err: Refusal::RateLimited { .. }, .. } => {
                    figures.limited += 1;
                    break;
                }
                other => panic!("{} bets {stake}: {other:?}", tab.name()),
            }
        }
    }
    if number % 4 == 3 {
        booth.begins().await;
        booth.gives_up(Side::North).await;
    } else {
        booth.is_won_by(Side::South).await;
    }
    booth.is_over(1).await;
    figures
}

async fn tries(tab: &Tab, outcome: Outcome, stake: u64) -> Answer {
    tab.answer(&tab.sends_bet(MarketId(1), outcome, stake)).await
}

async fn everybody_leaves(booth: &Booth) {
    booth.table.all_kept_the_contract();
    for tab in booth.table.everybody() {
        tab.leaves().await;
    }
}

/// Whoever goes on and on has to wait, and is told for how long.
async fn is_told_to_wait(world: &World, booth: &Booth, person: &Person) {
    let host = world.person("Script").await;
    let mut opened = 0;
    let wait = loop {
        let request = RoomRequest { settings: public(), bots: BotSeats::default() };
        let response = host.asks_for_room(&request).await;
        if response.status != 201 {
            break response.refusal();
        }
        opened += 1;
        assert!(opened <= ROOMS_PER_GUEST_HOUR, "rooms without end");
    };
    assert!(matches!(wait, Refusal::RateLimited { wait_ms } if wait_ms > 0), "{wait:?}");
    let tab = booth.bettors().iter().find(|tab| tab.name() == person.name()).expect("he watches");
    let mut bets = 0;
    let wait = loop {
        match tries(tab, Outcome::South, 10).await {
            Answer::Err { err: Refusal::RateLimited { wait_ms }, .. } => break wait_ms,
            Answer::Err { err: Refusal::BetRefused { .. }, .. } | Answer::Bet(_) => bets += 1,
            other => panic!("{other:?}"),
        }
        assert!(bets <= BETS_PER_MINUTE, "bets without end");
    };
    println!("after {opened} rooms and {bets} bets in a row they are told to wait ({wait} ms for a bet)");
    assert!(wait > 0);
}
