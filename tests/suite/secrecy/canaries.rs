//! Words that stand for secrets, in every field that holds any, and in every place where they could
//! come to light again: reasons, notes, reports, after a takeback, in the list of one's own games.

use engine::Side;
use protocol::command::Hearers;
use protocol::settings::DecisionMode;
use protocol::{Command, Motion, MotionKind, Refusal};
use sindillo_tests::table::Table;
use sindillo_tests::{Person, Request, Seen, Tab, World};

use super::{every_route, holds_none};
use crate::council::{opened, plain, south_starts, told};

/// No byte of the protocol looks like these.
const SAID: &str = "siri-maneno-6e1a";
const NOTED: &str = "siri-pendekezo-6e1b";
const BLOCKED: &str = "siri-pingamizi-6e1c";
const REPORTED: &str = "siri-lalamiko-6e1d";
/// What a side's own events are called.
const OWN: [&str; 12] = [
    "ballot_opened",
    "proposed",
    "voted",
    "votes_told",
    "blocked",
    "roll_changed",
    "closing_set",
    "ballot_closed",
    "stance",
    "trusted",
    "motion_",
    "team_said",
];

#[tokio::test]
async fn f6_reasons_notes_reports_and_motions_reach_whom_they_are_for() {
    let mut world = World::with(&["--no-address-limits"]).await;
    let mut settings = south_starts(DecisionMode::Consensus);
    settings.decision.block = true;
    settings.decision.consent_ms = 0;
    let (table, turn) = opened(&world, settings, 3, 2).await;
    let (host, north, watcher) = (&table.south[0], &table.north[0], &table.watchers[0]);
    let moves = plain(&turn);
    // Two of those who are outside tell the host of somebody of South and of North.
    for (tab, member) in [(north, table.south[2].member()), (watcher, table.north[1].member())] {
        let report = Command::MemberReport { member, text: format!("{REPORTED} of {}", tab.name()) };
        tab.asks(report).await.expect("anybody may tell the host");
    }
    host.waits("both reports are there", |seen| seen.me.as_ref().is_some_and(|me| me.reports.len() == 2))
        .await;
    whispers(&table, &moves[1]).await;
    all_vote(&table, Side::South, &moves[0]).await;
    table.is_over(&turn).await;
    look_everywhere(&world, &table).await;

    // The move comes back, and South does all of it again.
    for (side, yes) in [(Side::South, None), (Side::North, Some(true))] {
        for tab in &table.side(side)[..2] {
            match yes {
                None => tab.asks(Command::MotionOpen { what: Motion::Takeback { ply: 1 } }).await,
                Some(_) => agrees(tab, side, MotionKind::Takeback).await,
            }
            .expect("one may want it back");
        }
    }
    for tab in table.everybody() {
        tab.waits("it is taken back", |seen| seen.game().is_some_and(|game| game.back() == 1)).await;
    }
    for tab in &table.south {
        tab.waits("South decides anew", |seen| seen.ballot(Side::South).is_some()).await;
    }
    look_everywhere(&world, &table).await;
    whispers(&table, &moves[2]).await;
    look_everywhere(&world, &table).await;

    world.kill().await;
    table.everybody().for_each(Tab::returns);
    world.restart().await;
    for tab in table.everybody() {
        tab.is_up_to_date().await;
        tab.waits("the room goes on", |seen| seen.table.as_ref().is_some_and(|t| t.holds.is_empty())).await;
    }
    look_everywhere(&world, &table).await;
    for tab in &table.south[..2] {
        match tab.asks(Command::MotionOpen { what: Motion::Resign }).await {
            Ok(()) | Err(Refusal::NoGame | Refusal::GameOver) => {}
            Err(other) => panic!("{other:?}"),
        }
    }
    told(watcher, protocol::message::Stream::Table, "the game is over", |event| {
        matches!(event, protocol::Event::GameEnded { .. })
    })
    .await;
    look_everywhere(&world, &table).await;
    let log = world.log().text();
    for secret in [SAID, NOTED, BLOCKED, REPORTED] {
        assert!(!log.contains(secret), "the server's own log keeps {secret}");
    }
    table.all_see_the_same(&world).await;
    table.all_kept_the_contract();
    let _ = table.agrees_with_the_log(&world).await;
    world.end().await;
}

/// South speaks, proposes, votes, blocks and moves something; nothing of it comes to anything.
async fn whispers(table: &Table, mv: &engine::Move) {
    let [first, second, third] = &table.south[..] else { panic!("three sit there") };
    let ballot = first.open_ballot();
    first.says(Hearers::Team, SAID).await.expect("a member may speak");
    second.proposes(mv, NOTED).await.expect("a proposal");
    let block = Command::BlockAdd { ballot, mv: mv.clone(), reason: BLOCKED.to_owned() };
    third.asks(block).await.expect("an option can be blocked");
    first.votes(mv).await.expect("a vote");
    first.unvotes().await.expect("a vote taken back");
    let about = Motion::Mute { member: third.member() };
    second.asks(Command::MotionOpen { what: about }).await.expect("one may move it");
    let motion = second.look(|state| {
        let team = state.seen.team.south.as_ref().expect("his side");
        team.motions.iter().find(|motion| motion.what == about).map(|motion| motion.motion)
    });
    let motion = motion.expect("it is open");
    second.asks(Command::MotionVote { motion, yes: None }).await.expect("and think better of it");
}

async fn all_vote(table: &Table, side: Side, mv: &engine::Move) {
    for tab in table.side(side) {
        tab.votes(mv).await.expect("a vote");
    }
}

async fn agrees(tab: &Tab, side: Side, kind: MotionKind) -> Result<(), Refusal> {
    let open = |seen: &Seen| {
        let team = seen.team[side].as_ref()?;
        team.motions.iter().find(|motion| motion.what.kind() == kind).map(|motion| motion.motion)
    };
    let motion = tab.until("it is asked", |state| open(&state.seen)).await;
    tab.asks(Command::MotionVote { motion, yes: Some(true) }).await
}

/// Everybody opens the page anew and asks every route, the list of his own games among them; then
/// the bytes that each of them ever got are searched.
async fn look_everywhere(world: &World, table: &Table) {
    let mut people: Vec<Person> = table.everybody().map(|tab| tab.person().clone()).collect();
    people.push(world.person("Warsame").await);
    for person in &people {
        let fresh = person.enters(&table.room).await;
        fresh.kept_the_contract();
        fresh.leaves().await;
        every_route(person, &table.room).await;
        let games = person.fetch(Request::get("/api/me/games")).await.expect("an answer");
        assert_eq!(games.status, 200);
    }
    let own = OWN.map(|kind| format!("\"k\":\"{kind}"));
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    let foreign = ["\"s\":\"south\"", "\"side\":\"south\",\"ballot\"", "\"side\":\"south\",\"motion\""];
    for (place, person) in people.iter().enumerate() {
        let heard = person.heard();
        let south = place < table.south.len();
        assert_eq!(heard.holds(REPORTED), place == 0, "{}: what the host was told", person.name());
        for secret in [SAID, NOTED, BLOCKED] {
            assert_eq!(heard.holds(secret), south, "{} and {secret}", person.name());
        }
        if !south {
            holds_none(person.name(), &heard, &foreign);
        }
        if place >= table.south.len() + table.north.len() {
            holds_none(person.name(), &heard, &[&own[..], &["\"s\":\"north\""]].concat());
        }
    }
}
