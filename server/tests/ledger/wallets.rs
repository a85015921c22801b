//! Stakes and wallets: the examples W1 to W12 and W15 of `docs/betting.md`, by both stores.

use protocol::betting::{BetBar, BettingMode, Coins, MarketState, VoidReason, WalletScope};
use server::betting::rules::{Rules, SharedAddress};

use crate::world::{DAY, DRAW, NORTH, NOW, SOUTH, World, bet, coins, opened, room, rules, suspended, user};

fn out_of_range() -> BetBar {
    BetBar::StakeOutOfRange { min: coins(10), max: coins(1000) }
}

#[tokio::test]
async fn w1_nobody_stakes_the_same_coins_twice() {
    for world in World::both(rules()).await {
        let (first, second) = (room(1), room(2));
        let a = world.account(1).await;
        world.open(&first, 1).await;
        world.open(&second, 1).await;
        let granted = world.bet(&first, 1, a, 1, SOUTH, 600).await.unwrap();
        assert_eq!(granted.free, Some(coins(400)));
        let refused = world.bet(&second, 1, a, 2, SOUTH, 600).await;
        assert_eq!(refused, Err(BetBar::InsufficientFunds { free: coins(400) }));
        assert_eq!(world.wallet(a).await, 400);
        world.is_true().await;
    }
}

#[tokio::test]
async fn w2_w5_w6_a_request_sets_the_stake_and_does_not_add_to_it() {
    for world in World::both(rules()).await {
        let (room, a) = (room(1), world.account(1).await);
        world.open(&room, 1).await;
        for (key, outcome, stake, wallet) in [
            (1, SOUTH, 600, 400),
            (2, SOUTH, 700, 300),
            (3, NORTH, 700, 300),
            (4, NORTH, 250, 750),
            (5, NORTH, 250, 750),
            (6, NORTH, 0, 1000),
            (7, DRAW, 0, 1000),
        ] {
            let placed = world.bet(&room, 1, a, key, outcome, stake).await.unwrap();
            assert_eq!((placed.outcome, placed.stake.get(), placed.again), (outcome, stake, false));
            assert_eq!(placed.free, Some(coins(wallet)), "order {key}");
            assert_eq!(world.wallet(a).await, wallet, "order {key}");
            let market = world.follow(&room).await.unwrap();
            let held = market.stakes.get(&a).map(|own| (own.outcome, own.stake.get()));
            assert_eq!(held, (stake > 0).then_some((outcome, stake)), "order {key}");
            assert_eq!((market.view.total.get(), market.view.bettors), (stake, u32::from(stake > 0)));
        }
        world.is_true().await;
    }
}

#[tokio::test]
async fn w3_the_same_order_again_moves_nothing_and_is_answered_as_before() {
    for world in World::both(rules()).await {
        let (room, a, b) = (room(1), world.account(1).await, world.account(2).await);
        world.open(&room, 1).await;
        let first = world.bet(&room, 1, a, 1, SOUTH, 600).await.unwrap();
        let again = world.bet(&room, 1, a, 1, SOUTH, 600).await.unwrap();
        assert_eq!(again, server::store::ledger::Placed { again: true, ..first });
        world.bet(&room, 1, a, 2, SOUTH, 0).await.unwrap();
        assert!(world.bet(&room, 1, a, 1, SOUTH, 600).await.unwrap().again);
        assert_eq!(world.wallet(a).await, 1000, "an order that was taken back does not come to life again");
        // Nor after the end.
        world.bet(&room, 1, b, 1, NORTH, 10).await.unwrap();
        world.lock(&room, 1).await;
        assert!(world.bet(&room, 1, a, 1, SOUTH, 600).await.unwrap().again);
        assert_eq!(world.wallet(a).await, 1000);
        world.is_true().await;
    }
}

