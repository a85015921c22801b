//! `GET` and `POST /api/session`: who the visitor is; and how every other route learns it.

use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{CACHE_CONTROL, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use protocol::UserId;
use protocol::http::account::AccountView;
use protocol::http::{Session, SessionRequest};
use protocol::refusal::Refusal;
use uuid::Uuid;

use super::Server;
use super::body::Strict;
use super::error::Denied;
use super::guard::client_address;
use crate::accounts::Known;
use crate::identity::{Token, made_up_name};
use crate::names::clean_name;
use crate::net::Peer;
use crate::store::accounts::Arrival;
use crate::store::{Person, StoreError};

/// Somebody with a session.
#[derive(Clone, Debug)]
pub(super) struct Visitor {
    pub(super) known: Known,
    pub(super) person: Person,
}

/// Somebody, with a session or without.
pub(super) struct Anybody(pub(super) Option<Visitor>);

/// What was found out of the sender of a request.
#[derive(Clone)]
struct Recognised(Result<Option<Known>, StoreError>);

/// Find out who sends a request. A browser with an old cookie is given a new one with the answer.
pub(super) async fn recognise(State(server): State<Server>, mut request: Request, next: Next) -> Response {
    let sessions = &server.0.sessions;
    let found = sessions.recognise(request.headers(), server.0.clock.now()).await;
    let exchanged = found.as_ref().ok().and_then(Option::as_ref).filter(|known| known.exchanged);
    let cookie = exchanged.map(|known| sessions.identity().cookie(&known.token));
    request.extensions_mut().insert(Recognised(found));
    let mut answer = next.run(request).await;
    // An answer that gives another cookie knows better.
    if let Some(cookie) = cookie.and_then(|line| HeaderValue::from_str(&line).ok())
        && !answer.headers().contains_key(SET_COOKIE)
    {
        answer.headers_mut().insert(SET_COOKIE, cookie);
    }
    answer
}

impl FromRequestParts<Server> for Visitor {
    type Rejection = Denied;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Self, Denied> {
        Anybody::from_request_parts(parts, server).await?.0.ok_or_else(|| Refusal::Unauthorized.into())
    }
}

impl FromRequestParts<Server> for Anybody {
    type Rejection = Denied;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Self, Denied> {
        let found = parts.extensions.get::<Recognised>().cloned();
        let Some(known) = found.map_or(Ok(None), |Recognised(found)| found)? else {
            return Ok(Self(None));
        };
        let person = server.0.store.person(known.user).await?;
        Ok(Self(person.map(|person| Visitor { known, person })))
    }
}

impl Visitor {
    /// Whoever has an account.
    pub(super) fn registered(self) -> Result<Self, Denied> {
        if self.known.registered { Ok(self) } else { Err(Refusal::AccountNeeded.into()) }
    }
}

/// Who the visitor is; 401 for somebody new.
pub(super) async fn get(State(server): State<Server>, visitor: Visitor) -> Result<impl IntoResponse, Denied> {
    let session = session(&server, &visitor.person).await?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(session)))
}

/// Become somebody, or take another name. The cookie is given anew each time.
pub(super) async fn post(
    State(server): State<Server>,
    Extension(peer): Extension<Peer>,
    Anybody(visitor): Anybody,
    headers: HeaderMap,
    Strict(request): Strict<SessionRequest>,
) -> Result<impl IntoResponse, Denied> {
    let name =
        request.name.map(|name| clean_name(&name)).transpose().map_err(|why| Refusal::NameRefused { why })?;
    let rename = |person: Person| match name.clone() {
        Some(name) => Person { name, named: true, ..person },
        None => person,
    };
    let (token, person) = match visitor {
        Some(Visitor { known, person }) => {
            server.0.limits.known_session(known.user)?;
            let named = rename(person.clone());
            if named != person {
                server.0.store.put_person(named.clone()).await?;
            }
            (known.token, named)
        }
        None => {
            server.0.limits.session(client_address(&peer, &headers, &server.0.proxies))?;
            let person = rename(newcomer(server.0.clock.now()));
            let (token, session) = server.0.sessions.draft(person.user, &headers, server.0.clock.now());
            server.0.accounts.arrive(Arrival { person: person.clone(), session }).await?;
            (token, person)
        }
    };
    entered(&server, &token, &person).await
}

/// The answer to who has just become, or proved to be, this person.
pub(super) async fn entered(
    server: &Server,
    token: &Token,
    person: &Person,
) -> Result<impl IntoResponse + use<>, Denied> {
    let cookie = server.0.sessions.identity().cookie(token);
    let session = session(server, person).await?;
    Ok(([(SET_COOKIE, cookie), (CACHE_CONTROL, "no-store".to_owned())], Json(session)))
}

/// Somebody whom nobody knows yet.
pub(super) fn newcomer(now: u64) -> Person {
    Person { user: UserId(Uuid::new_v4()), name: made_up_name(), named: false, created_at: now }
}

async fn session(server: &Server, person: &Person) -> Result<Session, Denied> {
    let account = server.0.accounts.account(person.user).await?.map(|account| AccountView {
        login: account.login,
        since: account.since,
        password: account.password.is_some(),
        passkeys: account.passkeys,
        provider: account.provider,
        admin: account.admin,
    });
    Ok(Session { name: person.name.clone(), named: person.named, account })
}
