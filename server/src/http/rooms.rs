//! `GET` and `POST /api/rooms`: the lobby, and opening a room.

use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::{Extension, Json};
use protocol::http::{RoomOpened, RoomRequest};

use super::Server;
use super::body::Strict;
use super::error::Denied;
use super::guard::client_address;
use super::session::Visitor;
use crate::net::Peer;
use crate::rooms::Opening;

/// The public rooms.
pub(super) async fn list(State(server): State<Server>) -> impl IntoResponse {
    ([(CACHE_CONTROL, "no-store")], Json(server.0.rooms.lobby()))
}

/// Open a room; whoever does is its host.
pub(super) async fn open(
    State(server): State<Server>,
    Extension(peer): Extension<Peer>,
    Visitor { person, .. }: Visitor,
    headers: HeaderMap,
    Strict(request): Strict<RoomRequest>,
) -> Result<impl IntoResponse, Denied> {
    server.0.limits.room(client_address(&peer, &headers, &server.0.proxies), person.user)?;
    let opening =
        Opening { user: person.user, name: person.name, settings: request.settings, bots: request.bots };
    let room = server.0.rooms.open(opening).await?;
    Ok((StatusCode::CREATED, [(CACHE_CONTROL, "no-store")], Json(RoomOpened { room })))
}
