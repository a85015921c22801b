//! The engine against a second, naive reading of `docs/referee.md` 4.3, on random positions under
//! random combinations of all knobs.
//!
//! The book keeps seeds in a map by pit name and bulls in another, drops one seed after the other
//! and never looks for cycles: whatever is clever about the engine is not clever here.

#![allow(clippy::unwrap_used, reason = "in a test, what cannot be unwrapped has failed")]

use std::collections::BTreeMap;

use engine::board::Direction;
use engine::ruleset::{
    BullRows, CaptureLap, Chain, OwnSeed, Privilege, Relay, SingleSeed, SowIntoSpecial, Sowing, SpecialPit,
    StartFilter,
};
use engine::{BySide, Illegal, LapEnd, Move, OwnedPit, Position, Ruleset, RulesetDraft, Setup, Side};
use proptest::prelude::*;
use proptest::sample::select;

/// A pit: whose row it is in and its own number.
type Pit = (Side, u8);

#[derive(Clone)]
struct Book {
    rules: Ruleset,
    seeds: BTreeMap<Pit, u16>,
    bulls: BTreeMap<Pit, Side>,
    captured: BySide<u16>,
    mover: Side,
}

/// What a turn came to, as far as the book tells it.
#[derive(Debug, PartialEq)]
struct Told {
    laps: Vec<(Pit, u16, Direction, Pit)>,
    end: LapEnd,
    privilege: bool,
    taken: Vec<(Pit, u16)>,
    made: Vec<Pit>,
}

impl Book {
    fn open(rules: &Ruleset, position: &Position) -> Self {
        let ring = position.ring();
        let name = |pit: u8| (ring.side(pit), ring.number(pit));
        Self {
            rules: rules.clone(),
            seeds: (0..ring.len()).map(|pit| (name(pit), position.seeds(pit))).collect(),
            bulls: position.bulls().map(|bull| (name(bull.pit), bull.owner)).collect(),
            captured: position.captured(),
            mover: position.turn(),
        }
    }

    fn next(&self, (side, number): Pit, direction: Direction) -> Pit {
        match direction {
            Direction::Ccw if number == self.rules.pits => (side.other(), 1),
            Direction::Ccw => (side, number + 1),
            Direction::Cw if number == 1 => (side.other(), self.rules.pits),
            Direction::Cw => (side, number - 1),
        }
    }

    fn facing(&self, (side, number): Pit) -> Pit {
        (side.other(), self.rules.pits + 1 - number)
    }

    fn passes_over(&self, pit: Pit, origin: Pit) -> bool {
        if self.rules.skip_origin && pit == origin {
            return true;
        }
        match (self.bulls.get(&pit), self.rules.sow_into_special) {
            (None, _) | (_, SowIntoSpecial::All) => false,
            (Some(&owner), SowIntoSpecial::SkipOpponents) => owner != self.mover,
            (Some(_), SowIntoSpecial::SkipAll) => true,
        }
    }

    fn base_direction(&self, pit: Pit) -> Direction {
        match self.rules.direction {
            Sowing::Ccw => Direction::Ccw,
            Sowing::Cw => Direction::Cw,
            Sowing::Parity if self.seeds[&pit] % 2 == 1 => Direction::Cw,
            Sowing::Parity => Direction::Ccw,
        }
    }

    /// Step 3: the pits of the seeds, in order.
    fn sow(&mut self, origin: Pit, direction: Direction) -> Vec<Pit> {
        let mut hand = self.seeds.insert(origin, 0).unwrap();
        let mut fell = Vec::new();
        let mut at = origin;
        while hand > 0 {
            at = self.next(at, direction);
            if !self.passes_over(at, origin) {
                *self.seeds.get_mut(&at).unwrap() += 1;
                fell.push(at);
                hand -= 1;
            }
        }
        fell
    }

    /// Step 1, without endlessness.
    fn may_start(&self, pit: Pit) -> bool {
        let filled = self.seeds[&pit] > 0 && !self.bulls.contains_key(&pit);
        if !filled || pit.0 != self.mover {
            return false;
        }
        let mut after = self.clone();
        let fell = after.sow(pit, self.base_direction(pit));
        let into_empty = after.seeds[fell.last().unwrap()] == 1;
        let all_single = self
            .seeds
            .iter()
            .filter(|(own, _)| own.0 == self.mover && !self.bulls.contains_key(own))
            .all(|(_, &seeds)| seeds <= 1);
        let single = self.seeds[&pit] != 1
            || match self.rules.single_seed {
                SingleSeed::Free => true,
                SingleSeed::ToEmpty => into_empty,
                SingleSeed::AllSingleToEmpty => into_empty && all_single,
                SingleSeed::OnlyIfAllSingle => all_single,
            };
        let reaches = into_empty || fell.iter().any(|pit| pit.0 != self.mover);
        single && (self.rules.start_filter == StartFilter::Any || reaches)
    }

