//! Ballots: who votes, for what, when they close, what they come to (`docs/room.md` 3 to 5).

use engine::Move;
use protocol::event::{BallotKind, BallotResult, Event, WonBy};
use protocol::refusal::{IllegalReason, Refusal};
use protocol::settings::{DecisionMode, TieRule};
use protocol::{BallotId, Command};

use crate::saw;
use crate::world::*;

use DecisionMode::{Hand, Majority, Plurality};

#[test]
fn a_turn_opens_a_ballot_that_only_its_side_hears_of() {
    let w = World::playing(room(Plurality), 3, 2);
    let ballot = w.ballot();
    assert_eq!(ballot.roll.len(), 3);
    assert_eq!((ballot.effective, ballot.need), (3, 2));
    assert_eq!(ballot.deadline, Some(w.now + 45_000));
    assert_eq!(w.turn().deadline, ballot.deadline);
    assert_eq!(w.team(NORTH).ballot, None);
    w.check_log();
}

#[test]
fn a_vote_brings_a_move_up_and_a_deserted_one_disappears() {
    let mut w = World::playing(room(Plurality), 3, 1);
    w.votes("s1", 0);
    w.votes("s2", 0);
    w.votes("s1", 1);
    let options = w.ballot().options;
    assert_eq!(options.len(), 2);
    assert_eq!(options[0].voters, [w.id("s2")]);
    w.clears("s2");
    assert_eq!(w.ballot().options.len(), 1);
    w.clears("s2");
    assert_eq!(w.ballot().options.len(), 1, "taking back nothing is nothing");
}

#[test]
fn a_written_proposal_stays_without_voters_and_belongs_to_its_author() {
    let mut w = World::playing(room(Plurality), 3, 1);
    w.votes("s1", 0);
    w.proposes("s2", 1, " keeps the corner ");
    let option = w.ballot().options[1].clone();
    assert_eq!((option.by, option.note.as_deref()), (Some(w.id("s2")), Some("keeps the corner")));
    assert!(option.proposed && option.voters.is_empty());
    w.votes("s1", 1);
    w.votes("s1", 0);
    assert_eq!(w.ballot().options.len(), 2);
    assert_eq!(w.votes("s1", 0).len(), 1, "the same vote again is done and changes nothing");
    let other = w.propose_command("s3", 1, "no");
    assert_eq!(w.refused("s3", other), Refusal::ForbiddenRole);
    w.proposes("s3", 1, "");
    w.proposes("s2", 1, "or not");
    assert_eq!(w.ballot().options.iter().filter(|option| option.note.is_some()).count(), 1);
    let long = w.propose_command("s2", 2, &"x".repeat(141));
    assert!(matches!(w.refused("s2", long), Refusal::TextRefused { .. }));
}

#[test]
fn equal_moves_merge_whatever_directions_they_name() {
    let mut w = World::playing(room(Plurality), 3, 1);
    let Move::Sow { pit, .. } = w.mv(0) else { panic!() };
    w.votes("s1", 0);
    let ballot = w.ballot_of("s2");
    let mv = Move::Sow { pit, directions: vec![engine::Direction::Cw] };
    w.must("s2", Command::VoteSet { ballot, mv });
    assert_eq!(w.ballot().options.len(), 1);
}

#[test]
fn who_may_not_vote_is_told_why() {
    let mut w = World::playing(room(Plurality), 3, 2);
    let vote = w.vote_command("s1", 0);
    assert_eq!(w.refused("watcher", vote.clone()), Refusal::NotSeated);
    assert_eq!(w.refused("n1", vote.clone()), Refusal::BallotClosed { open: None });
    w.sits("s4", SOUTH);
    assert_eq!(w.refused("s4", vote), Refusal::NotOnRoll);
    let old = Command::VoteSet { ballot: BallotId(7), mv: w.mv(0) };
    assert_eq!(w.refused("s1", old), Refusal::BallotClosed { open: Some(BallotId(1)) });
    let off_board = Command::VoteSet { ballot: BallotId(1), mv: Move::sow(9) };
    assert_eq!(w.refused("s1", off_board), Refusal::IllegalMove { why: IllegalReason::NoSuchPit });
}

