//! Sides of any size, and what they do together: for the rows about people, votes and motions.

use std::time::Duration;

use engine::Side;
use protocol::http::MyGame;
use protocol::view::MotionView;
use protocol::{Command, Motion, MotionKind, RoomSettings};
use sindillo_tests::patience::PATIENCE;
use sindillo_tests::table::{Table, Turn, sits};
use sindillo_tests::{Person, Request, Seen, Tab, World};
use tokio::time::Instant;

/// People take their seats, so many on each side. Who opened the room watches, and is the host; nobody
/// is ready yet.
pub(super) async fn seated(world: &World, mut settings: RoomSettings, south: usize, north: usize) -> Table {
    let most = u8::try_from(south.max(north)).expect("a team");
    settings.team_max = settings.team_max.max(most);
    let host = world.person("Hodan").await;
    let room = host.opens(settings).await;
    let watchers = vec![host.enters(&room).await];
    let mut table = Table { room, south: Vec::new(), north: Vec::new(), watchers };
    for place in 0..south {
        let person = world.person(&format!("Sankau {place}")).await;
        table.south.push(sits(&person, &table.room, Side::South).await);
    }
    for place in 0..north {
        let person = world.person(&format!("Leshao {place}")).await;
        table.north.push(sits(&person, &table.room, Side::North).await);
    }
    table
}

/// The same, and the first game is on; South starts, where the room leaves that to its people.
pub(super) async fn opened(
    world: &World,
    settings: RoomSettings,
    south: usize,
    north: usize,
) -> (Table, Turn) {
    let table = seated(world, settings, south, north).await;
    for side in [Side::South, Side::North] {
        let wish = Command::StarterSet { starter: Some(Side::South) };
        table.side(side)[0].asks(wish).await.expect("a member may wish");
    }
    table.is_ready().await;
    let turn = table.turn().await.expect("a first turn");
    assert_eq!(turn.side, Side::South);
    (table, turn)
}

/// The hand lays the first move that it may, and it stands: where nothing is tried, or nobody else
/// is there.
pub(super) async fn lays_next(table: &Table) -> Turn {
    let turn = table.turn().await.expect("the game goes on");
    table.of(turn.hand).lays(&turn.offers[0].mv).await.expect("the hand lays");
    table.is_over(&turn).await;
    turn
}

/// Move something, or be for it where it is open.
pub(super) async fn moves(tab: &Tab, what: Motion) {
    let asked = tab.asks(Command::MotionOpen { what }).await;
    asked.unwrap_or_else(|refusal| panic!("{} moves {what:?}: {refusal:?}", tab.name()));
}

/// Say what one thinks of a motion, once one sees it.
pub(super) async fn says_of(tab: &Tab, side: Side, kind: MotionKind, yes: Option<bool>) {
    let what = format!("{kind:?} is open");
    let motion = tab.until(&what, |state| motion(&state.seen, side, kind).map(|open| open.motion)).await;
    let asked = tab.asks(Command::MotionVote { motion, yes }).await;
    asked.unwrap_or_else(|refusal| panic!("{} of {kind:?}: {refusal:?}", tab.name()));
}

/// An open motion as a member of the side sees it.
pub(super) fn motion(seen: &Seen, side: Side, kind: MotionKind) -> Option<MotionView> {
    let team = seen.team[side].as_ref()?;
    team.motions.iter().find(|motion| motion.what.kind() == kind).cloned()
}

/// The same, as the page shows it now.
pub(super) fn open_motion(tab: &Tab, side: Side, kind: MotionKind) -> Option<MotionView> {
    tab.look(|state| motion(&state.seen, side, kind))
}

/// Whether the game that was played last is over.
pub(super) fn is_over(seen: &Seen) -> bool {
    seen.game().is_some_and(|game| game.result.is_some())
}

/// Stand up, and wait until the room knows.
pub(super) async fn stands_up(table: &Table, tab: &Tab) {
    let member = tab.member();
    tab.asks(Command::SeatLeave {}).await.expect("one may stand up");
    for other in table.everybody() {
        other.waits("he stands", |seen| seen.member(member).is_some_and(|row| row.seats.is_empty())).await;
    }
}

/// Say good-bye and close the page: the grace of one who does is short.
pub(super) async fn says_goodbye(tab: &Tab) {
    tab.sends_text(r#"{"k":"bye","d":{}}"#);
    tab.leaves().await;
}

/// The rooms in which a person sits, as the server lists them.
pub(super) async fn games_of(person: &Person) -> Vec<MyGame> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let response = person.fetch(Request::get("/api/me/games")).await.expect("an answer");
        if response.status != 429 || Instant::now() > deadline {
            return response.json().expect("the games");
        }
        // What a page does that asks too often.
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
}

/// Wait until just these of the players are waited for, by the lists of their games.
pub(super) async fn are_waited_for(table: &Table, expected: &[&Tab], what: &str) {
    let deadline = Instant::now() + PATIENCE;
    for tab in table.players() {
        let wanted = expected.iter().any(|other| other.member() == tab.member());
        loop {
            let games = games_of(tab.person()).await;
            let awaits = games.iter().any(|game| game.row.room == table.room && game.awaits);
            if awaits == wanted {
                break;
            }
            assert!(Instant::now() < deadline, "{what}: {} is waited for: {awaits}", tab.name());
            // The list is asked for again, as a page does.
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
    }
}

/// The server's clock, as a page comes to know it.
pub(super) async fn server_now(tab: &Tab) -> u64 {
    let pongs =
        |frames: &[String]| frames.iter().filter(|frame| frame.starts_with("{\"f\":\"pong\"")).count();
    let before = tab.look(|state| pongs(&state.frames));
    tab.sends_text(r#"{"k":"ping","d":{"t":2}}"#);
    tab.until("the server answers", |state| {
        let pong = state.frames.iter().rev().find(|frame| frame.starts_with("{\"f\":\"pong\""))?;
        if pongs(&state.frames) == before {
            return None;
        }
        serde_json::from_str::<serde_json::Value>(pong).ok()?["now"].as_u64()
    })
    .await
}
