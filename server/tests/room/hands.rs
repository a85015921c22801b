//! Who holds the hand (`docs/room.md` 9).

use protocol::Command;
use protocol::event::{Event, HandReason, WithdrawReason};
use protocol::refusal::Refusal;
use protocol::settings::DecisionMode::{Hand, Majority};
use protocol::settings::{DecisionMode, HandPolicy};

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

// ---- elected, claimed, named -----------------------------------------------------------------

fn held_by(policy: HandPolicy) -> protocol::settings::RoomSettings {
    deciding(Hand, |decision| decision.hand = policy)
}

/// A room before its first game.
fn seated(policy: HandPolicy, south: usize, north: usize) -> World {
    let mut w = World::open(held_by(policy));
    w.seat("s", south, SOUTH);
    w.seat("n", north, NORTH);
    w
}

fn name(w: &World, side: engine::Side, to: &str) -> Command {
    Command::HandName { side, to: w.id(to) }
}

#[test]
fn an_elected_hand_is_whom_most_trust_when_the_game_begins_and_stays() {
    let mut w = seated(HandPolicy::Elected, 4, 1);
    for (by, whom) in [("s1", "s3"), ("s2", "s3"), ("s3", "s4"), ("s4", "s4"), ("s1", "s4")] {
        let member = w.id(whom);
        w.must(by, Command::TrustSet { member, on: true });
    }
    let member = w.id("s4");
    w.must("s1", Command::TrustSet { member, on: false });
    w.starts();
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s3"), "two each: the first in seat order");
    assert_eq!(w.hand(NORTH).as_deref(), Some("n1"), "the only one, trusted or not");
    let events = w.log.iter().flat_map(|entry| &entry.events);
    let elected = events.filter(|event| matches!(event, Event::HandPassed { why: HandReason::Elected, .. }));
    assert_eq!(elected.count(), 2);
    w.must("s1", Command::TrustSet { member, on: true });
    assert_eq!(plies_by_south(&mut w, 2), ["s3", "s3"], "not while the game is on");
    w.leaves("s3");
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s4"), "P15");
    w.check_log();
}

#[test]
fn the_first_claim_has_the_hand_from_the_beginning_of_the_game() {
    let mut w = seated(HandPolicy::Volunteer, 3, 1);
    assert!(saw!(w.must("s2", Command::HandClaim {}), Event::HandChosen { why: HandReason::Claimed, .. }));
    assert_eq!(w.must("s2", Command::HandClaim {}).len(), 1, "twice is once");
    assert_eq!(w.refused("s3", Command::HandClaim {}), Refusal::HandTaken);
    assert_eq!(w.table().chosen.south, Some(w.id("s2")));
    w.leaves("s2");
    assert_eq!(w.table().chosen.south, None, "it falls away with the seat");
    w.must("s3", Command::HandClaim {});
    w.starts();
    assert_eq!((w.hand(SOUTH).as_deref(), w.table().chosen.south), (Some("s3"), None));
    assert_eq!(w.refused("s1", Command::HandClaim {}), Refusal::HandTaken);
    assert_eq!(plies_by_south(&mut w, 2), ["s3", "s3"]);
    w.check_log();
}

#[test]
fn in_a_game_the_hand_is_claimed_while_nobody_has_or_its_holder_is_not_there() {
    let mut w = seated(HandPolicy::Volunteer, 4, 1);
    w.starts();
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s1"));
    assert!(saw!(w.must("s2", Command::HandClaim {}), Event::HandPassed { why: HandReason::Claimed, .. }));
    assert_eq!(w.refused("s3", Command::HandClaim {}), Refusal::HandTaken);
    assert_eq!(w.must("s2", Command::HandClaim {}).len(), 1);
    w.socket("s2", false);
    w.must("s3", Command::HandClaim {});
    w.socket("s2", true);
    assert_eq!(w.refused("s2", Command::HandClaim {}), Refusal::HandTaken);
    w.leaves("s3");
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s4"), "P15");
    w.check_log();
}

#[test]
fn who_has_the_hand_unclaimed_may_claim_it_and_keeps_it_then() {
    let mut w = seated(HandPolicy::Volunteer, 2, 1);
    w.starts();
    w.must("s1", Command::HandClaim {});
    assert_eq!(w.refused("s2", Command::HandClaim {}), Refusal::HandTaken);
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s1"));
}

#[test]
fn where_hands_are_not_claimed_or_named_nobody_does() {
    for policy in [HandPolicy::Rotating, HandPolicy::Fixed, HandPolicy::Elected, HandPolicy::Host] {
        let mut w = seated(policy, 2, 1);
        assert_eq!(w.refused("s1", Command::HandClaim {}), Refusal::HandTaken);
    }
    for policy in [HandPolicy::Rotating, HandPolicy::Fixed, HandPolicy::Elected, HandPolicy::Volunteer] {
        let mut w = seated(policy, 2, 1);
        let command = name(&w, SOUTH, "s2");
        assert_eq!(w.refused("host", command), Refusal::ForbiddenRole);
    }
}

