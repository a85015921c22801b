//! What a host may choose, and what is usual for each game. `docs/rules.md` part 2 gives the sizes,
//! `docs/room.md` part 2 the times.

use std::ops::RangeInclusive;

use engine::{Preset, Ruleset, RulesetDraft, SeriesGoal};
use protocol::betting::BettingMode;
use protocol::http::GameInfo;
use protocol::limits::TEAM_MAX;
use protocol::settings::{
    Clock, Decision, DecisionMode, FlagPolicy, GameChoice, HandPolicy, RoomSettings, SettingsProblem, Stand,
    StarterRule, TieRule, Visibility, VoteVisibility, bounds,
};

use super::opening;
use crate::names;

/// Wins that a match may be played for.
const WINS: RangeInclusive<u32> = 1..=50;
/// Seeds that a match may be played for.
const SEEDS: RangeInclusive<u32> = 1..=10_000;
/// Games that a match with refilled rows may have.
const GAMES: RangeInclusive<u32> = 1..=100;

/// Settings that go together, with the rules of the game that they name.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreed {
    /// What was agreed, normalised.
    pub settings: RoomSettings,
    /// The rules of the match's first game.
    pub rules: Ruleset,
}

impl Agreed {
    /// What a log says was agreed. The bounds of today are not held against a log of yesterday.
    pub(super) fn of_log(settings: &RoomSettings) -> Option<Self> {
        let rules = draft(settings).check().ok()?;
        Some(Self { settings: settings.clone(), rules })
    }
}

/// Whether the settings go together.
///
/// # Errors
/// Everything that is wrong with them, at once.
pub fn check(settings: &RoomSettings) -> Result<Agreed, Vec<SettingsProblem>> {
    let mut problems = Vec::new();
    let title = names::clean_title(&settings.title);
    if title.is_err() {
        problems.push(SettingsProblem::Title);
    }
    check_board(settings.game, &mut problems);
    if settings.starter == StarterRule::Race && settings.game.preset != Preset::Enkeshui {
        problems.push(SettingsProblem::RaceNotPlayed);
    }
    check_series(settings, &mut problems);
    let team = 1..=u32::from(TEAM_MAX);
    within(&mut problems, "team_max", u32::from(settings.team_max), &team);
    check_decision(&settings.decision, &mut problems);
    check_clock(settings.clock, &mut problems);
    check_stand(settings, &mut problems);
    let agreed = Agreed::of_log(settings);
    match (title, agreed) {
        (Ok(title), Some(mut agreed)) if problems.is_empty() && opening::new_match(&agreed).is_some() => {
            agreed.settings.title = title;
            Ok(agreed)
        }
        _ => {
            // Sizes that pass have start rows, so only the series can be what is left.
            if problems.is_empty() {
                problems.push(SettingsProblem::Series);
            }
            Err(problems)
        }
    }
}

fn check_board(game: GameChoice, problems: &mut Vec<SettingsProblem>) {
    let sizes = sizes(game.preset);
    if !sizes.contains(&game.pits) {
        problems.push(SettingsProblem::Pits { min: first(&sizes), max: last(&sizes) });
    }
    let seeds = seeds(game.preset);
    if !seeds.is_empty() && !seeds.contains(&game.seeds_per_pit) {
        problems.push(SettingsProblem::Seeds { min: first(&seeds), max: last(&seeds) });
    }
}

fn check_series(settings: &RoomSettings, problems: &mut Vec<SettingsProblem>) {
    let preset = settings.game.preset;
    let fits = match settings.series {
        SeriesGoal::Single => true,
        SeriesGoal::FirstToWins { wins } => {
            within(problems, "series.wins", u32::from(wins), &WINS);
            true
        }
        SeriesGoal::FirstToSeeds { seeds } => {
            within(problems, "series.seeds", u32::from(seeds), &SEEDS);
            true
        }
        SeriesGoal::Refill { max_games } => {
            within(problems, "series.max_games", u32::from(max_games), &GAMES);
            is_enkeshui(preset)
        }
        SeriesGoal::EvenSpread => is_layli(preset),
    };
    if !fits {
        problems.push(SettingsProblem::Series);
    }
}

fn check_decision(decision: &Decision, problems: &mut Vec<SettingsProblem>) {
    let times = [
        ("decision.vote_ms", decision.vote_ms, bounds::BALLOT_MS),
        ("decision.min_ms", decision.min_ms, bounds::GRACE_MS),
        ("decision.settle_ms", decision.settle_ms, bounds::GRACE_MS),
        ("decision.runoff_ms", decision.runoff_ms, bounds::BALLOT_MS),
        ("decision.consent_ms", decision.consent_ms, bounds::CONSENT_MS),
        ("decision.fallback_ms", decision.fallback_ms, bounds::GRACE_MS),
    ];
    for (field, value, range) in times {
        within(problems, field, value, &range);
    }
    let counts = [
        ("decision.tries_max", decision.tries_max, bounds::TRIES),
        ("decision.flips_max", decision.flips_max, bounds::FLIPS),
        ("decision.options_max", decision.options_max, bounds::OPTIONS),
        ("decision.quorum", decision.quorum, bounds::QUORUM),
        ("decision.takebacks_max", decision.takebacks_max, bounds::TAKEBACKS),
    ];
    for (field, value, range) in counts {
        within(problems, field, u32::from(value), &(u32::from(*range.start())..=u32::from(*range.end())));
    }
    check_council(decision, problems);
}

