//! What the end of a game is for those who bet on it.

use engine::Preset;
use protocol::betting::{MarketState, Outcome, VoidReason};
use protocol::event::{EndReason, Event, GameResult};
use protocol::motion::MotionBar;
use protocol::settings::{DecisionMode, RoomSettings, Visibility};
use protocol::{Command, MarketId, Motion, Refusal};

use crate::bettors::*;
use crate::world::*;

#[test]
fn what_comes_on_the_board_is_what_came() {
    let mut w = World::locked(pool(small(brisk())));
    while w.room.is_playing() {
        w.plays(1);
    }
    let Some(GameResult { winner, reason, .. }) = w.game().result else { panic!() };
    assert!(matches!(reason, EndReason::Stuck | EndReason::Majority), "{reason:?}");
    assert_eq!(w.ends(), [result(Outcome::of(winner))]);
    w.check_log();
}

#[test]
fn who_gives_up_has_lost_after_two_moves_of_both() {
    for (plies, end) in [
        (0, void(VoidReason::TooShort)),
        (3, void(VoidReason::TooShort)),
        (4, result(Outcome::North)),
        (5, result(Outcome::North)),
    ] {
        let mut w = World::locked(pool(brisk()));
        w.plays(plies);
        w.moves("s1", Motion::Resign);
        assert_eq!(w.ends(), [end], "after {plies}");
    }
}

/// Both sides may agree that a game does not count before its fourth ply only: nobody who sees how it
/// goes can take the stakes back by it.
#[test]
fn a_game_is_called_off_before_the_fourth_ply_and_not_behind_it() {
    for plies in 0..4 {
        let mut w = World::locked(pool(brisk()));
        w.plays(plies);
        w.moves("s1", Motion::Abort);
        w.moves("n1", Motion::Abort);
        assert_eq!(w.ends(), [void(VoidReason::MatchAborted)], "after {plies}");
    }
    let mut w = World::locked(pool(brisk()));
    w.plays(4);
    assert_eq!(w.barred("s1", Motion::Abort), Refusal::MotionBarred { why: MotionBar::TooLate });
    assert_eq!(w.ends(), []);
}

#[test]
fn a_move_that_came_back_was_not_completed() {
    let mut w = World::locked(pool(brisk()));
    w.plays(4);
    w.all_move(&["n1", "s1"], Motion::Takeback { ply: 4 });
    w.moves("s1", Motion::Resign);
    assert_eq!(w.ends(), [void(VoidReason::TooShort)]);
}

#[test]
fn whose_time_is_up_has_lost_after_two_moves_of_both() {
    for (plies, end) in [(2, void(VoidReason::TooShort)), (4, result(Outcome::North))] {
        let mut w = World::locked(pool(RoomSettings { clock: bank(60_000), ..brisk() }));
        w.plays(plies);
        w.wait(60_000);
        assert_eq!(w.game().result.unwrap().reason, EndReason::Flag);
        assert_eq!(w.ends(), [end], "after {plies}");
    }
}

#[test]
fn a_side_that_is_away_has_lost_after_two_moves_of_both_and_a_draw_is_claimed_after_ten() {
    for (plies, draw, end) in [
        (2, false, void(VoidReason::TooShort)),
        (4, false, result(Outcome::North)),
        (18, true, void(VoidReason::TooShort)),
        (20, true, result(Outcome::Draw)),
    ] {
        let mut w = World::locked(pool(brisk()));
        w.plays(plies);
        w.goes_away("s1");
        w.wait(60_000);
        w.moves("n1", Motion::Claim { draw });
        assert_eq!(w.game().result.unwrap().reason, EndReason::Absent);
        assert_eq!(w.ends(), [end], "after {plies}");
    }
}

#[test]
fn a_side_that_everybody_left_has_lost_after_two_moves_of_both() {
    for (plies, end) in [(2, void(VoidReason::TooShort)), (4, result(Outcome::North))] {
        let mut w = World::locked(pool(brisk()));
        w.plays(plies);
        w.leaves("s1");
        w.wait(120_000);
        assert_eq!(w.game().result.unwrap().reason, EndReason::Abandoned);
        assert_eq!(w.ends(), [end], "after {plies}");
    }
}

