//! Presence, holds, restarts, and sides without members (`docs/room.md` 1 and 10).

use protocol::Command;
use protocol::event::{EndReason, Event, HoldReason, Presence};
use protocol::refusal::Refusal;
use protocol::settings::DecisionMode::{Hand, Majority, Plurality};
use server::room::{Around, Ask, Caller, Order, Room, decide};

use crate::saw;
use crate::world::*;

fn presence(w: &World, name: &str) -> Presence {
    let id = w.id(name);
    w.table().members.into_iter().find(|member| member.id == id).unwrap().presence
}

#[test]
fn a_lost_line_is_grace_and_then_absence() {
    let mut w = World::playing(room(Plurality), 3, 1);
    w.socket("s2", false);
    assert_eq!(presence(&w, "s2"), Presence::Grace);
    assert_eq!(w.ballot().effective, 3);
    w.wait(14_999);
    assert_eq!(presence(&w, "s2"), Presence::Grace);
    w.wait(1);
    assert_eq!(presence(&w, "s2"), Presence::Away);
    assert_eq!((w.ballot().effective, w.ballot().need), (2, 2));
    w.socket("s2", true);
    assert_eq!(w.ballot().effective, 3);
    let before = w.log.len();
    w.socket("s2", true);
    w.socket("watcher", true);
    assert_eq!(w.log.len(), before, "only changes of the seated are told");
    w.check_log();
}

#[test]
fn a_cast_vote_outlives_absence_but_not_leaving() {
    let mut w = World::playing(room(Majority), 3, 1);
    w.votes("s2", 0);
    w.goes_away("s2");
    assert_eq!(w.ballot().effective, 3);
    w.votes("s1", 0);
    w.wait(2_000);
    assert_eq!(w.plies(), 1);

    let mut w = World::playing(room(Majority), 3, 1);
    w.votes("s2", 0);
    w.leaves("s2");
    let ballot = w.ballot();
    assert_eq!((ballot.effective, ballot.roll.len(), ballot.options.len()), (2, 2, 0));
}

#[test]
fn a_room_that_everybody_left_is_held_and_goes_on_when_the_side_to_move_is_back() {
    let mut w = World::playing(clocked(Plurality, bank(300_000)), 3, 1);
    w.wait(1_000);
    let deadline = w.ballot().deadline.unwrap();
    for name in ["s1", "s2", "s3", "n1"] {
        w.socket(name, false);
    }
    let gone = w.now;
    w.wait(19_999);
    assert!(w.table().holds.is_empty());
    w.wait(1);
    assert_eq!(w.table().holds, [HoldReason::Empty]);
    let left = w.left();
    assert_eq!(left.south, 300_000 - 21_000);
    w.wait(3_600_000);
    assert_eq!((w.left(), w.plies()), (left, 0), "P8: nothing happens");
    let vote = w.vote_command("s2", 0);
    assert_eq!(w.refused("s2", vote), Refusal::Held);
    w.says("s2", protocol::command::Hearers::Team, "anyone?");
    w.socket("s2", true);
    w.wait(2_999);
    assert_eq!(w.table().holds, [HoldReason::Empty]);
    w.wait(1);
    assert!(w.table().holds.is_empty());
    assert_eq!(w.left(), left);
    let held = w.now - (gone + 20_000);
    assert_eq!(w.ballot().deadline, Some(deadline + held));
    assert_eq!(w.turn().deadline, Some(deadline + held));
    w.check_log();
}

#[test]
fn who_comes_and_goes_within_the_countdown_releases_nothing() {
    let mut w = World::playing(room(Plurality), 1, 1);
    w.socket("s1", false);
    w.socket("n1", false);
    w.wait(30_000);
    w.socket("s1", true);
    w.wait(2_000);
    w.socket("s1", false);
    w.wait(1_000_000);
    assert_eq!(w.table().holds, [HoldReason::Empty]);
}

#[test]
fn when_only_the_other_side_returns_the_room_waits_a_minute() {
    let mut w = World::playing(clocked(Plurality, bank(300_000)), 1, 1);
    w.socket("s1", false);
    w.socket("n1", false);
    w.wait(30_000);
    w.socket("n1", true);
    w.wait(59_999);
    assert_eq!(w.table().holds, [HoldReason::Empty]);
    w.wait(1);
    assert!(w.table().holds.is_empty());
    w.wait(300_000);
    assert_eq!(w.game().result.unwrap().winner, Some(NORTH));
}

