//! The socket of a page: how it comes about, how what it brings is taken in, how it ends.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use engine::{BySide, Side};
use futures_util::{SinkExt, StreamExt};
use protocol::message::{Answer, Hello, Resume, ServerFrame, Stream, Welcome};
use protocol::{Cid, CloseCode, PROTO_MINOR, RoomId, SUBPROTOCOL, Snapshot};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode as WireCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::{Heals, State, Tab, Told, now, pause};
use crate::http::dial;
use crate::patience::PATIENCE;
use crate::person::Tape;

/// Where the socket of a room is.
#[must_use]
pub fn socket_path(room: &RoomId) -> String {
    format!("/ws/{room}")
}

/// Frames that wait to be written; a page never has that many.
const OUTBOX: usize = 4_096;

/// The page's end of an open socket.
pub(super) struct Link {
    out: mpsc::Sender<Message>,
    end: Option<oneshot::Sender<End>>,
}

/// How a page ends its socket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// The line dies without a word.
    Cut,
    /// The line dies with a reset.
    Reset,
}

type Socket = WebSocketStream<Tapped>;

impl Tab {
    /// Open a socket, and wait until the page shows all that the server had at that moment.
    ///
    /// # Panics
    /// When the server does not welcome.
    pub async fn connects(&self) {
        if let Err(error) = self.tries_to_connect().await {
            panic!("{} cannot connect: {error:#}", self.name());
        }
        self.is_up_to_date().await;
    }

    /// Open a socket, if the server lets one.
    ///
    /// # Errors
    /// How it was refused.
    pub async fn opens_at_all(&self) -> Result<()> {
        self.tries_to_connect().await
    }

    /// Wait until the page shows all that the last welcome spoke of.
    ///
    /// # Panics
    /// When that does not come.
    pub async fn is_up_to_date(&self) {
        self.until("the page is up to date", |state| state.is_up_to_date().then_some(())).await;
    }

    /// Come back after every cut, as the page does.
    pub fn returns(&self) {
        if std::mem::replace(&mut self.state().returns, true) {
            return;
        }
        let tab = self.clone();
        tokio::spawn(async move { tab.keeps_returning().await });
    }

    /// Come back no more.
    pub fn returns_no_more(&self) {
        self.state().returns = false;
        self.change();
    }

    /// The line may lose frames: ask for everything anew when a number is missing, as the page
    /// does.
    pub fn expects_losses(&self) {
        self.state().heals = Heals::Ready;
    }

    /// The line dies; nobody says goodbye.
    pub fn is_cut(&self) {
        self.ends(End::Cut);
    }

    /// The line is reset.
    pub fn is_reset(&self) {
        self.ends(End::Reset);
    }

    /// Close the socket in good manner, and wait until the server did too.
    ///
    /// # Panics
    /// When the server does not answer the close.
    pub async fn leaves(&self) {
        self.returns_no_more();
        let frame = CloseFrame { code: WireCode::Normal, reason: "".into() };
        self.state().post(Message::Close(Some(frame)));
        let mut changes = self.0.changed.subscribe();
        let gone = async {
            while self.look(|state| state.link.is_some()) {
                let _ = changes.changed().await;
            }
        };
        tokio::time::timeout(PATIENCE, gone).await.expect("the server answers a close");
    }

    /// Send a text as it is.
    pub fn sends_text(&self, text: &str) {
        self.state().post(Message::text(text));
    }

    /// Send a message as it is.
    pub fn sends_message(&self, message: Message) {
        self.state().post(message);
    }

    fn ends(&self, end: End) {
        let mut state = self.state();
        if let Some(mut link) = state.link.take() {
            state.figures.cuts += 1;
            state.orders.cut();
            if let Some(sender) = link.end.take() {
                let _ = sender.send(end);
            }
        }
        drop(state);
        self.change();
    }

