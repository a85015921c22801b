//! Moves that come back (`docs/room.md` 7).

use protocol::event::{BallotResult, Event};
use protocol::motion::{Motion, MotionBar, MotionEnd, MotionKind};
use protocol::refusal::Refusal;
use protocol::settings::Clock;
use protocol::settings::DecisionMode::{Hand, Plurality};
use protocol::{At, Command, RoomSettings};
use server::room::{Ask, Caller, view};

use crate::saw;
use crate::world::*;

const fn takeback(ply: u16) -> Motion {
    Motion::Takeback { ply }
}

const fn bar(why: MotionBar) -> Refusal {
    Refusal::MotionBarred { why }
}

/// E2, E4: the board as it was, the clocks to the millisecond, one side to move.
#[test]
fn a_move_comes_back_with_the_clocks_of_its_turn() {
    let settings = RoomSettings {
        clock: Clock::Bank { ms: 600_000, increment_ms: 5_000, flag: protocol::settings::FlagPolicy::Lose },
        ..brisk()
    };
    let mut w = World::playing(settings, 3, 2);
    let opening = w.game().position;
    w.wait(7_123);
    w.lays("s1", 0);
    assert_eq!((w.left().south, w.left().north), (600_000 - 7_123 + 5_000, 600_000));
    w.wait(4_321);
    w.votes("n2", 0);
    w.all_move(&["s1", "s2"], takeback(1));
    w.wait(1_000);
    w.moves("n1", takeback(1));
    let events = w.moves("n2", takeback(1));
    assert!(saw!(events, Event::BallotClosed { side: NORTH, result: BallotResult::Void, .. }));
    assert!(saw!(events, Event::TakenBack { ply: 1, side: SOUTH, .. }));
    let game = w.game();
    assert_eq!((game.position, game.plies.len(), &game.last), (opening, 0, &None));
    assert_eq!((w.left().south, w.left().north), (600_000 - 7_123 + 5_000, 600_000), "part 7");
    assert_eq!((w.turn().side, w.turn().ply, game.clock.running), (SOUTH, 1, Some(SOUTH)));
    assert_eq!((game.takebacks.south, game.takebacks.north, game.back()), (1, 0, 1));
    assert_eq!(w.hand(SOUTH).as_deref(), Some("s1"), "the hand of that turn");
    assert!(w.team(NORTH).ballot.is_none() && w.ballot().options.is_empty());
    w.lays("s1", 1);
    assert_eq!(w.hand(NORTH).as_deref(), Some("n1"), "and so is the other side's");
    w.check_log();
}

/// A8 and `At`: what was meant for the turn before is not taken for this one.
#[test]
fn the_same_turn_after_a_takeback_is_another_present() {
    let mut w = World::playing(brisk(), 2, 1);
    let (seen, mv) = (w.at().unwrap(), w.mv(0));
    w.lays("s1", 0);
    w.all_move(&["s1", "s2"], takeback(1));
    w.moves("n1", takeback(1));
    assert_eq!(w.at(), Some(At { back: 1, ..seen }));
    let ask = Ask::Command(Command::MoveLay { mv: mv.clone() });
    let stale = Refusal::Stale { game: 1, ply: 1, tries: 0, back: 1 };
    assert_eq!(w.ask(person("s1"), None, Some(seen), ask), Err(stale.clone()));
    assert_eq!(view::trace(&w.room, seen, &mv).unwrap_err(), stale);
    assert!(view::trace(&w.room, At { back: 1, ..seen }, &mv).is_ok());
    assert_eq!(view::offers(&w.room).map(|(game, ply, _)| (game, ply)), Some((1, 1)));
    w.lays("s1", 0);
    w.check_log();
}

#[test]
fn only_the_last_move_comes_back_and_only_the_own_one() {
    let mut w = World::playing(brisk(), 1, 1);
    assert_eq!(w.barred("s1", takeback(1)), bar(MotionBar::NothingToTakeBack));
    w.lays("s1", 0);
    assert_eq!(w.barred("n1", takeback(1)), bar(MotionBar::NothingToTakeBack));
    assert!(matches!(w.barred("s1", takeback(2)), Refusal::Stale { ply: 2, .. }));
    w.lays("n1", 0);
    assert_eq!(w.barred("s1", takeback(2)), bar(MotionBar::NothingToTakeBack));
    assert!(matches!(w.barred("s1", takeback(1)), Refusal::Stale { ply: 3, .. }));
    w.moves("n1", takeback(2));
    w.moves("s1", takeback(2));
    assert_eq!((w.turn().side, w.turn().ply), (NORTH, 2));
    // Nobody has laid anything on South's move either.
    w.moves("s1", takeback(1));
    w.moves("n1", takeback(1));
    assert_eq!((w.turn().side, w.turn().ply, w.game().back()), (SOUTH, 1, 2));
    w.check_log();
}

