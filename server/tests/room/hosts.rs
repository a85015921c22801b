//! Who is the host, and seats before the first game (`docs/room.md` 12).

use protocol::event::{Event, Presence};
use protocol::http::BotSeats;
use protocol::refusal::Refusal;
use protocol::settings::{Clock, DecisionMode::Hand, FlagPolicy};
use protocol::{Command, RoomSettings};
use server::room::Room;

use crate::saw;
use crate::world::*;

fn host(w: &World) -> String {
    w.name(w.table().host.unwrap())
}

#[test]
fn the_host_hands_the_room_on() {
    let mut w = World::open_with(room(Hand), BotSeats { south: 1, north: 0 }).unwrap();
    w.sits("n1", NORTH);
    let (n1, me) = (w.id("n1"), w.id("host"));
    let bot = w.room.seated_bots()[0].0;
    assert_eq!(w.refused("host", Command::HostPass { to: bot }), Refusal::NoSuchMember);
    assert_eq!(w.must("host", Command::HostPass { to: me }).len(), 1);
    w.must("host", Command::HostPass { to: n1 });
    assert_eq!(host(&w), "n1");
    assert_eq!(w.refused("host", Command::BotAdd { side: NORTH }), Refusal::ForbiddenRole);
    // It was given away, and does not come back by itself.
    w.socket("host", false);
    w.socket("host", true);
    assert_eq!(host(&w), "n1");
    w.check_log();
}

/// J5: a host who is missed is followed, and has the room back if he returns before the start.
#[test]
fn a_host_who_is_missed_is_followed_and_may_come_back() {
    let mut w = World::open(room(Hand));
    w.sits("n1", NORTH);
    w.sits("s1", SOUTH);
    w.socket("host", false);
    let row = |w: &World| w.table().members[0].clone();
    assert_eq!(row(&w).presence, Presence::Grace, "he is looked for without a seat");
    w.wait(59_999);
    assert_eq!((host(&w).as_str(), row(&w).presence), ("host", Presence::Away));
    w.wait(1);
    assert_eq!(host(&w), "s1", "South first");
    w.must("s1", Command::BotAdd { side: NORTH });
    w.socket("host", true);
    assert_eq!(host(&w), "host");
    w.check_log();
}

#[test]
fn after_the_start_the_room_stays_with_who_follows() {
    let mut w = World::playing(room(Hand), 1, 2);
    w.socket("host", false);
    w.socket("s1", false);
    w.wait(60_000);
    assert_eq!(host(&w), "n1", "whoever is there");
    w.socket("host", true);
    assert_eq!(host(&w), "n1");
    let n2 = w.id("n2");
    w.must("n1", Command::MemberUnseat { member: n2 });
    w.check_log();
}

/// With nobody to follow him the host stays, until somebody comes.
#[test]
fn whoever_comes_first_follows() {
    let mut w = World::open(room(Hand));
    w.says("watcher", protocol::command::Hearers::All, "hello");
    w.socket("watcher", false);
    w.socket("host", false);
    w.wait(600_000);
    assert_eq!(host(&w), "host");
    w.socket("watcher", true);
    w.wait(0);
    assert_eq!(host(&w), "watcher");
    w.check_log();
}

#[test]
fn a_banned_member_follows_nobody() {
    let mut w = World::open(room(Hand));
    w.says("watcher", protocol::command::Hearers::All, "hello");
    let watcher = w.id("watcher");
    w.must("host", Command::MemberBan { member: watcher, on: true });
    assert_eq!(w.refused("host", Command::HostPass { to: watcher }), Refusal::NoSuchMember);
    w.socket("host", false);
    w.wait(600_000);
    assert_eq!(host(&w), "host");
}

#[test]
fn a_restart_does_not_make_a_host_wait_less() {
    let mut w = World::playing(room(Hand), 1, 1);
    w.room = Room::fold(&w.log);
    w.now += 1_000;
    w.hold(protocol::event::HoldReason::Recovering);
    w.socket("s1", true);
    w.wait(59_999);
    assert_eq!(host(&w), "host");
    w.wait(1);
    assert_eq!(host(&w), "s1");
    w.check_log();
}

