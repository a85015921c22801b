//! An order that comes as a timer runs out.

use engine::{Preset, Side};
use protocol::event::{BallotResult, EndReason, Event};
use protocol::message::Stream;
use protocol::settings::{Clock, DecisionMode, FlagPolicy};
use protocol::{Command, Refusal};
use sindillo_tests::{State, Tab, World, quick};

use super::{Outcome, at_once_stands, is_tried, is_withdrawn_or_stands, lays, next_turn, runs};
use crate::council::plain;

/// How long a timer runs: many times what it takes until everybody knows of it.
const SPAN_MS: u32 = 4_000;

/// A vote comes as the ballot ends. What is stamped with the last millisecond counts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_vote_at_the_deadline_counts_or_is_told_that_it_came_too_late() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = at_once_stands(DecisionMode::Plurality);
    settings.decision.vote_ms = SPAN_MS;
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
    settings.decision.consent_ms = SPAN_MS;
    runs("withdraw and window", &world, settings, 2, async |table, _, shift| {
        let (turn, mv, laid) = is_tried(table).await;
        let hand = table.of(turn.hand);
        let at = Some(hand.present());
        hand.server_clock().await.reaches(laid + u64::from(SPAN_MS), *shift).await;
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
    settings.clock = Clock::PerMove { ms: SPAN_MS, flag: FlagPolicy::Lose };
    runs("lay and flag", &world, settings, 1, async |table, _, shift| {
        let turn = next_turn(table).await;
        let tab = table.of(turn.hand);
        let (at, zero) = (Some(tab.present()), tab.look(began) + u64::from(SPAN_MS));
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
