//! The invariants P1 to P13 of `docs/rules.md` 3.7, and that texts are read back.

#![allow(clippy::unwrap_used, reason = "in a test, what cannot be unwrapped has failed")]

use engine::board::Direction;
use engine::notation::GameRecord;
use engine::race::RaceEnd;
use engine::ruleset::{
    CaptureLap, Chain, Endless, OwnSeed, Privilege, SingleSeed, Sowing, SpecialMove, SpecialPit,
};
use engine::{
    Advanced, BySide, Game, Illegal, LapEnd, Move, OwnedPit, Position, Preset, Race, Ruleset, RulesetDraft,
    Setup, Side, Trace, perft,
};
use proptest::prelude::*;

fn any_side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::South), Just(Side::North)]
}

fn any_preset() -> impl Strategy<Value = Preset> {
    proptest::sample::select(Preset::ALL)
}

/// Any preset on a small board, some of its knobs turned.
fn any_rules() -> impl Strategy<Value = Ruleset> {
    let knobs = (
        proptest::sample::select(vec![OwnSeed::OnCapture, OwnSeed::Always, OwnSeed::Never]),
        proptest::sample::select(vec![Chain::None, Chain::EmptyRun]),
        proptest::sample::select(vec![CaptureLap::AnyLap, CaptureLap::FirstLapOnly]),
        proptest::sample::select(vec![
            SingleSeed::Free,
            SingleSeed::ToEmpty,
            SingleSeed::AllSingleToEmpty,
            SingleSeed::OnlyIfAllSingle,
        ]),
        proptest::option::of(1u16..5),
        any::<bool>(),
    );
    (any_preset(), 2u8..9, knobs).prop_map(|(preset, pits, knobs)| {
        let (own_seed, chain, capture_lap, single_seed, capture_max, skip_origin) = knobs;
        let draft = RulesetDraft {
            own_seed,
            chain,
            capture_lap,
            single_seed,
            capture_max,
            skip_origin,
            special_move: SpecialMove::Free,
            ..preset.draft_with_size(Some(pits), None)
        };
        draft.check().unwrap()
    })
}

/// Any position of a ruleset, with bulls where it knows them.
fn any_position(rules: Ruleset) -> impl Strategy<Value = (Ruleset, Position)> {
    let n = usize::from(rules.pits);
    let seeds = prop_oneof![3 => 0u16..4, 2 => Just(0u16), 1 => 0u16..40];
    let pits = proptest::collection::vec(seeds, 2 * n);
    let bulls = proptest::collection::vec(proptest::option::weighted(0.15, any_side()), 2 * n);
    let captured = (0u16..30, 0u16..30);
    (pits, bulls, captured, any_side()).prop_map(move |(pits, bulls, captured, turn)| {
        let bulls = if rules.special_pit == SpecialPit::None { vec![] } else { bulls };
        let setup = Setup {
            rows: BySide::new(pits[..n].to_vec(), pits[n..].to_vec()),
            captured: BySide::new(captured.0, captured.1),
            bulls: (0u8..)
                .zip(bulls)
                .filter(|(pit, _)| pits[usize::from(*pit)] > 0)
                .filter_map(|(pit, owner)| owner.map(|owner| OwnedPit { pit, owner }))
                .collect(),
            turn,
            first_turn: false,
            special_used: BySide::both(false),
        };
        (rules.clone(), setup.position_for(&rules).unwrap())
    })
}

fn any_case() -> impl Strategy<Value = (Ruleset, Position)> {
    any_rules().prop_flat_map(any_position)
}

fn any_directions() -> impl Strategy<Value = Vec<Direction>> {
    let one = prop_oneof![Just(Direction::Ccw), Just(Direction::Cw)];
    proptest::collection::vec(one, 0..6)
}

/// Every start that may be played, with the turn it makes.
fn turns(rules: &Ruleset, position: &Position) -> Vec<(u8, engine::Turn)> {
    let starts = position.starts(rules).legal;
    starts.into_iter().map(|pit| (pit, position.play(rules, &Move::sow(pit)).unwrap())).collect()
}

fn changed(rules: &Ruleset, change: impl FnOnce(&mut RulesetDraft)) -> Ruleset {
    let mut draft = RulesetDraft::from(rules.clone());
    change(&mut draft);
    draft.check().unwrap()
}

