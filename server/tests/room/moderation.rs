//! Silence, leave of the room, empty seats, and word to the host (`docs/room.md` 12).

use protocol::Command;
use protocol::command::Hearers;
use protocol::event::{Audience, BanReason, Event};
use protocol::motion::{Motion, MotionBar, MotionEnd, MotionKind};
use protocol::refusal::{Refusal, TextProblem};
use protocol::settings::DecisionMode::{Hand, Majority};
use protocol::view::MemberView;
use server::room::{Room, view};

use crate::saw;
use crate::world::*;

fn member(w: &World, name: &str) -> MemberView {
    let id = w.id(name);
    w.table().members.into_iter().find(|member| member.id == id).unwrap()
}

fn say(to: Hearers) -> Command {
    Command::ChatSay { to, text: "hear me".to_owned() }
}

#[test]
fn only_the_host_keeps_order() {
    let mut w = World::playing(room(Hand), 2, 1);
    let s2 = w.id("s2");
    for command in [
        Command::MemberMute { member: s2, on: true },
        Command::MemberBan { member: s2, on: true },
        Command::MemberUnseat { member: s2 },
        Command::HostPass { to: s2 },
    ] {
        for name in ["s1", "n1", "x1"] {
            assert_eq!(w.refused(name, command.clone()), Refusal::ForbiddenRole, "{command:?}");
        }
    }
    let nobody = protocol::MemberId(99);
    assert_eq!(w.refused("host", Command::MemberMute { member: nobody, on: true }), Refusal::NoSuchMember);
    let host = w.id("host");
    let oneself = Refusal::MotionBarred { why: MotionBar::Oneself };
    assert_eq!(w.refused("host", Command::MemberBan { member: host, on: true }), oneself);
}

#[test]
fn who_is_muted_says_nothing_to_anybody() {
    let mut w = World::playing(room(Majority), 2, 1);
    let s2 = w.id("s2");
    let events = w.must("host", Command::MemberMute { member: s2, on: true });
    assert!(saw!(events, Event::Muted { on: true, why: BanReason::Host, .. }));
    assert_eq!(w.must("host", Command::MemberMute { member: s2, on: true }).len(), 1, "set, not toggled");
    assert!(member(&w, "s2").muted);
    for to in [Hearers::Team, Hearers::All] {
        assert_eq!(w.refused("s2", say(to)), Refusal::Muted);
    }
    let noted = w.propose_command("s2", 0, "because");
    assert_eq!(w.refused("s2", noted), Refusal::Muted);
    w.proposes("s2", 0, "");
    w.votes("s2", 0);
    let block = Command::BlockAdd { ballot: w.ballot().ballot, mv: w.mv(0), reason: "no".to_owned() };
    assert_eq!(w.refused("s2", block), Refusal::Muted);
    let name = Command::NameSet { name: "you all lose".to_owned() };
    assert_eq!(w.refused("s2", name), Refusal::Muted, "a name is heard by everybody");
    w.leaves("s2");
    assert_eq!(w.refused("s2", say(Hearers::Stand)), Refusal::Muted);
    w.must("host", Command::MemberMute { member: s2, on: false });
    w.must("s2", say(Hearers::Stand));
    w.check_log();
}

/// J2: a ban is for the room, whatever becomes of its games and of the server.
#[test]
fn a_ban_outlives_games_and_servers() {
    let mut w = World::playing(room(Hand), 2, 1);
    let s2 = w.id("s2");
    let events = w.must("host", Command::MemberBan { member: s2, on: true });
    assert!(saw!(events, Event::Unseated { .. }) && saw!(events, Event::Banned { on: true, .. }));
    assert!(member(&w, "s2").banned && member(&w, "s2").seats.is_empty());
    let refused = |w: &mut World| {
        assert!(w.room.is_banned(user("s2")));
        for command in [
            Command::SeatTake { side: None, withdraw: false },
            Command::NameSet { name: "someone".to_owned() },
            say(Hearers::All),
            Command::MotionOpen { what: Motion::Resign },
        ] {
            assert_eq!(w.refused("s2", command), Refusal::Banned);
        }
    };
    refused(&mut w);
    w.moves("s1", Motion::Resign);
    refused(&mut w);
    w.everybody_is_ready();
    refused(&mut w);
    w.room = Room::fold(&w.log);
    refused(&mut w);
    w.must("host", Command::MemberBan { member: s2, on: false });
    assert!(!w.room.is_banned(user("s2")) && !w.room.is_banned(user("nobody")));
    w.sits("s2", SOUTH);
    w.check_log();
}

/// J3: a side sends its own away with two thirds of the others, and nobody else.
#[test]
fn a_side_sends_a_member_away() {
    let mut w = World::playing(room(Hand), 5, 5);
    let (s5, n1) = (w.id("s5"), w.id("n1"));
    assert_eq!(w.barred("s1", Motion::Kick { member: n1 }), Refusal::NoSuchMember);
    let oneself = Refusal::MotionBarred { why: MotionBar::Oneself };
    assert_eq!(w.barred("s5", Motion::Kick { member: s5 }), oneself);
    w.all_move(&["s1", "s2"], Motion::Kick { member: s5 });
    assert!(!w.motion(SOUTH, MotionKind::Kick).unwrap().roll.contains(&s5));
    // It holds for who leaves before it.
    w.leaves("s5");
    assert!(w.motion(SOUTH, MotionKind::Kick).is_some());
    let events = w.moves("s3", Motion::Kick { member: s5 });
    assert!(saw!(events, Event::Banned { on: true, why: BanReason::Side, .. }));
    assert!(w.room.is_banned(user("s5")));
    w.must("host", Command::MemberBan { member: s5, on: false });
    assert!(!w.room.is_banned(user("s5")));
    w.check_log();
}

