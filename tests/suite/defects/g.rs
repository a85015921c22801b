//! G1, G3, G4, G7, G9, G10: what must not be kept, what must not be forgotten, what is counted.

use std::time::Duration;

use engine::{Preset, Side};
use protocol::event::Presence;
use protocol::http::{LobbyPhase, TicketRequest};
use protocol::message::{Hello, Stream};
use protocol::settings::{Clock, DecisionMode, FlagPolicy, Visibility};
use protocol::{CloseCode, Command, Event, PROTO_MINOR, RoomId};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sindillo_tests::raw::{Line, Upgrade, masked};
use sindillo_tests::table::{Table, sits};
use sindillo_tests::{Person, Request, Tab, World, quick, usually};

use super::{ends_well, epoch, has_fallen_asleep};

/// G1, colyseus/colyseus#962: a wrong token stops the timer of a grace: the owner is locked out and
/// the room stays for ever.
#[tokio::test]
async fn g1_tickets_that_are_none_change_nothing_for_who_is_away_and_keep_no_room_awake() {
    let world = World::with(&["--no-address-limits"]).await;
    let table = Table::seated(&world, quick(Preset::EnDodoi, DecisionMode::Hand), 1, 1).await;
    let (owner, other, watcher) = (&table.south[0], &table.north[0], &table.watchers[0]);
    let life = epoch(owner);
    owner.is_cut();
    watcher.waits("he is missed", |seen| is(seen, owner.name(), Presence::Grace)).await;
    let used = owner.person().ticket(&table.room).await.expect("a ticket");
    watcher.person().fetch(Request::get("/api/session")).await.expect("an answer");
    let others = world.person("Asha").await.ticket(&table.room).await.expect("a ticket");
    // Without one, made up, of somebody else; with the owner's own cookie.
    for ticket in ["", "wrong", &"0".repeat(32), &"f".repeat(32), &others] {
        let mut line = Line::upgraded(owner.person(), &table.room).await.expect("an upgrade");
        line.text(&hello(ticket, "by hand")).await.expect("sent");
        let code = line.close_code().await.expect("a close");
        assert_eq!(code, Some(CloseCode::Unauthorized.number()), "{ticket:?}");
    }
    assert!(watcher.look(|state| is(&state.seen, owner.name(), Presence::Grace)), "still in grace");
    let mut back = Line::upgraded(owner.person(), &table.room).await.expect("an upgrade");
    back.text(&hello(&used, "back")).await.expect("sent");
    let welcome = back.next_text().await.expect("a welcome");
    assert!(welcome.contains("\"seats\":[\"south\"]"), "the seat was kept: {welcome}");
    watcher.waits("he is back", |seen| is(seen, owner.name(), Presence::Online)).await;
    let told = watcher.look(|state| {
        let presence = |event: &Event| matches!(event, Event::PresenceChanged { .. });
        state.story_of(Stream::Table).filter(|told| presence(&told.event)).count()
    });
    assert_eq!(told, 2, "gone once, back once");
    drop(back);
    for tab in [other, watcher] {
        tab.leaves().await;
    }
    // A used ticket and one that is still out keep nobody's room awake.
    let _out = other.person().ticket(&table.room).await.expect("a ticket");
    slept_since(owner.person(), &table.room, &life).await;
    table.all_kept_the_contract();
    world.end().await;
}

/// G3, ArnoldSmith86/virtualtabletop#1027: every connection is kept for ever, and to look at an
/// address pins its room.
#[tokio::test]
async fn g3_who_only_looks_costs_no_memory_and_keeps_no_room_awake() {
    let world = World::with_page_and(&["--no-address-limits"]).await;
    let host = world.person("Naserian").await;
    let room = host.opens(quick(Preset::EnDodoi, DecisionMode::Hand)).await;
    let tab = host.enters(&room).await;
    let life = epoch(&tab);
    tab.leaves().await;
    let many = usually(800, 10_000);
    let stranger = world.person("Asha").await;
    looks(&world, &stranger, &room, many / 4).await;
    let before = world.resident_kib();
    looks(&world, &stranger, &room, many).await;
    let after = world.resident_kib();
    println!("{many} looks: {before} KiB before, {after} KiB after");
    assert!(after * 20 <= before * 21, "within a twentieth: {before} KiB before, {after} KiB after");
    slept_since(&host, &room, &life).await;
    world.end().await;
}

