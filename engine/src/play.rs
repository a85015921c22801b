//! Playing a move: is it allowed, what becomes of the board, and the story of it.

use crate::board::Direction;
use crate::moves::{Illegal, Move};
use crate::position::{Position, bits};
use crate::ruleset::{Endless, Ruleset, SpecialMove};
use crate::sowing::{Nobody, Summary, Witness, passed_over, sow_turn};
use crate::trace::{Trace, Turn};

/// What [`Position::advance`] did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Advanced {
    /// The turn was sown to its end.
    Sown(Summary),
    /// The start was endless and the rules let it be played: the turn is lost, the board as it
    /// was. (With `endless = ends_game` the game is over.)
    Endless,
}

impl Position {
    /// Plays a move and tells the story of it. The position itself does not change.
    ///
    /// # Errors
    /// Why the rules do not allow it.
    pub fn play(&self, rules: &Ruleset, mv: &Move) -> Result<Turn, Illegal> {
        if self.pits_per_row != rules.pits {
            return Err(Illegal::OtherBoard);
        }
        match mv {
            Move::Sow { pit, directions } => self.play_sow(rules, *pit, directions),
            Move::Redistribute { lift, lay } => self.play_special(rules, *lift, lay),
        }
    }

    /// Plays a start in place, without a story and without allocation: for random play and
    /// search. Asks whether the pit is a start and whether its turn ends, but not whether the
    /// game is over. After an error the position is as before.
    ///
    /// # Errors
    /// Why the pit may not be played.
    #[inline]
    pub fn advance(&mut self, rules: &Ruleset, pit: u8) -> Result<Advanced, Illegal> {
        let ring = self.check_start(rules, pit)?;
        let advanced = match sow_turn(self, rules, ring, &[], &mut Nobody) {
            Ok(summary) => Advanced::Sown(summary),
            Err(_) if rules.endless == Endless::Illegal => return Err(Illegal::Endless),
            Err(_) => Advanced::Endless,
        };
        self.end_turn();
        Ok(advanced)
    }

    /// The move in the one form that stands for all moves with the same effect: directions
    /// that are never reached, or that at the end only keep the direction, are dropped; what a
    /// special move lifts and lays is sorted.
    ///
    /// A move that cannot be played here keeps its directions.
    #[must_use]
    pub fn canonical(&self, rules: &Ruleset, mv: &Move) -> Move {
        match mv {
            Move::Sow { pit, directions } => {
                let directions = self.canonical_directions(rules, *pit, directions);
                Move::Sow { pit: *pit, directions }
            }
            Move::Redistribute { lift, lay } => {
                let (mut lift, mut lay) = (*lift, lay.clone());
                lift.sort_unstable();
                lay.sort_unstable();
                Move::Redistribute { lift, lay }
            }
        }
    }

    fn canonical_directions(&self, rules: &Ruleset, pit: u8, directions: &[Direction]) -> Vec<Direction> {
        let Ok(ring) = self.check_start(rules, pit) else {
            return directions.to_vec();
        };
        let Ok(summary) = sow_turn(&mut { *self }, rules, ring, directions, &mut Nobody) else {
            return directions.to_vec();
        };
        let reached = usize::try_from(summary.choices).unwrap_or(usize::MAX);
        let mut kept = directions[..directions.len().min(reached)].to_vec();
        while let Some(&last) = kept.last() {
            let before = kept.iter().rev().nth(1).copied().unwrap_or(rules.base_direction());
            if last != before {
                break;
            }
            kept.pop();
        }
        kept
    }

    fn play_sow(&self, rules: &Ruleset, pit: u8, directions: &[Direction]) -> Result<Turn, Illegal> {
        if self.plain_outcome(rules).is_some() {
            return Err(Illegal::GameOver);
        }
        let ring = self.check_start(rules, pit)?;
        let mut trace = self.empty_trace(rules, ring);
        let mut after = *self;
        let free = sow_turn(&mut after, rules, ring, &[], &mut trace);
        let Ok(free) = free else {
            return self.play_endless(rules, ring);
        };
        let mut summary = free;
        // The start is legal by itself; the choices matter only if there is one to make.
        if free.choices > 0 && !directions.is_empty() {
            trace = self.empty_trace(rules, ring);
            after = *self;
            summary =
                sow_turn(&mut after, rules, ring, directions, &mut trace).map_err(|_| Illegal::TooLong)?;
        }
        trace.end = Some(summary.end);
        trace.privilege = summary.privilege;
        after.end_turn();
        Ok(Turn { after, trace })
    }

