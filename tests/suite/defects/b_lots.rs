//! B15, second half: ties that the lot breaks.

use engine::{Move, Side};
use protocol::event::{BallotResult, WonBy};
use protocol::message::Stream;
use protocol::settings::{DecisionMode, TieRule};
use protocol::{BallotId, Command, Event, Motion};
use server::room::lots::{Lot, LotSeed};
use sindillo_tests::table::{Table, Turn};
use sindillo_tests::{Tab, World, usually};

use super::{carries, ends_well, sides};
use crate::council::{opened, plain, south_starts};

/// A tie that the lot broke.
struct Drawn {
    side: Side,
    ballot: BallotId,
    /// The tied moves in the order of the tally.
    tied: Vec<Move>,
    won: Move,
}

/// StrangeLoopGames/EcoIssues#20769, Griffon26/taserver#107: the lowest option wins every tie. Here
/// each is drawn from the seed of the game, which is told when it is over; in the long form two
/// hundred ties favour neither the lower pit nor the one that had its votes first.
#[tokio::test]
async fn b15_the_lot_favours_no_pit_and_can_be_drawn_again_by_anybody() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = south_starts(DecisionMode::Plurality);
    settings.decision.runoff = false;
    settings.decision.consent_ms = 0;
    settings.decision.tie = TieRule::Chance;
    let (table, _) = opened(&world, settings, 5, 1).await;
    let (mut lowest, mut first, mut runs, wanted) = (0_u32, 0, 0, usually(10, 200));
    while runs < wanted {
        let mut drawn = Vec::new();
        while let Some(turn) = table.turn().await {
            if runs == wanted {
                carries(&table, turn.side, Motion::Resign).await;
                break;
            }
            if let Some((tie, began)) = ties(&table, &turn, runs % 2 == 0).await {
                assert!(tie.tied.contains(&tie.won), "one of the two");
                lowest += u32::from(tie.won == plain(&turn)[0]);
                first += u32::from(tie.won == began);
                runs += 1;
                drawn.push(tie);
            }
        }
        let seed =
            table.watchers[0].until("the seed is told", |state| state.seen.game()?.unsealed.clone()).await;
        let seal = table.watchers[0].look(|state| state.seen.game().and_then(|game| game.seal.clone()));
        let seed = LotSeed::of_hex(&seed).expect("64 digits");
        assert_eq!(seal, Some(seed.seal()), "it is what was sealed");
        for tie in drawn {
            let place = seed.draw(Lot::Tie(tie.side, tie.ballot), tie.tied.len());
            assert_eq!(tie.tied[place], tie.won, "ballot {:?} of {:?}", tie.ballot, tie.side);
        }
        if runs < wanted {
            table.wants_another().await;
            for tab in table.everybody() {
                tab.waits("another game begins", |seen| !sides::is_over(seen)).await;
            }
        }
    }
    println!("of {wanted} ties the lower pit won {lowest}, the earlier one {first}");
    if wanted >= 200 {
        // Six standard deviations around the middle.
        let fair = wanted / 2 - 43..=wanted / 2 + 43;
        assert!(fair.contains(&lowest) && fair.contains(&first), "{lowest} and {first} of {wanted}");
    }
    ends_well(&table, world).await;
}

/// Two vote for one move and two for another, and the hand for a third. What the lot made of it, and
/// the move that had its votes first; nothing where there are not as many moves.
async fn ties(table: &Table, turn: &Turn, lower_first: bool) -> Option<(Drawn, Move)> {
    let (hand, others) = (table.of(turn.hand), table.others(turn.side, turn.hand));
    let moves = plain(turn);
    let [lower, higher, third, ..] = &moves[..] else {
        for tab in table.side(turn.side) {
            let done = if moves.len() == 1 { tab.lays(&moves[0]).await } else { tab.votes(&moves[0]).await };
            if done.is_err() || super::plies(tab) == usize::from(turn.ply) {
                break;
            }
        }
        table.is_over(turn).await;
        return None;
    };
    let [one, other] = if lower_first { [lower, higher] } else { [higher, lower] };
    let ballot = hand.open_ballot();
    for (tab, mv) in others.iter().zip([one, one, other, other]).chain([(&hand, third)]) {
        tab.asks(Command::VoteSet { ballot, mv: mv.clone() }).await.expect("a vote");
    }
    table.is_over(turn).await;
    let (tied, won) = result(hand, turn.side, ballot).await;
    Some((Drawn { side: turn.side, ballot, tied, won }, one.clone()))
}

async fn result(tab: &Tab, side: Side, ballot: BallotId) -> (Vec<Move>, Move) {
    tab.until("the ballot is counted", |state| {
        state.story_of(Stream::team(side)).rev().find_map(|told| match &told.event {
            Event::BallotClosed { ballot: which, result, tally, .. } if *which == ballot => {
                let BallotResult::Won { mv, by: WonBy::Chance } = result else { panic!("{result:?}") };
                let most = tally.first()?.votes;
                let tied = tally.iter().filter(|row| row.votes == most).map(|row| row.mv.clone());
                Some((tied.collect(), mv.clone()))
            }
            _ => None,
        })
    })
    .await
}
