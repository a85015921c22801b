//! What a team does among itself is its own: nobody else receives a byte of it, on any socket or
//! route, before or after a reload or a restart; and nothing that others receive depends on it.

mod canaries;
mod delay;
mod pairs;
mod pool;
mod splits;
mod voices;

use engine::{Preset, Side};
use protocol::command::Hearers;
use protocol::settings::DecisionMode;
use protocol::{Command, RoomId};
use sindillo_tests::person::Tape;
use sindillo_tests::table::Table;
use sindillo_tests::{Person, Request, Tab, World, quick};

/// Words that stand for a side's secrets; no byte of the protocol looks like them.
const SOUTH: &str = "mbuzi-kusini-7f3a";
const NORTH: &str = "mbuzi-kaskazini-91c2";

#[tokio::test]
async fn f6_nobody_else_receives_a_byte_of_a_teams_words_votes_or_proposals() {
    let mut world = World::new().await;
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Hand);
    settings.team_max = 4;
    let table = Table::begun(&world, settings, 3, 1).await;
    // One who will leave South, and one who comes late to watch.
    let late = world.person("Warsame").await;
    for _ in 0..4 {
        confers(&table, Side::South, SOUTH).await;
        confers(&table, Side::North, NORTH).await;
        plays_by_hand(&table).await;
    }
    let latecomer = late.enters(&table.room).await;
    every_route(&late, &table.room).await;
    every_route(table.watchers[0].person(), &table.room).await;
    every_route(table.north[0].person(), &table.room).await;

    world.kill().await;
    table.everybody().for_each(Tab::returns);
    latecomer.returns();
    world.restart().await;
    for tab in table.everybody() {
        tab.is_up_to_date().await;
        tab.waits("the room goes on", |seen| seen.table.as_ref().is_some_and(|table| table.holds.is_empty()))
            .await;
    }
    confers(&table, Side::South, SOUTH).await;
    confers(&table, Side::North, NORTH).await;
    plays_by_hand(&table).await;

    for tab in &table.south {
        assert!(tab.person().heard().holds(SOUTH), "the team itself does hear it");
        holds_none(tab.name(), &tab.person().heard(), &[NORTH]);
    }
    for tab in &table.north {
        assert!(tab.person().heard().holds(NORTH), "the team itself does hear it");
        holds_none(tab.name(), &tab.person().heard(), &[SOUTH]);
    }
    for person in [&late, table.watchers[0].person()] {
        let kinds =
            ["ballot", "voted", "proposed", "roll_changed", "closing_set", "stance", "resign_voted", "team_"];
        let kinds = kinds.map(|kind| format!("\"k\":\"{kind}"));
        let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
        holds_none(
            person.name(),
            &person.heard(),
            &[&[SOUTH, NORTH, "\"s\":\"south\"", "\"s\":\"north\""], &kinds[..]].concat(),
        );
    }
    let log = world.log().text();
    assert!(!log.contains(SOUTH) && !log.contains(NORTH), "the server's own log keeps secrets too");
    table.all_kept_the_contract();
    world.end().await;
}

#[tokio::test]
async fn who_leaves_a_team_hears_no_more_of_it_and_who_joins_hears_it_from_then_on() {
    let world = World::new().await;
    let table = Table::seated(&world, quick(Preset::EnDodoi, DecisionMode::Majority), 2, 1).await;
    let turncoat = &table.south[1];
    turncoat.says(Hearers::Team, "I was here.").await.expect("a member may speak");
    turncoat.asks(Command::SeatLeave {}).await.expect("one may stand up");
    turncoat
        .waits("the team's stream is gone", |seen| seen.team.south.is_none() && seen.stand.is_some())
        .await;
    table.south[0].says(Hearers::Team, SOUTH).await.expect("a member may speak");
    turncoat.sits(Side::North).await.expect("no game has begun");
    table.north[0].says(Hearers::Team, NORTH).await.expect("a member may speak");
    turncoat
        .waits("the new team is heard", |seen| {
            seen.team.north.as_ref().is_some_and(|team| team.chat.iter().any(|line| line.text == NORTH))
        })
        .await;
    // Reload: what a snapshot shows is what one may see now.
    let reloaded = turncoat.person().enters(&table.room).await;
    assert_eq!(reloaded.picture().team.south, None);
    holds_none("who left", &turncoat.person().heard(), &[SOUTH]);
    holds_none("a watcher", &table.watchers[0].person().heard(), &[SOUTH, NORTH, "I was here."]);
    table.all_kept_the_contract();
    world.end().await;
}