    fn play_endless(&self, rules: &Ruleset, ring: u8) -> Result<Turn, Illegal> {
        if rules.endless == Endless::Illegal {
            return Err(Illegal::Endless);
        }
        let mut trace = self.empty_trace(rules, ring);
        trace.endless = true;
        let mut after = *self;
        after.end_turn();
        Ok(Turn { after, trace })
    }

    fn play_special(&self, rules: &Ruleset, lift: [u8; 2], lay: &[(u8, u16)]) -> Result<Turn, Illegal> {
        self.check_special(rules)?;
        if self.outcome(rules).is_some() {
            return Err(Illegal::GameOver);
        }
        let [one, two] = lift;
        if one == two {
            return Err(Illegal::LiftTwice);
        }
        let mut after = *self;
        let mut trace = self.empty_trace(rules, 0);
        for pit in [one.min(two), one.max(two)] {
            let ring = self.liftable(pit)?;
            trace.lifted.push((ring, std::mem::take(&mut after.pits[usize::from(ring)])));
        }
        trace.start = trace.lifted.first().map_or(0, |&(ring, _)| ring);
        for &(pit, seeds) in lay {
            let ring = self.ring().at(self.turn, pit).ok_or(Illegal::BadLay)?;
            let twice = trace.laid.iter().any(|&(laid, _)| laid == ring);
            if twice || seeds == 0 || self.bull(ring).is_some() {
                return Err(Illegal::BadLay);
            }
            trace.laid.push((ring, seeds));
        }
        trace.laid.sort_unstable();
        let sum = |heaps: &[(u8, u16)]| heaps.iter().map(|&(_, seeds)| u32::from(seeds)).sum();
        let (lifted, laid): (u32, u32) = (sum(&trace.lifted), sum(&trace.laid));
        if lifted != laid {
            return Err(Illegal::LayCount);
        }
        for &(ring, seeds) in &trace.laid {
            after.pits[usize::from(ring)] += seeds;
        }
        if after.pits == self.pits {
            return Err(Illegal::NothingChanges);
        }
        after.special_used[self.turn] = true;
        after.end_turn();
        Ok(Turn { after, trace })
    }

    fn check_special(&self, rules: &Ruleset) -> Result<(), Illegal> {
        match rules.special_move {
            SpecialMove::Off => Err(Illegal::SpecialOff),
            SpecialMove::OncePerSide if self.special_used[self.turn] => Err(Illegal::SpecialUsed),
            SpecialMove::OncePerSide | SpecialMove::Free => Ok(()),
        }
    }

    /// The ring index of an own pit that is filled and no bull.
    fn liftable(&self, pit: u8) -> Result<u8, Illegal> {
        let ring = self.ring().at(self.turn, pit).ok_or(Illegal::NoSuchPit)?;
        if self.seeds(ring) == 0 {
            return Err(Illegal::EmptyPit);
        }
        if self.bull(ring).is_some() {
            return Err(Illegal::Bull);
        }
        Ok(ring)
    }

    fn empty_trace(&self, rules: &Ruleset, start: u8) -> Trace {
        let mut trace = Trace::new(self.turn, start);
        trace.passes_over = bits(passed_over(self, rules, self.turn)).collect();
        trace.skips_origin = rules.skip_origin;
        trace
    }

    #[inline]
    pub(crate) fn end_turn(&mut self) {
        self.turn = self.turn.other();
        self.first_turn = false;
    }
}

/// Runs a start with directions and a witness; for previews. `None` if the turn does not end.
pub(crate) fn run<W: Witness>(
    position: &Position,
    rules: &Ruleset,
    ring: u8,
    directions: &[Direction],
    witness: &mut W,
) -> Option<(Position, Summary)> {
    let mut after = *position;
    let summary = sow_turn(&mut after, rules, ring, directions, witness).ok()?;
    after.end_turn();
    Some((after, summary))
}
