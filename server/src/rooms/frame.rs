//! A frame in its one encoding, shared by everybody who gets it.

use axum::extract::ws::Utf8Bytes;
use protocol::ServerFrame;

/// The text of a frame. Copies share it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame(Utf8Bytes);

impl Frame {
    /// Bytes of the text.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.as_str().len()
    }

    /// Whether there is nothing in it; no frame is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.as_str().is_empty()
    }

    /// The text as bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_str().as_bytes()
    }

    /// The text, given away.
    #[must_use]
    pub fn into_text(self) -> Utf8Bytes {
        self.0
    }
}

impl From<String> for Frame {
    fn from(text: String) -> Self {
        Self(Utf8Bytes::from(text))
    }
}

/// The text of a frame.
#[must_use]
pub fn encode(frame: &ServerFrame) -> Frame {
    let text = serde_json::to_string(frame)
        .expect("a frame has only text for keys and writes to memory, so that it always is JSON");
    Frame::from(text)
}
