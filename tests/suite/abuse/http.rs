//! HTTP itself: slow, large, malformed, and paths that lead nowhere.

use protocol::CloseCode;
use sindillo_tests::raw::Line;
use sindillo_tests::world::loopback;
use sindillo_tests::{Request, World};
use tokio::time::Instant;

use super::is_well;

/// H1, H2: who does not speak is not waited for.
#[tokio::test]
async fn a_connection_that_does_not_speak_is_not_waited_for() {
    let world = World::with_page().await;
    let address = world.address();
    let silent = async {
        let mut line = Line::dial(loopback(), &address).await.expect("a line");
        let began = Instant::now();
        line.until_closed().await.expect("a close");
        began.elapsed()
    };
    let half = async {
        let mut line = Line::dial(loopback(), &address).await.expect("a line");
        line.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ").await.expect("sent");
        let began = Instant::now();
        line.until_closed().await.expect("a close");
        began.elapsed()
    };
    let idle = async {
        let mut line = Line::dial(loopback(), &address).await.expect("a line");
        let request = format!("GET /healthz HTTP/1.1\r\nHost: {}\r\n\r\n", address.get());
        line.write(request.as_bytes()).await.expect("sent");
        assert_eq!(line.head().await.expect("an answer").status, 200);
        let began = Instant::now();
        line.until_closed().await.expect("a close");
        began.elapsed()
    };
    let body = async {
        let mut line = Line::dial(loopback(), &address).await.expect("a line");
        let head = format!(
            "POST /api/session HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{",
            address.get()
        );
        line.write(head.as_bytes()).await.expect("sent");
        let began = Instant::now();
        line.until_closed().await.expect("a close");
        began.elapsed()
    };
    let (silent, half, idle, body) = tokio::join!(silent, half, idle, body);
    println!("closed after: silent {silent:?}, half a head {half:?}, idle {idle:?}, half a body {body:?}");
    // Five seconds for a head, ten for an answer, and what a busy machine adds to that.
    for (who, took) in [("silent", silent), ("half", half), ("idle", idle), ("body", body)] {
        assert!(took.as_secs() < 30, "{who} {took:?}");
    }
    is_well(&world).await;
    world.end().await;
}

/// H4, H5: heads and targets have bounds.
#[tokio::test]
async fn heads_and_targets_are_bounded() {
    let world = World::with_page().await;
    let long = world.fetch(Request::get("/").header("x-long", "x".repeat(17 * 1024))).await;
    assert_eq!(long.status, 431, "one header of 17 KiB");
    let mut many = Request::get("/healthz");
    for number in 0..120 {
        many = many.header(&format!("x-{number}"), "0123456789");
    }
    assert_eq!(world.fetch(many).await.status, 431, "120 headers");
    let target = world.fetch(Request::get(format!("/{}", "x".repeat(8 * 1024)))).await;
    assert!([414, 431].contains(&target.status), "{}", target.status);
    let mut line = Line::dial(loopback(), &world.address()).await.expect("a line");
    let head =
        format!("GET / HTTP/1.1\r\nHost: {}\r\n{}", world.address().get(), "x-a: b\r\n".repeat(40_000));
    let _ = line.write(head.as_bytes()).await;
    let status = line.head().await.map(|head| head.status);
    // The answer may be lost when the connection is closed under what is still being sent.
    assert!(status.as_ref().map_or(true, |status| *status == 431), "{status:?}");
    is_well(&world).await;
    world.end().await;
}

