//! Games at random, as records.

use engine::{BySide, Game, Move, Preset, Race, Ruleset, Series, SeriesGoal, Side, Winner};
use protocol::event::{EndReason, Event, GameResult, MemberKind, StarterReason};
use protocol::http::record::RecordFaultCode;
use protocol::settings::{Clock, DecisionMode, FlagPolicy, GameChoice, SIDES};
use protocol::{RULES_VERSION, ServerFrame};

use crate::record::Told;
use crate::record::fault::Place;
use crate::record::model::{Counts, Ending, GameTold, Gathering, Mark, Played, Player, Record};
use crate::record::settings::agreed;
use crate::room::settings::catalogue;

/// Plies of one game at most: the records of long games are of the same kind.
const PLIES: usize = 60;

/// Chance, from a number.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((x ^ (x >> 31)) % sides as u64).unwrap()
    }

    fn one_in(&mut self, sides: usize) -> bool {
        self.roll(sides) == 0
    }

    fn of<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.roll(list.len())]
    }
}

const NAMES: [&str; 10] = [
    "Naserian",
    "Moinan",
    "Blue Heron",
    "O'Brien_2.b",
    "Żółć",
    "さくら子",
    "Ёлка",
    "ዓባይ",
    "Lemayian-1",
    "Sironka",
];

/// A record of a match, or of a few games of one.
pub(super) fn a_record(preset: Preset, dice: &mut Dice) -> Record {
    let info = catalogue().into_iter().find(|info| info.preset == preset).unwrap();
    let pits = *dice.of(&info.sizes);
    let seeds_per_pit =
        if info.seeds.is_empty() { info.defaults.game.seeds_per_pit } else { *dice.of(&info.seeds) };
    let series = *dice.of(&[
        info.defaults.series,
        info.defaults.series,
        SeriesGoal::Single,
        SeriesGoal::FirstToWins { wins: 2 },
        SeriesGoal::FirstToSeeds { seeds: 60 },
    ]);
    let flag = FlagPolicy::Lose;
    let clock = *dice.of(&[
        Clock::None,
        Clock::Bank { ms: 600_000, increment_ms: 5_000, flag },
        Clock::ByoYomi { ms: 60_500, periods: 3, period_ms: 30_000, flag },
    ]);
    let mode = *dice.of(&[DecisionMode::Hand, DecisionMode::Majority, DecisionMode::Consensus]);
    let room = Gathering {
        title: "Saturday at Olkejuado".to_owned(),
        choice: GameChoice { preset, pits, seeds_per_pit },
        rules: None,
        series,
        mode,
        clock,
        practice: dice.one_in(6),
    };
    let races = preset == Preset::Enkeshui && dice.one_in(2);
    games(room, races, dice)
}

/// A record of Enkeshui with the special move.
pub(super) fn with_special_moves(dice: &mut Dice) -> Record {
    let mut record = a_record(Preset::Enkeshui, dice);
    let rules = format!("enkeshui pits={} special_move=free", record.room.choice.pits);
    let rules = rules.replace("pits=8 ", "");
    let setup = record.room.clone();
    let drawn = if setup.choice.pits == 8 {
        rules
    } else {
        let mut draft = Preset::Enkeshui.draft_with_size(Some(setup.choice.pits), None);
        draft.special_move = engine::ruleset::SpecialMove::Free;
        engine::notation::print_rules(Preset::Enkeshui, &draft)
    };
    record.room.rules = Some(drawn);
    record.room.series = SeriesGoal::Single;
    games(record.room, false, dice)
}

fn games(room: Gathering, races: bool, dice: &mut Dice) -> Record {
    let rules = agreed(&room, 8, races).unwrap().rules;
    let mut record = Record { room, games: Vec::new() };
    let (mut series, mut began) = (None::<Series>, 1_796_000_000);
    let usual = rules.opening_position().unwrap();
    for _ in 0..=dice.roll(4) {
        let goes_on = series.as_ref().is_some_and(|series| series.next().is_some());
        if !goes_on {
            series = Some(Series::new(rules.clone(), record.room.series).unwrap());
        }
        let before = record.games.last().filter(|_| goes_on);
        let round = before.map_or(1, |game: &GameTold| game.round + 1);
        let next = series.as_ref().and_then(Series::next).unwrap().clone();
        began += 1_000 + u64::try_from(dice.roll(5_000)).unwrap();
        let mut told = begin(&record.room, &next.rules, next.position, races, dice);
        (told.round, told.began) = (round, began);
        let opening = told.opening.unwrap();
        let ended = play(&record.room, &mut told, Game::new(next.rules, opening), dice);
        if opening == usual.with_turn(told.starter) {
            told.opening = None;
        }
        if let Some(ending) = &mut told.ending {
            let series = series.as_mut().unwrap();
            let counts = ending.reason.counts();
            if counts {
                series.record_score(ending.winner.map_or(Winner::Draw, Winner::from), ending.score);
            }
            ending.pins = series.state().pins;
        }
        record.games.push(told);
        if !ended {
            break;
        }
    }
    record
}

