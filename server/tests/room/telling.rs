//! Votes and stances that are told together, and votes that are not open (`docs/room.md` 4 and 6).

use protocol::event::{Audience, BallotKind, BallotResult, Event, Stance};
use protocol::settings::{DecisionMode, RoomSettings, VoteVisibility};
use protocol::view::{BallotView, OwnVote};
use protocol::{Command, refusal::Refusal};
use server::room::view;

use crate::saw;
use crate::world::*;

use DecisionMode::{Hand, Majority, Plurality};
use VoteVisibility::{AfterClose, Counts, Open};

fn seen(visibility: VoteVisibility) -> RoomSettings {
    deciding(Plurality, |decision| decision.visibility = visibility)
}

/// Votes of each option, as the side sees them.
fn counts(ballot: &BallotView) -> Vec<Option<u8>> {
    ballot.options.iter().map(|option| option.votes).collect()
}

fn told(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::VotesTold { .. })).count()
}

#[test]
fn up_to_eight_members_are_told_each_open_vote_and_nine_are_told_together() {
    for (members, together) in [(2, false), (8, false), (9, true), (50, true)] {
        let mut w = World::playing(room(Plurality), members, 1);
        assert_eq!(w.ballot().together, together, "{members}");
        let events = w.votes("s1", 0);
        let quiet = saw!(events, Event::Voted { quiet: true, .. });
        assert_eq!((quiet, told(&events)), (together, usize::from(together)), "{members}");
        assert_eq!(w.ballot().options[0].voters, [w.id("s1")]);
    }
}

#[test]
fn a_large_side_hears_of_votes_a_few_times_a_second_with_all_that_changed() {
    for (members, interval) in [(9, 250), (16, 250), (17, 500), (50, 500)] {
        let mut w = World::playing(room(Plurality), members, 1);
        assert_eq!(told(&w.votes("s1", 0)), 1, "the first is told at once");
        let first = w.ballot();
        w.wait(50);
        for (voter, choice) in [("s2", 0), ("s3", 1), ("s1", 1), ("s4", 2)] {
            assert_eq!(told(&w.votes(voter, choice)), 0);
        }
        w.clears("s4");
        assert_eq!(w.ballot(), first, "nothing of it is shown before it is told");
        w.wait(interval - 51);
        assert_eq!(w.ballot(), first);
        let before = w.log.len();
        w.wait(1);
        let ballot = w.ballot();
        assert_eq!(w.log.len(), before + 1, "{members}: one line for all of them");
        assert_eq!((counts(&ballot), ballot.voted), (vec![Some(1), Some(2)], 3));
        assert_eq!(ballot.options[1].voters, [w.id("s3"), w.id("s1")], "in the order of their votes");
        w.wait(10_000);
        assert_eq!(told(&w.log[before + 1..].iter().flat_map(|it| it.events.clone()).collect::<Vec<_>>()), 0);
        w.check_log();
    }
}

#[test]
fn who_votes_quietly_learns_that_he_did_and_nobody_else() {
    let mut w = World::playing(room(Plurality), 9, 1);
    w.votes("s1", 0);
    let (mv, ballot) = (w.mv(1), w.ballot_of("s2"));
    let events = w.votes("s2", 1);
    let voted = events.iter().find(|event| matches!(event, Event::Voted { .. })).unwrap();
    assert_eq!(voted.audience(), Audience::Me(w.id("s2")));
    let own = Some(OwnVote { side: SOUTH, ballot, mv: Some(mv) });
    assert_eq!(view::me(&w.room, user("s2")).vote, own);
    assert_eq!(view::me(&w.room, user("s3")).vote, None);
    w.clears("s2");
    assert_eq!(view::me(&w.room, user("s2")).vote, Some(OwnVote { side: SOUTH, ballot, mv: None }));
    w.wait(500);
    assert_eq!(w.ballot().options.len(), 1, "it came and went between two tellings");
    w.check_log();
}

