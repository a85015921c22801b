//! Who may bet, and who may not sit or be the host because of it.

use protocol::betting::{BetBar, Outcome, SuspendReason, VoidReason};
use protocol::event::Event;
use protocol::settings::RoomSettings;
use protocol::{Cid, Command, MarketId, Motion, Refusal};
use server::room::{Ask, Caller, decide};
use uuid::Uuid;

use crate::bettors::*;
use crate::world::*;

const fn take(side: engine::Side) -> Command {
    Command::SeatTake { side: Some(side), withdraw: false }
}

fn refused(why: BetBar) -> Result<(), Refusal> {
    Err(Refusal::BetRefused { why })
}

#[test]
fn whoever_watches_may_bet_known_or_not() {
    let mut w = World::with_market(pool(brisk()));
    assert_eq!(w.bar("x"), None);
    assert_eq!(w.room.member_of(user("x")), None, "and does not become known by it");
    w.says("y", protocol::command::Hearers::Stand, "ho");
    assert_eq!(w.bar("y"), None);
}

#[test]
fn who_sits_or_sat_in_the_match_may_not() {
    let mut w = World::with_market(pool(brisk()));
    w.sits("s2", SOUTH);
    w.leaves("s2");
    w.wait(3_000);
    for name in ["s1", "n1", "s2"] {
        assert_eq!(w.bar(name), Some(BetBar::IsParticipant), "{name}");
    }
}

#[test]
fn w14_who_left_his_seat_before_or_in_the_game_may_not() {
    let settings = RoomSettings { series: engine::SeriesGoal::FirstToWins { wins: 3 }, ..pool(brisk()) };
    let mut w = World::betting(settings);
    w.begin(2, 1);
    w.plays(1);
    w.leaves("s2");
    assert_eq!(w.bar("s2"), Some(BetBar::IsParticipant));
    w.plays(3);
    w.moves("n1", Motion::Resign);
    w.wait(3_000);
    assert_eq!(w.bar("s2"), Some(BetBar::IsParticipant), "nor on the later games of the match");
    assert_eq!(w.bar("x"), None);
}

#[test]
fn after_a_match_the_list_of_those_who_took_part_begins_anew() {
    let mut w = World::betting(pool(brisk()));
    w.begin(3, 1);
    w.plays(4);
    w.leaves("s3");
    w.moves("n1", Motion::Resign);
    assert_eq!(w.room.sides_of_series().south, [user("s1"), user("s2")]);
    w.leaves("s2");
    w.wait(3_000);
    assert_eq!(w.bar("s3"), None, "who left in the last match");
    assert_eq!(w.bar("s2"), None, "and who does not go on");
    assert_eq!(w.bar("s1"), Some(BetBar::IsParticipant), "but not who sits there");

    w.sits("s3", SOUTH);
    w.leaves("s3");
    w.must("s1", Command::RematchSet { on: true });
    w.leaves("s1");
    w.sits("s4", SOUTH);
    w.must("s4", Command::ReadySet { on: true });
    w.leaves("s4");
    w.wait(3_000);
    for name in ["s1", "s3", "s4"] {
        assert_eq!(w.bar(name), Some(BetBar::IsParticipant), "{name} sat down for it, or wanted it");
    }
    w.sits("s5", SOUTH);
    w.must("s5", Command::ReadySet { on: true });
    w.must("n1", Command::ReadySet { on: true });
    w.wait(20_000);
    let told = w.market_events(0).into_iter().rev().find_map(|event| match event {
        Event::MarketLocked { sides, .. } => Some(sides),
        _ => None,
    });
    let sides = told.unwrap();
    assert_eq!(sides.north, [user("n1")]);
    for name in ["s1", "s3", "s4", "s5"] {
        assert!(sides.south.contains(&user(name)), "{name}");
    }
    assert!(!sides.south.contains(&user("s2")));
    w.check_log();
}

#[test]
fn whoever_is_there_when_the_start_is_set_takes_part() {
    let mut w = World::betting(pool(brisk()));
    w.begin(2, 1);
    w.plays(4);
    w.moves("n1", Motion::Resign);
    w.must("s1", Command::RematchSet { on: true });
    w.must("n1", Command::RematchSet { on: true });
    assert_eq!(w.table().start_at, None, "one of two is no majority");
    w.must("s2", Command::RematchSet { on: true });
    w.must("s2", Command::RematchSet { on: false });
    w.wait(3_000);
    w.sits("s3", SOUTH);
    w.leaves("s3");
    w.must("s2", Command::RematchSet { on: true });
    assert!(w.table().start_at.is_some());
    w.leaves("s2");
    assert_eq!(w.bar("s2"), Some(BetBar::IsParticipant));
}

