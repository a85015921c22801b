//! Two orders that cross.

use std::sync::Arc;

use engine::{Move, Preset, Side};
use protocol::event::Event;
use protocol::message::Stream;
use protocol::motion::MotionEnd;
use protocol::settings::{Clock, DecisionMode, FlagPolicy};
use protocol::view::GameView;
use protocol::{At, Command, Motion, MotionKind, Refusal};
use sindillo_tests::table::{Table, Turn};
use sindillo_tests::{State, Tab, World, quick};
use tokio::sync::Barrier;

use super::{Outcome, at_once_stands, is_tried, is_withdrawn_or_stands, lays, next_turn, runs};
use crate::council::plain;
use crate::defects::carries;

/// Two members lay, where the first one decides.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_lay_at_once_where_anyone_may_play_one_ply() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = at_once_stands(DecisionMode::Anyone);
    settings.decision.consent_ms = 0;
    runs("two lay", &world, settings, 2, async |table, run, _| {
        let turn = next_turn(table).await;
        both_lay(table, &turn, run).await
    })
    .await;
    world.end().await;
}

/// Two members lay, where nobody has voted and anybody on the roll may lay.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_lay_at_once_in_a_fallback_play_one_ply() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = at_once_stands(DecisionMode::Plurality);
    settings.decision.vote_ms = 1_000;
    runs("two lay in a fallback", &world, settings, 2, async |table, run, _| {
        let turn = next_turn(table).await;
        if turn.offers.len() > 1 {
            for tab in table.side(turn.side) {
                tab.waits("nobody has voted", |seen| {
                    seen.ballot(turn.side).is_some_and(|ballot| ballot.hand_until.is_some())
                })
                .await;
            }
        }
        both_lay(table, &turn, run).await
    })
    .await;
    world.end().await;
}

async fn both_lay(table: &Table, turn: &Turn, run: usize) -> Outcome {
    let moves = plain(turn);
    let [a, b] = table.side(turn.side) else { panic!("two sit there") };
    let mvs = [&moves[0], &moves[moves.len() - 1]];
    let lay = |mv: &Move| Command::MoveLay { mv: mv.clone() };
    let [first, second] = at_once(run, [(a, lay(mvs[0])), (b, lay(mvs[1]))]).await;
    let outcome = one_of(&first, &second);
    let (by, mv) = match outcome {
        Outcome::First => (a.member(), mvs[0]),
        Outcome::Second => (b.member(), mvs[1]),
    };
    table.is_over(turn).await;
    for tab in table.everybody() {
        let (plies, last) = tab.look(|state| {
            let game = state.seen.game().expect("a game");
            (game.plies.len(), game.plies.last().map(|ply| (ply.by, ply.mv.clone())))
        });
        assert_eq!((plies, last), (usize::from(turn.ply), Some((by, mv.clone()))), "{}", tab.name());
    }
    outcome
}

/// The maker takes his move back, and the last one who could object lets it stand.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_withdrawal_and_the_consent_that_makes_it_stand_at_once_are_one_of_the_two() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Hand);
    settings.decision.tries_max = 10;
    runs("withdraw and consent", &world, settings, 2, async |table, run, _| {
        let (turn, mv, laid) = is_tried(table).await;
        let (hand, other) = (table.of(turn.hand), table.others(turn.side, turn.hand)[0]);
        // Nothing stands within the first second, however many let it.
        hand.waits_for_moment(laid + 1_000).await;
        let orders = [(hand, Command::MoveWithdraw {}), (other, Command::ApproveSet { on: true })];
        let [withdrawn, consented] = at_once(run, orders).await;
        let outcome = one_of(&withdrawn, &consented);
        is_withdrawn_or_stands(table, &turn, &mv, outcome).await;
        outcome
    })
    .await;
    world.end().await;
}

