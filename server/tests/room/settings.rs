//! What a host may choose.

use engine::{Preset, SeriesGoal};
use protocol::settings::{
    Clock, Decision, DecisionMode, FlagPolicy, GameChoice, RoomSettings, SettingsProblem, StarterRule,
    VoteVisibility, bounds,
};
use server::room::settings::{catalogue, check, defaults};

use crate::world::{deciding, room};

#[test]
fn what_is_usual_for_a_game_goes_together() {
    for info in catalogue() {
        let agreed = check(&info.defaults).unwrap();
        assert_eq!(agreed.settings, info.defaults);
        assert_eq!(agreed.rules, info.preset.ruleset(), "{:?}", info.preset);
        assert!(info.sizes.contains(&info.defaults.game.pits));
    }
    let of = |preset| {
        let settings = defaults(preset);
        (settings.team_max, settings.decision.mode, settings.game.pits)
    };
    assert_eq!(of(Preset::EnGehe), (8, DecisionMode::Majority, 50));
    assert_eq!(of(Preset::Enkeshui), (5, DecisionMode::Hand, 8));
    assert_eq!(of(Preset::EnDodoi), (4, DecisionMode::Plurality, 8));
    assert_eq!(defaults(Preset::EnDodoi).series, SeriesGoal::FirstToWins { wins: 3 });
    assert_eq!(defaults(Preset::Enkeshui).starter, StarterRule::Race);
}

#[test]
fn every_size_and_number_of_seeds_that_is_offered_can_be_played() {
    for info in catalogue() {
        for &pits in &info.sizes {
            let seeds = if info.seeds.is_empty() { vec![0] } else { info.seeds.clone() };
            for seeds_per_pit in seeds {
                let game = GameChoice { preset: info.preset, pits, seeds_per_pit };
                let agreed = check(&RoomSettings { game, ..info.defaults.clone() }).unwrap();
                let position = agreed.rules.opening_position().unwrap();
                assert_eq!(position.pits_per_row(), pits);
                assert!(!position.legal_moves(&agreed.rules).is_empty());
            }
        }
    }
}

#[test]
fn everything_that_is_wrong_is_told_at_once() {
    let mut settings = room(DecisionMode::Hand);
    settings.title = " ".to_owned();
    settings.game = GameChoice { preset: Preset::EnDodoi, pits: 13, seeds_per_pit: 9 };
    settings.series = SeriesGoal::Refill { max_games: 0 };
    settings.starter = StarterRule::Race;
    settings.team_max = 51;
    settings.decision.vote_ms = 999;
    settings.decision.settle_ms = 86_400_001;
    settings.decision.tries_max = 11;
    settings.decision.quorum = 0;
    settings.decision.takebacks_max = 21;
    settings.decision.council = 2;
    settings.decision.block = true;
    settings.clock = Clock::Bank { ms: 0, increment_ms: 600_001, flag: FlagPolicy::Lose };
    let range = |field: &str, min, max| SettingsProblem::OutOfRange { field: field.to_owned(), min, max };
    assert_eq!(
        check(&settings),
        Err(vec![
            SettingsProblem::Title,
            SettingsProblem::Pits { min: 6, max: 12 },
            SettingsProblem::Seeds { min: 3, max: 6 },
            SettingsProblem::RaceNotPlayed,
            range("series.max_games", 1, 100),
            SettingsProblem::Series,
            range("team_max", 1, 50),
            range("decision.vote_ms", 1_000, bounds::DAYS_MS),
            range("decision.settle_ms", 0, 86_400_000),
            range("decision.tries_max", 0, 10),
            range("decision.quorum", 1, 50),
            range("decision.takebacks_max", 0, 20),
            range("decision.council", 3, 7),
            range("decision.block", 0, 0),
            range("clock.ms", 1_000, 43_200_000),
            range("clock.increment_ms", 0, 600_000),
        ])
    );
}

#[test]
fn a_series_fits_its_game() {
    let with = |preset, series| check(&RoomSettings { series, ..defaults(preset) }).is_ok();
    assert!(with(Preset::EnkeshuiRuss, SeriesGoal::Refill { max_games: 5 }));
    assert!(!with(Preset::EnDodoi, SeriesGoal::Refill { max_games: 5 }));
    assert!(with(Preset::LayliMarin, SeriesGoal::EvenSpread));
    assert!(!with(Preset::Ndoto, SeriesGoal::EvenSpread));
    assert!(with(Preset::EnDodoi, SeriesGoal::FirstToSeeds { seeds: 100 }));
    assert!(!with(Preset::EnDodoi, SeriesGoal::FirstToWins { wins: 0 }));
    let ndoto = |series| check(&RoomSettings { series, ..defaults(Preset::Ndoto) }).unwrap().rules;
    assert!(ndoto(SeriesGoal::Single).stop_at_majority);
    assert!(!ndoto(SeriesGoal::FirstToSeeds { seeds: 100 }).stop_at_majority);
}

#[test]
fn a_council_has_three_to_seven_places_and_blocks_are_for_a_consensus() {
    let fits = |mode, council, block| {
        let settings = deciding(mode, |decision| (decision.council, decision.block) = (council, block));
        check(&settings).is_ok()
    };
    for (council, good) in [(0, true), (1, false), (2, false), (3, true), (7, true), (8, false)] {
        assert_eq!(fits(DecisionMode::Majority, council, false), good, "{council}");
    }
    for mode in [DecisionMode::Hand, DecisionMode::Plurality, DecisionMode::Majority, DecisionMode::Anyone] {
        assert!(!fits(mode, 0, true));
    }
    assert!(fits(DecisionMode::Consensus, 5, true));
}

/// Nobody has to look for more than half of the side, votes are open, whoever sits there votes.
#[test]
fn what_is_usual_is_simple_in_every_game() {
    for info in catalogue() {
        for settings in [info.defaults, info.slow] {
            assert!(check(&settings).is_ok(), "{:?}", info.preset);
            let Decision { visibility, block, council, takebacks_max, .. } = settings.decision;
            assert_eq!((visibility, block, council), (VoteVisibility::Open, false, 0));
            assert_eq!(takebacks_max, 2);
            assert_ne!(settings.decision.mode, DecisionMode::Consensus);
        }
    }
}

#[test]
fn a_title_is_kept_as_a_name_is() {
    let settings = RoomSettings { title: "  Blue   Heron ".to_owned(), ..room(DecisionMode::Hand) };
    assert_eq!(check(&settings).unwrap().settings.title, "Blue Heron");
}
