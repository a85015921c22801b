//! What a seed stands for: a room, its people, and what may happen to them. A random part of all
//! verbs and faults is switched off, so that what is left gets deep.

use engine::{Preset, SeriesGoal};
use protocol::RoomSettings;
use protocol::betting::BettingMode;
use protocol::settings::{
    Clock, Decision, DecisionMode, FlagPolicy, GameChoice, HandPolicy, Stand, StarterRule, TieRule,
    Visibility, VoteVisibility,
};

use crate::dice::Dice;

/// What people may do apart from playing on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Verb {
    Flip,
    Clear,
    Propose,
    LayEarly,
    Withdraw,
    Object,
    Pass,
    Say,
    TeamSay,
    StandSay,
    Rename,
    Leave,
    Switch,
    Starter,
    Rematch,
    Trace,
    Resync,
    Trust,
    Claim,
    NameHand,
    Block,
    Ask,
    AskOther,
    Answer,
    Moderate,
    Report,
    Bet,
    Cheer,
    Ticket,
}

/// What may go wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Fault {
    /// A line dies; the server notices at once, later, or by the next visit of the same tab.
    Cut,
    /// Frames and orders take their time.
    Lag,
    /// A reader does not read.
    Stall,
    /// Orders are sent again, over any line of the same person.
    Again,
    /// A tab that is connected connects once more.
    Twice,
    /// A client comes back without knowing where it was.
    Forget,
    /// The machine stops.
    Crash,
    /// The machine stops at an append.
    CrashAtAppend,
    /// The server is told to stop, and starts again.
    Drain,
    /// The disk is full.
    Full,
    /// An append's outcome is unknown.
    Unknown,
    /// An append takes long.
    Slow,
    /// Reads fail.
    Deaf,
    /// Calls to the books fail, or take long.
    Books,
    /// Much time passes at once.
    Night,
    /// Somebody says more than a queue or a memory of orders holds.
    Flood,
}

const VERBS: [Verb; 29] = [
    Verb::Flip,
    Verb::Clear,
    Verb::Propose,
    Verb::LayEarly,
    Verb::Withdraw,
    Verb::Object,
    Verb::Pass,
    Verb::Say,
    Verb::TeamSay,
    Verb::StandSay,
    Verb::Rename,
    Verb::Leave,
    Verb::Switch,
    Verb::Starter,
    Verb::Rematch,
    Verb::Trace,
    Verb::Resync,
    Verb::Trust,
    Verb::Claim,
    Verb::NameHand,
    Verb::Block,
    Verb::Ask,
    Verb::AskOther,
    Verb::Answer,
    Verb::Moderate,
    Verb::Report,
    Verb::Bet,
    Verb::Cheer,
    Verb::Ticket,
];

const FAULTS: [Fault; 15] = [
    Fault::Cut,
    Fault::Lag,
    Fault::Stall,
    Fault::Again,
    Fault::Twice,
    Fault::Forget,
    Fault::Crash,
    Fault::CrashAtAppend,
    Fault::Drain,
    Fault::Full,
    Fault::Unknown,
    Fault::Slow,
    Fault::Deaf,
    Fault::Books,
    Fault::Night,
];

/// How a client behaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Persona {
    /// As the page does.
    Honest,
    /// Loses what it knew whenever the line dies, and asks nothing twice.
    Forgetful,
    /// Sends every order twice.
    DoubleClicker,
    /// Has the room open in two tabs.
    TwoTabs,
    /// Asks for what is not his, not there, not allowed.
    Liar,
    /// Leaves and comes back.
    Leaver,
    /// Has no seat.
    Watcher,
}

/// A story before it is told.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) settings: RoomSettings,
    pub(crate) south: usize,
    pub(crate) north: usize,
    pub(crate) watchers: usize,
    /// Whether the game has begun when the faults begin.
    pub(crate) seated: bool,
    /// Steps with faults.
    pub(crate) steps: usize,
    /// Plies behind those steps after which the story may end without an end.
    pub(crate) plies: usize,
    pub(crate) verbs: Vec<Verb>,
    pub(crate) faults: Vec<Fault>,
    pub(crate) personas: Vec<Persona>,
}

impl Plan {
    pub(crate) fn of(dice: &mut Dice) -> Self {
        let (south, north) = (head_count(dice), head_count(dice));
        let crowd = south.max(north) > 8;
        let calm = dice.percent(10);
        let part = |dice: &mut Dice, often| dice.percent(often);
        let verbs = VERBS.into_iter().filter(|_| part(dice, 60)).collect();
        let mut faults: Vec<Fault> = FAULTS.into_iter().filter(|_| !calm && part(dice, 40)).collect();
        if !crowd && part(dice, 3) {
            faults.extend([Fault::Flood, Fault::Stall, Fault::Again]);
        }
        let personas = personas(dice);
        let settings = settings(dice);
        let bets = settings.stand.betting != BettingMode::Off;
        Self {
            settings,
            south,
            north,
            watchers: dice.below(3) + if bets { 2 } else { 0 },
            seated: dice.percent(85),
            plies: dice.pick(&[3, 8, 30]),
            steps: if crowd { 40 } else { 60 + dice.below(160) },
            verbs,
            faults,
            personas,
        }
    }

    pub(crate) fn has(&self, verb: Verb) -> bool {
        self.verbs.contains(&verb)
    }

    /// Milliseconds after which a turn must have ended when everybody plays on and nothing fails.
    pub(crate) fn patience_ms(&self) -> u64 {
        let decision = &self.settings.decision;
        let ballot = [decision.vote_ms, decision.runoff_ms, decision.consent_ms, decision.fallback_ms]
            .into_iter()
            .map(u64::from)
            .sum::<u64>();
        let tries = u64::from(decision.tries_max) + 2;
        2 * tries * (ballot + u64::from(decision.settle_ms) + u64::from(decision.min_ms)) + 180_000
    }
}

