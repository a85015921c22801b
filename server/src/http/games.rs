//! `GET /api/games`: what can be played.

use axum::Json;
use protocol::http::GameInfo;

use crate::room::catalogue;

/// Every game with its sizes and what is usual.
pub(super) async fn list() -> Json<Vec<GameInfo>> {
    Json(catalogue())
}
