//! Modes `consensus` and `anyone`, and blocks (`docs/room.md` 3 and 4).

use protocol::Command;
use protocol::event::{BallotKind, BallotResult, Event, WonBy};
use protocol::refusal::{IllegalReason, Refusal, TextProblem};
use protocol::settings::DecisionMode::{Anyone, Consensus, Majority, Plurality};
use protocol::settings::RoomSettings;
use server::room::thresholds::{consensus, majority, two_thirds, withdraw};

use crate::saw;
use crate::world::*;

fn blocking() -> RoomSettings {
    deciding(Consensus, |decision| decision.block = true)
}

fn all_vote(w: &mut World, choices: &[usize]) {
    for (number, &choice) in (1..).zip(choices) {
        w.votes(&format!("s{number}"), choice);
    }
}

fn block(w: &World, choice: usize) -> Command {
    Command::BlockAdd { ballot: w.ballot_of("s1"), mv: w.mv(choice), reason: "it feeds them".to_owned() }
}

#[test]
fn a_consensus_closes_at_its_number_of_votes_in_a_side_of_any_size() {
    for members in 2..=50 {
        let mut w = World::playing(room(Consensus), members, 1);
        w.wait(4_000);
        let need = consensus(members);
        assert_eq!(usize::from(w.ballot().need), need, "{members}");
        for number in 1..need {
            w.votes(&format!("s{number}"), 0);
            assert_eq!(w.ballot().closing, None, "{number} of {members}");
        }
        w.votes(&format!("s{need}"), 0);
        assert_eq!(w.ballot().closing, Some(w.now + 2_000), "{members}");
        w.wait(2_000);
        assert_eq!((w.plies(), w.tried().is_some()), (1, false), "{members}: what nearly all want stands");
    }
}

#[test]
fn where_anyone_decides_the_first_vote_lays_the_move_in_a_side_of_any_size() {
    for members in 2..=50 {
        let mut w = World::playing(room(Anyone), members, 1);
        let (mv, voter) = (w.mv(1), format!("s{members}"));
        assert_eq!(w.ballot().need, 1);
        let events = w.votes(&voter, 1);
        let won = BallotResult::Won { mv: mv.clone(), by: WonBy::Votes };
        assert!(saw!(events, Event::BallotClosed { result, .. } if *result == won));
        let tried = w.tried().unwrap();
        assert_eq!((tried.mv, tried.by), (mv, w.id(&voter)), "{members}: the voter made it");
        assert_eq!(usize::from(tried.need), withdraw(members - 1));
        w.wait(6_000);
        assert_eq!(w.plies(), 1);
    }
    for mode in [Anyone, Consensus] {
        let mut w = World::playing(room(mode), 1, 1);
        assert!(!w.has_ballot());
        w.lays("s1", 0);
        assert_eq!(w.plies(), 1, "one alone asks nobody");
    }
}

#[test]
fn where_anyone_decides_a_move_may_be_laid_as_well_and_is_withdrawn_like_any_other() {
    let mut w = World::playing(room(Anyone), 4, 1);
    let mv = w.mv(0);
    w.sits("s5", SOUTH);
    assert_eq!(w.refused("s5", Command::MoveLay { mv: mv.clone() }), Refusal::NotOnRoll);
    let events = w.lays("s3", 0);
    assert!(saw!(events, Event::BallotClosed { result: BallotResult::Laid, .. }));
    assert_eq!(w.refused("s3", Command::ObjectSet { on: true }), Refusal::ForbiddenRole);
    w.objects("s1");
    w.objects("s2");
    assert_eq!(w.turn().spent, std::slice::from_ref(&mv));
    let again = Command::VoteSet { ballot: w.ballot_of("s5"), mv };
    assert_eq!(w.refused("s5", again), Refusal::MoveSpent, "who sat down later votes in the new ballot");
    w.votes("s5", 1);
    w.withdraws("s5");
    w.check_log();
}

#[test]
fn where_anyone_decides_and_nobody_does_it_is_left_to_the_hand() {
    let mut w = World::playing(room(Anyone), 3, 1);
    w.proposes("s2", 0, "this one");
    w.wait(45_000);
    assert!(w.ballot().hand_until.is_some(), "a proposal lays nothing");
    w.lays("s1", 0);
    assert_eq!(w.plies(), 1);
}

#[test]
fn a_consensus_that_is_missed_goes_to_a_run_off_of_the_strongest() {
    let mut w = World::playing(room(Consensus), 8, 1);
    all_vote(&mut w, &[0, 0, 0, 0, 0, 0, 1, 1]);
    assert_eq!((w.ballot().need, w.ballot().closing), (7, None));
    w.wait(45_000);
    assert_eq!((w.ballot().kind, w.ballot().need), (BallotKind::RunOff, 5));
    all_vote(&mut w, &[0, 0, 0, 0, 0, 0, 1, 1]);
    w.wait(5_000);
    assert_eq!((w.plies(), w.tried().is_some()), (1, false), "six of eight");

    let mut w = World::playing(room(Consensus), 8, 1);
    all_vote(&mut w, &[0, 0, 0, 0]);
    w.wait(45_000);
    assert!(w.tried().is_some(), "nobody stood against it, and it is tried below half");
    w.check_log();
}

