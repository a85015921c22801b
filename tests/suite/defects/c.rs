//! C3, C5, C6, C8, C9, C11: clocks that pages see, clocks that nobody stops, and people who are
//! not there. C2, where a move and a flag meet, is in `races.rs`.

use engine::{Preset, Side};
use futures_util::future::join_all;
use protocol::event::{EndReason, Event, FlagEffect, Presence};
use protocol::limits::{BYE_MS, GRACE_MS};
use protocol::message::Stream;
use protocol::motion::{MotionBar, MotionKind};
use protocol::settings::{Clock, DecisionMode, FlagPolicy};
use protocol::{Command, Motion, Refusal};
use sindillo_tests::length::is_long;
use sindillo_tests::settings::SOON;
use sindillo_tests::table::Table;
use sindillo_tests::{Proxy, Seen, State, Tab, Way, World, quick, usually};
use tokio::time::Instant;

use super::{carries, ends_well, moves_behind};
use crate::council::{hand_and_others, opened, plain, south_starts, told};

/// C3, lichess-org/lila#18515, #17249, #4813: a page misses a move, counts the other clock down to
/// zero, and each side sees the other one's flag. Here it notices that something is missing, is
/// whole again by the next thing that it is told, and everybody saw the same flag.
#[tokio::test]
async fn c3_a_page_that_missed_a_move_is_whole_again_and_all_see_the_same_flag() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = south_starts(DecisionMode::Hand);
    settings.clock = per_move(SOON, FlagPolicy::Lose);
    let (mut table, _) = opened(&world, settings, 1, 2).await;
    let mut proxies = Vec::new();
    // One of the watchers sees everything.
    for tab in [&mut table.south[0], &mut table.north[0], &mut table.watchers[1]] {
        let proxy = Proxy::before(&world).await;
        moves_behind(tab, &proxy).await;
        tab.expects_losses();
        proxies.push(proxy);
    }
    // The move, and with it whose turn it is, is lost on the way to each of them once.
    for (loser, proxy) in proxies.iter().enumerate() {
        if loser > 0 {
            table.wants_another().await;
        }
        for tab in table.everybody() {
            tab.waits("a game begins", |seen| seen.turn().is_some()).await;
        }
        let turn = table.turn().await.expect("a first turn");
        let tab = [&table.south[0], &table.north[0], &table.watchers[1]][loser];
        let healed = tab.look(|state| state.figures.healed);
        let loss = proxy.socket().loses_text(Way::Down, "\"k\":\"stood\"");
        table.of(turn.hand).lays(&plain(&turn)[0]).await.expect("who is alone lays");
        loss.happens().await;
        let missed = tab.look(|state| state.seen.turn().map(|turn| turn.ply));
        assert_eq!(missed, Some(1), "{} still counts the old clock down", tab.name());
        // Nobody plays, and the other flag falls. The first thing that is told tells of the gap.
        let over = |seen: &Seen| seen.game().is_some_and(|game| game.result.is_some());
        table.watchers[0].waits("a flag falls", over).await;
        let told = Instant::now();
        tab.until("all is told anew", |state| (state.figures.healed > healed).then_some(())).await;
        println!("{} was whole again {:?} after the others were told", tab.name(), told.elapsed());
        for tab in table.everybody() {
            tab.waits("the game is over", over).await;
            let result = tab.look(|state| state.seen.game().and_then(|game| game.result.clone()));
            let result = result.expect("a result");
            assert_eq!((result.reason, result.winner), (EndReason::Flag, Some(turn.side)), "{}", tab.name());
        }
    }
    ends_well(&table, world).await;
}

