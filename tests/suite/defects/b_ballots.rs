//! B12, B15, B21, B24, B27: what counts in a ballot, what decides it, what a tie comes to. B1 is
//! tried in `moments.rs`.

use engine::{Move, Preset, Side};
use futures_util::future::join_all;
use protocol::event::{BallotResult, WonBy};
use protocol::message::Stream;
use protocol::refusal::IllegalReason;
use protocol::settings::{Clock, DecisionMode, FlagPolicy};
use protocol::{BallotId, Command, Event, Refusal};
use sindillo_tests::settings::SOON;
use sindillo_tests::{Seen, Tab, World, quick};

use super::ends_well;
use super::sides::{self, moves, says_goodbye, says_of};
use crate::council::{closed, hand_and_others, opened, plain, south_starts, stood, told};

/// B12, caxanga334/cvreduxmodified#12: who says nothing is counted as if he had said no. Here each
/// mode says what silence means, and who is away and has not voted is not counted at all.
#[tokio::test]
async fn b12_who_says_nothing_says_neither_yes_nor_no() {
    let world = World::with(&["--no-address-limits"]).await;
    // Votes for one move, of five, with which the ballot closes, whatever the others think.
    let modes = [
        (DecisionMode::Anyone, Some(1)),
        (DecisionMode::Plurality, Some(3)),
        (DecisionMode::Majority, Some(3)),
        (DecisionMode::Consensus, Some(4)),
        (DecisionMode::Hand, None),
    ];
    join_all(modes.map(async |(mode, enough)| {
        let mut settings = south_starts(mode);
        settings.decision.consent_ms = 0;
        let (table, turn) = sides::opened(&world, settings, 5, 1).await;
        let mv = &plain(&turn)[0];
        for (number, tab) in table.south.iter().enumerate().take(enough.unwrap_or(5)) {
            tab.votes(mv).await.expect("a vote");
            let open = tab.look(|state| state.seen.ballot(Side::South).is_some());
            assert_eq!(open, Some(number + 1) != enough, "{mode:?} with {} of five", number + 1);
        }
        if enough.is_some() {
            table.is_over(&turn).await;
        }
        table.all_see_the_same(&world).await;
        table.all_kept_the_contract();
        let _ = table.agrees_with_the_log(&world).await;
    }))
    .await;
    // Two of four are no majority; of the three who are here they are.
    let (table, turn) = sides::opened(&world, south_starts(DecisionMode::Majority), 4, 1).await;
    let [a, b, silent, away] = &table.south[..] else { panic!("four sit there") };
    let mv = &plain(&turn)[0];
    for tab in [a, b] {
        tab.votes(mv).await.expect("a vote");
    }
    let counts = |seen: &Seen| seen.ballot(Side::South).map(|ballot| (ballot.effective, ballot.need));
    assert_eq!(b.look(|state| counts(&state.seen)), Some((4, 3)));
    says_goodbye(away).await;
    let gone = |event: &Event| matches!(event, Event::PresenceChanged { until: Some(_), .. });
    let until = match told(silent, Stream::Table, "he is missed", gone).await.event {
        Event::PresenceChanged { until: Some(until), .. } => until,
        other => panic!("{other:?}"),
    };
    let (_, at) = stood(&table.watchers[0]).await;
    assert!(at >= until, "two of three are enough, and not before he had his while to come back");
    away.connects().await;
    ends_well(&table, world).await;
}