    /// Steps 2 to 7; `None` for a turn of too many laps.
    fn turn(&mut self, start: Pit, directions: &[Direction]) -> Option<Told> {
        let mut told =
            Told { laps: vec![], end: LapEnd::Relay, privilege: false, taken: vec![], made: vec![] };
        let mut at = start;
        let mut direction = self.base_direction(start);
        let mut choices = directions.iter();
        let mut reached: Vec<Pit> = vec![];
        for lap in 1..=self.rules.max_laps {
            if self.rules.direction == Sowing::Parity {
                direction = self.base_direction(at);
            } else if told.privilege {
                direction = choices.next().copied().unwrap_or(direction);
            }
            let seeds = self.seeds[&at];
            let fell = self.sow(at, direction);
            let last = *fell.last().unwrap();
            told.laps.push((at, seeds, direction, last));
            if self.rules.direction_privilege != Privilege::PerTurn {
                reached.clear();
            }
            reached.extend(&fell);
            let crossed = (1..=self.rules.pits).all(|own| reached.contains(&(self.mover.other(), own)));
            told.privilege |= crossed && self.rules.direction_privilege != Privilege::Off;
            told.end = self.land(lap, &fell, direction, &mut told.taken, &mut told.made);
            if told.end != LapEnd::Relay {
                return Some(told);
            }
            at = last;
        }
        None
    }

    /// Step 6.
    fn land(
        &mut self,
        lap: u32,
        fell: &[Pit],
        direction: Direction,
        taken: &mut Vec<(Pit, u16)>,
        made: &mut Vec<Pit>,
    ) -> LapEnd {
        let q = *fell.last().unwrap();
        let c = self.seeds[&q];
        if self.bulls.contains_key(&q) {
            return LapEnd::InBull;
        }
        if self.rules.special_pit == SpecialPit::Bull {
            made.extend(self.bulls_made(fell));
            for &pit in made.iter() {
                self.bulls.insert(pit, self.mover);
            }
            if !made.is_empty() {
                return LapEnd::Bull;
            }
        }
        if c >= 2 {
            return if self.rules.relay == Relay::Off { LapEnd::Sleep } else { LapEnd::Relay };
        }
        let facing = self.facing(q);
        let prey = self.seeds[&facing];
        let barred = self.rules.capture_lap == CaptureLap::FirstLapOnly && lap != 1;
        if q.0 != self.mover || self.bulls.contains_key(&facing) || barred {
            return LapEnd::Sleep;
        }
        if prey == 0 {
            if self.rules.own_seed == OwnSeed::Always {
                self.take(q, taken);
                return LapEnd::Capture;
            }
            return LapEnd::Sleep;
        }
        if self.rules.special_pit == SpecialPit::Uur && prey == 3 {
            for pit in [q, facing] {
                self.seeds.insert(pit, 2);
                self.bulls.insert(pit, self.mover);
                made.push(pit);
            }
            return LapEnd::Uur;
        }
        if prey > self.rules.capture_max.unwrap_or(u16::MAX) {
            return LapEnd::Sleep;
        }
        self.take(facing, taken);
        if self.rules.own_seed != OwnSeed::Never {
            self.take(q, taken);
        }
        let mut walk = self.next(q, direction);
        while self.rules.chain == Chain::EmptyRun && self.chains(walk) {
            self.take(self.facing(walk), taken);
            walk = self.next(walk, direction);
        }
        LapEnd::Capture
    }

    fn chains(&self, pit: Pit) -> bool {
        let facing = self.facing(pit);
        let prey = self.seeds[&facing];
        pit.0 == self.mover
            && self.seeds[&pit] == 0
            && prey > 0
            && prey <= self.rules.capture_max.unwrap_or(u16::MAX)
            && !self.bulls.contains_key(&facing)
    }

    fn bulls_made(&self, fell: &[Pit]) -> Vec<Pit> {
        let own = |pit: &Pit| self.rules.bull_rows == BullRows::Both || pit.0 == self.mover;
        let q = *fell.last().unwrap();
        if let [.., before, q] = *fell {
            let mut held = [self.seeds[&before], self.seeds[&q]];
            held.sort_unstable();
            let pair = held == [3, 4] && before != q && !self.bulls.contains_key(&before);
            if self.rules.bull_pair && pair && own(&before) && own(&q) {
                return vec![before, q];
            }
        }
        let single = self.rules.bull_single && self.seeds[&q] == 4 && own(&q);
        if single { vec![q] } else { vec![] }
    }

    fn take(&mut self, pit: Pit, taken: &mut Vec<(Pit, u16)>) {
        let seeds = self.seeds.insert(pit, 0).unwrap();
        self.captured[self.mover] += seeds;
        taken.push((pit, seeds));
    }
}

