//! Motions: who decides, how many it takes, how they end (`docs/room.md` 8).

use engine::Side;
use protocol::event::{EndReason, Event, HandReason, HoldReason, WithdrawReason};
use protocol::motion::{Motion, MotionBar, MotionEnd, MotionKind};
use protocol::refusal::Refusal;
use protocol::settings::DecisionMode::{Hand, Majority};
use protocol::{BallotId, Command, MotionId};

use crate::saw;
use crate::world::*;

fn ended(events: &[Event], side: Side, end: MotionEnd) -> bool {
    saw!(events, Event::MotionEnded { side: of, end: how, .. } if *of == side && *how == end)
}

fn answered(events: &[Event], kind: MotionKind, how: MotionEnd) -> bool {
    saw!(events, Event::OfferEnded { what, end, .. } if *what == kind && *end == how)
}

const fn bar(why: MotionBar) -> Refusal {
    Refusal::MotionBarred { why }
}

fn names(letter: &str, count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("{letter}{number}")).collect()
}

/// A room of `n` against one in which a kind may be moved, what is moved, and who decides.
fn room_for(kind: MotionKind, n: usize) -> (World, Motion, Vec<String>) {
    let mut w = World::playing(brisk(), n, 1);
    let mut voters = names("s", n);
    let what = match kind {
        MotionKind::Replace => {
            voters.remove(0);
            Motion::Replace { from: w.id("s1"), to: None }
        }
        MotionKind::Takeback => {
            w.lays("s1", 0);
            Motion::Takeback { ply: 1 }
        }
        MotionKind::Resume => {
            for name in &voters {
                if w.table().offers.is_empty() {
                    w.moves(name, Motion::Pause);
                }
            }
            w.moves("n1", Motion::Pause);
            assert_eq!(w.table().holds, [HoldReason::Agreed]);
            Motion::Resume
        }
        MotionKind::Claim => {
            w.goes_away("n1");
            w.wait(60_000);
            Motion::Claim { draw: false }
        }
        MotionKind::Kick | MotionKind::Mute => {
            let member = w.id(&format!("s{n}"));
            voters.pop();
            if kind == MotionKind::Kick { Motion::Kick { member } } else { Motion::Mute { member } }
        }
        MotionKind::Pause => Motion::Pause,
        MotionKind::Resign => Motion::Resign,
        MotionKind::Draw => Motion::Draw,
        MotionKind::Abort => Motion::Abort,
        MotionKind::Extend => Motion::Extend,
        MotionKind::Adjourn => Motion::Adjourn,
    };
    (w, what, voters)
}

/// What `docs/room.md` 3 and 8 say a side of `n` needs; nothing where it cannot decide it.
fn needed(kind: MotionKind, n: usize) -> Option<usize> {
    let most = n / 2 + 1;
    match kind {
        MotionKind::Replace => (n > 1).then(|| (n - 1) / 2 + 1),
        MotionKind::Kick | MotionKind::Mute => (n > 2).then(|| (2 * (n - 1)).div_ceil(3).max(2)),
        MotionKind::Resign => Some(most.max(n.min(2))),
        _ => Some(most),
    }
}

/// B10, J3: the voices that each kind takes in sides of 9 to 50. One room each, as they are large:
/// whatever is moved is thought better of.
#[test]
fn every_kind_says_what_the_table_says() {
    for n in 9..=50 {
        let mut w = World::playing(brisk(), n, 1);
        let s1 = w.id("s1");
        for kind in MotionKind::ALL {
            let what = match kind {
                MotionKind::Replace => Motion::Replace { from: s1, to: None },
                MotionKind::Kick => Motion::Kick { member: s1 },
                MotionKind::Mute => Motion::Mute { member: s1 },
                MotionKind::Pause => Motion::Pause,
                MotionKind::Resign => Motion::Resign,
                MotionKind::Draw => Motion::Draw,
                MotionKind::Abort => Motion::Abort,
                MotionKind::Extend => Motion::Extend,
                MotionKind::Adjourn => Motion::Adjourn,
                // These need a room of their own, below.
                MotionKind::Takeback | MotionKind::Claim | MotionKind::Resume => continue,
            };
            takes(&mut w, what, n);
        }
        w.lays("s1", 0);
        takes(&mut w, Motion::Takeback { ply: 1 }, n);
        w.goes_away("n1");
        w.wait(60_000);
        takes(&mut w, Motion::Claim { draw: true }, n);
        for name in names("s", n) {
            if w.table().offers.is_empty() {
                w.moves(&name, Motion::Pause);
            }
        }
        w.socket("n1", true);
        w.moves("n1", Motion::Pause);
        takes(&mut w, Motion::Resume, n);
    }
}

