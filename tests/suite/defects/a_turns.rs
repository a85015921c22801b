//! A5, A8, A10, A11: whose turn it is, who holds the hand, and who is said to have done something.

use engine::Side;
use futures_util::future::join_all;
use protocol::event::HoldReason;
use protocol::message::Answer;
use protocol::settings::{DecisionMode, HandPolicy};
use protocol::{BallotId, Command, MemberId, Motion, MotionKind, Refusal};
use sindillo_tests::table::Table;
use sindillo_tests::{Seen, Tab, World, quick, usually};

use super::ends_well;
use super::sides::{self, are_waited_for, moves, says_of};
use crate::council::{hand_and_others, opened, plain, south_starts};

/// A5, online-go/online-go.com#1712: the wrong side is said to have paused, because whoever is to
/// move is taken for who asked.
#[tokio::test]
async fn a5_a_pause_is_told_with_the_side_and_the_member_who_asked_for_it() {
    let world = World::with(&["--no-address-limits"]).await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Hand), 3, 1).await;
    let (_, others) = hand_and_others(&table, &turn);
    // It is South's turn all the time; once one of South asks who is not the hand, once one of North.
    for (side, asker, second) in
        [(Side::South, others[1], others[0]), (Side::North, &table.north[2], &table.north[1])]
    {
        let by = asker.member();
        moves(asker, Motion::Pause).await;
        says_of(second, side, MotionKind::Pause, Some(true)).await;
        for tab in table.everybody() {
            tab.waits("the side and the member are told", |seen| {
                let offers = seen.table.as_ref().map(|table| &table.offers);
                offers.is_some_and(|offers| {
                    matches!(&offers[..], [one] if (one.side, one.by, one.what) == (side, by, Motion::Pause))
                })
            })
            .await;
        }
        for tab in &table.side(side.other())[..2] {
            tab.waits("the other side is asked, by him", |seen| {
                sides::motion(seen, side.other(), MotionKind::Pause)
                    .is_some_and(|open| open.answer && open.by == by)
            })
            .await;
            says_of(tab, side.other(), MotionKind::Pause, Some(true)).await;
        }
        for tab in table.everybody() {
            tab.waits("the room is held", |seen| holds(seen) == [HoldReason::Agreed]).await;
        }
        // The host opened the room; he is South's first.
        moves(&table.south[0], Motion::Resume).await;
        for tab in table.everybody() {
            tab.waits("it goes on", |seen| holds(seen).is_empty()).await;
        }
    }
    ends_well(&table, world).await;
}

/// A8, online-go/online-go.com#2619, #3660: after a move is taken back the wrong people are told
/// that it is their turn, or all of a team where one of them is meant.
#[tokio::test]
async fn a8_whoever_can_do_something_is_waited_for_and_nobody_else() {
    let world = World::with(&["--no-address-limits"]).await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Majority), 3, 1).await;
    let [a, b, c] = &table.south[..] else { panic!("three sit there") };
    let [x, y, z] = &table.north[..] else { panic!("three sit there") };
    let mv = &plain(&turn)[0];
    are_waited_for(&table, &[a, b, c], "nobody has voted").await;
    a.votes(mv).await.expect("a vote");
    are_waited_for(&table, &[b, c], "one has voted").await;
    b.votes(mv).await.expect("a vote that decides");
    table.is_over(&turn).await;
    are_waited_for(&table, &[x, y, z], "North's turn").await;
    moves(a, Motion::Takeback { ply: 1 }).await;
    are_waited_for(&table, &[b, c, x, y, z], "two are asked whether they want their move back").await;
    says_of(b, Side::South, MotionKind::Takeback, Some(true)).await;
    for tab in [x, y] {
        says_of(tab, Side::North, MotionKind::Takeback, Some(true)).await;
    }
    a.waits("it is taken back", |seen| seen.game().is_some_and(|game| game.back() == 1)).await;
    are_waited_for(&table, &[a, b, c], "South decides anew").await;
    ends_well(&table, world).await;

    // Where the hand decides, nobody is waited for while its move is tried.
    let world = World::with(&["--no-address-limits"]).await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Hand), 3, 1).await;
    let (hand, others) = hand_and_others(&table, &turn);
    for tab in &others {
        tab.votes(&plain(&turn)[1]).await.expect("advice");
    }
    are_waited_for(&table, &[hand], "all have given their advice").await;
    hand.votes(&plain(&turn)[1]).await.expect("advice to himself");
    are_waited_for(&table, &[hand], "he is to lay it all the same").await;
    hand.lays(&plain(&turn)[1]).await.expect("the hand lays");
    are_waited_for(&table, &[], "it is tried").await;
    ends_well(&table, world).await;
}