#[test]
fn who_goes_away_or_leaves_makes_a_consensus_easier() {
    let mut w = World::playing(room(Consensus), 4, 1);
    w.wait(4_000);
    all_vote(&mut w, &[0, 0]);
    assert_eq!((w.ballot().effective, w.ballot().need), (4, 4));
    w.goes_away("s3");
    assert_eq!((w.ballot().effective, w.ballot().need, w.ballot().closing), (3, 3, None));
    w.leaves("s4");
    let closing = w.now + 2_000;
    assert_eq!((w.ballot().need, w.ballot().closing), (2, Some(closing)));
    w.socket("s3", true);
    assert_eq!((w.ballot().need, w.ballot().closing), (3, None), "back, and silent");
    w.check_log();
}

#[test]
fn only_a_consensus_knows_blocks_and_only_where_they_were_agreed() {
    for settings in [room(Consensus), room(Plurality), room(Majority)] {
        let mut w = World::playing(settings, 3, 1);
        w.votes("s1", 0);
        let command = block(&w, 0);
        assert_eq!(w.refused("s2", command), Refusal::NoBlock);
    }
}

#[test]
fn a_member_blocks_one_known_option_a_turn_and_says_why() {
    let mut w = World::playing(blocking(), 4, 1);
    w.votes("s1", 0);
    w.votes("s2", 1);
    let unknown = block(&w, 2);
    assert_eq!(w.refused("s3", unknown), Refusal::IllegalMove { why: IllegalReason::NotAnOption });
    for (reason, why) in [(" ", TextProblem::Empty), (&*"x".repeat(281), TextProblem::TooLong)] {
        let command = Command::BlockAdd { ballot: w.ballot_of("s3"), mv: w.mv(0), reason: reason.to_owned() };
        assert_eq!(w.refused("s3", command), Refusal::TextRefused { why });
    }
    w.sits("s5", SOUTH);
    let late = block(&w, 0);
    assert_eq!(w.refused("s5", late.clone()), Refusal::NotOnRoll);
    w.must("s3", late.clone());
    let blocks = w.ballot().options[0].blocks.clone();
    assert_eq!((blocks.len(), blocks[0].by, &*blocks[0].reason), (1, w.id("s3"), "it feeds them"));
    assert_eq!(w.must("s3", late).len(), 1, "blocking it twice is blocking it once");
    let second = block(&w, 1);
    assert_eq!(w.refused("s3", second.clone()), Refusal::NoBlock);
    w.must("s4", second);
    w.clears("s1");
    assert_eq!(w.ballot().options.len(), 2, "a block does not go with the last vote");
    w.check_log();
}

#[test]
fn a_blocked_option_loses_to_a_weaker_one_unless_two_thirds_want_it() {
    for (choices, wins) in [([0, 0, 0, 0, 0, 1, 1, 1], 1), ([0, 0, 0, 0, 0, 0, 1, 1], 0)] {
        let mut w = World::playing(blocking(), 8, 1);
        all_vote(&mut w, &choices);
        let command = block(&w, 0);
        w.must("s8", command);
        w.wait(45_000);
        let ballot = w.ballot();
        assert_eq!((ballot.kind, ballot.options.len()), (BallotKind::RunOff, 2));
        assert_eq!(ballot.options[0].blocks.len(), 1, "the block goes with it into the run-off");
        all_vote(&mut w, &choices);
        let mv = w.mv(wins);
        w.wait(5_000);
        if wins == 0 {
            assert_eq!((w.plies(), &w.game().plies[0].mv), (1, &mv), "six of eight are two thirds");
        } else {
            assert_eq!(w.tried().unwrap().mv, mv, "five are not");
        }
        w.check_log();
    }
    for n in 1..=50 {
        assert!(majority(n) <= two_thirds(n) && two_thirds(n) <= consensus(n), "{n}");
    }
}

#[test]
fn what_is_left_when_all_is_blocked_is_the_hand_and_a_look_at_what_it_lays() {
    let mut w = World::playing(blocking(), 5, 1);
    all_vote(&mut w, &[0, 0, 0]);
    let command = block(&w, 0);
    w.must("s5", command);
    w.wait(45_000);
    assert!(w.ballot().hand_until.is_some(), "three of five are not two thirds");
    w.lays("s1", 0);
    assert!(w.tried().is_some(), "a blocked move is tried even then");
    w.objects("s4");
    w.objects("s5");
    assert_eq!(w.turn().spent.len(), 1);
    w.votes("s2", 1);
    let command = block(&w, 1);
    assert_eq!(w.refused("s5", command), Refusal::NoBlock, "once a turn, not once a ballot");
    w.wait(55_000);
    w.check_log();
}