/// A council of nobody is none; and blocks are for those who look for a consensus.
fn check_council(decision: &Decision, problems: &mut Vec<SettingsProblem>) {
    let places = u32::from(*bounds::COUNCIL.start())..=u32::from(*bounds::COUNCIL.end());
    if decision.council > 0 {
        within(problems, "decision.council", u32::from(decision.council), &places);
    }
    if decision.mode != DecisionMode::Consensus {
        within(problems, "decision.block", u32::from(decision.block), &(0..=0));
    }
}

fn check_clock(clock: Clock, problems: &mut Vec<SettingsProblem>) {
    match clock {
        Clock::None => {}
        Clock::PerMove { ms, flag: _ } => within(problems, "clock.ms", ms, &bounds::PER_MOVE_MS),
        Clock::Bank { ms, increment_ms, flag: _ } => {
            within(problems, "clock.ms", ms, &bounds::BANK_MS);
            within(problems, "clock.increment_ms", increment_ms, &bounds::INCREMENT_MS);
        }
        Clock::ByoYomi { ms, periods, period_ms, flag: _ } => {
            within(problems, "clock.ms", ms, &bounds::BANK_MS);
            within(problems, "clock.period_ms", period_ms, &bounds::PERIOD_MS);
            let (least, most) = (u32::from(*bounds::PERIODS.start()), u32::from(*bounds::PERIODS.end()));
            within(problems, "clock.periods", u32::from(periods), &(least..=most));
        }
        Clock::Slow { ms, flag: _ } => within(problems, "clock.ms", ms, &bounds::SLOW_MS),
    }
}

/// Spectators are not too far behind, and rated games are of two sides that are left to themselves.
fn check_stand(settings: &RoomSettings, problems: &mut Vec<SettingsProblem>) {
    let stand = &settings.stand;
    within(problems, "stand.delay_ms", stand.delay_ms, &bounds::DELAY_MS);
    let (least, most) = (u32::from(*bounds::DELAY_PLIES.start()), u32::from(*bounds::DELAY_PLIES.end()));
    within(problems, "stand.delay_plies", u32::from(stand.delay_plies), &(least..=most));
    if settings.rated && (settings.practice || stand.advice) {
        problems.push(SettingsProblem::Rated);
    }
}

fn within(problems: &mut Vec<SettingsProblem>, field: &str, value: u32, range: &RangeInclusive<u32>) {
    if !range.contains(&value) {
        let (min, max) = (*range.start(), *range.end());
        problems.push(SettingsProblem::OutOfRange { field: field.to_owned(), min, max });
    }
}

/// The rules that settings name. A majority of the seeds ends no game whose seeds are counted over
/// the match (`docs/rules.md` 2.6).
fn draft(settings: &RoomSettings) -> RulesetDraft {
    let GameChoice { preset, pits, seeds_per_pit } = settings.game;
    let seeds_per_pit = (!seeds(preset).is_empty()).then_some(seeds_per_pit);
    let draft = preset.draft_with_size(Some(pits), seeds_per_pit);
    let counts_seeds = matches!(settings.series, SeriesGoal::FirstToSeeds { .. });
    RulesetDraft { stop_at_majority: draft.stop_at_majority && !counts_seeds, ..draft }
}

const fn is_enkeshui(preset: Preset) -> bool {
    matches!(preset, Preset::Enkeshui | Preset::EnkeshuiRuss)
}

const fn is_layli(preset: Preset) -> bool {
    matches!(preset, Preset::LayliGoobalay | Preset::LayliMarin | Preset::LayliGabradarre)
}

/// Sizes of the board that a game is played on, smallest first.
fn sizes(preset: Preset) -> Vec<u8> {
    match preset {
        Preset::Enkeshui | Preset::EnkeshuiRuss => vec![8, 10, 12],
        Preset::EnGehe => (6..=50).collect(),
        Preset::EnDodoi => (6..=12).collect(),
        Preset::CrossEndodoi => vec![6],
        Preset::Ndoto => vec![8],
        Preset::LayliGoobalay | Preset::LayliGabradarre => vec![6, 8, 12],
        Preset::LayliMarin => vec![12],
    }
}

