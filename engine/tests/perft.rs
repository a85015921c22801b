//! Lines of play from the openings, counted: `data/perft.txt`.
//!
//! Each line of the table is a ruleset (`docs/referee.md` names, see `engine::notation`), a bar,
//! and the counts for depth 1, 2, 3 and so on.

#![allow(clippy::unwrap_used, reason = "in a test, what cannot be unwrapped has failed")]

use engine::notation::parse_rules;
use engine::{Preset, perft};

const TABLE: &str = include_str!("data/perft.txt");

fn rows() -> impl Iterator<Item = (&'static str, Vec<u64>)> {
    TABLE.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(|line| {
        let (rules, counts) = line.split_once(" | ").unwrap();
        (rules, counts.split(' ').map(|count| count.parse().unwrap()).collect())
    })
}

#[test]
fn every_count_of_the_table_is_met() {
    for (text, counts) in rows() {
        let (_, rules) = parse_rules(text).unwrap();
        let position = rules.opening_position().unwrap();
        for (depth, expected) in (1u32..).zip(counts) {
            assert_eq!(perft(&position, &rules, depth), expected, "{text}, depth {depth}");
        }
    }
}

#[test]
fn every_preset_is_in_the_table() {
    for preset in Preset::ALL {
        assert!(rows().any(|(rules, _)| rules == preset.id()), "{}", preset.id());
    }
}

#[test]
fn a_finished_game_has_no_lines() {
    let (_, rules) = parse_rules("en-dodoi pits=2 setup=0,0/1,1").unwrap();
    let position = rules.opening_position().unwrap();
    assert_eq!(perft(&position, &rules, 0), 1);
    assert_eq!(perft(&position, &rules, 1), 0);
}
