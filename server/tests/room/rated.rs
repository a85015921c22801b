//! Rated rooms: part 19.

use engine::BySide;
use protocol::betting::{BettingMode, Outcome};
use protocol::event::Event;
use protocol::http::BotSeats;
use protocol::motion::MotionBar;
use protocol::settings::{Clock, FlagPolicy, RoomSettings, SettingsProblem, Stand, bounds};
use protocol::{Command, Motion, Refusal};
use server::room::settings::{catalogue_up_to, check};
use server::room::{Around, Ask, Caller, Room};

use crate::bettors::*;
use crate::world::*;

fn rated(settings: RoomSettings) -> RoomSettings {
    let stand = Stand { betting: BettingMode::Off, advice: false, ..settings.stand };
    RoomSettings { rated: true, stand, ..settings }
}

fn rated_game(settings: RoomSettings, south: usize, north: usize) -> World {
    let mut w = World::open_in(betting(), rated(settings), BotSeats::default()).unwrap();
    w.begin(south, north);
    w
}

/// What was told of rated games, with who was there at how many turns.
type Told = (u16, Outcome, BySide<Vec<(protocol::UserId, u16)>>, BySide<u16>);

fn told(w: &World) -> Vec<Told> {
    let events = w.log.iter().flat_map(|entry| &entry.events);
    events
        .filter_map(|event| match event {
            Event::RatingDue { game, outcome, sides, turns, .. } => {
                Some((*game, *outcome, sides.clone(), *turns))
            }
            _ => None,
        })
        .collect()
}

/// When what was told was told, and from when on it may be shown.
fn shown(w: &World) -> Vec<(u64, Option<u64>)> {
    let events = w.log.iter().flat_map(|entry| entry.events.iter().map(|event| (entry.at, event)));
    events
        .filter_map(|(at, event)| match event {
            Event::RatingDue { from, .. } => Some((at, *from)),
            _ => None,
        })
        .collect()
}

#[test]
fn a_rated_room_is_for_two_sides_that_are_left_to_themselves() {
    assert!(check(&rated(brisk())).is_ok());
    let listening = Stand { advice: true, ..Stand::default() };
    let problems = |settings: &RoomSettings| check(settings).unwrap_err();
    assert_eq!(problems(&RoomSettings { stand: listening, ..rated(brisk()) }), [SettingsProblem::Rated]);
    let practice = RoomSettings { practice: true, ..rated(brisk()) };
    assert_eq!(problems(&practice), [SettingsProblem::Rated]);
    let bots = BotSeats { south: 1, north: 0 };
    let opened = World::open_with(rated(brisk()), bots).map(drop);
    assert_eq!(opened, Err(Refusal::BadSettings { problems: vec![SettingsProblem::Rated] }));
}

#[test]
fn spectators_are_no_further_behind_than_a_day_and_twenty_plies() {
    let behind = |delay_ms, delay_plies| {
        check(&RoomSettings { stand: Stand { delay_ms, delay_plies, ..Stand::default() }, ..brisk() })
    };
    assert!(behind(*bounds::DELAY_MS.end(), *bounds::DELAY_PLIES.end()).is_ok());
    let range = |field: &str, max: u32| SettingsProblem::OutOfRange { field: field.to_owned(), min: 0, max };
    let problems = behind(86_400_001, 21).unwrap_err();
    assert_eq!(problems, [range("stand.delay_ms", 86_400_000), range("stand.delay_plies", 20)]);
}

#[test]
fn a_room_bets_no_more_than_its_server() {
    let mut world = World::open(brisk());
    world.around = Around { betting: BettingMode::Picks, ..betting() };
    let ask = |settings| server::room::Order {
        at: 1,
        entropy: 1,
        by: person("host"),
        cid: None,
        seen: None,
        around: world.around.clone(),
        ask: server::room::Ask::Open { settings, bots: BotSeats::default(), bot_users: Vec::new() },
    };
    let opened = server::room::decide(&Room::default(), &ask(pool(brisk())));
    let most = BettingMode::Picks;
    assert_eq!(opened, Err(Refusal::BadSettings { problems: vec![SettingsProblem::Betting { most }] }));
    for info in catalogue_up_to(most) {
        for settings in [info.defaults, info.slow] {
            assert!(server::room::decide(&Room::default(), &ask(settings)).is_ok(), "{:?}", info.preset);
        }
    }
}

#[test]
fn its_seats_are_for_people_with_accounts() {
    let mut w = World::open_in(betting(), rated(brisk()), BotSeats::default()).unwrap();
    let take = Command::SeatTake { side: Some(SOUTH), withdraw: false };
    w.around.registered = false;
    assert_eq!(w.refused("s1", take.clone()), Refusal::AccountNeeded);
    w.around.registered = true;
    w.must("s1", take.clone());
    w.around.registered = false;
    w.must("s1", take);
    assert_eq!(w.refused("host", Command::BotAdd { side: NORTH }), Refusal::AccountNeeded);
}

#[test]
fn no_side_listens_and_no_move_comes_back() {
    let mut w = rated_game(brisk(), 1, 1);
    assert_eq!(w.refused("s1", Command::EarsSet { on: true }), Refusal::NotHeard);
    w.plays(1);
    let barred = Refusal::MotionBarred { why: MotionBar::TakebacksSpent };
    assert_eq!(w.barred("s1", Motion::Takeback { ply: 1 }), barred);
    assert_eq!(w.room.may_cheer(user("x")), Ok(()), "but it may be cheered");
}

