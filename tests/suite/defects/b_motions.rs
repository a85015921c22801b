//! B3 to B9 and B25: who decides a motion when people come and go, and another game. J3, which
//! counts likewise, is tried in `j.rs`.

use engine::{Preset, Side};
use futures_util::future::join_all;
use protocol::event::HoldReason;
use protocol::message::Stream;
use protocol::motion::MotionEnd;
use protocol::settings::DecisionMode;
use protocol::{Command, Event, Motion, MotionKind, Refusal};
use sindillo_tests::length::is_long;
use sindillo_tests::table::sits;
use sindillo_tests::{Seen, Tab, World, quick};

use super::sides::{self, motion, moves, open_motion, says_of, stands_up};
use super::{carries, ends_well};
use crate::council::{plain, south_starts, told};

/// B3, tkprocat/WreckfestController#25, rjbs/Soviet-Minecraft#7: who has left counts for a motion
/// and not against it, so that fewer are enough.
#[tokio::test]
async fn b3_who_leaves_counts_neither_for_nor_against() {
    let world = World::with(&["--no-address-limits"]).await;
    let (mut table, turn) = sides::opened(&world, south_starts(DecisionMode::Majority), 4, 1).await;
    let leaver = table.south.pop().expect("four sit there");
    let mv = &plain(&turn)[0];
    let first = table.south[0].clone();
    // Two of four, for a move and for giving up; one of them leaves.
    for tab in [&first, &leaver] {
        tab.votes(mv).await.expect("a vote");
        moves(tab, Motion::Resign).await;
    }
    leaver.asks(Command::SeatLeave {}).await.expect("one may stand up");
    for tab in &table.south {
        tab.waits("one voice of three", |seen| {
            let ballot = seen.ballot(Side::South).map(|ballot| {
                let voters: usize = ballot.options.iter().map(|option| option.voters.len()).sum();
                (voters, ballot.effective, ballot.need)
            });
            let open = motion(seen, Side::South, MotionKind::Resign);
            let open = open.map(|open| (open.yes.len(), open.effective, open.need));
            ballot == Some((1, 3, 2)) && open == Some((1, 3, 2))
        })
        .await;
    }
    assert!(!table.watchers[0].look(|state| sides::is_over(&state.seen)), "one of three is not enough");
    says_of(&table.south[1], Side::South, MotionKind::Resign, Some(true)).await;
    for tab in table.everybody() {
        tab.waits("two of three are", sides::is_over).await;
    }
    leaver.kept_the_contract();
    ends_well(&table, world).await;
}

/// B4, nomyx/Nomyx#58: whoever had not voted leaves, and the vote is never looked at again.
#[tokio::test]
async fn b4_when_the_last_silent_one_leaves_what_is_left_decides() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = south_starts(DecisionMode::Majority);
    settings.decision.settle_ms = 400;
    let (mut table, turn) = sides::opened(&world, settings, 2, 1).await;
    let (silent, watcher) = (table.south.pop().expect("two sit there"), table.watchers[0].clone());
    let (first, mv) = (table.south[0].clone(), plain(&turn)[0].clone());
    first.votes(&mv).await.expect("a vote");
    moves(&first, Motion::Draw).await;
    silent.asks(Command::SeatLeave {}).await.expect("one may stand up");
    let left =
        told(&watcher, Stream::Table, "he stands", |event| matches!(event, Event::Unseated { .. })).await.at;
    told(&watcher, Stream::Table, "a draw is offered", |event| {
        matches!(event, Event::Offered { what: Motion::Draw, .. })
    })
    .await;
    let (result, _, at) = crate::council::closed(&first).await;
    assert!(
        matches!(&result, protocol::event::BallotResult::Won { mv: won, .. } if *won == mv),
        "{result:?}"
    );
    assert_eq!(at, left + 400, "after the settle time, and not at the deadline");
    table.is_over(&turn).await;
    silent.kept_the_contract();
    ends_well(&table, world).await;
}

