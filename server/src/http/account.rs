//! `/api/account`, `/api/login`, `/api/logout`: a guest becomes somebody who can come back from
//! elsewhere, comes back, goes.

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::{Extension, Json};
use protocol::UserId;
use protocol::http::account::{Credentials, Deletion, PasskeyAnswer, PasswordChange, SignInWays};
use protocol::refusal::Refusal;
use uuid::Uuid;

use super::Server;
use super::body::{Foreign, Strict};
use super::error::Denied;
use super::guard::client_address;
use super::made::Place;
use super::passkeys;
use super::session::{Anybody, Visitor, entered};
use crate::accounts::{End, NOBODY, clean_login};
use crate::net::Peer;
use crate::store::accounts as kept;
use crate::store::accounts::{Claim, Claimed, Login, PasswordSet, Proof, SetPassword, SignIn, SignedIn, Way};

/// Milliseconds for which having signed in is a proof of who one is.
const FRESH_MS: u64 = 300_000;

/// How one can sign in, by the name under which the browser came.
pub(super) async fn ways(State(server): State<Server>, headers: HeaderMap) -> impl IntoResponse {
    let ways = SignInWays {
        passkeys: passkeys::site(&server, &headers).is_ok(),
        provider: server.0.provider.as_ref().map(|provider| provider.label().to_owned()),
    };
    ([(CACHE_CONTROL, "no-store")], Json(ways))
}

/// A guest claims an account by a name and a password: he stays who he is, with seats and history.
pub(super) async fn claim(
    State(server): State<Server>,
    Extension(peer): Extension<Peer>,
    visitor: Visitor,
    headers: HeaderMap,
    Strict(wanted): Strict<Credentials>,
) -> Result<impl IntoResponse, Denied> {
    if visitor.known.registered {
        return Err(Refusal::AccountExists.into());
    }
    let login = clean_login(&wanted.login).ok_or(Refusal::LoginRefused)?;
    let place =
        server.0.limits.claim(client_address(&peer, &headers, &server.0.proxies), server.0.clock.now())?;
    let hash = server.0.passwords.choose(&wanted.password, &login.name).await?;
    claim_by(&server, &visitor, Way::Password(login, hash), place, &headers).await
}

/// A guest claims an account in some way.
pub(super) async fn claim_by(
    server: &Server,
    visitor: &Visitor,
    way: Way,
    place: Place,
    headers: &HeaderMap,
) -> Result<impl IntoResponse + use<>, Denied> {
    let now = server.0.clock.now();
    let (token, session) = server.0.sessions.draft(visitor.known.user, headers, now);
    let counted = place.take(now);
    let refusal = match server.0.accounts.claim(Claim { way, session, person: None }).await? {
        Claimed::Done(ended) => {
            renew(server, &ended, visitor.known.session);
            return entered(server, &token, &visitor.person).await;
        }
        Claimed::LoginTaken => Refusal::LoginTaken,
        Claimed::Exists => Refusal::AccountExists,
        Claimed::WayTaken => Refusal::WrongCredentials,
    };
    counted.undo();
    Err(refusal.into())
}

/// Sign in by name and password. One answer for every reason why not, after the same work.
pub(super) async fn login(
    State(server): State<Server>,
    Extension(peer): Extension<Peer>,
    Anybody(visitor): Anybody,
    headers: HeaderMap,
    Strict(given): Strict<Credentials>,
) -> Result<impl IntoResponse, Denied> {
    let address = client_address(&peer, &headers, &server.0.proxies);
    server.0.limits.entry(address)?;
    let lock = match clean_login(&given.login) {
        Some(Login { name, .. }) => {
            server.0.limits.guess(&name, address)?;
            server.0.accounts.lock_of(name).await?
        }
        None => None,
    };
    let hash = lock.as_ref().and_then(|lock| lock.password.clone());
    let right = server.0.passwords.is(&given.password, hash.clone()).await?;
    let (Some(lock), Some(hash), true) = (lock, hash, right) else {
        return Err(Refusal::WrongCredentials.into());
    };
    enter(&server, lock.user, Proof::Password(hash), visitor.as_ref(), &headers).await
}

/// Begin a session of somebody who proved who he is, in the browser of `visitor`.
pub(super) async fn enter(
    server: &Server,
    user: UserId,
    proof: Proof,
    visitor: Option<&Visitor>,
    headers: &HeaderMap,
) -> Result<impl IntoResponse + use<>, Denied> {
    let now = server.0.clock.now();
    let (token, session) = server.0.sessions.draft(user, headers, now);
    let instead_of = visitor.map(|visitor| visitor.known.session);
    match server.0.accounts.sign_in(SignIn { proof, session, instead_of }).await? {
        SignedIn::Done(ended) => {
            let same = visitor.filter(|visitor| visitor.known.user == user);
            renew(server, &ended, same.map(|visitor| visitor.known.session).unwrap_or_default());
        }
        SignedIn::Refused => return Err(Refusal::WrongCredentials.into()),
    }
    let person = server.0.store.person(user).await?.ok_or(Refusal::WrongCredentials)?;
    entered(server, &token, &person).await
}