    async fn keeps_returning(&self) {
        let mut changes = self.0.changed.subscribe();
        loop {
            let (open, returns) = self.look(|state| (state.link.is_some(), state.returns));
            if !returns {
                return;
            }
            if !open && self.tries_to_connect().await.is_err() {
                // A page waits a little between two attempts, and so does this.
                tokio::time::sleep(Duration::from_millis(25)).await;
                continue;
            }
            if open && changes.changed().await.is_err() {
                return;
            }
        }
    }

    async fn tries_to_connect(&self) -> Result<()> {
        let ticket = self.0.person.ticket(&self.0.room).await?;
        let mut socket = self.opens_socket().await?;
        let (epoch, heads) = self.look(|state| (state.epoch.clone(), state.seen.heads));
        let hello = Hello {
            proto: PROTO_MINOR,
            ticket,
            tab: self.0.tab.clone(),
            resume: epoch.map(|epoch| Resume { epoch, heads }),
        };
        let text = serde_json::json!({ "k": "hello", "d": hello }).to_string();
        socket.send(Message::text(text)).await?;
        let first = socket.next().await.context("no welcome")??;
        let welcome = match first {
            Message::Text(text) => welcome_in(&text)?,
            Message::Close(Some(frame)) => bail!("closed with {}: {}", u16::from(frame.code), frame.reason),
            other => bail!("no welcome but {other:?}"),
        };
        self.is_welcomed(welcome, socket);
        Ok(())
    }

    async fn opens_socket(&self) -> Result<Socket> {
        let person = &self.0.person;
        let address = person.address();
        let stream = dial(person.from(), address.door()).await?;
        let path = socket_path(&self.0.room);
        let mut request = format!("ws://{}{path}", address.get()).into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("origin", HeaderValue::from_str(&address.origin())?);
        headers.insert("cookie", HeaderValue::from_str(&person.cookie())?);
        headers.insert("sec-websocket-protocol", HeaderValue::from_static(SUBPROTOCOL));
        let tapped = Tapped { stream, tape: person.heard() };
        let (socket, response) =
            tokio_tungstenite::client_async_with_config(request, tapped, Some(WebSocketConfig::default()))
                .await
                .context("the upgrade")?;
        let chosen = response.headers().get("sec-websocket-protocol").map(HeaderValue::as_bytes);
        if chosen != Some(SUBPROTOCOL.as_bytes()) {
            bail!("the server chose the subprotocol {chosen:?}");
        }
        Ok(socket)
    }

    fn is_welcomed(&self, welcome: Welcome, socket: Socket) {
        let (out, outbox) = mpsc::channel(OUTBOX);
        let (end, ended) = oneshot::channel();
        let mut state = self.state();
        if state.returns && state.link.is_some() {
            // Two attempts of one page met; the other one came first.
            return;
        }
        let head = welcome.heads.me;
        let number = state.take_welcome(welcome);
        state.link = Some(Link { out, end: Some(end) });
        for frame in state.orders.resend(head) {
            state.post(Message::text(frame));
        }
        drop(state);
        self.change();
        let tab = self.clone();
        tokio::spawn(async move { tab.carries(socket, outbox, ended, number).await });
    }

