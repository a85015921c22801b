//! Trust, and the council that alone votes (`docs/room.md` 4 and 9).

use protocol::event::Event;
use protocol::settings::{DecisionMode, HandPolicy, RoomSettings};
use protocol::view::TrustRow;
use protocol::{Command, MemberId, Refusal};

use crate::saw;
use crate::world::*;

use DecisionMode::{Hand, Majority, Plurality};

fn council(places: u8) -> RoomSettings {
    deciding(Majority, |decision| decision.council = places)
}

impl World {
    fn trusts(&mut self, name: &str, whom: &str) -> Vec<Event> {
        let member = self.id(whom);
        self.must(name, Command::TrustSet { member, on: true })
    }

    fn council(&self) -> Vec<String> {
        let side = self.turn().side;
        self.team(side).council.into_iter().map(|member| self.name(member)).collect()
    }

    fn roll(&self) -> Vec<String> {
        self.ballot().roll.into_iter().map(|member| self.name(member)).collect()
    }
}

/// A room before its first game, in which `s7` is trusted by three and `s5` by two.
fn trusting(settings: RoomSettings, south: usize) -> World {
    let mut w = World::open(settings);
    w.seat("s", south, SOUTH);
    w.seat("n", 1, NORTH);
    for (by, whom) in [("s1", "s7"), ("s2", "s7"), ("s3", "s7"), ("s4", "s5"), ("s6", "s5")] {
        w.trusts(by, whom);
    }
    w.starts();
    w
}

#[test]
fn the_most_trusted_form_the_roll_and_the_others_advise() {
    let mut w = trusting(council(3), 8);
    assert_eq!(w.council(), ["s7", "s5", "s1"], "among equals the first in seat order");
    assert_eq!(w.roll(), ["s1", "s5", "s7"]);
    assert_eq!((w.ballot().effective, w.ballot().need), (3, 2));
    let vote = w.vote_command("s2", 0);
    assert_eq!(w.refused("s2", vote), Refusal::NotOnRoll);
    w.proposes("s2", 0, "advice");
    assert_eq!(w.ballot().options[0].by, Some(w.id("s2")));
    w.says("s2", protocol::command::Hearers::Team, "take it");
    w.wait(4_000);
    w.votes("s5", 0);
    w.votes("s7", 0);
    w.wait(2_000);
    assert_eq!(w.plies(), 1, "two of three");
    w.check_log();
}

#[test]
fn only_the_council_objects_and_its_number_is_what_counts() {
    let settings = deciding(Plurality, |decision| decision.council = 5);
    let mut w = trusting(settings, 9);
    w.votes("s7", 0);
    w.wait(45_000);
    let tried = w.tried().unwrap();
    assert_eq!((w.name(tried.by).as_str(), tried.need), ("s1", 2), "half of the other four");
    assert_eq!(w.refused("s9", Command::ObjectSet { on: true }), Refusal::NotOnRoll);
    w.objects("s2");
    w.objects("s5");
    assert!(w.tried().is_none());
    w.check_log();
}

#[test]
fn the_council_is_seated_anew_each_turn_and_told_when_it_changes() {
    let mut w = trusting(council(3), 8);
    let count = |w: &World| {
        let seated = w.log.iter().flat_map(|entry| &entry.events);
        seated.filter(|event| matches!(event, Event::CouncilSeated { .. })).count()
    };
    assert_eq!(count(&w), 1);
    for member in ["s2", "s3", "s4"] {
        w.trusts(member, "s8");
    }
    assert_eq!(w.council(), ["s7", "s5", "s1"], "not within a turn");
    for voter in ["s1", "s5"] {
        w.votes(voter, 0);
    }
    w.wait(6_000);
    w.lays("n1", 0);
    assert_eq!(w.council(), ["s7", "s8", "s5"]);
    assert_eq!(count(&w), 2);
    w.check_log();
}

#[test]
fn where_no_more_sit_than_the_council_has_places_everybody_votes() {
    for (members, everybody) in [(2, true), (3, true), (4, false)] {
        let w = World::playing(council(3), members, 1);
        assert_eq!(w.council().is_empty(), everybody, "{members}");
        assert_eq!(w.roll().len(), members.min(3));
    }
}

#[test]
fn who_leaves_takes_his_trust_and_his_place_with_him() {
    let mut w = trusting(council(3), 8);
    w.trusts("s7", "s8");
    let (s7, s1) = (w.id("s7"), w.id("s1"));
    let events = w.must("s7", Command::SeatLeave {});
    let dropped = events.iter().filter(|event| matches!(event, Event::Trusted { on: false, .. })).count();
    assert_eq!(dropped, 4, "three trusted him, and he trusted one");
    assert!(!w.team(SOUTH).trust.iter().any(|row| row.by == s7 || row.member == s7));
    assert_eq!(w.council(), ["s5", "s1"]);
    assert_eq!(w.roll(), ["s1", "s5"]);
    w.sits("s7", SOUTH);
    let vote = w.vote_command("s7", 0);
    assert_eq!(w.refused("s7", vote), Refusal::NotOnRoll, "back, but not trusted, nor on the roll");
    assert!(w.team(SOUTH).trust.contains(&TrustRow { by: w.id("s4"), member: w.id("s5") }));
    assert_eq!(w.turn().side, SOUTH);
    assert_eq!(w.game().hands.south, Some(s1));
    w.check_log();
}

#[test]
fn when_the_whole_council_has_left_another_one_votes_until_the_same_deadline() {
    let mut w = trusting(council(3), 8);
    let deadline = w.ballot().deadline;
    w.wait(2_000);
    for member in ["s7", "s5", "s1"] {
        w.leaves(member);
    }
    assert_eq!(w.council(), ["s2", "s3", "s4"]);
    assert_eq!((w.roll(), w.ballot().deadline), (w.council(), deadline));
    w.check_log();
}

#[test]
fn trust_is_for_ones_own_side_and_where_it_counts() {
    let mut w = World::playing(room(Hand), 3, 2);
    let (s2, n1) = (w.id("s2"), w.id("n1"));
    let trust = |member: MemberId, on: bool| Command::TrustSet { member, on };
    assert_eq!(w.refused("s1", trust(s2, true)), Refusal::ForbiddenRole);

    let mut w = World::playing(deciding(Hand, |decision| decision.hand = HandPolicy::Elected), 3, 2);
    assert_eq!(w.refused("s1", trust(n1, true)), Refusal::NoSuchMember);
    assert_eq!(w.refused("watcher", trust(s2, true)), Refusal::NotSeated);
    let events = w.must("s1", trust(s2, true));
    assert!(saw!(events, Event::Trusted { side: SOUTH, on: true, .. }));
    assert_eq!(w.must("s1", trust(s2, true)).len(), 1, "twice is once");
    assert!(w.team(NORTH).trust.is_empty());
    w.must("s1", trust(s2, false));
    assert_eq!(w.must("s1", trust(s2, false)).len(), 1);
    assert!(w.team(SOUTH).trust.is_empty());
    w.check_log();
}