#[test]
fn a_side_silences_a_member_but_not_the_host() {
    let mut w = World::open(room(Hand));
    w.seat("s", 3, SOUTH);
    w.sits("host", SOUTH);
    let (s3, host) = (w.id("s3"), w.id("host"));
    let only = Refusal::MotionBarred { why: MotionBar::HostOnly };
    for what in [Motion::Mute { member: host }, Motion::Kick { member: host }] {
        assert_eq!(w.barred("s1", what), only);
    }
    w.moves("s1", Motion::Mute { member: s3 });
    let events = w.moves("s2", Motion::Mute { member: s3 });
    assert!(saw!(events, Event::Muted { on: true, why: BanReason::Side, .. }));
    assert_eq!(w.refused("s3", say(Hearers::All)), Refusal::Muted);
    let already = Refusal::MotionBarred { why: MotionBar::SoAlready };
    assert_eq!(w.barred("s1", Motion::Mute { member: s3 }), already);
    w.check_log();
}

#[test]
fn the_host_frees_a_seat() {
    let mut w = World::playing(room(Hand), 2, 1);
    let (s1, host) = (w.id("s1"), w.id("host"));
    w.lays("s1", 0);
    let events = w.must("host", Command::MemberUnseat { member: s1 });
    assert!(saw!(events, Event::Unseated { .. }));
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s2"));
    assert_eq!(w.refused("host", Command::MemberUnseat { member: s1 }), Refusal::NoSuchMember);
    assert_eq!(w.refused("host", Command::MemberUnseat { member: host }), Refusal::NoSuchMember);
    w.sits("s1", SOUTH);
    w.check_log();
}

#[test]
fn a_report_reaches_the_host_of_the_moment_alone() {
    let mut w = World::playing(room(Hand), 2, 1);
    let (s1, s2, host) = (w.id("s1"), w.id("s2"), w.id("host"));
    let report = |member| Command::MemberReport { member, text: " rude ".to_owned() };
    let events = w.must("s1", report(s2));
    let told = events.iter().find(|event| matches!(event, Event::Reported { .. })).unwrap();
    assert_eq!(told.audience(), Audience::Me(host));
    let mine = view::me(&w.room, user("host"));
    assert_eq!(mine.reports.len(), 1);
    assert_eq!((mine.reports[0].by, mine.reports[0].about, mine.reports[0].text.as_str()), (s1, s2, "rude"));
    assert!(view::me(&w.room, user("s1")).reports.is_empty());
    assert_eq!(
        w.room.me_head(host),
        w.log
            .iter()
            .flat_map(|entry| &entry.events)
            .fold(0, |count, event| { count + u32::from(event.audience() == Audience::Me(host)) })
    );
    let oneself = Refusal::MotionBarred { why: MotionBar::Oneself };
    assert_eq!(w.refused("s1", report(s1)), oneself);
    assert_eq!(w.refused("s1", report(protocol::MemberId(77))), Refusal::NoSuchMember);
    let empty = Command::MemberReport { member: s2, text: " ".to_owned() };
    assert_eq!(w.refused("s1", empty), Refusal::TextRefused { why: TextProblem::Empty });
    w.must("host", Command::HostPass { to: s2 });
    w.must("watcher", report(s1));
    assert_eq!(view::me(&w.room, user("s2")).reports.len(), 1);
    assert_eq!(view::me(&w.room, user("host")).reports.len(), 1);
    w.check_log();
}

#[test]
fn one_member_reports_five_times_an_hour() {
    let mut w = World::playing(room(Hand), 2, 1);
    let s2 = w.id("s2");
    let report = || Command::MemberReport { member: s2, text: "again".to_owned() };
    for _ in 0..5 {
        w.must("s1", report());
        w.wait(1_000);
    }
    assert_eq!(w.refused("s1", report()), Refusal::RateLimited { wait_ms: 3_595_000 });
    w.must("n1", report());
    w.wait(3_595_000);
    w.must("s1", report());
    assert!(matches!(w.refused("s1", report()), Refusal::RateLimited { wait_ms: 1_000 }));
}

#[test]
fn a_host_is_shown_the_newest_reports() {
    let mut w = World::playing(room(Hand), 2, 1);
    let s2 = w.id("s2");
    let most = protocol::limits::REPORTS_KEPT;
    for number in 0..=most {
        w.must("s1", Command::MemberReport { member: s2, text: format!("number {number}") });
        w.wait(3_600_000 / 5);
    }
    let reports = view::me(&w.room, user("host")).reports;
    assert_eq!((reports.len(), reports[0].text.as_str()), (most, "number 1"), "the oldest is gone");
    w.check_log();
}

/// Nobody moves the host, not even with what was moved before he was it.
#[test]
fn who_becomes_the_host_is_not_sent_away() {
    for what in [|member| Motion::Kick { member }, |member| Motion::Mute { member }] {
        let mut w = World::playing(room(Hand), 5, 1);
        let s5 = w.id("s5");
        w.all_move(&["s1", "s2"], what(s5));
        let events = w.must("host", Command::HostPass { to: s5 });
        assert!(saw!(events, Event::MotionEnded { end: MotionEnd::Void, .. }));
        assert_eq!(w.barred("s3", what(s5)), Refusal::MotionBarred { why: MotionBar::HostOnly });
        w.check_log();
    }
}
