//! I3, I4, I6, I10: who somebody is, and what he may make others read.

use std::time::Duration;

use engine::Preset;
use protocol::command::Hearers;
use protocol::http::{BotSeats, RoomRequest, SessionRequest, TicketRequest};
use protocol::settings::{DecisionMode, Visibility};
use protocol::{Cid, Command, Refusal, RoomId};
use sindillo_tests::patience::came_back;
use sindillo_tests::raw::{Line, Upgrade};
use sindillo_tests::table::Table;
use sindillo_tests::{Request, State, World, quick, usually};
use tokio::time::Instant;

use super::ends_well;
use crate::council::{opened, plain, south_starts};

/// I3, music-assistant/server#5269: the limiter locks the whole party out for what one of them
/// does. One of them knocks as fast as he can, with a session and without; the others come in.
#[tokio::test]
async fn i3_one_who_knocks_all_the_time_keeps_nobody_else_of_his_address_out() {
    let world = World::new().await;
    let cafe = sindillo_tests::world::loopback();
    let host = world.person_from(cafe, "Nashipae").await;
    let room = host.opens(quick(Preset::EnDodoi, DecisionMode::Hand)).await;
    let mut guests = Vec::new();
    for number in 0..20 {
        guests.push(world.person_from(cafe, &format!("Guest {number}")).await);
    }
    let attacker = world.person_from(cafe, "Attacker").await;
    let (began, mut limited, mut floods) = (Instant::now(), 0, Vec::new());
    for number in 0..usually(400, 4_000) {
        let mut upgrade = Upgrade::decent(&attacker, &room);
        if number % 2 == 0 {
            upgrade = upgrade.without("Cookie");
        }
        let mut line = Line::dial(cafe, &world.address()).await.expect("a line");
        if line.write(upgrade.text().as_bytes()).await.is_ok()
            && line.head().await.is_ok_and(|head| head.status == 429)
        {
            limited += 1;
        }
        floods.push(line);
        if floods.len() > 20 {
            floods.clear();
        }
        if number % 20 == 19
            && let Some(guest) = guests.pop()
        {
            let tab = guest.enters(&room).await;
            tab.says(Hearers::All, "I got in.").await.expect("a line");
        }
    }
    // Two a second come back, to the one with a session and to the one without.
    let back = 2 * came_back(began, Duration::from_millis(500));
    assert!(guests.is_empty() && limited + back > 200, "{limited} knocks were too many, {back} came back");
    println!("{limited} knocks were too many, twenty guests of the same address came in");
    world.end().await;
}

/// I4, dr4fters/dr4ft#1022, cdot/Xanado#14: script in what people write. Whatever they write is
/// refused or is heard as it was written, in JSON that means the same; nothing runs what is inline.
#[tokio::test]
async fn i4_script_in_any_field_is_text_or_refused_and_pages_run_nothing_inline() {
    let world = World::with_page_and(&["--no-address-limits"]).await;
    let mut settings = south_starts(DecisionMode::Majority);
    settings.decision.flips_max = 20;
    let (table, turn) = opened(&world, settings, 2, 1).await;
    let (tab, mate) = (&table.south[0], &table.south[1]);
    let mv = plain(&turn)[0].clone();
    let ballot = tab.open_ballot();
    for (number, payload) in PAYLOADS.into_iter().enumerate() {
        let named = tab.asks(Command::NameSet { name: payload.to_owned() }).await;
        assert!(matches!(named, Err(Refusal::NameRefused { .. })), "{payload}: {named:?}");
        let body = SessionRequest { name: Some(payload.to_owned()) };
        let session = world.fetch(Request::post("/api/session", &body)).await;
        assert!((400..500).contains(&session.status), "{payload}: {}", session.status);
        let propose = Command::ProposalAdd { ballot, mv: mv.clone(), note: payload.to_owned() };
        tab.asks(propose).await.expect("a note is text");
        let note = |seen: &sindillo_tests::Seen| {
            let option = seen.ballot(engine::Side::South)?.options.first()?.note.clone();
            Some(option.as_deref() == Some(payload))
        };
        mate.waits("the note is what was written", |seen| note(seen) == Some(true)).await;
        tab.says(Hearers::All, payload).await.expect("a line is text");
        mate.waits("the line is what was said", |seen| {
            let chat = &seen.table.as_ref().expect("a table").chat;
            chat.len() == number + 1 && chat[number].text == payload
        })
        .await;
    }
    titles(&world).await;
    for path in ["/".to_owned(), format!("/r/{}", table.room), "/api/rooms".to_owned()] {
        let response = world.fetch(Request::get(&path)).await;
        let policy = response.header("content-security-policy").unwrap_or_default();
        assert!(policy.contains("script-src 'self';"), "{path}: {policy}");
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert!(policy.contains("require-trusted-types-for 'script'"), "{path}: {policy}");
    }
    ends_well(&table, world).await;
}

