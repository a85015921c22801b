//! From the opening to the lock, and what stands between them.

use protocol::betting::{BetBar, BettingMode, MarketState, Outcome, SuspendReason, VoidReason, WalletScope};
use protocol::event::{Event, HoldReason};
use protocol::http::{BotSeats, LobbyPhase};
use protocol::settings::{RoomSettings, Stand, Visibility};
use protocol::{Command, MarketId, Motion, RoomId};
use server::room::{Around, Room, view};

use crate::bettors::*;
use crate::saw;
use crate::world::*;

#[test]
fn a_market_opens_as_soon_as_a_person_sits_on_both_sides() {
    let mut w = World::betting(pool(brisk()));
    w.sits("s1", SOUTH);
    assert_eq!(w.room.market(), None);
    w.sits("s2", SOUTH);
    assert_eq!(w.room.market(), None, "one side is not enough");
    let events = w.must("n1", Command::SeatTake { side: Some(NORTH), withdraw: false });
    let opened = Event::MarketOpened {
        market: MarketId(1),
        game: 1,
        mode: BettingMode::Pool,
        scope: WalletScope::Server,
        outcomes: Outcome::ALL.to_vec(),
    };
    assert!(events.contains(&opened), "{events:?}");
    assert_eq!(w.state(), MarketState::Open, "and takes bets at once");
    w.check_log();
}

#[test]
fn a_side_of_bots_has_no_market() {
    let bots = BotSeats { south: 0, north: 1 };
    let mut w = World::open_in(betting(), pool(brisk()), bots).unwrap();
    w.sits("s1", SOUTH);
    assert_eq!(w.room.market(), None);
    w.must("s1", Command::ReadySet { on: true });
    assert!(w.room.is_playing(), "and its game waits for nobody who watches");
    assert_eq!(w.room.market(), None);
}

#[test]
fn there_are_no_bets_in_practice_nor_where_the_room_or_the_server_has_none() {
    let practice = RoomSettings { practice: true, ..pool(brisk()) };
    let mut w = World::betting(practice);
    w.sits("s1", SOUTH);
    w.sits("s1", NORTH);
    assert!(w.room.is_playing());
    assert_eq!(w.bar("x"), Some(BetBar::BettingOff));

    for (most, chosen) in [(BettingMode::Off, BettingMode::Pool), (BettingMode::Pool, BettingMode::Off)] {
        let around = Around { betting: most, ..betting() };
        let stand = Stand { betting: chosen, ..pool(brisk()).stand };
        let settings = RoomSettings { stand, ..brisk() };
        let mut w = World::open_in(around, settings, BotSeats::default()).unwrap();
        w.begin(1, 1);
        assert_eq!(w.room.market(), None);
        assert_eq!(w.bar("x"), Some(BetBar::BettingOff));
    }
}

#[test]
fn a_room_may_choose_less_than_the_server_allows() {
    let stand = Stand { betting: BettingMode::Picks, ..pool(brisk()).stand };
    let w = World::with_market(RoomSettings { stand, ..brisk() });
    assert_eq!(w.market().mode, BettingMode::Picks);
}

#[test]
fn an_unlisted_room_bets_with_coins_of_its_own() {
    let w = World::with_market(RoomSettings { visibility: Visibility::Unlisted, ..pool(brisk()) });
    assert_eq!(w.market().scope, WalletScope::Room);
}

#[test]
fn no_bets_are_taken_for_three_seconds_after_somebody_sat_down_or_stood_up() {
    let mut w = World::with_market(pool(brisk()));
    let since = w.log.len();
    w.sits("s2", SOUTH);
    assert_eq!(w.bar("x"), Some(BetBar::MarketSuspended { why: SuspendReason::Roster }));
    w.wait(2_000);
    w.leaves("s2");
    w.wait(2_999);
    assert_eq!(w.state(), MarketState::Suspended, "counted from the last change");
    w.wait(1);
    assert_eq!(w.state(), MarketState::Open);
    let market = MarketId(1);
    let told =
        [Event::MarketSuspended { market, why: SuspendReason::Roster }, Event::MarketReopened { market }];
    assert_eq!(w.market_events(since), told, "each reason once");
    w.check_log();
}

#[test]
fn no_bets_are_taken_while_nobody_of_a_side_is_there() {
    let mut w = World::with_market(pool(brisk()));
    w.socket("s1", false);
    assert_eq!(w.bar("x"), Some(BetBar::MarketSuspended { why: SuspendReason::Absent }));
    w.socket("s1", true);
    assert_eq!(w.state(), MarketState::Open);

    w.sits("s2", SOUTH);
    w.wait(3_000);
    w.socket("s1", false);
    assert_eq!(w.state(), MarketState::Open, "somebody of the side is there");
    w.check_log();
}

