//! `GET /api/rooms/{room}/image.png`: the board of a room, for those who were sent its link.

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use protocol::refusal::Refusal;
use serde::Deserialize;

use super::Server;
use super::assets::{is_known, tag_of};
use super::error::Denied;
use super::guard::client_address;
use super::query::{self, Asked};
use crate::net::Peer;
use crate::picture;

/// What was there once stays as it was, but for names that somebody had taken away.
const OF_THE_PAST: &str = "public, max-age=86400";
/// What is newest is so for a short while.
const OF_NOW: &str = "public, max-age=15";

/// `?at=`: after so many events of the table; without it the newest that those see who watch.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Moment {
    #[serde(default)]
    at: Option<u32>,
}

/// The board at a moment, as far as the gate of the room lets it through.
pub(super) async fn draw(
    State(server): State<Server>,
    Extension(peer): Extension<Peer>,
    Path(path): Path<String>,
    headers: HeaderMap,
    Asked(Moment { at }): Asked<Moment>,
) -> Result<Response, Denied> {
    let parts = &server.0;
    parts.limits.picture(client_address(&peer, &headers, &parts.proxies))?;
    let (view, of_the_past) = parts.rooms.sight(&query::room(path)?, at).await?;
    let scene = picture::scene(&view);
    // Another version may draw the same scene otherwise.
    let tag = tag_of(format!("{}{scene}", env!("CARGO_PKG_VERSION")).as_bytes());
    let told = [
        (CONTENT_TYPE, "image/png".to_owned()),
        (CACHE_CONTROL, if of_the_past { OF_THE_PAST } else { OF_NOW }.to_owned()),
        (ETAG, tag),
    ];
    if is_known(&headers, &told[2].1) {
        return Ok((StatusCode::NOT_MODIFIED, told).into_response());
    }
    let drawn = parts.pictures.work(move || picture::png(&scene)).await?;
    Ok((told, drawn.ok_or(Refusal::Internal)?).into_response())
}
