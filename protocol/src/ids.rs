//! Names of things. Inside a room people, ballots and turns are small ordinals; outside it people
//! and rooms are unguessable.

use std::fmt;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A person across rooms: what the session cookie stands for. Never sent to anybody else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(transparent)]
pub struct UserId(pub Uuid);

/// The identity of an order, made by the client and kept over re-sends, sockets and restarts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(transparent)]
pub struct Cid(pub Uuid);

/// A member of one room: 1 for the first who joined, never reused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(transparent)]
pub struct MemberId(pub u32);

/// A ballot of one side, counted from 1 in each room and for each side apart, so that the other
/// side cannot read from the numbers how often a team voted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(transparent)]
pub struct BallotId(pub u32);

/// A motion before one side, counted from 1 in each room and for each side apart, as ballots are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(transparent)]
pub struct MotionId(pub u32);

/// A market of one room: 1 for the first one, never reused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(transparent)]
pub struct MarketId(pub u32);

/// The unguessable name of a room, which is also its invitation: [`RoomId::LEN`] characters of
/// [`RoomId::ALPHABET`], 80 bits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "export", ts(as = "String"), schemars(with = "String"))]
pub struct RoomId(String);

/// The text is not the name of a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotARoomId;

impl RoomId {
    /// Characters in a room's name.
    pub const LEN: usize = 16;
    /// Crockford's base 32 in lower case: no `i`, `l`, `o`, `u`.
    pub const ALPHABET: &'static [u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

    /// The name that spells these 80 random bits.
    #[must_use]
    pub fn from_bits(bits: [u8; 10]) -> Self {
        let mut number = bits.iter().fold(0u128, |sum, byte| (sum << 8) | u128::from(*byte));
        let mut text = [0u8; Self::LEN];
        for place in text.iter_mut().rev() {
            *place = Self::ALPHABET[usize::try_from(number & 31).unwrap_or_default()];
            number >>= 5;
        }
        Self(text.iter().map(|byte| char::from(*byte)).collect())
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for RoomId {
    type Error = NotARoomId;

    fn try_from(text: String) -> Result<Self, NotARoomId> {
        let whole = text.len() == Self::LEN && text.bytes().all(|b| Self::ALPHABET.contains(&b));
        if whole { Ok(Self(text)) } else { Err(NotARoomId) }
    }
}

impl From<RoomId> for String {
    fn from(room: RoomId) -> Self {
        room.0
    }
}

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for NotARoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not the name of a room")
    }
}

impl std::error::Error for NotARoomId {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_id_keeps_all_80_bits() {
        assert_eq!(RoomId::from_bits([0; 10]).as_str(), "0000000000000000");
        assert_eq!(RoomId::from_bits([0xff; 10]).as_str(), "zzzzzzzzzzzzzzzz");
        let mut one = [0; 10];
        one[9] = 33;
        assert_eq!(RoomId::from_bits(one).as_str(), "0000000000000011");
    }

    #[test]
    fn other_texts_are_no_room_ids() {
        for text in ["", "000000000000000", "000000000000000u", "000000000000000A", "00000000000000000"] {
            assert_eq!(RoomId::try_from(text.to_owned()), Err(NotARoomId), "{text}");
        }
    }
}
