//! `GET /api/games`: what can be played.

use axum::Json;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use protocol::http::GameInfo;

use crate::room::{Around, catalogue_up_to};

/// Every game with its sizes and what is usual.
pub(super) async fn list() -> impl IntoResponse {
    let games: Vec<GameInfo> = catalogue_up_to(Around::default().betting);
    ([(CACHE_CONTROL, "no-cache")], Json(games))
}
