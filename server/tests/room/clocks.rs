//! Clocks and flags (`docs/room.md` 9 and 11).

use engine::BySide;
use protocol::event::{BallotKind, BallotResult, EndReason, Event, FlagEffect, HandReason};
use protocol::settings::DecisionMode::{Hand, Plurality};
use protocol::settings::{Clock, FlagPolicy};

use crate::saw;
use crate::world::*;

#[test]
fn without_a_clock_nobody_counts() {
    let mut w = World::playing(room(Hand), 2, 1);
    w.wait(10_000_000);
    assert_eq!(w.game().clock.running, None);
    assert!(w.game().result.is_none());
}

#[test]
fn the_clock_of_the_side_to_move_runs_and_a_move_adds_the_increment() {
    let clock = Clock::Bank { ms: 60_000, increment_ms: 5_000, flag: FlagPolicy::Lose };
    let mut w = World::playing(clocked(Hand, clock), 1, 1);
    w.wait(10_000);
    assert_eq!(w.left(), BySide::new(50_000, 60_000));
    w.lays("s1", 0);
    assert_eq!(w.left(), BySide::new(55_000, 60_000));
    w.wait(1_000);
    assert_eq!(w.left(), BySide::new(55_000, 59_000));
    assert_eq!(w.game().clock.running, Some(NORTH));
    w.check_log();
}

#[test]
fn time_for_each_move_is_given_anew() {
    let clock = Clock::PerMove { ms: 60_000, flag: FlagPolicy::Lose };
    let mut w = World::playing(clocked(Hand, clock), 1, 1);
    w.wait(40_000);
    w.lays("s1", 0);
    assert_eq!(w.left(), BySide::both(60_000));
}

#[test]
fn a_withdrawn_try_gives_no_time_back() {
    let mut w = World::playing(clocked(Hand, bank(100_000)), 3, 1);
    w.wait(3_000);
    w.lays("s1", 0);
    w.wait(2_000);
    w.withdraws("s1");
    assert_eq!(w.left().south, 95_000);
}

#[test]
fn a_flag_that_falls_on_silence_loses() {
    let mut w = World::playing(clocked(Hand, bank(60_000)), 1, 1);
    w.wait(59_999);
    assert!(w.game().result.is_none());
    w.wait(1);
    let result = w.game().result.unwrap();
    assert_eq!((result.reason, result.winner), (EndReason::Flag, Some(NORTH)));
    assert_eq!(result.score, BySide::both(32), "each side has the seeds of its own row");
    w.check_log();
}

#[test]
fn a_ballot_never_outlasts_the_clock() {
    let mut w = World::playing(clocked(Plurality, bank(20_000)), 3, 1);
    assert_eq!(w.turn().deadline, Some(w.now + 20_000));
    w.wait(20_000);
    assert_eq!(w.game().result.unwrap().reason, EndReason::Flag);
    let flagged = &w.log.last().unwrap().events;
    assert!(saw!(flagged, Event::Flagged { effect: FlagEffect::Lost, .. }));
}

#[test]
fn a_vote_beats_the_flag_without_quorum_and_without_run_off() {
    let settings = clocked(Plurality, bank(20_000));
    let mut w = World::playing(settings.clone(), 3, 1);
    w.votes("s2", 0);
    w.votes("s3", 1);
    w.wait(20_000);
    assert_eq!(w.plies(), 1, "the tie is broken at once, and a laid move beats the flag");
    assert_eq!(w.left().south, 0);
    assert!(
        !w.log.iter().any(|entry| saw!(entry.events, Event::BallotOpened { kind: BallotKind::RunOff, .. }))
    );

    let mut quorate = settings;
    quorate.decision.quorum = 3;
    let mut w = World::playing(quorate, 3, 1);
    w.votes("s2", 0);
    w.wait(20_000);
    assert_eq!(w.plies(), 1);
}

#[test]
fn a_run_off_must_fit_the_clock() {
    for (ms, fits) in [(55_000, true), (54_999, false)] {
        let mut w = World::playing(clocked(Plurality, bank(ms)), 3, 1);
        w.votes("s2", 0);
        w.votes("s3", 1);
        w.wait(45_000);
        assert_eq!(w.has_ballot() && w.ballot().kind == BallotKind::RunOff, fits);
    }
}