/// What was asked back is granted, and a move is laid on it, by two members of one side.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_takeback_that_is_granted_and_a_move_that_is_laid_at_once_are_one_of_the_two() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = at_once_stands(DecisionMode::Anyone);
    settings.clock = banked();
    settings.decision.consent_ms = 0;
    settings.decision.takebacks_max = 20;
    runs("takeback and lay", &world, settings, 2, async |table, run, _| {
        let asked = is_asked_back(table).await;
        let (turn, next) = (&asked.turn, &asked.next);
        let [layer, granter] = table.side(next.side) else { panic!("two sit there") };
        let answer = answer_of(layer, next.side).await;
        let yes = Command::MotionVote { motion: answer, yes: Some(true) };
        layer.asks(yes.clone()).await.expect("one of two is for it");
        answer_of(granter, next.side).await;
        let lay = Command::MoveLay { mv: plain(next)[0].clone() };
        let [granted, laid] = at_once(run, [(granter, yes), (layer, lay)]).await;
        let outcome = one_of(&granted, &laid);
        let (end, plies) = match outcome {
            Outcome::First => (MotionEnd::Passed, turn.ply - 1),
            Outcome::Second => (MotionEnd::Void, next.ply),
        };
        has_one_end(table, &asked, end, plies).await;
        outcome
    })
    .await;
    world.end().await;
}

/// E1, lichess-org/lichobile#1640: accept and cancel cross, and both clocks are wrong.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn e1_accepting_and_cancelling_a_takeback_at_once_is_one_of_the_two() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Hand);
    settings.clock = banked();
    settings.decision.takebacks_max = 20;
    runs("accept and cancel", &world, settings, 1, async |table, run, _| {
        let asked = is_asked_back(table).await;
        let (turn, next) = (&asked.turn, &asked.next);
        let (asker, other) = (&table.side(turn.side)[0], &table.side(next.side)[0]);
        let motion = answer_of(other, next.side).await;
        let accept = Command::MotionVote { motion, yes: Some(true) };
        let cancel = Command::OfferCancel { what: MotionKind::Takeback };
        let [accepted, cancelled] = at_once(run, [(other, accept), (asker, cancel)]).await;
        let outcome = one_of(&accepted, &cancelled);
        let (end, plies) = match outcome {
            Outcome::First => (MotionEnd::Passed, turn.ply - 1),
            Outcome::Second => (MotionEnd::Cancelled, turn.ply),
        };
        has_one_end(table, &asked, end, plies).await;
        outcome
    })
    .await;
    world.end().await;
}

/// E8, chaitu236/TakServer#8: a request crosses a move on the wire. The move is played either way;
/// the request is asked before it and void, or comes too late and is told so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn e8_a_request_for_a_takeback_that_crosses_a_move_brings_nothing_back() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Hand);
    settings.clock = banked();
    settings.decision.takebacks_max = 20;
    runs("request and lay", &world, settings, 1, async |table, run, _| {
        let turn = next_turn(table).await;
        lays(table, &turn).await;
        let Some(next) = table.turn().await else { return Outcome::First };
        let (asker, other) = (&table.side(turn.side)[0], &table.side(next.side)[0]);
        let before = offers_ended(table.public());
        let ask = Command::MotionOpen { what: Motion::Takeback { ply: turn.ply } };
        let lay = Command::MoveLay { mv: plain(&next)[0].clone() };
        let [asked, laid] = at_once(run, [(asker, ask), (other, lay)]).await;
        assert_eq!(laid, Ok(()), "a move does not wait for a request");
        table.is_over(&next).await;
        let outcome = if asked.is_ok() { Outcome::First } else { Outcome::Second };
        assert!(
            matches!(
                asked,
                Ok(())
                    | Err(Refusal::MotionBarred { .. }
                        | Refusal::Stale { .. }
                        | Refusal::GameOver
                        | Refusal::NoGame)
            ),
            "{asked:?}"
        );
        for tab in table.everybody() {
            let ended = offers_ended(tab);
            let void = (turn.side, MotionEnd::Void);
            let new = if asked.is_ok() { vec![void] } else { Vec::new() };
            assert_eq!(ended[before.len()..], new, "{}", tab.name());
            let (plies, running, side) = tab.look(|state| {
                let game = state.seen.game().expect("a game");
                (game.plies.len(), game.clock.running, game.turn.as_ref().map(|turn| turn.side))
            });
            assert_eq!((plies, running), (usize::from(next.ply), side), "{}", tab.name());
        }
        outcome
    })
    .await;
    world.end().await;
}

