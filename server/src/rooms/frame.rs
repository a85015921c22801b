//! A frame in its one encoding, shared by everybody who gets it.

use bytes::Bytes;
use protocol::ServerFrame;

/// The text of a frame. Copies share it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame(Bytes);

impl Frame {
    /// Bytes of the text.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is nothing in it; no frame is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text as bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The text, given away.
    #[must_use]
    pub fn into_bytes(self) -> Bytes {
        self.0
    }
}

impl From<String> for Frame {
    fn from(text: String) -> Self {
        Self(Bytes::from(text))
    }
}

/// The text of a frame.
#[must_use]
pub fn encode(frame: &ServerFrame) -> Frame {
    let text = serde_json::to_string(frame)
        .expect("a frame has only text for keys and writes to memory, so that it always is JSON");
    Frame::from(text)
}