#[test]
fn a_laid_move_beats_the_flag() {
    let mut w = World::playing(clocked(Hand, bank(20_000)), 3, 1);
    w.wait(18_000);
    w.lays("s1", 0);
    assert_eq!(w.tried().unwrap().until, w.now + 2_000, "the window ends with the clock");
    w.wait(2_000);
    assert_eq!(w.plies(), 1);
    assert!(w.game().result.is_none());
}

#[test]
fn with_no_votes_the_fallback_lasts_until_the_flag() {
    let mut w = World::playing(clocked(Plurality, bank(60_000)), 3, 1);
    w.wait(45_000);
    assert!(w.ballot().hand_until.is_some());
    w.wait(15_000);
    assert_eq!(w.game().result.unwrap().reason, EndReason::Flag);
}

#[test]
fn the_hand_passes_once_and_the_second_flag_in_a_row_loses() {
    let clock = Clock::PerMove { ms: 20_000, flag: FlagPolicy::PassHand };
    let mut w = World::playing(clocked(Plurality, clock), 3, 1);
    w.wait(20_000);
    let events = &w.log.last().unwrap().events;
    assert!(saw!(events, Event::BallotClosed { result: BallotResult::TooFew, .. }));
    assert!(saw!(events, Event::Flagged { effect: FlagEffect::HandPassed, .. }));
    assert!(saw!(events, Event::HandPassed { why: HandReason::Flagged, .. }));
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s2"));
    assert_eq!(w.left().south, 30_000);
    assert_eq!(w.ballot().hand_until, Some(w.now + 10_000), "the new hand has the board for itself");
    w.wait(30_000);
    let result = w.game().result.unwrap();
    assert_eq!((result.reason, result.winner), (EndReason::Flag, Some(NORTH)));
    w.check_log();
}

#[test]
fn a_turn_in_time_wipes_the_flag_out_and_one_on_second_chance_does_not() {
    let clock = Clock::PerMove { ms: 20_000, flag: FlagPolicy::PassHand };
    let turn = |w: &mut World, wait: u64| {
        w.wait(wait);
        let hand = w.hand(w.turn().side).unwrap();
        w.lays(&hand, 0);
    };
    // Flag, laid on second chance, a turn in time, flag: still in the game.
    let mut w = World::playing(clocked(Hand, clock), 1, 1);
    for wait in [25_000, 0, 1_000, 0, 20_000] {
        turn(&mut w, wait);
    }
    assert!(w.game().result.is_none());
    // Flag, laid on second chance, flag: two in a row.
    let mut w = World::playing(clocked(Hand, clock), 1, 1);
    turn(&mut w, 25_000);
    turn(&mut w, 0);
    w.wait(20_000);
    assert_eq!(w.game().result.unwrap().winner, Some(NORTH));
}

#[test]
fn an_empty_bank_still_has_its_moment_in_each_turn() {
    let clock = Clock::Bank { ms: 5_000, increment_ms: 0, flag: FlagPolicy::PassHand };
    let mut w = World::playing(clocked(Plurality, clock), 2, 1);
    w.votes("s1", 0);
    w.wait(5_000);
    assert_eq!((w.plies(), w.left().south), (1, 0));
    w.lays("n1", 0);
    w.wait(0);
    assert!(w.game().result.is_none());
    assert_eq!(w.left().south, 30_000);
}

/// Ten seconds, then two periods of five.
const fn byo_yomi(flag: FlagPolicy) -> Clock {
    Clock::ByoYomi { ms: 10_000, periods: 2, period_ms: 5_000, flag }
}

#[test]
fn behind_the_bank_there_are_periods_and_who_moves_within_one_keeps_it() {
    let mut w = World::playing(clocked(Hand, byo_yomi(FlagPolicy::Lose)), 1, 1);
    w.wait(4_000);
    w.lays("s1", 0);
    assert_eq!((w.left().south, w.game().clock.periods.south), (6_000, 2), "what is left of a bank is left");
    w.lays("n1", 0);
    w.wait(5_999);
    assert!(!w.log.iter().any(|entry| saw!(entry.events, Event::PeriodBegan { .. })));
    w.wait(1);
    assert_eq!((w.left().south, w.game().clock.periods.south), (5_000, 1));
    for _ in 0..3 {
        w.wait(4_000);
        w.lays("s1", 0);
        assert_eq!((w.left().south, w.game().clock.periods.south), (5_000, 1), "the period is whole again");
        w.lays("n1", 0);
    }
    w.wait(5_000);
    assert_eq!((w.left().south, w.game().clock.periods.south), (5_000, 0), "the last one");
    w.wait(4_999);
    assert!(w.game().result.is_none());
    w.wait(1);
    let result = w.game().result.unwrap();
    assert_eq!((result.reason, result.winner), (EndReason::Flag, Some(NORTH)));
    assert_eq!(w.game().clock.periods, BySide::new(0, 2));
    w.check_log();
}