/// A10, freeboardgames/FreeBoardGames.org#608: of a team only one may act.
#[tokio::test]
async fn a10_every_member_can_act_where_anyone_or_all_decide() {
    let world = World::with(&["--no-address-limits"]).await;
    let modes =
        [DecisionMode::Anyone, DecisionMode::Plurality, DecisionMode::Majority, DecisionMode::Consensus];
    join_all(modes.map(|mode| each_of_them_acts(&world, mode))).await;
    world.end().await;
}

async fn each_of_them_acts(world: &World, mode: DecisionMode) {
    let mut settings = south_starts(mode);
    settings.decision.consent_ms = 0;
    let (table, _) = opened(world, settings, 3, 1).await;
    // Each of both sides begins once, and once more where a vote and a laid move do the same.
    let rounds = if mode == DecisionMode::Anyone { 12 } else { 6 };
    let mut acted = Vec::new();
    for round in 0..rounds {
        let turn = table.turn().await.expect("the game goes on");
        let team = table.side(turn.side);
        let (first, mv) = (&team[round / 2 % 3], &plain(&turn)[0]);
        let ballot = first.look(|state| state.seen.ballot(turn.side).map(|ballot| ballot.ballot));
        let ballot = ballot.unwrap_or(BallotId(0));
        if turn.offers.len() == 1 {
            first.lays(mv).await.expect("anyone lays the only move");
        } else if mode == DecisionMode::Anyone && round >= 6 {
            first.lays(mv).await.expect("anyone may lay");
        } else {
            first.votes(mv).await.unwrap_or_else(|why| panic!("{} votes: {why:?}", first.name()));
        }
        for tab in team.iter().filter(|_| mode != DecisionMode::Anyone && turn.offers.len() > 1) {
            match tab.asks(Command::VoteSet { ballot, mv: mv.clone() }).await {
                // The others were enough.
                Ok(()) | Err(Refusal::BallotClosed { .. }) => {}
                Err(other) => panic!("{other:?}"),
            }
        }
        table.is_over(&turn).await;
        let by =
            table.public().look(|state| state.seen.game().and_then(|g| g.plies.last()).map(|ply| ply.by));
        if mode == DecisionMode::Anyone && turn.offers.len() > 1 {
            assert_eq!(by, Some(first.member()), "whoever came first is its maker");
        }
        acted.push(first.member());
    }
    acted.sort();
    acted.dedup();
    assert_eq!(acted.len(), 6, "{mode:?}: everybody acted");
    table.all_see_the_same(world).await;
    table.all_kept_the_contract();
    let _ = table.agrees_with_the_log(world).await;
}

/// A11, freeboardgames/FreeBoardGames.org#504, Joooop/codenames.plus#8: two take the same part in
/// the same moment, and the game breaks.
#[tokio::test]
async fn a11_of_those_who_claim_a_hand_at_once_one_has_it() {
    let world = World::with(&["--no-address-limits"]).await;
    for _ in 0..usually(2, 25) {
        let mut settings = quick(engine::Preset::EnDodoi, DecisionMode::Hand);
        settings.decision.hand = HandPolicy::Volunteer;
        let table = Table::seated(&world, settings, 3, 1).await;
        let before = one_claims(&table.south).await;
        for tab in table.everybody() {
            tab.waits("it is told who will hold it", |seen| {
                seen.table.as_ref().is_some_and(|table| table.chosen.south == Some(before))
            })
            .await;
        }
        table.is_ready().await;
        // In North nobody claimed it, and the first in seat order holds it until somebody does.
        let within = one_claims(&table.north[1..]).await;
        for tab in table.everybody() {
            tab.waits("it is told who holds it", |seen| hand(seen, Side::North) == Some(within)).await;
            tab.look(|state| assert_eq!(hand(&state.seen, Side::South), Some(before)));
        }
        table.all_see_the_same(&world).await;
        table.all_kept_the_contract();
        let _ = table.agrees_with_the_log(&world).await;
        table.everybody().for_each(Tab::is_cut);
    }
    world.end().await;
}

/// All of them claim the hand in one moment. Tells who has it.
async fn one_claims(tabs: &[Tab]) -> MemberId {
    let orders: Vec<_> = tabs.iter().map(|tab| (tab, tab.sends(Command::HandClaim {}, None))).collect();
    let mut has = Vec::new();
    for (tab, order) in orders {
        match tab.answer(&order).await {
            Answer::Ok => has.push(tab.member()),
            Answer::Err { err, .. } => assert_eq!(err, Refusal::HandTaken),
            other @ (Answer::Bet(_) | Answer::Trace { .. }) => panic!("{other:?}"),
        }
    }
    let [one] = has[..] else { panic!("{} of {} have it", has.len(), tabs.len()) };
    one
}

fn hand(seen: &Seen, side: Side) -> Option<MemberId> {
    seen.game().and_then(|game| game.hands[side])
}

fn holds(seen: &Seen) -> Vec<HoldReason> {
    seen.table.as_ref().map(|table| table.holds.clone()).unwrap_or_default()
}
