//! F9: whatever those who watch say reaches whom it is for, and no other player: neither what the
//! stand says among itself, nor advice to a side that does not listen, to the other side, or of
//! somebody whom the side will not hear.

use engine::{Preset, Side};
use protocol::command::Hearers;
use protocol::settings::DecisionMode;
use protocol::{Command, Motion, Refusal};
use sindillo_tests::table::Table;
use sindillo_tests::{Tab, World, quick};

use super::{every_route, holds_none, plays_by_hand};
use crate::defects::carries;

/// No byte of the protocol looks like these.
const STAND: &str = "sauti-jukwaa-5b20";
const TO_SOUTH: &str = "sauti-kusini-5b21";
const TO_NORTH: &str = "sauti-kaskazini-5b22";
/// What nobody wanted to hear.
const UNHEARD: &str = "sauti-bure-5b23";

#[tokio::test]
async fn f9_a_voice_of_the_stand_reaches_those_it_is_for_and_no_other_player() {
    let mut world = World::with(&["--no-address-limits"]).await;
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Hand);
    settings.decision.tries_max = 0;
    settings.stand.advice = true;
    settings.stand.cheers = true;
    let table = Table::begun(&world, settings, 2, 3).await;
    let [first, second, quiet] = &table.watchers[..] else { panic!("three watch") };
    let [south, north] = [&table.south, &table.north];

    first.says(Hearers::Stand, STAND).await.expect("a spectator may speak to the stand");
    for side in [Side::South, Side::North] {
        is_not_heard(first, side).await;
    }
    listens(&south[0], true).await;
    advises(first, Side::South, TO_SOUTH).await;
    is_heard(south, Side::South, TO_SOUTH).await;
    is_not_heard(second, Side::North).await;
    let own = Command::AdviceGive { side: Side::South, pit: None, text: UNHEARD.to_owned() };
    assert_eq!(north[0].asks(own).await, Err(Refusal::ForbiddenRole), "who plays is no spectator");
    quiet.cheers_for(Side::South).await.expect("a cheer");
    for tab in table.players() {
        tab.waits("the cheer is heard", |seen| seen.cheers[Side::South] == 1).await;
    }

    plays_by_hand(&table).await;
    let mute = Command::AdviceMute { member: first.member(), on: true };
    south[1].asks(mute).await.expect("any of the side may have enough of him");
    is_not_heard(first, Side::South).await;
    listens(&north[1], true).await;
    advises(second, Side::North, TO_NORTH).await;
    is_heard(north, Side::North, TO_NORTH).await;
    listens(&south[1], false).await;
    is_not_heard(second, Side::South).await;

    world.kill().await;
    table.everybody().for_each(Tab::returns);
    world.restart().await;
    for tab in table.everybody() {
        tab.is_up_to_date().await;
        tab.waits("the room goes on", |seen| seen.table.as_ref().is_some_and(|table| table.holds.is_empty()))
            .await;
    }
    plays_by_hand(&table).await;
    is_not_heard(first, Side::South).await;
    second.says(Hearers::Stand, STAND).await.expect("a spectator may speak to the stand");
    looks_everywhere(&table).await;
    carries(&table, Side::South, Motion::Resign).await;
    for tab in table.everybody() {
        tab.waits("the game is over", |seen| seen.game().is_some_and(|game| game.result.is_some())).await;
    }
    looks_everywhere(&table).await;

    for tab in table.everybody() {
        let heard = tab.person().heard();
        holds_none(tab.name(), &heard, &[UNHEARD]);
        for (words, hears) in [
            (TO_SOUTH, tab.seats() == [Side::South]),
            (TO_NORTH, tab.seats() == [Side::North]),
            (STAND, tab.seats().is_empty()),
        ] {
            assert_eq!(heard.holds(words), hears, "{} and {words}", tab.name());
        }
    }
    for tab in table.players() {
        holds_none(tab.name(), &tab.person().heard(), &[quiet.name()]);
    }
    table.all_see_the_same(&world).await;
    table.all_kept_the_contract();
    let _ = table.agrees_with_the_log(&world).await;
    world.end().await;
}

async fn listens(tab: &Tab, on: bool) {
    tab.asks(Command::EarsSet { on }).await.expect("a member may listen for his side");
}

async fn advises(tab: &Tab, side: Side, text: &str) {
    let advice = Command::AdviceGive { side, pit: Some(1), text: text.to_owned() };
    tab.asks(advice).await.expect("the side listens");
}

/// Words, and a pit without words, are refused.
async fn is_not_heard(tab: &Tab, side: Side) {
    for (pit, text) in [(None, UNHEARD), (Some(2), UNHEARD), (Some(3), "")] {
        let advice = Command::AdviceGive { side, pit, text: text.to_owned() };
        assert_eq!(tab.asks(advice).await, Err(Refusal::NotHeard), "{} to {side:?}", tab.name());
    }
}

async fn is_heard(team: &[Tab], side: Side, text: &str) {
    for tab in team {
        tab.waits("the advice is there", |seen| {
            seen.team[side].as_ref().is_some_and(|team| team.advice.iter().any(|row| row.text == text))
        })
        .await;
    }
}

/// Everybody loads the page anew, and asks every route.
async fn looks_everywhere(table: &Table) {
    for tab in table.everybody() {
        let fresh = tab.person().enters(&table.room).await;
        fresh.kept_the_contract();
        fresh.leaves().await;
        every_route(tab.person(), &table.room).await;
    }
}