/// Send two orders on two sockets as close to each other as it goes. In every other run the second
/// one is ready first.
async fn at_once(run: usize, orders: [(&Tab, Command); 2]) -> [Result<(), Refusal>; 2] {
    let start = Arc::new(Barrier::new(2));
    let mut tasks = Vec::new();
    let mut ready: Vec<(usize, (&Tab, Command))> = orders.into_iter().enumerate().collect();
    if run % 2 == 1 {
        ready.reverse();
    }
    for (place, (tab, command)) in ready {
        let (start, tab, at) = (Arc::clone(&start), tab.clone(), present(tab, &command));
        tasks.push((
            place,
            tokio::spawn(async move {
                start.wait().await;
                let order = tab.sends(command, at);
                tab.settles(&order).await
            }),
        ));
    }
    tasks.sort_by_key(|(place, _)| *place);
    let mut answers = Vec::new();
    for (_, task) in tasks {
        answers.push(task.await.expect("it is answered"));
    }
    answers.try_into().expect("two orders")
}

/// The present, where an order needs it.
fn present(tab: &Tab, command: &Command) -> Option<At> {
    let needs =
        matches!(command, Command::MoveLay { .. } | Command::MoveWithdraw {} | Command::ApproveSet { .. });
    needs.then(|| tab.present())
}

/// One was done; the other one was told that it is too late.
fn one_of(first: &Result<(), Refusal>, second: &Result<(), Refusal>) -> Outcome {
    let late = |refusal: &Refusal| {
        matches!(refusal, Refusal::Stale { .. } | Refusal::NoMotion { .. } | Refusal::GameOver)
    };
    match (first, second) {
        (Ok(()), Err(refusal)) if late(refusal) => Outcome::First,
        (Err(refusal), Ok(())) if late(refusal) => Outcome::Second,
        both => panic!("one of the two: {both:?}"),
    }
}

/// A move that is asked back.
struct AskedBack {
    /// Its turn.
    turn: Turn,
    /// The turn that follows.
    next: Turn,
    /// How many came back before.
    back: u16,
    /// How many offers had ended before.
    ended: usize,
}

/// A move is played, and asked back.
async fn is_asked_back(table: &Table) -> AskedBack {
    loop {
        let turn = next_turn(table).await;
        let ended = offers_ended(table.public()).len();
        lays(table, &turn).await;
        let Some(next) = table.turn().await else { continue };
        let back = table.public().look(|state| state.seen.game().map_or(0, GameView::back));
        carries(table, turn.side, Motion::Takeback { ply: turn.ply }).await;
        return AskedBack { turn, next, back, ended };
    }
}

/// The motion by which a side answers.
async fn answer_of(tab: &Tab, side: Side) -> protocol::MotionId {
    tab.until("it is asked", |state| {
        let team = state.seen.team[side].as_ref()?;
        team.motions.iter().find(|motion| motion.answer).map(|motion| motion.motion)
    })
    .await
}

/// Everybody sees how the offer ended, once, and one side to move with its clock.
async fn has_one_end(table: &Table, asked: &AskedBack, end: MotionEnd, plies: u16) {
    for tab in table.everybody() {
        let ended = tab
            .until("the offer is over", |state| {
                Some(offers_ended_in(state)).filter(|all| all.len() > asked.ended)
            })
            .await;
        assert_eq!(ended[asked.ended..], [(asked.turn.side, end)], "{}", tab.name());
        tab.waits("the move is played", |seen| {
            seen.game().is_some_and(|game| game.plies.len() == usize::from(plies))
        })
        .await;
        tab.look(|state| {
            let game = state.seen.game().expect("a game");
            let came_back = u16::from(end == MotionEnd::Passed);
            assert_eq!(game.back(), asked.back + came_back, "{}", tab.name());
            let side = game.turn.as_ref().map(|turn| turn.side);
            assert_eq!(game.clock.running, side, "{}: one clock runs", tab.name());
        });
    }
}

/// How the offers ended that a page was told of.
fn offers_ended(tab: &Tab) -> Vec<(Side, MotionEnd)> {
    tab.look(offers_ended_in)
}

fn offers_ended_in(state: &State) -> Vec<(Side, MotionEnd)> {
    let ended = state.story_of(Stream::Table).filter_map(|told| match &told.event {
        Event::OfferEnded { side, end, .. } => Some((*side, *end)),
        _ => None,
    });
    ended.collect()
}

const fn banked() -> Clock {
    Clock::Bank { ms: 600_000, increment_ms: 0, flag: FlagPolicy::Lose }
}
