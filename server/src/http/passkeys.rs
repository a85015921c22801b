//! `/api/passkeys` and `/api/login/passkey`: keys that a browser holds, in place of a password.

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, HOST};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use protocol::http::account::{PasskeyAnswer, PasskeyRow};
use protocol::refusal::Refusal;
use uuid::Uuid;

use super::Server;
use super::account::{claim_by, enter};
use super::body::Foreign;
use super::error::Denied;
use super::guard::client_address;
use super::session::{Anybody, Visitor, entered};
use crate::accounts::{NotAKey, Passkeys};
use crate::net::Peer;
use crate::store::accounts::{Added, Passkey, Proof, Removed, Way};

/// Passkeys of one account.
const KEYS_MAX: u8 = 20;

/// The passkeys of this server, where a browser that came by this name can use them.
pub(super) fn site<'s>(server: &'s Server, headers: &HeaderMap) -> Result<&'s Passkeys, Denied> {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let site = server.0.passkeys.as_ref().filter(|site| site.are_for(host));
    site.ok_or_else(|| Refusal::NotFound.into())
}

/// The keys of the visitor.
pub(super) async fn list(
    State(server): State<Server>,
    visitor: Visitor,
) -> Result<impl IntoResponse, Denied> {
    server.0.limits.asking(visitor.known.user)?;
    let keys = server.0.accounts.passkeys_of(visitor.known.user).await?;
    let row = |key: Passkey| PasskeyRow { id: key.id, name: key.name, since: key.since, seen: key.seen };
    Ok(([(CACHE_CONTROL, "no-store")], Json(keys.into_iter().map(row).collect::<Vec<_>>())))
}

/// Ask the browser of the visitor for a new key.
pub(super) async fn start(
    State(server): State<Server>,
    Extension(peer): Extension<Peer>,
    visitor: Visitor,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Denied> {
    let site = site(&server, &headers)?;
    server.0.limits.asking(visitor.known.user)?;
    if !visitor.known.registered {
        // Before his device makes a key for nothing.
        let address = client_address(&peer, &headers, &server.0.proxies);
        server.0.limits.may_claim(address, server.0.clock.now())?;
    }
    let own = server.0.accounts.passkeys_of(visitor.known.user).await?;
    if own.len() >= usize::from(KEYS_MAX) {
        return Err(too_many());
    }
    let account = server.0.accounts.account(visitor.known.user).await?;
    let name = visitor.person.name;
    let login = account.and_then(|account| account.login).unwrap_or_else(|| name.clone());
    let asked = site.ask_for_new(visitor.known.user, &login, &name, &own, server.0.clock.now())?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(asked)))
}

/// Take the new key. A guest has an account by it from now on.
pub(super) async fn add(
    State(server): State<Server>,
    Extension(peer): Extension<Peer>,
    visitor: Visitor,
    headers: HeaderMap,
    Foreign(answer): Foreign<PasskeyAnswer>,
) -> Result<Response, Denied> {
    let site = site(&server, &headers)?;
    server.0.limits.asking(visitor.known.user)?;
    let user = visitor.known.user;
    let now = server.0.clock.now();
    let key = site.make(user, answer.ceremony, answer.name.as_deref(), answer.credential, now)?;
    if !visitor.known.registered {
        let place = server.0.limits.claim(client_address(&peer, &headers, &server.0.proxies), now)?;
        return Ok(claim_by(&server, &visitor, Way::Passkey(key), place, &headers).await?.into_response());
    }
    match server.0.accounts.add_passkey(user, key, KEYS_MAX).await? {
        Added::Done => Ok(entered(&server, &visitor.known.token, &visitor.person).await?.into_response()),
        Added::Taken => Err(Refusal::WrongCredentials.into()),
        Added::Full => Err(too_many()),
        Added::NoAccount => Err(Refusal::AccountNeeded.into()),
    }
}

/// Take a key away, unless nothing else leads to the account.
pub(super) async fn remove(
    State(server): State<Server>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Denied> {
    server.0.limits.asking(visitor.known.user)?;
    let id = Uuid::try_parse(&id).map_err(|_| Refusal::NotFound)?;
    match server.0.accounts.remove_passkey(visitor.known.user, id).await? {
        Removed::Done => Ok((StatusCode::NO_CONTENT, [(CACHE_CONTROL, "no-store")])),
        Removed::NotThere => Err(Refusal::NotFound.into()),
        Removed::LastWay => Err(Refusal::LastWay.into()),
    }
}

/// Ask whoever it is to sign in by a key; no name is needed.
pub(super) async fn login_start(
    State(server): State<Server>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Denied> {
    let site = site(&server, &headers)?;
    server.0.limits.entry(client_address(&peer, &headers, &server.0.proxies))?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(site.ask_to_sign_in(server.0.clock.now())?)))
}

/// Sign in by a key.
pub(super) async fn login(
    State(server): State<Server>,
    Extension(peer): Extension<Peer>,
    Anybody(visitor): Anybody,
    headers: HeaderMap,
    Foreign(given): Foreign<PasskeyAnswer>,
) -> Result<impl IntoResponse, Denied> {
    site(&server, &headers)?;
    server.0.limits.entry(client_address(&peer, &headers, &server.0.proxies))?;
    let (key, passkey) = proven(&server, given, &headers).await?;
    enter(&server, key.user, Proof::Passkey(key.id, passkey), visitor.as_ref(), &headers).await
}

/// The key that an answer shows, and what is to be kept of it from now on.
pub(super) async fn proven(
    server: &Server,
    given: PasskeyAnswer,
    headers: &HeaderMap,
) -> Result<(Passkey, String), Denied> {
    let site = site(server, headers)?;
    let answer = site.answer(given.ceremony, given.credential, server.0.clock.now())?;
    let key = server.0.accounts.passkey(answer.id.clone()).await?.ok_or(Refusal::WrongCredentials)?;
    let kept = site.prove(answer, &key)?;
    Ok((key, kept))
}

impl From<NotAKey> for Denied {
    fn from(_: NotAKey) -> Self {
        Refusal::WrongCredentials.into()
    }
}

fn too_many() -> Denied {
    let why = format!("an account has {KEYS_MAX} passkeys at most");
    Denied::new(StatusCode::CONFLICT, Refusal::BadMessage { why })
}
