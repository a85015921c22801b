//! However often stakes are changed, a market leaves a bounded number of rows behind.

use protocol::betting::{BetBar, BettingMode, Coins, WalletScope};
use protocol::{MarketId, RoomId};
use server::betting::rules::CHANGES;
use sqlx::ConnectOptions;

use crate::world::{DRAW, NORTH, NOW, SOUTH, World, bet, coins, opened, room, rules, user};

/// What a query of one number says.
async fn number(world: &World, sql: &'static str) -> i64 {
    let (_, dir) = world.sqlite();
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(dir.join("sindillo.db")).read_only(true);
    let mut books = options.connect().await.unwrap();
    sqlx::query_scalar(sql).fetch_one(&mut books).await.unwrap()
}

/// Orders for market 1, all in one call: of somebody, numbered from one on.
async fn orders(
    world: &World,
    room: &RoomId,
    who: u128,
    from: u128,
    stakes: &[u64],
) -> Vec<Result<u64, BetBar>> {
    let bets = (from..).zip(stakes).map(|(key, &stake)| {
        let outcome = [SOUTH, DRAW, NORTH][usize::try_from(key % 3).unwrap()];
        bet(1, user(who), key, outcome, stake)
    });
    let placed = world.ledger().place(room, bets.collect(), NOW).await.unwrap();
    placed.into_iter().map(|placed| placed.map(|placed| placed.stake.get())).collect()
}

#[tokio::test]
async fn a_stake_is_changed_a_hundred_times_and_then_only_taken_back() {
    assert_eq!(CHANGES, 100);
    for world in World::both(rules()).await {
        let (room, a) = (room(1), world.account(1).await);
        world.open(&room, 1).await;
        let stakes: Vec<u64> = (0..100).map(|n| 10 + n).collect();
        assert!(orders(&world, &room, 1, 1, &stakes).await.iter().all(Result::is_ok));
        let full = Err(BetBar::TooManyChanges { most: 100 });
        assert_eq!(orders(&world, &room, 1, 101, &[50, 109]).await, [full, full]);
        // What was granted is answered as then, and other people and markets are not concerned.
        assert!(world.bet(&room, 1, a, 1, DRAW, 10).await.unwrap().again);
        assert_eq!(world.bet(&room, 1, a, 1, DRAW, 11).await, Err(BetBar::IdempotencyConflict));
        let b = world.account(2).await;
        world.bet(&room, 1, b, 1, SOUTH, 10).await.unwrap();
        let other = crate::world::room(2);
        world.open(&other, 1).await;
        world.bet(&other, 1, a, 1, SOUTH, 10).await.unwrap();
        assert_eq!(world.wallet(a).await, 1000 - 109 - 10);

        assert_eq!(world.bet(&room, 1, a, 200, SOUTH, 0).await.unwrap().stake, Coins::ZERO);
        assert_eq!(world.wallet(a).await, 1000 - 10);
        assert!(world.bet(&room, 1, a, 200, SOUTH, 0).await.unwrap().again);
        assert_eq!(orders(&world, &room, 1, 201, &[10]).await, [full]);
        for key in 300..310 {
            assert_eq!(world.bet(&room, 1, a, key, SOUTH, 0).await.unwrap().stake, Coins::ZERO);
        }
        world.is_true().await;
    }
}

#[tokio::test]
async fn who_takes_nothing_back_without_end_leaves_no_more_rows_than_anybody() {
    for world in World::both(rules()).await {
        let room = room(1);
        world.tell(&room, opened(1, BettingMode::Picks, WalletScope::Room)).await.unwrap();
        let answers = orders(&world, &room, 7, 1, &[0; 500]).await;
        assert!(answers.iter().all(|answer| *answer == Ok(0)));
        // W3: none of those that were remembered takes a later stake back, since there can be none.
        let full = BetBar::TooManyChanges { most: 100 };
        assert_eq!(world.bet(&room, 1, user(7), 900, SOUTH, 1).await, Err(full));
        if world.is_on_disk() {
            assert_eq!(number(&world, "SELECT count(*) FROM bet_request").await, 100);
            assert_eq!(number(&world, "SELECT count(*) FROM market_point").await, 1);
        }
        world.is_true().await;
    }
}

#[tokio::test]
async fn a_market_keeps_a_bounded_number_of_points_with_its_ends_and_extremes() {
    let world = World::disk(rules()).await;
    let room = room(1);
    world.open(&room, 1).await;
    for n in 1..=30 {
        world.account(n).await;
    }
    let (mut highest, mut most) = ([0; 3], 0);
    for turn in 0..10_u64 {
        // Up for a while and then down, so that neither end is an extreme.
        let height = 20 * turn.min(10 - turn);
        let bets = (1..=30_u64).flat_map(|who| {
            (0..10_u64).map(move |n| {
                let outcome = [SOUTH, DRAW, NORTH][usize::try_from(who % 3).unwrap()];
                let key = u128::from(turn * 10 + n + 1);
                bet(1, user(u128::from(who)), key, outcome, 10 + height + n)
            })
        });
        let placed = world.ledger().place(&room, bets.collect(), NOW).await.unwrap();
        assert!(placed.iter().all(Result::is_ok), "{placed:?}");
        let market = world.ledger().market(&room, MarketId(1)).await.unwrap().unwrap();
        let mut pools = [0; 3];
        for stake in market.stakes.values() {
            pools[[SOUTH, DRAW, NORTH].iter().position(|of| *of == stake.outcome).unwrap()] +=
                stake.stake.get();
        }
        for (highest, pool) in highest.iter_mut().zip(pools) {
            *highest = pool.max(*highest);
        }
        most = most.max(number(&world, "SELECT count(*) FROM market_point").await);
    }
    assert_eq!(number(&world, "SELECT max(n) FROM market_point").await, 3_001);
    assert!(most <= 512 + 256 + 8, "{most}");
    let left = number(&world, "SELECT count(*) FROM market_point").await;
    assert!(left >= 256, "{left} of 3001 are a plot all the same");
    assert_eq!(number(&world, "SELECT south + draw + north FROM market_point WHERE n = 1").await, 0);
    let kept = [
        number(&world, "SELECT max(south) FROM market_point").await,
        number(&world, "SELECT max(draw) FROM market_point").await,
        number(&world, "SELECT max(north) FROM market_point").await,
    ];
    for (kept, seen) in kept.into_iter().zip(highest) {
        assert!(kept >= i64::try_from(seen).unwrap(), "{kept} of {seen}");
    }
    let staked = number(&world, "SELECT sum(stake) FROM position").await;
    let last = "SELECT south + draw + north FROM market_point ORDER BY n DESC LIMIT 1";
    assert_eq!(number(&world, last).await, staked);
    assert_eq!(coins(u64::try_from(staked).unwrap()), world.follow(&room).await.unwrap().view.total);
    world.is_true().await;
    world.lock(&room, 1).await;
    world.end(&room, 1, SOUTH).await;
    world.is_true().await;
}
