//! Who was first, and what is answered to what is sent again.

use engine::Side;
use protocol::betting::{BetBar, MarketState, Outcome, SuspendReason, VoidReason};
use protocol::limits::BETS_PER_MINUTE;
use protocol::message::Answer;
use protocol::refusal::Refusal;
use protocol::{Cid, Command, MarketId};
use uuid::Uuid;

use super::stand::{Kind, NO_BOOKS, NORTH, SOUTH, Stand, began, bet, fresh, granted, locked, refused};
use crate::books::{Mood, coins};

/// R21. All three lie in the mailbox before the room has its turn.
#[tokio::test]
async fn a_bet_before_the_start_stands_and_one_behind_it_is_late() {
    for kind in [Kind::Strict, Kind::Sqlite] {
        let mut stand = Stand::open_on(kind).await;
        for n in [3, 4, 5] {
            stand.comes(n).await;
        }
        stand.bets(5, Outcome::North, 10).await.unwrap();
        stand.is_ready().await;
        stand.hall.clock.wind(19_999);
        stand.settle().await;
        let (early, late) = (fresh(), fresh());
        stand.sends(3, early, bet(Outcome::South, 40));
        stand.hall.clock.wind(2);
        stand.sends(4, late, bet(Outcome::South, 60));
        let ticket = granted(stand.answer(3, early).await).unwrap();
        assert_eq!(ticket.stake.unwrap().stake, coins(40));
        assert_eq!(stand.answer(4, late).await, refused(BetBar::MarketLocked));
        assert!(stand.has(began).await);
        stand.until("the lock is told", |stand| stand.market(4).unwrap().state == MarketState::Locked).await;
        assert_eq!(stand.market(4).unwrap().total, coins(50));
    }
}

/// The same where the start itself is a letter between them: nobody watches, so it comes at once.
#[tokio::test]
async fn a_bet_the_word_that_starts_the_game_and_a_bet_are_taken_in_their_order() {
    let mut stand = Stand::open().await;
    stand.must(SOUTH, Command::ReadySet { on: true }).await;
    let (early, late) = (fresh(), fresh());
    let asks = |n: u128, cid: Cid, command: Command| {
        let (handle, ask) = (stand.handle.clone(), server::room::Ask::Command(command));
        async move { handle.ask(crate::rooms::caller(n), Some(cid), None, ask).await }
    };
    let first = asks(3, early, bet(Outcome::South, 40));
    let start = asks(NORTH, fresh(), Command::ReadySet { on: true });
    let second = asks(4, late, bet(Outcome::North, 40));
    let (first, start, second) = tokio::join!(first, start, second);
    assert_eq!((first, start), (Ok(()), Ok(())));
    assert_eq!(second, Err(Refusal::BetRefused { why: BetBar::MarketLocked }));
    assert!(stand.has(began).await);
    assert_eq!(stand.books.calls().len(), 2, "what is between them is saved between them");
    assert_eq!(stand.books.wallet(&stand.room, crate::rooms::user(3)), 1_000, "one-sided: given back");
}

/// Thirty who bet in the last moment, in few transactions, and each is answered.
#[tokio::test]
async fn thirty_bet_as_the_market_locks_and_the_pool_is_what_was_answered() {
    for kind in [Kind::Strict, Kind::Sqlite] {
        let mut stand = Stand::open_on(kind).await;
        for n in 3..33 {
            stand.comes(n).await;
        }
        stand.is_ready().await;
        stand.hall.clock.wind(19_990);
        stand.settle().await;
        let mut orders = Vec::new();
        for n in 3..33_u128 {
            let cid = fresh();
            let outcome = Outcome::ALL[usize::try_from(n % 3).unwrap()];
            stand.sends(n, cid, bet(outcome, 10 + u64::try_from(n).unwrap()));
            orders.push((n, cid));
            stand.hall.clock.wind(u64::from(n % 2 == 0));
        }
        let mut total = 0;
        let mut late = 0;
        for (n, cid) in orders {
            match granted(stand.answer(n, cid).await) {
                Ok(ticket) => total += ticket.stake.unwrap().stake.get(),
                Err(BetBar::MarketLocked) => late += 1,
                Err(other) => panic!("{n}: {other:?}"),
            }
        }
        stand.until("the lock is told", |stand| stand.market(3).unwrap().state == MarketState::Locked).await;
        let market = stand.market(3).unwrap();
        assert_eq!(market.total, coins(total));
        assert_eq!(u32::try_from(30 - late).unwrap(), market.bettors);
        assert!((1..30).contains(&late), "some came too late, and some did not: {late}");
    }
}