/// End the session and forget it in this browser.
pub(super) async fn logout(
    State(server): State<Server>,
    visitor: Visitor,
) -> Result<impl IntoResponse, Denied> {
    server.0.accounts.end_session(visitor.known.user, visitor.known.session).await?;
    server.0.sessions.ended(&[visitor.known.session], End::Over, server.0.clock.now());
    Ok(gone(&server))
}

/// Choose another password, or a first one. All other sessions end.
pub(super) async fn password(
    State(server): State<Server>,
    visitor: Visitor,
    headers: HeaderMap,
    Strict(change): Strict<PasswordChange>,
) -> Result<impl IntoResponse, Denied> {
    let visitor = visitor.registered()?;
    let account = own_account(&server, visitor.known.user).await?;
    prove(&server, &account, change.old.as_deref()).await?;
    let login = match (&account.login, change.login) {
        (Some(_), None) => None,
        (Some(own), Some(given)) if clean_login(&given).is_some_and(|login| login.name == *own) => None,
        (None, Some(given)) => Some(clean_login(&given).ok_or(Refusal::LoginRefused)?),
        (Some(_), Some(_)) | (None, None) => return Err(Refusal::LoginRefused.into()),
    };
    let name = login.as_ref().map(|login| &login.name).or(account.login.as_ref());
    let new = server.0.passwords.choose(&change.new, name.map_or("", String::as_str)).await?;
    let (token, session) = server.0.sessions.draft(visitor.known.user, &headers, server.0.clock.now());
    let set = SetPassword { old: account.password, login, new, session };
    match server.0.accounts.set_password(set).await? {
        PasswordSet::Done(ended) => {
            renew(&server, &ended, visitor.known.session);
            entered(&server, &token, &visitor.person).await
        }
        PasswordSet::LoginTaken => Err(Refusal::LoginTaken.into()),
        PasswordSet::Changed => Err(Refusal::WrongCredentials.into()),
    }
}

/// Delete the account: nothing leads to it any more, and its rooms are left.
pub(super) async fn delete(
    State(server): State<Server>,
    visitor: Visitor,
    headers: HeaderMap,
    Foreign(given): Foreign<Deletion>,
) -> Result<impl IntoResponse, Denied> {
    let visitor = visitor.registered()?;
    let user = visitor.known.user;
    let account = own_account(&server, user).await?;
    if account.password.is_some() {
        prove(&server, &account, given.password.as_deref()).await?;
    } else {
        prove_otherwise(&server, &visitor, &account, given.passkey, &headers).await?;
    }
    let now = server.0.clock.now();
    let deletion = kept::Deletion { user, name: NOBODY.to_owned(), now };
    let ended = server.0.accounts.delete_account(deletion).await?.ok_or(Refusal::AccountNeeded)?;
    server.0.sessions.ended(&ended, End::Over, now);
    server.0.sessions.changed(user);
    // The rooms are told behind the answer, and after a restart where need be.
    server.0.gone.notify_one();
    Ok(gone(&server))
}

/// Who has a password is asked for it before what cannot be taken back.
async fn prove(server: &Server, account: &kept::Account, given: Option<&str>) -> Result<(), Denied> {
    if account.password.is_none() {
        return Ok(());
    }
    server.0.limits.proof(account.user)?;
    let given = given.unwrap_or_default();
    if server.0.passwords.is(given, account.password.clone()).await? {
        Ok(())
    } else {
        Err(Refusal::WrongCredentials.into())
    }
}

/// Who has no password shows a key of his, or has signed in just now. Where nothing leads to the
/// account but this session there is nothing else to be asked for.
async fn prove_otherwise(
    server: &Server,
    visitor: &Visitor,
    account: &kept::Account,
    given: Option<PasskeyAnswer>,
    headers: &HeaderMap,
) -> Result<(), Denied> {
    if let Some(given) = given {
        server.0.limits.proof(account.user)?;
        let (key, _) = passkeys::proven(server, given, headers).await?;
        return if key.user == account.user { Ok(()) } else { Err(Refusal::WrongCredentials.into()) };
    }
    let age = server.0.clock.now().saturating_sub(visitor.known.since);
    if age < FRESH_MS || (account.passkeys == 0 && !account.provider) {
        Ok(())
    } else {
        Err(Refusal::ProofNeeded.into())
    }
}

async fn own_account(server: &Server, user: UserId) -> Result<kept::Account, Denied> {
    Ok(server.0.accounts.account(user).await?.ok_or(Refusal::AccountNeeded)?)
}

/// Sessions ended; that of the own browser, where it was the same person's, goes on as another.
pub(super) fn renew(server: &Server, ended: &[Uuid], own: Uuid) {
    let now = server.0.clock.now();
    let (own, others): (Vec<Uuid>, Vec<Uuid>) = ended.iter().partition(|session| **session == own);
    server.0.sessions.ended(&own, End::Renewed, now);
    server.0.sessions.ended(&others, End::Over, now);
}

fn gone(server: &Server) -> impl IntoResponse + use<> {
    let cookie = server.0.sessions.identity().no_cookie();
    (StatusCode::NO_CONTENT, [(SET_COOKIE, cookie), (CACHE_CONTROL, "no-store".to_owned())])
}
