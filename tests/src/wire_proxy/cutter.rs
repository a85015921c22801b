//! Where frames begin and end in a stream of bytes: first one head of HTTP, then WebSocket frames
//! if it is that of an upgrade, and bytes that nobody looks into otherwise.

use tokio::time::Instant;

use super::Way;

/// A WebSocket frame on its way.
#[derive(Clone, Debug)]
pub struct Parcel {
    /// 0 continuation, 1 text, 2 binary, 8 close, 9 ping, 10 pong.
    pub opcode: u8,
    /// What it carries, without the mask.
    pub payload: Vec<u8>,
    /// As it is on the line.
    pub raw: Vec<u8>,
    /// When the proxy had read it.
    pub at: Instant,
}

impl Parcel {
    /// Whether it is a text frame.
    #[must_use]
    pub const fn is_text(&self) -> bool {
        self.opcode == 1
    }

    /// Its text; nothing when it has none.
    #[must_use]
    pub fn text(&self) -> &str {
        if self.is_text() { std::str::from_utf8(&self.payload).unwrap_or_default() } else { "" }
    }
}

/// What is cut off at a time.
#[derive(Debug)]
pub(super) enum Piece {
    /// The head of a request or an answer, or bytes of neither.
    Plain {
        bytes: Vec<u8>,
        /// It is the answer that makes a WebSocket of the connection.
        upgrades: bool,
    },
    /// A frame.
    Frame(Parcel),
}

/// Cuts the bytes of one way.
#[derive(Debug)]
pub(super) struct Cutter {
    way: Way,
    phase: Phase,
    buffer: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Head,
    Frames,
    Plain,
}

impl Cutter {
    pub(super) const fn new(way: Way) -> Self {
        Self { way, phase: Phase::Head, buffer: Vec::new() }
    }

    pub(super) fn take(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// The next whole piece; call until there is none.
    pub(super) fn next(&mut self) -> Option<Piece> {
        match self.phase {
            Phase::Head => self.head(),
            Phase::Frames => self.frame(),
            Phase::Plain if self.buffer.is_empty() => None,
            Phase::Plain => Some(plain(std::mem::take(&mut self.buffer))),
        }
    }

    /// What is left when the stream ends in the middle of something.
    pub(super) fn rest(&mut self) -> Option<Piece> {
        (!self.buffer.is_empty()).then(|| plain(std::mem::take(&mut self.buffer)))
    }

    fn head(&mut self) -> Option<Piece> {
        let end = self.buffer.windows(4).position(|four| four == b"\r\n\r\n")?;
        let bytes: Vec<u8> = self.buffer.drain(..end + 4).collect();
        let head = String::from_utf8_lossy(&bytes).to_ascii_lowercase();
        let upgrades = match self.way {
            Way::Up => head.contains("\r\nupgrade: websocket"),
            Way::Down => head.starts_with("http/1.1 101"),
        };
        self.phase = if upgrades { Phase::Frames } else { Phase::Plain };
        Some(Piece::Plain { bytes, upgrades: upgrades && self.way == Way::Down })
    }

    fn frame(&mut self) -> Option<Piece> {
        let (&first, &second) = self.buffer.first().zip(self.buffer.get(1))?;
        let (mut start, length) = match second & 0x7f {
            126 => (4, self.number(2, 2)?),
            127 => (10, self.number(2, 8)?),
            short => (2, u64::from(short)),
        };
        let mask = match second & 0x80 {
            0 => [0; 4],
            _ => {
                start += 4;
                <[u8; 4]>::try_from(self.buffer.get(start - 4..start)?).ok()?
            }
        };
        let end = start + usize::try_from(length).ok()?;
        if self.buffer.len() < end {
            return None;
        }
        let raw: Vec<u8> = self.buffer.drain(..end).collect();
        let payload = raw[start..].iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask).collect();
        Some(Piece::Frame(Parcel { opcode: first & 0x0f, payload, raw, at: Instant::now() }))
    }

    fn number(&self, start: usize, length: usize) -> Option<u64> {
        let bytes = self.buffer.get(start..start + length)?;
        Some(bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }
}

fn plain(bytes: Vec<u8>) -> Piece {
    Piece::Plain { bytes, upgrades: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raw::{masked, unmasked};

    fn cut(way: Way, bytes: &[u8], step: usize) -> (Vec<String>, Vec<u8>) {
        let (mut cutter, mut texts, mut whole) = (Cutter::new(way), Vec::new(), Vec::new());
        for chunk in bytes.chunks(step) {
            cutter.take(chunk);
            while let Some(piece) = cutter.next() {
                match piece {
                    Piece::Plain { bytes, .. } => whole.extend(bytes),
                    Piece::Frame(parcel) => {
                        texts.push(parcel.text().to_owned());
                        whole.extend(parcel.raw);
                    }
                }
            }
        }
        if let Some(Piece::Plain { bytes, .. }) = cutter.rest() {
            whole.extend(bytes);
        }
        (texts, whole)
    }

    #[test]
    fn frames_are_found_however_the_bytes_come_and_none_is_changed() {
        let long = "x".repeat(70_000);
        let head = b"GET /ws/a HTTP/1.1\r\nUpgrade: websocket\r\n\r\n".to_vec();
        let up = [head, masked(0x81, b"one"), masked(0x89, b""), masked(0x81, long.as_bytes())].concat();
        let head = b"HTTP/1.1 101 Switching Protocols\r\n\r\n".to_vec();
        let down =
            [head, unmasked(0x81, b"one"), unmasked(0x8a, b""), unmasked(0x81, long.as_bytes())].concat();
        for (way, bytes) in [(Way::Up, up), (Way::Down, down)] {
            for step in [1, 7, 4_096, bytes.len()] {
                let (texts, whole) = cut(way, &bytes, step);
                assert_eq!(texts, ["one", "", long.as_str()], "{way:?} by {step}");
                assert_eq!(whole, bytes, "{way:?} by {step}");
            }
        }
    }

    #[test]
    fn what_is_no_upgrade_goes_through_as_it_is() {
        let request = b"POST /api/rooms HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}";
        assert_eq!(cut(Way::Up, request, 5), (Vec::new(), request.to_vec()));
        let half = b"GET / HTTP/1.1\r\nHost:";
        assert_eq!(cut(Way::Up, half, 5), (Vec::new(), half.to_vec()));
    }
}
