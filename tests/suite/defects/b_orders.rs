//! B13, B16, B22: votes that come at once, twice, or from several places.

use engine::{Move, Preset, Side};
use protocol::message::{Answer, Asked, Hello, Stream};
use protocol::settings::DecisionMode;
use protocol::{Cid, Command, Event, PROTO_MINOR, Refusal};
use sindillo_tests::raw::{Line, masked};
use sindillo_tests::{Proxy, Seen, Way, World, quick, usually};

use super::sides::{self};
use super::{ends_well, moves_behind};
use crate::council::{opened, plain, south_starts};

/// B13, ParabolInc/parabol#3308, #3367: two first votes arrive together, and what should happen
/// with the first one never does.
#[tokio::test]
async fn b13_votes_that_arrive_together_do_what_they_do_one_by_one() {
    let world = World::with(&["--no-address-limits"]).await;
    let proxy = Proxy::before(&world).await;
    let (mut table, _) = opened(&world, south_starts(DecisionMode::Majority), 3, 1).await;
    for tab in table.south.iter_mut().chain(&mut table.north) {
        moves_behind(tab, &proxy).await;
    }
    let mut played = Vec::new();
    for _ in 0..usually(8, 40) {
        let Some(turn) = table.turn().await else { break };
        let (team, mv) = (table.side(turn.side), &plain(&turn)[0]);
        if turn.offers.len() == 1 {
            team[0].lays(mv).await.expect("anyone lays the only move");
        } else {
            let wires = proxy.sockets();
            wires.iter().for_each(|wire| wire.stalls(Way::Up));
            let ballot = team[0].open_ballot();
            let vote = || Command::VoteSet { ballot, mv: mv.clone() };
            let orders: Vec<_> = team.iter().map(|tab| (tab, tab.sends(vote(), None))).collect();
            wires.iter().for_each(|wire| wire.flows(Way::Up));
            let mut done = 0;
            for (tab, order) in orders {
                match tab.answer(&order).await {
                    Answer::Ok => done += 1,
                    Answer::Err { err: Refusal::BallotClosed { .. }, .. } => {}
                    other => panic!("{other:?}"),
                }
            }
            // Orders that have arrived come before what is due at the same moment.
            assert!(done >= 2, "two of three decide, and the third may come too late: {done}");
            let tally = team[0]
                .until("they are counted", |state| {
                    state.story_of(Stream::team(turn.side)).rev().find_map(|told| match &told.event {
                        Event::BallotClosed { tally, ballot: which, .. } if *which == ballot => {
                            Some(tally.iter().map(|row| (row.mv.clone(), row.votes)).collect::<Vec<_>>())
                        }
                        _ => None,
                    })
                })
                .await;
            assert_eq!(tally, [(mv.clone(), done)], "who was told that his vote is in was counted");
        }
        table.is_over(&turn).await;
        played.push(turn.ply);
    }
    let stood = table.watchers[0].look(|state| {
        let plies = state.story_of(Stream::Table).filter_map(|told| match told.event {
            Event::Stood { ply, .. } => Some(ply),
            _ => None,
        });
        plies.collect::<Vec<u16>>()
    });
    assert_eq!(stood, played, "each ply stood once");
    ends_well(&table, world).await;

    // Votes of one member, all in one write: the last one counts, as if each had been waited for.
    let world = World::with(&["--no-address-limits"]).await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Majority), 3, 0).await;
    let (tab, moves) = (&table.south[0], plain(&turn));
    let mut line = Line::upgraded(tab.person(), &table.room).await.expect("an upgrade");
    let ticket = tab.person().ticket(&table.room).await.expect("a ticket");
    let hello = Hello { proto: PROTO_MINOR, ticket, tab: "at once".to_owned(), resume: None };
    line.text(&serde_json::json!({ "k": "hello", "d": hello }).to_string()).await.expect("sent");
    assert!(line.next_text().await.expect("a welcome").starts_with("{\"f\":\"welcome\""));
    let ballot = tab.open_ballot();
    let choices: Vec<Move> = (0..9).map(|number| moves[number % 2].clone()).collect();
    let mut bytes = Vec::new();
    for mv in &choices {
        let what = Command::VoteSet { ballot, mv: mv.clone() };
        let asked = Asked { c: Cid(uuid::Uuid::new_v4()), at: None, what };
        bytes.extend(masked(0x81, serde_json::to_string(&asked).expect("JSON").as_bytes()));
    }
    line.write(&bytes).await.expect("sent");
    let me = tab.member();
    let votes = tab
        .until("all of them are counted", |state| {
            let votes = state.story_of(Stream::South).filter_map(|told| match &told.event {
                Event::Voted { by, mv: Some(mv), .. } if *by == me => Some(mv.clone()),
                _ => None,
            });
            let votes: Vec<Move> = votes.collect();
            (votes.len() == choices.len()).then_some(votes)
        })
        .await;
    assert_eq!(votes, choices, "in the order in which they were sent");
    table.south[1].waits("one vote", |seen| voters(seen, &choices[8]) == Some(1)).await;
    assert_eq!(tab.look(|state| voters(&state.seen, &choices[7])), None, "and none for the other move");
    ends_well(&table, world).await;
}