#[tokio::test]
async fn a_bet_sent_again_has_its_answer_whatever_has_happened_since() {
    for kind in [Kind::Strict, Kind::Sqlite] {
        let is_strict = matches!(kind, Kind::Strict);
        let mut stand = Stand::open_on(kind).await;
        for n in [3, 4] {
            stand.comes(n).await;
        }
        let (first, other) = (fresh(), fresh());
        let answer = stand.asks_as(3, first, bet(Outcome::South, 100)).await;
        assert!(matches!(answer, Answer::Bet(_)));
        assert_eq!(stand.asks_as(3, first, bet(Outcome::South, 100)).await, answer, "at once");
        assert_eq!(
            stand.asks_as(3, first, bet(Outcome::South, 120)).await,
            refused(BetBar::IdempotencyConflict)
        );
        stand.asks_as(4, other, bet(Outcome::North, 50)).await;
        stand.bets(3, Outcome::South, 70).await.unwrap();
        assert_eq!(stand.asks_as(3, first, bet(Outcome::South, 100)).await, answer, "after another one");
        stand.begins().await;
        assert_eq!(stand.asks_as(3, first, bet(Outcome::South, 100)).await, answer, "in the game");
        assert_eq!(stand.asks(3, bet(Outcome::South, 100)).await, refused(BetBar::MarketLocked));
        stand.plays(4).await;
        stand.resigns(NORTH).await;
        assert_eq!(stand.asks_as(3, first, bet(Outcome::South, 100)).await, answer, "when it is over");
        assert_eq!(stand.asks(3, bet(Outcome::South, 100)).await, refused(BetBar::MarketClosed));
        if is_strict {
            let mut stand = stand.again().await;
            stand.comes(3).await;
            assert_eq!(stand.asks_as(3, first, bet(Outcome::South, 100)).await, answer, "after a restart");
            stand.books.must_balance();
        }
    }
}

/// The identity of another order is no way past what a room has against a bet.
#[tokio::test]
async fn an_order_that_was_carried_out_is_not_a_bet() {
    let mut stand = Stand::open().await;
    let cid = fresh();
    stand.sends(SOUTH, cid, Command::RematchSet { on: true });
    let said = fresh();
    let line = Command::ChatSay { to: protocol::command::Hearers::All, text: "hello".to_owned() };
    assert_eq!(stand.asks_as(SOUTH, said, line).await, Answer::Ok);
    let answer = stand.asks_as(SOUTH, said, bet(Outcome::South, 100)).await;
    assert_eq!(answer, refused(BetBar::IdempotencyConflict));
    assert_eq!(stand.asks(SOUTH, bet(Outcome::South, 100)).await, refused(BetBar::IsParticipant));
    assert!(stand.books.market(&stand.room).stakes.is_empty());
}

#[tokio::test]
async fn a_lost_answer_is_found_by_asking_again() {
    for mood in [Mood::LosesAnswer, Mood::LosesCall, Mood::Fails] {
        let mut stand = Stand::open().await;
        stand.comes(3).await;
        let cid = fresh();
        stand.door.next_is(mood);
        assert_eq!(stand.asks_as(3, cid, bet(Outcome::South, 100)).await, refused(NO_BOOKS), "{mood:?}");
        assert_eq!(
            stand.asks_as(3, cid, bet(Outcome::South, 100)).await,
            refused(NO_BOOKS),
            "until the books answer"
        );
        let answer = stand.asks_until_known(3, cid, bet(Outcome::South, 100)).await;
        let ticket = granted(answer).unwrap();
        assert_eq!((ticket.wallet, ticket.stake.unwrap().stake), (Some(coins(900)), coins(100)), "{mood:?}");
        assert_eq!(stand.books.market(&stand.room).stakes.len(), 1);
        stand.books.must_balance();
    }
}

/// Whose bet may stand does not sit down before that is known.
#[tokio::test]
async fn who_may_have_a_stake_does_not_sit_down() {
    let mut stand = Stand::open().await;
    stand.comes(3).await;
    stand.door.next_is(Mood::LosesAnswer);
    assert_eq!(stand.asks(3, bet(Outcome::South, 100)).await, refused(NO_BOOKS));
    let sit = Command::SeatTake { side: Some(Side::South), withdraw: false };
    let answer = stand.asks(3, sit).await;
    assert_eq!(answer, Refusal::HasOpenStake { withdrawable: true }.into());
}

#[tokio::test]
async fn of_bets_in_a_minute_the_twenty_first_waits() {
    let mut stand = Stand::open().await;
    stand.comes(3).await;
    for n in 0..BETS_PER_MINUTE {
        let outcome = if n % 2 == 0 { Outcome::South } else { Outcome::North };
        granted(stand.asks(3, bet(outcome, 10)).await).unwrap();
    }
    let limited = stand.asks(3, bet(Outcome::South, 10)).await;
    let Answer::Err { err: Refusal::RateLimited { wait_ms }, .. } = limited else { panic!("{limited:?}") };
    assert_eq!(wait_ms, 60_000);
    stand.hall.clock.wind(60_000);
    granted(stand.asks(3, bet(Outcome::South, 10)).await).unwrap();
}

