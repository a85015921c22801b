//! What administrators do to the books, the ends of seasons.

use protocol::betting::{Coins, WalletScope};
use protocol::{MarketId, UserId};
use server::store::ledger::{Act, ActBar, Acted, Deed};
use uuid::Uuid;

use crate::world::{NORTH, NOW, SOUTH, World, coins, room, rules, user};

fn act(key: u128, deed: Deed) -> Act {
    Act { key: Uuid::from_u128(key), admin: user(999), deed, reason: "a good reason".to_owned() }
}

fn adjust(user: UserId, amount: u64, taken: bool) -> Deed {
    Deed::Adjust { user, amount: coins(amount), taken }
}

#[tokio::test]
async fn coins_are_given_and_taken_once_and_never_more_than_there_are() {
    for world in World::both(rules()).await {
        let a = world.account(1).await;
        let done = async |act| world.wallets().act(act, NOW).await.unwrap();
        let (first, again) = (
            Acted { again: false, market: None, stands: true },
            Acted { again: true, market: None, stands: true },
        );
        assert_eq!(done(act(1, adjust(a, 50, false))).await, Ok(first));
        assert_eq!(done(act(1, adjust(a, 50, false))).await, Ok(again));
        assert_eq!(done(act(1, adjust(a, 51, false))).await, Err(ActBar::Conflict));
        assert_eq!(done(act(1, adjust(a, 50, true))).await, Err(ActBar::Conflict));
        assert_eq!(world.wallet(a).await, 1050);
        let short = ActBar::InsufficientFunds { free: coins(1050) };
        assert_eq!(done(act(2, adjust(a, 1051, true))).await, Err(short));
        assert_eq!(done(act(2, adjust(a, 1050, true))).await, Ok(first));
        assert_eq!(world.wallet(a).await, 0);
        assert_eq!(done(act(3, adjust(a, Coins::MAX.get(), false))).await, Ok(first));
        assert_eq!(done(act(4, adjust(a, 1, false))).await, Err(ActBar::OutOfRange));
        assert_eq!(done(act(4, adjust(a, 0, false))).await, Err(ActBar::OutOfRange));
        assert_eq!(done(act(4, adjust(user(5), 1, false))).await, Err(ActBar::NoAccount));
        let silent = Act { reason: " ".to_owned(), ..act(4, adjust(a, 1, true)) };
        assert_eq!(done(silent).await, Err(ActBar::NoReason));
        world.is_true().await;
    }
}

#[tokio::test]
async fn who_is_banned_does_not_bet_until_he_is_let_again() {
    for world in World::both(rules()).await {
        let (room, a) = (room(1), world.account(1).await);
        world.open(&room, 1).await;
        world.bet(&room, 1, a, 1, SOUTH, 100).await.unwrap();
        let ban = |on| Deed::Ban { user: a, on };
        world.wallets().act(act(1, ban(true)), NOW).await.unwrap().unwrap();
        let bar = Err(protocol::betting::BetBar::BettorBanned);
        assert_eq!(world.bet(&room, 1, a, 2, SOUTH, 200).await, bar);
        assert_eq!(world.bet(&room, 1, a, 3, SOUTH, 0).await.unwrap().stake, Coins::ZERO);
        world.wallets().act(act(2, ban(false)), NOW).await.unwrap().unwrap();
        world.bet(&room, 1, a, 4, SOUTH, 100).await.unwrap();
        let guest = act(3, Deed::Ban { user: user(7), on: true });
        assert_eq!(world.wallets().act(guest, NOW).await.unwrap(), Err(ActBar::NoAccount));
        world.is_true().await;
    }
}

