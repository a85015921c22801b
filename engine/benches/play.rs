//! How fast the engine plays, as ratios to a hand-written loop in the same run (E1, E3, E4 of
//! `docs/speed.md`). Every run asserts what it computed; `cargo bench -p engine --bench play`.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![allow(clippy::expect_used, reason = "a benchmark that cannot set up its board has failed")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use engine::{Advanced, BySide, Position, Preset, Ruleset, Setup, perft};

const TURNS: u64 = 400_000;
const ROUNDS: usize = 9;

fn main() {
    let en_dodoi = Preset::EnDodoi.ruleset();
    let en_gehe = Preset::EnGehe.ruleset();
    let enkeshui = Preset::Enkeshui.ruleset();
    let ruler_8 = || ruler::<16>(TURNS);
    let ruler_50 = || ruler::<100>(TURNS / 4);

    println!("E1: random play, engine against the ruler (medians of {ROUNDS} rounds)");
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
}

/// What a run of random play came to: the same for everyone who plays by the same rules.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
struct Played {
    turns: u64,
    games: u64,
    captured: u64,
}

fn compare(name: &str, goal: f64, ruler: impl Fn() -> Played, engine: impl Fn() -> Played, same_game: bool) {
    let mut ratios = Vec::new();
    let mut rates = Vec::new();
    for _ in 0..ROUNDS {
        let (ruled, by_hand) = timed(&ruler);
        let (played, by_engine) = timed(&engine);
        assert_eq!(ruled.turns, played.turns);
        if same_game {
            assert_eq!(ruled, played, "the ruler and the engine play the same games");
        }
        ratios.push(by_hand.as_secs_f64() / by_engine.as_secs_f64());
        rates.push(rate(played.turns, by_engine));
    }
    let (ratio, rate) = (median(&mut ratios), median(&mut rates));
    let verdict = if ratio >= goal { "reached" } else { "MISSED" };
    println!("  {name}: {ratio:.2} x ruler (goal {goal}, {verdict}), {rate:.2} M turns a second");
}

fn timed(run: &impl Fn() -> Played) -> (Played, Duration) {
    let started = Instant::now();
    let played = black_box(run());
    (played, started.elapsed())
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[allow(clippy::cast_precision_loss, reason = "a rate for people to read")]
fn rate(count: u64, took: Duration) -> f64 {
    count as f64 / took.as_secs_f64() / 1e6
}

/// Chance, the same in every run.
struct Dice(u64);

impl Dice {
    /// A number below `sides`.
    #[inline]
    fn below(&mut self, sides: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let high = (self.0 >> 32) * u64::from(sides);
        u32::try_from(high >> 32).unwrap_or(0)
    }
}

/// Random games through the engine, one after the other.
fn random_play(rules: &Ruleset, turns: u64) -> Played {
    let opening = rules.opening_position().expect("the preset has start rows");
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut position = opening;
    let mut played = Played { turns: 0, games: 0, captured: 0 };
    while played.turns < turns {
        let mut starts = position.start_mask(rules);
        loop {
            if starts == 0 {
                played.games += 1;
                position = opening;
                break;
            }
            let mut mask = starts;
            for _ in 0..dice.below(starts.count_ones()) {
                mask &= mask - 1;
            }
            let index = mask.trailing_zeros();
            let pit = u8::try_from(index + 1).unwrap_or(u8::MAX);
            if let Ok(Advanced::Sown(summary)) = position.advance(rules, pit) {
                played.turns += 1;
                played.captured += u64::from(summary.captured);
                break;
            }
            // Endless: choose among the others.
            starts &= !(1 << index);
        }
    }
    played
}

/// The ruler: En Dodoi and En Gehé by hand, four seeds a pit. One array, no rules, no traces.
fn ruler<const LEN: usize>(turns: u64) -> Played {
    let n = LEN / 2;
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut board = [4u16; LEN];
    let mut first = 0;
    let mut played = Played { turns: 0, games: 0, captured: 0 };
    let mut starts = [0usize; LEN];
    while played.turns < turns {
        let mut count = 0;
        for (index, &seeds) in board[first..first + n].iter().enumerate() {
            if seeds > 0 {
                starts[count] = first + index;
                count += 1;
            }
        }
        let before = board;
        loop {
            if count == 0 {
                played.games += 1;
                board = [4; LEN];
                first = 0;
                break;
            }
            let choice = dice.below(u32::try_from(count).unwrap_or(0)) as usize;
            let start = starts[choice];
            let mut at = start;
            let mut laps = 0;
            let ends = loop {
                let mut hand = board[at];
                board[at] = 0;
                while hand > 0 {
                    at = if at + 1 == LEN { 0 } else { at + 1 };
                    board[at] += 1;
                    hand -= 1;
                }
                laps += 1;
                if board[at] == 1 {
                    break true;
                }
                if laps == 10_000 || (at == start && board == before) {
                    break false;
                }
            };
            if ends {
                let facing = LEN - 1 - at;
                if at >= first && at < first + n && board[facing] > 0 {
                    played.captured += u64::from(board[facing] + board[at]);
                    board[facing] = 0;
                    board[at] = 0;
                }
                first = n - first;
                played.turns += 1;
                break;
            }
            board = before;
            starts.copy_within(choice + 1..count, choice);
            count -= 1;
        }
    }
    played
}

/// How many starts of a position are endless, how many laps it takes to see, and how long.
fn look(position: &Position, rules: &Ruleset) -> (usize, u64, Duration) {
    let mut laps = 0;
    let started = Instant::now();
    let starts = black_box(position.starts_counted(rules, &mut laps));
    let took = started.elapsed();
    assert!(laps <= u64::from(rules.pits) * u64::from(rules.max_laps));
    (starts.endless.len(), laps, took)
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
