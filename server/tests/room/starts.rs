//! The countdown to a game on which bets are taken: part 17.

use protocol::betting::{BettingMode, MarketState, SuspendReason, VoidReason};
use protocol::event::{Event, HoldReason};
use protocol::settings::RoomSettings;
use protocol::{Command, Motion, Refusal};
use server::room::Room;

use crate::bettors::*;
use crate::saw;
use crate::world::*;

/// One on each side who are ready, twenty seconds before the game.
fn about_to_begin(settings: RoomSettings) -> (World, u64) {
    let mut w = World::with_market(settings);
    w.everybody_is_ready();
    let ready = w.now;
    assert_eq!(w.table().start_at, Some(ready + 20_000));
    (w, ready)
}

#[test]
fn where_somebody_watches_a_game_begins_twenty_seconds_after_all_are_ready() {
    let (mut w, ready) = about_to_begin(pool(brisk()));
    w.wait(19_999);
    assert!(!w.room.is_playing());
    assert_eq!(w.room.next_deadline(), Some(ready + 20_000));
    w.wait(1);
    assert!(w.room.is_playing());
    assert_eq!((w.table().start_at, w.state()), (None, MarketState::Locked));
    w.check_log();
}

#[test]
fn without_anybody_who_watches_it_begins_at_once() {
    let mut w = World::with_market(pool(brisk()));
    w.around.watched = false;
    w.everybody_is_ready();
    assert!(w.room.is_playing());
    assert_eq!(w.state(), MarketState::Locked);
}

#[test]
fn without_a_market_it_begins_at_once() {
    let mut w = World::with_market(pool(brisk()));
    w.void(VoidReason::Moderator);
    w.everybody_is_ready();
    assert!(w.room.is_playing());

    let mut w = World::open(brisk());
    w.around.watched = true;
    w.seat("s", 1, SOUTH);
    w.seat("n", 1, NORTH);
    w.everybody_is_ready();
    assert!(w.room.is_playing());
}

#[test]
fn a_suspended_market_has_its_countdown_too_and_the_game_waits_for_nothing_else() {
    let mut w = World::with_market(pool(brisk()));
    w.suspend(SuspendReason::Ledger, true);
    w.everybody_is_ready();
    w.wait(20_000);
    assert!(w.room.is_playing());
}

#[test]
fn who_is_not_ready_any_more_calls_it_off() {
    let (mut w, _) = about_to_begin(pool(brisk()));
    let events = w.must("n1", Command::ReadySet { on: false });
    assert!(saw!(events, Event::StartSet { at: None }));
    w.wait(60_000);
    assert!(!w.room.is_playing());
    w.must("n1", Command::ReadySet { on: true });
    assert_eq!(w.table().start_at, Some(w.now + 20_000), "and it is counted anew");
    w.check_log();
}

#[test]
fn a_side_that_is_empty_calls_it_off() {
    let (mut w, _) = about_to_begin(pool(brisk()));
    w.leaves("n1");
    assert_eq!(w.table().start_at, None);
    assert!(!w.room.is_playing());
}

#[test]
fn a_side_that_is_away_calls_it_off() {
    let (mut w, _) = about_to_begin(pool(brisk()));
    w.goes_away("n1");
    assert_eq!(w.table().start_at, None);
}

#[test]
fn who_sits_down_or_stands_up_raises_what_is_left_to_ten_seconds() {
    let mut w = World::betting(pool(brisk()));
    w.seat("s", 2, SOUTH);
    w.seat("n", 2, NORTH);
    w.wait(3_000);
    w.everybody_is_ready();
    let ready = w.now;
    w.wait(5_000);
    w.leaves("s2");
    assert_eq!(w.table().start_at, Some(ready + 20_000), "fifteen seconds are left");
    w.wait(10_000);
    w.leaves("n2");
    assert_eq!(w.table().start_at, Some(ready + 25_000), "five were");
    w.wait(9_000);
    w.sits("late", NORTH);
    assert_eq!(w.table().start_at, Some(w.now + 10_000));
    w.wait(10_000);
    assert!(w.room.is_playing(), "who sat down now plays, ready or not");
    assert!(w.table().members.iter().any(|member| member.name == "late" && !member.seats.is_empty()));
    w.check_log();
}

