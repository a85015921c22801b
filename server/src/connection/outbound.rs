//! Writing to a socket: within a time, in one piece, and a code at the end.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::SinkExt;
use protocol::CloseCode;
use tokio_tungstenite::tungstenite::Error as Broken;
use tokio_tungstenite::tungstenite::error::ProtocolError;

use crate::accounts::End;
use crate::rooms::Frame;

/// Until a close frame must be taken.
const CLOSE_TIME: Duration = Duration::from_secs(2);

/// Nothing more can be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stuck {
    /// The other side does not read.
    Stalled,
    /// The socket is gone.
    Gone,
}

/// Write frames together.
pub(super) async fn send(
    socket: &mut WebSocket,
    frames: impl IntoIterator<Item = Frame>,
    time: Duration,
) -> Result<(), Stuck> {
    let writing = async {
        for frame in frames {
            socket.feed(Message::Text(frame.into_text())).await?;
        }
        socket.flush().await
    };
    match tokio::time::timeout(time, writing).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(Stuck::Gone),
        Err(_) => Err(Stuck::Stalled),
    }
}

/// Say why, and close.
pub(super) async fn close(socket: &mut WebSocket, code: CloseCode) {
    let frame = CloseFrame { code: code.number(), reason: Utf8Bytes::from_static(reason(code)) };
    // Whether it arrives or not, the socket is dropped.
    drop(tokio::time::timeout(CLOSE_TIME, socket.send(Message::Close(Some(frame)))).await);
}

/// The code for what the other side did; nothing when it is gone and cannot be told.
pub(super) fn code_of(error: axum::Error) -> Option<CloseCode> {
    let broken = error.into_inner().downcast::<Broken>().ok()?;
    match *broken {
        Broken::Capacity(_) => Some(CloseCode::TooBig),
        Broken::Utf8(_) => Some(CloseCode::NotUtf8),
        Broken::WriteBufferFull(_) => Some(CloseCode::SlowConsumer),
        Broken::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        Broken::Protocol(_) => Some(CloseCode::Protocol),
        Broken::ConnectionClosed
        | Broken::AlreadyClosed
        | Broken::Io(_)
        | Broken::AttackAttempt
        | Broken::Url(_)
        | Broken::Http(_)
        | Broken::HttpFormat(_) => None,
        #[allow(unreachable_patterns, reason = "there are more with features that other builds may add")]
        _ => None,
    }
}

const fn reason(code: CloseCode) -> &'static str {
    match code {
        CloseCode::Done => "",
        CloseCode::GoingAway => "the server goes away",
        CloseCode::Protocol => "the frames break RFC 6455",
        CloseCode::NotText => "only text is spoken here",
        CloseCode::NotUtf8 => "not UTF-8",
        CloseCode::TooBig => "the message is too large",
        CloseCode::Internal => "the server failed",
        CloseCode::BadSession => "no hello, a second one, or too many bad messages",
        CloseCode::Unauthorized => "the ticket is unknown, used or too old",
        CloseCode::Banned => "not welcome in this room",
        CloseCode::NoRoom => "there is no such room",
        CloseCode::SlowConsumer => "too slow, again and again",
        CloseCode::Replaced => "a newer socket of the same tab took over",
        CloseCode::Upgrade => "the page is too old",
        CloseCode::Flood => "more than anybody needs",
        CloseCode::Draining => "come back later",
    }
}

/// What a socket is told whose session ended. One whose session goes on as another may come back.
pub(super) const fn code_of_end(end: End) -> CloseCode {
    match end {
        End::Over => CloseCode::Unauthorized,
        End::Renewed => CloseCode::GoingAway,
    }
}
