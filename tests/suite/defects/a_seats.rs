//! A1, A2, A4, A13: who sits down, who leaves, and what becomes of the others. A7 is tried in
//! `lifecycle.rs`.

use engine::{Move, Side};
use protocol::command::Hearers;
use protocol::event::{EndReason, HandReason};
use protocol::message::{Answer, Stream};
use protocol::settings::DecisionMode;
use protocol::{Command, Event, MemberId, Motion, Query};
use sindillo_tests::length::is_long;
use sindillo_tests::table::{Table, same};
use sindillo_tests::{Seen, Tab, World};

use super::ends_well;
use super::sides::{self, games_of, lays_next, moves, says_goodbye};
use crate::council::{hand_and_others, opened, south_starts, told};

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
            // The list is asked for again, as a page does.
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
        tab.asks(Command::SeatTake { side: None, withdraw: false }).await.expect("there are seats");
        joins(&mut table, tab).await;
        assert_eq!((table.south.len(), table.north.len()), expected);
    }
    // Ten at once.
    let mut late = Vec::new();
    for number in 0..10 {
        late.push(world.person(&format!("Moinan {number}")).await.enters(&table.room).await);
    }
    let orders: Vec<_> =
        late.iter().map(|tab| tab.sends(Command::SeatTake { side: None, withdraw: false }, None)).collect();
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
