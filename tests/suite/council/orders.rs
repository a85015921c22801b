//! Orders: each gets one answer, is carried out once, and is refused when it speaks of another
//! present than there is.

use std::time::Duration;

use engine::{Move, Side};
use protocol::command::Hearers;
use protocol::message::{Answer, Asked, Stream};
use protocol::refusal::IllegalReason;
use protocol::settings::DecisionMode;
use protocol::{At, BallotId, Cid, Command, Event, Query, Refusal};
use sindillo_tests::patience::came_back;
use sindillo_tests::{Tab, World};
use tokio::time::Instant;

use super::{ends, hand_and_others, opened, plain, south_starts};

#[tokio::test]
async fn an_order_that_speaks_of_another_present_is_stale_and_is_told_the_real_one() {
    let world = World::new().await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Hand), 3, 0).await;
    let (hand, others) = hand_and_others(&table, &turn);
    let mv = plain(&turn)[0].clone();
    let stale = Err(Refusal::Stale { game: 1, ply: 1, tries: 0, back: 0 });
    for at in [(2, 1, 0), (1, 2, 0), (1, 1, 1), (0, 0, 0), (1, u16::MAX, 255)] {
        let at = Some(At { game: at.0, ply: at.1, tries: at.2, back: 0 });
        assert_eq!(hand.asks_at(Command::MoveLay { mv: mv.clone() }, at).await, stale, "{at:?}");
        let ballot = others[0].open_ballot();
        let vote = Command::VoteSet { ballot, mv: mv.clone() };
        assert_eq!(others[0].asks_at(vote, at).await, stale, "a present that is given is checked");
    }
    let without = hand.asks_at(Command::MoveLay { mv: mv.clone() }, None).await;
    assert!(matches!(without, Err(Refusal::BadMessage { .. })), "{without:?}");
    assert!(hand.withdraws().await.is_err(), "nothing is tried");
    ends(&table, world).await;
}

#[tokio::test]
async fn old_foreign_and_invented_ballots_get_the_same_answer() {
    let world = World::new().await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Majority), 2, 0).await;
    let mv = plain(&turn)[0].clone();
    for tab in &table.south {
        tab.votes(&mv).await.expect("a vote");
    }
    table.is_over(&turn).await;
    let next = table.turn().await.expect("North's turn");
    assert_eq!(next.side, Side::North);
    let vote = |ballot| Command::VoteSet { ballot, mv: mv.clone() };
    let [north, south] = [&table.north[0], &table.south[0]];
    let norths = north.open_ballot();
    for ballot in [BallotId(0), BallotId(7), BallotId(u32::MAX)] {
        assert_eq!(north.asks(vote(ballot)).await, Err(Refusal::BallotClosed { open: Some(norths) }));
    }
    // South's own old ballot, North's open one and an invented one: South cannot tell them apart.
    for ballot in [BallotId(1), norths, BallotId(9)] {
        assert_eq!(south.asks(vote(ballot)).await, Err(Refusal::BallotClosed { open: None }));
        assert_eq!(
            south.asks(Command::VoteClear { ballot }).await,
            Err(Refusal::BallotClosed { open: None })
        );
        let proposal = Command::ProposalAdd { ballot, mv: mv.clone(), note: String::new() };
        assert_eq!(south.asks(proposal).await, Err(Refusal::BallotClosed { open: None }));
    }
    ends(&table, world).await;
}