#[test]
fn in_a_slow_room_being_away_stops_no_bets() {
    let clock =
        protocol::settings::Clock::Slow { ms: 86_400_000, flag: protocol::settings::FlagPolicy::Lose };
    let mut w = World::with_market(RoomSettings { clock, ..pool(brisk()) });
    w.goes_away("s1");
    w.goes_away("n1");
    assert_eq!(w.state(), MarketState::Open);
}

#[test]
fn of_several_reasons_each_is_told_and_the_last_one_reopens() {
    let mut w = World::with_market(pool(brisk()));
    let since = w.log.len();
    w.suspend(SuspendReason::Admin, true);
    assert_eq!(w.suspend(SuspendReason::Admin, true), Vec::new(), "once is enough");
    w.sits("s2", SOUTH);
    w.suspend(SuspendReason::Ledger, true);
    assert_eq!(w.market().suspended, Some(SuspendReason::Ledger), "the gravest is shown");
    w.wait(3_000);
    w.suspend(SuspendReason::Ledger, false);
    assert_eq!(w.bar("x"), Some(BetBar::MarketSuspended { why: SuspendReason::Admin }));
    w.suspend(SuspendReason::Admin, false);
    assert_eq!(w.suspend(SuspendReason::Admin, false), Vec::new());
    assert_eq!(w.state(), MarketState::Open);
    let market = MarketId(1);
    let told = [
        Event::MarketSuspended { market, why: SuspendReason::Admin },
        Event::MarketSuspended { market, why: SuspendReason::Roster },
        Event::MarketSuspended { market, why: SuspendReason::Ledger },
        Event::MarketEased { market, why: SuspendReason::Roster },
        Event::MarketEased { market, why: SuspendReason::Ledger },
        Event::MarketReopened { market },
    ];
    assert_eq!(w.market_events(since), told);
    w.check_log();
}

#[test]
fn a_server_that_stops_takes_no_bets_and_the_next_one_does_when_people_are_back() {
    let mut w = World::with_market(pool(brisk()));
    w.hold(HoldReason::Draining);
    assert_eq!(w.bar("x"), Some(BetBar::MarketSuspended { why: SuspendReason::Server }));
    w.room = Room::fold(&w.log);
    w.now += 40_000;
    w.hold(HoldReason::Recovering);
    assert_eq!(w.bar("x"), Some(BetBar::MarketSuspended { why: SuspendReason::Absent }));
    w.socket("s1", true);
    w.socket("n1", true);
    assert_eq!((w.state(), w.market().id), (MarketState::Open, MarketId(1)));
    w.check_log();
}

#[test]
fn a_stop_that_is_called_off_lets_bets_be_taken_again() {
    let mut w = World::with_market(pool(brisk()));
    w.hold(HoldReason::Draining);
    w.release(HoldReason::Draining);
    assert_eq!(w.state(), MarketState::Open);
}

#[test]
fn bets_are_locked_right_before_the_game_begins_with_all_who_take_part() {
    let mut w = World::with_market(pool(brisk()));
    w.sits("s2", SOUTH);
    w.sits("gone", NORTH);
    w.leaves("gone");
    w.wait(3_000);
    w.everybody_is_ready();
    let start = w.table().start_at.unwrap();
    w.wait(start - w.now);
    let entry = w.log.last().unwrap();
    let locked = entry.events.iter().position(|event| matches!(event, Event::MarketLocked { .. })).unwrap();
    let Event::MarketLocked { market, stale_at, sides, host } = &entry.events[locked] else { panic!() };
    assert_eq!((*market, *stale_at), (MarketId(1), start + STALE_MS));
    assert_eq!(
        (&sides.south, &sides.north),
        (&vec![user("s1"), user("s2")], &vec![user("n1"), user("gone")])
    );
    assert_eq!(*host, Some(user("host")));
    assert!(matches!(entry.events[locked + 1], Event::GameBegan { game: 1, .. }));
    assert_eq!(w.bar("x"), Some(BetBar::MarketLocked));
    w.check_log();
}

#[test]
fn a_suspended_market_is_locked_as_well() {
    let mut w = World::with_market(pool(brisk()));
    w.suspend(SuspendReason::Admin, true);
    w.starts();
    assert_eq!(w.state(), MarketState::Locked);
    assert_eq!(w.market().suspended, None);
    w.suspend(SuspendReason::Ledger, true);
    assert_eq!(
        (w.state(), w.market().suspended),
        (MarketState::Locked, None),
        "nothing changes after the lock"
    );
}

