//! More than anybody needs, from few: floods, slow readers, many sockets. A decent match goes on
//! beside each, and is not slower for it.

use std::time::Duration;

use engine::{Preset, Side};
use protocol::settings::DecisionMode;
use protocol::{CloseCode, Command};
use sindillo_tests::raw::masked;
use sindillo_tests::table::{Table, sits};
use sindillo_tests::{World, quick};

use super::{is_well, room_and_visitor, welcomed};

/// Whatever the attack: the memory of the server is back near where it was.
const SLACK_KIB: u64 = 32 * 1024;

/// F17: pings as fast as possible, read and not read.
#[tokio::test]
async fn a_flood_of_pings_is_closed_and_costs_no_memory() {
    let world = World::with(&["--no-address-limits"]).await;
    let (person, room) = room_and_visitor(&world).await;
    let before = world.resident_kib();
    let burst: Vec<u8> = (0..10_000).flat_map(|_| masked(0x89, b"")).collect();
    for reads in [true, false] {
        let mut line = welcomed(&person, &room).await;
        // The server closes under the flood; what of it was sent does not matter.
        let flood = async { while line.write(&burst).await.is_ok() {} };
        let _ = tokio::time::timeout(Duration::from_secs(5), flood).await;
        if reads {
            let code = line.close_code().await.unwrap_or(None);
            assert!(
                [None, Some(CloseCode::Flood.number()), Some(1008)].contains(&code),
                "a flood is closed with {code:?}"
            );
        }
    }
    let after = world.resident_kib();
    println!("ping flood: {before} KiB before, {after} KiB after");
    assert!(after < before + SLACK_KIB, "{before} KiB before, {after} KiB after");
    is_well(&world).await;
    world.end().await;
}

/// F16: fragments of a message that never ends.
#[tokio::test]
async fn a_flood_of_empty_fragments_is_closed() {
    let world = World::with(&["--no-address-limits"]).await;
    let (person, room) = room_and_visitor(&world).await;
    let mut line = welcomed(&person, &room).await;
    line.write(&masked(0x01, b"")).await.expect("sent");
    let burst: Vec<u8> = (0..10_000).flat_map(|_| masked(0x00, b"")).collect();
    let began = tokio::time::Instant::now();
    let closed = async { while line.write(&burst).await.is_ok() {} };
    tokio::time::timeout(Duration::from_secs(10), closed).await.expect("the flood is closed");
    println!("fragment flood: closed after {:?}", began.elapsed());
    is_well(&world).await;
    world.end().await;
}

/// R25: one who does not read gets a snapshot or is closed; the others do not wait for him.
#[tokio::test]
async fn a_reader_that_stops_reading_does_not_delay_the_others() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = quick(Preset::EnGehe, DecisionMode::Majority);
    settings.game.pits = 50;
    let table = Table::begun(&world, settings, 3, 1).await;
    let baseline = plays(&table, 8).await;
    let mut stuck = Vec::new();
    for number in 0..20 {
        let person = world.person(&format!("Sleeper {number}")).await;
        let line = welcomed(&person, &table.room).await;
        stuck.push(line);
    }
    // Lines of chat fill the queues of those who do not read.
    let loaded = plays(&table, 24).await;
    println!("votes answered: alone {baseline:?}, beside 20 stuck readers {loaded:?}");
    assert!(
        loaded < baseline * 4 + Duration::from_millis(20),
        "{baseline:?} alone, {loaded:?} beside stuck readers"
    );
    for mut line in stuck {
        // Whoever reads again at last finds a stream without a gap, or his socket closed.
        let mut number: Option<u32> = None;
        for _ in 0..4_000 {
            let next = tokio::time::timeout(Duration::from_millis(400), line.next()).await;
            let Ok(Ok(Some(frame))) = next else { break };
            if frame.opcode != 1 {
                continue;
            }
            let frame: serde_json::Value = serde_json::from_slice(&frame.payload).expect("JSON");
            match (frame["f"].as_str(), frame["s"].as_str()) {
                (Some("snap"), Some("table")) => {
                    number = frame["as_of"].as_u64().and_then(|n| u32::try_from(n).ok())
                }
                (Some("events"), Some("table")) => {
                    let first = frame["n"].as_u64().and_then(|n| u32::try_from(n).ok());
                    assert_eq!(first, number.map(|number| number + 1), "no gap");
                    let count = u32::try_from(frame["e"].as_array().map_or(0, Vec::len)).expect("few");
                    number = number.map(|number| number + count);
                }
                _ => {}
            }
        }
        assert!(number.is_some(), "a stuck reader was told something in the end");
    }
    table.all_kept_the_contract();
    is_well(&world).await;
    world.end().await;
}