/// The board seen in a mirror: own pit k becomes own pit n + 1 - k.
fn mirrored(position: &Position) -> Position {
    let mut setup = position.setup();
    setup.rows.south.reverse();
    setup.rows.north.reverse();
    let ring = position.ring();
    for bull in &mut setup.bulls {
        bull.pit = mirror(position, bull.pit);
        assert!(bull.pit < ring.len());
    }
    setup.position().unwrap()
}

fn mirror(position: &Position, pit: u8) -> u8 {
    let n = position.pits_per_row();
    if pit < n { n - 1 - pit } else { 3 * n - 1 - pit }
}

fn parts(trace: &Trace) -> (usize, Option<LapEnd>, u16, usize, bool) {
    (trace.laps.len(), trace.end, trace.captured, trace.made_bulls.len(), trace.privilege)
}

/// Drops the seeds of a trace as a page would, without a rule, and ends up at the same board.
fn retell(before: &Position, trace: &Trace) -> Vec<u16> {
    let ring = before.ring();
    let mut pits = before.pits().to_vec();
    for lap in &trace.laps {
        assert_eq!(pits[usize::from(lap.from)], lap.seeds);
        pits[usize::from(lap.from)] = 0;
        let (mut at, mut left) = (lap.from, lap.seeds);
        while left > 0 {
            at = ring.next(at, lap.direction);
            let over = trace.passes_over.contains(&at) || (trace.skips_origin && at == lap.from);
            if !over {
                pits[usize::from(at)] += 1;
                left -= 1;
            }
        }
        assert_eq!(at, lap.last);
    }
    if let Some((from, to)) = trace.crossing {
        pits[usize::from(from)] -= 1;
        pits[usize::from(to)] += 1;
    }
    for &(pit, seeds) in trace.taken.iter().chain(&trace.lifted) {
        assert_eq!(pits[usize::from(pit)], seeds);
        pits[usize::from(pit)] = 0;
    }
    for &(pit, seeds) in &trace.laid {
        pits[usize::from(pit)] += seeds;
    }
    pits
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, ..ProptestConfig::default() })]

    /// P1, P5, P6, P10, and that a trace tells everything that happened.
    #[test]
    fn a_turn_keeps_its_promises((rules, position) in any_case()) {
        for (pit, turn) in turns(&rules, &position) {
            prop_assert_eq!(turn.after.total(), position.total());
            prop_assert_eq!(turn.after.turn(), position.turn().other());
            prop_assert_eq!(retell(&position, &turn.trace), turn.after.pits());
            for bull in position.bulls() {
                prop_assert_eq!(turn.after.bull(bull.pit), Some(bull.owner));
                prop_assert!(turn.after.seeds(bull.pit) >= position.seeds(bull.pit));
            }
            let mover = position.turn();
            let taken = turn.after.captured()[mover] - position.captured()[mover];
            prop_assert_eq!(taken, turn.trace.captured);
            let across: u16 = turn.trace.taken.iter()
                .filter(|(pit, _)| position.ring().side(*pit) != mover)
                .map(|(_, seeds)| seeds).sum();
            prop_assert!(taken <= across + 1);
            let last = turn.trace.laps.last().unwrap().last;
            match turn.trace.end.unwrap() {
                LapEnd::InBull => prop_assert!(position.bull(last).is_some()),
                LapEnd::Bull | LapEnd::Uur => prop_assert!(turn.trace.made_bulls.contains(&last)),
                LapEnd::Sleep => prop_assert_eq!(turn.after.seeds(last), 1),
                LapEnd::Capture => prop_assert!(turn.after.seeds(last) <= 1),
                LapEnd::Relay => prop_assert!(false, "a turn does not end in a relay"),
            }
            prop_assert_eq!(turn.trace.start, position.ring().at(mover, pit).unwrap());
            let mut silent = position;
            prop_assert!(matches!(silent.advance(&rules, pit), Ok(Advanced::Sown(_))));
            prop_assert_eq!(silent, turn.after);
        }
    }

    /// P2.
    #[test]
    fn turning_the_board_commutes_with_every_rule((rules, position) in any_case(), directions in any_directions()) {
        let turned = position.turned();
        prop_assert_eq!(turned.starts(&rules), position.starts(&rules));
        let other = position.outcome(&rules).map(|outcome| (outcome.reason, outcome.score.swapped()));
        prop_assert_eq!(turned.outcome(&rules).map(|outcome| (outcome.reason, outcome.score)), other);
        for pit in 1..=rules.pits {
            let mv = Move::Sow { pit, directions: directions.clone() };
            match (position.play(&rules, &mv), turned.play(&rules, &mv)) {
                (Ok(one), Ok(two)) => {
                    prop_assert_eq!(one.after.turned(), two.after);
                    prop_assert_eq!(parts(&one.trace), parts(&two.trace));
                }
                (one, two) => prop_assert_eq!(one.err(), two.err()),
            }
        }
    }

    /// P3.
    #[test]
    fn clockwise_is_counterclockwise_in_a_mirror((rules, position) in any_case()) {
        prop_assume!(rules.direction != Sowing::Parity);
        let flip = |direction| if direction == Sowing::Cw { Sowing::Ccw } else { Sowing::Cw };
        let other = changed(&rules, |draft| draft.direction = flip(draft.direction));
        let image = mirrored(&position);
        for pit in 1..=rules.pits {
            let one = position.play(&rules, &Move::sow(pit));
            let two = image.play(&other, &Move::sow(rules.pits + 1 - pit));
            match (one, two) {
                (Ok(one), Ok(two)) => {
                    prop_assert_eq!(mirrored(&one.after), two.after);
                    prop_assert_eq!(parts(&one.trace), parts(&two.trace));
                }
                (one, two) => prop_assert_eq!(one.err(), two.err()),
            }
        }
    }

    /// P4: on a uniform board all first moves are one turn, carried round the ring, as long as
    /// nothing but empty and filled decides.
    #[test]
    fn first_moves_of_a_uniform_board_are_rotations(
        preset in proptest::sample::select(vec![Preset::EnDodoi, Preset::EnGehe, Preset::CrossEndodoi]),
        pits in 2u8..30,
        seeds in 2u8..9,
    ) {
        let rules = Ruleset::with_size(preset, Some(pits), Some(seeds)).unwrap();
        let position = rules.opening_position().unwrap();
        let laps: Vec<Vec<(u8, u16, u8)>> = (1..=pits)
            .filter_map(|pit| position.play(&rules, &Move::sow(pit)).ok())
            .map(|turn| {
                let start = turn.trace.start;
                let shift = |pit: u8| (pit + 2 * pits - start) % (2 * pits);
                turn.trace.laps.iter().map(|lap| (shift(lap.from), lap.seeds, shift(lap.last))).collect()
            })
            .collect();
        prop_assert!(laps.windows(2).all(|pair| pair[0] == pair[1]));
        prop_assert!(laps.is_empty() || laps.len() == usize::from(pits));
    }

    /// P7.
    #[test]
    fn the_capture_lap_changes_no_lap((rules, position) in any_case()) {
        let any = changed(&rules, |draft| draft.capture_lap = CaptureLap::AnyLap);
        let first = changed(&rules, |draft| draft.capture_lap = CaptureLap::FirstLapOnly);
        for pit in 1..=rules.pits {
            match (position.play(&any, &Move::sow(pit)), position.play(&first, &Move::sow(pit))) {
                (Ok(one), Ok(two)) => prop_assert_eq!(one.trace.laps, two.trace.laps),
                (one, two) => prop_assert_eq!(one.err(), two.err()),
            }
        }
    }

    /// P11, and that the record of a game is read back.
    #[test]
    fn a_game_is_replayed_from_its_moves(
        preset in any_preset(),
        choices in proptest::collection::vec((any::<prop::sample::Index>(), any_directions()), 0..60),
    ) {
        let rules = preset.ruleset();
        let start = rules.opening_position().unwrap();
        let mut game = Game::new(rules.clone(), start);
        let mut moves = Vec::new();
        let mut told = Vec::new();
        for (choice, directions) in choices {
            let legal = game.position().starts(&rules).legal;
            if game.outcome().is_some() {
                prop_assert_eq!(game.play(&Move::sow(1)), Err(Illegal::GameOver));
                break;
            }
            let mv = Move::Sow { pit: *choice.get(&legal), directions };
            let Ok(turn) = game.play(&mv) else { continue };
            moves.push(mv);
            told.push(turn);
        }
        let record = GameRecord { preset, rules: rules.clone(), start, moves };
        let text = record.to_string();
        prop_assert_eq!(&text.parse::<GameRecord>().unwrap(), &record);
        prop_assert_eq!(&record.replay().unwrap(), &game);
        prop_assert_eq!(Game::resume(rules, start, &told), game);
    }

    /// P12.
    #[test]
    fn legal_starts_end_and_without_one_the_game_is_over((rules, position) in any_case()) {
        let starts = position.starts(&rules);
        let over = position.outcome(&rules);
        prop_assert_eq!(starts.legal.is_empty(), over.is_some());
        for pit in 1..=rules.pits {
            let played = position.play(&rules, &Move::sow(pit));
            prop_assert_eq!(played.is_ok(), starts.legal.contains(&pit));
            if over.is_none() && starts.endless.contains(&pit) {
                prop_assert_eq!(played, Err(Illegal::Endless));
            }
        }
        let offers = position.legal_moves(&rules);
        let offered: Vec<u8> = offers.iter().map(|offer| offer.pit).collect();
        prop_assert_eq!(&offered, &starts.legal);
        for offer in offers {
            let turn = position.play(&rules, &offer.mv).unwrap();
            prop_assert_eq!(offer.preview.unwrap().captured, turn.trace.captured);
            for choice in offer.choices {
                let turn = position.play(&rules, &choice.mv).unwrap();
                prop_assert_eq!(choice.preview.captured, turn.trace.captured);
                prop_assert_eq!(choice.preview.last, turn.trace.laps.last().unwrap().last);
            }
        }
    }

    /// Looking for cycles gives the answers of the lap limit alone: P13 and its like for parity.
    #[test]
    fn endless_starts_are_those_that_pass_the_lap_limit((rules, position) in any_case()) {
        let rules = changed(&rules, |draft| draft.max_laps = 3_000);
        let starts = position.starts(&rules);
        for pit in position.candidates(&rules) {
            let laps = laps_by_the_book(&rules, &position, pit);
            prop_assert_eq!(laps.is_none(), starts.endless.contains(&pit), "pit {}", pit);
        }
    }

    /// The quick loop for plain rulesets and the loop for all of them are one rule: a privilege
    /// that nobody uses sends the same turn through the other loop.
    #[test]
    fn both_loops_sow_the_same(
        preset in proptest::sample::select(vec![Preset::EnDodoi, Preset::Ndoto]),
        pits in prop_oneof![2u8..14, Just(50)],
        cw in any::<bool>(),
        seeds in proptest::collection::vec(prop_oneof![4 => 0u16..5, 1 => 0u16..150], 100),
        turn in any_side(),
    ) {
        let rules = Ruleset::with_size(preset, Some(pits), None).unwrap();
        let rules = changed(&rules, |draft| if cw { draft.direction = Sowing::Cw });
        let slow = changed(&rules, |draft| draft.direction_privilege = Privilege::PerLap);
        let n = usize::from(pits);
        let rows = BySide::new(seeds[..n].to_vec(), seeds[n..2 * n].to_vec());
        let position = Setup::of_rows(rows).position().unwrap().with_turn(turn);
        prop_assert_eq!(position.starts(&rules), position.starts(&slow));
        for pit in position.candidates(&rules) {
            let (mut one, mut two) = (position, position);
            prop_assert_eq!(
                one.advance(&rules, pit).map(|_| ()),
                two.advance(&slow, pit).map(|_| ())
            );
            prop_assert_eq!(one, two);
        }
    }

    /// A refused move leaves everything as it was.
    #[test]
    fn a_refused_start_changes_nothing((rules, position) in any_case(), pit in 0u8..12) {
        let mut tried = position;
        if tried.advance(&rules, pit).is_err() {
            prop_assert_eq!(tried, position);
        }
    }

    /// Every choice list is the same move as its canonical form, and a shorter one is another.
    #[test]
    fn canonical_moves_do_the_same((rules, position) in any_case(), directions in any_directions(), per_turn in any::<bool>()) {
        let rules = changed(&rules, |draft| {
            draft.direction_privilege = if per_turn { Privilege::PerTurn } else { Privilege::PerLap };
        });
        for pit in 1..=rules.pits {
            let mv = Move::Sow { pit, directions: directions.clone() };
            let canonical = position.canonical(&rules, &mv);
            prop_assert_eq!(position.play(&rules, &mv), position.play(&rules, &canonical));
            prop_assert_eq!(&position.canonical(&rules, &canonical), &canonical);
        }
    }

    #[test]
    fn positions_and_moves_are_read_back((_, position) in any_case(), pit in 0u8..=255, directions in any_directions()) {
        prop_assert_eq!(position.to_string().parse::<Position>().unwrap(), position);
        prop_assert_eq!(position.setup().position().unwrap(), position);
        let mv = Move::Sow { pit, directions };
        prop_assert_eq!(mv.to_string().parse::<Move>().unwrap(), mv);
    }

    /// What a reader accepts is exactly what would be printed.
    #[test]
    fn accepted_texts_are_printed_texts(text in "[0-9LR+=:,]{0,12}") {
        if let Ok(mv) = text.parse::<Move>() {
            prop_assert_eq!(mv.to_string(), text);
        }
    }

    #[test]
    fn special_moves_lay_what_they_lift((rules, position) in any_case(), lift in (1u8..9, 1u8..9), lay in proptest::collection::vec((1u8..9, 0u16..6), 0..4)) {
        let mv = Move::Redistribute { lift: [lift.0, lift.1], lay };
        prop_assert_eq!(mv.to_string().parse::<Move>().unwrap(), mv.clone());
        if let Ok(turn) = position.play(&rules, &mv) {
            prop_assert_eq!(turn.after.total(), position.total());
            prop_assert_eq!(retell(&position, &turn.trace), turn.after.pits());
            prop_assert!(turn.after.special_used()[position.turn()]);
            prop_assert_eq!(position.row(position.turn().other()), turn.after.row(position.turn().other()));
            prop_assert_ne!(position.pits(), turn.after.pits());
            let canonical = position.canonical(&rules, &mv);
            prop_assert_eq!(position.play(&rules, &canonical), Ok(turn));
        }
    }

    /// Seeds in hands and on the board are all seeds, after every drop.
    #[test]
    fn a_race_loses_no_seed(pits in proptest::sample::select(vec![8u8, 10, 12]), sides in proptest::collection::vec(any_side(), 1..200)) {
        let rules = Ruleset::with_size(Preset::Enkeshui, Some(pits), None).unwrap();
        let mut race = Race::new(&rules, None).unwrap();
        for side in sides {
            let before = race.clone();
            match race.drop(side) {
                Ok(drop) => prop_assert_eq!(drop.side, side),
                Err(illegal) => {
                    prop_assert_eq!(illegal, Illegal::Asleep);
                    prop_assert_eq!(&race, &before);
                }
            }
            let hands = race.hands();
            prop_assert_eq!(race.position().total() + hands.south + hands.north, 48);
        }
        if let Some(RaceEnd::Finished { starter, position }) = race.end() {
            prop_assert_eq!(race.finished()[0], starter);
            prop_assert_eq!((position.total(), position.turn()), (48, starter));
        }
    }

    #[test]
    fn all_scores_add_up((rules, position) in any_case()) {
        if let Some(outcome) = position.outcome(&rules) {
            prop_assert_eq!(outcome.score.south + outcome.score.north, position.total());
        }
        let lines = position.starts(&rules).legal.len();
        prop_assert_eq!(perft(&position, &rules, 1), u64::try_from(lines).unwrap());
    }
}

