//! Records of games: `GET /api/rooms/{room}/record` and `record.json`, `POST /api/records`.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use protocol::ServerFrame;
use protocol::http::record::{RecordFault, RecordProblem};
use protocol::refusal::Refusal;

use super::Server;
use super::body::Document;
use super::error::Denied;
use super::query;
use super::session::Visitor;
use crate::record::{self, Told};

/// The games of a room as text, as far as its gate lets them through.
pub(super) async fn text(
    State(server): State<Server>,
    Path(path): Path<String>,
    visitor: Visitor,
) -> Result<impl IntoResponse, Denied> {
    let (told, _) = told(&server, path, &visitor).await?;
    let name = file_name(&told, "txt")?;
    let written = server.0.records.work(move || record::text(&told)).await?;
    Ok(file("text/plain; charset=utf-8", &name, written))
}

/// The public story of a room, and what the visitor was told on his side.
pub(super) async fn json(
    State(server): State<Server>,
    Path(path): Path<String>,
    visitor: Visitor,
) -> Result<impl IntoResponse, Denied> {
    let (told, own) = told(&server, path, &visitor).await?;
    let name = file_name(&told, "json")?;
    let written = server.0.records.work(move || record::json(&told, &own)).await?;
    Ok(file("application/json", &name, written.map_err(|_| Refusal::Internal)?))
}

/// A record of any server or hand, played again. Nothing is kept of it.
pub(super) async fn import(
    State(server): State<Server>,
    visitor: Visitor,
    Document(text): Document,
) -> Result<Response, Denied> {
    server.0.limits.import(visitor.known.user)?;
    let read = server.0.records.work(move || record::read(&text)).await?;
    Ok(match read {
        Ok(reply) => ([(CACHE_CONTROL, "no-store")], Json(reply)).into_response(),
        Err(fault) => problem(*fault),
    })
}

async fn told(server: &Server, path: String, visitor: &Visitor) -> Result<(Told, Vec<ServerFrame>), Denied> {
    let user = visitor.known.user;
    server.0.limits.asking(user)?;
    Ok(server.0.rooms.record(&query::room(path)?, user).await?)
}

/// What the file is called where it is saved; a room without a game has none.
fn file_name(told: &Told, ending: &str) -> Result<String, Refusal> {
    let name = record::file_name(told).ok_or(Refusal::NoGame)?;
    Ok(format!("{name}.{ending}"))
}

fn file(kind: &'static str, name: &str, text: String) -> impl IntoResponse + use<> {
    let headers = [
        (CONTENT_TYPE, kind.to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, text)
}

fn problem(fault: RecordFault) -> Response {
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    let refusal = Refusal::BadMessage { why: fault.detail.clone() };
    let problem = RecordProblem { status: status.as_u16(), refusal, fault };
    let headers = [(CONTENT_TYPE, "application/problem+json"), (CACHE_CONTROL, "no-store")];
    (status, headers, Json(problem)).into_response()
}