#[test]
fn a_draw_that_is_agreed_counts_after_ten_moves_of_both() {
    for (plies, end) in [(18, void(VoidReason::TooShort)), (20, result(Outcome::Draw))] {
        let mut w = World::locked(pool(brisk()));
        w.plays(plies);
        w.agree(Motion::Draw);
        assert_eq!(w.ends(), [end], "after {plies}");
    }
}

#[test]
fn a_game_that_both_end_early_gives_the_stakes_back() {
    let mut w = World::locked(pool(brisk()));
    w.plays(3);
    w.agree(Motion::Abort);
    assert_eq!(w.ends(), [void(VoidReason::MatchAborted)]);
}

#[test]
fn a_game_that_nobody_goes_on_with_gives_the_stakes_back() {
    let mut w = World::locked(pool(brisk()));
    w.plays(6);
    w.goes_away("s1");
    w.goes_away("n1");
    w.wait(5_000 + 86_400_000);
    assert_eq!(w.game().result.unwrap().reason, EndReason::Expired);
    assert_eq!(w.ends(), [void(VoidReason::Abandoned)]);
    w.check_log();
}

#[test]
fn a_market_lasts_a_week_and_its_game_goes_on_without_it() {
    let clock = protocol::settings::Clock::None;
    let mut w = World::locked(pool(RoomSettings { clock, ..brisk() }));
    let locked = w.now;
    w.plays(4);
    w.agree(Motion::Adjourn);
    w.wait(locked + STALE_MS - 1 - w.now);
    assert_eq!(w.ends(), []);
    w.wait(1);
    assert_eq!(w.ends(), [void(VoidReason::Stale)]);
    w.moves("s1", Motion::Resume);
    w.wait(3_000);
    w.plays(1);
    w.moves("s1", Motion::Resign);
    assert_eq!(w.ends(), [void(VoidReason::Stale)], "what is over does not end again");
    assert_eq!((w.market().id, w.state()), (MarketId(2), MarketState::Open));
    w.check_log();
}

#[test]
fn what_came_is_paid_when_spectators_may_know_it() {
    let mut w = World::locked(delayed(brisk(), 90_000));
    w.plays(4);
    w.moves("s1", Motion::Resign);
    let ended = w.now;
    assert_eq!((w.state(), w.ends()), (MarketState::Locked, Vec::new()));
    w.arrive(ended + 90_000);
    assert_eq!(w.ends(), []);
    assert_eq!(w.market().id, MarketId(1), "an open market would tell that the game is over");
    w.wait(0);
    assert_eq!(w.ends(), [result(Outcome::North)]);
    assert_eq!((w.market().id, w.state()), (MarketId(2), MarketState::Open), "and the next one opens");
    w.check_log();
}

#[test]
fn a_game_that_begins_before_the_last_one_is_paid_has_no_market() {
    let mut w = World::locked(delayed(brisk(), 90_000));
    w.plays(4);
    w.moves("s1", Motion::Resign);
    w.everybody_is_ready();
    assert!(w.room.is_playing(), "nobody waits for it");
    w.plays(2);
    w.moves("n1", Motion::Resign);
    w.wait(90_000);
    assert_eq!(w.ends(), [result(Outcome::North)], "the first game decides");
    assert_eq!((w.market().id, w.market().game, w.state()), (MarketId(2), 1, MarketState::Open));
    w.check_log();
}

#[test]
fn a_market_that_never_was_does_not_open_before_the_end_of_its_game_is_known() {
    let mut w = World::betting(delayed(brisk(), 90_000));
    w.around.betting = protocol::betting::BettingMode::Off;
    w.begin(1, 1);
    w.around.betting = protocol::betting::BettingMode::Pool;
    w.moves("s1", Motion::Resign);
    w.wait(89_999);
    w.tick();
    assert_eq!(w.room.market(), None);
    w.wait(1);
    w.sits("s2", SOUTH);
    assert_eq!(w.state(), MarketState::Open);
}

