//! A1 to A13: teams, seats, and whose turn it is. A7 is tried in `lifecycle.rs`.

use engine::{Move, Side};
use futures_util::future::join_all;
use protocol::command::Hearers;
use protocol::event::{EndReason, HandReason, HoldReason};
use protocol::message::{Answer, Stream};
use protocol::settings::{DecisionMode, HandPolicy};
use protocol::{BallotId, Command, Event, MemberId, Motion, MotionKind, Query, Refusal};
use sindillo_tests::length::is_long;
use sindillo_tests::table::{Table, same};
use sindillo_tests::{Seen, Tab, World, quick, usually};

use super::ends_well;
use super::sides::{self, are_waited_for, games_of, lays_next, moves, says_goodbye, says_of};
use crate::council::{hand_and_others, opened, plain, south_starts, told};

/// A1, online-go/online-go.com#1671: one of a team gives up or runs out of time, and the game is
/// over for all of them. In the long form the side that everybody left is waited for.
#[tokio::test]
async fn a1_one_who_bails_leaves_the_game_to_the_others_of_his_side() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = south_starts(DecisionMode::Hand);
    settings.decision.tries_max = 0;
    let (table, turn) = opened(&world, settings, 3, 1).await;
    let (first, others) = hand_and_others(&table, &turn);
    let [second, third] = others[..] else { panic!("two others") };
    let (watcher, north) = (&table.watchers[0], &table.north[0]);
    let goes_on = |what: &str| assert!(!watcher.look(|state| sides::is_over(&state.seen)), "{what}");
    let passes = async |to: &Tab, reason: HandReason| {
        let member = Some(to.member());
        told(watcher, Stream::Table, "the hand passes", |event| match event {
            Event::HandPassed { side: Side::South, to, why } => (*to, *why) == (member, reason),
            _ => false,
        })
        .await;
    };
    // He gives up, for himself alone; then he is gone for longer than anybody waits for him.
    moves(first, Motion::Resign).await;
    says_goodbye(first).await;
    passes(second, HandReason::Away).await;
    goes_on("who gives up alone has not given up for all");
    // Another one leaves his seat.
    second.asks(Command::SeatLeave {}).await.expect("one may stand up");
    passes(third, HandReason::Gone).await;
    goes_on("two are left, one of them away");
    lays_as_hand(third, Side::South).await;
    lays_as_hand(north, Side::North).await;
    // The last one who is there goes as well; who was away returns to the hand, and leaves too.
    third.asks(Command::SeatLeave {}).await.expect("one may stand up");
    passes(first, HandReason::Gone).await;
    first.connects().await;
    first.asks(Command::SeatLeave {}).await.expect("one may stand up");
    watcher.waits("nobody sits there", |seen| hand(seen, Side::South).is_none()).await;
    goes_on("its seats are open for a while");
    if is_long() {
        let over = async {
            while !watcher.look(|state| sides::is_over(&state.seen)) {
                watcher.is_told().await;
            }
        };
        let two_minutes = std::time::Duration::from_secs(140);
        tokio::time::timeout(two_minutes, over).await.expect("a side without members loses");
        let result = watcher.look(|state| state.seen.game().and_then(|game| game.result.clone()));
        let result = result.expect("a result");
        assert_eq!((result.reason, result.winner), (EndReason::Abandoned, Some(Side::North)));
    } else {
        second.sits(Side::South).await.expect("there is a seat");
        lays_as_hand(second, Side::South).await;
        watcher.waits("they play on", |seen| seen.game().is_some_and(|game| game.plies.len() == 3)).await;
    }
    ends_well(&table, world).await;
}

/// A2, online-go/online-go.com#1985: games that one left are listed as one's own for weeks.
#[tokio::test]
async fn a2_who_left_is_waited_for_no_more() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = south_starts(DecisionMode::Hand);
    settings.decision.tries_max = 0;
    let (mut table, _) = opened(&world, settings, 3, 1).await;
    let gone = table.south.pop().expect("three sit there");
    assert!(games_of(gone.person()).await.iter().any(|game| game.row.room == table.room), "his, as yet");
    gone.asks(Command::SeatLeave {}).await.expect("one may stand up");
    for ply in 1..=10 {
        let turn = table.turn().await.expect("the game goes on");
        let hand = table.of(turn.hand).clone();
        // What is told of the others is of this ply, and so is what is told of him.
        let mine = async || {
            let games = games_of(hand.person()).await;
            games.into_iter().find(|game| game.row.room == table.room && game.awaits)
        };
        let mut game = mine().await;
        while game.is_none() {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            game = mine().await;
        }
        let game = game.expect("the hand is waited for");
        assert_eq!((game.side, game.turn), (turn.side, Some(turn.side)), "ply {ply}");
        assert_eq!(games_of(gone.person()).await, [], "ply {ply}: he sits nowhere");
        lays_next(&table).await;
    }
    gone.kept_the_contract();
    ends_well(&table, world).await;
}

