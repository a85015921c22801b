//! `GET /api/me/export`: everything that is kept of the visitor, to take away.

use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION};
use axum::response::IntoResponse;

use super::Server;
use super::error::Denied;
use super::session::Visitor;
use crate::accounts::gather;

/// One JSON document, as a download.
pub(super) async fn export(
    State(server): State<Server>,
    visitor: Visitor,
) -> Result<impl IntoResponse, Denied> {
    let parts = &server.0;
    parts.limits.export(visitor.known.user)?;
    parts.sessions.note().await?;
    let (store, accounts) = (&*parts.store, &*parts.accounts);
    let own = visitor.known.session;
    let books = parts.books.export_of(visitor.known.user).await?;
    let export = gather(store, accounts, &parts.rooms, visitor.person, own, books, parts.clock.now()).await?;
    let headers =
        [(CONTENT_DISPOSITION, "attachment; filename=\"sindillo.json\""), (CACHE_CONTROL, "no-store")];
    Ok((headers, Json(export)))
}
