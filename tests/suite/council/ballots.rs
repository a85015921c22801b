//! When a ballot ends, and what it comes to without a tie.

use engine::Side;
use protocol::event::{BallotResult, WonBy};
use protocol::message::Stream;
use protocol::settings::DecisionMode;
use protocol::{Command, Event, Refusal};
use sindillo_tests::World;
use sindillo_tests::settings::{LONG, SOON};

use super::{closed, ends, hand_and_others, opened, plain, south_starts, stood, told};

#[tokio::test]
async fn a_ballot_that_nothing_decides_ends_at_its_deadline_to_the_millisecond() {
    let world = World::new().await;
    let mut settings = south_starts(DecisionMode::Plurality);
    settings.decision.vote_ms = SOON;
    settings.decision.consent_ms = 0;
    let (table, turn) = opened(&world, settings, 3, 1).await;
    let mv = &plain(&turn)[0];
    let deadline =
        table.south[0].look(|state| state.seen.turn().and_then(|turn| turn.deadline)).expect("a deadline");
    table.south[0].votes(mv).await.expect("a vote");
    let (result, tally, at) = closed(&table.south[1]).await;
    assert_eq!(result, BallotResult::Won { mv: mv.clone(), by: WonBy::Votes });
    assert_eq!(tally.len(), 1);
    assert_eq!(at, deadline, "the close is stamped with the moment it was due");
    assert_eq!(stood(&table.watchers[0]).await, (mv.clone(), deadline), "and so is what follows");
    ends(&table, world).await;
}

#[tokio::test]
async fn a_majority_closes_a_ballot_early_but_not_before_its_least_time_and_not_without_settling() {
    let world = World::new().await;
    let mut settings = south_starts(DecisionMode::Majority);
    settings.decision.min_ms = SOON;
    settings.decision.settle_ms = 400;
    let (table, turn) = opened(&world, settings, 3, 0).await;
    let moves = plain(&turn);
    let earliest =
        table.south[0].look(|state| state.seen.ballot(Side::South).map(|b| b.earliest)).expect("a ballot");
    for tab in &table.south[..2] {
        tab.votes(&moves[1]).await.expect("a vote");
    }
    let closing = told(&table.south[2], Stream::South, "the ballot is about to close", |event| {
        matches!(event, Event::ClosingSet { until: Some(_), .. })
    })
    .await;
    assert_eq!(closing.at, earliest);
    let (_, _, at) = closed(&table.south[2]).await;
    assert_eq!(at, earliest + 400);
    assert_eq!(stood(&table.south[2]).await.0, moves[1], "what a majority wants stands without being tried");
    ends(&table, world).await;
}

#[tokio::test]
async fn a_changed_mind_opens_a_closing_ballot_again() {
    let world = World::new().await;
    let mut settings = south_starts(DecisionMode::Majority);
    settings.decision.settle_ms = LONG;
    let (table, turn) = opened(&world, settings, 3, 0).await;
    let moves = plain(&turn);
    let [a, b, c] = &table.south[..] else { panic!("three sit there") };
    a.votes(&moves[0]).await.expect("a vote");
    b.votes(&moves[0]).await.expect("a vote");
    c.waits("it is about to close", |seen| seen.ballot(Side::South).is_some_and(|b| b.closing.is_some()))
        .await;
    let deadline = c.look(|state| state.seen.ballot(Side::South).and_then(|ballot| ballot.deadline));
    b.votes(&moves[1]).await.expect("a changed mind");
    c.waits("it is open again", |seen| seen.ballot(Side::South).is_some_and(|b| b.closing.is_none())).await;
    let now = c.look(|state| state.seen.ballot(Side::South).and_then(|ballot| ballot.deadline));
    assert_eq!(now, deadline, "the deadline did not move");
    ends(&table, world).await;
}