#[test]
fn the_host_may_not() {
    let mut w = World::with_market(pool(brisk()));
    assert_eq!(w.bar("host"), Some(BetBar::HasAuthority));
    w.says("x", protocol::command::Hearers::All, "ho");
    w.must("host", Command::HostPass { to: w.id("x") });
    assert_eq!(w.bar("x"), Some(BetBar::HasAuthority));
    assert_eq!(w.bar("host"), Some(BetBar::HasAuthority), "he was, and may have chosen who plays");
    w.starts();
    w.all_move(&["s1"], Motion::Resign);
    assert_eq!(w.bar("host"), None, "in the next match he was not");
    assert_eq!(w.bar("x"), Some(BetBar::HasAuthority), "who is");
    w.must("x", Command::HostPass { to: w.id("host") });
    assert_eq!(w.bar("x"), Some(BetBar::HasAuthority));
    w.check_log();
}

/// Whoever is followed since he was missed was the host as well.
#[test]
fn a_host_who_was_missed_may_not_bet_on_the_match() {
    let mut w = World::with_market(pool(brisk()));
    w.socket("host", false);
    w.wait(60_000);
    assert_eq!(w.name(w.table().host.unwrap()), "s1");
    assert_eq!(w.bar("host"), Some(BetBar::HasAuthority));
    w.check_log();
}

#[test]
fn bots_and_the_banned_may_not() {
    let mut w = World::with_market(pool(brisk()));
    let command = Command::BetSet {
        market: MarketId(1),
        outcome: Outcome::South,
        stake: protocol::betting::Coins::ZERO,
    };
    let bot = Caller::Bot { user: user("bot") };
    assert_eq!(w.ask(bot, None, None, Ask::Command(command)).map(drop), refused(BetBar::IsParticipant));
    w.says("x", protocol::command::Hearers::All, "ho");
    w.must("host", Command::MemberBan { member: w.id("x"), on: true });
    assert_eq!(w.bets("x", 10), Err(Refusal::Banned));
}

#[test]
fn a_market_that_is_not_there_takes_nothing() {
    let mut w = World::betting(pool(brisk()));
    assert_eq!(w.bar("x"), Some(BetBar::MarketClosed));
    w.seat("s", 1, SOUTH);
    w.seat("n", 1, NORTH);
    for market in [0, 2, u32::MAX] {
        assert_eq!(w.bet_on("x", MarketId(market), Outcome::South, 10), refused(BetBar::MarketClosed));
    }
    w.starts();
    assert_eq!(w.bet_on("x", MarketId(7), Outcome::South, 10), refused(BetBar::MarketClosed));
    assert_eq!(w.bet_on("x", MarketId(1), Outcome::South, 10), refused(BetBar::MarketLocked));
    w.moves("s1", Motion::Resign);
    assert_eq!(w.bet_on("x", MarketId(1), Outcome::South, 10), refused(BetBar::MarketClosed), "it is over");
    assert_eq!(w.bet_on("x", MarketId(2), Outcome::South, 10), Ok(()));
}

#[test]
fn a_stake_may_be_withdrawn_while_no_bets_are_taken_and_not_after_the_lock() {
    let mut w = World::with_market(pool(brisk()));
    w.suspend(SuspendReason::Admin, true);
    let suspended = refused(BetBar::MarketSuspended { why: SuspendReason::Admin });
    assert_eq!(w.bets("x", 10), suspended);
    assert_eq!(w.bets("x", 0), Ok(()));
    w.starts();
    assert_eq!(w.bets("x", 0), refused(BetBar::MarketLocked));
}

#[test]
fn what_the_rules_of_a_market_do_not_know_cannot_be_bet_on() {
    let mut w = World::with_market(pool(brisk()));
    let now = w.market();
    w.void(VoidReason::Moderator);
    let opened = Event::MarketOpened {
        market: MarketId(2),
        game: now.game,
        mode: now.mode,
        scope: now.scope,
        outcomes: vec![Outcome::South, Outcome::North],
    };
    w.room.apply(w.now, &opened);
    assert_eq!(w.bet_on("x", MarketId(2), Outcome::Draw, 10), refused(BetBar::NoSuchOutcome));
    assert_eq!(w.bet_on("x", MarketId(2), Outcome::North, 10), Ok(()));
}

#[test]
fn an_order_that_was_carried_out_before_opens_no_door() {
    let mut w = World::with_market(pool(brisk()));
    let cid = Some(Cid(Uuid::from_u128(77)));
    let ready = Ask::Command(Command::ReadySet { on: true });
    w.ask(person("s1"), cid, None, ready).unwrap();
    let bet = Command::BetSet {
        market: MarketId(1),
        outcome: Outcome::South,
        stake: protocol::betting::Coins::new(10).unwrap(),
    };
    let answer = w.ask(person("s1"), cid, None, Ask::Command(bet));
    assert_eq!(answer.map(drop), refused(BetBar::IsParticipant));
    let cheer = Ask::Command(Command::Cheer { side: SOUTH });
    assert_eq!(w.ask(person("s1"), cid, None, cheer), Err(Refusal::ForbiddenRole));
}

