//! The story of a market: what it shows to whom, and when.

use engine::Side;
use protocol::betting::Outcome::{Draw, North, South};
use protocol::betting::{MarketState, VoidReason};
use protocol::http::betting::{MarketRow, MarketStory};
use protocol::refusal::Refusal;
use protocol::{Event, MarketId};

use crate::stand::{coins, match_of, member, result};
use crate::world::{Story, Who, World};

fn path(story: &Story, market: u32) -> String {
    format!("/api/rooms/{}/markets/{market}", story.id)
}

async fn told(world: &World, story: &Story, market: u32, who: &Who) -> MarketStory {
    world.get(&path(story, market), who).await.json()
}

#[tokio::test]
async fn nobody_sees_a_split_before_the_lock_and_who_sits_nothing_before_the_end() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let (ada, ben, crow) =
        (world.account("Ada").await, world.account("Ben").await, world.guest("Crow").await);
    let egret = world.account("Egret").await;
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    // Somebody who sat in the match and left.
    world.seat(&mut story, &egret, Side::South).await;
    let left = Event::Unseated { member: member(&story, &egret), side: Side::South };
    world.tell(&mut story, vec![left]).await;
    world.opens(&mut story, 1).await;
    world.bets(&story, 1, (&ada, South, 30)).await;
    world.clock.wind(1_000);
    world.bets(&story, 1, (&ben, North, 20)).await;
    for who in [&ada, &crow] {
        let open = told(&world, &story, 1, who).await;
        // Being asked wakes the room, and nobody who sits is there.
        assert!([MarketState::Open, MarketState::Suspended].contains(&open.view.state));
        assert_eq!((open.view.pools, open.points.len()), (None, 0));
        assert_eq!((open.view.total, open.view.bettors, open.view.contested), (coins(50), 2, true));
        assert_eq!((open.locked_at, open.ended_at), (None, None));
    }
    let own = told(&world, &story, 1, &ada).await.own.unwrap();
    assert_eq!((own.stake.outcome, own.stake.stake, own.stake.pays), (South, coins(30), None));
    assert_eq!(told(&world, &story, 1, &crow).await.own, None);
    // What two people with opposite bets are shown differs in nothing but what is their own.
    world.follow(&story).await;
    let strangers = [told(&world, &story, 1, &ada).await, told(&world, &story, 1, &ben).await]
        .map(|story| MarketStory { own: None, ..story });
    assert_eq!(strangers[0], strangers[1]);
    for sits in [&crane, &heron] {
        let reply = world.get(&path(&story, 1), sits).await;
        assert_eq!((reply.status, reply.refusal()), (403, Refusal::ForbiddenRole));
    }

    world.locks(&mut story, 1, &[&crane, &egret], &[&heron], &crane).await;
    let locked = told(&world, &story, 1, &crow).await;
    let pools: Vec<u64> = locked.view.pools.unwrap().iter().map(|pool| pool.coins.get()).collect();
    assert_eq!(pools, [30, 0, 20]);
    let points: Vec<Vec<u64>> =
        locked.points.iter().map(|point| point.pools.iter().map(|coins| coins.get()).collect()).collect();
    assert_eq!(points.last(), Some(&vec![30, 0, 20]));
    assert!(points.contains(&vec![30, 0, 0]), "{points:?}");
    assert_eq!(told(&world, &story, 1, &ada).await.own.unwrap().stake.pays, Some(coins(50)));
    for sat in [&crane, &heron, &egret] {
        assert_eq!(world.get(&path(&story, 1), sat).await.status, 403, "{sat:?}");
    }

    world.settles(&mut story, 1, South).await;
    for who in [&crane, &heron, &egret, &crow] {
        let over = told(&world, &story, 1, who).await;
        assert_eq!((over.view.state, over.view.result), (MarketState::Settled, Some(South)));
        assert_eq!(over.ended_at, Some(world.clock.now()));
    }
    let paid = told(&world, &story, 1, &ada).await.own.unwrap().paid.unwrap();
    assert_eq!((paid.stake, paid.back), (coins(30), coins(50)));
}

#[tokio::test]
async fn a_market_that_was_never_locked_never_shows_its_split() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let (ada, ben) = (world.account("Ada").await, world.account("Ben").await);
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    world.opens(&mut story, 1).await;
    world.bets(&story, 1, (&ada, South, 30)).await;
    world.bets(&story, 1, (&ben, Draw, 20)).await;
    world.voids(&mut story, 1, VoidReason::Abandoned).await;
    let over = told(&world, &story, 1, &heron).await;
    assert_eq!((over.view.state, over.view.void), (MarketState::Void, Some(VoidReason::Abandoned)));
    assert_eq!((over.view.pools, over.points.len()), (None, 0));
}

#[tokio::test]
async fn a_plot_has_five_hundred_points_at_most() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let ben = world.account("Ben").await;
    // Nobody changes his stake so often.
    let mut many = Vec::new();
    for name in ["Ada", "Bea", "Cleo", "Dora", "Edda", "Fay", "Gwen"] {
        many.push((world.account(name).await, 0));
    }
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    world.opens(&mut story, 1).await;
    let mut highest = 0;
    for step in 0..650_u64 {
        world.clock.wind(1);
        let (who, stake) = &mut many[usize::try_from(step % 7).unwrap()];
        *stake = if step == 333 { 200 } else { 10 + step % 9 };
        world.bets(&story, 1, (who, South, *stake)).await;
        highest = highest.max(many.iter().map(|(_, stake)| stake).sum());
    }
    world.bets(&story, 1, (&ben, North, 10)).await;
    world.locks(&mut story, 1, &[&crane], &[&heron], &crane).await;
    let points = told(&world, &story, 1, &ben).await.points;
    assert!((400..=500).contains(&points.len()), "{}", points.len());
    assert!(points.iter().any(|point| point.pools[0] == coins(highest)), "the highest is kept");
    let staked = many.iter().map(|(_, stake)| stake).sum();
    assert_eq!(points.last().unwrap().pools, [coins(staked), coins(0), coins(10)]);
}

#[tokio::test]
async fn markets_are_listed_and_others_are_not_found() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    let other = match_of(&world, 2, [&crane, &heron]).await;
    for market in 1..=3 {
        world.plays(&mut story, market, [&crane, &heron], &[], result(South)).await;
    }
    let list: Vec<MarketRow> = world.get(&format!("/api/rooms/{}/markets", story.id), &heron).await.json();
    let row = |market: u32, game| MarketRow { market: MarketId(market), game };
    assert_eq!(list, [row(3, 3), row(2, 2), row(1, 1)]);
    let none: Vec<MarketRow> = world.get(&format!("/api/rooms/{}/markets", other.id), &heron).await.json();
    assert_eq!(none, []);
    for (path, refusal) in [
        (path(&story, 4), Refusal::NotFound),
        (path(&other, 1), Refusal::NotFound),
        (format!("/api/rooms/{}/markets/x", story.id), Refusal::NotFound),
        (format!("/api/rooms/{}/markets/-1", story.id), Refusal::NotFound),
        ("/api/rooms/0000000000000000/markets/1".to_owned(), Refusal::NoRoom),
        ("/api/rooms/nowhere/markets".to_owned(), Refusal::NoRoom),
    ] {
        let reply = world.get(&path, &heron).await;
        assert_eq!((reply.status, reply.refusal()), (404, refusal), "{path}");
    }
}