/// Seeds in a pit that may be chosen, fewest first; none where a pattern sets them.
fn seeds(preset: Preset) -> Vec<u8> {
    match preset {
        Preset::Enkeshui | Preset::EnkeshuiRuss => Vec::new(),
        Preset::EnGehe => vec![4],
        Preset::EnDodoi | Preset::CrossEndodoi => vec![3, 4, 5, 6],
        Preset::Ndoto => vec![2],
        Preset::LayliGoobalay | Preset::LayliMarin | Preset::LayliGabradarre => vec![4, 5],
    }
}

fn first(choices: &[u8]) -> u8 {
    choices.first().copied().unwrap_or_default()
}

fn last(choices: &[u8]) -> u8 {
    choices.last().copied().unwrap_or_default()
}

/// Every game that can be played, with what is usual.
#[must_use]
pub fn catalogue() -> Vec<GameInfo> {
    Preset::ALL
        .iter()
        .map(|&preset| GameInfo {
            preset,
            sizes: sizes(preset),
            seeds: seeds(preset),
            defaults: defaults(preset),
            slow: slow_defaults(preset),
        })
        .collect()
}

/// The same where the server allows no more betting than this.
#[must_use]
pub fn catalogue_up_to(most: BettingMode) -> Vec<GameInfo> {
    let mut games = catalogue();
    for settings in games.iter_mut().flat_map(|info| [&mut info.defaults, &mut info.slow]) {
        settings.stand.betting = settings.stand.betting.min(most);
    }
    games
}

/// The same for a slow room, with days for a move.
#[must_use]
pub fn slow_defaults(preset: Preset) -> RoomSettings {
    let live = defaults(preset);
    RoomSettings {
        decision: Decision {
            vote_ms: 12 * 3_600_000,
            min_ms: 300_000,
            settle_ms: 60_000,
            runoff_ms: 3 * 3_600_000,
            consent_ms: 3_600_000,
            fallback_ms: 3_600_000,
            ..live.decision
        },
        clock: Clock::Slow { ms: 2 * 86_400_000, flag: FlagPolicy::PassHand },
        ..live
    }
}

/// What a room of this game has unless its host changes it.
#[must_use]
pub fn defaults(preset: Preset) -> RoomSettings {
    let rules = preset.ruleset();
    let hand = live(DecisionMode::Hand);
    let (title, series, starter, team_max, decision) = match preset {
        Preset::Enkeshui => ("Enkeshui", SeriesGoal::Refill { max_games: 20 }, StarterRule::Race, 5, hand),
        Preset::EnkeshuiRuss => {
            ("Enkeshui after Russ", SeriesGoal::Refill { max_games: 20 }, StarterRule::Toss, 5, hand)
        }
        Preset::EnGehe => ("En Gehé", SeriesGoal::Single, StarterRule::Toss, 8, live(DecisionMode::Majority)),
        Preset::EnDodoi => (
            "En Dodoi",
            SeriesGoal::FirstToWins { wins: 3 },
            StarterRule::Toss,
            4,
            live(DecisionMode::Plurality),
        ),
        Preset::CrossEndodoi => ("Cross-Endodoi", SeriesGoal::Single, StarterRule::Toss, 4, hand),
        Preset::Ndoto => ("Ndoto", SeriesGoal::Single, StarterRule::Toss, 4, hand),
        Preset::LayliGoobalay => ("Layli Goobalay", SeriesGoal::Single, StarterRule::Toss, 4, hand),
        Preset::LayliMarin => ("Layli after Marin", SeriesGoal::Single, StarterRule::Toss, 4, hand),
        Preset::LayliGabradarre => {
            ("Layli of Gabradarre", SeriesGoal::EvenSpread, StarterRule::Toss, 4, hand)
        }
    };
    RoomSettings {
        title: title.to_owned(),
        visibility: Visibility::Public,
        game: GameChoice { preset, pits: rules.pits, seeds_per_pit: rules.seeds_per_pit },
        series,
        starter,
        team_max,
        decision,
        clock: Clock::PerMove { ms: 120_000, flag: FlagPolicy::PassHand },
        practice: false,
        stand: Stand { betting: BettingMode::Pool, delay_ms: 0, delay_plies: 0, cheers: true, advice: true },
        rated: false,
    }
}

/// The times and counts of a live room (`docs/room.md` 2).
const fn live(mode: DecisionMode) -> Decision {
    Decision {
        mode,
        hand: HandPolicy::Rotating,
        vote_ms: 45_000,
        min_ms: 3_000,
        settle_ms: 2_000,
        runoff_ms: 10_000,
        consent_ms: 6_000,
        fallback_ms: 10_000,
        tries_max: 3,
        flips_max: 3,
        options_max: 12,
        quorum: 1,
        runoff: true,
        tie: TieRule::Earliest,
        visibility: VoteVisibility::Open,
        block: false,
        council: 0,
        takebacks_max: 2,
    }
}
