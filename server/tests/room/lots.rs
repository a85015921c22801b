//! Lots: sealed when a game begins, drawn in it, told when it is over, and drawn again by anybody
//! (`docs/room.md` 4 and 9).

use engine::Preset;
use protocol::Audience;
use protocol::event::{EndReason, Event, FlagEffect, WonBy};
use protocol::settings::{Clock, DecisionMode, FlagPolicy, HandPolicy, RoomSettings, TieRule};
use protocol::view::GameView;
use server::room::lots::{Lot, LotSeed};

use crate::saw;
use crate::world::*;

use DecisionMode::{Hand, Plurality};

fn by_lot(settings: RoomSettings) -> RoomSettings {
    let clock = Clock::PerMove { ms: 10_000, flag: FlagPolicy::RandomLegal };
    small(RoomSettings { clock, ..settings })
}

/// The seed that the log told, and that opens the seal.
fn unsealed(game: &GameView) -> LotSeed {
    let seed = LotSeed::of_hex(game.unsealed.as_ref().unwrap()).unwrap();
    assert_eq!(game.seal.as_deref(), Some(&*seed.seal()), "it is the seed that was sealed");
    seed
}

#[test]
fn a_game_is_sealed_when_it_begins_and_nobody_learns_the_seed_before_its_end() {
    let mut w = World::playing(by_lot(room(Hand)), 1, 1);
    assert_eq!(w.game().seal.as_ref().unwrap().len(), 64);
    assert_eq!(w.game().unsealed, None);
    let sealed = w.log.iter().flat_map(|entry| &entry.events);
    let mut sealed = sealed.filter(|event| matches!(event, Event::Sealed { .. }));
    assert_eq!(sealed.next().map(Event::audience), Some(Audience::Log));
    assert!(sealed.next().is_none());
    while w.game().turn.is_some() {
        w.wait(10_000);
    }
    unsealed(&w.game());
    w.check_log();
    for name in ["s1", "n1"] {
        w.must(name, protocol::Command::RematchSet { on: true });
    }
    let first = w.log.iter().flat_map(|entry| &entry.events).find_map(|event| match event {
        Event::GameBegan { seal, .. } => seal.clone(),
        _ => None,
    });
    assert_ne!(first, w.game().seal, "each game has its own");
}

/// A whole game of lots, drawn again by somebody who has only what everybody was told.
#[test]
fn every_random_move_of_a_game_can_be_drawn_again_from_the_unsealed_seed() {
    let mut w = World::playing(by_lot(room(Hand)), 2, 1);
    let rules = w.room.agreed().unwrap().rules.clone();
    while w.game().turn.is_some() {
        w.wait(10_000);
    }
    let game = w.game();
    let seed = unsealed(&game);
    let mut position = game.opening;
    for (ply, row) in (1..).zip(&game.plies) {
        let offers = position.legal_moves(&rules);
        let moves: Vec<_> = offers
            .into_iter()
            .flat_map(|offer| [vec![offer.mv], offer.choices.into_iter().map(|it| it.mv).collect()].concat())
            .collect();
        assert_eq!(row.mv, moves[seed.draw(Lot::Move(row.side, ply), moves.len())], "ply {ply}");
        position = position.play(&rules, &row.mv).unwrap().after;
    }
    assert!(game.plies.len() > 5, "{}", game.plies.len());
    w.check_log();
}

#[test]
fn a_tie_by_lot_can_be_drawn_again_from_the_tally_and_the_unsealed_seed() {
    let settings = deciding(Plurality, |decision| {
        (decision.runoff, decision.tie, decision.consent_ms) = (false, TieRule::Chance, 0);
        decision.hand = HandPolicy::Fixed;
    });
    let mut w = World::playing(by_lot(settings), 5, 1);
    let mut ties = 0;
    while w.game().turn.is_some() {
        if w.turn().side == SOUTH && w.offers().len() > 2 {
            for (voter, choice) in [("s1", 2), ("s2", 0), ("s3", 1), ("s4", 1), ("s5", 0)] {
                w.votes(voter, choice);
            }
            ties += 1;
        }
        w.wait(10_000);
    }
    let seed = unsealed(&w.game());
    let mut drawn = 0;
    for event in w.log.iter().flat_map(|entry| &entry.events) {
        let Event::BallotClosed { side, ballot, result, tally } = event else { continue };
        let protocol::event::BallotResult::Won { mv, by: WonBy::Chance } = result else { continue };
        let tied: Vec<_> = tally.iter().filter(|row| row.votes == tally[0].votes).collect();
        assert_eq!(tied[seed.draw(Lot::Tie(*side, *ballot), tied.len())].mv, *mv);
        drawn += 1;
    }
    assert!(drawn > 3 && drawn == ties, "{drawn} of {ties}");
}

#[test]
fn a_random_move_is_laid_only_for_who_has_said_nothing() {
    let mut w = World::playing(by_lot(room(Hand)), 3, 1);
    let mv = w.mv(1);
    w.votes("s2", 1);
    w.wait(10_000);
    assert!(!saw!(w.log.last().unwrap().events, Event::Flagged { .. }), "a vote is something");
    assert_eq!(w.game().plies[0].mv, mv);

    let mut w = World::playing(by_lot(room(Hand)), 3, 1);
    w.lays("s1", 0);
    w.withdraws("s1");
    let spent = w.turn().spent;
    w.wait(10_000);
    let events = &w.log.last().unwrap().events;
    assert!(saw!(events, Event::Flagged { effect: FlagEffect::RandomMove, .. }));
    assert!(saw!(events, Event::Stood { tried: false, .. }), "it stands at once");
    assert_ne!(w.game().plies[0].mv, spent[0], "what was withdrawn is not drawn");
    assert_eq!(w.game().plies[0].by, w.id("s1"));
    w.check_log();
}

#[test]
fn an_empty_bank_has_half_a_minute_after_a_random_move() {
    let clock = Clock::Bank { ms: 5_000, increment_ms: 0, flag: FlagPolicy::RandomLegal };
    let mut w = World::playing(RoomSettings { clock, ..room(Hand) }, 2, 1);
    w.wait(5_000);
    assert_eq!((w.plies(), w.left().south), (1, 30_000));
    w.lays("n1", 0);
    w.wait(29_999);
    assert_eq!(w.plies(), 2);
    w.wait(1);
    assert_eq!(w.plies(), 3);
}

#[test]
fn a_side_without_members_has_nobody_to_lay_a_random_move_and_loses() {
    let mut w = World::playing(by_lot(room(Hand)), 1, 1);
    w.leaves("s1");
    w.wait(10_000);
    assert_eq!(w.game().result.unwrap().reason, EndReason::Flag);
    w.check_log();
}

#[test]
fn every_game_is_sealed() {
    for preset in Preset::ALL.iter().copied() {
        let settings = server::room::settings::defaults(preset);
        let mut w = World::open(settings);
        w.seat("s", 1, SOUTH);
        w.seat("n", 1, NORTH);
        w.everybody_is_ready();
        assert!(w.game().seal.is_some(), "{preset:?}");
    }
}
