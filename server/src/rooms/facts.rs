//! What the lobby shows of a room.

use protocol::RoomId;
use protocol::http::LobbyRow;
use protocol::settings::Visibility;

use crate::room::Room;
use crate::room::view::{self, LobbyFacts};
use crate::store::Facts;

/// The facts of a room, apart from who watches; nothing of one that was never opened.
pub(super) fn facts(room: &Room, id: &RoomId) -> Option<Facts> {
    let LobbyFacts { title, visibility, preset, pits, mode, south, north, team_max, phase, plies, slow } =
        view::lobby(room)?;
    let room = id.clone();
    let row =
        LobbyRow { room, title, preset, pits, mode, south, north, team_max, watching: 0, phase, plies, slow };
    Some(Facts { row, listed: visibility == Visibility::Public })
}
