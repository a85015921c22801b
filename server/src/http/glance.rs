//! The board in the page of a room: it is there before any code of the page has asked for it, so that a far
//! or slow visitor sees the game with the first answer of the server.
//!
//! Whoever asks is known by his cookie and gets what he may know; nobody's words are in it. Where the room
//! does not answer at once, or somebody asks too often, the page goes out without it, and shows the board when
//! its line is there.

use std::time::Duration;

use axum::http::HeaderMap;
use protocol::RoomId;
use protocol::http::glance::Glance;

use super::Server;
use super::guard::client_address;
use crate::net::Peer;

/// Where the body of a page begins.
const BODY: &[u8] = b"<body>";
/// A page does not wait longer for the board in it.
const PATIENCE: Duration = Duration::from_millis(200);

/// What the room shows to whoever sends these headers from here; nothing where it does not answer in time, or
/// there is no game.
pub(super) async fn of(
    server: &Server,
    room: &RoomId,
    peer: Option<&Peer>,
    headers: &HeaderMap,
) -> Option<Glance> {
    let parts = &server.0;
    parts.limits.glance(client_address(peer?, headers, &parts.proxies)).ok()?;
    let found = async {
        let known = parts.sessions.recognise(headers, parts.clock.now()).await.ok()?;
        parts.rooms.glance(room, known.map(|known| known.user)).await.ok()?
    };
    tokio::time::timeout(PATIENCE, found).await.ok()?
}

/// The page with the board in it, at the beginning of its body; nothing for a page without one.
pub(super) fn insert(page: &[u8], glance: &Glance) -> Option<Vec<u8>> {
    let data = serde_json::to_string(glance).ok()?.replace('<', "\\u003c");
    let block = format!("\n    <script type=\"application/json\" id=\"glance\">{data}</script>");
    let at = page.windows(BODY.len()).position(|piece| piece == BODY)? + BODY.len();
    let (before, behind) = page.split_at(at);
    Some([before, block.as_bytes(), behind].concat())
}

#[cfg(test)]
mod tests {
    use engine::Side;

    use super::*;
    use crate::room::settings::{check, defaults};

    #[test]
    fn the_board_stands_at_the_beginning_of_the_body() {
        let settings = defaults(engine::Preset::EnDodoi);
        let position = check(&settings).unwrap().rules.opening_position().unwrap();
        let glance = Glance { viewer: Side::North, practice: false, position };
        let page = insert(b"<html><body>\n  <div></div></body></html>", &glance).unwrap();
        let page = String::from_utf8(page).unwrap();
        let (before, rest) = page.split_once("<script type=\"application/json\" id=\"glance\">").unwrap();
        assert_eq!(before, "<html><body>\n    ");
        let (data, behind) = rest.split_once("</script>").unwrap();
        assert_eq!(behind, "\n  <div></div></body></html>");
        assert_eq!(serde_json::from_str::<Glance>(data).unwrap(), glance);
        assert_eq!(insert(b"<html></html>", &glance), None);
    }
}