/// H8: heads that two readers would read differently.
#[tokio::test]
async fn ambiguous_heads_are_refused() {
    let world = World::with_page().await;
    let host = world.address().get();
    for head in [
        "Content-Length: 5\r\nContent-Length: 6\r\n",
        "Content-Length: +5\r\n",
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked, chunked\r\n",
        "X-Folded: a\r\n b\r\n",
        "X-Space : a\r\n",
        "X-Nul: a\0b\r\n",
    ] {
        let mut line = Line::dial(loopback(), &world.address()).await.expect("a line");
        let text = format!(
            "POST /api/session HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n{head}\r\n{{\"na"
        );
        line.write(text.as_bytes()).await.expect("sent");
        let answer = line.head().await;
        let refused = answer.as_ref().map_or(true, |answer| (400..500).contains(&answer.status));
        assert!(refused, "{head:?} is answered with {:?}", answer.map(|answer| answer.status));
    }
    let mut line = Line::dial(loopback(), &world.address()).await.expect("a line");
    line.write(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03").await.expect("sent");
    line.until_closed().await.expect("TLS to the plain port is closed");
    is_well(&world).await;
    world.end().await;
}

/// H22: no path leads out of the page.
#[tokio::test]
async fn no_path_leads_out_of_the_page() {
    let world = World::with_page().await;
    for path in [
        "/../../../../../../etc/passwd",
        "/assets/../../../../../../etc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2f..%2f..%2fetc%2fpasswd",
        "//etc/passwd",
        "/\\..\\..\\etc\\passwd",
        "/assets/%00",
        "/assets/%ff",
        "/.git/config",
        "/data/sindillo.sqlite",
        "/api/../../etc/passwd",
        "/api/nothing",
        "/nothing.js",
    ] {
        let response = world.fetch(Request::get(path)).await;
        assert!([400, 404].contains(&response.status), "{path} is answered with {}", response.status);
        assert!(!response.text().contains("root:"), "{path}");
    }
    let foreign = world.fetch(Request::get("http://evil.example/api/games")).await;
    assert!((400..500).contains(&foreign.status), "{}", foreign.status);
    let star = world.fetch(Request::of("OPTIONS", "*")).await;
    assert!((200..500).contains(&star.status), "{}", star.status);
    world.end().await;
}

/// H16, H23, H26 and the bodies of the routes.
#[tokio::test]
async fn routes_answer_the_wrong_method_body_and_range_with_a_problem() {
    let world = World::with_page().await;
    let person = world.person("Asha").await;
    for (method, path) in
        [("PUT", "/api/rooms"), ("DELETE", "/api/session"), ("POST", "/api/games"), ("TRACE", "/api/rooms")]
    {
        let response = world.fetch(Request::of(method, path)).await;
        assert_eq!(response.status, 405, "{method} {path}");
        assert!(response.header("allow").is_some(), "{method} {path} tells what is allowed");
    }
    let bodies: [&[u8]; 9] = [
        b"",
        b"null",
        b"[]",
        b"{",
        b"{\"name\":1}",
        b"{\"name\":\"A\",\"name\":\"Beatrice\"}",
        b"{\"x\":1}",
        b"{\"name\":\"Beatrice\"} {}",
        b"[\"Beatrice\"]",
    ];
    for body in bodies {
        let request = Request::post("/api/session", &()).body(body);
        let response = person.fetch(request).await.expect("an answer");
        assert!(
            [400, 422].contains(&response.status),
            "{:?} is answered with {}",
            String::from_utf8_lossy(body),
            response.status
        );
    }
    let large = Request::post("/api/session", &()).body(vec![b' '; 20 * 1024]);
    assert_eq!(person.fetch(large).await.expect("an answer").status, 413);
    let zipped = Request::post("/api/session", &serde_json::json!({})).header("content-encoding", "gzip");
    assert_eq!(person.fetch(zipped).await.expect("an answer").status, 415);
    for range in ["bytes=0-,0-,0-", "bytes=-99999999999999999999", "bytes=5-2"] {
        let response = world.fetch(Request::get("/").header("range", range)).await;
        assert!([200, 206, 404, 416].contains(&response.status), "{range}: {}", response.status);
    }
    world.end().await;
}

/// What browsers are told with every page and answer.
#[tokio::test]
async fn answers_carry_the_headers_that_keep_a_browser_safe() {
    let world = World::with_page().await;
    for path in ["/", "/api/games", "/nothing"] {
        let response = world.fetch(Request::get(path)).await;
        let header = |name: &str| response.header(name).unwrap_or_default().to_owned();
        assert!(header("content-security-policy").contains("default-src 'none'"), "{path}");
        assert!(header("content-security-policy").contains("frame-ancestors 'none'"), "{path}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header("referrer-policy"), "no-referrer", "{path}");
    }
    let session = world.fetch(Request::post("/api/session", &serde_json::json!({}))).await;
    let cookie = session.header("set-cookie").unwrap_or_default().to_owned();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && cookie.contains("Path=/"),
        "{cookie}"
    );
    let forged = cookie.split(';').next().unwrap_or_default().to_owned() + "x";
    let response = world.fetch(Request::get("/api/session").header("cookie", forged)).await;
    assert_eq!(response.status, 401, "a cookie that was tampered with is none");
    let _ = CloseCode::ALL;
    world.end().await;
}
