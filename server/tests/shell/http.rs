//! Routes: what is answered, and above all what is not.

use engine::Side;
use protocol::http::{BotSeats, GameInfo, LobbyPhase, LobbyRow, Problem, Session};
use protocol::message::Answer;
use protocol::refusal::{NameProblem, Refusal};
use server::config::Settings;
use tempfile::TempDir;

use crate::world::{World, quick};

fn refusal(reply: &crate::world::Reply) -> Refusal {
    let problem: Problem = reply.json();
    assert_eq!(problem.status, reply.status);
    assert_eq!(reply.header("content-type"), Some("application/problem+json"));
    problem.refusal
}

#[tokio::test]
async fn somebody_new_becomes_a_guest_and_may_take_a_name() {
    let world = World::begin().await;
    let stranger = world.request("GET", "/api/session", "", "").await;
    assert_eq!((stranger.status, refusal(&stranger)), (401, Refusal::Unauthorized));
    let json = "Content-Type: application/json\r\n";
    let born = world.request("POST", "/api/session", json, "{}").await;
    let cookie = born.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    assert!(!born.json::<Session>().named);
    let headers = format!("{json}Cookie: {cookie}\r\n");
    let named = world.request("POST", "/api/session", &headers, r#"{"name":" Blue  Crane "}"#).await;
    assert_eq!(
        named.json::<Session>(),
        Session { name: "Blue Crane".to_owned(), named: true, account: None }
    );
    let known = world.request("GET", "/api/session", &headers, "").await;
    assert_eq!(known.json::<Session>().name, "Blue Crane");
    assert_eq!(known.header("cache-control"), Some("no-store"));
    let refused = world.request("POST", "/api/session", &headers, r#"{"name":"Admin"}"#).await;
    assert_eq!(refusal(&refused), Refusal::NameRefused { why: NameProblem::Reserved });
    let dir = world.end().await;
    let world = World::begin_in(dir).await;
    let after = world.request("GET", "/api/session", &headers, "").await;
    assert_eq!(after.json::<Session>().name, "Blue Crane", "a session outlives the server");
}

#[tokio::test]
async fn a_room_is_opened_listed_and_limited() {
    let world = World::begin().await;
    let guest = world.guest("Crane").await;
    let room = guest.open(quick(), BotSeats::default()).await;
    let mut hidden = quick();
    hidden.visibility = protocol::settings::Visibility::Unlisted;
    let secret = guest.open(hidden, BotSeats::default()).await;
    let lobby: Vec<LobbyRow> = world.request("GET", "/api/rooms", "", "").await.json();
    assert_eq!(lobby.iter().map(|row| &row.room).collect::<Vec<_>>(), [&room]);
    guest.open(quick(), BotSeats::default()).await;
    let body = protocol::http::RoomRequest { settings: quick(), bots: BotSeats::default() };
    let mut inside = Vec::new();
    for row in world.request("GET", "/api/rooms", "", "").await.json::<Vec<LobbyRow>>() {
        inside.push(guest.enter(&row.room).await);
    }
    inside.push(guest.enter(&secret).await);
    let fourth = guest.post("/api/rooms", &body).await;
    assert_eq!((fourth.status, refusal(&fourth)), (429, Refusal::TooManyRooms));
    let mut wrong = quick();
    wrong.team_max = 0;
    let other = world.guest("Heron").await;
    let body = protocol::http::RoomRequest { settings: wrong, bots: BotSeats::default() };
    let refused = other.post("/api/rooms", &body).await;
    assert!(matches!(refusal(&refused), Refusal::BadSettings { .. }), "{refused:?}");
    assert_eq!(world.rooms.awake_count(), 3, "a room that was refused leaves nothing");
    let games: Vec<GameInfo> = world.request("GET", "/api/games", "", "").await.json();
    assert_eq!(games.len(), engine::Preset::ALL.len());
}

#[tokio::test]
async fn bodies_are_read_strictly() {
    let world = World::begin().await;
    let json = "Content-Type: application/json\r\n";
    let large = format!(r#"{{"name":"{}"}}"#, "a".repeat(17_000));
    for (headers, body, status) in [
        ("", r#"{"name":"Crane"}"#, 415),
        ("Content-Type: text/plain\r\n", r#"{"name":"Crane"}"#, 415),
        (json, "[]", 400),
        (json, r#"["Crane"]"#, 400),
        (json, r#"{"name":"Crane","name":"Crow"}"#, 400),
        (json, r#"{"name":"Crane","more":1}"#, 400),
        (json, r#"{"name":1}"#, 400),
        (json, r#"{"name":"Crane"} x"#, 400),
        (json, large.as_str(), 413),
        ("Content-Type: application/json; charset=utf-8\r\n", r#"{"name":"Crane"}"#, 200),
    ] {
        let reply = world.request("POST", "/api/session", headers, body).await;
        assert_eq!(reply.status, status, "{headers} {body:.80}");
    }
    let chunked = format!(
        "POST /api/session HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{json}Transfer-Encoding: chunked\r\n\r\n\
         4e20\r\n{}\r\n0\r\n\r\n",
        world.address,
        "a".repeat(20_000)
    );
    assert_eq!(world.raw(chunked.as_bytes()).await.status, 413);
}

#[tokio::test]
async fn only_our_own_pages_may_change_anything() {
    let world = World::begin().await;
    let own = world.address;
    for (header, status) in [
        (format!("Origin: http://{own}\r\n"), 200),
        ("Sec-Fetch-Site: same-origin\r\n".to_owned(), 200),
        ("Sec-Fetch-Site: none\r\n".to_owned(), 200),
        (format!("Origin: https://{own}\r\n"), 403),
        (format!("Origin: http://{own}.evil.example\r\n"), 403),
        ("Origin: http://127.0.0.1:1\r\n".to_owned(), 403),
        ("Origin: null\r\n".to_owned(), 403),
        (format!("Origin: http://{own}\r\nOrigin: http://{own}\r\n"), 403),
        ("Sec-Fetch-Site: cross-site\r\n".to_owned(), 403),
        ("Sec-Fetch-Site: same-site\r\n".to_owned(), 403),
    ] {
        let headers = format!("Content-Type: application/json\r\n{header}");
        let reply = world.request("POST", "/api/session", &headers, "{}").await;
        assert_eq!(reply.status, status, "{header}");
    }
}

#[tokio::test]
async fn what_is_not_http_as_we_speak_it_is_refused() {
    let world = World::begin().await;
    let host = format!("Host: {}\r\n", world.address);
    let many: String = (0..65).map(|n| format!("X-{n}: 1\r\n")).collect();
    let long = format!("X-Long: {}\r\n", "a".repeat(17_000));
    let huge = format!("X-Huge: {}\r\n", "a".repeat(300_000));
    let cases = [
        ("GET /healthz HTTP/1.1\r\n\r\n".to_owned(), vec![400]),
        (format!("GET /healthz HTTP/1.1\r\n{host}{host}\r\n"), vec![400]),
        ("GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n".to_owned(), vec![421]),
        ("GET /healthz HTTP/1.1\r\nHost: localhost:99999\r\n\r\n".to_owned(), vec![421]),
        (format!("GET http://evil.example/healthz HTTP/1.1\r\n{host}\r\n"), vec![421]),
        (format!("GET /healthz HTTP/1.1\r\n{host}{many}\r\n"), vec![431]),
        (format!("GET /healthz HTTP/1.1\r\n{host}{long}\r\n"), vec![431]),
        (format!("GET /healthz HTTP/1.1\r\n{host}{huge}\r\n"), vec![431]),
        (format!("GET /{} HTTP/1.1\r\n{host}\r\n", "a".repeat(5_000)), vec![414]),
        (format!("GET /{} HTTP/1.1\r\n{host}\r\n", "a".repeat(70_000)), vec![414, 431]),
        (format!("TRACE /healthz HTTP/1.1\r\n{host}Connection: close\r\n\r\n"), vec![405]),
        (format!("DELETE / HTTP/1.1\r\n{host}Connection: close\r\n\r\n"), vec![405]),
        (
            format!("POST /healthz HTTP/1.1\r\n{host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
            vec![400],
        ),
        (format!("POST /healthz HTTP/1.1\r\n{host}Content-Length: +5\r\n\r\nabcde"), vec![400]),
        (format!("GET /healthz HTTP/1.1\r\n{host}X : 1\r\n\r\n"), vec![400]),
        (format!("GET /healthz HTTP/1.1\r\n{host}X: a\0b\r\n\r\n"), vec![400]),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(), vec![0, 400]),
    ]
    .into_iter()
    .map(async |(request, expected): (String, Vec<u16>)| {
        let reply = world.raw(request.as_bytes()).await;
        assert!(expected.contains(&reply.status), "{} for {request:.60}", reply.status);
    });
    // Some of the connections stay open until their next header is late.
    futures_util::future::join_all(cases).await;
    let wrong = world.request("DELETE", "/api/session", "", "").await;
    assert_eq!(wrong.status, 405);
    assert!(wrong.header("allow").is_some_and(|allow| allow.contains("POST")), "{wrong:?}");
}

#[tokio::test]
async fn a_silent_or_slow_connection_is_closed() {
    let world = World::begin().await;
    let start = std::time::Instant::now();
    let (silent, slow) = tokio::join!(world.raw(b""), world.raw(b"GET /healthz HTTP/1.1\r\nHo"));
    // Five seconds, and what a busy machine adds to that.
    assert!(start.elapsed() < std::time::Duration::from_secs(30));
    assert!([0, 408].contains(&silent.status) && [0, 408].contains(&slow.status));
}

#[tokio::test]
async fn nothing_outside_the_page_is_served_and_pages_carry_their_headers() {
    let web = TempDir::new().unwrap();
    std::fs::create_dir(web.path().join("assets")).unwrap();
    std::fs::write(web.path().join("index.html"), "<!doctype html><p>the page</p>").unwrap();
    std::fs::write(web.path().join("assets/app-1.js"), "1;".repeat(2_000)).unwrap();
    let dir = TempDir::new().unwrap();
    let settings =
        Settings { web_dir: Some(web.path().to_owned()), ..Settings::local(dir.path().to_owned()) };
    let world = World::with(dir, settings).await;
    for path in ["/", "/r/0123456789abcdef", "/rules", "/index.html"] {
        let page = world.request("GET", path, "", "").await;
        // The page of a room has in it what its visitor may see.
        let kept = if path.starts_with("/r/") { "private, no-cache" } else { "no-cache" };
        assert_eq!((page.status, page.header("cache-control")), (200, Some(kept)), "{path}");
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
        for header in ["content-security-policy", "x-content-type-options", "referrer-policy", "etag"] {
            assert!(page.header(header).is_some(), "{header}");
        }
    }
    let script = world.request("GET", "/assets/app-1.js", "Accept-Encoding: gzip\r\n", "").await;
    assert_eq!(script.header("content-type"), Some("text/javascript; charset=utf-8"));
    assert!(script.header("cache-control").unwrap().contains("immutable"));
    assert_eq!(script.header("content-encoding"), Some("gzip"));
    let tag = world.request("GET", "/assets/app-1.js", "", "").await.header("etag").unwrap().to_owned();
    let again = world.request("GET", "/assets/app-1.js", &format!("If-None-Match: {tag}\r\n"), "").await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    for path in [
        "/../Cargo.toml",
        "/%2e%2e%2fCargo.toml",
        "//etc/passwd",
        "/assets/../index.html",
        "/assets/none.js",
        "/api/none",
        "/.git/config",
        "/a%00",
        "/%ff",
        "/ws",
    ] {
        let reply = world.request("GET", path, "", "").await;
        assert_eq!(reply.status, 404, "{path}");
    }
    let head = world.request("HEAD", "/", "", "").await;
    assert_eq!((head.status, head.body.len()), (200, 0));
}

#[tokio::test]
async fn answers_that_carry_a_secret_are_not_compressed() {
    let world = World::begin().await;
    let guest = world.guest("Crane").await;
    let room = guest.open(quick(), BotSeats::default()).await;
    let headers = format!(
        "Content-Type: application/json\r\nAccept-Encoding: gzip, br\r\nCookie: {}\r\n",
        guest.cookie
    );
    let ticket = world.request("POST", "/api/ws-ticket", &headers, &format!(r#"{{"room":"{room}"}}"#)).await;
    assert_eq!((ticket.status, ticket.header("content-encoding")), (200, None));
    let games = world.request("GET", "/api/games", &headers, "").await;
    assert!(games.header("content-encoding").is_some());
}

#[tokio::test]
async fn a_ticket_is_for_a_guest_and_a_room_that_is_there() {
    let world = World::begin().await;
    let json = "Content-Type: application/json\r\n";
    let body = r#"{"room":"0123456789abcdef"}"#;
    let stranger = world.request("POST", "/api/ws-ticket", json, body).await;
    assert_eq!(refusal(&stranger), Refusal::Unauthorized);
    let guest = world.guest("Crane").await;
    let headers = format!("{json}Cookie: {}\r\n", guest.cookie);
    let nowhere = world.request("POST", "/api/ws-ticket", &headers, body).await;
    assert_eq!((nowhere.status, refusal(&nowhere)), (404, Refusal::NoRoom));
    for room in ["0", "-1", "9223372036854775808", "../..", ""] {
        let reply =
            world.request("POST", "/api/ws-ticket", &headers, &format!(r#"{{"room":"{room}"}}"#)).await;
        assert_eq!(reply.status, 400, "{room}");
    }
}

#[tokio::test]
async fn health_tells_whether_the_server_can_serve() {
    let world = World::begin().await;
    assert_eq!(world.request("GET", "/healthz", "", "").await.status, 200);
    assert_eq!(world.request("GET", "/readyz", "", "").await.status, 200);
}

#[tokio::test]
async fn a_guest_sees_the_games_he_sits_in_and_nobody_elses() {
    let world = World::begin().await;
    let unknown = world.request("GET", "/api/me/games", "", "").await;
    assert_eq!((unknown.status, refusal(&unknown)), (401, Refusal::Unauthorized));
    let (crane, heron) = (world.guest("Crane").await, world.guest("Heron").await);
    let mut hidden = quick();
    hidden.visibility = protocol::settings::Visibility::Unlisted;
    let room = crane.open(hidden, BotSeats::default()).await;
    crane.open(quick(), BotSeats::default()).await;
    assert_eq!(crane.games().await, []);
    let sit = |side| protocol::Command::SeatTake { side: Some(side), withdraw: false };
    let (mut first, _) = crane.enter(&room).await;
    let (mut second, _) = heron.enter(&room).await;
    assert_eq!(first.order(None, sit(Side::South)).await, Answer::Ok);
    assert_eq!(second.order(None, sit(Side::North)).await, Answer::Ok);
    let games = crane.games().await;
    let [game] = games.as_slice() else { panic!("{games:?}") };
    assert_eq!((&game.row.room, game.side, game.turn, game.awaits), (&room, Side::South, None, false));
    for line in [&mut first, &mut second] {
        let ready = protocol::Command::ReadySet { on: true };
        assert_eq!(line.order(None, ready).await, Answer::Ok);
    }
    let (mine, theirs) = (crane.games().await.remove(0), heron.games().await.remove(0));
    assert_eq!((mine.turn, mine.row.phase), (theirs.turn, LobbyPhase::Playing));
    assert!(mine.awaits ^ theirs.awaits, "one of them is to move: {mine:?} {theirs:?}");
    assert_eq!(mine.awaits, mine.turn == Some(Side::South));
    let left = second.order(None, protocol::Command::SeatLeave {}).await;
    assert_eq!(left, Answer::Ok);
    assert_eq!(heron.games().await, [], "who left is not in it any more");
}

#[tokio::test]
async fn a_known_visitor_cannot_be_written_down_without_end() {
    let world = World::begin().await;
    let guest = world.guest("Crane").await;
    let mut granted = 0;
    let refused = loop {
        let reply = guest.post("/api/session", &serde_json::json!({})).await;
        if reply.status != 200 {
            break reply;
        }
        granted += 1;
        assert!(granted < 100, "there is no limit");
    };
    assert_eq!(refused.status, 429);
    assert!(matches!(refusal(&refused), Refusal::RateLimited { .. }));
    assert!(granted >= 19, "{granted}");
    let known = world.request("GET", "/api/session", &format!("Cookie: {}\r\n", guest.cookie), "").await;
    assert_eq!(known.status, 200, "he is still known");
    assert_eq!(world.guest("Heron").await.post("/api/session", &serde_json::json!({})).await.status, 200);
}
