//! `GET /api/me/games`: the rooms in which the visitor has a seat.

use axum::Json;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;

use super::Server;
use super::error::Denied;
use super::session::Visitor;

/// The one in which something was last told to everybody first; 401 for somebody new.
pub(super) async fn games(
    State(server): State<Server>,
    visitor: Visitor,
) -> Result<impl IntoResponse, Denied> {
    server.0.limits.asking(visitor.known.user)?;
    let games = server.0.rooms.games_of(visitor.known.user).await?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(games)))
}