#[test]
fn the_host_names_hands_before_the_game_and_in_it() {
    let mut w = seated(HandPolicy::Host, 3, 2);
    let command = name(&w, SOUTH, "s2");
    assert_eq!(w.refused("s1", command.clone()), Refusal::ForbiddenRole);
    let other = name(&w, SOUTH, "n1");
    assert_eq!(w.refused("host", other), Refusal::NoSuchMember);
    w.must("host", command.clone());
    assert_eq!(w.must("host", command).len(), 1);
    w.starts();
    assert_eq!((w.hand(SOUTH).as_deref(), w.hand(NORTH)), (Some("s2"), None));
    let (third, second) = (name(&w, SOUTH, "s3"), name(&w, NORTH, "n2"));
    assert!(saw!(w.must("host", third), Event::HandPassed { why: HandReason::Named, .. }));
    w.must("host", second);
    w.lays("s3", 0);
    w.wait(6_000);
    assert_eq!(w.hand(NORTH).as_deref(), Some("n2"));
    w.check_log();
}

#[test]
fn a_tried_move_goes_with_the_hand_that_was_taken_from_its_maker() {
    let mut w = seated(HandPolicy::Host, 4, 1);
    w.starts();
    let mv = w.mv(0);
    w.lays("s1", 0);
    w.objects("s2");
    let command = name(&w, SOUTH, "s3");
    let events = w.must("host", command);
    assert!(saw!(events, Event::Withdrawn { why: WithdrawReason::HandReplaced, .. }));
    assert_eq!((w.turn().spent, w.hand(SOUTH).as_deref()), (vec![mv], Some("s3")));
    assert!(w.has_ballot() && w.team(SOUTH).stances.is_empty());
    w.lays("s3", 1);
    let north = name(&w, NORTH, "n1");
    w.must("host", north);
    assert!(w.tried().is_some(), "the other side's hand is another matter");
    w.check_log();
}

#[test]
fn a_held_room_passes_no_hand() {
    let mut w = seated(HandPolicy::Host, 2, 1);
    w.starts();
    w.hold(protocol::event::HoldReason::Draining);
    let command = name(&w, SOUTH, "s2");
    assert_eq!(w.refused("host", command), Refusal::Held);
    let mut w = seated(HandPolicy::Volunteer, 2, 1);
    w.starts();
    w.hold(protocol::event::HoldReason::Draining);
    assert_eq!(w.refused("s2", Command::HandClaim {}), Refusal::Held);
}

#[test]
fn who_holds_both_hands_in_practice_passes_that_of_the_others_side() {
    let settings = protocol::settings::RoomSettings { practice: true, team_max: 3, ..deciding(Hand, fixed) };
    let mut w = World::open(settings);
    w.sits("host", SOUTH);
    w.sits("host", NORTH);
    w.lays("host", 0);
    assert_eq!((w.hand(SOUTH).as_deref(), w.hand(NORTH).as_deref()), (Some("host"), Some("host")));
    let to_move = w.turn().side;
    for (name, sides) in [("one", vec![to_move.other()]), ("two", vec![to_move, to_move.other()])] {
        for side in sides {
            w.sits(name, side);
        }
    }
    let (one, two) = (w.id("one"), w.id("two"));
    w.must("host", Command::HandPass { to: one });
    assert_eq!(w.hand(to_move.other()).as_deref(), Some("one"));
    assert_eq!(w.hand(to_move).as_deref(), Some("host"));
    w.must("one", Command::HandPass { to: two });
    w.must("host", Command::HandPass { to: two });
    assert_eq!(w.hand(to_move).as_deref(), Some("two"));
    let host = w.id("host");
    w.must("two", Command::HandPass { to: host });
    assert_eq!(w.hand(to_move).as_deref(), Some("host"), "he sits on both: that of the side to move");
    assert_eq!(w.refused("one", Command::HandPass { to: host }), Refusal::NotMover);
    w.check_log();
}

/// What somebody else tried stays when the hand is taken from who holds it.
#[test]
fn a_move_of_another_one_stays_when_the_hand_is_replaced() {
    let anyone = |decision: &mut protocol::settings::Decision| decision.hand = HandPolicy::Host;
    let mut w = World::playing(deciding(DecisionMode::Anyone, anyone), 3, 1);
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s1"));
    w.votes("s2", 0);
    assert_eq!(w.tried().map(|tried| tried.by), Some(w.id("s2")));
    let command = name(&w, SOUTH, "s3");
    let events = w.must("host", command);
    assert!(saw!(events, Event::HandPassed { .. }) && !saw!(events, Event::Withdrawn { .. }));
    assert!(w.tried().is_some());
    w.check_log();
}