#[tokio::test]
async fn w4_a_key_belongs_to_one_person_and_one_order() {
    for world in World::both(rules()).await {
        let (room, a, b) = (room(1), world.account(1).await, world.account(2).await);
        world.open(&room, 1).await;
        world.bet(&room, 1, a, 1, SOUTH, 100).await.unwrap();
        assert_eq!(world.bet(&room, 1, a, 1, SOUTH, 101).await, Err(BetBar::IdempotencyConflict));
        assert_eq!(world.bet(&room, 1, a, 1, NORTH, 100).await, Err(BetBar::IdempotencyConflict));
        // Somebody else's order by the same number is another one. Keys of the books themselves
        // cannot be spelled at all: an order is named by 128 bits.
        assert!(!world.bet(&room, 1, b, 1, NORTH, 100).await.unwrap().again);
        world.lock(&room, 1).await;
        world.end(&room, 1, NORTH).await;
        assert_eq!((world.wallet(a).await, world.wallet(b).await), (900, 1100));
        world.is_true().await;
    }
}

#[tokio::test]
async fn w7_stakes_out_of_range_move_nothing() {
    for world in World::both(rules()).await {
        let (room, a) = (room(1), world.account(1).await);
        world.open(&room, 1).await;
        for (key, stake) in [(1, 9), (2, 1001), (3, Coins::MAX.get())] {
            assert_eq!(world.bet(&room, 1, a, key, SOUTH, stake).await, Err(out_of_range()));
        }
        let bettor = world.bettor(&room, WalletScope::Server, a).await;
        assert_eq!((bettor.free, bettor.bar), (Some(coins(1000)), None));
        assert_eq!(world.is_true().await.transfers, 0, "not even a wallet was made");
    }
}

#[tokio::test]
async fn w9_after_the_lock_nothing_changes() {
    for world in World::both(rules()).await {
        let (room, a, b) = (room(1), world.account(1).await, world.account(2).await);
        world.open(&room, 1).await;
        world.bet(&room, 1, a, 1, SOUTH, 100).await.unwrap();
        world.bet(&room, 1, b, 1, NORTH, 200).await.unwrap();
        world.lock(&room, 1).await;
        assert_eq!(world.bet(&room, 1, a, 2, SOUTH, 200).await, Err(BetBar::MarketLocked));
        assert_eq!(world.bet(&room, 1, a, 3, SOUTH, 0).await, Err(BetBar::MarketLocked));
        let c = world.account(3).await;
        assert_eq!(world.bet(&room, 1, c, 1, DRAW, 10).await, Err(BetBar::MarketLocked));
        assert_eq!(world.wallet(a).await, 900);
        world.end(&room, 1, SOUTH).await;
        assert_eq!(world.bet(&room, 1, a, 4, SOUTH, 200).await, Err(BetBar::MarketClosed));
        assert_eq!(world.bet(&room, 2, a, 5, SOUTH, 200).await, Err(BetBar::MarketClosed));
        assert_eq!(world.wallet(a).await, 1200);
        world.is_true().await;
    }
}

#[tokio::test]
async fn w10_a_market_ends_once() {
    for world in World::both(rules()).await {
        let (room, a, b) = (room(1), world.account(1).await, world.account(2).await);
        world.open(&room, 1).await;
        world.bet(&room, 1, a, 1, NORTH, 10).await.unwrap();
        world.bet(&room, 1, b, 1, SOUTH, 100).await.unwrap();
        world.lock(&room, 1).await;
        let settled = world.end(&room, 1, NORTH).await;
        assert_eq!(settled.stakes[&a].back, Some(coins(110)));
        for market in [
            world.end(&room, 1, NORTH).await,
            world.end(&room, 1, SOUTH).await,
            world.void(&room, 1, VoidReason::Moderator).await,
            world.lock(&room, 1).await,
            world.tell(&room, suspended(1, protocol::betting::SuspendReason::Admin)).await.unwrap(),
        ] {
            assert_eq!(market, settled);
        }
        assert!(!world.ledger().void(&room, VoidReason::Moderator, NOW).await.unwrap());
        assert_eq!((world.wallet(a).await, world.wallet(b).await), (1100, 900));
        world.is_true().await;
    }
}