fn takes(w: &mut World, what: Motion, n: usize) {
    let kind = what.kind();
    w.moves("s2", what);
    let open = w.motion(SOUTH, kind).unwrap();
    assert_eq!(Some(usize::from(open.need)), needed(kind, n), "{kind:?} of {n}");
    w.voices("s2", kind, None);
    assert!(w.motion(SOUTH, kind).is_none());
}

/// B10: in small sides, and in a large one, that it takes exactly that.
#[test]
fn every_kind_takes_what_the_table_says() {
    for n in (1..=8).chain([17]) {
        for kind in MotionKind::ALL {
            let (mut w, what, voters) = room_for(kind, n);
            let Some(need) = needed(kind, n) else {
                let why = match kind {
                    MotionKind::Replace => MotionBar::Oneself,
                    _ if n == 1 => MotionBar::Oneself,
                    _ => MotionBar::HostOnly,
                };
                assert_eq!(w.barred("s1", what), bar(why), "{kind:?} of {n}");
                continue;
            };
            for (number, name) in voters.iter().take(need).enumerate() {
                if number > 0 {
                    let open = w.motion(SOUTH, kind).unwrap();
                    assert_eq!(usize::from(open.need), need, "{kind:?} of {n}");
                    assert_eq!(usize::from(open.effective), voters.len(), "{kind:?} of {n}");
                    assert_eq!(open.yes.len(), number);
                }
                let events = w.moves(name, what);
                let last = number + 1 == need;
                assert_eq!(ended(&events, SOUTH, MotionEnd::Passed), last, "{kind:?} of {n}, voice {number}");
            }
        }
    }
}

/// Bots have no voice, and no say in what it takes.
#[test]
fn bots_have_no_voice() {
    let mut w = World::open(brisk());
    w.sits("s1", SOUTH);
    for side in [SOUTH, SOUTH, NORTH] {
        w.must("host", Command::BotAdd { side });
    }
    w.must("s1", Command::ReadySet { on: true });
    let events = w.moves("s1", Motion::Draw);
    assert!(ended(&events, SOUTH, MotionEnd::Passed));
    assert!(answered(&events, MotionKind::Draw, MotionEnd::Failed), "bots play on");
    for what in [Motion::Pause, Motion::Adjourn] {
        let events = w.moves("s1", what);
        assert!(answered(&events, what.kind(), MotionEnd::Passed), "{what:?}");
    }
    assert_eq!(w.table().holds, [HoldReason::Agreed, HoldReason::Adjourned]);
    w.moves("s1", Motion::Resume);
    w.wait(3_000);
    assert!(w.table().holds.is_empty());
    let events = w.moves("s1", Motion::Abort);
    assert!(saw!(events, Event::GameEnded { .. }));
    w.check_log();
}

/// A5, B18: a side asks, and the other one sees which side and who; both asking is one pause.
#[test]
fn both_sides_want_a_pause_at_once() {
    let mut w = World::playing(brisk(), 3, 3);
    w.moves("s3", Motion::Pause);
    w.moves("n2", Motion::Pause);
    assert_eq!((w.table().offers.len(), w.table().holds.len()), (0, 0));
    let events = w.voices("s1", MotionKind::Pause, Some(true));
    let s3 = w.id("s3");
    assert!(saw!(events, Event::Offered { side: SOUTH, by, .. } if *by == s3));
    assert!(!saw!(events, Event::MotionOpened { .. }), "North has it before itself already");
    let events = w.voices("n1", MotionKind::Pause, Some(true));
    assert!(ended(&events, NORTH, MotionEnd::Passed));
    assert!(answered(&events, MotionKind::Pause, MotionEnd::Passed));
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Held { .. })).count(), 1);
    assert_eq!(w.table().holds, [HoldReason::Agreed]);
    w.check_log();
}