    /// The life of one socket.
    async fn carries(
        self,
        mut socket: Socket,
        mut outbox: mpsc::Receiver<Message>,
        mut ended: oneshot::Receiver<End>,
        number: u32,
    ) {
        let mut code = None;
        loop {
            tokio::select! {
                end = &mut ended => {
                    if end == Ok(End::Reset) {
                        let _ = socket.get_ref().stream.set_zero_linger();
                    }
                    return;
                }
                message = outbox.recv() => {
                    let Some(message) = message else { return };
                    if socket.send(message).await.is_err() {
                        continue;
                    }
                }
                message = socket.next() => match message {
                    Some(Ok(Message::Text(text))) => self.takes(&text, number),
                    Some(Ok(Message::Close(frame))) => code = frame.map(|frame| u16::from(frame.code)),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(other)) => self.state().breach(format!("a frame that is not text: {other:?}")),
                    Some(Err(Error::ConnectionClosed)) | None => break,
                    // A dead line is told apart from a close by the missing code.
                    Some(Err(_)) => break,
                },
            }
        }
        let mut state = self.state();
        if state.sockets() == number {
            state.closed = code;
            state.link = None;
            state.orders.cut();
        }
        drop(state);
        self.change();
    }

    /// Everything anew is dear: who is told to wait for it asks again then.
    async fn heals_later(self, wait: Duration) {
        tokio::time::sleep(wait).await;
        let mut state = self.state();
        if state.heals == Heals::Waits {
            state.heals = Heals::Ready;
            state.heal();
        }
    }

    fn takes(&self, text: &str, number: u32) {
        let mut state = self.state();
        // What still arrives on a line that was cut is not read by anybody.
        if state.sockets() == number && state.link.is_some() {
            state.take(text);
        }
        if let Heals::Refused(wait) = state.heals {
            state.heals = Heals::Waits;
            tokio::spawn(self.clone().heals_later(wait));
        }
        drop(state);
        self.change();
    }
}

impl State {
    /// Post a frame on the open socket; without one it is lost, as it would be.
    pub(super) fn post(&mut self, message: Message) {
        if let Some(link) = &self.link
            && link.out.try_send(message).is_err()
        {
            self.breach("more frames than a page ever sends");
        }
    }

    pub(super) fn send(&mut self, frame: String) {
        if self.link.is_none() {
            self.orders.cut();
        }
        self.post(Message::text(frame));
    }

    /// Sockets that were welcomed so far.
    pub(super) fn sockets(&self) -> u32 {
        self.figures.resumed + self.figures.snapped
    }

    fn is_up_to_date(&self) -> bool {
        use protocol::message::Stream::{Me, North, South, Stand, Table};
        let (Some(welcome), true) = (&self.welcome, self.link.is_some()) else { return false };
        let seats = self.seen.role.as_ref().map(|role| role.seats.as_slice()).unwrap_or_default();
        // Who sat down since then reads other streams now.
        let read = |stream: &Stream| match stream {
            South => seats.contains(&Side::South),
            North => seats.contains(&Side::North),
            Stand => seats.is_empty(),
            Table | Me => true,
        };
        [Table, South, North, Me, Stand].into_iter().filter(read).all(|stream| {
            welcome.heads.get(stream).is_none_or(|head| self.seen.heads.get(stream) >= Some(head))
        })
    }

    fn take_welcome(&mut self, welcome: Welcome) -> u32 {
        if welcome.resumed {
            self.figures.resumed += 1;
            if self.epoch.as_ref() != Some(&welcome.epoch) {
                self.breach("resumed in another epoch");
            }
        } else {
            self.figures.snapped += 1;
            self.forget(&welcome);
        }
        if self.heals != Heals::Never {
            self.heals = Heals::Ready;
        }
        self.seen.role(welcome.role.clone());
        self.epoch = Some(welcome.epoch.clone());
        self.closed = None;
        self.bye = false;
        self.welcome = Some(welcome);
        self.sockets()
    }

    /// Start from nothing, but not before looking whether the server forgot something.
    fn forget(&mut self, welcome: &Welcome) {
        use protocol::message::Stream::{Me, North, South, Stand, Table};
        for stream in [Table, South, North, Me, Stand] {
            if let (Some(mine), Some(now)) = (self.seen.heads.get(stream), welcome.heads.get(stream))
                && now < mine
            {
                self.breach(format!("{stream:?} was told up to {mine} and now ends at {now}"));
            }
        }
        self.seen = crate::fold::Seen::default();
    }

