//! Frames of RFC 6455, as far as a client of ours needs them: text out, headers in.

use std::net::SocketAddr;

use protocol::{RoomId, SUBPROTOCOL};

/// What is asked for at an upgrade.
pub(crate) fn handshake(address: SocketAddr, room: &RoomId, cookie: &str) -> String {
    format!(
        "GET /ws/{room} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nCookie: {cookie}\r\n\
         Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\r\n"
    )
}

/// A frame of a server, where a whole one stands at the beginning of some bytes.
pub(crate) struct Frame<'b> {
    /// 1 text, 8 close, 9 ping, 10 pong.
    pub(crate) opcode: u8,
    pub(crate) payload: &'b [u8],
    /// Bytes of header and payload.
    pub(crate) length: usize,
}

impl<'b> Frame<'b> {
    /// Nothing while bytes are missing.
    pub(crate) fn first(bytes: &'b [u8]) -> Option<Self> {
        let (&first, &second) = (bytes.first()?, bytes.get(1)?);
        let (head, length) = match second & 0x7f {
            126 => (4, usize::from(u16::from_be_bytes([*bytes.get(2)?, *bytes.get(3)?]))),
            127 => {
                let long: [u8; 8] = bytes.get(2..10)?.try_into().ok()?;
                (10, usize::try_from(u64::from_be_bytes(long)).ok()?)
            }
            short => (2, usize::from(short)),
        };
        let payload = bytes.get(head..head + length)?;
        Some(Self { opcode: first & 0x0f, payload, length: head + length })
    }
}

/// A frame of a client. The mask is all zeros: nothing here is secret.
pub(crate) fn masked(opcode: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = head(opcode, payload.len(), 0x80);
    frame.extend_from_slice(&[0; 4]);
    frame.extend_from_slice(payload);
    frame
}

/// A frame of a server.
pub(crate) fn unmasked(opcode: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = head(opcode, payload.len(), 0);
    frame.extend_from_slice(payload);
    frame
}

fn head(opcode: u8, length: usize, mask: u8) -> Vec<u8> {
    let mut head = vec![0x80 | opcode];
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short), _) if short < 126 => head.push(mask | short),
        (_, Ok(medium)) => {
            head.push(mask | 126);
            head.extend_from_slice(&medium.to_be_bytes());
        }
        _ => {
            head.push(mask | 127);
            head.extend_from_slice(&u64::try_from(length).unwrap_or(u64::MAX).to_be_bytes());
        }
    }
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_every_length_are_read_as_they_were_written() {
        for length in [0, 1, 125, 126, 65_535, 65_536] {
            let payload = vec![b'x'; length];
            let mut bytes = unmasked(1, &payload);
            bytes.extend_from_slice(&unmasked(9, b"ping"));
            let frame = Frame::first(&bytes).unwrap();
            assert_eq!((frame.opcode, frame.payload), (1, &payload[..]));
            let next = Frame::first(&bytes[frame.length..]).unwrap();
            assert_eq!((next.opcode, next.payload), (9, &b"ping"[..]));
            assert!(Frame::first(&bytes[..frame.length - 1]).is_none());
        }
    }
}