#[test]
fn a_ballot_closes_on_votes_that_were_not_told_yet_and_tells_them_then() {
    let mut w = World::playing(room(Majority), 9, 1);
    w.wait(3_000);
    for voter in 1..=5 {
        w.votes(&format!("s{voter}"), 0);
    }
    assert_eq!((w.ballot().voted, w.ballot().closing), (1, Some(w.now + 2_000)), "decided is decided");
    w.wait(1_900);
    w.votes("s6", 1);
    w.wait(99);
    w.votes("s7", 1);
    w.wait(1);
    let last = &w.log.last().unwrap().events;
    let place = |wanted: fn(&Event) -> bool| last.iter().position(wanted).unwrap();
    let told = place(|event| matches!(event, Event::VotesTold { voted: 7, .. }));
    assert!(told < place(|event| matches!(event, Event::BallotClosed { .. })));
    w.check_log();
}

#[test]
fn counts_name_nobody_and_are_told_at_once_in_a_small_side() {
    let mut w = World::playing(seen(Counts), 3, 1);
    assert!(w.ballot().together);
    let events = w.votes("s1", 0);
    assert!(saw!(events, Event::VotesTold { votes, .. } if votes.is_empty()));
    w.votes("s2", 1);
    w.votes("s2", 0);
    let ballot = w.ballot();
    assert_eq!((counts(&ballot), ballot.voted), (vec![Some(2)], 2));
    assert!(ballot.options.iter().all(|option| option.by.is_none() && option.voters.is_empty()));
    w.proposes("s3", 0, "mine");
    assert_eq!(w.ballot().options[0].by, Some(w.id("s3")), "a proposal is open");
    w.check_log();
}

#[test]
fn until_the_close_a_secret_ballot_tells_how_many_have_voted_and_nothing_else() {
    let mut w = World::playing(seen(AfterClose), 3, 1);
    w.proposes("s3", 1, "mine");
    w.votes("s1", 0);
    w.votes("s2", 0);
    let ballot = w.ballot();
    assert_eq!((counts(&ballot), ballot.voted), (vec![None], 2), "only what was put up is listed");
    let hidden = w.propose_command("s3", 0, "");
    w.must("s3", hidden);
    assert_eq!(counts(&w.ballot()), [None, None]);
    w.votes("s3", 1);
    w.wait(5_000);
    let tally: Vec<_> = w
        .log
        .iter()
        .flat_map(|entry| &entry.events)
        .filter_map(|event| match event {
            Event::BallotClosed { tally, .. } => Some(tally.iter().map(|row| row.votes).collect::<Vec<_>>()),
            _ => None,
        })
        .collect();
    assert_eq!(tally, [[2, 1]], "the rest after the close");
    w.check_log();
}

#[test]
fn what_only_votes_brought_up_cannot_be_found_out_by_blocking_it() {
    let settings = deciding(DecisionMode::Consensus, |decision| {
        (decision.visibility, decision.block) = (AfterClose, true);
    });
    let mut w = World::playing(settings, 3, 1);
    w.votes("s1", 0);
    for choice in [0, 1] {
        let command =
            Command::BlockAdd { ballot: w.ballot_of("s2"), mv: w.mv(choice), reason: "no".to_owned() };
        assert!(matches!(w.refused("s2", command), Refusal::IllegalMove { .. }));
    }
}

#[test]
fn a_secret_ballot_that_is_tied_lists_its_contenders_in_the_run_off() {
    let mut w = World::playing(seen(AfterClose), 4, 1);
    for (voter, choice) in [("s1", 0), ("s2", 0), ("s3", 1), ("s4", 1)] {
        w.votes(voter, choice);
    }
    w.wait(5_000);
    let ballot = w.ballot();
    assert_eq!((ballot.kind, counts(&ballot)), (BallotKind::RunOff, vec![None, None]));
    assert!(ballot.options.iter().all(|option| option.by.is_none()));
    w.check_log();
}