    fn take(&mut self, text: &str) {
        self.frames.push(text.to_owned());
        self.arrived.push(now());
        let frame: ServerFrame = match serde_json::from_str(text) {
            Ok(frame) => frame,
            Err(error) => return self.breach(format!("a frame that cannot be read, {error}: {text}")),
        };
        if serde_json::to_string(&frame).ok().as_deref() != Some(text) {
            self.breach(format!("a frame with more in it than the protocol knows: {text}"));
        }
        match frame {
            ServerFrame::Welcome(_) => self.breach("a second welcome"),
            ServerFrame::Snap(snapshot) => {
                // The answer to the question for it may be lost as well.
                if matches!((self.heals, &snapshot), (Heals::Asked(_), Snapshot::Table { .. })) {
                    self.heals = Heals::Ready;
                    self.figures.healed += 1;
                }
                self.seen.snap(snapshot);
            }
            ServerFrame::Events { s, n, .. } if self.misses(s, n) => self.heal(),
            ServerFrame::Events { s, n, t, e } => {
                match self.seen.events(s, n, t, &e) {
                    Ok(()) => self.figures.events += u32::try_from(e.len()).unwrap_or(u32::MAX),
                    Err(breach) => self.breach(breach),
                }
                for (number, event) in (n..).zip(e) {
                    self.keep((s, number), Told { at: t, event });
                }
            }
            ServerFrame::Res { c, a } => {
                if let (true, Answer::Err { err, .. }) = (self.heals == Heals::Asked(c), &a) {
                    self.heals = Heals::Refused(pause(err).unwrap_or_default());
                }
                if let Err(breach) = self.orders.answered(c, a) {
                    self.breach(breach);
                }
            }
            ServerFrame::Err { err, .. } => self.errors.push(err),
            ServerFrame::Legal { game, ply, moves } => {
                self.seen.legal = Some(crate::fold::Legal { game, ply, moves });
            }
            ServerFrame::Crowd { watching } => self.seen.crowd = Some(watching),
            ServerFrame::Market { market } => {
                self.must_be_sealed(market.as_deref());
                self.seen.market = market.map(|market| *market);
            }
            ServerFrame::Ticket(ticket) => {
                self.must_be_sealed(None);
                self.seen.ticket = Some(*ticket);
            }
            ServerFrame::Cheers { cheers } => {
                self.seen.cheers = BySide::from_fn(|side| self.seen.cheers[side] + cheers[side]);
            }
            ServerFrame::Pong { .. } => {}
            ServerFrame::Role(role) => self.seen.role(role),
            ServerFrame::Bye { .. } => self.bye = true,
        }
    }
}

impl State {
    /// Whether a number is missing before this one, and that is to be expected.
    fn misses(&self, stream: Stream, first: u32) -> bool {
        self.heals != Heals::Never && self.seen.heads.get(stream).is_none_or(|head| first > head + 1)
    }

    /// Ask for everything anew, once until it is answered.
    fn heal(&mut self) {
        if self.heals == Heals::Ready {
            let cid = Cid(uuid::Uuid::new_v4());
            self.heals = Heals::Asked(cid);
            self.asks_anew(cid);
        }
    }

    /// A number means the same event for ever, also after a restart of the server.
    fn keep(&mut self, key: (Stream, u32), told: Told) {
        match self.told.get(&key) {
            Some(before) if *before != told => {
                self.breach(format!("{key:?} was {before:?} and is now {told:?}"))
            }
            _ => {
                self.told_at.entry(key).or_insert_with(Instant::now);
                self.told.insert(key, told);
            }
        }
    }
}

fn welcome_in(text: &str) -> Result<Welcome> {
    match serde_json::from_str(text)? {
        ServerFrame::Welcome(welcome) => Ok(*welcome),
        other => bail!("no welcome but {other:?}"),
    }
}

/// Whether a page must not come back by itself after this code.
#[must_use]
pub fn is_final(code: u16) -> bool {
    CloseCode::from_number(code).is_some_and(CloseCode::is_final)
}

/// A stream that keeps every byte that came.
struct Tapped {
    stream: TcpStream,
    tape: Tape,
}

impl AsyncRead for Tapped {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let poll = Pin::new(&mut self.stream).poll_read(cx, buf);
        self.tape.write(&buf.filled()[before..]);
        poll
    }
}

impl AsyncWrite for Tapped {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