/// The laps of a turn, seed by seed, with the lap limit as the only end of an endless one. Written
/// from the text of the rules; shares nothing with the engine but the geometry.
fn laps_by_the_book(rules: &Ruleset, position: &Position, pit: u8) -> Option<u32> {
    let ring = position.ring();
    let mut pits = position.pits().to_vec();
    let mut at = ring.at(position.turn(), pit).unwrap();
    for lap in 1..=rules.max_laps {
        let seeds = std::mem::take(&mut pits[usize::from(at)]);
        let direction = match rules.direction {
            Sowing::Ccw => Direction::Ccw,
            Sowing::Cw => Direction::Cw,
            Sowing::Parity if seeds % 2 == 1 => Direction::Cw,
            Sowing::Parity => Direction::Ccw,
        };
        let origin = at;
        let mut fell = Vec::new();
        while fell.len() < usize::from(seeds) {
            at = ring.next(at, direction);
            if !(rules.skip_origin && at == origin) {
                pits[usize::from(at)] += 1;
                fell.push(at);
            }
        }
        let now = pits[usize::from(at)];
        if position.bull(at).is_some() || now == 1 {
            return Some(lap);
        }
        if rules.special_pit == SpecialPit::Bull {
            let pair = fell.len() >= 2 && {
                let before = fell[fell.len() - 2];
                let two = [pits[usize::from(before)], now];
                position.bull(before).is_none() && (two == [3, 4] || two == [4, 3])
            };
            if pair || now == 4 {
                return Some(lap);
            }
        }
    }
    None
}

