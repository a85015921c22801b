//! Holds that people will, how they end, and what may be moved while a room is held
//! (`docs/room.md` 8 and 10).

use protocol::event::{EndReason, Event, HoldReason, WithdrawReason};
use protocol::motion::{Motion, MotionBar, MotionEnd, MotionKind};
use protocol::refusal::Refusal;
use protocol::settings::{Clock, FlagPolicy};
use protocol::{Command, RoomSettings};

use crate::saw;
use crate::world::*;

const DAY: u64 = 86_400_000;

const fn bar(why: MotionBar) -> Refusal {
    Refusal::MotionBarred { why }
}

fn paused(what: Motion) -> World {
    let mut w = World::playing(brisk(), 2, 1);
    w.wait(4_000);
    w.all_move(&["s1", "s2", "n1"], what);
    w
}

#[test]
fn a_pause_stops_everything_until_a_side_goes_on() {
    let mut w = paused(Motion::Pause);
    assert_eq!(w.table().holds, [HoldReason::Agreed]);
    let (left, deadline) = (w.left(), w.ballot().deadline.unwrap());
    assert_eq!(w.barred("n1", Motion::Pause), bar(MotionBar::AlreadyHeld));
    let vote = w.vote_command("s2", 0);
    assert_eq!(w.refused("s2", vote), Refusal::Held);
    w.wait(100_000);
    assert_eq!(w.left(), left);
    let events = w.moves("n1", Motion::Resume);
    let at = w.now + 3_000;
    assert!(saw!(events, Event::ResumeSet { at: Some(when) } if *when == at));
    assert_eq!(w.table().resume_at, Some(at));
    assert_eq!(w.barred("s1", Motion::Resume), bar(MotionBar::SoAlready));
    w.wait(2_999);
    assert_eq!(w.table().holds, [HoldReason::Agreed]);
    w.wait(1);
    assert_eq!((w.table().holds, w.table().resume_at), (Vec::new(), None));
    assert_eq!((w.left(), w.ballot().deadline), (left, Some(deadline + 103_000)));
    assert_eq!(w.barred("s1", Motion::Resume), bar(MotionBar::NotHeld));
    w.check_log();
}

/// B28: who stops again during the countdown stops it.
#[test]
fn a_pause_during_the_countdown_calls_it_off() {
    for again in [Motion::Pause, Motion::Adjourn] {
        let mut w = paused(Motion::Pause);
        w.moves("n1", Motion::Resume);
        w.wait(1_000);
        let left = w.left();
        w.all_move(&["s1", "s2"], again);
        w.wait(1_000);
        let events = w.moves("n1", again);
        assert!(saw!(events, Event::ResumeSet { at: None }), "{again:?}");
        w.wait(50_000);
        assert!(w.table().holds.contains(&HoldReason::Agreed) && w.left() == left);
        w.moves("n1", Motion::Resume);
        w.wait(3_000);
        assert!(w.table().holds.is_empty());
        w.check_log();
    }
}

/// Two stops that one departure lets pass at once: the first one calls the countdown off, and the
/// other one is void, since the room stays as it is.
#[test]
fn of_two_stops_that_pass_at_once_the_second_is_void() {
    let mut w = World::playing(brisk(), 2, 2);
    w.all_move(&["s1", "s2", "n1", "n2"], Motion::Adjourn);
    w.moves("host", Motion::Resume);
    for what in [Motion::Pause, Motion::Adjourn] {
        w.all_move(&["s1", "s2", "n1"], what);
    }
    let before = w.log.len();
    w.leaves("n2");
    let events: Vec<Event> = w.log[before..].iter().flat_map(|entry| entry.events.clone()).collect();
    let ends = events.iter().filter_map(|event| match event {
        Event::OfferEnded { what, end, .. } => Some((*what, *end)),
        _ => None,
    });
    let ends: Vec<_> = ends.collect();
    assert_eq!(ends, [(MotionKind::Pause, MotionEnd::Passed), (MotionKind::Adjourn, MotionEnd::Void)]);
    assert!(saw!(events, Event::ResumeSet { at: None }));
    assert_eq!(w.table().holds, [HoldReason::Adjourned]);
    w.check_log();
}

#[test]
fn an_offer_that_comes_too_late_for_the_countdown_pauses_anew() {
    let mut w = paused(Motion::Pause);
    w.moves("n1", Motion::Resume);
    w.all_move(&["s1", "s2"], Motion::Pause);
    w.wait(5_000);
    assert!(w.table().holds.is_empty());
    w.moves("n1", Motion::Pause);
    assert_eq!(w.table().holds, [HoldReason::Agreed]);
    w.check_log();
}

