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
