//! Claiming the end of a game from a side that is wholly away (`docs/room.md` 8).

use protocol::Command;
use protocol::event::{EndReason, Event, HoldReason};
use protocol::limits::GRACE_SLOW_MS;
use protocol::motion::{Motion, MotionBar, MotionEnd};
use protocol::refusal::Refusal;
use protocol::settings::{Clock, DecisionMode::Hand, FlagPolicy};

use crate::saw;
use crate::world::*;

const CLAIM: Motion = Motion::Claim { draw: false };
const DAY_MS: u64 = 86_400_000;

const fn bar(why: MotionBar) -> Refusal {
    Refusal::MotionBarred { why }
}

/// C8: a side that is wholly away for a minute has lost, if the other one says so.
#[test]
fn an_absent_side_can_be_claimed_from() {
    let mut w = World::playing(brisk(), 3, 2);
    w.goes_away("n1");
    w.wait(100_000);
    assert_eq!(w.barred("s1", CLAIM), bar(MotionBar::NotAbsent));
    w.goes_away("n2");
    w.wait(59_999);
    assert_eq!(w.barred("s1", CLAIM), bar(MotionBar::NotAbsent));
    w.wait(1);
    w.moves("s1", CLAIM);
    assert_eq!(w.barred("s2", Motion::Claim { draw: true }), bar(MotionBar::SoAlready));
    w.socket("n2", true);
    let last = w.log.last().unwrap();
    assert!(
        saw!(last.events, Event::MotionEnded { side: SOUTH, end: MotionEnd::Void, .. }),
        "somebody is back"
    );
    w.goes_away("n2");
    w.wait(60_000);
    w.all_move(&["s1", "s2"], CLAIM);
    let result = w.game().result.unwrap();
    assert_eq!((result.reason, result.winner), (EndReason::Absent, Some(SOUTH)));
    w.check_log();
}

#[test]
fn a_claim_may_be_for_a_draw_and_only_from_persons() {
    let mut w = World::playing(brisk(), 1, 1);
    w.goes_away("n1");
    w.wait(60_000);
    w.moves("s1", Motion::Claim { draw: true });
    assert_eq!(w.game().result.unwrap().winner, None);

    let mut w = World::open(brisk());
    w.sits("s1", SOUTH);
    w.must("host", Command::BotAdd { side: NORTH });
    w.must("s1", Command::ReadySet { on: true });
    w.wait(100_000);
    assert_eq!(w.barred("s1", CLAIM), bar(MotionBar::NotAbsent));
}

/// Nobody is absent from a pause.
#[test]
fn who_is_away_in_a_pause_is_not_absent() {
    let mut w = World::playing(brisk(), 1, 1);
    w.all_move(&["s1", "n1"], Motion::Pause);
    w.goes_away("n1");
    w.wait(100_000);
    assert_eq!(w.barred("s1", CLAIM), bar(MotionBar::NotAbsent));
    w.moves("s1", Motion::Resume);
    w.wait(3_000 + 59_999);
    assert_eq!(w.barred("s1", CLAIM), bar(MotionBar::NotAbsent));
    w.wait(1);
    w.moves("s1", CLAIM);
}

/// While a room is held nobody is missed: who is back first in an empty one has not won by it.
#[test]
fn a_hold_does_not_count_neither_while_it_lasts_nor_after() {
    let mut w = World::playing(brisk(), 1, 1);
    for name in ["s1", "n1"] {
        w.socket(name, false);
    }
    w.wait(600_000);
    assert_eq!(w.table().holds, [HoldReason::Empty]);
    w.socket("s1", true);
    assert_eq!(w.barred("s1", CLAIM), bar(MotionBar::NotAbsent), "five seconds, and then a hold");
    w.wait(3_000);
    assert!(w.table().holds.is_empty());
    w.wait(54_999);
    assert_eq!(w.barred("s1", CLAIM), bar(MotionBar::NotAbsent));
    w.wait(1);
    w.moves("s1", CLAIM);
    assert_eq!(w.game().result.unwrap().reason, EndReason::Absent);
    w.check_log();
}

/// A server that is renewed every other day does not keep a slow game from being claimed.
#[test]
fn a_hold_takes_nothing_from_the_time_of_absence_before_it() {
    let slow = Clock::Slow { ms: 1_209_600_000, flag: FlagPolicy::Lose };
    let mut w = World::playing(clocked(Hand, slow), 1, 1);
    w.socket("n1", false);
    w.wait(GRACE_SLOW_MS + 2 * DAY_MS);
    w.hold(HoldReason::Draining);
    w.wait(3_600_000);
    w.release(HoldReason::Draining);
    w.wait(DAY_MS - 1);
    assert_eq!(w.barred("s1", CLAIM), bar(MotionBar::NotAbsent));
    w.wait(1);
    w.moves("s1", CLAIM);
    assert_eq!(w.game().result.unwrap().reason, EndReason::Absent);
    w.check_log();
}