#[test]
fn the_host_lets_a_room_go_on_from_wherever_he_is() {
    let mut w = paused(Motion::Adjourn);
    assert_eq!(w.barred("x1", Motion::Resume), Refusal::NotSeated);
    w.moves("s1", Motion::Resume);
    let events = w.moves("host", Motion::Resume);
    assert!(saw!(events, Event::ResumeSet { at: Some(_) }));
    assert!(saw!(events, Event::MotionEnded { side: SOUTH, end: MotionEnd::Void, .. }));
    assert_eq!(w.barred("host", Motion::Resume), bar(MotionBar::SoAlready));
    w.wait(3_000);
    assert!(w.table().holds.is_empty());
    assert_eq!(w.barred("host", Motion::Resume), bar(MotionBar::NotHeld));
    assert_eq!(w.barred("host", Motion::Pause), Refusal::NotSeated);
    w.check_log();
}

#[test]
fn all_holds_combine() {
    let mut w = paused(Motion::Pause);
    w.all_move(&["s1", "s2", "n1"], Motion::Adjourn);
    for name in ["s1", "s2", "n1"] {
        w.socket(name, false);
    }
    w.wait(20_000);
    assert_eq!(w.table().holds, [HoldReason::Empty, HoldReason::Agreed, HoldReason::Adjourned]);
    w.room = server::room::Room::fold(&w.log);
    w.hold(HoldReason::Recovering);
    assert_eq!(w.table().holds.len(), 4);
    w.wait(100_000);
    assert_eq!(w.table().holds, [HoldReason::Empty, HoldReason::Agreed, HoldReason::Adjourned]);
    w.socket("n1", true);
    w.moves("n1", Motion::Resume);
    w.wait(3_000);
    assert_eq!((w.table().holds, w.table().resume_at), (vec![HoldReason::Empty], None));
    w.socket("s1", true);
    w.wait(3_000);
    assert!(w.table().holds.is_empty());
    w.check_log();
}

/// A held game that nobody goes on with ends without counting.
#[test]
fn a_held_game_expires() {
    let slow = RoomSettings { clock: Clock::Slow { ms: 86_400_000, flag: FlagPolicy::Lose }, ..brisk() };
    for (settings, what, days) in
        [(brisk(), Motion::Pause, 1), (brisk(), Motion::Adjourn, 30), (slow, Motion::Pause, 30)]
    {
        let mut w = World::playing(settings, 1, 1);
        w.all_move(&["s1", "n1"], what);
        w.wait(days * DAY - 1);
        assert!(w.game().result.is_none());
        w.wait(1);
        let result = w.game().result.unwrap();
        assert_eq!((result.reason, result.winner), (EndReason::Expired, None), "{what:?}");
        assert_eq!((w.table().series.games, w.table().holds.len()), (0, 0));
        w.everybody_is_ready();
        assert_eq!(w.game().game, 2);
        w.check_log();
    }
    let mut w = World::playing(brisk(), 1, 1);
    for name in ["s1", "n1"] {
        w.goes_away(name);
    }
    w.wait(DAY + 5_000);
    assert_eq!(w.game().result.unwrap().reason, EndReason::Expired);
}

/// B19: whatever is moved while a room is held, it can go on.
#[test]
fn nothing_that_is_moved_in_a_held_room_keeps_it_held() {
    let holds = [HoldReason::Empty, HoldReason::Agreed, HoldReason::Adjourned, HoldReason::Recovering];
    let mut moved = 0;
    for hold in holds {
        for kind in MotionKind::ALL {
            let mut w = World::playing(brisk(), 4, 4);
            for side in ["s1", "n1"] {
                w.lays(side, 0);
            }
            let people = ["s1", "s2", "s3", "s4", "n1", "n2", "n3", "n4"];
            match hold {
                HoldReason::Agreed => w.all_move(&["s1", "s2", "s3", "n1", "n2", "n3"], Motion::Pause),
                HoldReason::Adjourned => w.all_move(&["s1", "s2", "s3", "n1", "n2", "n3"], Motion::Adjourn),
                other => w.hold(other),
            }
            assert_eq!(w.table().holds, [hold]);
            let (s3, n3) = (w.id("s3"), w.id("n3"));
            let what = match kind {
                MotionKind::Replace => Motion::Replace { from: w.game().hands.south.unwrap(), to: Some(s3) },
                MotionKind::Takeback => Motion::Takeback { ply: 2 },
                MotionKind::Pause => Motion::Pause,
                MotionKind::Resume => Motion::Resume,
                MotionKind::Resign => Motion::Resign,
                MotionKind::Draw => Motion::Draw,
                MotionKind::Abort => Motion::Abort,
                MotionKind::Extend => Motion::Extend,
                MotionKind::Claim => Motion::Claim { draw: false },
                MotionKind::Kick => Motion::Kick { member: n3 },
                MotionKind::Mute => Motion::Mute { member: s3 },
                MotionKind::Adjourn => Motion::Adjourn,
            };
            for name in people {
                let done = w.does(name, Command::MotionOpen { what });
                moved += usize::from(done.is_ok());
            }
            for name in people {
                w.socket(name, false);
                w.socket(name, true);
            }
            if w.game().result.is_none() {
                drop(w.does("host", Command::MotionOpen { what: Motion::Resume }));
                w.wait(63_000);
                drop(w.does("host", Command::MotionOpen { what: Motion::Resume }));
                w.wait(3_000);
                assert_eq!(w.table().holds, [], "{kind:?} in {hold:?}");
                let hand = w.hand(w.turn().side).unwrap();
                w.lays(&hand, 0);
            }
            w.check_log();
        }
    }
    assert!(moved > 100, "{moved}");
}

