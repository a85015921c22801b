//! Stakes and seats exclude each other (B1, B8, W13, W14).

use engine::Side;
use protocol::betting::{BetBar, MarketState, Outcome};
use protocol::command::Hearers;
use protocol::message::Answer;
use protocol::refusal::Refusal;
use protocol::{Command, MarketId, MemberId};
use server::store::ledger::Ledger;

use super::stand::{Kind, NO_BOOKS, NORTH, SOUTH, Stand, bet, fresh, refused};
use crate::books::{Mood, coins};
use crate::rooms::user;

const fn sit(withdraw: bool) -> Command {
    Command::SeatTake { side: Some(Side::South), withdraw }
}

#[tokio::test]
async fn who_has_a_stake_sits_down_by_taking_it_back_and_only_before_the_lock() {
    for kind in [Kind::Strict, Kind::Sqlite] {
        let mut stand = Stand::open_on(kind).await;
        for n in [3, 4, 5] {
            stand.comes(n).await;
        }
        stand.bets(3, Outcome::South, 100).await.unwrap();
        stand.bets(4, Outcome::North, 50).await.unwrap();
        stand.bets(5, Outcome::Draw, 50).await.unwrap();
        let stake = |withdrawable| Answer::from(Refusal::HasOpenStake { withdrawable });
        assert_eq!(stand.asks(3, sit(false)).await, stake(true));
        // Where the seat would not be granted the stake stays.
        for n in [6, 7, 8] {
            stand.sits(n, Side::North).await;
        }
        let nowhere = Command::SeatTake { side: Some(Side::North), withdraw: true };
        assert_eq!(stand.asks(3, nowhere).await, Refusal::SideFull.into());
        let kept = stand.door.kept(&stand.room).await;
        assert_eq!(kept.stakes[&user(3)].stake, coins(100));
        for n in [6, 7, 8] {
            stand.must(n, Command::SeatLeave {}).await;
        }
        stand.hall.clock.wind(3_000);
        stand.settle().await;
        let cid = fresh();
        assert_eq!(stand.asks_as(4, cid, sit(true)).await, Answer::Ok);
        assert_eq!(stand.asks_as(4, cid, sit(true)).await, Answer::Ok, "sent again");
        let kept = stand.door.kept(&stand.room).await;
        assert!(!kept.stakes.contains_key(&user(4)));
        assert_eq!(stand.asks(4, bet(Outcome::North, 50)).await, refused(BetBar::IsParticipant));
        stand.must(4, Command::SeatLeave {}).await;
        assert_eq!(stand.asks(4, bet(Outcome::North, 50)).await, refused(BetBar::IsParticipant));
        stand.begins().await;
        assert_eq!(stand.asks(5, sit(true)).await, stake(false), "after the lock");
        stand.until("locked", |stand| stand.market(5).unwrap().state == MarketState::Locked).await;
        assert_eq!(stand.market(5).unwrap().total, coins(150), "of the third and the fifth");
    }
}

/// The books fail as somebody takes his stake back: he does not sit, and the same again tells.
#[tokio::test]
async fn where_nobody_knows_whether_the_stake_is_back_the_seat_waits() {
    for mood in [Mood::Fails, Mood::LosesAnswer, Mood::LosesCall] {
        let mut stand = Stand::open().await;
        stand.comes(3).await;
        stand.bets(3, Outcome::South, 100).await.unwrap();
        stand.door.next_is(mood);
        let cid = fresh();
        assert_eq!(stand.asks_as(3, cid, sit(true)).await, refused(NO_BOOKS), "{mood:?}");
        assert_eq!(stand.asks_until_known(3, cid, sit(true)).await, Answer::Ok, "{mood:?}");
        assert!(stand.books.market(&stand.room).stakes.is_empty());
        assert_eq!(stand.books.wallet(&stand.room, user(3)), 1_000, "{mood:?}");
    }
}

#[tokio::test]
async fn nobody_who_has_a_part_in_a_match_bets_on_it() {
    let mut stand = Stand::open().await;
    for (n, why) in [(SOUTH, BetBar::IsParticipant), (NORTH, BetBar::IsParticipant)] {
        assert_eq!(stand.asks(n, bet(Outcome::South, 100)).await, refused(why));
    }
    assert!(stand.books.market(&stand.room).stakes.is_empty());
    assert_eq!(stand.books.calls().iter().flatten().filter(|bet| bet.barred.is_none()).count(), 0);
}

impl Stand {
    /// Somebody who has bet says something, and the host sends him away.
    async fn speaks(&mut self, n: u128) -> MemberId {
        let line = Command::ChatSay { to: Hearers::All, text: "hello".to_owned() };
        self.must(n, line).await;
        let member = self.handle.look(user(n)).await.unwrap().role.member.unwrap();
        // His page is closed then.
        self.people.remove(&n);
        member
    }
}

