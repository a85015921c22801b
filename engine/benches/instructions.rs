//! Instructions and allocations of the engine, counted by valgrind (E1 and E2 of
//! `docs/speed.md`). They do not depend on how busy the machine is, so they are asserted.
//!
//! The binary runs itself under valgrind, each workload once and three times: what two rounds
//! more cost, halved, is one round without start-up. Where valgrind is not installed it says so
//! and counts nothing. (A counting allocator would need `unsafe`, which the workspace forbids.)
//!
//! Committed figures (user-space instructions, x86-64, rustc 1.95, release profile) stand in
//! [`WORKLOADS`]; a change of more than a tenth fails.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![allow(clippy::expect_used, reason = "a benchmark that cannot set up its board has failed")]

mod common;

use std::hint::black_box;
use std::process::Command;

use engine::{Move, Position, Preset, Ruleset, Setup, perft};

/// Allocations for setting up an opening: the two rows. A turn adds none.
const SETTING_UP: u64 = 2;

/// A workload, what it works on, instructions of one round, and allocations of one round.
struct Workload {
    name: &'static str,
    what: &'static str,
    run: fn() -> u64,
    /// What `run` must return.
    result: u64,
    instructions: u64,
    allocations: Option<u64>,
}

const WORKLOADS: &[Workload] = &[
    Workload {
        name: "traces-50",
        what: "all 50 opening moves of En Gehe 2x50 with full traces",
        run: traces_of_en_gehe,
        result: 1_272,
        instructions: 285_276,
        allocations: None,
    },
    Workload {
        name: "long-turn",
        what: "all moves of a 2x6 position with a turn of 24 laps, with traces",
        run: traces_of_a_long_turn,
        result: 35,
        instructions: 10_912,
        allocations: None,
    },
    Workload {
        name: "perft",
        what: "En Dodoi 2x8 perft depth 5",
        run: perft_of_en_dodoi,
        result: 15_269,
        instructions: 14_313_789,
        allocations: Some(SETTING_UP),
    },
    Workload {
        name: "ruler-8",
        what: "10,000 turns of En Dodoi 2x8 by the ruler",
        run: || common::ruler::<16>(10_000).captured,
        result: 12_667,
        instructions: 2_059_885,
        allocations: Some(0),
    },
    Workload {
        name: "play-8",
        what: "the same turns by the engine",
        run: || random_play(Preset::EnDodoi),
        result: 12_667,
        instructions: 4_929_790,
        allocations: Some(SETTING_UP),
    },
    Workload {
        name: "ruler-50",
        what: "10,000 turns of En Gehe 2x50 by the ruler",
        run: || common::ruler::<100>(10_000).captured,
        result: 12_631,
        instructions: 4_927_206,
        allocations: Some(0),
    },
    Workload {
        name: "play-50",
        what: "the same turns of En Gehe by the engine",
        run: || random_play(Preset::EnGehe),
        result: 12_631,
        instructions: 8_272_880,
        allocations: Some(SETTING_UP),
    },
    Workload {
        name: "play-enkeshui",
        what: "10,000 turns of Enkeshui 8A",
        run: || random_play(Preset::Enkeshui),
        result: 3_154,
        instructions: 9_798_286,
        allocations: Some(SETTING_UP),
    },
    Workload {
        name: "play-cross",
        what: "10,000 turns of Cross-Endodoi 2x6",
        run: || random_play(Preset::CrossEndodoi),
        result: 13_721,
        instructions: 11_270_466,
        allocations: Some(SETTING_UP),
    },
];

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    if let (Some(name), Some(rounds)) = (arguments.next(), arguments.next()) {
        let rounds = rounds.parse().expect("a number of rounds");
        let workload = WORKLOADS.iter().find(|workload| workload.name == name);
        return run(workload.expect("a workload of that name"), rounds);
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("valgrind is not installed: nothing is counted");
        return;
    }
    let mut off = Vec::new();
    for workload in WORKLOADS {
        run(workload, 1);
        let instructions = one_round(workload, "callgrind", collected);
        let allocations = one_round(workload, "memcheck", heap_allocations);
        println!("{}: {instructions} instructions, {allocations} allocations", workload.what);
        let drift = instructions.abs_diff(workload.instructions);
        if drift * 10 > workload.instructions {
            off.push(format!("{}: {} instructions stand here", workload.name, workload.instructions));
        }
        if workload.allocations.is_some_and(|most| allocations != most) {
            off.push(format!("{}: it must not allocate for a turn", workload.name));
        }
    }
    assert!(off.is_empty(), "counts have changed: {off:#?}");
}

fn run(workload: &Workload, rounds: u32) {
    for _ in 0..rounds {
        assert_eq!(black_box((workload.run)()), workload.result, "{}", workload.name);
    }
}

/// What one round costs under a tool of valgrind.
fn one_round(workload: &Workload, tool: &str, figure: fn(&str) -> Option<u64>) -> u64 {
    let count = |rounds: &str| {
        let program = std::env::current_exe().expect("a running program has a path");
        let output = Command::new("valgrind")
            .args(
                [&format!("--tool={tool}"), "--callgrind-out-file=/dev/null"][..tool_arguments(tool)].iter(),
            )
            .arg(program)
            .args([workload.name, rounds])
            .output()
            .expect("valgrind starts");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{told}");
        figure(&told).unwrap_or_else(|| panic!("no figure in what valgrind told:\n{told}"))
    };
    (count("3") - count("1")) / 2
}

/// Only callgrind writes a file, and nobody wants it.
fn tool_arguments(tool: &str) -> usize {
    if tool == "callgrind" { 2 } else { 1 }
}

fn collected(told: &str) -> Option<u64> {
    number_after(told, "Collected :")
}

fn heap_allocations(told: &str) -> Option<u64> {
    number_after(told, "total heap usage:")
}

fn number_after(told: &str, words: &str) -> Option<u64> {
    let (_, rest) = told.split_once(words)?;
    rest.split_whitespace().next()?.replace(',', "").parse().ok()
}

fn traces(position: &Position, rules: &Ruleset) -> u64 {
    let starts = position.legal_starts(rules);
    starts
        .map(|pit| {
            let turn = position.play(rules, &Move::sow(pit)).expect("a legal start can be played");
            u64::from(turn.trace.captured) + u64::try_from(turn.trace.laps.len()).unwrap_or(0)
        })
        .sum()
}

fn traces_of_en_gehe() -> u64 {
    let rules = Preset::EnGehe.ruleset();
    traces(&rules.opening_position().expect("En Gehe has start rows"), &rules)
}

/// DOD-10 of `docs/rules.md`.
fn traces_of_a_long_turn() -> u64 {
    let rules = Ruleset::with_size(Preset::EnDodoi, Some(6), None).expect("six pits are fine");
    let rows = engine::BySide::new(vec![0, 1, 0, 4, 1, 1], vec![0, 1, 0, 1, 0, 1]);
    let position = Setup::of_rows(rows).position_for(&rules).expect("the rows fit the board");
    traces(&position, &rules)
}

fn perft_of_en_dodoi() -> u64 {
    let rules = Preset::EnDodoi.ruleset();
    perft(&rules.opening_position().expect("En Dodoi has start rows"), &rules, 5)
}

/// Ten thousand turns of random games; the result is the seeds captured in them.
fn random_play(preset: Preset) -> u64 {
    common::random_play(&preset.ruleset(), 10_000).captured
}
