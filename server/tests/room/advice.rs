//! Voices of those who watch: cheers, and advice to a side that listens. Part 18.

use engine::Side;
use protocol::command::Hearers;
use protocol::event::Event;
use protocol::refusal::{IllegalReason, TextProblem};
use protocol::settings::{RoomSettings, Stand};
use protocol::{Command, Motion, Refusal};
use server::room::Ask;

use crate::bettors::*;
use crate::saw;
use crate::world::*;

fn advice(side: Side, pit: Option<u8>, text: &str) -> Command {
    Command::AdviceGive { side, pit, text: text.to_owned() }
}

/// Two against one; South listens.
fn listening() -> World {
    let mut w = World::open(pool(brisk()));
    w.begin(2, 1);
    w.must("s2", Command::EarsSet { on: true });
    w
}

fn muting(settings: RoomSettings) -> RoomSettings {
    RoomSettings { stand: Stand { cheers: false, advice: false, ..settings.stand }, ..settings }
}

#[test]
fn any_member_of_a_side_opens_its_ears_and_everybody_sees_it() {
    let mut w = World::open(pool(brisk()));
    w.begin(2, 1);
    let events = w.must("s2", Command::EarsSet { on: true });
    let by = w.id("s2");
    assert!(events.contains(&Event::EarsOpened { side: SOUTH, by, on: true }));
    assert_eq!((w.table().ears.south, w.table().ears.north), (true, false));
    assert!(
        !saw!(w.must("s1", Command::EarsSet { on: true }), Event::EarsOpened { .. }),
        "it listens already"
    );
    w.must("s1", Command::EarsSet { on: false });
    assert!(!w.table().ears.south);
    assert_eq!(w.refused("x", Command::EarsSet { on: true }), Refusal::NotSeated);
    w.check_log();
}

#[test]
fn advice_reaches_the_side_alone_and_makes_its_giver_known() {
    let mut w = listening();
    let stands = w.table();
    w.must("x", advice(SOUTH, Some(3), "  It takes seven. "));
    let row = &w.team(SOUTH).advice[0];
    assert_eq!((row.game, row.ply, row.by, row.pit), (1, 1, w.id("x"), Some(3)));
    assert_eq!(row.text, "It takes seven.");
    assert!(w.team(NORTH).advice.is_empty());
    assert_eq!(w.table().members.len(), stands.members.len() + 1);
    assert_eq!(w.table().chat, stands.chat);
    w.check_log();
}

#[test]
fn a_pit_needs_no_words_and_words_need_no_pit() {
    let mut w = listening();
    w.must("x", advice(SOUTH, Some(8), "   "));
    w.must("y", advice(SOUTH, None, "wait"));
    assert_eq!(w.team(SOUTH).advice.len(), 2);
    assert_eq!(w.team(SOUTH).advice[0].text, "");
    let empty = Refusal::TextRefused { why: TextProblem::Empty };
    assert_eq!(w.refused("z", advice(SOUTH, None, " ")), empty);
    for pit in [0, 9, 255] {
        let no_pit = Refusal::IllegalMove { why: IllegalReason::NoSuchPit };
        assert_eq!(w.refused("z", advice(SOUTH, Some(pit), "")), no_pit);
    }
    let long = Refusal::TextRefused { why: TextProblem::TooLong };
    assert_eq!(w.refused("z", advice(SOUTH, Some(1), &"x".repeat(141))), long);
    let strange = Refusal::TextRefused { why: TextProblem::Character };
    assert_eq!(w.refused("z", advice(SOUTH, Some(1), "\u{7}")), strange);
    w.must("z", advice(SOUTH, Some(1), &"x".repeat(140)));
}

#[test]
fn each_adviser_is_heard_once_a_ply() {
    let mut w = listening();
    w.must("x", advice(SOUTH, Some(1), ""));
    assert_eq!(w.refused("x", advice(SOUTH, Some(2), "")), Refusal::NotHeard);
    w.must("y", advice(SOUTH, Some(2), ""));
    w.plays(1);
    w.must("x", advice(SOUTH, Some(2), "when they are at it as well"));
    assert_eq!(w.refused("x", advice(SOUTH, Some(2), "")), Refusal::NotHeard);
    assert_eq!(w.team(SOUTH).advice.iter().map(|row| row.ply).collect::<Vec<_>>(), [1, 1, 2]);
}

#[test]
fn in_the_next_match_he_is_heard_again() {
    let mut w = listening();
    w.must("x", advice(SOUTH, Some(1), ""));
    w.all_move(&["s1", "s2"], Motion::Resign);
    w.everybody_is_ready();
    w.must("x", advice(SOUTH, Some(1), "the first ply of another game"));
}

