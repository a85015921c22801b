//! The lives of markets, from what a room tells to what everybody has.

use protocol::betting::{
    BetBar, BettingMode, Coins, MarketEnd, MarketState, Outcome, VoidReason, WalletScope,
};
use protocol::{Event, MarketId};
use server::betting::rules::Rules;
use server::store::ledger::Bet;

use crate::world::{DRAW, NORTH, NOW, SOUTH, World, bet, coins, ended, locked, opened, room, rules, user};

#[tokio::test]
async fn the_split_is_sealed_until_the_lock_and_then_paid_as_shown() {
    for world in World::both(rules()).await {
        let room = room(1);
        let [a, b, c] = [world.account(1).await, world.account(2).await, world.account(3).await];
        let empty = world.open(&room, 1).await.view;
        assert_eq!((empty.total, empty.bettors, empty.contested), (Coins::ZERO, 0, false));
        world.bet(&room, 1, a, 1, SOUTH, 100).await.unwrap();
        world.bet(&room, 1, b, 1, SOUTH, 50).await.unwrap();
        assert!(!world.follow(&room).await.unwrap().view.contested);
        world.bet(&room, 1, c, 1, NORTH, 75).await.unwrap();

        let sealed = world.follow(&room).await.unwrap();
        assert_eq!((sealed.view.total.get(), sealed.view.bettors, sealed.view.contested), (225, 3, true));
        assert_eq!(sealed.view.pools, None);
        assert_eq!(sealed.stakes[&a].pays, None);

        let view = world.lock(&room, 1).await.view;
        let pools: Vec<_> =
            view.pools.unwrap().iter().map(|p| (p.outcome, p.coins.get(), p.percent)).collect();
        assert_eq!(pools, [(SOUTH, 150, 67), (DRAW, 0, 0), (NORTH, 75, 33)]);
        let locked = world.follow(&room).await.unwrap();
        let pays: Vec<_> = [a, b, c].iter().map(|user| locked.stakes[user].pays.unwrap().get()).collect();
        assert_eq!(pays, [150, 75, 225]);

        let settled = world.end(&room, 1, SOUTH).await;
        assert_eq!((settled.view.state, settled.view.result), (MarketState::Settled, Some(SOUTH)));
        let back: Vec<_> = [a, b, c].iter().map(|user| settled.stakes[user].back.unwrap().get()).collect();
        assert_eq!(back, [150, 75, 0]);
        let wallets = [world.wallet(a).await, world.wallet(b).await, world.wallet(c).await];
        assert_eq!(wallets, [1050, 1025, 925]);
        assert_eq!(world.ledger().market(&room, MarketId(1)).await.unwrap(), Some(settled));
        world.is_true().await;
    }
}

#[tokio::test]
async fn where_there_is_nothing_to_share_everybody_has_his_stake_back() {
    let nothing: &[(u128, Outcome, u64)] = &[];
    let cases: [(&[_], Option<Outcome>, VoidReason); 4] = [
        (nothing, None, VoidReason::NoBets),
        (&[(1, SOUTH, 100), (2, SOUTH, 50)], None, VoidReason::OneSided),
        (&[(1, NORTH, 500)], None, VoidReason::OneSided),
        (&[(1, SOUTH, 100), (2, NORTH, 50)], Some(DRAW), VoidReason::NoWinner),
    ];
    for world in World::both(rules()).await {
        for n in [1, 2] {
            world.account(n).await;
        }
        for (place, (bets, result, why)) in cases.iter().enumerate() {
            let room = room(u8::try_from(place).unwrap());
            world.open(&room, 1).await;
            for &(who, outcome, stake) in *bets {
                world.bet(&room, 1, user(who), 1, outcome, stake).await.unwrap();
            }
            let mut market = world.lock(&room, 1).await;
            if let Some(result) = *result {
                assert_eq!(market.view.state, MarketState::Locked);
                market = world.end(&room, 1, result).await;
            }
            assert_eq!((market.view.state, market.view.void), (MarketState::Void, Some(*why)));
            assert_eq!(market.view.result, *result);
            for stake in market.stakes.values() {
                assert_eq!(stake.back, Some(stake.stake));
            }
            assert_eq!((world.wallet(user(1)).await, world.wallet(user(2)).await), (1000, 1000));
            world.is_true().await;
        }
    }
}

