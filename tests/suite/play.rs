//! Whole matches, three against three with a watcher, to the last seed: each of the six games, in
//! each mode of decision. Every ply is decided by people who propose, vote, change their minds,
//! try, object and withdraw.

use engine::{Preset, Side};
use protocol::RoomSettings;
use protocol::settings::{DecisionMode, HandPolicy, StarterRule, TieRule};
use protocol::view::TableView;
use rand::SeedableRng;
use rand::rngs::StdRng;
use sindillo_tests::table::{Table, Tally};
use sindillo_tests::{World, quick};

#[tokio::test]
async fn a_match_of_enkeshui_after_a_race_is_played_by_its_hands() {
    let mut settings = quick(Preset::Enkeshui, DecisionMode::Hand);
    settings.starter = StarterRule::Race;
    settings.decision.tries_max = 2;
    let (table, tally) = match_of_three(settings, 1).await;
    let race = table.game.as_ref().and_then(|game| game.race.as_ref()).expect("a race was run");
    assert!(!race.drops.is_empty());
    assert!(tally.tried > 0 && tally.withdrawn > 0 && tally.passed > 0, "{tally:?}");
}

#[tokio::test]
async fn a_match_of_en_gehe_on_two_rows_of_fifty_is_played_by_majorities() {
    let (table, tally) = match_of_three(quick(Preset::EnGehe, DecisionMode::Majority), 2).await;
    assert_eq!(table.settings.game.pits, 50);
    assert_eq!(tally.tried, 0, "what a majority wants stands at once: {tally:?}");
}

#[tokio::test]
async fn a_match_of_en_dodoi_is_played_by_pluralities_with_run_offs() {
    let (_, tally) = match_of_three(quick(Preset::EnDodoi, DecisionMode::Plurality), 3).await;
    assert!(tally.runoffs > 0, "{tally:?}");
}

#[tokio::test]
async fn a_match_of_cross_endodoi_is_played_by_pluralities_with_ties_that_the_hand_breaks() {
    let mut settings = quick(Preset::CrossEndodoi, DecisionMode::Plurality);
    settings.decision.runoff = false;
    settings.decision.tie = TieRule::Chance;
    let (_, tally) = match_of_three(settings, 4).await;
    assert!(tally.ties > 0 && tally.tried > 0 && tally.withdrawn > 0, "{tally:?}");
}

#[tokio::test]
async fn a_match_of_ndoto_is_played_by_majorities() {
    match_of_three(quick(Preset::Ndoto, DecisionMode::Majority), 5).await;
}

#[tokio::test]
async fn a_match_of_layli_goobalay_is_played_by_one_fixed_hand_a_side() {
    let mut settings = quick(Preset::LayliGoobalay, DecisionMode::Hand);
    settings.decision.hand = HandPolicy::Fixed;
    let (_, tally) = match_of_three(settings, 6).await;
    assert!(tally.tried > 0 && tally.withdrawn > 0, "{tally:?}");
}

/// Play it, compare what everybody saw, and count the seeds.
async fn match_of_three(settings: RoomSettings, seed: u64) -> (TableView, Tally) {
    let world = World::new().await;
    let preset = settings.game.preset;
    let table = Table::begun(&world, settings, 3, 1).await;
    let mut random = StdRng::seed_from_u64(seed);
    let tally = table.plays_to_the_end(&mut random).await;
    let seen = table.all_see_the_same(&world).await;
    has_every_seed(&seen);
    table.all_kept_the_contract();
    let compared = table.agrees_with_the_log(&world).await;
    println!("{}: {tally:?} {:?} {compared:?}", preset.id(), table.figures());
    world.end().await;
    (seen, tally)
}

/// The scores of an ended game hold all its seeds.
pub(crate) fn has_every_seed(table: &TableView) {
    let game = table.game.as_ref().expect("a game");
    let result = game.result.as_ref().expect("a result");
    let opening = game.opening;
    let seeds: u32 = opening.pits().iter().map(|&seeds| u32::from(seeds)).sum::<u32>()
        + u32::from(opening.captured().south)
        + u32::from(opening.captured().north);
    let score = u32::from(result.score.south) + u32::from(result.score.north);
    assert_eq!(score, seeds, "every seed is somebody's in the end");
    let winner = match result.score.south.cmp(&result.score.north) {
        std::cmp::Ordering::Greater => Some(Side::South),
        std::cmp::Ordering::Less => Some(Side::North),
        std::cmp::Ordering::Equal => None,
    };
    assert_eq!(result.winner, winner, "more seeds win");
}
