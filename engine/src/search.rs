//! What a position is worth, and the lines that show it: alpha-beta with iterative deepening, for
//! analysis, puzzles and bots.
//!
//! It is deterministic and bounded: the same game and [`Budget`] always give the same
//! [`Analysis`], and the budget counts every turn that is played out and every lap of it, so that
//! no position takes long, whatever its relays do.
//!
//! At the root every move is looked at that [`Position::legal_moves`](crate::Position::legal_moves)
//! offers, with its choices of direction. Deeper in the tree directions are never chosen, and the
//! special move of Enkeshui is never played: what depends on them is not seen.

mod table;
mod tree;

use crate::game::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::side::Side;
use tree::{FULL, Tree};

/// The deepest that is looked, in plies.
pub const MAX_DEPTH: u8 = 64;
/// The most lines that are told.
pub const MAX_LINES: u8 = 50;
/// More than any margin in seeds: what a decided game is worth beside its margin.
const DECIDED: i32 = 20_000;

/// How much may be looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Turns played out plus their laps. The first ply is always looked at in full.
    pub work: u64,
    /// Plies, at most [`MAX_DEPTH`].
    pub depth: u8,
    /// How many of the best moves get an exact worth and a line; at least one, at most
    /// [`MAX_LINES`].
    pub lines: u8,
}

/// What a position is worth to the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Worth {
    /// Whether the game is over at the end of the line and somebody has won it.
    pub decided: bool,
    /// Seeds that the side to move has more than the other at the end of the line: captured and in
    /// its bulls; when the game is over, by the rules of its end.
    pub seeds: i32,
}

impl Worth {
    fn of(value: i32) -> Self {
        let decided = value.abs() >= DECIDED;
        Self { decided, seeds: if decided { value - value.signum() * DECIDED } else { value } }
    }
}

/// A move, what it is worth, and how the game goes on if both sides do their best.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Line {
    /// What it is worth to the side to move.
    pub worth: Worth,
    /// The moves of both sides in turn; the first is the one that is valued.
    pub moves: Vec<Move>,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Analysis {
    /// Plies that were looked at in full.
    pub depth: u8,
    /// Turns played out plus their laps.
    pub work: u64,
    /// The best moves, best first; nothing when the game is over.
    pub lines: Vec<Line>,
}

/// Looks for the best moves of the side to move.
#[must_use]
pub fn analyse(game: &Game, budget: Budget) -> Analysis {
    if game.outcome().is_some() {
        return Analysis::default();
    }
    let mut tree = Tree::new(game);
    let mut roots = roots(game.position(), game.rules());
    let mut found = Analysis::default();
    for depth in 1..=budget.depth.clamp(1, MAX_DEPTH) {
        // The first ply is the answer to "is there any move at all", and small by itself.
        tree.limit = if depth == 1 { u64::MAX } else { budget.work };
        let Some(lines) = deepen(&mut tree, &mut roots, depth, budget.lines.clamp(1, MAX_LINES)) else {
            break;
        };
        found = Analysis { depth, work: tree.work, lines };
        if found.lines.iter().all(|line| line.worth.decided) && !tree.cut {
            // Every line ends: looking deeper cannot change anything.
            break;
        }
    }
    found.work = tree.work;
    found
}

/// A move at the root.
struct Root {
    mv: Move,
    after: Position,
    /// Nothing was sown: an endless start that the rules let be played.
    endless: bool,
    /// It took something or made a bull.
    progress: bool,
}

fn roots(position: &Position, rules: &Ruleset) -> Vec<Root> {
    let offers = position.legal_moves(rules).into_iter();
    let moves = offers
        .flat_map(|offer| std::iter::once(offer.mv).chain(offer.choices.into_iter().map(|choice| choice.mv)));
    let played = moves.filter_map(|mv| {
        let turn = position.play(rules, &mv).ok()?;
        let (endless, progress) = (turn.trace.endless, turn.trace.is_progress());
        Some(Root { mv, after: turn.after, endless, progress })
    });
    played.collect()
}

/// Looks so many plies deep; `None` when the budget ends before. Puts the moves in the order of
/// what they are worth.
fn deepen(tree: &mut Tree<'_>, roots: &mut Vec<Root>, depth: u8, lines: u8) -> Option<Vec<Line>> {
    let lines = usize::from(lines);
    // Worth and line of each move so far, best first.
    let mut best: Vec<(i32, usize, Vec<u8>)> = Vec::new();
    tree.cut = false;
    for (index, root) in roots.iter().enumerate() {
        // Only what is better than the last of those that are told is of interest.
        let floor = if best.len() < lines { -FULL } else { best[lines - 1].0 };
        let (value, line) = tree.after_root(root, depth - 1, floor)?;
        // Of equal moves the one that was found before stays in front.
        let at = best.partition_point(|other| other.0 >= value);
        best.insert(at, (value, index, line));
    }
    let order: Vec<usize> = best.iter().map(|&(_, index, _)| index).collect();
    let told = best.into_iter().take(lines).map(|(value, index, line)| {
        let rest = line.into_iter().map(Move::sow);
        Line {
            worth: Worth::of(value),
            moves: std::iter::once(roots[index].mv.clone()).chain(rest).collect(),
        }
    });
    let told = told.collect();
    reorder(roots, &order);
    Some(told)
}

fn reorder(roots: &mut Vec<Root>, order: &[usize]) {
    let mut old: Vec<Option<Root>> = std::mem::take(roots).into_iter().map(Some).collect();
    roots.extend(order.iter().filter_map(|&index| old[index].take()));
}

/// Seeds that `side` has more than the other for good.
fn lead(position: &Position, side: Side) -> i32 {
    let of = |side: Side| i32::from(position.captured()[side]) + i32::from(position.bull_seeds(side));
    of(side) - of(side.other())
}