#[tokio::test]
async fn w11_a_day_brings_its_coins_once() {
    for world in World::both(rules()).await {
        let a = world.account(1).await;
        let claim = async |now| world.wallets().claim(a, now).await.unwrap().unwrap();
        let first = claim(NOW).await;
        assert_eq!((first.free.get(), first.granted.get()), (1100, 100));
        assert_eq!(claim(NOW + DAY / 2 - 1).await.granted, Coins::ZERO);
        let next = claim(NOW + DAY / 2).await;
        assert_eq!((next.free.get(), next.granted.get()), (1200, 100));
        for day in 1..=20 {
            claim(NOW + day * DAY).await;
        }
        // From twice the start grant on there is nothing more.
        assert_eq!(world.wallet(a).await, 2000);
        assert_eq!(world.wallets().claim(user(99), NOW).await.unwrap(), None, "a guest has no wallet");
        world.is_true().await;
    }
}

#[tokio::test]
async fn who_has_too_little_for_a_stake_is_helped_three_times_a_day() {
    let rules = Rules { daily_grant: 0, ..rules() };
    for world in World::both(rules).await {
        let (first, a, b) = (room(1), world.account(1).await, world.account(2).await);
        let claim = async || world.wallets().claim(a, NOW).await.unwrap().unwrap();
        let lose = async |market, stake| {
            world.open(&first, market).await;
            world.bet(&first, market, a, u128::from(market), SOUTH, stake).await.unwrap();
            world.bet(&first, market, b, u128::from(market), NORTH, 10).await.unwrap();
            assert_eq!(claim().await.granted, Coins::ZERO, "what is staked counts");
            world.lock(&first, market).await;
            world.end(&first, market, NORTH).await;
        };
        lose(1, 995).await;
        for market in 2..=4 {
            let helped = claim().await;
            assert_eq!(helped.free.get(), 100);
            assert_eq!(helped.granted.get(), if market == 2 { 95 } else { 100 });
            lose(market, 100).await;
        }
        assert_eq!((claim().await.free.get(), claim().await.granted.get()), (0, 0), "the fourth time");
        let tomorrow = world.wallets().claim(a, NOW + DAY).await.unwrap().unwrap();
        assert_eq!(tomorrow.granted.get(), 100);
        world.is_true().await;
    }
}

#[tokio::test]
async fn w12_there_are_never_more_coins_than_can_be_told() {
    let most = Coins::MAX.get();
    let rules = Rules { start_grant: most - 150, max_stake: most, ..rules() };
    for world in World::both(rules).await {
        let (first, a, b) = (room(1), world.account(1).await, world.account(2).await);
        let rich = world.wallets().claim(a, NOW).await.unwrap().unwrap();
        assert_eq!(rich.free.get(), most - 50, "the day's coins still fit");
        world.open(&first, 1).await;
        // There is nothing left that a second wallet could begin with.
        assert_eq!(world.bet(&first, 1, b, 1, SOUTH, 10).await, Err(BetBar::PotLimit));
        world.bet(&first, 1, a, 1, SOUTH, most - 50).await.unwrap();
        let next = world.wallets().claim(a, NOW + DAY).await.unwrap().unwrap();
        assert_eq!((next.free.get(), next.granted.get()), (0, 0), "a day's coins do not fit any more");
        world.is_true().await;
    }
}

#[tokio::test]
async fn w15_stakes_of_a_deleted_account_stand_and_what_comes_of_them_goes_back() {
    for world in World::both(rules()).await {
        let (first, other) = (room(1), room(2));
        let (a, b) = (world.account(1).await, world.account(2).await);
        world.open(&first, 1).await;
        world.tell(&other, opened(1, BettingMode::Pool, WalletScope::Room)).await;
        for room in [&first, &other] {
            world.bet(room, 1, a, 1, SOUTH, 100).await.unwrap();
            world.bet(room, 1, b, 1, NORTH, 300).await.unwrap();
        }
        for _ in 0..2 {
            world.wallets().close_account(a, NOW).await.unwrap();
        }
        let market = world.follow(&first).await.unwrap();
        assert_eq!((market.view.total.get(), market.view.bettors), (400, 2));
        assert_eq!(market.stakes.keys().copied().collect::<Vec<_>>(), [b], "nothing leads to the account");
        world.lock(&first, 1).await;
        world.end(&first, 1, SOUTH).await;
        world.lock(&other, 1).await;
        world.void(&other, 1, VoidReason::Host).await;
        let findings = world.is_true().await;
        assert_eq!(findings.supply(), 700 + 1000, "what is left is what the other one has");
        assert_eq!(world.wallet(b).await, 700);
    }
}

