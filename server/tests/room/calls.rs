//! Whom a slow room calls back who is not there, and what for.

use protocol::Command;
use protocol::event::HoldReason;
use protocol::http::BotSeats;
use protocol::http::push::Notice;
use protocol::motion::{Motion, MotionKind};
use protocol::settings::DecisionMode::{Anyone, Hand, Plurality};
use protocol::settings::{Clock, DecisionMode, FlagPolicy, RoomSettings};
use server::room::{Call, calls};

use crate::world::*;

const DAY_MS: u32 = 86_400_000;

fn slow(mode: DecisionMode) -> RoomSettings {
    let clock = Clock::Slow { ms: DAY_MS, flag: FlagPolicy::Lose };
    let mut settings = clocked(mode, clock);
    settings.decision.vote_ms = DAY_MS / 2;
    settings.decision.consent_ms = 3_600_000;
    settings.decision.takebacks_max = 2;
    settings
}

/// Who is called, by name, and what for.
fn called(w: &World) -> Vec<(String, Notice)> {
    let name = |call: &Call| w.name(w.room.member_of(call.user).unwrap());
    let mut called: Vec<_> = calls(&w.room).iter().map(|call| (name(call), call.kind)).collect();
    called.sort();
    called
}

fn are(names: &[&str], kind: Notice) -> Vec<(String, Notice)> {
    names.iter().map(|name| ((*name).to_owned(), kind)).collect()
}

#[test]
fn who_is_to_vote_is_called_until_he_has_and_the_other_side_is_not() {
    let mut w = World::playing(slow(Plurality), 3, 2);
    assert_eq!(called(&w), are(&["s1", "s2", "s3"], Notice::Turn));
    let since = w.now;
    assert!(calls(&w.room).iter().all(|call| call.since == since && call.until == Some(since + 86_400_000)));
    w.wait(60_000);
    w.votes("s2", 0);
    assert_eq!(called(&w), are(&["s1", "s3"], Notice::Turn));
    assert!(calls(&w.room).iter().all(|call| call.since == since), "it is the same turn");
    w.votes("s1", 0);
    w.votes("s3", 0);
    w.wait(3_600_000);
    assert_eq!(w.plies(), 1);
    assert_eq!(called(&w), are(&["n1", "n2"], Notice::Turn));
}

#[test]
fn a_try_calls_who_may_object_and_a_turn_that_goes_on_is_the_same_one() {
    let mut w = World::playing(slow(Anyone), 4, 1);
    let since = calls(&w.room)[0].since;
    w.wait(1_000);
    w.votes("s1", 0);
    let until = w.tried().unwrap().until;
    assert_eq!(called(&w), are(&["s2", "s3", "s4"], Notice::Tried));
    assert!(calls(&w.room).iter().all(|call| (call.since, call.until) == (since, Some(until))));
    w.objects("s2");
    assert_eq!(called(&w), are(&["s3", "s4"], Notice::Tried), "he has said what he thinks");
    w.objects("s3");
    assert!(w.tried().is_none(), "it was taken back");
    assert_eq!(called(&w), are(&["s1", "s2", "s3", "s4"], Notice::Turn));
    assert!(calls(&w.room).iter().all(|call| call.since == since), "which calls nobody anew");
    w.votes("s1", 1);
    w.wait(3_600_000);
    assert_eq!(called(&w), are(&["n1"], Notice::Turn));
}

#[test]
fn a_move_that_comes_back_begins_another_turn() {
    let mut w = World::playing(slow(Hand), 1, 1);
    let first = calls(&w.room)[0].since;
    w.wait(1_000);
    w.lays("s1", 0);
    w.wait(1_000);
    w.all_move(&["s1"], Motion::Takeback { ply: 1 });
    assert_eq!(called(&w), [("n1".to_owned(), Notice::Turn), ("n1".to_owned(), Notice::Motion)]);
    w.voices("n1", MotionKind::Takeback, Some(true));
    assert_eq!(called(&w), are(&["s1"], Notice::Turn));
    assert!(calls(&w.room)[0].since > first);
}

