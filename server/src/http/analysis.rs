//! `POST /api/analysis`: a board that nobody plays on.

use axum::Json;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use protocol::http::analysis::AnalysisRequest;
use protocol::http::{LobbyPhase, MyGame};

use super::Server;
use super::body::Strict;
use super::error::Denied;
use super::session::Visitor;

/// What comes of a line. What the engine would play is kept back from who sits in a rated game that
/// is being played.
pub(super) async fn look(
    State(server): State<Server>,
    visitor: Visitor,
    Strict(request): Strict<AnalysisRequest>,
) -> Result<impl IntoResponse, Denied> {
    let user = visitor.known.user;
    server.0.limits.analysis(user)?;
    let barred = request.lines > 0 && server.0.rooms.games_of(user).await?.iter().any(is_rated_and_runs);
    let reply = server.0.analyst.look(request, barred).await?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(reply)))
}

fn is_rated_and_runs(game: &MyGame) -> bool {
    game.row.rated && game.row.phase == LobbyPhase::Playing
}