#[tokio::test]
async fn whatever_ends_a_match_without_a_result_leaves_everybody_as_he_was() {
    for world in World::both(rules()).await {
        let [a, b, c] = [world.account(1).await, world.account(2).await, world.account(3).await];
        let reasons = [
            VoidReason::TooShort,
            VoidReason::MatchAborted,
            VoidReason::AgreedAbort,
            VoidReason::Host,
            VoidReason::Moderator,
            VoidReason::Abandoned,
            VoidReason::Unrecoverable,
            VoidReason::Stale,
            VoidReason::TurnedOff,
        ];
        for (place, why) in reasons.into_iter().enumerate() {
            let room = room(u8::try_from(place).unwrap());
            world.open(&room, 1).await;
            world.bet(&room, 1, a, 1, SOUTH, 100).await.unwrap();
            world.bet(&room, 1, b, 1, NORTH, 50).await.unwrap();
            world.bet(&room, 1, c, 1, DRAW, 17).await.unwrap();
            world.bet(&room, 1, c, 2, NORTH, 20).await.unwrap();
            if place % 2 == 0 {
                world.lock(&room, 1).await;
            }
            let void = world.void(&room, 1, why).await;
            assert_eq!(
                (void.view.state, void.view.void, void.view.result),
                (MarketState::Void, Some(why), None)
            );
            for user in [a, b, c] {
                assert_eq!(world.wallet(user).await, 1000);
            }
        }
        world.is_true().await;
    }
}

#[tokio::test]
async fn a_result_does_not_pay_stakes_that_were_never_locked() {
    for world in World::both(rules()).await {
        let (room, a, b) = (room(1), world.account(1).await, world.account(2).await);
        world.open(&room, 1).await;
        world.bet(&room, 1, a, 1, SOUTH, 100).await.unwrap();
        world.bet(&room, 1, b, 1, NORTH, 100).await.unwrap();
        let market = world.end(&room, 1, SOUTH).await;
        assert_eq!(market.view.void, Some(VoidReason::Unrecoverable));
        assert_eq!(world.wallet(b).await, 1000);
        world.is_true().await;
    }
}

#[tokio::test]
async fn guesses_cost_nothing_and_count_when_they_are_right() {
    for world in World::both(rules()).await {
        let (room, guest, a) = (room(1), user(5), world.account(1).await);
        world.tell(&room, opened(1, BettingMode::Picks, WalletScope::Room)).await;
        let one = BetBar::StakeOutOfRange { min: coins(1), max: coins(1) };
        assert_eq!(world.bet(&room, 1, a, 1, SOUTH, 10).await, Err(one));
        let placed = world.bet(&room, 1, a, 2, SOUTH, 1).await.unwrap();
        assert_eq!((placed.free, placed.stake.get()), (None, 1));
        world.bet(&room, 1, guest, 1, NORTH, 1).await.unwrap();
        world.bet(&room, 1, guest, 2, SOUTH, 1).await.unwrap();
        // All of one mind is no reason not to count guesses.
        let market = world.lock(&room, 1).await;
        assert_eq!((market.view.state, market.view.total.get()), (MarketState::Locked, 2));
        assert_eq!(market.stakes[&a].pays, Some(coins(1)));
        let settled = world.end(&room, 1, NORTH).await;
        assert_eq!((settled.view.state, settled.view.void), (MarketState::Settled, None));
        assert_eq!(settled.stakes[&guest].back, Some(Coins::ZERO));

        world.tell(&room, opened(2, BettingMode::Picks, WalletScope::Room)).await;
        world.bet(&room, 2, guest, 1, NORTH, 1).await.unwrap();
        world.bet(&room, 2, a, 1, SOUTH, 1).await.unwrap();
        world.bet(&room, 2, a, 2, SOUTH, 0).await.unwrap();
        world.lock(&room, 2).await;
        let settled = world.end(&room, 2, NORTH).await;
        assert_eq!(settled.stakes[&guest].back, Some(coins(1)));
        assert_eq!(settled.stakes.len(), 1);
        assert_eq!(world.is_true().await.transfers, 0, "no coin moved");
    }
}

#[tokio::test]
async fn who_plays_has_no_stake_when_the_game_begins() {
    for world in World::both(rules()).await {
        let room = room(1);
        let [a, b, c, d] =
            [world.account(1).await, world.account(2).await, world.account(3).await, world.account(4).await];
        world.open(&room, 1).await;
        for (who, outcome) in [(a, SOUTH), (b, NORTH), (c, DRAW), (d, NORTH)] {
            world.bet(&room, 1, who, 1, outcome, 100).await.unwrap();
        }
        // The room lets nobody sit with a stake; were it otherwise, it would not help.
        let market = world.tell(&room, locked(1, &[a, user(50)], &[user(51)], Some(c))).await.unwrap();
        assert_eq!(market.stakes.keys().copied().collect::<Vec<_>>(), [b, d]);
        assert_eq!(market.view.void, Some(VoidReason::OneSided));
        for user in [a, b, c, d] {
            assert_eq!(world.wallet(user).await, 1000);
        }
        world.is_true().await;
    }
}

