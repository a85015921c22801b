//! `/api/oidc`: out to the identity provider, and back. These are addresses that a browser goes to
//! by itself, so that every outcome leads back to the page; what went wrong stands behind it as
//! `?signin=…`.

use std::net::IpAddr;

use axum::Extension;
use axum::extract::{Query, State};
use axum::http::header::{CACHE_CONTROL, HOST, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use protocol::UserId;
use protocol::refusal::Refusal;
use serde::Deserialize;

use super::Server;
use super::account::{enter, renew};
use super::error::Denied;
use super::guard::client_address;
use super::made::Place;
use super::session::{Anybody, Visitor, newcomer};
use crate::accounts::{Arrived, Failing, Provider, safe_path};
use crate::identity::Token;
use crate::names::clean_name;
use crate::net::Peer;
use crate::store::Person;
use crate::store::accounts::{Added, Claim, Claimed, Identity, Proof, Way};

/// Told where the identity leads to another account, or the account has another identity.
const TAKEN: &str = "taken";
/// Told where as many accounts were made at the address as may be in a day.
const LIMITED: &str = "limited";

/// Where to come back to.
#[derive(Deserialize)]
pub(super) struct Outward {
    #[serde(default, rename = "return")]
    back: Option<String>,
}

/// What the provider gave the browser.
#[derive(Deserialize)]
pub(super) struct Inward {
    #[serde(default)]
    state: Option<String>,
    #[serde(default)]
    code: Option<String>,
}

/// Send the browser to the provider.
pub(super) async fn start(
    State(server): State<Server>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Query(outward): Query<Outward>,
) -> Result<Response, Denied> {
    let provider = provider(&server)?;
    // A page of another site may send browsers anywhere, but not through this door.
    let near = matches!(
        headers.get("sec-fetch-site").map(HeaderValue::as_bytes),
        None | Some(b"same-origin" | b"none")
    );
    if !near {
        return Err(Refusal::ForbiddenRole.into());
    }
    server.0.limits.entry(client_address(&peer, &headers, &server.0.proxies))?;
    let back = outward.back.as_deref().and_then(safe_path).unwrap_or("/").to_owned();
    let identity = server.0.sessions.identity();
    // The same one in all tabs of a browser.
    let browser = identity.errand(&headers).unwrap_or_else(Token::random);
    let callback = callback(&server, &headers);
    let sent = provider.send(&browser, back.clone(), &callback, server.0.clock.now()).await;
    Ok(match sent {
        Ok(address) => {
            let mut answer = to(&address);
            set_cookie(&mut answer, &identity.errand_cookie(&browser));
            answer
        }
        Err(failing) => back_with(&back, failing.code()),
    })
}

/// Take in whom the provider sends back.
pub(super) async fn back(
    State(server): State<Server>,
    Extension(peer): Extension<Peer>,
    Anybody(visitor): Anybody,
    headers: HeaderMap,
    inward: Result<Query<Inward>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Denied> {
    let provider = provider(&server)?;
    let address = client_address(&peer, &headers, &server.0.proxies);
    server.0.limits.entry(address)?;
    let Ok(Query(Inward { state: Some(state), code })) = inward else {
        return Ok(back_with("/", Failing::Expired.code()));
    };
    let browser = server.0.sessions.identity().errand(&headers);
    match provider.receive(&state, browser.as_ref(), code, server.0.clock.now()).await {
        Ok(arrived) => take_in(&server, visitor, arrived, address, &headers).await,
        Err((back, failing)) => Ok(back_with(back.as_deref().unwrap_or("/"), failing.code())),
    }
}

async fn take_in(
    server: &Server,
    visitor: Option<Visitor>,
    arrived: Arrived,
    address: IpAddr,
    headers: &HeaderMap,
) -> Result<Response, Denied> {
    let Arrived { identity, name, back } = arrived;
    let known = server.0.accounts.identified(identity.clone()).await?;
    match (known, visitor) {
        // Also where he is signed in already: that he could be again is what he may be asked for.
        (Some(user), visitor) => return_known(server, user, identity, visitor.as_ref(), &back, headers).await,
        (None, Some(visitor)) if visitor.known.registered => {
            let linked = server.0.accounts.link(visitor.known.user, identity, server.0.clock.now()).await?;
            Ok(match linked {
                Added::Done => to(&back),
                Added::Taken | Added::Full | Added::NoAccount => back_with(&back, TAKEN),
            })
        }
        (None, visitor) => match server.0.limits.claim(address, server.0.clock.now()) {
            Ok(place) => claim(server, visitor, (identity, name), place, &back, headers).await,
            Err(_) => Ok(back_with(&back, LIMITED)),
        },
    }
}

async fn return_known(
    server: &Server,
    user: UserId,
    identity: Identity,
    visitor: Option<&Visitor>,
    back: &str,
    headers: &HeaderMap,
) -> Result<Response, Denied> {
    let entered = enter(server, user, Proof::Provider(identity), visitor, headers).await;
    Ok(match entered {
        Ok(entered) => with_cookies_of(&entered.into_response(), to(back)),
        Err(denied) if denied.is(&Refusal::WrongCredentials) => back_with(back, Failing::Invalid.code()),
        Err(denied) => return Err(denied),
    })
}

/// A guest, or somebody who was not even that, has an account by the identity from now on.
async fn claim(
    server: &Server,
    visitor: Option<Visitor>,
    (identity, name): (Identity, Option<String>),
    place: Place,
    back: &str,
    headers: &HeaderMap,
) -> Result<Response, Denied> {
    let now = server.0.clock.now();
    let own = visitor.as_ref().map(|visitor| visitor.known.session);
    let (user, person) = match visitor {
        Some(visitor) => (visitor.known.user, None),
        None => {
            let person = called(newcomer(now), name);
            (person.user, Some(person))
        }
    };
    let (token, session) = server.0.sessions.draft(user, headers, now);
    let claim = Claim { way: Way::Provider(identity), session, person };
    let counted = place.take(now);
    match server.0.accounts.claim(claim).await? {
        Claimed::Done(ended) => {
            renew(server, &ended, own.unwrap_or_default());
            let mut answer = to(back);
            set_cookie(&mut answer, &server.0.sessions.identity().cookie(&token));
            Ok(answer)
        }
        Claimed::LoginTaken | Claimed::Exists | Claimed::WayTaken => {
            counted.undo();
            Ok(back_with(back, TAKEN))
        }
    }
}

/// By the name that the provider knows, where it is one.
fn called(person: Person, name: Option<String>) -> Person {
    match name.and_then(|name| clean_name(&name).ok()) {
        Some(name) => Person { name, named: true, ..person },
        None => person,
    }
}

fn provider(server: &Server) -> Result<&Provider, Denied> {
    server.0.provider.as_ref().ok_or_else(|| Refusal::NotFound.into())
}

/// Where the provider sends a browser that came by this name.
fn callback(server: &Server, headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let origins = &server.0.origins;
    let own = origins.iter().find(|origin| origin.is_served_at(host)).or(origins.first());
    format!("{}/api/oidc/callback", own.map(ToString::to_string).unwrap_or_default())
}

fn back_with(path: &str, code: &str) -> Response {
    to(&format!("{path}?signin={code}"))
}

fn to(address: &str) -> Response {
    // Our own paths and what a library wrote as an address can be header lines.
    let address = HeaderValue::from_str(address).unwrap_or(HeaderValue::from_static("/"));
    let no_store = HeaderValue::from_static("no-store");
    (StatusCode::SEE_OTHER, [(LOCATION, address), (CACHE_CONTROL, no_store)]).into_response()
}

fn set_cookie(answer: &mut Response, line: &str) {
    if let Ok(line) = HeaderValue::from_str(line) {
        answer.headers_mut().append(SET_COOKIE, line);
    }
}

fn with_cookies_of(from: &Response, mut answer: Response) -> Response {
    for cookie in from.headers().get_all(SET_COOKIE) {
        answer.headers_mut().append(SET_COOKIE, cookie.clone());
    }
    answer
}