/// B15, StrangeLoopGames/EcoIssues#20769, Griffon26/taserver#107,
/// ZeroK-RTS/Zero-K-Infrastructure#2551: a tie comes to nothing, or always to the lowest option.
#[tokio::test]
async fn b15_a_tie_of_two_three_or_twelve_comes_to_what_was_agreed() {
    let world = World::with(&["--no-address-limits"]).await;
    join_all([2, 3, 12].map(async |n: usize| {
        let mut settings = quick(Preset::EnGehe, DecisionMode::Plurality);
        settings.starter = protocol::settings::StarterRule::Agreement;
        settings.decision.runoff = false;
        settings.decision.consent_ms = 0;
        let (table, turn) = sides::opened(&world, settings, n, 1).await;
        let moves = plain(&turn);
        // The highest first; what the hand wants is among the rest.
        for (tab, mv) in table.south.iter().zip(moves[..n].iter().rev()) {
            tab.votes(mv).await.expect("a vote");
        }
        let place = table.south.iter().position(|tab| tab.member() == turn.hand).expect("the hand");
        let (result, tally, _) = closed(&table.south[0]).await;
        let mv = moves[n - 1 - place].clone();
        assert_eq!(result, BallotResult::Won { mv: mv.clone(), by: WonBy::Hand }, "of {n}");
        assert_eq!(tally.iter().map(|row| row.votes).collect::<Vec<u8>>(), vec![1; n], "of {n}");
        assert_eq!(stood(&table.watchers[0]).await.0, mv);
        table.all_see_the_same(&world).await;
        table.all_kept_the_contract();
        let _ = table.agrees_with_the_log(&world).await;
    }))
    .await;
    // Where the hand wants something else, the move that had its votes first, be it the higher one.
    let mut settings = south_starts(DecisionMode::Plurality);
    settings.decision.runoff = false;
    settings.decision.consent_ms = 0;
    let (table, turn) = sides::opened(&world, settings, 5, 1).await;
    let moves = plain(&turn);
    let (hand, others) = hand_and_others(&table, &turn);
    let [a, b, c, d] = others[..] else { panic!("four others") };
    for (tab, mv) in [(a, &moves[0]), (c, &moves[1]), (d, &moves[1]), (b, &moves[0]), (hand, &moves[2])] {
        tab.votes(mv).await.expect("a vote");
    }
    let (result, _, _) = closed(a).await;
    assert_eq!(result, BallotResult::Won { mv: moves[1].clone(), by: WonBy::Earliest });
    ends_well(&table, world).await;
}

/// B21, jak3122/VoteChessBot: the vote goes on while the clock runs out, and what is illegal is
/// told when it is over.
#[tokio::test]
async fn b21_a_ballot_ends_with_the_clock_and_what_is_illegal_is_told_at_once() {
    let world = World::new().await;
    let mut settings = south_starts(DecisionMode::Majority);
    settings.clock = Clock::PerMove { ms: SOON, flag: FlagPolicy::Lose };
    settings.decision.consent_ms = 0;
    let (table, turn) = opened(&world, settings, 3, 1).await;
    let tab = &table.south[0];
    let zero = tab.look(|state| {
        let clock = state.seen.game().expect("a game").clock;
        clock.since + clock.remaining_ms.south
    });
    let deadline = tab.look(|state| state.seen.ballot(Side::South).and_then(|ballot| ballot.deadline));
    assert_eq!(deadline, Some(zero), "the ballot would last for ten minutes");
    let illegal = |text: &str| -> Move { text.parse().expect("a move as text") };
    for (text, why) in [("60", IllegalReason::NoSuchPit), ("1+2=3:8", IllegalReason::Special)] {
        let refused = Err(Refusal::IllegalMove { why });
        assert_eq!(tab.votes(&illegal(text)).await, refused, "{text}");
        assert_eq!(tab.proposes(&illegal(text), "Why not?").await, refused, "{text}");
    }
    assert!(tab.look(|state| state.seen.ballot(Side::South).is_some_and(|ballot| ballot.options.is_empty())));
    // One vote before the clock is at zero is worth a move.
    tab.votes(&plain(&turn)[0]).await.expect("a vote");
    let (_, _, at) = closed(tab).await;
    assert_eq!(at, zero);
    assert_eq!(stood(&table.watchers[0]).await, (plain(&turn)[0].clone(), zero));
    // North's time runs by then: it does not last for what follows.
    table.all_kept_the_contract();
    world.end().await;
}

