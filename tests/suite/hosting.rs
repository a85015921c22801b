//! What whoever hosts a server relies on: it stops when asked, keeps damage to one room, and lets
//! nobody take more than his share.

use std::time::Duration;

use engine::Preset;
use protocol::Refusal;
use protocol::command::Hearers;
use protocol::http::{BotSeats, RoomRequest};
use protocol::settings::DecisionMode;
use sindillo_tests::patience::came_back;
use sindillo_tests::raw::Upgrade;
use sindillo_tests::world::DRAIN;
use sindillo_tests::{Tab, World, quick};
use tokio::time::Instant;

/// X2: whichever signal a host sends, what was said is kept.
#[tokio::test]
async fn a_server_stops_for_any_signal_and_at_once_for_the_second() {
    let mut world = World::new().await;
    world.expect_warning("told to stop a second time");
    let person = world.person("Naserian").await;
    let room = person.opens(quick(Preset::EnDodoi, DecisionMode::Hand)).await;
    for (lines, signals) in [(1, &["INT"][..]), (2, &["HUP"]), (3, &["TERM", "TERM"])] {
        let tab = person.enters(&room).await;
        tab.says(Hearers::All, "Before the end.").await.expect("a line");
        let stopped = world.signalled(signals).await;
        if signals.len() == 1 {
            assert!(stopped.status.success(), "{signals:?}: {}", stopped.status);
            assert_eq!(tab.waits_for_close().await, Some(1001));
        }
        assert!(stopped.took < DRAIN, "{signals:?}: {:?}", stopped.took);
        world.restart().await;
        let back = person.enters(&room).await;
        let kept = back.look(|state| state.seen.table.as_ref().map(|table| table.chat.len()));
        assert_eq!(kept, Some(lines), "{signals:?}");
    }
    world.end().await;
}

/// R8: damage is noticed, named, and kept to its room.
#[tokio::test]
async fn a_damaged_log_holds_its_own_room_and_no_other() {
    let mut world = World::new().await;
    let person = world.person("Naserian").await;
    let sick = person.opens(quick(Preset::EnDodoi, DecisionMode::Hand)).await;
    let sound = person.opens(quick(Preset::Ndoto, DecisionMode::Hand)).await;
    for room in [&sick, &sound] {
        let tab = person.enters(room).await;
        let word = if room == &sick { "mbuzi-mgonjwa" } else { "mbuzi-mzima" };
        tab.says(Hearers::All, word).await.expect("a line");
        tab.leaves().await;
    }
    world.terminate().await;
    world.damage("mbuzi-mgonjwa");
    world.expect_warning("its log is damaged");
    world.restart().await;
    let tab = person.enters(&sound).await;
    tab.waits("the sound room is whole", |seen| {
        seen.table.as_ref().is_some_and(|table| table.chat.iter().any(|line| line.text == "mbuzi-mzima"))
    })
    .await;
    let refused = Tab::closed(person.clone(), sick.clone());
    assert!(refused.opens_at_all().await.is_err(), "a damaged room does not open");
    tab.says(Hearers::All, "We go on.").await.expect("the others are served");
    assert!(world.log().text().contains(sick.as_str()), "the server's log names the room");
    world.end().await;
}

#[tokio::test]
async fn a_guest_holds_three_rooms_with_people_in_them() {
    let world = World::new().await;
    let person = world.person("Naserian").await;
    let settings = || quick(Preset::EnDodoi, DecisionMode::Hand);
    let mut tabs = Vec::new();
    for _ in 0..protocol::limits::ROOMS_PER_GUEST {
        let room = person.opens(settings()).await;
        tabs.push(person.enters(&room).await);
    }
    let response =
        person.asks_for_room(&RoomRequest { settings: settings(), bots: BotSeats::default() }).await;
    assert_eq!((response.status, response.refusal()), (429, Refusal::TooManyRooms));
    // Somebody else may, and so may he once one of his is empty.
    world.person("Moinan").await.opens(settings()).await;
    tabs.pop().expect("three").leaves().await;
    person.opens(settings()).await;
    world.end().await;
}

/// I3: who knocks too often is told to wait; nobody else is.
#[tokio::test]
async fn one_address_that_knocks_too_often_waits_alone() {
    let world = World::new().await;
    let person = world.person("Naserian").await;
    let room = person.opens(quick(Preset::EnDodoi, DecisionMode::Hand)).await;
    let (began, mut limited) = (Instant::now(), 0);
    for _ in 0..90 {
        let status = Upgrade::decent(&person, &room).status(person.from(), &world.address()).await;
        match status.expect("an answer") {
            101 => {}
            429 => limited += 1,
            other => panic!("{other}"),
        }
    }
    // Sixty at once, and two a second.
    let back = came_back(began, Duration::from_millis(500));
    assert!(limited <= 31 && limited + back >= 30, "{limited} of 90 are told to wait, {back} came back");
    world.person("Moinan").await.enters(&room).await.leaves().await;
    world.end().await;
}
