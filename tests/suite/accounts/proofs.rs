//! A session alone, once it is some minutes old, opens no further way into an account and does not
//! delete it: who took one over has what is there until it ends, and no more.

use protocol::Refusal;
use protocol::http::account::{Deletion, PasswordChange};
use sindillo_tests::http::Response;
use sindillo_tests::provider::Provider;
use sindillo_tests::{Person, Request, World};
use sqlx::{Connection, SqliteConnection};

use super::passkeys::{NAME, answers, asked, authenticator, makes};
use super::provider::{by_provider, world_with};
use super::{PASSWORD, registered, signs_in, who, with_cookie};

/// An hour passes for all sessions: the server stands still meanwhile.
async fn an_hour_later(world: &mut World) {
    world.terminate().await;
    let path = world.data().join("sindillo.db");
    let mut books =
        SqliteConnection::connect(&format!("sqlite://{}", path.display())).await.expect("a database");
    let changed = sqlx::query("UPDATE session SET since = since - 3600000").execute(&mut books).await;
    assert!(changed.expect("sessions").rows_affected() > 0);
    books.close().await.expect("it closes");
    world.restart().await;
}

async fn start(person: &Person) -> Response {
    person.fetch_at(NAME, Request::of("POST", "/api/passkeys/start")).await.expect("an answer")
}

async fn sets_password(person: &Person, login: Option<&str>, old: Option<&str>) -> Response {
    let body = PasswordChange {
        old: old.map(str::to_owned),
        login: login.map(str::to_owned),
        new: "another good one".to_owned(),
    };
    person.fetch(Request::with("PUT", "/api/account/password", &body)).await.expect("an answer")
}

async fn deletes(person: &Person) -> Response {
    person
        .fetch(Request::with("DELETE", "/api/account", &Deletion { password: None, passkey: None }))
        .await
        .expect("an answer")
}

fn is_refused(answer: &Response) {
    assert_eq!(answer.status, 403, "{}", answer.text());
    assert_eq!(answer.refusal(), Refusal::ProofNeeded);
}

#[tokio::test]
async fn a_passkey_is_added_by_who_signed_in_lately_and_by_no_old_session() {
    let mut world = World::with(&["--no-address-limits"]).await;
    let person = registered(&world, "Naserian").await;
    an_hour_later(&mut world).await;
    is_refused(&start(&person).await);
    assert!(who(&person).await.expect("a session").account.is_some(), "all else goes on");
    // A challenge of somebody who may is no way round it.
    let fresh = with_cookie(&person, &person.cookie());
    let old = with_cookie(&person, &person.cookie());
    let elsewhere = super::another_browser(&world).await;
    assert_eq!(signs_in(&elsewhere, "naserian", PASSWORD).await.status, 200);
    let challenge = asked(&elsewhere, "/api/passkeys/start").await;
    let credential = authenticator(&old).makes(&challenge.options);
    is_refused(&answers(&old, "/api/passkeys", challenge.ceremony, credential).await);
    // Signed in again, in the same browser, by the password.
    assert_eq!(signs_in(&fresh, "naserian", "not this one").await.refusal(), Refusal::WrongCredentials);
    is_refused(&start(&fresh).await);
    assert_eq!(signs_in(&fresh, "naserian", PASSWORD).await.status, 200);
    let mut phone = authenticator(&fresh);
    assert_eq!(makes(&fresh, &mut phone).await.status, 200);
    // And by the key.
    an_hour_later(&mut world).await;
    is_refused(&start(&fresh).await);
    assert_eq!(super::passkeys::signs_in(&fresh, &mut phone).await.status, 200);
    assert_eq!(makes(&fresh, &mut authenticator(&fresh)).await.status, 200);
    // The password itself is proof enough for another one.
    an_hour_later(&mut world).await;
    assert_eq!(sets_password(&fresh, None, None).await.refusal(), Refusal::WrongCredentials);
    assert_eq!(sets_password(&fresh, None, Some(PASSWORD)).await.status, 200);
    world.end().await;
}

#[tokio::test]
async fn an_account_without_a_password_is_given_one_or_deleted_by_who_signed_in_lately() {
    let mut world = World::with(&["--no-address-limits"]).await;
    let person = world.person("Naserian").await;
    let mut phone = authenticator(&person);
    assert_eq!(makes(&person, &mut phone).await.status, 200, "a guest has nothing else to prove himself by");
    an_hour_later(&mut world).await;
    is_refused(&sets_password(&person, Some("naserian"), None).await);
    is_refused(&deletes(&person).await);
    assert_eq!(super::passkeys::signs_in(&person, &mut phone).await.status, 200);
    assert_eq!(sets_password(&person, Some("naserian"), None).await.status, 200);

    let other = world.person("Moinan").await;
    let mut tablet = authenticator(&other);
    assert_eq!(makes(&other, &mut tablet).await.status, 200);
    an_hour_later(&mut world).await;
    is_refused(&deletes(&other).await);
    assert_eq!(super::passkeys::signs_in(&other, &mut tablet).await.status, 200);
    assert_eq!(deletes(&other).await.status, 204);
    world.end().await;
}

#[tokio::test]
async fn a_provider_leads_to_an_account_once_who_has_it_signed_in_lately() {
    let provider = Provider::new().await;
    let mut world = world_with(&provider).await;
    let person = registered(&world, "Naserian").await;
    an_hour_later(&mut world).await;
    assert_eq!(by_provider(&person, &provider, "thief").await, "/account?signin=stale");
    assert!(!who(&person).await.expect("a session").account.expect("an account").provider);
    assert_eq!(signs_in(&person, "naserian", PASSWORD).await.status, 200);
    assert_eq!(by_provider(&person, &provider, "n-1").await, "/account");
    assert!(who(&person).await.expect("a session").account.expect("an account").provider);
    // Coming back by the provider is a proof as well.
    an_hour_later(&mut world).await;
    is_refused(&start(&person).await);
    let before = person.cookie();
    assert_eq!(by_provider(&person, &provider, "n-1").await, "/account");
    assert_eq!(start(&person).await.status, 200);
    assert_eq!(who(&with_cookie(&person, &before)).await, Err(Refusal::Unauthorized), "in its place");
    world.end().await;
}