fn begin(
    room: &Gathering,
    _: &Ruleset,
    position: engine::Position,
    races: bool,
    dice: &mut Dice,
) -> GameTold {
    let mut starter = *dice.of(&SIDES);
    let (mut opening, mut how, mut drops) = (position, StarterReason::Toss, None);
    if races && let Ok(mut race) = Race::from_position(position, None) {
        let mut sides = Vec::new();
        while race.end().is_none() {
            let side = *dice.of(&SIDES);
            if race.drop(side).is_ok() {
                sides.push(side);
            }
        }
        drops = Some(sides);
        if let Some(engine::race::RaceEnd::Finished { starter: first, position }) = race.end() {
            (starter, opening, how) = (first, position, StarterReason::Race);
        }
    }
    let teams = teams(room, dice);
    let hands = BySide::from_fn(|side| teams[side].first().map(|player: &Player| player.name.clone()));
    let opening = opening.with_turn(starter);
    GameTold {
        began: 0,
        round: 1,
        rules_version: RULES_VERSION,
        teams,
        hands,
        starter,
        how,
        race: drops,
        opening: Some(opening),
        last: Some(opening),
        ending: None,
        marks: Vec::new(),
        place: Place::default(),
    }
}

fn teams(room: &Gathering, dice: &mut Dice) -> BySide<Vec<Player>> {
    let person = |name: &str| Player { name: name.to_owned(), kind: MemberKind::Person };
    if room.practice {
        return BySide::both(vec![person(NAMES[0])]);
    }
    let from = dice.roll(NAMES.len());
    let mut names = (0..NAMES.len()).map(|at| person(NAMES[(from + at) % NAMES.len()]));
    let (south, north) = (1 + dice.roll(4), 1 + dice.roll(4));
    let mut teams = BySide::new(names.by_ref().take(south).collect::<Vec<_>>(), names.take(north).collect());
    if dice.one_in(3) {
        teams.north = vec![Player { name: "Bot".to_owned(), kind: MemberKind::Bot }];
    }
    teams
}

/// Play a game at random; whether it ended.
fn play(room: &Gathering, told: &mut GameTold, mut game: Game, dice: &mut Dice) -> bool {
    let mut hands = told.hands.clone();
    let mut begun: BySide<bool> = BySide::default();
    let mut past = vec![game.clone()];
    let mut clock = BySide::both(600_u64);
    let mark = |told: &mut GameTold, mark| told.marks.push((Place::default(), mark));
    let mut backs = 2;
    for _ in 0..PLIES {
        if let Some(outcome) = game.outcome() {
            let GameResult { reason, winner, score } = GameResult::from(&outcome);
            told.ending = Some(Ending { reason, winner, score, pins: BySide::default() });
            return true;
        }
        let side = game.position().turn();
        if std::mem::replace(&mut begun[side], true) && dice.one_in(5) {
            let to = dice.of(&told.teams[side]).name.clone();
            if hands[side].as_ref() != Some(&to) {
                hands[side] = Some(to.clone());
                mark(told, Mark::Hand(Some(to)));
            }
        }
        let moves = moves(&game, dice);
        let counts = |dice: &mut Dice| {
            let of = u8::try_from(dice.roll(5)).unwrap();
            Counts { objections: of, need: 3, approvals: u8::try_from(dice.roll(3)).unwrap() }
        };
        let other = |dice: &mut Dice, hand: &Option<String>, team: &[Player]| {
            let by = dice.of(team).name.clone();
            (dice.one_in(4) && hand.as_ref() != Some(&by)).then_some(by)
        };
        if moves.len() > 1 && dice.one_in(4) {
            let by = other(dice, &hands[side], &told.teams[side]);
            mark(told, Mark::Tried { mv: moves[1].clone(), told: counts(dice), by });
        }
        let turn = game.play(&moves[0]).unwrap();
        clock[side] = clock[side].saturating_sub(u64::try_from(dice.roll(9)).unwrap());
        let played = Played {
            mv: moves[0].clone(),
            captured: turn.trace.captured,
            bulls: turn.trace.made_bulls.len(),
            tried: dice.one_in(3).then(|| counts(dice)),
            by: other(dice, &hands[side], &told.teams[side]),
            clock: (room.clock != Clock::None).then_some(clock[side]),
        };
        mark(told, Mark::Played(played));
        told.last = Some(*game.position());
        past.push(game.clone());
        if backs > 0 && game.outcome().is_none() && dice.one_in(8) {
            backs -= 1;
            past.pop();
            game = past[past.len() - 1].clone();
            mark(told, Mark::Back(u16::try_from(past.len()).unwrap()));
            told.last = Some(*game.position());
        }
    }
    if game.outcome().is_some() || dice.one_in(3) {
        // The record is cut off, but never behind a move that ends the game.
        if let Some(outcome) = game.outcome() {
            let GameResult { reason, winner, score } = GameResult::from(&outcome);
            told.ending = Some(Ending { reason, winner, score, pins: BySide::default() });
            return true;
        }
        return false;
    }
    let (reason, winner) = *dice.of(&[
        (EndReason::Resigned, Some(Side::South)),
        (EndReason::Flag, Some(Side::North)),
        (EndReason::Agreed, None),
        (EndReason::Aborted, None),
    ]);
    let score = game.position().final_score(None);
    told.ending = Some(Ending { reason, winner, score, pins: BySide::default() });
    true
}

