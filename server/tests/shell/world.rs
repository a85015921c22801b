//! A world of its own for each test: a data directory, a server on a free port, guests who visit.

use std::net::SocketAddr;
use std::time::Duration;

use engine::{Preset, SeriesGoal};
use futures_util::{SinkExt, StreamExt};
use protocol::betting::BettingMode;
use protocol::http::{BotSeats, MyGame, RoomOpened, RoomRequest, Ticket};
use protocol::message::{Answer, Asked, Resume, Welcome};
use protocol::settings::{Clock, DecisionMode, Stand, StarterRule};
use protocol::{At, Cid, Command, PROTO_MINOR, RoomId, RoomSettings, SUBPROTOCOL, ServerFrame};
use serde::Serialize;
use server::app::App;
use server::config::Settings;
use server::rooms::Rooms;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// How long anything may take before a test fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A server in this process.
pub(crate) struct World {
    pub(crate) address: SocketAddr,
    pub(crate) dir: TempDir,
    pub(crate) rooms: Rooms,
    stop: CancellationToken,
    served: JoinHandle<anyhow::Result<()>>,
}

/// An answer of a route.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl World {
    pub(crate) async fn begin() -> Self {
        Self::begin_in(TempDir::new().unwrap()).await
    }

    pub(crate) async fn begin_in(dir: TempDir) -> Self {
        let settings = Settings { no_address_limits: true, ..Settings::local(dir.path().to_owned()) };
        Self::with(dir, settings).await
    }

    pub(crate) async fn with(dir: TempDir, settings: Settings) -> Self {
        let app = App::bind(settings).await.unwrap();
        let (address, stop, rooms) = (app.address(), app.stopper(), app.rooms());
        Self { address, dir, rooms, stop, served: tokio::spawn(app.serve()) }
    }

    /// Stop in order; the directory remains.
    pub(crate) async fn end(self) -> TempDir {
        self.stop.cancel();
        tokio::time::timeout(PATIENCE, self.served).await.unwrap().unwrap().unwrap();
        self.dir
    }

    /// Send bytes, and read to the end of the connection.
    pub(crate) async fn raw(&self, request: &[u8]) -> Reply {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(request).await.unwrap();
        let mut answer = Vec::new();
        let reading = stream.read_to_end(&mut answer);
        // A reset behind the answer takes nothing back.
        let _ = tokio::time::timeout(PATIENCE, reading).await.expect("the server did not close");
        Reply::parse(&answer)
    }

    pub(crate) async fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> Reply {
        let length =
            if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{length}{headers}\r\n{body}",
            self.address
        );
        self.raw(text.as_bytes()).await
    }

    /// Somebody new, with a cookie.
    pub(crate) async fn guest(&self, name: &str) -> Guest<'_> {
        let body = format!("{{\"name\":\"{name}\"}}");
        let reply = self.request("POST", "/api/session", "Content-Type: application/json\r\n", &body).await;
        assert_eq!(reply.status, 200, "{reply:?}");
        let cookie = reply.header("set-cookie").unwrap();
        Guest { world: self, cookie: cookie.split(';').next().unwrap().to_owned() }
    }
}

impl Reply {
    fn parse(answer: &[u8]) -> Self {
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(answer.len());
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        let body = answer.get(end + 4..).unwrap_or_default().to_vec();
        Self { status, head, body }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }

    pub(crate) fn json<T: for<'de> serde::Deserialize<'de>>(&self) -> T {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }
}

/// Somebody with a session.
#[derive(Clone)]
pub(crate) struct Guest<'w> {
    pub(crate) world: &'w World,
    pub(crate) cookie: String,
}

impl Guest<'_> {
    pub(crate) async fn post(&self, path: &str, body: &impl Serialize) -> Reply {
        let headers = format!("Content-Type: application/json\r\nCookie: {}\r\n", self.cookie);
        self.world.request("POST", path, &headers, &serde_json::to_string(body).unwrap()).await
    }

    /// The rooms in which he has a seat.
    pub(crate) async fn games(&self) -> Vec<MyGame> {
        let headers = format!("Cookie: {}\r\n", self.cookie);
        let reply = self.world.request("GET", "/api/me/games", &headers, "").await;
        assert_eq!((reply.status, reply.header("cache-control")), (200, Some("no-store")), "{reply:?}");
        reply.json()
    }

    pub(crate) async fn open(&self, settings: RoomSettings, bots: BotSeats) -> RoomId {
        let reply = self.post("/api/rooms", &RoomRequest { settings, bots }).await;
        assert_eq!(reply.status, 201, "{reply:?}");
        reply.json::<RoomOpened>().room
    }

    pub(crate) async fn ticket(&self, room: &RoomId) -> String {
        let reply = self.post("/api/ws-ticket", &protocol::http::TicketRequest { room: room.clone() }).await;
        assert_eq!(reply.status, 200, "{reply:?}");
        reply.json::<Ticket>().ticket
    }

    /// A socket on which nothing was said yet.
    pub(crate) async fn dial(&self, room: &RoomId) -> Line {
        self.dial_on(TcpStream::connect(self.world.address).await.unwrap(), room).await
    }

    pub(crate) async fn dial_on(&self, stream: TcpStream, room: &RoomId) -> Line {
        let mut request = format!("ws://{}/ws/{room}", self.world.address).into_client_request().unwrap();
        let headers = request.headers_mut();
        headers.insert("origin", format!("http://{}", self.world.address).parse().unwrap());
        headers.insert("cookie", self.cookie.parse().unwrap());
        headers.insert("sec-websocket-protocol", SUBPROTOCOL.parse().unwrap());
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
        Line { socket, seen: Vec::new() }
    }

    /// A socket in a room, with the welcome it got.
    pub(crate) async fn enter(&self, room: &RoomId) -> (Line, Welcome) {
        self.enter_as(room, &Uuid::new_v4().to_string(), None).await
    }

    pub(crate) async fn enter_as(&self, room: &RoomId, tab: &str, resume: Option<Resume>) -> (Line, Welcome) {
        let ticket = self.ticket(room).await;
        let mut line = self.dial(room).await;
        line.hello(&ticket, tab, resume).await;
        let welcome = line.wait(|frame| match frame {
            ServerFrame::Welcome(welcome) => Some((**welcome).clone()),
            _ => None,
        });
        let welcome = welcome.await;
        (line, welcome)
    }
}