#[tokio::test]
async fn outcomes_that_cannot_come_take_no_bets() {
    for world in World::both(rules()).await {
        let (room, a) = (room(1), world.account(1).await);
        let (market, mode, scope) = (MarketId(1), BettingMode::Pool, WalletScope::Server);
        let outcomes = vec![SOUTH, NORTH];
        world.tell(&room, Event::MarketOpened { market, game: 1, mode, scope, outcomes }).await;
        assert_eq!(world.bet(&room, 1, a, 1, DRAW, 10).await, Err(BetBar::NoSuchOutcome));
        let b = world.account(2).await;
        world.bet(&room, 1, a, 2, SOUTH, 10).await.unwrap();
        world.bet(&room, 1, b, 2, NORTH, 10).await.unwrap();
        let pools = world.lock(&room, 1).await.view.pools.unwrap();
        assert_eq!(pools.iter().map(|pool| pool.outcome).collect::<Vec<_>>(), [SOUTH, NORTH]);
        world.end(&room, 1, NORTH).await;
        assert_eq!((world.wallet(a).await, world.wallet(b).await), (990, 1010));
        world.is_true().await;
    }
}

#[tokio::test]
async fn what_the_log_says_is_carried_out_later_in_order_and_once() {
    for world in World::both(rules()).await {
        let (first, second) = (room(1), room(2));
        let [a, b] = [world.account(1).await, world.account(2).await];
        for room in [&first, &second] {
            world.open(room, 1).await;
            world.bet(room, 1, a, 1, SOUTH, 100).await.unwrap();
            world.bet(room, 1, b, 1, NORTH, 100).await.unwrap();
        }
        // The books hear nothing of this while it is written.
        let result = ended(1, MarketEnd::Result { outcome: SOUTH });
        let next = opened(2, BettingMode::Pool, WalletScope::Server);
        for room in [&first, &second] {
            world.write(room, NOW, vec![locked(1, &[], &[], None)]).await;
            world.write(room, NOW, vec![result.clone(), next.clone()]).await;
        }
        assert_eq!(world.wallet(a).await, 800);
        let market = world.follow(&first).await.unwrap();
        assert_eq!((market.view.market, market.view.state), (MarketId(2), MarketState::Open));
        assert_eq!(world.wallet(a).await, 1000);
        world.ledger().follow_all(NOW).await.unwrap();
        world.ledger().follow_all(NOW).await.unwrap();
        world.follow(&second).await;
        assert_eq!((world.wallet(a).await, world.wallet(b).await), (1200, 800));
        world.is_true().await;
    }
}

#[tokio::test]
async fn a_room_whose_log_is_lost_gives_all_stakes_back() {
    for world in World::both(rules()).await {
        let (room, a, b) = (room(1), world.account(1).await, world.account(2).await);
        world.open(&room, 1).await;
        world.bet(&room, 1, a, 1, SOUTH, 100).await.unwrap();
        world.bet(&room, 1, b, 1, NORTH, 100).await.unwrap();
        world.lock(&room, 1).await;
        world.open(&room, 2).await;
        world.bet(&room, 2, a, 1, SOUTH, 100).await.unwrap();
        assert!(world.ledger().void(&room, VoidReason::Unrecoverable, NOW).await.unwrap());
        for market in [1, 2] {
            let market = world.ledger().market(&room, MarketId(market)).await.unwrap().unwrap();
            assert_eq!(market.view.void, Some(VoidReason::Unrecoverable));
        }
        assert_eq!((world.wallet(a).await, world.wallet(b).await), (1000, 1000));
        world.is_true().await;
    }
}

