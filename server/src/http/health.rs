//! `GET /healthz` and `/readyz`: whether the process lives, and whether it can serve.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;

use super::Server;

/// The process answers.
pub(super) async fn alive() -> impl IntoResponse {
    ([(CACHE_CONTROL, "no-store")], "ok\n")
}

/// The store answers and the server is not about to stop.
pub(super) async fn ready(State(server): State<Server>) -> impl IntoResponse {
    let nobody = protocol::UserId(uuid::Uuid::nil());
    let (status, text) = if server.is_draining() {
        (StatusCode::SERVICE_UNAVAILABLE, "draining\n")
    } else if server.0.store.person(nobody).await.is_err() {
        (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n")
    } else {
        (StatusCode::OK, "ready\n")
    };
    (status, [(CACHE_CONTROL, "no-store")], text)
}
