//! B10 and B19: every kind of motion, in sides of several sizes, and in rooms that are held.

use engine::Side;
use futures_util::future::join_all;
use protocol::event::HoldReason;
use protocol::message::Stream;
use protocol::motion::{MotionBar, MotionEnd};
use protocol::settings::{Clock, DecisionMode, FlagPolicy};
use protocol::{Command, Event, Motion, MotionKind, Refusal, RoomSettings};
use sindillo_tests::length::is_long;
use sindillo_tests::table::Table;
use sindillo_tests::{Seen, Tab, World, usually};

use super::sides::{self, lays_next, moves, open_motion, says_goodbye};
use crate::council::{south_starts, told};

/// Moves stand at once, time is counted, and takebacks are not.
fn brisk() -> RoomSettings {
    let mut settings = south_starts(DecisionMode::Hand);
    settings.decision.tries_max = 0;
    settings.clock = Clock::Bank { ms: 3_600_000, increment_ms: 0, flag: FlagPolicy::Lose };
    settings
}

/// B10, PyPlanet/PyPlanet#479: two players need three votes. Here every kind takes what `docs/room.md`
/// 3 and 8 say, no voice less and none more, in sides of a few sizes; for all sizes up to fifty see
/// `server/tests/room/motions.rs`. Claims, which take a minute, are in the long form.
#[tokio::test]
async fn b10_every_kind_takes_the_voices_that_the_table_says() {
    let world = World::with(&["--no-address-limits"]).await;
    join_all([1, 2, 3, 4, 5, 9].map(|n| takes_what_it_says(&world, n))).await;
    world.end().await;
}

/// What a side of `n` needs; nothing where it cannot decide it.
fn needed(kind: MotionKind, n: usize) -> Option<usize> {
    let most = n / 2 + 1;
    match kind {
        MotionKind::Replace => (n > 1).then(|| (n - 1) / 2 + 1),
        MotionKind::Kick | MotionKind::Mute => (n > 2).then(|| (2 * (n - 1)).div_ceil(3).max(2)),
        MotionKind::Resign => Some(most.max(n.min(2))),
        _ => Some(most),
    }
}

async fn takes_what_it_says(world: &World, n: usize) {
    let (mut table, turn) = sides::opened(world, brisk(), n, 1).await;
    let last = table.south[n - 1].member();
    let carried = async |table: &Table, what: Motion| is_carried_by_just_enough(table, n, what).await;
    carried(&table, Motion::Extend).await;
    carried(&table, Motion::Mute { member: last }).await;
    // What needs both sides is asked of the other one by just as many, and taken back or granted.
    for what in [Motion::Draw, Motion::Abort, Motion::Adjourn] {
        carried(&table, what).await;
        answered(&table, what, false).await;
    }
    carried(&table, Motion::Pause).await;
    answered(&table, Motion::Pause, true).await;
    carried(&table, Motion::Resume).await;
    for tab in table.everybody() {
        tab.waits("it goes on", |seen| holds(seen).is_empty()).await;
    }
    table.of(turn.hand).lays(&turn.offers[0].mv).await.expect("the hand lays");
    table.is_over(&turn).await;
    carried(&table, Motion::Takeback { ply: 1 }).await;
    answered(&table, Motion::Takeback { ply: 1 }, true).await;
    let turn = table.turn().await.expect("South decides anew");
    carried(&table, Motion::Replace { from: turn.hand, to: None }).await;
    if is_long() {
        says_goodbye(&table.north[0]).await;
        let claim = Motion::Claim { draw: false };
        let early = |refused: &Result<(), Refusal>| {
            *refused == Err(Refusal::MotionBarred { why: MotionBar::NotAbsent })
        };
        while early(&table.south[0].asks(Command::MotionOpen { what: claim }).await) {
            // What a side does that waits for the others to be gone long enough.
            tokio::time::sleep(std::time::Duration::from_secs(2)).await;
        }
        if n > 1 {
            let open = open_motion(&table.south[0], Side::South, MotionKind::Claim).expect("it is open");
            assert_eq!(Some(usize::from(open.need)), needed(MotionKind::Claim, n), "a claim of {n}");
        }
        table.north[0].connects().await;
    }
    carried(&table, Motion::Kick { member: last }).await;
    let left = if n > 2 { n - 1 } else { n };
    table.south.truncate(left);
    if !table.watchers[0].look(|state| sides::is_over(&state.seen)) {
        is_carried_by_just_enough(&table, left, Motion::Resign).await;
    }
    for tab in table.everybody() {
        tab.waits("South has given up", sides::is_over).await;
    }
    table.all_see_the_same(world).await;
    table.all_kept_the_contract();
    let _ = table.agrees_with_the_log(world).await;
}