#[test]
fn votes_and_options_are_bounded() {
    let mut w = World::playing(deciding(Plurality, |decision| decision.options_max = 4), 5, 1);
    for choice in [0, 1, 0] {
        w.proposes("s1", choice, "");
    }
    let third = w.propose_command("s1", 2, "");
    assert_eq!(w.refused("s1", third), Refusal::TooManyOptions);
    w.proposes("s2", 2, "");
    w.proposes("s2", 3, "");
    let fifth = w.vote_command("s3", 4);
    assert_eq!(w.refused("s3", fifth), Refusal::TooManyOptions);
    for choice in [0, 1, 0, 1] {
        w.votes("s3", choice);
    }
    let again = w.vote_command("s3", 0);
    assert_eq!(w.refused("s3", again.clone()), Refusal::NoFlipsLeft);
    w.clears("s3");
    assert_eq!(w.refused("s3", again), Refusal::NoFlipsLeft);
}

#[test]
fn a_decided_ballot_closes_after_the_least_time_and_the_settle_time() {
    for mode in [Plurality, Majority] {
        let mut w = World::playing(room(mode), 3, 1);
        let opened = w.now;
        w.wait(500);
        for voter in ["s1", "s2", "s3"] {
            w.votes(voter, 0);
        }
        assert_eq!(w.ballot().closing, None);
        w.arrive(opened + 3_000);
        w.wait(0);
        assert_eq!(w.ballot().closing, Some(opened + 5_000));
        w.arrive(opened + 5_000);
        assert_eq!(w.plies(), 0);
        w.wait(0);
        assert_eq!(w.plies(), 1, "P13");
        w.check_log();
    }
}

#[test]
fn a_majority_does_not_wait_for_the_silent_and_a_lead_must_outweigh_them() {
    let mut w = World::playing(room(Majority), 5, 1);
    w.wait(4_000);
    for voter in ["s1", "s2", "s3"] {
        assert_eq!(w.ballot().closing, None);
        w.votes(voter, 0);
    }
    assert_eq!(w.ballot().closing, Some(w.now + 2_000));

    let mut w = World::playing(room(Plurality), 5, 1);
    w.wait(4_000);
    w.votes("s1", 0);
    w.votes("s2", 0);
    assert_eq!(w.ballot().closing, None, "a lead of two against three silent");
    w.votes("s3", 0);
    assert_eq!(w.ballot().closing, Some(w.now + 2_000), "a lead of three against two silent");
}

#[test]
fn a_changed_mind_reopens_a_closing_ballot() {
    let mut w = World::playing(room(Majority), 3, 1);
    w.wait(4_000);
    w.votes("s1", 0);
    w.votes("s2", 0);
    w.wait(1_000);
    w.votes("s2", 1);
    assert_eq!(w.ballot().closing, None);
    w.votes("s3", 1);
    assert_eq!(w.ballot().closing, Some(w.now + 2_000));
    w.wait(1_999);
    assert_eq!(w.plies(), 0);
    w.wait(1);
    assert_eq!(w.plies(), 1);
}

#[test]
fn closing_never_outlasts_the_deadline() {
    let mut w = World::playing(room(Majority), 2, 1);
    let deadline = w.ballot().deadline.unwrap();
    w.votes("s1", 0);
    w.arrive(deadline - 500);
    w.votes("s2", 0);
    assert_eq!(w.ballot().closing, Some(deadline));
    w.wait(500);
    assert_eq!(w.plies(), 1);
}

#[test]
fn a_vote_stamped_at_the_deadline_counts() {
    let mut w = World::playing(room(Plurality), 2, 1);
    let deadline = w.ballot().deadline.unwrap();
    w.votes("s1", 0);
    w.arrive(deadline);
    w.votes("s2", 0);
    let mv = w.mv(0);
    w.wait(0);
    assert_eq!(w.game().plies[0].mv, mv);
    let late = Command::VoteSet { ballot: BallotId(1), mv };
    assert_eq!(w.refused("s2", late), Refusal::BallotClosed { open: None });
}