/// B6, cozuya/secret-hitler#402: voices of people who have gone on to another game count for
/// another one here, which begins twice and drags them back.
#[tokio::test]
async fn b6_another_game_moves_nobody_who_left_and_begins_once() {
    let world = World::with(&["--no-address-limits"]).await;
    let (mut table, _) = sides::opened(&world, south_starts(DecisionMode::Majority), 3, 3).await;
    carries(&table, Side::South, Motion::Resign).await;
    for tab in table.everybody() {
        tab.waits("the game is over", sides::is_over).await;
    }
    let gone = table.north.pop().expect("three sit there");
    let watcher = table.watchers[0].clone();
    let wants = |tab: &Tab, on: bool| tab.sends(Command::RematchSet { on }, None);
    gone.settles(&wants(&gone, true)).await.expect("one may want another game");
    gone.asks(Command::SeatLeave {}).await.expect("one may stand up");
    let elsewhere = world.person("Nashipae").await.opens(quick(Preset::Ndoto, DecisionMode::Hand)).await;
    let there = sits(gone.person(), &elsewhere, Side::North).await;
    watcher.waits("his voice went with him", |seen| voices(seen) == 0).await;
    for tab in [&table.south[0], &table.north[0], &table.south[1]] {
        tab.settles(&wants(tab, true)).await.expect("one may want another game");
    }
    watcher.waits("three voices", |seen| voices(seen) == 3).await;
    let begun = || {
        watcher.look(|state| {
            let begins = |told: &&sindillo_tests::tab::Told| matches!(told.event, Event::GameBegan { .. });
            state.story_of(Stream::Table).filter(begins).count()
        })
    };
    assert_eq!(begun(), 1, "one of two is not most of North");
    // The last voice comes twice, with another one on its heels.
    let last = [&table.north[1], &table.south[2], &table.north[1]].map(|tab| (tab, wants(tab, true)));
    let mut done = 0;
    for (tab, order) in &last {
        match tab.settles(order).await {
            Ok(()) => done += 1,
            Err(refusal) => assert_eq!(refusal, Refusal::GameRunning),
        }
    }
    assert!(done >= 1, "somebody's was the last that was needed");
    for tab in table.everybody() {
        tab.waits("the next game is on", |seen| seen.turn().is_some()).await;
        for on in [true, false].into_iter().filter(|_| !tab.seats().is_empty()) {
            assert_eq!(tab.settles(&wants(tab, on)).await, Err(Refusal::GameRunning), "{on}");
        }
    }
    assert_eq!(begun(), 2, "it begins once");
    assert_eq!((gone.seats(), there.seats()), (Vec::new(), vec![Side::North]), "he stays where he is");
    let row = watcher.look(|state| state.seen.named(gone.name()).map(|member| member.seats.clone()));
    assert_eq!(row, Some(Vec::new()));
    gone.kept_the_contract();
    there.kept_the_contract();
    ends_well(&table, world).await;
}

/// B7, ZeroK-RTS/Zero-K-Infrastructure#2073: what it takes is counted from those who began, and one
/// who holds out keeps a dead game alive.
#[tokio::test]
async fn b7_what_it_takes_to_give_up_shrinks_with_the_side() {
    let world = World::with(&["--no-address-limits"]).await;
    let (mut table, _) = sides::opened(&world, south_starts(DecisionMode::Majority), 12, 1).await;
    let leavers: Vec<Tab> = table.south.drain(..6).collect();
    let mover = table.south[5].clone();
    moves(&mover, Motion::Resign).await;
    assert_eq!(open_motion(&mover, Side::South, MotionKind::Resign).map(|open| open.need), Some(7));
    for tab in &leavers {
        tab.asks(Command::SeatLeave {}).await.expect("one may stand up");
    }
    mover
        .waits("four of six", |seen| {
            motion(seen, Side::South, MotionKind::Resign).is_some_and(|o| (o.need, o.effective) == (4, 6))
        })
        .await;
    for tab in &table.south[..2] {
        says_of(tab, Side::South, MotionKind::Resign, Some(true)).await;
    }
    says_of(&table.south[2], Side::South, MotionKind::Resign, Some(false)).await;
    assert!(!mover.look(|state| sides::is_over(&state.seen)), "three of six");
    says_of(&table.south[3], Side::South, MotionKind::Resign, Some(true)).await;
    for tab in table.everybody().chain(&leavers) {
        tab.waits("four of six have given up", |seen| {
            let result = seen.game().and_then(|game| game.result.clone());
            result.is_some_and(|result| result.winner == Some(Side::North))
        })
        .await;
    }
    leavers.iter().for_each(Tab::kept_the_contract);
    ends_well(&table, world).await;
}

