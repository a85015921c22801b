//! Accounts: a guest becomes somebody who can come back from elsewhere, and nothing that he had is
//! lost; nobody else comes in (`docs/accounts.md`).

mod addresses;
mod admin;
mod claims;
mod guessing;
mod old_cookies;
mod passkeys;
mod provider;
mod sessions;

use protocol::Refusal;
use protocol::http::Session;
use protocol::http::account::{Credentials, SessionRow};
use sindillo_tests::http::Response;
use sindillo_tests::{Person, Request, World};

/// A password that nobody tries first.
const PASSWORD: &str = "correct horse battery";

fn credentials(login: &str, password: &str) -> Credentials {
    Credentials { login: login.to_owned(), password: password.to_owned() }
}

/// Somebody who has an account.
pub(crate) async fn registered(world: &World, name: &str) -> Person {
    let person = world.person(name).await;
    let answer = claims(&person, &name.to_lowercase(), PASSWORD).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    person
}

async fn claims(person: &Person, login: &str, password: &str) -> Response {
    person.fetch(Request::post("/api/account", &credentials(login, password))).await.expect("an answer")
}

async fn signs_in(person: &Person, login: &str, password: &str) -> Response {
    person.fetch(Request::post("/api/login", &credentials(login, password))).await.expect("an answer")
}

async fn who(person: &Person) -> Result<Session, Refusal> {
    let answer = person.fetch(Request::get("/api/session")).await.expect("an answer");
    if answer.status == 200 { Ok(answer.json().expect("a session")) } else { Err(answer.refusal()) }
}

async fn sessions(person: &Person) -> Vec<SessionRow> {
    person.fetch(Request::get("/api/sessions")).await.expect("an answer").json().expect("sessions")
}

async fn asks(person: &Person, method: &'static str, target: &str) -> Response {
    person.fetch(Request::of(method, target)).await.expect("an answer")
}

/// The same browser before something happened to its cookie.
fn with_cookie(person: &Person, cookie: &str) -> Person {
    Person::holding(person.address(), person.from(), person.name(), cookie)
}

/// A browser that nobody has used yet.
async fn another_browser(world: &World) -> Person {
    world.person("Somebody").await
}
