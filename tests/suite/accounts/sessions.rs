//! Sessions: each is known to its owner, ends when he says so, and is never somebody else's.

use engine::{Preset, Side};
use protocol::Refusal;
use protocol::settings::DecisionMode;
use sindillo_tests::http::Request;
use sindillo_tests::table::sits;
use sindillo_tests::{World, quick};

use super::{PASSWORD, another_browser, asks, credentials, registered, sessions, signs_in, who, with_cookie};

#[tokio::test]
async fn sessions_are_listed_and_ended_one_by_one_and_their_sockets_with_them() {
    let world = World::with(&["--no-address-limits"]).await;
    let person = registered(&world, "Naserian").await;
    let (second, third) = (another_browser(&world).await, another_browser(&world).await);
    for browser in [&second, &third] {
        assert_eq!(signs_in(browser, "naserian", PASSWORD).await.status, 200);
    }
    let room = person.opens(quick(Preset::EnDodoi, DecisionMode::Hand)).await;
    let own = sits(&person, &room, Side::South).await;
    let (on_second, on_third) = (second.enters(&room).await, third.enters(&room).await);
    let rows = sessions(&second).await;
    assert_eq!((rows.len(), rows.iter().filter(|row| row.own).count()), (3, 1));
    let id = rows.iter().find(|row| row.own).expect("the own one").id;
    // Ticket of a session that ends before it is used.
    let ticket = second.ticket(&room).await.expect("a ticket");
    let ended = asks(&person, "DELETE", &format!("/api/sessions/{id}")).await;
    assert_eq!(ended.status, 204, "{}", ended.text());
    let began = std::time::Instant::now();
    assert_eq!(on_second.waits_for_close().await, Some(4401));
    println!("the socket of a session that ended was closed after {:?}", began.elapsed());
    assert_eq!(who(&second).await, Err(Refusal::Unauthorized));
    let body = protocol::http::TicketRequest { room: room.clone() };
    let refused = second.fetch(Request::post("/api/ws-ticket", &body)).await.expect("an answer");
    assert_eq!(refused.refusal(), Refusal::Unauthorized);
    let mut line = sindillo_tests::raw::Line::upgraded(&second, &room).await.expect("an upgrade");
    let hello = serde_json::json!({ "proto": protocol::PROTO_MINOR, "ticket": ticket, "tab": "late" });
    line.text(&serde_json::json!({ "k": "hello", "d": hello }).to_string()).await.expect("sent");
    assert_eq!(line.close_code().await.expect("a close"), Some(4401), "its ticket is no good");
    assert_eq!(asks(&person, "DELETE", &format!("/api/sessions/{id}")).await.refusal(), Refusal::NotFound);
    // All others at once.
    assert_eq!(asks(&person, "DELETE", "/api/sessions").await.status, 204);
    assert_eq!(on_third.waits_for_close().await, Some(4401));
    assert_eq!(who(&third).await, Err(Refusal::Unauthorized));
    assert_eq!(sessions(&person).await.len(), 1);
    assert!(own.look(sindillo_tests::State::is_open), "the own one stays");
    // And the own one by going.
    let out = asks(&person, "POST", "/api/logout").await;
    assert_eq!(out.status, 204);
    assert_eq!(own.waits_for_close().await, Some(4401));
    assert_eq!(who(&person).await, Err(Refusal::Unauthorized));
    world.end().await;
}

#[tokio::test]
async fn nobody_ends_or_sees_the_sessions_of_others() {
    let world = World::new().await;
    let (one, other) = (registered(&world, "Naserian").await, registered(&world, "Moinan").await);
    let id = sessions(&one).await[0].id;
    let foreign = asks(&other, "DELETE", &format!("/api/sessions/{id}")).await;
    let nobodys = asks(&other, "DELETE", &format!("/api/sessions/{}", uuid::Uuid::new_v4())).await;
    assert_eq!((foreign.status, foreign.refusal()), (404, Refusal::NotFound));
    assert_eq!(foreign.body, nobodys.body, "the same answer for what is not there and what is not his");
    for id in ["0", "-1", "x", &"9".repeat(4_000)] {
        assert_eq!(asks(&other, "DELETE", &format!("/api/sessions/{id}")).await.refusal(), Refusal::NotFound);
    }
    assert_eq!(asks(&other, "DELETE", "/api/sessions").await.status, 204);
    assert!(who(&one).await.is_ok());
    assert_eq!(sessions(&other).await.len(), 1);
    world.end().await;
}