#[test]
fn a_slow_room_waits_for_its_host() {
    let clock = Clock::Slow { ms: 86_400_000, flag: FlagPolicy::Lose };
    let mut w = World::open(RoomSettings { clock, ..room(Hand) });
    w.sits("s1", SOUTH);
    w.socket("host", false);
    w.wait(10_000_000);
    assert_eq!(host(&w), "host");
    w.socket("s1", false);
    w.wait(10_000_000);
    assert_eq!(w.table().members[1].seats, [SOUTH], "and keeps its seats");
}

/// D22: a seat that is not used before the first game is free again.
#[test]
fn before_the_first_game_an_absent_member_loses_his_seat() {
    let mut w = World::open(room(Hand));
    w.seat("s", 2, SOUTH);
    w.sits("n1", NORTH);
    for name in ["s1", "n1"] {
        w.must(name, Command::ReadySet { on: true });
    }
    w.socket("s2", false);
    w.wait(14_999);
    assert_eq!(w.table().members.iter().filter(|member| !member.seats.is_empty()).count(), 3);
    w.socket("s2", true);
    w.socket("s2", false);
    w.wait(15_000);
    let last = w.log.last().unwrap();
    assert!(saw!(last.events, Event::Unseated { side: SOUTH, .. }));
    assert!(saw!(last.events, Event::GameBegan { .. }), "nobody is waited for any more");
    w.goes_away("s1");
    assert!(!w.table().members.iter().all(|member| member.seats.is_empty()), "in a game a seat is kept");
    w.check_log();
}

/// A13: whoever sits down anywhere sits where fewer are.
#[test]
fn late_comers_fill_the_smaller_side() {
    let mut w = World::playing(room(Hand), 4, 2);
    let count = |w: &World| {
        let seated = |side| w.table().members.iter().filter(|m| m.seats.contains(&side)).count();
        (seated(SOUTH), seated(NORTH))
    };
    let mut seen = Vec::new();
    for name in ["x1", "x2", "x3"] {
        w.must(name, Command::SeatTake { side: None, withdraw: false });
        seen.push(count(&w));
    }
    assert_eq!(seen, [(4, 3), (4, 4), (5, 4)]);
    w.check_log();
}

/// Whoever may sit on one side alone sits there, and who sits stays.
#[test]
fn wherever_is_where_one_may_sit() {
    let mut w = World::playing(room(Hand), 3, 3);
    w.must("n3", Command::SeatTake { side: None, withdraw: false });
    w.leaves("s2");
    w.leaves("s3");
    w.must("n3", Command::SeatTake { side: None, withdraw: false });
    let seats = |w: &World, name: &str| {
        let id = w.id(name);
        w.table().members.into_iter().find(|member| member.id == id).unwrap().seats
    };
    assert_eq!(seats(&w, "n3"), [NORTH], "he sits already");
    w.leaves("n3");
    w.must("n3", Command::SeatTake { side: None, withdraw: false });
    assert_eq!(seats(&w, "n3"), [NORTH], "he may not change sides in a game");
    w.check_log();
}

/// Only who has something to lose, a seat or the room, has a grace.
#[test]
fn a_grace_ends_with_what_it_was_for() {
    let presence = |w: &World, name: &str| {
        let id = w.id(name);
        let member = w.table().members.into_iter().find(|member| member.id == id).unwrap();
        (member.presence, member.until)
    };
    let mut w = World::playing(room(Hand), 2, 1);
    w.socket("s2", false);
    assert_eq!(presence(&w, "s2").0, Presence::Grace);
    let member = w.id("s2");
    w.must("host", Command::MemberUnseat { member });
    assert_eq!(presence(&w, "s2"), (Presence::Away, None));
    w.check_log();

    let mut w = World::open(room(Hand));
    w.says("guest", protocol::command::Hearers::All, "well");
    w.socket("host", false);
    w.wait(60_000);
    assert_eq!(host(&w), "guest");
    w.socket("guest", false);
    w.socket("host", true);
    assert_eq!(host(&w), "host");
    assert_eq!(presence(&w, "guest"), (Presence::Away, None));
    w.check_log();
}