/// Pages, answers of the API, tickets that nobody uses, handshakes that nobody finishes.
async fn looks(world: &World, stranger: &Person, room: &RoomId, many: usize) {
    let page = format!("/r/{room}");
    for number in 0..many {
        match number % 8 {
            0 => {
                let mut line = Line::dial(stranger.from(), &world.address()).await.expect("a line");
                let text = Upgrade::decent(stranger, room).text();
                line.write(&text.as_bytes()[..text.len() / 2]).await.expect("sent");
            }
            1 => drop(Line::upgraded(stranger, room).await.expect("an upgrade")),
            2 => {
                let body = TicketRequest { room: room.clone() };
                stranger.fetch(Request::post("/api/ws-ticket", &body)).await.expect("an answer");
            }
            3 => drop(world.fetch(Request::get("/api/rooms")).await),
            _ => assert_eq!(world.fetch(Request::get(&page)).await.status, 200),
        }
    }
}

/// G4, socketio/socket.io#1736, #4067: who is gone before he has joined is listed for ever.
#[tokio::test]
async fn g4_a_line_that_is_cut_while_joining_leaves_nobody_behind() {
    let world = World::with(&["--no-address-limits"]).await;
    let room = world.person("Nashipae").await.opens(quick(Preset::EnDodoi, DecisionMode::Hand)).await;
    let watcher = world.person("Hodan").await.enters(&room).await;
    let people = usually(4, 40);
    let mut tabs = Vec::new();
    for number in 0..people {
        let person = world.person(&format!("Joiner {number}")).await;
        // Two of them sit there, with a tab that stays open.
        let side = [Side::South, Side::North].get(number).copied();
        let tab = match side {
            Some(side) => sits(&person, &room, side).await,
            None => person.enters(&room).await,
        };
        tabs.push(tab);
    }
    let mut random = StdRng::seed_from_u64(4);
    let runs = usually(160, 5_000);
    for run in 0..runs {
        let person = tabs[run % people].person();
        let ticket = ticket_soon(person, &room).await;
        let mut line = Line::upgraded(person, &room).await.expect("an upgrade");
        let hello = masked(0x81, hello(&ticket, &format!("run {run}")).as_bytes());
        let far = random.random_range(0..=3);
        let end = if far == 0 { random.random_range(0..hello.len()) } else { hello.len() };
        line.write(&hello[..end]).await.expect("sent");
        if far == 3 {
            line.next().await.expect("a frame");
        }
        if random.random() {
            line.stream().set_zero_linger().expect("a socket option");
        }
    }
    // Who sat there was there all the time; who goes now is gone, and nobody else is left.
    let wavered = watcher.look(|state| {
        let presence = |event: &Event| matches!(event, Event::PresenceChanged { .. });
        state.story_of(Stream::Table).any(|told| presence(&told.event))
    });
    assert!(!wavered, "whoever has a tab open is there");
    for tab in &tabs {
        tab.is_cut();
    }
    for tab in &tabs[..2] {
        watcher.waits("he is gone", |seen| is(seen, tab.name(), Presence::Grace)).await;
    }
    watcher.waits("nobody else is counted", |seen| seen.crowd == Some(1)).await;
    println!("{runs} joins were cut; nobody is left of them");
    watcher.kept_the_contract();
    world.end().await;
}

/// G7, phase-rs/phase#7968, snapview/tungstenite-rs#2: an offer of compression is never answered.
/// And without compression frames must be small.
#[tokio::test]
async fn g7_an_offer_of_compression_is_declined_and_a_large_board_is_small_without() {
    let world = World::new().await;
    let mut settings = quick(Preset::EnGehe, DecisionMode::Majority);
    settings.game.pits = 50;
    let table = Table::begun(&world, settings, 3, 1).await;
    let person = table.watchers[0].person();
    let offer = "permessage-deflate; client_max_window_bits, permessage-deflate";
    let upgrade = Upgrade::decent(person, &table.room).with("Sec-WebSocket-Extensions", offer);
    let mut line = Line::dial(person.from(), &world.address()).await.expect("a line");
    line.write(upgrade.text().as_bytes()).await.expect("sent");
    let head = line.head().await.expect("an answer");
    assert_eq!((head.status, head.header("sec-websocket-extensions")), (101, None));
    let ticket = person.ticket(&table.room).await.expect("a ticket");
    line.text(&hello(&ticket, "by hand")).await.expect("sent");
    assert!(line.next_text().await.expect("a welcome").starts_with("{\"f\":\"welcome\""));
    let snapshot = line.next_text().await.expect("a snapshot");
    assert!(snapshot.starts_with("{\"f\":\"snap\",\"s\":\"table\""), "{snapshot:.80}");
    println!("a table of 2 x 50 with six players: {} bytes", snapshot.len());
    assert!(snapshot.len() < 8 * 1024, "{} bytes", snapshot.len());
    ends_well(&table, world).await;
}