/// A socket as a client holds it.
pub(crate) struct Line {
    pub(crate) socket: WebSocketStream<TcpStream>,
    pub(crate) seen: Vec<ServerFrame>,
}

impl Line {
    pub(crate) async fn hello(&mut self, ticket: &str, tab: &str, resume: Option<Resume>) {
        let resume = resume.map_or(String::new(), |resume| {
            format!(",\"resume\":{}", serde_json::to_string(&resume).unwrap())
        });
        let d = format!("{{\"proto\":{PROTO_MINOR},\"ticket\":\"{ticket}\",\"tab\":\"{tab}\"{resume}}}");
        self.say(&format!("{{\"k\":\"hello\",\"d\":{d}}}")).await;
    }

    pub(crate) async fn say(&mut self, text: &str) {
        self.socket.send(Message::Text(text.to_owned().into())).await.unwrap();
    }

    pub(crate) async fn ask(&mut self, c: Cid, at: Option<At>, command: Command) {
        self.say(&serde_json::to_string(&Asked { c, at, what: command }).unwrap()).await;
    }

    /// Ask, and wait for the answer.
    pub(crate) async fn order(&mut self, at: Option<At>, command: Command) -> Answer {
        let c = Cid(Uuid::new_v4());
        self.ask(c, at, command).await;
        self.answer(c).await
    }

    pub(crate) async fn answer(&mut self, cid: Cid) -> Answer {
        self.wait(|frame| match frame {
            ServerFrame::Res { c, a } if *c == cid => Some(a.clone()),
            _ => None,
        })
        .await
    }

    /// The first frame, of those read and those to come, that is the one.
    pub(crate) async fn wait<T>(&mut self, mut find: impl FnMut(&ServerFrame) -> Option<T>) -> T {
        let mut read = 0;
        let waiting = async {
            loop {
                while let Some(frame) = self.seen.get(read) {
                    if let Some(found) = find(frame) {
                        return found;
                    }
                    read += 1;
                }
                self.more().await;
            }
        };
        tokio::time::timeout(PATIENCE, waiting).await.expect("what was waited for did not come")
    }

    /// Read one frame more.
    pub(crate) async fn more(&mut self) {
        let frame = self.next().await.unwrap_or_else(|code| panic!("closed with {code:?}"));
        self.seen.push(frame);
    }

    /// The next frame, or the code of the close.
    pub(crate) async fn next(&mut self) -> Result<ServerFrame, Option<u16>> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("nothing came");
            match message {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(close))) => return Err(close.map(|close| close.code.into())),
                Some(Ok(_)) => {}
                Some(Err(tungstenite::Error::Protocol(_) | tungstenite::Error::Io(_))) | None => {
                    return Err(None);
                }
                Some(Err(error)) => panic!("{error}"),
            }
        }
    }

    /// The code that the server closes with.
    pub(crate) async fn close_code(&mut self) -> Option<u16> {
        loop {
            match self.next().await {
                Ok(frame) => self.seen.push(frame),
                Err(code) => return code,
            }
        }
    }

    pub(crate) async fn hang_up(mut self) {
        self.socket.close(None).await.unwrap();
        while self.next().await.is_ok() {}
    }
}

/// A quick room: the small board, no waiting anywhere.
pub(crate) fn quick() -> RoomSettings {
    let mut settings = server::room::catalogue()
        .into_iter()
        .find(|game| game.preset == Preset::LayliGoobalay)
        .unwrap()
        .defaults;
    settings.title = "A quick one".to_owned();
    settings.stand = Stand::default();
    settings.series = SeriesGoal::FirstToWins { wins: 1 };
    settings.starter = StarterRule::Toss;
    settings.team_max = 4;
    settings.clock = Clock::None;
    settings.stand.betting = BettingMode::Off;
    let decision = &mut settings.decision;
    decision.mode = DecisionMode::Hand;
    decision.min_ms = 0;
    decision.settle_ms = 0;
    decision.consent_ms = 0;
    decision.fallback_ms = 0;
    decision.tries_max = 0;
    settings
}
