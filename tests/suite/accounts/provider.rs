//! Sign-in by an identity provider: one of the tests' own, that tells the truth or lies.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Instant;

use protocol::Refusal;
use protocol::http::account::SignInWays;
use protocol::settings::DecisionMode;
use sindillo_tests::http::Response;
use sindillo_tests::provider::{Lie, Provider, SECRET};
use sindillo_tests::{Person, Request, World, quick};

use super::{PASSWORD, another_browser, registered, who, with_cookie};

/// A browser on its way to the provider and back: its session, and the errand that it was sent on.
struct Errand<'p> {
    person: &'p Person,
    cookie: String,
    asked: String,
}

pub(super) async fn world_with(provider: &Provider) -> World {
    let flags = provider.flags();
    let flags: Vec<&str> = flags.iter().map(String::as_str).chain(["--no-address-limits"]).collect();
    World::with(&flags).await
}

/// The browser goes to the address that leads to the provider.
async fn goes(person: &Person, back: &str) -> Response {
    let request =
        Request::get(format!("/api/oidc/start?return={back}")).header("sec-fetch-site", "same-origin");
    let host = person.address().get().to_string();
    person.sends(request.header("host", host)).await.expect("an answer")
}

async fn sent<'p>(person: &'p Person, back: &str) -> Errand<'p> {
    let answer = goes(person, back).await;
    assert_eq!(answer.status, 303, "{}", answer.text());
    let line = answer.header("set-cookie").expect("an errand");
    assert!(
        line.contains("HttpOnly") && line.contains("SameSite=Lax") && line.contains("Max-Age=600"),
        "{line}"
    );
    let cookie = line.split(';').next().expect("a pair").to_owned();
    Errand { person, cookie, asked: answer.header("location").expect("an address").to_owned() }
}

impl Errand<'_> {
    /// The browser comes back by this path; where it is sent then.
    async fn returns(&self, path: &str) -> String {
        returns_with(self.person, Some(&self.cookie), path).await
    }
}

async fn returns_with(person: &Person, errand: Option<&str>, path: &str) -> String {
    // As browsers do after a redirect from another site.
    let cookies =
        [Some(person.cookie()), errand.map(str::to_owned)].into_iter().flatten().collect::<Vec<_>>();
    let holder = with_cookie(person, &cookies.join("; "));
    let request = Request::get(path).header("sec-fetch-site", "cross-site");
    let host = person.address().get().to_string();
    let answer = holder.sends(request.header("host", host)).await.expect("an answer");
    assert_eq!(answer.status, 303, "{path}: {}", answer.text());
    if let Some(line) = answer.header("set-cookie") {
        person.takes_cookie(line);
    }
    answer.header("location").expect("an address").to_owned()
}

pub(super) async fn by_provider(person: &Person, provider: &Provider, subject: &str) -> String {
    let errand = sent(person, "/account").await;
    errand.returns(&provider.approves(&errand.asked, subject)).await
}

#[tokio::test]
async fn a_guest_claims_an_account_by_the_provider_and_comes_back_by_it() {
    let provider = Provider::new().await;
    let world = world_with(&provider).await;
    let ways: SignInWays = world.fetch(Request::get("/api/accounts")).await.json().expect("ways");
    assert_eq!(ways.provider.as_deref(), Some("Village"));
    let person = world.person("Naserian").await;
    let room = person.opens(quick(engine::Preset::EnDodoi, DecisionMode::Hand)).await;
    let tab = sindillo_tests::table::sits(&person, &room, engine::Side::South).await;
    let before = person.cookie();
    assert_eq!(by_provider(&person, &provider, "n-1").await, "/account");
    assert_ne!(person.cookie(), before);
    assert_eq!(who(&with_cookie(&person, &before)).await, Err(Refusal::Unauthorized));
    tab.waits_for_close().await;
    let session = who(&person).await.expect("a session");
    let account = session.account.expect("an account");
    assert_eq!(
        (session.name.as_str(), account.login, account.password, account.provider),
        ("Naserian", None, false, true)
    );
    let elsewhere = another_browser(&world).await;
    assert_eq!(by_provider(&elsewhere, &provider, "n-1").await, "/account");
    assert_eq!(elsewhere.own_games().await.len(), 1);
    // Somebody who was never here is called as the provider calls him.
    let nobody = with_cookie(&elsewhere, "none=0");
    assert_eq!(by_provider(&nobody, &provider, "Moinan").await, "/account");
    assert_eq!(who(&nobody).await.expect("a session").name, "Moinan of the village");
    // Who is signed in links the provider to his account, unless it leads elsewhere.
    let other = registered(&world, "Sankau").await;
    assert_eq!(by_provider(&other, &provider, "s-1").await, "/account");
    assert!(who(&other).await.expect("a session").account.expect("an account").provider);
    assert_eq!(by_provider(&other, &provider, "s-2").await, "/account?signin=taken");
    assert_eq!(super::signs_in(&elsewhere, "sankau", PASSWORD).await.status, 200);
    let log = world.log().text();
    assert!(!log.contains(SECRET) && !log.contains("code-1"), "no secret is in the log");
    world.end().await;
}

