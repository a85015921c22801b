//! One wallet, and bets out of it in several rooms.

use engine::Side;
use futures_util::future::join_all;
use protocol::MarketId;
use protocol::betting::{BetBar, Outcome};
use protocol::limits::SOCKETS_PER_ROOM;
use protocol::message::Answer;
use protocol::refusal::Refusal;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sindillo_tests::{Person, Tab, World};

use super::booth::{
    AT_ONCE, Booth, accounts, all_end_well, bets_of, coins, free, public, refuses, staked, ticket,
};

/// A server on which a whole new wallet may be staked at once.
const ALL_OF_IT: [&str; 5] = [AT_ONCE[0], AT_ONCE[1], AT_ONCE[2], "--max-stake", "1000"];

/// So many public rooms in which the same people bet.
async fn rooms(world: &World, count: usize, people: &[Person]) -> Vec<Booth> {
    join_all((0..count).map(|_| Booth::open_for(world, public(), people))).await
}

/// sogebot/sogeBot#1010: bets were only noted, and paid out of what somebody had at the end.
#[tokio::test]
async fn m03_a_stake_is_set_aside_and_pays_whatever_became_of_the_rest() {
    let world = World::with(&ALL_OF_IT).await;
    let people = accounts(&world, 3).await;
    let here = Booth::open_for(&world, public(), &people[..2]).await;
    let there = Booth::open_for(&world, public(), &[people[0].clone(), people[2].clone()]).await;
    let (first, again) = (&here.bettors()[0], &there.bettors()[0]);
    first.bets(Outcome::South, 200).await.expect("bets are taken");
    here.bettors()[1].bets(Outcome::North, 300).await.expect("bets are taken");
    again.bets(Outcome::South, 800).await.expect("the rest is there");
    there.bettors()[1].bets(Outcome::North, 100).await.expect("bets are taken");
    // Nobody bets what he has staked elsewhere.
    let lacks = |free| BetBar::InsufficientFunds { free: coins(free) };
    refuses(first, 1, Outcome::South, 201, lacks(200)).await;
    refuses(again, 1, Outcome::South, 801, lacks(800)).await;
    there.is_won_by(Side::North).await;
    there.is_over(1).await;
    assert_eq!(free(&ticket(again).await), 0, "the rest is lost");
    here.is_won_by(Side::South).await;
    here.is_over(1).await;
    let won = bets_of(&people[0]).await.into_iter().find(|row| row.room == here.table.room);
    let paid = won.expect("the bet").paid.expect("it is over");
    assert_eq!((paid.stake, paid.back), (coins(200), coins(500)), "what was staked pays");
    assert_eq!(free(&ticket(first).await), 500);
    assert_eq!(free(&ticket(&here.bettors()[1]).await), 700);
    assert_eq!(free(&ticket(&there.bettors()[1]).await), 1_800);
    all_end_well(vec![here, there], world).await;
}

/// Dank Memer #1030, #1115: what was done twice in one moment was paid for once. W1, with fifty
/// clients: two for each account.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn m05_w1_of_two_bets_that_one_wallet_cannot_pay_one_stands() {
    let world = World::with(&ALL_OF_IT).await;
    let people = accounts(&world, 25).await;
    let rooms = rooms(&world, 2, &people).await;
    let bet = |room: usize, place: usize| {
        let (tab, outcome) = (&rooms[room].bettors()[place], Outcome::ALL[room * 2]);
        (tab, tab.sends_bet(MarketId(1), outcome, 600))
    };
    // The last ones of one room bet with the first ones of the other, and so on.
    let first: Vec<_> = (0..people.len()).map(|place| bet(place % 2, place)).collect();
    let second: Vec<_> = (0..people.len()).rev().map(|place| bet(1 - place % 2, place)).collect();
    let mut taken = [0, 0];
    for ((tab, order), (other, other_order)) in first.iter().zip(second.iter().rev()) {
        let answers = [tab.bet_answer(order).await, other.bet_answer(other_order).await];
        let [refused, granted] = match answers {
            [Err(why), Ok(ticket)] => [Err(why), Ok(ticket)],
            [Ok(ticket), Err(why)] => [Err(why), Ok(ticket)],
            both => panic!("{}: one of two bets stands: {both:?}", tab.name()),
        };
        assert_eq!(refused, Err(BetBar::InsufficientFunds { free: coins(400) }), "{}", tab.name());
        assert_eq!(granted.map(|ticket| free(&ticket)), Ok(400), "{}", tab.name());
        let tickets = [ticket(tab).await, ticket(other).await];
        assert_eq!([free(&tickets[0]), free(&tickets[1])], [400, 400]);
        let stakes = [staked(&tickets[0]), staked(&tickets[1])];
        assert!(stakes.contains(&600) && stakes.contains(&0), "{}: {stakes:?}", tab.name());
        taken[usize::from(stakes[0] == 0)] += 1;
    }
    let books = world.books().await;
    assert_eq!(books.of_kind("STAKE").count(), people.len());
    println!("{} accounts bet twice at once: {taken:?} first and second bets stand", people.len());
    all_end_well(rooms, world).await;
}

