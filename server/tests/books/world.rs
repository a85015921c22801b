//! A server on a free port with a clock that is wound by hand, people with and without accounts, and
//! rooms whose logs are written line by line.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use engine::Side;
use protocol::http::Problem;
use protocol::http::betting::RatingView;
use protocol::refusal::Refusal;
use protocol::settings::Visibility;
use protocol::{Entry, Event, MemberId, RoomId, RoomSettings, UserId};
use serde::Serialize;
use server::app::App;
use server::clock::Clock;
use server::config::Settings;
use server::room::Room;
use server::room::view;
use server::store::sqlite::Sqlite;
use server::store::{Append, Facts, Store, StoreError};
use sqlx::{ConnectOptions, SqliteConnection};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// How long anything may take before a test fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
/// When every world begins: a Monday, and later than any account.
pub(crate) const START: u64 = 1_800_000_000_000;
/// Milliseconds of a day.
pub(crate) const DAY: u64 = 86_400_000;

/// A server in this process.
pub(crate) struct World {
    pub(crate) address: SocketAddr,
    pub(crate) dir: TempDir,
    pub(crate) clock: Clock,
    pub(crate) store: Arc<Sqlite>,
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

/// Somebody with a session.
#[derive(Clone, Debug)]
pub(crate) struct Who {
    pub(crate) name: String,
    pub(crate) user: UserId,
    pub(crate) cookie: String,
}

/// A room of which the test writes the log.
pub(crate) struct Story {
    pub(crate) id: RoomId,
    pub(crate) room: Room,
    head: u64,
}

impl World {
    pub(crate) async fn begin() -> Self {
        Self::with(|_| ()).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut Settings)) -> Self {
        Self::begin_in(TempDir::new().unwrap(), Clock::wound(START), change).await
    }

    pub(crate) async fn begin_in(dir: TempDir, clock: Clock, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = Settings { no_address_limits: true, ..Settings::local(dir.path().to_owned()) };
        change(&mut settings);
        let app = App::bind_with(settings, clock.clone()).await.unwrap();
        let (address, stop, store) = (app.address(), app.stopper(), app.store());
        Self { address, dir, clock, store, stop, served: tokio::spawn(app.serve()) }
    }

    /// Stop in order; the directory remains, and the clock.
    pub(crate) async fn end(self) -> (TempDir, Clock) {
        self.stop.cancel();
        tokio::time::timeout(PATIENCE, self.served).await.unwrap().unwrap().unwrap();
        (self.dir, self.clock)
    }

