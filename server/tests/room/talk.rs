//! What people say and what they are called.

use protocol::Command;
use protocol::command::Hearers;
use protocol::limits::{CHAT_KEPT, NAME_CLUSTERS, TEAM_CHAT_KEPT};
use protocol::refusal::{NameProblem, Refusal, TextProblem};
use protocol::settings::DecisionMode::Hand;
use server::room::{Ask, Caller, view};

use crate::world::*;

#[test]
fn lines_reach_those_they_are_for() {
    let mut w = World::playing(room(Hand), 2, 1);
    w.says("s1", Hearers::Team, "  the left one? ");
    w.says("n1", Hearers::All, "well played");
    w.says("watcher", Hearers::Stand, "I would not");
    w.says("watcher", Hearers::All, "hello");
    assert_eq!(w.team(SOUTH).chat[0].text, "the left one?");
    assert!(w.team(NORTH).chat.is_empty());
    assert_eq!(w.table().chat.len(), 2);
    assert_eq!(view::stand(&w.room).chat.len(), 1);
    w.check_log();
}

#[test]
fn players_do_not_speak_to_the_stand_nor_spectators_to_a_team() {
    let mut w = World::playing(room(Hand), 1, 1);
    let say = |to| Command::ChatSay { to, text: "psst".to_owned() };
    assert_eq!(w.refused("s1", say(Hearers::Stand)), Refusal::ForbiddenRole);
    assert_eq!(w.refused("watcher", say(Hearers::Team)), Refusal::NotSeated);
    assert_eq!(w.room.member_of(user("watcher")), None, "a refusal makes nobody known");
    for (text, why) in [("  ", TextProblem::Empty), ("a\u{202e}b", TextProblem::Character)] {
        let line = Command::ChatSay { to: Hearers::All, text: text.to_owned() };
        assert_eq!(w.refused("s1", line), Refusal::TextRefused { why });
    }
}

#[test]
fn only_the_last_lines_are_kept() {
    let mut w = World::playing(room(Hand), 1, 1);
    for line in 0..120 {
        w.says("s1", Hearers::All, &format!("all {line}"));
        w.says("s1", Hearers::Team, &format!("team {line}"));
    }
    assert_eq!(w.table().chat.len(), CHAT_KEPT);
    assert_eq!(w.team(SOUTH).chat.len(), TEAM_CHAT_KEPT);
    assert_eq!(w.team(SOUTH).chat[0].text, "team 70");
}

#[test]
fn a_session_name_that_is_taken_gets_a_number() {
    let mut w = World::open(room(Hand));
    for n in 0..3 {
        let by = Caller::Person { user: user(&format!("guest {n}")), name: "Anna".to_owned() };
        w.ask(by, None, None, Ask::Command(Command::SeatTake { side: Some(SOUTH), withdraw: false }))
            .unwrap();
    }
    let by = Caller::Person { user: user("long"), name: "x".repeat(NAME_CLUSTERS) };
    let other = Caller::Person { user: user("long too"), name: "x".repeat(NAME_CLUSTERS) };
    for by in [by, other] {
        w.ask(by, None, None, Ask::Command(Command::SeatTake { side: Some(SOUTH), withdraw: false }))
            .unwrap();
    }
    let names: Vec<_> = w.table().members.into_iter().map(|member| member.name).collect();
    assert_eq!(names[..4], ["host", "Anna", "Anna 2", "Anna 3"]);
    assert_eq!(names[5], "x".repeat(22) + " 2");
}

#[test]
fn a_chosen_name_that_can_be_taken_for_another_is_refused() {
    let mut w = World::open(room(Hand));
    w.must("anna", Command::NameSet { name: "Annabel".to_owned() });
    assert_eq!(w.table().members[1].name, "Annabel", "a name makes one known");
    let name = |name: &str| Command::NameSet { name: name.to_owned() };
    assert_eq!(w.refused("eve", name("annabeI")), Refusal::NameTaken);
    assert_eq!(w.refused("eve", name("Server")), Refusal::NameRefused { why: NameProblem::Reserved });
    assert_eq!(w.must("anna", name("Annabel")).len(), 1);
    w.must("anna", name("annabel"));
    w.must("eve", name("Eva"));
    assert_eq!(w.refused("anna", name("Eva")), Refusal::NameTaken);
    assert_eq!(w.table().members[1].name, "annabel");
    w.check_log();
}

#[test]
fn in_a_large_side_everybody_waits_five_seconds_between_two_lines_to_it() {
    for (members, slow) in [(16, false), (17, true), (50, true)] {
        let mut w = World::playing(room(Hand), members, 1);
        let say = |to| Command::ChatSay { to, text: "so".to_owned() };
        w.must("s1", say(Hearers::Team));
        w.wait(1_000);
        if !slow {
            w.must("s1", say(Hearers::Team));
            continue;
        }
        assert_eq!(w.refused("s1", say(Hearers::Team)), Refusal::RateLimited { wait_ms: 4_000 });
        w.must("s1", say(Hearers::All));
        w.must("s2", say(Hearers::Team));
        w.must("n1", say(Hearers::Team));
        w.must("n1", say(Hearers::Team));
        w.wait(3_999);
        assert_eq!(w.refused("s1", say(Hearers::Team)), Refusal::RateLimited { wait_ms: 1 });
        w.wait(1);
        w.must("s1", say(Hearers::Team));
        w.check_log();
    }
}