#[test]
fn an_offer_opens_its_answer_and_ends_with_it() {
    let mut w = World::playing(brisk(), 2, 3);
    w.all_move(&["s1", "s2"], Motion::Draw);
    let answer = w.motion(NORTH, MotionKind::Draw).unwrap();
    assert!(answer.answer && answer.yes.is_empty());
    assert_eq!((answer.by, answer.need, answer.effective), (w.id("s1"), 2, 3));
    assert_eq!(w.barred("s2", Motion::Draw), bar(MotionBar::SoAlready));
    w.voices("n1", MotionKind::Draw, Some(false));
    let events = w.voices("n2", MotionKind::Draw, Some(false));
    assert!(
        ended(&events, NORTH, MotionEnd::Failed) && answered(&events, MotionKind::Draw, MotionEnd::Failed)
    );
    assert!(w.table().offers.is_empty() && w.game().result.is_none());
    assert!(matches!(w.barred("s1", Motion::Draw), Refusal::Cooldown { .. }));
    // Moving the same is accepting it.
    w.moves("s2", Motion::Draw);
    w.moves("s1", Motion::Draw);
    w.moves("n3", Motion::Draw);
    let events = w.moves("n1", Motion::Draw);
    assert!(answered(&events, MotionKind::Draw, MotionEnd::Passed));
    let result = w.game().result.unwrap();
    assert_eq!((result.reason, result.winner), (EndReason::Agreed, None));
    w.check_log();
}

/// A draw falls when the side that asked has moved again.
#[test]
fn a_draw_is_on_offer_until_the_own_next_move() {
    let mut w = World::playing(brisk(), 1, 1);
    w.lays("s1", 0);
    w.moves("s1", Motion::Draw);
    w.wait(200_000);
    w.lays("n1", 0);
    assert_eq!(w.table().offers.len(), 1);
    let events = w.lays("s1", 0);
    assert!(answered(&events, MotionKind::Draw, MotionEnd::Expired));
    assert!(w.motion(NORTH, MotionKind::Draw).is_none());
    assert!(matches!(w.barred("s1", Motion::Draw), Refusal::Cooldown { wait_ms: 60_000 }));
    w.check_log();
}

#[test]
fn what_nobody_answers_runs_out() {
    for (what, ms) in [(Motion::Pause, 30_000), (Motion::Abort, 30_000), (Motion::Adjourn, 30_000)] {
        let mut w = World::playing(brisk(), 1, 2);
        w.moves("s1", what);
        let until = w.table().offers[0].until.unwrap();
        assert_eq!((until, w.motion(NORTH, what.kind()).unwrap().until), (w.now + ms, Some(until)));
        w.voices("n1", what.kind(), Some(true));
        w.wait(ms - 1);
        assert_eq!(w.table().offers.len(), 1);
        w.wait(1);
        assert!(w.table().offers.is_empty() && w.team(NORTH).motions.is_empty(), "{what:?}");
        assert!(w.table().holds.is_empty() && w.game().result.is_none());
        w.check_log();
    }
    let mut w = World::playing(brisk(), 3, 2);
    w.moves("s1", Motion::Pause);
    w.wait(30_000);
    let last = w.log.last().unwrap();
    assert!(ended(&last.events, SOUTH, MotionEnd::Expired), "and so does what the own side does not answer");
    assert!(matches!(w.barred("s1", Motion::Pause), Refusal::Cooldown { .. }));
    w.moves("s2", Motion::Pause);
}

#[test]
fn who_asked_may_take_it_back() {
    let mut w = World::playing(brisk(), 2, 1);
    let cancel = Command::OfferCancel { what: MotionKind::Pause };
    assert_eq!(w.refused("s1", cancel.clone()), Refusal::NoMotion { open: Vec::new() });
    w.all_move(&["s1", "s2"], Motion::Pause);
    assert_eq!(w.refused("s2", cancel.clone()), Refusal::ForbiddenRole);
    assert!(matches!(w.refused("n1", cancel.clone()), Refusal::NoMotion { open } if open == [MotionId(1)]));
    let events = w.must("s1", cancel);
    assert!(answered(&events, MotionKind::Pause, MotionEnd::Cancelled));
    assert!(ended(&events, NORTH, MotionEnd::Cancelled));
    // It did not fail, so that nobody has to wait.
    w.moves("s1", Motion::Pause);
    w.check_log();
}

