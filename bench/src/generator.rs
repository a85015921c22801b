//! The generator of load: one thread, thousands of sockets, no copy of what they receive.
//!
//! Of those who watch only the beginning of a frame is read; a player's frames are read whole.

use std::io::{ErrorKind, Read, Write};
use std::net::SocketAddr;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use mio::{Events, Interest, Poll, Token};
use protocol::PROTO_MINOR;

use crate::player::Player;
use crate::tally::Tally;
use crate::wire::{Frame, masked};

/// Bytes of the one buffer that all sockets are read into.
const BUFFER: usize = 256 * 1024;
/// How long one look at the sockets waits.
const LOOK: Duration = Duration::from_millis(5);
/// Bytes that wait in the kernel for somebody who does not read.
const NARROW: usize = 4 * 1024;
const EVENTS: &[u8] = b"{\"f\":\"events\",\"s\":\"table\",\"n\":";
const WHOLE: &[u8] = b"{\"f\":\"snap\",\"s\":\"table\",\"as_of\":";

/// Milliseconds since the Unix epoch.
#[allow(clippy::disallowed_methods, reason = "a server on this machine stamps its lines by the same clock")]
pub(crate) fn wall_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// All sockets, and what they came to.
pub(crate) struct Generator {
    poll: Poll,
    buffer: Vec<u8>,
    sockets: Vec<Socket>,
    /// Whether the players do nothing by themselves.
    rests: bool,
    pub(crate) tally: Tally,
}

struct Socket {
    stream: mio::net::TcpStream,
    /// The beginning of a frame that is not whole yet.
    rest: Vec<u8>,
    hello: Option<String>,
    is_open: bool,
    end: Option<String>,
    /// Number of the newest event of everybody's stream.
    head: Option<u32>,
    player: Option<Player>,
    reads: bool,
}

impl Generator {
    pub(crate) fn new() -> Result<Self> {
        Ok(Self {
            poll: Poll::new()?,
            buffer: vec![0; BUFFER],
            sockets: Vec::new(),
            rests: false,
            tally: Tally::default(),
        })
    }

    /// Open a socket; its place.
    pub(crate) fn open(
        &mut self,
        address: SocketAddr,
        handshake: &str,
        ticket: Option<&str>,
        player: Option<Player>,
    ) -> Result<usize> {
        let mut stream = std::net::TcpStream::connect(address).context("no more sockets")?;
        stream.set_nodelay(true)?;
        stream.write_all(handshake.as_bytes())?;
        stream.set_nonblocking(true)?;
        let mut stream = mio::net::TcpStream::from_std(stream);
        let place = self.sockets.len();
        self.poll.registry().register(&mut stream, Token(place), Interest::READABLE)?;
        let hello = ticket.map(|ticket| {
            let d = format!("{{\"proto\":{PROTO_MINOR},\"ticket\":\"{ticket}\",\"tab\":\"tab-{place}\"}}");
            format!("{{\"k\":\"hello\",\"d\":{d}}}")
        });
        let (rest, end, head, is_open, reads) = (Vec::new(), None, None, false, true);
        self.sockets.push(Socket { stream, rest, hello, is_open, end, head, player, reads });
        Ok(place)
    }

    /// Go on until a moment, or until something is so.
    pub(crate) fn run(&mut self, time: Duration, until: impl Fn(&Self) -> bool) -> Result<()> {
        let deadline = Instant::now() + time;
        let mut events = Events::with_capacity(4_096);
        while Instant::now() < deadline && !until(self) {
            match self.poll.poll(&mut events, Some(LOOK)) {
                Err(error) if error.kind() != ErrorKind::Interrupted => return Err(error.into()),
                _ => {}
            }
            for event in &events {
                self.read(event.token().0);
            }
            self.think()?;
        }
        Ok(())
    }

    /// Sockets that were welcomed, or greeted by the ruler.
    pub(crate) fn open_count(&self) -> usize {
        self.sockets.iter().filter(|socket| socket.is_open && socket.end.is_none()).count()
    }

    /// Why sockets ended that were open.
    pub(crate) fn ends(&self) -> Vec<&str> {
        self.sockets.iter().filter_map(|socket| socket.end.as_deref()).collect()
    }

    /// Of those who watch and read, how many ended.
    pub(crate) fn lost_readers(&self) -> usize {
        self.sockets.iter().filter(|socket| socket.reads && socket.end.is_some()).count()
    }

    /// The newest number that any of those who watch knows, and how many of them know it.
    pub(crate) fn newest(&self) -> (u32, usize) {
        let heads = || self.watchers().filter_map(|socket| socket.head);
        let newest = heads().max().unwrap_or(0);
        (newest, heads().filter(|head| *head == newest).count())
    }

    /// Those who watch and read.
    pub(crate) fn readers(&self) -> usize {
        self.watchers().count()
    }

    fn watchers(&self) -> impl Iterator<Item = &Socket> {
        self.sockets.iter().filter(|socket| socket.player.is_none() && socket.reads && socket.end.is_none())
    }

    pub(crate) fn players(&self) -> impl Iterator<Item = &Player> {
        self.sockets.iter().filter_map(|socket| socket.player.as_ref())
    }

    /// So many of those who watch stop reading.
    pub(crate) fn stall(&mut self, count: usize) -> Result<()> {
        let all = self.sockets.iter_mut().filter(|socket| socket.player.is_none() && socket.end.is_none());
        for socket in all.step_by(10).take(count) {
            socket.reads = false;
            rustix::net::sockopt::set_socket_recv_buffer_size(&socket.stream, NARROW)?;
            self.poll.registry().deregister(&mut socket.stream)?;
        }
        Ok(())
    }

