//! `GET /api/me/profile`, `GET /api/profiles/{login}`, and the tables: how people stand.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use protocol::betting::BettingMode;
use protocol::refusal::Refusal;
use serde::Deserialize;

use super::Server;
use super::betting::Asker;
use super::error::Denied;
use super::query::{Asked, room};

/// `?season=` of the table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    season: Option<u32>,
}

/// The asker's own profile.
pub(super) async fn own(
    State(server): State<Server>,
    Asker(person): Asker,
) -> Result<impl IntoResponse, Denied> {
    let profile = server.0.books.profile(person.user, true).await?.ok_or(Refusal::NotFound)?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(profile)))
}

/// That of an account.
pub(super) async fn of(
    State(server): State<Server>,
    Path(login): Path<String>,
    Asker(person): Asker,
) -> Result<impl IntoResponse, Denied> {
    let user = server.0.books.account_of(&login.to_lowercase()).await?.ok_or(Refusal::NotFound)?;
    let profile = server.0.books.profile(user, user == person.user).await?.ok_or(Refusal::NotFound)?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(profile)))
}

/// The table of a season, and of players; of players alone where the server offers no bets.
pub(super) async fn table(
    State(server): State<Server>,
    Asker(person): Asker,
    Asked(Which { season }): Asked<Which>,
) -> Result<impl IntoResponse, Denied> {
    let table = match (server.0.betting.mode, season) {
        (BettingMode::Off, Some(_)) => None,
        (BettingMode::Off, None) => Some(server.0.books.players(person.user).await?),
        (BettingMode::Picks | BettingMode::Pool, season) => server.0.books.table(season, person.user).await?,
    };
    let table = table.ok_or(Refusal::NotFound)?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(table)))
}

/// The table of a room.
pub(super) async fn room_table(
    State(server): State<Server>,
    Path(path): Path<String>,
    Asker(person): Asker,
) -> Result<impl IntoResponse, Denied> {
    let room = known_room(&server, path).await?;
    let table = server.0.books.room_table(&room, person.user).await?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(table)))
}

/// What the last rated game of a room changed.
pub(super) async fn ratings(
    State(server): State<Server>,
    Path(path): Path<String>,
    _: Asker,
) -> Result<impl IntoResponse, Denied> {
    let room = known_room(&server, path).await?;
    let changes = server.0.ratings.changes(&room).await?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(changes)))
}

/// A room that there is; it is not woken for it.
pub(super) async fn known_room(server: &Server, path: String) -> Result<protocol::RoomId, Denied> {
    let room = room(path)?;
    server.0.store.opener(&room).await?.ok_or(Refusal::NoRoom)?;
    Ok(room)
}