/// B25: who moved it leaves; it stays while somebody is for it.
#[test]
fn an_initiator_who_leaves_takes_his_voice_only() {
    let mut w = World::playing(deciding(Majority, |_| ()), 5, 1);
    w.moves("s1", Motion::Resign);
    w.voices("s2", MotionKind::Resign, Some(true));
    w.leaves("s1");
    let open = w.motion(SOUTH, MotionKind::Resign).unwrap();
    assert_eq!((open.yes, open.effective, open.need), (vec![w.id("s2")], 4, 3));
    let events = w.must("s2", Command::SeatLeave {});
    assert!(ended(&events, SOUTH, MotionEnd::Cancelled));
    w.check_log();

    let mut w = World::playing(brisk(), 3, 1);
    w.moves("s1", Motion::Resign);
    let events = w.voices("s1", MotionKind::Resign, None);
    assert!(ended(&events, SOUTH, MotionEnd::Cancelled));
    w.moves("s1", Motion::Resign);
}

/// B3: a voice goes with who leaves, for and against alike.
#[test]
fn a_leaver_counts_neither_way() {
    let mut w = World::playing(brisk(), 4, 1);
    w.all_move(&["s1", "s2"], Motion::Resign);
    w.leaves("s2");
    let open = w.motion(SOUTH, MotionKind::Resign).unwrap();
    assert_eq!((open.yes.len(), open.effective, open.need), (1, 3, 2), "one of three is not enough");
    assert!(w.game().result.is_none());
}

/// B4: the last silent one leaves, and what is left is enough.
#[test]
fn the_last_silent_one_leaves() {
    let mut w = World::playing(brisk(), 3, 1);
    w.moves("s1", Motion::Extend);
    w.voices("s2", MotionKind::Extend, Some(false));
    assert!(w.motion(SOUTH, MotionKind::Extend).is_some());
    let events = w.must("s3", Command::SeatLeave {});
    assert!(ended(&events, SOUTH, MotionEnd::Failed), "one of two cannot be a majority any more");

    let mut w = World::playing(brisk(), 2, 1);
    w.moves("s1", Motion::Extend);
    let events = w.must("s2", Command::SeatLeave {});
    assert!(ended(&events, SOUTH, MotionEnd::Passed) && saw!(events, Event::TimeGiven { .. }));
}

/// B7: twelve began, six are left: four of them give up.
#[test]
fn what_it_takes_shrinks_with_the_side() {
    let mut w = World::playing(brisk(), 12, 1);
    w.moves("s12", Motion::Resign);
    assert_eq!(w.motion(SOUTH, MotionKind::Resign).unwrap().need, 7);
    for name in names("s", 6) {
        w.leaves(&name);
    }
    let open = w.motion(SOUTH, MotionKind::Resign).unwrap();
    assert_eq!((open.need, open.effective), (4, 6));
    for name in ["s7", "s8"] {
        w.voices(name, MotionKind::Resign, Some(true));
    }
    assert!(w.game().result.is_none());
    w.voices("s9", MotionKind::Resign, Some(true));
    assert_eq!(w.game().result.unwrap().winner, Some(NORTH));
    w.check_log();
}

/// Who is away counts if he has spoken, and again once he is back.
#[test]
fn the_absent_count_if_they_have_spoken() {
    let mut w = World::playing(brisk(), 5, 1);
    w.moves("s1", Motion::Adjourn);
    w.goes_away("s1");
    w.goes_away("s2");
    let open = w.motion(SOUTH, MotionKind::Adjourn).map(|open| (open.effective, open.need, open.yes.len()));
    assert_eq!(open, None, "thirty seconds are over");
    w.moves("s3", Motion::Adjourn);
    let open = w.motion(SOUTH, MotionKind::Adjourn).unwrap();
    assert_eq!((open.roll.len(), open.effective, open.need), (5, 3, 2));
    w.socket("s2", true);
    assert_eq!(w.motion(SOUTH, MotionKind::Adjourn).unwrap().effective, 4);
}