#[tokio::test]
async fn f9_what_the_stand_says_reaches_no_player() {
    let world = World::new().await;
    let table = Table::begun(&world, quick(Preset::EnDodoi, DecisionMode::Majority), 2, 2).await;
    let [first, second] = &table.watchers[..] else { panic!("two watch") };
    first.says(Hearers::Stand, SOUTH).await.expect("a spectator may speak to the stand");
    second
        .waits("the stand hears it", |seen| {
            seen.stand.as_ref().is_some_and(|stand| stand.chat.iter().any(|line| line.text == SOUTH))
        })
        .await;
    assert!(first.says(Hearers::Team, "psst").await.is_err(), "a spectator has no team");
    assert!(table.south[0].says(Hearers::Stand, "psst").await.is_err(), "a player is not on the stand");
    table.all_see_the_same(&world).await;
    for tab in table.players() {
        holds_none(tab.name(), &tab.person().heard(), &[SOUTH]);
    }
    world.end().await;
}

/// A side talks, and votes and proposes when it has a ballot; nothing of it reaches the table.
async fn confers(table: &Table, side: Side, secret: &str) {
    let team = table.side(side);
    let turn = table.turn().await.expect("the game goes on");
    // Each speaks in another ply, so that nobody has to wait for his credits.
    let speaker = &team[usize::from(turn.ply) % 3];
    speaker.says(Hearers::Team, &format!("{secret} said")).await.expect("a member may speak");
    if turn.ply % 5 == 1 {
        team[2]
            .asks(Command::MotionOpen { what: protocol::Motion::Resign })
            .await
            .expect("one of three may be for giving up");
        let motion = team[2].look(|state| state.seen.team[side].as_ref().map(|team| team.motions[0].motion));
        let motion = motion.expect("it is open");
        team[2].asks(Command::MotionVote { motion, yes: None }).await.expect("and no longer");
    }
    if turn.side == side && turn.offers.len() > 2 {
        let moves = turn.moves();
        team[0].proposes(&moves[1], &format!("{secret} noted")).await.expect("a proposal");
        team[1].votes(&moves[2]).await.expect("a vote");
        team[2].votes(&moves[2]).await.expect("a vote");
        team[2].votes(&moves[1]).await.expect("a changed mind");
        team[1].unvotes().await.expect("a vote taken back");
    }
}

/// The hand lays the first legal move, and it stands.
async fn plays_by_hand(table: &Table) {
    let turn = table.turn().await.expect("the game goes on");
    let hand = table.of(turn.hand);
    hand.lays(&turn.offers[0].mv).await.expect("the hand lays");
    let tried = |tab: &Tab| tab.look(|state| state.seen.tried().is_some());
    if tried(hand) {
        for other in table.others(turn.side, turn.hand) {
            // Who has not seen the move yet would speak of another present.
            other.waits("the move lies on the board", |seen| seen.tried().is_some()).await;
            other.approves().await.expect("a member may approve");
        }
    }
    table.is_over(&turn).await;
}

/// Ask everything that answers to GET, and what might.
async fn every_route(person: &Person, room: &RoomId) {
    let routes = [
        "/",
        "/api/session",
        "/api/games",
        "/api/rooms",
        &format!("/api/rooms/{room}"),
        &format!("/api/rooms/{room}/log"),
        &format!("/api/rooms/{room}/story"),
        &format!("/api/rooms/{room}/record"),
        &format!("/api/rooms/{room}/record.json"),
        &format!("/api/rooms/{room}/image.png"),
        &format!("/api/rooms/{room}/south"),
        &format!("/r/{room}"),
        &format!("/ws/{room}"),
        "/metrics",
        "/healthz",
        "/readyz",
    ];
    for route in routes {
        person.fetch(Request::get(route)).await.expect("an answer");
    }
}

fn holds_none(who: &str, heard: &Tape, secrets: &[&str]) {
    assert!(!heard.is_empty(), "{who} heard something at all");
    for secret in secrets {
        assert!(!heard.holds(secret), "{who} received {secret:?}");
    }
}
