//! Games to their end, matches of several games, races, questions about moves.

use engine::{BySide, Move, Preset, SeriesGoal};
use protocol::event::{EndReason, Event, GameResult, RaceStory, SeriesView, StarterReason};
use protocol::refusal::{IllegalReason, Refusal};
use protocol::settings::DecisionMode::Hand;
use protocol::settings::{RoomSettings, StarterRule};
use protocol::{At, Command, Motion};
use server::room::{settings, view};

use crate::saw;
use crate::world::*;

/// Play to the end of the game, each hand laying some legal move.
fn play_on(w: &mut World, salt: usize) -> GameResult {
    while w.game().turn.is_some() {
        let hand = w.hand(w.turn().side).unwrap();
        w.lays(&hand, w.plies().wrapping_mul(31) + salt);
        w.wait(6_000);
    }
    w.game().result.unwrap()
}

fn began(w: &World) -> Vec<(u16, StarterReason, Option<RaceStory>)> {
    let begun = |event: &Event| match event {
        Event::GameBegan { game, how, race, .. } => Some((*game, *how, race.clone())),
        _ => None,
    };
    w.log.iter().flat_map(|entry| &entry.events).filter_map(begun).collect()
}

fn rematch(w: &mut World) {
    for member in w.table().members {
        if !member.seats.is_empty() && w.game().result.is_some() {
            w.must(&member.name, Command::RematchSet { on: true });
        }
    }
}

#[test]
fn every_game_can_be_played_to_its_end() {
    for info in settings::catalogue() {
        let base = RoomSettings { starter: StarterRule::Agreement, ..info.defaults };
        let pits = if base.game.preset == Preset::EnGehe { 8 } else { base.game.pits };
        let game = protocol::settings::GameChoice { pits, ..base.game };
        let mut decision = base.decision;
        decision.mode = Hand;
        let mut w = World::playing(RoomSettings { game, decision, ..base }, 3, 3);
        let result = play_on(&mut w, 3);
        assert!(!matches!(result.reason, EndReason::Flag | EndReason::Abandoned | EndReason::Resigned));
        assert_eq!(w.table().series.games, 1);
        w.check_log();
    }
}

#[test]
fn a_match_goes_to_the_agreed_wins_and_the_starts_alternate() {
    let settings = RoomSettings { series: SeriesGoal::FirstToWins { wins: 2 }, ..small(room(Hand)) };
    let mut w = World::playing(settings, 2, 1);
    let mut starters = vec![w.game().starter];
    let mut salt = 0;
    while w.table().series.over.is_none() {
        play_on(&mut w, salt);
        salt += 5;
        if w.table().series.over.is_none() {
            rematch(&mut w);
            starters.push(w.game().starter);
        }
    }
    let series = w.table().series;
    assert_eq!(series.pins.south.max(series.pins.north), 2);
    assert_eq!(usize::from(series.games), starters.len());
    assert!(starters.len() > 1 && starters.windows(2).all(|pair| pair[0] != pair[1]));
    assert!(began(&w)[1..].iter().all(|(_, how, _)| *how == StarterReason::Alternated));
    rematch(&mut w);
    assert_eq!((w.game().game, w.table().series), (1, SeriesView::default()), "a new match");
    assert_eq!(began(&w).last().unwrap().1, StarterReason::Agreed);
    w.check_log();
}

#[test]
fn another_game_takes_the_majority_of_those_who_are_there_on_both_sides() {
    let mut w = World::playing(small(room(Hand)), 3, 2);
    assert_eq!(w.refused("s1", Command::RematchSet { on: true }), Refusal::GameRunning);
    play_on(&mut w, 0);
    w.goes_away("s3");
    w.must("s1", Command::RematchSet { on: true });
    w.must("n1", Command::RematchSet { on: true });
    w.must("n2", Command::RematchSet { on: true });
    assert_eq!(w.table().rematch.len(), 3);
    assert_eq!(w.game().game, 1);
    w.must("n1", Command::RematchSet { on: false });
    w.must("s2", Command::RematchSet { on: true });
    assert!(w.game().result.is_some());
    w.must("n1", Command::RematchSet { on: true });
    assert!(w.game().result.is_none() && w.table().rematch.is_empty());
    let mut w = World::open(room(Hand));
    w.sits("s1", SOUTH);
    assert_eq!(w.refused("s1", Command::RematchSet { on: true }), Refusal::NoGame);
}

#[test]
fn bots_agree_to_another_game_once_a_person_asks() {
    let mut w = World::open(small(room(Hand)));
    w.sits("s1", SOUTH);
    w.must("host", Command::BotAdd { side: NORTH });
    w.must("s1", Command::ReadySet { on: true });
    w.must("s1", Command::MotionOpen { what: protocol::Motion::Resign });
    w.wait(1_000_000);
    assert!(w.game().result.is_some());
    w.must("s1", Command::RematchSet { on: true });
    assert!(w.game().result.is_none());
}

#[test]
fn a_leaver_takes_his_wish_along_and_the_rest_may_be_enough() {
    let mut w = World::playing(small(room(Hand)), 2, 1);
    play_on(&mut w, 0);
    w.must("n1", Command::RematchSet { on: true });
    w.must("s1", Command::RematchSet { on: true });
    assert!(w.game().result.is_some());
    w.leaves("s2");
    assert!(w.game().result.is_none());
}

