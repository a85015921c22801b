//! What strangers and broken clients do: each gets its known answer, and nobody else feels it.
//! `H10`, `F1`, `J3` and the like are the lines of one list of attacks: on HTTP and handshakes, on
//! frames, on JSON, on resuming, on sessions.

mod frames;
mod handshake;
mod http;
mod json;
mod load;
mod patience;
mod text;

use engine::Preset;
use protocol::message::Hello;
use protocol::settings::DecisionMode;
use protocol::{PROTO_MINOR, RoomId};
use sindillo_tests::raw::Line;
use sindillo_tests::{Person, Request, World, quick};

/// A world with a room in it and somebody who may enter.
async fn room_and_visitor(world: &World) -> (Person, RoomId) {
    let person = world.person("Asha").await;
    let room = person.opens(quick(Preset::EnDodoi, DecisionMode::Majority)).await;
    (person, room)
}

/// A bare socket that said hello and was welcomed.
async fn welcomed(person: &Person, room: &RoomId) -> Line {
    let mut line = Line::upgraded(person, room).await.expect("an upgrade");
    line.text(&hello(person, room).await).await.expect("a hello");
    let welcome = line.next_text().await.expect("a welcome");
    assert!(welcome.starts_with("{\"f\":\"welcome\""), "{welcome}");
    line
}

/// A hello with a fresh ticket.
async fn hello(person: &Person, room: &RoomId) -> String {
    let ticket = person.ticket(room).await.expect("a ticket");
    hello_with(&ticket)
}

fn hello_with(ticket: &str) -> String {
    let hello = Hello { proto: PROTO_MINOR, ticket: ticket.to_owned(), tab: "bare".to_owned(), resume: None };
    serde_json::json!({ "k": "hello", "d": hello }).to_string()
}

/// The server is well: it answers at once.
async fn is_well(world: &World) {
    let health = world.fetch(Request::get("/healthz")).await;
    assert_eq!(health.status, 200);
}