/// South moves something, and one after the other is for it: it passes with the voice that is
/// needed and not with one less.
async fn is_carried_by_just_enough(table: &Table, n: usize, what: Motion) {
    let kind = what.kind();
    let about = match what {
        Motion::Replace { from: member, .. } | Motion::Kick { member } | Motion::Mute { member } => {
            Some(member)
        }
        _ => None,
    };
    let voters: Vec<&Tab> = table.south.iter().filter(|tab| Some(tab.member()) != about).collect();
    let Some(need) = needed(kind, n) else {
        let who = voters.first().copied().unwrap_or(&table.south[0]);
        let why = if n == 1 { MotionBar::Oneself } else { MotionBar::HostOnly };
        let refused = who.asks(Command::MotionOpen { what }).await;
        return assert_eq!(refused, Err(Refusal::MotionBarred { why }), "{kind:?} of {n}");
    };
    // Not always the same begin, so that nobody has to wait for his credits.
    let start = MotionKind::ALL.iter().position(|other| *other == kind).unwrap_or_default() % voters.len();
    let speakers: Vec<&&Tab> = voters.iter().cycle().skip(start).take(need).collect();
    let has_passed = |tab: &Tab| {
        tab.look(|state| {
            let opened = state.story_of(Stream::South).find_map(|told| match &told.event {
                Event::MotionOpened { motion, what: moved, .. } if *moved == what => Some(*motion),
                _ => None,
            });
            state.story_of(Stream::South).any(|told| match &told.event {
                Event::MotionEnded { motion, end, .. } => {
                    (Some(*motion), *end) == (opened, MotionEnd::Passed)
                }
                _ => false,
            })
        })
    };
    for (number, tab) in speakers.iter().enumerate() {
        if number == 0 {
            moves(tab, what).await;
        } else {
            sides::says_of(tab, Side::South, kind, Some(true)).await;
        }
        let open = open_motion(tab, Side::South, kind);
        let counts = open.map(|open| (open.yes.len(), usize::from(open.need), usize::from(open.effective)));
        // What an order led to is told before it is answered.
        let expected = (number + 1 < need).then_some((number + 1, need, voters.len()));
        assert_eq!(counts, expected, "{kind:?} of {n}, voice {}", number + 1);
        assert_eq!(has_passed(tab), number + 1 == need, "{kind:?} of {n}, voice {}", number + 1);
    }
}

/// North grants what South asks, or South's member who asked takes it back.
async fn answered(table: &Table, what: Motion, grants: bool) {
    let kind = what.kind();
    let asks = |seen: &Seen| {
        let offers = seen.table.as_ref().map(|table| table.offers.as_slice()).unwrap_or_default();
        offers.iter().find(|offer| offer.what == what).map(|offer| offer.by)
    };
    let by = table.watchers[0].until("it is offered", |state| asks(&state.seen)).await;
    if grants {
        sides::says_of(&table.north[0], Side::North, kind, Some(true)).await;
    } else {
        table.of(by).asks(Command::OfferCancel { what: kind }).await.expect("who asked may take it back");
    }
    for tab in table.everybody() {
        tab.waits("it is answered", |seen| asks(seen).is_none()).await;
    }
}

/// B19, darklordabc/Legends-of-Dota-Redux#920: whoever opens a vote while the game is paused makes
/// it impossible to go on. Here every kind is moved, and left open, in every hold that people can
/// do anything in; of a server that is about to stop see `server/tests/room/pauses.rs`.
#[tokio::test]
async fn b19_whatever_is_moved_in_a_held_room_the_room_can_go_on() {
    let holds = [HoldReason::Agreed, HoldReason::Adjourned, HoldReason::Empty, HoldReason::Recovering];
    let carried: &[bool] = usually(&[false], &[false, true]);
    for &carried in carried {
        join_all(holds.map(|hold| every_kind_in(hold, carried))).await;
    }
}

/// Rooms in which South, one alone, is to move, and three of North move whatever there is, as many
/// kinds in one room as may be open; with one voice each, or carried by all.
async fn every_kind_in(hold: HoldReason, carried: bool) {
    let mut world = World::with(&["--no-address-limits"]).await;
    let mut tables = Vec::new();
    for _ in MotionKind::ALL.chunks(protocol::limits::MOTIONS_OPEN) {
        let (table, _) = sides::opened(&world, brisk(), 1, 3).await;
        lays_next(&table).await;
        lays_next(&table).await;
        tables.push(table);
    }
    holds_all(&mut world, &tables, hold).await;
    let mut moved = Vec::new();
    for (table, kinds) in tables.iter().zip(MotionKind::ALL.chunks(protocol::limits::MOTIONS_OPEN)) {
        for &kind in kinds {
            if moves_in_the_hold(table, kind, hold, carried).await {
                moved.push(kind);
            }
        }
    }
    // Nothing is moved any more where giving up was carried.
    assert!(moved.len() >= if carried { 6 } else { 9 }, "{hold:?}: {moved:?}");
    for table in &tables {
        let south = &table.south[0];
        if matches!(hold, HoldReason::Agreed | HoldReason::Adjourned) {
            match south.asks(Command::MotionOpen { what: Motion::Resume }).await {
                Ok(()) => {}
                // What North carried has let the room go on, or ended the game.
                Err(Refusal::GameOver | Refusal::MotionBarred { .. }) if carried => {}
                Err(other) => panic!("{hold:?} cannot be ended: {other:?}"),
            }
        } else {
            south.connects().await;
        }
    }
    for table in &tables {
        let goes_on = |seen: &Seen| holds(seen).is_empty();
        for tab in table.everybody().filter(|tab| tab.look(sindillo_tests::State::is_open)) {
            tab.waits(&format!("{hold:?} is over"), goes_on).await;
        }
        if !table.south[0].look(|state| sides::is_over(&state.seen)) {
            plays_on(&table.south[0]).await;
        }
        if !carried {
            table.all_see_the_same(&world).await;
        }
        table.all_kept_the_contract();
        world_agrees(&world, table).await;
    }
    world.end().await;
}

