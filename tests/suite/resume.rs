//! The same matches with every line cut all the time, by a silent death or a reset. The scripts
//! do not know of it: orders that were not answered are sent again, streams go on where they were
//! left, and the match comes to its end with nothing lost, nothing twice, nothing out of order.

use std::collections::VecDeque;
use std::time::Duration;

use engine::Preset;
use protocol::RoomSettings;
use protocol::settings::{DecisionMode, StarterRule};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use sindillo_tests::table::Table;
use sindillo_tests::{Tab, World, quick};

use crate::play::has_every_seed;

#[tokio::test]
async fn enkeshui_by_its_hands_outlives_every_cut() {
    let mut settings = quick(Preset::Enkeshui, DecisionMode::Hand);
    settings.starter = StarterRule::Race;
    settings.decision.tries_max = 2;
    cut_match(settings, 11).await;
}

#[tokio::test]
async fn en_gehe_by_majorities_outlives_every_cut() {
    let mut settings = quick(Preset::EnGehe, DecisionMode::Majority);
    settings.game.pits = 30;
    cut_match(settings, 12).await;
}

#[tokio::test]
async fn en_dodoi_with_run_offs_outlives_every_cut() {
    cut_match(quick(Preset::EnDodoi, DecisionMode::Plurality), 13).await;
}

#[tokio::test]
async fn cross_endodoi_with_ties_outlives_every_cut() {
    let mut settings = quick(Preset::CrossEndodoi, DecisionMode::Plurality);
    settings.decision.runoff = false;
    cut_match(settings, 14).await;
}

#[tokio::test]
async fn ndoto_by_majorities_outlives_every_cut() {
    cut_match(quick(Preset::Ndoto, DecisionMode::Majority), 15).await;
}

#[tokio::test]
async fn layli_goobalay_by_its_hands_outlives_every_cut() {
    let mut settings = quick(Preset::LayliGoobalay, DecisionMode::Hand);
    settings.decision.tries_max = 2;
    cut_match(settings, 16).await;
}

async fn cut_match(settings: RoomSettings, seed: u64) {
    let world = World::with(&["--no-address-limits"]).await;
    let preset = settings.game.preset;
    let table = Table::begun(&world, settings, 3, 1).await;
    let tabs: Vec<Tab> = table.everybody().cloned().collect();
    tabs.iter().for_each(Tab::returns);
    let scissors = tokio::spawn(cuts(tabs, StdRng::seed_from_u64(seed)));
    let tally = table.plays_to_the_end(&mut StdRng::seed_from_u64(seed + 1)).await;
    scissors.abort();
    for tab in table.everybody() {
        tab.is_up_to_date().await;
    }
    let seen = table.all_see_the_same(&world).await;
    has_every_seed(&seen);
    table.all_kept_the_contract();
    let compared = table.agrees_with_the_log(&world).await;
    let figures = table.figures();
    let back = figures.resumed + figures.snapped - 7;
    println!("{}: {} plies, {} orders, {figures:?} {compared:?}", preset.id(), tally.plies, tally.orders);
    assert!(figures.cuts >= tally.plies, "a line was cut for every ply: {figures:?}");
    assert!(figures.resumed * 100 >= back * 99, "who was away for a moment is told the rest: {figures:?}");
    world.end().await;
}

/// Cut one line after the other, with a breath between, for as long as the match goes on. Two may be
/// down together and not more, so that it does go on, however long a machine needs for a new line.
async fn cuts(tabs: Vec<Tab>, mut random: StdRng) {
    let mut down = VecDeque::new();
    loop {
        if down.len() == 2
            && let Some(first) = down.pop_front()
        {
            Tab::is_up_to_date(first).await;
        }
        // Where in what goes on a cut hits is what is random here.
        tokio::time::sleep(Duration::from_millis(random.random_range(0..25))).await;
        let tab = tabs.choose(&mut random).expect("somebody");
        if random.random() {
            tab.is_cut();
        } else {
            tab.is_reset();
        }
        down.push_back(tab);
    }
}
