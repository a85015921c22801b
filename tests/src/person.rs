//! Somebody with a browser: a session, a name, an address. What he does in a room he does through
//! a [`Tab`].

use std::collections::BTreeSet;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context, Result};
use protocol::RoomId;
use protocol::http::{
    BotSeats, GameInfo, LobbyRow, MyGame, RoomOpened, RoomRequest, SessionRequest, Ticket, TicketRequest,
};
use protocol::settings::RoomSettings;
use tokio::time::{Instant, sleep};

use crate::http::{Request, Response};
use crate::patience::PATIENCE;
use crate::tab::Tab;
use crate::world::{Address, loopback};

/// A person. Clones are the same person.
#[derive(Clone, Debug)]
pub struct Person(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    name: String,
    address: Address,
    from: IpAddr,
    cookie: Jar,
    heard: Tape,
}

/// The session cookie as the browser has it, as `name=value`.
#[derive(Clone, Debug)]
struct Jar(Arc<Mutex<String>>);

/// Every byte that a person ever got from the server, on sockets and otherwise.
#[derive(Clone, Debug, Default)]
pub struct Tape(Arc<Mutex<Vec<u8>>>);

impl Person {
    /// A new session with a chosen name.
    ///
    /// # Panics
    /// When the server gives none.
    pub async fn named(address: Address, name: &str) -> Self {
        Self::from_address(address, loopback(), name).await
    }

    /// The same from a certain address.
    ///
    /// # Panics
    /// When the server gives none.
    pub async fn from_address(address: Address, from: IpAddr, name: &str) -> Self {
        let heard = Tape::default();
        let request = Request::post("/api/session", &SessionRequest { name: Some(name.to_owned()) });
        let response = same_origin(request, &address).send(from, address.get()).await.expect("an answer");
        heard.write(&response.raw);
        assert_eq!(response.status, 200, "a session for {name}: {}", response.text());
        let cookie = cookie_of(&response).expect("a session comes with a cookie");
        Self::with_cookie(address, from, name, &cookie, heard)
    }

    /// Somebody whose browser has this cookie, whoever it is by that.
    #[must_use]
    pub fn holding(address: Address, from: IpAddr, name: &str, cookie: &str) -> Self {
        Self::with_cookie(address, from, name, cookie, Tape::default())
    }

    fn with_cookie(address: Address, from: IpAddr, name: &str, cookie: &str, heard: Tape) -> Self {
        let cookie = Jar(Arc::new(Mutex::new(cookie.to_owned())));
        Self(Arc::new(Inner { name: name.to_owned(), address, from, cookie, heard }))
    }

    /// The same person, who reaches the server by way of something else.
    #[must_use]
    pub fn by_way_of(&self, via: SocketAddr) -> Self {
        let Inner { name, address, from, cookie, heard } = &*self.0;
        Self(Arc::new(Inner {
            name: name.clone(),
            address: address.by_way_of(via),
            from: *from,
            cookie: cookie.clone(),
            heard: heard.clone(),
        }))
    }

    /// The same browser; what it gets from now on is kept apart.
    #[must_use]
    pub fn beside(&self) -> Self {
        let Inner { name, address, from, cookie, heard: _ } = &*self.0;
        Self(Arc::new(Inner {
            name: name.clone(),
            address: address.clone(),
            from: *from,
            cookie: cookie.clone(),
            heard: Tape::default(),
        }))
    }

    /// The name that the person chose.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Where the person comes from.
    #[must_use]
    pub fn from(&self) -> IpAddr {
        self.0.from
    }

    /// Where the server is.
    #[must_use]
    pub fn address(&self) -> Address {
        self.0.address.clone()
    }

    /// The session cookie, as `name=value`.
    ///
    /// # Panics
    /// Never: nobody panics with the lock.
    #[must_use]
    pub fn cookie(&self) -> String {
        self.0.cookie.0.lock().expect("not poisoned").clone()
    }

    /// Every byte that the person got.
    #[must_use]
    pub fn heard(&self) -> Tape {
        self.0.heard.clone()
    }

    /// One request with the session, as the page makes it.
    ///
    /// # Errors
    /// When the server does not answer.
    pub async fn fetch(&self, request: Request) -> Result<Response> {
        let request = same_origin(request, &self.0.address);
        self.sends(request.header("host", self.0.address.get().to_string())).await
    }

    /// The same from a page that was opened by another name of the server's machine.
    ///
    /// # Errors
    /// When the server does not answer.
    pub async fn fetch_at(&self, name: &str, request: Request) -> Result<Response> {
        let host = format!("{name}:{}", self.0.address.get().port());
        let request =
            request.header("origin", format!("http://{host}")).header("sec-fetch-site", "same-origin");
        self.sends(request.header("host", host)).await
    }

    /// One request with the session and nothing else that a browser adds. A cookie that comes back
    /// is kept, as browsers do.
    ///
    /// # Errors
    /// When the server does not answer.
    ///
    /// # Panics
    /// Never: nobody panics with the lock.
    pub async fn sends(&self, request: Request) -> Result<Response> {
        let request = request.header("cookie", self.cookie());
        let response = request.send(self.0.from, self.0.address.door()).await?;
        self.0.heard.write(&response.raw);
        if let Some(cookie) = cookie_of(&response) {
            *self.0.cookie.0.lock().expect("not poisoned") = cookie;
        }
        Ok(response)
    }

