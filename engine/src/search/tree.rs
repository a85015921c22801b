//! Alpha-beta over one position after the other, with null windows beside the first move.
//!
//! Values are margins in seeds for the side to move, or [`DECIDED`] and a margin when the game is
//! over. A position that comes again on the way from the root ends the line there, as if it had
//! come as often as the rules say: whoever wants to go round once can go round again.

use super::table::{Bound, Table, key};
use super::{DECIDED, Root, lead};
use crate::game::Game;
use crate::outcome::{Outcome, Reason};
use crate::position::Position;
use crate::ruleset::{Endless, Ruleset};
use crate::side::Side;
use crate::sowing::{Nobody, sow_turn};

/// Beyond any value.
pub(super) const FULL: i32 = 2 * DECIDED;

/// A search under way.
pub(super) struct Tree<'g> {
    game: &'g Game,
    table: Table,
    /// Positions between the root and here, with whether something was taken or made on the way
    /// into each.
    path: Vec<Passed>,
    /// Room for the moves of each ply, used again and again.
    children: Vec<Vec<Child>>,
    /// Turns played out plus their laps so far.
    pub(super) work: u64,
    /// As many of them as there may be.
    pub(super) limit: u64,
    /// Whether a position was valued by what it looks like, and not by how its game ends.
    pub(super) cut: bool,
}

#[derive(Clone, Copy)]
struct Passed {
    key: u64,
    progress: bool,
}

/// A turn that was played out.
#[derive(Clone, Copy)]
struct Child {
    pit: u8,
    /// Seeds taken and bulls made: what looks good is looked at first.
    gain: u32,
    after: Position,
    endless: bool,
}

/// How a position was reached.
#[derive(Clone, Copy)]
struct Reached {
    progress: bool,
    endless: bool,
}

impl<'g> Tree<'g> {
    pub(super) fn new(game: &'g Game) -> Self {
        Self {
            game,
            table: Table::new(),
            path: Vec::new(),
            children: Vec::new(),
            work: 0,
            limit: u64::MAX,
            cut: false,
        }
    }

    /// What a move of the root is worth to who makes it, and the line behind it; `None` when the
    /// work is used up. What is not worth more than `floor` is only known to be so.
    pub(super) fn after_root(&mut self, root: &Root, depth: u8, floor: i32) -> Option<(i32, Vec<u8>)> {
        self.path.clear();
        self.path.push(Passed { key: key(self.game.position()), progress: false });
        self.work += 1;
        let reached = Reached { progress: root.progress, endless: root.endless };
        let mut line = Vec::new();
        let value = -self.value(&root.after, reached, depth, -FULL, -floor, &mut line)?;
        Some((value, line))
    }

    /// What a position is worth to the side to move there, within the window. Leaves the pits of
    /// the best line in `line`.
    fn value(
        &mut self,
        position: &Position,
        reached: Reached,
        depth: u8,
        alpha: i32,
        beta: i32,
        line: &mut Vec<u8>,
    ) -> Option<i32> {
        line.clear();
        let key = key(position);
        if let Some(outcome) = self.ending(position, key, reached) {
            return Some(decided(&outcome, position.turn()));
        }
        if depth == 0 {
            self.cut = true;
            return Some(lead(position, position.turn()));
        }
        let known = self.table.get(key);
        // A line is told only where the window is open, so it is not cut short there.
        if let Some(known) = known.filter(|known| known.depth == depth && beta - alpha == 1) {
            let (value, bound) = (known.value, known.bound);
            if bound == Bound::Exact
                || bound == Bound::Least && value >= beta
                || bound == Bound::Most && value <= alpha
            {
                return Some(value);
            }
        }
        self.path.push(Passed { key, progress: reached.progress });
        let value = self.best(position, key, known.map_or(0, |known| known.pit), depth, (alpha, beta), line);
        self.path.pop();
        value
    }

    /// The best of the moves of a position whose game goes on.
    fn best(
        &mut self,
        position: &Position,
        key: u64,
        first: u8,
        depth: u8,
        (mut alpha, beta): (i32, i32),
        line: &mut Vec<u8>,
    ) -> Option<i32> {
        let mut children = self.children.pop().unwrap_or_default();
        self.play_out(position, &mut children);
        let value = if children.is_empty() {
            // There are starts, and none of them ends.
            Some(decided(&Outcome::own_rows(Reason::AllEndless, position), position.turn()))
        } else {
            let open = alpha;
            // What one likes best from before comes first, then what takes most.
            children.sort_by_key(|child| (child.pit != first, std::cmp::Reverse(child.gain)));
            let best = self.try_all(&children, depth, &mut alpha, beta, line);
            best.map(|(value, pit)| {
                let bound = if value >= beta {
                    Bound::Least
                } else if value > open {
                    Bound::Exact
                } else {
                    Bound::Most
                };
                self.table.put(key, value, depth, bound, pit);
                value
            })
        };
        children.clear();
        self.children.push(children);
        value
    }

