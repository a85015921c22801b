//! Tabs and presence: one person may have many pages open, and is there as long as one of them is.

use std::time::Duration;

use engine::{Preset, Side};
use protocol::event::Presence;
use protocol::message::{Heads, Hello, Resume, Stream};
use protocol::settings::DecisionMode;
use protocol::{Command, Event, PROTO_MINOR, Query, Refusal};
use sindillo_tests::chronicle::Chronicle;
use sindillo_tests::patience::came_back;
use sindillo_tests::raw::Line;
use sindillo_tests::table::{Table, plays_on, sits};
use sindillo_tests::{Tab, World, quick};
use tokio::time::Instant;

#[tokio::test]
async fn d12_two_tabs_of_one_member_are_one_voice_and_show_the_same() {
    let world = World::new().await;
    let table = Table::begun(&world, quick(Preset::EnDodoi, DecisionMode::Majority), 3, 0).await;
    let turn = table.turn().await.expect("a turn");
    let first = &table.side(turn.side)[0];
    let second = first.person().enters(&table.room).await;
    let moves = turn.moves();
    first.votes(&moves[0]).await.expect("a vote");
    second.waits("the vote is here too", |seen| has_voters(seen.ballot(turn.side), 1)).await;
    second.votes(&moves[1]).await.expect("a changed mind in the other tab");
    for tab in [first, &second] {
        tab.waits("the last one counts", |seen| {
            seen.ballot(turn.side).is_some_and(|b| b.options.len() == 1 && b.options[0].mv == moves[1])
        })
        .await;
    }
    assert_eq!(second.member(), first.member());
    second.leaves().await;
    table.all_see_the_same(&world).await;
    world.end().await;
}

#[tokio::test]
async fn a_member_is_there_as_long_as_one_of_his_tabs_in_this_room_is() {
    let world = World::new().await;
    let room = world.person("Nashipae").await.opens(quick(Preset::EnDodoi, DecisionMode::Hand)).await;
    let elsewhere = world.person("Moinan").await.opens(quick(Preset::Ndoto, DecisionMode::Hand)).await;
    let person = world.person("Naserian").await;
    let first = sits(&person, &room, Side::South).await;
    let second = person.enters(&room).await;
    let other_room = person.enters(&elsewhere).await;
    let watcher = world.person("Hodan").await.enters(&room).await;
    let is = |presence: Presence| {
        watcher.waits("the presence is told", move |seen| {
            seen.named("Naserian").is_some_and(|m| m.presence == presence)
        })
    };
    is(Presence::Online).await;
    first.is_cut();
    // Whoever comes and goes meanwhile goes through the same door as the end of that line.
    for _ in 0..3 {
        person.enters(&room).await.leaves().await;
    }
    second.says(protocol::command::Hearers::All, "I am still here.").await.expect("the other tab lives");
    watcher.waits("he speaks", |seen| seen.table.as_ref().is_some_and(|table| table.chat.len() == 1)).await;
    let wavered = watcher.look(|state| {
        let presence = |event: &Event| matches!(event, Event::PresenceChanged { .. });
        state.story_of(Stream::Table).any(|told| presence(&told.event))
    });
    assert!(!wavered, "one tab less is nothing to tell");
    second.leaves().await;
    is(Presence::Grace).await;
    // A snapshot says so too, and a tab in another room hides nothing.
    let late = world.person("Deqa").await.enters(&room).await;
    let seen = late.look(|state| state.seen.named("Naserian").map(|member| member.presence));
    assert_eq!(seen, Some(Presence::Grace));
    assert!(other_room.look(sindillo_tests::State::is_open));
    first.connects().await;
    is(Presence::Online).await;
    assert_eq!(first.seats(), [Side::South], "the seat was kept");
    world.end().await;
}

#[tokio::test]
async fn d10_a_page_that_is_loaded_again_and_again_never_leaves() {
    let world = World::with(&["--no-address-limits"]).await;
    let room = world.person("Nashipae").await.opens(quick(Preset::EnDodoi, DecisionMode::Hand)).await;
    let person = world.person("Naserian").await;
    let tab = sits(&person, &room, Side::South).await;
    let watcher = world.person("Hodan").await.enters(&room).await;
    // The same tab comes back before its old socket is gone, twenty times; the old ones die late.
    let mut old = Vec::new();
    for _ in 0..20 {
        let mut line = Line::upgraded(&person, &room).await.expect("an upgrade");
        let ticket = person.ticket(&room).await.expect("a ticket");
        let hello = Hello { proto: PROTO_MINOR, ticket, tab: "one".to_owned(), resume: None };
        line.text(&serde_json::json!({ "k": "hello", "d": hello }).to_string()).await.expect("sent");
        assert!(line.next_text().await.expect("a welcome").contains("\"seats\":[\"south\"]"));
        old.push(line);
    }
    drop(old);
    tab.says(protocol::command::Hearers::All, "All is well.").await.expect("the first tab lives");
    watcher.waits("he speaks", |seen| seen.table.as_ref().is_some_and(|table| table.chat.len() == 1)).await;
    let wavered = watcher.look(|state| {
        let presence =
            |event: &Event| matches!(event, Event::PresenceChanged { .. } | Event::Unseated { .. });
        state.story_of(Stream::Table).filter(|told| presence(&told.event)).count()
    });
    assert_eq!(wavered, 0, "nobody left, and nobody came");
    watcher.kept_the_contract();
    world.end().await;
}