/// B9, ddnet/ddnet#7020, ActionFPS/ActionFPS-Game#130: coming back with a new connection makes one
/// forget that one has to wait. In the long form the minute is waited for.
#[tokio::test]
async fn b9_who_must_wait_before_he_moves_it_again_waits_in_every_tab_and_after_a_restart() {
    let mut world = World::with(&["--no-address-limits"]).await;
    let (mut table, _) = sides::opened(&world, south_starts(DecisionMode::Majority), 3, 1).await;
    moves(&table.south[0], Motion::Draw).await;
    for tab in &table.south[1..] {
        says_of(tab, Side::South, MotionKind::Draw, Some(false)).await;
    }
    let mut before = u32::from(u16::MAX);
    let mut waits = async |tab: &Tab, how: &str| {
        let refused = tab.asks(Command::MotionOpen { what: Motion::Draw }).await;
        let Err(Refusal::Cooldown { wait_ms }) = refused else { panic!("{how}: {refused:?}") };
        assert!((1..=60_000).contains(&wait_ms) && wait_ms <= before, "{how}: {wait_ms} after {before}");
        before = wait_ms;
    };
    waits(&table.south[0], "at once").await;
    table.south[0].is_cut();
    let fresh = table.south[0].person().enters(&table.room).await;
    waits(&fresh, "in a new tab").await;
    table.south[0] = fresh;
    stands_up(&table, &table.south[0]).await;
    table.south[0].sits(Side::South).await.expect("the seat is free");
    waits(&table.south[0], "in a new seat").await;
    world.kill().await;
    table.everybody().for_each(Tab::returns);
    world.restart().await;
    for tab in table.everybody() {
        tab.is_up_to_date().await;
    }
    waits(&table.south[0], "after a restart").await;
    // Another one may, and another thing may be moved.
    moves(&table.south[1], Motion::Draw).await;
    moves(&table.south[0], Motion::Resign).await;
    if is_long() {
        // In the long form: until shortly before the cool-down ends.
        tokio::time::sleep(std::time::Duration::from_millis(u64::from(before))).await;
        says_of(&table.south[1], Side::South, MotionKind::Draw, None).await;
        moves(&table.south[0], Motion::Draw).await;
    }
    for tab in table.everybody() {
        tab.waits("the room goes on", |seen| holds(seen).is_empty()).await;
    }
    ends_well(&table, world).await;
}

/// B25, teeworlds/teeworlds#2487, rafalh/dashfaction#298: what becomes of a motion whose mover
/// leaves is debated. Here it stays while anybody is for it, whatever the mode.
#[tokio::test]
async fn b25_a_motion_outlives_its_mover_while_anybody_is_for_it() {
    let world = World::with(&["--no-address-limits"]).await;
    let modes = [
        DecisionMode::Hand,
        DecisionMode::Plurality,
        DecisionMode::Majority,
        DecisionMode::Consensus,
        DecisionMode::Anyone,
    ];
    join_all(modes.map(async |mode| {
        let (mut table, _) = sides::opened(&world, south_starts(mode), 5, 1).await;
        let (second, mover) = (table.south.pop().expect("five"), table.south.pop().expect("four"));
        moves(&mover, Motion::Resign).await;
        says_of(&second, Side::South, MotionKind::Resign, Some(true)).await;
        let (by, for_it) = (mover.member(), second.member());
        mover.asks(Command::SeatLeave {}).await.expect("one may stand up");
        for tab in &table.south {
            tab.waits("one is for it still", |seen| {
                motion(seen, Side::South, MotionKind::Resign).is_some_and(|open| {
                    (open.by, open.effective, open.need) == (by, 4, 3) && open.yes == [for_it]
                })
            })
            .await;
        }
        second.asks(Command::SeatLeave {}).await.expect("one may stand up");
        for tab in &table.south {
            told(tab, Stream::South, "nobody is for it any more", |event| {
                matches!(event, Event::MotionEnded { end: MotionEnd::Cancelled, .. })
            })
            .await;
        }
        assert!(!table.watchers[0].look(|state| sides::is_over(&state.seen)), "{mode:?}");
        table.all_see_the_same(&world).await;
        table.all_kept_the_contract();
        let _ = table.agrees_with_the_log(&world).await;
    }))
    .await;
    world.end().await;
}

fn holds(seen: &Seen) -> Vec<HoldReason> {
    seen.table.as_ref().map(|table| table.holds.clone()).unwrap_or_default()
}

/// Members who want another game.
fn voices(seen: &Seen) -> usize {
    seen.table.as_ref().map_or(0, |table| table.rematch.len())
}
