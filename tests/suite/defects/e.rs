//! E2, E4, E5, E7: moves that are asked back, and what must not look like it. E1 and E8, where two
//! orders cross, are in `races.rs`.

use engine::{BySide, Side};
use protocol::event::Event;
use protocol::message::{Answer, Stream};
use protocol::motion::MotionEnd;
use protocol::settings::{Clock, DecisionMode, FlagPolicy};
use protocol::{Command, Motion, MotionKind, Refusal};
use sindillo_tests::table::Table;
use sindillo_tests::{Seen, Tab, World, usually};

use super::{both_carry, carries, ends_well, plays_any, plies};
use crate::council::{hand_and_others, opened, plain, south_starts};

const BANK_MS: u64 = 600_000;
const INCREMENT_MS: u32 = 5_000;

/// E2, lichess-org/lichobile#1863, #1607, #2328: after a takeback each waits for the other. Here
/// moves of both sides come back, one and two in a row, and whoever is to move then moves.
#[tokio::test]
async fn e2_after_every_takeback_one_side_is_to_move_and_everybody_agrees_which() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = south_starts(DecisionMode::Plurality);
    settings.clock = banked();
    settings.decision.takebacks_max = 20;
    let (table, _) = opened(&world, settings, 2, 1).await;
    let mut back = 0;
    for round in 0..usually(3, 12) {
        for _ in 0..=round % 3 {
            plays_any(&table).await;
        }
        for _ in 0..1 + round % 2 {
            let ply = u16::try_from(plies(table.public())).expect("a short game");
            if ply == 0 {
                break;
            }
            let now = table.turn().await.expect("the game goes on");
            let (asker, other) = (now.side.other(), now.side);
            let old = table.side(other)[0].present();
            both_carry(&table, asker, Motion::Takeback { ply }).await;
            back += 1;
            for tab in table.everybody() {
                tab.waits("the move is back", |seen| seen.game().is_some_and(|game| game.back() == back))
                    .await;
                tab.look(|state| {
                    let (game, turn) =
                        (state.seen.game().expect("a game"), state.seen.turn().expect("a turn"));
                    assert_eq!((turn.ply, turn.side), (ply, asker), "{}", tab.name());
                    assert_eq!(game.clock.running, Some(asker), "{}: one clock runs", tab.name());
                    assert_eq!(game.position.turn(), asker, "{}: and the board says so", tab.name());
                    assert_eq!(game.plies.len(), usize::from(ply) - 1, "{}", tab.name());
                });
            }
            let again = table.turn().await.expect("the game goes on");
            let mv = plain(&again)[0].clone();
            let waiting = &table.side(other)[0];
            assert_eq!(waiting.lays(&mv).await, Err(Refusal::NotMover), "it is not their turn");
            let late = waiting.asks_at(Command::MoveLay { mv: plain(&now)[0].clone() }, Some(old)).await;
            assert!(matches!(late, Err(Refusal::Stale { .. })), "what was meant for then: {late:?}");
        }
    }
    plays_any(&table).await;
    println!("{back} moves came back, {} stand", plies(table.public()));
    ends_well(&table, world).await;
}

/// E4, lichess-org/lila#135: clocks swap or double after a takeback. Here the other side has its
/// clock as its turn began, the own one keeps what it has, to the millisecond.
#[tokio::test]
async fn e4_a_takeback_leaves_both_clocks_as_agreed_to_the_millisecond() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = south_starts(DecisionMode::Hand);
    settings.clock = banked();
    settings.decision.takebacks_max = 9;
    let (table, _) = opened(&world, settings, 1, 1).await;
    // How many plies are played, and how many of them come back then.
    let rounds = [(1, 1), (2, 1), (3, 2), (1, 1)];
    for (played, back) in rounds {
        for _ in 0..played {
            takes_time(&table).await;
            lays_any(&table).await;
        }
        for _ in 0..back {
            takes_time(&table).await;
            let ply = u16::try_from(plies(table.public())).expect("a short game");
            let asker = table.turn().await.expect("the game goes on").side.other();
            both_carry(&table, asker, Motion::Takeback { ply }).await;
            for tab in table.everybody() {
                tab.waits("the move is back", |seen| {
                    seen.game().is_some_and(|game| game.plies.len() + 1 == usize::from(ply))
                })
                .await;
            }
        }
    }
    lays_any(&table).await;
    let checked = table.watchers[0].look(|state| {
        let (mut left, mut began, mut checked) = (BySide::new(BANK_MS, BANK_MS), 0, 0);
        let mut at_turn = left;
        for told in state.story_of(Stream::Table) {
            match &told.event {
                Event::TurnBegan { clock, side, .. } => {
                    let shown = (clock.remaining_ms, clock.running, clock.since);
                    assert_eq!(shown, (left, Some(*side), told.at), "one clock runs");
                    (began, at_turn) = (told.at, left);
                }
                Event::Stood { side, remaining_ms, .. } => {
                    assert!(told.at > began, "the turn took time");
                    left[*side] = left[*side] - (told.at - began) + u64::from(INCREMENT_MS);
                    assert_eq!(*remaining_ms, left);
                }
                Event::TakenBack { side, clock, .. } => {
                    assert!(told.at > began, "the turn took time");
                    left[side.other()] = at_turn[side.other()];
                    assert_eq!((clock.remaining_ms, clock.running), (left, None), "after {side:?}'s move");
                    checked += 1;
                }
                _ => {}
            }
        }
        checked
    });
    assert_eq!(checked, rounds.map(|(_, back)| back).iter().sum::<i32>());
    ends_well(&table, world).await;
}