#[tokio::test]
async fn what_concerns_a_market_is_written_down_for_its_room_to_do() {
    for world in World::both(rules()).await {
        let (first, other) = (room(1), room(2));
        world.open(&first, 1).await;
        world.lock(&first, 1).await;
        world.open(&first, 2).await;
        let pause = |room, on| Deed::Pause { room, on };
        let done = async |act| world.wallets().act(act, NOW).await.unwrap();
        let about = |again| Acted { again, market: Some(MarketId(2)), stands: true };
        assert_eq!(done(act(1, pause(first.clone(), true))).await, Ok(about(false)));
        assert_eq!(done(act(1, pause(first.clone(), true))).await, Ok(about(true)));
        assert_eq!(done(act(1, pause(first.clone(), false))).await, Err(ActBar::Conflict));
        assert_eq!(done(act(5, pause(first.clone(), false))).await, Ok(about(false)));
        let since = Acted { stands: false, ..about(true) };
        assert_eq!(done(act(1, pause(first.clone(), true))).await, Ok(since), "he let it go on since");
        assert_eq!(done(act(5, pause(first.clone(), false))).await, Ok(about(true)));
        assert_eq!(done(act(2, Deed::Void { room: first.clone() })).await, Ok(about(false)));
        assert_eq!(done(act(3, Deed::Void { room: other })).await, Err(ActBar::NoMarket));
        world.void(&first, 2, protocol::betting::VoidReason::Moderator).await;
        assert_eq!(done(act(4, Deed::Void { room: first.clone() })).await, Err(ActBar::NoMarket));
        assert_eq!(
            done(act(2, Deed::Void { room: first.clone() })).await,
            Ok(about(true)),
            "also after the end"
        );
        world.open(&first, 3).await;
        assert_eq!(
            done(act(2, Deed::Void { room: first.clone() })).await,
            Ok(about(true)),
            "not the next one"
        );
        let a = [world.account(1).await, world.account(2).await];
        world.bet(&first, 3, a[0], 1, SOUTH, 100).await.unwrap();
        world.bet(&first, 3, a[1], 1, NORTH, 100).await.unwrap();
        world.lock(&first, 3).await;
        let third = Acted { market: Some(MarketId(3)), ..about(false) };
        assert_eq!(done(act(6, pause(first.clone(), true))).await, Ok(third), "for those that follow");
        assert_eq!(done(act(7, Deed::Void { room: first })).await, Ok(third), "which is ended all the same");
        world.is_true().await;
    }
}

#[tokio::test]
async fn a_season_sets_every_wallet_back_once() {
    for world in World::both(rules()).await {
        let room = room(1);
        let [a, b, c, gone] =
            [world.account(1).await, world.account(2).await, world.account(3).await, world.account(4).await];
        for user in [a, b, c, gone] {
            world.wallets().claim(user, NOW).await.unwrap();
        }
        world.wallets().act(act(1, adjust(b, 700, true)), NOW).await.unwrap().unwrap();
        world.open(&room, 1).await;
        world.bet(&room, 1, c, 1, NORTH, 300).await.unwrap();
        world.wallets().close_account(gone, NOW).await.unwrap();

        assert_eq!(world.wallets().end_season(1, NOW).await.unwrap(), 3);
        let wallets = async || [world.wallet(a).await, world.wallet(b).await, world.wallet(c).await];
        assert_eq!(wallets().await, [1000, 1000, 700], "what is staked counts");
        world.bet(&room, 1, a, 1, SOUTH, 500).await.unwrap();
        assert_eq!(world.wallets().end_season(1, NOW).await.unwrap(), 0, "a season ends once");
        assert_eq!(wallets().await, [500, 1000, 700]);
        assert_eq!(world.wallets().end_season(2, NOW).await.unwrap(), 0, "all are where they begin");
        // Somebody who comes later begins with the grant, as everybody.
        let late = world.account(5).await;
        assert_eq!(world.wallet(late).await, 1000);
        assert_eq!(world.bettor(&room, WalletScope::Server, late).await.bar, None);
        world.is_true().await;
    }
}

#[tokio::test]
async fn a_season_of_many_ends_in_parts_and_meets_everybody() {
    let world = World::disk(rules()).await;
    let (_, dir) = world.sqlite();
    let many = "INSERT INTO person (id, name, named, created_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 450)
        SELECT unhex(printf('%032x', i)), 'P' || i, 1, 1 FROM n";
    crate::world::alter(dir, many).await.unwrap();
    let accounts = r#"INSERT INTO account ("user", created_at) SELECT id, 1 FROM person"#;
    crate::world::alter(dir, accounts).await.unwrap();
    for n in 1..=450 {
        world.wallets().claim(user(n), NOW).await.unwrap().unwrap();
    }
    assert_eq!(world.wallets().end_season(1, NOW).await.unwrap(), 450);
    assert_eq!(world.is_true().await.supply(), 450_000);
}