#[test]
fn one_side_wholly_away_holds_nothing() {
    let mut w = World::playing(clocked(Plurality, bank(60_000)), 2, 1);
    w.socket("s1", false);
    w.socket("s2", false);
    w.wait(60_000);
    assert_eq!(w.game().result.unwrap().reason, EndReason::Flag);
}

/// The server dies without a word: the next one has the log and nothing else.
fn restart(w: &mut World, after: u64) {
    w.room = Room::fold(&w.log);
    w.now += after;
    w.hold(HoldReason::Recovering);
}

#[test]
fn a_restart_in_the_middle_of_a_ballot_keeps_votes_and_time_and_makes_amends() {
    let mut w = World::playing(clocked(Plurality, bank(300_000)), 3, 1);
    w.wait(1_000);
    w.votes("s1", 0);
    let deadline = w.ballot().deadline.unwrap();
    let told = w.now - 1_000;
    w.now += 4_000;
    restart(&mut w, 500_000);
    assert_eq!(w.table().holds, [HoldReason::Recovering]);
    assert_eq!(presence(&w, "s1"), Presence::Grace);
    assert_eq!(w.left().south, 300_000, "time since the last event that everybody learnt is given back");
    w.wait(2_000);
    w.socket("n1", true);
    w.wait(2_000);
    w.socket("s2", true);
    w.wait(3_000);
    assert!(w.table().holds.is_empty());
    assert_eq!(w.left().south, 300_000 + 15_000);
    assert_eq!(w.ballot().deadline, Some(deadline + (w.now - told) + 15_000));
    assert_eq!(w.ballot().options[0].voters, [w.id("s1")]);
    w.votes("s2", 0);
    w.check_log();
}

#[test]
fn a_restart_goes_on_after_a_minute_whoever_is_there() {
    let mut w = World::playing(room(Plurality), 2, 1);
    restart(&mut w, 10_000);
    w.wait(10_000);
    w.socket("n1", true);
    w.wait(49_999);
    assert_eq!(w.table().holds, [HoldReason::Recovering]);
    w.wait(1);
    assert!(w.table().holds.is_empty());
}

#[test]
fn a_second_restart_begins_the_minute_anew() {
    let mut w = World::playing(room(Plurality), 2, 1);
    restart(&mut w, 10_000);
    restart(&mut w, 100_000);
    assert_eq!(w.table().holds, [HoldReason::Recovering]);
    w.wait(3_000);
    assert_eq!(w.table().holds, [HoldReason::Recovering]);
    w.socket("s1", true);
    w.wait(3_000);
    assert!(w.table().holds.is_empty());
    w.check_log();
}

#[test]
fn a_restart_keeps_the_tried_move_and_its_window() {
    let mut w = World::playing(room(Hand), 3, 1);
    w.lays("s1", 0);
    let laid = w.now;
    w.now += 2_000;
    restart(&mut w, 60_000);
    assert_eq!(w.tried().unwrap().until, laid + 6_000);
    w.socket("s2", true);
    w.wait(3_000);
    assert_eq!(w.tried().unwrap().until, w.now + 6_000 + 15_000);
    w.objects("s2");
    assert!(w.tried().is_none());
    w.check_log();
}

#[test]
fn draining_holds_until_the_next_server_recovers() {
    let mut w = World::playing(clocked(Majority, bank(300_000)), 3, 1);
    w.votes("s1", 0);
    w.wait(4_000);
    w.votes("s2", 0);
    assert!(w.ballot().closing.is_some());
    w.wait(500);
    w.hold(HoldReason::Draining);
    let (left, closing) = (w.left(), w.ballot().closing.unwrap() - w.now);
    w.wait(100_000);
    assert_eq!(w.plies(), 0);
    assert_eq!(w.refused("s1", Command::MotionOpen { what: protocol::Motion::Resign }), Refusal::Held);
    restart(&mut w, 50_000);
    assert_eq!(w.table().holds, [HoldReason::Recovering]);
    w.socket("s3", true);
    w.wait(3_000);
    assert_eq!(w.left().south, left.south + 15_000);
    assert_eq!(w.ballot().closing, Some(w.now + closing));
    w.wait(closing);
    assert_eq!(w.plies(), 1);
    w.check_log();
}

#[test]
fn without_a_game_there_is_nothing_to_hold() {
    let mut w = World::open(room(Hand));
    w.sits("s1", SOUTH);
    for reason in [HoldReason::Draining, HoldReason::Empty] {
        w.hold(reason);
        assert!(w.table().holds.is_empty());
    }
    restart(&mut w, 1_000);
    assert!(w.table().holds.is_empty());
    assert_eq!(presence(&w, "s1"), Presence::Grace);
    w.release(HoldReason::Draining);
    w.check_log();
}

