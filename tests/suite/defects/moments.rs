//! B1: two things at one moment. C2, E1 and E8 are in `races.rs`.

use protocol::message::Answer;
use protocol::settings::DecisionMode;
use protocol::{Command, Refusal};
use sindillo_tests::{Proxy, Way, World};

use super::{ends_well, moves_behind};
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
