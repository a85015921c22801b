//! One person in several windows.

use engine::Side;
use protocol::betting::{BetBar, MarketState, Outcome};
use protocol::{Command, MarketId, Refusal};
use sindillo_tests::{Tab, World};

use super::booth::{AT_ONCE, Booth, accounts, elsewhere, public, staked, story, ticket};

/// tagpro-game/tagpro-issues#280: one person played in one window and watched in another.
#[tokio::test]
async fn m39_w14_who_plays_in_one_window_is_told_of_no_bets_in_another_and_makes_none() {
    let world = World::with(&AT_ONCE).await;
    let people = accounts(&world, 4).await;
    let mut booth = Booth::open_for(&world, public(), &people[..2]).await;
    let [first, second] = [0, 1].map(|place| booth.bettors()[place].clone());

    // He plays in one browser and watches in another, from elsewhere; a third window is open since
    // before he sat down.
    let room = &booth.table.room.clone();
    let before = people[2].enters(room).await;
    before.market_is(MarketState::Open).await;
    let player = people[2].enters(room).await;
    player.market_is(MarketState::Open).await;
    let since = frames(&first);
    player.sits(Side::South).await.expect("a seat");
    booth.table.south.push(player.clone());
    before
        .waits("the seat is his in every window", |seen| {
            seen.role.as_ref().is_some_and(|role| role.seats == [Side::South])
        })
        .await;
    // Until then he only watched.
    let told_before = [told(&player), told(&before)];
    assert!(told_before.iter().all(|frames| !frames.is_empty()));
    let other = elsewhere(&world, "kimani.2").await;
    let watch = other.enters(room).await;
    assert_eq!(watch.seats(), [Side::South], "he is who he is");

    reopens(&first, since).await;
    first.bets(Outcome::South, 100).await.expect("bets are taken");
    second.bets(Outcome::North, 40).await.expect("bets are taken");
    for (tab, stake) in [(&player, 50), (&watch, 50), (&watch, 0), (&before, 50), (booth.north(), 50)] {
        takes_no_part(tab, stake).await;
    }
    for tab in [&player, &watch, &before] {
        assert_eq!(story(tab, 1).await.err(), Some(Refusal::ForbiddenRole), "{}", tab.name());
    }
    let nothing = ticket(&watch).await;
    assert_eq!((nothing.market, nothing.wallet, nothing.stake), (None, None, None), "{nothing:?}");

    // Who leaves his seat again has sat there all the same.
    let left = people[3].enters(room).await;
    let since = frames(&first);
    left.sits(Side::North).await.expect("a seat");
    left.asks(Command::SeatLeave {}).await.expect("he may go");
    reopens(&first, since).await;
    takes_no_part(&left, 50).await;
    left.leaves().await;

    booth.begins().await;
    first.market_is(MarketState::Locked).await;
    booth.plays(4).await;
    for tab in [&player, &watch, &before] {
        takes_no_part(tab, 50).await;
        assert_eq!(story(tab, 1).await.err(), Some(Refusal::ForbiddenRole), "while the game goes on");
    }
    assert_eq!([told(&player), told(&before)], told_before, "not a frame about the market came since");
    assert!(told(&watch).is_empty(), "nor one to the other browser");
    let heard = other.heard();
    for word in ["\"f\":\"market\"", "\"f\":\"ticket\"", "\"pools\"", "\"contested\""] {
        assert!(!heard.holds(word), "{word} came, somehow");
    }
    println!("{} bytes came to the other window, and none about bets", heard.len());
    booth.gives_up(Side::North).await;
    booth.is_over(1).await;
    let view = story(&watch, 1).await.expect("now that it is over").view;
    assert_eq!(view.state, MarketState::Settled);
    assert_eq!(staked(&ticket(&player).await), 0);
    for tab in [&player, &watch, &before] {
        tab.kept_the_contract();
    }
    booth.ends_well(world).await;
}

/// A bet of somebody who sits, or sat, is refused, wherever it comes from.
async fn takes_no_part(tab: &Tab, stake: u64) {
    let order = tab.sends_bet(MarketId(1), Outcome::North, stake);
    assert_eq!(tab.bet_answer(&order).await, Err(BetBar::IsParticipant), "{}", tab.name());
}

fn frames(tab: &Tab) -> usize {
    tab.look(|state| state.frames.len())
}

/// Somebody has sat down, or stood up, since so many frames: for three seconds nobody bets.
async fn reopens(tab: &Tab, since: usize) {
    tab.until("the market is open again", |state| {
        let stopped = state.frames[since..].iter().any(|frame| frame.contains(r#""suspended":"roster""#));
        let open = state.seen.market.as_ref().is_some_and(|market| market.state == MarketState::Open);
        (stopped && open).then_some(())
    })
    .await;
}

/// The frames about bets that a page got.
fn told(tab: &Tab) -> Vec<String> {
    let is_of_bets =
        |frame: &&String| frame.starts_with(r#"{"f":"market""#) || frame.starts_with(r#"{"f":"ticket""#);
    tab.look(|state| state.frames.iter().filter(is_of_bets).cloned().collect())
}