    /// The players say lines, one after the other, so many each at once.
    pub(crate) fn say(&mut self, each: usize, text: &str) -> Result<()> {
        for socket in &mut self.sockets {
            for _ in 0..each {
                let Some(player) = &mut socket.player else { break };
                let order = player.says(text);
                socket.send(1, order.as_bytes())?;
            }
        }
        Ok(())
    }

    /// One of the players says a line.
    pub(crate) fn say_one(&mut self, who: usize, text: &str) -> Result<()> {
        let mut players = self.sockets.iter_mut().filter(|socket| socket.player.is_some());
        let socket = players.nth(who).context("a player")?;
        let Some(player) = &mut socket.player else { bail!("a player") };
        let order = player.says(text);
        socket.send(1, order.as_bytes())
    }

    /// The players rest, or play on.
    pub(crate) const fn rest(&mut self, rest: bool) {
        self.rests = rest;
    }

    /// Those who watch and know everybody's stream.
    pub(crate) fn greeted(&self) -> usize {
        self.watchers().filter(|socket| socket.head.is_some()).count()
    }

    fn think(&mut self) -> Result<()> {
        let now = wall_clock();
        for socket in self.sockets.iter_mut().filter(|socket| socket.player.is_some()) {
            if self.rests || !socket.is_open || socket.end.is_some() {
                continue;
            }
            let wanted = socket.player.as_mut().map(|player| player.wants(now)).unwrap_or_default();
            for order in wanted {
                socket.send(1, order.as_bytes())?;
            }
        }
        Ok(())
    }

    fn read(&mut self, place: usize) {
        let Self { buffer, sockets, tally, .. } = self;
        let Some(socket) = sockets.get_mut(place).filter(|socket| socket.reads && socket.end.is_none())
        else {
            return;
        };
        let before = tally.deliveries;
        loop {
            match socket.stream.read(buffer) {
                Ok(0) => socket.end = Some("closed".to_owned()),
                Ok(read) => {
                    socket.take(&buffer[..read], tally);
                    if read == buffer.len() {
                        continue;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => socket.end = Some(error.to_string()),
            }
            break;
        }
        tally.pushes += u64::from(tally.deliveries > before);
    }
}

impl Socket {
    fn take(&mut self, bytes: &[u8], tally: &mut Tally) {
        if self.rest.is_empty() {
            let taken = self.frames(bytes, tally);
            self.rest.extend_from_slice(&bytes[taken..]);
        } else {
            let mut all = std::mem::take(&mut self.rest);
            all.extend_from_slice(bytes);
            let taken = self.frames(&all, tally);
            all.drain(..taken);
            self.rest = all;
        }
    }

    /// Take all whole frames; how many bytes they were.
    fn frames(&mut self, bytes: &[u8], tally: &mut Tally) -> usize {
        let mut taken = 0;
        if !self.is_open {
            let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { return 0 };
            if !bytes.starts_with(b"HTTP/1.1 101") {
                self.end = Some(String::from_utf8_lossy(&bytes[..end]).into_owned());
                return bytes.len();
            }
            taken = end + 4;
            self.is_open = true;
            if let Some(hello) = self.hello.take()
                && let Err(error) = self.send(1, hello.as_bytes())
            {
                self.end = Some(error.to_string());
            }
        }
        while let Some(frame) = Frame::first(&bytes[taken..]) {
            self.frame(frame.opcode, frame.payload, tally);
            taken += frame.length;
        }
        taken
    }

    fn frame(&mut self, opcode: u8, payload: &[u8], tally: &mut Tally) {
        match opcode {
            1 => self.text(payload, tally),
            8 => {
                let code = payload.get(..2).map_or(0, |code| u16::from_be_bytes([code[0], code[1]]));
                self.end = Some(format!("closed with {code}"));
            }
            9 => {
                if let Err(error) = self.send(10, payload) {
                    self.end = Some(error.to_string());
                }
            }
            _ => {}
        }
    }

    fn text(&mut self, payload: &[u8], tally: &mut Tally) {
        let now = wall_clock();
        if let Some(player) = &mut self.player {
            if let Ok(frame) = serde_json::from_slice(payload) {
                if let protocol::ServerFrame::Events { s: protocol::Stream::Table, t, .. } = &frame {
                    tally.players.push(now.saturating_sub(*t));
                }
                player.hear(frame, now);
            }
            return;
        }
        if let Some(first) = payload.strip_prefix(EVENTS).and_then(number) {
            let Some(last) = tally.told(first, payload, now) else { return };
            tally.lost += u64::from(first.saturating_sub(self.head.map_or(first, |head| head + 1)));
            self.head = Some(last);
        } else if let Some(head) = payload.strip_prefix(WHOLE).and_then(number) {
            tally.wholes += u64::from(self.head.is_some());
            self.head = Some(head);
        }
    }

    fn send(&mut self, opcode: u8, payload: &[u8]) -> Result<()> {
        // Orders are small, and the server reads: what does not fit is a failure worth a word.
        self.stream.write_all(&masked(opcode, payload)).context("a server that does not read")
    }
}

/// The digits at the beginning.
fn number(bytes: &[u8]) -> Option<u32> {
    let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit());
    let digits: Vec<u32> = digits.map(|byte| u32::from(byte - b'0')).collect();
    (!digits.is_empty()).then(|| digits.iter().fold(0, |number, digit| number * 10 + digit))
}