#[tokio::test]
async fn guests_bet_with_the_coins_of_a_room_and_only_there() {
    for world in World::both(rules()).await {
        let (public, private, third) = (room(1), room(2), room(3));
        let (guest, a) = (user(7), world.account(1).await);
        world.open(&public, 1).await;
        world.tell(&private, opened(1, BettingMode::Pool, WalletScope::Room)).await;
        world.tell(&third, opened(1, BettingMode::Pool, WalletScope::Room)).await;
        assert_eq!(world.bet(&public, 1, guest, 1, SOUTH, 10).await, Err(BetBar::WalletScope));
        let bettor = world.bettor(&public, WalletScope::Server, guest).await;
        assert_eq!((bettor.free, bettor.bar), (None, Some(BetBar::WalletScope)));
        let placed = world.bet(&private, 1, guest, 1, SOUTH, 1000).await.unwrap();
        assert_eq!(placed.free, Some(Coins::ZERO));
        world.bet(&private, 1, a, 1, NORTH, 400).await.unwrap();
        assert_eq!(world.wallet(a).await, 1000, "an account's own coins stay out of it");
        world.lock(&private, 1).await;
        world.end(&private, 1, SOUTH).await;
        let free = async |room, user| world.bettor(room, WalletScope::Room, user).await.free.unwrap().get();
        assert_eq!((free(&private, guest).await, free(&private, a).await), (1400, 600));
        assert_eq!((free(&third, guest).await, free(&third, a).await), (1000, 1000));
        world.is_true().await;
    }
}

#[tokio::test]
async fn who_may_not_bet_is_told_why_and_may_still_take_a_stake_back() {
    let strict = Rules { shared_address: SharedAddress::Deny, ..rules() };
    for world in World::both(strict).await {
        let room = room(1);
        world.open(&room, 1).await;
        let a = world.account(1).await;
        world.bet(&room, 1, a, 1, SOUTH, 100).await.unwrap();

        let young = world.account_since(2, NOW - DAY + 1, false).await;
        let at = NOW + 1;
        assert_eq!(world.bet(&room, 1, young, 1, SOUTH, 10).await, Err(BetBar::AccountTooNew { at }));
        let admin = world.account_since(3, 1, true).await;
        assert_eq!(world.bet(&room, 1, admin, 1, SOUTH, 10).await, Err(BetBar::HasAuthority));
        let near = world.account(4).await;
        let shared = server::store::ledger::Bet { shared_address: true, ..bet(1, near, 1, SOUTH, 10) };
        assert_eq!(world.place(&room, shared).await, Err(BetBar::SharedAddress));

        let wish =
            |hidden, days| protocol::http::betting::BettingWish { hidden, unlisted: None, break_days: days };
        world.wallets().wish(a, wish(Some(true), None), NOW).await.unwrap();
        assert_eq!(world.bet(&room, 1, a, 2, SOUTH, 200).await, Err(BetBar::BettingOff));
        let wishes = world.wallets().wish(a, wish(Some(false), Some(7)), NOW).await.unwrap();
        assert_eq!((wishes.hidden, wishes.break_until), (false, Some(NOW + 7 * DAY)));
        let shorter = world.wallets().wish(a, wish(None, Some(1)), NOW).await.unwrap();
        assert_eq!(shorter.break_until, Some(NOW + 7 * DAY), "a break is not made shorter");
        assert_eq!(world.wallets().wishes(a).await.unwrap(), shorter);
        assert_eq!(world.bet(&room, 1, a, 3, SOUTH, 200).await, Err(BetBar::BettorBanned));
        let bettor = world.bettor(&room, WalletScope::Server, a).await;
        assert_eq!(bettor.bar, Some(BetBar::BettorBanned));
        assert_eq!(world.bet(&room, 1, a, 4, SOUTH, 0).await.unwrap().free, Some(coins(1000)));
        world.is_true().await;
    }
}