/// B16, neo4j/neo4j#1388: a vote that is sent again counts twice.
#[tokio::test]
async fn b16_the_same_vote_is_one_vote_however_often_and_from_where_it_comes() {
    let world = World::with(&["--no-address-limits"]).await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Majority), 3, 1).await;
    let (tab, mv) = (&table.south[0], &plain(&turn)[0]);
    let vote = || Command::VoteSet { ballot: tab.open_ballot(), mv: mv.clone() };
    let order = tab.sends(vote(), None);
    assert_eq!(tab.answer(&order).await, Answer::Ok);
    tab.sends_again(&order);
    assert_eq!(tab.answer(&order).await, Answer::Ok, "the same order");
    tab.votes(mv).await.expect("another order");
    let other = tab.person().enters(&table.room).await;
    other.votes(mv).await.expect("in another tab");
    tab.is_cut();
    tab.connects().await;
    tab.sends_again(&order);
    assert_eq!(tab.answer(&order).await, Answer::Ok, "the same order on another line");
    tab.votes(mv).await.expect("another order on it");
    for tab in table.south.iter().chain([&other]) {
        tab.waits("one vote, and it decides nothing", |seen| voters(seen, mv) == Some(1)).await;
    }
    let me = tab.member();
    let votes = table.south[1].look(|state| {
        let mine = |event: &Event| matches!(event, Event::Voted { by, .. } if *by == me);
        state.story_of(Stream::South).filter(|told| mine(&told.event)).count()
    });
    assert_eq!(votes, 1, "the others heard of one");
    other.leaves().await;
    ends_well(&table, world).await;
}

/// B22, boardgameio/boardgame.io#828: of what several do at once all but one is lost, and nobody is
/// told.
#[tokio::test]
async fn b22_ten_who_act_in_one_moment_are_each_told_what_came_of_it() {
    let world = World::with(&["--no-address-limits"]).await;
    for mode in [DecisionMode::Majority, DecisionMode::Anyone] {
        let mut settings = quick(Preset::EnGehe, mode);
        settings.starter = protocol::settings::StarterRule::Agreement;
        let (table, turn) = sides::opened(&world, settings, 10, 1).await;
        let moves = plain(&turn);
        let at = table.south[0].present();
        let orders: Vec<_> = table
            .south
            .iter()
            .zip(&moves)
            .map(|(tab, mv)| match mode {
                DecisionMode::Anyone => tab.sends(Command::MoveLay { mv: mv.clone() }, Some(at)),
                _ => tab.sends(Command::VoteSet { ballot: tab.open_ballot(), mv: mv.clone() }, None),
            })
            .collect();
        let (mut done, mut told) = (0, Vec::new());
        for (tab, order) in table.south.iter().zip(&orders) {
            match tab.answer(order).await {
                Answer::Ok => done += 1,
                Answer::Err { err, .. } => told.push(err),
                other @ (Answer::Bet(_) | Answer::Trace { .. }) => panic!("{other:?}"),
            }
        }
        if mode == DecisionMode::Anyone {
            assert_eq!(done, 1, "one of them was first: {told:?}");
            let late = |err: &Refusal| matches!(err, Refusal::Stale { tries: 1, .. });
            assert!(told.iter().all(late), "and the others are told how it stands: {told:?}");
        } else {
            assert_eq!((done, told), (10, Vec::new()), "all of them vote");
            for tab in &table.south {
                tab.waits("ten votes", |seen| seen.ballot(Side::South).is_some_and(|b| b.voted == 10)).await;
            }
        }
        table.all_see_the_same(&world).await;
        table.all_kept_the_contract();
        let _ = table.agrees_with_the_log(&world).await;
    }
    world.end().await;
}

/// How many vote for a move; nothing where it is no option.
fn voters(seen: &Seen, mv: &Move) -> Option<usize> {
    let ballot = seen.ballot(Side::South)?;
    ballot.options.iter().find(|option| option.mv == *mv).map(|option| option.voters.len())
}
