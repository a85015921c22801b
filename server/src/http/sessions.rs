//! `/api/sessions`: where somebody is signed in, and ending it.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use protocol::http::account::SessionRow;
use protocol::refusal::Refusal;
use uuid::Uuid;

use super::Server;
use super::error::Denied;
use super::session::Visitor;
use crate::accounts::End;

/// The sessions of the visitor, the last used first.
pub(super) async fn list(
    State(server): State<Server>,
    visitor: Visitor,
) -> Result<impl IntoResponse, Denied> {
    server.0.limits.asking(visitor.known.user)?;
    let sessions = server.0.accounts.sessions_of(visitor.known.user).await?;
    let mut rows: Vec<SessionRow> = sessions
        .into_iter()
        .map(|session| SessionRow {
            own: session.id == visitor.known.session,
            seen: server.0.sessions.last_used(&session),
            id: session.id,
            since: session.since,
            agent: session.agent,
        })
        .collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.seen));
    Ok(([(CACHE_CONTROL, "no-store")], Json(rows)))
}

/// End one of them. The same answer whether it is somebody else's or nobody's.
pub(super) async fn end(
    State(server): State<Server>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Denied> {
    server.0.limits.asking(visitor.known.user)?;
    let id = Uuid::try_parse(&id).map_err(|_| Refusal::NotFound)?;
    if !server.0.accounts.end_session(visitor.known.user, id).await? {
        return Err(Refusal::NotFound.into());
    }
    server.0.sessions.ended(&[id], End::Over, server.0.clock.now());
    Ok((StatusCode::NO_CONTENT, [(CACHE_CONTROL, "no-store")]))
}

/// End all but this one.
pub(super) async fn end_others(
    State(server): State<Server>,
    visitor: Visitor,
) -> Result<impl IntoResponse, Denied> {
    server.0.limits.asking(visitor.known.user)?;
    let ended = server.0.accounts.end_others(visitor.known.user, visitor.known.session).await?;
    server.0.sessions.ended(&ended, End::Over, server.0.clock.now());
    Ok((StatusCode::NO_CONTENT, [(CACHE_CONTROL, "no-store")]))
}
