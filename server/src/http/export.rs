//! `GET /api/me/export`: everything that is kept of the visitor, to take away.
//!
//! Lists of any length are in it: it is sent as it is read, a page at a time, and never held whole.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use futures_util::stream::{self, Stream};
use protocol::UserId;

use super::Server;
use super::error::Denied;
use super::session::Visitor;
use crate::accounts::gather;
use crate::store::StoreError;
use crate::store::books::{Behind, Books, ExportList};

/// One JSON document, as a download.
pub(super) async fn export(
    State(server): State<Server>,
    visitor: Visitor,
) -> Result<impl IntoResponse, Denied> {
    let parts = &server.0;
    let user = visitor.known.user;
    parts.limits.export(user)?;
    parts.sessions.note().await?;
    let kept = (&*parts.store, &*parts.accounts, &*parts.notices);
    let own = visitor.known.session;
    let books = parts.books.export_of(user).await?;
    let export = gather(kept, &parts.rooms, visitor.person, own, books, parts.clock.now()).await?;
    let head = serde_json::to_string(&export).map_err(|e| StoreError::Unavailable(e.to_string()))?;
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CONTENT_DISPOSITION, "attachment; filename=\"sindillo.json\""),
        (CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, Body::from_stream(pieces(head, Arc::clone(&parts.books), user))))
}

/// The document in pieces: its head, whose last member `books` stays open for the lists, and the lists.
/// One that cannot be read breaks the answer off, so that nobody takes a part for the whole.
fn pieces(
    head: String,
    books: Arc<dyn Books>,
    user: UserId,
) -> impl Stream<Item = Result<String, StoreError>> {
    let open = head.strip_suffix(END).unwrap_or(&head).to_owned();
    let rest = Rest { open: Some(open), lists: &ExportList::ALL, behind: None, ended: false, books, user };
    stream::try_unfold(rest, |rest| async move {
        rest.next().await.inspect_err(|error| tracing::warn!(%error, "an export was broken off"))
    })
}

/// What ends the last member of the document, and the document.
const END: &str = "}}";

/// What is still to be sent.
struct Rest {
    open: Option<String>,
    lists: &'static [ExportList],
    /// Where the last page of the first of them ended.
    behind: Option<Behind>,
    ended: bool,
    books: Arc<dyn Books>,
    user: UserId,
}

impl Rest {
    async fn next(mut self) -> Result<Option<(String, Self)>, StoreError> {
        if let Some(open) = self.open.take() {
            return Ok(Some((open, self)));
        }
        let Some((&list, others)) = self.lists.split_first() else {
            let ended = std::mem::replace(&mut self.ended, true);
            return Ok((!ended).then(|| (END.to_owned(), self)));
        };
        let goes_on = self.behind.is_some();
        let page = self.books.export_page(self.user, list, self.behind.take()).await?;
        let mut piece = if goes_on { String::new() } else { format!(",\"{}\":[", list.word()) };
        for (place, row) in page.rows.iter().enumerate() {
            if goes_on || place > 0 {
                piece.push(',');
            }
            piece.push_str(row);
        }
        self.behind = page.next;
        if self.behind.is_none() {
            piece.push(']');
            self.lists = others;
        }
        Ok(Some((piece, self)))
    }
}
