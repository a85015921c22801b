//! Passkeys: made and used by a software authenticator, rightly and wrongly.

use protocol::Refusal;
use protocol::http::account::{Deletion, PasskeyAnswer, PasskeyChallenge, PasskeyRow, SignInWays};
use protocol::http::{Session, TicketRequest};
use protocol::settings::DecisionMode;
use serde_json::Value;
use sindillo_tests::authenticator::{Authenticator, Faults};
use sindillo_tests::http::Response;
use sindillo_tests::{Person, Request, World, quick};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use uuid::Uuid;

use super::{PASSWORD, another_browser, claims, registered, who, with_cookie};

/// The name under which browsers trust a server on their own machine.
const NAME: &str = "localhost";

fn authenticator(person: &Person) -> Authenticator {
    Authenticator::new(&format!("http://{NAME}:{}", person.address().get().port()))
}

async fn asked(person: &Person, target: &str) -> PasskeyChallenge {
    let answer = person.fetch_at(NAME, Request::of("POST", target)).await.expect("an answer");
    answer.json().expect("a challenge")
}

async fn answers(person: &Person, target: &str, ceremony: Uuid, credential: Value) -> Response {
    let body = PasskeyAnswer { ceremony, name: Some("My phone".to_owned()), credential };
    person.fetch_at(NAME, Request::post(target, &body)).await.expect("an answer")
}

async fn makes(person: &Person, authenticator: &mut Authenticator) -> Response {
    let challenge = asked(person, "/api/passkeys/start").await;
    let credential = authenticator.makes(&challenge.options);
    answers(person, "/api/passkeys", challenge.ceremony, credential).await
}

async fn signs_in(person: &Person, authenticator: &mut Authenticator) -> Response {
    let challenge = asked(person, "/api/login/passkey/start").await;
    let credential = authenticator.signs(&challenge.options);
    answers(person, "/api/login/passkey", challenge.ceremony, credential).await
}

async fn keys(person: &Person) -> Vec<PasskeyRow> {
    person.fetch(Request::get("/api/passkeys")).await.expect("an answer").json().expect("keys")
}

#[tokio::test]
async fn a_guest_makes_an_account_by_a_passkey_alone_and_comes_back_by_it() {
    let world = World::new().await;
    let ways: SignInWays = world.fetch(Request::get("/api/accounts")).await.json().expect("ways to sign in");
    assert_eq!(ways, SignInWays { passkeys: false, provider: None }, "not by an address");
    let person = world.person("Naserian").await;
    let named = person.fetch_at(NAME, Request::get("/api/accounts")).await.expect("an answer");
    assert!(named.json::<SignInWays>().expect("ways").passkeys);
    let room = person.opens(quick(engine::Preset::EnDodoi, DecisionMode::Hand)).await;
    let tab = sindillo_tests::table::sits(&person, &room, engine::Side::South).await;
    let before = person.cookie();
    let mut phone = authenticator(&person);
    let made = makes(&person, &mut phone).await;
    let account = made.json::<Session>().expect("a session").account.expect("an account");
    assert_eq!((account.login, account.password, account.passkeys), (None, false, 1));
    assert_ne!(person.cookie(), before);
    assert_eq!(who(&with_cookie(&person, &before)).await, Err(Refusal::Unauthorized));
    tab.waits_for_close().await;
    let row = &keys(&person).await[0];
    assert_eq!((row.name.as_str(), row.seen), ("My phone", None));
    // From elsewhere, without a name.
    let elsewhere = another_browser(&world).await;
    assert_eq!(signs_in(&elsewhere, &mut phone).await.status, 200);
    assert_eq!(elsewhere.own_games().await.len(), 1);
    assert!(keys(&elsewhere).await[0].seen.is_some());
    // It is the last way in, and stays.
    let remove = person.fetch(Request::of("DELETE", format!("/api/passkeys/{}", row.id))).await;
    assert_eq!(remove.expect("an answer").refusal(), Refusal::LastWay);
    let mut laptop = authenticator(&person);
    assert_eq!(makes(&person, &mut laptop).await.status, 200);
    let remove = person.fetch(Request::of("DELETE", format!("/api/passkeys/{}", row.id))).await;
    assert_eq!(remove.expect("an answer").status, 204);
    assert_eq!(signs_in(&elsewhere, &mut phone).await.refusal(), Refusal::WrongCredentials);
    assert_eq!(signs_in(&elsewhere, &mut laptop).await.status, 200);
    world.end().await;
}

