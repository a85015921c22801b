//! A slow game: people come by, do what they are waited for, and go. Nobody is there all the time,
//! not even the server.

use std::time::Duration;

use engine::Side;
use protocol::event::{Event, HoldReason};
use protocol::http::MyGame;
use protocol::settings::{Clock, DecisionMode, FlagPolicy};
use protocol::{Command, Entry, Motion};
use sindillo_tests::chronicle::Chronicle;
use sindillo_tests::length::is_long;
use sindillo_tests::table::Table;
use sindillo_tests::{Tab, World};
use tokio::time::{Instant, sleep_until};

use crate::council::{opened, plain, south_starts};

/// The time of a move: the least that a slow game may have, and twice that where nobody waits for
/// its end.
const MOVE_MS: u32 = 120_000;
const LEAST_MS: u32 = 60_000;

#[tokio::test]
async fn a_slow_game_is_played_by_people_who_are_never_there_together() {
    let mut world = World::with(&["--no-address-limits"]).await;
    let (table, turn) = opened(&world, slow(MOVE_MS), 2, 1).await;
    let mv = plain(&turn)[0].clone();
    let [s1, s2] = &table.south[..] else { panic!("two sit there") };
    let [n1, n2] = &table.north[..] else { panic!("two sit there") };
    let zero = zero(s1);
    are_awaited(&table, [true, true, false, false], "South has not voted").await;
    let game = own(s1, &table, |game| game.due == Some(zero)).await;
    assert_eq!((game.side, game.turn), (Side::South, Some(Side::South)));
    assert!(game.row.slow);
    s1.votes(&mv).await.expect("a vote");
    are_awaited(&table, [false, true, false, false], "he has voted").await;
    everybody_leaves(&table).await;

    // A server that stops in order and is gone for a while.
    let down = goes_down(&mut world, true, Duration::from_millis(1_500)).await;
    let before = entries(&world, &table).await;
    are_awaited(&table, [false, true, false, false], "the room is not needed for that").await;
    assert_eq!(entries(&world, &table).await.len(), before.len(), "and sleeps on");
    s2.connects().await;
    let log = entries(&world, &table).await;
    let ([held, released], clock) = last_hold(&log);
    let away = Duration::from_millis(released - held);
    assert!(away >= down, "held for {away:?} of {down:?}");
    assert_eq!(clock.running, Some(Side::South));
    let left = u64::from(MOVE_MS) - (held - began(&log));
    assert_eq!((clock.remaining_ms.south, clock.since), (left, released), "that time was nobody's");
    s2.look(|state| {
        let table = state.seen.table.as_ref().expect("a table");
        assert!(table.holds.is_empty(), "nobody is waited for");
        assert_eq!(table.game.as_ref().map(|game| game.clock), Some(clock));
        assert_eq!(state.seen.ballot(Side::South).map(|ballot| ballot.voted), Some(1), "the vote is kept");
    });
    own(s2, &table, |game| game.due == Some(released + left)).await;
    s2.votes(&mv).await.expect("a vote");
    s2.waits("it stands", |seen| seen.game().is_some_and(|game| game.plies.len() == 1)).await;
    are_awaited(&table, [false, false, true, true], "North is awaited, though nobody is here").await;
    s2.leaves().await;

    // A server that dies, and is gone for a while.
    goes_down(&mut world, false, Duration::from_millis(500)).await;
    are_awaited(&table, [false, false, true, true], "as before").await;
    n1.connects().await;
    n1.waits("there is a ballot", |seen| seen.ballot(Side::North).is_some()).await;
    let log = entries(&world, &table).await;
    let left = n1.look(|state| state.seen.game().expect("a game").clock.remaining_ms.north);
    let used = u64::from(MOVE_MS) - left;
    assert!(used <= last_hold(&log).0[0] - began(&log), "not more than was used: {used}");
    let moves = n1.until("the moves are there", |state| {
        state.seen.legal.as_ref().filter(|legal| legal.ply == 2).map(|legal| legal.moves.clone())
    });
    let answer = moves.await[0].mv.clone();
    n1.votes(&answer).await.expect("a vote");
    n1.leaves().await;
    n2.connects().await;
    n2.votes(&answer).await.expect("a vote");
    n2.waits("it stands", |seen| seen.game().is_some_and(|game| game.plies.len() == 2)).await;
    n2.leaves().await;
    are_awaited(&table, [true, true, false, false], "as before").await;

    // What is asked of somebody waits for him as well, and survives what a move does.
    for tab in [s1, s2] {
        tab.connects().await;
        tab.asks(Command::MotionOpen { what: Motion::Draw }).await.expect("one may be for it");
        tab.leaves().await;
    }
    are_awaited(&table, [true, true, true, true], "an answer is waited for").await;
    goes_down(&mut world, true, Duration::ZERO).await;
    are_awaited(&table, [true, true, true, true], "as before").await;
    for (tab, awaited) in [(n1, [true, true, false, false]), (n2, [true, true, false, false])] {
        tab.connects().await;
        let motion = tab.look(|state| {
            let team = state.seen.team.north.as_ref().expect("one's own side");
            team.motions.iter().find(|motion| motion.answer).map(|motion| motion.motion)
        });
        // Both are needed for a draw, so that one is enough against it.
        if let Some(motion) = motion {
            tab.asks(Command::MotionVote { motion, yes: Some(false) }).await.expect("one may be against it");
        }
        are_awaited(&table, awaited, "as before").await;
        tab.leaves().await;
    }
    for tab in table.everybody() {
        tab.connects().await;
    }
    let log = entries(&world, &table).await;
    nothing_was_held_against_anybody(&log);
    assert!(!log.iter().flat_map(|entry| &entry.events).any(flag), "no flag fell");
    table.all_see_the_same(&world).await;
    table.all_kept_the_contract();
    let _ = table.agrees_with_the_log(&world).await;
    world.end().await;
}

