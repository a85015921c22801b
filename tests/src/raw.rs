//! A socket without manners: an upgrade with any headers, frames with any bits. For what a decent
//! client cannot say.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use protocol::RoomId;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::OwnedWriteHalf;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::http::{Response, dial};
use crate::patience::PATIENCE;
use crate::person::Person;
use crate::tab::socket_path;
use crate::world::Address;

/// A TCP connection to the server.
pub struct Line {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// A frame from the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// 1 text, 2 binary, 8 close, 9 ping, 10 pong.
    pub opcode: u8,
    /// What it carries.
    pub payload: Vec<u8>,
}

/// The headers of an upgrade, to be spoiled one by one.
#[derive(Clone, Debug)]
pub struct Upgrade {
    /// The lines behind the request line.
    pub headers: Vec<(String, String)>,
    /// The request line.
    pub line: String,
}

impl Upgrade {
    /// The upgrade that a browser with a session makes.
    #[must_use]
    pub fn decent(person: &Person, room: &RoomId) -> Self {
        let address = person.address();
        let headers = [
            ("Host", address.get().to_string()),
            ("Connection", "Upgrade".to_owned()),
            ("Upgrade", "websocket".to_owned()),
            ("Sec-WebSocket-Version", "13".to_owned()),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==".to_owned()),
            ("Sec-WebSocket-Protocol", protocol::SUBPROTOCOL.to_owned()),
            ("Origin", address.origin()),
            ("Cookie", person.cookie()),
        ];
        let headers = headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Self { headers, line: format!("GET {} HTTP/1.1", socket_path(room)) }
    }

    /// With another value of a header.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.retain(|(other, _)| other != name);
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// With one more header of that name.
    #[must_use]
    pub fn and(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// Without a header.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(other, _)| other != name);
        self
    }

    /// As bytes.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{}\r\n", self.line);
        for (name, value) in &self.headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        text + "\r\n"
    }

    /// The status that the server answers with.
    pub async fn status(&self, from: IpAddr, address: &Address) -> Result<u16> {
        let mut line = Line::dial(from, address).await?;
        line.write(self.text().as_bytes()).await?;
        Ok(line.head().await?.status)
    }
}

impl Line {
    /// Connect.
    pub async fn dial(from: IpAddr, address: &Address) -> Result<Self> {
        Ok(Self { stream: dial(from, address.door()).await?, buffer: Vec::new() })
    }

    /// Connect and upgrade, as a person with a session may.
    pub async fn upgraded(person: &Person, room: &RoomId) -> Result<Self> {
        Self::dial(person.from(), &person.address()).await?.upgrades(person, room).await
    }

