//! Clocks: what a flag means, what a laid move is worth at zero, and that nobody gains time.

use engine::Side;
use protocol::Event;
use protocol::event::{EndReason, FlagEffect, HandReason};
use protocol::message::Stream;
use protocol::settings::{Clock, DecisionMode, FlagPolicy};
use sindillo_tests::World;
use sindillo_tests::settings::SOON;

use super::{ends, hand_and_others, opened, plain, south_starts, stood, told};

#[tokio::test]
async fn a_fallen_flag_loses_where_that_was_agreed() {
    let world = World::new().await;
    let mut settings = south_starts(DecisionMode::Majority);
    settings.clock = Clock::PerMove { ms: SOON, flag: FlagPolicy::Lose };
    let (table, _) = opened(&world, settings, 2, 1).await;
    let watcher = &table.watchers[0];
    let (_, began) = clock(watcher, |event| matches!(event, Event::TurnBegan { .. })).await;
    let flag =
        told(watcher, Stream::Table, "the flag falls", |event| matches!(event, Event::Flagged { .. })).await;
    assert_eq!(flag.at, began + u64::from(SOON));
    assert!(matches!(flag.event, Event::Flagged { side: Side::South, effect: FlagEffect::Lost, .. }));
    watcher
        .waits("the game is over", |seen| {
            let result = seen.game().and_then(|game| game.result.clone());
            result
                .is_some_and(|result| (result.reason, result.winner) == (EndReason::Flag, Some(Side::North)))
        })
        .await;
    ends(&table, world).await;
}

#[tokio::test]
async fn a_fallen_flag_passes_the_hand_once_and_loses_the_second_time() {
    let world = World::new().await;
    let mut settings = south_starts(DecisionMode::Hand);
    settings.clock = Clock::PerMove { ms: SOON, flag: FlagPolicy::PassHand };
    let (table, turn) = opened(&world, settings, 2, 1).await;
    let watcher = &table.watchers[0];
    let flag =
        told(watcher, Stream::Table, "the flag falls", |event| matches!(event, Event::Flagged { .. })).await;
    assert!(matches!(flag.event, Event::Flagged { effect: FlagEffect::HandPassed, .. }), "{flag:?}");
    let passed =
        told(watcher, Stream::Table, "the hand passes", |event| matches!(event, Event::HandPassed { .. }))
            .await;
    let Event::HandPassed { to: Some(to), why, .. } = passed.event else { panic!("passed") };
    assert_ne!(to, turn.hand);
    assert_eq!(why, HandReason::Flagged);
    let next = table.of(to);
    next.waits("the hand is mine", |seen| seen.game().is_some_and(|game| game.hands.south == Some(to))).await;
    next.lays(&plain(&turn)[0]).await.expect("the new hand lays");
    ends(&table, world).await;
}

#[tokio::test]
async fn one_vote_before_the_flag_is_worth_a_move() {
    let world = World::new().await;
    let mut settings = south_starts(DecisionMode::Majority);
    settings.clock = Clock::PerMove { ms: SOON, flag: FlagPolicy::Lose };
    let (table, turn) = opened(&world, settings, 3, 1).await;
    let (_, others) = hand_and_others(&table, &turn);
    let mv = &plain(&turn)[0];
    others[0].votes(mv).await.expect("a vote");
    assert_eq!(stood(&table.watchers[0]).await.0, *mv);
    ends(&table, world).await;
}

#[tokio::test]
async fn a_laid_move_beats_the_flag() {
    let world = World::new().await;
    let mut settings = south_starts(DecisionMode::Hand);
    settings.clock = Clock::PerMove { ms: SOON, flag: FlagPolicy::Lose };
    let (table, turn) = opened(&world, settings, 3, 1).await;
    let (hand, _) = hand_and_others(&table, &turn);
    let watcher = &table.watchers[0];
    let (_, began) = clock(watcher, |event| matches!(event, Event::TurnBegan { .. })).await;
    hand.lays(&plain(&turn)[0]).await.expect("the hand lays");
    let (_, at) = stood(watcher).await;
    assert_eq!(at, began + u64::from(SOON), "the window is cut at the clock's zero, and the move stands");
    ends(&table, world).await;
}

#[tokio::test]
async fn a_bank_pays_what_the_server_measured_and_adds_the_increment() {
    let world = World::new().await;
    let mut settings = south_starts(DecisionMode::Majority);
    settings.clock = Clock::Bank { ms: 600_000, increment_ms: 500, flag: FlagPolicy::Lose };
    let (table, _) = opened(&world, settings, 2, 1).await;
    for _ in 0..6 {
        let turn = table.turn().await.expect("the game goes on");
        for tab in table.side(turn.side) {
            tab.votes(&plain(&turn)[0]).await.expect("a vote");
        }
        table.is_over(&turn).await;
    }
    table.watchers[0].look(|state| {
        let mut left = engine::BySide::new(600_000_u64, 600_000_u64);
        let mut began = 0;
        for told in state.story_of(Stream::Table) {
            match &told.event {
                Event::TurnBegan { clock, side, .. } => {
                    assert_eq!(clock.remaining_ms, left);
                    assert_eq!(clock.running, Some(*side), "exactly the clock of the side to move runs");
                    began = told.at;
                }
                Event::Stood { side, remaining_ms, .. } => {
                    left[*side] = left[*side] - (told.at - began) + 500;
                    assert_eq!(*remaining_ms, left, "what was spent is what the log says");
                }
                _ => {}
            }
        }
    });
    ends(&table, world).await;
}

async fn clock(tab: &sindillo_tests::Tab, is: impl Fn(&Event) -> bool) -> (Event, u64) {
    let told = told(tab, Stream::Table, "the clock starts", is).await;
    (told.event, told.at)
}
