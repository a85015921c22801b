//! Notices of slow games to browsers that are not open: Web Push (`docs/notices.md`).

use serde::{Deserialize, Serialize};

use crate::ids::RoomId;

/// What a slow room calls somebody back for who is not there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// His side has the turn, and he is to lay a move or to vote.
    Turn,
    /// A move of his side lies on the board, to which he may object.
    Tried,
    /// A motion waits for his voice.
    Motion,
    /// The game is over.
    Ended,
    /// Somebody wants another game.
    Rematch,
}

impl Notice {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Turn, Self::Tried, Self::Motion, Self::Ended, Self::Rematch];
}

/// `GET /api/push/key`: by what a browser knows this server when it subscribes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PushKey {
    /// The public key of the server: an uncompressed point of P-256 in base64url without padding.
    pub key: String,
}

/// What somebody wants to be told of: nothing, until he says so.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "a switch for each kind, as people see them")]
pub struct PushWishes {
    /// [`Notice::Turn`].
    pub turn: bool,
    /// [`Notice::Tried`].
    pub tried: bool,
    /// [`Notice::Motion`].
    pub motion: bool,
    /// [`Notice::Ended`].
    pub ended: bool,
    /// [`Notice::Rematch`].
    pub rematch: bool,
}

impl PushWishes {
    /// Whether this kind is wanted.
    #[must_use]
    pub const fn has(&self, notice: Notice) -> bool {
        match notice {
            Notice::Turn => self.turn,
            Notice::Tried => self.tried,
            Notice::Motion => self.motion,
            Notice::Ended => self.ended,
            Notice::Rematch => self.rematch,
        }
    }
}

/// `GET /api/me/push`: what somebody is told of, and on which devices.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PushView {
    /// What he wants to be told of.
    pub wishes: PushWishes,
    /// Where, the newest first.
    pub devices: Vec<PushDevice>,
}

/// A browser that is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PushDevice {
    /// By which it is forgotten: the first 16 bytes of the SHA-256 of its endpoint in lower-case
    /// hexadecimal, so that a browser knows itself.
    pub id: String,
    /// Who carries notices to it: a host.
    pub service: String,
    /// In which language it is told.
    pub lang: PushLang,
    /// Since when: milliseconds since the Unix epoch.
    pub since: u64,
    /// What the browser said it was, in a few words.
    pub agent: String,
    /// Whether the asker's own session holds it.
    pub own: bool,
}

/// A language in which notices are worded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PushLang {
    /// English.
    En,
    /// Polish.
    Pl,
    /// Italian.
    It,
    /// Swahili.
    Sw,
}

/// Body of `PUT /api/me/push`: tell this browser too, until its session ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PushSubscription {
    /// Where notices to it are left: an address at a push service.
    pub endpoint: String,
    /// Its public key, 65 bytes in base64url.
    pub p256dh: String,
    /// Its authentication secret, 16 bytes in base64url.
    pub auth: String,
    /// In which language.
    pub lang: PushLang,
}

/// What is told, once it is decrypted. It says where and what for; the words are the page's, and
/// whatever a side knows for itself is looked up in the room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PushMessage {
    /// The room.
    pub room: RoomId,
    /// What for.
    pub notice: Notice,
    /// What is played there.
    pub game: engine::Preset,
    /// In which language.
    pub lang: PushLang,
    /// The same notice has the same number, so that one that comes twice is shown once.
    pub number: u64,
}

/// Why a browser cannot be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PushBar {
    /// The endpoint is not at a push service that this server sends to.
    Service,
    /// The keys are none.
    Keys,
}