const PAYLOADS: [&str; 6] = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\"><svg onload=alert(1)>",
    "javascript:alert(1)//",
    "{{constructor.constructor('alert(1)')()}}",
    "</title><iframe srcdoc=\"<script>alert(1)</script>\">",
];

/// Titles of public rooms are read by strangers.
async fn titles(world: &World) {
    for payload in &PAYLOADS[..3] {
        let host = world.person("Leshao").await;
        let mut settings = quick(Preset::EnDodoi, DecisionMode::Hand);
        settings.visibility = Visibility::Public;
        settings.title = (*payload).to_owned();
        let response = host.asks_for_room(&RoomRequest { settings, bots: BotSeats::default() }).await;
        if response.status < 300 {
            let rows = world.fetch(Request::get("/api/rooms")).await;
            assert_eq!(rows.header("content-type"), Some("application/json"));
            let rows: Vec<protocol::http::LobbyRow> = rows.json().expect("the lobby");
            assert!(rows.iter().any(|row| row.title == *payload), "{payload}");
        } else {
            assert!((400..500).contains(&response.status), "{payload}: {}", response.status);
        }
    }
}

/// I6, bennett-zhang/ultimate-t3#3, owenashurst/agar.io-clone#559: the server passes on what a
/// client says of itself: who sends, what the move looks like, how to show it.
#[tokio::test]
async fn i6_what_a_client_adds_to_an_order_is_refused_and_never_passed_on() {
    let world = World::with(&["--no-address-limits"]).await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Hand), 2, 1).await;
    let hand = table.of(turn.hand);
    let mv = plain(&turn)[0].to_string();
    let at = serde_json::json!({ "game": 1, "ply": 1, "tries": 0 });
    let heads = table.watchers[0].look(|state| state.seen.heads);
    let word = "mgeni-hapa-77b0";
    for (field, inside) in [
        ("from", true),
        ("by", true),
        ("member", true),
        ("notation", true),
        ("html", true),
        ("trace", true),
        ("after", true),
        ("from", false),
        ("name", false),
        ("t", false),
        ("role", false),
    ] {
        let c = Cid(uuid::Uuid::new_v4());
        hand.ignores_answers_to(c);
        let mut frame = serde_json::json!({ "c": c, "k": "move.lay", "d": { "move": mv }, "at": at });
        let place = if inside { &mut frame["d"] } else { &mut frame };
        place[field] = serde_json::json!(word);
        hand.sends_text(&frame.to_string());
        hand.until(&format!("{field} is refused"), |state| is_refused(state, c)).await;
    }
    for tab in table.everybody() {
        let frames = tab.look(|state| state.frames.concat());
        let foreign = tab.name() != hand.name() && frames.contains(word);
        assert!(!foreign, "{} is told what a client made up", tab.name());
    }
    assert_eq!(table.watchers[0].look(|state| state.seen.heads), heads, "nothing came of it");
    hand.lays(&plain(&turn)[0]).await.expect("the plain order is taken");
    ends_well(&table, world).await;
}

fn is_refused(state: &State, c: Cid) -> Option<()> {
    let id = c.0.to_string();
    let refused = |frame: &String| frame.contains(&id) && frame.contains("\"bad_message\"");
    state.frames.iter().any(refused).then_some(())
}

/// I10, boardgame.io: whoever guesses the name of a room makes it.
#[tokio::test]
async fn i10_a_guessed_room_is_none_and_costs_nothing() {
    let world = World::with_page_and(&["--no-address-limits"]).await;
    let mut people = Vec::new();
    for number in 0..usually(4, 40) {
        people.push(world.person(&format!("Guesser {number}")).await);
    }
    let guess = |number: usize| {
        let bits = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes();
        RoomId::from_bits([bits[0], bits[1], bits[2], bits[3], bits[4], bits[5], bits[6], bits[7], 1, 2])
    };
    let many = usually(320, 20_000);
    let mut before = 0;
    for number in 0..many {
        if number == many / 4 {
            before = world.resident_kib();
        }
        let (person, room) = (&people[number % people.len()], guess(number));
        let body = TicketRequest { room: room.clone() };
        let answer = person.fetch(Request::post("/api/ws-ticket", &body)).await.expect("an answer");
        match answer.status {
            404 => assert_eq!(answer.refusal(), Refusal::NoRoom),
            // A person gets ten tickets a second, and asking for none counts as well.
            429 => assert!(matches!(answer.refusal(), Refusal::RateLimited { .. })),
            other => panic!("{other}"),
        }
    }
    let after = world.resident_kib();
    println!("{many} guesses: {before} KiB after the first of them, {after} KiB after all");
    assert!(after < before + 4 * 1024, "{before} KiB, then {after} KiB");
    assert!(people[0].lobby().await.is_empty());
    let rooms = sindillo_tests::chronicle::Chronicle::read(world.data()).await.count();
    assert_eq!(rooms, 0, "no room was made");
    // And a real one is still found.
    let table = Table::seated(&world, quick(Preset::EnDodoi, DecisionMode::Hand), 1, 0).await;
    ends_well(&table, world).await;
}
