//! `GET` and `POST /api/session`: who the visitor is.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use protocol::UserId;
use protocol::http::{Session, SessionRequest};
use protocol::refusal::Refusal;
use uuid::Uuid;

use super::Server;
use super::body::Strict;
use super::error::Denied;
use super::guard::client_address;
use crate::identity::made_up_name;
use crate::names::clean_name;
use crate::net::Peer;
use crate::store::Person;

/// Who the visitor is; 401 for somebody new.
pub(super) async fn get(
    State(server): State<Server>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Denied> {
    let person = visitor(&server, &headers).await?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(session(&person))))
}

/// Become somebody, or take another name. The cookie is given anew each time.
pub(super) async fn post(
    State(server): State<Server>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Strict(request): Strict<SessionRequest>,
) -> Result<impl IntoResponse, Denied> {
    let name =
        request.name.map(|name| clean_name(&name)).transpose().map_err(|why| Refusal::NameRefused { why })?;
    let known = match known(&server, &headers).await? {
        Some(person) => {
            server.0.limits.known_session(person.user)?;
            person
        }
        None => {
            server.0.limits.session(client_address(&peer, &headers, &server.0.proxies))?;
            newcomer(server.0.clock.now())
        }
    };
    let person = match name {
        Some(name) => Person { name, named: true, ..known },
        None => known,
    };
    let cookie = server.0.identity.cookie(person.user, server.0.clock.now());
    let answer = Json(session(&person));
    server.0.store.put_person(person).await?;
    Ok((cookie, [(CACHE_CONTROL, "no-store")], answer))
}

/// The person whose cookie this is.
pub(super) async fn visitor(server: &Server, headers: &HeaderMap) -> Result<Person, Denied> {
    known(server, headers).await?.ok_or_else(|| Refusal::Unauthorized.into())
}

async fn known(server: &Server, headers: &HeaderMap) -> Result<Option<Person>, Denied> {
    match server.0.identity.who(headers, server.0.clock.now()) {
        Some(user) => Ok(server.0.store.person(user).await?),
        None => Ok(None),
    }
}

fn newcomer(now: u64) -> Person {
    Person { user: UserId(Uuid::new_v4()), name: made_up_name(), named: false, created_at: now }
}

fn session(person: &Person) -> Session {
    Session { name: person.name.clone(), named: person.named, account: None }
}