#[test]
fn the_race_is_run_from_recorded_lots_and_the_first_to_sleep_starts() {
    let settings = RoomSettings { team_max: 5, ..settings::defaults(Preset::Enkeshui) };
    let mut w = World::open(settings);
    w.sits("s1", SOUTH);
    w.sits("n1", NORTH);
    w.everybody_is_ready();
    let (_, how, race) = began(&w).pop().unwrap();
    let race = race.unwrap();
    assert_eq!(how, StarterReason::Race);
    assert!(!race.void && race.before.total() == 48 && w.game().opening.total() == 48);
    assert_eq!(race.lifted, BySide::new(7, 15));
    let first = race.drops.iter().find(|drop| drop.sleeps).unwrap();
    assert_eq!(first.side, w.game().starter);
    // The drops as they are told lead from the board before to the opening.
    let mut pits = race.before.pits().to_vec();
    let mut hands = race.lifted.map(|pit| std::mem::take(&mut pits[usize::from(pit)]));
    for drop in &race.drops {
        let pit = usize::from(drop.pit);
        hands[drop.side] -= 1;
        pits[pit] += 1;
        if drop.lifted > 0 {
            assert_eq!(std::mem::take(&mut pits[pit]), drop.lifted);
            hands[drop.side] = drop.lifted;
        }
    }
    assert_eq!((hands, pits.as_slice()), (BySide::both(0), w.game().opening.pits()));
    w.check_log();
}

#[test]
fn a_refilled_match_sets_each_game_up_with_the_seeds_of_the_last() {
    let mut w = World::open(settings::defaults(Preset::Enkeshui));
    w.sits("s1", SOUTH);
    w.sits("n1", NORTH);
    w.everybody_is_ready();
    for salt in 0..20 {
        let result = play_on(&mut w, salt);
        let series = w.table().series;
        assert_eq!(series.seeds, result.score.map(u32::from));
        if series.over.is_some() {
            break;
        }
        rematch(&mut w);
        assert_eq!(w.game().opening.total(), 48);
        let race = w.game().race.unwrap();
        let whole = result.score.map(|seeds| seeds.min(24) / 4 * 4);
        let laid = BySide::from_fn(|side| race.before.row(side).iter().sum::<u16>());
        assert_eq!(laid, whole);
    }
    assert!(w.table().series.games > 1);
    w.check_log();

    // Without a race the loser of the last game starts the next one.
    let base = settings::defaults(Preset::EnkeshuiRuss);
    let mut w = World::playing(RoomSettings { starter: StarterRule::Agreement, ..base }, 1, 1);
    w.must("s1", Command::MotionOpen { what: protocol::Motion::Resign });
    if w.table().series.over.is_none() {
        rematch(&mut w);
        assert_eq!((w.game().starter, began(&w)[1].1), (SOUTH, StarterReason::LostLast));
    }
}

#[test]
fn an_even_spread_may_go_on_with_a_smaller_board() {
    let base = settings::defaults(Preset::LayliGabradarre);
    let mut w = World::playing(RoomSettings { starter: StarterRule::Agreement, ..base }, 1, 1);
    let mut sizes = Vec::new();
    for salt in 0..30 {
        play_on(&mut w, salt);
        if w.table().series.over.is_some() {
            break;
        }
        rematch(&mut w);
        sizes.push(w.game().opening.pits_per_row());
        assert_eq!(w.game().opening.total(), 60);
    }
    assert!(!sizes.is_empty());
    w.check_log();
}

#[test]
fn the_story_of_a_move_is_told_before_it_is_played() {
    let mut w = World::playing(room(Hand), 3, 1);
    let (game, ply, offers) = view::offers(&w.room).unwrap();
    assert_eq!((game, ply, offers.len()), (1, 1, 8));
    let at = At { game, ply, tries: 0, back: 0 };
    let (trace, after) = view::trace(&w.room, at, &offers[7].mv).unwrap();
    assert_eq!(trace.captured, offers[7].preview.unwrap().captured);
    w.lays("s1", 7);
    assert_eq!(w.tried().unwrap().after, after);
    assert_eq!(view::trace(&w.room, at, &offers[7].mv), Ok((trace, after)), "tries do not matter");
    w.wait(6_000);
    assert_eq!(
        view::trace(&w.room, at, &offers[7].mv),
        Err(Refusal::Stale { game: 1, ply: 2, tries: 0, back: 0 })
    );
    let no_pit = view::trace(&w.room, At { ply: 2, ..at }, &Move::sow(9));
    assert_eq!(no_pit, Err(Refusal::IllegalMove { why: IllegalReason::NoSuchPit }));
    assert_eq!(view::trace(&World::open(room(Hand)).room, at, &Move::sow(1)), Err(Refusal::NoGame));
    assert!(saw!(w.log.last().unwrap().events, Event::TurnBegan { ply: 2, .. }));
}

/// Who started a game that did not count starts the next one, were it the first.
#[test]
fn a_game_that_did_not_count_is_begun_again_by_who_began_it() {
    let mut settings = room(Hand);
    settings.starter = StarterRule::Toss;
    for _ in 0..6 {
        let mut w = World::open(settings.clone());
        w.seat("s", 1, SOUTH);
        w.seat("n", 1, NORTH);
        w.everybody_is_ready();
        for game in 1..6 {
            let starter = w.game().starter;
            w.moves("s1", Motion::Abort);
            w.moves("n1", Motion::Abort);
            w.everybody_is_ready();
            assert_eq!((w.game().game, w.game().starter), (game + 1, starter));
        }
        w.check_log();
    }
}
