//! Ties: the run-off, then the hand's own vote, then the earlier count or the lot.

use engine::Side;
use protocol::event::{BallotKind, BallotResult, WonBy};
use protocol::message::Stream;
use protocol::settings::{DecisionMode, TieRule};
use protocol::{Event, Refusal};
use sindillo_tests::settings::SOON;
use sindillo_tests::{State, World};

use super::{closed, ends, hand_and_others, opened, plain, south_starts, stood};

#[tokio::test]
async fn a_tie_of_two_is_broken_by_the_hands_own_vote() {
    let world = World::new().await;
    let mut settings = south_starts(DecisionMode::Plurality);
    settings.decision.consent_ms = 0;
    let (table, turn) = opened(&world, settings, 2, 1).await;
    let moves = plain(&turn);
    let (hand, others) = hand_and_others(&table, &turn);
    others[0].votes(&moves[0]).await.expect("a vote");
    hand.votes(&moves[1]).await.expect("a vote");
    let (result, _, _) = closed(hand).await;
    assert_eq!(result, BallotResult::Won { mv: moves[1].clone(), by: WonBy::Hand });
    assert_eq!(stood(&table.watchers[0]).await.0, moves[1]);
    ends(&table, world).await;
}

#[tokio::test]
async fn a_tie_without_the_hand_goes_to_the_option_that_had_its_votes_first() {
    let world = World::new().await;
    let mut settings = south_starts(DecisionMode::Plurality);
    settings.decision.runoff = false;
    settings.decision.vote_ms = SOON;
    settings.decision.consent_ms = 0;
    let (table, turn) = opened(&world, settings, 5, 1).await;
    let moves = plain(&turn);
    let (_, others) = hand_and_others(&table, &turn);
    let [a, b, c, d] = others[..] else { panic!("four others") };
    a.votes(&moves[0]).await.expect("a vote");
    c.votes(&moves[1]).await.expect("a vote");
    d.votes(&moves[1]).await.expect("the second for the second move");
    b.votes(&moves[0]).await.expect("the second for the first move, later");
    let (result, tally, _) = closed(a).await;
    assert_eq!(result, BallotResult::Won { mv: moves[1].clone(), by: WonBy::Earliest });
    assert_eq!(tally.iter().map(|row| row.votes).collect::<Vec<_>>(), [2, 2]);
    ends(&table, world).await;
}

#[tokio::test]
async fn a_tie_may_be_left_to_the_lot() {
    let world = World::new().await;
    let mut settings = south_starts(DecisionMode::Plurality);
    settings.decision.runoff = false;
    settings.decision.vote_ms = SOON;
    settings.decision.consent_ms = 0;
    settings.decision.tie = TieRule::Chance;
    let (table, turn) = opened(&world, settings, 3, 1).await;
    let moves = plain(&turn);
    let (_, others) = hand_and_others(&table, &turn);
    for (tab, mv) in others.iter().zip(&moves) {
        tab.votes(mv).await.expect("a vote");
    }
    let (result, _, _) = closed(others[0]).await;
    assert!(
        matches!(&result, BallotResult::Won { mv, by: WonBy::Chance } if moves[..2].contains(mv)),
        "{result:?}"
    );
    ends(&table, world).await;
}

#[tokio::test]
async fn a_run_off_in_which_nobody_votes_falls_back_on_the_first_round() {
    let world = World::new().await;
    let mut settings = south_starts(DecisionMode::Majority);
    settings.decision.vote_ms = SOON;
    settings.decision.runoff_ms = SOON;
    settings.decision.consent_ms = 0;
    let (table, turn) = opened(&world, settings, 5, 1).await;
    let moves = plain(&turn);
    let (hand, others) = hand_and_others(&table, &turn);
    others[0].votes(&moves[0]).await.expect("a vote");
    others[1].votes(&moves[0]).await.expect("a vote");
    others[2].votes(&moves[1]).await.expect("a vote");
    hand.waits("there is a run-off between the two strongest", |seen| {
        seen.ballot(Side::South).is_some_and(|ballot| {
            let options: Vec<_> = ballot.options.iter().map(|option| option.mv.clone()).collect();
            ballot.kind == BallotKind::RunOff
                && options == moves[..2]
                && ballot.options.iter().all(|o| o.voters.is_empty())
        })
    })
    .await;
    assert!(matches!(hand.votes(&moves[2]).await, Err(Refusal::IllegalMove { .. })));
    let (mv, _) = stood(&table.watchers[0]).await;
    assert_eq!(mv, moves[0], "the first round's leader");
    let closed = |event: &Event| matches!(event, Event::BallotClosed { .. });
    let story = move |state: &State| state.story_of(Stream::South).filter(|told| closed(&told.event)).count();
    hand.until("both rounds are closed", |state| (story(state) == 2).then_some(())).await;
    ends(&table, world).await;
}

#[tokio::test]
async fn short_of_a_majority_and_without_run_offs_the_leader_is_tried() {
    let world = World::new().await;
    let mut settings = south_starts(DecisionMode::Majority);
    settings.decision.runoff = false;
    settings.decision.vote_ms = SOON;
    let (table, turn) = opened(&world, settings, 3, 1).await;
    let (hand, others) = hand_and_others(&table, &turn);
    let mv = &plain(&turn)[0];
    others[0].votes(mv).await.expect("a vote");
    let watcher = &table.watchers[0];
    watcher.waits("the leader is tried", |seen| seen.tried().is_some_and(|tried| tried.mv == *mv)).await;
    let by = watcher.look(|state| state.seen.tried().map(|tried| tried.by));
    assert_eq!(by, Some(hand.member()), "the hand lays what the ballot says");
    ends(&table, world).await;
}