#[tokio::test]
async fn a_server_that_offers_less_than_the_market_takes_no_more_stakes() {
    let world = World::disk(rules()).await;
    let (room, a) = (room(1), world.account(1).await);
    world.open(&room, 1).await;
    world.bet(&room, 1, a, 1, SOUTH, 100).await.unwrap();
    let world = world.reopened(Rules { mode: BettingMode::Picks, ..rules() }).await;
    assert_eq!(world.bet(&room, 1, a, 2, SOUTH, 200).await, Err(BetBar::BettingOff));
    assert_eq!(world.wallets().claim(a, NOW).await.unwrap().unwrap().granted, Coins::ZERO);
    assert_eq!(world.bet(&room, 1, a, 3, SOUTH, 0).await.unwrap().free, Some(coins(1000)));
    world.is_true().await;
}

/// W3: the same request again, also where nothing was there to be taken back.
#[tokio::test]
async fn who_took_nothing_back_loses_no_later_stake_when_he_says_it_again() {
    for world in World::both(rules()).await {
        let (room, a) = (room(1), world.account(1).await);
        world.open(&room, 1).await;
        let nothing = world.bet(&room, 1, a, 1, SOUTH, 0).await.unwrap();
        assert_eq!((nothing.stake, nothing.again), (Coins::ZERO, false));
        world.bet(&room, 1, a, 2, SOUTH, 100).await.unwrap();
        assert!(world.bet(&room, 1, a, 1, SOUTH, 0).await.unwrap().again);
        assert_eq!(world.bet(&room, 1, a, 3, SOUTH, 100).await.unwrap().free, Some(coins(900)));
        world.is_true().await;
    }
}

#[tokio::test]
async fn while_the_books_are_behind_the_log_they_take_nothing() {
    for world in World::both(rules()).await {
        let (room, a) = (room(1), world.account(1).await);
        world.open(&room, 1).await;
        world.bet(&room, 1, a, 1, SOUTH, 100).await.unwrap();
        world.write(&room, NOW, vec![crate::world::locked(1, &[], &[], None)]).await;
        for (key, stake) in [(2, 200), (3, 0)] {
            assert_eq!(world.bet(&room, 1, a, key, SOUTH, stake).await, Err(BetBar::MarketLocked));
        }
        assert!(world.bet(&room, 1, a, 1, SOUTH, 100).await.unwrap().again);
        world.follow(&room).await;
        assert_eq!(world.bet(&room, 1, a, 2, SOUTH, 200).await, Err(BetBar::MarketClosed));
        world.is_true().await;
    }
}

#[tokio::test]
async fn while_it_is_suspended_stakes_are_only_taken_back() {
    for world in World::both(rules()).await {
        let (room, a) = (room(1), world.account(1).await);
        let why = protocol::betting::SuspendReason::Roster;
        world.open(&room, 1).await;
        world.bet(&room, 1, a, 1, SOUTH, 100).await.unwrap();
        let market = world.tell(&room, suspended(1, why)).await.unwrap();
        assert_eq!((market.view.state, market.view.suspended), (MarketState::Suspended, Some(why)));
        for (key, stake) in [(2, 50), (3, 200)] {
            let refused = world.bet(&room, 1, a, key, SOUTH, stake).await;
            assert_eq!(refused, Err(BetBar::MarketSuspended { why }));
        }
        assert_eq!(world.bet(&room, 1, a, 4, SOUTH, 0).await.unwrap().stake, Coins::ZERO);
        let reopened = protocol::Event::MarketReopened { market: protocol::MarketId(1) };
        assert_eq!(world.tell(&room, reopened).await.unwrap().view.state, MarketState::Open);
        // What the room has against a bet is said, unless the bet was granted before.
        let barred = |bet| server::store::ledger::Bet { barred: Some(BetBar::IsParticipant), ..bet };
        let fresh = barred(bet(1, a, 5, SOUTH, 100));
        assert_eq!(world.place(&room, fresh).await, Err(BetBar::IsParticipant));
        world.bet(&room, 1, a, 6, SOUTH, 100).await.unwrap();
        assert!(world.place(&room, barred(bet(1, a, 6, SOUTH, 100))).await.unwrap().again);
        let other = barred(bet(1, a, 6, SOUTH, 120));
        assert_eq!(world.place(&room, other).await, Err(BetBar::IdempotencyConflict));
        world.is_true().await;
    }
}