#[tokio::test]
async fn a_cookie_that_somebody_chose_is_nobodys_and_one_from_before_is_none_after() {
    let world = World::new().await;
    let victim = world.person("Naserian").await;
    // What an attacker plants is not taken over.
    let planted = with_cookie(&victim, &format!("sindillo={}", "ab".repeat(32)));
    assert_eq!(who(&planted).await, Err(Refusal::Unauthorized));
    let answer =
        planted.fetch(Request::post("/api/session", &serde_json::json!({}))).await.expect("an answer");
    assert_eq!(answer.status, 200);
    assert!(!planted.cookie().contains(&"ab".repeat(32)), "the server makes its own");
    // An attacker who knows the cookie of a guest knows nothing after a claim, or after a sign-in.
    let known = victim.cookie();
    assert_eq!(super::claims(&victim, "naserian", PASSWORD).await.status, 200);
    assert_eq!(who(&with_cookie(&victim, &known)).await, Err(Refusal::Unauthorized));
    let browser = another_browser(&world).await;
    let known = browser.cookie();
    assert_eq!(signs_in(&browser, "naserian", PASSWORD).await.status, 200);
    assert_ne!(browser.cookie(), known);
    assert_eq!(who(&with_cookie(&browser, &known)).await, Err(Refusal::Unauthorized));
    // Over plain HTTP the cookie is for the server's eyes and this site alone.
    let again = signs_in(&browser, "naserian", PASSWORD).await;
    let line = again.header("set-cookie").expect("a cookie");
    assert!(line.contains("HttpOnly") && line.contains("SameSite=Lax") && line.contains("Path=/"), "{line}");
    world.end().await;
}

#[tokio::test]
async fn over_tls_the_cookie_is_bound_to_the_host() {
    let world = World::with(&["--public-url", "https://play.example.org"]).await;
    let request = Request::post("/api/session", &serde_json::json!({}));
    let answer = world.fetch(request.header("host", "play.example.org")).await;
    let line = answer.header("set-cookie").expect("a cookie");
    assert!(line.starts_with("__Host-sindillo=") && line.contains("; Secure"), "{line}");
    assert!(!line.contains("Domain"), "{line}");
    world.end().await;
}

#[tokio::test]
async fn sessions_outlive_the_server_and_a_session_that_ended_does_not_come_back() {
    let mut world = World::new().await;
    let person = registered(&world, "Naserian").await;
    let gone = another_browser(&world).await;
    assert_eq!(signs_in(&gone, "naserian", PASSWORD).await.status, 200);
    let cookie = gone.cookie();
    assert_eq!(asks(&gone, "POST", "/api/logout").await.status, 204);
    world.kill().await;
    world.restart().await;
    assert!(who(&person).await.expect("a session").account.is_some());
    assert_eq!(who(&with_cookie(&gone, &cookie)).await, Err(Refusal::Unauthorized));
    world.end().await;
}

/// R22, I1: every route that changes something is deaf to pages of other sites.
#[tokio::test]
async fn no_page_of_another_site_acts_with_somebodys_session() {
    let world = World::new().await;
    let person = registered(&world, "Naserian").await;
    let id = sessions(&person).await[0].id;
    let body = credentials("naserian", PASSWORD);
    let routes: [(&'static str, String); 13] = [
        ("POST", "/api/session".to_owned()),
        ("POST", "/api/account".to_owned()),
        ("DELETE", "/api/account".to_owned()),
        ("PUT", "/api/account/password".to_owned()),
        ("POST", "/api/login".to_owned()),
        ("POST", "/api/logout".to_owned()),
        ("POST", "/api/login/passkey/start".to_owned()),
        ("POST", "/api/login/passkey".to_owned()),
        ("POST", "/api/passkeys/start".to_owned()),
        ("POST", "/api/passkeys".to_owned()),
        ("DELETE", format!("/api/passkeys/{id}")),
        ("DELETE", format!("/api/sessions/{id}")),
        ("DELETE", "/api/sessions".to_owned()),
    ];
    let host = person.address().get();
    for (method, target) in routes {
        for (name, value) in [
            ("origin", "https://evil.example".to_owned()),
            ("origin", format!("http://{host}.evil.example")),
            ("origin", "null".to_owned()),
            ("sec-fetch-site", "cross-site".to_owned()),
            ("sec-fetch-site", "same-site".to_owned()),
        ] {
            let request = Request::with(method, target.clone(), &body).header(name, value.clone());
            let answer = person.sends(request.header("host", host.to_string())).await.expect("an answer");
            assert_eq!(answer.refusal(), Refusal::ForbiddenRole, "{method} {target} {name}: {value}");
        }
    }
    assert!(who(&person).await.expect("still there").account.is_some());
    world.end().await;
}

#[tokio::test]
async fn what_needs_a_session_says_so() {
    let world = World::new().await;
    for (method, target) in [
        ("GET", "/api/session"),
        ("GET", "/api/sessions"),
        ("DELETE", "/api/sessions"),
        ("DELETE", "/api/sessions/00000000-0000-0000-0000-000000000000"),
        ("POST", "/api/logout"),
        ("GET", "/api/passkeys"),
        ("POST", "/api/passkeys/start"),
        ("GET", "/api/me/export"),
        ("GET", "/api/me/games"),
    ] {
        let answer = world.fetch(Request::of(method, target)).await;
        assert_eq!((answer.status, answer.refusal()), (401, Refusal::Unauthorized), "{method} {target}");
    }
    world.end().await;
}
