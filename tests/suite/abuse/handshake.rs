//! Who may open a socket, from which page, with which words.

use std::time::Duration;

use protocol::{CloseCode, RoomId};
use sindillo_tests::raw::{Line, Upgrade};
use sindillo_tests::{Request, Tab, World};

use super::{hello, hello_with, is_well, room_and_visitor, welcomed};

/// H10, H11: only pages of this very server may open sockets: scheme, host and port.
#[tokio::test]
async fn i1_only_our_own_page_may_open_a_socket() {
    let world = World::with(&["--no-address-limits"]).await;
    let (person, room) = room_and_visitor(&world).await;
    let address = world.address().get();
    let port = address.port();
    let decent = || Upgrade::decent(&person, &room);
    for foreign in [
        "https://evil.example".to_owned(),
        format!("https://{address}"),
        format!("http://127.0.0.1:{}", port ^ 1),
        "http://127.0.0.1".to_owned(),
        format!("http://127.0.0.1:{port}.evil.example"),
        format!("http://evil-127.0.0.1:{port}"),
        format!("http://127.0.0.1.:{port}"),
        format!("http://user@127.0.0.1:{port}"),
        format!("http://127.0.0.1:{port}/"),
        format!("ws://127.0.0.1:{port}"),
        "null".to_owned(),
        String::new(),
    ] {
        let status = decent().with("Origin", foreign.clone()).status(person.from(), &world.address()).await;
        assert_eq!(status.expect("an answer"), 403, "Origin {foreign:?}");
    }
    let own = world.address().origin();
    let two = decent().and("Origin", "https://evil.example").status(person.from(), &world.address()).await;
    assert_eq!(two.expect("an answer"), 403, "two origins");
    let none = decent().without("Origin").status(person.from(), &world.address()).await;
    assert_eq!(none.expect("an answer"), 403, "no origin");
    let upper = decent().with("Origin", own.to_uppercase().replace("HTTP", "http"));
    for fine in [decent(), upper, decent().with("Origin", format!("http://localhost:{port}"))] {
        let status = fine.status(person.from(), &world.address()).await;
        assert_eq!(status.expect("an answer"), 101, "{:?}", fine.headers);
    }
    is_well(&world).await;
    world.end().await;
}

/// H10 on the routes that change something.
#[tokio::test]
async fn i1_a_foreign_page_can_do_nothing_with_a_visitors_cookie() {
    let world = World::new().await;
    let (person, room) = room_and_visitor(&world).await;
    let body = protocol::http::TicketRequest { room };
    for (name, value) in
        [("origin", "https://evil.example"), ("origin", "null"), ("sec-fetch-site", "cross-site")]
    {
        let request =
            Request::post("/api/ws-ticket", &body).header("cookie", person.cookie()).header(name, value);
        let response = world.fetch(request).await;
        assert_eq!(response.status, 403, "{name}: {value}");
        assert!(!response.text().contains("ticket\""), "and no ticket comes back");
    }
    world.end().await;
}

/// H13: another site's name that points here is not served.
#[tokio::test]
async fn a_request_for_another_host_is_not_answered() {
    let world = World::new().await;
    let (person, room) = room_and_visitor(&world).await;
    let decent = || Upgrade::decent(&person, &room);
    for (upgrade, allowed) in [
        (decent().without("Host"), &[400][..]),
        (decent().and("Host", "127.0.0.1"), &[400]),
        (decent().with("Host", "evil.example"), &[421, 403]),
        (decent().with("Host", "127.0.0.1:99999"), &[400, 421, 403]),
    ] {
        let status = upgrade.status(person.from(), &world.address()).await.expect("an answer");
        assert!(allowed.contains(&status), "{:?} is answered with {status}", upgrade.headers);
    }
    let response = world.fetch(Request::get("/api/games").header("Host", "rebound.example")).await;
    assert!([421, 403].contains(&response.status), "{}", response.status);
    world.end().await;
}