/// C5, n-gao/LegionTD-Reborn#29: who leaves at the last moment makes the clock negative, and the
/// turn never ends. Here with every meaning of a flag, by going, and by being gone.
#[tokio::test]
async fn c5_who_leaves_at_the_last_moment_makes_no_clock_negative_and_no_turn_endless() {
    let world = World::with(&["--no-address-limits"]).await;
    let cases = [FlagPolicy::Lose, FlagPolicy::PassHand, FlagPolicy::RandomLegal]
        .into_iter()
        .flat_map(|flag| [true, false].map(|leaves| (flag, leaves)));
    let tables = cases.map(|(flag, leaves)| leaves_late(&world, flag, leaves));
    for table in join_all(tables).await {
        table.all_see_the_same(&world).await;
        table.all_kept_the_contract();
        let _ = table.agrees_with_the_log(&world).await;
    }
    world.end().await;
}

async fn leaves_late(world: &World, flag: FlagPolicy, leaves: bool) -> Table {
    let mut settings = south_starts(DecisionMode::Hand);
    settings.clock = per_move(SOON, flag);
    let (table, turn) = opened(world, settings, 2, 1).await;
    let watcher = &table.watchers[0];
    let zero = zero_of(watcher);
    let (hand, others) = hand_and_others(&table, &turn);
    hand.waits_for_moment(zero - 200).await;
    if leaves {
        hand.asks(Command::SeatLeave {}).await.expect("one may stand up");
    } else {
        hand.is_cut();
    }
    let fell =
        told(watcher, Stream::Table, "the flag falls", |event| matches!(event, Event::Flagged { .. })).await;
    assert_eq!(fell.at, zero, "{flag:?}: at the moment at which it would have fallen anyway");
    let Event::Flagged { effect, side: Side::South, .. } = fell.event else { panic!("{fell:?}") };
    match flag {
        FlagPolicy::Lose => {
            assert_eq!(effect, FlagEffect::Lost);
            watcher.waits("it is over", |seen| seen.game().is_some_and(|game| game.result.is_some())).await;
        }
        FlagPolicy::PassHand => {
            assert_eq!(effect, FlagEffect::HandPassed);
            let (next, member) = (others[0], others[0].member());
            next.waits("somebody who is here has the hand", |seen| {
                seen.game().is_some_and(|game| game.hands.south == Some(member))
            })
            .await;
            next.lays(&plain(&turn)[0]).await.expect("and he lays");
        }
        FlagPolicy::RandomLegal => {
            assert_eq!(effect, FlagEffect::RandomMove);
            watcher.waits("a move stands", |seen| seen.game().is_some_and(|g| g.plies.len() == 1)).await;
        }
    }
    for tab in table.everybody() {
        tab.look(|state| {
            for frame in &state.frames {
                let minus = frame.as_bytes().windows(3).find(|three| {
                    [b':', b',', b'['].contains(&three[0]) && three[1] == b'-' && three[2].is_ascii_digit()
                });
                assert_eq!(minus, None, "{}: something is negative in {frame}", tab.name());
            }
            for told in state.story_of(Stream::Table) {
                let left = match &told.event {
                    Event::TurnBegan { clock, .. } | Event::Flagged { clock, .. } => clock.remaining_ms,
                    Event::Stood { remaining_ms, .. } | Event::Held { remaining_ms, .. } => *remaining_ms,
                    _ => continue,
                };
                // A side that may go on after a flag has 30 s.
                assert!(left.south <= 30_000 && left.north <= 30_000, "nor did it run over: {told:?}");
            }
        });
    }
    if !leaves {
        hand.connects().await;
    }
    if flag != FlagPolicy::Lose {
        carries(&table, Side::North, Motion::Resign).await;
    }
    for tab in table.everybody() {
        tab.waits("it is over", |seen| seen.game().is_some_and(|game| game.result.is_some())).await;
    }
    table
}

