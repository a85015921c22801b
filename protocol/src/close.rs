//! Why a socket was closed.

use serde::{Deserialize, Serialize};

/// The close codes that the server uses. Codes from 4400 are the application's own; 1002, 1003,
/// 1007 and 1009 answer breaches of the WebSocket protocol itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CloseCode {
    /// 1000: both are done.
    Done,
    /// 1001: the server goes away.
    GoingAway,
    /// 1002: the frames break RFC 6455.
    Protocol,
    /// 1003: only text is spoken here.
    NotText,
    /// 1007: the text is not UTF-8.
    NotUtf8,
    /// 1009: the message is larger than [`crate::limits::MESSAGE_BYTES`].
    TooBig,
    /// 1011: the server failed.
    Internal,
    /// 4400: no `hello`, a second one, or too many bad messages.
    BadSession,
    /// 4401: the ticket is unknown, used or too old.
    Unauthorized,
    /// 4403: not welcome in this room.
    Banned,
    /// 4404: there is no such room.
    NoRoom,
    /// 4408: the reader was too slow, again and again.
    SlowConsumer,
    /// 4409: a newer socket of the same tab took over.
    Replaced,
    /// 4426: the page speaks another version of the protocol than this server.
    Upgrade,
    /// 4429: more frames than anybody needs.
    Flood,
    /// 4503: the server drains; come back.
    Draining,
}

impl CloseCode {
    /// Every code.
    pub const ALL: [Self; 16] = [
        Self::Done,
        Self::GoingAway,
        Self::Protocol,
        Self::NotText,
        Self::NotUtf8,
        Self::TooBig,
        Self::Internal,
        Self::BadSession,
        Self::Unauthorized,
        Self::Banned,
        Self::NoRoom,
        Self::SlowConsumer,
        Self::Replaced,
        Self::Upgrade,
        Self::Flood,
        Self::Draining,
    ];

    /// The number in the close frame.
    #[must_use]
    pub const fn number(self) -> u16 {
        match self {
            Self::Done => 1000,
            Self::GoingAway => 1001,
            Self::Protocol => 1002,
            Self::NotText => 1003,
            Self::NotUtf8 => 1007,
            Self::TooBig => 1009,
            Self::Internal => 1011,
            Self::BadSession => 4400,
            Self::Unauthorized => 4401,
            Self::Banned => 4403,
            Self::NoRoom => 4404,
            Self::SlowConsumer => 4408,
            Self::Replaced => 4409,
            Self::Upgrade => 4426,
            Self::Flood => 4429,
            Self::Draining => 4503,
        }
    }

    /// The code with this number.
    #[must_use]
    pub fn from_number(number: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.number() == number)
    }

    /// Whether a client must stay away instead of connecting again by itself.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Unauthorized | Self::Banned | Self::NoRoom | Self::Replaced | Self::Upgrade)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_name_their_codes() {
        for code in CloseCode::ALL {
            assert_eq!(CloseCode::from_number(code.number()), Some(code));
        }
        assert_eq!(CloseCode::from_number(4999), None);
    }
}
