//! Who holds the hand (`docs/room.md` 9).

use protocol::Command;
use protocol::event::{Event, HandReason};
use protocol::refusal::Refusal;
use protocol::settings::DecisionMode::{Hand, Majority};

use crate::saw;
use crate::world::*;

fn plies_by_south(w: &mut World, plies: usize) -> Vec<String> {
    let mut hands = Vec::new();
    for _ in 0..plies {
        let hand = w.hand(SOUTH).unwrap();
        w.lays(&hand, 0);
        w.wait(6_000);
        hands.push(hand);
        w.lays("n1", 0);
    }
    hands
}

#[test]
fn the_hand_goes_round_in_seat_order() {
    let mut w = World::playing(room(Hand), 3, 1);
    assert_eq!(plies_by_south(&mut w, 4), ["s1", "s2", "s3", "s1"]);
    w.sits("s4", SOUTH);
    assert_eq!(plies_by_south(&mut w, 4), ["s2", "s3", "s4", "s1"]);
}

#[test]
fn the_rotation_passes_over_who_is_away() {
    let mut w = World::playing(room(Hand), 3, 1);
    w.goes_away("s2");
    assert_eq!(plies_by_south(&mut w, 3), ["s1", "s3", "s1"]);
}

#[test]
fn a_fixed_hand_stays() {
    let mut w = World::playing(deciding(Hand, fixed), 3, 1);
    assert_eq!(plies_by_south(&mut w, 3), ["s1", "s1", "s1"]);
    let s2 = w.id("s2");
    w.must("s1", Command::HandPass { to: s2 });
    assert_eq!(plies_by_south(&mut w, 2), ["s2", "s2"]);
}

#[test]
fn the_hand_is_passed_by_its_holder_to_his_own_side() {
    let mut w = World::playing(room(Hand), 3, 2);
    let (s1, s3, n1) = (w.id("s1"), w.id("s3"), w.id("n1"));
    assert_eq!(w.refused("s2", Command::HandPass { to: s3 }), Refusal::NotMover);
    assert_eq!(w.refused("s1", Command::HandPass { to: n1 }), Refusal::NoSuchMember);
    assert_eq!(w.must("s1", Command::HandPass { to: s1 }).len(), 1);
    let events = w.must("s1", Command::HandPass { to: s3 });
    assert!(saw!(events, Event::HandPassed { why: HandReason::HandedOver, .. }));
    let lay = Command::MoveLay { mv: w.mv(0) };
    assert_eq!(w.refused("s1", lay), Refusal::NotMover);
    w.lays("s3", 0);
}

#[test]
fn an_absent_hand_passes_ten_seconds_after_the_grace_and_does_not_come_back() {
    let mut w = World::playing(room(Hand), 3, 1);
    w.socket("s1", false);
    w.wait(24_999);
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s1"));
    w.wait(1);
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s2"));
    assert!(saw!(w.log.last().unwrap().events, Event::HandPassed { why: HandReason::Away, .. }));
    w.socket("s1", true);
    w.wait(1_000);
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s2"));
    w.check_log();
}

#[test]
fn a_hand_that_returns_in_time_keeps_it() {
    let mut w = World::playing(room(Hand), 3, 1);
    w.socket("s1", false);
    w.wait(20_000);
    w.socket("s1", true);
    w.wait(20_000);
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s1"));
}

#[test]
fn with_nobody_else_there_the_hand_stays_until_somebody_comes() {
    let mut w = World::playing(room(Hand), 2, 1);
    w.socket("s1", false);
    w.socket("s2", false);
    w.wait(40_000);
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s1"));
    w.socket("s2", true);
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s2"));
}

#[test]
fn a_hand_that_leaves_passes_at_once_and_the_tried_move_stays() {
    let mut w = World::playing(room(Majority), 4, 1);
    w.votes("s2", 0);
    w.wait(45_000);
    assert_eq!(w.tried().unwrap().by, w.id("s1"), "a voted move is laid by the hand");
    w.leaves("s1");
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s2"));
    assert!(saw!(w.log.last().unwrap().events, Event::HandPassed { why: HandReason::Gone, .. }));
    assert!(w.tried().is_some());
    assert_eq!(w.refused("s3", Command::MoveWithdraw {}), Refusal::NotMover);
    w.withdraws("s2");
    assert!(w.tried().is_none());
    w.check_log();
}

#[test]
fn a_side_that_lost_everybody_has_a_hand_again_with_its_next_member() {
    let mut w = World::playing(room(Hand), 1, 1);
    w.leaves("s1");
    assert_eq!(w.hand(SOUTH), None);
    w.sits("s2", SOUTH);
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s2"));
    w.lays("s2", 0);
    w.leaves("s2");
    assert_eq!(w.hand(SOUTH), None);
    w.check_log();
}