#[test]
fn coming_and_going_puts_a_game_off_by_a_minute_at_most() {
    let (mut w, ready) = about_to_begin(pool(brisk()));
    let first = ready + 20_000;
    let mut rounds = 0;
    while !w.room.is_playing() {
        w.wait(2_500);
        if w.room.is_playing() {
            break;
        }
        w.sits("x", SOUTH);
        w.wait(2_500);
        if w.room.is_playing() {
            break;
        }
        w.leaves("x");
        rounds += 1;
        assert!(rounds < 100, "it never begins");
    }
    let began = w.log.iter().find(|entry| saw!(entry.events, Event::GameBegan { .. })).unwrap().at;
    assert_eq!(began, first + 60_000);
    w.check_log();
}

#[test]
fn whoever_sits_down_meanwhile_is_not_waited_for_but_does_not_stand_in_for_who_left() {
    let (mut w, _) = about_to_begin(pool(brisk()));
    w.sits("n2", NORTH);
    assert!(w.table().start_at.is_some(), "nobody waits for him");
    w.leaves("n1");
    assert_eq!(w.table().start_at, None, "nor begins with him alone");
    w.must("n2", Command::ReadySet { on: true });
    assert_eq!(w.table().start_at, Some(w.now + 20_000));
}

#[test]
fn sitting_down_before_all_are_ready_is_waited_for_as_ever() {
    let mut w = World::with_market(pool(brisk()));
    w.must("s1", Command::ReadySet { on: true });
    w.sits("s2", SOUTH);
    w.must("n1", Command::ReadySet { on: true });
    assert_eq!(w.table().start_at, None);
    w.must("s2", Command::ReadySet { on: true });
    assert!(w.table().start_at.is_some());
}

#[test]
fn a_rematch_has_its_countdown_and_can_be_called_off() {
    let mut w = World::locked(pool(brisk()));
    w.plays(4);
    w.moves("s1", Motion::Resign);
    w.must("s1", Command::RematchSet { on: true });
    w.must("n1", Command::RematchSet { on: true });
    assert_eq!(w.table().start_at, Some(w.now + 20_000));
    w.must("n1", Command::RematchSet { on: false });
    assert_eq!(w.table().start_at, None);
    w.must("n1", Command::RematchSet { on: true });
    w.wait(20_000);
    assert!(w.room.is_playing());
    w.check_log();
}

#[test]
fn a_countdown_goes_on_when_nobody_watches_any_more_or_the_market_ends() {
    let (mut w, _) = about_to_begin(pool(brisk()));
    w.around.watched = false;
    w.around.betting = BettingMode::Off;
    w.tick();
    assert!(w.table().start_at.is_some());
    w.wait(20_000);
    assert!(w.room.is_playing());
    assert_eq!(w.ends(), [void(VoidReason::TurnedOff)]);
}

#[test]
fn after_a_restart_it_is_counted_anew() {
    let (mut w, _) = about_to_begin(pool(brisk()));
    w.wait(15_000);
    w.room = Room::fold(&w.log);
    w.now += 30_000;
    w.around.watched = false;
    w.hold(HoldReason::Recovering);
    assert_eq!(w.table().start_at, Some(w.now + 20_000), "nobody could see it run out");
    w.socket("s1", true);
    w.socket("n1", true);
    w.wait(20_000);
    assert!(w.room.is_playing());
    w.check_log();
}

#[test]
fn after_a_restart_nothing_begins_for_people_who_do_not_come_back() {
    let (mut w, _) = about_to_begin(pool(brisk()));
    w.room = Room::fold(&w.log);
    w.now += 30_000;
    w.hold(HoldReason::Recovering);
    w.wait(20_000);
    assert!(!w.room.is_playing());
    assert_eq!(w.table().start_at, None);
}

#[test]
fn what_cannot_be_asked_in_a_game_can_until_it_begins() {
    let (mut w, _) = about_to_begin(pool(brisk()));
    w.must("s1", Command::StarterSet { starter: Some(SOUTH) });
    w.must("host", Command::BotAdd { side: NORTH });
    assert!(w.table().start_at.is_some(), "a bot is ready");
    w.wait(20_000);
    assert_eq!(w.refused("s1", Command::ReadySet { on: false }), Refusal::GameRunning);
}