#[test]
fn votes_survive_a_hold_and_leavers_do_not() {
    let mut w = World::playing(room(Majority), 3, 1);
    w.votes("s1", 0);
    w.votes("s2", 0);
    w.hold(HoldReason::Draining);
    w.leaves("s1");
    w.sits("s1", SOUTH);
    assert_eq!(w.ballot().roll.len(), 2);
    assert_eq!(w.ballot().options[0].voters, [w.id("s2")]);
    w.release(HoldReason::Draining);
    w.wait(45_000);
    assert!(w.tried().is_some(), "one voice of two");
    w.check_log();
}

#[test]
fn a_side_without_members_has_two_minutes() {
    let mut w = World::playing(room(Hand), 1, 1);
    w.leaves("n1");
    w.wait(119_999);
    assert!(w.game().result.is_none());
    w.wait(1);
    let result = w.game().result.unwrap();
    assert_eq!((result.reason, result.winner), (EndReason::Abandoned, Some(SOUTH)));
    w.check_log();

    let mut w = World::playing(room(Hand), 1, 1);
    w.leaves("n1");
    w.wait(100_000);
    w.sits("n2", NORTH);
    w.wait(100_000);
    assert!(w.game().result.is_none());
}

#[test]
fn with_nobody_on_either_side_the_room_is_held_and_time_for_the_seats_stops() {
    let mut w = World::playing(room(Hand), 1, 1);
    w.leaves("n1");
    w.wait(60_000);
    w.leaves("s1");
    w.wait(5_000);
    assert_eq!(w.table().holds, [HoldReason::Empty]);
    w.wait(10_000_000);
    assert!(w.game().result.is_none());
    w.sits("s2", SOUTH);
    w.wait(3_000);
    assert!(w.table().holds.is_empty());
    w.wait(54_999);
    assert!(w.game().result.is_none());
    w.wait(1);
    assert_eq!(w.game().result.unwrap().winner, Some(SOUTH));
    w.check_log();
}

#[test]
fn giving_up_ends_a_held_game_and_its_holds() {
    let mut w = World::playing(room(Hand), 1, 1);
    w.socket("s1", false);
    w.socket("n1", false);
    w.wait(30_000);
    w.socket("s1", true);
    w.must("s1", Command::MotionOpen { what: protocol::Motion::Resign });
    assert_eq!(w.game().result.unwrap().winner, Some(NORTH));
    assert!(w.table().holds.is_empty());
    assert_eq!(w.room.next_deadline(), None);
    w.check_log();
}

#[test]
fn a_clock_that_runs_backwards_is_not_believed() {
    let mut w = World::playing(clocked(Hand, bank(60_000)), 1, 1);
    w.wait(10_000);
    w.says("s1", protocol::command::Hearers::All, "hm");
    let by = Caller::Server;
    let order = Order {
        at: w.now - 9_000,
        entropy: 1,
        by,
        cid: None,
        seen: None,
        around: Around::default(),
        ask: Ask::Tick,
    };
    assert_eq!(decide(&w.room, &order), Ok(Vec::new()));
    w.now -= 9_000;
    w.lays("s1", 0);
    assert_eq!(w.game().clock.remaining_ms.south, 50_000);
    assert!(saw!(w.log.last().unwrap().events, Event::Stood { .. }));
    w.check_log();
}

#[test]
fn the_lines_of_a_log_never_run_back_in_time() {
    let mut w = World::playing(clocked(Hand, bank(60_000)), 1, 1);
    w.wait(10_000);
    w.says("s1", protocol::command::Hearers::All, "hm");
    w.now -= 5_000;
    w.says("n1", protocol::command::Hearers::All, "ah");
    restart(&mut w, 0);
    w.wait(100_000);
    assert!(w.log.windows(2).all(|pair| pair[0].at <= pair[1].at));
    w.check_log();
}

#[test]
fn after_a_hold_an_absent_hand_has_its_ten_seconds_again() {
    let mut w = World::playing(deciding(Hand, fixed), 2, 1);
    for name in ["s1", "s2", "n1"] {
        w.socket(name, false);
    }
    w.wait(100_000);
    w.socket("s2", true);
    w.wait(3_000);
    assert!(w.table().holds.is_empty());
    w.wait(9_999);
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s1"));
    w.wait(1);
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s2"));
}