#[tokio::test]
async fn without_votes_the_hand_lays_alone_for_a_while_and_then_anybody() {
    let world = World::new().await;
    let mut settings = south_starts(DecisionMode::Plurality);
    settings.decision.vote_ms = 1_000;
    settings.decision.fallback_ms = SOON;
    let (table, turn) = opened(&world, settings, 3, 1).await;
    let (_, others) = hand_and_others(&table, &turn);
    let mv = &plain(&turn)[0];
    let (result, _, closed_at) = closed(others[0]).await;
    assert_eq!(result, BallotResult::TooFew);
    others[0]
        .waits("the hand may lay", |seen| seen.ballot(Side::South).is_some_and(|b| b.hand_until.is_some()))
        .await;
    assert_eq!(others[0].lays(mv).await, Err(Refusal::NotMover), "the hand alone");
    let ballot = others[0].open_ballot();
    let late = others[0].asks(Command::VoteSet { ballot, mv: mv.clone() }).await;
    assert!(matches!(late, Err(Refusal::BallotClosed { .. })), "{late:?}");
    // No event tells the moment from which anybody may; a client asks again.
    while others[0].lays(mv).await == Err(Refusal::NotMover) {
        tokio::time::sleep(std::time::Duration::from_millis(250)).await;
    }
    let (stands, at) = stood(&table.watchers[0]).await;
    assert_eq!(stands, *mv);
    assert!(at >= closed_at + u64::from(SOON), "not before the hand's own time was over");
    ends(&table, world).await;
}

#[tokio::test]
async fn in_a_fallback_the_hand_lays_and_it_stands() {
    let world = World::new().await;
    let mut settings = south_starts(DecisionMode::Majority);
    settings.decision.vote_ms = 1_000;
    settings.decision.fallback_ms = LONG;
    let (table, turn) = opened(&world, settings, 3, 1).await;
    let (hand, _) = hand_and_others(&table, &turn);
    hand.waits("the hand may lay", |seen| seen.ballot(Side::South).is_some_and(|b| b.hand_until.is_some()))
        .await;
    hand.lays(&plain(&turn)[0]).await.expect("the hand lays");
    table.is_over(&turn).await;
    ends(&table, world).await;
}

#[tokio::test]
async fn the_quorum_decides_whether_votes_count_at_all() {
    let world = World::new().await;
    let mut settings = south_starts(DecisionMode::Plurality);
    settings.decision.vote_ms = SOON;
    settings.decision.quorum = 2;
    let (table, turn) = opened(&world, settings, 3, 0).await;
    table.south[0].votes(&plain(&turn)[0]).await.expect("a vote");
    let (result, tally, _) = closed(&table.south[0]).await;
    assert_eq!(result, BallotResult::TooFew);
    assert_eq!(tally.len(), 1, "the vote is told all the same");
    ends(&table, world).await;
}

#[tokio::test]
async fn the_last_silent_voter_leaves_and_the_ballot_closes_without_him() {
    let world = World::new().await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Plurality), 3, 0).await;
    let moves = plain(&turn);
    let [a, b, c] = &table.south[..] else { panic!("three sit there") };
    a.votes(&moves[0]).await.expect("a vote");
    b.votes(&moves[1]).await.expect("a vote");
    c.asks(Command::SeatLeave {}).await.expect("one may leave");
    let (result, tally, _) = closed(a).await;
    assert!(matches!(result, BallotResult::Won { .. }), "two voices of two: {result:?}");
    assert_eq!(tally.iter().map(|row| row.votes).sum::<u8>(), 2);
    ends(&table, world).await;
}

#[tokio::test]
async fn who_leaves_takes_his_vote_with_him() {
    let world = World::new().await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Majority), 5, 0).await;
    let mv = &plain(&turn)[0];
    for tab in &table.south[..2] {
        tab.votes(mv).await.expect("a vote");
    }
    table.south[1].asks(Command::SeatLeave {}).await.expect("one may leave");
    table.south[0]
        .waits("the roll is shorter", |seen| {
            seen.ballot(Side::South).is_some_and(|ballot| {
                let voters = ballot.options.first().map(|option| option.voters.len());
                (ballot.roll.len(), ballot.effective, ballot.need, voters) == (4, 4, 3, Some(1))
            })
        })
        .await;
    ends(&table, world).await;
}

#[tokio::test]
async fn who_sits_down_in_the_middle_advises_and_votes_from_the_next_ballot_on() {
    let world = World::new().await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Majority), 2, 0).await;
    let late = world.person("Sankau").await.enters(&table.room).await;
    late.sits(Side::South).await.expect("there is a seat");
    let mv = &plain(&turn)[0];
    assert_eq!(late.votes(mv).await, Err(Refusal::NotOnRoll));
    for tab in &table.south {
        tab.votes(mv).await.expect("a vote");
    }
    table.is_over(&turn).await;
    ends(&table, world).await;
}