/// P8.
#[test]
fn the_endless_family_returns_after_twice_n_squared_laps() {
    for n in [2u8, 4, 6, 8, 10, 12, 20, 50] {
        let pairs = usize::from(n - 2) / 2;
        let south: Vec<u16> = [[0, 1]].repeat(pairs).concat().into_iter().chain([2, 0]).collect();
        let north: Vec<u16> = [[1, 0]].repeat(pairs).concat().into_iter().chain([2, 1]).collect();
        for preset in [Preset::EnDodoi, Preset::EnGehe, Preset::Enkeshui] {
            let rules = Ruleset::with_size(preset, Some(n), None).unwrap();
            let setup = Setup::of_rows(BySide::new(south.clone(), north.clone()));
            let position = setup.position_for(&rules).unwrap();
            let mv = Move::sow(n - 1);
            assert_eq!(position.play(&rules, &mv), Err(Illegal::Endless), "{n}");
            let played = changed(&rules, |draft| draft.endless = Endless::Pass);
            assert!(position.play(&played, &mv).unwrap().trace.endless);
            let period = 2 * u64::from(n) * u64::from(n);
            let mut work = 0;
            let others: u64 = position
                .legal_starts(&rules)
                .map(|pit| position.play(&rules, &Move::sow(pit)).unwrap().trace.laps.len() as u64)
                .sum();
            let starts = position.starts_counted(&rules, &mut work);
            assert_eq!(starts.endless, [n - 1]);
            assert_eq!(work - others, period, "n = {n}");
        }
    }
}

