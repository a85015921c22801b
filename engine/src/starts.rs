//! From which pits the side to move may start, and which of those starts never end.

use crate::moves::Illegal;
use crate::position::{Position, bits};
use crate::ruleset::{Endless, Opening, Ruleset, SingleSeed, StartFilter};
use crate::sowing::{Nobody, first_lap, pits_reached, sow_turn};

/// The starts of the side to move, as sorted own numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Starts {
    /// Pits that may be played.
    pub legal: Vec<u8>,
    /// Pits whose turn (directions never chosen) would never end. They are not legal, unless the
    /// ruleset lets endless starts be played: then they are in both lists.
    pub endless: Vec<u8>,
}

impl Position {
    /// The starts of the side to move. Nothing is legal when the game is over.
    #[must_use]
    pub fn starts(&self, rules: &Ruleset) -> Starts {
        self.starts_counted(rules, &mut 0)
    }

    /// [`starts`](Self::starts), adding to `work` the laps that had to be run.
    #[must_use]
    pub fn starts_counted(&self, rules: &Ruleset, work: &mut u64) -> Starts {
        let mut starts = Starts::default();
        for pit in self.candidates(rules) {
            let ends = self.ends(rules, pit, work);
            if !ends {
                starts.endless.push(pit);
            }
            if ends || rules.endless != Endless::Illegal {
                starts.legal.push(pit);
            }
        }
        if self.plain_outcome(rules).is_some() {
            starts.legal.clear();
        }
        starts
    }

    /// Pits that may be played, found one by one without allocation. Does not ask whether the
    /// game is over for another reason than a lack of starts.
    pub fn legal_starts<'a>(&'a self, rules: &'a Ruleset) -> impl Iterator<Item = u8> + 'a {
        self.candidates(rules)
            .filter(move |&pit| rules.endless != Endless::Illegal || self.ends(rules, pit, &mut 0))
    }

    /// Own numbers of all starts, endless or not, without running any of them.
    pub fn candidates(&self, rules: &Ruleset) -> impl Iterator<Item = u8> + use<> {
        let mut mask = self.start_mask(rules);
        std::iter::from_fn(move || {
            if mask == 0 {
                return None;
            }
            let index = mask.trailing_zeros();
            mask &= mask - 1;
            u8::try_from(index + 1).ok()
        })
    }

    /// All starts, endless or not, as bits: own number `k` is bit `k - 1`.
    ///
    /// Zero means that the side to move is stuck. This is what random play wants: pick a bit,
    /// [`advance`](Self::advance), and pick again in the rare case that it is endless.
    #[inline]
    #[must_use]
    pub fn start_mask(&self, rules: &Ruleset) -> u64 {
        let mut mask = 0u64;
        for &seeds in self.row(self.turn).iter().rev() {
            mask = mask << 1 | u64::from(seeds != 0);
        }
        let bulls = self.all_bulls();
        if bulls != 0 {
            let row = (bulls >> self.ring().first(self.turn)) & ((1 << self.pits_per_row) - 1);
            mask &= !u64::try_from(row).unwrap_or(u64::MAX);
        }
        if is_unfiltered(rules, self.first_turn) { mask } else { self.filtered(rules, mask) }
    }

    /// What `opening`, `single_seed` and `start_filter` leave of the filled own pits.
    fn filtered(&self, rules: &Ruleset, mut mask: u64) -> u64 {
        if rules.opening == Opening::FixedPit && self.first_turn {
            mask = mask.checked_ilog2().map_or(0, |top| 1 << top);
        }
        let mut allowed = 0;
        let mut left = mask;
        while left != 0 {
            let index = left.trailing_zeros();
            left &= left - 1;
            let ring = self.ring().first(self.turn) + u8::try_from(index).unwrap_or(u8::MAX);
            if self.is_allowed(rules, ring).is_ok() {
                allowed |= 1 << index;
            }
        }
        allowed
    }

