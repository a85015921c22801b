//! Two things at one instant: two orders that are sent on two sockets behind one barrier, or an
//! order that is sent at the moment of a timer. Whatever the server makes of it, it is one of the
//! two, never both and never none; both who asked are told which, everybody sees the same, and the
//! log says so too.
//!
//! Each is tried twenty times in every run, and five hundred times in the long form, where both
//! outcomes must have come.

use std::sync::Arc;

use engine::{Move, Preset, Side};
use futures_util::future::join_all;
use protocol::event::{BallotResult, EndReason, Event};
use protocol::message::Stream;
use protocol::motion::MotionEnd;
use protocol::settings::{Clock, DecisionMode, FlagPolicy};
use protocol::view::GameView;
use protocol::{At, Command, Motion, MotionKind, Refusal, RoomSettings};
use sindillo_tests::chronicle::Chronicle;
use sindillo_tests::length::is_long;
use sindillo_tests::table::{Table, Turn, same};
use sindillo_tests::{State, Tab, World, quick, usually};
use tokio::sync::Barrier;

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
async fn runs<'w>(
    what: &str,
    world: &'w World,
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

// ---- orders that cross ----------------------------------------------------------------------

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
        let (turn, next, back) = is_asked_back(table).await;
        let [layer, granter] = table.side(next.side) else { panic!("two sit there") };
        let answer = answer_of(layer, next.side).await;
        let yes = Command::MotionVote { motion: answer, yes: Some(true) };
        layer.asks(yes.clone()).await.expect("one of two is for it");
        answer_of(granter, next.side).await;
        let lay = Command::MoveLay { mv: plain(&next)[0].clone() };
        let [granted, laid] = at_once(run, [(granter, yes), (layer, lay)]).await;
        let outcome = one_of(&granted, &laid);
        let (end, plies) = match outcome {
            Outcome::First => (MotionEnd::Passed, turn.ply - 1),
            Outcome::Second => (MotionEnd::Void, next.ply),
        };
        has_one_end(table, &turn, end, plies, back).await;
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
        let (turn, next, back) = is_asked_back(table).await;
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
        has_one_end(table, &turn, end, plies, back).await;
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

// ---- orders and timers ----------------------------------------------------------------------

/// A vote comes as the ballot ends. What is stamped with the last millisecond counts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_vote_at_the_deadline_counts_or_is_told_that_it_came_too_late() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = at_once_stands(DecisionMode::Plurality);
    settings.decision.vote_ms = 1_000;
    settings.decision.runoff = false;
    settings.decision.consent_ms = 0;
    runs("vote and deadline", &world, settings, 3, async |table, _, shift| {
        let mut turn = next_turn(table).await;
        while turn.offers.len() == 1 {
            lays(table, &turn).await;
            turn = next_turn(table).await;
        }
        let voter = &table.side(turn.side)[1];
        let mv = plain(&turn)[0].clone();
        let (ballot, deadline) = voter.look(|state| {
            let ballot = state.seen.ballot(turn.side).expect("a ballot");
            (ballot.ballot, ballot.deadline.expect("a deadline"))
        });
        voter.server_clock().await.reaches(deadline, *shift).await;
        let voted = voter.asks(Command::VoteSet { ballot, mv: mv.clone() }).await;
        let outcome = meets(&voted, shift);
        assert!(matches!(voted, Ok(()) | Err(Refusal::BallotClosed { .. })), "{voted:?}");
        for tab in table.side(turn.side) {
            let stream = Stream::team(turn.side);
            let (at, result, tally) = tab
                .until("the ballot closes", |state| {
                    state.story_of(stream).find_map(|told| match &told.event {
                        Event::BallotClosed { ballot: closed, result, tally, .. } if *closed == ballot => {
                            Some((told.at, result.clone(), tally.clone()))
                        }
                        _ => None,
                    })
                })
                .await;
            assert_eq!(at, deadline, "{}: it closes when it was to", tab.name());
            let counted: Vec<_> = tally.iter().map(|row| (row.mv.clone(), row.votes)).collect();
            match outcome {
                Outcome::First => {
                    assert!(matches!(&result, BallotResult::Won { mv: won, .. } if *won == mv), "{result:?}");
                    assert_eq!(counted, [(mv.clone(), 1)], "{}", tab.name());
                }
                Outcome::Second => {
                    assert_eq!((result, counted), (BallotResult::TooFew, Vec::new()), "{}", tab.name());
                }
            }
        }
        if outcome == Outcome::Second {
            let hand = table.of(turn.hand);
            hand.waits("the hand may lay", |seen| {
                seen.ballot(turn.side).is_some_and(|ballot| ballot.hand_until.is_some())
            })
            .await;
            hand.lays(&mv).await.expect("the hand lays");
        }
        table.is_over(&turn).await;
        outcome
    })
    .await;
    world.end().await;
}

/// The maker takes his move back as the window ends in which it can be.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_withdrawal_as_the_window_ends_is_done_or_the_move_stands() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Hand);
    settings.decision.tries_max = 10;
    settings.decision.consent_ms = 1_000;
    runs("withdraw and window", &world, settings, 2, async |table, _, shift| {
        let (turn, mv, laid) = is_tried(table).await;
        let hand = table.of(turn.hand);
        let at = Some(hand.present());
        hand.server_clock().await.reaches(laid + 1_000, *shift).await;
        let withdrawn = hand.asks_at(Command::MoveWithdraw {}, at).await;
        let outcome = meets(&withdrawn, shift);
        is_withdrawn_or_stands(table, &turn, &mv, outcome).await;
        outcome
    })
    .await;
    world.end().await;
}

