//! Who is told what, and when (B10).

use engine::{BySide, Side};
use protocol::betting::{BetBar, MarketState, MarketView, Outcome};
use protocol::message::Answer;
use protocol::refusal::Refusal;
use protocol::{Command, ServerFrame};

use super::stand::{NORTH, SOUTH, Stand, bet, granted, refused};
use crate::books::coins;

/// Before the lock the frames of two stands that differ in nothing but who bet on what are the same.
#[tokio::test]
async fn before_the_lock_no_frame_depends_on_who_bets_on_what() {
    let mut told = Vec::new();
    for (first, second) in [(Outcome::South, Outcome::North), (Outcome::North, Outcome::South)] {
        let mut stand = Stand::open().await;
        for n in [3, 4, 5] {
            stand.comes(n).await;
        }
        stand.bets(3, first, 100).await.unwrap();
        stand.bets(4, second, 50).await.unwrap();
        stand.hall.clock.wind(250);
        stand.settle().await;
        let markets: Vec<MarketView> = stand.people[&5].markets();
        assert!(markets.iter().all(|market| market.pools.is_none()));
        told.push(markets);
        for n in [3, 4, 5] {
            assert_eq!(stand.people[&n].tickets(), [], "{n} is told a ticket that he did not ask for");
        }
    }
    assert_eq!(told[0], told[1]);
    assert_eq!(told[0].last().map(|market| market.total), Some(coins(150)));
}

#[tokio::test]
async fn a_market_is_told_four_times_a_second_at_most_and_the_last_state_always() {
    let mut stand = Stand::open().await;
    for n in 3..=30 {
        stand.comes(n).await;
    }
    let before = stand.people[&30].markets().len();
    for n in 3..=29_u128 {
        stand.bets(n, Outcome::South, 10).await.unwrap();
        stand.hall.clock.wind(10);
    }
    stand.hall.clock.wind(250);
    stand.settle().await;
    let told = &stand.people[&30].markets()[before..];
    assert!((2..=3).contains(&told.len()), "in half a second: {}", told.len());
    assert_eq!(told.last().map(|market| (market.bettors, market.total)), Some((27, coins(270))));
}

#[tokio::test]
async fn who_sits_down_is_told_no_more_and_who_stands_up_is_told_at_once() {
    let mut stand = Stand::open().await;
    for n in [3, 4] {
        stand.comes(n).await;
    }
    stand.must(3, Command::SeatTake { side: Some(Side::South), withdraw: false }).await;
    stand.settle().await;
    let before = stand.people[&3].markets().len();
    stand.hall.clock.wind(3_000);
    stand.settle().await;
    stand.bets(4, Outcome::South, 100).await.unwrap();
    stand.hall.clock.wind(250);
    stand.settle().await;
    assert_eq!(stand.people[&3].markets().len(), before, "he sits");
    let ticket = stand.ticket(3).await;
    let Answer::Bet(ticket) = ticket else { panic!("{ticket:?}") };
    assert_eq!((ticket.market, ticket.bar), (None, Some(BetBar::IsParticipant)));
    stand.must(3, Command::SeatLeave {}).await;
    stand.settle().await;
    assert_eq!(stand.market(3).map(|market| market.total), Some(coins(100)));
}

#[tokio::test]
async fn another_page_of_whoever_bets_has_his_ticket_and_the_one_he_asked_from_has_the_answer() {
    let mut stand = Stand::open().await;
    stand.comes(3).await;
    let (other, _) = crate::rooms::enter(&stand.handle, 3).await;
    stand.settle().await;
    let read = || {
        let frames = other.take_now().map(|parcel| parcel.frames).unwrap_or_default();
        let frames = frames.iter().map(|f| serde_json::from_slice::<ServerFrame>(f.as_bytes()).unwrap());
        frames.collect::<Vec<_>>()
    };
    read();
    let answer = granted(stand.asks(3, bet(Outcome::South, 100)).await).unwrap();
    stand.settle().await;
    assert!(stand.people[&3].tickets().is_empty());
    let ticket = |frame: &ServerFrame| matches!(frame, ServerFrame::Ticket(ticket) if **ticket == answer);
    assert!(read().iter().any(ticket));
}

#[tokio::test]
async fn a_ticket_says_why_one_may_not_bet_and_what_the_wallet_holds() {
    let mut stand = Stand::open().await;
    stand.comes(3).await;
    let ticket = granted(stand.ticket(3).await).unwrap();
    assert_eq!((ticket.bar, ticket.wallet, ticket.stake), (None, Some(coins(1_000)), None));
    stand.bets(3, Outcome::Draw, 30).await.unwrap();
    let ticket = granted(stand.ticket(3).await).unwrap();
    assert_eq!((ticket.wallet, ticket.stake.unwrap().outcome), (Some(coins(970)), Outcome::Draw));
    stand.begins().await;
    let ticket = granted(stand.ticket(3).await).unwrap();
    assert_eq!(ticket.bar, Some(BetBar::MarketLocked));
    assert_eq!(ticket.paid.map(|paid| paid.back), Some(coins(30)), "nobody bet against him");
}

#[tokio::test]
async fn cheers_are_told_to_all_once_a_second_and_kept_nowhere() {
    let mut stand = Stand::open().await;
    for n in [3, 4] {
        stand.comes(n).await;
    }
    let before = stand.log().await;
    let cheer = |side| Command::Cheer { side };
    stand.must(3, cheer(Side::South)).await;
    stand.must(4, cheer(Side::North)).await;
    let limited = stand.asks(3, cheer(Side::South)).await;
    assert_eq!(limited, Refusal::RateLimited { wait_ms: 5_000 }.into());
    assert!(matches!(stand.asks(SOUTH, cheer(Side::South)).await, Answer::Err { .. }), "he plays");
    stand.hall.clock.wind(1_000);
    stand.settle().await;
    for n in [SOUTH, NORTH, 3, 4] {
        let cheers = stand.people[&n].seen.iter().filter_map(|frame| match frame {
            ServerFrame::Cheers { cheers } => Some(*cheers),
            _ => None,
        });
        let sum = cheers
            .fold(BySide::default(), |sum: BySide<u32>, more| BySide::from_fn(|side| sum[side] + more[side]));
        assert_eq!(sum, BySide { south: 1, north: 1 }, "{n}");
    }
    assert_eq!(stand.log().await, before);
    assert_eq!(stand.market(3).unwrap().state, MarketState::Open);
    assert_eq!(stand.asks(SOUTH, bet(Outcome::South, 10)).await, refused(BetBar::IsParticipant));
}
