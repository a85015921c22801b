//! Tried moves: the window, objections, withdrawal, spent moves, last tries (`docs/room.md` 6).

use protocol::Command;
use protocol::event::{Event, Stance, WithdrawReason};
use protocol::refusal::Refusal;
use protocol::settings::DecisionMode::{Hand, Plurality};

use crate::saw;
use crate::world::*;

#[test]
fn a_tried_move_is_shown_to_all_and_stands_when_the_window_ends() {
    let mut w = World::playing(room(Hand), 3, 1);
    let events = w.lays("s1", 0);
    let counted = Event::ConsentCounted { objections: 0, approvals: 0, need: 1 };
    assert!(events.contains(&counted), "everybody learns how many objections it takes");
    let tried = w.tried().unwrap();
    assert_eq!((tried.until, tried.need), (w.now + 6_000, 1));
    assert_eq!(w.game().position, w.game().opening, "the board itself waits");
    w.wait(5_999);
    assert_eq!(w.plies(), 0);
    w.wait(1);
    assert_eq!(w.plies(), 1);
    assert!(saw!(w.log.last().unwrap().events, Event::Stood { tried: true, .. }));
    w.check_log();
}

#[test]
fn half_of_the_others_withdraw_it() {
    for (members, need) in [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (8, 4)] {
        let mut w = World::playing(room(Hand), members, 1);
        let mv = w.mv(0);
        w.lays("s1", 0);
        for objector in 2..2 + need {
            assert!(w.tried().is_some());
            w.objects(&format!("s{objector}"));
        }
        assert!(w.tried().is_none(), "{members}");
        assert_eq!(w.turn().spent, [mv]);
        assert_eq!(w.turn().tries, 1);
        assert!(saw!(w.log.last().unwrap().events, Event::Withdrawn { why: WithdrawReason::Team, .. }));
        assert_eq!(w.ballot().deadline, Some(w.now + 45_000));
    }
}

#[test]
fn objections_are_counted_for_all_and_named_to_the_side_only() {
    let mut w = World::playing(room(Hand), 5, 1);
    w.lays("s1", 0);
    let events = w.objects("s2");
    assert!(events.contains(&Event::ConsentCounted { objections: 1, approvals: 0, need: 2 }));
    assert_eq!(w.team(SOUTH).stances.len(), 1);
    assert!(w.team(NORTH).stances.is_empty());
    assert_eq!(w.objects("s2").len(), 1, "objecting twice is objecting once");
    w.must("s2", Command::ApproveSet { on: false });
    assert_eq!(w.tried().unwrap().objections, 1, "not to approve is not to stop objecting");
    w.must("s2", Command::ObjectSet { on: false });
    assert_eq!(w.tried().unwrap().objections, 0);
    assert!(w.team(SOUTH).stances.is_empty());
    w.approves("s2");
    w.objects("s2");
    let tried = w.tried().unwrap();
    assert_eq!((tried.objections, tried.approvals), (1, 0));
}

#[test]
fn it_stands_early_once_those_who_did_not_approve_are_too_few() {
    let mut w = World::playing(room(Hand), 5, 1);
    w.lays("s1", 0);
    let laid = w.now;
    w.approves("s2");
    w.approves("s3");
    assert_eq!(w.room.next_deadline(), Some(laid + 6_000), "two undecided could still withdraw it");
    w.approves("s4");
    assert_eq!(w.room.next_deadline(), Some(laid + 1_000));
    w.wait(999);
    assert_eq!(w.plies(), 0, "it is looked at for a second at least");
    w.wait(1);
    assert_eq!(w.plies(), 1);

    let mut w = World::playing(room(Hand), 2, 1);
    w.lays("s1", 0);
    w.wait(2_000);
    w.approves("s2");
    assert_eq!(w.plies(), 1, "after that second at once");
}

#[test]
fn an_objection_at_the_end_of_the_window_withdraws() {
    let mut w = World::playing(room(Hand), 2, 1);
    w.lays("s1", 0);
    let until = w.tried().unwrap().until;
    w.arrive(until);
    w.objects("s2");
    w.wait(0);
    assert_eq!((w.plies(), w.turn().spent.len()), (0, 1));
}

#[test]
fn only_the_others_take_a_stance() {
    let mut w = World::playing(room(Hand), 3, 2);
    w.lays("s1", 0);
    w.sits("s4", SOUTH);
    let object = Command::ObjectSet { on: true };
    assert_eq!(w.refused("s1", object.clone()), Refusal::ForbiddenRole);
    assert_eq!(w.refused("s4", object.clone()), Refusal::NotOnRoll);
    assert_eq!(w.refused("n1", object.clone()), Refusal::NotOnRoll);
    assert_eq!(w.refused("watcher", object.clone()), Refusal::NotSeated);
    assert_eq!(w.refused("s2", Command::MoveWithdraw {}), Refusal::NotMover);
    let lay = Command::MoveLay { mv: w.mv(1) };
    assert_eq!(w.refused("s1", lay), Refusal::Stale { game: 1, ply: 1, tries: 1, back: 0 });
    w.withdraws("s1");
    assert_eq!(w.refused("s2", object), Refusal::Stale { game: 1, ply: 1, tries: 1, back: 0 });
}

