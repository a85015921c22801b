//! `GET /api/games`: what can be played.

use axum::Json;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use protocol::http::GameInfo;

use super::Server;
use crate::room::catalogue_up_to;

/// Every game with its sizes and what is usual, as far as this server lets spectators bet.
pub(super) async fn list(State(server): State<Server>) -> impl IntoResponse {
    let games: Vec<GameInfo> = catalogue_up_to(server.0.betting.mode);
    ([(CACHE_CONTROL, "no-cache")], Json(games))
}
