//! B1, C2, E1: two things at one moment.

use std::time::Duration;

use engine::Side;
use protocol::message::{Answer, Stream};
use protocol::settings::{Clock, DecisionMode, FlagPolicy};
use protocol::{Command, Event, Motion, MotionKind, Refusal};
use sindillo_tests::{Proxy, Tab, Way, World, usually};

use super::{carries, ends_well, moves_behind};
use crate::council::{closed, opened, plain, south_starts};

/// B1, bra1n/townsquare#59: a vote is counted after the ballot was closed, because clients put the
/// two in order themselves.
#[tokio::test]
async fn b1_a_vote_that_comes_late_is_told_so_and_everybody_shows_the_same_count() {
    let world = World::with(&["--no-address-limits"]).await;
    let proxy = Proxy::before(&world).await;
    let (mut table, turn) = opened(&world, south_starts(DecisionMode::Majority), 3, 1).await;
    moves_behind(&mut table.south[2], &proxy).await;
    let [first, second, late] = &table.south[..] else { panic!("three sit there") };
    let moves = plain(&turn);
    let ballot = late.open_ballot();
    let wire = proxy.socket();
    wire.stalls(Way::Up);
    let order = late.sends(Command::VoteSet { ballot, mv: moves[1].clone() }, None);
    for tab in [first, second] {
        tab.votes(&moves[0]).await.expect("a vote");
    }
    let (_, tally, _) = closed(first).await;
    wire.flows(Way::Up);
    let answer = late.answer(&order).await;
    assert!(
        matches!(answer, Answer::Err { err: Refusal::BallotClosed { .. }, .. }),
        "the server's order decides: {answer:?}"
    );
    for tab in &table.south {
        let (_, shown, _) = closed(tab).await;
        assert_eq!(shown, tally, "{} shows the same count", tab.name());
    }
    table.is_over(&turn).await;
    ends_well(&table, world).await;
}

/// C2, gbtami/pychess-variants#2010: both "lost on time" and the move are shown.
#[tokio::test]
async fn c2_a_move_at_the_last_moment_has_one_outcome_for_everybody() {
    let world = World::with(&["--no-address-limits"]).await;
    let (mut moved, mut flagged) = (0, 0);
    for run in 0..usually(6, 120) {
        let mut settings = south_starts(DecisionMode::Hand);
        settings.clock = Clock::PerMove { ms: 1_000, flag: FlagPolicy::Lose };
        let (table, turn) = opened(&world, settings, 1, 1).await;
        let south = &table.south[0];
        let zero = south.look(|state| {
            let clock = state.seen.game().expect("a game").clock;
            clock.since + clock.remaining_ms.south
        });
        // From well before the flag to just after it, by the server's clock.
        let wait = (zero + 20 * (run % 6)).saturating_sub(60 + now(south).await);
        tokio::time::sleep(Duration::from_millis(wait)).await;
        let order = south.sends(Command::MoveLay { mv: plain(&turn)[0].clone() }, Some(south.present()));
        let done = south.answer(&order).await == Answer::Ok;
        for tab in table.everybody() {
            let what = if done { "the ply stands" } else { "the flag fell" };
            tab.waits(what, |seen| {
                let game = seen.game().expect("a game");
                if done { !game.plies.is_empty() } else { game.result.is_some() }
            })
            .await;
            let told = |is: fn(&Event) -> bool| {
                tab.look(|state| {
                    let ply = |event: &Event| matches!(event, Event::Stood { ply: 1, .. });
                    let upto = state.story_of(Stream::Table).take_while(|told| !ply(&told.event));
                    upto.filter(|told| is(&told.event)).count()
                })
            };
            let flags = told(|event| matches!(event, Event::Flagged { .. }));
            assert_eq!(flags, usize::from(!done), "{}: one of the two", tab.name());
            assert_eq!(super::plies(tab), usize::from(done), "{}: and not the other", tab.name());
        }
        if done {
            moved += 1
        } else {
            flagged += 1
        }
        table.all_kept_the_contract();
        table.everybody().for_each(Tab::is_cut);
    }
    println!("{moved} came in time, {flagged} flags fell");
    world.end().await;
}

/// The server's clock, as a page comes to know it.
async fn now(tab: &Tab) -> u64 {
    tab.sends_text(r#"{"k":"ping","d":{"t":2}}"#);
    tab.until("the server answers", |state| {
        let pong = state.frames.iter().rev().find(|frame| frame.starts_with("{\"f\":\"pong\""))?;
        serde_json::from_str::<serde_json::Value>(pong).ok()?["now"].as_u64()
    })
    .await
}

/// E1, lichess-org/lichobile#1640: accepting and taking back cross, and both clocks are wrong.
#[tokio::test]
async fn e1_accepting_and_taking_back_a_request_at_once_has_one_outcome() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = south_starts(DecisionMode::Hand);
    settings.clock = Clock::Bank { ms: 600_000, increment_ms: 0, flag: FlagPolicy::Lose };
    settings.decision.takebacks_max = 9;
    let (table, _) = opened(&world, settings, 1, 1).await;
    let (mut back, mut stays) = (0, 0);
    for run in 0..usually(5, 9) {
        let turn = table.turn().await.expect("the game goes on");
        table.of(turn.hand).lays(&plain(&turn)[0]).await.expect("who is alone lays");
        table.is_over(&turn).await;
        let (asker, other) = match turn.side {
            Side::South => (&table.south[0], &table.north[0]),
            Side::North => (&table.north[0], &table.south[0]),
        };
        carries(&table, turn.side, Motion::Takeback { ply: turn.ply }).await;
        let motion = other
            .until("it is asked", |state| {
                let team = state.seen.team[turn.side.other()].as_ref()?;
                team.motions.iter().find(|motion| motion.answer).map(|motion| motion.motion)
            })
            .await;
        let yes = || other.sends(Command::MotionVote { motion, yes: Some(true) }, None);
        let no = || asker.sends(Command::OfferCancel { what: MotionKind::Takeback }, None);
        let (accept, cancel) = if run % 2 == 0 {
            let first = yes();
            (first, no())
        } else {
            let first = no();
            (yes(), first)
        };
        let accepted = other.answer(&accept).await == Answer::Ok;
        let cancelled = asker.answer(&cancel).await == Answer::Ok;
        assert!(accepted != cancelled, "one of the two: accepted {accepted}, cancelled {cancelled}");
        for tab in table.everybody() {
            tab.waits("the offer is over", |seen| seen.table.as_ref().is_some_and(|t| t.offers.is_empty()))
                .await;
            tab.waits("one side is to move", |seen| seen.turn().is_some()).await;
            let (ply, side, running) = tab.look(|state| {
                let turn = state.seen.turn().expect("a turn");
                (turn.ply, turn.side, state.seen.game().expect("a game").clock.running)
            });
            let expected = if accepted { (turn.ply, turn.side) } else { (turn.ply + 1, turn.side.other()) };
            assert_eq!((ply, side), expected, "{}", tab.name());
            assert_eq!(running, Some(side), "{}: one clock runs", tab.name());
        }
        if accepted { back += 1 } else { stays += 1 }
    }
    println!("{back} moves came back, {stays} stayed");
    ends_well(&table, world).await;
}
