//! Tried moves: seen by all, objected to, approved of, withdrawn, spent.

use engine::Side;
use protocol::event::WithdrawReason;
use protocol::message::Stream;
use protocol::settings::DecisionMode;
use protocol::{Command, Event, Refusal};
use sindillo_tests::World;
use sindillo_tests::settings::SOON;

use super::{ends, hand_and_others, opened, plain, south_starts, stood, told};

#[tokio::test]
async fn a_tried_move_stands_at_the_end_of_its_window_to_the_millisecond() {
    let world = World::new().await;
    let mut settings = south_starts(DecisionMode::Hand);
    settings.decision.consent_ms = SOON;
    let (table, turn) = opened(&world, settings, 3, 1).await;
    let (hand, _) = hand_and_others(&table, &turn);
    hand.lays(&plain(&turn)[0]).await.expect("the hand lays");
    let watcher = &table.watchers[0];
    let laid = told(watcher, Stream::Table, "it is tried", |event| matches!(event, Event::Laid { .. })).await;
    let Event::Laid { until, after, .. } = laid.event else { panic!("laid") };
    assert_eq!(until, laid.at + u64::from(SOON));
    assert_ne!(
        watcher.look(|state| state.seen.game().map(|game| game.position)),
        Some(after),
        "not yet played"
    );
    let (_, at) = stood(watcher).await;
    assert_eq!(at, until);
    ends(&table, world).await;
}

#[tokio::test]
async fn objections_count_once_a_member_and_half_of_the_others_withdraw_the_move() {
    let world = World::new().await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Hand), 5, 1).await;
    let (hand, others) = hand_and_others(&table, &turn);
    let mv = &plain(&turn)[0];
    hand.lays(mv).await.expect("the hand lays");
    let watcher = &table.watchers[0];
    let counts = |objections, approvals| {
        watcher.waits("the counts are told to all", move |seen| {
            seen.tried().is_some_and(|tried| {
                (tried.objections, tried.approvals, tried.need) == (objections, approvals, 2)
            })
        })
    };
    counts(0, 0).await;
    others[0].waits("it is tried", |seen| seen.tried().is_some()).await;
    for _ in 0..3 {
        others[0].objects().await.expect("saying it again is nothing more");
    }
    counts(1, 0).await;
    others[1].waits("it is tried", |seen| seen.tried().is_some()).await;
    others[1].approves().await.expect("a member may approve");
    counts(1, 1).await;
    let at = Some(others[0].present());
    others[0].asks_at(Command::ObjectSet { on: false }, at).await.expect("one may be undecided again");
    counts(0, 1).await;
    others[0].objects().await.expect("a member may object");
    others[2].waits("it is tried", |seen| seen.tried().is_some()).await;
    others[2].objects().await.expect("the second objection");
    let event =
        told(watcher, Stream::Table, "it is withdrawn", |event| matches!(event, Event::Withdrawn { .. }))
            .await;
    let Event::Withdrawn { why, spent, last_try, .. } = event.event else { panic!("withdrawn") };
    assert_eq!((why, spent, last_try), (WithdrawReason::Team, vec![mv.clone()], false));
    ends(&table, world).await;
}

#[tokio::test]
async fn the_others_cannot_withdraw_for_the_maker_and_the_maker_does_not_vote() {
    let world = World::new().await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Hand), 3, 1).await;
    let (hand, others) = hand_and_others(&table, &turn);
    let moves = plain(&turn);
    assert_eq!(others[0].lays(&moves[0]).await, Err(Refusal::NotMover), "only the hand lays");
    hand.lays(&moves[0]).await.expect("the hand lays");
    for tab in [others[0], &table.north[0], &table.watchers[0]] {
        tab.waits("it is tried", |seen| seen.tried().is_some()).await;
    }
    assert_eq!(others[0].withdraws().await, Err(Refusal::NotMover));
    assert_eq!(hand.objects().await, Err(Refusal::ForbiddenRole));
    assert_eq!(hand.approves().await, Err(Refusal::ForbiddenRole));
    assert!(hand.lays(&moves[1]).await.is_err(), "a second move beside a tried one");
    assert!(table.north[0].objects().await.is_err(), "the other side has no say");
    assert!(table.watchers[0].objects().await.is_err(), "nor has the stand");
    assert_eq!(table.watchers[0].look(|state| state.seen.tried().map(|tried| tried.objections)), Some(0));
    ends(&table, world).await;
}

#[tokio::test]
async fn after_the_last_try_the_next_laid_move_stands_at_once() {
    let world = World::new().await;
    let mut settings = south_starts(DecisionMode::Hand);
    settings.decision.tries_max = 2;
    let (table, turn) = opened(&world, settings, 3, 1).await;
    let (hand, _) = hand_and_others(&table, &turn);
    let moves = plain(&turn);
    for (tries, mv) in (1_u8..).zip(&moves[..2]) {
        hand.lays(mv).await.expect("the hand lays");
        hand.waits("it is tried", |seen| {
            seen.turn().is_some_and(|turn| turn.tried.is_some() && turn.tries == tries)
        })
        .await;
        hand.withdraws().await.expect("its maker may take it back");
        hand.waits("it is withdrawn", |seen| seen.tried().is_none()).await;
    }
    assert_eq!(hand.look(|state| state.seen.turn().map(|turn| turn.last_try)), Some(true));
    hand.lays(&moves[2]).await.expect("the hand lays");
    table.is_over(&turn).await;
    let row = table.watchers[0].look(|state| state.seen.game().and_then(|game| game.plies.first().cloned()));
    assert_eq!(row.map(|row| (row.mv, row.withdrawn)), Some((moves[2].clone(), 2)));
    ends(&table, world).await;
}

#[tokio::test]
async fn one_person_alone_lays_without_a_window_and_without_a_ballot() {
    let world = World::new().await;
    let (table, turn) = opened_alone(&world).await;
    table.of(turn.hand).lays(&plain(&turn)[0]).await.expect("one lays");
    table.is_over(&turn).await;
    let next = table.turn().await.expect("the other's turn");
    assert_eq!(next.side, Side::North);
    ends(&table, world).await;
}

async fn opened_alone(world: &World) -> (sindillo_tests::Table, sindillo_tests::table::Turn) {
    opened(world, south_starts(DecisionMode::Majority), 1, 1).await
}