    /// Connect and upgrade with hardly any room for what comes, as behind a very slow line.
    pub async fn narrow(person: &Person, room: &RoomId) -> Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(2_048)?;
        socket.bind(SocketAddr::new(person.from(), 0))?;
        let stream = socket.connect(person.address().door()).await?;
        Self { stream, buffer: Vec::new() }.upgrades(person, room).await
    }

    async fn upgrades(mut self, person: &Person, room: &RoomId) -> Result<Self> {
        self.write(Upgrade::decent(person, room).text().as_bytes()).await?;
        let head = self.head().await?;
        if head.status != 101 {
            bail!("the upgrade is answered with {}", head.status);
        }
        Ok(self)
    }

    /// Send bytes as they are.
    pub async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        timeout(PATIENCE, self.stream.write_all(bytes))
            .await
            .unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
    }

    /// Send a masked frame.
    pub async fn frame(&mut self, opcode: u8, payload: &[u8]) -> io::Result<()> {
        self.write(&masked(0x80 | opcode, payload)).await
    }

    /// Send a text frame.
    pub async fn text(&mut self, text: &str) -> io::Result<()> {
        self.frame(1, text.as_bytes()).await
    }

    /// The head of an HTTP response; what follows stays in the buffer.
    pub async fn head(&mut self) -> Result<Response> {
        loop {
            if let Some(end) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                let rest = self.buffer.split_off(end + 4);
                let head = std::mem::replace(&mut self.buffer, rest);
                return Response::parse(head);
            }
            if self.fill().await? == 0 {
                bail!("closed after {:?}", String::from_utf8_lossy(&self.buffer));
            }
        }
    }

    /// The next frame; nothing when the line is dead.
    pub async fn next(&mut self) -> Result<Option<Frame>> {
        loop {
            if let Some((frame, used)) = parse(&self.buffer)? {
                self.buffer.drain(..used);
                return Ok(Some(frame));
            }
            match self.fill().await {
                Ok(0) => return Ok(None),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => return Ok(None),
                Err(error) => return Err(error).context("reading a frame"),
            }
        }
    }

    /// The next frame, for which one waits longer than usual.
    pub async fn next_within(&mut self, time: Duration) -> Result<Option<Frame>> {
        loop {
            if let Some((frame, used)) = parse(&self.buffer)? {
                self.buffer.drain(..used);
                return Ok(Some(frame));
            }
            let mut chunk = [0; 4 * 1024];
            let count = timeout(time, self.stream.read(&mut chunk)).await??;
            if count == 0 {
                return Ok(None);
            }
            self.buffer.extend_from_slice(&chunk[..count]);
        }
    }

    /// The next text frame.
    pub async fn next_text(&mut self) -> Result<String> {
        loop {
            match self.next().await? {
                Some(Frame { opcode: 1, payload }) => return Ok(String::from_utf8(payload)?),
                Some(Frame { opcode: 9 | 10, .. }) => {}
                other => bail!("no text but {other:?}"),
            }
        }
    }

    /// Read until the end, and tell the code of the close frame that came before it.
    pub async fn close_code(&mut self) -> Result<Option<u16>> {
        let mut code = None;
        while let Some(frame) = self.next().await? {
            if frame.opcode == 8 {
                code = frame.payload.get(..2).map(|two| u16::from_be_bytes([two[0], two[1]]));
            }
        }
        Ok(code)
    }

    /// Read until the server closes the connection; how much came.
    pub async fn until_closed(&mut self) -> Result<usize> {
        loop {
            match self.fill().await {
                Ok(0) => return Ok(self.buffer.len()),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => return Ok(self.buffer.len()),
                Err(error) => return Err(error).context("waiting for the close"),
            }
        }
    }

    /// What came and was not looked at yet.
    #[must_use]
    pub fn rest(&self) -> &[u8] {
        &self.buffer
    }

    /// The line's way out; whatever comes in is read and forgotten.
    #[must_use]
    pub fn deaf(self) -> OwnedWriteHalf {
        let (mut incoming, outgoing) = self.stream.into_split();
        tokio::spawn(async move { tokio::io::copy(&mut incoming, &mut tokio::io::sink()).await });
        outgoing
    }

    /// The TCP stream itself.
    pub fn stream(&mut self) -> &mut TcpStream {
        &mut self.stream
    }

    async fn fill(&mut self) -> io::Result<usize> {
        let mut chunk = [0; 16 * 1024];
        let read = timeout(PATIENCE, self.stream.read(&mut chunk)).await;
        let count = read.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))?;
        self.buffer.extend_from_slice(&chunk[..count]);
        Ok(count)
    }
}

/// A frame of a client: its first byte (final bit, reserved bits, opcode) and what it carries.
#[must_use]
pub fn masked(first: u8, payload: &[u8]) -> Vec<u8> {
    const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];
    let mut frame = vec![first];
    frame.extend(length(payload.len(), 0x80));
    frame.extend(MASK);
    frame.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}

/// The same without a mask, which a client must not send.
#[must_use]
pub fn unmasked(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![first];
    frame.extend(length(payload.len(), 0));
    frame.extend(payload);
    frame
}

fn length(length: usize, mask_bit: u8) -> Vec<u8> {
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short), _) if short < 126 => vec![mask_bit | short],
        (_, Ok(middle)) => [vec![mask_bit | 126], middle.to_be_bytes().to_vec()].concat(),
        _ => [vec![mask_bit | 127], (length as u64).to_be_bytes().to_vec()].concat(),
    }
}

fn parse(bytes: &[u8]) -> Result<Option<(Frame, usize)>> {
    let Some((&first, &second)) = bytes.first().zip(bytes.get(1)) else { return Ok(None) };
    if second & 0x80 != 0 {
        bail!("the server masks its frames");
    }
    let (start, length) = match second & 0x7f {
        126 => match bytes.get(2..4) {
            Some(two) => (4, u64::from(u16::from_be_bytes([two[0], two[1]]))),
            None => return Ok(None),
        },
        127 => match bytes.get(2..10).and_then(|eight| <[u8; 8]>::try_from(eight).ok()) {
            Some(eight) => (10, u64::from_be_bytes(eight)),
            None => return Ok(None),
        },
        short => (2, u64::from(short)),
    };
    let end = start + usize::try_from(length)?;
    let Some(payload) = bytes.get(start..end) else { return Ok(None) };
    Ok(Some((Frame { opcode: first & 0x0f, payload: payload.to_vec() }, end)))
}