fn head_count(dice: &mut Dice) -> usize {
    dice.weighted(&[(26, 1), (34, 2), (24, 3), (12, 5), (4, 8), (1, 17), (1, 50)])
}

fn personas(dice: &mut Dice) -> Vec<Persona> {
    let mut some = vec![Persona::Honest];
    for one in [Persona::Forgetful, Persona::DoubleClicker, Persona::TwoTabs, Persona::Liar, Persona::Leaver]
    {
        if dice.percent(40) {
            some.push(one);
        }
    }
    some
}

fn settings(dice: &mut Dice) -> RoomSettings {
    let (preset, pits, seeds_per_pit) = dice.weighted(&[
        (10, (Preset::EnDodoi, 6, 3)),
        (3, (Preset::CrossEndodoi, 6, 3)),
        (2, (Preset::EnGehe, 6, 4)),
        (2, (Preset::Ndoto, 8, 2)),
        (2, (Preset::LayliGoobalay, 6, 4)),
        (2, (Preset::Enkeshui, 8, 4)),
    ]);
    let race = preset == Preset::Enkeshui && dice.percent(70);
    RoomSettings {
        title: "A table".to_owned(),
        visibility: if dice.percent(50) { Visibility::Public } else { Visibility::Unlisted },
        game: GameChoice { preset, pits, seeds_per_pit },
        series: series(dice, preset),
        starter: match (race, dice.percent(50)) {
            (true, _) => StarterRule::Race,
            (false, true) => StarterRule::Toss,
            (false, false) => StarterRule::Agreement,
        },
        team_max: 50,
        decision: decision(dice),
        clock: clock(dice),
        practice: false,
        stand: stand(dice),
        rated: false,
    }
}

/// In half of all rooms people bet and cheer.
fn stand(dice: &mut Dice) -> Stand {
    if dice.percent(50) {
        return Stand::default();
    }
    let betting = dice.weighted(&[(4, BettingMode::Pool), (1, BettingMode::Picks)]);
    Stand { betting, cheers: true, ..Stand::default() }
}

fn series(dice: &mut Dice, preset: Preset) -> SeriesGoal {
    if dice.percent(70) {
        return SeriesGoal::Single;
    }
    match preset {
        Preset::Enkeshui => SeriesGoal::Refill { max_games: 2 },
        Preset::LayliGoobalay => SeriesGoal::EvenSpread,
        Preset::EnDodoi => SeriesGoal::FirstToSeeds { seeds: 40 },
        _ => SeriesGoal::FirstToWins { wins: 2 },
    }
}

fn decision(dice: &mut Dice) -> Decision {
    let mode = dice.pick(&MODES);
    Decision {
        mode,
        hand: dice.pick(&HANDS),
        vote_ms: dice.pick(&[1_000, 5_000, 20_000, 45_000]),
        min_ms: dice.pick(&[0, 500, 3_000]),
        settle_ms: dice.pick(&[0, 500, 2_000]),
        runoff_ms: dice.pick(&[1_000, 10_000]),
        consent_ms: dice.pick(&[0, 1_000, 6_000]),
        fallback_ms: dice.pick(&[0, 1_000, 10_000]),
        tries_max: dice.pick(&[0, 1, 3]),
        flips_max: dice.pick(&[0, 1, 3, 100]),
        options_max: dice.pick(&[1, 2, 12]),
        quorum: dice.weighted(&[(8, 1), (1, 2), (1, 3)]),
        runoff: dice.percent(60),
        tie: if dice.percent(50) { TieRule::Earliest } else { TieRule::Chance },
        visibility: dice.pick(&VISIBILITIES),
        block: mode == DecisionMode::Consensus && dice.percent(60),
        council: if dice.percent(15) { dice.pick(&[3, 5]) } else { 0 },
        takebacks_max: dice.pick(&[0, 1, 3]),
    }
}

pub(crate) const MODES: [DecisionMode; 5] = [
    DecisionMode::Hand,
    DecisionMode::Plurality,
    DecisionMode::Majority,
    DecisionMode::Consensus,
    DecisionMode::Anyone,
];
const HANDS: [HandPolicy; 5] =
    [HandPolicy::Rotating, HandPolicy::Fixed, HandPolicy::Elected, HandPolicy::Volunteer, HandPolicy::Host];
const VISIBILITIES: [VoteVisibility; 4] =
    [VoteVisibility::Open, VoteVisibility::Open, VoteVisibility::Counts, VoteVisibility::AfterClose];

fn clock(dice: &mut Dice) -> Clock {
    let flag = dice.pick(&[FlagPolicy::Lose, FlagPolicy::PassHand, FlagPolicy::RandomLegal]);
    match dice.below(7) {
        0 => Clock::None,
        5 => Clock::ByoYomi {
            ms: dice.pick(&[1_000, 10_000, 60_000]),
            periods: dice.pick(&[1, 3]),
            period_ms: dice.pick(&[1_000, 5_000]),
            flag,
        },
        6 => Clock::Slow { ms: dice.pick(&[60_000, 3_600_000, 86_400_000]), flag },
        1 | 2 => Clock::PerMove { ms: dice.pick(&[1_000, 5_000, 30_000, 120_000]), flag },
        _ => Clock::Bank {
            ms: dice.pick(&[1_000, 10_000, 60_000, 300_000]),
            increment_ms: dice.pick(&[0, 1_000, 10_000]),
            flag,
        },
    }
}
