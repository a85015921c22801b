//! `GET /api/rooms/{room}/markets` and `/{market}`: what was bet on in a room. Who sits in a match
//! learns nothing of its market before that is over, and nobody of the split before the lock.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use protocol::refusal::Refusal;
use protocol::{MarketId, RoomId, UserId};

use super::Server;
use super::betting::Asker;
use super::error::Denied;
use super::profile::known_room;

/// The markets of a room.
pub(super) async fn list(
    State(server): State<Server>,
    Path(path): Path<String>,
    _: Asker,
) -> Result<impl IntoResponse, Denied> {
    let room = known_room(&server, path).await?;
    let markets = server.0.books.markets(&room).await?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(markets)))
}

/// The story of a market.
pub(super) async fn story(
    State(server): State<Server>,
    Path((path, market)): Path<(String, String)>,
    Asker(person): Asker,
) -> Result<impl IntoResponse, Denied> {
    let room = known_room(&server, path).await?;
    let market = market.parse().map(MarketId).map_err(|_| Refusal::NotFound)?;
    let found = server.0.books.story(&room, market, person.user).await?.ok_or(Refusal::NotFound)?;
    let barred =
        !found.is_over() && (found.sat.contains(&person.user) || sits(&server, &room, person.user).await?);
    if barred {
        return Err(Refusal::ForbiddenRole.into());
    }
    Ok(([(CACHE_CONTROL, "no-store")], Json(found.story)))
}

/// Whether somebody has a seat now; only the room itself knows.
async fn sits(server: &Server, room: &RoomId, user: UserId) -> Result<bool, Denied> {
    let handle = server.0.rooms.find(room).await?;
    Ok(handle.sits(user).await.map_err(|_| Refusal::Busy)?)
}
