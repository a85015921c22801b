//! What people write: text, never anything else, of a bounded size; and never in the server's log.

use protocol::command::Hearers;
use protocol::http::SessionRequest;
use protocol::refusal::TextProblem;
use protocol::{Command, Refusal};
use sindillo_tests::{Request, World};

use super::{is_well, room_and_visitor};

#[tokio::test]
async fn i4_a_line_of_chat_is_text_and_stays_what_it_is() {
    let world = World::new().await;
    let (person, room) = room_and_visitor(&world).await;
    let tab = person.enters(&room).await;
    let hearer = world.person("Hodan").await.enters(&room).await;
    for text in [
        "<script>alert(1)</script>",
        "javascript:alert(1)",
        "'; DROP TABLE entries; --",
        "\"}],\"x\":[{\"",
        "مرحبا بكم",
        "Łódź, Ŵŷ, 日本語, 🫘🏺",
        &"ŵ".repeat(300),
    ] {
        tab.says(Hearers::All, text).await.unwrap_or_else(|why| panic!("{text:.40}: {why:?}"));
        hearer
            .waits("the line is heard as it was said", |seen| {
                seen.table
                    .as_ref()
                    .is_some_and(|table| table.chat.last().is_some_and(|line| line.text == text))
            })
            .await;
    }
    let zalgo = format!("a{}", "\u{301}".repeat(40));
    for (text, why) in [
        ("", TextProblem::Empty),
        ("   \t ", TextProblem::Empty),
        (&"a".repeat(301), TextProblem::TooLong),
        (&"🏺🏺".repeat(151), TextProblem::TooLong),
        ("a\u{7}b", TextProblem::Character),
        ("a\u{1b}[31mb", TextProblem::Character),
        ("a\u{202e}b", TextProblem::Character),
        (&zalgo, TextProblem::Character),
    ] {
        let refused = tab.asks(Command::ChatSay { to: Hearers::All, text: text.to_owned() }).await;
        assert_eq!(refused, Err(Refusal::TextRefused { why }), "{text:?}");
    }
    hearer.kept_the_contract();
    world.end().await;
}

#[tokio::test]
async fn names_at_the_door_are_checked_like_names_in_a_room() {
    let world = World::new().await;
    for name in ["", "x", "a\u{0}b", "\u{202e}abc", "admin", &"n".repeat(25), &"n".repeat(10_000)] {
        let body = SessionRequest { name: Some(name.to_owned()) };
        let response = world.fetch(Request::post("/api/session", &body)).await;
        assert!((400..500).contains(&response.status), "{name:.30?} is answered with {}", response.status);
    }
    let nameless = world.fetch(Request::post("/api/session", &SessionRequest { name: None })).await;
    let session: protocol::http::Session = nameless.json().expect("a session");
    assert!(!session.named && session.name.chars().count() >= 2, "a name is made up: {session:?}");
    is_well(&world).await;
    world.end().await;
}

/// X11: no secret and no talk in the log, at any level.
#[tokio::test]
async fn the_log_holds_no_cookie_no_ticket_and_no_talk_at_any_level() {
    let mut world = World::with(&["--log", "trace", "--log-format", "json"]).await;
    world.expect_warning("WARN");
    let (person, room) = room_and_visitor(&world).await;
    let ticket = person.ticket(&room).await.expect("a ticket");
    let tab = person.enters(&room).await;
    tab.says(Hearers::All, "mbuzi-siri-5521").await.expect("a line");
    tab.sends_text("nonsense \u{1b}[31m with \n everything");
    tab.until("it is refused", |state| (!state.errors.is_empty()).then_some(())).await;
    let agent = Request::get("/api/games").header("user-agent", "evil\u{1b}[31m{\"level\":\"ERROR\"}");
    world.fetch(agent).await;
    tab.leaves().await;
    world.terminate().await;
    let log = world.log().text();
    let cookie = person.cookie().split_once('=').map(|(_, value)| value.to_owned()).expect("a value");
    for secret in [cookie.as_str(), ticket.as_str(), "mbuzi-siri-5521"] {
        assert!(!log.contains(secret), "the log holds {secret}");
    }
    for line in log.lines() {
        let object: serde_json::Value =
            serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}"));
        assert!(object.is_object(), "each line is one object: {line}");
        assert!(!line.contains('\u{1b}'), "no escape gets into the log: {line}");
    }
    world.end().await;
}