/// H14, H16, H17, and the subprotocol.
#[tokio::test]
async fn a_handshake_that_is_none_is_refused_in_words() {
    let world = World::new().await;
    let (person, room) = room_and_visitor(&world).await;
    let decent = || Upgrade::decent(&person, &room);
    let line = |line: &str| Upgrade { line: line.to_owned(), ..decent() };
    let path = sindillo_tests::tab::socket_path(&room);
    for (upgrade, allowed) in [
        (decent().without("Sec-WebSocket-Protocol"), &[400][..]),
        (decent().with("Sec-WebSocket-Protocol", "sindillo.v2.json, chat"), &[400]),
        (decent().with("Sec-WebSocket-Version", "8"), &[426, 400]),
        (decent().with("Sec-WebSocket-Version", "12, 13"), &[426, 400]),
        (decent().without("Sec-WebSocket-Version"), &[426, 400]),
        (decent().with("Sec-WebSocket-Key", ""), &[400]),
        (decent().with("Sec-WebSocket-Key", "abc"), &[400]),
        (decent().with("Connection", "close"), &[426, 400]),
        (decent().with("Upgrade", "h2c"), &[426, 400]),
        (line(&format!("POST {path} HTTP/1.1")), &[405]),
        (line(&format!("PUT {path} HTTP/1.1")), &[405]),
        (line(&format!("TRACE {path} HTTP/1.1")), &[405]),
        (line(&format!("GET {path} HTTP/1.0")), &[426, 400]),
    ] {
        let status = upgrade.status(person.from(), &world.address()).await.expect("an answer");
        assert!(
            allowed.contains(&status),
            "{:?} {:?} is answered with {status}",
            upgrade.line,
            upgrade.headers
        );
    }
    let trace = world.fetch(Request::of("TRACE", "/")).await;
    assert_eq!(trace.status, 405);
    let compressed = decent().with("Sec-WebSocket-Extensions", "permessage-deflate");
    let mut line = Line::dial(person.from(), &world.address()).await.expect("a line");
    line.write(compressed.text().as_bytes()).await.expect("written");
    let head = line.head().await.expect("a head");
    assert_eq!(
        (head.status, head.header("sec-websocket-extensions")),
        (101, None),
        "compression is not spoken"
    );
    is_well(&world).await;
    world.end().await;
}

/// S2: a ticket is good once, for one room, for one session, for half a minute.
#[tokio::test]
async fn a_ticket_is_good_once_and_for_its_room_and_session_alone() {
    let world = World::new().await;
    let (person, room) = room_and_visitor(&world).await;
    let other_room = person
        .opens(sindillo_tests::quick(engine::Preset::Ndoto, protocol::settings::DecisionMode::Hand))
        .await;
    let thief = world.person("Warsame").await;
    let unauthorized = Some(CloseCode::Unauthorized.number());

    let ticket = person.ticket(&room).await.expect("a ticket");
    let mut first = Line::upgraded(&person, &room).await.expect("an upgrade");
    first.text(&hello_with(&ticket)).await.expect("a hello");
    first.next_text().await.expect("a welcome");
    let mut second = Line::upgraded(&person, &room).await.expect("an upgrade");
    second.text(&hello_with(&ticket)).await.expect("a hello");
    assert_eq!(second.close_code().await.expect("a close"), unauthorized, "used up");

    let ticket = person.ticket(&room).await.expect("a ticket");
    let mut elsewhere = Line::upgraded(&person, &other_room).await.expect("an upgrade");
    elsewhere.text(&hello_with(&ticket)).await.expect("a hello");
    assert_eq!(elsewhere.close_code().await.expect("a close"), unauthorized, "of another room");

    let ticket = person.ticket(&room).await.expect("a ticket");
    let mut stolen = Line::upgraded(&thief, &room).await.expect("an upgrade");
    stolen.text(&hello_with(&ticket)).await.expect("a hello");
    assert_eq!(stolen.close_code().await.expect("a close"), unauthorized, "of another session");

    for invented in ["", "x", &"0".repeat(4_000)] {
        let mut line = Line::upgraded(&person, &room).await.expect("an upgrade");
        line.text(&hello_with(invented)).await.expect("a hello");
        assert_eq!(line.close_code().await.expect("a close"), unauthorized, "{invented:?}");
    }
    world.end().await;
}