#[test]
fn what_is_due_by_itself_does_not_hang_on_a_bet() {
    let mut w = World::with_market(pool(brisk()));
    w.around.betting = protocol::betting::BettingMode::Off;
    assert_eq!(w.bar("x"), Some(BetBar::BettingOff));
    assert_eq!(w.ends(), [], "a bet that is looked at changes nothing, whatever else is to happen");
    w.tick();
    assert_eq!(w.ends(), [void(VoidReason::TurnedOff)]);
}

#[test]
fn w13_who_has_a_stake_sits_down_only_when_he_has_taken_it_back_before_the_lock() {
    let mut w = World::with_market(pool(brisk()));
    w.stakes("x");
    assert_eq!(w.refused("x", take(SOUTH)), Refusal::HasOpenStake { withdrawable: true });
    w.suspend(SuspendReason::Admin, true);
    assert_eq!(w.refused("x", take(SOUTH)), Refusal::HasOpenStake { withdrawable: true });
    w.suspend(SuspendReason::Admin, false);
    w.staked("x", false);
    w.sits("x", SOUTH);
    w.wait(3_000);
    assert_eq!(w.bar("x"), Some(BetBar::IsParticipant));

    w.stakes("y");
    w.starts();
    assert_eq!(w.refused("y", take(NORTH)), Refusal::HasOpenStake { withdrawable: false });
    let known = w.room.member_of(user("y"));
    assert_eq!(known, None, "and does not become known by asking");
    w.plays(4);
    w.agree_to_end();
    w.staked("y", false);
    w.sits("y", NORTH);
    w.check_log();
}

impl World {
    fn agree_to_end(&mut self) {
        self.all_move(&["s1", "x", "n1"], Motion::Draw);
        assert!(!self.room.is_playing());
    }
}

#[test]
fn the_room_is_not_passed_to_who_has_a_stake() {
    let mut w = World::with_market(pool(brisk()));
    w.says("x", protocol::command::Hearers::All, "ho");
    let x = w.id("x");
    w.stakes("x");
    assert_eq!(w.refused("host", Command::HostPass { to: x }), Refusal::HasOpenStake { withdrawable: true });
    w.starts();
    assert_eq!(w.refused("host", Command::HostPass { to: x }), Refusal::HasOpenStake { withdrawable: false });
    w.staked("x", false);
    w.must("host", Command::HostPass { to: x });
}

#[test]
fn while_there_is_a_market_a_missed_host_is_followed_by_somebody_who_takes_part() {
    let mut w = World::with_market(pool(brisk()));
    w.says("x", protocol::command::Hearers::All, "ho");
    w.socket("s1", false);
    w.socket("n1", false);
    w.socket("host", false);
    w.wait(120_000);
    assert_eq!(w.name(w.table().host.unwrap()), "host", "who watches might have a stake");
    w.sits("n1", NORTH);
    w.wait(0);
    assert_eq!(w.name(w.table().host.unwrap()), "n1");
    w.check_log();
}

#[test]
fn an_owner_who_comes_back_with_a_stake_does_not_have_his_room_back() {
    let mut w = World::with_market(pool(brisk()));
    w.socket("host", false);
    w.wait(60_000);
    assert_eq!(w.name(w.table().host.unwrap()), "s1");
    // He may not bet since he was the host; should he have a stake all the same, it counts.
    w.staked("host", true);
    w.socket("host", true);
    assert_eq!(w.name(w.table().host.unwrap()), "s1");
    w.staked("host", false);
    w.socket("host", false);
    w.socket("host", true);
    assert_eq!(w.name(w.table().host.unwrap()), "host");
}

#[test]
fn a_bet_of_the_server_itself_or_in_no_room_is_refused() {
    let mut w = World::with_market(pool(brisk()));
    let command = Command::BetSet {
        market: MarketId(1),
        outcome: Outcome::South,
        stake: protocol::betting::Coins::ZERO,
    };
    let asked = w.ask(Caller::Server, None, None, Ask::Command(command.clone()));
    assert_eq!(asked, Err(Refusal::ForbiddenRole));
    let order = server::room::Order {
        at: 1,
        entropy: 1,
        by: person("x"),
        cid: None,
        seen: None,
        around: betting(),
        ask: Ask::Command(command),
    };
    assert_eq!(decide(&server::room::Room::default(), &order), Err(Refusal::NoRoom));
}