#[tokio::test]
async fn what_an_authenticator_does_wrongly_lets_nobody_in() {
    let world = World::with(&["--no-address-limits"]).await;
    let person = registered(&world, "Naserian").await;
    let faults = [
        Faults { unverified: true, ..Faults::default() },
        Faults { other_origin: true, ..Faults::default() },
    ];
    for fault in faults {
        let mut phone = authenticator(&person);
        phone.faults = fault;
        assert_eq!(makes(&person, &mut phone).await.refusal(), Refusal::WrongCredentials, "{fault:?}");
    }
    let mut phone = authenticator(&person);
    assert_eq!(makes(&person, &mut phone).await.status, 200);
    let stranger = another_browser(&world).await;
    for fault in faults.into_iter().chain([Faults { other_signature: true, ..Faults::default() }]) {
        phone.faults = fault;
        assert_eq!(signs_in(&stranger, &mut phone).await.refusal(), Refusal::WrongCredentials, "{fault:?}");
    }
    phone.faults = Faults::default();
    let mut false_one = phone.impersonated();
    assert_eq!(signs_in(&stranger, &mut false_one).await.refusal(), Refusal::WrongCredentials);
    let mut unknown = authenticator(&person);
    assert_eq!(signs_in(&stranger, &mut unknown).await.refusal(), Refusal::WrongCredentials);
    assert_eq!(who(&stranger).await.expect("a guest").account, None);
    assert_eq!(signs_in(&stranger, &mut phone).await.status, 200, "and the right one does");
    world.end().await;
}

#[tokio::test]
async fn a_challenge_is_answered_once_by_who_was_asked_for_what_was_asked() {
    let world = World::with(&["--no-address-limits"]).await;
    let (person, other) = (registered(&world, "Naserian").await, registered(&world, "Moinan").await);
    let mut phone = authenticator(&person);
    // Somebody else's answer, and then the right one of a challenge that is used up.
    let challenge = asked(&person, "/api/passkeys/start").await;
    let credential = phone.makes(&challenge.options);
    for asker in [&other, &person] {
        let answer = answers(asker, "/api/passkeys", challenge.ceremony, credential.clone()).await;
        assert_eq!(answer.refusal(), Refusal::WrongCredentials);
    }
    assert_eq!(makes(&person, &mut phone).await.status, 200);
    assert_eq!(makes(&person, &mut phone).await.refusal(), Refusal::WrongCredentials, "the same key again");
    assert_eq!(makes(&other, &mut authenticator(&other)).await.status, 200);
    // An answer that was heard is no good again, nor for another challenge.
    let stranger = another_browser(&world).await;
    let challenge = asked(&stranger, "/api/login/passkey/start").await;
    let credential = phone.signs(&challenge.options);
    let again = asked(&stranger, "/api/login/passkey/start").await;
    let late = answers(&stranger, "/api/login/passkey", again.ceremony, credential.clone()).await;
    assert_eq!(late.refusal(), Refusal::WrongCredentials);
    let first = answers(&stranger, "/api/login/passkey", challenge.ceremony, credential.clone()).await;
    assert_eq!(first.status, 200);
    let replay =
        answers(&another_browser(&world).await, "/api/login/passkey", challenge.ceremony, credential).await;
    assert_eq!(replay.refusal(), Refusal::WrongCredentials);
    // A challenge for a new key is none for signing in.
    let mixed = asked(&person, "/api/passkeys/start").await;
    let credential = phone.signs(&asked(&person, "/api/login/passkey/start").await.options);
    let answer = answers(&person, "/api/login/passkey", mixed.ceremony, credential).await;
    assert_eq!(answer.refusal(), Refusal::WrongCredentials);
    for nonsense in [Value::Null, serde_json::json!({}), serde_json::json!({ "id": "x", "rawId": "!!" })] {
        let challenge = asked(&stranger, "/api/login/passkey/start").await;
        let answer = answers(&stranger, "/api/login/passkey", challenge.ceremony, nonsense).await;
        assert_eq!(answer.refusal(), Refusal::WrongCredentials);
    }
    // By an address, where browsers have no passkeys, there is no such thing.
    let nowhere = person.fetch(Request::of("POST", "/api/passkeys/start")).await.expect("an answer");
    assert_eq!(nowhere.refusal(), Refusal::NotFound);
    world.end().await;
}