/// A4, online-go/online-go.com#2032: whoever was on a team that he is no longer on is looked for in
/// the teams of today, and his page fails.
#[tokio::test]
async fn a4_who_used_to_be_on_a_side_sees_what_everybody_sees_and_no_more() {
    const SECRET: &str = "korongo-la-zamani-5b2";
    let mut world = World::with(&["--no-address-limits"]).await;
    let mut settings = south_starts(DecisionMode::Hand);
    settings.decision.tries_max = 0;
    let (mut table, turn) = opened(&world, settings, 3, 1).await;
    let gone = table.of(turn.hand).clone();
    let (member, watcher) = (gone.member(), table.watchers[0].clone());
    gone.says(Hearers::All, "I shall be off soon.").await.expect("a member may speak");
    lays_next(&table).await;
    gone.asks(Command::SeatLeave {}).await.expect("one may stand up");
    table.south.retain(|tab| tab.member() != member);
    gone.waits("he watches", |seen| seen.team.south.is_none() && seen.stand.is_some()).await;
    table.south[0].says(Hearers::Team, SECRET).await.expect("a member may speak");
    lays_next(&table).await;
    let looks_in = async |when: &str| {
        let fresh = gone.person().enters(&table.room).await;
        for tab in [&fresh, &gone] {
            watcher.waits("all is told", |seen| seen.heads.table >= tab.look(|s| s.seen.heads.table)).await;
            tab.waits("all is told", |seen| seen.heads.table >= watcher.look(|s| s.seen.heads.table)).await;
            let (his, all) = (tab.picture(), watcher.picture());
            same(&all.table, &his.table, when);
            same(&all.stand, &his.stand, when);
            let role = his.role.expect("a role");
            assert_eq!((role.member, role.seats), (Some(member), Vec::new()), "{when}");
            assert!(his.team.south.is_none() && his.team.north.is_none(), "{when}");
        }
        // What he did while he played is still his.
        let row = watcher.look(|state| state.seen.member(member).cloned()).expect("he is known");
        assert_eq!((row.name.as_str(), row.seats.len()), (gone.name(), 0), "{when}");
        assert_eq!(watcher.look(|state| state.seen.game().map(|game| game.plies[0].by)), Some(member));
        let mv = fresh.look(|state| state.seen.legal.as_ref().map(|legal| legal.moves[0].mv.clone()));
        let story = fresh.wonders(Query::TraceGet { mv: mv.expect("moves are shown to all") }).await;
        assert!(matches!(story, Ok(Answer::Trace { .. })), "{when}: {story:?}");
        fresh.leaves().await;
    };
    looks_in("after he left").await;
    world.kill().await;
    let all = || table.everybody().chain([&gone]);
    all().for_each(Tab::returns);
    world.restart().await;
    for tab in all() {
        tab.is_up_to_date().await;
        tab.waits("the room goes on", |seen| seen.table.as_ref().is_some_and(|t| t.holds.is_empty())).await;
    }
    looks_in("after a restart").await;
    assert!(!gone.person().heard().holds(SECRET), "what the side says now is not his");
    gone.kept_the_contract();
    ends_well(&table, world).await;
}

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
            other @ Answer::Trace { .. } => panic!("{other:?}"),
        }
    }
    let [one] = has[..] else { panic!("{} of {} have it", has.len(), tabs.len()) };
    one
}

/// A13, transhumandesign/kag-base#570: who comes late lands on the larger side.
#[tokio::test]
async fn a13_who_does_not_choose_sits_where_fewer_do() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = south_starts(DecisionMode::Majority);
    settings.team_max = 12;
    let (mut table, _) = sides::opened(&world, settings, 4, 2).await;
    for expected in [(4, 3), (4, 4), (5, 4)] {
        let tab =
            world.person(&format!("Kipeno {}", expected.0 + expected.1)).await.enters(&table.room).await;
        tab.asks(Command::SeatTake { side: None }).await.expect("there are seats");
        joins(&mut table, tab).await;
        assert_eq!((table.south.len(), table.north.len()), expected);
    }
    // Ten at once.
    let mut late = Vec::new();
    for number in 0..10 {
        late.push(world.person(&format!("Moinan {number}")).await.enters(&table.room).await);
    }
    let orders: Vec<_> = late.iter().map(|tab| tab.sends(Command::SeatTake { side: None }, None)).collect();
    for (tab, order) in late.iter().zip(&orders) {
        tab.settles(order).await.expect("there are seats");
    }
    for tab in late {
        joins(&mut table, tab).await;
    }
    assert!(table.south.len().abs_diff(table.north.len()) <= 1, "never worse than one more");
    ends_well(&table, world).await;
}

/// Who sat down by himself takes his place at the table.
async fn joins(table: &mut Table, tab: Tab) {
    tab.waits("he sits", |seen| seen.role.as_ref().is_some_and(|role| role.seats.len() == 1)).await;
    match tab.seats()[0] {
        Side::South => table.south.push(tab),
        Side::North => table.north.push(tab),
    }
}

/// Who holds the hand has it, it is his turn, and he lays what comes first.
async fn lays_as_hand(tab: &Tab, side: Side) {
    let me = tab.member();
    let mv: Move = tab
        .until("the turn and the hand are his", |state| {
            let game = state.seen.game()?;
            let turn = game.turn.as_ref().filter(|turn| turn.side == side && game.hands[side] == Some(me))?;
            let legal = state.seen.legal.as_ref().filter(|legal| legal.ply == turn.ply)?;
            Some(legal.moves[0].mv.clone())
        })
        .await;
    tab.lays(&mv).await.unwrap_or_else(|why| panic!("{} lays: {why:?}", tab.name()));
}

fn hand(seen: &Seen, side: Side) -> Option<MemberId> {
    seen.game().and_then(|game| game.hands[side])
}

fn holds(seen: &Seen) -> Vec<HoldReason> {
    seen.table.as_ref().map(|table| table.holds.clone()).unwrap_or_default()
}