#[tokio::test]
async fn what_a_provider_says_that_is_not_so_lets_nobody_in() {
    let provider = Provider::new().await;
    let world = world_with(&provider).await;
    let person = world.person("Naserian").await;
    for lie in
        [Lie::Nonce, Lie::Audience, Lie::Issuer, Lie::Expired, Lie::Signature, Lie::Unsigned, Lie::Nothing]
    {
        provider.lies(Some(lie));
        assert_eq!(by_provider(&person, &provider, "n-1").await, "/account?signin=invalid", "{lie:?}");
        assert_eq!(who(&person).await.expect("a guest").account, None, "{lie:?}");
    }
    provider.lies(None);
    let errand = sent(&person, "/account").await;
    assert_eq!(errand.returns(&provider.refuses(&errand.asked)).await, "/account?signin=refused");
    assert_eq!(by_provider(&person, &provider, "n-1").await, "/account");
    world.end().await;
}

#[tokio::test]
async fn only_the_browser_that_was_sent_comes_back_and_only_once() {
    let provider = Provider::new().await;
    let world = world_with(&provider).await;
    let (person, attacker) = (world.person("Naserian").await, world.person("Attacker").await);
    // An attacker gives his own way back to somebody else, who would be signed in as the attacker.
    let his = sent(&attacker, "/").await;
    let back = provider.approves(&his.asked, "attacker");
    assert_eq!(returns_with(&person, None, &back).await, "/?signin=expired");
    let own = sent(&person, "/").await;
    assert_eq!(own.returns(&back).await, "/?signin=expired");
    assert_eq!(who(&person).await.expect("a guest").account, None);
    assert_eq!(his.returns(&back).await, "/", "it was not used up by that");
    // The same way back a second time, and a code with another state.
    assert_eq!(his.returns(&back).await, "/?signin=expired");
    let first = provider.approves(&own.asked, "n-1");
    let again = sent(&person, "/").await;
    let second = provider.approves(&again.asked, "n-1");
    let (code, state) =
        (first.split('&').next().expect("a code"), second.split('&').nth(1).expect("a state"));
    assert_eq!(
        again.returns(&format!("{code}&{state}")).await,
        "/?signin=invalid",
        "its proof key is another"
    );
    assert_eq!(own.returns(&first).await, "/?signin=invalid", "the code was tried");
    for nonsense in ["", "?state=x&code=y", "?code=y", "?state=x&state=y", "?state=%00&code=%ff"] {
        let back = format!("/api/oidc/callback{nonsense}");
        assert_eq!(own.returns(&back).await, "/?signin=expired", "{nonsense}");
    }
    // No page of another site sends anybody out, and nobody is sent on to another site.
    let host = person.address().get().to_string();
    let foreign = Request::get("/api/oidc/start").header("sec-fetch-site", "cross-site").header("host", host);
    assert_eq!(person.sends(foreign).await.expect("an answer").refusal(), Refusal::ForbiddenRole);
    for elsewhere in ["//evil.example", "https://evil.example", "/%5cevil.example", "/api/logout", "x"] {
        let errand = sent(&attacker, elsewhere).await;
        assert_eq!(errand.returns(&provider.approves(&errand.asked, "attacker")).await, "/", "{elsewhere}");
    }
    world.end().await;
}

#[tokio::test]
async fn a_provider_that_does_not_answer_costs_a_sign_in_and_nothing_else() {
    // One that is not there, and one that takes the connection and says nothing.
    let deaf =
        tokio::net::TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await.expect("a port");
    let deaf_address = format!("http://{}", deaf.local_addr().expect("an address"));
    for issuer in ["http://127.0.0.1:1".to_owned(), deaf_address] {
        let mut world =
            World::with(&["--no-address-limits", "--oidc-issuer", &issuer, "--oidc-client-id", "sindillo"])
                .await;
        world.expect_warning("the identity provider does not answer");
        let person = world.person("Naserian").await;
        let began = Instant::now();
        let answer = goes(&person, "/account").await;
        assert_eq!((answer.status, answer.header("location")), (303, Some("/account?signin=unreachable")));
        let took = began.elapsed();
        println!("{issuer}: given up after {took:?}");
        assert!(took.as_secs() < 10, "{took:?}");
        // The next one need not wait as long, and everything else goes on.
        let began = Instant::now();
        assert_eq!(goes(&person, "/").await.header("location"), Some("/?signin=unreachable"));
        assert!(began.elapsed().as_secs() < 3);
        assert!(who(&person).await.is_ok());
        world.end().await;
    }
}

#[tokio::test]
async fn without_a_provider_there_is_no_such_way() {
    let world = World::new().await;
    let person = world.person("Naserian").await;
    assert_eq!(goes(&person, "/").await.refusal(), Refusal::NotFound);
    let answer = super::asks(&person, "GET", "/api/oidc/callback?state=x&code=y").await;
    assert_eq!(answer.refusal(), Refusal::NotFound);
    world.end().await;
}
