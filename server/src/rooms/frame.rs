//! A frame in its one encoding, shared by everybody who gets it.

use axum::extract::ws::Utf8Bytes;
use protocol::ServerFrame;

/// The text of a frame. Copies share it.
pub type Frame = Utf8Bytes;

/// The text of a frame.
#[must_use]
pub fn encode(frame: &ServerFrame) -> Frame {
    let text = serde_json::to_string(frame)
        .expect("a frame has only text for keys and writes to memory, so that it always is JSON");
    Utf8Bytes::from(text)
}