/// All rooms come to be held in this way. In an empty room and after a restart North is back, and
/// South, whose turn it is, is not.
async fn holds_all(world: &mut World, tables: &[Table], hold: HoldReason) {
    match hold {
        HoldReason::Agreed | HoldReason::Adjourned => {
            let what = if hold == HoldReason::Agreed { Motion::Pause } else { Motion::Adjourn };
            for table in tables {
                moves(&table.south[0], what).await;
                for tab in &table.north[..2] {
                    sides::says_of(tab, Side::North, what.kind(), Some(true)).await;
                }
            }
        }
        HoldReason::Empty => {
            for tab in tables.iter().flat_map(Table::players) {
                says_goodbye(tab).await;
            }
            for table in tables {
                table.watchers[0].waits("nobody is there", |seen| !holds(seen).is_empty()).await;
            }
        }
        HoldReason::Recovering => {
            world.kill().await;
            world.restart().await;
        }
        HoldReason::Draining => unreachable!("nobody can do anything while the server stops"),
    }
    for table in tables {
        for tab in table.north.iter().chain(&table.watchers) {
            if !tab.look(sindillo_tests::State::is_open) {
                tab.connects().await;
            }
            tab.waits("the room is held", |seen| holds(seen) == [hold]).await;
        }
    }
}

/// Somebody of North moves a kind; whether it could be moved.
async fn moves_in_the_hold(table: &Table, kind: MotionKind, hold: HoldReason, carried: bool) -> bool {
    let hand = table.watchers[0].look(|state| state.seen.game().and_then(|game| game.hands.north));
    let hand = hand.expect("North has a hand");
    let others = table.others(Side::North, hand);
    let [mover, second] = others[..] else { panic!("two others") };
    let what = match kind {
        MotionKind::Replace => Motion::Replace { from: hand, to: None },
        MotionKind::Takeback => Motion::Takeback { ply: 2 },
        MotionKind::Pause => Motion::Pause,
        MotionKind::Resume => Motion::Resume,
        MotionKind::Resign => Motion::Resign,
        MotionKind::Draw => Motion::Draw,
        MotionKind::Abort => Motion::Abort,
        MotionKind::Extend => Motion::Extend,
        MotionKind::Claim => Motion::Claim { draw: false },
        MotionKind::Kick => Motion::Kick { member: hand },
        MotionKind::Mute => Motion::Mute { member: hand },
        MotionKind::Adjourn => Motion::Adjourn,
    };
    let willed = matches!(hold, HoldReason::Agreed | HoldReason::Adjourned);
    let bar = match kind {
        MotionKind::Pause if willed => Some(MotionBar::AlreadyHeld),
        MotionKind::Adjourn if hold == HoldReason::Adjourned => Some(MotionBar::AlreadyHeld),
        MotionKind::Resume if !willed => Some(MotionBar::NotHeld),
        MotionKind::Claim => Some(MotionBar::NotAbsent),
        _ => None,
    };
    let done = mover.asks(Command::MotionOpen { what }).await;
    if carried && done == Err(Refusal::GameOver) {
        return false;
    }
    match bar {
        Some(why) => assert_eq!(done, Err(Refusal::MotionBarred { why }), "{kind:?} in {hold:?}"),
        None => assert_eq!(done, Ok(()), "{kind:?} in {hold:?}"),
    }
    // Who is sent away would be missing for what comes next.
    if bar.is_none() && carried && kind != MotionKind::Kick {
        sides::says_of(second, Side::North, kind, Some(true)).await;
    }
    bar.is_none()
}

/// South lays a move, and it stands.
async fn plays_on(south: &Tab) {
    let lay = super::first_move(south).await;
    south.asks(lay).await.expect("the hand lays");
    told(south, Stream::Table, "ply 3 stands", |event| matches!(event, Event::Stood { ply: 3, .. })).await;
}

async fn world_agrees(world: &World, table: &Table) {
    let chronicle = sindillo_tests::chronicle::Chronicle::read(world.data()).await;
    chronicle.of(&table.room).is_sound();
    for tab in table.everybody() {
        let _ = chronicle.agrees_with(tab);
    }
}

fn holds(seen: &Seen) -> Vec<HoldReason> {
    seen.table.as_ref().map(|table| table.holds.clone()).unwrap_or_default()
}