#[test]
fn at_the_end_it_is_told_who_was_there_for_how_many_turns() {
    let mut w = rated_game(brisk(), 3, 1);
    w.plays(2);
    w.socket("s2", false);
    w.plays(1);
    w.leaves("s3");
    w.plays(1);
    w.socket("s2", true);
    w.sits("late", SOUTH);
    w.plays(2);
    w.leaves("s2");
    w.plays(1);
    w.moves("n1", Motion::Resign);
    let turns = BySide::new(4, 3);
    let south = [("s1", 4), ("s2", 2), ("s3", 2), ("late", 2)];
    let south = south.map(|(name, turns)| (user(name), turns)).to_vec();
    assert_eq!(told(&w), [(1, Outcome::South, BySide::new(south, vec![(user("n1"), 3)]), turns)]);
    w.check_log();
}

#[test]
fn who_was_there_for_no_turn_is_not_rated() {
    let mut w = rated_game(brisk(), 1, 1);
    w.plays(4);
    w.sits("s2", SOUTH);
    w.plays(0);
    w.all_move(&["s1", "s2"], Motion::Resign);
    let [(_, Outcome::North, sides, _)] = &told(&w)[..] else { panic!("{:?}", told(&w)) };
    assert_eq!(sides.south, [(user("s1"), 2)]);
}

#[test]
fn what_does_not_count_or_was_not_played_is_not_rated() {
    let mut w = rated_game(brisk(), 1, 1);
    w.plays(3);
    w.agree(Motion::Abort);
    assert_eq!(told(&w), []);

    let mut w = rated_game(brisk(), 1, 1);
    w.plays(3);
    w.moves("s1", Motion::Resign);
    assert_eq!(told(&w), [], "North has made one move");

    let mut w = World::open(brisk());
    w.begin(1, 1);
    w.plays(4);
    w.moves("s1", Motion::Resign);
    assert_eq!(told(&w), [], "nor what is not rated");
}

#[test]
fn every_game_of_a_rated_match_is_told_by_itself() {
    let settings = RoomSettings { series: engine::SeriesGoal::FirstToWins { wins: 2 }, ..brisk() };
    let mut w = rated_game(settings, 1, 1);
    w.plays(5);
    w.moves("s1", Motion::Resign);
    w.everybody_is_ready();
    w.plays(6);
    w.moves("s1", Motion::Resign);
    let games: Vec<_> =
        told(&w).into_iter().map(|(game, outcome, _, turns)| (game, outcome, turns)).collect();
    assert_eq!(games[0], (1, Outcome::North, BySide::new(3, 2)));
    assert_eq!(games[1], (2, Outcome::North, BySide::new(3, 3)), "turns are counted anew");
}

#[test]
fn in_a_slow_room_being_away_is_being_there() {
    let clock = Clock::Slow { ms: 86_400_000, flag: FlagPolicy::Lose };
    let mut w = rated_game(RoomSettings { clock, ..brisk() }, 2, 1);
    w.goes_away("s2");
    w.plays(4);
    w.moves("n1", Motion::Resign);
    let [(_, _, sides, _)] = &told(&w)[..] else { panic!() };
    assert_eq!(sides.south, [(user("s1"), 2), (user("s2"), 2)]);
}

#[test]
fn a_rating_tells_no_result_before_spectators_may_know_it() {
    for delay_ms in [0, 90_000, 86_400_000] {
        let stand = Stand { delay_ms, ..Stand::default() };
        let mut w = rated_game(RoomSettings { stand, ..brisk() }, 1, 1);
        let mut ended = Vec::new();
        for _ in 0..20 {
            w.plays(4);
            w.moves("s1", Motion::Resign);
            ended.push((w.now, Some(w.now + u64::from(delay_ms)).filter(|_| delay_ms > 0)));
            assert_eq!(shown(&w), ended, "told at once, to be shown when the board has shown it");
            w.wait(30_000);
            w.everybody_is_ready();
        }
        w.check_log();
    }
}

/// Rooms used to keep what they told until spectators knew it.
#[test]
fn what_a_room_of_before_did_not_tell_it_tells_when_it_wakes() {
    let stand = Stand { delay_ms: 90_000, ..Stand::default() };
    let mut w = rated_game(RoomSettings { stand, ..brisk() }, 1, 1);
    w.plays(4);
    w.moves("s1", Motion::Resign);
    let ended = w.now;
    for entry in &mut w.log {
        entry.events.retain(|event| !matches!(event, Event::RatingDue { .. }));
    }
    let room = Room::fold(&w.log);
    assert_eq!(room.next_deadline(), Some(ended));
    let order = server::room::Order {
        at: ended + 1_000,
        entropy: 1,
        by: Caller::Server,
        cid: None,
        seen: None,
        around: w.around.clone(),
        ask: Ask::Tick,
    };
    let events = server::room::decide(&room, &order).unwrap();
    let from = Some(ended + 90_000);
    assert!(matches!(&events[..], [Event::RatingDue { from: told, .. }] if *told == from), "{events:?}");
}