/// C6, OpenRA/OpenRA#12294: a timer of an earlier game ends the next one.
#[tokio::test]
async fn c6_no_timer_of_an_earlier_game_does_anything_in_the_next() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = south_starts(DecisionMode::Plurality);
    settings.clock = per_move(2 * SOON, FlagPolicy::Lose);
    settings.decision.vote_ms = 2 * SOON - 300;
    settings.decision.fallback_ms = 60_000;
    let (table, _) = opened(&world, settings, 2, 1).await;
    let watcher = &table.watchers[0];
    let old_zero = zero_of(watcher);
    carries(&table, Side::South, Motion::Resign).await;
    watcher.waits("the game is over", |seen| seen.game().is_some_and(|game| game.result.is_some())).await;
    table.wants_another().await;
    for tab in table.everybody() {
        tab.waits("another game", |seen| seen.turn().is_some()).await;
    }
    let first = table.turn().await.expect("a turn");
    assert!(zero_of(watcher) < old_zero + u64::from(SOON), "the old times are within the new turns");
    // A turn of the new game that begins before the old ballot and the old clock would have ended.
    watcher.waits_for_moment(old_zero - u64::from(SOON)).await;
    for tab in table.side(first.side) {
        tab.votes(&plain(&first)[0]).await.expect("a vote");
    }
    table.is_over(&first).await;
    let second = table.turn().await.expect("the next turn");
    let voter = &table.side(second.side)[0];
    let (began, ballot) = (zero_of(watcher) - 2 * u64::from(SOON), voter.open_ballot());
    watcher.waits_for_moment(old_zero + 200).await;
    watcher.look(|state| {
        let flag = |event: &Event| matches!(event, Event::Flagged { .. });
        assert!(!state.story_of(Stream::Table).any(|told| flag(&told.event)), "no flag fell");
        assert_eq!(state.seen.turn().map(|turn| turn.ply), Some(second.ply), "nothing was played");
    });
    assert_eq!(voter.open_ballot(), ballot, "the ballot is the same");
    let fell = told(watcher, Stream::Table, "its own", |event| matches!(event, Event::Flagged { .. })).await;
    assert_eq!(fell.at, began + 2 * u64::from(SOON), "its own clock ends it, to the millisecond");
    watcher.waits("it is over", |seen| seen.game().is_some_and(|game| game.result.is_some())).await;
    ends_well(&table, world).await;
}

/// C8, online-go/online-go.com#427, #2360, gbtami/pychess-variants#2012: whoever is left waits for
/// an hour. Here an absent side's clock runs, and after a minute the other one may end the game, if
/// most of it want that. The minute is waited for in the long form.
#[tokio::test]
async fn c8_an_absent_side_can_be_claimed_from_by_a_majority_and_not_too_early() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = south_starts(DecisionMode::Hand);
    settings.clock = Clock::Bank { ms: 600_000, increment_ms: 0, flag: FlagPolicy::Lose };
    let (table, turn) = opened(&world, settings, 3, 1).await;
    let (watcher, claim) = (&table.watchers[0], Motion::Claim { draw: false });
    let not_yet = Err(Refusal::MotionBarred { why: MotionBar::NotAbsent });
    assert_eq!(table.north[0].asks(Command::MotionOpen { what: claim }).await, not_yet);
    for tab in &table.south {
        says_goodbye(tab).await;
    }
    assert_eq!(table.north[1].asks(Command::MotionOpen { what: claim }).await, not_yet, "in grace");
    for tab in &table.south {
        watcher.waits("he is away", |seen| presence(seen, tab) == Some(Presence::Away)).await;
    }
    assert_eq!(table.north[0].asks(Command::MotionOpen { what: claim }).await, not_yet, "just now");
    let clock = watcher.look(|state| state.seen.game().expect("a game").clock);
    assert_eq!(clock.running, Some(turn.side), "their clock runs");
    if is_long() {
        let gone = |seen: &Seen| {
            let members = &seen.table.as_ref().expect("a table").members;
            members.iter().filter(|row| row.seats == [Side::South]).map(|row| row.since).max()
        };
        let since = watcher.look(|state| gone(&state.seen)).expect("they sit there");
        watcher.waits_for_moment(since + 59_000).await;
        assert_eq!(table.north[0].asks(Command::MotionOpen { what: claim }).await, not_yet, "59 s");
        watcher.waits_for_moment(since + 60_000).await;
        table.north[0].asks(Command::MotionOpen { what: claim }).await.expect("a minute is over");
        let is_open = |seen: &Seen| {
            let team = seen.team.north.as_ref();
            team.is_some_and(|team| team.motions.iter().any(|row| row.what.kind() == MotionKind::Claim))
        };
        table.north[1].waits("one of three is not enough", is_open).await;
        table.south[0].connects().await;
        table.north[1].waits("who returns voids it", |seen| !is_open(seen)).await;
        assert_eq!(table.north[1].asks(Command::MotionOpen { what: claim }).await, not_yet, "he is back");
        says_goodbye(&table.south[0]).await;
        watcher.waits("away again", |seen| presence(seen, &table.south[0]) == Some(Presence::Away)).await;
        let since = watcher.look(|state| gone(&state.seen)).expect("they sit there");
        watcher.waits_for_moment(since + 60_000).await;
        carries(&table, Side::North, claim).await;
        watcher
            .waits("the game is North's", |seen| {
                let result = seen.game().and_then(|game| game.result.clone());
                result.is_some_and(|r| (r.reason, r.winner) == (EndReason::Absent, Some(Side::North)))
            })
            .await;
    }
    for tab in &table.south {
        tab.connects().await;
    }
    ends_well(&table, world).await;
}