/// The credits of a member: more than he may is refused with the time to wait.
#[tokio::test]
async fn who_says_too_much_is_told_to_wait_and_the_others_are_not() {
    let world = World::new().await;
    let table = Table::begun(&world, quick(Preset::EnDodoi, DecisionMode::Majority), 2, 0).await;
    let turn = table.turn().await.expect("a turn");
    let loud = &table.side(turn.side)[0];
    let orders: Vec<_> = (0..60)
        .map(|n| {
            loud.sends(
                Command::ChatSay { to: protocol::command::Hearers::All, text: format!("line {n}") },
                None,
            )
        })
        .collect();
    let began = tokio::time::Instant::now();
    let calm = &table.side(turn.side)[1];
    calm.votes(&turn.offers[0].mv).await.expect("somebody else is not limited by it");
    let waited = began.elapsed();
    let mut limited = 0;
    for order in &orders {
        if let protocol::message::Answer::Err { err, .. } = loud.answer(order).await {
            assert!(matches!(err, protocol::Refusal::RateLimited { wait_ms } if wait_ms > 0), "{err:?}");
            limited += 1;
        }
    }
    assert!((50..60).contains(&limited), "{limited} of 60 lines are refused");
    println!("beside 60 lines of one member, another's vote took {waited:?}");
    table.all_see_the_same(&world).await;
    world.end().await;
}

/// Sockets of one person: five in a room, and the sixth is refused.
#[tokio::test]
async fn one_person_has_five_sockets_in_a_room() {
    let world = World::with(&["--no-address-limits"]).await;
    let (person, room) = room_and_visitor(&world).await;
    let tab = sits(&person, &room, Side::South).await;
    let mut more = Vec::new();
    for _ in 0..protocol::limits::SOCKETS_PER_ROOM - 1 {
        more.push(person.enters(&room).await);
    }
    let mut line = sindillo_tests::raw::Line::upgraded(&person, &room).await.expect("an upgrade");
    line.text(&super::hello(&person, &room).await).await.expect("sent");
    let code = line.close_code().await.expect("a close");
    assert_eq!(code, Some(CloseCode::Flood.number()), "the sixth");
    tab.is_ready().await.expect("the others go on");
    for other in &more {
        other.waits("all tabs see it", |seen| seen.named("Asha").is_some_and(|member| member.ready)).await;
        other.leaves().await;
    }
    world.end().await;
}

/// Play some plies; the median time from a vote to its answer.
async fn plays(table: &Table, plies: usize) -> Duration {
    for _ in 0..plies {
        let Some(turn) = table.turn().await else { break };
        let mv = &turn.offers[0].mv;
        for tab in &table.side(turn.side)[..2] {
            if turn.offers.len() == 1 {
                tab.lays(mv).await.expect("the only move");
                break;
            }
            tab.votes(mv).await.expect("a vote");
        }
        table.is_over(&turn).await;
    }
    let mut times: Vec<Duration> = table
        .players()
        .flat_map(|tab| tab.look(sindillo_tests::State::orders))
        .filter(|order| matches!(order.command, Some(Command::VoteSet { .. })))
        .filter_map(|order| Some(order.answered? - order.asked))
        .collect();
    times.sort();
    let recent = times.len().saturating_sub(1) / 2;
    times[recent]
}
