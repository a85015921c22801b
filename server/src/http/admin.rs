//! `GET /api/audit`, `POST /api/admin/betting`, `GET /api/admin/abuse`: looking after the books.
//! Every act is public, with its reason; none can change what a market came to.

use axum::Json;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use protocol::betting::{BetBar, SuspendReason, VoidReason};
use protocol::http::betting::{AdminAct, AdminVerb, AuditKind};
use protocol::refusal::Refusal;
use protocol::{RoomId, UserId};
use unicode_segmentation::UnicodeSegmentation;

use super::Server;
use super::betting::{asker, offered};
use super::body::Strict;
use super::error::Denied;
use crate::names::clean_reason;
use crate::room::{Ask, Caller};
use crate::store::books::Act;

/// Characters that a reason has at least.
const REASON_MIN: usize = 10;

/// What administrators did. Public.
pub(super) async fn audit(State(server): State<Server>) -> Result<impl IntoResponse, Denied> {
    offered(&server)?;
    let rows = server.0.books.audit().await?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(rows)))
}

/// What an administrator should look at.
pub(super) async fn abuse(
    State(server): State<Server>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Denied> {
    offered(&server)?;
    administrator(&server, &headers).await?;
    let report = server.0.books.abuse(server.0.clock.now()).await?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(report)))
}

/// Do something. Sent again by the same key, it is not done again.
pub(super) async fn act(
    State(server): State<Server>,
    headers: HeaderMap,
    Strict(act): Strict<AdminAct>,
) -> Result<impl IntoResponse, Denied> {
    offered(&server)?;
    let by = administrator(&server, &headers).await?;
    let reason = clean_reason(&act.reason).map_err(|why| Refusal::TextRefused { why })?;
    if reason.graphemes(true).count() < REASON_MIN {
        return Err(Denied::bad("a reason has ten characters at least"));
    }
    let at = server.0.clock.now();
    let noted = |what, market| Act { key: act.key, at, by, what, market, reason: reason.clone() };
    match act.act {
        AdminVerb::Pause { room, on } => {
            let what = if on { AuditKind::Pause } else { AuditKind::Resume };
            let ask = Ask::Suspend { why: SuspendReason::Admin, on };
            in_room(&server, &room, ask, |market| noted(what, Some(market))).await?;
        }
        AdminVerb::Void { room } => {
            let ask = Ask::Void(VoidReason::Moderator);
            in_room(&server, &room, ask, |market| noted(AuditKind::Void, Some(market))).await?;
        }
        AdminVerb::Adjust { login, amount, taken } => {
            let user = account(&server, &login).await?;
            server.0.wallets.adjust(act.key, by, user, amount, taken, reason, at).await?;
        }
        AdminVerb::Ban { login, on } => {
            let user = account(&server, &login).await?;
            server.0.wallets.ban(act.key, by, user, on, reason, at).await?;
        }
    }
    Ok(StatusCode::NO_CONTENT)
}

/// What the room has to carry out is noted first: nothing is done that is not listed.
async fn in_room(
    server: &Server,
    room: &RoomId,
    ask: Ask,
    act: impl FnOnce(u64) -> Act,
) -> Result<(), Denied> {
    let handle = server.0.rooms.find(room).await?;
    let closed = Refusal::BetRefused { why: BetBar::MarketClosed };
    let (_, market) = server.0.books.running(room).await?.ok_or(closed)?;
    let act = act(market);
    let key = act.key;
    if !server.0.books.note(act).await? {
        return Ok(());
    }
    if let Err(refusal) = handle.ask(Caller::Server, None, None, ask).await {
        server.0.books.unnote(key).await?;
        return Err(refusal.into());
    }
    Ok(())
}

async fn account(server: &Server, login: &str) -> Result<UserId, Denied> {
    let found = server.0.books.account_of(&login.to_lowercase()).await?;
    found.ok_or_else(|| Refusal::NotFound.into())
}

/// The administrator who asks; 403 for everybody else.
async fn administrator(server: &Server, headers: &HeaderMap) -> Result<UserId, Denied> {
    let person = asker(server, headers).await?;
    let rank = server.0.books.rank(person.user).await?;
    if rank.admin { Ok(person.user) } else { Err(Refusal::ForbiddenRole.into()) }
}
