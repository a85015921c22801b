//! Opening a room, seats, readiness, bots, practice.

use engine::{Preset, Side};
use protocol::event::{Event, MemberKind, StarterReason};
use protocol::http::{BotSeats, LobbyPhase};
use protocol::refusal::Refusal;
use protocol::settings::DecisionMode::{Hand, Plurality};
use protocol::settings::{RoomSettings, SettingsProblem, StarterRule};
use protocol::{Command, RoomId};
use server::room::{Around, Ask, Caller, Order, Room, decide, settings, view};

use crate::saw;
use crate::world::*;

#[test]
fn nothing_can_be_asked_of_a_room_that_was_never_opened() {
    let asks = [
        Ask::Command(Command::SeatTake { side: Some(SOUTH), withdraw: false }),
        Ask::Tick,
        Ask::Presence { user: user("x"), online: true },
    ];
    for ask in asks {
        let order = Order {
            at: 1,
            entropy: 1,
            by: person("x"),
            cid: None,
            seen: None,
            around: Around::default(),
            ask,
        };
        assert_eq!(decide(&Room::default(), &order), Err(Refusal::NoRoom));
    }
    assert_eq!(view::table(&Room::default()), None);
    assert_eq!(view::lobby(&Room::default(), &RoomId::from_bits([0; 10])), None);
    assert_eq!(Room::default().next_deadline(), None);
}

#[test]
fn who_opens_a_room_is_its_host() {
    let mut w = World::open(room(Hand));
    assert!(matches!(w.log[0].events[0], Event::Opened { .. }));
    let role = view::role(&w.room, user("host"));
    assert!(role.host && role.seats.is_empty() && role.member.is_some());
    assert_eq!(view::role(&w.room, user("nobody")).member, None);
    let again = Ask::Open { settings: room(Hand), bots: BotSeats::default(), bot_users: Vec::new() };
    assert_eq!(w.ask(person("host"), None, None, again), Err(Refusal::ForbiddenRole));
    assert_eq!(w.log[0].by, Some(w.id("host")));
}

#[test]
fn a_game_begins_when_both_sides_have_somebody_and_all_are_ready() {
    let mut w = World::open(room(Hand));
    w.seat("s", 2, SOUTH);
    for name in ["s1", "s2"] {
        w.must(name, Command::ReadySet { on: true });
    }
    assert!(w.table().game.is_none());
    w.sits("n1", NORTH);
    w.must("s2", Command::ReadySet { on: false });
    w.must("n1", Command::ReadySet { on: true });
    assert!(w.table().game.is_none());
    assert_eq!(view::lobby(&w.room, &RoomId::from_bits([0; 10])).unwrap().phase, LobbyPhase::Seating);
    let events = w.must("s2", Command::ReadySet { on: true });
    assert!(saw!(events, Event::GameBegan { game: 1, .. }));
    assert!(w.table().members.iter().all(|member| !member.ready), "readiness is for one game");
    let facts = view::lobby(&w.room, &RoomId::from_bits([0; 10])).unwrap();
    assert_eq!((facts.phase, facts.south, facts.north, facts.plies), (LobbyPhase::Playing, 2, 1, 0));
    assert_eq!(w.refused("s1", Command::ReadySet { on: true }), Refusal::GameRunning);
    w.check_log();
}

#[test]
fn nobody_waits_for_who_is_away_or_leaves() {
    let mut w = World::open(room(Hand));
    w.seat("s", 2, SOUTH);
    w.sits("n1", NORTH);
    w.must("s1", Command::ReadySet { on: true });
    w.must("n1", Command::ReadySet { on: true });
    w.socket("s2", false);
    w.wait(15_000);
    assert!(w.table().game.is_some());

    let mut w = World::open(room(Hand));
    w.seat("s", 2, SOUTH);
    w.sits("n1", NORTH);
    w.must("s1", Command::ReadySet { on: true });
    w.must("n1", Command::ReadySet { on: true });
    w.leaves("s2");
    assert!(w.table().game.is_some());
}

