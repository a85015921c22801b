//! H2, H4: servers that come and go under the pages of people.

use engine::{Preset, Side};
use protocol::command::Hearers;
use protocol::message::Answer;
use protocol::settings::DecisionMode;
use protocol::{CloseCode, Command};
use sindillo_tests::table::Table;
use sindillo_tests::{End, Proxy, Tab, Way, World, quick};

use super::{ends_well, moves_behind};
use crate::council::{opened, plain, south_starts};

/// H2, lichess-org/lila#5715: what keeps the connections stays, the server behind it restarts, and
/// pages go on with what the old one told. Here the line stays open over the restart: what is sent
/// on it is lost, nothing comes of it, and a page that comes back is told that it is in another
/// life of the room.
#[tokio::test]
async fn h2_a_line_that_stays_open_over_a_restart_misleads_nobody() {
    let mut world = World::with(&["--no-address-limits"]).await;
    let proxy = Proxy::before(&world).await;
    let (mut table, turn) = opened(&world, south_starts(DecisionMode::Majority), 3, 1).await;
    moves_behind(&mut table.south[0], &proxy).await;
    let tab = table.south[0].clone();
    let mv = plain(&turn)[0].clone();
    table.south[1].votes(&mv).await.expect("a vote that the old server knows");
    tab.waits("it is told", |seen| seen.ballot(Side::South).is_some_and(|ballot| ballot.voted == 1)).await;
    let (wire, before) = (proxy.socket(), tab.picture());
    let epoch = tab.look(|state| state.welcome.as_ref().expect("a welcome").epoch.clone());
    wire.hides_ends();
    world.kill().await;
    wire.has_closed(End::Server).await;
    world.restart().await;
    for other in table.everybody().filter(|other| other.name() != tab.name()) {
        other.returns();
        other.is_up_to_date().await;
    }
    // The page knows nothing yet; what it asks for now goes nowhere.
    assert!(tab.look(sindillo_tests::State::is_open), "the line is still open");
    let order = tab.sends(Command::ChatSay { to: Hearers::All, text: "Still here?".to_owned() }, None);
    tab.sends_text(r#"{"k":"ping","d":{"t":1}}"#);
    let pings = wire.has_carried(Way::Up, "\"ping\"").await;
    assert!(pings.is_text());
    let told = tab.picture();
    assert_eq!((told.heads, &told.table), (before.heads, &before.table), "it shows what it was told");
    // No pong comes: the page gives the line up and opens another one.
    tab.returns();
    tab.is_cut();
    tab.is_up_to_date().await;
    let welcome = tab.look(|state| state.welcome.clone()).expect("a welcome");
    assert!(!welcome.resumed && welcome.epoch != epoch, "another life: {welcome:?}");
    assert_eq!(tab.settles(&order).await, Ok(()), "what went nowhere is sent again, and done once");
    let vote = |seen: &sindillo_tests::Seen| seen.ballot(Side::South).is_some_and(|ballot| ballot.voted == 1);
    tab.waits("the vote is still there", vote).await;
    goes_on(&table).await;
    tab.votes(&mv).await.expect("and goes on");
    table.is_over(&turn).await;
    drop(wire);
    ends_well(&table, world).await;
}

/// H2: the bytes of the old line, said again to the new server, are nobody's.
#[tokio::test]
async fn h2_what_was_said_to_the_old_server_opens_nothing_at_the_new_one() {
    let mut world = World::with(&["--no-address-limits"]).await;
    let proxy = Proxy::before(&world).await;
    let person = world.person("Naserian").await;
    let room = person.opens(quick(Preset::EnDodoi, DecisionMode::Hand)).await;
    let tab = person.behind(&proxy).enters(&room).await;
    tab.says(Hearers::All, "Once.").await.expect("a line");
    let said = proxy.socket().carried(Way::Up);
    world.kill().await;
    world.restart().await;
    let mut line = sindillo_tests::raw::Line::upgraded(&person, &room).await.expect("an upgrade");
    for parcel in &said {
        line.write(&parcel.raw).await.expect("sent");
    }
    let code = line.close_code().await.expect("a close");
    assert_eq!(code, Some(CloseCode::Unauthorized.number()), "a ticket is good for one socket");
    let fresh = person.enters(&room).await;
    let lines = fresh.look(|state| state.seen.table.as_ref().map(|table| table.chat.len()));
    assert_eq!(lines, Some(1), "and nothing was done again");
    world.end().await;
}

/// H4, ArnoldSmith86/virtualtabletop#375, tannerkrewson/rocketcrab#70: an old page talks to a new
/// server. Here: numbers of another life are answered with everything anew, for every reader.
#[tokio::test]
async fn h4_numbers_of_another_life_are_answered_with_everything_anew() {
    let mut world = World::with(&["--no-address-limits"]).await;
    let table = Table::begun(&world, quick(Preset::EnDodoi, DecisionMode::Majority), 2, 1).await;
    table.everybody().for_each(Tab::returns);
    for round in 1..=2 {
        let order =
            table.south[0].sends(Command::ChatSay { to: Hearers::Team, text: format!("line {round}") }, None);
        assert_eq!(table.south[0].answer(&order).await, Answer::Ok);
        world.terminate().await;
        world.restart().await;
        for tab in table.everybody() {
            tab.until("a new life", |state| (state.figures.snapped > round && state.is_open()).then_some(()))
                .await;
            tab.is_up_to_date().await;
            let figures = tab.look(|state| state.figures);
            assert_eq!((figures.snapped, figures.resumed), (round + 1, 0), "{}", tab.name());
        }
        goes_on(&table).await;
    }
    ends_well(&table, world).await;
}

async fn goes_on(table: &Table) {
    for tab in table.everybody() {
        tab.waits("the room goes on", |seen| seen.table.as_ref().is_some_and(|table| table.holds.is_empty()))
            .await;
    }
}