#[test]
fn bots_alone_go_on_three_seconds_after_a_restart() {
    let settings = protocol::settings::RoomSettings { practice: true, ..room(Hand) };
    let bots = protocol::http::BotSeats { south: 1, north: 1 };
    let mut w = World::open_with(settings, bots).unwrap();
    restart(&mut w, 10_000);
    w.wait(2_999);
    assert_eq!(w.table().holds, [HoldReason::Recovering]);
    w.wait(1);
    assert!(w.table().holds.is_empty());
    w.wait(1_000_000);
    assert!(w.table().holds.is_empty(), "bots keep nobody waiting");
}

#[test]
fn a_bot_does_not_keep_the_room_of_an_absent_person_going() {
    let mut w = World::open(room(Hand));
    w.sits("s1", SOUTH);
    w.must("host", Command::BotAdd { side: NORTH });
    w.must("s1", Command::ReadySet { on: true });
    w.socket("s1", false);
    w.wait(20_000);
    assert_eq!(w.table().holds, [HoldReason::Empty]);
    w.socket("s1", true);
    w.wait(3_000);
    assert!(w.table().holds.is_empty(), "whoever is to move");
}

#[test]
fn a_side_does_not_win_by_leaving_after_the_other() {
    let mut w = World::playing(room(Hand), 1, 1);
    w.leaves("n1");
    w.wait(118_000);
    w.leaves("s1");
    w.wait(10_000_000);
    assert!(w.game().result.is_none());
    assert_eq!(w.table().holds, [HoldReason::Empty]);
}

fn until(w: &World, name: &str) -> Option<u64> {
    let id = w.id(name);
    w.table().members.into_iter().find(|member| member.id == id).unwrap().until
}

fn says_bye(w: &mut World, name: &str) {
    w.ask(Caller::Server, None, None, Ask::Farewell { user: user(name) }).unwrap();
}

#[test]
fn who_says_goodbye_is_away_sooner_and_who_comes_back_at_once_was_never_gone() {
    let mut w = World::playing(room(Plurality), 3, 1);
    says_bye(&mut w, "s2");
    assert_eq!((presence(&w, "s2"), until(&w, "s2")), (Presence::Grace, Some(w.now + 5_000)));
    w.wait(4_999);
    w.socket("s2", true);
    assert_eq!((presence(&w, "s2"), until(&w, "s2")), (Presence::Online, None));
    w.wait(60_000);
    assert_eq!(presence(&w, "s2"), Presence::Online);
    w.socket("s2", false);
    assert_eq!(until(&w, "s2"), Some(w.now + 15_000), "a line that is lost is not a good-bye");
    w.socket("s2", true);
    says_bye(&mut w, "s2");
    w.wait(5_000);
    assert_eq!(presence(&w, "s2"), Presence::Away);
    w.check_log();
}

#[test]
fn who_closes_the_page_before_the_first_game_frees_his_seat() {
    let mut w = World::open(room(Plurality));
    w.seat("s", 2, SOUTH);
    says_bye(&mut w, "s1");
    w.wait(4_999);
    w.socket("s1", true);
    w.wait(100_000);
    assert_eq!(w.table().members.iter().filter(|member| member.seats == [SOUTH]).count(), 2);
    w.socket("s1", false);
    w.wait(15_000);
    let rows = w.table().members;
    assert_eq!(rows.iter().filter(|member| member.seats == [SOUTH]).count(), 1);
    w.check_log();
}

#[test]
fn a_game_that_is_held_for_a_day_has_expired_and_does_not_count() {
    let mut w = World::playing(clocked(Plurality, bank(300_000)), 1, 1);
    for name in ["s1", "n1"] {
        w.goes_away(name);
    }
    w.wait(5_000);
    assert_eq!(w.table().holds, [HoldReason::Empty]);
    w.wait(86_399_999);
    assert!(w.game().result.is_none());
    w.wait(1);
    let result = w.game().result.unwrap();
    assert_eq!((result.reason, result.winner), (EndReason::Expired, None));
    assert_eq!(w.table().series.games, 0);
    assert!(w.table().holds.is_empty());
    assert_eq!(w.room.next_deadline(), None);
    w.check_log();
}

#[test]
fn what_a_side_did_among_itself_before_a_crash_shows_in_no_clock() {
    let after_crash = |votes: bool| {
        let mut w = World::playing(clocked(Majority, bank(300_000)), 3, 1);
        w.wait(10_000);
        if votes {
            w.votes("s2", 0);
        }
        w.wait(10_000);
        w.hold(HoldReason::Recovering);
        (w.left(), w.table().game.unwrap().clock.remaining_ms)
    };
    assert_eq!(after_crash(true), after_crash(false));
}