#[test]
fn seats_are_bounded_and_one_has_one() {
    let settings = RoomSettings { team_max: 2, ..room(Hand) };
    let mut w = World::open(settings);
    w.seat("s", 2, SOUTH);
    assert_eq!(w.refused("s3", Command::SeatTake { side: Some(SOUTH), withdraw: false }), Refusal::SideFull);
    assert_eq!(
        w.must("s1", Command::SeatTake { side: Some(SOUTH), withdraw: false }).len(),
        1,
        "sitting there is well and good"
    );
    w.sits("s1", NORTH);
    let role = view::role(&w.room, user("s1"));
    assert_eq!(role.seats, [NORTH]);
    w.must("s1", Command::ReadySet { on: true });
    w.leaves("s1");
    assert!(w.table().members.iter().all(|member| !member.ready));
    assert_eq!(w.refused("s1", Command::SeatLeave {}), Refusal::NotSeated);
    assert_eq!(w.refused("s1", Command::ReadySet { on: true }), Refusal::NotSeated);
    let heads = view::heads(&w.room, user("s1"));
    assert!(heads.stand.is_some() && heads.south.is_none() && heads.table.is_some());
    let heads = view::heads(&w.room, user("s2"));
    assert!(heads.stand.is_none() && heads.south.is_some() && heads.north.is_none());
}

#[test]
fn both_sides_agree_who_starts_or_the_lot_decides() {
    for (south, north, agreed) in
        [(Some(NORTH), Some(NORTH), true), (Some(NORTH), Some(SOUTH), false), (None, None, false)]
    {
        let mut w = World::open(room(Hand));
        w.sits("s1", SOUTH);
        w.sits("n1", NORTH);
        w.must("s1", Command::StarterSet { starter: south });
        w.must("n1", Command::StarterSet { starter: north });
        w.everybody_is_ready();
        let how = |event: &Event| match event {
            Event::GameBegan { starter, how, .. } => Some((*starter, *how)),
            _ => None,
        };
        let (starter, how) = w.log.iter().flat_map(|entry| &entry.events).find_map(how).unwrap();
        assert_eq!(how == StarterReason::Agreed, agreed);
        assert!(!agreed || starter == NORTH);
        assert_eq!(w.turn().side, starter);
    }
    let mut w = World::open(RoomSettings { starter: StarterRule::Toss, ..room(Hand) });
    w.sits("s1", SOUTH);
    let wish = Command::StarterSet { starter: None };
    assert_eq!(w.refused("s1", wish), Refusal::ForbiddenRole);
}

#[test]
fn the_toss_is_fair_enough() {
    let mut south = 0;
    for extra in 0..40 {
        let mut w = World::open(RoomSettings { starter: StarterRule::Toss, ..room(Hand) });
        w.sits("s1", SOUTH);
        w.sits("n1", NORTH);
        for _ in 0..extra {
            w.says("s1", protocol::command::Hearers::All, "hm");
        }
        w.everybody_is_ready();
        south += u32::from(w.turn().side == Side::South);
    }
    assert!((8..32).contains(&south), "{south}");
}

#[test]
fn a_practice_room_begins_by_itself_with_one_person_on_both_sides() {
    let settings = RoomSettings { practice: true, team_max: 1, ..small(room(Plurality)) };
    let mut w = World::open(settings);
    w.sits("host", SOUTH);
    w.sits("host", NORTH);
    assert!(w.table().game.is_some());
    assert_eq!(view::role(&w.room, user("host")).seats, [SOUTH, NORTH]);
    while w.game().turn.is_some() {
        assert!(!w.has_ballot());
        w.lays("host", 0);
    }
    w.must("host", Command::RematchSet { on: true });
    assert!(w.game().result.is_none());
    w.must("host", Command::MotionOpen { what: protocol::Motion::Resign });
    assert!(w.game().result.is_some());
    w.leaves("host");
    assert_eq!(view::role(&w.room, user("host")).seats, []);
    w.check_log();
}