#[test]
fn a_motion_calls_its_own_side_alone_in_the_turn_in_which_it_was_made() {
    let mut w = World::playing(slow(Hand), 3, 2);
    let before: Vec<Call> = north(&w);
    w.moves("s1", Motion::Draw);
    let motion = |name: &str| (name.to_owned(), Notice::Motion);
    assert_eq!(called(&w), [("s1".to_owned(), Notice::Turn), motion("s2"), motion("s3")]);
    w.voices("s2", MotionKind::Draw, Some(false));
    assert_eq!(called(&w), [("s1".to_owned(), Notice::Turn), motion("s3")]);
    assert_eq!(north(&w), before, "North is not told that there is one");
    w.proposes("s2", 1, "why not");
    w.says("s3", protocol::command::Hearers::Team, "no");
    assert_eq!(north(&w), before);
    w.lays("s1", 0);
    w.wait(3_600_000);
    assert_eq!(w.plies(), 1);
    assert!(called(&w).iter().all(|(_, kind)| *kind == Notice::Turn), "it called in its own turn");
}

#[test]
fn the_end_calls_all_who_sit_and_another_game_who_has_not_said_that_he_wants_it() {
    let mut w = World::playing(slow(Hand), 2, 1);
    w.must("watcher", Command::ChatSay { to: protocol::command::Hearers::All, text: "hello".to_owned() });
    w.all_move(&["s1", "s2"], Motion::Resign);
    assert_eq!(called(&w), are(&["n1", "s1", "s2"], Notice::Ended));
    let since = w.now;
    w.wait(5_000);
    w.must("s1", Command::RematchSet { on: true });
    let rematch: Vec<_> = called(&w).into_iter().filter(|(_, kind)| *kind == Notice::Rematch).collect();
    assert_eq!(rematch, are(&["n1", "s2"], Notice::Rematch));
    assert!(calls(&w.room).iter().all(|call| call.since == since), "there is one end and one offer");
    w.leaves("s2");
    assert!(called(&w).iter().all(|(name, _)| name != "s2"), "who stood up is called no more");
    w.must("n1", Command::RematchSet { on: true });
    assert!(called(&w).iter().all(|(_, kind)| *kind == Notice::Turn), "and it is played");
}

#[test]
fn a_room_that_is_held_by_a_server_calls_as_before_and_one_that_is_adjourned_nobody_to_move() {
    let mut w = World::playing(slow(Hand), 1, 1);
    let before = calls(&w.room);
    w.hold(HoldReason::Draining);
    assert_eq!(called(&w), are(&["s1"], Notice::Turn));
    assert_eq!(calls(&w.room)[0].since, before[0].since);
    w.release(HoldReason::Draining);
    assert_eq!(calls(&w.room)[0].since, before[0].since);
    w.all_move(&["s1"], Motion::Adjourn);
    w.voices("n1", MotionKind::Adjourn, Some(true));
    assert_eq!(called(&w), []);
}

#[test]
fn a_live_room_and_a_bot_are_never_called() {
    let w = World::playing(room(Hand), 2, 2);
    assert_eq!(calls(&w.room), []);
    let mut w = World::open_with(slow(Hand), BotSeats { south: 1, north: 0 }).unwrap();
    w.seat("n", 1, NORTH);
    w.must("n1", Command::StarterSet { starter: Some(SOUTH) });
    w.everybody_is_ready();
    assert!(called(&w).iter().all(|(name, _)| name == "n1"), "{:?}", called(&w));
}

/// What North is called for.
fn north(w: &World) -> Vec<Call> {
    let is_north = |call: &Call| w.name(w.room.member_of(call.user).unwrap()).starts_with('n');
    calls(&w.room).into_iter().filter(is_north).collect()
}