/// P9.
#[test]
fn the_tempo_duel_is_won_by_parity() {
    for n in [6u8, 8, 50] {
        let rules = Ruleset::with_size(Preset::EnGehe, Some(n), None).unwrap();
        for s in 1..n {
            for m in 1..=n - s {
                let mut rows = BySide::both(vec![0; usize::from(n)]);
                rows.south[usize::from(s) - 1] = 1;
                rows.north[usize::from(m) - 1] = 1;
                let mut position = Setup::of_rows(rows).position_for(&rules).unwrap();
                let winner = if (n - s - m) % 2 == 0 { Side::South } else { Side::North };
                for ply in 1..=n + 1 - s - m {
                    let starts = position.starts(&rules).legal;
                    assert_eq!(starts.len(), 1);
                    position = position.play(&rules, &Move::sow(starts[0])).unwrap().after;
                    let captured = if ply == n + 1 - s - m { 2 } else { 0 };
                    assert_eq!(position.captured()[winner], captured, "{n} {s} {m}");
                }
                assert_eq!(position.captured()[winner.other()], 0);
            }
        }
    }
}

/// P13, over all positions of 2×2 with up to ten seeds: without the lap limit's help, every
/// endless start of a fixed direction comes back to its own first board and pit.
#[test]
fn endless_starts_of_a_fixed_direction_return_to_themselves() {
    let rules = Ruleset::with_size(Preset::EnDodoi, Some(2), None).unwrap();
    let far = changed(&rules, |draft| draft.max_laps = 1_000_000);
    let mut endless = 0;
    for code in 0..11u32.pow(4) {
        let pits: Vec<u16> = (0..4).map(|i| u16::try_from(code / 11u32.pow(i) % 11).unwrap()).collect();
        if pits.iter().sum::<u16>() > 10 {
            continue;
        }
        let rows = BySide::new(pits[..2].to_vec(), pits[2..].to_vec());
        let position = Setup::of_rows(rows).position_for(&rules).unwrap();
        let mut work = 0;
        let starts = position.starts_counted(&far, &mut work);
        endless += starts.endless.len();
        assert!(work < 1_000_000, "a start was given up at the lap limit only");
        assert_eq!(position.starts(&rules), starts);
    }
    assert!(endless > 50, "{endless} endless starts were met");
}

/// In Cross-Endodoi a turn may run into a circle that does not contain its start. It is seen long
/// before the lap limit.
#[test]
fn circles_without_return_are_seen_early() {
    let rules = Ruleset::with_size(Preset::CrossEndodoi, Some(4), None).unwrap();
    let far = changed(&rules, |draft| draft.max_laps = 1_000_000);
    // The circle of the second is entered after ten laps only.
    for (text, pit) in [("0,1,2,2/0,2,1,2 0:0 S -", 4), ("4,0,5,1/0,4,2,2 0:0 S -", 4)] {
        let position: Position = text.parse().unwrap();
        let mut work = 0;
        let starts = position.starts_counted(&far, &mut work);
        assert!(starts.endless.contains(&pit), "{text}");
        assert!(work < 1_000, "{work} laps");
    }
}