/// E5, lichess-org/lila#12459: a takeback that was declined is shown as done by one client.
#[tokio::test]
async fn e5_a_declined_takeback_changes_nothing_for_anybody() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = south_starts(DecisionMode::Majority);
    settings.clock = banked();
    let (table, _) = opened(&world, settings, 2, 2).await;
    // The second time one of the other side would have agreed.
    for (ply, one_agrees) in [(1, false), (2, true)] {
        let turn = plays_any(&table).await;
        assert_eq!(turn.ply, ply);
        table.turn().await.expect("the other side can act");
        let game = |tab: &Tab| tab.look(|state| state.seen.game().cloned());
        let before = game(table.public());
        let what = Motion::Takeback { ply };
        carries(&table, turn.side, what).await;
        let mut asked = Vec::new();
        for tab in table.side(turn.side.other()) {
            let motion = tab.until("it is asked", |state| answer(&state.seen, turn.side.other())).await;
            asked.push((tab, motion));
        }
        for ((tab, motion), yes) in asked.into_iter().zip([one_agrees, false]) {
            match tab.asks(Command::MotionVote { motion, yes: Some(yes) }).await {
                // Both were needed, so that one was enough to decline.
                Ok(()) | Err(Refusal::NoMotion { .. }) => {}
                Err(other) => panic!("{other:?}"),
            }
        }
        for tab in table.everybody() {
            let ended = tab
                .until("the answer is told", |state| {
                    state.story_of(Stream::Table).rev().find_map(|told| match &told.event {
                        Event::OfferEnded { side, what: MotionKind::Takeback, end } if *side == turn.side => {
                            Some((*side, *end))
                        }
                        _ => None,
                    })
                })
                .await;
            assert_eq!(ended, (turn.side, MotionEnd::Failed), "{}", tab.name());
            tab.waits("nothing is asked any more", |seen| {
                seen.table.as_ref().is_some_and(|table| table.offers.is_empty())
            })
            .await;
            assert_eq!(game(tab), before, "{} shows the same game", tab.name());
        }
        table.all_see_the_same(&world).await;
        let again = table.side(turn.side)[0].asks(Command::MotionOpen { what }).await;
        assert!(matches!(again, Err(Refusal::Cooldown { .. })), "not at once again: {again:?}");
    }
    plays_any(&table).await;
    ends_well(&table, world).await;
}

/// E7, govariantsteam/govariants#170: a move that is sent again takes the staged one away. Here it
/// is sent again under its own identity, under another one, from another tab, after a cut.
#[tokio::test]
async fn e7_a_move_that_is_laid_again_never_withdraws_it() {
    let world = World::with(&["--no-address-limits"]).await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Hand), 3, 1).await;
    let (hand, others) = hand_and_others(&table, &turn);
    let mv = plain(&turn)[0].clone();
    let lay = || Command::MoveLay { mv: mv.clone() };
    let before = hand.present();
    let order = hand.sends(lay(), Some(before));
    assert_eq!(hand.answer(&order).await, Answer::Ok);
    for tab in table.everybody() {
        tab.waits("it is tried", |seen| seen.tried().is_some()).await;
    }
    for _ in 0..3 {
        hand.sends_again(&order);
        assert_eq!(hand.answer(&order).await, Answer::Ok, "the same order, the same answer");
    }
    hand.is_cut();
    hand.connects().await;
    hand.sends_again(&order);
    assert_eq!(hand.answer(&order).await, Answer::Ok, "also on another socket");
    let second = hand.person().enters(&table.room).await;
    for tab in [hand, &second] {
        for at in [before, tab.present()] {
            let again = tab.asks_at(lay(), Some(at)).await;
            assert!(matches!(again, Err(Refusal::Stale { .. })), "another order is refused: {again:?}");
        }
    }
    for tab in &others {
        assert!(tab.lays(&mv).await.is_err(), "nobody else lays it either");
    }
    second.leaves().await;
    for tab in table.everybody() {
        tab.look(|state| {
            let shown = state.seen.tried().map(|tried| tried.mv.clone());
            assert_eq!(shown, Some(mv.clone()), "{}: it lies there still", tab.name());
            assert_eq!(state.seen.turn().map(|turn| (turn.tries, turn.spent.len())), Some((1, 0)));
            let gone = |event: &Event| matches!(event, Event::Withdrawn { .. });
            assert!(!state.story_of(Stream::Table).any(|told| gone(&told.event)), "{}", tab.name());
        });
    }
    hand.withdraws().await.expect("its maker may, with the word for it");
    for tab in table.everybody() {
        tab.waits("it is withdrawn", |seen| seen.turn().is_some_and(|turn| turn.spent == [mv.clone()])).await;
    }
    ends_well(&table, world).await;
}

const fn banked() -> Clock {
    Clock::Bank { ms: 600_000, increment_ms: INCREMENT_MS, flag: FlagPolicy::Lose }
}

/// The motion by which a side answers.
fn answer(seen: &Seen, side: Side) -> Option<protocol::MotionId> {
    let team = seen.team[side].as_ref()?;
    team.motions.iter().find(|motion| motion.answer).map(|motion| motion.motion)
}

/// Who sits there alone plays.
async fn lays_any(table: &Table) {
    let turn = table.turn().await.expect("the game goes on");
    table.of(turn.hand).lays(&plain(&turn)[0]).await.expect("who is alone lays");
    table.is_over(&turn).await;
}

/// Whoever is to move thinks for a moment.
async fn takes_time(table: &Table) {
    let tab = table.public();
    let since = tab.look(|state| state.seen.game().expect("a game").clock.since);
    tab.waits_for_moment(since + 40).await;
}