#[test]
fn the_stronger_option_wins_at_the_deadline_and_is_tried_below_half() {
    let mut w = World::playing(room(Plurality), 5, 1);
    let deadline = w.ballot().deadline.unwrap();
    w.votes("s1", 0);
    w.votes("s2", 0);
    w.votes("s3", 1);
    let mv = w.mv(0);
    w.arrive(deadline);
    w.wait(0);
    let tried = w.tried().unwrap();
    assert_eq!((tried.mv, tried.need), (mv, 2));
    assert_eq!(Some(tried.by), w.game().hands.south, "the hand lays what was voted");
    w.check_log();
}

#[test]
fn too_few_votes_leave_it_to_the_hand_and_then_to_anyone() {
    let mut w = World::playing(deciding(Plurality, |decision| decision.quorum = 2), 3, 1);
    w.votes("s2", 0);
    w.wait(45_000);
    let ballot = w.ballot();
    assert_eq!(ballot.hand_until, Some(w.now + 10_000));
    let lay = Command::MoveLay { mv: w.mv(0) };
    assert_eq!(w.refused("s2", lay.clone()), Refusal::NotMover);
    let vote = w.vote_command("s2", 0);
    assert_eq!(w.refused("s2", vote), Refusal::BallotClosed { open: None });
    w.sits("s4", SOUTH);
    w.wait(10_000);
    assert_eq!(w.refused("s4", lay), Refusal::NotOnRoll);
    let seen = w.at();
    w.lays("s3", 0);
    assert_eq!(w.plies(), 1, "it stands at once");
    let second = Command::MoveLay { mv: w.mv(0) };
    let refusal = w.ask(person("s2"), None, seen, server::room::Ask::Command(second));
    assert_eq!(refusal, Err(Refusal::Stale { game: 1, ply: 2, tries: 0, back: 0 }));
    w.check_log();
}

#[test]
fn who_left_and_came_back_is_not_on_the_roll_any_more() {
    let mut w = World::playing(room(Majority), 3, 1);
    w.leaves("s3");
    w.sits("s3", SOUTH);
    let vote = w.vote_command("s3", 0);
    assert_eq!(w.refused("s3", vote), Refusal::NotOnRoll);
    w.wait(55_000);
    let lay = Command::MoveLay { mv: w.mv(0) };
    assert_eq!(w.refused("s3", lay), Refusal::NotOnRoll);

    let mut w = World::playing(room(Hand), 3, 1);
    w.leaves("s3");
    w.sits("s3", SOUTH);
    w.lays("s1", 0);
    assert_eq!(w.refused("s3", Command::ObjectSet { on: true }), Refusal::NotOnRoll);
    w.approves("s2");
    w.wait(1_000);
    assert_eq!(w.plies(), 1, "nobody else could object");
}

#[test]
fn the_hand_may_lay_at_once_in_the_fallback() {
    let mut w = World::playing(room(Majority), 3, 1);
    w.wait(45_000);
    let events = w.lays("s1", 2);
    assert_eq!(w.plies(), 1);
    assert!(saw!(events, Event::BallotClosed { result: BallotResult::Laid, .. }), "the side is told");
}

