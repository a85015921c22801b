//! The edge cases of `docs/room.md` 13 that no other part tells.

use protocol::event::{BallotKind, BallotResult, EndReason, Event};
use protocol::refusal::Refusal;
use protocol::settings::DecisionMode::{Hand, Majority, Plurality};
use protocol::{BallotId, Command};

use crate::saw;
use crate::world::*;

#[test]
fn the_last_silent_member_leaving_does_not_restart_the_closing() {
    let mut w = World::playing(room(Majority), 3, 1);
    w.wait(4_000);
    w.votes("s1", 0);
    w.votes("s2", 0);
    let closing = w.ballot().closing;
    w.wait(1_000);
    w.leaves("s3");
    assert_eq!(w.ballot().closing, closing);
}

#[test]
fn a_silent_member_who_returns_reopens_the_ballot_until_the_same_deadline() {
    let mut w = World::playing(room(Plurality), 3, 1);
    let deadline = w.ballot().deadline;
    w.goes_away("s3");
    w.votes("s1", 0);
    w.votes("s2", 1);
    assert!(w.ballot().closing.is_some(), "everybody who is there was heard");
    w.socket("s3", true);
    assert_eq!((w.ballot().closing, w.ballot().deadline), (None, deadline));
    w.check_log();
}

#[test]
fn coming_and_going_cannot_move_the_deadline() {
    let mut w = World::playing(room(Plurality), 3, 1);
    let deadline = w.ballot().deadline.unwrap();
    w.votes("s1", 0);
    w.votes("s2", 0);
    while w.now + 20_000 < deadline {
        w.goes_away("s3");
        w.socket("s3", true);
    }
    w.arrive(deadline);
    w.wait(0);
    assert_eq!(w.plies(), 1);
}

#[test]
fn when_the_whole_roll_has_left_the_new_people_vote_until_the_same_deadline_once() {
    let mut w = World::playing(room(Plurality), 2, 1);
    let deadline = w.ballot().deadline;
    w.sits("s3", SOUTH);
    w.sits("s4", SOUTH);
    w.leaves("s1");
    w.leaves("s2");
    let closed = &w.log.last().unwrap().events;
    assert!(saw!(closed, Event::BallotClosed { result: BallotResult::Void, .. }));
    let ballot = w.ballot();
    assert_eq!((ballot.ballot, ballot.deadline, ballot.roll.len()), (BallotId(2), deadline, 2));
    w.votes("s3", 0);
    w.sits("s5", SOUTH);
    w.sits("s6", SOUTH);
    w.leaves("s3");
    w.leaves("s4");
    assert_eq!(w.ballot().ballot, BallotId(2), "once a turn");
    w.wait(45_000);
    w.wait(10_000);
    w.lays("s6", 0);
    assert_eq!(w.plies(), 1, "in the fallback whoever sits there can go on");
    w.check_log();
}

#[test]
fn a_lone_newcomer_needs_no_ballot() {
    let mut w = World::playing(room(Plurality), 2, 1);
    w.sits("s3", SOUTH);
    w.leaves("s1");
    w.leaves("s2");
    assert!(!w.has_ballot());
    w.lays("s3", 0);
    assert_eq!(w.plies(), 1);
}

#[test]
fn who_joins_in_the_middle_advises_and_votes_from_the_next_ballot() {
    let mut w = World::playing(room(Hand), 2, 1);
    w.sits("s3", SOUTH);
    let vote = w.vote_command("s3", 0);
    assert_eq!(w.refused("s3", vote), Refusal::NotOnRoll);
    w.lays("s1", 0);
    w.withdraws("s1");
    w.votes("s3", 1);
}

#[test]
fn a_vote_from_a_second_tab_is_the_same_members_and_the_last_one_counts() {
    let mut w = World::playing(room(Plurality), 2, 1);
    w.votes("s1", 0);
    w.votes("s1", 1);
    assert_eq!(w.ballot().options.len(), 1);
    assert_eq!(w.ballot().options[0].mv, w.mv(1));
}