/// C9, lichess-org/lila#6983, lichess-org/lichobile#419: a short drop is treated as leaving the
/// game. Here it is a grace that everybody can see the end of, and never a reason for a claim. The
/// long form drops for up to 25 s.
#[tokio::test]
async fn c9_a_line_that_drops_again_and_again_is_in_grace_and_never_claimed_from() {
    let world = World::with(&["--no-address-limits"]).await;
    let (table, _) = opened(&world, south_starts(DecisionMode::Hand), 1, 1).await;
    let (dropped, other, watcher) = (&table.south[0], &table.north[0], &table.watchers[0]);
    let claim = Command::MotionOpen { what: Motion::Claim { draw: false } };
    let not_absent = Err(Refusal::MotionBarred { why: MotionBar::NotAbsent });
    for seconds in usually(vec![0, 1, 0, 1], vec![1, 5, 14, 1, 16, 25, 2]) {
        dropped.is_cut();
        watcher.waits("he is missed", |seen| presence(seen, dropped) == Some(Presence::Grace)).await;
        let (since, until) = watcher.look(|state| {
            let row = state.seen.member(dropped.member()).expect("a member");
            (row.since, row.until)
        });
        assert_eq!(until, Some(since + GRACE_MS), "everybody can see when it ends");
        watcher.waits_for_moment(since + 1_000 * seconds).await;
        let expected = if 1_000 * seconds > GRACE_MS { Presence::Away } else { Presence::Grace };
        watcher.waits("for so long", |seen| presence(seen, dropped) == Some(expected)).await;
        assert_eq!(other.asks(claim.clone()).await, not_absent, "after {seconds} s");
        dropped.connects().await;
        watcher.waits("he is back", |seen| presence(seen, dropped) == Some(Presence::Online)).await;
        assert_eq!(other.asks(claim.clone()).await, not_absent, "he is here");
    }
    watcher.look(|state| {
        let row = state.seen.member(dropped.member()).expect("a member");
        assert_eq!((row.until, &row.seats[..]), (None, &[Side::South][..]), "the seat is his");
        let over = |event: &Event| matches!(event, Event::GameEnded { .. } | Event::Unseated { .. });
        assert!(!state.story_of(Stream::Table).any(|told| over(&told.event)));
    });
    ends_well(&table, world).await;
}