#[tokio::test]
async fn a_move_that_the_rules_do_not_allow_is_refused_with_the_rule() {
    let world = World::new().await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Hand), 2, 0).await;
    let (hand, others) = hand_and_others(&table, &turn);
    let illegal = |text: &str| -> Move { text.parse().expect("a move as text") };
    for (text, why) in [
        ("9", IllegalReason::NoSuchPit),
        ("200", IllegalReason::NoSuchPit),
        ("1+2=3:8", IllegalReason::Special),
    ] {
        let refused = Err(Refusal::IllegalMove { why });
        assert_eq!(hand.lays(&illegal(text)).await, refused, "{text}");
        assert_eq!(others[0].votes(&illegal(text)).await, refused, "{text}");
        assert_eq!(others[0].proposes(&illegal(text), "").await, refused, "{text}");
    }
    let empty = others[0].look(|state| state.seen.ballot(Side::South).map(|ballot| ballot.options.len()));
    assert_eq!(empty, Some(0), "nothing came of it");
    ends(&table, world).await;
}

#[tokio::test]
async fn flips_and_options_are_limited_as_agreed() {
    let world = World::new().await;
    let mut settings = south_starts(DecisionMode::Majority);
    settings.decision.flips_max = 2;
    let (table, turn) = opened(&world, settings, 5, 0).await;
    let moves = plain(&turn);
    let [a, b, ..] = &table.south[..] else { panic!("five sit there") };
    a.votes(&moves[0]).await.expect("a vote");
    a.votes(&moves[1]).await.expect("the first change");
    b.proposes(&moves[2], "A third way.").await.expect("a proposal");
    a.votes(&moves[2]).await.expect("the second change");
    a.votes(&moves[2]).await.expect("no change at all");
    b.proposes(&moves[1], "").await.expect("the second proposal");
    assert_eq!(a.votes(&moves[1]).await, Err(Refusal::NoFlipsLeft));
    assert_eq!(b.proposes(&moves[3], "").await, Err(Refusal::TooManyOptions), "two new ones a member");
    ends(&table, world).await;
}

#[tokio::test]
async fn one_identity_has_one_effect_over_sockets_and_restarts() {
    let mut world = World::new().await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Majority), 2, 0).await;
    let tab = &table.south[0];
    let line = Command::ChatSay { to: Hearers::Team, text: "once".to_owned() };
    let order = tab.sends(line, None);
    assert_eq!(tab.answer(&order).await, Answer::Ok);
    for _ in 0..3 {
        tab.sends_again(&order);
    }
    assert_eq!(tab.answer(&order).await, Answer::Ok, "three times more, the same answer");
    tab.is_cut();
    tab.connects().await;
    tab.sends_again(&order);
    assert_eq!(tab.answer(&order).await, Answer::Ok);

    world.kill().await;
    table.everybody().for_each(Tab::returns);
    world.restart().await;
    tab.is_up_to_date().await;
    tab.sends_again(&order);
    assert_eq!(tab.answer(&order).await, Answer::Ok, "also after a restart");
    let lines = |tab: &Tab| {
        tab.look(|state| {
            state.seen.team.south.as_ref().map(|team| team.chat.iter().filter(|l| l.text == "once").count())
        })
    };
    assert_eq!(lines(tab), Some(1));
    // The same identity from somebody else is his own order.
    let other = &table.south[1];
    other.is_up_to_date().await;
    let theft =
        other.sends_as(order.0, Command::ChatSay { to: Hearers::Team, text: "mine".to_owned() }, None);
    assert_eq!(other.answer(&theft).await, Answer::Ok);
    tab.waits("the other's line is heard", |seen| {
        seen.team.south.as_ref().is_some_and(|team| team.chat.iter().any(|line| line.text == "mine"))
    })
    .await;
    let _ = turn;
    table.everybody().for_each(Tab::kept_the_contract);
    world.end().await;
}