#[test]
fn a_tie_of_three_or_more_voices_goes_to_a_run_off_among_the_tied() {
    let mut w = World::playing(room(Plurality), 5, 1);
    for (voter, choice) in [("s1", 0), ("s2", 1), ("s3", 0), ("s4", 1), ("s5", 2)] {
        w.votes(voter, choice);
    }
    w.proposes("s5", 0, "mine");
    let public = w.turn().deadline;
    w.wait(5_000);
    let ballot = w.ballot();
    assert_eq!((ballot.kind, ballot.ballot, ballot.options_fixed), (BallotKind::RunOff, BallotId(2), true));
    assert_eq!(ballot.options.len(), 2);
    assert_eq!(ballot.options[0].note.as_deref(), Some("mine"));
    assert_eq!(ballot.deadline, Some(w.now + 10_000));
    assert_eq!(w.turn().deadline, public, "nobody else learns of the run-off");
    let other = w.vote_command("s5", 2);
    assert_eq!(w.refused("s5", other), Refusal::IllegalMove { why: IllegalReason::NotAnOption });
    for voter in ["s1", "s2", "s3"] {
        w.votes(voter, 1);
    }
    let mv = w.mv(1);
    w.wait(5_000);
    assert_eq!(w.game().plies[0].mv, mv);
    w.check_log();
}

#[test]
fn a_leader_short_of_the_majority_meets_who_comes_second() {
    let mut w = World::playing(room(Majority), 7, 1);
    for (voter, choice) in [("s1", 0), ("s2", 0), ("s3", 0), ("s4", 1), ("s5", 1), ("s6", 2)] {
        w.votes(voter, choice);
    }
    w.wait(45_000);
    let ballot = w.ballot();
    let moves: Vec<_> = ballot.options.iter().map(|option| option.mv.clone()).collect();
    assert_eq!((ballot.kind, moves), (BallotKind::RunOff, vec![w.mv(0), w.mv(1)]));
    // Nobody votes in it: the counts of the first round decide.
    let mv = w.mv(0);
    w.wait(10_000);
    assert_eq!(w.tried().unwrap().mv, mv, "three of seven are no majority");
}

#[test]
fn a_run_off_has_four_contenders_at_most() {
    let mut w = World::playing(room(Plurality), 6, 1);
    for voter in 1..=6 {
        w.votes(&format!("s{voter}"), voter);
    }
    w.wait(5_000);
    assert_eq!(w.ballot().options.len(), 4);
}

#[test]
fn the_run_off_takes_the_roll_anew() {
    let mut w = World::playing(room(Plurality), 3, 1);
    w.votes("s1", 0);
    w.votes("s2", 1);
    w.sits("s4", SOUTH);
    w.wait(45_000);
    assert_eq!(w.ballot().kind, BallotKind::RunOff);
    w.votes("s4", 1);
}

#[test]
fn a_tie_of_two_is_broken_by_the_hand_and_else_by_the_earlier_count() {
    let mut w = World::playing(room(Plurality), 2, 1);
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s1"));
    w.votes("s2", 1);
    w.votes("s1", 0);
    let mv = w.mv(0);
    w.wait(5_000);
    assert_eq!(w.tried().unwrap().mv, mv, "the hand's own vote");

    let mut w = World::playing(deciding(Plurality, |decision| decision.runoff = false), 5, 1);
    for (voter, choice) in [("s2", 0), ("s3", 1), ("s4", 1), ("s5", 0)] {
        w.votes(voter, choice);
    }
    let mv = w.mv(1);
    w.wait(45_000);
    assert_eq!(w.tried().unwrap().mv, mv, "reached its count first");
    let won = |event: &Event| {
        matches!(event, Event::BallotClosed { result: BallotResult::Won { by: WonBy::Earliest, .. }, .. })
    };
    assert!(w.log.iter().any(|entry| entry.events.iter().any(won)));
}

#[test]
fn the_lot_breaks_a_tie_where_it_was_agreed_and_the_log_keeps_it() {
    let mut seen = std::collections::BTreeSet::new();
    for extra in 0..8 {
        let rule = |decision: &mut protocol::settings::Decision| {
            decision.runoff = false;
            decision.tie = TieRule::Chance;
        };
        // Each game has a seed of its own: it comes with the order that begins it.
        let mut w = World::open(deciding(Plurality, rule));
        for _ in 0..extra {
            w.says("s2", protocol::command::Hearers::All, "well?");
        }
        w.begin(5, 1);
        for (voter, choice) in [("s2", 0), ("s3", 1), ("s4", 1), ("s5", 0)] {
            w.votes(voter, choice);
        }
        w.wait(45_000);
        seen.insert(w.tried().unwrap().mv);
        w.check_log();
    }
    assert_eq!(seen.len(), 2);
}