/// C2, gbtami/pychess-variants#2010: both "lost on time" and the move are shown.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c2_a_move_as_the_flag_falls_is_played_or_the_game_is_lost() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Hand);
    settings.clock = Clock::PerMove { ms: 1_000, flag: FlagPolicy::Lose };
    runs("lay and flag", &world, settings, 1, async |table, _, shift| {
        let turn = next_turn(table).await;
        let tab = table.of(turn.hand);
        let (at, zero) = (Some(tab.present()), tab.look(began) + 1_000);
        tab.server_clock().await.reaches(zero, *shift).await;
        let lay = Command::MoveLay { mv: plain(&turn)[0].clone() };
        let laid = tab.asks_at(lay, at).await;
        let outcome = meets(&laid, shift);
        for tab in table.everybody() {
            let what = format!("{outcome:?}");
            let before = usize::from(turn.ply) - 1;
            tab.waits(&what, |seen| {
                let game = seen.game().expect("a game");
                if outcome == Outcome::First { game.plies.len() > before } else { game.result.is_some() }
            })
            .await;
            if outcome == Outcome::Second {
                let game = tab.look(|state| state.seen.game().cloned()).expect("a game");
                let result = game.result.as_ref().expect("a result");
                let lost = (result.reason, result.winner, game.plies.len());
                assert_eq!(lost, (EndReason::Flag, Some(turn.side.other()), before), "{}", tab.name());
                assert_eq!(flags_at(tab, zero), [turn.side], "{}: one flag fell", tab.name());
            } else {
                let stood = tab.look(|state| {
                    state.story_of(Stream::Table).rev().find_map(|told| match &told.event {
                        Event::Stood { ply, .. } if *ply == turn.ply => Some(told.at),
                        _ => None,
                    })
                });
                assert!(stood.is_some_and(|at| at <= zero), "{}: in time, {stood:?} {zero}", tab.name());
                assert_eq!(flags_at(tab, zero), [], "{}: no flag fell", tab.name());
            }
        }
        outcome
    })
    .await;
    world.end().await;
}

// ---- what they have in common ---------------------------------------------------------------

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

/// Whether an order was done before a timer; the next one comes a millisecond nearer to it.
fn meets(order: &Result<(), Refusal>, shift: &mut i64) -> Outcome {
    match order {
        Ok(()) => {
            *shift += 1;
            Outcome::First
        }
        Err(_) => {
            *shift -= 1;
            Outcome::Second
        }
    }
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

/// A move is played, and asked back: its turn, the turn that follows, and how many came back so far.
async fn is_asked_back(table: &Table) -> (Turn, Turn, u16) {
    loop {
        let turn = next_turn(table).await;
        lays(table, &turn).await;
        let Some(next) = table.turn().await else { continue };
        let back = table.public().look(|state| state.seen.game().map_or(0, GameView::back));
        carries(table, turn.side, Motion::Takeback { ply: turn.ply }).await;
        return (turn, next, back);
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
async fn has_one_end(table: &Table, turn: &Turn, end: MotionEnd, plies: u16, back: u16) {
    for tab in table.everybody() {
        tab.waits("the offer is over", |seen| seen.table.as_ref().is_some_and(|t| t.offers.is_empty())).await;
        assert_eq!(offers_ended(tab).last(), Some(&(turn.side, end)), "{}", tab.name());
        tab.waits("the move is played", |seen| {
            seen.game().is_some_and(|game| game.plies.len() == usize::from(plies))
        })
        .await;
        tab.look(|state| {
            let game = state.seen.game().expect("a game");
            let came_back = u16::from(end == MotionEnd::Passed);
            assert_eq!(game.back(), back + came_back, "{}", tab.name());
            let side = game.turn.as_ref().map(|turn| turn.side);
            assert_eq!(game.clock.running, side, "{}: one clock runs", tab.name());
        });
    }
}

/// How the offers ended that a page was told of.
fn offers_ended(tab: &Tab) -> Vec<(Side, MotionEnd)> {
    tab.look(|state| {
        let ended = state.story_of(Stream::Table).filter_map(|told| match &told.event {
            Event::OfferEnded { side, end, .. } => Some((*side, *end)),
            _ => None,
        });
        ended.collect()
    })
}

/// When the turn began.
fn began(state: &State) -> u64 {
    let turn = |event: &Event| matches!(event, Event::TurnBegan { .. });
    let told = state.story_of(Stream::Table).rev().find(|told| turn(&told.event));
    told.expect("a turn").at
}

/// The flags that fell at a moment.
fn flags_at(tab: &Tab, moment: u64) -> Vec<Side> {
    tab.look(|state| {
        let fell = state.story_of(Stream::Table).filter(|told| told.at == moment);
        let flags = fell.filter_map(|told| match &told.event {
            Event::Flagged { side, .. } => Some(*side),
            _ => None,
        });
        flags.collect()
    })
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

const fn banked() -> Clock {
    Clock::Bank { ms: 600_000, increment_ms: 0, flag: FlagPolicy::Lose }
}