    /// A header line gives the browser a cookie; only that of the session is kept.
    ///
    /// # Panics
    /// Never: nobody panics with the lock.
    pub fn takes_cookie(&self, line: &str) {
        if let Some(pair) = session_pair(line) {
            *self.0.cookie.0.lock().expect("not poisoned") = pair;
        }
    }

    /// Ask for a room.
    ///
    /// # Panics
    /// When the server does not answer.
    pub async fn asks_for_room(&self, request: &RoomRequest) -> Response {
        self.fetch(Request::post("/api/rooms", request)).await.expect("an answer")
    }

    /// Open a room and be its host.
    ///
    /// # Panics
    /// When the server refuses.
    pub async fn opens(&self, settings: RoomSettings) -> RoomId {
        self.opens_with_bots(settings, BotSeats::default()).await
    }

    /// Open a room in which bots sit.
    ///
    /// # Panics
    /// When the server refuses.
    pub async fn opens_with_bots(&self, settings: RoomSettings, bots: BotSeats) -> RoomId {
        let response = self.asks_for_room(&RoomRequest { settings, bots }).await;
        response.json::<RoomOpened>().expect("a room").room
    }

    /// The public rooms.
    ///
    /// # Panics
    /// When the server does not tell them.
    pub async fn lobby(&self) -> Vec<LobbyRow> {
        self.fetch(Request::get("/api/rooms")).await.expect("an answer").json().expect("the lobby")
    }

    /// Look at the lobby until there is what one looks for: it is told of a room after those who are in
    /// it.
    ///
    /// # Panics
    /// When it does not come.
    pub async fn finds_in_lobby<T>(&self, see: impl Fn(&[LobbyRow]) -> Option<T>) -> T {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let rows = self.lobby().await;
            if let Some(found) = see(&rows) {
                return found;
            }
            assert!(Instant::now() < deadline, "{} finds in the lobby: {rows:?}", self.name());
            // It is asked for again, as a page does.
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Look at the list of one's games until one of them is like that; it is told of them after the
    /// room.
    ///
    /// # Panics
    /// When it does not come.
    pub async fn finds_own_game(&self, room: &RoomId, like: impl Fn(&MyGame) -> bool) -> MyGame {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let games = self.own_games().await;
            if let Some(game) = games.iter().find(|game| game.row.room == *room && like(game)) {
                return game.clone();
            }
            assert!(Instant::now() < deadline, "{} finds among his games: {games:?}", self.name());
            // It is asked for again, as a page does.
            sleep(Duration::from_millis(200)).await;
        }
    }

    /// The rooms in which one sits.
    ///
    /// # Panics
    /// When the server does not tell them.
    pub async fn own_games(&self) -> Vec<MyGame> {
        self.fetch(Request::get("/api/me/games")).await.expect("an answer").json().expect("one's games")
    }

    /// What can be played.
    ///
    /// # Panics
    /// When the server does not tell it.
    pub async fn games(&self) -> Vec<GameInfo> {
        self.fetch(Request::get("/api/games")).await.expect("an answer").json().expect("the games")
    }

    /// A ticket for a socket.
    ///
    /// # Errors
    /// When the server does not answer, or refuses.
    pub async fn ticket(&self, room: &RoomId) -> Result<String> {
        let request = Request::post("/api/ws-ticket", &TicketRequest { room: room.clone() });
        Ok(self.fetch(request).await?.json::<Ticket>().context("a ticket")?.ticket)
    }

    /// Open the room's page.
    ///
    /// # Panics
    /// When the room does not open.
    pub async fn enters(&self, room: &RoomId) -> Tab {
        let tab = Tab::closed(self.clone(), room.clone());
        tab.connects().await;
        tab
    }
}

impl Tape {
    /// Keep what came.
    ///
    /// # Panics
    /// Never: nobody panics with the lock.
    pub fn write(&self, bytes: &[u8]) {
        self.0.lock().expect("not poisoned").extend_from_slice(bytes);
    }

    /// Bytes so far.
    ///
    /// # Panics
    /// Never: nobody panics with the lock.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.lock().expect("not poisoned").len()
    }

    /// Whether nothing came.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the bytes came somewhere.
    ///
    /// # Panics
    /// Never: nobody panics with the lock.
    #[must_use]
    pub fn holds(&self, part: &str) -> bool {
        let bytes = self.0.lock().expect("not poisoned");
        bytes.windows(part.len()).any(|window| window == part.as_bytes())
    }

    /// Every whole number that came: digits that stand between other bytes.
    ///
    /// # Panics
    /// Never: nobody panics with the lock.
    #[must_use]
    pub fn numbers(&self) -> BTreeSet<u64> {
        let bytes = self.0.lock().expect("not poisoned");
        let digits = bytes.split(|byte| !byte.is_ascii_digit()).filter(|digits| !digits.is_empty());
        digits.filter_map(|digits| std::str::from_utf8(digits).ok()?.parse().ok()).collect()
    }
}

/// What a browser adds to a request of our own page.
fn same_origin(request: Request, address: &Address) -> Request {
    request.header("origin", address.origin()).header("sec-fetch-site", "same-origin")
}

fn cookie_of(response: &Response) -> Option<String> {
    let mut lines = response.headers.iter().filter(|(name, _)| name == "set-cookie");
    lines.find_map(|(_, line)| session_pair(line))
}

fn session_pair(line: &str) -> Option<String> {
    let (pair, _) = line.split_once(';')?;
    ["sindillo=", "__Host-sindillo="].iter().any(|name| pair.starts_with(name)).then(|| pair.to_owned())
}