#[test]
fn in_the_hand_mode_votes_are_advice_until_the_deadline() {
    let mut w = World::playing(room(Hand), 3, 1);
    w.wait(4_000);
    for voter in ["s1", "s2", "s3"] {
        w.votes(voter, 1);
    }
    assert_eq!(w.ballot().closing, None);
    let lay = Command::MoveLay { mv: w.mv(0) };
    assert_eq!(w.refused("s2", lay), Refusal::NotMover);
    let events = w.lays("s1", 0);
    assert!(saw!(events, Event::BallotClosed { result: BallotResult::Laid, .. }));
    assert_eq!(w.turn().tries, 1);

    let mut w = World::playing(room(Hand), 3, 1);
    w.votes("s2", 1);
    w.votes("s3", 1);
    let mv = w.mv(1);
    w.wait(45_000);
    assert_eq!(w.game().plies[0].mv, mv, "two of three advised it, and the hand was silent");
}

#[test]
fn where_votes_decide_nobody_lays_over_their_heads() {
    for mode in [Plurality, Majority] {
        let mut w = World::playing(room(mode), 3, 1);
        let lay = Command::MoveLay { mv: w.mv(0) };
        assert_eq!(w.refused("s1", lay.clone()), Refusal::ForbiddenRole);
        assert_eq!(w.refused("n1", lay), Refusal::NotMover);
    }
}

#[test]
fn a_side_of_one_needs_no_ballot_no_window_and_has_no_deadline() {
    for mode in [Hand, Plurality, Majority] {
        let mut w = World::playing(room(mode), 1, 1);
        assert_eq!((w.has_ballot(), w.turn().deadline, w.room.next_deadline()), (false, None, None));
        w.lays("s1", 0);
        w.lays("n1", 0);
        assert_eq!(w.plies(), 2);
        w.wait(1_000_000);
        assert_eq!(w.plies(), 2);
        w.check_log();
    }
}

#[test]
fn with_one_legal_move_anyone_lays_it_and_it_stands() {
    let mut w = World::playing(small(room(Hand)), 3, 1);
    let mut met = 0;
    for turn in 0..2_000 {
        if w.game().turn.is_none() {
            for name in ["s1", "s2", "n1"] {
                w.must(name, Command::RematchSet { on: true });
            }
        }
        let (plies, hand) = (w.plies(), w.hand(w.turn().side).unwrap());
        if w.turn().side == SOUTH && w.offers().len() == 1 {
            met += 1;
            assert!(!w.has_ballot() && w.turn().deadline.is_none());
            let other = ["s1", "s2", "s3"].into_iter().find(|name| *name != hand).unwrap();
            w.lays(other, 0);
            assert!(w.plies() > plies || w.game().result.is_some());
        } else {
            w.lays(&hand, turn * 7);
            w.wait(6_000);
        }
        if met > 3 {
            return w.check_log();
        }
    }
    panic!("these games must have had forced turns");
}

#[test]
fn an_order_sent_again_is_done_already() {
    let mut w = World::playing(room(Plurality), 2, 1);
    let cid = protocol::Cid(uuid::Uuid::from_u128(5));
    let vote = server::room::Ask::Command(w.vote_command("s1", 0));
    let first = w.ask(person("s1"), Some(cid), None, vote.clone()).unwrap();
    assert_eq!(first.len(), 2);
    let heads = (w.room.heads(), w.room.me_head(w.id("s1")));
    assert!(w.room.is_done(user("s1"), cid) && !w.room.is_done(user("s2"), cid));
    w.votes("s1", 1);
    assert_eq!(w.ask(person("s1"), Some(cid), None, vote), Ok(Vec::new()), "P4");
    assert_eq!(w.room.heads().of(SOUTH), heads.0.of(SOUTH) + 1);
}
