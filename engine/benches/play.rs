//! How fast the engine plays, as ratios to a hand-written loop in the same run (E1, E3, E4 of
//! `docs/speed.md`). Every run asserts what it computed; `cargo bench -p engine --bench play`.
//!
//! Measured on two shared cores, best of fifteen rounds: En Dodoi 2x8 0.93, En Gehe 2x50 1.55,
//! Enkeshui 8A 0.65 times the ruler; the slowest board with endless starts that was found took
//! 3 ms. At a load of ten, single runs of an earlier state gave anything from 0.55 to 1.01 for En
//! Dodoi. The `instructions` benchmark counts the same games: the engine needs more instructions
//! a turn than its share of the time suggests, because most time goes into jumps that nobody can
//! foresee, and those are the same for both.
//! Only ratios can be compared between runs, and only those of a quiet machine.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![allow(clippy::expect_used, reason = "a benchmark that cannot set up its board has failed")]

mod common;

use std::hint::black_box;
use std::time::{Duration, Instant};

use common::{Played, random_play, ruler};
use engine::search::{Budget, analyse};
use engine::{BySide, Game, Position, Preset, Ruleset, Setup, perft};

const TURNS: u64 = 400_000;
const ROUNDS: usize = 15;

fn main() {
    let en_dodoi = Preset::EnDodoi.ruleset();
    let en_gehe = Preset::EnGehe.ruleset();
    let enkeshui = Preset::Enkeshui.ruleset();
    let ruler_8 = || ruler::<16>(TURNS);
    let ruler_50 = || ruler::<100>(TURNS / 4);

    println!("E1: random play, engine against the ruler (best of {ROUNDS} rounds each, taken in turns)");
    compare("En Dodoi 2x8", 0.8, ruler_8, || random_play(&en_dodoi, TURNS), true);
    compare("En Gehe 2x50", 0.8, ruler_50, || random_play(&en_gehe, TURNS / 4), true);
    compare("Enkeshui 8A", 0.4, ruler_8, || random_play(&enkeshui, TURNS), false);

    println!("E3: all starts of one position, endless ones among them");
    for (name, position, rules) in endless_positions() {
        let (endless, laps, took) = look(&position, &rules);
        assert!(endless > 0, "{name} has endless starts");
        println!("  {name}: {endless} endless, {laps} laps, {took:?}");
    }
    worst_waves(&en_gehe);

    println!("E4: perft");
    let opening = en_dodoi.opening_position().expect("En Dodoi has start rows");
    let started = Instant::now();
    let lines = perft(&opening, &en_dodoi, 7);
    let took = started.elapsed();
    assert_eq!(lines, 621_261);
    println!("  En Dodoi 2x8 depth 7: {lines} lines, {:.2} M a second", rate(lines, took));

    println!("E5: search");
    let game = Game::new(en_dodoi, opening);
    let started = Instant::now();
    let found = analyse(&game, Budget { work: u64::MAX, depth: 10, lines: 1 });
    let took = started.elapsed();
    let best = found.lines.first().expect("there are moves");
    assert_eq!((found.depth, found.work, best.worth.seeds), (10, 817_035, 4));
    println!(
        "  En Dodoi 2x8 depth 10: {} turns and laps, {:.2} M a second",
        found.work,
        rate(found.work, took)
    );
}

fn compare(name: &str, goal: f64, ruler: impl Fn() -> Played, engine: impl Fn() -> Played, same_game: bool) {
    let (mut by_hand, mut by_engine) = (Duration::MAX, Duration::MAX);
    let mut turns = 0;
    for _ in 0..ROUNDS {
        let (ruled, hand) = timed(&ruler);
        let (played, machine) = timed(&engine);
        assert_eq!(ruled.turns, played.turns);
        if same_game {
            assert_eq!(ruled, played, "the ruler and the engine play the same games");
        }
        turns = played.turns;
        by_hand = by_hand.min(hand);
        by_engine = by_engine.min(machine);
    }
    let (ratio, rate) = (by_hand.as_secs_f64() / by_engine.as_secs_f64(), rate(turns, by_engine));
    let verdict = if ratio >= goal { "reached" } else { "MISSED" };
    println!("  {name}: {ratio:.2} x ruler (goal {goal}, {verdict}), {rate:.2} M turns a second");
}

fn timed(run: &impl Fn() -> Played) -> (Played, Duration) {
    let started = Instant::now();
    let played = black_box(run());
    (played, started.elapsed())
}

#[allow(clippy::cast_precision_loss, reason = "a rate for people to read")]
fn rate(count: u64, took: Duration) -> f64 {
    count as f64 / took.as_secs_f64() / 1e6
}

/// How many starts of a position are endless, how many laps it takes to see, and how long.
fn look(position: &Position, rules: &Ruleset) -> (usize, u64, Duration) {
    let once = || {
        let mut laps = 0;
        let started = Instant::now();
        let starts = black_box(position.starts_counted(rules, &mut laps));
        (started.elapsed(), starts.endless.len(), laps)
    };
    // The best of three: on a shared machine a longer time is somebody else's.
    let (took, endless, laps) = once().min(once()).min(once());
    assert!(laps <= u64::from(rules.pits) * u64::from(rules.max_laps));
    (endless, laps, took)
}

/// The slowest of all boards of 2x50 on which two heaps of up to twelve seeds alternate.
fn worst_waves(rules: &Ruleset) {
    let mut worst = (Duration::ZERO, [0, 0], 0, 0);
    for one in 0..=12 {
        for two in 0..=12 {
            let position = on_board(waves(50, [one, two]), rules);
            let (endless, laps, took) = look(&position, rules);
            if took > worst.0 {
                worst = (took, [one, two], endless, laps);
            }
        }
    }
    let (took, heaps, endless, laps) = worst;
    println!("  slowest waves on 2x50, {heaps:?}: {endless} endless, {laps} laps, {took:?}");
}

fn waves(n: u8, heaps: [u16; 2]) -> BySide<Vec<u16>> {
    BySide::both(heaps.into_iter().cycle().take(usize::from(n)).collect())
}

fn on_board(rows: BySide<Vec<u16>>, rules: &Ruleset) -> Position {
    Setup::of_rows(rows).position_for(rules).expect("the rows fit the board")
}

fn endless_positions() -> [(&'static str, Position, Ruleset); 3] {
    let family =
        BySide::new([[0, 1].repeat(24), vec![2, 0]].concat(), [[1, 0].repeat(24), vec![2, 1]].concat());
    let staircase = BySide::new(vec![0, 11, 10, 9, 8, 7], vec![6, 5, 4, 3, 2, 1]);
    let en_gehe = Preset::EnGehe.ruleset();
    let cross = Preset::CrossEndodoi.ruleset();
    [
        ("2x50, the family of period 5,000", on_board(family, &en_gehe), en_gehe.clone()),
        ("2x50, threes and twos", on_board(waves(50, [3, 2]), &en_gehe), en_gehe),
        ("Cross-Endodoi, the staircase", on_board(staircase, &cross), cross),
    ]
}