/// The same with all the sockets that one person can have, and five orders on each.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn m05_fifty_orders_of_one_person_at_once_leave_his_coins_what_they_were() {
    let world = World::with(&ALL_OF_IT).await;
    let people = accounts(&world, 1).await;
    let rooms = rooms(&world, 2, &people).await;
    let mut tabs: Vec<Tab> = Vec::new();
    for room in &rooms {
        tabs.push(room.bettors()[0].clone());
        for _ in 1..SOCKETS_PER_ROOM {
            let tab = people[0].enters(&room.table.room).await;
            tab.until("the market is told", |state| state.seen.market.clone()).await;
            tabs.push(tab);
        }
    }
    let mut random = StdRng::seed_from_u64(5);
    let mut orders = Vec::new();
    for _ in 0..5 {
        for tab in &tabs {
            let (outcome, stake) =
                (Outcome::ALL[random.random_range(0..3)], random.random_range(300..=1_000));
            orders.push((tab, stake, tab.sends_bet(MarketId(1), outcome, stake)));
        }
    }
    let (mut granted, mut lacking, mut limited) = (0, 0, 0);
    for (tab, stake, order) in &orders {
        match tab.answer(order).await {
            Answer::Bet(ticket) => {
                granted += 1;
                assert_eq!(staked(&ticket), *stake);
                assert!(free(&ticket) + stake <= 1_000, "{ticket:?}");
            }
            Answer::Err { err: Refusal::BetRefused { why: BetBar::InsufficientFunds { free } }, .. } => {
                lacking += 1;
                assert!(free.get() < *stake, "{stake} is more than {free}");
            }
            Answer::Err { err: Refusal::RateLimited { wait_ms }, .. } => {
                limited += 1;
                assert!(wait_ms > 0);
            }
            other => panic!("{stake} is answered with {other:?}"),
        }
    }
    println!("fifty orders: {granted} granted, {lacking} without the coins, {limited} too many");
    assert!(granted > 0 && limited > 0, "they were too many, and some were taken");
    let tickets = [ticket(&tabs[0]).await, ticket(&tabs[SOCKETS_PER_ROOM]).await];
    let (left, stakes) = (free(&tickets[0]), staked(&tickets[0]) + staked(&tickets[1]));
    assert_eq!(left + stakes, 1_000, "{tickets:?}");
    assert_eq!(free(&tickets[1]), left, "both rooms show one wallet");
    for (place, tab) in tabs.iter().enumerate() {
        tab.kept_the_contract();
        if place % SOCKETS_PER_ROOM != 0 {
            tab.leaves().await;
        }
    }
    all_end_well(rooms, world).await;
}

/// interledger five-bells-ledger#402, #330: two that met in the database were told that funds lacked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn m31_of_fifty_bets_at_once_that_can_be_paid_none_is_said_to_lack_funds() {
    let world = World::with(&AT_ONCE).await;
    let people = accounts(&world, 10).await;
    let rooms = rooms(&world, 5, &people).await;
    let mut orders = Vec::new();
    for place in 0..people.len() {
        for room in &rooms {
            let tab = &room.bettors()[place];
            orders.push((tab, tab.sends_bet(MarketId(1), Outcome::ALL[place % 3], 200)));
        }
    }
    assert_eq!(orders.len(), 50);
    for (tab, order) in &orders {
        let ticket = tab.bet_answer(order).await.expect("five times 200 is what everybody has");
        assert_eq!(staked(&ticket), 200, "{}", tab.name());
    }
    for tab in rooms[0].bettors() {
        assert_eq!(free(&ticket(tab).await), 0, "{}", tab.name());
    }
    // And where funds do lack, that is what is said.
    let more = Booth::open_for(&world, public(), &people[..1]).await;
    refuses(&more.bettors()[0], 1, Outcome::South, 10, BetBar::InsufficientFunds { free: coins(0) }).await;
    assert_eq!(world.books().await.of_kind("STAKE").count(), 50);
    all_end_well([rooms, vec![more]].into_iter().flatten().collect(), world).await;
}