/// J10, H20: the first frame is hello, and there is one of it.
#[tokio::test]
async fn a_socket_says_hello_first_soon_and_once() {
    let world = World::new().await;
    let (person, room) = room_and_visitor(&world).await;
    let bad_session = Some(CloseCode::BadSession.number());
    let silent = async {
        let mut line = Line::upgraded(&person, &room).await.expect("an upgrade");
        let began = tokio::time::Instant::now();
        assert_eq!(line.close_code().await.expect("a close"), bad_session, "no hello");
        // Sooner than anything else would end it.
        let took = began.elapsed();
        assert!(took < Duration::from_millis(protocol::limits::MESSAGE_MS), "{took:?}");
    };
    let others = async {
        let mut early = Line::upgraded(&person, &room).await.expect("an upgrade");
        early
            .text(r#"{"c":"7d444840-9dc0-11d1-b245-5ffdce74fad2","k":"seat.leave","d":{}}"#)
            .await
            .expect("sent");
        assert_eq!(early.close_code().await.expect("a close"), bad_session, "an order before hello");

        let mut twice = welcomed(&person, &room).await;
        twice.text(&hello(&person, &room).await).await.expect("sent");
        assert_eq!(twice.close_code().await.expect("a close"), bad_session, "a second hello");

        let mut newer = Line::upgraded(&person, &room).await.expect("an upgrade");
        let future = hello(&person, &room)
            .await
            .replace(&format!("\"proto\":{}", protocol::PROTO_MINOR), "\"proto\":999");
        newer.text(&future).await.expect("sent");
        let code = newer.close_code().await.expect("a close");
        assert_eq!(code, Some(CloseCode::Upgrade.number()), "a page from the future");
    };
    tokio::join!(silent, others);
    world.end().await;
}

/// H23: a room that is not there and one that cannot be are refused alike.
#[tokio::test]
async fn unknown_rooms_are_refused_alike() {
    let world = World::new().await;
    let (person, room) = room_and_visitor(&world).await;
    let invented = RoomId::from_bits([9; 10]);
    let upgrade = Upgrade::decent(&person, &invented);
    let mut line = Line::dial(person.from(), &world.address()).await.expect("a line");
    line.write(upgrade.text().as_bytes()).await.expect("written");
    if line.head().await.expect("a head").status == 101 {
        line.text(&hello(&person, &room).await).await.expect("sent");
        let code = line.close_code().await.expect("a close");
        assert!(
            [CloseCode::Unauthorized, CloseCode::NoRoom].map(CloseCode::number).map(Some).contains(&code),
            "{code:?}"
        );
    }
    let mut bodies = Vec::new();
    for room in [invented.as_str(), "0", "-1", "9223372036854775808", "../../etc/passwd", &"z".repeat(10_000)]
    {
        let response = person
            .fetch(Request::post("/api/ws-ticket", &serde_json::json!({ "room": room })))
            .await
            .expect("an answer");
        assert!((400..500).contains(&response.status), "{room:.40}: {}", response.status);
        bodies.push(response.status);
        let page = sindillo_tests::raw::Upgrade {
            line: format!("GET /ws/{room:.200} HTTP/1.1"),
            ..Upgrade::decent(&person, &invented)
        };
        let status = page.status(person.from(), &world.address()).await.expect("an answer");
        assert!((101..=101).contains(&status) || (400..500).contains(&status), "{status}");
    }
    let without = world.fetch(Request::post("/api/ws-ticket", &serde_json::json!({ "room": room }))).await;
    assert_eq!(without.status, 401, "without a session");
    world.end().await;
}

/// D13: a newer socket of the same tab replaces the older one, and nobody leaves by it.
#[tokio::test]
async fn a_tab_that_comes_back_replaces_its_own_older_socket_only() {
    let world = World::new().await;
    let (person, room) = room_and_visitor(&world).await;
    let watcher: Tab = world.person("Hodan").await.enters(&room).await;
    let mut old = welcomed(&person, &room).await;
    let mut other = Line::upgraded(&person, &room).await.expect("an upgrade");
    other.text(&hello(&person, &room).await.replace("bare", "another")).await.expect("sent");
    other.next_text().await.expect("a welcome");
    let mut new = welcomed(&person, &room).await;
    assert_eq!(old.close_code().await.expect("a close"), Some(CloseCode::Replaced.number()));
    for line in [&mut other, &mut new] {
        line.text(r#"{"k":"ping","d":{"t":7}}"#).await.expect("sent");
        while !line.next_text().await.expect("a frame").contains("\"f\":\"pong\"") {}
    }
    watcher.kept_the_contract();
    world.end().await;
}