/// C11, lichess-org/lila#19786: who means to go should not be waited for as long as who was lost.
#[tokio::test]
async fn c11_who_says_goodbye_is_waited_for_shorter_than_who_is_lost() {
    let world = World::with(&["--no-address-limits"]).await;
    let table = Table::begun(&world, quick(Preset::EnDodoi, DecisionMode::Hand), 2, 1).await;
    let (goes, lost, watcher) = (&table.south[0], &table.north[0], &table.watchers[0]);
    lost.is_cut();
    watcher.waits("he is missed", |seen| presence(seen, lost) == Some(Presence::Grace)).await;
    says_goodbye(goes).await;
    watcher.waits("he is missed", |seen| presence(seen, goes) == Some(Presence::Grace)).await;
    let grace = |tab: &Tab| {
        watcher.look(|state| {
            let row = state.seen.member(tab.member()).expect("a member");
            row.until.expect("a grace ends") - row.since
        })
    };
    assert_eq!((grace(goes), grace(lost)), (BYE_MS, GRACE_MS));
    let lost_until = watcher.look(|state| state.seen.member(lost.member()).and_then(|row| row.until));
    let lost_until = lost_until.expect("a grace ends");
    // Who was meant to go and is back at once was never gone; a page that is loaded anew does that.
    goes.connects().await;
    watcher.waits("he is back", |seen| presence(seen, goes) == Some(Presence::Online)).await;
    says_goodbye(goes).await;
    watcher.waits("he is missed", |seen| presence(seen, goes) == Some(Presence::Grace)).await;
    let since = watcher.look(|state| state.seen.member(goes.member()).expect("a member").since);
    watcher.waits("he is away", |seen| presence(seen, goes) == Some(Presence::Away)).await;
    watcher.look(|state| {
        let row = state.seen.member(goes.member()).expect("a member");
        assert_eq!(row.since, since + BYE_MS, "to the millisecond");
        let other = state.seen.member(lost.member()).expect("a member");
        // He is still waited for, or was until then.
        assert!(other.until == Some(lost_until) || other.since == lost_until, "{other:?}");
    });
    goes.connects().await;
    lost.connects().await;
    ends_well(&table, world).await;
}

/// C11: a whole side closes its pages at once, and each of them is believed.
#[tokio::test]
async fn c11_those_who_say_goodbye_at_one_moment_are_each_believed() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Hand);
    settings.team_max = 5;
    let table = Table::begun(&world, settings, 5, 1).await;
    let watcher = &table.watchers[0];
    for round in 0..3 {
        join_all(table.south.iter().map(says_goodbye)).await;
        for tab in &table.south {
            let member = watcher.look(|state| state.seen.named(tab.name()).map(|row| row.id));
            // When the last one is looked at, the grace of the first may be over.
            let grace = |state: &State| {
                let mut graces = state.story_of(Stream::Table).filter_map(|told| match told.event {
                    Event::PresenceChanged { member: who, until: Some(until), .. } if Some(who) == member => {
                        Some(until - told.at)
                    }
                    _ => None,
                });
                graces.nth(round)
            };
            let grace = watcher.until("he is missed", grace).await;
            assert_eq!(grace, BYE_MS, "{} in round {round}", tab.name());
        }
        for tab in &table.south {
            tab.connects().await;
            watcher.waits("he is back", |seen| presence(seen, tab) == Some(Presence::Online)).await;
        }
    }
    ends_well(&table, world).await;
}

const fn per_move(ms: u32, flag: FlagPolicy) -> Clock {
    Clock::PerMove { ms, flag }
}

/// When the clock that runs will be at zero.
fn zero_of(tab: &Tab) -> u64 {
    tab.look(|state| {
        let clock = state.seen.game().expect("a game").clock;
        clock.since + clock.remaining_ms[clock.running.expect("a clock runs")]
    })
}

fn presence(seen: &Seen, tab: &Tab) -> Option<Presence> {
    seen.named(tab.name()).map(|row| row.presence)
}

/// The page is closed by its reader: it says so, and goes.
async fn says_goodbye(tab: &Tab) {
    tab.sends_text(r#"{"k":"bye","d":{}}"#);
    tab.leaves().await;
}