#[test]
fn a_side_that_does_not_listen_hears_nothing() {
    let mut w = listening();
    assert_eq!(w.refused("x", advice(NORTH, Some(1), "")), Refusal::NotHeard);
    w.must("s1", Command::EarsSet { on: false });
    assert_eq!(w.refused("x", advice(SOUTH, Some(1), "")), Refusal::NotHeard);
    assert_eq!(w.room.member_of(user("x")), None, "who is not heard does not become known");
}

#[test]
fn only_who_watches_gives_advice_and_only_in_a_game() {
    let mut w = listening();
    assert_eq!(w.refused("s2", advice(SOUTH, Some(1), "")), Refusal::ForbiddenRole);
    assert_eq!(w.refused("n1", advice(SOUTH, Some(1), "")), Refusal::ForbiddenRole);
    w.all_move(&["s1", "s2"], Motion::Resign);
    assert_eq!(w.refused("x", advice(SOUTH, Some(1), "")), Refusal::GameOver);

    let mut w = World::open(pool(brisk()));
    w.sits("s1", SOUTH);
    w.must("s1", Command::EarsSet { on: true });
    assert_eq!(w.refused("x", advice(SOUTH, Some(1), "")), Refusal::NoGame);
}

#[test]
fn a_side_hears_nothing_more_from_whom_it_will_not() {
    let mut w = listening();
    w.must("x", advice(SOUTH, Some(1), ""));
    let x = w.id("x");
    w.must("s1", Command::AdviceMute { member: x, on: true });
    assert_eq!(w.team(SOUTH).unheard, [x]);
    w.plays(2);
    assert_eq!(w.refused("x", advice(SOUTH, Some(1), "")), Refusal::NotHeard);
    w.must("s2", Command::AdviceMute { member: x, on: false });
    w.must("x", advice(SOUTH, Some(1), ""));
    let nobody = protocol::MemberId(99);
    assert_eq!(w.refused("s1", Command::AdviceMute { member: nobody, on: true }), Refusal::NoSuchMember);
    assert_eq!(w.refused("x", Command::AdviceMute { member: x, on: true }), Refusal::NotSeated);
    w.check_log();
}

#[test]
fn who_is_silenced_gives_no_advice_and_does_not_cheer() {
    let mut w = listening();
    w.says("x", Hearers::All, "ho");
    w.must("host", Command::MemberMute { member: w.id("x"), on: true });
    assert_eq!(w.refused("x", advice(SOUTH, Some(1), "")), Refusal::Muted);
    assert_eq!(w.room.may_cheer(user("x")), Err(Refusal::Muted));
}

#[test]
fn where_it_was_not_agreed_no_side_listens_and_nobody_cheers() {
    let mut w = World::open(muting(pool(brisk())));
    w.begin(1, 1);
    assert_eq!(w.refused("s1", Command::EarsSet { on: true }), Refusal::NotHeard);
    assert_eq!(w.refused("x", advice(SOUTH, Some(1), "")), Refusal::NotHeard);
    let host = w.id("host");
    assert_eq!(w.refused("s1", Command::AdviceMute { member: host, on: true }), Refusal::NotHeard);
    assert_eq!(w.refused("x", Command::Cheer { side: SOUTH }), Refusal::ForbiddenRole);
}

#[test]
fn a_cheer_is_nothing_that_happens_in_the_room() {
    let mut w = listening();
    let before = w.room.clone();
    let cid = Some(protocol::Cid(uuid::Uuid::from_u128(9)));
    w.says("y", Hearers::All, "ho");
    let known = w.room.clone();
    for name in ["x", "y"] {
        let cheer = Ask::Command(Command::Cheer { side: SOUTH });
        assert_eq!(w.ask(person(name), cid, None, cheer), Ok(Vec::new()), "{name}");
        assert_eq!(w.room.may_cheer(user(name)), Ok(()));
    }
    assert_eq!(w.room, known);
    assert_ne!(w.room, before);
    assert_eq!(w.refused("s1", Command::Cheer { side: SOUTH }), Refusal::ForbiddenRole);
    w.must("host", Command::MemberBan { member: w.id("y"), on: true });
    assert_eq!(w.room.may_cheer(user("y")), Err(Refusal::Banned));
}

#[test]
fn a_side_keeps_fifty_pieces_of_advice_and_still_hears_each_once() {
    let mut w = listening();
    for number in 0..60 {
        w.must(&format!("x{number}"), advice(SOUTH, Some(1), ""));
    }
    assert_eq!(w.team(SOUTH).advice.len(), 50);
    assert_eq!(w.refused("x0", advice(SOUTH, Some(1), "")), Refusal::NotHeard, "his was the first to go");
    w.check_log();
}
