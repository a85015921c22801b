//! Two things at one instant: two orders that are sent on two sockets behind one barrier, or an
//! order that is sent at the moment of a timer. Whatever the server makes of it, it is one of the
//! two, never both and never none; both who asked are told which, everybody sees the same, and the
//! log says so too.
//!
//! Each is tried twenty times in every run, and five hundred times in the long form, where both
//! outcomes must have come.

mod orders;
mod timers;

use engine::{Move, Preset, Side};
use futures_util::future::join_all;
use protocol::event::Event;
use protocol::message::Stream;
use protocol::settings::{Clock, DecisionMode};
use protocol::view::GameView;
use protocol::{Motion, RoomSettings};
use sindillo_tests::chronicle::Chronicle;
use sindillo_tests::length::is_long;
use sindillo_tests::table::{Table, Turn, same};
use sindillo_tests::{State, Tab, World, quick, usually};

use crate::council::plain;
use crate::defects::carries;

/// Which of the two it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    First,
    Second,
}

/// Rooms side by side, and the runs in each: nobody may ask much faster than he is asked here.
fn measure() -> (usize, usize) {
    usually((5, 4), (25, 20))
}

/// Have it run in rooms of their own, side by side; then all must agree, with the log as well.
async fn runs(
    what: &str,
    world: &World,
    settings: RoomSettings,
    each: usize,
    run: impl AsyncFn(&Table, usize, &mut i64) -> Outcome,
) {
    let (rooms, times) = measure();
    let tables = (0..rooms).map(async |_| {
        let table = Table::begun(world, settings.clone(), each, 1).await;
        let (mut outcomes, mut shift) = (Vec::new(), -2);
        for number in 0..times {
            let outcome = run(&table, number, &mut shift).await;
            all_agree(&table).await;
            outcomes.push(outcome);
        }
        ends(&table).await;
        (table, outcomes)
    });
    let (mut firsts, mut seconds) = (0, 0);
    let tables: Vec<_> = join_all(tables).await;
    let chronicle = Chronicle::read(world.data()).await;
    for (table, outcomes) in &tables {
        firsts += outcomes.iter().filter(|outcome| **outcome == Outcome::First).count();
        seconds += outcomes.iter().filter(|outcome| **outcome == Outcome::Second).count();
        table.all_kept_the_contract();
        let story = chronicle.of(&table.room);
        story.is_sound();
        for tab in table.everybody() {
            story.folds_to(tab);
            let _ = chronicle.agrees_with(tab);
        }
    }
    println!("{what}: {firsts} and {seconds} of {}", rooms * times);
    assert_eq!(firsts + seconds, rooms * times);
    assert!(!is_long() || (firsts > 0 && seconds > 0), "both can be: {firsts} and {seconds}");
}

/// The next turn, in another game if this one is over.
async fn next_turn(table: &Table) -> Turn {
    loop {
        if let Some(turn) = table.turn().await {
            return turn;
        }
        table.wants_another().await;
        for tab in table.everybody() {
            tab.waits("another game begins", |seen| seen.turn().is_some()).await;
        }
    }
}

/// The hand lays, and it stands at once.
async fn lays(table: &Table, turn: &Turn) {
    table.of(turn.hand).lays(&plain(turn)[0]).await.expect("the hand lays");
    table.is_over(turn).await;
}

/// The next turn in which a move that was laid is tried, that move, and when it was laid.
async fn is_tried(table: &Table) -> (Turn, Move, u64) {
    loop {
        let turn = next_turn(table).await;
        let hand = table.of(turn.hand);
        let spent = hand.look(|state| state.seen.turn().map(|turn| turn.spent.clone()).unwrap_or_default());
        let mv = plain(&turn).into_iter().find(|mv| !spent.contains(mv)).expect("a move is left");
        hand.lays(&mv).await.expect("the hand lays");
        let laid = hand
            .until("it is tried or stands", |state| {
                let tried = state.seen.tried().filter(|tried| tried.mv == mv);
                let over = state.seen.game().is_some_and(|game| game.plies.len() >= usize::from(turn.ply));
                if tried.is_none() && !over {
                    return None;
                }
                Some(tried.and_then(|_| last_laid(state)))
            })
            .await;
        if let Some(at) = laid {
            for tab in table.everybody() {
                tab.waits("it is tried", |seen| seen.tried().is_some_and(|tried| tried.mv == mv)).await;
            }
            return (turn, mv, at);
        }
        table.is_over(&turn).await;
    }
}

fn last_laid(state: &State) -> Option<u64> {
    let laid = |event: &Event| matches!(event, Event::Laid { .. });
    state.story_of(Stream::Table).rev().find(|told| laid(&told.event)).map(|told| told.at)
}

/// Everybody sees that the move was withdrawn, if that was the first outcome, or that it stands.
async fn is_withdrawn_or_stands(table: &Table, turn: &Turn, mv: &Move, outcome: Outcome) {
    for tab in table.everybody() {
        let stood = |game: &GameView| game.plies.len() >= usize::from(turn.ply);
        tab.waits("it is decided", |seen| seen.tried().is_none()).await;
        tab.look(|state| {
            let game = state.seen.game().expect("a game");
            assert_eq!(stood(game), outcome == Outcome::Second, "{}", tab.name());
            match outcome {
                // When every move is spent, all are free again.
                Outcome::First => {
                    let turn = game.turn.as_ref().expect("the same turn");
                    assert!(turn.spent.contains(mv) || turn.last_try, "{}", tab.name());
                }
                Outcome::Second => {
                    assert_eq!(game.plies.last().map(|ply| &ply.mv), Some(mv), "{}", tab.name())
                }
            }
        });
    }
}

/// Everybody who was told as much shows the same.
async fn all_agree(table: &Table) {
    loop {
        let heads = |tab: &Tab| tab.look(|state| state.seen.heads.table);
        let head = table.everybody().map(heads).max().expect("somebody");
        for tab in table.everybody() {
            tab.waits("all are level", |seen| seen.heads.table >= head).await;
        }
        let pictures: Vec<_> = table.everybody().map(|tab| (tab.name(), tab.picture())).collect();
        if pictures.iter().all(|(_, seen)| seen.heads.table == head) {
            for (name, seen) in &pictures[1..] {
                same(&pictures[0].1.table, &seen.table, name);
            }
            return;
        }
    }
}

/// The game ends, so that nothing happens any more.
async fn ends(table: &Table) {
    let over = table.public().look(|state| state.seen.game().is_some_and(|game| game.result.is_some()));
    let clock = table.public().look(|state| state.seen.table.as_ref().map(|table| table.settings.clock));
    // Where flags fall soon they do so by themselves.
    if !over && !matches!(clock, Some(Clock::PerMove { .. })) {
        carries(table, Side::South, Motion::Resign).await;
    }
    for tab in table.everybody() {
        tab.waits("the game is over", |seen| seen.game().is_some_and(|game| game.result.is_some())).await;
    }
    all_agree(table).await;
}

/// Where what is laid after a ballot that came to nothing stands.
fn at_once_stands(mode: DecisionMode) -> RoomSettings {
    let mut settings = quick(Preset::EnDodoi, mode);
    settings.decision.fallback_ms = 0;
    settings
}
