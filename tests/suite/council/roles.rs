//! Who may do what: everything that a watcher, a stranger or the other side tries.

use engine::Side;
use protocol::command::Hearers;
use protocol::settings::DecisionMode;
use protocol::{BallotId, Command, MemberId, Refusal};
use sindillo_tests::World;

use super::{ends, opened, plain, south_starts};

#[tokio::test]
async fn a_watcher_may_do_nothing_that_a_player_does() {
    let world = World::new().await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Hand), 2, 1).await;
    let watcher = &table.watchers[0];
    watcher.says(Hearers::All, "I only watch.").await.expect("a watcher may speak to all");
    let mv = plain(&turn)[0].clone();
    let ballot = BallotId(1);
    let verbs = [
        Command::VoteSet { ballot, mv: mv.clone() },
        Command::VoteClear { ballot },
        Command::ProposalAdd { ballot, mv: mv.clone(), note: String::new() },
        Command::MoveLay { mv },
        Command::MoveWithdraw {},
        Command::ObjectSet { on: true },
        Command::ApproveSet { on: true },
        Command::HandPass { to: MemberId(1) },
        Command::MotionOpen { what: protocol::Motion::Resign },
        Command::RematchSet { on: true },
        Command::ReadySet { on: true },
        Command::StarterSet { starter: None },
        Command::BotAdd { side: Side::South },
        Command::BotRemove { member: MemberId(1) },
        Command::SeatLeave {},
        Command::ChatSay { to: Hearers::Team, text: "psst".to_owned() },
    ];
    let heads = watcher.look(|state| state.seen.heads.table);
    for verb in verbs {
        let at = Some(watcher.present());
        let refused = watcher.asks_at(verb.clone(), at).await;
        assert!(
            matches!(refused, Err(Refusal::ForbiddenRole | Refusal::NotSeated)),
            "{verb:?} is answered with {refused:?}"
        );
    }
    assert_eq!(watcher.look(|state| state.seen.heads.table), heads, "and nothing happened");
    ends(&table, world).await;
}

#[tokio::test]
async fn the_other_side_may_not_act_in_a_turn_that_is_not_its_own() {
    let world = World::new().await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Hand), 2, 0).await;
    let north = &table.north[0];
    let mv = plain(&turn)[0].clone();
    assert_eq!(north.lays(&mv).await, Err(Refusal::NotMover));
    assert!(north.withdraws().await.is_err());
    assert!(north.objects().await.is_err());
    let stolen = Command::HandPass { to: table.south[1].member() };
    assert!(north.asks(stolen).await.is_err(), "the hand of the other side");
    let own = Command::HandPass { to: table.north[1].member() };
    assert!(matches!(table.south[0].asks(own).await, Err(Refusal::NoSuchMember | Refusal::NotMover)));
    ends(&table, world).await;
}

#[tokio::test]
async fn a_side_gives_up_when_most_of_it_want_to_and_one_of_three_is_not_most() {
    let world = World::new().await;
    let (table, _) = opened(&world, south_starts(DecisionMode::Hand), 3, 1).await;
    table.north[0].asks(Command::MotionOpen { what: protocol::Motion::Resign }).await.expect("one is for it");
    table.north[1]
        .waits("the side hears it", |seen| {
            seen.team.north.as_ref().is_some_and(|team| team.motions.len() == 1)
        })
        .await;
    assert!(table.watchers[0].look(|state| state.seen.game().is_some_and(|game| game.result.is_none())));
    table.north[2]
        .asks(Command::MotionOpen { what: protocol::Motion::Resign })
        .await
        .expect("another one is");
    table.watchers[0]
        .waits("South has won", |seen| {
            seen.game()
                .and_then(|game| game.result.as_ref())
                .is_some_and(|result| result.winner == Some(Side::South))
        })
        .await;
    let score = table.watchers[0].look(|state| state.seen.game().and_then(|game| game.result.clone()));
    let score = score.expect("a result").score;
    assert_eq!(score.south + score.north, 64, "every seed is somebody's, however the game ended");
    ends(&table, world).await;
}

#[tokio::test]
async fn a_side_that_everybody_left_has_lost_after_a_while_and_the_hand_passes_when_its_holder_leaves() {
    let world = World::new().await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Hand), 2, 1).await;
    let hand = table.of(turn.hand);
    let other = table.others(Side::South, turn.hand)[0];
    hand.asks(Command::SeatLeave {}).await.expect("one may leave");
    let watcher = &table.watchers[0];
    let next = other.member();
    watcher
        .waits("the hand passes", |seen| seen.game().is_some_and(|game| game.hands.south == Some(next)))
        .await;
    assert!(matches!(
        hand.lays(&plain(&turn)[0]).await,
        Err(Refusal::NotSeated | Refusal::NotMover | Refusal::ForbiddenRole)
    ));
    other
        .waits("the hand is mine", |seen| seen.game().is_some_and(|game| game.hands.south == Some(next)))
        .await;
    other.lays(&plain(&turn)[0]).await.expect("the new hand lays");
    table.is_over(&turn).await;
    assert_eq!(hand.sits(Side::North).await, Err(Refusal::SideLocked), "nobody changes sides within a game");
    table.everybody().for_each(sindillo_tests::Tab::kept_the_contract);
    world.end().await;
}