    pub(crate) async fn request(&self, method: &str, path: &str, cookie: Option<&str>, body: &str) -> Reply {
        let cookie = cookie.map(|cookie| format!("Cookie: {cookie}\r\n")).unwrap_or_default();
        let body_headers = if body.is_empty() {
            String::new()
        } else {
            format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len())
        };
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{body_headers}{cookie}\r\n{body}",
            self.address
        );
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let reading = stream.read_to_end(&mut answer);
        // A reset behind the answer takes nothing back.
        let _ = tokio::time::timeout(PATIENCE, reading).await.expect("the server did not close");
        Reply::parse(&answer)
    }

    pub(crate) async fn get(&self, path: &str, who: &Who) -> Reply {
        self.request("GET", path, Some(&who.cookie), "").await
    }

    pub(crate) async fn send(&self, method: &str, path: &str, who: &Who, body: &impl Serialize) -> Reply {
        self.request(method, path, Some(&who.cookie), &serde_json::to_string(body).unwrap()).await
    }

    /// Somebody new, without an account.
    pub(crate) async fn guest(&self, name: &str) -> Who {
        let reply = self.request("POST", "/api/session", None, &format!("{{\"name\":\"{name}\"}}")).await;
        assert_eq!(reply.status, 200, "{reply:?}");
        let cookie = reply.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
        let id: Vec<u8> = sqlx::query_scalar("SELECT id FROM person WHERE name = ? ORDER BY rowid DESC")
            .bind(name)
            .fetch_one(&mut self.database().await)
            .await
            .unwrap();
        Who { name: name.to_owned(), user: UserId(Uuid::from_slice(&id).unwrap()), cookie }
    }

    /// Somebody with an account by his name in small letters, old enough to bet.
    pub(crate) async fn account(&self, name: &str) -> Who {
        let who = self.guest(name).await;
        sqlx::query("INSERT INTO account (user, login, created_at) VALUES (?, ?, ?)")
            .bind(who.user.0.as_bytes().as_slice())
            .bind(name.to_lowercase())
            .bind(i64::try_from(START - 100 * DAY).unwrap())
            .execute(&mut self.database().await)
            .await
            .unwrap();
        who
    }

    /// Somebody who looks after the server.
    pub(crate) async fn admin(&self, name: &str) -> Who {
        let who = self.account(name).await;
        sqlx::query("UPDATE account SET admin = 1 WHERE user = ?")
            .bind(who.user.0.as_bytes().as_slice())
            .execute(&mut self.database().await)
            .await
            .unwrap();
        who
    }

    /// The database beside the server's own connections.
    pub(crate) async fn database(&self) -> SqliteConnection {
        sqlx::sqlite::SqliteConnectOptions::new()
            .filename(self.dir.path().join("sindillo.db"))
            .busy_timeout(PATIENCE)
            .connect()
            .await
            .unwrap()
    }

    /// A room that somebody opened.
    pub(crate) async fn room(
        &self,
        number: u8,
        opener: &Who,
        change: impl FnOnce(&mut RoomSettings),
    ) -> Story {
        let mut settings = quick();
        change(&mut settings);
        let mut story = Story { id: RoomId::from_bits([number; 10]), room: Room::default(), head: 0 };
        let member = MemberId(1);
        let events = vec![
            Event::Opened { settings },
            Event::Identified { member, user: opener.user },
            Event::Joined { member, name: opener.name.clone(), kind: protocol::event::MemberKind::Person },
            Event::HostNamed { member },
        ];
        self.tell_by(&mut story, Some(opener.user), events).await;
        story
    }

    /// Write what happened in a room.
    pub(crate) async fn tell(&self, story: &mut Story, events: Vec<Event>) {
        self.tell_by(story, None, events).await;
    }

    async fn tell_by(&self, story: &mut Story, opened_by: Option<UserId>, events: Vec<Event>) {
        loop {
            let append = story.next(opened_by, events.clone(), self.clock.now());
            let entry = append.entries[0].clone();
            match self.store.append(append).await {
                Ok(_) => {
                    story.room.apply_entry(&entry);
                    story.head += 1;
                    return;
                }
                // A route woke the room, which wrote something of its own.
                Err(StoreError::Conflict) => {
                    let log = self.store.log(&story.id).await.unwrap().unwrap();
                    story.room = Room::fold(&log.entries);
                    story.head = log.head();
                }
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Somebody sits down in a room.
    pub(crate) async fn seat(&self, story: &mut Story, who: &Who, side: Side) -> MemberId {
        let known = story.room.member_of(who.user);
        let number = u32::try_from(story.room.known_persons().len()).unwrap() + 1;
        let member = known.unwrap_or(MemberId(number));
        let mut events = Vec::new();
        if known.is_none() {
            events.push(Event::Identified { member, user: who.user });
            let kind = protocol::event::MemberKind::Person;
            events.push(Event::Joined { member, name: who.name.clone(), kind });
        }
        events.push(Event::Seated { member, side });
        self.tell(story, events).await;
        member
    }
}

impl Story {
    fn next(&self, opened_by: Option<UserId>, events: Vec<Event>, at: u64) -> Append {
        let entry = Entry { v: 1, rules: 1, at, by: None, cid: None, events };
        let mut after = self.room.clone();
        after.apply_entry(&entry);
        let row = view::lobby(&after, &self.id).unwrap();
        let listed = after.agreed().unwrap().settings.visibility == Visibility::Public;
        Append {
            room: self.id.clone(),
            opened_by,
            head: self.head,
            entries: vec![entry],
            facts: Some(Facts { row, listed, mover: None, ends: None }),
            seats: None,
            due: None,
            told_at: at,
            calls: None,
        }
    }
}

impl Reply {
    fn parse(answer: &[u8]) -> Self {
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(answer.len());
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        Self { status, head, body: answer.get(end + 4..).unwrap_or_default().to_vec() }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }

    /// The body of an answer that was granted.
    pub(crate) fn json<T: for<'de> serde::Deserialize<'de>>(&self) -> T {
        assert_eq!((self.status, self.header("cache-control")), (200, Some("no-store")), "{self:?}");
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// The text of an answer that is sent in pieces, as HTTP/1.1 sends what it does not know the length of.
    pub(crate) fn text(&self) -> String {
        let mut rest = &self.body[..];
        if self.header("transfer-encoding").is_none() {
            return String::from_utf8(rest.to_vec()).unwrap();
        }
        let mut whole = Vec::new();
        loop {
            let end = rest.windows(2).position(|two| two == b"\r\n").expect("the length of a piece");
            let length = std::str::from_utf8(&rest[..end]).unwrap();
            let length = usize::from_str_radix(length, 16).unwrap();
            if length == 0 {
                return String::from_utf8(whole).unwrap();
            }
            whole.extend_from_slice(&rest[end + 2..end + 2 + length]);
            rest = &rest[end + 4 + length..];
        }
    }

    /// The same, of an answer that was granted.
    pub(crate) fn chunked<T: for<'de> serde::Deserialize<'de>>(&self) -> T {
        assert_eq!((self.status, self.header("cache-control")), (200, Some("no-store")), "{self:?}");
        let text = self.text();
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"))
    }

    pub(crate) fn refusal(&self) -> Refusal {
        let problem: Problem = serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {self:?}"));
        assert_eq!(problem.status, self.status);
        problem.refusal
    }
}

/// As a rating is shown.
pub(crate) const fn shown(rating: i32, uncertainty: u32, games: u32) -> RatingView {
    RatingView { rating, uncertainty, games }
}

/// A public room of the small board.
fn quick() -> RoomSettings {
    let mut settings = server::room::catalogue().remove(0).defaults;
    settings.title = "A quick one".to_owned();
    settings
}