#[tokio::test]
async fn fifty_orders_in_one_segment_are_each_answered_once_and_in_order() {
    let world = World::new().await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Majority), 3, 0).await;
    let moves = plain(&turn);
    let tab = &table.south[0];
    let ballot = tab.open_ballot();
    let began = Instant::now();
    // Twenty may be carried out at once; the others are told to wait, and none is forgotten.
    let orders: Vec<_> = (0..50)
        .map(|number| tab.sends(Command::VoteSet { ballot, mv: moves[number % 2].clone() }, None))
        .collect();
    let (mut done, mut limited) = (0, 0);
    for order in &orders {
        match tab.answer(order).await {
            Answer::Ok => done += 1,
            Answer::Err { err: Refusal::RateLimited { wait_ms }, .. } => {
                assert!(wait_ms > 0);
                limited += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(done + limited, 50);
    // Twenty at once, and five a second.
    let most = 21 + came_back(began, Duration::from_millis(200)) as usize;
    assert!((15..=most).contains(&done), "the budget of a member is kept: {done} done, {limited} limited");
    let me = tab.member();
    let votes = tab.look(|state| {
        let mine = |event: &Event| matches!(event, Event::Voted { by, .. } if *by == me);
        state.story_of(Stream::South).filter(|told| mine(&told.event)).count()
    });
    assert_eq!(votes, done, "as many votes as were granted");
    let answers: Vec<(Cid, bool)> = tab.look(|state| {
        let res = |frame: &String| {
            serde_json::from_str::<serde_json::Value>(frame).ok().filter(|f| f["f"] == "res")
        };
        let cid =
            |frame: &serde_json::Value| serde_json::from_value(frame["c"].clone()).expect("an identity");
        state.frames.iter().filter_map(res).map(|frame| (cid(&frame), frame["a"]["type"] == "ok")).collect()
    });
    // What is refused need not wait for what is saved, but neither overtakes its own kind.
    for kind in [true, false] {
        let told: Vec<Cid> = answers.iter().filter(|(_, ok)| *ok == kind).map(|(cid, _)| *cid).collect();
        let sent: Vec<Cid> = orders.iter().map(|order| order.0).filter(|cid| told.contains(cid)).collect();
        assert!(told.ends_with(&sent), "the answers come in the order of the orders");
    }
    ends(&table, world).await;
}

#[tokio::test]
async fn the_trace_of_a_legal_move_is_told_to_whoever_asks() {
    let world = World::new().await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Majority), 2, 1).await;
    let mv = plain(&turn)[0].clone();
    for tab in [&table.south[0], &table.north[0], &table.watchers[0]] {
        tab.waits("there is a turn", |seen| seen.turn().is_some()).await;
        let answer = tab.wonders(Query::TraceGet { mv: mv.clone() }).await;
        assert!(
            matches!(&answer, Ok(Answer::Trace { trace, .. }) if trace.side == Side::South),
            "{answer:?}"
        );
    }
    let illegal = table.south[0].wonders(Query::TraceGet { mv: Move::sow(9) }).await;
    assert_eq!(illegal, Err(Refusal::IllegalMove { why: IllegalReason::NoSuchPit }));
    let before = table.south[0].picture();
    assert_eq!(table.south[0].wonders(Query::Resync {}).await, Ok(Answer::Ok));
    table.south[0].is_up_to_date().await;
    assert_eq!(table.south[0].picture().table, before.table, "everything anew is the same");
    ends(&table, world).await;
}

#[tokio::test]
async fn i6_an_order_of_one_person_cannot_be_passed_off_as_anothers() {
    let world = World::new().await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Majority), 2, 1).await;
    let ballot = table.south[0].open_ballot();
    let what = Command::VoteSet { ballot, mv: plain(&turn)[0].clone() };
    let c = Cid(uuid::Uuid::new_v4());
    let mut frame = serde_json::to_value(Asked { c, at: None, what: &what }).expect("JSON");
    frame["by"] = serde_json::json!(1);
    table.north[0].ignores_answers_to(c);
    table.north[0].sends_text(&frame.to_string());
    table.north[0]
        .until("the forged sender is refused", |state| {
            state
                .frames
                .iter()
                .any(|frame| frame.contains("bad_message") && frame.contains(&c.0.to_string()))
                .then_some(())
        })
        .await;
    ends(&table, world).await;
}