#[test]
fn bots_are_always_ready_and_sit_where_the_host_puts_them() {
    let mut w = World::open(room(Hand));
    w.sits("s1", SOUTH);
    assert_eq!(w.refused("s1", Command::BotAdd { side: NORTH }), Refusal::ForbiddenRole);
    for _ in 0..2 {
        w.must("host", Command::BotAdd { side: NORTH });
    }
    let bots: Vec<_> = w.table().members.into_iter().filter(|m| m.kind == MemberKind::Bot).collect();
    assert_eq!((bots[0].name.as_str(), bots[1].name.as_str()), ("Bot", "Bot 2"));
    assert_eq!(w.room.seated_bots().len(), 2);
    assert_ne!(w.room.seated_bots()[0].1, w.room.seated_bots()[1].1);
    w.must("host", Command::BotRemove { member: bots[0].id });
    let s1 = w.id("s1");
    assert_eq!(w.refused("host", Command::BotRemove { member: s1 }), Refusal::NoSuchMember);
    assert_eq!(w.refused("host", Command::BotRemove { member: bots[0].id }), Refusal::NoSuchMember);
    w.must("host", Command::BotAdd { side: SOUTH });
    assert_eq!(w.table().members.len(), 4, "an idle bot is used again");
    w.must("s1", Command::ReadySet { on: true });
    assert!(w.table().game.is_some());
    assert_eq!(w.refused("host", Command::BotAdd { side: NORTH }), Refusal::GameRunning);
    w.check_log();
}

#[test]
fn a_bot_votes_and_lays_through_the_same_door() {
    let mut w = World::open(room(Hand));
    w.sits("s1", SOUTH);
    w.must("host", Command::BotAdd { side: NORTH });
    w.must("s1", Command::StarterSet { starter: Some(NORTH) });
    w.must("s1", Command::ReadySet { on: true });
    while w.turn().side == SOUTH {
        w.lays("s1", 0);
    }
    let (_, bot) = w.room.seated_bots()[0];
    let (seen, plies) = (w.at(), w.plies());
    let lay = Ask::Command(Command::MoveLay { mv: w.mv(0) });
    w.ask(Caller::Bot { user: bot }, None, seen, lay).unwrap();
    assert_eq!(w.plies(), plies + 1);
    let stranger = Caller::Bot { user: user("no bot of ours") };
    let sit = Ask::Command(Command::SeatTake { side: Some(SOUTH), withdraw: false });
    assert_eq!(w.ask(stranger, None, None, sit), Err(Refusal::NotSeated));
    let by_server = Ask::Command(Command::SeatLeave {});
    assert_eq!(w.ask(Caller::Server, None, None, by_server), Err(Refusal::ForbiddenRole));
}

#[test]
fn bots_can_be_seated_at_once_and_a_room_of_bots_plays_only_in_practice() {
    let both = BotSeats { south: 1, north: 1 };
    let w = World::open_with(room(Hand), both).unwrap();
    assert!(w.table().game.is_none());
    let practice = RoomSettings { practice: true, ..room(Hand) };
    let w = World::open_with(practice, both).unwrap();
    assert!(w.table().game.is_some());
    w.check_log();

    let crowd = BotSeats { south: 3, north: 0 };
    let refused = World::open_with(RoomSettings { team_max: 2, title: "?".to_owned(), ..room(Hand) }, crowd);
    let Err(Refusal::BadSettings { problems }) = refused else { panic!() };
    let seats = SettingsProblem::OutOfRange { field: "bots.south".to_owned(), min: 0, max: 2 };
    assert_eq!(problems, [SettingsProblem::Title, seats]);
}

#[test]
fn a_room_knows_so_many_members_and_no_more() {
    let mut w = World::open(room(Hand));
    let mut order = Order {
        at: w.now,
        entropy: 0,
        by: Caller::Server,
        cid: None,
        seen: None,
        around: Around::default(),
        ask: Ask::Command(Command::ChatSay { to: protocol::command::Hearers::All, text: "here".to_owned() }),
    };
    for number in 1..protocol::limits::MEMBERS_MAX {
        order.by = Caller::Person { user: user(&format!("u{number}")), name: format!("u{number}") };
        for event in decide(&w.room, &order).unwrap() {
            w.room.apply(order.at, &event);
        }
    }
    order.by = person("one too many");
    assert_eq!(decide(&w.room, &order), Err(Refusal::RoomFull));
    assert_eq!(settings::catalogue().len(), Preset::ALL.len());
}
