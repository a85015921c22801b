//! Bets through a room: put in order with everything else, answered once and after the commit, told
//! to those who watch and to nobody who sits, and never in the way of a match.

mod faults;
mod frames;
mod order;
mod seats;
mod stand;
mod voids;

use protocol::betting::{MarketState, Outcome};
use protocol::{MarketId, ServerFrame};
use server::store::ledger::Ledger;

use self::stand::{Kind, NORTH, SOUTH, Stand};
use crate::books::coins;

#[tokio::test]
async fn from_the_first_bet_to_the_payout_watchers_learn_what_they_may_and_players_nothing() {
    let stand = tell_the_story(Stand::open().await).await;
    stand.books.must_balance();
    let sqlite = tell_the_story(Stand::open_on(Kind::Sqlite).await).await;
    let markets = |stand: &Stand| stand.people[&5].markets();
    assert_eq!(markets(&stand), markets(&sqlite), "other books, the same frames");
}

async fn tell_the_story(mut stand: Stand) -> Stand {
    for n in 3..=5 {
        stand.comes(n).await;
    }
    assert_eq!(stand.market(3).unwrap().state, MarketState::Open, "who comes is told at once");
    let ticket = stand.bets(3, Outcome::South, 100).await.unwrap();
    assert_eq!((ticket.wallet, ticket.stake.unwrap().stake), (Some(coins(900)), coins(100)));
    stand.bets(4, Outcome::North, 50).await.unwrap();
    stand.hall.clock.wind(250);
    stand.settle().await;
    let market = stand.market(5).unwrap();
    assert_eq!((market.total, market.bettors, market.contested), (coins(150), 2, true));
    let kept = stand.door.follow(&stand.room, 0).await.unwrap().unwrap();
    assert_eq!(market, kept.view, "as the books have it");
    stand.begins().await;
    let market = stand.market(5).unwrap();
    assert_eq!(market.state, MarketState::Locked);
    let split: Vec<_> = market.pools.unwrap().iter().map(|pool| pool.coins.get()).collect();
    assert_eq!(split, [100, 0, 50]);
    let pays = |n: u128, stand: &Stand| stand.people[&n].tickets().last()?.stake?.pays;
    for n in [3, 4] {
        stand.until("it is told what the stake becomes", |stand| pays(n, stand) == Some(coins(150))).await;
    }
    stand.plays(4).await;
    stand.resigns(NORTH).await;
    stand.hall.clock.wind(250);
    stand.settle().await;
    let market = stand.people[&5].market_by(1).unwrap();
    assert_eq!((market.state, market.result), (MarketState::Settled, Some(Outcome::South)));
    let paid =
        |n: u128, stand: &Stand| stand.people[&n].tickets().last().filter(|t| t.paid.is_some()).cloned();
    stand.until("it is told what came back", |stand| paid(3, stand).and(paid(4, stand)).is_some()).await;
    let (right, wrong) = (paid(3, &stand).unwrap(), paid(4, &stand).unwrap());
    assert_eq!((right.wallet, right.paid.unwrap().back), (Some(coins(1_050)), coins(150)));
    assert_eq!((wrong.wallet, wrong.paid.unwrap().back), (Some(coins(950)), coins(0)));
    assert_eq!((right.market, stand.market(5).unwrap().state), (Some(MarketId(1)), MarketState::Open));
    assert!(stand.people[&5].tickets().is_empty(), "who has not bet has no ticket");
    for n in [SOUTH, NORTH] {
        let sat_down = stand.people[&n]
            .seen
            .iter()
            .position(|frame| matches!(frame, ServerFrame::Role(role) if !role.seats.is_empty()));
        let told = |f: &ServerFrame| matches!(f, ServerFrame::Market { .. } | ServerFrame::Ticket(_));
        assert!(!stand.people[&n].seen[sat_down.unwrap()..].iter().any(told), "{n} sits");
    }
    stand
}