fn any_rules() -> impl Strategy<Value = Ruleset> {
    let sowing = (
        2u8..9,
        select(vec![Sowing::Ccw, Sowing::Cw, Sowing::Parity]),
        select(vec![Privilege::Off, Privilege::PerLap, Privilege::PerTurn]),
        prop_oneof![5 => Just(Relay::ToEmpty), 1 => Just(Relay::Off)],
        select(vec![SowIntoSpecial::All, SowIntoSpecial::SkipOpponents, SowIntoSpecial::SkipAll]),
        any::<bool>(),
        prop_oneof![1u32..12, Just(400)],
    );
    let starts = (
        select(vec![
            SingleSeed::Free,
            SingleSeed::ToEmpty,
            SingleSeed::AllSingleToEmpty,
            SingleSeed::OnlyIfAllSingle,
        ]),
        select(vec![StartFilter::Any, StartFilter::MustReach]),
    );
    let captures = (
        select(vec![CaptureLap::AnyLap, CaptureLap::FirstLapOnly]),
        select(vec![OwnSeed::OnCapture, OwnSeed::Always, OwnSeed::Never]),
        select(vec![Chain::None, Chain::EmptyRun]),
        proptest::option::of(1u16..6),
    );
    let bulls = (
        select(vec![SpecialPit::None, SpecialPit::Bull, SpecialPit::Uur]),
        any::<bool>(),
        any::<bool>(),
        select(vec![BullRows::Both, BullRows::Own]),
    );
    (sowing, starts, captures, bulls).prop_map(|(sowing, starts, captures, bulls)| {
        let draft = RulesetDraft {
            pits: sowing.0,
            direction: sowing.1,
            direction_privilege: sowing.2,
            relay: sowing.3,
            sow_into_special: sowing.4,
            skip_origin: sowing.5 && sowing.4 == SowIntoSpecial::All,
            max_laps: sowing.6,
            single_seed: starts.0,
            start_filter: starts.1,
            capture_lap: captures.0,
            own_seed: captures.1,
            chain: captures.2,
            capture_max: captures.3,
            special_pit: bulls.0,
            bull_single: bulls.1,
            bull_pair: bulls.2,
            bull_rows: bulls.3,
            ..RulesetDraft::default()
        };
        draft.check().unwrap()
    })
}

fn any_case() -> impl Strategy<Value = (Ruleset, Position, Vec<Direction>)> {
    any_rules().prop_flat_map(|rules| {
        let n = usize::from(rules.pits);
        let seeds = prop_oneof![3 => 0u16..5, 2 => Just(0u16), 1 => 0u16..45];
        let side = || prop_oneof![Just(Side::South), Just(Side::North)];
        let pits = proptest::collection::vec(seeds, 2 * n);
        let owners = proptest::collection::vec(proptest::option::weighted(0.2, side()), 2 * n);
        let direction = prop_oneof![Just(Direction::Ccw), Just(Direction::Cw)];
        let directions = proptest::collection::vec(direction, 0..6);
        (pits, owners, side(), directions).prop_map(move |(pits, owners, turn, directions)| {
            let bulls = if rules.special_pit == SpecialPit::None { vec![] } else { owners };
            let owned = (0u8..).zip(bulls).filter(|(pit, _)| pits[usize::from(*pit)] > 0);
            let setup = Setup {
                rows: BySide::new(pits[..n].to_vec(), pits[n..].to_vec()),
                captured: BySide::both(0),
                bulls: owned.filter_map(|(pit, owner)| owner.map(|owner| OwnedPit { pit, owner })).collect(),
                turn,
                first_turn: false,
                special_used: BySide::both(false),
            };
            (rules.clone(), setup.position_for(&rules).unwrap(), directions)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12_000, ..ProptestConfig::default() })]

    #[test]
    fn the_engine_plays_by_the_book((rules, position, directions) in any_case()) {
        let book = Book::open(&rules, &position);
        let ring = position.ring();
        let name = |pit: u8| (ring.side(pit), ring.number(pit));
        let starts = position.starts(&rules);
        for pit in 1..=rules.pits {
            let start = (position.turn(), pit);
            let may_start = book.may_start(start);
            let ends = may_start && book.clone().turn(start, &[]).is_some();
            prop_assert_eq!(starts.legal.contains(&pit), ends, "legal {}", pit);
            prop_assert_eq!(starts.endless.contains(&pit), may_start && !ends, "endless {}", pit);
            let played = position.play(&rules, &Move::Sow { pit, directions: directions.clone() });
            if !ends {
                prop_assert!(played.is_err());
                continue;
            }
            let mut after = book.clone();
            let Some(told) = after.turn(start, &directions) else {
                prop_assert_eq!(played, Err(Illegal::TooLong));
                continue;
            };
            let turn = played.unwrap();
            let trace = &turn.trace;
            let laps = trace.laps.iter();
            let got = Told {
                laps: laps.map(|l| (name(l.from), l.seeds, l.direction, name(l.last))).collect(),
                end: trace.end.unwrap(),
                privilege: trace.privilege,
                taken: trace.taken.iter().map(|&(pit, seeds)| (name(pit), seeds)).collect(),
                made: trace.made_bulls.iter().map(|&pit| name(pit)).collect(),
            };
            prop_assert_eq!(got, told);
            after.mover = after.mover.other();
            let opened = Book::open(&rules, &turn.after);
            prop_assert_eq!(&opened.seeds, &after.seeds);
            prop_assert_eq!(&opened.bulls, &after.bulls);
            prop_assert_eq!((opened.captured, opened.mover), (after.captured, after.mover));
        }
    }
}
