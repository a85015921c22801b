//! What the next game of a match starts from when the seeds won go on.

use std::fmt;

use crate::board::MIN_PITS;
use crate::outcome::Winner;
use crate::ruleset::Ruleset;
use crate::side::{BySide, Side};

/// Why a next game cannot be set up from scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SeriesProblem {
    /// The scores do not add up to the seeds of the ruleset's start rows.
    WrongTotal,
    /// The ruleset has no start rows, or their filled pits do not all hold the same.
    NoPattern,
}

impl fmt::Display for SeriesProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WrongTotal => "the scores do not add up to the seeds of the start rows",
            Self::NoPattern => "the filled pits of the start rows must all hold the same",
        })
    }
}

impl std::error::Error for SeriesProblem {}

/// What the scores of a game make of the match.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Next {
    /// Another game from these rows.
    Game {
        /// Pits a row of the next game.
        pits: u8,
        /// Seeds, own left to own right.
        rows: BySide<Vec<u16>>,
        /// Seeds in hand, which count as captured.
        hands: BySide<u16>,
    },
    /// A side cannot go on.
    Over(Winner),
}

/// The layout of the next game of a Refill match.
///
/// Each side fills the filled pits of its start row from the right with the pattern's number of
/// seeds while it can afford a whole pit; the rest stays in hand. A side that cannot fill one pit
/// has lost. (Where neither can, which needs a pattern of fewer than two filled pits, the richer
/// has won.)
///
/// # Errors
/// Why these scores are none of this ruleset.
pub fn refill(rules: &Ruleset, scores: BySide<u16>) -> Result<Next, SeriesProblem> {
    let pattern = rules.start_rows().ok_or(SeriesProblem::NoPattern)?;
    check_total(&pattern, scores)?;
    let mut filled = pattern.iter().flat_map(|(_, row)| row).copied().filter(|&seeds| seeds > 0);
    let heap = filled.next().ok_or(SeriesProblem::NoPattern)?;
    if filled.any(|seeds| seeds != heap) {
        return Err(SeriesProblem::NoPattern);
    }
    match (scores.south < heap, scores.north < heap) {
        (true, true) => return Ok(Next::Over(Winner::of_scores(&scores))),
        (true, false) => return Ok(Next::Over(Winner::North)),
        (false, true) => return Ok(Next::Over(Winner::South)),
        (false, false) => {}
    }
    let mut hands = scores;
    let rows = BySide::from_fn(|side| {
        let mut row = pattern[side].clone();
        for pit in row.iter_mut().rev().filter(|pit| **pit > 0) {
            if hands[side] >= heap {
                hands[side] -= heap;
            } else {
                *pit = 0;
            }
        }
        row
    });
    Ok(Next::Game { pits: rules.pits, rows, hands })
}

/// The layout of the next game of an EvenSpread match.
///
/// The poorer side spreads its seeds over its row as evenly as it can, the rightmost pits getting
/// one more; the richer lays the same counts into the facing pits and keeps the rest. With four
/// seeds or fewer it is one a pit, and all other pits of both rows are out of play.
///
/// *Out of play* is a smaller board. The poorer side's `r` rightmost pits and the pits that face
/// them, which are the richer's `r` leftmost, follow each other on the ring and face each other
/// exactly as the pits of a board with `r` pits a row do. So the next game simply has `r` pits a
/// row, and nothing in the rules of a turn needs to know about closed pits.
///
/// A side without seeds has lost. So has a side with one seed: on a board of one pit each, one
/// seed in either, every turn is two laps that lead back to the same seeds, so nothing can ever
/// be captured again.
///
/// # Errors
/// Why these scores are none of this ruleset.
pub fn even_spread(rules: &Ruleset, scores: BySide<u16>) -> Result<Next, SeriesProblem> {
    let first = rules.start_rows().ok_or(SeriesProblem::NoPattern)?;
    check_total(&first, scores)?;
    let poorer = if scores.north < scores.south { Side::North } else { Side::South };
    let seeds = scores[poorer];
    if seeds < u16::from(MIN_PITS) {
        return Ok(Next::Over(Winner::of_scores(&scores)));
    }
    let pits = match u8::try_from(seeds) {
        Ok(few @ 2..=4) => few.min(rules.pits),
        _ => rules.pits,
    };
    let (each, more) = (seeds / u16::from(pits), seeds % u16::from(pits));
    let spread: Vec<u16> = (0..u16::from(pits)).rev().map(|right| each + u16::from(right < more)).collect();
    let mirrored: Vec<u16> = spread.iter().rev().copied().collect();
    let rows = match poorer {
        Side::South => BySide::new(spread, mirrored),
        Side::North => BySide::new(mirrored, spread),
    };
    let hands = scores.map(|score| score - seeds);
    Ok(Next::Game { pits, rows, hands })
}

fn check_total(rows: &BySide<Vec<u16>>, scores: BySide<u16>) -> Result<(), SeriesProblem> {
    let all: u32 = rows.iter().flat_map(|(_, row)| row).map(|&seeds| u32::from(seeds)).sum();
    let sum = u32::from(scores.south) + u32::from(scores.north);
    if all == sum { Ok(()) } else { Err(SeriesProblem::WrongTotal) }
}