#[test]
fn an_order_about_another_present_is_stale_and_one_without_is_no_order() {
    let mut w = World::playing(room(Hand), 3, 1);
    let before = w.at();
    w.lays("s1", 0);
    let object = server::room::Ask::Command(Command::ObjectSet { on: true });
    let stale = w.ask(person("s2"), None, before, object.clone());
    assert_eq!(stale, Err(Refusal::Stale { game: 1, ply: 1, tries: 1, back: 0 }));
    assert!(matches!(w.ask(person("s2"), None, None, object), Err(Refusal::BadMessage { .. })));
}

#[test]
fn a_withdrawn_move_is_spent_for_the_turn() {
    let mut w = World::playing(room(Hand), 3, 1);
    w.lays("s1", 0);
    w.withdraws("s1");
    assert!(saw!(w.log.last().unwrap().events, Event::Withdrawn { why: WithdrawReason::Layer, .. }));
    let again = Command::MoveLay { mv: w.mv(0) };
    assert_eq!(w.refused("s1", again), Refusal::MoveSpent);
    let vote = w.vote_command("s2", 0);
    assert_eq!(w.refused("s2", vote), Refusal::MoveSpent);
    w.lays("s1", 1);
    w.wait(6_000);
    assert_eq!(w.game().plies[0].withdrawn, 1);
    assert_eq!(w.turn().tries, 0, "tries are counted anew in each turn");
}

#[test]
fn after_the_last_try_the_next_laid_move_stands() {
    let mut w = World::playing(room(Hand), 3, 1);
    for choice in 0..3 {
        assert!(!w.turn().last_try);
        w.lays("s1", choice);
        w.objects("s2");
    }
    assert!(w.turn().last_try);
    w.lays("s1", 3);
    assert_eq!(w.plies(), 1);
    assert_eq!(w.game().plies[0].withdrawn, 3);
    w.check_log();
}

#[test]
fn without_tries_or_without_a_window_the_first_laid_move_stands() {
    for none in [
        deciding(Hand, |decision| decision.tries_max = 0),
        deciding(Hand, |decision| decision.consent_ms = 0),
    ] {
        let mut w = World::playing(none, 3, 1);
        w.lays("s1", 0);
        assert_eq!(w.plies(), 1);
    }
}

#[test]
fn when_every_move_is_spent_they_are_free_again_and_the_next_one_stands() {
    let settings = small(deciding(Hand, |decision| decision.tries_max = 10));
    let mut w = World::playing(settings, 3, 1);
    let moves = w.offers().len();
    assert!(moves <= 6);
    for choice in 0..moves {
        assert!(!w.turn().last_try);
        w.lays("s1", choice);
        w.withdraws("s1");
    }
    assert!(w.turn().last_try && w.turn().spent.is_empty());
    w.lays("s1", 0);
    assert_eq!(w.plies(), 1);
    w.check_log();
}

#[test]
fn somebody_who_is_away_and_said_nothing_does_not_count() {
    let mut w = World::playing(room(Hand), 5, 1);
    w.socket("s4", false);
    w.socket("s5", false);
    w.wait(14_000);
    w.lays("s1", 0);
    assert_eq!(w.tried().unwrap().need, 2);
    w.objects("s4");
    w.wait(1_000);
    assert_eq!(w.tried().unwrap().need, 2, "who spoke counts even when away");
    assert_eq!(w.tried().unwrap().objections, 1);
    w.leaves("s4");
    assert!(w.team(SOUTH).stances.is_empty());
    let tried = w.tried().unwrap();
    assert_eq!((tried.objections, tried.need), (0, 1), "who left does not");
}

#[test]
fn with_nobody_left_to_object_it_stands_once_it_was_looked_at() {
    let mut w = World::playing(room(Hand), 2, 1);
    w.lays("s1", 0);
    w.leaves("s2");
    assert_eq!(w.plies(), 0);
    w.wait(1_000);
    assert_eq!(w.plies(), 1);
}

#[test]
fn a_hand_alone_lays_what_stands() {
    let mut w = World::playing(room(Hand), 2, 1);
    w.goes_away("s2");
    w.lays("s1", 0);
    assert_eq!(w.plies(), 1);
}

#[test]
fn a_move_that_most_voted_for_is_not_tried() {
    let mut w = World::playing(room(Plurality), 3, 1);
    for voter in ["s1", "s2", "s3"] {
        w.votes(voter, 0);
    }
    w.wait(5_000);
    assert_eq!(w.plies(), 1);
    assert!(saw!(w.log.last().unwrap().events, Event::Stood { tried: false, .. }));
}

#[test]
fn stances_end_with_the_try() {
    let mut w = World::playing(room(Hand), 5, 1);
    w.lays("s1", 0);
    w.objects("s2");
    w.withdraws("s1");
    let gone = Event::StanceTaken { side: SOUTH, by: w.id("s2"), stance: Stance::Undecided, quiet: false };
    assert!(w.log.last().unwrap().events.contains(&gone), "the side's own stream says so");
    assert!(w.team(SOUTH).stances.is_empty());
    w.lays("s1", 1);
    assert_eq!(w.tried().unwrap().objections, 0);
}
