//! `/api/push/key` and `/api/me/push`: notices of slow games to browsers that are not open.

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use protocol::http::push::{PushDevice, PushKey, PushSubscription, PushView, PushWishes};
use protocol::refusal::Refusal;

use super::Server;
use super::body::Strict;
use super::error::Denied;
use super::session::Visitor;
use crate::push::Push;
use crate::store::push::{Subscription, SubscriptionId};

/// Browsers of one person that are told: whoever has more does not need it on the first of them.
const BROWSERS_MAX: u8 = 10;

/// Say of everything about notices that it is not there where the server sends none.
pub(super) async fn where_offered(State(server): State<Server>, request: Request, next: Next) -> Response {
    if server.0.push.is_none() {
        return Denied::from(Refusal::NotFound).into_response();
    }
    next.run(request).await
}

/// By what a browser knows this server.
pub(super) async fn key(State(server): State<Server>) -> Result<impl IntoResponse, Denied> {
    let key = push(&server)?.key.public().to_owned();
    Ok(([(CACHE_CONTROL, "no-store")], Json(PushKey { key })))
}

/// What the visitor is told of, and where.
pub(super) async fn get(State(server): State<Server>, visitor: Visitor) -> Result<impl IntoResponse, Denied> {
    let user = visitor.known.user;
    server.0.limits.asking(user)?;
    let wishes = server.0.notices.wishes(user).await?;
    let subscriptions = server.0.notices.subscriptions_of(user).await?;
    let sessions = server.0.accounts.sessions_of(user).await?;
    let device = |subscription: Subscription| PushDevice {
        id: hex(&subscription.id),
        service: host_of(&subscription.endpoint),
        lang: subscription.lang,
        since: subscription.since,
        agent: sessions
            .iter()
            .find(|session| session.id == subscription.session)
            .map_or_else(String::new, |session| session.agent.clone()),
        own: subscription.session == visitor.known.session,
    };
    let devices = subscriptions.into_iter().map(device).collect();
    Ok(([(CACHE_CONTROL, "no-store")], Json(PushView { wishes, devices })))
}

/// Tell this browser too, in place of what was known of it.
pub(super) async fn subscribe(
    State(server): State<Server>,
    visitor: Visitor,
    Strict(given): Strict<PushSubscription>,
) -> Result<impl IntoResponse, Denied> {
    server.0.limits.asking(visitor.known.user)?;
    let push = push(&server)?;
    let checked = push.check(&given)?;
    let subscription = Subscription {
        id: checked.id,
        user: visitor.known.user,
        session: visitor.known.session,
        endpoint: checked.endpoint,
        p256dh: checked.reader.p256dh(),
        auth: checked.reader.auth(),
        lang: given.lang,
        server_key: push.key.digest(),
        since: server.0.clock.now(),
    };
    // The session may have ended since it was recognised.
    if !server.0.notices.subscribe(subscription, BROWSERS_MAX).await? {
        return Err(Refusal::Unauthorized.into());
    }
    Ok((StatusCode::NO_CONTENT, [(CACHE_CONTROL, "no-store")]))
}

/// Tell a browser of the visitor no more. The same answer for one of somebody else and for none.
pub(super) async fn unsubscribe(
    State(server): State<Server>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Denied> {
    server.0.limits.asking(visitor.known.user)?;
    let id = id_of(&id).ok_or(Refusal::NotFound)?;
    if !server.0.notices.unsubscribe(visitor.known.user, id).await? {
        return Err(Refusal::NotFound.into());
    }
    Ok((StatusCode::NO_CONTENT, [(CACHE_CONTROL, "no-store")]))
}

/// Tell the visitor of these and nothing else.
pub(super) async fn wish(
    State(server): State<Server>,
    visitor: Visitor,
    Strict(wishes): Strict<PushWishes>,
) -> Result<impl IntoResponse, Denied> {
    server.0.limits.asking(visitor.known.user)?;
    server.0.notices.wish(visitor.known.user, wishes).await?;
    Ok((StatusCode::NO_CONTENT, [(CACHE_CONTROL, "no-store")]))
}

fn push(server: &Server) -> Result<&Push, Denied> {
    server.0.push.as_ref().ok_or_else(|| Refusal::NotFound.into())
}

fn hex(id: &SubscriptionId) -> String {
    id.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn id_of(text: &str) -> Option<SubscriptionId> {
    if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    u128::from_str_radix(text, 16).ok().map(u128::to_be_bytes)
}

/// The host of an endpoint that was looked at when it was given.
fn host_of(endpoint: &str) -> String {
    let rest = endpoint.split_once("://").map_or(endpoint, |(_, rest)| rest);
    rest.split(['/', '?']).next().unwrap_or_default().to_owned()
}
