//! `GET /api/games`: what can be played.

use axum::Json;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use protocol::http::GameInfo;

use crate::room::catalogue;

/// Every game with its sizes and what is usual.
pub(super) async fn list() -> impl IntoResponse {
    let games: Vec<GameInfo> = catalogue();
    ([(CACHE_CONTROL, "no-cache")], Json(games))
}