/// Whoever stopped betting in a room expects it to stay stopped until he lets it go on.
#[test]
fn what_an_administrator_stopped_stays_stopped_for_the_games_that_follow() {
    let admin = BetBar::MarketSuspended { why: SuspendReason::Admin };
    let plays_and_resigns = |w: &mut World| {
        w.starts();
        assert_eq!((w.state(), w.market().suspended), (MarketState::Locked, None));
        w.plays(4);
        w.moves("s1", Motion::Resign);
    };
    let mut w = World::with_market(pool(brisk()));
    w.suspend(SuspendReason::Admin, true);
    plays_and_resigns(&mut w);
    assert_eq!((w.market().id, w.bar("x")), (MarketId(2), Some(admin)), "the next one opens stopped");
    w.check_log();
    w.room = Room::fold(&w.log);
    // Let go on while a market runs, and stopped again: the one that runs is none of it.
    plays_and_resigns(&mut w);
    assert_eq!((w.market().id, w.bar("x")), (MarketId(3), Some(admin)));
    w.starts();
    let since = w.log.len();
    w.suspend(SuspendReason::Admin, false);
    assert_eq!(w.suspend(SuspendReason::Admin, false), Vec::new(), "once is enough");
    w.suspend(SuspendReason::Admin, true);
    w.suspend(SuspendReason::Admin, false);
    let (market, why) = (MarketId(3), SuspendReason::Admin);
    let told = [
        Event::MarketEased { market, why },
        Event::MarketSuspended { market, why },
        Event::MarketEased { market, why },
    ];
    assert_eq!(w.market_events(since), told);
    assert_eq!((w.state(), w.market().suspended), (MarketState::Locked, None));
    w.plays(4);
    w.moves("s1", Motion::Resign);
    assert_eq!((w.market().id, w.state()), (MarketId(4), MarketState::Open));
    assert_eq!(w.bar("x"), None);
    w.check_log();
}

#[test]
fn a_side_that_only_bots_are_left_on_begins_without_a_market() {
    let mut w = World::with_market(pool(brisk()));
    w.must("host", Command::BotAdd { side: NORTH });
    w.leaves("n1");
    w.must("s1", Command::ReadySet { on: true });
    let start = w.table().start_at.unwrap();
    w.wait(start - w.now);
    assert!(w.room.is_playing());
    assert_eq!(w.ends(), [void(VoidReason::Abandoned)]);
    w.check_log();
}

#[test]
fn a_market_whose_game_does_not_begin_for_a_day_is_void_and_the_next_change_opens_another() {
    let day = 86_400_000;
    let mut w = World::with_market(pool(brisk()));
    w.wait(day / 2);
    w.sits("s2", SOUTH);
    w.wait(day - 1);
    assert_eq!(w.ends(), [], "a day from the last change");
    w.wait(1);
    assert_eq!(w.ends(), [void(VoidReason::Abandoned)]);
    w.must("s1", Command::ReadySet { on: true });
    w.socket("s1", false);
    assert_eq!(w.bar("x"), Some(BetBar::MarketClosed), "nothing but the roster brings another one");
    w.socket("s1", true);
    w.sits("n2", NORTH);
    assert_eq!((w.state(), w.market().id), (MarketState::Open, MarketId(2)));
    w.check_log();
}

#[test]
fn where_the_server_allows_less_the_stakes_go_back() {
    let mut w = World::with_market(pool(brisk()));
    w.around.betting = BettingMode::Picks;
    assert_eq!(w.bar("x"), Some(BetBar::MarketClosed), "even before the room has noticed");
    w.tick();
    assert_eq!(w.ends(), [void(VoidReason::TurnedOff)]);
    assert_eq!((w.market().id, w.market().mode), (MarketId(2), BettingMode::Picks));
    assert_eq!(w.state(), MarketState::Open, "what is allowed goes on");
    w.around.betting = BettingMode::Off;
    w.tick();
    assert_eq!(w.ends(), [void(VoidReason::TurnedOff); 2]);
    assert_eq!(w.bar("x"), Some(BetBar::BettingOff));
    w.around.betting = BettingMode::Pool;
    w.tick();
    assert_eq!((w.state(), w.market().mode), (MarketState::Open, BettingMode::Pool));

    w.starts();
    w.around.betting = BettingMode::Picks;
    w.tick();
    assert_eq!(w.market().end, Some(void(VoidReason::TurnedOff)), "and after the lock as well");
    assert!(w.room.is_playing(), "the game goes on");
    w.check_log();
}

#[test]
fn a_moderator_ends_a_market_and_its_game_gets_no_other_one() {
    let mut w = World::with_market(pool(brisk()));
    w.void(VoidReason::Moderator);
    w.sits("s2", SOUTH);
    assert_eq!(w.bar("x"), Some(BetBar::MarketClosed));
    w.starts();
    assert_eq!(w.ends(), [void(VoidReason::Moderator)]);
    w.all_move(&["s1", "s2"], Motion::Resign);
    assert_eq!((w.market().game, w.state()), (1, MarketState::Open), "the next match has one");
    w.check_log();
}