#[test]
fn nobody_changes_sides_within_a_game() {
    let mut w = World::playing(room(Hand), 2, 1);
    let other = Command::SeatTake { side: Some(NORTH), withdraw: false };
    assert_eq!(w.refused("s1", other.clone()), Refusal::SideLocked);
    w.leaves("s1");
    assert_eq!(w.refused("s1", other.clone()), Refusal::SideLocked, "not by watching for a while either");
    w.sits("s1", SOUTH);
    w.must("s2", Command::MotionOpen { what: protocol::Motion::Resign });
    w.must("s1", Command::MotionOpen { what: protocol::Motion::Resign });
    w.must("s1", other);
    assert_eq!(w.table().members.iter().filter(|member| member.seats == [NORTH]).count(), 2);
}

#[test]
fn giving_up_takes_a_majority_and_two_people() {
    let mut w = World::playing(room(Hand), 3, 1);
    w.must("s1", Command::MotionOpen { what: protocol::Motion::Resign });
    assert!(w.team(NORTH).motions.is_empty());
    assert_eq!(w.team(SOUTH).motions[0].yes, [w.id("s1")]);
    w.must("s1", Command::MotionVote { motion: w.team(SOUTH).motions[0].motion, yes: None });
    w.must("s2", Command::MotionOpen { what: protocol::Motion::Resign });
    assert!(w.game().result.is_none());
    w.must("s3", Command::MotionOpen { what: protocol::Motion::Resign });
    let result = w.game().result.unwrap();
    assert_eq!((result.reason, result.winner), (EndReason::Resigned, Some(NORTH)));
    assert!(saw!(w.log.last().unwrap().events, Event::BallotClosed { result: BallotResult::Void, .. }));

    let mut w = World::playing(room(Hand), 2, 1);
    w.goes_away("s2");
    w.must("s1", Command::MotionOpen { what: protocol::Motion::Resign });
    assert!(w.game().result.is_none(), "one of two does not give up for both");
    let vote = w.refused("watcher", Command::MotionOpen { what: protocol::Motion::Resign });
    assert_eq!(vote, Refusal::NotSeated);
}

#[test]
fn the_wish_to_give_up_ends_with_the_turn_and_with_leaving() {
    let mut w = World::playing(room(Hand), 3, 1);
    w.must("s1", Command::MotionOpen { what: protocol::Motion::Resign });
    w.leaves("s1");
    assert!(w.team(SOUTH).motions.is_empty());
    w.must("s2", Command::MotionOpen { what: protocol::Motion::Resign });
    let hand = w.hand(SOUTH).unwrap();
    w.lays(&hand, 0);
    w.wait(6_000);
    assert_eq!(w.plies(), 1);
    assert!(w.team(SOUTH).motions.is_empty());
}

#[test]
fn giving_up_ends_a_tried_move_too_and_nothing_can_be_done_after_it() {
    let mut w = World::playing(room(Hand), 2, 1);
    w.lays("s1", 0);
    w.must("s1", Command::MotionOpen { what: protocol::Motion::Resign });
    w.must("s2", Command::MotionOpen { what: protocol::Motion::Resign });
    assert_eq!(w.plies(), 0);
    let seen = Some(protocol::At { game: 1, ply: 1, tries: 1, back: 0 });
    let object = server::room::Ask::Command(Command::ObjectSet { on: true });
    assert_eq!(w.ask(person("s2"), None, seen, object), Err(Refusal::GameOver));
    assert_eq!(w.refused("s1", Command::MotionOpen { what: protocol::Motion::Resign }), Refusal::GameOver);
}

#[test]
fn withdrawals_and_ballots_of_a_turn_are_bounded() {
    let mut w = World::playing(room(Plurality), 5, 1);
    let mut ballots = 0;
    for round in 0..4 {
        for (voter, choice) in [("s1", 0), ("s2", 1), ("s3", 2), ("s4", 3), ("s5", 4)] {
            let command = w.vote_command(voter, choice + round);
            let _ = w.does(voter, command);
        }
        w.wait(5_000);
        assert_eq!(w.ballot().kind, BallotKind::RunOff);
        w.wait(10_000);
        ballots += 2;
        if w.plies() > 0 {
            break;
        }
        for objector in ["s2", "s3"] {
            w.objects(objector);
        }
    }
    assert_eq!((w.plies(), ballots), (1, 8), "P7");
    w.check_log();
}