/// R-4: whatever a client claims to have seen, it gets what it may see, whole.
#[tokio::test]
async fn f4_a_resume_that_cannot_be_gets_snapshots_and_never_a_foreign_stream() {
    let world = World::with(&["--no-address-limits"]).await;
    let table = Table::begun(&world, quick(Preset::EnDodoi, DecisionMode::Hand), 2, 1).await;
    let watcher = &table.watchers[0];
    let (epoch, heads) = watcher.look(|state| {
        let welcome = state.welcome.as_ref().expect("a welcome");
        (welcome.epoch.clone(), state.seen.heads)
    });
    let claims = [
        (epoch.clone(), Heads { table: heads.table.map(|head| head + 1), ..heads }),
        (epoch.clone(), Heads { table: Some(u32::MAX), ..heads }),
        (epoch.clone(), Heads { south: Some(0), north: Some(0), ..Heads::default() }),
        (epoch.clone(), Heads::default()),
        ("another".to_owned(), heads),
        (String::new(), heads),
    ];
    for (epoch, heads) in claims {
        let mut line = Line::upgraded(watcher.person(), &table.room).await.expect("an upgrade");
        let ticket = watcher.person().ticket(&table.room).await.expect("a ticket");
        let resume = Some(Resume { epoch, heads });
        let hello = Hello { proto: PROTO_MINOR, ticket, tab: "strange".to_owned(), resume: resume.clone() };
        line.text(&serde_json::json!({ "k": "hello", "d": hello }).to_string()).await.expect("sent");
        let welcome = line.next_text().await.expect("a welcome");
        assert!(welcome.contains("\"resumed\":false"), "{resume:?}: {welcome}");
        assert!(welcome.contains("\"south\":null,\"north\":null"), "{resume:?}: {welcome}");
        let snap = line.next_text().await.expect("a snapshot");
        assert!(snap.starts_with("{\"f\":\"snap\",\"s\":\"table\""), "{resume:?}: {snap:.80}");
    }
    // Heads of the streams of a side help nobody who does not sit there.
    let mut line = Line::upgraded(watcher.person(), &table.room).await.expect("an upgrade");
    let ticket = watcher.person().ticket(&table.room).await.expect("a ticket");
    let heads = Heads { south: Some(0), north: Some(0), ..heads };
    let hello =
        Hello { proto: PROTO_MINOR, ticket, tab: "spy".to_owned(), resume: Some(Resume { epoch, heads }) };
    line.text(&serde_json::json!({ "k": "hello", "d": hello }).to_string()).await.expect("sent");
    line.text(r#"{"k":"ping","d":{"t":1}}"#).await.expect("sent");
    loop {
        let frame = line.next_text().await.expect("a frame");
        assert!(!frame.contains("\"s\":\"south\"") && !frame.contains("\"s\":\"team\""), "{frame:.200}");
        if frame.starts_with("{\"f\":\"pong\"") {
            break;
        }
    }
    world.end().await;
}

/// R-5: everything anew is dear.
#[tokio::test]
async fn everything_anew_may_be_asked_for_but_not_all_the_time() {
    let world = World::new().await;
    let person = world.person("Naserian").await;
    let room = person.opens(quick(Preset::EnDodoi, DecisionMode::Hand)).await;
    let tab = person.enters(&room).await;
    let (began, mut limited) = (Instant::now(), 0);
    for _ in 0..6 {
        match tab.wonders(Query::Resync {}).await {
            Ok(_) => {}
            Err(Refusal::RateLimited { wait_ms }) => {
                assert!(wait_ms > 0);
                limited += 1;
            }
            Err(other) => panic!("{other:?}"),
        }
    }
    // Two at once, and one in two seconds.
    let back = came_back(began, Duration::from_secs(2));
    assert!(limited <= 4 && limited + back >= 4, "{limited} of 6 are limited, {back} came back");
    tab.kept_the_contract();
    world.end().await;
}

/// Whoever comes in, at whatever moment of a busy match, sees all of it and then what follows.
#[tokio::test]
async fn d1_who_comes_in_at_any_moment_misses_nothing() {
    let world = World::with(&["--no-address-limits", "--bot-delay-ms", "0"]).await;
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Majority);
    settings.decision.vote_ms = 2_000;
    settings.decision.consent_ms = 1_000;
    let table = Table::begun(&world, settings, 2, 0).await;
    let players: Vec<Tab> = table.players().cloned().collect();
    let robots: Vec<_> =
        players.into_iter().zip(70..).map(|(tab, seed)| tokio::spawn(plays_on(tab, seed))).collect();
    let guest = world.person("Hodan").await;
    let mut guests = 0;
    let over = |tab: &Tab| tab.look(|state| state.seen.game().is_some_and(|game| game.result.is_some()));
    while !over(&table.south[0]) {
        let tab = guest.enters(&table.room).await;
        let head = tab.look(|state| state.seen.heads.table);
        // Stay for something to happen, or for the end.
        tab.waits("something happens", |seen| {
            seen.heads.table > head || seen.game().is_some_and(|game| game.result.is_some())
        })
        .await;
        tab.is_cut();
        let _ = Chronicle::read(world.data()).await.agrees_with(&tab);
        tab.kept_the_contract();
        guests += 1;
    }
    for robot in robots {
        robot.await.expect("played to the end");
    }
    println!("{guests} came in while the match went on");
    table.all_see_the_same(&world).await;
    let _ = table.agrees_with_the_log(&world).await;
    world.end().await;
}