/// Two moves that can be played, or one.
fn moves(game: &Game, dice: &mut Dice) -> Vec<Move> {
    let (position, rules) = (game.position(), game.rules());
    let side = position.turn();
    let mut moves: Vec<Move> = Vec::new();
    if rules.special_move != engine::ruleset::SpecialMove::Off && dice.one_in(3) {
        let row = position.row(side).to_vec();
        let filled: Vec<u8> = (1..=rules.pits).filter(|&pit| row[usize::from(pit) - 1] > 0).collect();
        if filled.len() > 1 {
            let lift = [filled[0], filled[1]];
            let seeds = filled[..2].iter().map(|&pit| row[usize::from(pit) - 1]).sum();
            let lay = vec![(*dice.of(&filled), seeds)];
            moves.push(Move::Redistribute { lift, lay });
        }
    }
    for pit in position.legal_starts(rules) {
        let mut directions = Vec::new();
        for _ in 0..dice.roll(4) {
            directions.push(*dice.of(&[engine::Direction::Ccw, engine::Direction::Cw]));
        }
        let chosen = position.canonical(rules, &Move::Sow { pit, directions });
        moves.push(if game.look(&chosen).is_ok() { chosen } else { Move::sow(pit) });
    }
    moves.retain(|mv| game.look(mv).is_ok() && position.canonical(rules, mv) == *mv);
    let first = dice.roll(moves.len());
    moves.swap(0, first);
    moves.truncate(2);
    moves
}

/// A record with a fault, and where it is.
pub(super) struct Planted {
    pub(super) record: Record,
    pub(super) game: u16,
    pub(super) ply: u16,
    pub(super) codes: Vec<RecordFaultCode>,
}

/// Change one move of a record; nothing where there is none.
pub(super) fn plant(record: &Record, dice: &mut Dice) -> Option<Planted> {
    use RecordFaultCode::{BullsDiffer, CaptureDiffers, DirectionDiffers, IllegalMove};
    let mut record = record.clone();
    let game = dice.roll(record.games.len());
    let told = &mut record.games[game];
    let plays: Vec<usize> =
        (0..told.marks.len()).filter(|&at| matches!(told.marks[at].1, Mark::Played(_))).collect();
    if plays.is_empty() {
        return None;
    }
    let at = *dice.of(&plays);
    let mut ply = 1;
    for (_, mark) in &told.marks[..at] {
        match mark {
            Mark::Played(_) => ply += 1,
            Mark::Back(to) => ply = *to,
            Mark::Hand(_) | Mark::Tried { .. } => {}
        }
    }
    let Mark::Played(played) = &mut told.marks[at].1 else { return None };
    let codes = match dice.roll(4) {
        0 => {
            played.captured += 1;
            vec![CaptureDiffers]
        }
        1 => {
            played.bulls += 1;
            vec![BullsDiffer]
        }
        2 => {
            let Move::Sow { directions, .. } = &mut played.mv else { return None };
            *directions = vec![engine::Direction::Cw; 9];
            // Where there is a choice it may lead elsewhere, or nowhere.
            vec![DirectionDiffers, CaptureDiffers, BullsDiffer, IllegalMove]
        }
        _ => {
            played.mv = Move::sow(99);
            vec![IllegalMove]
        }
    };
    Some(Planted { game: u16::try_from(game + 1).unwrap(), ply, codes, record })
}

/// Change one event of a stream: the game, the ply, and what is to be found.
pub(super) fn plant_in_stream(told: &mut Told, dice: &mut Dice) -> Option<(u16, u16, RecordFaultCode)> {
    let mut stood = Vec::new();
    let mut games = 0;
    for frame in &mut told.frames {
        let ServerFrame::Events { e, .. } = frame else { continue };
        for event in e {
            if matches!(event, Event::GameBegan { .. }) {
                games += 1;
            }
            if matches!(event, Event::Stood { .. }) {
                stood.push((games, event));
            }
        }
    }
    if stood.is_empty() {
        return None;
    }
    let at = dice.roll(stood.len());
    let (game, event) = &mut stood[at];
    let Event::Stood { ply, trace, after, mv, side, tried, .. } = event else { return None };
    let told_ply = *ply;
    let code = match dice.roll(6) {
        0 => {
            trace.captured += 1;
            RecordFaultCode::CaptureDiffers
        }
        1 => {
            *after = after.with_turn(after.turn().other());
            RecordFaultCode::PositionDiffers
        }
        2 => {
            trace.skips_origin = !trace.skips_origin;
            RecordFaultCode::TraceDiffers
        }
        3 if !*tried => {
            *mv = Move::sow(200);
            RecordFaultCode::IllegalMove
        }
        4 => {
            *side = side.other();
            RecordFaultCode::WrongSide
        }
        _ => {
            *ply += 1;
            RecordFaultCode::Numbering
        }
    };
    Some((*game, told_ply, code))
}