    /// Whether an own pit is a start, endless or not.
    ///
    /// # Errors
    /// Why it is none.
    #[inline]
    pub(crate) fn check_start(&self, rules: &Ruleset, pit: u8) -> Result<u8, Illegal> {
        let ring = self.ring().at(self.turn, pit).ok_or(Illegal::NoSuchPit)?;
        if self.pits[usize::from(ring)] == 0 {
            return Err(Illegal::EmptyPit);
        }
        if self.is_bull(ring) {
            return Err(Illegal::Bull);
        }
        if rules.opening == Opening::FixedPit && self.first_turn {
            let rightmost =
                self.ring().row(self.turn).rev().find(|&pit| self.seeds(pit) > 0 && self.bull(pit).is_none());
            if rightmost != Some(ring) {
                return Err(Illegal::FirstTurn);
            }
        }
        if !is_unfiltered(rules, self.first_turn) {
            self.is_allowed(rules, ring)?;
        }
        Ok(ring)
    }

    /// `single_seed` and `start_filter`, for a filled own pit that is no bull.
    fn is_allowed(&self, rules: &Ruleset, ring: u8) -> Result<(), Illegal> {
        if self.seeds(ring) == 1 {
            let alone = || self.all_own_are_single();
            let into_empty = || self.steps_into_empty(rules, ring);
            let allowed = match rules.single_seed {
                SingleSeed::Free => true,
                SingleSeed::ToEmpty => into_empty(),
                SingleSeed::AllSingleToEmpty => alone() && into_empty(),
                SingleSeed::OnlyIfAllSingle => alone(),
            };
            if !allowed {
                return Err(Illegal::SingleSeed);
            }
        }
        let reaches = match rules.start_filter {
            StartFilter::Any => true,
            StartFilter::MustReach => self.reaches(rules, ring),
        };
        if reaches { Ok(()) } else { Err(Illegal::MustReach) }
    }

    fn all_own_are_single(&self) -> bool {
        let bulls = self.all_bulls();
        self.ring().row(self.turn).filter(|&pit| bulls & (1 << pit) == 0).all(|pit| self.seeds(pit) <= 1)
    }

    /// Whether a lone seed falls into an empty pit; the lifted pit counts as empty.
    fn steps_into_empty(&self, rules: &Ruleset, ring: u8) -> bool {
        let (lap, skipped) = first_lap(&mut { *self }, rules, ring);
        let target = bits(pits_reached(self.ring(), &lap, skipped)).next();
        target.is_some_and(|pit| pit == ring || self.seeds(pit) == 0)
    }

    /// Whether the first lap drops a seed into the other row, or its last one into an empty pit.
    fn reaches(&self, rules: &Ruleset, ring: u8) -> bool {
        let mut probe = *self;
        let (lap, skipped) = first_lap(&mut probe, rules, ring);
        let reached = pits_reached(self.ring(), &lap, skipped);
        let other_row = self.ring().row(self.turn.other());
        probe.seeds(lap.last) == 1 || bits(reached).any(|pit| other_row.contains(&pit))
    }

    /// Whether a start's turn ends, directions never chosen.
    pub(crate) fn ends(&self, rules: &Ruleset, pit: u8, work: &mut u64) -> bool {
        let ring = self.ring().first(self.turn) + pit - 1;
        let laps = match sow_turn(&mut { *self }, rules, ring, &[], &mut Nobody) {
            Ok(summary) => Ok(summary.laps),
            Err(unending) => Err(unending.laps),
        };
        *work += u64::from(laps.unwrap_or_else(|laps| laps));
        laps.is_ok()
    }
}

/// Whether every filled own pit that is no bull may start.
fn is_unfiltered(rules: &Ruleset, first_turn: bool) -> bool {
    rules.single_seed == SingleSeed::Free
        && rules.start_filter == StartFilter::Any
        && !(first_turn && rules.opening == Opening::FixedPit)
}