#[tokio::test]
async fn nothing_of_a_bet_is_in_the_log_and_nobody_becomes_a_member_by_it() {
    let mut stand = Stand::open().await;
    stand.comes(3).await;
    let before = stand.log().await;
    let cid = Cid(Uuid::new_v4());
    assert!(matches!(stand.asks_as(3, cid, bet(Outcome::South, 100)).await, Answer::Bet(_)));
    assert_eq!(stand.log().await, before);
    assert!(!stand.has(locked).await);
    let unknown = Command::BetSet { market: MarketId(7), outcome: Outcome::South, stake: coins(10) };
    assert_eq!(stand.asks(3, unknown).await, refused(BetBar::MarketClosed));
    // Bets that are suspended may be taken back.
    stand.comes(4).await;
    stand.must(4, Command::SeatTake { side: Some(Side::North), withdraw: false }).await;
    let suspended = BetBar::MarketSuspended { why: SuspendReason::Roster };
    assert_eq!(stand.asks(3, bet(Outcome::South, 50)).await, refused(suspended));
    let ticket = granted(stand.asks(3, bet(Outcome::South, 0)).await).unwrap();
    assert_eq!((ticket.wallet, ticket.stake), (Some(coins(1_000)), None));
}

/// Stakes and market are there again after a stop in order and after a power failure, in every state.
#[tokio::test]
async fn a_market_goes_on_over_a_restart_in_each_of_its_states() {
    for is_crash in [false, true] {
        for is_locked in [false, true] {
            let mut stand = Stand::open().await;
            for n in [3, 4] {
                stand.comes(n).await;
            }
            stand.bets(3, Outcome::South, 100).await.unwrap();
            stand.bets(4, Outcome::North, 50).await.unwrap();
            if is_locked {
                stand.begins().await;
                stand.plays(4).await;
            }
            let mut stand = if is_crash { stand.after_a_crash().await } else { stand.again().await };
            for n in [SOUTH, NORTH, 3, 4] {
                stand.comes(n).await;
            }
            if is_locked {
                assert_eq!(stand.market(3).unwrap().state, MarketState::Locked, "{is_crash}");
                stand.hall.clock.wind(60_000);
                stand.settle().await;
                stand.resigns(NORTH).await;
                let paid = stand.books.wallet(&stand.room, crate::rooms::user(3));
                assert_eq!(paid, 1_050, "{is_crash}");
            } else {
                stand.opens_for(3).await;
                assert_eq!(stand.market(3).unwrap().total, coins(150), "{is_crash}");
                stand.bets(3, Outcome::South, 0).await.unwrap();
                assert_eq!(stand.books.wallet(&stand.room, crate::rooms::user(3)), 1_000);
            }
            stand.books.must_balance();
        }
    }
}

/// A server that allows less than before gives the stakes back at its start; nobody has to come.
#[tokio::test]
async fn what_is_turned_off_is_void_at_the_start() {
    let mut stand = Stand::open().await;
    stand.comes(3).await;
    stand.bets(3, Outcome::South, 100).await.unwrap();
    let stand = stand.with_bets_turned_off().await;
    stand.hall.rooms.end_what_is_turned_off().await;
    assert_eq!(stand.books.wallet(&stand.room, crate::rooms::user(3)), 1_000);
    assert_eq!(stand.books.market(&stand.room).view.void, Some(VoidReason::TurnedOff));
    stand.books.must_balance();
}

/// None of the rooms that are woken for it stays awake, or there would be no place for the others; and
/// books that fail at first are asked again.
#[tokio::test]
async fn what_is_turned_off_is_void_in_the_end_and_its_room_sleeps_again() {
    let mut stand = Stand::open().await;
    stand.comes(3).await;
    stand.bets(3, Outcome::South, 100).await.unwrap();
    let hall = stand.turned_off_asleep().await;
    hall.door.next_is(Mood::Fails);
    let rooms = hall.hall.rooms.clone();
    let ending = tokio::spawn(async move { rooms.end_what_is_turned_off().await });
    // Whoever meets the failure, the one that looks for such rooms or the room itself, asks again. A
    // room that has to is awake until it has been quiet for a while.
    let given_back = || hall.books.wallet(&hall.room, crate::rooms::user(3)) == 1_000;
    let waiting = async {
        while !ending.is_finished() || !given_back() || hall.hall.rooms.awake_count() > 0 {
            hall.hall.clock.wind(1_000);
            tokio::task::yield_now().await;
        }
    };
    assert!(tokio::time::timeout(crate::world::PATIENCE, waiting).await.is_ok());
    hall.hall.asleep().await;
}

/// An address that is shared with somebody who sits is noted with the bet.
#[tokio::test]
async fn a_bet_from_the_address_of_somebody_who_sits_is_noted() {
    let mut stand = Stand::open().await;
    stand.comes_from(4, 77).await;
    stand.sits_from(6, Side::South, 77).await;
    stand.hall.clock.wind(3_000);
    stand.settle().await;
    stand.comes_from(5, 78).await;
    stand.bets(4, Outcome::South, 10).await.unwrap();
    stand.bets(5, Outcome::South, 10).await.unwrap();
    let noted: Vec<_> = stand.books.calls().iter().flatten().map(|bet| bet.shared_address).collect();
    assert_eq!(noted, [true, false]);
}