#[tokio::test]
async fn a_market_counts_for_the_tables_with_five_from_three_places() {
    let world = World::disk(Rules { min_account_age_ms: 0, ..rules() }).await;
    let counts = async |n: u8, bettors: u128, places: u8, scope| {
        let room = room(n);
        world.tell(&room, opened(1, BettingMode::Pool, scope)).await;
        for who in 1..=bettors {
            let who_n = u8::try_from(who).unwrap();
            let outcome = if who % 2 == 0 { SOUTH } else { NORTH };
            let origin = Some([who_n % places; 16]);
            let placed = world.place(&room, Bet { origin, ..bet(1, user(who), 1, outcome, 10) }).await;
            placed.unwrap();
        }
        world.lock(&room, 1).await;
        world.end(&room, 1, SOUTH).await;
        let (_, dir) = world.sqlite();
        // Where bets came from is forgotten with the end, and whether it counts is known.
        let kept = "UPDATE position SET origin = origin WHERE origin IS NOT NULL";
        assert_eq!(crate::world::alter(dir, kept).await.unwrap(), 0);
        let counted = "UPDATE market SET counts = 0 WHERE counts = 1";
        crate::world::alter(dir, counted).await.unwrap() == 1
    };
    for n in 1..=6 {
        world.account(n).await;
    }
    assert!(counts(1, 5, 3, WalletScope::Server).await);
    assert!(!counts(2, 4, 3, WalletScope::Server).await);
    assert!(!counts(3, 6, 2, WalletScope::Server).await);
    assert!(!counts(4, 6, 4, WalletScope::Room).await);
}

#[tokio::test]
async fn notes_are_written_with_the_log_or_not_at_all() {
    let world = World::disk(rules()).await;
    let room = room(1);
    let rated = Event::RatingDue {
        game: 1,
        outcome: SOUTH,
        sides: engine::BySide { south: vec![(user(1), 3)], north: vec![(user(2), 2)] },
        turns: engine::BySide { south: 3, north: 2 },
        from: None,
    };
    let market = opened(1, BettingMode::Pool, WalletScope::Server);
    world.write(&room, NOW, vec![market.clone(), rated.clone()]).await;
    // Somebody else has written since: nothing of this is kept.
    let late = server::store::Append {
        room: room.clone(),
        opened_by: None,
        head: 7,
        entries: vec![protocol::Entry {
            v: 1,
            rules: 1,
            at: NOW,
            by: None,
            cid: None,
            events: vec![opened(2, BettingMode::Pool, WalletScope::Server), rated],
        }],
        facts: None,
        seats: None,
        due: None,
        told_at: NOW,
        calls: None,
    };
    assert_eq!(world.store().append(late).await.unwrap_err(), server::store::StoreError::Conflict);
    let (_, dir) = world.sqlite();
    for (same, count) in [
        ("UPDATE market_note SET n = n WHERE done_at IS NULL AND seq = 1 AND n = 0", 1),
        ("UPDATE market_note SET n = n", 1),
        ("UPDATE rating_note SET n = n WHERE done_at IS NULL AND seq = 1 AND n = 1", 1),
        ("UPDATE rating_note SET n = n", 1),
    ] {
        assert_eq!(crate::world::alter(dir, same).await.unwrap(), count, "{same}");
    }
    assert_eq!(world.follow(&room).await.unwrap().view.market, MarketId(1));
    let done = "UPDATE market_note SET n = n WHERE done_at IS NULL";
    assert_eq!(crate::world::alter(dir, done).await.unwrap(), 0);
}

/// Somebody who deleted his account may still sit when the market of his match is locked.
#[tokio::test]
async fn whom_the_books_have_forgotten_they_do_not_learn_of_again() {
    let world = World::disk(rules()).await;
    let room = room(1);
    for n in 1..=4 {
        world.account(n).await;
    }
    world.open(&room, 1).await;
    world.bet(&room, 1, user(1), 1, SOUTH, 10).await.unwrap();
    world.bet(&room, 1, user(2), 2, NORTH, 10).await.unwrap();
    let (_, dir) = world.sqlite();
    let deleted = r#"UPDATE account SET deleted_at = 9, leaving = 0 WHERE hex("user") LIKE '%3'"#;
    assert_eq!(crate::world::alter(dir, deleted).await.unwrap(), 1);
    world.wallets().close_account(user(3), NOW).await.unwrap();
    let sides = (&[user(3)][..], &[user(4)][..]);
    world.tell(&room, locked(1, sides.0, sides.1, Some(user(3)))).await.unwrap();
    let wish = protocol::http::betting::BettingWish { hidden: Some(true), unlisted: None, break_days: None };
    let wishes = world.wallets().wish(user(3), wish, NOW).await.unwrap();
    assert!(!wishes.hidden, "nothing is kept of what he chooses");
    let (_, dir) = world.sqlite();
    for (same, count) in [
        ("UPDATE bettor SET hidden = hidden WHERE hex(person) LIKE '%3'", 0),
        ("UPDATE bettor SET hidden = hidden WHERE hex(person) LIKE '%4'", 1),
        ("UPDATE participant SET role = role", 1),
    ] {
        assert_eq!(crate::world::alter(dir, same).await.unwrap(), count, "{same}");
    }
    world.end(&room, 1, SOUTH).await;
    world.is_true().await;
}