    fn try_all(
        &mut self,
        children: &[Child],
        depth: u8,
        alpha: &mut i32,
        beta: i32,
        line: &mut Vec<u8>,
    ) -> Option<(i32, u8)> {
        let mut best = (-FULL, 0);
        let mut behind = Vec::new();
        for (index, child) in children.iter().enumerate() {
            if self.work > self.limit {
                return None;
            }
            let reached = Reached { progress: child.gain > 0, endless: child.endless };
            let look = |tree: &mut Self, low: i32, high: i32, behind: &mut Vec<u8>| {
                tree.value(&child.after, reached, depth - 1, -high, -low, behind).map(|value| -value)
            };
            let mut value = if index == 0 {
                look(self, *alpha, beta, &mut behind)?
            } else {
                look(self, *alpha, *alpha + 1, &mut behind)?
            };
            if index > 0 && value > *alpha && value < beta {
                value = look(self, *alpha, beta, &mut behind)?;
            }
            if value > best.0 {
                best = (value, child.pit);
            }
            if value > *alpha {
                *alpha = value;
                line.clear();
                line.push(child.pit);
                line.append(&mut behind);
            }
            if value >= beta {
                break;
            }
        }
        Some(best)
    }

    /// Plays out every start of a position. Those that never end are left out where the rules
    /// forbid them.
    fn play_out(&mut self, position: &Position, children: &mut Vec<Child>) {
        let rules = self.game.rules();
        for pit in position.candidates(rules) {
            let Ok(ring) = position.check_start(rules, pit) else { continue };
            let mut after = *position;
            let (laps, gain, endless) = match sow_turn(&mut after, rules, ring, &[], &mut Nobody) {
                Ok(turn) => (turn.laps, u32::from(turn.captured) + u32::from(turn.made_bulls), false),
                Err(unending) => (unending.laps, 0, true),
            };
            self.work += 1 + u64::from(laps);
            if !(endless && rules.endless == Endless::Illegal) {
                after.end_turn();
                children.push(Child { pit, gain, after, endless });
            }
        }
    }

    /// How the game ends here, if it does.
    fn ending(&self, position: &Position, key: u64, reached: Reached) -> Option<Outcome> {
        let rules = self.game.rules();
        if reached.endless && rules.endless == Endless::EndsGame {
            return Some(Outcome::own_rows(Reason::Endless, position));
        }
        position.plain_outcome(rules).or_else(|| self.ending_of_the_past(rules, position, key, reached))
    }

    fn ending_of_the_past(
        &self,
        rules: &Ruleset,
        position: &Position,
        key: u64,
        reached: Reached,
    ) -> Option<Outcome> {
        if reached.progress {
            return None;
        }
        let quiet_here = self.path.iter().rev().take_while(|passed| !passed.progress).count();
        // The root is on the path; nothing was taken on the way into it as far as is known here.
        let whole = quiet_here == self.path.len();
        let before = if whole { self.game.quiet() } else { 0 };
        // The position that the stretch began with is on the path as well, but not quiet itself.
        let plies = before + u32::try_from(quiet_here).unwrap_or(u32::MAX);
        let plies = if whole { plies } else { plies + 1 };
        if plies >= rules.no_progress_limit() {
            return Some(Outcome::own_rows(Reason::NoProgress, position));
        }
        let since = self.path.len() - quiet_here - usize::from(!whole);
        let again = self.path[since..].iter().any(|passed| passed.key == key);
        let enough = rules.repetition.saturating_sub(1).max(1);
        if again || whole && self.game.seen(position) >= enough {
            return Some(Outcome::own_rows(Reason::Repetition, position));
        }
        None
    }
}

/// What the end of a game is worth to a side.
fn decided(outcome: &Outcome, side: Side) -> i32 {
    let margin = i32::from(outcome.score[side]) - i32::from(outcome.score[side.other()]);
    margin + margin.signum() * DECIDED
}