#[test]
fn a_market_ends_once() {
    let mut w = World::locked(pool(brisk()));
    w.plays(4);
    w.void(VoidReason::Unrecoverable);
    assert_eq!(w.void(VoidReason::Moderator), Vec::new());
    w.moves("s1", Motion::Resign);
    w.around.betting = protocol::betting::BettingMode::Off;
    w.tick();
    assert_eq!(w.ends(), [void(VoidReason::Unrecoverable), void(VoidReason::TurnedOff)]);
    assert_eq!(w.market().id, MarketId(2), "the second end is that of the second market");

    let mut w = World::locked(delayed(brisk(), 90_000));
    w.plays(4);
    w.moves("s1", Motion::Resign);
    w.void(VoidReason::Moderator);
    w.wait(STALE_MS);
    assert_eq!(w.ends()[0], void(VoidReason::Moderator), "before it is paid it can be ended");
    let ids = w.market_events(0).into_iter().filter_map(|event| match event {
        Event::MarketEnded { market, .. } => Some(market),
        _ => None,
    });
    let mut ids: Vec<_> = ids.collect();
    let all = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), all);
    w.check_log();
}

#[test]
fn while_coins_of_accounts_stand_on_a_game_its_host_takes_nobodys_seat() {
    let mut w = World::with_market(pool(brisk()));
    let (s1, n1) = (w.id("s1"), w.id("n1"));
    w.sits("n2", NORTH);
    w.must("host", Command::MemberUnseat { member: w.id("n2") });
    w.starts();
    assert_eq!(w.refused("host", Command::MemberUnseat { member: s1 }), Refusal::MarketRunning);
    assert_eq!(w.refused("host", Command::MemberBan { member: n1, on: true }), Refusal::MarketRunning);
    w.must("host", Command::MemberMute { member: n1, on: true });
    w.must("host", Command::MemberBan { member: w.id("n2"), on: true });
    w.moves("s1", Motion::Resign);
    w.must("host", Command::MemberUnseat { member: s1 });
    w.check_log();
}

#[test]
fn a_side_sends_its_own_away_all_the_same() {
    let mut w = World::betting(pool(deciding(DecisionMode::Hand, |decision| decision.consent_ms = 0)));
    w.begin(3, 1);
    let before = w.market();
    assert_eq!(before.state, MarketState::Locked);
    let s3 = w.id("s3");
    w.all_move(&["s1", "s2"], Motion::Kick { member: s3 });
    assert!(w.table().members.iter().any(|member| member.id == s3 && member.banned));
    assert_eq!(w.market(), before);
}

#[test]
fn in_an_unlisted_room_a_seat_that_the_host_takes_gives_the_stakes_back() {
    let unlisted = || RoomSettings { visibility: Visibility::Unlisted, ..pool(brisk()) };
    let mut w = World::betting(unlisted());
    w.begin(2, 1);
    w.plays(6);
    w.must("host", Command::MemberUnseat { member: w.id("s2") });
    assert_eq!(w.ends(), [void(VoidReason::Host)]);
    assert!(w.room.is_playing());

    let mut w = World::betting(unlisted());
    w.begin(2, 1);
    w.must("host", Command::MemberBan { member: w.id("s2"), on: true });
    assert_eq!(w.ends(), [void(VoidReason::Host)]);

    let mut w = World::betting(unlisted());
    w.begin(2, 1);
    w.sits("host", NORTH);
    w.must("host", Command::MemberUnseat { member: w.id("host") });
    w.leaves("s2");
    assert_eq!(w.ends(), [], "who goes by himself ends nothing");
    w.check_log();
}

#[test]
fn every_game_can_end_in_a_draw() {
    for preset in Preset::ALL {
        let settings = RoomSettings { team_max: 5, ..server::room::settings::defaults(*preset) };
        let w = World::with_market(pool(settings));
        assert_eq!(w.market().outcomes, Outcome::ALL, "{preset:?}: both sides may agree on one");
    }
}
