//! More than anybody needs, from few: floods, slow readers, many sockets. A decent match goes on
//! beside each, and is not slower for it.

use std::time::Duration;

use engine::{Preset, Side};
use protocol::settings::DecisionMode;
use protocol::{CloseCode, Command};
use sindillo_tests::patience::{PATIENCE, came_back};
use sindillo_tests::raw::{Line, masked};
use sindillo_tests::table::{Table, sits};
use sindillo_tests::{World, quick, usually};
use tokio::io::AsyncWriteExt;
use tokio::net::tcp::OwnedWriteHalf;

use super::{is_well, room_and_visitor, welcomed};

/// Whatever the attack: the memory of the server is back near where it was.
const SLACK_KIB: u64 = 32 * 1024;
/// What may wait for one reader that is stuck: its queue, and as much again under way.
const STUCK_KIB: u64 = 2 * 256;

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
    tokio::time::timeout(PATIENCE, closed).await.expect("the flood is closed");
    println!("fragment flood: closed after {:?}", began.elapsed());
    is_well(&world).await;
    world.end().await;
}

/// R25 and G6: who does not read for a while gets everything anew, who never reads is closed, and the
/// others do not wait for either.
#[tokio::test]
async fn g6_a_reader_that_stops_reading_does_not_delay_the_others() {
    let world = World::with(&["--no-address-limits"]).await;
    let table = Table::begun(&world, quick(Preset::EnDodoi, DecisionMode::Majority), 3, 1).await;
    let alone = plays(&table, 6).await;
    let mut slow = narrow_readers(&world, &table, "Slow", 4).await;
    let dead = narrow_readers(&world, &table, "Dead", 2).await;
    let mut crowd = Vec::new();
    for number in 0..80 {
        let talker = welcomed(&world.person(&format!("Talker {number}")).await, &table.room).await;
        crowd.push(talker.deaf());
    }
    // Lines of more than a kilobyte, faster than a slow reader can take them; the slow ones talk
    // too, and their answers wait as well.
    let line = "🫘".repeat(300);
    let mut beside = Duration::ZERO;
    let stuck = tokio::time::Instant::now();
    for round in 0..9 {
        for talker in &mut crowd {
            talker.write_all(&masked(0x81, said(&line).as_bytes())).await.expect("sent");
        }
        for reader in slow.iter_mut().filter(|_| round < 5) {
            reader.text(&said(&line)).await.expect("sent");
        }
        if round < 6 {
            continue;
        }
        // After the first burst each has the credits for one line in six tenths of a second. The match
        // goes on meanwhile, as the slow ones shall not be stuck for long.
        let pause = tokio::time::sleep(Duration::from_millis(610));
        (beside, ()) = tokio::join!(plays(&table, 2), pause);
    }
    println!("votes answered: alone {alone:?}, beside six stuck readers and 720 lines {beside:?}");
    assert!(
        beside < alone * 4 + Duration::from_millis(protocol::limits::WRITE_STALL_MS / 10),
        "{alone:?} alone, {beside:?} beside stuck readers"
    );
    let mut fell_behind = 0;
    let head = table.watchers[0].look(|state| state.seen.heads.table).map(u64::from);
    for reader in &mut slow {
        match catches_up(reader, head, 5).await {
            Ok((events, again)) => {
                println!("a slow reader: {events} events, everything anew {again} times, all five answers");
                fell_behind += again;
            }
            // Who reads nothing for ten seconds is closed, and a busy machine may need as long for all this.
            Err(closed) => {
                let since = stuck.elapsed();
                assert!(
                    since >= Duration::from_millis(protocol::limits::WRITE_STALL_MS),
                    "{since:?}: {closed:#}"
                );
                fell_behind += 1;
            }
        }
    }
    assert!(fell_behind > 0, "somebody had fallen behind");
    let most = stuck_for_long(&world, &table, &mut crowd).await;
    println!("{most} KiB at most");
    drop((crowd, slow));
    // Who never reads is closed: in the end only the one who listens is counted.
    table.watchers[0].waits("the dead readers are gone", |seen| seen.crowd == Some(1)).await;
    drop(dead);
    for tab in table.everybody() {
        tab.waits("all lines are heard", |seen| seen.table.as_ref().is_some_and(|t| t.chat.len() == 100))
            .await;
    }
    table.all_see_the_same(&world).await;
    table.all_kept_the_contract();
    is_well(&world).await;
    world.end().await;
}