#[tokio::test]
async fn an_account_by_a_passkey_takes_a_name_and_a_password_later() {
    let world = World::new().await;
    let person = world.person("Naserian").await;
    let mut phone = authenticator(&person);
    assert_eq!(makes(&person, &mut phone).await.status, 200);
    let set = |login: Option<&str>| {
        let body = protocol::http::account::PasswordChange {
            old: None,
            login: login.map(str::to_owned),
            new: PASSWORD.to_owned(),
        };
        person.fetch(Request::with("PUT", "/api/account/password", &body))
    };
    assert_eq!(set(None).await.expect("an answer").refusal(), Refusal::LoginRefused);
    let other = world.person("Moinan").await;
    assert_eq!(claims(&other, "moinan", PASSWORD).await.status, 200);
    assert_eq!(set(Some("moinan")).await.expect("an answer").refusal(), Refusal::LoginTaken);
    assert_eq!(set(Some("naserian")).await.expect("an answer").status, 200);
    let elsewhere = another_browser(&world).await;
    assert_eq!(super::signs_in(&elsewhere, "naserian", PASSWORD).await.status, 200);
    // The key can go now.
    let id = keys(&person).await[0].id;
    let foreign = other.fetch(Request::of("DELETE", format!("/api/passkeys/{id}"))).await.expect("an answer");
    assert_eq!(foreign.refusal(), Refusal::NotFound);
    let removed =
        person.fetch(Request::of("DELETE", format!("/api/passkeys/{id}"))).await.expect("an answer");
    assert_eq!(removed.status, 204);
    let room = person.opens(quick(engine::Preset::EnDodoi, DecisionMode::Hand)).await;
    let ticket = person.fetch(Request::post("/api/ws-ticket", &TicketRequest { room })).await;
    assert_eq!(ticket.expect("an answer").status, 200);
    world.end().await;
}

/// A session may be old, and left open somewhere: on its word alone nothing is deleted.
#[tokio::test]
async fn an_account_without_a_password_is_deleted_by_who_shows_a_key_or_has_just_signed_in() {
    let mut world = World::with(&["--no-address-limits"]).await;
    let delete = async |person: &Person, passkey: Option<PasskeyAnswer>| {
        let body = Deletion { password: None, passkey };
        person.fetch_at(NAME, Request::with("DELETE", "/api/account", &body)).await.expect("an answer")
    };
    let shows = async |person: &Person, phone: &mut Authenticator| {
        let challenge = asked(person, "/api/login/passkey/start").await;
        let credential = phone.signs(&challenge.options);
        Some(PasskeyAnswer { ceremony: challenge.ceremony, name: None, credential })
    };
    let (person, other) = (world.person("Naserian").await, world.person("Moinan").await);
    let (mut phone, mut foreign) = (authenticator(&person), authenticator(&other));
    assert_eq!(makes(&person, &mut phone).await.status, 200);
    assert_eq!(makes(&other, &mut foreign).await.status, 200);
    hours_pass(&mut world).await;
    let refused = delete(&person, None).await;
    assert_eq!((refused.status, refused.refusal()), (403, Refusal::ProofNeeded));
    // Somebody else's key, a key that signs something else, and the same proof twice are none.
    let somebodys = shows(&person, &mut foreign).await;
    assert_eq!(delete(&person, somebodys).await.refusal(), Refusal::WrongCredentials);
    phone.faults = Faults { other_signature: true, ..Faults::default() };
    let wrong = shows(&person, &mut phone).await;
    assert_eq!(delete(&person, wrong).await.refusal(), Refusal::WrongCredentials);
    phone.faults = Faults::default();
    let used = shows(&person, &mut phone).await;
    let signed_in = person.fetch_at(NAME, Request::post("/api/login/passkey", &used)).await;
    assert_eq!(signed_in.expect("an answer").status, 200);
    hours_pass(&mut world).await;
    assert_eq!(delete(&person, used).await.refusal(), Refusal::WrongCredentials);
    assert!(who(&person).await.expect("a session").account.is_some(), "nothing has happened");
    // The right one, and having just signed in.
    let own = shows(&person, &mut phone).await;
    assert_eq!(delete(&person, own).await.status, 204);
    assert_eq!(signs_in(&person, &mut phone).await.refusal(), Refusal::WrongCredentials);
    assert_eq!(delete(&other, None).await.refusal(), Refusal::ProofNeeded);
    assert_eq!(signs_in(&other, &mut foreign).await.status, 200);
    assert_eq!(delete(&other, None).await.status, 204);
    world.end().await;
}

/// The sessions there are were begun hours ago.
async fn hours_pass(world: &mut World) {
    world.terminate().await;
    let file = SqliteConnectOptions::new().filename(world.data().join("sindillo.db"));
    let mut data = SqliteConnection::connect_with(&file).await.expect("the data can be opened");
    let older = sqlx::query("UPDATE session SET since = since - 7200000");
    assert!(older.execute(&mut data).await.expect("it can be written").rows_affected() > 0);
    data.close().await.expect("it can be closed");
    world.restart().await;
}