/// B9: neither a new tab nor a restart makes anybody wait less.
#[test]
fn waiting_outlives_sockets_and_servers() {
    let mut w = World::playing(brisk(), 3, 1);
    w.moves("s1", Motion::Extend);
    w.voices("s2", MotionKind::Extend, Some(false));
    w.voices("s3", MotionKind::Extend, Some(false));
    assert_eq!(w.barred("s1", Motion::Extend), Refusal::Cooldown { wait_ms: 60_000 });
    w.socket("s1", false);
    w.socket("s1", true);
    w.leaves("s1");
    w.sits("s1", SOUTH);
    assert_eq!(w.barred("s1", Motion::Extend), Refusal::Cooldown { wait_ms: 60_000 });
    w.wait(10_000);
    w.room = server::room::Room::fold(&w.log);
    w.hold(HoldReason::Recovering);
    w.socket("s1", true);
    w.wait(3_000);
    assert_eq!(w.barred("s1", Motion::Extend), Refusal::Cooldown { wait_ms: 47_000 });
    w.moves("s2", Motion::Extend);
    w.voices("s2", MotionKind::Extend, None);
    w.wait(46_999);
    assert!(matches!(w.barred("s1", Motion::Extend), Refusal::Cooldown { wait_ms: 1 }));
    w.wait(1);
    w.moves("s1", Motion::Extend);
    w.check_log();
}

#[test]
fn a_side_has_three_motions_open_and_one_of_a_kind() {
    let mut w = World::playing(brisk(), 8, 8);
    let (s7, s8) = (w.id("s7"), w.id("s8"));
    w.moves("s1", Motion::Pause);
    w.moves("s2", Motion::Kick { member: s8 });
    w.moves("s3", Motion::Resign);
    assert_eq!(w.barred("s4", Motion::Draw), Refusal::TooManyMotions);
    assert_eq!(w.barred("s4", Motion::Kick { member: s7 }), bar(MotionBar::SoAlready));
    assert_eq!(w.moves("s4", Motion::Resign).len(), 2, "a voice and the answer");
    // What the other side asks takes nobody's place.
    for name in names("n", 5) {
        w.moves(&name, Motion::Draw);
    }
    assert!(w.motion(SOUTH, MotionKind::Draw).unwrap().answer);
    assert_eq!(w.barred("s1", Motion::Abort), Refusal::TooManyMotions);
    w.moves("n1", Motion::Abort);
    w.check_log();
}

#[test]
fn old_foreign_and_invented_motions_get_one_answer() {
    let mut w = World::playing(brisk(), 3, 3);
    w.moves("s1", Motion::Resign);
    let open = w.motion(SOUTH, MotionKind::Resign).unwrap().motion;
    let vote = |motion| Command::MotionVote { motion, yes: Some(true) };
    assert_eq!(w.refused("n1", vote(open)), Refusal::NoMotion { open: Vec::new() });
    assert_eq!(w.refused("s2", vote(MotionId(9))), Refusal::NoMotion { open: vec![open] });
    assert_eq!(w.refused("x1", vote(open)), Refusal::NotSeated);
    assert_eq!(w.barred("x1", Motion::Resign), Refusal::NotSeated);
    w.sits("x1", SOUTH);
    assert_eq!(w.refused("x1", vote(open)), Refusal::NotOnRoll);
    w.voices("s1", MotionKind::Resign, None);
    assert_eq!(w.refused("s2", vote(open)), Refusal::NoMotion { open: Vec::new() });
}

/// B24: what is said twice is said once.
#[test]
fn a_voice_is_set_and_not_toggled() {
    let mut w = World::playing(brisk(), 4, 1);
    w.moves("s1", Motion::Resign);
    assert_eq!(w.voices("s2", MotionKind::Resign, Some(false)).len(), 2);
    assert_eq!(w.voices("s2", MotionKind::Resign, Some(false)).len(), 1);
    let open = w.motion(SOUTH, MotionKind::Resign).unwrap();
    assert_eq!((open.yes.len(), open.no.len()), (1, 1));
    w.voices("s2", MotionKind::Resign, Some(true));
    assert_eq!(w.motion(SOUTH, MotionKind::Resign).unwrap().yes.len(), 2);
}

// ---- kinds -----------------------------------------------------------------------------------