/// E8: what the other side lays, even to try it, voids the request.
#[test]
fn a_laid_move_crosses_the_request() {
    let mut w = World::playing(room(Hand), 1, 2);
    w.lays("s1", 0);
    w.moves("s1", takeback(1));
    let events = w.lays("n1", 0);
    let void = |events: &[Event]| {
        saw!(events, Event::OfferEnded { what: MotionKind::Takeback, end: MotionEnd::Void, .. })
    };
    assert!(w.tried().is_some() && void(&events));
    assert_eq!(
        w.refused("n2", Command::MotionVote { motion: protocol::MotionId(1), yes: Some(true) }),
        Refusal::NoMotion { open: Vec::new() }
    );
    w.withdraws("n1");
    assert_eq!(w.barred("s1", takeback(1)), bar(MotionBar::NothingToTakeBack), "it was tried on it");

    let mut w = World::playing(brisk(), 3, 1);
    w.lays("s1", 0);
    w.moves("s1", takeback(1));
    let events = w.lays("n1", 0);
    assert!(
        saw!(events, Event::MotionEnded { side: SOUTH, end: MotionEnd::Void, .. }),
        "before it was asked"
    );
    w.check_log();
}

/// E1: the answer and the withdrawal of the request come at one moment, in either order.
#[test]
fn accepting_and_cancelling_cross() {
    for accepted_first in [true, false] {
        let mut w = World::playing(brisk(), 1, 1);
        w.lays("s1", 0);
        w.wait(1_000);
        w.moves("s1", takeback(1));
        let motion = w.motion(NORTH, MotionKind::Takeback).unwrap().motion;
        let accept = Command::MotionVote { motion, yes: Some(true) };
        let cancel = Command::OfferCancel { what: MotionKind::Takeback };
        if accepted_first {
            w.must("n1", accept);
            assert_eq!(w.refused("s1", cancel), Refusal::NoMotion { open: Vec::new() });
        } else {
            w.must("s1", cancel);
            assert_eq!(w.refused("n1", accept), Refusal::NoMotion { open: Vec::new() });
        }
        let turn = w.turn();
        assert_eq!(turn.side == SOUTH, accepted_first);
        assert_eq!(w.game().clock.running, Some(turn.side));
        w.check_log();
    }
}

/// E5: declined is declined, for everybody.
#[test]
fn a_declined_request_changes_nothing() {
    let mut w = World::playing(brisk(), 1, 2);
    w.lays("s1", 0);
    let before = w.game();
    w.moves("s1", takeback(1));
    for name in ["n1", "n2"] {
        if w.motion(NORTH, MotionKind::Takeback).is_some() {
            w.voices(name, MotionKind::Takeback, Some(false));
        }
    }
    assert_eq!((w.game(), w.table().offers.len()), (before, 0));
    assert!(matches!(w.barred("s1", takeback(1)), Refusal::Cooldown { .. }));
    w.wait(30_000);
    w.check_log();
}

/// E7: laying again what is tried takes nothing back.
#[test]
fn laying_twice_withdraws_nothing() {
    let mut w = World::playing(room(Hand), 2, 1);
    let mv = w.mv(0);
    w.lays("s1", 0);
    for _ in 0..2 {
        assert!(matches!(w.refused("s1", Command::MoveLay { mv: mv.clone() }), Refusal::Stale { .. }));
        assert!(w.tried().is_some());
    }
}

#[test]
fn a_side_asks_back_so_many_moves_and_no_more() {
    let settings = RoomSettings {
        decision: protocol::settings::Decision { takebacks_max: 1, ..brisk().decision },
        ..brisk()
    };
    let mut w = World::playing(settings, 1, 1);
    for ply in 1..=2 {
        let name = if ply == 1 { "s1" } else { "n1" };
        let other = if ply == 1 { "n1" } else { "s1" };
        w.lays(name, 0);
        w.moves(name, takeback(ply));
        w.moves(other, takeback(ply));
        w.lays(name, 1);
        assert_eq!(w.barred(name, takeback(ply)), bar(MotionBar::TakebacksSpent));
    }
    assert_eq!(w.game().back(), 2);
    w.check_log();
    let decision = protocol::settings::Decision { takebacks_max: 0, ..brisk().decision };
    let mut w = World::playing(RoomSettings { decision, ..brisk() }, 1, 1);
    w.lays("s1", 0);
    assert_eq!(w.barred("s1", takeback(1)), bar(MotionBar::TakebacksSpent));
}