/// Who is sent away cannot come and take his stake back: it goes back by itself, until the lock.
#[tokio::test]
async fn who_is_sent_away_before_the_lock_has_his_stake_back() {
    for kind in [Kind::Strict, Kind::Sqlite] {
        let mut stand = Stand::open_on(kind).await;
        for n in [3, 4, 5] {
            stand.comes(n).await;
        }
        for (n, outcome) in [(3, Outcome::South), (4, Outcome::North), (5, Outcome::South)] {
            stand.bets(n, outcome, 100).await.unwrap();
        }
        let [third, fifth] = [stand.speaks(3).await, stand.speaks(5).await];
        stand.must(SOUTH, Command::MemberBan { member: third, on: true }).await;
        stand.settle().await;
        let kept = stand.door.kept(&stand.room).await;
        assert_eq!((kept.stakes.contains_key(&user(3)), kept.view.total), (false, coins(200)));
        stand.hall.clock.wind(250);
        stand.settle().await;
        assert_eq!(stand.market(4).unwrap().total, coins(200));
        stand.begins().await;
        stand.must(SOUTH, Command::MemberBan { member: fifth, on: true }).await;
        assert!(stand.door.kept(&stand.room).await.stakes.contains_key(&user(5)), "after the lock it stands");
        stand.plays(4).await;
        stand.resigns(NORTH).await;
        stand.hall.clock.wind(250);
        stand.until("it is over", |stand| stand.market(4).unwrap().market == MarketId(2)).await;
        let over = stand.door.market(&stand.room, MarketId(1)).await.unwrap().unwrap();
        assert_eq!(over.stakes[&user(5)].back, Some(coins(200)), "and wins");
    }
}

/// The same order that sends him away may be the last before the game begins.
#[tokio::test]
async fn who_is_sent_away_right_before_the_lock_has_his_stake_back() {
    let mut stand = Stand::open().await;
    stand.comes(3).await;
    stand.bets(3, Outcome::South, 100).await.unwrap();
    let member = stand.speaks(3).await;
    stand.is_ready().await;
    stand.hall.clock.wind(19_999);
    stand.settle().await;
    stand.sends(SOUTH, fresh(), Command::MemberBan { member, on: true });
    stand.hall.clock.wind(1_000);
    stand.settle().await;
    assert!(stand.has(super::stand::locked).await);
    let market = stand.books.market(&stand.room);
    assert!(market.stakes.is_empty(), "{market:?}");
    assert_eq!(stand.books.wallet(&stand.room, user(3)), 1_000);
}

/// The books fail as he is sent away, or the server stops: it is made good before the lock.
#[tokio::test]
async fn the_stake_of_who_was_sent_away_waits_for_the_books() {
    for (mood, is_crash) in [(Mood::Fails, false), (Mood::LosesCall, false), (Mood::Hangs, true)] {
        let mut stand = Stand::open().await;
        stand.comes(3).await;
        stand.bets(3, Outcome::South, 100).await.unwrap();
        let member = stand.speaks(3).await;
        stand.door.next_is(mood);
        let (cid, calls) = (fresh(), stand.door.calls());
        stand.sends(SOUTH, cid, Command::MemberBan { member, on: true });
        stand.lets(|stand| stand.door.calls() > calls).await;
        stand.hall.clock.wind(2_000);
        let stand = if is_crash { stand.after_a_crash().await } else { stand };
        let waiting = async {
            while stand.books.wallet(&stand.room, user(3)) != 1_000 {
                stand.hall.clock.wind(100);
                let _ = stand.handle.look(user(SOUTH)).await;
                tokio::task::yield_now().await;
            }
        };
        assert!(tokio::time::timeout(crate::world::PATIENCE, waiting).await.is_ok(), "{mood:?}");
        assert!(!stand.has(super::stand::locked).await);
        stand.books.must_balance();
    }
}

/// The game begins before the order is looked at: the stake stands, and he does not sit.
#[tokio::test]
async fn who_would_sit_down_as_the_game_begins_keeps_his_stake() {
    let mut stand = Stand::open().await;
    for n in [3, 4] {
        stand.comes(n).await;
    }
    stand.bets(3, Outcome::South, 100).await.unwrap();
    stand.bets(4, Outcome::North, 50).await.unwrap();
    stand.is_ready().await;
    stand.hall.clock.wind(19_999);
    stand.settle().await;
    stand.hall.clock.wind(2);
    let answer = stand.asks(3, sit(true)).await;
    assert_eq!(answer, Answer::from(Refusal::HasOpenStake { withdrawable: false }));
    assert_eq!(stand.door.kept(&stand.room).await.stakes[&user(3)].stake, coins(100));
}