#[test]
fn the_others_replace_a_hand_and_with_it_what_it_tried() {
    let mut w = World::playing(deciding(Hand, fixed), 5, 1);
    let (s1, s4) = (w.id("s1"), w.id("s4"));
    let what = Motion::Replace { from: s1, to: Some(s4) };
    assert_eq!(w.barred("s1", what), bar(MotionBar::Oneself));
    let foreign = Motion::Replace { from: s1, to: Some(w.id("n1")) };
    assert_eq!(w.barred("s2", foreign), Refusal::NoSuchMember);
    let other = Motion::Replace { from: s4, to: None };
    assert_eq!(w.barred("s2", other), bar(MotionBar::SoAlready));
    w.lays("s1", 0);
    w.all_move(&["s2", "s3"], what);
    let open = w.motion(SOUTH, MotionKind::Replace).unwrap();
    assert_eq!((open.need, open.roll.len(), open.roll.contains(&s1)), (3, 4, false));
    let events = w.moves("s4", what);
    assert!(saw!(events, Event::Withdrawn { why: WithdrawReason::HandReplaced, .. }));
    assert!(saw!(events, Event::HandPassed { why: HandReason::Replaced, .. }));
    assert_eq!((w.hand(SOUTH).as_deref(), w.turn().tries, w.turn().spent.len()), (Some("s4"), 1, 1));
    assert!(w.has_ballot() && w.ballot().ballot == BallotId(2));
    w.check_log();
}

#[test]
fn a_hand_is_challenged_once_a_turn_by_each_and_again_only_by_two_thirds() {
    let mut w = World::playing(
        deciding(Hand, |decision| {
            fixed(decision);
            decision.consent_ms = 0;
        }),
        7,
        1,
    );
    let what = Motion::Replace { from: w.id("s1"), to: None };
    w.moves("s2", what);
    assert_eq!(w.motion(SOUTH, MotionKind::Replace).unwrap().need, 4);
    w.voices("s2", MotionKind::Replace, None);
    assert_eq!(w.barred("s2", what), bar(MotionBar::OnceATurn));
    w.moves("s3", what);
    assert_eq!(w.motion(SOUTH, MotionKind::Replace).unwrap().need, 4, "four are two thirds of six as well");
    let events = w.lays("s1", 0);
    assert!(ended(&events, SOUTH, MotionEnd::Expired), "the turn is over");
    w.leaves("s7");
    w.lays("n1", 0);
    w.moves("s2", what);
    assert_eq!(w.motion(SOUTH, MotionKind::Replace).unwrap().need, 4, "two thirds of five; most are three");
    for _ in 0..4 {
        w.lays("s1", 0);
        w.wait(61_000);
        w.lays("n1", 0);
    }
    w.moves("s2", what);
    assert_eq!(w.motion(SOUTH, MotionKind::Replace).unwrap().need, 3, "that was long ago");
    w.all_move(&["s3", "s4"], what);
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s2"), "whoever comes next");
    w.check_log();
}

#[test]
fn giving_up_takes_two_where_two_sit() {
    let mut w = World::playing(brisk(), 2, 1);
    w.moves("s1", Motion::Resign);
    assert!(w.game().result.is_none());
    w.moves("s2", Motion::Resign);
    let result = w.game().result.unwrap();
    assert_eq!((result.reason, result.winner), (EndReason::Resigned, Some(NORTH)));
    let mut w = World::playing(brisk(), 2, 1);
    w.goes_away("s2");
    w.moves("s1", Motion::Resign);
    assert!(w.motion(SOUTH, MotionKind::Resign).is_some(), "nobody gives up over the head of who is away");
    w.socket("s2", true);
    w.voices("s2", MotionKind::Resign, Some(true));
    assert!(w.game().result.is_some());
    let mut w = World::playing(brisk(), 2, 1);
    w.moves("s1", Motion::Resign);
    let events = w.lays("s1", 0);
    assert!(ended(&events, SOUTH, MotionEnd::Expired), "it is for one turn");
    w.check_log();
}

#[test]
fn a_game_can_be_as_if_it_had_not_been() {
    let mut w = World::playing(brisk(), 1, 1);
    for name in ["s1", "n1", "s1"] {
        w.lays(name, 0);
    }
    w.moves("n1", Motion::Abort);
    let events = w.lays("n1", 0);
    assert!(answered(&events, MotionKind::Abort, MotionEnd::Void), "ply 4 is played");
    assert_eq!(w.barred("n1", Motion::Abort), bar(MotionBar::TooLate));

    let mut w = World::playing(brisk(), 1, 1);
    w.lays("s1", 0);
    w.all_move(&["s1", "n1"], Motion::Abort);
    let result = w.game().result.unwrap();
    assert_eq!((result.reason, result.winner), (EndReason::Aborted, None));
    assert_eq!((w.table().series.games, w.table().series.over), (0, None), "it does not count");
    w.everybody_is_ready();
    assert_eq!((w.game().game, w.game().starter, w.table().series.games), (2, SOUTH, 0));
    w.check_log();
}