#[tokio::test]
async fn whoever_says_goodbye_is_believed_however_many_go_in_one_moment() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Hand);
    settings.team_max = 5;
    let table = Table::begun(&world, settings, 5, 1).await;
    let watcher = &table.watchers[0];
    // Each says it and goes at once, while the room still writes down that others went.
    let go = table.players().map(async |tab| {
        tab.sends_text(r#"{"k":"bye","d":{}}"#);
        tab.leaves().await;
    });
    futures_util::future::join_all(go).await;
    for tab in table.players() {
        let graces = |state: &sindillo_tests::State| {
            let member = state.seen.named(tab.name()).map(|member| member.id);
            state.story_of(Stream::Table).find_map(|told| match &told.event {
                Event::PresenceChanged { member: who, until: Some(until), .. } if Some(*who) == member => {
                    Some(until - told.at)
                }
                _ => None,
            })
        };
        let grace = watcher.until("he is gone", graces).await;
        assert_eq!(grace, protocol::limits::BYE_MS, "{} said good-bye", tab.name());
    }
    watcher.kept_the_contract();
    world.end().await;
}

#[tokio::test]
async fn a_host_gives_and_takes_the_seats_of_bots_between_games_only() {
    let world = World::with(&["--bot-delay-ms", "0"]).await;
    let table = Table::seated(&world, quick(Preset::EnDodoi, DecisionMode::Hand), 1, 1).await;
    let host = &table.south[0];
    let add = |side| Command::BotAdd { side };
    assert_eq!(table.north[0].asks(add(Side::North)).await, Err(Refusal::ForbiddenRole));
    host.asks(add(Side::North)).await.expect("the host may");
    host.asks(add(Side::North)).await.expect("the host may");
    assert_eq!(host.asks(add(Side::North)).await, Err(Refusal::SideFull));
    let bots = host.look(|state| {
        let members = &state.seen.table.as_ref().expect("a table").members;
        members
            .iter()
            .filter(|m| m.kind == protocol::event::MemberKind::Bot)
            .map(|m| m.id)
            .collect::<Vec<_>>()
    });
    assert_eq!(bots.len(), 2);
    host.asks(Command::BotRemove { member: bots[0] }).await.expect("the host may");
    let person = table.north[0].member();
    assert_eq!(host.asks(Command::BotRemove { member: person }).await, Err(Refusal::NoSuchMember));
    table.is_ready().await;
    assert_eq!(host.asks(add(Side::South)).await, Err(Refusal::GameRunning));
    assert_eq!(host.asks(Command::BotRemove { member: bots[1] }).await, Err(Refusal::GameRunning));
    table.all_kept_the_contract();
    world.end().await;
}

fn has_voters(ballot: Option<&protocol::view::BallotView>, voters: usize) -> bool {
    ballot.is_some_and(|ballot| {
        ballot.options.iter().map(|option| option.voters.len()).sum::<usize>() == voters
    })
}