#[test]
fn a_match_of_several_games_has_a_market_a_game() {
    let settings = RoomSettings { series: engine::SeriesGoal::FirstToWins { wins: 2 }, ..pool(brisk()) };
    let mut w = World::locked(settings);
    w.plays(4);
    w.moves("s1", Motion::Resign);
    assert_eq!(w.ends(), [result(Outcome::North)]);
    assert_eq!((w.market().id, w.market().game, w.state()), (MarketId(2), 2, MarketState::Open));
    w.must("s1", Command::RematchSet { on: true });
    w.must("n1", Command::RematchSet { on: true });
    let start = w.table().start_at.unwrap();
    assert_eq!(start, w.now + 20_000, "another game has its countdown as well");
    w.wait(20_000);
    assert_eq!((w.game().game, w.state()), (2, MarketState::Locked));
    w.check_log();
}

#[test]
fn a_game_that_did_not_count_is_followed_by_a_market_on_the_next_number() {
    let mut w = World::locked(pool(brisk()));
    w.agree(Motion::Abort);
    assert_eq!(w.ends(), [void(VoidReason::MatchAborted)]);
    assert_eq!((w.market().game, w.state()), (2, MarketState::Open));
    w.everybody_is_ready();
    w.wait(20_000);
    assert_eq!((w.game().game, w.state()), (2, MarketState::Locked));
}

#[test]
fn a_takeback_after_the_lock_changes_nothing() {
    let mut w = World::locked(pool(brisk()));
    w.plays(3);
    let before = w.market();
    w.agree(Motion::Takeback { ply: 3 });
    assert_eq!(w.plies(), 2);
    assert_eq!(w.market(), before);
}

#[test]
fn who_sits_down_after_the_lock_changes_nothing() {
    let mut w = World::locked(pool(brisk()));
    let before = w.market();
    w.sits("s2", SOUTH);
    w.leaves("s1");
    w.wait(3_000);
    assert_eq!(w.market(), before);
    w.check_log();
}

#[test]
fn a_restart_keeps_an_open_a_suspended_a_locked_and_a_waiting_market() {
    let restart = |w: &mut World| {
        w.check_log();
        let before = w.market();
        w.room = Room::fold(&w.log);
        w.now += 5_000;
        w.hold(HoldReason::Recovering);
        w.socket("s1", true);
        w.socket("n1", true);
        before
    };
    let mut w = World::with_market(delayed(brisk(), 90_000));
    let before = restart(&mut w);
    assert_eq!(w.market(), before);

    w.suspend(SuspendReason::Admin, true);
    let before = restart(&mut w);
    assert_eq!(w.market(), before);
    w.suspend(SuspendReason::Admin, false);

    w.starts();
    let before = restart(&mut w);
    assert_eq!((w.market(), w.state()), (before, MarketState::Locked));
    w.wait(10_000);

    w.plays(4);
    w.moves("n1", Motion::Resign);
    w.wait(30_000);
    let before = restart(&mut w);
    assert_eq!((w.market(), w.state()), (before, MarketState::Locked), "it waits for who is behind");
    w.wait(54_999);
    assert_eq!(w.ends(), []);
    w.wait(1);
    assert_eq!(w.ends(), [result(Outcome::South)], "and is paid at its moment");
    w.check_log();
}

#[test]
fn the_lobby_tells_whether_bets_are_taken() {
    let id = RoomId::try_from("abcdefghjkmnpqrs".to_owned()).unwrap();
    let row = |w: &World| {
        let row = view::lobby(&w.room, &id).unwrap();
        (row.betting, row.phase, row.rated)
    };
    let mut w = World::betting(pool(brisk()));
    assert_eq!(row(&w), (false, LobbyPhase::Seating, false));
    w.sits("s1", SOUTH);
    w.sits("n1", NORTH);
    assert_eq!(row(&w), (true, LobbyPhase::Seating, false));
    w.suspend(SuspendReason::Ledger, true);
    assert_eq!(row(&w), (false, LobbyPhase::Seating, false));
    w.suspend(SuspendReason::Ledger, false);
    w.starts();
    assert_eq!(row(&w), (false, LobbyPhase::Playing, false));
}

#[test]
fn no_event_of_a_market_shows_in_what_anybody_sees_of_the_room() {
    let mut w = World::with_market(pool(brisk()));
    let before = (w.table(), w.team(SOUTH), w.team(NORTH), view::stand(&w.room));
    let events = w.suspend(SuspendReason::Admin, true);
    assert!(saw!(events, Event::MarketSuspended { .. }));
    w.void(VoidReason::Moderator);
    assert_eq!((w.table(), w.team(SOUTH), w.team(NORTH), view::stand(&w.room)), before);
}