#[test]
fn a_side_gives_the_other_one_time_once_a_turn() {
    let mut w = World::playing(brisk(), 2, 1);
    w.wait(5_000);
    let before = w.left();
    let events = w.moves("n1", Motion::Extend);
    assert!(saw!(events, Event::TimeGiven { by: NORTH, ms: 15_000, .. }));
    assert_eq!((w.left().south, w.left().north), (before.south + 15_000, before.north));
    assert_eq!(w.barred("n1", Motion::Extend), bar(MotionBar::OnceATurn));
    w.wait(1_000);
    assert_eq!(w.left().south, before.south + 14_000, "the clock runs on");
    w.all_move(&["s1", "s2"], Motion::Extend);
    assert_eq!(w.left().north, before.north + 15_000);
    w.lays("s1", 0);
    w.moves("n1", Motion::Extend);
    w.check_log();
    let mut w = World::playing(room(Hand), 1, 1);
    assert_eq!(w.barred("s1", Motion::Extend), bar(MotionBar::NoClock));
}

/// One person on both sides agrees with himself.
#[test]
fn in_practice_asking_is_agreeing() {
    let settings = protocol::RoomSettings { practice: true, ..brisk() };
    let mut w = World::open(settings);
    for side in [SOUTH, NORTH] {
        w.sits("s1", side);
    }
    let mover = w.turn().side;
    w.lays("s1", 0);
    let events = w.moves("s1", Motion::Takeback { ply: 1 });
    assert!(saw!(events, Event::TakenBack { ply: 1, .. }));
    assert_eq!((w.turn().side, w.turn().ply), (mover, 1));
    w.moves("s1", Motion::Pause);
    assert_eq!(w.table().holds, [HoldReason::Agreed]);
    w.check_log();
}

/// The end of a game ends what was moved in it; what is about people goes on.
#[test]
fn motions_end_with_their_game() {
    let mut w = World::playing(brisk(), 5, 1);
    let s5 = w.id("s5");
    w.moves("s1", Motion::Kick { member: s5 });
    w.moves("s1", Motion::Draw);
    w.moves("n1", Motion::Pause);
    let events = w.moves("n1", Motion::Resign);
    assert!(ended(&events, SOUTH, MotionEnd::Void) && answered(&events, MotionKind::Pause, MotionEnd::Void));
    let left: Vec<_> = w.team(SOUTH).motions.iter().map(|motion| motion.what.kind()).collect();
    assert_eq!(left, [MotionKind::Kick]);
    assert_eq!(w.barred("s1", Motion::Draw), Refusal::GameOver);
    w.all_move(&["s2", "s3"], Motion::Kick { member: s5 });
    assert!(w.room.is_banned(user("s5")));
    let mut w = World::open(brisk());
    w.sits("s1", SOUTH);
    assert_eq!(w.barred("s1", Motion::Draw), Refusal::NoGame);
    w.check_log();
}

/// B6: who left has no part in another game, and the wish for one is heard once.
#[test]
fn another_game_moves_nobody_who_left() {
    let mut w = World::playing(brisk(), 2, 2);
    w.all_move(&["s1", "s2"], Motion::Resign);
    for name in ["s1", "s2", "n1"] {
        w.must(name, Command::RematchSet { on: true });
    }
    w.leaves("s2");
    assert_eq!(w.table().rematch.len(), 2);
    let events = w.must("n2", Command::RematchSet { on: true });
    assert!(saw!(events, Event::GameBegan { .. }));
    let s2 = w.id("s2");
    let row = w.table().members.into_iter().find(|member| member.id == s2).unwrap();
    assert!(row.seats.is_empty() && w.table().rematch.is_empty());
    assert_eq!(w.refused("s1", Command::RematchSet { on: true }), Refusal::GameRunning);
}