#[test]
fn a_ballot_has_all_periods_and_a_laid_move_beats_only_the_last_flag() {
    let mut w = World::playing(clocked(Plurality, byo_yomi(FlagPolicy::Lose)), 3, 1);
    assert_eq!(w.turn().deadline, Some(w.now + 20_000), "the bank and both periods");
    w.votes("s2", 0);
    w.wait(20_000);
    assert_eq!(w.plies(), 1, "votes beat the flag");
    let began =
        |w: &World| w.log.iter().filter(|entry| saw!(entry.events, Event::PeriodBegan { .. })).count();
    assert_eq!(began(&w), 2);

    let mut w = World::playing(clocked(Hand, byo_yomi(FlagPolicy::Lose)), 3, 1);
    w.wait(8_000);
    w.lays("s1", 0);
    assert_eq!(w.tried().unwrap().until, w.now + 6_000, "a window is not cut by the end of the bank");
    w.wait(6_000);
    assert_eq!((w.plies(), began(&w)), (1, 1));
    assert_eq!((w.left().south, w.game().clock.periods.south), (5_000, 1));
}

#[test]
fn periods_are_held_with_the_room_and_a_flag_passes_the_hand_after_the_last() {
    let mut w = World::playing(clocked(Plurality, byo_yomi(FlagPolicy::PassHand)), 2, 1);
    w.wait(12_000);
    w.hold(protocol::event::HoldReason::Draining);
    w.wait(3_600_000);
    assert_eq!((w.left().south, w.game().clock.periods.south), (3_000, 1));
    w.release(protocol::event::HoldReason::Draining);
    w.wait(8_000);
    assert_eq!((w.left().south, w.game().clock.periods.south), (30_000, 0));
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s2"));
    w.lays("s2", 0);
    assert_eq!(w.left().south, 5_000, "the next turn has a last period");
    w.check_log();
}

fn slow() -> Clock {
    Clock::Slow { ms: 86_400_000, flag: FlagPolicy::PassHand }
}

fn slow_room(mode: protocol::settings::DecisionMode) -> protocol::RoomSettings {
    let mut settings = clocked(mode, slow());
    settings.decision.vote_ms = 43_200_000;
    settings
}

#[test]
fn in_a_slow_room_being_away_is_usual() {
    let mut w = World::playing(slow_room(Plurality), 3, 1);
    let until = w.now + protocol::limits::GRACE_SLOW_MS;
    for name in ["s1", "s2", "s3", "n1"] {
        w.socket(name, false);
    }
    let grace = |w: &World, name: &str| {
        let id = w.id(name);
        let row = w.table().members.into_iter().find(|row| row.id == id).unwrap();
        (row.presence, row.until)
    };
    assert_eq!(grace(&w, "s2"), (protocol::event::Presence::Grace, Some(until)));
    w.wait(protocol::limits::GRACE_SLOW_MS);
    assert_eq!(grace(&w, "s2"), (protocol::event::Presence::Away, None));
    w.wait(3_600_000);
    assert!(w.table().holds.is_empty(), "nobody is there, and time counts");
    assert_eq!((w.ballot().effective, w.hand(SOUTH).as_deref()), (3, Some("s1")), "all are waited for");
    w.socket("s2", true);
    w.votes("s2", 0);
    w.socket("s2", false);
    assert_eq!(w.ballot().closing, None, "two are silent, and their voices count");
    w.wait(43_200_000 - 3_600_000 - protocol::limits::GRACE_SLOW_MS);
    assert_eq!(w.plies(), 0);
    assert!(w.tried().is_some(), "the deadline, and one vote of three");
    w.check_log();
}

#[test]
fn in_a_slow_room_the_hand_of_a_fallen_flag_passes_to_whoever_is_next() {
    let mut w = World::playing(slow_room(Hand), 2, 1);
    for name in ["s1", "s2", "n1"] {
        w.socket(name, false);
    }
    w.wait(86_400_000);
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s2"));
}

#[test]
fn time_for_a_move_is_counted_in_days() {
    let mut w = World::playing(slow_room(Hand), 1, 1);
    w.wait(80_000_000);
    w.lays("s1", 0);
    assert_eq!(w.left(), BySide::both(86_400_000));
}