#[test]
fn a_vote_goes_with_its_voter_and_the_count_with_the_next_telling() {
    for visibility in [Open, Counts, AfterClose] {
        let mut w = World::playing(seen(visibility), 10, 1);
        w.votes("s1", 0);
        w.wait(250);
        w.votes("s2", 0);
        w.wait(10);
        w.leaves("s1");
        assert!(w.ballot().options.iter().all(|option| !option.voters.contains(&w.id("s1"))));
        w.wait(250);
        assert_eq!(w.ballot().voted, 1, "{visibility:?}");
        w.check_log();
    }
}

#[test]
fn the_stances_of_a_large_side_and_their_counts_are_told_together() {
    let mut w = World::playing(room(Hand), 9, 1);
    let laid = w.lays("s1", 0);
    assert!(saw!(laid, Event::ConsentCounted { objections: 0, approvals: 0, need: 4 }));
    let events = w.objects("s2");
    assert!(saw!(events, Event::StanceTaken { quiet: true, .. }));
    assert_eq!(w.team(SOUTH).stances.len(), 1, "the first is told at once");
    w.wait(10);
    w.objects("s3");
    w.approves("s4");
    w.objects("s5");
    w.must("s5", Command::ObjectSet { on: false });
    assert_eq!((w.team(SOUTH).stances.len(), w.tried().unwrap().objections), (1, 0));
    w.wait(239);
    assert_eq!(w.tried().unwrap().objections, 0);
    w.wait(1);
    let tried = w.tried().unwrap();
    assert_eq!((tried.objections, tried.approvals, w.team(SOUTH).stances.len()), (2, 1, 3));
    w.wait(10);
    w.objects("s6");
    let events = w.objects("s7");
    assert!(w.tried().is_none(), "a withdrawal waits for nobody");
    let counted = saw!(events, Event::ConsentCounted { objections: 4, .. });
    let named = saw!(events, Event::StancesTold { stances, .. }
        if stances.iter().filter(|row| row.stance == Stance::Object).count() == 2);
    assert!(counted && named, "and everybody learns what led to it");
    assert!(w.team(SOUTH).stances.is_empty());
    w.check_log();
}

#[test]
fn a_side_that_grows_or_shrinks_in_the_middle_goes_on_as_it_began() {
    let mut w = World::playing(room(Plurality), 8, 1);
    w.votes("s1", 0);
    w.sits("s9", SOUTH);
    w.votes("s2", 0);
    assert_eq!((w.ballot().together, w.ballot().voted), (false, 2));

    let mut w = World::playing(room(Plurality), 9, 1);
    w.votes("s1", 0);
    w.leaves("s9");
    w.votes("s2", 0);
    assert_eq!((w.ballot().together, w.ballot().voted), (true, 2), "of few all is told at once");
    w.wait(45_000);
    w.check_log();
}

#[test]
fn what_waits_to_be_told_waits_for_a_held_room_and_is_told_after_it() {
    use protocol::event::HoldReason;
    let mut w = World::playing(room(Plurality), 20, 1);
    w.votes("s1", 0);
    w.votes("s2", 0);
    w.hold(HoldReason::Draining);
    w.wait(5_000);
    assert_eq!(w.ballot().voted, 1);
    w.release(HoldReason::Draining);
    w.wait(0);
    assert_eq!(w.ballot().voted, 2);
    w.check_log();
}

#[test]
fn a_ballot_that_came_to_nothing_is_shown_as_it_ended() {
    let settings = deciding(Plurality, |decision| decision.quorum = 5);
    let mut w = World::playing(settings, 12, 1);
    w.votes("s1", 0);
    w.wait(44_900);
    w.votes("s2", 1);
    w.votes("s3", 1);
    w.wait(100);
    let ballot = w.ballot();
    assert!(ballot.hand_until.is_some());
    assert_eq!((counts(&ballot), ballot.voted), (vec![Some(1), Some(2)], 3));
    let events = w.lays("s1", 0);
    assert!(saw!(events, Event::BallotClosed { result: BallotResult::Laid, tally, .. } if tally.is_empty()));
    w.check_log();
}
