//! B11, 3.6 number 7: whatever the books do, a match starts, plays and ends.

use protocol::betting::{MarketState, Outcome, SuspendReason, VoidReason};

use super::stand::{NO_BOOKS, NORTH, Stand, began, bet, ended, over, refused};
use crate::books::{Mood, coins};

const WRONG: [Mood; 4] = [Mood::Fails, Mood::LosesAnswer, Mood::LosesCall, Mood::Hangs];

/// All calls go wrong from before the start to behind the end. Once they are well again, everything
/// is made good.
#[tokio::test]
async fn every_call_to_the_books_fails_or_hangs_and_a_match_starts_plays_and_ends() {
    for mood in WRONG {
        let mut stand = Stand::open().await;
        for n in [3, 4] {
            stand.comes(n).await;
        }
        stand.bets(3, Outcome::South, 100).await.unwrap();
        stand.bets(4, Outcome::North, 50).await.unwrap();
        stand.is_ready().await;
        stand.door.is(mood);
        let calls = stand.door.calls();
        stand.hall.clock.wind(20_000);
        stand.lets(|stand| stand.door.calls() > calls).await;
        // The match waits for two seconds, once.
        stand.hall.clock.wind(2_000);
        stand.settle().await;
        assert!(stand.has(began).await, "{mood:?}: it starts");
        let before = stand.hall.clock.now();
        assert_eq!(stand.asks(3, bet(Outcome::South, 10)).await, refused(NO_BOOKS), "{mood:?}");
        let market = stand.market(3).unwrap();
        let shown = (market.state, market.suspended, market.pools.is_none());
        assert_eq!(shown, (MarketState::Suspended, Some(SuspendReason::Ledger), true), "{mood:?}");
        stand.plays(4).await;
        stand.resigns(NORTH).await;
        assert!(stand.has(ended).await && stand.has(over).await, "{mood:?}: it ends");
        assert_eq!(stand.hall.clock.now(), before, "{mood:?}: and nobody waits for anything");
        stand.door.is(Mood::Well);
        stand.hall.clock.wind(1_000);
        stand
            .until("the books follow", |stand| {
                stand.people[&3].market_by(1).is_some_and(|market| market.state == MarketState::Settled)
            })
            .await;
        let paid = stand.books.wallet(&stand.room, crate::rooms::user(3));
        assert_eq!(paid, 1_050, "{mood:?}");
        stand.books.must_balance();
    }
}

/// The same for a match that begins with the books away, and a bet that nobody can take.
#[tokio::test]
async fn without_books_a_room_is_a_room_without_bets() {
    for mood in WRONG {
        let mut stand = Stand::closed(mood).await;
        stand.comes(3).await;
        assert!(stand.market(3).is_none(), "{mood:?}: nobody knows of a market");
        assert_eq!(stand.asks(3, bet(Outcome::South, 10)).await, refused(NO_BOOKS), "{mood:?}");
        stand.begins().await;
        stand.plays(4).await;
        stand.resigns(NORTH).await;
        assert!(stand.has(ended).await, "{mood:?}");
        stand.door.is(Mood::Well);
        stand.hall.clock.wind(1_000);
        stand.opens_for(3).await;
        stand.books.must_balance();
    }
}

/// A bet that hangs as the game begins: it was not answered, and the books find that it is late.
#[tokio::test]
async fn a_bet_that_hangs_over_the_start_is_not_placed_behind_it() {
    let mut stand = Stand::open().await;
    for n in [3, 4] {
        stand.comes(n).await;
    }
    stand.bets(4, Outcome::North, 50).await.unwrap();
    stand.is_ready().await;
    let calls = stand.door.calls();
    stand.door.next_is(Mood::Hangs);
    let cid = super::stand::fresh();
    stand.sends(3, cid, bet(Outcome::South, 100));
    stand.lets(|stand| stand.door.calls() > calls).await;
    stand.hall.clock.wind(2_000);
    assert_eq!(stand.answer(3, cid).await, refused(NO_BOOKS));
    stand.hall.clock.wind(18_000);
    stand.settle().await;
    assert!(stand.has(began).await, "nobody waits for it");
    stand.door.is(Mood::Well);
    stand
        .until("the lock is told", |stand| {
            stand.people[&4].market_by(1).is_some_and(|market| market.state == MarketState::Void)
        })
        .await;
    assert_eq!(stand.people[&4].market_by(1).unwrap().void, Some(VoidReason::OneSided));
    let again = stand.asks_until_known(3, cid, bet(Outcome::South, 100)).await;
    assert_eq!(again, refused(protocol::betting::BetBar::MarketLocked));
    assert_eq!(stand.books.wallet(&stand.room, crate::rooms::user(3)), 1_000);
    stand.books.must_balance();
    assert_eq!(stand.books.market(&stand.room).view.total, coins(50));
}
