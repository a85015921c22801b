//! Guests of before there were sessions: their signed cookie is exchanged, and nobody loses his
//! seat.

use axum::http::header::SET_COOKIE;
use axum::response::IntoResponse;
use axum_extra::extract::cookie::{Cookie, Key, SignedCookieJar};
use protocol::Refusal;
use protocol::settings::DecisionMode;
use serde_json::Value;
use sindillo_tests::{Person, Request, World, quick};

use super::{asks, sessions, who, with_cookie};

/// The cookie that an older server gave to somebody, some days ago.
async fn old_cookie(world: &World, person: &Person, days: u64) -> String {
    let export: Value = asks(person, "GET", "/api/me/export").await.json().expect("a document");
    let id = export["id"].as_str().expect("an id").replace('-', "");
    let issued = export["made_at"].as_u64().expect("a time") - days * 86_400_000;
    let key = std::fs::read(world.data().join("cookie.key")).expect("the key");
    let jar =
        SignedCookieJar::<Key>::new(Key::from(&key)).add(Cookie::new("sindillo", format!("{id}.{issued}")));
    let answer = (jar, ()).into_response();
    let line = answer.headers()[SET_COOKIE].to_str().expect("text").to_owned();
    line.split(';').next().expect("a pair").to_owned()
}

#[tokio::test]
async fn a_guest_with_an_old_cookie_is_who_he_was_and_gets_a_session() {
    let world = World::new().await;
    let person = world.person("Naserian").await;
    let room = person.opens(quick(engine::Preset::EnDodoi, DecisionMode::Hand)).await;
    let tab = sindillo_tests::table::sits(&person, &room, engine::Side::South).await;
    tab.leaves().await;
    let old = old_cookie(&world, &person, 100).await;
    // As after the upgrade: the browser has the old cookie and nothing else. Its page asks for much at once.
    let upgraded = with_cookie(&person, &old);
    let same = [0; 6].map(|_| with_cookie(&person, &old));
    let asked = same.iter().map(|tab| tab.own_games());
    let games = futures_util::future::join_all(asked).await;
    assert!(games.iter().all(|games| games.len() == 1), "every request of it is answered");
    assert!(same.iter().all(|tab| tab.cookie() == same[0].cookie() && tab.cookie() != old), "by one cookie");
    assert_eq!(who(&upgraded).await.expect("he is known").name, "Naserian");
    assert_eq!(upgraded.cookie(), same[0].cookie());
    assert_eq!(sessions(&upgraded).await.len(), 2, "the one of this test, and one for the old cookie");
    let seated = upgraded.enters(&room).await;
    assert_eq!(seated.seats(), [engine::Side::South]);
    seated.leaves().await;
    // Once it has ended, the old cookie is nothing any more.
    let id = sessions(&upgraded).await.into_iter().find(|row| row.own).expect("the own one").id;
    assert_eq!(asks(&person, "DELETE", &format!("/api/sessions/{id}")).await.status, 204);
    assert_eq!(who(&upgraded).await, Err(Refusal::Unauthorized));
    assert_eq!(who(&with_cookie(&person, &old)).await, Err(Refusal::Unauthorized));
    // Nor is another of the same person.
    let other = old_cookie(&world, &person, 99).await;
    assert_eq!(who(&with_cookie(&person, &other)).await, Err(Refusal::Unauthorized));
    world.end().await;
}

#[tokio::test]
async fn an_old_cookie_that_is_too_old_or_changed_is_nobodys() {
    let world = World::new().await;
    let person = world.person("Naserian").await;
    let old = old_cookie(&world, &person, 181).await;
    assert_eq!(who(&with_cookie(&person, &old)).await, Err(Refusal::Unauthorized));
    let good = old_cookie(&world, &person, 1).await;
    let mut forged = good.clone();
    let last = forged.pop().expect("a sign");
    forged.push(if last == '1' { '2' } else { '1' });
    assert_eq!(who(&with_cookie(&person, &forged)).await, Err(Refusal::Unauthorized));
    let taken = with_cookie(&person, &good);
    let body = serde_json::json!({});
    let answer = taken.fetch(Request::post("/api/session", &body)).await.expect("an answer");
    assert_eq!((answer.status, taken.cookie() == good), (200, false), "also by the first thing a page asks");
    assert_eq!(who(&taken).await.expect("he is known").name, "Naserian");
    world.end().await;
}