/// H7, OpenQuester/OpenQuester#380: the time of a move runs out while no server runs, and nobody
/// loses by it. Then it runs out where nobody is. Two minutes, in the long form only.
#[tokio::test]
async fn h7_a_slow_game_loses_no_time_without_a_server_and_its_flag_falls_when_it_is_due() {
    if !is_long() {
        return;
    }
    let mut world = World::with(&["--no-address-limits"]).await;
    let (table, _) = opened(&world, slow(LEAST_MS), 2, 0).await;
    let (tab, zero) = (&table.south[0], zero(&table.south[0]));
    everybody_leaves(&table).await;
    goes_down(&mut world, true, Duration::from_millis(u64::from(LEAST_MS) + 5_000)).await;
    tab.connects().await;
    let log = entries(&world, &table).await;
    let ([held, released], _) = last_hold(&log);
    let due = zero + (released - held);
    assert!(!log.iter().flat_map(|entry| &entry.events).any(flag), "nobody lost while no server ran");
    assert_eq!(self::zero(tab), due);
    own(tab, &table, |game| game.due == Some(due)).await;
    let clock = tab.server_clock().await;
    tab.leaves().await;
    clock.has_reached(due + 1_000).await;
    assert!(tab.person().own_games().await.is_empty(), "there is nothing to be played any more");
    let log = entries(&world, &table).await;
    let fell = log.iter().filter(|entry| entry.events.iter().any(flag)).map(|entry| entry.at);
    assert_eq!(fell.collect::<Vec<_>>(), [due], "to the millisecond");
    nothing_was_held_against_anybody(&log);
    for tab in table.everybody() {
        tab.connects().await;
    }
    table.all_see_the_same(&world).await;
    table.all_kept_the_contract();
    world.end().await;
}

fn slow(ms: u32) -> protocol::RoomSettings {
    let mut settings = south_starts(DecisionMode::Plurality);
    settings.clock = Clock::Slow { ms, flag: FlagPolicy::Lose };
    settings
}

/// When the clock that runs will be at zero.
fn zero(tab: &Tab) -> u64 {
    tab.look(|state| {
        let clock = state.seen.game().expect("a game").clock;
        clock.since + clock.remaining_ms[clock.running.expect("a clock runs")]
    })
}

/// The room in one's own list, once it is like that.
async fn own(tab: &Tab, table: &Table, like: impl Fn(&MyGame) -> bool) -> MyGame {
    tab.person().finds_own_game(&table.room, like).await
}

/// Wait until just these are waited for: both of South, both of North. Nobody who only watches has
/// the room in his list.
async fn are_awaited(table: &Table, expected: [bool; 4], why: &str) {
    println!("are awaited: {expected:?}, {why}");
    assert!(table.watchers[0].person().own_games().await.is_empty());
    for (tab, awaited) in table.players().zip(expected) {
        own(tab, table, |game| game.awaits == awaited).await;
    }
}

async fn everybody_leaves(table: &Table) {
    for tab in table.everybody() {
        tab.leaves().await;
    }
}

/// The server is gone for a while. Tells for how long.
async fn goes_down(world: &mut World, in_order: bool, least: Duration) -> Duration {
    if in_order {
        assert!(world.terminate().await.status.success());
    } else {
        world.kill().await;
    }
    let gone = Instant::now();
    // That no server runs for a time is what this is about.
    sleep_until(gone + least).await;
    let down = gone.elapsed();
    world.restart().await;
    down
}

async fn entries(world: &World, table: &Table) -> Vec<Entry> {
    Chronicle::read(world.data()).await.of(&table.room).entries.clone()
}

/// When the last turn began.
fn began(log: &[Entry]) -> u64 {
    let turn = |event: &Event| matches!(event, Event::TurnBegan { .. });
    log.iter().rev().find(|entry| entry.events.iter().any(turn)).expect("a turn").at
}

/// When the room was held last and when it went on, and the clocks from then on.
fn last_hold(log: &[Entry]) -> ([u64; 2], protocol::event::ClockView) {
    let held = |event: &Event| matches!(event, Event::Held { reason: HoldReason::Draining, .. });
    let held = log.iter().rev().find(|entry| entry.events.iter().any(held)).expect("it was held");
    let released = log.iter().rev().find_map(|entry| {
        entry.events.iter().find_map(|event| match event {
            Event::Released { reason: HoldReason::Draining, clock, still, .. } if still.is_empty() => {
                Some((entry.at, *clock))
            }
            _ => None,
        })
    });
    let (at, clock) = released.expect("it went on");
    ([held.at, at], clock)
}

/// The room was held only while no server ran.
fn nothing_was_held_against_anybody(log: &[Entry]) {
    for event in log.iter().flat_map(|entry| &entry.events) {
        if let Event::Held { reason, .. } | Event::Released { reason, .. } = event {
            assert_eq!(*reason, HoldReason::Draining, "{event:?}");
        }
        assert!(!matches!(event, Event::HandPassed { .. } | Event::Unseated { .. }), "{event:?}");
    }
}

fn flag(event: &Event) -> bool {
    matches!(event, Event::Flagged { .. })
}
