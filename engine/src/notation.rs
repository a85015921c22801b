//! Positions, moves, rulesets and games as text. Parse and print are inverses: what prints
//! parses back to the same value, and only what would be printed is parsed.
//!
//! | thing | example |
//! |---|---|
//! | move | `8`, `8LR` (`R` counterclockwise, to the mover's right; `L` clockwise) |
//! | special move | `3+4=1:1,2:1,8:3` |
//! | position | `0,4s,0,0,5n,0,0,2/1,0,0,0,0,0,0,0 15:17 S -` |
//! | ruleset | `enkeshui max_laps=500` |
//!
//! A position is South's row, North's row (own left to own right; `s` or `n` behind a number: a
//! bull and whose it is), what each has captured, the side to move, and marks or `-`: `f` for
//! the first turn, `s` and `n` for who has used the special move.

mod game;
mod moves;
mod position;
mod rules;

pub use game::GameRecord;
pub use rules::{parse_rules, print_rules};

use std::fmt;

/// Why a text is not what it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotationError {
    /// What the text should be.
    expected: &'static str,
    /// What it is, as far as it fits a message.
    found: String,
}

impl NotationError {
    fn new(expected: &'static str, found: &str) -> Self {
        const MOST: usize = 60;
        let mut short: String = found.chars().take(MOST).collect();
        if short.len() < found.len() {
            short.push('…');
        }
        Self { expected, found: short }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {:?}", self.expected, self.found)
    }
}

impl std::error::Error for NotationError {}

/// A decimal number as it would be printed: no sign, no leading zeros.
fn number<N: std::str::FromStr>(text: &str) -> Option<N> {
    let canonical = text == "0" || !text.starts_with('0');
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if canonical && digits { text.parse().ok() } else { None }
}
