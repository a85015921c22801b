//! How a side comes to a move: ballots and their ends, ties, tries, clocks, and what is refused.

mod ballots;
mod clocks;
mod consent;
mod orders;
mod roles;
mod ties;

use engine::{Move, Preset, Side};
use protocol::event::{BallotResult, TallyRow};
use protocol::message::Stream;
use protocol::settings::{DecisionMode, StarterRule};
use protocol::{Command, Event, RoomSettings};
use sindillo_tests::tab::Told;
use sindillo_tests::table::{Table, Turn};
use sindillo_tests::{Tab, World, quick};

/// A small board whose first turn is South's.
pub(crate) fn south_starts(mode: DecisionMode) -> RoomSettings {
    let mut settings = quick(Preset::EnDodoi, mode);
    settings.starter = StarterRule::Agreement;
    settings.team_max = 5;
    settings
}

/// Everybody sits down, South starts, and South's first turn is open.
pub(crate) async fn opened(
    world: &World,
    settings: RoomSettings,
    each: usize,
    watchers: usize,
) -> (Table, Turn) {
    let table = Table::seated(world, settings, each, watchers).await;
    for side in [Side::South, Side::North] {
        let wish = Command::StarterSet { starter: Some(Side::South) };
        table.side(side)[0].asks(wish).await.expect("a member may wish");
    }
    table.is_ready().await;
    let turn = table.turn().await.expect("a first turn");
    assert_eq!(turn.side, Side::South);
    (table, turn)
}

/// The hand, and the others of South in seat order.
pub(crate) fn hand_and_others<'t>(table: &'t Table, turn: &Turn) -> (&'t Tab, Vec<&'t Tab>) {
    (table.of(turn.hand), table.others(turn.side, turn.hand))
}

/// The moves that may be played, plain ones only.
pub(crate) fn plain(turn: &Turn) -> Vec<Move> {
    turn.offers.iter().map(|offer| offer.mv.clone()).collect()
}

/// Wait for an event of a stream, and tell it with its moment.
pub(crate) async fn told(tab: &Tab, stream: Stream, what: &str, is: impl Fn(&Event) -> bool) -> Told {
    tab.until(what, |state| state.story_of(stream).find(|told| is(&told.event)).cloned()).await
}

/// Wait until South's first ballot is closed.
pub(crate) async fn closed(tab: &Tab) -> (BallotResult, Vec<TallyRow>, u64) {
    let told =
        told(tab, Stream::South, "the ballot closes", |event| matches!(event, Event::BallotClosed { .. }))
            .await;
    match told.event {
        Event::BallotClosed { result, tally, .. } => (result, tally, told.at),
        other => panic!("{other:?}"),
    }
}

/// Wait until the first ply stands.
pub(crate) async fn stood(tab: &Tab) -> (Move, u64) {
    let told = told(tab, Stream::Table, "the ply stands", |event| matches!(event, Event::Stood { .. })).await;
    match told.event {
        Event::Stood { mv, .. } => (mv, told.at),
        other => panic!("{other:?}"),
    }
}

/// All saw the same, nobody saw a breach, and the server had nothing to complain about.
async fn ends(table: &Table, world: World) {
    table.all_see_the_same(&world).await;
    table.all_kept_the_contract();
    world.end().await;
}
