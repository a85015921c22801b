//! B18, B28: pauses that both sides ask for at once, and again while the room is about to go on.

use engine::Side;
use protocol::event::HoldReason;
use protocol::message::{Answer, Stream};
use protocol::motion::MotionEnd;
use protocol::settings::{Clock, DecisionMode, FlagPolicy};
use protocol::{Command, Event, Motion, MotionKind};
use sindillo_tests::{Proxy, Seen, State, Tab, Way, World, usually};

use super::sides::{self, lays_next, motion, moves, server_now};
use super::{ends_well, moves_behind};
use crate::council::south_starts;

/// B18, shmitzas/MixScrims#2: both teams ask for a pause, and two of them run at once.
#[tokio::test]
async fn b18_both_sides_agree_on_a_pause_in_one_moment_and_it_is_one() {
    let world = World::with(&["--no-address-limits"]).await;
    let proxy = Proxy::before(&world).await;
    let (mut table, _) = sides::opened(&world, south_starts(DecisionMode::Hand), 2, 2).await;
    for tab in [&mut table.south[1], &mut table.north[1]] {
        moves_behind(tab, &proxy).await;
    }
    for round in 1..=usually(2, 12) {
        for side in [Side::South, Side::North] {
            moves(&table.side(side)[0], Motion::Pause).await;
        }
        let wires = proxy.sockets();
        wires.iter().for_each(|wire| wire.stalls(Way::Up));
        let mut orders = Vec::new();
        for side in [Side::South, Side::North] {
            let tab = &table.side(side)[1];
            let motion = tab
                .until("it is moved", |state| motion(&state.seen, side, MotionKind::Pause).map(|m| m.motion))
                .await;
            orders.push((tab, tab.sends(Command::MotionVote { motion, yes: Some(true) }, None)));
        }
        wires.iter().for_each(|wire| wire.flows(Way::Up));
        for (tab, order) in &orders {
            assert_eq!(tab.answer(order).await, Answer::Ok, "both voices are heard");
        }
        for tab in table.everybody() {
            tab.waits("the room is held", |seen| {
                let free = seen.table.as_ref().is_some_and(|table| table.offers.is_empty());
                free && holds(seen) == [HoldReason::Agreed]
            })
            .await;
            let count = |stream: Stream, is: fn(&Event) -> bool| {
                tab.look(|state| state.story_of(stream).filter(|told| is(&told.event)).count())
            };
            let held = count(Stream::Table, |e| matches!(e, Event::Held { .. }));
            let asked = count(Stream::Table, |e| matches!(e, Event::Offered { .. }));
            let agreed =
                count(Stream::Table, |e| matches!(e, Event::OfferEnded { end: MotionEnd::Passed, .. }));
            assert_eq!((held, asked, agreed), (round, round, round), "{}", tab.name());
            if let [side] = tab.seats()[..] {
                let passed = |state: &State| {
                    let passed = |e: &Event| matches!(e, Event::MotionEnded { end: MotionEnd::Passed, .. });
                    state.story_of(Stream::team(side)).filter(|told| passed(&told.event)).count()
                };
                // The side's own stream may come behind the one of the table.
                let passed =
                    tab.until("the motion passed", |s| Some(passed(s)).filter(|n| *n >= round)).await;
                assert_eq!(passed, round, "{}: and each side has its own", tab.name());
            }
        }
        // The host, who watches here.
        moves(&table.watchers[0], Motion::Resume).await;
        for tab in table.everybody() {
            tab.waits("it goes on", |seen| holds(seen).is_empty()).await;
        }
    }
    ends_well(&table, world).await;
}

/// B28, AoTTG2-Archive/AoTTG-2#562, rtcwmp-com/rtcwPro#269: who pauses again while the game is
/// about to go on starts the countdown anew, and time is credited to the wrong side.
#[tokio::test]
async fn b28_a_pause_within_the_countdown_calls_it_off_and_costs_nobody_time() {
    let world = World::with(&["--no-address-limits"]).await;
    for again in [Motion::Pause, Motion::Adjourn] {
        let mut settings = south_starts(DecisionMode::Hand);
        settings.clock = Clock::Bank { ms: 600_000, increment_ms: 0, flag: FlagPolicy::Lose };
        let (table, _) = sides::opened(&world, settings, 1, 1).await;
        let (south, north, watcher) = (&table.south[0], &table.north[0], &table.watchers[0]);
        let agree = async |what: Motion| {
            moves(south, what).await;
            north.waits("it is asked", |seen| motion(seen, Side::North, what.kind()).is_some()).await;
            moves(north, what).await;
        };
        agree(Motion::Pause).await;
        moves(north, Motion::Resume).await;
        let due = watcher.until("it will go on", |state| state.seen.table.as_ref()?.resume_at).await;
        // Within the countdown: neither side waits for the other one to have asked.
        let asked = [south, north].map(|tab| (tab, tab.sends(Command::MotionOpen { what: again }, None)));
        for (tab, order) in &asked {
            assert_eq!(tab.settles(order).await, Ok(()), "{again:?}");
        }
        watcher
            .waits("it will not", |seen| seen.table.as_ref().is_some_and(|table| table.resume_at.is_none()))
            .await;
        // The moment at which it would have gone on passes in silence.
        let silence = (due + 500).saturating_sub(server_now(watcher).await);
        tokio::time::sleep(std::time::Duration::from_millis(silence)).await;
        assert!(!watcher.look(|state| holds(&state.seen)).is_empty(), "{again:?}: it is held");
        moves(south, Motion::Resume).await;
        let second = watcher.until("it will go on", |state| state.seen.table.as_ref()?.resume_at).await;
        for tab in table.everybody() {
            tab.waits("it goes on", |seen| holds(seen).is_empty()).await;
        }
        let (held, released) = watcher.look(|state| {
            let (mut held, mut released) = (Vec::new(), Vec::new());
            for told in state.story_of(Stream::Table) {
                match &told.event {
                    Event::Held { remaining_ms, .. } => held.push(*remaining_ms),
                    Event::Released { clock, .. } => released.push((told.at, *clock)),
                    _ => {}
                }
            }
            (held, released)
        });
        for (at, clock) in &released {
            assert!(*at >= second, "{again:?}: released at {at} and not at {due}");
            assert_eq!(clock.remaining_ms, held[0], "{again:?}: nobody gained or lost time");
        }
        let running = released.last().and_then(|(_, clock)| clock.running);
        assert_eq!(running, Some(Side::South), "one clock runs, that of the side to move");
        lays_next(&table).await;
        table.all_see_the_same(&world).await;
        table.all_kept_the_contract();
        let _ = table.agrees_with_the_log(&world).await;
        table.everybody().for_each(Tab::is_cut);
    }
    world.end().await;
}

fn holds(seen: &Seen) -> Vec<HoldReason> {
    seen.table.as_ref().map(|table| table.holds.clone()).unwrap_or_default()
}