/// G9, mtgred/netrunner#5102: a game is thrown away before anybody can return to it.
#[tokio::test]
async fn g9_a_game_that_both_sides_lost_their_lines_of_is_still_there() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Majority);
    settings.clock = Clock::Bank { ms: 600_000, increment_ms: 0, flag: FlagPolicy::Lose };
    let table = Table::begun(&world, settings, 2, 0).await;
    let turn = table.turn().await.expect("a turn");
    for tab in table.side(turn.side) {
        tab.votes(&turn.offers[0].mv).await.expect("a vote");
    }
    table.is_over(&turn).await;
    let before = table.south[0].picture();
    let life = epoch(&table.south[0]);
    table.everybody().for_each(Tab::is_cut);
    // In the long form: nobody is there for ten minutes.
    tokio::time::sleep(usually(Duration::ZERO, Duration::from_secs(600))).await;
    slept_since(table.south[0].person(), &table.room, &life).await;
    for tab in table.everybody() {
        tab.connects().await;
    }
    let after = table.south[0].picture();
    let game = |seen: &sindillo_tests::Seen| {
        let game = seen.game().expect("a game");
        (game.game, game.position, game.plies.clone(), game.hands, game.result.clone())
    };
    assert_eq!(game(&after), game(&before));
    for tab in table.everybody() {
        tab.returns();
        tab.waits("it goes on", |seen| seen.table.as_ref().is_some_and(|table| table.holds.is_empty())).await;
    }
    let clock = table.south[0].look(|state| state.seen.game().expect("a game").clock);
    let (south, north) = (clock.remaining_ms.south, clock.remaining_ms.north);
    assert!(south > 570_000 && north > 570_000, "nobody's time ran: {clock:?}");
    let turn = table.turn().await.expect("the next turn");
    for tab in table.side(turn.side) {
        tab.votes(&turn.offers[0].mv).await.expect("a vote");
    }
    table.is_over(&turn).await;
    ends_well(&table, world).await;
}

/// G10, lichess-org/lila#21261: who watches is counted as a game, who has two tabs as two.
#[tokio::test]
async fn g10_the_lobby_counts_people_once_and_as_what_they_are() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Majority);
    settings.visibility = Visibility::Public;
    let table = Table::seated(&world, settings.clone(), 2, 2).await;
    settings.visibility = Visibility::Unlisted;
    let hidden = Table::begun(&world, settings, 2, 1).await;
    // A second tab of a watcher and of a player, a watcher of two rooms, a player who watches.
    let more = [
        table.watchers[0].person().enters(&table.room).await,
        table.south[0].person().enters(&table.room).await,
        table.watchers[1].person().enters(&hidden.room).await,
        hidden.south[0].person().enters(&table.room).await,
    ];
    let stranger = world.person("Asha").await;
    table.watchers[0].waits("three are counted", |seen| seen.crowd == Some(3)).await;
    let row = lobby_row(&stranger, |row| row.watching == 3).await;
    assert_eq!((row.south, row.north, row.phase), (2, 2, LobbyPhase::Seating));
    table.is_ready().await;
    let row = lobby_row(&stranger, |row| row.phase == LobbyPhase::Playing).await;
    assert_eq!((row.south, row.north, row.watching), (2, 2, 3));
    hidden.watchers[0].waits("two are counted", |seen| seen.crowd == Some(2)).await;
    for tab in &table.south {
        tab.asks(Command::SeatLeave {}).await.expect("one may stand up");
    }
    let row = lobby_row(&stranger, |row| row.south == 0).await;
    assert_eq!((row.north, row.watching), (2, 5), "who stood up watches");
    for tab in &more {
        tab.leaves().await;
    }
    let row = lobby_row(&stranger, |row| row.watching == 4).await;
    assert_eq!(row.north, 2);
    table.all_kept_the_contract();
    world.end().await;
}

/// The only public room, once it is listed like that.
async fn lobby_row(
    stranger: &Person,
    like: impl Fn(&protocol::http::LobbyRow) -> bool,
) -> protocol::http::LobbyRow {
    stranger
        .finds_in_lobby(|rows| {
            let [row] = rows else { panic!("one room is public: {rows:?}") };
            like(row).then(|| row.clone())
        })
        .await
}

/// The room falls asleep when its host needs places, and whoever returns is in another life of it.
async fn slept_since(host: &Person, room: &RoomId, life: &str) {
    has_fallen_asleep(host, room).await;
    let tab = host.enters(room).await;
    assert_ne!(epoch(&tab), life, "the room was asleep");
    tab.leaves().await;
}

async fn ticket_soon(person: &Person, room: &RoomId) -> String {
    loop {
        match person.ticket(room).await {
            Ok(ticket) => return ticket,
            // A person gets ten a second.
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
}

fn hello(ticket: &str, tab: &str) -> String {
    let hello = Hello { proto: PROTO_MINOR, ticket: ticket.to_owned(), tab: tab.to_owned(), resume: None };
    serde_json::json!({ "k": "hello", "d": hello }).to_string()
}

fn is(seen: &sindillo_tests::Seen, name: &str, presence: Presence) -> bool {
    seen.named(name).is_some_and(|member| member.presence == presence)
}
