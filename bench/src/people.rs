//! People with a session, and the routes of the server by which they come in. One request after the
//! other on a connection, as plainly as HTTP can be spoken.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};

use anyhow::{Context, Result, ensure};
use protocol::RoomId;
use protocol::http::{BotSeats, RoomOpened, RoomRequest, SessionRequest, Ticket, TicketRequest};
use protocol::settings::RoomSettings;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Requests that are made side by side.
const LANES: usize = 16;

/// Somebody with a cookie.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) cookie: String,
}

/// A connection for requests.
struct Line {
    address: SocketAddr,
    stream: BufReader<TcpStream>,
}

/// So many new people.
pub(crate) fn people(address: SocketAddr, names: &[String]) -> Result<Vec<Person>> {
    in_lanes(address, names, |line, name| {
        let (_, cookie) = line.post("/api/session", "", &SessionRequest { name: Some(name.clone()) })?;
        Ok(Person { cookie: cookie.context("a session comes with a cookie")? })
    })
}

/// A ticket for each of them.
pub(crate) fn tickets(address: SocketAddr, people: &[Person], room: &RoomId) -> Result<Vec<String>> {
    in_lanes(address, people, |line, person| {
        let request = TicketRequest { room: room.clone() };
        let (body, _) = line.post("/api/ws-ticket", &person.cookie, &request)?;
        Ok(read::<Ticket>(&body)?.ticket)
    })
}

/// Open a room.
pub(crate) fn open(address: SocketAddr, host: &Person, settings: RoomSettings) -> Result<RoomId> {
    let request = RoomRequest { settings, bots: BotSeats::default() };
    let (body, _) = Line::open(address)?.post("/api/rooms", &host.cookie, &request)?;
    Ok(read::<RoomOpened>(&body)?.room)
}

fn in_lanes<T: Sync, R: Send>(
    address: SocketAddr,
    all: &[T],
    work: impl Fn(&mut Line, &T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let lane = |part: &[T]| -> Result<Vec<R>> {
        let mut line = Line::open(address)?;
        part.iter().map(|one| work(&mut line, one)).collect()
    };
    let each = all.len().div_ceil(LANES).max(1);
    std::thread::scope(|scope| {
        let lanes: Vec<_> = all.chunks(each).map(|part| scope.spawn(|| lane(part))).collect();
        let mut done = Vec::with_capacity(all.len());
        for lane in lanes {
            done.extend(lane.join().map_err(|_| anyhow::anyhow!("a lane failed"))??);
        }
        Ok(done)
    })
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    serde_json::from_slice(body).with_context(|| String::from_utf8_lossy(body).into_owned())
}

impl Line {
    fn open(address: SocketAddr) -> Result<Self> {
        Ok(Self { address, stream: BufReader::new(TcpStream::connect(address)?) })
    }

    /// The body of the answer, and a cookie that came with it.
    fn post(&mut self, path: &str, cookie: &str, body: &impl Serialize) -> Result<(Vec<u8>, Option<String>)> {
        let body = serde_json::to_string(body)?;
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nSec-Fetch-Site: same-origin\r\n\
             Cookie: {cookie}\r\nContent-Type: application/json\r\nContent-Length: {1}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        self.answer(path)
    }

    fn answer(&mut self, path: &str) -> Result<(Vec<u8>, Option<String>)> {
        let mut status = String::new();
        self.stream.read_line(&mut status)?;
        let (mut length, mut cookie) = (0, None);
        loop {
            let mut header = String::new();
            self.stream.read_line(&mut header)?;
            let Some((name, value)) = header.trim_end().split_once(':') else { break };
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.trim().parse()?,
                "set-cookie" => cookie = value.trim().split(';').next().map(str::to_owned),
                _ => {}
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        let ok = status.split(' ').nth(1).is_some_and(|code| code.starts_with('2'));
        ensure!(ok, "{path}: {} {}", status.trim_end(), String::from_utf8_lossy(&body));
        Ok((body, cookie))
    }
}