#[test]
fn a_server_that_stops_lets_nothing_be_moved_and_nothing_run_out() {
    let mut w = World::playing(brisk(), 1, 1);
    w.moves("s1", Motion::Pause);
    w.hold(HoldReason::Draining);
    for kind in [Motion::Draw, Motion::Resign, Motion::Pause] {
        assert_eq!(w.barred("s1", kind), Refusal::Held);
    }
    let motion = w.motion(NORTH, MotionKind::Pause).unwrap().motion;
    assert_eq!(w.refused("n1", Command::MotionVote { motion, yes: Some(true) }), Refusal::Held);
    assert_eq!(w.refused("s1", Command::OfferCancel { what: MotionKind::Pause }), Refusal::Held);
    w.wait(100_000);
    assert_eq!(w.table().offers.len(), 1);
    w.release(HoldReason::Draining);
    w.wait(0);
    assert!(w.table().offers.is_empty());
    w.check_log();
}

/// A move that comes back in a held room has its ballot when the room goes on.
#[test]
fn a_move_comes_back_in_a_pause() {
    let mut w = World::playing(brisk(), 2, 2);
    w.wait(1_000);
    w.lays("s1", 0);
    w.wait(2_000);
    w.all_move(&["s1", "s2", "n1", "n2"], Motion::Pause);
    w.all_move(&["s1", "s2", "n1", "n2"], Motion::Takeback { ply: 1 });
    let turn = w.turn();
    assert_eq!((turn.side, turn.deadline, w.game().clock.running), (SOUTH, None, None));
    assert!(!w.has_ballot());
    let left = w.left();
    assert_eq!((left.south, left.north), (599_000, 600_000));
    w.wait(50_000);
    w.moves("host", Motion::Resume);
    w.wait(3_000);
    assert_eq!((w.left(), w.game().clock.running), (left, Some(SOUTH)));
    let deadline = Some(w.now + 45_000);
    assert_eq!((w.turn().deadline, w.ballot().deadline), (deadline, deadline));
    w.votes("s2", 0);
    w.lays("s1", 0);
    w.check_log();
}

#[test]
fn a_hand_is_replaced_in_a_pause() {
    let mut w = World::playing(deciding(protocol::settings::DecisionMode::Hand, fixed), 3, 1);
    w.lays("s1", 0);
    w.all_move(&["s1", "s2", "n1"], Motion::Pause);
    let s1 = w.id("s1");
    w.moves("s2", Motion::Replace { from: s1, to: None });
    let events = w.moves("s3", Motion::Replace { from: s1, to: None });
    assert!(saw!(events, Event::Withdrawn { why: WithdrawReason::HandReplaced, deadline: None, .. }));
    assert!(!w.has_ballot());
    w.wait(10_000);
    w.moves("host", Motion::Resume);
    w.wait(3_000);
    assert!(w.has_ballot() && w.turn().deadline.is_some());
    w.lays("s2", 1);
    w.check_log();
}

/// C6: what was due in a game that is over does nothing in the next one.
#[test]
fn timers_of_an_old_game_are_gone() {
    let mut w = World::playing(brisk(), 2, 1);
    w.wait(1_000);
    let old = w.ballot().deadline.unwrap();
    w.all_move(&["s1", "s2"], Motion::Resign);
    for name in ["s1", "s2", "n1"] {
        if w.game().result.is_some() {
            w.must(name, Command::RematchSet { on: true });
        }
    }
    assert_eq!((w.game().game, w.turn().side), (1, w.game().starter));
    let (plies, now) = (w.plies(), w.now);
    w.wait(old - now);
    assert_eq!((w.plies(), w.game().result), (plies, None));
    assert!(w.left().south > 500_000 && w.left().north > 500_000);
    w.check_log();
}

/// C5: the mover leaves with the clock nearly at zero.
#[test]
fn no_clock_goes_below_zero() {
    let settings = RoomSettings { clock: bank(10_000), ..brisk() };
    let mut w = World::playing(settings, 1, 1);
    w.wait(9_800);
    w.leaves("s1");
    w.wait(200_000);
    assert_eq!(w.left().south, 0);
    assert!(w.game().result.is_some());
    w.check_log();
}