/// With twenty moves to come back, a whole opening is undone, ply by ply, and played again.
#[test]
fn a_game_can_be_rolled_back_and_played_otherwise() {
    let decision = protocol::settings::Decision { takebacks_max: 20, ..brisk().decision };
    let mut w = World::playing(small(RoomSettings { decision, ..brisk() }), 1, 1);
    let who = |w: &World| if w.turn().side == SOUTH { ("s1", "n1") } else { ("n1", "s1") };
    let mut positions = Vec::new();
    for ply in 0..12 {
        positions.push(w.game().position);
        let (mover, _) = who(&w);
        w.lays(mover, ply * 7);
    }
    while let Some(position) = positions.pop() {
        let (other, mover) = who(&w);
        let ply = u16::try_from(positions.len() + 1).unwrap();
        w.moves(mover, takeback(ply));
        w.moves(other, takeback(ply));
        assert_eq!(w.game().position, position);
    }
    assert_eq!((w.plies(), w.game().back()), (0, 12));
    for ply in 0..8 {
        let (mover, _) = who(&w);
        w.lays(mover, ply * 3 + 1);
    }
    w.check_log();
}

/// A bot gives a move back at once.
#[test]
fn a_side_of_bots_agrees() {
    let mut w = World::open(brisk());
    w.sits("s1", SOUTH);
    w.must("host", Command::BotAdd { side: NORTH });
    w.must("s1", Command::ReadySet { on: true });
    if w.turn().side == NORTH {
        let (_, user) = w.room.seated_bots()[0];
        let ask = Ask::Command(Command::MoveLay { mv: w.mv(0) });
        w.ask(Caller::Bot { user }, None, w.at(), ask).unwrap();
    }
    w.lays("s1", 0);
    let ply = u16::try_from(w.plies()).unwrap();
    let events = w.moves("s1", takeback(ply));
    assert!(saw!(events, Event::TakenBack { .. }));
    assert_eq!((w.turn().side, w.turn().ply), (SOUTH, ply));
    w.check_log();
}

/// Nobody is there to answer: it waits for them, and not longer than it may.
#[test]
fn an_absent_side_is_waited_for() {
    let mut w = World::playing(brisk(), 1, 1);
    w.lays("s1", 0);
    w.goes_away("n1");
    w.moves("s1", takeback(1));
    let answer = w.motion(NORTH, MotionKind::Takeback).unwrap();
    assert_eq!((answer.effective, answer.need), (0, 1));
    w.wait(10_000);
    w.socket("n1", true);
    w.voices("n1", MotionKind::Takeback, Some(true));
    assert_eq!(w.game().back(), 1);
    w.lays("s1", 0);
    w.moves("s1", takeback(1));
    let events = w.must("n1", Command::SeatLeave {});
    assert!(saw!(events, Event::OfferEnded { end: MotionEnd::Void, .. }), "they left instead");
    w.check_log();
}

/// A flag that fell in the turn which is undone did not fall.
#[test]
fn a_flag_is_taken_back_with_the_turn_it_fell_in() {
    let clock = Clock::PerMove { ms: 10_000, flag: protocol::settings::FlagPolicy::PassHand };
    let mut w = World::playing(RoomSettings { clock, ..brisk() }, 1, 2);
    w.lays("s1", 0);
    w.wait(10_000);
    assert!(saw!(w.log.last().unwrap().events, Event::Flagged { .. }));
    w.moves("s1", takeback(1));
    w.all_move(&["n1", "n2"], takeback(1));
    assert_eq!(w.left().north, 10_000);
    w.lays("s1", 0);
    w.wait(10_000);
    assert!(w.game().result.is_none(), "it is the first one again");
    w.check_log();
}

/// A ballot of the other side is void, and nothing of it is left in the next one.
#[test]
fn votes_on_a_move_that_came_back_are_void() {
    let settings = deciding(Plurality, |decision| decision.consent_ms = 0);
    let mut w = World::playing(settings, 1, 3);
    w.lays("s1", 0);
    for name in ["n1", "n2"] {
        w.votes(name, 0);
    }
    let old = w.ballot().ballot;
    w.moves("s1", takeback(1));
    w.all_move(&["n1", "n2"], takeback(1));
    w.lays("s1", 1);
    assert!(w.ballot().ballot > old && w.ballot().options.is_empty());
    let vote = Command::VoteSet { ballot: old, mv: w.mv(0) };
    assert!(matches!(w.refused("n1", vote), Refusal::BallotClosed { .. }));
    w.check_log();
}

/// Rolled back ply by ply, and forwards again: the same hands.
#[test]
fn the_rotation_stands_where_it_stood_however_far_a_game_is_rolled_back() {
    let mut w = World::playing(brisk(), 3, 1);
    for hand in ["s1", "n1", "s2"] {
        w.lays(hand, 0);
    }
    w.all_move(&["s1", "s2", "n1"], takeback(3));
    w.all_move(&["n1", "s1", "s2"], takeback(2));
    assert_eq!((w.turn().ply, w.hand(NORTH).as_deref()), (2, Some("n1")));
    w.lays("n1", 0);
    assert_eq!((w.turn().ply, w.hand(SOUTH).as_deref()), (3, Some("s2")), "as it was");
    w.check_log();
}
