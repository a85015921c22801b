//! `GET /api/rooms/{room}/story`: a room from its opening on, for replays.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use serde::Deserialize;

use super::Server;
use super::error::Denied;
use super::query::{self, Asked};
use super::session::Visitor;

/// `?from=`: events of the table that are known already.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct From {
    #[serde(default)]
    from: u32,
}

/// What everybody was told, as far as the gate of the room lets it through.
pub(super) async fn tell(
    State(server): State<Server>,
    Path(path): Path<String>,
    visitor: Visitor,
    Asked(From { from }): Asked<From>,
) -> Result<impl IntoResponse, Denied> {
    server.0.limits.asking(visitor.known.user)?;
    let story = server.0.rooms.story(&query::room(path)?, from).await?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(story)))
}