/// B24, Hanabi-Live/hanabi-live: what is said twice is unsaid.
#[tokio::test]
async fn b24_what_is_said_again_is_still_said() {
    let world = World::with(&["--no-address-limits"]).await;
    let (table, turn) = sides::opened(&world, south_starts(DecisionMode::Hand), 5, 1).await;
    let (hand, others) = hand_and_others(&table, &turn);
    let (tab, mv) = (others[0], &plain(&turn)[0]);
    let votes = || tab.look(|state| voters(&state.seen, mv).unwrap_or(0));
    let stance = || {
        tab.look(|state| state.seen.tried().map(|tried| (tried.objections, tried.approvals))).expect("a try")
    };
    let resigns = protocol::Motion::Resign;
    let kind = protocol::MotionKind::Resign;
    let voices = || sides::open_motion(tab, Side::South, kind).map(|open| (open.yes.len(), open.no.len()));
    for times in 1..=3 {
        tab.votes(mv).await.expect("a vote");
        assert_eq!(votes(), 1, "said {times} times");
    }
    for _ in 0..2 {
        tab.unvotes().await.expect("a vote taken back");
        assert_eq!(votes(), 0);
    }
    moves(others[1], resigns).await;
    for _ in 0..3 {
        says_of(tab, Side::South, kind, Some(false)).await;
        assert_eq!(voices(), Some((1, 1)));
    }
    for _ in 0..2 {
        says_of(tab, Side::South, kind, None).await;
        assert_eq!(voices(), Some((1, 0)));
    }
    hand.lays(mv).await.expect("the hand lays");
    tab.waits("it is tried", |seen| seen.tried().is_some()).await;
    for _ in 0..3 {
        tab.objects().await.expect("a member may object");
        assert_eq!(stance(), (1, 0));
    }
    for _ in 0..2 {
        tab.asks(Command::ObjectSet { on: false }).await.expect("and be undecided again");
        assert_eq!(stance(), (0, 0));
    }
    for _ in 0..3 {
        tab.approves().await.expect("a member may approve");
        assert_eq!(stance(), (0, 1));
    }
    ends_well(&table, world).await;
}

/// B27, MNoya/Element-TD#106: one vote of two is taken for a decision.
#[tokio::test]
async fn b27_one_of_two_is_no_majority_and_who_came_first_does_not_win_for_it() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = south_starts(DecisionMode::Majority);
    settings.decision.vote_ms = SOON;
    let (table, turn) = opened(&world, settings, 2, 1).await;
    let (hand, others) = hand_and_others(&table, &turn);
    let (first, moves) = (others[0], plain(&turn));
    let ballot = |tab: &Tab| tab.look(|state| state.seen.ballot(Side::South).map(|b| (b.ballot, b.need)));
    first.votes(&moves[0]).await.expect("a vote");
    assert_eq!(ballot(first), Some((BallotId(1), 2)), "one of two decides nothing");
    hand.votes(&moves[1]).await.expect("a vote");
    let (result, tally, _) = closed(first).await;
    assert_eq!(result, BallotResult::Won { mv: moves[1].clone(), by: WonBy::Hand });
    assert_eq!(tally.iter().map(|row| row.votes).collect::<Vec<_>>(), [1, 1]);
    for tab in table.everybody() {
        tab.waits("it is tried first", |seen| seen.tried().is_some_and(|tried| tried.mv == moves[1])).await;
    }
    first.objects().await.expect("a member may object");
    for tab in table.everybody() {
        tab.waits("one of one others takes it back", |seen| {
            seen.turn().is_some_and(|turn| turn.tried.is_none() && turn.spent == moves[1..2])
        })
        .await;
    }
    table.all_kept_the_contract();
    world.end().await;
}

/// How many vote for a move; nothing where it is no option.
fn voters(seen: &Seen, mv: &Move) -> Option<usize> {
    let ballot = seen.ballot(Side::South)?;
    ballot.options.iter().find(|option| option.mv == *mv).map(|option| option.voters.len())
}