/// In the long form: ten minutes of talk before two hundred who read nothing, again and again.
/// Tells the kilobytes that the server held at most.
async fn stuck_for_long(world: &World, table: &Table, crowd: &mut [OwnedWriteHalf]) -> u64 {
    let (before, mut most, mut stuck) = (world.resident_kib(), 0, Vec::new());
    let line = "🫘".repeat(300);
    for round in 0..usually(0, 980) {
        if round % 49 == 0 {
            // Those of half a minute ago were closed after ten seconds.
            stuck = narrow_readers(world, table, &format!("Stuck {round}"), 200).await;
        }
        for talker in &mut *crowd {
            talker.write_all(&masked(0x81, said(&line).as_bytes())).await.expect("sent");
        }
        // As fast as their credits come back: a line of talk costs three, five come in a second.
        tokio::time::sleep(Duration::from_millis(610)).await;
        most = most.max(world.resident_kib());
    }
    drop(stuck);
    let bound = before + 200 * STUCK_KIB + SLACK_KIB;
    assert!(most < bound, "{before} KiB before, {most} KiB at most, {bound} KiB are enough");
    most.max(before)
}

async fn narrow_readers(world: &World, table: &Table, name: &str, count: usize) -> Vec<Line> {
    let mut readers = Vec::new();
    for number in 0..count {
        let person = world.person(&format!("{name} {number}")).await;
        let mut line = Line::narrow(&person, &table.room).await.expect("an upgrade");
        line.text(&super::hello(&person, &table.room).await).await.expect("a hello");
        readers.push(line);
    }
    readers
}

/// Read until a number of the table's stream is reached and all orders are answered: a socket that
/// cannot be written to is not read either, so that an answer may come late, but none is dropped.
/// Tells the events, and how often everything came anew. A gap fails the test.
async fn catches_up(reader: &mut Line, until: Option<u64>, orders: u32) -> anyhow::Result<(u64, u32)> {
    let (mut head, mut events, mut snaps, mut answers) = (None, 0, 0, 0);
    let mut member = false;
    while head < until || answers < orders {
        let text = reader.next_text().await?;
        let frame: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        match (frame["f"].as_str(), frame["s"].as_str()) {
            (Some("snap"), Some("table")) => {
                head = frame["as_of"].as_u64();
                snaps += 1;
            }
            (Some("events"), Some("table")) => {
                let count = frame["e"].as_array().map_or(0, Vec::len) as u64;
                assert_eq!(frame["n"].as_u64(), head.map(|head| head + 1), "a gap: {text:.200}");
                head = head.map(|head| head + count);
                events += count;
            }
            (Some("res"), _) => answers += 1,
            (Some("role" | "welcome"), _) => {
                member |= text.contains("\"member\":") && !text.contains("\"member\":null")
            }
            _ => {}
        }
    }
    assert!(member, "who spoke was told which member he is");
    assert_eq!(answers, orders, "one answer to each order");
    Ok((events, snaps - 1))
}

fn said(text: &str) -> String {
    let what = Command::ChatSay { to: protocol::command::Hearers::All, text: text.to_owned() };
    let c = protocol::Cid(uuid::Uuid::new_v4());
    serde_json::to_string(&protocol::message::Asked { c, at: None, what: &what }).expect("JSON")
}

/// The credits of a member: more than he may is refused with the time to wait.
#[tokio::test]
async fn who_says_too_much_is_told_to_wait_and_the_others_are_not() {
    let world = World::new().await;
    let table = Table::begun(&world, quick(Preset::EnDodoi, DecisionMode::Majority), 2, 0).await;
    let turn = table.turn().await.expect("a turn");
    let loud = &table.side(turn.side)[0];
    let began = tokio::time::Instant::now();
    let orders: Vec<_> = (0..60)
        .map(|n| {
            loud.sends(
                Command::ChatSay { to: protocol::command::Hearers::All, text: format!("line {n}") },
                None,
            )
        })
        .collect();
    let asked = tokio::time::Instant::now();
    let calm = &table.side(turn.side)[1];
    calm.votes(&turn.offers[0].mv).await.expect("somebody else is not limited by it");
    let waited = asked.elapsed();
    let mut limited = 0;
    for order in &orders {
        if let protocol::message::Answer::Err { err, .. } = loud.answer(order).await {
            assert!(matches!(err, protocol::Refusal::RateLimited { wait_ms } if wait_ms > 0), "{err:?}");
            limited += 1;
        }
    }
    // Six at once, and one in six tenths of a second.
    let back = came_back(began, Duration::from_millis(600));
    assert!(limited < 60 && limited + back >= 54, "{limited} of 60 lines are refused, {back} came back");
    println!("beside 60 lines of one member, another's vote took {waited:?}");
    table.all_see_the_same(&world).await;
    world.end().await;
}

/// Sockets of one person: five in a room, and the sixth takes the place of the first.
#[tokio::test]
async fn one_person_has_five_sockets_in_a_room() {
    let world = World::with(&["--no-address-limits"]).await;
    let (person, room) = room_and_visitor(&world).await;
    let tab = sits(&person, &room, Side::South).await;
    let mut more = Vec::new();
    for _ in 0..protocol::limits::SOCKETS_PER_ROOM - 1 {
        more.push(person.enters(&room).await);
    }
    let _line = super::welcomed(&person, &room).await;
    assert_eq!(tab.waits_for_close().await, Some(CloseCode::Replaced.number()), "the first one goes");
    more[0].is_ready().await.expect("the others go on, in the same seat");
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
