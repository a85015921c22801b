//! What a team does among itself is its own: nobody else receives a byte of it, on any socket or
//! route, before or after a reload or a restart; and nothing that others receive depends on it.

use engine::{Preset, Side};
use protocol::command::Hearers;
use protocol::settings::{DecisionMode, StarterRule};
use protocol::{Command, RoomId};
use serde_json::Value;
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

#[tokio::test]
async fn f13_what_others_receive_does_not_depend_on_what_a_team_does_among_itself() {
    let (silent, busy) = (run(false).await, run(true).await);
    for (who, silent, busy) in silent.into_iter().zip(busy).map(|((who, a), (_, b))| (who, a, b)) {
        // Whether the moves or an answer come first is a matter of moments, not of secrets.
        for kind in ["events", "snap", "role", "welcome", "res", "legal"] {
            let of_kind = |frames: &[String]| -> Vec<String> {
                let start = format!("{{\"f\":\"{kind}\"");
                frames.iter().filter(|frame| frame.starts_with(&start)).cloned().collect()
            };
            let (mut silent, mut busy) = (of_kind(&silent), of_kind(&busy));
            if kind == "legal" {
                // Of these only the newest counts: a reader who is late does not get each of them.
                let (of_silent, of_busy) = (silent.clone(), busy.clone());
                silent.retain(|frame| of_busy.iter().any(|other| same_ply(frame, other)));
                busy.retain(|frame| of_silent.iter().any(|other| same_ply(frame, other)));
                assert!(silent.len() > 1, "{who}: legal moves were told");
            }
            assert_eq!(silent.len(), busy.len(), "{who}: frames of {kind}");
            for (silent, busy) in silent.iter().zip(&busy) {
                assert_eq!(without_times(silent), without_times(busy), "{who}");
                assert_eq!(silent.len(), busy.len(), "{who}: bytes of {silent}");
            }
        }
        println!(
            "{who}: {} frames, {} bytes equal",
            silent.len(),
            silent.iter().map(String::len).sum::<usize>()
        );
    }
}

/// Whether two lists of legal moves are of the same turn.
fn same_ply(one: &str, other: &str) -> bool {
    let turn = |frame: &str| {
        let frame: Value = serde_json::from_str(frame).expect("frames are JSON");
        (frame["game"].clone(), frame["ply"].clone())
    };
    turn(one) == turn(other)
}

/// The same public game, with South silent or busy: the frames of a watcher and of every opponent.
async fn run(busy: bool) -> Vec<(String, Vec<String>)> {
    let world = World::new().await;
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Hand);
    settings.starter = StarterRule::Agreement;
    settings.decision.tries_max = 0;
    let table = Table::seated(&world, settings, 3, 1).await;
    for side in [Side::South, Side::North] {
        let wish = Command::StarterSet { starter: Some(Side::South) };
        table.side(side)[0].asks(wish).await.expect("a member may wish");
    }
    table.is_ready().await;
    for _ in 0..12 {
        if busy {
            confers(&table, Side::South, SOUTH).await;
        }
        plays_by_hand(&table).await;
    }
    let others = table.north.iter().chain(&table.watchers);
    let frames = others.map(|tab| (tab.name().to_owned(), tab.look(|state| state.frames.clone()))).collect();
    table.all_kept_the_contract();
    world.end().await;
    frames
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

/// A frame without the moments in it and without what is random: epoch and identities.
fn without_times(frame: &str) -> Value {
    fn walk(value: &mut Value) {
        match value {
            Value::Number(number) if number.as_u64().is_some_and(|n| n > 1_000_000_000_000) => {
                *value = Value::from(0)
            }
            Value::Array(items) => items.iter_mut().for_each(walk),
            Value::Object(members) => {
                for name in ["epoch", "c", "cid"] {
                    if let Some(random) = members.get_mut(name) {
                        *random = Value::Null;
                    }
                }
                members.values_mut().for_each(walk);
            }
            _ => {}
        }
    }
    let mut value = serde_json::from_str(frame).expect("frames are JSON");
    walk(&mut value);
    value
}
